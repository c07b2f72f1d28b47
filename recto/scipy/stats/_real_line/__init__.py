"""Distributions of numbers on the whole line."""
