"""Tests of hypotheses, correlations of ranks, estimates of densities."""

from . import density, hypotheses, measures, ranks, summaries, t_tests

__all__ = ["density", "hypotheses", "measures", "ranks", "summaries", "t_tests"]
