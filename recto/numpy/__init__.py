"""NumPy's functions on `recto.Array`: each is compiled on first use for the types of its arguments.

>>> import recto.numpy as rnp
>>> rnp.cumsum(rnp.arange(4))
Array([0, 1, 3, 6], dtype=int64)
"""

from __future__ import annotations

import numpy as _np
from numpy import (
    bool_ as bool_,
    broadcast_shapes as broadcast_shapes,
    can_cast as can_cast,
    complex64 as complex64,
    complex128 as complex128,
    dtype as dtype,
    e as e,
    euler_gamma as euler_gamma,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    finfo as finfo,
    iinfo as iinfo,
    inf as inf,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    issubdtype as issubdtype,
    nan as nan,
    newaxis as newaxis,
    pi as pi,
    promote_types as promote_types,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
)

from recto.runtime import Array as _Array

from .._api.jit import jit as _jit
from .._api.compiled_module import mirror as _mirror
from . import fft as fft, linalg as linalg

ndarray = _Array
arange = _jit(_np.arange, static_argnums=(0, 1, 2))  # floats too, which do not become static by themselves
__getattr__, __dir__ = _mirror(globals(), _np)
