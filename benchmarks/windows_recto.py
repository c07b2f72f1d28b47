"""Recto's side of `windows`: the functions as they are."""

from . import windows
from .gradients_recto import prepare

CASES = windows.cases(prepare)
