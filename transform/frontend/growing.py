"""Lists whose length is computed: `out.append(x)` under a condition, in a loop, in a loop with computed bounds.

A list is read as a Python list, whose items are known one by one. Where such a list would have different lengths on two
paths, the function is read once more, with those of its lists that it changes in loops or branches as `Growing` ones:
numbers in an array of computed length (see extents.py). What `Growing` can't do is refused as before.
"""
from __future__ import annotations

import builtins
import functools
from typing import Any

import gast
import numpy as np

from ..build import TABLE
from ..dtypes import promote
from ..errors import CompileError
from ..program import Type
from .values import Array, Counted, Instance, is_number

CHANGES = ("append", "extend", "pop", "clear", "insert", "remove")


class Growing(list):
    """A list of numbers, as the front end reads it: the methods are read like those of a user's class.

    rows: the numbers; weak: are they Python's own? site: the expression that made the list.
    """
    rows: Any
    weak: bool
    site: Any

    def append(self, value):
        self.rows = np.concatenate((self.rows, as_row(self, value)))

    def extend(self, values):
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        if len(self.rows) == 0:
            raise IndexError("pop from empty list")
        value = self[index]
        if index == -1:
            self.rows = self.rows[:-1]
        elif index == 0:
            self.rows = self.rows[1:]
        else:
            if index < 0:
                index += len(self.rows)
            self.rows = np.concatenate((self.rows[:index], self.rows[index + 1:]))
        return value

    def clear(self):
        self.rows = self.rows[:0]

    def copy(self):
        return growing_like(self, self.rows)

    def reverse(self):
        self.rows = self.rows[::-1].copy()

    def sort(self):
        self.rows = np.sort(self.rows)

    def __len__(self):
        return len(self.rows)

    def __contains__(self, value):
        return np.any(self.rows == value)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return growing_like(self, self.rows[index])
        if index >= len(self.rows) or index < -len(self.rows):
            raise IndexError("list index out of range")
        return as_item(self, self.rows[index])

    def __setitem__(self, index, value):
        if index >= len(self.rows) or index < -len(self.rows):
            raise IndexError("list assignment index out of range")
        rows = self.rows.copy()
        rows[index] = as_row(self, value)[0]
        self.rows = rows


class NeedsType(Exception):
    """A list holds other numbers than it was thought to: read again, with this type."""

    def __init__(self, site: Any, type: Type):
        super().__init__(site)
        self.site, self.type = site, type


def is_growing(value: Any) -> bool:
    return isinstance(value, Instance) and value.cls is Growing


def make_growing(interp: Any, frame: Any, node: Any, items: list) -> Any:
    """The value of a list display that grows later; the items themselves where they are not numbers."""
    if not all(is_number(v) or isinstance(v, Array) and not v.ndim for v in items):
        return interp.trail.birth(items)
    site = frame.file, frame.name, node.lineno, node.col_offset
    found = interp.growing.get(site, Type(np.dtype(float), (), True))
    for v in items:
        fits(site, found, interp.growing, type_of(interp, v))
    from .calls import call_host
    rows = call_host(interp, np.array, [interp.trail.birth(list(items))], {"dtype": found.dtype})
    return interp.trail.birth(Instance(Growing, {"rows": rows, "weak": found.weak, "site": site}))


def type_of(interp: Any, value: Any) -> Type:
    sym = interp.sym(value)
    if sym.ndim:
        raise CompileError("a list of computed length holds numbers", "stack the arrays: np.concatenate")
    return Type(sym.dtype, (), sym.weak)


def fits(site: Any, found: Type, known: dict, given: Type) -> None:
    """Raises NeedsType where the numbers have another type than was thought."""
    if site not in known:
        raise NeedsType(site, given)
    if given == found:
        return
    joined = Type(promote((found.dtype, found.weak), (given.dtype, given.weak)), (), found.weak and given.weak)
    if joined.dtype not in (found.dtype, given.dtype) or "b" in (found.dtype.kind, given.dtype.kind) and \
            found.dtype != given.dtype or "i" in (found.dtype.kind, given.dtype.kind) and joined.dtype.kind != "i":
        raise CompileError("a list of computed length holds numbers of one type", "convert them: float(…)")
    if joined != found:
        raise NeedsType(site, joined)


def as_row(interp: Any, growing: Instance, value: Any) -> Any:
    """A number as an array of one."""
    site, rows = growing.attributes["site"], growing.attributes["rows"]
    found = Type(rows.dtype, (), growing.attributes["weak"])
    fits(site, found, interp.growing, type_of(interp, value))
    number = interp.builder.lift(interp.sym(value)).astype(rows.dtype)
    return interp.array(TABLE["broadcast"](number, shape=(1,), axes=()))


def as_item(interp: Any, growing: Instance, value: Any) -> Any:
    """A number of the list, Python's own if it came as one."""
    sym = interp.sym(value)
    return interp.wrap(TABLE["cast"](sym, dtype=sym.dtype, weak=True)) if growing.attributes["weak"] else value


def growing_like(interp: Any, growing: Instance, rows: Any) -> Any:
    return interp.trail.birth(Instance(Growing, {**growing.attributes, "rows": rows}))


def items_of(interp: Any, growing: Instance) -> Counted:
    """What a loop over the list runs over."""
    from .iterables import iterate
    rows = iterate(interp, interp.settled(growing.attributes["rows"]))
    return Counted(rows.length, lambda k: as_item(interp, growing, rows.item(k)))


def reduced(interp: Any, name: str, growing: Instance) -> Any:
    """max or min of the numbers."""
    from .calls import call_host
    result = call_host(interp, getattr(np, name), [growing.attributes["rows"]], {})
    return as_item(interp, growing, result)


def as_arrays(interp: Any, values: Any) -> Any:
    """The arguments of a NumPy function with arrays for lists of computed length."""
    change = lambda v: interp.settled(v.attributes["rows"]) if is_growing(v) else v
    return {k: change(v) for k, v in values.items()} if isinstance(values, dict) else [change(v) for v in values]


# -- which lists -------------------------------------------------------------------------------------------------------

@functools.lru_cache(1024)
def changing_names(function: Any) -> frozenset[str]:
    """The variables of a function whose lists are changed in a loop or a branch, or given to who may do so."""
    found = set()
    for outer in gast.walk(function):
        if isinstance(outer, (gast.For, gast.While, gast.If)):
            for node in gast.walk(outer):
                match node:
                    case gast.Call(func=gast.Attribute(value=gast.Name(id=name), attr=attr)) if attr in CHANGES:
                        found.add(name)
                    case gast.Call(func=gast.Name(id=called), args=args) if not hasattr(builtins, called):
                        found |= {a.id for a in args if isinstance(a, gast.Name)}
                    case gast.AugAssign(target=gast.Name(id=name), op=gast.Add()):
                        found.add(name)
    return frozenset(found)
