"""Calls of compiled functions: versions, variants, guards, static arguments, devices."""
