"""Union types: scalars whose type depends on the path that was taken.

    best = -1                           # a Python int
    for p in image:                     # p: uint8
        if p > best:
            best = p
    return best                         # int | uint8

The value is *carried* in a dtype that holds it on every path, so it is never narrowed: comparing it, storing it and
returning it are right whatever its type. An operation is done where NumPy computes the same for all members of the
union, and refused where it does not: `best + 1` is 256 for the int 255, and 0 for the uint8.

>>> u8, minus_one = Side.of(Type(np.dtype("u1"))), Side.of(Type(np.dtype("i8"), (), True), -1)
>>> joined = join_sides(minus_one, u8)
>>> str(joined.type), sorted(map(str, joined.members))
('i64[]', ['i64[]', 'u8[]'])
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ..core.dtypes import PYTHON, canonical, kind, promote
from .builder import TABLE, Sym, variable
from .program import Type

Members = frozenset[Type]


@dataclasses.dataclass(frozen=True)
class Side:
    """The value on one path: the type it is carried in, the types that it may have, the value itself if it is
    known."""

    type: Type
    members: Members
    value: Any = None

    @staticmethod
    def of(type: Type, value: Any = None) -> "Side":
        return Side(type, frozenset([type.update(shape=())]), value)

    @property
    def told_apart(self) -> Members:
        return told_apart(self.members, self.type.dtype)

    def needs(self, dtype: np.dtype) -> np.dtype:
        """The dtype that holds this side's value: the given one, if the value is known and fits."""
        fits = self.type.weak and self.value is not None and holds(dtype, self.value)
        return dtype if fits else self.type.dtype


def holds(dtype: np.dtype, value: Any) -> bool:
    """Whether a Python number is one of a dtype's values."""
    if kind(dtype) in "iu" and isinstance(value, int):
        limits = np.iinfo(dtype)
        return limits.min <= value <= limits.max
    if kind(dtype) in "fc" and isinstance(value, (int, float, complex)):
        try:
            with np.errstate(all="ignore"):
                back = np.asarray(value).astype(dtype).item()
        except (OverflowError, TypeError):
            return False
        return bool(back == value) or value != value
    return kind(dtype) == "b" and isinstance(value, bool)


def join_sides(a: Side, b: Side) -> Side | None:
    """The type that holds the values of both paths; None if no dtype does (uint64 beside a negative int)."""
    members = a.members | b.members
    widest = canonical(promote(*sorted(((m.dtype, m.weak) for m in members), key=str)))
    if all(m.weak for m in members):
        return Side(Type(widest, (), True), members)
    needs = [s.needs(widest) for s in (a, b)]
    carried = canonical(np.result_type(widest, *needs))
    if (
        any(kind(n) in "iu" and not np.can_cast(n, carried) for n in needs)
        or kind(carried) == "f"
        and all(kind(m.dtype) in "biu" for m in members)
    ):
        return None
    return Side(Type(carried), members)


def told_apart(members: Members, carried: np.dtype) -> Members:
    """The types that operations tell apart: an int beside a float is a float (docs/language.md), and so is a Python
    number beside a floating dtype that holds it."""
    if all(m.weak for m in members):
        return frozenset([Type(carried, (), True)])
    if kind(carried) not in "fc":
        return members
    narrow = frozenset(m for m in members if not m.weak and m.dtype not in (carried, canonical(np.int64)))
    if not narrow:
        return frozenset([Type(carried)])
    wide = {Type(carried, (), m.weak) for m in members if m.weak or m.dtype == carried}
    return narrow | wide


def several(side: Side) -> Members | None:
    """The members, if there are several."""
    return side.members if len(side.members) > 1 else None


def number_type(value: Any) -> Type:
    if isinstance(value, Sym):
        return value.type
    if type(value) in PYTHON:
        return Type(canonical(PYTHON[type(value)]), (), True)
    return Type(np.asarray(value).dtype)


def side_of(value: Any) -> Side:
    """A number as one side of a join."""
    if isinstance(value, Sym):
        known = value.value.item() if value.is_const and value.weak else None
        return Side(value.type, value.members or frozenset([value.type]), known)
    return Side.of(number_type(value), value if type(value) in PYTHON else None)


def decide_member(value: Any) -> Any:
    """A scalar of a union type as one of the members that have its dtype: NumPy's, or else Python's."""
    if type(value) is not Sym or value.union is None:
        return value
    python = TABLE["cast"](value, dtype=value.dtype, weak=True)
    if value.facts is not None:
        value.builder.site.facts[python.atom.name] = value.facts
    strong = any(not m.weak and m.dtype == value.dtype for m in value.union)
    return TABLE["cast"](python, dtype=value.dtype) if strong else python


def as_number(sym: Sym) -> Sym:
    """The carried value as a Python number, whose conversions are checked."""
    return sym if sym.union is None else TABLE["cast"](sym, dtype=sym.dtype, weak=True)


def python_bool(truth: Any) -> Any:
    """A truth value as Python's bool: a sum of two of them is an int."""
    numpys = isinstance(truth, Sym) and not truth.weak and truth.dtype == bool
    return TABLE["cast"](truth, dtype=np.dtype(bool), weak=True) if numpys else truth


def with_members(value: Any, members: Members | None) -> Any:
    """A scalar that has one of several types, if there are several."""
    if isinstance(value, Sym) and not value.is_const and members is not None and len(members) > 1:
        name = variable(value).name
        value.builder.site.members[name] = members
        apart = told_apart(members, value.dtype)
        if len(apart) > 1:
            value.builder.site.unions[name] = apart
    return value
