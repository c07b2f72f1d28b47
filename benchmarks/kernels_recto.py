"""Recto's side of `kernels`: the functions as they are."""

from . import kernels
from .gradients_recto import prepare

CASES = kernels.cases(prepare)
