"""Sets in arrays: np.setxor1d, np.unique along an axis, np.intersect1d with places, np.unique_all …"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.reading import read_as, unsupported


@read_as("numpy.setxor1d")
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """The elements of one of both."""
    return np.setdiff1d(np.union1d(ar1, ar2), np.intersect1d(ar1, ar2))


def unique_along(ar: Any, axis: int, return_index: bool, return_inverse: bool, return_counts: bool) -> Any:
    """np.unique of the parts along an axis: sorted by their first element, then by their second, and so on."""
    parts = np.moveaxis(np.asarray(ar), axis, 0)
    rows = parts.reshape(len(parts), -1)
    if len(rows) == 0 or rows.shape[1] == 0:
        unsupported("np.unique: an array with nothing in it")
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    first = np.concatenate([np.ones(1, bool), np.any(ordered[1:] != ordered[:-1], axis=1)])
    chosen = order[first]
    found = parts[chosen]
    result = [found if axis == 0 else np.moveaxis(found, 0, axis)]
    if return_index:
        result.append(chosen)
    if return_inverse:
        inverse = np.zeros(len(rows), np.int64)
        inverse[order] = np.cumsum(first) - 1
        result.append(inverse)
    if return_counts:
        result.append(np.diff(np.append(np.flatnonzero(first), len(rows))))
    return result[0] if len(result) == 1 else tuple(result)


class UniqueAllResult(NamedTuple):
    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCountsResult(NamedTuple):
    values: Any
    counts: Any


class UniqueInverseResult(NamedTuple):
    values: Any
    inverse_indices: Any


@read_as("numpy.unique_values")
def unique_values(x: Any) -> Any:
    return np.unique(x)


@read_as("numpy.unique_counts")
def unique_counts(x: Any) -> UniqueCountsResult:
    return UniqueCountsResult(*np.unique(x, return_counts=True))


@read_as("numpy.unique_inverse")
def unique_inverse(x: Any) -> UniqueInverseResult:
    values, inverse = np.unique(x, return_inverse=True)
    return UniqueInverseResult(values, np.reshape(inverse, np.shape(x)))


@read_as("numpy.unique_all")
def unique_all(x: Any) -> UniqueAllResult:
    values, indices, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True
    )
    return UniqueAllResult(values, indices, np.reshape(inverse, np.shape(x)), counts)


def intersection(ar1: Any, ar2: Any, assume_unique: bool, return_indices: bool) -> Any:
    """np.intersect1d by sorting both at once: what stands twice is in both."""
    one, two = np.ravel(ar1), np.ravel(ar2)
    if not assume_unique:
        one, places1 = np.unique(one, return_index=True)
        two, places2 = np.unique(two, return_index=True)
    both = np.concatenate((one, two))
    order = np.argsort(both, kind="stable")
    ordered = both[order]
    twice = ordered[1:] == ordered[:-1]
    found = ordered[:-1][twice]
    if not return_indices:
        return found
    first, second = order[:-1][twice], order[1:][twice] - len(one)
    return (found, first, second) if assume_unique else (found, places1[first], places2[second])
