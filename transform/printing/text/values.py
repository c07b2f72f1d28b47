"""Printed form of a value: an expression, and the difference between its array and the program's.

The program is strict; NumPy broadcasts and promotes by itself. So the expression of a value may give an array with
fewer axes, axes of size 1, or another dtype, as long as its consumers make up for it: `x[:, None]`, `2`, an int among
floats. `exact` makes it what the program says.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.dtypes import is_complex
from ...ir.program import Const, Type
from .constants import array_node, filled_array, literal
from .templates import tidy
from .trees import call, dtype_node, is_default, method, sizes, subscript

STRONG, PYTHONIC, EITHER = frozenset({False}), frozenset({True}), frozenset({False, True})


@dataclasses.dataclass(frozen=True)
class Value:
    """An expression for a value of the program.

    type      what the program says it is
    dtype     of the expression's array
    python    whether it is a Python number when the text runs: no, yes, or either
    shape     of the expression's array; its axis place[k] is axis k of the program's value, None: size 1 or absent
    number    the constant, if it is one number everywhere
    reduced   (axes, ndim) if the expression is a reduction that could keep its axes
    summed    how many numbers it adds up, if it is np.sum
    """

    node: ast.expr
    type: Type
    dtype: np.dtype
    python: frozenset[bool]
    shape: tuple[int, ...]
    place: tuple[int | None, ...]
    number: Any = None
    reduced: tuple[Any, ...] | None = None
    summed: int = 0

    def change(self, **changes: Any) -> "Value":
        return dataclasses.replace(self, **changes)


def exactly(
    node: ast.expr, type: Type, python: frozenset[bool] = STRONG, reduced: tuple[Any, ...] | None = None
) -> Value:
    """The value of an expression that gives just what the program says."""
    return Value(node, type, type.dtype, python, type.shape, tuple(range(type.ndim)), reduced=reduced)


def broadcast_node(node: ast.expr, out: Type, shape: tuple[int, ...], python: frozenset[bool]) -> Value:
    """The value of an expression whose axes NumPy aligns with the program's, some perhaps absent or of size 1."""
    lead = out.ndim - len(shape)
    place = tuple(k - lead if k >= lead else None for k in range(out.ndim))
    return Value(node, out, out.dtype, python, shape, place)


def broadcast_shape(shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """np.broadcast_shapes, also of computed lengths, which NumPy does not know."""
    columns = itertools.zip_longest(*(shape[::-1] for shape in shapes), fillvalue=1)
    return tuple(next((n for n in column if n != 1), 1) for column in columns)[::-1]


# -- constants -----------------------------------------------------------------------------------------------


def constant(c: Const) -> Value:
    """The value of a constant of the program."""
    array = np.asarray(c.value)
    flat = array.reshape(-1)
    if array.size and array.tobytes() == flat[:1].tobytes() * array.size:
        return everywhere(flat[0], c.type)
    return exactly(array_node(array), c.type)


def everywhere(number: Any, type: Type) -> Value:
    """One number in all places."""
    return Value(literal(number), type, type.dtype, PYTHONIC, (), (None,) * type.ndim, number=number)


# -- the array as the program has it -------------------------------------------------------------------------


def align_axes(v: Value) -> tuple[ast.expr, tuple[int, ...]]:
    """The expression whose axes NumPy aligns with the program's, and the shape it gives."""
    ndim, own = len(v.place), len(v.shape)
    if own <= ndim and all(p is None or p - own == k - ndim for k, p in enumerate(v.place)):
        return v.node, v.shape
    kept = keeping_axes(v)
    if kept is not v:
        return align_axes(kept)
    first = next((k for k, p in enumerate(v.place) if p is not None), ndim)
    return _indexed(v, first)


def keeping_axes(v: Value) -> Value:
    """The reduction with keepdims=True, if that puts its axes where they are wanted; else as it is."""
    if not v.reduced or not v.reduced[0] or not isinstance(v.node, ast.Call):
        return v
    axes, ndim = v.reduced
    others = [a for a in range(ndim) if a not in axes]
    place = tuple(None if p is None else others[p] for p in v.place)
    if len(place) != ndim or any(p is not None and p != k for k, p in enumerate(place)):
        return v
    shape = tuple(1 if a in axes else v.shape[others.index(a)] for a in range(ndim))
    node = ast.Call(v.node.func, v.node.args, [*v.node.keywords, ast.keyword("keepdims", ast.Constant(True))])
    return v.change(node=node, shape=shape, place=place, reduced=None)


def _indexed(v: Value, first: int) -> tuple[ast.expr, tuple[int, ...]]:
    """The expression with None inserted and axes of size 1 dropped, from axis `first` of the program's value on."""
    items: list[ast.expr] = []
    shape: list[int] = []
    done = 0
    for p in v.place[first:]:
        if p is None:
            items.append(ast.Constant(None))
            shape.append(1)
            continue
        items += [*[ast.Constant(0)] * (p - done), ast.Slice()]
        shape.append(v.shape[p])
        done = p + 1
    items += [ast.Constant(0)] * (len(v.shape) - done)
    while items and isinstance(items[-1], ast.Slice):
        items.pop()
    return (tidy(subscript(v.node, items)) if items else v.node), tuple(shape)


def in_full_shape(v: Value) -> ast.expr:
    """The expression in the program's shape; its dtype as it is."""
    if v.shape == v.type.shape and v.place == tuple(range(v.type.ndim)):
        return v.node
    kept = keeping_axes(v)
    if kept.shape == v.type.shape:
        return kept.node
    node, shape = _indexed(v, 0)
    if shape == v.type.shape:
        return node
    node, shape = align_axes(v)
    return call("np.broadcast_to", node, ast.Tuple([ast.Constant(n) for n in v.type.shape], ast.Load()))


def convert_dtype(node: ast.expr, given: np.dtype, dtype: np.dtype, scalar: bool) -> ast.expr:
    """The expression in another dtype."""
    if is_complex(given) and not is_complex(dtype) and dtype != bool:
        node = call("np.real", node)
    if not scalar:
        return method(node, "astype", dtype_node(dtype))
    return ast.Call(dtype_node(dtype), [node], [])


def exact(v: Value, like: str | None = None) -> ast.expr:
    """The expression that gives just what the program says; `like`: an array of that type, for zeros_like."""
    if v.number is not None:
        return _number(v) if not v.type.shape else filled_array(v.number.astype(v.type.dtype), v.type, like)
    strong = v.dtype == v.type.dtype and (True not in v.python or is_default(v.dtype) or v.type.weak)
    if v.type.shape and not v.shape:  # a scalar everywhere
        extra = (
            {}
            if strong and (True not in v.python or is_default(v.dtype))
            else {"dtype": dtype_node(v.type.dtype)}
        )
        return call("np.full", sizes(v.type.shape), v.node, **extra)
    if strong:
        return in_full_shape(v)
    v = v if v.shape == v.type.shape else keeping_axes(v)  # of the reduction, before it is converted
    if v.type.weak and not v.shape and True in v.python:  # what is taken for a Python number is one
        number = {"b": "bool", "i": "int", "f": "float"}.get(v.type.dtype.kind)
        if number and not is_complex(v.dtype):
            return in_full_shape(v.change(node=call(number, v.node), dtype=v.type.dtype))
    return in_full_shape(
        v.change(node=convert_dtype(v.node, v.dtype, v.type.dtype, not v.shape), dtype=v.type.dtype)
    )


def _number(v: Value) -> ast.expr:
    node = literal(v.number)
    return node if is_default(v.type.dtype) or v.type.weak else ast.Call(dtype_node(v.type.dtype), [node], [])


def union(values: Iterable[Value]) -> frozenset[bool]:
    return frozenset().union(*(v.python for v in values))
