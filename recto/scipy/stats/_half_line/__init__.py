"""Distributions of numbers above a bound."""
