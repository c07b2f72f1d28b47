"""Slices of computed length inside loops: loops over the part that counts."""
