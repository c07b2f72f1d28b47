"""Tests of the benchmarks: they compute what they should; nothing is timed."""
