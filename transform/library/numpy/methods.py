"""Methods and attributes of arrays, NumPy scalars and Python numbers that differ from the function of that
name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_bool, is_complex, is_integer, kind
from ...core.errors import CompileError
from ...ir.builder import broadcast_to, convert
from ..core.arrays import (
    as_array,
    builder_in,
    describe,
    full_like,
    is_python_number,
    known_dtype,
    number_as,
    strong,
)
from ..core.table import implements_attribute, implements_method, prim
from .elementwise import round_
from .indexing import getitem
from .operators import round_ as python_round, to_bool, to_complex, to_float, to_int
from .selection.at_indices import compress
from .selection.by_condition import clip
from .selection.searching import searchsorted
from .selection.sorting import partition, sort
from .shapes import (
    imag_view,
    matrix_transpose,
    matrix_transpose_view,
    permute,
    ravel,
    real_view,
    reshape,
    reshape_view,
    same_shape_as_base,
    transpose,
    transpose_view,
)
from .ufuncs import apply_ufunc

# -- shape ---------------------------------------------------------------------------------------------------


def _one_or_many(values: tuple) -> Any:
    """x.reshape(2, 3) is x.reshape((2, 3))."""
    return values[0] if len(values) == 1 and (values[0] is None or np.ndim(values[0])) else values


def reshape_method_view(base: Any, new: Any, *shape: Any, order: str = "C", copy: Any = None) -> Any:
    return reshape_view(base, new, order=order)


@implements_method(
    "reshape",
    static=("shape", "order", "copy"),
    view=reshape_method_view,
    layout="reshape",
    array="like",
    when=lambda *args, copy=None, **kwargs: not copy,
)
def reshape_method(x: Any, *shape: Any, order: str = "C", copy: Any = None) -> Any:
    return reshape(x, _one_or_many(shape), order)


def transpose_method_view(base: Any, new: Any, *axes: Any) -> Any:
    return transpose_view(base, new, _one_or_many(axes) if axes else None)


@implements_method("transpose", static=("axes",), view=transpose_method_view)
def transpose_method(x: Any, *axes: Any) -> Any:
    return transpose(x, _one_or_many(axes) if axes else None)


@implements_method("flatten", static=("order",))
def flatten(x: Any, order: str = "C") -> Any:
    return ravel(x, order)


@implements_method("copy", static=("order",))
def copy(x: Any, order: str = "C") -> Any:
    return strong(as_array(x))


def view_view(base: Any, new: Any, dtype: Any = None) -> Any:
    if is_bool(base.dtype) and not is_bool(new.dtype):
        raise CompileError(
            "a write of integers into the bytes of truth values", "write into the truth values"
        )
    return bits_as(new, base.dtype)


@implements_method("view", static=("dtype", "type"), view=view_view)
def view(x: Any, dtype: Any = None, type: Any = None) -> Any:
    return x if dtype is None else bits_as(x, dtype)


def bits_as(x: Any, dtype: Any) -> Any:
    dtype = known_dtype(np.dtype(dtype))
    if (
        is_bool(x.dtype) != is_bool(dtype)
        and kind(x.dtype) in "biu"
        and x.dtype.itemsize == dtype.itemsize == 1
    ):
        return convert(x, dtype)  # a byte is 0 or 1
    return x if dtype == x.dtype else prim.bitcast(x, dtype=dtype)


# -- values --------------------------------------------------------------------------------------------------


@implements_method("fill", writes=True)
def fill(x: Any, value: Any) -> Any:
    value = number_as(value, x.dtype) if is_python_number(value) and not hasattr(value, "atom") else value
    value = convert(as_array(value, builder_in(x)), x.dtype)
    if value.size != 1:
        raise CompileError(f"fill needs a scalar, not {describe(value)}", kind=TypeError)
    return broadcast_to(prim.reshape(value, shape=()) if value.ndim else value, x.shape)


@implements_method("item")
def item(x: Any, *args: Any) -> Any:
    """A Python number."""
    index = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
    if len(index) == 1 and x.ndim != 1:
        x = ravel(x)
    if not index and x.size != 1:
        raise CompileError(
            f"item() of {describe(x)}: can only convert an array of size 1 to a Python scalar",
            kind=ValueError,
        )
    x = getitem(x, tuple(index)) if index else prim.reshape(x, shape=())
    return {"b": to_bool, "i": to_int, "u": to_int, "f": to_float, "c": to_complex}[kind(x.dtype)](x)


@implements_method("sort", static=("axis", "kind", "order", "stable"), writes=True)
def sort_in_place(x: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    return sort(x, axis, kind, order, stable=stable)


@implements_method("partition", static=("kth", "axis", "kind", "order"), writes=True)
def partition_in_place(x: Any, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> Any:
    return partition(x, kth, axis, kind, order)


@implements_method("round", static=("decimals",))
def round_method(x: Any, decimals: int = 0, out: Any = None) -> Any:
    return round_(x, decimals)


@implements_method("__round__", static=("ndigits",), special="__round__")
def round_dunder(x: Any, ndigits: int | None = None) -> Any:
    return python_round(x, ndigits)


@implements_method("clip")
def clip_method(x: Any, min: Any = None, max: Any = None, out: Any = None, **kwargs: Any) -> Any:
    return clip(x, min, max, **kwargs)


@implements_method(
    "conj", "conjugate", view=same_shape_as_base, layout="K", when=lambda x: not is_complex(x.dtype)
)
def conj(x: Any) -> Any:
    """The conjugate; of real numbers the array itself."""
    if is_bool(x.dtype) and is_python_number(x):  # of True: the int 1
        return to_int(x)
    if is_python_number(x) or not is_complex(x.dtype):
        return prim.conj(x) if is_complex(x.dtype) else x
    return apply_ufunc(np.conjugate, x)


@implements_method("searchsorted", static=("side",))
def searchsorted_method(x: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    return searchsorted(x, v, side, sorter)


@implements_method("compress", static=("axis",))
def compress_method(x: Any, condition: Any, axis: int | None = None, out: Any = None) -> Any:
    return compress(condition, x, axis)


@implements_method("is_integer")
def is_integer_number(x: Any) -> Any:
    if is_integer(x.dtype):
        return True
    return to_bool(prim.and_(prim.eq(prim.floor(x), x), prim.isfinite(x)))


@implements_method("bit_count")
def bit_count(x: Any) -> Any:
    return to_int(apply_ufunc(np.bitwise_count, strong(x)))


def _refuse_method(name: str, reason: str, hint: str | None = None) -> None:
    def refused(x: Any, *args: Any, **kwargs: Any) -> Any:
        raise CompileError(f".{name}(): {reason}", hint)

    implements_method(name)(refused)


_refuse_method(
    "tolist",
    "a compiled program computes with arrays, not with lists of Python numbers",
    "use the array itself",
)
_refuse_method("tobytes", "bytes are not supported")
_refuse_method("resize", "the size of an array can't change", "np.resize makes another array")
_refuse_method("byteswap", "byte order is not supported")
_refuse_method("setflags", "flags are not supported")


@implements_method("to_device", static=("device", "stream"), view=same_shape_as_base, layout="K")
def to_device(x: Any, device: Any, /, *, stream: Any = None) -> Any:
    if device != "cpu":
        raise ValueError(f'Unsupported device: {device}. Only "cpu" is accepted.')
    return x


_refuse_method("dump", "files are not supported")
_refuse_method("tofile", "files are not supported")

# -- attributes ----------------------------------------------------------------------------------------------

implements_attribute("shape")(lambda x: tuple(x.shape))
implements_attribute("ndim")(lambda x: len(x.shape))
implements_attribute("size")(lambda x: x.size)
implements_attribute("dtype")(lambda x: x.dtype)
implements_attribute("itemsize")(lambda x: x.dtype.itemsize)
implements_attribute("device")(lambda x: "cpu")
implements_attribute("nbytes")(lambda x: x.dtype.itemsize * x.size)
implements_attribute("T", view=transpose_view)(lambda x: permute(x, range(x.ndim)[::-1]))
implements_attribute("mT", view=matrix_transpose_view)(matrix_transpose)
implements_attribute("flat", view=same_shape_as_base)(lambda x: ravel(x))


@implements_attribute("real", view=real_view)
def real(x: Any) -> Any:
    if is_bool(x.dtype) and is_python_number(x):  # of True: the int 1
        return to_int(x)
    return prim.real(x) if is_complex(x.dtype) else x


@implements_attribute("imag", view=imag_view)
def imag(x: Any) -> Any:
    if is_complex(x.dtype):
        return prim.imag(x)
    zero = full_like(x, 0)
    if is_bool(x.dtype) and is_python_number(x):
        return to_int(zero)
    return prim.cast(zero, dtype=x.dtype, weak=True) if is_python_number(x) else zero
