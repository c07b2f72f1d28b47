"""Recto's side of `mutation` without native functions: XLA runs the loops."""

import recto

from .mutation_recto import CASES

recto.config.update("native", False)

__all__ = ["CASES"]
