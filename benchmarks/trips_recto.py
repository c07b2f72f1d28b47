"""Recto's side of `trips`."""

import recto

from . import fresh
from .trips import cases

CASES = cases(recto.jit, {"loop": fresh.source("trips")})
