"""Markers for `passes.checking`, in checked programs only.

checked_index(i, *, size, axis)     i, an index or an array of indices: a fault unless -size <= i < size
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ir.primitive import Primitive
from .._rules import integers, pointwise


def checked_value(i: Any, *, size: int, axis: int) -> Any:
    return np.array(i)


checked_index = Primitive(
    "checked_index",
    checked_value,
    integers,
    lambda emit, i, *, out, size, axis: i,
    pointwise,
    "discrete",
    show="_0",
    foldable=False,
)
