"""Containers that the host makes of lists, and texts of a computed length: a maker for each, by name, and its
source.

"pairs": [(1, 2.5), (2, 3.5)] of the lists [1, 2] and [2.5, 3.5]      ⇒      list(zip(firsts, seconds))
"""

from __future__ import annotations

import collections
import operator
from collections.abc import Callable
from typing import Any, NamedTuple


class Maker(NamedTuple):
    """function(*lists), and its source, in which the lists are one field; between: the text between them;
    is_text: whether a text is made."""

    function: Callable[..., Any]
    written: str
    between: str = ", "
    is_text: bool = False


def pairs(*columns: list[Any]) -> list[Any]:
    return list(zip(*columns))


def as_many_nones(given: list[Any]) -> list[Any]:
    return [None] * len(given)


def items_or_none(given: list[Any], values: list[Any]) -> list[Any]:
    return [value if there else None for there, value in zip(given, values)]


def lists_of_pool(members: list[Any], pool: list[Any]) -> list[Any]:
    """The lists with these numbers, of the items of all, each with the number of its list."""
    return [[value for number, value in pool if number == member] for member in members]


MAKERS: dict[str, Maker] = {
    "pairs": Maker(pairs, "list(zip({}))"),
    "nones": Maker(as_many_nones, "[None for _ in {}]"),
    "or_none": Maker(items_or_none, "[value if there else None for there, value in zip({})]"),
    "lists": Maker(
        lists_of_pool,
        "(lambda members, pool: [[value for number, value in pool if number == member] for member in members])({})",
    ),
    "dict": Maker(lambda names, entries: dict(zip(names, entries)), "dict(zip({}))"),
    "set": Maker(set, "set({})"),
    "tuple": Maker(tuple, "tuple({})"),
    "repeated": Maker(operator.mul, "{}", " * ", is_text=True),
    "Counter": Maker(collections.Counter, "collections.Counter({})"),
    "OrderedDict": Maker(collections.OrderedDict, "collections.OrderedDict({})"),
}
