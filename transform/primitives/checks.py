"""Marks for `passes.checks`, which are there only while programs are checked.

checked_index(i, *, size, high, axis)       i, an index or an array of them for an axis of this size: a fault unless
                                            0 <= i <= high or, counted from the end, 0 <= i + size <= high
"""
from __future__ import annotations

import numpy as np

from ..primitive import Primitive
from ._rules import integers, pointwise


def checked_value(i, *, size, high, axis):
    return np.array(i)


checked_index = Primitive("checked_index", checked_value, integers, lambda emit, i, *, out, size, high, axis: i,
                          pointwise, "discrete", show="_0", foldable=False)
