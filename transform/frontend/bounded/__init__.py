"""Slices and lists of computed length."""
