"""Results whose length depends on data: np.repeat by an array of counts, np.histogram with a rule for its bins."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import unsupported


def repeated(a: Any, repeats: Any, axis: Any) -> Any:
    """np.repeat: the k-th element of the result is the first one up to which more than k are counted."""
    x = np.ravel(a) if axis is None else np.asarray(a)
    axis = 0 if axis is None else axis
    if isinstance(repeats, np.ndarray) and not np.can_cast(repeats.dtype, np.int64, "safe"):
        raise TypeError("Cannot cast array data to dtype('int64') according to the rule 'safe'")
    repeats = np.asarray(repeats).astype(np.int64)
    if repeats.ndim > 1:
        raise ValueError("object too deep for desired array")
    if repeats.ndim == 1 and len(repeats) != 1 and len(repeats) != x.shape[axis]:
        raise ValueError("operands could not be broadcast together: the number of repeats is another")
    if np.any(repeats < 0):
        raise ValueError(
            "negative dimensions are not allowed"
            if repeats.size == 1
            else "repeats may not contain negative values."
        )
    counts = np.zeros(x.shape[axis], np.int64) + repeats
    ends = np.cumsum(counts)
    places = np.searchsorted(ends, np.arange(int(np.sum(counts))), side="right")
    return np.take(x, places, axis=axis)


def without_places(arr: Any, obj: Any, axis: Any) -> Any:
    """np.delete of the places that an array holds, or of those that a mask marks."""
    x = np.ravel(arr) if axis is None else np.asarray(arr)
    axis = 0 if axis is None else axis
    if obj.dtype == bool and len(obj) != x.shape[axis]:
        raise ValueError(
            "boolean array argument obj to delete must be one dimensional and match the axis length"
        )
    if obj.dtype == bool:
        kept = np.logical_not(obj)
    elif obj.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    else:
        n = x.shape[axis]
        if np.any((obj < -n) | (obj >= n)):
            raise IndexError(f"an index is out of bounds for axis {axis} with size {n}")
        kept = np.ones(n, bool)
        kept[obj] = False
    return np.compress(kept, x, axis)


def without_part(arr: Any, obj: Any, axis: Any) -> Any:
    """np.delete of the elements at one place, or of those of a slice."""
    x = np.ravel(arr) if axis is None else np.asarray(arr)
    axis = 0 if axis is None else axis
    n = x.shape[axis]
    kept = np.ones(n, bool)
    if isinstance(obj, slice):
        kept[obj] = False
    elif obj < -n or obj >= n:
        raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
    else:
        kept[obj] = False
    return np.compress(kept, x, axis)


# -- padding -------------------------------------------------------------------------------------------------


def padded(array: Any, widths: Any, mode: str, values: Any) -> Any:
    """np.pad: axis by axis, by the numbers of the elements that each position shows."""
    ends = pairs_of(values, array.ndim)
    for axis, (before, behind) in enumerate(pairs_of(widths, array.ndim)):
        if before < 0 or behind < 0:
            raise ValueError("index can't contain negative values")
        if before > 0 or behind > 0:
            array = padded_along(array, axis, before, behind, mode, ends[axis])
    return array


def padded_along(array: Any, axis: int, before: int, behind: int, mode: str, ends: Any) -> Any:
    n = array.shape[axis]
    if mode == "constant":
        rest = array.shape[:axis], array.shape[axis + 1 :]
        first, last = [
            np.full((*rest[0], width, *rest[1]), end).astype(array.dtype)
            for width, end in zip((before, behind), ends)
        ]
        return np.concatenate([first, array, last], axis)
    if n == 0:
        raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
    places = np.arange(before + n + behind) - before
    if mode == "edge":
        return np.take(array, np.clip(places, 0, n - 1), axis)
    if mode == "wrap":
        return np.take(array, places % n, axis)
    round_trip = 2 * n if mode == "symmetric" else max(2 * n - 2, 1)
    places = places % round_trip
    return np.take(
        array, np.minimum(places, 2 * n - 1 - places if mode == "symmetric" else round_trip - places), axis
    )


def pairs_of(values: Any, ndim: int) -> list:
    """(before, behind) for each axis."""
    if not isinstance(values, (list, tuple)):
        return [(values, values)] * ndim
    if not isinstance(values[0], (list, tuple)):
        return [(values[0], values[-1])] * ndim
    pairs = [(pair[0], pair[-1]) for pair in values]
    return pairs * ndim if len(pairs) == 1 else pairs


# -- histograms ----------------------------------------------------------------------------------------------


def histogram_by_rule(a: Any, bins: str, range: Any, density: Any, weights: Any) -> Any:
    edges = edges_by_rule(a, bins, range, weights)
    return counts_between(np.ravel(a), edges, density), edges


def edges_by_rule(a: Any, bins: str, range: Any, weights: Any) -> Any:
    """np.histogram_bin_edges with the name of a rule for the width of a bin."""
    x = np.ravel(a)
    x = x.astype(np.uint8) if x.dtype == bool else x
    if bins == "stone":
        unsupported(
            "bins='stone' tries up to a hundred histograms: use another rule, or give the number of bins"
        )
    if bins not in RULES:
        raise ValueError("the name is not a valid estimator for `bins`")
    if weights is not None:
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    first, last = outer_edges(x, range)
    if first > last:
        raise ValueError("max must be larger than min in range parameter.")
    if not (np.isfinite(first) and np.isfinite(last)):
        raise ValueError("the range is not finite")
    dtype = x.dtype if range is None else np.result_type(range[0], range[1], x)
    if first == last:
        first, last = first - 0.5, last + 0.5
    inside = x if range is None else x[(x >= first) & (x <= last)]
    count = number_of_bins(RULES[bins], inside, last - first) if x.size > 0 else 1
    return np.linspace(first, last, count + 1).astype(np.float64 if dtype.kind in "iu" else dtype)


def outer_edges(x: Any, range: Any) -> Any:
    if range is not None:
        first, last = range
    elif x.size == 0:
        first, last = 0.0, 1.0
    else:
        first, last = np.min(x), np.max(x)
    exact = x.dtype.kind == "f" and range is None
    return (
        (first, last) if exact else (np.asarray(first).astype(float)[()], np.asarray(last).astype(float)[()])
    )


def number_of_bins(rule: Any, x: Any, span: Any) -> int:
    whole = x.dtype.kind in "iu"
    x = x.astype(np.float64) if whole else x
    if len(x) == 0:
        return 1
    width = rule(x, len(x), np.max(x) - np.min(x))
    if width == 0:
        return 1
    return int(np.ceil(span / (np.maximum(width, 1.0) if whole else width)))


def divided(x: Any, span: Any, divisor: Any) -> Any:
    """span / divisor, rounded as NumPy's: XLA must see neither that the divisor is constant nor that it is a root."""
    return span / np.where(x[0] == x[0], divisor, 1.0)


def by_doane(x: Any, size: Any, span: Any) -> Any:
    deviation = np.std(x)
    if size <= 2 or deviation == 0:
        return 0.0
    spread = np.sqrt(6.0 * (size - 2) / ((size + 1.0) * (size + 3)))
    skew = np.mean(((x - np.mean(x)) / deviation) ** 3)
    return divided(x, span, 1.0 + np.log2(size) + np.log2(1.0 + np.absolute(skew) / spread))


def by_freedman_diaconis(x: Any, size: Any, span: Any) -> Any:
    return 2.0 * (np.percentile(x, 75) - np.percentile(x, 25)) * size ** (-1.0 / 3.0)


def by_sturges(x: Any, size: Any, span: Any) -> Any:
    return divided(x, span, np.log2(size) + 1.0)


def by_square_root(x: Any, size: Any, span: Any) -> Any:
    return divided(x, span, np.sqrt(size))


def by_both(x: Any, size: Any, span: Any) -> Any:
    least = np.maximum(by_freedman_diaconis(x, size, span), by_square_root(x, size, span) / 2)
    return np.minimum(least, by_sturges(x, size, span))


RULES = {
    "auto": by_both,
    "doane": by_doane,
    "fd": by_freedman_diaconis,
    "rice": lambda x, size, span: divided(x, span, 2.0 * size ** (1.0 / 3)),
    "scott": lambda x, size, span: (24.0 * np.pi**0.5 / size) ** (1.0 / 3.0) * np.std(x),
    "sqrt": by_square_root,
    "sturges": by_sturges,
}


def counts_between(x: Any, edges: Any, density: Any) -> Any:
    """The number of values between neighbouring edges, of which the last is inside."""
    ordered = np.sort(x.astype(np.uint8) if x.dtype == bool else x)
    before = np.searchsorted(ordered, edges[:-1], "left")
    counts = np.diff(np.concatenate((before, np.searchsorted(ordered, edges[-1:], "right"))))
    return counts / np.diff(edges) / np.sum(counts) if density else counts
