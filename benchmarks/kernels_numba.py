"""Numba's side of `kernels`: the same functions, where it takes them."""

import functools
import warnings
from collections.abc import Callable
from types import FunctionType

import numba

from . import gradient_kernels, kernels
from .gradients import split

warnings.simplefilter("ignore", numba.NumbaPerformanceWarning)      # of products of windows


@functools.cache
def compiled(function: Callable) -> Callable:
    """The function by Numba, and the function that it calls."""
    known = {**function.__globals__, "diffused": numba.njit(gradient_kernels.diffused)}
    return numba.njit(FunctionType(function.__code__, known, function.__name__))


def takes(name: str) -> bool:
    work = kernels.WORK[name]
    arguments, static = split(work, work.small)
    try:
        compiled(work.function)(*arguments, *static.values())
    except numba.core.errors.NumbaError:
        return False
    return True


class Cases(dict):
    """By title; whether Numba takes a function is seen when it is asked for."""

    def __contains__(self, title: object) -> bool:
        return super().__contains__(title) and takes(kernels.TITLES[title])


CASES = Cases({title: functools.partial(kernels.forward, compiled, name) for title, name in kernels.TITLES.items()})
