"""Contiguity analysis: is a view C-contiguous? Only then are NumPy's reshape and ravel views.

Roots are: arrays made here, and arguments (a call with a strided ndarray behaves as with a contiguous copy that is
written back).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library import find_host
from ...library.core.index import Index, Point, Range
from .values import Array


def contiguous(array: Array) -> bool:
    """C-contiguous, as `array.flags` would say."""
    if array.base is None or array.size <= 1:
        return not array.turned
    if not contiguous(array.base):
        return False
    lens = array.lens
    if lens.index is not None:
        return contiguous_index(lens.index)
    return lens.keeps or bool(ravels_in_place(array))


def contiguous_index(index: Index) -> bool:
    """Only the first axis that is longer than 1 may be cut, and none may be strided or reversed."""
    whole = True  # is everything before this axis one position?
    for item in index.items:
        if isinstance(item, Range):
            full = item.is_all_of(index.shape[item.axis])
            if item.size > 1 and item.step != 1 or not (whole or full):
                return False
            whole = whole and item.size <= 1
        elif isinstance(item, Point):
            if not whole and index.shape[item.axis] > 1:
                return False
    return True


LARGEST = 1 << 25  # bytes: of larger arrays no copies are tried out
IMAGINED = 1 << 33  # bytes: views of zeros, which nobody writes, take no memory


def shares_memory(base: Array, reshape: Callable[[np.ndarray], np.ndarray]) -> bool | None:
    """Whether NumPy's reshape of a view shares its memory. Tried out on memory of that layout; None: not
    known."""
    try:
        memory = memory_of(base)
        return None if memory is None else np.may_share_memory(memory, reshape(memory))
    except CompileError:
        return None


def implementations(*functions: Callable) -> frozenset[Callable]:
    """The table's implementations of these functions."""
    return frozenset(find_host(function).function for function in functions)


IN_ORDER = implementations(
    np.matmul,
    np.dot,
    np.inner,
    np.outer,
    np.tensordot,
    np.kron,
    np.linalg.inv,
    np.linalg.solve,
    np.linalg.cholesky,
    np.linalg.pinv,
    np.linalg.lstsq,
    np.linalg.matrix_power,
    np.ascontiguousarray,
)
ANY_ORDER = implementations(np.einsum, np.apply_along_axis)


def lie_as(result: Any, operands: Sequence[Any]) -> Any:
    """The result of an operation. New arrays lie as the operands do (order="K"): those of `x.T + 1` by columns."""
    if type(result) is Array and result.base is None and sum(n > 1 for n in result.shape) > 1:
        result.turned = any(map(may_be_permuted, arrays_in(operands)))
    return result


def arrays_in(values: Sequence[Any]) -> Iterator[Array]:
    for value in values:
        if type(value) is Array:
            yield value
        elif isinstance(value, (list, tuple)):
            yield from arrays_in(value)


def lie_in_any_order(result: Any) -> Any:
    """The result of a function that makes its axes in another order, depending on where they come from."""
    if type(result) is Array and result.base is None:
        result.turned = sum(n > 1 for n in result.shape) > 1
    return result


def lie_as_selected(result: Any, array: Array, index: Index) -> Any:
    """The memory order of a selection by index arrays. NumPy makes the axes of these first, so that those
    that stand in front of them lie inside; what is sliced otherwise lies as it did."""
    if type(result) is Array and result.base is None and result.size > 1:
        before = math.prod(index.result_shape[: index.advanced_at])
        many = math.prod(index.common_shape) > 1
        slices = sum(isinstance(item, Range) and item.size > 1 for item in index.items)
        result.turned = before > 1 and many or slices > 1 and may_be_permuted(array)
    return result


def may_be_permuted(array: Array) -> bool:
    """Whether what lies as this array does, without gaps, may lie in another order than that of its axes."""
    if contiguous(array) or sum(n > 1 for n in array.shape) <= 1:
        return False
    memory = memory_of(array)
    return memory is None or not np.empty_like(memory).flags.c_contiguous


def strides_of_selection(memory: np.ndarray, index: Index) -> np.ndarray:
    """A basic selection; where it begins does not matter for how it lies."""
    key: list = []
    for item in index.items:
        if isinstance(item, Range):
            first = 0 if item.step > 0 else (item.size - 1) * -item.step
            last = first + item.size * item.step
            key.append(slice(first, last if last >= 0 else None, item.step) if item.size else slice(0, 0))
        else:
            key.append(0 if isinstance(item, Point) else None)
    return memory[tuple(key)]


def ravels_in_place(array: Array) -> bool | None:
    """Whether its ravel is a view of its memory. None: not known."""
    memory = memory_of(array, IMAGINED)
    return None if memory is None else memory.flags.c_contiguous


def memory_of(array: Array, largest: int = LARGEST) -> np.ndarray | None:
    """An array that lies in memory as this one does; None if that depends on data."""
    if array.base is None:
        small = array.size * array.dtype.itemsize <= largest
        return np.zeros(array.shape, array.dtype) if small and not array.turned else None
    memory = memory_of(array.base, largest)
    if memory is None:
        return None
    view = (
        strides_of_selection(memory, array.lens.index)
        if array.lens.index is not None
        else array.lens.get(memory)
    )
    return view if isinstance(view, np.ndarray) and np.may_share_memory(view, memory) else None
