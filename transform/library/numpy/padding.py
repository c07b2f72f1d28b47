"""np.pad: constants, edges, reflections, statistics of the edges, and ramps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_float, is_inexact, is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import as_array, builder_in, strong, strong_array, window
from ..core.python_numbers import integer_in, own_integer
from ..core.table import implements, prim
from .creation import linspace
from .joining import concatenate
from .reductions import max_, mean, min_
from .shapes import reshape_to, take_static
from .samples.statistics import median

STATISTICS: dict[str, Callable] = {"maximum": max_, "minimum": min_, "mean": mean, "median": median}


def pad_pairs(width: Any, ndim: int, what: str) -> np.ndarray:
    """(before, after) for each axis, as np.pad reads its arguments."""
    if isinstance(width, dict):
        width = [width.get(k, width.get(k - ndim, (0, 0))) for k in range(ndim)]
    try:
        return np.broadcast_to(np.asarray(width), (ndim, 2))
    except ValueError:
        raise CompileError(
            f"{what} {width!r} does not fit an array of {ndim} dimensions", kind=ValueError
        ) from None


@implements(np.pad, static=("pad_width", "mode", "reflect_type", "stat_length"), array=True)
def pad(
    array: Any,
    pad_width: Any,
    mode: Any = "constant",
    *,
    constant_values: Any = 0,
    end_values: Any = 0,
    stat_length: Any = None,
    reflect_type: str = "even",
) -> Any:
    x = strong_array(array)
    pairs = pad_pairs(pad_width, x.ndim, "pad_width")
    if pairs.dtype.kind not in "iu" or (pairs < 0).any():
        raise CompileError("pad_width must be integers >= 0", kind=TypeError)
    if mode == "constant":
        return _pad_constant(x, pairs, constant_values)
    if mode == "empty":
        return _pad_constant(x, pairs, 0)
    if mode in STATISTICS:
        lengths = (
            [(None, None)] * x.ndim if stat_length is None else pad_pairs(stat_length, x.ndim, "stat_length")
        )
        return _pad_statistics(x, pairs, STATISTICS[mode], lengths)
    if mode == "linear_ramp":
        return _pad_ramps(x, pairs, end_values)
    if mode not in ("edge", "reflect", "symmetric", "wrap"):
        known = ", ".join(("constant", "edge", "linear_ramp", "reflect", "symmetric", "wrap", *STATISTICS))
        raise CompileError(f"np.pad with mode={mode!r} is not supported", f"{known} are")
    for axis, pair in enumerate(pairs.tolist()):
        if any(pair):
            x = _pad_from_inside(
                x, pair, axis, mode, mode in ("reflect", "symmetric") and reflect_type == "odd"
            )
    return x


def _pad_from_inside(x: Any, pair: list[int], axis: int, mode: Any, odd: bool) -> Any:
    """Elements of the array itself; reflected oddly, twice the edge without them."""
    size = x.shape[axis]
    places = np.pad(np.arange(size), pair, mode)
    if not odd:
        return take_static(x, places, axis)
    if max(pair) > size - (mode == "reflect"):
        raise CompileError(
            f"np.pad with reflect_type='odd' by {max(pair)} items, of {size}",
            "pad several times, by fewer items",
        )
    before, after = (take_static(x, part, axis) for part in (places[: pair[0]], places[pair[0] + size :]))
    first, last = window(x, axis, 0, 1), window(x, axis, size - 1, size)
    turned = lambda edge, part: broadcast_to(edge * np.asarray(2, x.dtype), part.shape) - part
    return concatenate([turned(first, before), x, turned(last, after)], axis)


def _pad_statistics(x: Any, pairs: np.ndarray, function: Callable, lengths: Any) -> Any:
    """A statistic of the items next to each edge; of all of them, if there is no length."""
    for axis, ((before, after), given) in enumerate(zip(pairs.tolist(), lengths)):
        size = x.shape[axis]
        left, right = [size if n is None else min(int(n), size) for n in given]
        if 0 in (left, right) and function in (max_, min_):
            raise CompileError("stat_length of 0 yields no value for padding", kind=ValueError)
        parts = [window(x, axis, 0, left), window(x, axis, size - right, size)]
        values = [_rounded(function(part, axis, keepdims=True), x.dtype) for part in parts]
        x = _between(x, axis, *[_repeated(v, axis, n) for v, n in zip(values, (before, after))])
    return x


def _rounded(value: Any, dtype: np.dtype) -> Any:
    return convert(prim.round(value) if is_integer(dtype) and is_inexact(value.dtype) else value, dtype)


def _repeated(value: Any, axis: int, count: int) -> Any:
    return broadcast_to(value, (*value.shape[:axis], count, *value.shape[axis + 1 :]))


def _between(x: Any, axis: int, before: Any, after: Any) -> Any:
    return concatenate([part for part in (before, x, after) if part.shape[axis]], axis)


def _pad_ramps(x: Any, pairs: np.ndarray, values: Any) -> Any:
    """From the end values to the edges, in equal steps."""
    ends = (
        [[values, values]] * x.ndim
        if isinstance(values, Sym)
        else pad_pairs(values, x.ndim, "end_values").tolist()
    )
    for axis, ((before, after), (low, high)) in enumerate(zip(pairs.tolist(), ends)):
        size, ramps = x.shape[axis], []
        for end, place, width in ((low, 0, before), (high, size - 1, after)):
            edge = window(x, axis, place, place + 1)
            stop = reshape_to(edge, (*edge.shape[:axis], *edge.shape[axis + 1 :]))
            ramps.append(linspace(end, stop, width, endpoint=False, dtype=x.dtype, axis=axis))
        x = _between(x, axis, ramps[0], prim.flip(ramps[1], axes=(axis,)))
    return x


def _pad_constant(x: Any, pairs: np.ndarray, values: Any) -> Any:
    if isinstance(values, Sym):
        fills = [[values, values]] * x.ndim
    else:
        known = pad_pairs(values, x.ndim, "constant_values")
        if known.size and (known == known.flat[0]).all():
            return _pad_axes(x, pairs, known.flat[0])
        fills = known.tolist()
    for axis in range(x.ndim):
        for side in (0, 1):
            one = np.zeros_like(pairs)
            one[axis, side] = pairs[axis, side]
            x = _pad_axes(x, one, fills[axis][side])
    return x


def _pad_axes(x: Any, pairs: np.ndarray, value: Any) -> Any:
    if not pairs.any():
        return x
    value = _padding(as_array(value, builder_in(x)), x.dtype)
    low, high = (tuple(side.tolist()) for side in pairs.T)
    return prim.pad(x, value, low=low, high=high, interior=(0,) * x.ndim)


def _padding(value: Any, dtype: np.dtype) -> Any:
    """A number as an element: NumPy makes its own numbers of Python's, which integers with a sign have to hold."""
    if dtype.kind == "i" and is_float(value.dtype):
        return integer_in(value, dtype)
    if dtype.kind == "i" and is_integer(value.dtype) and not np.can_cast(value.dtype, dtype):
        return convert(own_integer(value, dtype), dtype)
    return convert(strong(value), dtype)
