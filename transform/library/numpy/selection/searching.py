"""Binary search in sorted vectors: searchsorted, digitize, interp, isin."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_complex
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import arrays, constant_of, describe, element, full_like, promote_arrays, strong, window
from ...core.python_numbers import raise_if
from ...core.table import implements, prim
from ..shapes import ravel, reshape_to
from .at_indices import take


@implements(np.searchsorted, static=("side",))
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    x, values = (strong(y) for y in arrays(a, v))
    if x.ndim != 1:
        raise CompileError(f"searchsorted needs a sorted vector, not {describe(x)}", kind=ValueError)
    if side not in ("left", "right"):
        raise CompileError(f"side must be 'left' or 'right', not {side!r}", kind=ValueError)
    if sorter is not None:
        x = take(x, sorter)
    x, values = promote_arrays(x, values)
    return prim.searchsorted(x, values, side=side)


@implements(np.digitize, static=("right",))
def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    values, bins = (strong(v) for v in arrays(x, bins))
    if is_complex(values.dtype):
        raise CompileError("x may not be complex", kind=TypeError)
    side = "left" if right else "right"
    rising = lambda: searchsorted(bins, values, side)
    falling = lambda: (
        full_like(first := searchsorted(prim.flip(bins, axes=(0,)), values, side), bins.shape[0]) - first
    )
    known = constant_of(bins)
    if known is not None:
        steps = np.diff(known)
        if not ((steps >= 0).all() or (steps <= 0).all()):
            raise CompileError("bins must be monotonically increasing or decreasing", kind=ValueError)
        return rising() if (steps >= 0).all() else falling()
    size = bins.shape[0]
    if size < 2:
        return rising()
    down = prim.lt(element(bins, 0, size - 1), element(bins, 0, 0))
    before, after = window(bins, 0, 0, size - 1), window(bins, 0, 1, size)
    wrong = prim.select(broadcast_to(down, before.shape), prim.gt(after, before), prim.lt(after, before))
    raise_if(
        prim.reduce_any(wrong, axes=(0,)),
        ValueError,
        "bins must be monotonically increasing or decreasing",
        False,
    )
    up = rising()
    return prim.select(broadcast_to(down, up.shape), falling(), up)


@implements(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    given = [strong(v) for v in arrays(x, xp, fp, *(v for v in (left, right, period) if v is not None))]
    points, xs, ys = given[:3]
    ends = iter(given[3:])
    left, right, period = (next(ends) if v is not None else None for v in (left, right, period))
    real = canonical(np.float64)
    if is_complex(points.dtype) or is_complex(xs.dtype):
        raise CompileError("Cannot cast array data from complex128 to float64", "x.real", kind=TypeError)
    points, xs = convert(points, real), convert(xs, real)
    ys = convert(ys, canonical(np.complex128) if is_complex(ys.dtype) else real)
    if xs.ndim != 1 or xs.shape != ys.shape or not xs.size:
        raise CompileError(
            f"interp needs xp and fp of one length: {describe(xs)} and {describe(ys)}", kind=ValueError
        )
    if period is not None:
        points, xs, ys = _one_period(points, xs, ys, prim.abs(convert(period, real)))
        left = right = None
    return _interpolate(points, xs, ys, left, right)


def _one_period(x: Any, xs: Any, ys: Any, period: Any) -> tuple:
    """Points folded into one period, with one more at each end."""
    fold = lambda v: prim.remainder(v, broadcast_to(period, v.shape))
    x, xs = fold(x), fold(xs)
    order = prim.argsort(xs, axis=0)
    xs, ys = (prim.gather(v, order, axes=(0,)) for v in (xs, ys))
    n, shift = xs.shape[0], broadcast_to(period, (1,))
    join = lambda a, b, c: prim.concatenate(a, b, c, axis=0)
    return (
        x,
        join(window(xs, 0, n - 1, n) - shift, xs, window(xs, 0, 0, 1) + shift),
        join(window(ys, 0, n - 1, n), ys, window(ys, 0, 0, 1)),
    )


def _interpolate(x: Any, xs: Any, ys: Any, left: Any, right: Any) -> Any:
    n = xs.shape[0]
    first, last = element(ys, 0, 0), element(ys, 0, n - 1)
    everywhere = lambda v: broadcast_to(convert(v, ys.dtype), x.shape)
    at = lambda v, i: prim.gather(v, i, axes=(0,))
    if n > 1:
        j = prim.searchsorted(xs, x, side="right") - 1
        j = prim.minimum(prim.maximum(j, full_like(j, 0)), full_like(j, n - 2))
        gap = at(xs, j + 1) - at(xs, j)
        gap = prim.select(prim.eq(gap, full_like(gap, 0)), full_like(gap, 1), gap)
        slope = (at(ys, j + 1) - at(ys, j)) / convert(gap, ys.dtype)
        inside = slope * convert(x - at(xs, j), ys.dtype) + at(ys, j)
    else:
        inside = everywhere(first)
    end, start = (broadcast_to(element(xs, 0, k), x.shape) for k in (n - 1, 0))
    result = prim.select(prim.eq(x, end), everywhere(last), inside)
    result = prim.select(prim.gt(x, end), everywhere(last if right is None else right), result)
    result = prim.select(prim.lt(x, start), everywhere(first if left is None else left), result)
    return prim.select(prim.isnan(x), convert(x, ys.dtype), result)


@implements(np.isin, static=("assume_unique", "invert", "kind"), array=True)
def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> Any:
    x, tests = promote_arrays(*(strong(v) for v in arrays(element, test_elements)))
    tests = ravel(tests)
    if tests.size <= 16:
        shape = (*x.shape, tests.size)
        pairs = prim.eq(broadcast_to(reshape_to(x, (*x.shape, 1)), shape), broadcast_to(tests, shape))
        found = prim.reduce_any(pairs, axes=(x.ndim,))
    else:
        tests = prim.sort(tests, axis=0)
        j = prim.searchsorted(tests, x, side="left")
        j = prim.minimum(j, full_like(j, tests.size - 1))
        found = prim.eq(prim.gather(tests, j, axes=(0,)), x)
    return prim.not_(found) if invert else found
