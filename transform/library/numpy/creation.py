"""Array creation: np.zeros, np.full, np.arange, np.linspace, np.array and their like."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_complex, is_float, is_integer, settings
from ...core.errors import CompileError
from ...ir.builder import Builder, Sym, broadcast_to, convert
from ..core.arrays import (
    Casting,
    array_dtype,
    as_array,
    as_dtype,
    builder_in,
    constant_in,
    copy_mode,
    constant_of,
    describe,
    dtype_of,
    full_like,
    iota,
    is_dynamic,
    is_python_number,
    normalize_axis,
    normalize_shape,
    stack_list,
    strong,
    strong_array,
    window,
)
from ..core.python_numbers import integer_in
from ..core.table import implements, implements_method, prim
from .shapes import insert_axes, permute, reshape_to, same_shape_as_base, triangle_mask
from .ufuncs import apply_ufunc


# -- from values ---------------------------------------------------------------------------------------------


def keeps_array(
    a: Any, dtype: Any = None, *args: Any, copy: bool | None = True, ndmin: int = 0, **kwargs: Any
) -> bool:
    """Whether np.array and x.astype, told not to copy, return their argument itself."""
    return not copy_mode(copy) and is_same_array(a, dtype)


@implements(
    np.array,
    static=("dtype", "copy", "order", "subok", "ndmin", "ndmax"),
    builder=True,
    array=True,
    view=same_shape_as_base,
    layout="K",
    when=keeps_array,
)
def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: str = "K",
    subok: bool = False,
    ndmin: int = 0,
    ndmax: int = 0,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    never = copy_mode(copy) is False
    if never and not (is_same_array(object, dtype) and object.ndim):  # a NumPy number is copied
        raise CompileError(
            "ValueError: unable to avoid a copy while creating an array as requested",
            "np.asarray copies where it has to",
        )
    x = _convert_fill(object, dtype, builder)
    if ndmax and x.ndim > ndmax:
        raise CompileError(
            "np.array of more dimensions than ndmax: arrays of objects are not supported", kind=ValueError
        )
    return reshape_to(x, (1,) * (ndmin - x.ndim) + tuple(x.shape)) if x.ndim < ndmin else x


def _convert_fill(value: Any, dtype: Any, builder: Builder | None) -> Any:
    builder = builder_in(value) or builder
    if dtype is None:
        return strong_array(value, builder)
    dtype = array_dtype(dtype)
    value = _nan_for_none(value) if is_float(dtype) else value
    if is_complex(dtype_of(value)) and not is_complex(dtype):
        x = as_array(value, builder)
        raise CompileError(
            f"{describe(x)} can't become {dtype}: it is complex", "take its real part: z.real", kind=TypeError
        )
    value = _whole_numbers(value, dtype, builder) if is_integer(dtype) else value
    if is_python_number(value) and not isinstance(value, Sym):
        return as_dtype(value, dtype, builder)
    inner = builder_in(value) if isinstance(value, (list, tuple)) else None
    return convert(as_array(value, builder), dtype) if inner is None else stack_list(value, inner, dtype)


def _nan_for_none(value: Any) -> Any:
    """NumPy converts None, also in a list, to nan: np.array([1.0, None], float)."""
    if isinstance(value, (list, tuple)):
        return [_nan_for_none(item) for item in value] if holds_none(value) else value
    return math.nan if value is None else value


def holds_none(value: Any) -> bool:
    return any(v is None or isinstance(v, (list, tuple)) and holds_none(v) for v in value)


def _whole_numbers(value: Any, dtype: np.dtype, builder: Builder | None) -> Any:
    """A Python float, or those in a list, as integers of this dtype: they are converted as by int, and have to fit."""
    if isinstance(value, (list, tuple)) and builder_in(value) is not None:
        return [_whole_numbers(item, dtype, builder) for item in value]
    if is_python_number(value) and is_float(dtype_of(value)):
        return integer_in(as_array(value, builder), dtype)
    return value


def is_same_array(a: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> bool:
    """Whether np.asarray returns an array itself, if its layout is the one asked for."""
    array_already = isinstance(a, (Sym, np.ndarray)) and not is_python_number(a)
    return (
        array_already and (dtype is None or canonical(dtype) == a.dtype) and not copy_mode(kwargs.get("copy"))
    )


@implements(
    np.asarray,
    static=("dtype", "order", "device", "copy"),
    builder=True,
    array=True,
    view=same_shape_as_base,
    layout="K",
    when=is_same_array,
)
def asarray(
    a: Any,
    dtype: Any = None,
    order: str | None = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    return _convert_fill(a, dtype, builder)


@implements(
    np.asanyarray,
    static=("dtype", "order", "device", "copy"),
    builder=True,
    array=True,
    view=same_shape_as_base,
    layout="K",
    when=is_same_array,
)
def asanyarray(
    a: Any,
    dtype: Any = None,
    order: str | None = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    return _convert_fill(a, dtype, builder)


@implements(
    np.ascontiguousarray,
    static=("dtype",),
    builder=True,
    array=True,
    view=same_shape_as_base,
    layout="C",
    when=is_same_array,
)
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None, builder: Builder | None = None) -> Any:
    x = _convert_fill(a, dtype, builder)
    return reshape_to(x, (1,)) if x.ndim == 0 else x


@implements(
    np.asfortranarray,
    static=("dtype",),
    builder=True,
    array=True,
    view=same_shape_as_base,
    layout="F",
    when=is_same_array,
)
def asfortranarray(a: Any, dtype: Any = None, *, like: Any = None, builder: Builder | None = None) -> Any:
    return ascontiguousarray(a, dtype, builder=builder)


@implements(np.copy, static=("order", "subok"), builder=True, array=True)
def copy(a: Any, order: str = "K", subok: bool = False, *, builder: Builder | None = None) -> Any:
    return strong_array(a, builder_in(a) or builder)


def cast_array(x: Any, dtype: Any) -> Any:
    """x.astype(dtype)."""
    return convert(strong(x), array_dtype(dtype))


@implements(
    np.astype,
    static=("dtype", "copy", "device"),
    array="like",
    view=same_shape_as_base,
    layout="K",
    when=keeps_array,
)
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    return cast_array(strong_array(x), dtype)


def keeps_dtype(
    x: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
) -> bool:
    return keeps_array(x, dtype, copy=copy)


@implements_method(
    "astype",
    static=("dtype", "order", "casting", "subok", "copy"),
    array="like",
    view=same_shape_as_base,
    layout="K",
    when=keeps_dtype,
)
def astype_method(
    x: Any, dtype: Any, order: str = "K", casting: Casting = "unsafe", subok: bool = True, copy: bool = True
) -> Any:
    x = strong_array(x)
    if not np.can_cast(x.dtype, array_dtype(dtype), casting):
        raise CompileError(
            f"{describe(x)} can't be cast to {np.dtype(dtype)} according to the rule {casting!r}",
            kind=TypeError,
        )
    return cast_array(x, dtype)


def _scalar_type(dtype: type) -> None:
    def scalar(value: Any = 0) -> Any:
        return _convert_fill(value, dtype, None)

    def is_array_of_it(value: Any = 0) -> bool:
        return value.ndim > 0 and is_same_array(value, dtype)

    scalar.__name__ = dtype.__name__
    implements(dtype, view=same_shape_as_base, layout="K", when=is_array_of_it)(scalar)


for _dtype in (
    np.bool_,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.complex128,
):
    _scalar_type(_dtype)


# -- constant arrays -----------------------------------------------------------------------------------------


def filled(builder: Builder | None, shape: Any, value: Any, dtype: Any) -> Any:
    return constant_in(
        builder, np.broadcast_to(np.asarray(value).astype(array_dtype(dtype)), normalize_shape(shape))
    )


def _constant_maker(name: str, value: int) -> None:
    def make(
        shape: Any,
        dtype: Any = float,
        order: str = "C",
        *,
        device: Any = None,
        like: Any = None,
        builder: Builder | None = None,
    ) -> Any:
        return filled(builder, shape, value, dtype)

    def make_like(
        a: Any,
        dtype: Any = None,
        order: str = "K",
        subok: bool = True,
        shape: Any = None,
        *,
        device: Any = None,
        builder: Builder | None = None,
    ) -> Any:
        dtype = dtype_of(a) if dtype is None else dtype
        shape = as_array(a).shape if shape is None else shape
        return filled(builder_in(a) or builder, shape, value, dtype)

    make.__name__, make_like.__name__ = name, name + "_like"
    implements(getattr(np, name), static=("shape", "dtype", "order", "device"), builder=True, array=True)(
        make
    )
    implements(
        getattr(np, name + "_like"),
        static=("dtype", "order", "subok", "shape", "device"),
        builder=True,
        array=True,
    )(make_like)


_constant_maker("zeros", 0)
_constant_maker("ones", 1)
_constant_maker("empty", 0)


@implements(np.full, static=("shape", "dtype", "order", "device"), builder=True, array=True)
def full(
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "C",
    *,
    device: Any = None,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    builder = builder_in(fill_value) or builder
    x = (
        strong_array(fill_value)
        if dtype is None
        else as_dtype(fill_value, array_dtype(dtype), builder_in(fill_value))
    )
    shape = normalize_shape(shape)
    if not isinstance(x, Sym):
        return constant_in(builder, np.broadcast_to(x, shape))
    return broadcast_to(x, shape)


@implements(np.full_like, static=("dtype", "order", "subok", "shape", "device"), builder=True, array=True)
def full_like_(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
    builder: Builder | None = None,
) -> Any:
    dtype = dtype_of(a) if dtype is None else dtype
    shape = as_array(a).shape if shape is None else shape
    return full(shape, fill_value, dtype, builder=builder_in(a, fill_value) or builder)


# -- ranges --------------------------------------------------------------------------------------------------


@implements(np.arange, static=("start", "stop", "step", "dtype", "device"), builder=True)
def arange(
    start: Any = None,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    device: Any = None,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    start, stop = (0, start) if stop is None else (start or 0, stop)
    step = 1 if step is None else step
    if step == 0:
        raise CompileError("arange with step 0", kind=ValueError)
    if any(np.iscomplexobj(v) for v in (start, stop, step)):
        raise CompileError("np.arange of complex numbers is not supported", "take that of real numbers")
    dtype = canonical(np.arange(start, start + 0 * stop, step, dtype=dtype).dtype)
    size = max(0, math.ceil((stop - start) / step))
    if size <= settings.largest_constant:
        return constant_in(builder, np.arange(start, stop, step, dtype=dtype))
    first = np.asarray(start).astype(dtype)
    delta = np.asarray(start + step).astype(dtype) - first  # as NumPy steps: rounded once
    steps = iota(builder, size, dtype)
    steps = steps if delta == 1 else steps * full_like(steps, delta)
    return steps if first == 0 else steps + full_like(steps, first)


def _steps(start: Any, num: int, builder: Builder | None, dtype: Any, ndim: int) -> Any:
    """0 1 2 … along a new first axis before `ndim` others."""
    return reshape_to(iota(builder, num, dtype), (num,) + (1,) * ndim)


@implements(np.linspace, static=("num", "endpoint", "retstep", "dtype", "axis", "device"), builder=True)
def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
    builder: Builder | None = None,
) -> Any:
    builder = builder_in(start, stop) or builder
    if not is_dynamic([start, stop]) and num * max(np.size(start), np.size(stop)) <= settings.fold_limit:
        return _constant_linspace(builder, start, stop, num, endpoint, retstep, dtype, axis)
    a, b = (as_array(v, builder) for v in (start, stop))
    compute = canonical(np.result_type(kind_of_number(a), kind_of_number(b), float(num)))
    a, b = (convert(v, compute) for v in (a, b))
    if num < 0:
        raise CompileError(f"linspace needs num >= 0, not {num}", kind=ValueError)
    values, step = _space_evenly(a, b, num, endpoint, builder)
    values = permute(
        values,
        [
            *range(1, normalize_axis(axis, values.ndim) + 1),
            0,
            *range(normalize_axis(axis, values.ndim) + 1, values.ndim),
        ],
    )
    if dtype is not None:
        values = convert(prim.floor(values) if is_integer(np.dtype(dtype)) else values, array_dtype(dtype))
    return (values, step) if retstep else values


def _constant_linspace(builder: Builder | None, *args: Any) -> Any:
    start, stop = (constant_of(v) for v in args[:2])
    plain = lambda given, v: v.item() if is_python_number(given) else v
    out = np.linspace(plain(args[0], start), plain(args[1], stop), *args[2:])
    lift = lambda v: constant_in(builder, np.asarray(v).astype(canonical(np.asarray(v).dtype)))
    return tuple(map(lift, out)) if isinstance(out, tuple) else lift(out)


def kind_of_number(v: Any) -> Any:
    """The value that decides the dtype of a result: a number of Python's for one of those, else a dtype."""
    return np.zeros((), v.dtype).item() if is_python_number(v) else v.dtype


def _space_evenly(a: Any, b: Any, num: int, endpoint: bool, builder: Builder | None) -> tuple[Any, Any]:
    """As NumPy: start + k * step, the last value set to stop."""
    shape = np.broadcast_shapes(a.shape, b.shape)
    a, b = (broadcast_to(v, shape) for v in (a, b))
    gaps = num - 1 if endpoint else num
    step = (b - a) / full_like(a, gaps if gaps > 0 else 1)
    steps = broadcast_to(_steps(a, num, builder, a.dtype, len(shape)), (num, *shape))
    values = steps * broadcast_to(step, steps.shape) + broadcast_to(a, steps.shape)
    if endpoint and num > 1:
        values = prim.concatenate(window(values, 0, 0, num - 1), insert_axes(b, (0,)), axis=0)
    return values, step if gaps > 0 else full_like(a, np.nan, shape=())


@implements(np.logspace, static=("num", "endpoint", "dtype", "axis"), builder=True)
def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
    *,
    builder: Builder | None = None,
) -> Any:
    if np.ndim(base):
        ends = [as_array(v, builder_in(start, stop, base) or builder) for v in (start, stop, base)]
        ndim = max(v.ndim for v in ends)
        start, stop, base = (
            insert_axes(v, tuple(range(ndim - v.ndim))) if v.ndim < ndim else v for v in ends
        )
        base = insert_axes(base, (normalize_axis(axis, ndim + 1),))
    exponents = linspace(start, stop, num, endpoint, axis=axis, builder=builder)
    values = apply_ufunc(np.power, base, exponents)
    return values if dtype is None else cast_array(values, dtype)


@implements(np.geomspace, static=("num", "endpoint", "dtype", "axis"), builder=True)
def geomspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: int = 0,
    *,
    builder: Builder | None = None,
) -> Any:
    builder = builder_in(start, stop) or builder
    if not is_dynamic([start, stop]):
        first, last = (constant_of(v) for v in (start, stop))
        return constant_in(builder, np.geomspace(first, last, num, endpoint, dtype, axis))
    first, last = (as_array(v, builder) for v in (start, stop))
    wide = canonical(np.result_type(first.dtype, last.dtype, float(num), np.dtype(dtype)))
    values = _space_by_factors(convert(first, wide), convert(last, wide), num, endpoint, builder)
    place = normalize_axis(axis, values.ndim)
    values = permute(values, [*range(1, place + 1), 0, *range(place + 1, values.ndim)])
    return values if dtype is None else cast_array(values, array_dtype(dtype))


def _space_by_factors(first: Any, last: Any, num: int, endpoint: bool, builder: Builder | None) -> Any:
    """Powers of ten times the sign of the first number; the ends are the numbers themselves."""
    shape = np.broadcast_shapes(first.shape, last.shape)
    first, last = (broadcast_to(v, shape) for v in (first, last))
    sign = apply_ufunc(np.sign, first)
    logs = [apply_ufunc(np.log10, v / sign) for v in (first, last)]
    exponents = linspace(*logs, num, endpoint, builder=builder)
    values = apply_ufunc(np.multiply, sign, apply_ufunc(np.power, 10.0, exponents))
    ends = int(endpoint and num > 1)
    inner = window(values, 0, min(1, num), max(num - ends, min(1, num)))
    parts = [insert_axes(first, (0,))] * min(1, num) + [inner] + [insert_axes(last, (0,))] * ends
    return prim.concatenate(*(convert(part, first.dtype) for part in parts), axis=0)


# -- matrices ------------------------------------------------------------------------------------------------


@implements(np.tri, static=("N", "M", "k", "dtype"), builder=True)
def tri(
    N: int,
    M: int | None = None,
    k: int = 0,
    dtype: Any = float,
    *,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    if N * (M or N) <= settings.largest_constant or builder is None:
        return constant_in(builder, np.tri(N, M, k, array_dtype(dtype)))
    return convert(triangle_mask(builder.lift(0), N, N if M is None else M, k), array_dtype(dtype))


@implements(np.eye, static=("N", "M", "k", "dtype", "order", "device"), builder=True)
def eye(
    N: int,
    M: int | None = None,
    k: int = 0,
    dtype: Any = float,
    order: str = "C",
    *,
    device: Any = None,
    like: Any = None,
    builder: Builder | None = None,
) -> Any:
    M = N if M is None else M
    if N * M <= settings.largest_constant or builder is None:
        return constant_in(builder, np.eye(N, M, k, array_dtype(dtype)))
    rows, columns = (iota(builder, 0, np.int64, (N, M), axis) for axis in (0, 1))
    return convert(prim.eq(rows + full_like(rows, k) if k else rows, columns), array_dtype(dtype))


@implements(np.identity, static=("n", "dtype"), builder=True)
def identity(n: int, dtype: Any = None, *, like: Any = None, builder: Builder | None = None) -> Any:
    return eye(n, dtype=float if dtype is None else dtype, builder=builder)


@implements(np.vander, static=("N", "increasing"))
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    x = strong_array(x)
    if x.ndim != 1:
        raise CompileError(f"vander needs one dimension, not {describe(x)}", kind=ValueError)
    N = x.shape[0] if N is None else N
    x = convert(x, canonical(np.promote_types(x.dtype, int)))
    columns = [full_like(x, 1)]
    while len(columns) < N:
        columns.append(columns[-1] * x)
    columns = columns[:N] if increasing else columns[:N][::-1]
    if not N:
        return full_like(x, 0, shape=(x.shape[0], 0))
    return prim.concatenate(*(insert_axes(c, (1,)) for c in columns), axis=1)


@implements(np.indices, static=("dimensions", "dtype", "sparse"), builder=True)
def indices(
    dimensions: Any, dtype: Any = int, sparse: bool = False, *, builder: Builder | None = None
) -> Any:
    shape, dtype = normalize_shape(dimensions), array_dtype(dtype)
    grids = [iota(builder, 0, dtype, shape, axis) for axis in range(len(shape))]
    if sparse:
        return tuple(
            reshape_to(iota(builder, n, dtype), [n if k == axis else 1 for k in range(len(shape))])
            for axis, n in enumerate(shape)
        )
    return prim.concatenate(*(insert_axes(g, (0,)) for g in grids), axis=0)


@implements(np.fromfunction, static=("shape", "dtype"), builder=True)
def fromfunction(
    function: Callable[..., Any],
    shape: Any,
    *,
    dtype: Any = float,
    like: Any = None,
    builder: Builder | None = None,
    **kwargs: Any,
) -> Any:
    shape = normalize_shape(shape)
    grids = [iota(builder, 0, dtype, shape, axis) for axis in range(len(shape))]
    return function(*grids, **kwargs)


@implements(np.tril_indices, static=("n", "k", "m"), builder=True)
def tril_indices(n: int, k: int = 0, m: int | None = None, *, builder: Builder | None = None) -> tuple:
    return tuple(constant_in(builder, v) for v in np.tril_indices(n, k, m))


@implements(np.triu_indices, static=("n", "k", "m"), builder=True)
def triu_indices(n: int, k: int = 0, m: int | None = None, *, builder: Builder | None = None) -> tuple:
    return tuple(constant_in(builder, v) for v in np.triu_indices(n, k, m))


@implements(np.diag_indices, static=("n", "ndim"), builder=True)
def diag_indices(n: int, ndim: int = 2, *, builder: Builder | None = None) -> tuple:
    return tuple(constant_in(builder, v) for v in np.diag_indices(n, ndim))


for _make in (np.hamming, np.hanning, np.bartlett, np.blackman):

    def _window(M: int, *, builder: Builder | None = None, _make: Callable = _make) -> Any:
        return constant_in(builder, _make(M))

    _window.__name__ = _make.__name__
    implements(_make, static=("M",), builder=True)(_window)


@implements(np.kaiser, static=("M", "beta"), builder=True)
def kaiser(M: int, beta: float, *, builder: Builder | None = None) -> Any:
    return constant_in(builder, np.kaiser(M, beta))


# -- what is known of an array while compiling ---------------------------------------------------------------


@implements(np.shape)
def shape(a: Any) -> tuple[int, ...]:
    return tuple(as_array(a).shape)


@implements(np.ndim)
def ndim(a: Any) -> int:
    return len(shape(a))


@implements(np.size, static=("axis",))
def size(a: Any, axis: int | None = None) -> int:
    return math.prod(shape(a)) if axis is None else shape(a)[axis]


@implements(np.result_type)
def result_type(*arrays_and_dtypes: Any) -> np.dtype:
    examples = [v if isinstance(v, (np.dtype, type, str)) else stand_in(v) for v in arrays_and_dtypes]
    return canonical(np.result_type(*examples))


def stand_in(x: Any) -> Any:
    """A value that NumPy promotes as it would x."""
    return dtype_of(x).type(0).item() if is_python_number(x) else dtype_of(x)


@implements(np.can_cast, static=("to", "casting"))
def can_cast(from_: Any, to: Any, casting: Casting = "safe") -> bool:
    return np.can_cast(dtype_of(from_) if isinstance(from_, Sym) else from_, to, casting)


@implements(np.iterable)
def iterable(y: Any) -> bool:
    return len(shape(y)) > 0


@implements(np.tril_indices_from, static=("k",))
def tril_indices_from(arr: Any, k: int = 0) -> tuple:
    return tril_indices(arr.shape[-2], k, arr.shape[-1], builder=builder_in(arr))


@implements(np.triu_indices_from, static=("k",))
def triu_indices_from(arr: Any, k: int = 0) -> tuple:
    return triu_indices(arr.shape[-2], k, arr.shape[-1], builder=builder_in(arr))


@implements(np.diag_indices_from)
def diag_indices_from(arr: Any) -> tuple:
    return diag_indices(arr.shape[0], len(arr.shape), builder=builder_in(arr))
