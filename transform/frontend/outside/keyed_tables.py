"""Dicts and sets from outside as arrays: one of the keys, and one of the values, filled at every call.

    {3: 0.5, 8: 1.5}        ⇒       keys = [3, 8, 0, 0, …], values = [0.5, 1.5, 0, 0, …]

    {3: [1, 2], 8: [1]}     ⇒       keys = [3, 8, 0, 0, …], numbers = [0, 0, 1, 0, …], items = [1, 2, 1, 0, …]

The keys are numbers, tuples of as many numbers, or texts; the values are numbers, tuples of these, arrays of one shape,
or lists of numbers or tuples: of these all items are passed, each with the number of its list. There is room for a
power of four of items, so that a program serves dicts of several lengths.
"""

from __future__ import annotations

import collections
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from .kinds import fits
from .number_lists import DTYPES

TABLES = (dict, set, collections.defaultdict, collections.Counter, collections.OrderedDict)
LEAST = 64  # items for which there is room at least
LISTS = "lists"  # in what is told of values


class Column(NamedTuple):
    """Numbers, texts or arrays of one shape, one for each key. classes: those of the numbers, by their names."""

    classes: frozenset[str]
    texts: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()


class Items(NamedTuple):
    """The columns of keys or values; of tuples there are several."""

    columns: tuple[Column, ...]
    are_tuples: bool = False


class Lists(NamedTuple):
    """Values that are lists: the columns of all their items; None where there are none."""

    items: Items | None


class Table(NamedTuple):
    """The content of a dict or set. Nothing is known of its keys where there are none; a set has no
    values."""

    keys: Items | None
    values: Items | Lists | None


def table_of(container: Any) -> Table | str:
    """The content of a dict or set, or a list of lists, if it may be read as arrays; else why it may not."""
    if isinstance(container, list):
        rows = values_of(container) if container else None
        return Table(None, rows) if isinstance(rows, Lists) else "it holds no lists of numbers or tuples"
    if not container:
        return Table(None, None)
    keys = items_of(list(container))
    if keys is None or any(column.shape or keys.are_tuples and column.texts for column in keys.columns):
        return "its keys are not numbers, tuples of numbers of one length, or strings"
    values = values_of(list(container.values())) if isinstance(container, dict) else None
    if isinstance(container, dict) and values is None:
        return "its values are not numbers, tuples of numbers of one length, arrays of one shape, or lists of these"
    return Table(keys, values)


def values_of(values: list[Any]) -> Items | Lists | None:
    """The columns of these values, or of the items of these lists, each of which is there once; None if they have
    none."""
    if all(type(v) is list for v in values):
        rows = [item for held in values for item in held]
        items = items_of(rows) if rows else None
        apart = len({*map(id, values)}) == len(values)
        fit = items is not None and not any(column.texts or column.shape for column in items.columns)
        return Lists(items) if apart and (fit or not rows) else None
    found = items_of(values)
    return None if found is None or any(column.texts for column in found.columns) else found


def items_of(values: list[Any]) -> Items | None:
    """The columns of these values; None if they have none."""
    are_tuples = type(values[0]) is tuple
    if are_tuples and not all(type(v) is tuple and v and len(v) == len(values[0]) for v in values):
        return None
    columns = [column_of(part) for part in (zip(*values) if are_tuples else [values])]
    known = tuple([column for column in columns if column is not None])
    return Items(known, are_tuples) if len(known) == len(columns) else None


def column_of(values: Iterable[Any]) -> Column | None:
    """The column of these values; None if they are of other kinds."""
    values = list(values)
    classes = {*map(type, values)}
    if classes == {str}:
        return Column(frozenset(["str"]), tuple(values))
    if classes == {np.ndarray}:
        types = {(v.dtype, v.shape, v.flags.writeable) for v in values}
        dtype, shape, writeable = types.pop()
        alike = not types and bool(shape) and writeable and dtype.kind in "biufc"
        return Column(frozenset([dtype.name]), shape=shape) if alike else None
    known = all(
        cls in DTYPES or issubclass(cls, np.generic) and np.dtype(cls).kind in "biufc" for cls in classes
    )
    if not known or not all(fits(v) for v in values if type(v) is int):
        return None
    return Column(frozenset(map(name_of, classes)))


def name_of(cls: type) -> str:
    """The name of a class of numbers: "int" of Python's, "int64" of NumPy's."""
    return cls.__name__ if cls in DTYPES else np.dtype(cls).name


def capacity_for(count: int) -> int:
    """The number of items that there is room for."""
    capacity = LEAST
    while capacity < count:
        capacity *= 4
    return capacity


def fits_table(container: Any, capacity: int, keys: tuple[Any, ...], values: tuple[Any, ...] | None) -> bool:
    """Whether a program serves a dict or set that is for one with so much room, and these keys and values.
    Each is given by whether they are tuples, and for each column by its shape, and the names of the classes,
    or the texts, that may be there. Lists are given by LISTS, the room for their items, and these."""
    found = table_of(container)
    if isinstance(found, str) or capacity_for(len(container)) != capacity:
        return False
    if found.keys is None and not isinstance(container, list):
        return True
    count = item_count(container) if isinstance(found.values, Lists) else 0
    return fits_items(found.keys, keys) and fits_items(found.values, values, count)


def fits_items(found: Items | Lists | None, known: tuple[Any, ...] | None, count: int = 0) -> bool:
    """count: of the items of lists."""
    if isinstance(found, Lists):
        if known is None or known[0] != LISTS or capacity_for(count) != known[1]:
            return False
        return found.items is None or fits_items(found.items, known[2])
    if found is None or known is None or known[0] == LISTS:
        return found is known
    are_tuples, columns = known
    return (
        found.are_tuples is are_tuples
        and len(found.columns) == len(columns)
        and all(map(fits_column, found.columns, columns))
    )


def fits_column(column: Column, known: tuple[Any, ...]) -> bool:
    shape, are_texts, names = known
    held = {*(column.texts or column.classes)}
    return column.shape == shape and bool(column.texts) is are_texts and held <= {*names}


def rows_of_table(
    container: Any,
    capacity: int,
    part: str,
    index: int | None,
    dtype: str,
    shape: tuple[int, ...],
    texts: tuple[str, ...],
) -> np.ndarray:
    """A column with zeros behind it.

    Args:
        part: "keys", "values", or of values that are lists "numbers" and "items".
        index: the place in these, if they are tuples of which each part has a column.
        shape: that of an item of the column.
        texts: of which there are the numbers in the column.
    """
    held = list(container if part == "keys" else values_in(container))
    if part == "numbers":
        held = [number for number, items in enumerate(held) for _ in items]
    elif part == "items":
        held = [item for items in held for item in items]
    if index is not None:
        held = [v[index] for v in held]
    if texts:
        held = [texts.index(v) for v in held]
    rows = np.zeros((capacity, *shape), dtype)
    if held:
        rows[: len(held)] = held
    return rows


def values_in(container: dict[Any, Any] | list[Any]) -> list[Any]:
    return list(container.values()) if isinstance(container, dict) else container


def item_count(container: dict[Any, Any] | list[Any]) -> int:
    """The number of the items of all lists in a dict or list."""
    return sum(map(len, values_in(container)))


def is_own(container: dict[Any, Any] | list[Any], key: Any) -> bool:
    """Whether an array or list in a dict is held by nothing else, and no view of another."""
    return holders(container, key) == ONE_HOLDER and getattr(container[key], "base", None) is None


def holders(container: dict[Any, Any] | list[Any], key: Any) -> int:
    """The numbers of references to the items of a dict or list, with those that it takes to count them."""
    value = container[key]
    return sys.getrefcount(value)


ONE_HOLDER = holders({0: object()}, 0)
