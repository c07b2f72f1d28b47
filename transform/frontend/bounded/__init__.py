"""Slices of computed length."""
