# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike, DTypeLike
from recto._api.compiled_module import eager as _eager
from recto.runtime import Array as _Array
from typing import Any, NamedTuple, SupportsIndex
import builtins

from numpy import (
    False_ as False_,
    ScalarType as ScalarType,
    True_ as True_,
    bool as bool,
    bool_ as bool_,
    broadcast as broadcast,
    busdaycalendar as busdaycalendar,
    byte as byte,
    bytes_ as bytes_,
    c_ as c_,
    cdouble as cdouble,
    char as char,
    character as character,
    clongdouble as clongdouble,
    complex128 as complex128,
    complex64 as complex64,
    complexfloating as complexfloating,
    csingle as csingle,
    ctypeslib as ctypeslib,
    datetime64 as datetime64,
    double as double,
    dtype as dtype,
    dtypes as dtypes,
    e as e,
    emath as emath,
    errstate as errstate,
    euler_gamma as euler_gamma,
    exceptions as exceptions,
    finfo as finfo,
    flatiter as flatiter,
    flexible as flexible,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    floating as floating,
    generic as generic,
    half as half,
    iinfo as iinfo,
    index_exp as index_exp,
    inexact as inexact,
    inf as inf,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int8 as int8,
    int_ as int_,
    intc as intc,
    integer as integer,
    intp as intp,
    lib as lib,
    little_endian as little_endian,
    long as long,
    longdouble as longdouble,
    longlong as longlong,
    ma as ma,
    matrix as matrix,
    memmap as memmap,
    mgrid as mgrid,
    nan as nan,
    ndenumerate as ndenumerate,
    ndindex as ndindex,
    nditer as nditer,
    newaxis as newaxis,
    number as number,
    object_ as object_,
    ogrid as ogrid,
    pi as pi,
    poly1d as poly1d,
    polynomial as polynomial,
    r_ as r_,
    random as random,
    rec as rec,
    recarray as recarray,
    record as record,
    s_ as s_,
    sctypeDict as sctypeDict,
    short as short,
    signedinteger as signedinteger,
    single as single,
    str_ as str_,
    strings as strings,
    testing as testing,
    timedelta64 as timedelta64,
    typecodes as typecodes,
    typing as typing,
    ubyte as ubyte,
    ufunc as ufunc,
    uint as uint,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
    uintc as uintc,
    uintp as uintp,
    ulong as ulong,
    ulonglong as ulonglong,
    unsignedinteger as unsignedinteger,
    ushort as ushort,
    vectorize as vectorize,
    void as void,
)


from recto.runtime import from_dlpack as from_dlpack

from . import fft as fft, linalg as linalg
from ._namespace_info import NamespaceInfo as _NamespaceInfo

ndarray = _Array
__array_api_version__: str

def __array_namespace_info__() -> _NamespaceInfo: ...

class _UniqueAllResult(NamedTuple):
    values: _Array
    indices: _Array
    inverse_indices: _Array
    counts: _Array

class _UniqueCountsResult(NamedTuple):
    values: _Array
    counts: _Array

class _UniqueInverseResult(NamedTuple):
    values: _Array
    inverse_indices: _Array

@_eager
def abs(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def absolute(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def acos(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def acosh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def add(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def all(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., *, where: ArrayLike = ...) -> _Array: ...

@_eager
def allclose(a: ArrayLike, b: ArrayLike, rtol: ArrayLike = 1e-05, atol: ArrayLike = 1e-08, equal_nan: builtins.bool =
    False) -> builtins.bool | _Array: ...

@_eager
def amax(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def amin(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def angle(z: ArrayLike, deg: builtins.bool = False) -> _Array: ...

@_eager
def any(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., *, where: ArrayLike = ...) -> _Array: ...

@_eager
def append(arr: ArrayLike, values: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def apply_along_axis(func1d: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None, arr: ArrayLike, *args:
    ArrayLike, **kwargs: Any) -> _Array: ...

@_eager
def apply_over_axes(func: Any, a: ArrayLike, axes: Any) -> _Array: ...

@_eager
def arange(start_or_stop: ArrayLike, /, stop: Any = None, step: Any = 1, *, dtype: DTypeLike | None = None,
    device: Any = None, like: Any = None) -> _Array: ...

@_eager
def arccos(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def arccosh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def arcsin(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def arcsinh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def arctan(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def arctan2(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def arctanh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def argmax(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, *,
    keepdims: builtins.bool = ...) -> _Array: ...

@_eager
def argmin(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, *,
    keepdims: builtins.bool = ...) -> _Array: ...

@_eager
def argpartition(a: ArrayLike, kth: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, kind: str
    = 'introselect', order: Any = None) -> _Array: ...

@_eager
def argsort(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, kind: Any = None, order:
    Any = None, *, stable: Any = None) -> _Array: ...

@_eager
def argwhere(a: ArrayLike) -> _Array: ...

@_eager
def around(a: ArrayLike, decimals: Any = 0, out: Any = None) -> _Array: ...

@_eager
def array(object: Any, dtype: DTypeLike | None = None, *, copy: builtins.bool | None = True, order: Any = 'K', subok:
    builtins.bool = False, ndmin: Any = 0, ndmax: Any = 0, like: Any = None) -> _Array: ...

@_eager
def array2string(a: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None,
    separator: str = ' ', prefix: str = '', *, formatter: Any = None, threshold: Any = None, edgeitems: Any =
    None, sign: Any = None, floatmode: Any = None, suffix: str = '', legacy: Any = None) -> Any: ...

@_eager
def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: builtins.bool = False) -> builtins.bool | _Array: ...

@_eager
def array_equiv(a1: ArrayLike, a2: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def array_repr(arr: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any =
    None) -> Any: ...

@_eager
def array_split(ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None
    = 0) -> list[_Array]: ...

@_eager
def array_str(a: ArrayLike, max_line_width: Any = None, precision: Any = None, suppress_small: Any =
    None) -> Any: ...

@_eager
def asanyarray(a: ArrayLike, dtype: DTypeLike | None = None, order: Any = None, *, device: Any = None, copy:
    builtins.bool | None = None, like: Any = None) -> _Array: ...

@_eager
def asarray(a: ArrayLike, dtype: DTypeLike | None = None, order: Any = None, *, device: Any = None, copy:
    builtins.bool | None = None, like: Any = None) -> _Array: ...

@_eager
def asarray_chkfinite(a: ArrayLike, dtype: DTypeLike | None = None, order: Any = None) -> _Array: ...

@_eager
def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None) -> _Array: ...

@_eager
def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: Any = None) -> _Array: ...

@_eager
def asin(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def asinh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def asmatrix(data: Any, dtype: DTypeLike | None = None) -> Any: ...

@_eager
def astype(x: ArrayLike, dtype: DTypeLike | None, /, *, copy: builtins.bool | None = True, device: Any =
    None) -> _Array: ...

@_eager
def atan(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def atan2(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def atanh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def atleast_1d(*arys: ArrayLike) -> Any: ...

@_eager
def atleast_2d(*arys: ArrayLike) -> Any: ...

@_eager
def atleast_3d(*arys: ArrayLike) -> Any: ...

@_eager
def average(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, weights: Any = None,
    returned: builtins.bool = False, *, keepdims: builtins.bool = ...) -> Any: ...

@_eager
def bartlett(M: Any) -> _Array: ...

@_eager
def base_repr(number: Any, base: Any = 2, padding: Any = 0) -> str: ...

@_eager
def binary_repr(num: ArrayLike, width: Any = None) -> str: ...

@_eager
def bincount(x: ArrayLike, /, weights: Any = None, minlength: Any = 0) -> _Array: ...

@_eager
def bitwise_and(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def bitwise_count(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def bitwise_invert(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def bitwise_left_shift(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting:
    str = 'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any
    = None) -> _Array: ...

@_eager
def bitwise_not(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def bitwise_or(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def bitwise_right_shift(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting:
    str = 'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any
    = None) -> _Array: ...

@_eager
def bitwise_xor(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def blackman(M: Any) -> _Array: ...

@_eager
def block(arrays: Sequence[ArrayLike] | ArrayLike) -> _Array: ...

@_eager
def bmat(obj: Any, ldict: Any = None, gdict: Any = None) -> Any: ...

@_eager
def broadcast_arrays(*args: ArrayLike, subok: builtins.bool = False) -> tuple[_Array, ...]: ...

@_eager
def broadcast_shapes(*args: Any) -> tuple[int, ...]: ...

@_eager
def broadcast_to(array: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex], subok: builtins.bool =
    False) -> _Array: ...

@_eager
def busday_count(begindates: Any, enddates: Any, weekmask: str = '1111100', holidays: Any = (), busdaycal: Any
    = None, out: Any = None) -> _Array: ...

@_eager
def busday_offset(dates: Any, offsets: Any, roll: str = 'raise', weekmask: str = '1111100', holidays: Any =
    None, busdaycal: Any = None, out: Any = None) -> _Array: ...

@_eager
def can_cast(from_: ArrayLike, to: Any, casting: str = 'safe') -> builtins.bool | _Array: ...

@_eager
def cbrt(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def ceil(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def choose(a: ArrayLike, choices: ArrayLike, out: Any = None, mode: Any = 'raise') -> _Array: ...

@_eager
def clip(a: ArrayLike, a_min: Any = ..., a_max: Any = ..., out: Any = None, *, min: Any = ..., max: Any = ...,
    **kwargs: Any) -> _Array: ...

@_eager
def column_stack(tup: Sequence[ArrayLike] | ArrayLike) -> _Array: ...

@_eager
def common_type(*arrays: Sequence[ArrayLike] | ArrayLike) -> type: ...

@_eager
def compress(condition: ArrayLike, a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: Any = None) -> _Array: ...

@_eager
def concat(arrays: Sequence[ArrayLike] | ArrayLike, /, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    0, out: Any = None, *, dtype: DTypeLike | None = None, casting: str = 'same_kind') -> _Array: ...

@_eager
def concatenate(arrays: Sequence[ArrayLike] | ArrayLike, /, axis: SupportsIndex | Sequence[SupportsIndex] |
    None = 0, out: Any = None, *, dtype: DTypeLike | None = None, casting: str = 'same_kind') -> _Array: ...

@_eager
def conj(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def conjugate(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def convolve(a: ArrayLike, v: ArrayLike, mode: Any = 'full') -> _Array: ...

@_eager
def copy(a: ArrayLike, order: Any = 'K', subok: builtins.bool = False) -> _Array: ...

@_eager
def copysign(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def copyto(dst: ArrayLike, src: ArrayLike, casting: str = 'same_kind', where: ArrayLike = True) -> None: ...

@_eager
def corrcoef(x: ArrayLike, y: Any = None, rowvar: builtins.bool = True, *, dtype: DTypeLike | None =
    None) -> _Array: ...

@_eager
def correlate(a: ArrayLike, v: ArrayLike, mode: Any = 'valid') -> _Array: ...

@_eager
def cos(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def cosh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def count_nonzero(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, *, keepdims:
    builtins.bool = False) -> _Array: ...

@_eager
def cov(m: ArrayLike, y: Any = None, rowvar: builtins.bool = True, bias: builtins.bool = False, ddof: Any = None, fweights:
    Any = None, aweights: Any = None, *, dtype: DTypeLike | None = None) -> _Array: ...

@_eager
def cross(a: ArrayLike, b: ArrayLike, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: SupportsIndex |
    Sequence[SupportsIndex] | None = None) -> _Array: ...

@_eager
def cumprod(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None) -> _Array: ...

@_eager
def cumsum(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None) -> _Array: ...

@_eager
def cumulative_prod(x: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype:
    DTypeLike | None = None, out: Any = None, include_initial: builtins.bool = False) -> _Array: ...

@_eager
def cumulative_sum(x: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype:
    DTypeLike | None = None, out: Any = None, include_initial: builtins.bool = False) -> _Array: ...

@_eager
def datetime_as_string(arr: Any, unit: Any = None, timezone: str = 'naive', casting: str =
    'same_kind') -> _Array: ...

@_eager
def datetime_data(dtype: DTypeLike | None, /) -> Any: ...

@_eager
def deg2rad(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def degrees(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def delete(arr: ArrayLike, obj: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def diag(v: ArrayLike, k: Any = 0) -> _Array: ...

@_eager
def diag_indices(n: Any, ndim: Any = 2) -> tuple[_Array, ...]: ...

@_eager
def diag_indices_from(arr: ArrayLike) -> tuple[_Array, ...]: ...

@_eager
def diagflat(v: ArrayLike, k: Any = 0) -> _Array: ...

@_eager
def diagonal(a: ArrayLike, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> _Array: ...

@_eager
def diff(a: ArrayLike, n: Any = 1, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, prepend: Any =
    ..., append: Any = ...) -> _Array: ...

@_eager
def digitize(x: ArrayLike, bins: ArrayLike, right: builtins.bool = False) -> _Array: ...

@_eager
def divide(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def divmod(x1: ArrayLike, x2: ArrayLike, /, out: Any = (None, None), *, where: ArrayLike = True, casting: str
    = 'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> tuple[_Array, _Array]: ...

@_eager
def dot(a: ArrayLike, b: ArrayLike, out: Any = None) -> _Array: ...

@_eager
def dsplit(ary: ArrayLike, indices_or_sections: Any) -> list[_Array]: ...

@_eager
def dstack(tup: Sequence[ArrayLike] | ArrayLike) -> _Array: ...

@_eager
def ediff1d(ary: ArrayLike, to_end: Any = None, to_begin: Any = None) -> _Array: ...

@_eager
def einsum(*operands: ArrayLike, out: Any = None, optimize: builtins.bool = False, **kwargs: Any) -> _Array: ...

@_eager
def einsum_path(*operands: ArrayLike, optimize: str = 'greedy', einsum_call: builtins.bool = False) -> Any: ...

@_eager
def empty(shape: SupportsIndex | Sequence[SupportsIndex], dtype: DTypeLike | None = None, order: Any = 'C', *,
    device: Any = None, like: Any = None) -> _Array: ...

@_eager
def empty_like(prototype: ArrayLike, /, dtype: DTypeLike | None = None, order: Any = 'K', subok: builtins.bool =
    True, shape: SupportsIndex | Sequence[SupportsIndex] | None = None, *, device: Any = None) -> _Array: ...

@_eager
def equal(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def exp(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def exp2(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def expand_dims(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None) -> _Array: ...

@_eager
def expm1(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def extract(condition: ArrayLike, arr: ArrayLike) -> _Array: ...

@_eager
def eye(N: Any, M: Any = None, k: Any = 0, dtype: DTypeLike | None = ..., order: Any = 'C', *, device: Any =
    None, like: Any = None) -> _Array: ...

@_eager
def fabs(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def fill_diagonal(a: ArrayLike, val: ArrayLike, wrap: builtins.bool = False) -> None: ...

@_eager
def fix(x: ArrayLike, out: Any = None) -> _Array: ...

@_eager
def flatnonzero(a: ArrayLike) -> _Array: ...

@_eager
def flip(m: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> _Array: ...

@_eager
def fliplr(m: ArrayLike) -> _Array: ...

@_eager
def flipud(m: ArrayLike) -> _Array: ...

@_eager
def float_power(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def floor(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def floor_divide(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def fmax(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def fmin(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def fmod(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def format_float_positional(x: Any, precision: Any = None, unique: builtins.bool = True, fractional: builtins.bool = True,
    trim: str = 'k', sign: builtins.bool = False, pad_left: Any = None, pad_right: Any = None, min_digits: Any =
    None) -> str: ...

@_eager
def format_float_scientific(x: Any, precision: Any = None, unique: builtins.bool = True, trim: str = 'k', sign:
    builtins.bool = False, pad_left: Any = None, exp_digits: Any = None, min_digits: Any = None) -> str: ...

@_eager
def frexp(x: ArrayLike, /, out: Any = (None, None), *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> tuple[_Array, _Array]: ...

@_eager
def frombuffer(buffer: Any, dtype: DTypeLike | None = None, count: Any = -1, offset: Any = 0, *, like: Any =
    None) -> _Array: ...

@_eager
def fromfile(file: Any, dtype: DTypeLike | None = None, count: Any = -1, sep: str = '', offset: Any = 0, *,
    like: Any = None) -> Any: ...

@_eager
def fromfunction(function: Any, shape: SupportsIndex | Sequence[SupportsIndex], *, dtype: DTypeLike | None =
    ..., like: Any = None, **kwargs: Any) -> _Array: ...

@_eager
def fromiter(iter: ArrayLike, dtype: DTypeLike | None, count: ArrayLike = -1, *, like: Any =
    None) -> _Array: ...

@_eager
def frompyfunc(func: Any, /, nin: ArrayLike, nout: ArrayLike, **kwargs: Any) -> Any: ...

@_eager
def fromregex(file: Any, regexp: Any, dtype: DTypeLike | None, encoding: Any = None) -> _Array: ...

@_eager
def fromstring(*args: Any, **kwargs: Any) -> _Array: ...

@_eager
def full(shape: SupportsIndex | Sequence[SupportsIndex], fill_value: ArrayLike, dtype: DTypeLike | None =
    None, order: Any = 'C', *, device: Any = None, like: Any = None) -> _Array: ...

@_eager
def full_like(a: ArrayLike, fill_value: ArrayLike, dtype: DTypeLike | None = None, order: Any = 'K', subok:
    builtins.bool = True, shape: SupportsIndex | Sequence[SupportsIndex] | None = None, *, device: Any =
    None) -> _Array: ...

@_eager
def gcd(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def genfromtxt(fname: Any, dtype: DTypeLike | None = ..., comments: str = '#', delimiter: Any = None,
    skip_header: Any = 0, skip_footer: Any = 0, converters: Any = None, missing_values: Any = None,
    filling_values: Any = None, usecols: Any = None, names: Any = None, excludelist: Any = None, deletechars:
    str = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~", replace_space: str = '_', autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True, defaultfmt: str = 'f%i', unpack: Any = None, usemask: builtins.bool = False,
    loose: builtins.bool = True, invalid_raise: builtins.bool = True, max_rows: Any = None, encoding: Any = None, *, ndmin:
    Any = 0, like: Any = None) -> _Array: ...

@_eager
def geomspace(start: ArrayLike, stop: ArrayLike, num: Any = 50, endpoint: builtins.bool = True, dtype: DTypeLike |
    None = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0) -> _Array: ...

@_eager
def get_include() -> Any: ...

@_eager
def get_printoptions() -> Any: ...

@_eager
def getbufsize() -> Any: ...

@_eager
def geterr() -> Any: ...

@_eager
def geterrcall() -> Any: ...

@_eager
def gradient(f: ArrayLike, *varargs: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    edge_order: Any = 1) -> Any: ...

@_eager
def greater(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def greater_equal(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def hamming(M: Any) -> _Array: ...

@_eager
def hanning(M: Any) -> _Array: ...

@_eager
def heaviside(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def histogram(a: ArrayLike, bins: ArrayLike = 10, range: Any = None, density: Any = None, weights: Any =
    None) -> tuple[_Array, _Array]: ...

@_eager
def histogram2d(x: ArrayLike, y: ArrayLike, bins: ArrayLike = 10, range: Any = None, density: Any = None,
    weights: Any = None) -> tuple[_Array, _Array, _Array]: ...

@_eager
def histogram_bin_edges(a: ArrayLike, bins: Any = 10, range: Any = None, weights: Any = None) -> _Array: ...

@_eager
def histogramdd(sample: ArrayLike, bins: ArrayLike = 10, range: Any = None, density: Any = None, weights: Any
    = None) -> tuple[_Array, list[_Array]]: ...

@_eager
def hsplit(ary: ArrayLike, indices_or_sections: Any) -> list[_Array]: ...

@_eager
def hstack(tup: Sequence[ArrayLike] | ArrayLike, *, dtype: DTypeLike | None = None, casting: str =
    'same_kind') -> _Array: ...

@_eager
def hypot(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def i0(x: ArrayLike) -> _Array: ...

@_eager
def identity(n: Any, dtype: DTypeLike | None = None, *, like: Any = None) -> _Array: ...

@_eager
def imag(val: ArrayLike) -> _Array: ...

@_eager
def indices(dimensions: Any, dtype: DTypeLike | None = ..., sparse: builtins.bool = False) -> Any: ...

@_eager
def info(object: Any = None, maxwidth: Any = 76, output: Any = None, toplevel: str = 'numpy') -> Any: ...

@_eager
def inner(a: ArrayLike, b: ArrayLike, /) -> _Array: ...

@_eager
def insert(arr: ArrayLike, obj: Any, values: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def interp(x: ArrayLike, xp: ArrayLike, fp: ArrayLike, left: Any = None, right: Any = None, period: Any =
    None) -> _Array: ...

@_eager
def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: builtins.bool = False, return_indices: builtins.bool =
    False) -> _Array: ...

@_eager
def invert(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def is_busday(dates: Any, weekmask: str = '1111100', holidays: Any = None, busdaycal: Any = None, out: Any =
    None) -> _Array: ...

@_eager
def isclose(a: ArrayLike, b: ArrayLike, rtol: ArrayLike = 1e-05, atol: ArrayLike = 1e-08, equal_nan: builtins.bool =
    False) -> _Array: ...

@_eager
def iscomplex(x: ArrayLike) -> _Array: ...

@_eager
def iscomplexobj(x: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def isdtype(dtype: DTypeLike | None, kind: Any) -> builtins.bool: ...

@_eager
def isfinite(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def isfortran(a: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def isin(element: ArrayLike, test_elements: ArrayLike, assume_unique: builtins.bool = False, invert: builtins.bool = False,
    *, kind: Any = None) -> _Array: ...

@_eager
def isinf(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def isnan(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def isnat(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def isneginf(x: ArrayLike, out: Any = None) -> _Array: ...

@_eager
def isposinf(x: ArrayLike, out: Any = None) -> _Array: ...

@_eager
def isreal(x: ArrayLike) -> _Array: ...

@_eager
def isrealobj(x: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def isscalar(element: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def issubdtype(arg1: Any, arg2: Any) -> builtins.bool: ...

@_eager
def iterable(y: ArrayLike) -> builtins.bool | _Array: ...

@_eager
def ix_(*args: ArrayLike) -> tuple[_Array, ...]: ...

@_eager
def kaiser(M: Any, beta: Any) -> _Array: ...

@_eager
def kron(a: ArrayLike, b: ArrayLike) -> _Array: ...

@_eager
def lcm(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def ldexp(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def left_shift(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def less(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def less_equal(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def lexsort(keys: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1) -> _Array: ...

@_eager
def linspace(start: ArrayLike, stop: ArrayLike, num: Any = 50, endpoint: builtins.bool = True, retstep: builtins.bool =
    False, dtype: DTypeLike | None = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0, *,
    device: Any = None) -> Any: ...

@_eager
def load(file: Any, mmap_mode: Any = None, allow_pickle: builtins.bool = False, fix_imports: builtins.bool = True, encoding:
    str = 'ASCII', *, max_header_size: Any = 10000) -> _Array: ...

@_eager
def loadtxt(fname: Any, dtype: DTypeLike | None = ..., comments: str = '#', delimiter: Any = None, converters:
    Any = None, skiprows: Any = 0, usecols: Any = None, unpack: builtins.bool = False, ndmin: Any = 0, encoding: Any
    = None, max_rows: Any = None, *, quotechar: Any = None, like: Any = None) -> _Array: ...

@_eager
def log(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def log10(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def log1p(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def log2(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def logaddexp(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logaddexp2(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logical_and(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logical_not(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logical_or(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logical_xor(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def logspace(start: ArrayLike, stop: ArrayLike, num: Any = 50, endpoint: builtins.bool = True, base: ArrayLike =
    10.0, dtype: DTypeLike | None = None, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    0) -> _Array: ...

@_eager
def mask_indices(n: Any, mask_func: Any, k: Any = 0) -> tuple[_Array, _Array]: ...

@_eager
def matmul(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, axes: Any = ..., axis: SupportsIndex |
    Sequence[SupportsIndex] | None = ..., keepdims: builtins.bool = False, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def matrix_transpose(x: ArrayLike, /) -> _Array: ...

@_eager
def matvec(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, axes: Any = ..., axis: SupportsIndex |
    Sequence[SupportsIndex] | None = ..., keepdims: builtins.bool = False, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def max(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def maximum(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def may_share_memory(a: Any, b: Any, /, max_work: Any = 0) -> builtins.bool: ...

@_eager
def mean(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None =
    None, out: Any = None, keepdims: builtins.bool = ..., *, where: ArrayLike = ...) -> _Array: ...

@_eager
def median(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None,
    overwrite_input: builtins.bool = False, keepdims: builtins.bool = False) -> _Array: ...

@_eager
def meshgrid(*xi: ArrayLike, copy: builtins.bool | None = True, sparse: builtins.bool = False, indexing: str =
    'xy') -> tuple[_Array, ...]: ...

@_eager
def min(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def min_scalar_type(a: Any, /) -> Any: ...

@_eager
def minimum(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def mintypecode(typechars: Any, typeset: str = 'GDFgdf', default: str = 'd') -> str: ...

@_eager
def mod(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def modf(x: ArrayLike, /, out: Any = (None, None), *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> tuple[_Array, _Array]: ...

@_eager
def moveaxis(a: ArrayLike, source: Any, destination: Any) -> _Array: ...

@_eager
def multiply(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def nan_to_num(x: ArrayLike, copy: builtins.bool | None = True, nan: ArrayLike = 0.0, posinf: Any = None, neginf: Any
    = None) -> _Array: ...

@_eager
def nanargmax(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, *,
    keepdims: builtins.bool = ...) -> _Array: ...

@_eager
def nanargmin(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, *,
    keepdims: builtins.bool = ...) -> _Array: ...

@_eager
def nancumprod(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike |
    None = None, out: Any = None) -> _Array: ...

@_eager
def nancumsum(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike |
    None = None, out: Any = None) -> _Array: ...

@_eager
def nanmax(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None,
    keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def nanmean(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None, keepdims: builtins.bool = ..., *, where: ArrayLike = ...) -> _Array: ...

@_eager
def nanmedian(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None,
    overwrite_input: builtins.bool = False, keepdims: builtins.bool = ...) -> _Array: ...

@_eager
def nanmin(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None,
    keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def nanpercentile(a: ArrayLike, q: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    out: Any = None, overwrite_input: builtins.bool = False, method: str = 'linear', keepdims: builtins.bool = ..., *,
    weights: Any = None) -> _Array: ...

@_eager
def nanprod(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None, keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike =
    ...) -> _Array: ...

@_eager
def nanquantile(a: ArrayLike, q: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out:
    Any = None, overwrite_input: builtins.bool = False, method: str = 'linear', keepdims: builtins.bool = ..., *, weights:
    Any = None) -> _Array: ...

@_eager
def nanstd(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None, ddof: Any = 0, keepdims: builtins.bool = ..., *, where: ArrayLike = ..., mean: Any =
    ..., correction: Any = ...) -> _Array: ...

@_eager
def nansum(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None, keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike =
    ...) -> _Array: ...

@_eager
def nanvar(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None
    = None, out: Any = None, ddof: Any = 0, keepdims: builtins.bool = ..., *, where: ArrayLike = ..., mean: Any =
    ..., correction: Any = ...) -> _Array: ...

@_eager
def ndim(a: ArrayLike) -> int: ...

@_eager
def negative(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def nested_iters(op: Any, axes: Any, flags: Any = None, op_flags: Any = None, op_dtypes: Any = None, order:
    Any = 'K', casting: str = 'safe', buffersize: Any = 0) -> Any: ...

@_eager
def nextafter(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def nonzero(a: ArrayLike) -> tuple[_Array, ...]: ...

@_eager
def not_equal(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def ones(shape: SupportsIndex | Sequence[SupportsIndex], dtype: DTypeLike | None = None, order: Any = 'C', *,
    device: Any = None, like: Any = None) -> _Array: ...

@_eager
def ones_like(a: ArrayLike, dtype: DTypeLike | None = None, order: Any = 'K', subok: builtins.bool = True, shape:
    SupportsIndex | Sequence[SupportsIndex] | None = None, *, device: Any = None) -> _Array: ...

@_eager
def outer(a: ArrayLike, b: ArrayLike, out: Any = None) -> _Array: ...

@_eager
def packbits(a: ArrayLike, /, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, bitorder: str =
    'big') -> _Array: ...

@_eager
def pad(array: ArrayLike, pad_width: Any, mode: Any = 'constant', **kwargs: Any) -> _Array: ...

@_eager
def partition(a: ArrayLike, kth: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, kind: str =
    'introselect', order: Any = None) -> _Array: ...

@_eager
def percentile(a: ArrayLike, q: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out:
    Any = None, overwrite_input: builtins.bool = False, method: str = 'linear', keepdims: builtins.bool = False, *, weights:
    Any = None) -> _Array: ...

@_eager
def permute_dims(a: ArrayLike, axes: Any = None) -> _Array: ...

@_eager
def piecewise(x: ArrayLike, condlist: ArrayLike, funclist: Any, *args: ArrayLike, **kw: Any) -> _Array: ...

@_eager
def place(arr: ArrayLike, mask: ArrayLike, vals: ArrayLike) -> None: ...

@_eager
def poly(seq_of_zeros: ArrayLike) -> _Array: ...

@_eager
def polyadd(a1: ArrayLike, a2: ArrayLike) -> _Array: ...

@_eager
def polyder(p: ArrayLike, m: Any = 1) -> _Array: ...

@_eager
def polydiv(u: ArrayLike, v: ArrayLike) -> tuple[_Array, _Array]: ...

@_eager
def polyfit(x: ArrayLike, y: ArrayLike, deg: Any, rcond: Any = None, full: builtins.bool = False, w: Any = None, cov:
    builtins.bool = False) -> _Array: ...

@_eager
def polyint(p: ArrayLike, m: Any = 1, k: Any = None) -> _Array: ...

@_eager
def polymul(a1: ArrayLike, a2: ArrayLike) -> _Array: ...

@_eager
def polysub(a1: ArrayLike, a2: ArrayLike) -> _Array: ...

@_eager
def polyval(p: ArrayLike, x: ArrayLike) -> _Array: ...

@_eager
def positive(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def pow(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def power(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def printoptions(*args: Any, **kwargs: Any) -> Any: ...

@_eager
def prod(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None =
    None, out: Any = None, keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def promote_types(type1: Any, type2: Any, /) -> Any: ...

@_eager
def ptp(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any = None, keepdims:
    builtins.bool = ...) -> _Array: ...

@_eager
def put(a: ArrayLike, ind: ArrayLike, v: ArrayLike, mode: Any = 'raise') -> None: ...

@_eager
def put_along_axis(arr: ArrayLike, indices: ArrayLike, values: ArrayLike, axis: SupportsIndex |
    Sequence[SupportsIndex] | None) -> None: ...

@_eager
def putmask(a: ArrayLike, /, mask: ArrayLike, values: ArrayLike) -> None: ...

@_eager
def quantile(a: ArrayLike, q: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out: Any
    = None, overwrite_input: builtins.bool = False, method: str = 'linear', keepdims: builtins.bool = False, *, weights: Any
    = None) -> _Array: ...

@_eager
def rad2deg(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def radians(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def ravel(a: ArrayLike, order: Any = 'C') -> _Array: ...

@_eager
def ravel_multi_index(multi_index: ArrayLike, dims: Any, mode: Any = 'raise', order: Any = 'C') -> _Array: ...

@_eager
def real(val: ArrayLike) -> _Array: ...

@_eager
def real_if_close(a: ArrayLike, tol: ArrayLike = 100) -> _Array: ...

@_eager
def reciprocal(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind',
    order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def remainder(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def repeat(a: ArrayLike, repeats: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def require(a: ArrayLike, dtype: DTypeLike | None = None, requirements: Any = None, *, like: Any =
    None) -> _Array: ...

@_eager
def reshape(a: ArrayLike, /, shape: SupportsIndex | Sequence[SupportsIndex], order: Any = 'C', *, copy: builtins.bool
    | None = None) -> _Array: ...

@_eager
def resize(a: ArrayLike, new_shape: Any) -> _Array: ...

@_eager
def result_type(*arrays_and_dtypes: ArrayLike) -> Any: ...

@_eager
def right_shift(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def rint(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def roll(a: ArrayLike, shift: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def rollaxis(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None, start: Any =
    0) -> _Array: ...

@_eager
def roots(p: ArrayLike) -> _Array: ...

@_eager
def rot90(m: ArrayLike, k: Any = 1, axes: Any = (0, 1)) -> _Array: ...

@_eager
def round(a: ArrayLike, decimals: Any = 0, out: Any = None) -> _Array: ...

@_eager
def row_stack(tup: Sequence[ArrayLike] | ArrayLike, *, dtype: DTypeLike | None = None, casting: str =
    'same_kind') -> _Array: ...

@_eager
def save(file: Any, arr: Any, allow_pickle: builtins.bool = True) -> Any: ...

@_eager
def savetxt(fname: Any, X: Any, fmt: str = '%.18e', delimiter: str = ' ', newline: str = '\n', header: str =
    '', footer: str = '', comments: str = '# ', encoding: Any = None) -> Any: ...

@_eager
def savez(file: Any, *args: Any, allow_pickle: builtins.bool = True, **kwds: Any) -> Any: ...

@_eager
def savez_compressed(file: Any, *args: Any, allow_pickle: builtins.bool = True, **kwds: Any) -> Any: ...

@_eager
def searchsorted(a: ArrayLike, v: ArrayLike, side: str = 'left', sorter: Any = None) -> _Array: ...

@_eager
def select(condlist: ArrayLike, choicelist: ArrayLike, default: ArrayLike = 0) -> _Array: ...

@_eager
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any =
    None, suppress: Any = None, nanstr: Any = None, infstr: Any = None, formatter: Any = None, sign: Any =
    None, floatmode: Any = None, *, legacy: Any = None, override_repr: Any = None) -> Any: ...

@_eager
def setbufsize(size: Any) -> Any: ...

@_eager
def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: builtins.bool = False) -> _Array: ...

@_eager
def seterr(all: Any = None, divide: Any = None, over: Any = None, under: Any = None, invalid: Any =
    None) -> Any: ...

@_eager
def seterrcall(func: Any) -> Any: ...

@_eager
def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: builtins.bool = False) -> _Array: ...

@_eager
def shape(a: ArrayLike) -> tuple[int, ...]: ...

@_eager
def shares_memory(a: Any, b: Any, /, max_work: Any = -1) -> builtins.bool: ...

@_eager
def show_config(mode: Any = 'stdout') -> Any: ...

@_eager
def show_runtime() -> Any: ...

@_eager
def sign(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def signbit(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def sin(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def sinc(x: ArrayLike) -> _Array: ...

@_eager
def sinh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def size(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> int: ...

@_eager
def sort(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, kind: Any = None, order: Any
    = None, *, stable: Any = None) -> _Array: ...

@_eager
def sort_complex(a: ArrayLike) -> _Array: ...

@_eager
def spacing(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def split(ary: ArrayLike, indices_or_sections: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    0) -> list[_Array]: ...

@_eager
def sqrt(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def square(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order:
    Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def squeeze(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> _Array: ...

@_eager
def stack(arrays: Sequence[ArrayLike] | ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0,
    out: Any = None, *, dtype: DTypeLike | None = None, casting: str = 'same_kind') -> _Array: ...

@_eager
def std(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None =
    None, out: Any = None, ddof: Any = 0, keepdims: builtins.bool = ..., *, where: ArrayLike = ..., mean: Any = ...,
    correction: Any = ...) -> _Array: ...

@_eager
def subtract(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def sum(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None =
    None, out: Any = None, keepdims: builtins.bool = ..., initial: Any = ..., where: ArrayLike = ...) -> _Array: ...

@_eager
def swapaxes(a: ArrayLike, axis1: Any, axis2: Any) -> _Array: ...

@_eager
def take(a: ArrayLike, indices: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, out:
    Any = None, mode: Any = 'raise') -> _Array: ...

@_eager
def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1) -> _Array: ...

@_eager
def tan(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def tanh(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def tensordot(a: ArrayLike, b: ArrayLike, axes: Any = 2) -> _Array: ...

@_eager
def tile(A: ArrayLike, reps: Any) -> _Array: ...

@_eager
def trace(a: ArrayLike, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, dtype: DTypeLike | None = None, out:
    Any = None) -> _Array: ...

@_eager
def transpose(a: ArrayLike, axes: Any = None) -> _Array: ...

@_eager
def trapezoid(y: ArrayLike, x: Any = None, dx: ArrayLike = 1.0, axis: SupportsIndex | Sequence[SupportsIndex]
    | None = -1) -> _Array: ...

@_eager
def tri(N: Any, M: Any = None, k: Any = 0, dtype: DTypeLike | None = ..., *, like: Any = None) -> _Array: ...

@_eager
def tril(m: ArrayLike, k: Any = 0) -> _Array: ...

@_eager
def tril_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[_Array, _Array]: ...

@_eager
def tril_indices_from(arr: ArrayLike, k: Any = 0) -> tuple[_Array, _Array]: ...

@_eager
def trim_zeros(filt: ArrayLike, trim: str = 'fb', axis: SupportsIndex | Sequence[SupportsIndex] | None =
    None) -> _Array: ...

@_eager
def triu(m: ArrayLike, k: Any = 0) -> _Array: ...

@_eager
def triu_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[_Array, _Array]: ...

@_eager
def triu_indices_from(arr: ArrayLike, k: Any = 0) -> tuple[_Array, _Array]: ...

@_eager
def true_divide(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str =
    'same_kind', order: Any = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any =
    None) -> _Array: ...

@_eager
def trunc(x: ArrayLike, /, out: Any = None, *, where: ArrayLike = True, casting: str = 'same_kind', order: Any
    = 'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def typename(char: Any) -> str: ...

@_eager
def union1d(ar1: ArrayLike, ar2: ArrayLike) -> _Array: ...

@_eager
def unique(ar: ArrayLike, return_index: builtins.bool = False, return_inverse: builtins.bool = False, return_counts: builtins.bool
    = False, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, *, equal_nan: builtins.bool = True, sorted:
    builtins.bool = True) -> Any: ...

@_eager
def unique_all(x: ArrayLike) -> _UniqueAllResult: ...

@_eager
def unique_counts(x: ArrayLike) -> _UniqueCountsResult: ...

@_eager
def unique_inverse(x: ArrayLike) -> _UniqueInverseResult: ...

@_eager
def unique_values(x: ArrayLike) -> _Array: ...

@_eager
def unpackbits(a: ArrayLike, /, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, count: Any =
    None, bitorder: str = 'big') -> _Array: ...

@_eager
def unravel_index(indices: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex], order: Any =
    'C') -> tuple[_Array, ...]: ...

@_eager
def unstack(x: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    0) -> tuple[_Array, _Array, _Array]: ...

@_eager
def unwrap(p: ArrayLike, discont: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, *,
    period: ArrayLike = 6.283185307179586) -> _Array: ...

@_eager
def vander(x: ArrayLike, N: Any = None, increasing: builtins.bool = False) -> _Array: ...

@_eager
def var(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, dtype: DTypeLike | None =
    None, out: Any = None, ddof: Any = 0, keepdims: builtins.bool = ..., *, where: ArrayLike = ..., mean: Any = ...,
    correction: Any = ...) -> _Array: ...

@_eager
def vdot(a: ArrayLike, b: ArrayLike, /) -> _Array: ...

@_eager
def vecdot(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, axes: Any = ..., axis: SupportsIndex |
    Sequence[SupportsIndex] | None = ..., keepdims: builtins.bool = False, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def vecmat(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, axes: Any = ..., axis: SupportsIndex |
    Sequence[SupportsIndex] | None = ..., keepdims: builtins.bool = False, casting: str = 'same_kind', order: Any =
    'K', dtype: DTypeLike | None = None, subok: builtins.bool = True, signature: Any = None) -> _Array: ...

@_eager
def vsplit(ary: ArrayLike, indices_or_sections: Any) -> list[_Array]: ...

@_eager
def vstack(tup: Sequence[ArrayLike] | ArrayLike, *, dtype: DTypeLike | None = None, casting: str =
    'same_kind') -> _Array: ...

@_eager
def where(condition: ArrayLike, x: Any = None, y: Any = None, /) -> _Array: ...

@_eager
def zeros(shape: SupportsIndex | Sequence[SupportsIndex], dtype: DTypeLike | None = None, order: Any = 'C', *,
    device: Any = None, like: Any = None) -> _Array: ...

@_eager
def zeros_like(a: ArrayLike, dtype: DTypeLike | None = None, order: Any = 'K', subok: builtins.bool = True, shape:
    SupportsIndex | Sequence[SupportsIndex] | None = None, *, device: Any = None) -> _Array: ...
