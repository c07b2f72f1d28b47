"""NumPy's functions on structured arrays: field by field, or record by record."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.reading import read_as, unsupported
from .structured import (
    FUNCTIONS,
    Structured,
    array,
    asarray,
    columns,
    copied,
    empty_like,
    is_structured,
    on_axis,
    ones_like,
    zeros,
    zeros_like,
)


def joined(arrays: Any, join: Any) -> Any:
    """Arrays of one dtype, joined field by field."""
    first = arrays[0]
    for other in arrays:
        if not is_structured(other) or other.recto_dtype != first.recto_dtype:
            unsupported("structured arrays of different dtypes can't be joined in compiled code")
    dtype = first.recto_dtype
    fields = {}
    for name in dtype.names:
        fields[name] = join([x.recto_fields[name] for x in arrays])
    return first.made(fields, dtype)


def concatenate(arrays: Any, axis: int = 0) -> Any:
    ndim = arrays[0].ndim
    return joined(arrays, lambda parts: np.concatenate(parts, on_axis(axis, ndim)))


def stack(arrays: Any, axis: int = 0) -> Any:
    ndim = arrays[0].ndim + 1
    return joined(arrays, lambda parts: np.stack(parts, on_axis(axis, ndim)))


def hstack(tup: Any) -> Any:
    return concatenate(tup, 0 if tup[0].ndim == 1 else 1)


def vstack(tup: Any) -> Any:
    return stack(tup) if tup[0].ndim == 1 else concatenate(tup)


def append(arr: Any, values: Any, axis: Any = None) -> Any:
    return concatenate([arr.ravel(), values.ravel()]) if axis is None else concatenate([arr, values], axis)


def sort(a: Any, axis: int = -1, kind: Any = None, order: Any = None) -> Any:
    return a[a.argsort(axis, kind, order)]


def argsort(a: Any, axis: int = -1, kind: Any = None, order: Any = None) -> Any:
    return a.argsort(axis, kind, order)


def unique(
    ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False
) -> Any:
    """Different records in their order: those of the first of each group of equal ones in the sorted array."""
    flat = ar.ravel()
    parts = columns(flat, None)
    if len({x.dtype for x in parts}) > 1:  # as integers that are ordered like them
        parts = [np.unique(x, return_inverse=True)[1] for x in parts]
    rows = np.stack(parts, axis=1)
    found = np.unique(rows, True, return_inverse, return_counts, axis=0)
    made = flat[found[1]]
    if not (return_index or return_inverse or return_counts):
        return made
    return (made, *(found[1:] if return_index else found[2:]))


def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    return a1.shape == a2.shape and np.all(a1 == a2)


def shape(a: Any) -> Any:
    return a.shape


def ndim(a: Any) -> Any:
    return a.ndim


def size(a: Any) -> Any:
    return a.size


def ravel(a: Any) -> Any:
    return a.ravel()


def reshape(a: Any, shape: Any) -> Any:
    return a.reshape(shape)


def take(a: Any, indices: Any, axis: Any = None) -> Any:
    return a.take(indices, axis)


def along_first(x: Any, axis: Any, function: Any) -> Any:
    """A function that moves the records of an array with one axis, field by field."""
    if x.ndim != 1:
        unsupported("structured arrays of several axes: use x.ravel()")
    if axis is not None:
        on_axis(axis, 1)
    return x.each(lambda field, inner: function(field))


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    return along_first(a, axis, lambda field: np.roll(field, shift, axis=0))


def flip(m: Any, axis: Any = None) -> Any:
    return along_first(m, axis, lambda field: np.flip(field, axis=0))


def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    return along_first(a, axis, lambda field: np.repeat(field, repeats, axis=0))


def where(condition: Any, x: Any, y: Any) -> Any:
    if not is_structured(x) or not is_structured(y) or x.recto_dtype != y.recto_dtype:
        unsupported("np.where of structured arrays needs two of one dtype")
    fields = {}
    for name in x.recto_dtype.names:
        chosen = np.reshape(condition, (*np.shape(condition), *[1] * len(x.recto_dtype[name].shape)))
        fields[name] = np.where(chosen, x.recto_fields[name], y.recto_fields[name])
    return Structured(fields, x.recto_dtype)


@read_as("numpy.lib.recfunctions.structured_to_unstructured")
def structured_to_unstructured(
    arr: Any, dtype: Any = None, copy: bool = False, casting: str = "unsafe"
) -> Any:
    parts = []
    for name in arr.recto_dtype.names:
        field = arr.recto_fields[name]
        plain = structured_to_unstructured(field) if is_structured(field) else field
        parts.append(plain.reshape((*arr.shape, -1)))
    made = np.concatenate(parts, axis=-1)
    return made if dtype is None else made.astype(dtype)


@read_as("numpy.lib.recfunctions.unstructured_to_structured")
def unstructured_to_structured(
    arr: Any,
    dtype: Any = None,
    names: Any = None,
    align: bool = False,
    copy: bool = False,
    casting: str = "unsafe",
) -> Any:
    arr = np.asarray(arr)
    dtype = np.dtype([(name, arr.dtype) for name in names]) if dtype is None else np.dtype(dtype)
    made = zeros(arr.shape[:-1], dtype)
    start = 0
    for name in dtype.names:
        inner = dtype[name].shape
        count = math.prod(inner)
        made.recto_fields[name][...] = arr[..., start : start + count].reshape((*arr.shape[:-1], *inner))
        start = start + count
    return made


# -- np.rec ------------------------------------------------------------------------------------------------------


@read_as("numpy.rec.fromarrays")
def fromarrays(
    arrayList: Any,
    dtype: Any = None,
    shape: Any = None,
    formats: Any = None,
    names: Any = None,
    titles: Any = None,
    aligned: bool = False,
    byteorder: Any = None,
) -> Any:
    arrays = [np.asarray(x) for x in arrayList]
    if dtype is None and formats is None:
        dtype = np.rec.format_parser([x.dtype.str for x in arrays], names, titles, aligned, byteorder).dtype
    elif dtype is None:
        dtype = np.rec.format_parser(formats, names, titles, aligned, byteorder).dtype
    made = zeros(arrays[0].shape, np.dtype((np.record, np.dtype(dtype))))
    for name, x in zip(made.recto_dtype.names, arrays):
        made.recto_fields[name][...] = x
    return made


FUNCTIONS.update(
    {
        np.zeros_like: zeros_like,
        np.ones_like: ones_like,
        np.empty_like: empty_like,
        np.copy: copied,
        np.array: array,
        np.asarray: asarray,
        np.asanyarray: asarray,
        np.ascontiguousarray: asarray,
        np.concatenate: concatenate,
        np.stack: stack,
        np.hstack: hstack,
        np.vstack: vstack,
        np.append: append,
        np.sort: sort,
        np.argsort: argsort,
        np.unique: unique,
        np.array_equal: array_equal,
        np.shape: shape,
        np.ndim: ndim,
        np.size: size,
        np.ravel: ravel,
        np.reshape: reshape,
        np.take: take,
        np.roll: roll,
        np.flip: flip,
        np.repeat: repeat,
        np.where: where,
    }
)
