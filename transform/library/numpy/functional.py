"""Higher-order functions of NumPy (np.apply_along_axis …), and evaluation of numpy.polynomial series."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import (
    arrays,
    as_array,
    describe,
    element,
    full_like,
    inexact_dtype,
    normalize_axis,
    promote_arrays,
    strong,
)
from ..core.table import implements
from .joining import stack
from .shapes import insert_axes, permute, reshape_to

UNROLLED = 256  # slices: apply_along_axis writes out one call for each

# -- functions of functions ----------------------------------------------------------------------------------


@implements(np.apply_along_axis, static=("axis",))
def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """One call for each slice."""
    x = strong(as_array(arr))
    axis = normalize_axis(axis, x.ndim, x)
    lead = [k for k in range(x.ndim) if k != axis]
    shape = [x.shape[k] for k in lead]
    count = int(np.prod(shape))
    if not count:
        raise CompileError("Cannot apply_along_axis when any iteration dimensions are 0", kind=ValueError)
    if count > UNROLLED:
        raise CompileError(
            f"apply_along_axis over {count} slices of {describe(x)}",
            "use a loop, vmap, or a function with axis=",
        )
    rows = reshape_to(permute(x, [*lead, axis]), (count, x.shape[axis]))
    found = [as_array(func1d(element(rows, 0, k), *args, **kwargs)) for k in range(count)]
    dtype = dtype_of_first(found[0])
    results = stack([v if v.dtype == dtype else convert(strong(v), dtype) for v in found])
    result = reshape_to(results, [*shape, *results.shape[1:]])
    inner = range(len(shape), result.ndim)
    return permute(result, [*range(axis), *inner, *range(axis, len(shape))])


def dtype_of_first(value: Any) -> np.dtype:
    """The dtype of a first result, to which NumPy converts the others."""
    members = value.members if isinstance(value, Sym) else None
    if members and len({m.dtype for m in members}) > 1:
        raise CompileError(
            f"the dtype of the first result depends on the path: {' or '.join(sorted(m.dtype.name for m in members))}",
            "let the function return one dtype on every path",
        )
    return value.dtype


@implements(np.apply_over_axes, static=("axes",))
def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Any:
    x = strong(as_array(a))
    for axis in np.atleast_1d(axes).tolist():
        axis = normalize_axis(axis, x.ndim, x)
        result = func(x, axis)
        if isinstance(result, (list, tuple)):
            raise CompileError(
                f"'{type(result).__name__}' object has no attribute 'ndim'", kind=AttributeError
            )
        if result.ndim not in (x.ndim, x.ndim - 1):
            raise CompileError(
                f"the function given to apply_over_axes returned {describe(result)} for {describe(x)}"
            )
        x = result if result.ndim == x.ndim else insert_axes(result, (axis,))
    return x


# -- series in polynomials: the coefficients along the first axis, lowest degree first -----------------------


def series(c: Any, x: Any, tensor: bool) -> tuple[list[Any], Any]:
    """The coefficients one by one, each in the shape of the result, and x likewise."""
    x, c = (strong(v) for v in promote_arrays(*arrays(x, c)))
    dtype = inexact_dtype(x.dtype)
    x, c = convert(x, dtype), convert(c, dtype)
    if not c.ndim:
        c = reshape_to(c, (1,))
    if tensor and x.ndim:
        c = reshape_to(c, (*c.shape, *(1,) * x.ndim))
    shape = np.broadcast_shapes(c.shape[1:], x.shape)
    return [broadcast_to(element(c, 0, k), shape) for k in range(c.shape[0])], broadcast_to(x, shape)


def horner(c: Sequence[Any], x: Any) -> Any:
    result = c[-1]
    for value in c[-2::-1]:
        result = value + result * x
    return result


def clenshaw_chebyshev(c: Sequence[Any], x: Any) -> Any:
    c = [*c, *(full_like(c[0], 0) for _ in range(2 - len(c)))]
    low, high = c[-2], c[-1]
    for value in c[-3::-1]:
        low, high = value - high, low + high * (2 * x)
    return low + high * x


def clenshaw_legendre(c: Sequence[Any], x: Any) -> Any:
    c = [*c, *(full_like(c[0], 0) for _ in range(2 - len(c)))]
    low, high, degree = c[-2], c[-1], len(c)
    for value in c[-3::-1]:
        degree -= 1
        low, high = value - high * ((degree - 1) / degree), low + high * x * ((2 * degree - 1) / degree)
    return low + high * x


def clenshaw_hermite(c: Sequence[Any], x: Any) -> Any:
    """H[k + 1] = 2 x H[k] - 2 k H[k - 1]"""
    c = [*c, *(full_like(c[0], 0) for _ in range(2 - len(c)))]
    low, high, degree = c[-2], c[-1], len(c)
    for value in c[-3::-1]:
        degree -= 1
        low, high = value - high * (2 * (degree - 1)), low + high * (2 * x)
    return low + high * (2 * x)


def clenshaw_hermite_e(c: Sequence[Any], x: Any) -> Any:
    """He[k + 1] = x He[k] - k He[k - 1]"""
    c = [*c, *(full_like(c[0], 0) for _ in range(2 - len(c)))]
    low, high, degree = c[-2], c[-1], len(c)
    for value in c[-3::-1]:
        degree -= 1
        low, high = value - high * (degree - 1), low + high * x
    return low + high * x


def clenshaw_laguerre(c: Sequence[Any], x: Any) -> Any:
    """(k + 1) L[k + 1] = (2 k + 1 - x) L[k] - k L[k - 1]"""
    c = [*c, *(full_like(c[0], 0) for _ in range(2 - len(c)))]
    low, high, degree = c[-2], c[-1], len(c)
    for value in c[-3::-1]:
        degree -= 1
        low, high = (
            value - high * ((degree - 1) / degree),
            low + high * ((2 * degree - 1) - x) / full_like(x, degree),
        )
    return low + high * (1 - x)


def _evaluate(host: Any, rule: Callable[..., Any]) -> None:
    def implementation(x: Any, c: Any, tensor: bool = True) -> Any:
        return rule(*series(c, x, tensor))

    implementation.__name__ = host.__name__
    implements(host, static=("tensor",))(implementation)


_evaluate(np.polynomial.polynomial.polyval, horner)
_evaluate(np.polynomial.chebyshev.chebval, clenshaw_chebyshev)
_evaluate(np.polynomial.legendre.legval, clenshaw_legendre)
_evaluate(np.polynomial.hermite.hermval, clenshaw_hermite)
_evaluate(np.polynomial.hermite_e.hermeval, clenshaw_hermite_e)
_evaluate(np.polynomial.laguerre.lagval, clenshaw_laguerre)
