"""Functions of `jax.numpy` whose results have a size that is given: `size=`, `fill_value=`, `length=`.

Without a size they are NumPy's functions.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np


def first_places(mask: Any, size: int, fill: Any = 0) -> Any:
    """The places of the first true elements of a vector; then `fill`."""
    order = np.argsort(np.logical_not(mask), kind="stable")
    order = (
        order[:size] if size <= mask.shape[0] else np.concatenate([order, np.zeros(size - len(order), int)])
    )
    return np.where(np.arange(size) < np.sum(mask), order, fill)


def nonzero(a: Any, *, size: int | None = None, fill_value: Any = None) -> tuple:
    if size is None:
        return np.nonzero(a)
    a = np.atleast_1d(np.asarray(a))
    mask = np.ravel(a != 0)
    places = np.unravel_index(first_places(mask, size), a.shape)
    fills = (
        fill_value if isinstance(fill_value, tuple) else (0 if fill_value is None else fill_value,) * a.ndim
    )
    found = np.arange(size) < np.sum(mask)
    return tuple([np.where(found, place, fill) for place, fill in zip(places, fills)])


def where(
    condition: Any, x: Any = None, y: Any = None, /, *, size: int | None = None, fill_value: Any = None
) -> Any:
    if x is None and y is None:
        return nonzero(condition, size=size, fill_value=fill_value)
    return np.where(condition, x, y)


def flatnonzero(a: Any, *, size: int | None = None, fill_value: Any = None) -> Any:
    if size is None:
        return np.flatnonzero(a)
    return nonzero(np.ravel(a), size=size, fill_value=fill_value)[0]


def argwhere(a: Any, *, size: int | None = None, fill_value: Any = None) -> Any:
    if size is None:
        return np.argwhere(a)
    return np.stack(nonzero(a, size=size, fill_value=fill_value), axis=-1)


def extract(condition: Any, arr: Any, *, size: int | None = None, fill_value: Any = 0) -> Any:
    if size is None:
        return np.extract(condition, arr)
    return selected(np.ravel(condition), np.ravel(arr), size, fill_value)


def compress(
    condition: Any,
    a: Any,
    axis: int | None = None,
    *,
    size: int | None = None,
    fill_value: Any = 0,
    out: Any = None,
) -> Any:
    if size is None:
        return np.compress(condition, a, axis)
    a, axis = (np.ravel(a), 0) if axis is None else (np.asarray(a), axis)
    rows = selected(np.asarray(condition), np.moveaxis(a, axis, 0), size, fill_value)
    return np.moveaxis(rows, 0, axis)


def selected(condition: Any, rows: Any, size: int, fill: Any) -> Any:
    """The rows where a condition is true, and then `fill`."""
    mask = np.zeros(rows.shape[0], np.bool_)
    mask[: condition.shape[0]] = condition.astype(np.bool_)[: rows.shape[0]]
    found = np.reshape(np.arange(size) < np.sum(mask), (size,) + (1,) * (rows.ndim - 1))
    return np.where(found, rows[first_places(mask, size)], np.asarray(fill, rows.dtype))


def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    size: int | None = None,
    fill_value: Any = None,
    sorted: bool = True,
) -> Any:
    if size is None:
        return np.unique(ar, return_index, return_inverse, return_counts, axis, equal_nan=equal_nan)
    if axis is not None:
        raise NotImplementedError("unique with size= and axis= is not supported")
    shape, x = np.shape(ar), np.ravel(ar)
    order = np.argsort(x, kind="stable")
    ordered = x[order]
    differs = ordered[1:] != ordered[:-1]
    if equal_nan and x.dtype.kind == "f":
        differs = differs & np.logical_not(np.isnan(ordered[1:]) & np.isnan(ordered[:-1]))
    new = np.concatenate([np.ones(1, np.bool_), differs])
    places, found = first_places(new, size), np.arange(size) < np.sum(new)
    values = np.where(
        found, ordered[places], ordered[0] if fill_value is None else np.asarray(fill_value, x.dtype)
    )
    rank = np.zeros(x.shape[0], np.int64)
    rank[order] = np.cumsum(new) - 1
    counts = np.zeros(size, np.int64)
    np.add.at(counts, np.where(rank < size, rank, 0), np.where(rank < size, 1, 0))
    more = (
        [order[places]] * return_index + [np.reshape(rank, shape)] * return_inverse + [counts] * return_counts
    )
    return (values, *more) if more else values


def union1d(ar1: Any, ar2: Any, *, size: int | None = None, fill_value: Any = None) -> Any:
    if size is None:
        return np.union1d(ar1, ar2)
    return unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]), size=size, fill_value=fill_value)


def setdiff1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, *, size: int | None = None, fill_value: Any = None
) -> Any:
    if size is None:
        return np.setdiff1d(ar1, ar2, assume_unique)
    x = np.sort(np.ravel(ar1))
    keep = np.logical_not(np.isin(x, ar2)) & np.concatenate([np.ones(1, np.bool_), x[1:] != x[:-1]])
    return selected(keep, x, size, 0 if fill_value is None else fill_value)


def intersect1d(
    ar1: Any,
    ar2: Any,
    assume_unique: bool = False,
    return_indices: bool = False,
    *,
    size: int | None = None,
    fill_value: Any = None,
) -> Any:
    if size is None:
        return np.intersect1d(ar1, ar2, assume_unique, return_indices)
    if return_indices:
        raise NotImplementedError("intersect1d with size= and return_indices= is not supported")
    x = np.sort(np.ravel(ar1))
    keep = np.isin(x, ar2) & np.concatenate([np.ones(1, np.bool_), x[1:] != x[:-1]])
    least = np.min(np.where(keep, x, np.max(x)))
    return selected(keep, x, size, least if fill_value is None else fill_value)


def bincount(x: Any, weights: Any = None, minlength: int = 0, *, length: int | None = None) -> Any:
    """Without weights int64; negative numbers count as 0, those beyond the length not at all."""
    if length is None:
        return np.bincount(x, weights, minlength)
    x = np.maximum(np.asarray(x), 0)
    each = np.ones(x.shape, np.int64) if weights is None else np.asarray(weights)
    counts = np.zeros(length, each.dtype)
    np.add.at(counts, np.where(x < length, x, 0), np.where(x < length, each, 0))
    return counts


def repeat(
    a: Any,
    repeats: Any,
    axis: int | None = None,
    *,
    total_repeat_length: int | None = None,
    out_sharding: Any = None,
) -> Any:
    """With a total length, what is missing are copies of the last element, and what is too much is cut off."""
    if total_repeat_length is None:
        return np.repeat(a, repeats, axis)
    a = np.asarray(a)
    a, axis = (np.ravel(a), 0) if axis is None else (a, axis)
    ends = np.cumsum(np.broadcast_to(np.asarray(repeats), (a.shape[axis],)))
    places = np.searchsorted(ends, np.arange(total_repeat_length), side="right")
    return np.take(a, np.minimum(places, a.shape[axis] - 1), axis)


def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None, *, method: str = "scan") -> Any:
    return np.searchsorted(a, v, side, sorter)


functions = types.SimpleNamespace(
    argwhere=argwhere,
    bincount=bincount,
    compress=compress,
    extract=extract,
    flatnonzero=flatnonzero,
    intersect1d=intersect1d,
    nonzero=nonzero,
    repeat=repeat,
    searchsorted=searchsorted,
    setdiff1d=setdiff1d,
    union1d=union1d,
    unique=unique,
    where=where,
)
