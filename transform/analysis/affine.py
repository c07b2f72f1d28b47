"""Affine forms: indices as linear combinations of loop indices, and the array windows that calls read and
write.

The bounds of a form over a loop nest, also a triangular one, follow from the bounds of its symbols,
innermost first (Banerjee's inequalities: Allen and Kennedy, "Optimizing Compilers for Modern Architectures",
2001, chapter 3).

>>> i, j = symbol("i"), symbol("j")
>>> least(minus(plus(i, constant(1)), j), (("i", constant(0), constant(9)), ("j", constant(0), minus(i, constant(1)))))
2
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from ..core.dtypes import settings
from ..ir.program import Atom, Call, Const, Program


class Affine(NamedTuple):
    """A sum of symbols with integer factors, and a constant."""

    terms: tuple[tuple[str, int], ...]
    const: int


Range = tuple[str, Affine | None, Affine | None]  # a symbol with its least and greatest value
Ranges = tuple[Range, ...]  # bounds are in terms of the symbols before
Env = dict[str, Affine]


def constant(n: int) -> Affine:
    return Affine((), n)


def symbol(name: str) -> Affine:
    return Affine(((name, 1),), 0)


def plus(a: Affine, b: Affine, factor: int = 1) -> Affine:
    total = dict(a.terms)
    for name, n in b.terms:
        total[name] = total.get(name, 0) + factor * n
    return Affine(tuple(sorted((name, n) for name, n in total.items() if n)), a.const + factor * b.const)


def minus(a: Affine, b: Affine) -> Affine:
    return plus(a, b, -1)


def times(a: Affine, n: int) -> Affine:
    return plus(constant(0), a, n)


def least(a: Affine, ranges: Ranges) -> int | None:
    """The least value over the ranges of the symbols; None if there is no bound."""
    for name, low, high in reversed(ranges):
        n = dict(a.terms).get(name, 0)
        if not n:
            continue
        end = low if n > 0 else high
        if end is None:
            return None
        a = plus(minus(a, times(symbol(name), n)), end, n)
    return None if a.terms else a.const


def translate_symbols(a: Affine | None, names: dict[str, str]) -> Affine | None:
    """The same form with other names; None if it has symbols without one."""
    if a is None or any(name not in names for name, _ in a.terms):
        return None
    return Affine(tuple(sorted((names[name], n) for name, n in a.terms)), a.const)


class Window(NamedTuple):
    """The positions that a call reads or writes: along each axis the first one and the one behind the last
    (None: anywhere), over the ranges of inner indices."""

    axes: tuple[tuple[Affine | None, Affine | None], ...]
    ranges: Ranges

    def narrowed(self, region: "Region", axes: Sequence[int]) -> "Window":
        """The part of a window that is in a region; `axes` are those of the array that the region's axes stand for."""
        ends = list(self.axes)
        for axis, lo, hi in region.axes:
            start = ends[axes[axis]][0]
            if start is not None and lo is not None and hi is not None:
                ends[axes[axis]] = plus(start, lo), plus(start, hi)
        return Window(tuple(ends), self.ranges)


class Region(NamedTuple):
    """The part of an array between lo and hi along some axes, and all of it along the others."""

    axes: tuple[tuple[int, Affine | None, Affine | None], ...]


def apart(a: Window, b: Window, outer: Ranges) -> bool:
    """Whether two windows share no cell, whatever the indices are."""
    ranges = (*outer, *a.ranges, *b.ranges)
    for ends, others in zip(a.axes, b.axes, strict=True):
        for first, end in ((ends[0], others[1]), (others[0], ends[1])):
            gap = least(minus(first, end), ranges) if first is not None and end is not None else None
            if gap is not None and gap >= 0 and is_distance(gap):
                return True
    return False


NEAR = 3  # x[0] and x[n - 1] are as far apart where a text is for all sizes, and n is 5 or more


def is_distance(gap: int) -> bool:
    """Whether a gap stays what it is if a text for all sizes is wanted. x[0] and x[n - 1] are one element
    where n is 1."""
    return not settings.any_size or gap < NEAR


# -- indices -------------------------------------------------------------------------------------------------------


def affine(atom: Atom, env: Env) -> Affine | None:
    if isinstance(atom, Const):
        return constant(int(atom.value)) if not atom.type.shape and atom.type.dtype.kind in "iu" else None
    return env.get(atom.name)


def follow(call: Call, env: Env) -> None:
    """Note the affine form of a call's result, if it has one."""
    out = call.outputs[0] if len(call.outputs) == 1 else None
    if out is None or out.type.shape or out.type.dtype.kind not in "iu":
        return
    xs = [x for o in call.operands if (x := affine(o, env)) is not None]
    if len(xs) < len(call.operands) or not xs:
        return
    match call.primitive.name:
        case "add":
            env[out.name] = plus(xs[0], xs[1])
        case "sub":
            env[out.name] = minus(xs[0], xs[1])
        case "neg":
            env[out.name] = times(xs[0], -1)
        case "cast" | "copy":
            env[out.name] = xs[0]
        case "mul" if not xs[0].terms or not xs[1].terms:
            env[out.name] = times(xs[0], xs[1].const) if not xs[1].terms else times(xs[1], xs[0].const)


def region_of(call: Call, env: Env) -> Region | None:
    """The region in which a call takes its first operand, if it takes the second elsewhere."""
    if call.primitive.name != "select_region":
        return None
    ends = [affine(o, env) for o in call.operands[2:]]
    return Region(tuple(zip(call.param("axes"), ends[::2], ends[1::2])))


def everything(var: Atom, ranges: Ranges) -> Window:
    return Window(tuple((constant(0), constant(n)) for n in var.type.shape), ranges)


def axes_left(call: Call) -> list[int]:
    """The axes of the array that a window of it has."""
    drop = dict(call.params).get("drop", ())
    return [a for a in range(len(call.operands[0].type.shape)) if a not in drop]


READ_OF = {"update_slice": "dynamic_slice", "put_slice": "slice_"}  # a write, and the read of the same window


def same_window(read: Call, write: Call) -> bool:
    """Whether a call reads, in the same words, the window that another one writes."""
    named = READ_OF.get(write.primitive.name) == read.primitive.name
    return named and read.operands[1:] == write.operands[2:] and read.params == write.params


def window_of(call: Call, env: Env, ranges: Ranges) -> Window | None:
    """The window that a call reads or writes of its first operand; None if it is no window."""
    params = dict(call.params)
    axes: list[tuple[Affine | None, int]]
    match call.primitive.name:
        case "slice_" | "put_slice":
            axes = [(constant(s), e - s) for s, e in zip(params["starts"], params["limits"])]
        case "dynamic_slice":
            axes = [(affine(o, env), n) for o, n in zip(call.operands[1:], params["sizes"])]
        case "update_slice":
            axes = [(affine(o, env), n) for o, n in zip(call.operands[2:], params["sizes"])]
        case _:
            return None
    whole = call.operands[0].type.shape
    starts = [(constant(0) if n == m else s, n) for (s, n), m in zip(axes, whole)]
    return Window(tuple((s, None if s is None else plus(s, constant(n))) for s, n in starts), ranges)


class Counter:
    """Names for the indices of inner loops."""

    def __init__(self, prefix: str):
        self.prefix, self.numbers = prefix, itertools.count()

    def inner(self, call: Call, env: Env, ranges: Ranges) -> tuple[list[Affine | None], Ranges]:
        """The index of a loop as a list of parameters' forms, and the ranges with it."""
        if call.primitive.name != "fori_loop":
            return [], ranges
        name = f"{self.prefix}{next(self.numbers)}"
        lo, hi = (affine(o, env) for o in call.operands[:2])
        one = constant(1)
        if call.param("step") > 0:
            bounds = lo, None if hi is None else minus(hi, one)
        else:
            bounds = None if hi is None else plus(hi, one), lo
        return [symbol(name)], (*ranges, (name, *bounds))


def enter_loop(program: Program, forms: Sequence[Affine | None]) -> Env:
    return {p.name: f for p, f in zip(program.parameters, forms) if f is not None}


def inner_programs(call: Call) -> list[tuple[Program, int]]:
    """The programs that a call runs on its operands, with the number of operands that come before theirs."""
    params = dict(call.params)
    match call.primitive.name:
        case "call":
            return [(params["program"], 0)]
        case "cond":
            return [(branch, 1) for branch in params["branches"]]
        case "fori_loop":
            return [(params["body"], 2)]
        case "while_loop":
            return [(params["test"], 0), (params["body"], 0)]
    return []
