"""Functions of NumPy whose answer docs/language.md leaves open: sums in another order, products that are rounded before
they are added, zeros that have another sign, sorts that are stable. Each is put in place of NumPy's in a run of Python.
"""
from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .comparing import difference
from .execution import Outcome, replayed

SUMS = ("sum", "mean", "std", "var")
PRODUCTS = ("convolve", "correlate", "dot", "matmul", "inner", "vdot", "tensordot")
SORTS = ("argsort", "partition", "argpartition")


class Calls(ast.NodeTransformer):
    """The function of each call of these names goes through `_other`."""

    def __init__(self, names: tuple[str, ...]):
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in self.names:
            node.func = ast.Call(ast.Name("_other", ast.Load()), [node.func], [])
        return node


def run(source: str, call: str, names: tuple[str, ...], other: Callable[[Any], Any]) -> Outcome | None:
    """What a call does with other functions in place of those of these names."""
    tree = ast.fix_missing_locations(Calls(names).visit(ast.parse(source)))
    return replayed("hunt_alternative", ast.unparse(tree), call, 40_000, _other=other)


class ComplexProducts(ast.NodeTransformer):
    """Each product goes through `_other`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mult):
            return node
        return ast.copy_location(ast.Call(ast.Name("_other", ast.Load()), [node.left, node.right], []), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not (isinstance(node.op, ast.Mult) and isinstance(node.target, (ast.Name, ast.Subscript))):
            return node
        loaded = ast.parse(ast.unparse(node.target), mode="eval").body
        operands = [loaded, node.value, ast.Constant(True)]
        value = ast.Call(ast.Name("_other", ast.Load()), operands, [])
        return ast.copy_location(ast.Assign([node.target], value), node)


def in_parts(x: Any, y: Any, in_place: bool = False, wide: bool = False) -> Any:
    """x * y of complex arrays with each product of parts rounded; or, `wide`, one of each two rounded behind the sum.
    (NumPy has both: numbers and long arrays are multiplied by other instructions.)"""
    arrays = isinstance(x, (np.ndarray, np.generic)) or isinstance(y, (np.ndarray, np.generic))
    product = x * y
    if not arrays or np.asarray(product).dtype.kind != "c":
        if in_place and isinstance(x, np.ndarray):
            x *= y
            return x
        return product
    a, b = (np.asarray(v).astype(product.dtype) for v in (x, y))
    out = np.empty(np.shape(product), product.dtype)
    real = a.real.astype(np.longdouble) if wide else a.real
    ac, bd, ad, bc = real * b.real, a.imag * b.imag, real * b.imag, a.imag * b.real
    out.real, out.imag = ac - bd, ad + bc
    if in_place and isinstance(x, np.ndarray):
        x[...] = out
        return x
    return out if isinstance(product, np.ndarray) else out[()]


def complex_products(source: str, call: str) -> list[Outcome]:
    """What a call does with complex products rounded in either way."""
    text = ast.unparse(ast.fix_missing_locations(ComplexProducts().visit(ast.parse(source))))
    runs = [replayed("hunt_alternative", text, call, 40_000, _other=functools.partial(in_parts, wide=wide))
            for wide in (False, True)]
    return [found for found in runs if found is not None]


def depends_on_order(source: str, call: str, want: Outcome) -> bool:
    """Does Python's own answer change when sums are taken in another order?"""
    runs = [run(source, call, SUMS, functools.partial(turned, move)) for move in ORDERS]
    return any(found is not None and bool(difference(found, want)) for found in runs)


ORDERS = (np.flip, lambda x, axis: np.roll(x, 1, axis))


def turned(move: Callable[[Any, Any], np.ndarray], function: Any) -> Any:
    """np.sum, x.sum …: the same on an array whose elements come in another order."""
    array, name = getattr(function, "__self__", None), function.__name__
    if isinstance(array, np.ndarray):
        return lambda axis=None, *args, **kwargs: getattr(move(array, axis), name)(axis, *args, **kwargs)
    if getattr(np, name, None) is function:
        return lambda x, axis=None, *args, **kwargs: function(move(x, axis), axis, *args, **kwargs)
    return function


def as_left_open(source: str, call: str, got: Outcome) -> str:
    """The name of what is left open, if Python with the other function does what was seen."""
    for name, (names, other) in LEFT_OPEN.items():
        found = run(source, call, names, other)
        if found is not None and not difference(got, found):
            return name
    rounded = any(not difference(got, found) for found in complex_products(source, call))
    return "a product is rounded before it is added" if rounded else ""


def as_function(function: Any) -> Callable[..., Any] | None:
    """A method of an array as the function of NumPy; None if it is neither."""
    array, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(array, (np.ndarray, np.generic)):
        return functools.partial(getattr(np, name), array)
    return function if getattr(np, name, None) is function else None


def negative_zeros(function: Any) -> Any:
    """A sum of zeros that are all negative is negative."""
    bound = as_function(function)
    if bound is None:
        return function
    whole = getattr(bound, "func", bound)

    def summed(x: Any, axis: Any = None, *args: Any, **kwargs: Any) -> Any:
        total = whole(x, axis, *args, **kwargs)
        negative = np.all((np.asarray(x) == 0) & np.signbit(np.real(x)), axis, keepdims=kwargs.get("keepdims", False))
        return np.where(negative & (total == 0), -total, total)[()] if negative.size else total
    return functools.partial(summed, *getattr(bound, "args", ()))


def rounded_products(function: Any) -> Any:
    """Each product of float64 is rounded before it is added: a product of Python's numbers."""
    bound = as_function(function)
    if bound is None:
        return function
    whole = getattr(bound, "func", bound)

    def computed(*args: Any, **kwargs: Any) -> Any:
        right = np.asarray(whole(*args, **kwargs))
        if right.dtype not in (np.float64, np.complex128):
            return right[()]
        boxed = [a.astype(object) if isinstance(a, (np.ndarray, np.generic)) else a for a in args]
        return np.asarray(whole(*boxed, **kwargs)).astype(right.dtype)[()]
    return functools.partial(computed, *getattr(bound, "args", ()))


def stable(function: Any) -> Any:
    """Sorts that leave equal items in their order; a partition is a whole sort. (NumPy's runs first, and may raise.)"""
    name, array = getattr(function, "__name__", ""), getattr(function, "__self__", None)
    if isinstance(array, np.ndarray) and name == "partition":
        return lambda kth, axis=-1, **kwargs: (function(kth, axis, **kwargs), array.sort(axis))[1]
    bound = as_function(function)
    if bound is None:
        return function

    def sorted_(x: Any, *args: Any, **kwargs: Any) -> Any:
        function(*(args if isinstance(array, np.ndarray) else (x, *args)), **kwargs)
        axis = kwargs.get("axis", args[0] if name == "argsort" and args else args[1] if len(args) > 1 else -1)
        return np.sort(x, axis) if name == "partition" else np.argsort(x, axis, kind="stable")
    return functools.partial(sorted_, *getattr(bound, "args", ()))


LEFT_OPEN = {"the sign of a sum of zeros": (SUMS, negative_zeros),
             "a product is rounded before it is added": (PRODUCTS, rounded_products),
             "the order of equal items": (SORTS, stable)}
