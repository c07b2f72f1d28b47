"""The disk cache of calls: records of compiled signatures, and what they depend on."""
