"""Peaks of signals. Everything is computed for all samples; a mask says which of them are peaks."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy import signal

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host


def local_maxima(x: Any) -> tuple:
    """The samples that are the middle of a plateau, lower on both sides; the first and the last sample of
    each one's."""
    n, places = len(x), np.arange(len(x))
    new = np.concatenate([np.ones(1, bool), x[1:] != x[:-1]])
    last = np.concatenate([new[1:], np.ones(1, bool)])
    left = np.maximum.accumulate(np.where(new, places, 0))
    right = np.minimum.accumulate(np.where(last, places, n - 1)[::-1])[::-1]
    rises, falls = x[np.maximum(left - 1, 0)] < x, x[np.minimum(right + 1, n - 1)] < x
    return (places == (left + right) // 2) & rises & falls, left, right


def interval_of(given: Any) -> tuple:
    """The lower and the upper bound of a condition."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return given[0], given[1]
    if isinstance(given, np.ndarray) and given.ndim and given.shape[0] == 2:
        return given[0], given[1]
    return given, None


def within(values: Any, bounds: tuple, count: int, upper: Any = None) -> Any:
    """The values that lie between bounds, as a mask; those that are compared with the upper bound may be
    others."""
    found = np.ones(count, bool)
    for bound, side, is_low in ((bounds[0], "lower", True), (bounds[1], "upper", False)):
        if isinstance(bound, np.ndarray) and bound.ndim and bound.size != count:
            raise ValueError(f"array size of {side} interval border must match x")
        if bound is not None:
            found = found & ((bound <= values) if is_low else ((values if upper is None else upper) <= bound))
    return found


@host(result=lambda x, mask, distance: np.empty(x.shape, bool), pure=True)
def apart(x: Any, mask: Any, distance: float) -> Any:
    """The peaks that are left if of two that are too near the smaller goes."""
    found = np.zeros(x.shape, bool)
    found[signal.find_peaks(np.where(mask, x, -np.inf), distance=distance)[0]] = True
    return found


def as_places(x: Any, mask: Any, *rest: Any) -> tuple:
    return np.empty(x.shape, np.int64), np.empty(x.shape, np.int64)


@host(result=as_places, pure=True)
def bases(x: Any, mask: Any, wlen: Any) -> tuple:
    """The lowest samples to the left and to the right of each peak, up to a higher sample."""
    peaks = np.flatnonzero(mask)
    left, right = np.zeros(x.shape, np.int64), np.zeros(x.shape, np.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, left[peaks], right[peaks] = signal.peak_prominences(x, peaks, wlen)
    return left, right


@host(result=as_places, pure=True)
def crossings(x: Any, mask: Any, height: float, prominences: Any, left: Any, right: Any) -> tuple:
    """The first samples on both sides of each peak that do not lie above a height."""
    peaks = np.flatnonzero(mask)
    below, above = np.zeros(x.shape, np.int64), np.zeros(x.shape, np.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = (prominences[peaks], left[peaks], right[peaks])
        found = signal.peak_widths(x, peaks, height, data)
    below[peaks], above[peaks] = np.floor(found[2]), np.ceil(found[3])
    return below, above


def widths(x: Any, mask: Any, share: Any, prominences: Any, left: Any, right: Any) -> tuple:
    """Widths, heights at which they are measured, and where the lines between samples cross these heights."""
    heights = x - share * prominences
    fixed = [stop_gradient(v) for v in (x, prominences)]
    below, above = crossings(fixed[0], mask, share, fixed[1], left, right)
    first = below + part_of_step(x, heights, below, np.minimum(below + 1, len(x) - 1))
    last = above - part_of_step(x, heights, above, np.maximum(above - 1, 0))
    return last - first, heights, first, last


def part_of_step(x: Any, heights: Any, here: Any, there: Any) -> Any:
    """The part of the way from a sample to the next one at which a height is reached; 0 if it lies above."""
    crosses = (x[here] < heights) & (x[here] != x[there])
    return np.where(crosses, (heights - x[here]) / np.where(crosses, x[there] - x[here], 1.0), 0.0)


@read_as("scipy.signal.find_peaks")
def find_peaks(
    x: Any,
    height: Any = None,
    threshold: Any = None,
    distance: Any = None,
    prominence: Any = None,
    width: Any = None,
    wlen: Any = None,
    rel_height: Any = 0.5,
    plateau_size: Any = None,
) -> tuple:
    """The host decides which of two near peaks stays, and where the bases of peaks are."""
    x = np.asarray(x, np.float64)
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    if distance is not None:
        if distance < 1:
            raise ValueError("`distance` must be greater or equal to 1")
    n, found = len(x), {}
    if n == 0:
        unsupported("find_peaks: a signal without samples")
    mask, left, right = local_maxima(x)
    if plateau_size is not None:
        sizes = right - left + 1
        mask = mask & within(sizes, interval_of(plateau_size), n)
        found = {"plateau_sizes": sizes, "left_edges": left, "right_edges": right}
    if height is not None:
        mask = mask & within(x, interval_of(height), n)
        found["peak_heights"] = x
    if threshold is not None:
        before, behind = x - np.concatenate([x[:1], x[:-1]]), x - np.concatenate([x[1:], x[-1:]])
        limits = interval_of(threshold)
        mask = mask & within(np.minimum(before, behind), limits, n, np.maximum(before, behind))
        found["left_thresholds"], found["right_thresholds"] = before, behind
    if distance is not None:
        mask = apart(stop_gradient(x), mask, distance)
    if prominence is not None or width is not None:
        low, high = bases(stop_gradient(x), mask, wlen)
        depths = x - np.maximum(x[low], x[high])
        found["prominences"], found["left_bases"], found["right_bases"] = depths, low, high
        if prominence is not None:
            mask = mask & within(depths, interval_of(prominence), n)
        if width is not None:
            found.update(widths_of(x, mask, rel_height, depths, low, high))
            mask = mask & within(found["widths"], interval_of(width), n)
    return np.flatnonzero(mask), {name: values[mask] for name, values in found.items()}


def widths_of(x: Any, mask: Any, share: Any, depths: Any, low: Any, high: Any) -> dict:
    names = ("widths", "width_heights", "left_ips", "right_ips")
    return dict(zip(names, widths(x, mask, share, depths, low, high)))
