"""Numba's side of `mutation`, for comparison: the same functions."""

from typing import Any, Callable

from .mutation import WORK, cases

try:
    import numba
except ImportError:
    numba = None


def prepare(name: str, arguments: list) -> Callable[[], Any]:
    compiled = numba.njit(WORK[name][0])
    return lambda: compiled(*[a.copy() for a in arguments])


CASES = cases(prepare) if numba else {}
