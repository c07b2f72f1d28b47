"""np.pad: constants, edges, reflections, statistics of the edges, and ramps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_float, is_inexact, is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import as_array, builder_in, constant_of, element, strong, strong_array, window
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
        width = [np.broadcast_to(np.asarray(width.get(k, width.get(k - ndim, 0))), 2) for k in range(ndim)]
    try:
        return np.broadcast_to(np.asarray(width), (ndim, 2))
    except ValueError:
        raise CompileError(
            f"{what} {width!r} does not fit an array of {ndim} dimensions", kind=ValueError
        ) from None


def number_pairs(values: Any, ndim: int, what: str) -> list[list[Any]]:
    """Likewise for numbers that may be dynamic."""
    known = constant_of(values)
    if known is not None:
        return pad_pairs(known, ndim, what).tolist()
    given = as_array(values)
    flat = reshape_to(given, (given.size,))
    places = pad_pairs(np.arange(given.size).reshape(given.shape), ndim, what)
    items = {k: element(flat, 0, k) for k in np.unique(places).tolist()}
    return [[items[k] for k in pair] for pair in places.tolist()]


@implements(np.pad, static=("pad_width", "mode", "reflect_type", "stat_length"), array=True)
def pad(
    array: Any,
    pad_width: Any,
    mode: Any = "constant",
    *,
    constant_values: Any = None,
    end_values: Any = None,
    stat_length: Any = None,
    reflect_type: str | None = None,
) -> Any:
    x = strong_array(array, builder_in(constant_values, end_values))
    pairs = pad_pairs(pad_width, x.ndim, "pad_width")
    if pairs.dtype.kind not in "iu" or (pairs < 0).any():
        raise CompileError("pad_width must be integers >= 0", kind=TypeError)
    check_keywords(
        mode,
        constant_values=constant_values is not None,
        end_values=end_values is not None,
        stat_length=stat_length is not None,
        reflect_type=reflect_type is not None,
    )
    if mode not in ("constant", "empty") and 0 in x.shape:
        for axis in [k for k, size in enumerate(x.shape) if not size and pairs[k].any()]:
            message = f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
            raise CompileError(message, kind=ValueError)
    if mode in ("constant", "empty"):
        return _pad_constant(x, pairs, 0 if constant_values is None else constant_values)
    if mode in STATISTICS:
        lengths = (
            [(None, None)] * x.ndim if stat_length is None else pad_pairs(stat_length, x.ndim, "stat_length")
        )
        return _pad_statistics(x, pairs, STATISTICS[mode], lengths)
    if mode == "linear_ramp":
        return _pad_ramps(x, pairs, 0 if end_values is None else end_values)
    for axis, pair in enumerate(pairs.tolist()):
        if any(pair):
            turn = _pad_oddly if reflect_type == "odd" else _pad_from_inside
            x = turn(x, pair, axis, mode)
    return x


KEYWORDS: dict[str, tuple[str, ...]] = {
    "constant": ("constant_values",),
    "linear_ramp": ("end_values",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
    **dict.fromkeys(STATISTICS, ("stat_length",)),
    **dict.fromkeys(("empty", "edge", "wrap"), ()),
}


def check_keywords(mode: Any, **given: bool) -> None:
    """Raises ValueError for an unknown mode, and for keywords of other modes, as NumPy does."""
    if mode not in KEYWORDS:
        raise CompileError(f"mode {mode!r} is not supported", f"{', '.join(KEYWORDS)} are", kind=ValueError)
    wrong = [name for name, is_given in given.items() if is_given and name not in KEYWORDS[mode]]
    if wrong:
        message = f"unsupported keyword arguments for mode {mode!r}: {', '.join(wrong)}"
        raise CompileError(message, kind=ValueError)


def _pad_from_inside(x: Any, pair: list[int], axis: int, mode: Any) -> Any:
    """Elements of the array itself."""
    return take_static(x, np.pad(np.arange(x.shape[axis]), pair, mode), axis)


def _pad_oddly(x: Any, pair: list[int], axis: int, mode: Any) -> Any:
    """Reflected elements, each taken from twice the edge; again and again if the padding is longer than the array."""
    inner = int(mode == "reflect")  # the edge itself is not repeated
    before, after = pair
    period = x.shape[axis] - inner
    if x.shape[axis] == 1:
        return _pad_from_inside(x, pair, axis, "edge")
    while before or after:
        n = x.shape[axis]
        most = (n - inner) // period * period  # whole periods
        left, right = min(before, most), min(after, most)
        parts = [
            _turned(x, axis, 0, (inner, inner + left)),
            x,
            _turned(x, axis, n - 1, (n - inner - right, n - inner)),
        ]
        x = concatenate([part for part in parts if part.shape[axis]], axis)
        before, after = before - left, after - right
    return x


def _turned(x: Any, axis: int, edge: int, part: tuple[int, int]) -> Any:
    """2 x[edge] - x[k], for the places k of a part from its end to its beginning."""
    values = prim.flip(window(x, axis, *part), axes=(axis,))
    middle = window(x, axis, edge, edge + 1)
    return broadcast_to(middle * np.asarray(2, x.dtype), values.shape) - values


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
    ends = number_pairs(values, x.ndim, "end_values")
    for axis, ((before, after), (low, high)) in enumerate(zip(pairs.tolist(), ends)):
        size, ramps = x.shape[axis], []
        for end, place, width in ((low, 0, before), (high, size - 1, after)):
            edge = window(x, axis, place, place + 1)
            stop = reshape_to(edge, (*edge.shape[:axis], *edge.shape[axis + 1 :]))
            ramps.append(linspace(end, stop, width, endpoint=False, dtype=x.dtype, axis=axis))
        x = _between(x, axis, ramps[0], prim.flip(ramps[1], axes=(axis,)))
    return x


def _pad_constant(x: Any, pairs: np.ndarray, values: Any) -> Any:
    fills = number_pairs(values, x.ndim, "constant_values")
    numbers = [number for pair in fills for number in pair]
    if numbers and all([v is numbers[0] or not isinstance(v, Sym) and v == numbers[0] for v in numbers]):
        return _pad_axes(x, pairs, numbers[0])
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
