"""Lists of objects from outside as arrays: one of each attribute, with a row for each object, filled at every call.

    [Agent(x=0.5, age=3), Agent(x=1.5, age=7)]      ⇒       x = [0.5, 1.5, 0, 0, …], age = [3, 7, 0, 0, …]

There is room for a power of two of objects, so that a program serves lists of several lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .kinds import fits, is_plain_class
from .number_lists import DTYPES

LEAST = 8  # objects for which there is room at least


class Column(NamedTuple):
    """What the objects hold under a name. cls: a class of numbers, or of arrays of this dtype and shape; None for
    `texts`, in the order in which they come first, among which None may be."""

    cls: type | None
    dtype: np.dtype | None = None
    shape: tuple[int, ...] = ()
    texts: tuple[str | None, ...] = ()

    @property
    def is_weak(self) -> bool:
        """Are they numbers of Python's own?"""
        return self.cls in DTYPES

    def described(self, known: Sequence[str | None]) -> str:
        """What a program depends on that knows these texts: a single one is taken for granted."""
        if self.cls is None:
            told = len(known) > 1 and {*self.texts} <= {*known}
            return "texts" if told else repr(sorted(self.texts, key=repr))
        return self.cls.__name__ if self.dtype is None else f"{self.dtype.str}{list(self.shape)}"


def class_of_rows(lists: Sequence[list]) -> type | None:
    """The class of the objects."""
    return next((type(o) for items in lists for o in items), None)


def held(obj: Any, name: str) -> Any:
    """What an object, or a dict, holds under a name."""
    return (obj if type(obj) is dict else obj.__dict__)[name]


def names_of(obj: Any) -> tuple[str, ...] | None:
    """The names of what an object of a user's class, or a dict with texts as keys, holds; None of any other."""
    if type(obj) is dict:
        return tuple(obj) if all(type(key) is str for key in obj) else None
    own = getattr(obj, "__dict__", None)
    return tuple(own) if is_plain_class(type(obj)) and type(own) is dict else None


def columns_of(objects: Sequence[Any]) -> dict[str, Column] | str:
    """The columns of objects of one class that hold values of the same kinds; of any others, why they have none."""
    names = names_of(objects[0]) if objects else None
    if not names:
        return (
            "there are none"
            if not objects
            else f"a {type(objects[0]).__name__} has no attributes to be read so"
        )
    cls = type(objects[0])
    own = tuple if cls is dict else lambda o: tuple(o.__dict__)
    if not all([type(o) is cls and own(o) == names for o in objects]):
        return "they are of several classes, or have other attributes"
    if len({id(o) for o in objects}) < len(objects):
        return "one of them is there twice"
    found: dict[str, Column] = {}
    for name in names:
        column = column_of([held(o, name) for o in objects])
        if column is None:
            return (
                f"what they hold as {name!r} are no numbers of one type, no arrays of one shape, and no texts"
            )
        found[name] = column
    return found


def column_of(values: Sequence[Any]) -> Column | None:
    """What these values are, if they are of one kind."""
    value, classes = values[0], {*map(type, values)}
    if classes <= {str, type(None)}:
        return Column(None, texts=tuple(dict.fromkeys(values)))
    if len(classes) > 1:
        return None
    (cls,) = classes
    if cls in DTYPES:
        return Column(cls) if cls is not int or all(map(fits, values)) else None
    if cls is np.ndarray and value.ndim or isinstance(value, np.generic):
        alike = all(v.dtype == value.dtype and v.shape == value.shape for v in values)
        alike = alike and (cls is not np.ndarray or all(v.flags.writeable for v in values))
        return Column(cls, value.dtype, value.shape) if alike and value.dtype.kind in "biufc" else None
    return None


def room_for(count: int) -> int:
    """The number of objects that there is room for."""
    return max(LEAST, 1 << max(count - 1, 0).bit_length())


def described(lists: Sequence[list], known: Sequence[tuple[str, tuple[str | None, ...]]] = ()) -> str:
    """What a program depends on of lists of objects: how many there is room for, and the columns. `known`: the texts
    that it knows, by names."""
    objects, tables = objects_in(lists), dict(known)
    columns = columns_of(objects)
    if isinstance(columns, str):
        return columns
    told = [f"{name}:{column.described(tables.get(name, ()))}" for name, column in columns.items()]
    return " ".join([str(room_for(len(objects))), *told])


def are_apart(value: Any, lists: Sequence[list]) -> bool:
    """Is an object none of those in the lists?"""
    return not any(o is value for items in lists for o in items)


def objects_in(lists: Sequence[list]) -> list:
    """The objects of all lists, in order."""
    return [o for items in lists for o in items]


def rows_of_column(lists: Sequence[list], name: str, texts: tuple[str | None, ...] = ()) -> np.ndarray:
    """The values of a column, and zeros behind them; of `texts` their numbers."""
    values = [held(o, name) for o in objects_in(lists)]
    if texts:
        values = [texts.index(v) for v in values]
    dtype = DTYPES.get(type(values[0])) or values[0].dtype
    rows = np.zeros((room_for(len(values)), *np.shape(values[0])), dtype)
    rows[: len(values)] = values
    return rows
