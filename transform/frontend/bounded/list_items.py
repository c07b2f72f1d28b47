"""The items of a list of computed length: numbers, arrays of one shape, tuples of numbers, lists that don't change.

Each is a row of an array; `Item` says what to make of a row. Arrays stay what they are: a list and the arrays that
were put into it may be the same memory, so that a write to one makes the other unreadable (see state/aliases.py).
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import promote
from ...ir.builder import TABLE, Sym
from ..state.aliases import consistent, may_be
from ..state.values import Array, Instance, Sealed, is_number
from .extents import Sliced


UNKNOWN = object()          # the type of items that have not been seen yet


class NeedsType(Exception):
    """A list holds other items than it was thought to: read again, with this type.

    place: None for every list that is changed in loops and branches; keys: it holds keys that are data, which no
    unrolled loop knows.
    """

    def __init__(self, place: Any, type: Any, keys: bool = False):
        super().__init__(place)
        self.place, self.type, self.keys = place, type, keys


def ask_for(interp: Any, place: Any, made: bool = False) -> None:
    """Read again with a computed length for the list made here (by a comprehension, or to be an item: `made`), unless
    that has been tried."""
    lists = interp.growing
    tried = lists is not None and (place in lists.types or lists.every and not made)
    if not tried and not interp.unrolls:
        raise NeedsType(place, UNKNOWN)


def ask_for_computed_keys(interp: Any, place: Any, key: Any, many: bool = False) -> None:
    """Read again with a set or dict of computed keys made here, if this key is data, or there are many that are; unless
    that has been tried. (What depends on loop indices and arguments alone is known where loops are unrolled.)"""
    found = key_type(interp, key) if many or isinstance(key, Sym) else None
    tried = interp.growing is not None and place in interp.growing.types
    if found is not None and place is not None and not tried and not interp.unrolls:
        raise NeedsType(place, found, keys=True)


def key_type(interp: Any, key: Any) -> "Item | None":
    """What a key, or each of several in an array or a list of computed length, is made of; None, if it is known."""
    if isinstance(key, Sym):
        return Item(key.dtype, (), key.weak) if not key.is_const and not key.origins else None
    if isinstance(key, Array) and key.ndim == 1:
        return Item(key.dtype)
    if isinstance(key, Instance) and isinstance(key.attributes.get("site"), Sealed) and is_simple(key):
        return Item(interp.settled(key.attributes["rows"]).dtype, (), key.attributes["weak"] is True)
    return None


class Item(NamedTuple):
    """What an item is: a number or an array (`kind` None), a tuple or a list of numbers; `weak`: Python's own."""
    dtype: np.dtype
    shape: tuple[int, ...] = ()
    weak: bool = False
    kind: type | None = None

    def joined(self, other: "Item") -> "Item | None":
        """What holds both; None where there is nothing that leaves them what they are."""
        if self == other:
            return self
        kinds = {self.dtype.kind, other.dtype.kind}
        dtype = promote((self.dtype, self.weak), (other.dtype, other.weak))
        if self[1:2] + self[3:] != other[1:2] + other[3:] or self.shape and self.dtype != other.dtype:
            return None
        if any(item.weak and item.dtype != dtype for item in (self, other)):
            return None             # a Python number that would be narrowed
        if dtype not in (self.dtype, other.dtype) or len(kinds) > 1 and kinds & {"b", "i"}:
            return None
        return Item(dtype, self.shape, self.weak and other.weak, self.kind)


def item_type(interp: Any, value: Any) -> Item | None:
    """The type of an item; None where it is none that a row can be."""
    value = interp.read(value)
    if is_number(value) or isinstance(value, Array):
        sym = interp.sym(value)
        return Item(sym.dtype, sym.shape, sym.weak)
    if isinstance(value, Instance) and isinstance(value.attributes.get("site"), Sealed):
        rows = interp.settled(value.attributes["rows"])
        weak = value.attributes["weak"] is True
        return Item(rows.dtype, rows.shape, weak, list) if isinstance(rows, Array) and is_simple(value) else None
    if type(value) is tuple and value and all(map(is_number, value)):
        types = [item_type(interp, v) for v in value]
        same = all(t == types[0] for t in types)
        return types[0]._replace(shape=(len(value),), kind=tuple) if same else None
    if type(value) is list and id(value) in interp.displays:
        ask_for(interp, interp.displays[id(value)], made=True)
    return None


def is_simple(growing: Instance) -> bool:
    """Is it a list of numbers?"""
    return growing.attributes["kind"] is None and growing.attributes["rows"].ndim == 1


def row_of(interp: Any, value: Any, dtype: np.dtype) -> Sym:
    """An item as a row."""
    value = interp.settled(value)
    if isinstance(value, tuple):
        parts = [TABLE["reshape"](row_of(interp, v, dtype), shape=(1,)) for v in value]
        return TABLE["concatenate"](*parts, axis=0) if len(parts) > 1 else parts[0]
    if isinstance(value, Instance):
        interp.trail.write(value, "sealed", True)
        value = value.attributes["rows"]
    sym = interp.builder.lift(interp.sym(value))
    return sym.astype(dtype) if sym.dtype != dtype or sym.weak else sym


def remember(interp: Any, rows: Any, *others: Any) -> None:
    """New rows hold arrays that others are too."""
    new = (rows.data if isinstance(rows, Sliced) else rows).root
    others = [o.data if isinstance(o, Sliced) else o for o in map(interp.settled, others)]
    roots = [r for o in others if isinstance(o, Array) for r in (o.root, *o.root.shadows)]
    if new.ndim > 1 and all(r is not new for r in roots):
        new.shadows, new.which = tuple({id(r): r for r in (*new.shadows, *roots)}.values()), None
        consistent(interp.trail, [new])


def from_row(interp: Any, growing: Instance, row: Any) -> Any:
    """The item that a row stands for."""
    kind, weak = growing.attributes["kind"], growing.attributes["weak"] is True
    own = lambda sym: interp.wrap(TABLE["cast"](sym, dtype=sym.dtype, weak=True)) if weak else interp.wrap(sym)
    if not isinstance(row, Array) or not row.ndim:
        return own(interp.sym(row)) if weak else row
    if kind is tuple:
        return tuple(own(interp.sym(interp.get_item(row, k))) for k in range(row.shape[0]))
    item = interp.array(interp.content(row))
    if kind is list:
        attributes = {**growing.attributes, "rows": item, "kind": None, "sealed": True}
        return interp.trail.birth(Instance(growing.cls, attributes))
    remember_item(interp, item, row)
    return item


def remember_item(interp: Any, item: Array, row: Array) -> None:
    """An array that is read from a list is one of the list's."""
    may_be(interp.trail, item, row)
