"""JAX's references: arrays that are changed in place. Here they are NumPy's arrays, and these are JAX's names for them.

>>> import numpy as np, recto
>>> total = recto.new_ref(np.zeros(2))
>>> @recto.jit
... def add(ref, x):
...     ref[...] += x
>>> for x in np.eye(2):
...     _ = add(total, x)
>>> recto.freeze(total)
array([1., 1.])
"""

from __future__ import annotations

from typing import Any

import numpy as np

Ref = np.ndarray
float0 = np.dtype([("float0", np.void, 0)])  # of the cotangents of integers in JAX; here these are None


def new_ref(init_val: Any, *, memory_space: Any = None, kind: Any = None) -> Any:
    """A new array with these values."""
    return np.array(init_val)


def empty_ref(ty: Any, memory_space: Any = None) -> Any:
    """A new array of the shape and dtype of `ty`, whose values are not set."""
    return np.empty(ty.shape, ty.dtype)


def freeze(ref: Any) -> Any:
    """The values that the array has now."""
    return np.array(ref)


def free_ref(ref: Any) -> None:
    """Nothing: memory is freed with the last name of an array."""


def ds(start: Any, size: Any = None, stride: int | None = None) -> slice:
    """The slice of `size` elements from `start` on; ds(size) is slice(size).

    >>> import numpy as np, recto
    >>> np.arange(5)[recto.ds(1, 2)]
    array([1, 2])
    """
    if size is None:
        return slice(None, start, stride)
    return slice(start, start + size * (1 if stride is None else stride), stride)
