"""Distributions of numbers between two bounds, and of angles."""
