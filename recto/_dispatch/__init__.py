"""Calls of compiled functions: versions, variants, guards, what is static, on which devices."""
