"""np.r_, np.c_, np.ndenumerate, and predicates on values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.reading import read_as


@read_as("numpy.lib._index_tricks_impl.AxisConcatenator.__getitem__")
def concatenated(self: Any, key: Any) -> Any:
    """np.r_[…] and np.c_[…]: slices are ranges (with an imaginary step, that many places), numbers single elements."""
    items = key if isinstance(key, tuple) else (key,)
    axis, ndmin, place = self.axis, self.ndmin, self.trans1d
    if isinstance(items[0], str):
        numbers = [int(part) for part in items[0].split(",")]
        axis = numbers[0]
        ndmin = numbers[1] if len(numbers) > 1 else ndmin
        place = numbers[2] if len(numbers) > 2 else place
        items = items[1:]
    parts, kinds = [], []
    for item in items:
        if isinstance(item, slice):
            made = numbers_of_slice(item)
            raised = raise_axes(made, 1, ndmin, -1)
            parts.append(raised if place == -1 or ndmin < 2 else np.swapaxes(raised, -1, place))
            kinds.append(made.dtype)
        elif np.ndim(item) == 0:
            parts.append(raise_axes(np.asarray(item), 0, ndmin, -1))
            kinds.append(item)
        else:
            made = np.asarray(item)
            parts.append(raise_axes(made, made.ndim, ndmin, place))
            kinds.append(made.dtype)
    dtype = np.result_type(*kinds)
    return np.concatenate([part.astype(dtype) for part in parts], axis=axis)


def numbers_of_slice(item: slice) -> Any:
    """The numbers of a slice."""
    start = 0 if item.start is None else item.start
    step = 1 if item.step is None else item.step
    if isinstance(step, complex):
        return np.linspace(start, item.stop, int(abs(step)))
    return np.arange(start, item.stop, step)


def raise_axes(x: Any, own: int, ndmin: int, place: int) -> Any:
    """With axes of length 1 in front until there are `ndmin`; `place`: where the own axes come to stand among them."""
    missing = ndmin - own
    if missing <= 0:
        return x
    x = x[(np.newaxis,) * missing + (...,)]
    if place == -1 or own == 0:
        return x
    first = place + missing + 1 if place < 0 else place
    axes = list(range(ndmin))
    return np.transpose(x, axes[:first] + axes[missing:] + axes[first:missing])


@read_as("numpy.ndenumerate")
def ndenumerate(arr: Any) -> Any:
    """Pairs of an index and the element there."""
    x = np.asarray(arr)
    return zip(np.ndindex(x.shape), x.ravel())


@read_as("numpy.isscalar")
def isscalar(element: Any) -> bool:
    return isinstance(element, (np.generic, bool, int, float, complex, str, bytes))


@read_as("numpy.isfortran")
def isfortran(a: Any) -> bool:
    return a.flags.f_contiguous and not a.flags.c_contiguous


@read_as("numpy.require")
def require(a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None) -> Any:
    """An array of its own memory if that is asked for; arrays in compiled code are aligned and writeable anyway."""
    wanted = [] if requirements is None else [str(each).upper()[0] for each in requirements]
    if "F" in wanted and "C" in wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    if "F" in wanted:
        return np.asfortranarray(a, dtype)
    if "C" in wanted:
        return np.asarray(a, dtype, order="C")
    return np.array(a, dtype) if "O" in wanted else np.asarray(a, dtype)


@read_as("numpy.common_type")
def common_type(*arrays: Any) -> Any:
    """The inexact type that holds all: integers count as float64."""
    kinds = [np.asarray(a).dtype for a in arrays]
    if any([kind.kind == "b" for kind in kinds]):
        raise TypeError("can't get common type for non-numeric array")
    return np.result_type(
        np.float16, *[np.dtype(np.float64) if kind.kind in "iu" else kind for kind in kinds]
    ).type


@read_as("numpy.broadcast")
class Broadcast:
    """Arrays that are broadcast against each other, and the elements at each place."""

    def __init__(self, *args: Any):
        self.arrays = np.broadcast_arrays(*args)
        self.shape = np.broadcast_shapes(*[np.shape(x) for x in args])
        self.nd = self.ndim = len(self.shape)
        self.numiter = len(args)
        self.size = math.prod(self.shape)

    @property
    def iters(self) -> tuple:
        return tuple([x.flat for x in self.arrays])

    def __iter__(self) -> Any:
        return zip(*[x.ravel() for x in self.arrays])


@read_as("numpy.fromiter")
def fromiter(iter: Any, dtype: Any, count: int = -1) -> Any:
    items = list(iter)
    return np.array(items if count == -1 else items[:count], dtype)


@read_as("numpy.asarray_chkfinite")
def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> Any:
    a = np.asarray(a, dtype)
    if not np.all(np.isfinite(a)):
        raise ValueError("array must not contain infs or NaNs")
    return a
