"""Array-likes: convert the arguments that NumPy's functions accept to Syms (if anything is dynamic) or NumPy
arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import numpy as np

from ...core.dtypes import PYTHON, canonical, kind, promote, is_supported
from ...core.errors import CompileError
from ...core.spelling import plain_text
from ...ir.builder import Builder, Sym, broadcast_shapes, builder_of, convert
from ...ir.program import Const, Type
from .table import prim, require_static

PYTHON_NUMBERS = (bool, int, float, complex)
Casting = Literal["no", "equiv", "safe", "same_kind", "unsafe"]  # NumPy's rules


COPIES = {np._CopyMode.ALWAYS: True, np._CopyMode.IF_NEEDED: None, np._CopyMode.NEVER: False}


def copy_mode(copy: Any) -> bool | None:
    """Whether a copy is wanted (True), forbidden (False), or made where it has to be (None)."""
    return COPIES[copy] if isinstance(copy, np._CopyMode) else copy


def leaves(value: Any) -> Iterator[Any]:
    """The values in nested lists and tuples."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def builder_in(*values: Any) -> Builder | None:
    """The innermost builder among array-likes."""
    if any([isinstance(v, (list, tuple)) for v in values]):
        return builder_of(leaves(list(values)))
    return builder_of(values)


def is_dynamic(value: Any) -> bool:
    """Whether some of an array-like is only known at run time."""
    return any(isinstance(v, Sym) and not v.is_const for v in leaves(value))


def constant_of(x: Any) -> Any:
    """The value of an array-like known now, as a NumPy array; None for one that isn't."""
    if isinstance(x, Sym):
        return x.value if x.is_const else None
    return None if is_dynamic(x) else np.asarray(x)


def is_python_number(x: Any) -> bool:
    """A Python number, known now or not: weak in promotion."""
    return x.weak if isinstance(x, Sym) else type(x) in PYTHON


def dtype_of(x: Any) -> np.dtype:
    """The dtype of an array-like; Python numbers have their NumPy default."""
    if isinstance(x, Sym):
        return x.dtype
    if isinstance(x, (list, tuple)) and any(isinstance(v, Sym) for v in leaves(x)):
        return canonical(np.result_type(*(dtype_of(v) for v in leaves(x))))
    return canonical(plain(x).dtype)


def plain(x: Any) -> np.ndarray:
    """A NumPy array of a value without Syms, of a dtype we know."""
    try:
        array = np.asarray(x)
    except ValueError as error:
        raise CompileError(str(error)) from None
    if not is_supported(array.dtype):
        raise CompileError(f"arrays of dtype {array.dtype} are not supported: {plain_text(x)}")
    dtype = canonical(array.dtype)
    return array if dtype == array.dtype else array.astype(dtype)


def as_array(x: Any, builder: Builder | None = None) -> Any:
    """A Sym where there is a builder (that of x, else the one given), else a NumPy array. Python numbers stay weak."""
    if isinstance(x, Sym):
        return builder.lift(x) if builder else x
    inner = builder_in(x) if isinstance(x, (list, tuple)) else None
    if inner is not None:
        return stack_list(x, builder or inner)
    if builder is None:
        return plain(x)
    if type(x) in PYTHON and (type(x) is not int or _fits(x, canonical(np.int64))):
        return builder.lift(x)
    return builder.lift(plain(x))


def arrays(*values: Any, builder: Builder | None = None) -> list[Any]:
    """Array-likes as Syms of one builder if any of them is dynamic, else as NumPy arrays."""
    builder = builder_in(*values) or builder
    return [as_array(v, builder) for v in values]


def strong_array(x: Any, builder: Builder | None = None) -> Any:
    """As `as_array`; a Python number becomes an array of its default dtype."""
    return strong(as_array(x, builder))


def strong(x: Any) -> Any:
    return convert(x, x.dtype) if isinstance(x, Sym) and x.weak else x


def stack_list(items: Sequence[Any], builder: Builder, dtype: np.dtype | None = None) -> Any:
    """np.array of nested lists with Syms in them, by default in their common dtype."""
    dtype = dtype_of(items) if dtype is None else dtype
    parts = [
        stack_list(item, builder, dtype)
        if isinstance(item, (list, tuple)) and builder_in(item) is not None
        else as_dtype(item, dtype, builder)
        for item in items
    ]
    if any(p.shape != parts[0].shape for p in parts):
        shapes = " and ".join(dict.fromkeys(str(Type(p.dtype, p.shape)) for p in parts))
        raise CompileError(
            f"the elements of a list differ in shape: {shapes}",
            "only arrays of one shape make an array",
            kind=ValueError,
        )
    return prim.concatenate(*(prim.reshape(p, shape=(1, *p.shape)) for p in parts), axis=0)


def _fits(value: int, dtype: np.dtype) -> bool:
    limits = np.iinfo(dtype)
    return limits.min <= value <= limits.max


def number_as(value: Any, dtype: np.dtype) -> np.ndarray:
    """A Python number as a NumPy scalar array of a dtype, if it fits (NEP 50)."""
    if type(value) is int and dtype.kind in "iu" and not _fits(value, dtype):
        raise CompileError(f"Python integer {value} out of bounds for {dtype.name}", kind=OverflowError)
    array = np.asarray(value)
    if array.dtype == dtype:
        return array
    with np.errstate(all="ignore"):
        return array.astype(dtype)


def as_dtype(x: Any, dtype: Any, builder: Builder | None) -> Any:
    """An array-like in a dtype, strong."""
    if type(x) is Sym and x.builder is builder and x.atom.type.dtype is dtype and not x.atom.type.weak:
        return x
    dtype = dtype if isinstance(dtype, np.dtype) else np.dtype(dtype)
    if type(x) in PYTHON:
        value = number_as(x, dtype)
        return builder.lift(value) if builder else value
    return convert(as_array(x, builder), dtype)


def as_cast(x: Any, dtype: np.dtype, builder: Builder | None) -> Any:
    """An array-like in a dtype, as NumPy casts it: a Python integer that does not fit wraps around."""
    x = as_array(x, builder)
    return (
        prim.cast(x, dtype=dtype) if isinstance(x, Sym) and x.weak and x.dtype != dtype else convert(x, dtype)
    )


def check_casts(arrays: Iterable[Any], dtype: Any, casting: Casting) -> None:
    """Raise NumPy's TypeError if one of the arrays can't be cast to the dtype by this rule."""
    for x in arrays if dtype is not None else ():
        given, wanted = dtype_of(x), canonical(dtype)
        if not is_python_number(x) and not (given == wanted or np.can_cast(given, wanted, casting)):
            message = f"Cannot cast array data from {given!r} to {wanted!r} according to the rule '{casting}'"
            raise CompileError(message, kind=TypeError)


def full_like(x: Any, value: Any, dtype: Any = None, shape: tuple[int, ...] | None = None) -> Any:
    """One number everywhere, in the builder, dtype and shape of x (unless these are given); weak like x."""
    weak = isinstance(x, Sym) and x.weak and dtype is None and not shape
    dtype = x.dtype if dtype is None else np.dtype(dtype)
    array = np.broadcast_to(np.asarray(value).astype(dtype), x.shape if shape is None else tuple(shape))
    if weak:
        return Sym(x.builder, Const(array, Type(dtype, (), True)))
    return x.builder.lift(array) if isinstance(x, Sym) else array


def constant_like(x: Any, array: Any) -> Any:
    """A NumPy array as a value of the builder of x."""
    return constant_in(x.builder if isinstance(x, Sym) else None, array)


def constant_in(builder: Builder | None, array: Any) -> Any:
    array = np.asarray(array)
    narrow = known_dtype(canonical(array.dtype))
    if narrow != array.dtype and any(array.strides):
        array = array.astype(narrow)
    elif narrow != array.dtype:  # one number everywhere stays one number
        array = np.broadcast_to(array[(0,) * array.ndim].astype(narrow), array.shape)
    return builder.lift(array) if builder else array


def iota(
    builder: Builder | None,
    size: int,
    dtype: Any = np.int64,
    shape: tuple[int, ...] | None = None,
    axis: int = 0,
) -> Any:
    """0, 1, 2 … along an axis."""
    params = {"shape": shape or (size,), "axis": axis, "dtype": known_dtype(canonical(dtype))}
    return builder.bind(prim.iota, (), params) if builder else prim.iota(**params)


def iota_like(x: Any, size: int, dtype: Any = np.int64) -> Any:
    return iota(x.builder if isinstance(x, Sym) else None, size, dtype)


def common_shape(*xs: Any) -> tuple[int, ...]:
    return broadcast_shapes(*(type_of(x) for x in xs))


def type_of(x: Any) -> Type:
    return x.type if isinstance(x, Sym) else Type(x.dtype, x.shape)


def describe(x: Any) -> str:
    """The type of a value as messages have it: f32[3]."""
    return str(type_of(x))


def promote_arrays(*xs: Any) -> list[Any]:
    """Arrays in their common dtype (Python numbers are weak), strong; shapes kept."""
    dtype = common_dtype(*xs)
    return [convert(x, dtype) for x in xs]


def common_dtype(*xs: Any) -> np.dtype:
    """NEP 50's common dtype of arrays; a Python number gives only its kind."""
    return canonical(promote(*((dtype_of(x), is_python_number(x)) for x in xs)))


def inexact_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype in which NumPy computes means and norms: integers and bools become float64."""
    return dtype if kind(dtype) in "fc" else canonical(np.float64)


def normalize_axis(axis: Any, ndim: int, x: Any = None) -> int:
    axis = require_static(axis, "an axis")
    if not isinstance(axis, (int, np.integer)) or isinstance(axis, bool):
        raise CompileError(f"an axis must be an integer, not {plain_text(axis)}", kind=TypeError)
    if not -ndim <= axis < ndim:
        of = describe(x) if x is not None else f"an array of {ndim} dimensions"
        raise CompileError(f"axis {axis} is out of range for {of}", kind=np.exceptions.AxisError)
    return int(axis) % ndim


def reduced_axes(axis: Any, x: Any) -> tuple[int, ...]:
    """The axes of a reduction: an array without axes may be reduced along 0 or -1, as in NumPy."""
    return () if is_axis_of_number(axis, x) else normalize_axes(axis, x.ndim, x)


def is_axis_of_number(axis: Any, x: Any) -> bool:
    """Whether it is the axis that NumPy allows of arrays without axes, in reductions and scans."""
    return x.ndim == 0 and isinstance(axis, (int, np.integer)) and axis in (0, -1)


def normalize_axes(axis: Any, ndim: int, x: Any = None) -> tuple[int, ...]:
    """The axes meant by None (all), an int or a tuple of ints, ascending."""
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, Iterable) else (axis,)
    normal = tuple(normalize_axis(a, ndim, x) for a in axes)
    if len(set(normal)) < len(normal):
        raise CompileError(f"an axis is given twice: {axis}", kind=ValueError)
    return tuple(sorted(normal))


def normalize_shape(shape: Any) -> tuple[int, ...]:
    """A shape given as an int or a sequence of ints."""
    dims = (shape,) if np.ndim(shape) == 0 else tuple(shape)
    dims = require_static(dims, "a shape")
    if not all(isinstance(d, (int, np.integer)) for d in dims):
        raise CompileError(f"a shape must consist of integers, not {plain_text(shape)}", kind=TypeError)
    if any(d < 0 for d in dims):
        raise CompileError(f"negative dimensions are not allowed: {tuple(map(int, dims))}", kind=ValueError)
    return tuple(int(d) for d in dims)


def array_dtype(dtype: Any, default: Any = np.float64) -> np.dtype:
    """A dtype argument (None gives the default), as the 64-bit switch has it."""
    return known_dtype(canonical(default if dtype is None else dtype))


def known_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype; refused if compiled code has no such arrays. XLA on the CPU sorts 2-bit integers wrongly, rounds each
    sum of 8-bit floats, and aborts on 6-bit ones."""
    if not is_supported(dtype):
        raise CompileError(f"arrays of dtype {dtype} are not supported", HELD)
    return dtype


HELD = "compiled code holds bool, integers of 8 to 64 bits, bfloat16, floats of 16 to 64 bits and complex numbers"


def window(x: Any, axis: int, start: int, stop: int, step: int = 1) -> Any:
    """x[..., start:stop:step, ...] on one axis; 0 <= start <= stop <= length."""
    if (start, stop, step) == (0, x.shape[axis], 1):
        return x
    starts, limits, strides = [0] * x.ndim, list(x.shape), [1] * x.ndim
    starts[axis], limits[axis], strides[axis] = start, stop, step
    return prim.slice_(x, starts=tuple(starts), limits=tuple(limits), strides=tuple(strides), drop=())


def element(x: Any, axis: int, index: int) -> Any:
    """x[..., index, ...]: one place on an axis, which disappears."""
    starts, limits = [0] * x.ndim, list(x.shape)
    starts[axis], limits[axis] = index, index + 1
    return prim.slice_(x, starts=tuple(starts), limits=tuple(limits), strides=(1,) * x.ndim, drop=(axis,))


def put_window(x: Any, new: Any, axis: int, start: int, stop: int, step: int = 1) -> Any:
    """x with x[..., start:stop:step, ...] replaced."""
    starts, limits, strides = [0] * x.ndim, list(x.shape), [1] * x.ndim
    starts[axis], limits[axis], strides[axis] = start, stop, step
    return prim.put_slice(x, new, starts=tuple(starts), limits=tuple(limits), strides=tuple(strides), drop=())


def whole_number(value: Any, what: str) -> int:
    """A static argument that has to be an integer."""
    try:
        return operator.index(value)
    except TypeError:
        raise CompileError(f"{what} must be an integer, not {value!r}", kind=TypeError) from None
