"""Recto's side of `dispatch`."""
import recto

from .dispatch import cases

CASES = cases(recto.jit, recto.device_put)
