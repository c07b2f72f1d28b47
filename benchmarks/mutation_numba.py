"""Numba's side of `mutation`, for comparison: the same functions."""

from collections.abc import Callable
from typing import Any

import numba

from .mutation import WORK, cases


def prepare(name: str, arguments: list) -> Callable[[], Any]:
    compiled = numba.njit(WORK[name][0])
    return lambda: compiled(*[a.copy() for a in arguments])


CASES = cases(prepare)
