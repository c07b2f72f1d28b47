"""Tests of hypotheses, correlations of ranks, estimates of densities."""

from . import density, ranks, summaries, t_tests

__all__ = ["density", "ranks", "summaries", "t_tests"]
