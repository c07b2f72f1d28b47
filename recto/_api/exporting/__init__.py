"""Exported programs: files that need no source."""
