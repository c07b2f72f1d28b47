"""Layouts of the items of lists represented by arrays: the structure of an item, and its reconstruction from
its numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import promote
from ...ir.program import Type
from ...ir.unions import Members
from ..state.values import SealedByValue
from .places import UNKNOWN


MANY = 32  # items that may be rows of an array though some are ints, and others floats


class Nesting(SealedByValue):
    """The tuples and lists that an item consists of, from outside in: () for a number or an array."""

    def __init__(self, *kinds: type):
        super().__init__(kinds)
        self.kinds = kinds

    def __str__(self) -> str:
        return "a list of " + "".join(f"{kind.__name__}s of " for kind in self.kinds) + "one type"

    @property
    def inner(self) -> "Nesting":
        return Nesting(*self.kinds[1:])

    def around(self, kind: type) -> "Nesting":
        return Nesting(kind, *self.kinds)


def is_weak(weak: Any) -> bool:
    """Whether items are numbers of Python's own."""
    return all(member.weak for member in weak) if isinstance(weak, frozenset) else weak is True


class Item(NamedTuple):
    """The layout of an item. weak: is it a number of Python's own? If some are ints, and others floats: the types."""

    dtype: np.dtype
    shape: tuple[int, ...] = ()
    weak: bool | Members = False
    nesting: Nesting = Nesting()

    @property
    def members(self) -> Members:
        return self.weak if isinstance(self.weak, frozenset) else frozenset([Type(self.dtype, (), self.weak)])

    def joined(self, other: "Item") -> "Item | None":
        """The layout that holds both; None if none preserves their kinds."""
        if self == other:
            return self
        kinds, weak = {self.dtype.kind, other.dtype.kind}, [is_weak(item.weak) for item in (self, other)]
        dtype = promote((self.dtype, weak[0]), (other.dtype, weak[1]))
        if (
            (self.shape, self.nesting) != (other.shape, other.nesting)
            or self.shape
            and self.dtype != other.dtype
        ):
            return None
        if kinds == {"i", "f"} and all(
            own or item.dtype.kind == "f" for own, item in zip(weak, (self, other))
        ):
            return Item(dtype, self.shape, self.members | other.members, self.nesting)  # as on two paths
        if any(own and item.dtype != dtype for own, item in zip(weak, (self, other))):
            return None  # a Python number that would be narrowed
        if dtype not in (self.dtype, other.dtype) or len(kinds) > 1 and kinds & {"b", "i"}:
            return None
        several = isinstance(self.weak, frozenset) or isinstance(other.weak, frozenset)
        return Item(dtype, self.shape, self.members | other.members if several else all(weak), self.nesting)


NUMBERS = Item(np.dtype(np.int64), (), True)  # ints of Python's


def is_mixed(found: Any) -> bool:
    """Whether some of the items are ints, and others floats."""
    return isinstance(found, Item) and isinstance(found.weak, frozenset)


def is_kept_apart(found: Any, items: Sequence[Any]) -> bool:
    """Whether each of the items is read by itself, since some are ints and others floats. (Where they are
    many, all are floats.)"""
    return is_mixed(found) and len(items) < MANY


class Parts(NamedTuple):
    """The layout of a tuple item with unlike parts: each of them has a list of its own (models/bounded/columns.py)."""

    parts: tuple["Item | Parts", ...]

    def joined(self, other: "Parts") -> "Parts | None":
        found = [join_item_types(a, b) for a, b in zip(self.parts, other.parts)]
        if len(self.parts) != len(other.parts) or None in found:
            return None
        return Parts(tuple([part for part in found if part is not None]))


class Ragged(NamedTuple):
    """The layout of lists whose lengths differ, or change: they lie in one pool (models/bounded/lists_of_lists.py).
    shared: where the list of lists is made whose pool that is; None for one of their own."""

    shared: Any = None


class Kind(SealedByValue):
    """The properties that objects of one heap share: their classes, each with the names of its parts; of
    lists, the indices. Only classes of the user's may be several."""

    def __init__(self, *members: tuple[type, tuple]):
        super().__init__(members)
        self.classes = tuple([cls for cls, _ in members])
        self.names = tuple(dict.fromkeys([name for _, names in members for name in names]))

    @property
    def called(self) -> str:
        return " or ".join(dict.fromkeys([cls.__name__ for cls in self.classes]))

    def names_of(self, cls: type) -> tuple:
        """The names of the parts that objects of a class may have."""
        return dict(self.value)[cls]

    def joined(self, other: "Kind") -> "Kind | None":
        """The kind of the objects of both; None if they can't lie in one heap."""
        if self == other:
            return self
        if {list, dict}.intersection(self.classes + other.classes):
            return None
        names: dict[type, dict] = {}
        for cls, own in (*self.value, *other.value):
            names.setdefault(cls, {}).update(dict.fromkeys(own))
        return Kind(*[(cls, tuple(own)) for cls, own in names.items()])

    def __repr__(self) -> str:  # the same in every process, as keys of sizes are (lists/capacity.py)
        return repr([(cls.__module__, cls.__qualname__, names) for cls, names in self.value])

    def __str__(self) -> str:
        return f"an object of class {self.called}"


class Records(NamedTuple):
    """The layout of objects of one kind, which may be written: they lie in a heap (models/bounded/records.py)."""

    kind: Kind

    def joined(self, other: "Records") -> "Records | None":
        kind = self.kind.joined(other.kind)
        return None if kind is None else Records(kind)


class Nullable(NamedTuple):
    """The layout of items some of which are None, or are not set; of the others it is the `layout`, as far as it is
    known."""

    layout: Any = UNKNOWN
    unset: bool = False

    def joined(self, other: Any) -> "Nullable | None":
        if isinstance(other, Nullable) and other.unset != self.unset:
            return None
        found = [v.layout if isinstance(v, Nullable) else v for v in (self, other)]
        known = [v for v in found if v is not UNKNOWN]
        layout = functools.reduce(join_item_types, known) if known else UNKNOWN
        return None if layout is None else Nullable(layout, self.unset)


class Texts(NamedTuple):
    """The layout of texts, some of which may be None: each is the number of its form, with the values in it."""

    forms: tuple[tuple[Any, ...], ...]

    def joined(self, other: "Texts") -> "Texts":
        return Texts(tuple(dict.fromkeys((*self.forms, *other.forms))))


def join_item_types(one: Any, other: Any) -> Any:
    """The type of what holds both; None if there is none."""
    if is_layout_of_list(one) and is_layout_of_list(other):
        shared = {found.shared for found in (one, other) if isinstance(found, Ragged)} - {None}
        if isinstance(one, Ragged) or isinstance(other, Ragged) or one.shape[0] != other.shape[0]:
            return Ragged(shared.pop() if len(shared) == 1 else None)
    if one is None or other is None:
        return None
    if isinstance(other, Nullable):
        one, other = other, one
    if {type(one), type(other)} == {Item, Parts}:  # tuples of like parts, and of unlike ones
        one, other = (as_parts(v) if isinstance(v, Item) else v for v in (one, other))
    return one.joined(other) if type(one) is type(other) or isinstance(one, Nullable) else None


def as_parts(found: Item) -> Item | Parts:
    """The layout of tuples of like parts, each part by itself; any other as it is."""
    if found.nesting.kinds[:1] != (tuple,):
        return found
    return Parts((found._replace(shape=found.shape[1:], nesting=found.nesting.inner),) * found.shape[0])


def is_layout_of_list(found: Any) -> bool:
    return isinstance(found, Ragged) or isinstance(found, Item) and found.nesting.kinds[:1] == (list,)
