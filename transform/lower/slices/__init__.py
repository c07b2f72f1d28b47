"""Loops over the active range: slices of computed length inside loops."""
