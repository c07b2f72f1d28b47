"""Tuples of computed length, and the result of `zip(*pairs)` for a list of computed length.

tuple(xs)           ⇒       a BoundedTuple around a copy of xs
a, b = zip(*pairs)  ⇒       a, b = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
"""

from __future__ import annotations

from typing import Any

from ....core.errors import CompileError
from ...bounded.extents import not_below
from ...interpreter import Interpreter, operation
from ...lists.growing import growing_of, is_growing
from ...lists.items import rows_of
from ...model_operations import called_in_models
from ...state.values import Instance, describe
from .columns import Columns
from ..model import Model, is_list_model

NONE_TO_UNPACK = "not enough values to unpack (expected {}, got 0)"


class BoundedTuple(Model):
    """entries: a list of computed length that nothing changes."""

    __recto_class__ = tuple
    content = "entries"

    def __len__(self):
        return len(self.entries)

    def __getitem__(self, index):
        found = self.entries[index]
        return tuple_around(found) if isinstance(index, slice) else found

    def __iter__(self):
        return iter(self.entries)

    def __reversed__(self):
        return reversed(self.entries)

    def __contains__(self, value):
        return value in self.entries

    def index(self, value):
        if value not in self.entries:
            raise ValueError("tuple.index(x): x not in tuple")
        return self.entries.index(value)

    def count(self, value):
        return self.entries.count(value)

    def __add__(self, other):
        return tuple_around(self.entries + list(other))

    def __radd__(self, other):
        both = list(other)
        both.extend(self.entries)
        return tuple(both)

    def __mul__(self, times):
        return tuple_around(self.entries * times)

    def __rmul__(self, times):
        return tuple_around(self.entries * times)

    def __eq__(self, other):
        return isinstance(other, tuple) and self.entries == list(other)

    def __lt__(self, other):
        return self.entries < list(other)

    def __le__(self, other):
        return self.entries <= list(other)

    def __gt__(self, other):
        return self.entries > list(other)

    def __ge__(self, other):
        return self.entries >= list(other)


class Transposed(Model):
    """parts: a tuple for each position of the items of a list; pairs: the list, of which there may be no item."""

    __recto_class__ = zip

    def __iter__(self):
        check_not_empty(self)
        return iter(self.parts)


@called_in_models
def tuple_around(interp: Interpreter, entries: Any) -> Any:
    """The tuple of the items of a new list."""
    if not is_growing(entries) and not is_list_model(entries):
        return tuple(interp.known_items(entries, "tuple(…)"))
    return interp.trail.allocate(Instance(BoundedTuple, {"entries": entries}))


@operation
def transposed(interp: Interpreter, pairs: Any) -> Any:
    """zip(*pairs), where the length of the list is computed."""
    if is_growing(pairs) and pairs.attributes["nesting"].kinds:
        weak, nesting, site = (pairs.attributes[name] for name in ("weak", "nesting", "site"))
        rows = rows_of(interp, pairs)
        width = (rows.data if isinstance(rows, Instance) else rows).shape[1]
        part = lambda k: interp.call_method(interp.get_item(rows, (slice(None), k)), "copy", [])
        columns = [growing_of(interp, part(k), weak, nesting.inner, site) for k in range(width)]
    elif isinstance(pairs, Instance) and pairs.cls is Columns:
        columns = [interp.call_method(column, "copy", []) for column in pairs.attributes["columns"]]
    else:
        raise CompileError(
            f"zip(*…) of {describe(pairs)} whose length is computed", "write a loop over its items"
        )
    parts = tuple([tuple_around(interp, column) for column in columns])
    return interp.trail.allocate(Instance(Transposed, {"parts": parts, "pairs": pairs}))


def is_transposed(value: Any) -> bool:
    return isinstance(value, Instance) and value.cls is Transposed


def unpack_transposed(interp: Interpreter, value: Instance, count: int) -> list:
    """The parts, for as many targets; of no items there are none, which is a ValueError."""
    empty = interp.compare("Eq", interp.length_of(value.attributes["pairs"]), 0)
    interp.fail_if(interp.sym(empty), ValueError, (NONE_TO_UNPACK.format(count),))
    return list(value.attributes["parts"])


@called_in_models
def check_not_empty(interp: Interpreter, value: Instance) -> None:
    if not not_below(interp, interp.length_of(value.attributes["pairs"]), 1):
        raise CompileError(
            "zip(*…) of a list that may be empty gives a number of tuples that depends on data",
            "unpack them: a, b = zip(*pairs)",
        )
