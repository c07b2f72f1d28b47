"""Statistics of bounded arrays: means, deviations, norms, medians, quantiles, and those that skip NaN."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import canonical, highest, is_complex, is_inexact, is_integer, lowest
from ...core.errors import CompileError
from ...ir.builder import Sym
from .. import sized_functions
from ..interpreter import Interpreter
from .elementwise import stack_list
from .extents import BoundedArray, count, equal, larger, mask_outside, minus, shape_of, to_front, unsupported
from .functions import (
    RULES,
    arithmetic,
    axes_of,
    axis_of,
    number_of,
    reduction_result,
    reduction,
    refuse_empty,
    rule,
    run,
)
from .slicing import sliced_item


@rule(np.average)
def average(interp: Interpreter, a: Any, axis: Any = None, weights: Any = None, keepdims: Any = False) -> Any:
    if weights is None:
        return run(interp, np.mean, a, axis=axis, keepdims=keepdims)
    a, weights = stack_list(interp, a), along(interp, stack_list(interp, weights), axis, len(shape_of(a)), a)
    total, weight = (
        run(interp, np.sum, v, axis=axis, keepdims=keepdims)
        for v in (arithmetic(interp, "Mult", a, weights), weights)
    )
    nothing = interp.compare("Eq", weight, 0)
    interp.fail_if(
        interp.sym(run(interp, np.any, nothing)),
        ZeroDivisionError,
        ("Weights sum to zero, can't be normalized",),
    )
    return arithmetic(interp, "Div", total, run(interp, np.where, nothing, 1, weight))


def along(interp: Interpreter, weights: Any, axis: Any, rank: int, a: Any) -> Any:
    """Weights for the elements along an axis, as they stand in an array of some rank."""
    if len(shape_of(weights)) == rank:
        return weights
    if axis is None or isinstance(axis, tuple) or len(shape_of(weights)) != 1:
        raise CompileError("TypeError: Axis must be specified when shapes of a and weights differ.")
    column = interp.get_item(weights, (slice(None), *[None] * (rank - 1 - axis_of(interp, axis, rank))))
    return arithmetic(interp, "Mult", column, run(interp, np.ones_like, a, dtype=column.dtype))


@rule(np.mean)
def mean(
    interp: Interpreter, a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, where: Any = None
) -> Any:
    if where is not None:
        ones = run(interp, np.where, where, run(interp, np.ones_like, a), 0)
        total, n = (
            run(interp, np.sum, run(interp, np.where, where, v, 0), axis=axis, dtype=dtype, keepdims=keepdims)
            for v in (a, ones)
        )
        return arithmetic(interp, "Div", total, n)
    given, dtype = (
        dtype,
        dtype if dtype is not None else a.dtype if is_inexact(a.dtype) else canonical(np.float64),
    )
    wide = canonical(np.float32) if given is None and dtype == np.float16 else dtype
    total = run(interp, np.sum, a, axis=axis, keepdims=keepdims, dtype=wide)
    n = number_of(interp, a, axes_of(interp, a, axis))
    result = arithmetic(interp, "Div", total, n)
    return result if result.dtype == dtype else run(interp, np.asarray, result, dtype=dtype)


@rule(np.var)
def var(
    interp: Interpreter, a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False
) -> Any:
    own = a.dtype if a.dtype == np.float16 and dtype is None else dtype  # its sum may overflow
    off = arithmetic(interp, "Sub", a, mean(interp, a, axis, own, True))
    size = run(interp, np.absolute, off) if is_complex(a.dtype) else off
    total = run(interp, np.sum, arithmetic(interp, "Mult", size, size), axis=axis, keepdims=keepdims)
    n = number_of(interp, a, axes_of(interp, a, axis))
    return arithmetic(interp, "Div", total, n if equal(ddof, 0) else freedom(interp, n, ddof))


def freedom(interp: Interpreter, n: Any, ddof: Any) -> Any:
    """n - ddof, but not less than 0."""
    if all(isinstance(v, int) or isinstance(v, Sym) and is_integer(v.dtype) for v in (n, ddof)):
        return larger(interp, minus(interp, n, ddof), 0)
    return run(interp, np.maximum, arithmetic(interp, "Sub", n, ddof), 0)


@rule(np.std)
def std(
    interp: Interpreter, a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False
) -> Any:
    return run(interp, np.sqrt, var(interp, a, axis, dtype, ddof, keepdims))


@rule(np.ptp)
def ptp(interp: Interpreter, a: Any, axis: Any = None) -> Any:
    return arithmetic(interp, "Sub", run(interp, np.max, a, axis=axis), run(interp, np.min, a, axis=axis))


@rule(np.linalg.norm)
def norm(interp: Interpreter, x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    axes = axes_of(interp, x, axis)
    ord = None if ord is None else interp.static(ord, "the order of a norm")
    power = isinstance(ord, (int, float)) and ord >= 0
    if not power and ord not in (None, "fro") or len(axes) > 1 and ord not in (None, "fro", 1, np.inf):
        raise unsupported("this norm", x)
    named = {k: v for k, v in (("ord", ord), ("axis", axis)) if v is not None}
    result = run(interp, np.linalg.norm, interp.array(mask_outside(interp, x)), keepdims=keepdims, **named)
    return reduction_result(interp, x, result, axes, bool(keepdims))


# -- polynomials and integrals -------------------------------------------------------------------------------------


@rule(np.polyval)
def polyval(interp: Interpreter, p: Any, x: Any) -> Any:
    """Coefficients of a computed number, or values of one, by powers or by Horner's rule."""
    p, x = stack_list(interp, p), stack_list(interp, x)
    if isinstance(p, BoundedArray) and shape_of(x) or len(shape_of(p)) != 1:
        raise unsupported("np.polyval", p, x)
    if not isinstance(p, BoundedArray):
        value = run(interp, np.zeros_like, x)
        for k in range(shape_of(p)[0]):
            value = arithmetic(interp, "Add", arithmetic(interp, "Mult", value, x), interp.get_item(p, k))
        return value
    p = run(interp, np.flip, p)
    power = run(interp, np.cumsum, run(interp, np.ones_like, p, dtype=np.int64))
    power = run(interp, np.maximum, arithmetic(interp, "Sub", power, 1), 0)  # also where nothing counts
    powers = arithmetic(interp, "Pow", x, power)
    return run(interp, np.sum, arithmetic(interp, "Mult", p, powers))


@rule(np.trapezoid)
def trapezoid(interp: Interpreter, y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    y = stack_list(interp, y)
    if len(shape_of(y)) != 1 or axis not in (-1, 0):
        raise unsupported("np.trapezoid of several axes", y)
    width = dx if x is None else run(interp, np.diff, x)
    pairs = arithmetic(
        interp, "Add", *(interp.get_item(y, part) for part in (slice(1, None), slice(None, -1)))
    )
    return run(interp, np.sum, arithmetic(interp, "Div", arithmetic(interp, "Mult", width, pairs), 2.0))


# -- medians and quantiles -----------------------------------------------------------------------------------------


@rule(np.quantile)
def quantile(interp: Interpreter, a: Any, q: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """The quantiles, by linear interpolation between neighbours in the sorted slice."""
    if not isinstance(a, BoundedArray):
        raise unsupported("q of np.quantile that is a slice", q)
    if a.ndim > 1 and axis is not None or keepdims:
        return with_nan(interp, np.nanquantile, a, axis, keepdims, q=q)
    a = run(interp, np.ravel, a)
    return quantile_of_line(interp, a, q)


def quantile_of_line(interp: Interpreter, a: BoundedArray, q: Any) -> Any:
    if is_complex(a.dtype):
        raise CompileError("complex numbers have no quantiles", kind=TypeError)
    ordered = to_front(interp, run(interp, np.sort, a), 0)
    last_place = arithmetic(interp, "Sub", count(interp, ordered.extents[0]), 1)
    refuse_empty(interp, a, (0,), "index -1 is out of bounds for axis 0 with size 0", IndexError)
    place = arithmetic(interp, "Mult", stack_list(interp, q), last_place)
    below = run(interp, np.floor, place)
    share = arithmetic(interp, "Sub", place, below)
    first = run(interp, np.asarray, below, dtype=np.int64)
    pair = [
        sliced_item(interp, ordered, k)
        for k in (first, run(interp, np.minimum, arithmetic(interp, "Add", first, 1), last_place))
    ]
    gap = arithmetic(interp, "Sub", pair[1], pair[0])
    from_below = arithmetic(interp, "Add", pair[0], arithmetic(interp, "Mult", gap, share))
    rest = arithmetic(interp, "Mult", gap, arithmetic(interp, "Sub", 1, share))
    from_above = arithmetic(interp, "Sub", pair[1], rest)
    result = run(interp, np.where, interp.compare("GtE", share, 0.5), from_above, from_below)
    end = sliced_item(interp, ordered, last_place)
    if not is_inexact(a.dtype):
        return result
    result = run(interp, np.where, run(interp, np.isnan, end), end, result)
    return result if shape_of(stack_list(interp, q)) else run(interp, np.asarray, result, dtype=a.dtype)


@rule(np.percentile)
def percentile(interp: Interpreter, a: Any, q: Any, axis: Any = None, keepdims: Any = False) -> Any:
    return quantile(interp, a, arithmetic(interp, "Div", stack_list(interp, q), 100), axis, keepdims)


@rule(np.median)
def median(interp: Interpreter, a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    if a.ndim > 1 and axis is not None or keepdims:
        return with_nan(interp, np.nanmedian, a, axis, keepdims)
    ordered = run(interp, np.sort, run(interp, np.ravel, a))
    n = count(interp, ordered.extents[0])
    below, above = (arithmetic(interp, "FloorDiv", m, 2) for m in (arithmetic(interp, "Sub", n, 1), n))
    pair = [sliced_item(interp, ordered, k) for k in (below, above)]
    mean_of_two = run(interp, np.mean, run(interp, np.stack, pair), axis=0)
    middle = run(interp, np.where, interp.compare("Eq", below, above), pair[0], mean_of_two)
    ends = sliced_item(interp, ordered, arithmetic(interp, "Sub", n, 1))
    if is_inexact(a.dtype):
        return run(interp, np.where, run(interp, np.isnan, ends), ends, middle)
    return run(interp, np.where, interp.compare("Eq", n, 0), np.nan, middle)


def with_nan(interp: Interpreter, function: Any, a: Any, axis: Any, keepdims: Any, **named: Any) -> Any:
    """The result that skips NaN if nothing counts, and is NaN if a NaN counts."""
    result = skipping(interp, function, a, axis, keepdims, **named)
    if not is_inexact(a.dtype):
        return result
    hurt = run(interp, np.any, run(interp, np.isnan, a), axis=axis, keepdims=keepdims)
    return run(interp, np.where, hurt, np.nan, result)


# -- where NaN is skipped ------------------------------------------------------------------------------------------


def skipping(
    interp: Interpreter, function: Any, a: Any, axis: Any = None, keepdims: Any = False, **named: Any
) -> Any:
    """A function that skips NaN: what does not count is NaN."""
    if not is_inexact(a.dtype):
        a = run(interp, np.asarray, a, dtype=np.float64)
    axes = axes_of(interp, a, axis)
    content = interp.array(mask_outside(interp, a, np.nan))
    given = None if axis is None else axes if len(axes) > 1 else axes[0]
    result = run(interp, function, content, axis=given, keepdims=keepdims, **named)
    return reduction_result(interp, a, result, axes, bool(keepdims), len(shape_of(named.get("q", 0))))


def skips(function: Any) -> None:
    RULES[function] = lambda interp, a, axis=None, keepdims=False: skipping(
        interp, function, a, axis, keepdims
    )


skips(np.nanmean)
skips(np.nanmedian)


@rule(np.nanvar)
def nanvar(interp: Interpreter, a: Any, axis: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    return skipping(interp, np.nanvar, a, axis, keepdims, ddof=ddof)


@rule(np.nanstd)
def nanstd(interp: Interpreter, a: Any, axis: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    return skipping(interp, np.nanstd, a, axis, keepdims, ddof=ddof)


def of_numbers(function: Any, plain: Any) -> None:
    """np.nanmax and np.nanmin: as the function that does not skip NaN where all is NaN, or whole numbers."""
    fill = lowest if plain is np.max else highest
    reduction(function, lambda dtype: np.nan if is_inexact(dtype) else fill(dtype), False)


reduction(np.nanprod, lambda dtype: 1)
of_numbers(np.nanmax, np.max)
of_numbers(np.nanmin, np.min)


# -- what is written in Python -----------------------------------------------------------------------------------------

CONVOLVED = {
    "full": sized_functions.convolved,
    "same": sized_functions.middle_convolved,
    "valid": sized_functions.inner_convolved,
}


@rule(np.convolve)
def convolve(interp: Interpreter, a: Any, v: Any, mode: Any = "full") -> Any:
    """Convolve, with a loop over the operand of static length, if there is one."""
    a, v = stack_list(interp, a), stack_list(interp, v)
    mode = interp.static(mode, "the mode of a convolution")
    if mode not in CONVOLVED or len(shape_of(a)) != 1 or len(shape_of(v)) != 1:
        raise unsupported("np.convolve", a, v)
    return interp.call(CONVOLVED[mode], [v, a] if isinstance(v, BoundedArray) else [a, v], {})


@rule(np.correlate)
def correlate(interp: Interpreter, a: Any, v: Any, mode: Any = "valid") -> Any:
    v = run(interp, np.atleast_1d, stack_list(interp, v))
    turned = run(interp, np.flip, run(interp, np.conj, v) if is_complex(v.dtype) else v)
    return convolve(interp, a, turned, mode)


@rule(np.gradient)
def gradient(interp: Interpreter, f: Any, *distances: Any, axis: Any = None) -> Any:
    f = stack_list(interp, f)
    if len(shape_of(f)) != 1 or len(distances) > 1 or axis not in (None, 0, -1) or is_complex(f.dtype):
        raise unsupported("np.gradient", f)
    places = stack_list(interp, distances[0]) if distances else 1.0
    function = sized_functions.slope_between if shape_of(places) else sized_functions.slope
    return interp.call(function, [f, places], {})


@rule(np.cov)
def covariance(
    interp: Interpreter, m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: Any = None
) -> Any:
    series = [stack_list(interp, v) for v in (m, y) if v is not None]
    if any(len(shape_of(v)) != 1 or is_complex(v.dtype) for v in series):
        raise unsupported("np.cov", *series)
    ddof = interp.static(ddof, "ddof of np.cov")
    ddof = (0 if interp.static(bias, "bias of np.cov") else 1) if ddof is None else ddof
    function = sized_functions.variance_of if y is None else sized_functions.covariance_of
    return interp.call(function, [*series, ddof], {})


@rule(np.corrcoef)
def correlation(interp: Interpreter, x: Any, y: Any = None) -> Any:
    series = [stack_list(interp, v) for v in (x, y) if v is not None]
    if len(series) < 2 or any(len(shape_of(v)) != 1 or is_complex(v.dtype) for v in series):
        raise unsupported("np.corrcoef", *series)
    return interp.call(sized_functions.correlation_of, series, {})


@rule("scipy.special.softmax")
def softmax(interp: Interpreter, x: Any, axis: Any = None) -> Any:
    return interp.call(sized_functions.softmax_of, [stack_list(interp, x), axis], {})


@rule("scipy.special.log_softmax")
def log_softmax(interp: Interpreter, x: Any, axis: Any = None) -> Any:
    return interp.call(sized_functions.log_softmax_of, [stack_list(interp, x), axis], {})


@rule("scipy.special.logsumexp")
def logsumexp(
    interp: Interpreter,
    a: Any,
    axis: Any = None,
    b: Any = None,
    keepdims: Any = False,
    return_sign: Any = False,
) -> Any:
    if interp.static(return_sign, "return_sign of logsumexp") or is_complex(a.dtype):
        raise unsupported("this use of logsumexp", a)
    weights = 1.0 if b is None else stack_list(interp, b)
    return interp.call(sized_functions.log_of_sum, [stack_list(interp, a), axis, weights, keepdims], {})


@rule(np.polyfit)
def polyfit(interp: Interpreter, x: Any, y: Any, deg: Any, rcond: Any = None, w: Any = None) -> Any:
    """With weights that are 0 for what does not count."""
    x, y = (stack_list(interp, v) for v in (x, y))
    if (
        len(shape_of(x)) != 1
        or len(shape_of(y)) != 1
        or not (isinstance(x, BoundedArray) and isinstance(y, BoundedArray))
    ):
        raise unsupported("np.polyfit", x, y)
    refuse_empty(interp, x, (0,), "expected non-empty vector for x", TypeError)
    x, y = to_front(interp, x, 0), to_front(interp, y, 0)
    n, other = count(interp, x.extents[0]), count(interp, y.extents[0])
    interp.fail_if(
        interp.sym(interp.compare("NotEq", n, other)), TypeError, ("expected x and y to have same length",)
    )
    ones = run(interp, np.ones_like, x, dtype=np.float64)
    weights = ones if w is None else arithmetic(interp, "Mult", ones, stack_list(interp, w))
    whole = [interp.wrap(mask_outside(interp, v)) for v in (x, y, weights)]
    return interp.call_host(np.polyfit, [*whole[:2], deg, rcond], {"w": whole[2]})
