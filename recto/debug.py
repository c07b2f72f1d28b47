"""Seeing what the compiler does."""
