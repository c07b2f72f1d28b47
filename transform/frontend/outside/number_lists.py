"""Lists of Python's numbers, and lists and tuples of one length of these, as arrays.

[[0.5, 1.5], [2.5, 3.5]]        ⇒       an array of shape (2, 2), and (list, list)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

# numbers: a list of so many, in lists or without, is read as one array where it is changed, if the function can be
LONG, LONG_ROW = 32, 256
DTYPES = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}


class Numbers(NamedTuple):
    """The content of the list, and its lists and tuples from outside in."""

    array: np.ndarray
    kinds: tuple[type, ...]


def numbers_in(value: Any) -> Numbers | None:
    """The numbers of a list, if they are of one class and its lists of one length; None of anything else, and of lists
    in which one list stands twice."""
    if type(value) is not list:
        return None
    kinds, shape, level = [], [], [value]
    while (kind := type(level[0])) in (list, tuple):
        size = len(level[0])
        alike = all([type(part) is kind and len(part) == size for part in level])
        if not size or not alike or kind is list and len(set(map(id, level))) < len(level):
            return None
        kinds.append(kind)
        shape.append(size)
        level = list(itertools.chain.from_iterable(level))
    if len(set(map(type, level))) > 1 or kind not in DTYPES:
        return None
    try:
        return Numbers(np.array(level, DTYPES[kind]).reshape(shape), tuple(kinds))
    except OverflowError:
        return None


def array_of_numbers(value: Any) -> np.ndarray:
    """The array of a list that has one."""
    found = numbers_in(value)
    if found is None:
        raise TypeError("a list of anything but numbers")
    return found.array


def form_of(value: Any) -> str:
    """The properties on which a program that takes a list as an array depends."""
    found = numbers_in(value)
    if found is None:
        return "no numbers"
    kinds = " ".join([kind.__name__ for kind in found.kinds])
    return f"{kinds} {found.array.shape} {found.array.dtype}"


def is_long_table(value: Any) -> bool:
    """Whether it is a list of lists of many numbers, all of one length."""
    found = numbers_in(value) if type(value) is list and value and type(value[0]) is list else None
    return found is not None and found.array.size >= LONG


def is_long(value: Any) -> bool:
    """Whether it is a long table, or a list of very many numbers that are no sizes or positions."""
    if type(value) is not list or len(value) < LONG_ROW or type(value[0]) not in (float, complex):
        return is_long_table(value)
    return numbers_in(value) is not None


def inner_lists(value: list[Any]) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
    """The lists in a list, at any depth, with their indices."""
    for k, part in enumerate(value):
        if type(part) is list:
            yield (k,), part
            yield from (((k, *at), inner) for at, inner in inner_lists(part))
