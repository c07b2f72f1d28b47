"""Distributions of integers: `logpmf` and `pmf` take the place of `logpdf` and `pdf`."""
