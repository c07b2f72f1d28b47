"""Recto's side of `reading`."""
import recto

from .reading import cases, text_of

CASES = cases(recto.jit, text_of)
