"""Sparse linear systems."""

from . import linalg

__all__ = ["linalg"]
