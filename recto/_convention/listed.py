"""Lists of numbers as arguments, passed as arrays."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import numpy as np

from recto.transform.frontend.outside.number_lists import numbers_in

LONG = 64  # numbers: a list from here on is passed as an array where the function can be read so
VERY_LONG = 1024  # integers


class Listed:
    """A list of numbers, passed as an array. kinds: its lists and tuples from outside in."""

    def __init__(self, array: np.ndarray, kinds: tuple[type, ...]):
        self.array, self.kinds = array, kinds


def with_listed(args: tuple, kwargs: dict, places: Set[tuple]) -> tuple[tuple, dict]:
    """The arguments with arrays for lists of numbers; `places` are those of whole arguments."""
    change = lambda key, value: as_listed(value) if (key,) in places else value
    return tuple([change(k, v) for k, v in enumerate(args)]), {k: change(k, v) for k, v in kwargs.items()}


def long_lists(args: tuple, kwargs: dict) -> frozenset:
    """The places of long lists of numbers, which are passed as arrays if the function can be read so. (Integers may be
    sizes and positions, which are known while compiling only if each is an argument of its own. Many are none.)"""
    found = [
        (key, as_listed(value)) for key, value in [*enumerate(args), *kwargs.items()] if type(value) is list
    ]
    return frozenset(
        [
            (key,)
            for key, value in found
            if type(value) is Listed
            and value.array.size >= (LONG if value.array.dtype.kind in "fc" else VERY_LONG)
        ]
    )


def as_listed(value: Any) -> Any:
    """A list of Python's numbers of one class, or of lists and tuples of one length of these, as an array; a dict with
    arrays for such lists. Anything else as it is, and lists in which one list stands twice."""
    if type(value) is dict:
        return {k: as_listed(v) for k, v in value.items()}
    found = numbers_in(value)
    return value if found is None else Listed(found.array, found.kinds)
