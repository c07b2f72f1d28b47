"""Is a view contiguous in memory? NumPy's reshape and ravel are views of contiguous arrays only.

Roots are: arrays made here, and arguments (a call with a strided ndarray behaves as with a contiguous copy that is
written back).
"""
from __future__ import annotations

from ..library._index import Index, Point, Range
from .values import Array


def contiguous(array: Array) -> bool:
    """C-contiguous, as `array.flags` would say."""
    if array.base is None or array.size <= 1:
        return True
    if not contiguous(array.base):
        return False
    lens = array.lens
    if lens.index is not None:
        return contiguous_index(lens.index)
    return lens.keeps or array.base.type == array.type and sum(n > 1 for n in array.shape) <= 1


def contiguous_index(index: Index) -> bool:
    """Only the first axis that is longer than 1 may be cut, and none may be strided or reversed."""
    whole = True            # is everything before this axis one position?
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
