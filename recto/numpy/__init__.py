"""NumPy's functions on `recto.Array`, and a namespace of the Python array API standard.

Of arrays up to 16 KiB NumPy itself computes on the host; of larger ones a program does that is compiled for the types
of the arguments on first use. Inside compiled code the functions are NumPy's.

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

from recto.runtime import Array as _Array, from_dlpack as from_dlpack

from .._api.compiled_module import as_array as _as_array, eager as _eager, mirror as _mirror
from ._namespace_info import NamespaceInfo as _NamespaceInfo
from . import fft as fft, linalg as linalg

ndarray = _Array
arange = _eager(_np.arange, 0, 1, 2)  # floats too, which do not become static by themselves
asarray = _as_array(_np.asarray)
__array_api_version__ = "2024.12"


def __array_namespace_info__() -> _NamespaceInfo:
    """The capabilities of the namespace, its dtypes, and its devices: part of the array API standard.

    >>> import recto.numpy as rnp
    >>> rnp.__array_namespace_info__().default_dtypes()["real floating"]
    dtype('float64')
    """
    return _NamespaceInfo()


__getattr__, __dir__ = _mirror(globals(), _np, _eager)
