"""Lists of objects from outside as arrays: one of each attribute, with a row for each object, filled at every call.

    [Agent(x=0.5, age=3), Agent(x=1.5, age=7)]      ⇒       x = [0.5, 1.5, 0, 0, …], age = [3, 7, 0, 0, …]

The objects may be dicts with the same texts as keys, or lists of one length that hold unlike things. There is room for
a power of two of objects, so that a program serves lists of several lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .kinds import fits, is_plain_class
from .number_lists import DTYPES, numbers_in

CONTAINERS = dict, list
LEAST = 8  # objects for which there is room at least


class Column(NamedTuple):
    """The values that the objects hold under a name. cls: a class of numbers, or of arrays of this dtype and
    shape; None for `texts`, in the order in which they come first, among which None may be. is_mixed: ints
    stand among the floats."""

    cls: type | None
    dtype: np.dtype | None = None
    shape: tuple[int, ...] = ()
    texts: tuple[str | None, ...] = ()
    is_mixed: bool = False

    @property
    def is_weak(self) -> bool:
        """Whether they are numbers of Python's own."""
        return self.cls in DTYPES

    def described(self, known: Sequence[str | None]) -> str:
        """The properties on which a program that knows these texts depends: a single one is taken for
        granted."""
        if self.cls is None:
            told = len(known) > 1 and {*self.texts} <= {*known}
            return "texts" if told else repr(sorted(self.texts, key=repr))
        if self.is_mixed:
            return "int or float"
        return self.cls.__name__ if self.dtype is None else f"{self.dtype.str}{list(self.shape)}"


def class_of_rows(lists: Sequence[list[Any]]) -> type | None:
    """The class of the objects."""
    return next((type(o) for items in lists for o in items), None)


def namespace_of(obj: Any) -> Any:
    """The container that holds the parts of an object, of a dict or of a list by their names, keys or
    indices."""
    return obj if type(obj) in CONTAINERS else obj.__dict__


def member_of(obj: Any, name: Any) -> Any:
    """The value that an object holds under a name, a dict under a key, a list at an index."""
    return namespace_of(obj)[name]


def names_of(obj: Any) -> tuple[Any, ...] | None:
    """The names of what an object of a user's class holds, the keys of a dict with texts as keys, or the indices of a
    list; None of any other."""
    if type(obj) is list:
        return tuple(range(len(obj)))
    if type(obj) is dict:
        return tuple(obj) if all(type(key) is str for key in obj) else None
    own = getattr(obj, "__dict__", None)
    return tuple(own) if is_plain_class(type(obj)) and type(own) is dict else None


def columns_of(objects: Sequence[Any]) -> dict[Any, Column] | str:
    """The columns of objects of one class that hold values of the same kinds; of any others, why they have none."""
    names = names_of(objects[0]) if objects else None
    if not names:
        return (
            "there are none"
            if not objects
            else f"a {type(objects[0]).__name__} has no attributes that can be rows of arrays"
        )
    cls = type(objects[0])
    if not all([type(o) is cls and names_of(o) == names for o in objects]):
        return "they have several classes, or different attributes"
    if cls is list and numbers_in([*objects]) is not None:
        return "they are one array"
    if len({id(o) for o in objects}) < len(objects):
        return "one of them occurs twice"
    found: dict[Any, Column] = {}
    for name in names:
        column = column_of([member_of(o, name) for o in objects])
        if column is None:
            return f"their attribute {name!r} is not a number of one type, an array of one shape, or a text"
        found[name] = column
    return found


def column_of(values: Sequence[Any]) -> Column | None:
    """The column of these values, if they are of one kind."""
    value, classes = values[0], {*map(type, values)}
    if classes <= {str, type(None)}:
        return Column(None, texts=tuple(dict.fromkeys(values)))
    is_mixed = classes == {int, float} and all(map(fits, values))
    if len(classes) > 1 and not is_mixed:
        return None
    cls = float if is_mixed else value.__class__
    if cls in DTYPES:
        return Column(cls, is_mixed=is_mixed) if cls is not int or all(map(fits, values)) else None
    if cls is np.ndarray and value.ndim or isinstance(value, np.generic):
        alike = all(v.dtype == value.dtype and v.shape == value.shape for v in values)
        alike = alike and (cls is not np.ndarray or all(v.flags.writeable for v in values))
        return Column(cls, value.dtype, value.shape) if alike and value.dtype.kind in "biufc" else None
    return None


def capacity_for(count: int) -> int:
    """The number of objects that there is room for."""
    return max(LEAST, 1 << max(count - 1, 0).bit_length())


def describe_rows(
    lists: Sequence[list[Any]], known: Sequence[tuple[str, tuple[str | None, ...]]] = ()
) -> str:
    """The properties of lists of objects on which a program depends: how many there is room for, and the
    columns. `known`: the texts that it knows, by names."""
    objects, tables = objects_in(lists), dict(known)
    columns = columns_of(objects)
    if isinstance(columns, str):
        return columns
    told = [f"{name}:{column.described(tables.get(name, ()))}" for name, column in columns.items()]
    return " ".join([str(capacity_for(len(objects))), *told])


def are_apart(value: Any, lists: Sequence[list[Any]]) -> bool:
    """Whether an object is none of those in the lists."""
    return not any(o is value for items in lists for o in items)


def objects_in(lists: Sequence[list[Any]]) -> list[Any]:
    """The objects of all lists, in order."""
    return [o for items in lists for o in items]


def rows_of_column(lists: Sequence[list[Any]], name: str, texts: tuple[str | None, ...] = ()) -> np.ndarray:
    """The values of a column, and zeros behind them; of `texts` their numbers."""
    values = [member_of(o, name) for o in objects_in(lists)]
    if texts:
        values = [texts.index(v) for v in values]
    is_mixed = {*map(type, values)} == {int, float}
    dtype = DTYPES.get(float if is_mixed else type(values[0])) or values[0].dtype
    rows = np.zeros((capacity_for(len(values)), *np.shape(values[0])), dtype)
    rows[: len(values)] = values
    return rows
