"""The disk cache of calls: records of compiled signatures, and fingerprints of everything a call depends on."""
