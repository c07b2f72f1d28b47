"""NumPy's functions on `recto.Array`: each is compiled on first use for the types it meets.

    >>> import recto.numpy as rnp
    >>> rnp.cumsum(rnp.arange(4))
    Array([0, 1, 3, 6], dtype=int64)
"""
from __future__ import annotations

import numpy as _np
from numpy import (
    bool_,
    complex64,
    complex128,
    dtype,
    e,
    euler_gamma,
    float16,
    float32,
    float64,
    inf,
    int8,
    int16,
    int32,
    int64,
    nan,
    newaxis,
    pi,
    uint8,
    uint16,
    uint32,
    uint64,
)

from recto.runtime import Array as ndarray

from .._mirror import mirror as _mirror
from . import fft, linalg

__getattr__, __dir__ = _mirror(globals(), _np)
