"""What a value of a program is in the printed text: an expression, and how its array differs from the program's.

The program is strict; NumPy broadcasts and promotes by itself. So the expression of a value may give an array with fewer
axes, axes of size 1, or another dtype, as long as its consumers make up for it: `x[:, None]`, `2`, an int among floats.
`exact` makes it what the program says.
"""
from __future__ import annotations

import ast
import dataclasses
import math
from typing import Any, Iterable, Sequence

import numpy as np

from ..dtypes import PYTHON, bfloat16, is_complex, kind
from ..literals import number_text
from ..program import Const, Type

STRONG, PYTHONIC, EITHER = frozenset({False}), frozenset({True}), frozenset({False, True})
LINE_LIMIT = 400            # characters: longer array constants are given by their bytes


@dataclasses.dataclass(frozen=True)
class Value:
    """An expression for a value of the program.

    type      what the program says it is
    dtype     of the expression's array
    python    whether it is a Python number when the text runs: no, yes, or either
    shape     of the expression's array; its axis place[k] is axis k of the program's value, None: size 1 or absent
    number    the constant, if it is one number everywhere
    reduced   (axes, ndim) if the expression is a reduction that could keep its axes
    """
    node: ast.expr
    type: Type
    dtype: np.dtype
    python: frozenset[bool]
    shape: tuple[int, ...]
    place: tuple[int | None, ...]
    number: Any = None
    reduced: tuple | None = None

    def change(self, **changes: Any) -> "Value":
        return dataclasses.replace(self, **changes)


def exactly(node: ast.expr, type: Type, python: frozenset[bool] = STRONG, reduced: tuple | None = None) -> Value:
    """The value of an expression that gives just what the program says."""
    return Value(node, type, type.dtype, python, type.shape, tuple(range(type.ndim)), reduced=reduced)


# -- pieces of trees ---------------------------------------------------------------------------------------------

def name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def parse(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def call(function: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """np.name(arguments…)"""
    return ast.Call(parse(function), list(arguments), [ast.keyword(k, v) for k, v in keywords.items()])


def subscript(node: ast.expr, items: Sequence[ast.expr]) -> ast.Subscript:
    index = items[0] if len(items) == 1 else ast.Tuple(list(items), ast.Load())
    return ast.Subscript(node, index, ast.Load())


def method(node: ast.expr, attribute: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(node, attribute, ast.Load()), list(arguments), [])


def names(node: ast.AST) -> set[str]:
    """The names that an expression reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def sizes(shape: Sequence[int]) -> ast.expr:
    """A shape as source: 3, (3, 4)."""
    return ast.Constant(shape[0]) if len(shape) == 1 else ast.Tuple([ast.Constant(n) for n in shape], ast.Load())


def dtype_node(dtype: np.dtype) -> ast.expr:
    if dtype == bfloat16:
        return parse("ml_dtypes.bfloat16")
    return name("bool") if dtype == bool else parse(f"np.{dtype.name}")


def is_default(dtype: np.dtype) -> bool:
    """Whether a Python number becomes this dtype."""
    return dtype in PYTHON.values()


# -- constants ---------------------------------------------------------------------------------------------------

def literal(number: Any, integral: bool = False) -> ast.expr:
    """A Python literal with this value; `integral`: 2 for 2.0."""
    dtype = number.dtype
    if kind(dtype) == "f" and abs(float(number)) in MULTIPLES:
        sign, node = np.signbit(number), parse(MULTIPLES[abs(float(number))])
        return ast.UnaryOp(ast.USub(), node) if sign else node
    if integral and kind(dtype) == "f" and float(number).is_integer() and abs(number) < 1000 and not is_negative_zero(number):
        return parse(str(int(number)))
    if kind(dtype) == "c" and number.real and np.isfinite(number) and not np.signbit(number.imag):
        whole = parse(f"{number_text(number.real)} + {number_text(number.imag)}j")
        return whole
    return parse(number_text(number, "np.") or "np.nan")


MULTIPLES = {math.pi: "np.pi", 2 * math.pi: "2 * np.pi", math.pi / 2: "np.pi / 2"}


def is_negative_zero(number: Any) -> bool:
    return not number and bool(np.signbit(number))


def constant(c: Const) -> Value:
    """The value of a constant of the program."""
    array = np.asarray(c.value)
    flat = array.reshape(-1)
    if array.size and array.tobytes() == flat[:1].tobytes() * array.size:
        return everywhere(flat[0], c.type)
    return exactly(_array_node(array), c.type)


def everywhere(number: Any, type: Type) -> Value:
    """One number in all places."""
    return Value(literal(number), type, type.dtype, PYTHONIC, (), (None,) * type.ndim, number=number)


def _array_node(array: np.ndarray) -> ast.expr:
    extra = {} if is_default(array.dtype) else {"dtype": dtype_node(array.dtype)}
    if not array.size:
        return call("np.zeros", sizes(array.shape), **({} if array.dtype == float else {"dtype": dtype_node(array.dtype)}))
    steps = np.diff(array) if array.ndim == 1 and array.dtype.kind in "iu" else ()
    if len(steps) > 1 and steps[0] > 0 and (steps == steps[0]).all():
        bounds = [int(array[0]), int(array[-1]) + 1, int(steps[0])]
        kept = bounds[1:2] if bounds[0] == 0 and bounds[2] == 1 else bounds if bounds[2] > 1 else bounds[:2]
        return call("np.arange", *map(ast.Constant, kept), **extra)
    texts = [number_text(x, "np.") or "np.nan" for x in array.reshape(-1)]
    text = _nested(texts, array.shape) if array.ndim else texts[0]
    if len(text) > LINE_LIMIT:
        return _bytes_node(array)
    return call("np.array", parse(text), **extra)


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    if not shape:
        return texts[0]
    step = len(texts) // shape[0]
    return "[" + ", ".join(_nested(texts[k * step:(k + 1) * step], shape[1:]) for k in range(shape[0])) + "]"


def _bytes_node(array: np.ndarray) -> ast.expr:
    data = ast.Constant(np.ascontiguousarray(array).tobytes().hex())
    read = call("np.frombuffer", call("bytes.fromhex", data), dtype_node(array.dtype))
    return method(read, "reshape", *map(ast.Constant, array.shape))


# -- the array as the program has it -----------------------------------------------------------------------------

def aligned(v: Value) -> tuple[ast.expr, tuple[int, ...]]:
    """The expression whose axes NumPy aligns with the program's, and the shape it gives."""
    ndim, own = len(v.place), len(v.shape)
    if own <= ndim and all(p is None or p - own == k - ndim for k, p in enumerate(v.place)):
        return v.node, v.shape
    kept = keeping_axes(v)
    if kept is not v:
        return aligned(kept)
    first = next((k for k, p in enumerate(v.place) if p is not None), ndim)
    return _indexed(v, first)


def keeping_axes(v: Value) -> Value:
    """The reduction with keepdims=True, if that puts its axes where they are wanted; else as it is."""
    if not v.reduced or not v.reduced[0]:
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
    items, shape, done = [], [], 0
    for p in v.place[first:]:
        if p is None:
            items.append(ast.Constant(None))
            shape.append(1)
            continue
        items += [ast.Constant(0)] * (p - done) + [ast.Slice()]
        shape.append(v.shape[p])
        done = p + 1
    items += [ast.Constant(0)] * (len(v.shape) - done)
    while items and isinstance(items[-1], ast.Slice):
        items.pop()
    return (subscript(v.node, items) if items else v.node), tuple(shape)


def whole(v: Value) -> ast.expr:
    """The expression in the program's shape; its dtype as it is."""
    if v.shape == v.type.shape and v.place == tuple(range(v.type.ndim)):
        return v.node
    kept = keeping_axes(v)
    if kept.shape == v.type.shape:
        return kept.node
    node, shape = _indexed(v, 0)
    if shape == v.type.shape:
        return node
    node, shape = aligned(v)
    return call("np.broadcast_to", node, sizes_tuple(v.type.shape))


def sizes_tuple(shape: Sequence[int]) -> ast.expr:
    return ast.Tuple([ast.Constant(n) for n in shape], ast.Load())


def converted(node: ast.expr, given: np.dtype, dtype: np.dtype, scalar: bool) -> ast.expr:
    """The expression in another dtype."""
    if is_complex(given) and not is_complex(dtype) and dtype != bool:
        node = call("np.real", node)
    if not scalar:
        return method(node, "astype", dtype_node(dtype))
    return ast.Call(dtype_node(dtype), [node], [])


def exact(v: Value, like: str | None = None) -> ast.expr:
    """The expression that gives just what the program says; `like`: an array of that type, for zeros_like."""
    if v.number is not None:
        return _number(v) if not v.type.shape else filled(v, like)
    strong = v.dtype == v.type.dtype and (True not in v.python or is_default(v.dtype) or v.type.weak)
    if v.type.shape and not v.shape:                                    # a scalar everywhere
        extra = {} if strong and (True not in v.python or is_default(v.dtype)) else {"dtype": dtype_node(v.type.dtype)}
        return call("np.full", sizes(v.type.shape), v.node, **extra)
    if strong:
        return whole(v)
    return whole(v.change(node=converted(v.node, v.dtype, v.type.dtype, not v.shape), dtype=v.type.dtype))


def _number(v: Value) -> ast.expr:
    node = literal(v.number)
    return node if is_default(v.type.dtype) else ast.Call(dtype_node(v.type.dtype), [node], [])


def filled(v: Value, like: str | None) -> ast.expr:
    """zeros, ones or full of a shape, or like another array."""
    number = v.number.astype(v.type.dtype)
    kinds = {0: "zeros", 1: "ones"}
    which = kinds.get(complex(number)) if np.isfinite(number) and not is_negative_zero(np.real(number)) else None
    value = [] if which else [literal(number)]
    if like:
        return call(f"np.{which or 'full'}_like", name(like), *value)
    given = np.dtype(float) if which else PYTHON[type(number.item())] if v.type.dtype != bfloat16 else None
    extra = {} if given == v.type.dtype else {"dtype": dtype_node(v.type.dtype)}
    return call(f"np.{which or 'full'}", sizes(v.type.shape), *value, **extra)


def union(values: Iterable[Value]) -> frozenset[bool]:
    return frozenset().union(*(v.python for v in values))
