"""NumPy's functions on `recto.Array`: each is compiled on first use for the types it meets.

    >>> import recto.numpy as rnp
    >>> rnp.cumsum(rnp.arange(4))
    Array([0, 1, 3, 6], dtype=int64)
"""
from __future__ import annotations

import numpy as _np
from numpy import (
    bool_,
    broadcast_shapes,
    can_cast,
    complex64,
    complex128,
    dtype,
    e,
    euler_gamma,
    float16,
    float32,
    float64,
    finfo,
    iinfo,
    inf,
    int8,
    int16,
    int32,
    int64,
    issubdtype,
    nan,
    newaxis,
    pi,
    promote_types,
    uint8,
    uint16,
    uint32,
    uint64,
)

from recto.runtime import Array as ndarray

from .._jit import jit as _jit
from .._mirror import mirror as _mirror
from . import fft, linalg

arange = _jit(_np.arange, static_argnums=(0, 1, 2))       # floats too, which do not become static by themselves
__getattr__, __dir__ = _mirror(globals(), _np)
