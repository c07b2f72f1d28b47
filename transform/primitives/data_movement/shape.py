"""Shape primitives, which move data without arithmetic: linear, except iota and bitcast."""

from __future__ import annotations

import math

from typing import Any

import numpy as np

from ...core.dtypes import canonical, kind, short_name
from ...core.errors import CompileError
from ...ir.builder import TABLE, builder_of
from ...ir.primitive import Primitive
from ...ir.program import Const, Type
from .._rules import BOOL, PerOperand, add_batch_axis, all_batched, dtype_text, known_axes, tuple_text, window
from ..lowering.common_forms import i64, i64s


# -- broadcast: axis k of x becomes axis axes[k] of the result -----------------------------------------------------


MOST = 1 << 56  # elements, more than any memory has


def broadcast_type(x: Type, *, shape: tuple[int, ...], axes: tuple[int, ...]) -> Type:
    if tuple(shape[a] for a in axes) != x.shape or sorted(axes) != list(axes):
        raise CompileError(
            f"{x} can't be broadcast to {list(shape)} along axes {list(axes)}", kind=ValueError
        )
    if math.prod(shape) > MOST:
        raise CompileError(
            f"an array of {' × '.join(map(str, shape))} elements",
            "if it is the capacity of a list that may double in each iteration: recto.bound(n, most) says how "
            "long it gets",
            kind=MemoryError,
        )
    return Type(x.dtype, tuple(shape))


def broadcast_value(x: Any, *, shape: tuple[int, ...], axes: tuple[int, ...]) -> Any:
    x = np.asarray(x)
    return np.broadcast_to(x.reshape([shape[a] if a in axes else 1 for a in range(len(shape))]), shape)


def broadcast_transpose(ct: Any, x: Any, *, shape: tuple[int, ...], axes: tuple[int, ...]) -> Any:
    return TABLE["reduce_sum"](ct, axes=tuple(a for a in range(len(shape)) if a not in axes))


def batch_broadcast(
    p: Any, n: int, operands: Any, batched: Any, *, shape: tuple[int, ...], axes: tuple[int, ...]
) -> Any:
    return p(*operands, shape=(n, *shape), axes=(0, *(a + 1 for a in axes)))


def show_broadcast(call: Any) -> str:
    """NumPy aligns trailing axes: only a broadcast that doesn't needs its axes inserted."""
    shape, axes = call.param("shape"), call.param("axes")
    ndim = len(shape)
    if axes == tuple(range(ndim - len(axes), ndim)):
        return f"np.broadcast_to(_0, {tuple_text(shape)})"
    first = min(axes)
    index = ", ".join(":" if a in axes else "None" for a in range(first, ndim))
    return f"np.broadcast_to(_0[{index}], {tuple_text(shape)})"


def lower_broadcast(emit: Any, x: Any, *, out: Any, shape: tuple[int, ...], axes: tuple[int, ...]) -> Any:
    return emit("stablehlo.broadcast_in_dim", x, out=out, broadcast_dimensions=i64s(axes))


broadcast = Primitive(
    "broadcast",
    broadcast_value,
    broadcast_type,
    lower_broadcast,
    batch_broadcast,
    "linear",
    transpose=(broadcast_transpose,),
    show=show_broadcast,
    foldable=False,
)


# -- reshape, transpose --------------------------------------------------------------------------------------------


def reshape_type(x: Type, *, shape: tuple[int, ...]) -> Type:
    if math.prod(shape) != x.size:
        raise CompileError(f"{x} can't be reshaped to {list(shape)}", kind=ValueError)
    return Type(x.dtype, tuple(shape))


reshape = Primitive(
    "reshape",
    lambda x, *, shape: np.reshape(x, shape),
    reshape_type,
    lambda emit, x, *, out, shape: emit("stablehlo.reshape", x, out=out),
    lambda p, n, operands, batched, *, shape: p(*operands, shape=(n, *shape)),
    "linear",
    transpose=(lambda ct, x, *, shape: reshape(ct, shape=x.shape),),
    show=lambda call: f"_0.reshape({', '.join(map(str, call.param('shape'))) or ()})",
)


def transpose_type(x: Type, *, axes: tuple[int, ...]) -> Type:
    if sorted(axes) != list(range(x.ndim)):
        raise CompileError(f"axes {list(axes)} are no permutation of the axes of {x}", kind=ValueError)
    return Type(x.dtype, tuple(x.shape[a] for a in axes))


def inverse(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(a) for a in np.argsort(axes))


def show_transpose(call: Any) -> str:
    axes = call.param("axes")
    return "_0.T" if axes == tuple(range(len(axes)))[::-1] else f"_0.transpose{tuple_text(axes)}"


transpose = Primitive(
    "transpose",
    lambda x, *, axes: np.transpose(x, axes),
    transpose_type,
    lambda emit, x, *, out, axes: emit("stablehlo.transpose", x, out=out, permutation=i64s(axes)),
    lambda p, n, operands, batched, *, axes: p(*operands, axes=(0, *(a + 1 for a in axes))),
    "linear",
    transpose=(lambda ct, x, *, axes: transpose(ct, axes=inverse(axes)),),
    show=show_transpose,
)


# -- concatenate, flip ---------------------------------------------------------------------------------------------


def concatenate_type(*types: Type, axis: int) -> Type:
    first = types[0]
    rest = lambda t: (t.dtype, t.shape[:axis] + t.shape[axis + 1 :])
    if not 0 <= axis < first.ndim or any(t.ndim != first.ndim or rest(t) != rest(first) for t in types):
        raise CompileError(
            f"can't concatenate along axis {axis}: " + " and ".join(map(str, types)), kind=ValueError
        )
    total = sum(t.shape[axis] for t in types)
    return Type(first.dtype, (*first.shape[:axis], total, *first.shape[axis + 1 :]))


def concatenate_transpose(k: int) -> Any:
    """The part of the cotangent that operand k became."""

    def rule(ct: Any, *xs: Any, axis: int) -> Any:
        start = sum(x.shape[axis] for x in xs[:k])
        return window(ct, {axis: (start, start + xs[k].shape[axis])})

    return rule


def show_concatenate(call: Any) -> str:
    axis, names = call.param("axis"), tuple_text(f"_{k}" for k in range(len(call.operands)))
    return f"np.concatenate({names}, axis={axis})" if axis else f"np.concatenate({names})"


concatenate = Primitive(
    "concatenate",
    lambda *xs, axis: np.concatenate(xs, axis),
    concatenate_type,
    lambda emit, *xs, out, axis: emit("stablehlo.concatenate", *xs, out=out, dimension=i64(axis)),
    lambda p, n, operands, batched, *, axis: p(*all_batched(n, operands, batched), axis=axis + 1),
    "linear",
    transpose=PerOperand(concatenate_transpose),
    show=show_concatenate,
)


def flip_type(x: Type, *, axes: tuple[int, ...]) -> Type:
    known_axes(x, axes)
    return Type(x.dtype, x.shape)


def show_flip(call: Any) -> str:
    axes = call.param("axes")
    steps = ("::-1" if a in axes else ":" for a in range(max(axes) + 1))
    return f"_0[{', '.join(steps)}]"


flip = Primitive(
    "flip",
    lambda x, *, axes: np.flip(x, axes),
    flip_type,
    lambda emit, x, *, out, axes: emit("stablehlo.reverse", x, out=out, dimensions=i64s(axes)),
    lambda p, n, operands, batched, *, axes: p(*operands, axes=tuple(a + 1 for a in axes)),
    "linear",
    transpose=(lambda ct, x, *, axes: flip(ct, axes=axes),),
    show=lambda call: show_flip(call) if call.param("axes") else "_0.copy()",
)


# -- pad: fill before (low), after (high) and between (interior) the elements; negative low and high crop -----------


def pad_type(
    x: Type, fill: Type, *, low: tuple[int, ...], high: tuple[int, ...], interior: tuple[int, ...]
) -> Type:
    if fill.shape or fill.dtype != x.dtype:
        raise CompileError(f"{x} is padded with {short_name(x.dtype)}[], not {fill}", kind=ValueError)
    shape = tuple(
        size_with_interior(n, i) + a + b for n, a, b, i in zip(x.shape, low, high, interior, strict=True)
    )
    if min(shape, default=0) < 0 or min(interior, default=0) < 0:
        raise CompileError(f"{x} can't be padded by {list(low)} and {list(high)}", kind=ValueError)
    return Type(x.dtype, shape)


def size_with_interior(n: int, interior: int) -> int:
    return n + max(n - 1, 0) * interior


def pad_value(
    x: Any, fill: Any, *, low: tuple[int, ...], high: tuple[int, ...], interior: tuple[int, ...]
) -> Any:
    x = np.asarray(x)
    shape = [
        size_with_interior(n, i) + max(a, 0) + max(b, 0) for n, a, b, i in zip(x.shape, low, high, interior)
    ]
    grown = np.full(shape, fill, x.dtype)
    grown[
        tuple(
            slice(max(a, 0), max(a, 0) + size_with_interior(n, i), i + 1)
            for n, a, i in zip(x.shape, low, interior)
        )
    ] = x
    return grown[tuple(slice(max(-a, 0), size - max(-b, 0)) for a, b, size in zip(low, high, grown.shape))]


def pad_transpose_x(
    ct: Any, x: Any, fill: Any, *, low: tuple[int, ...], high: tuple[int, ...], interior: tuple[int, ...]
) -> Any:
    """The cotangent at the places that the elements of x went to; 0 for those that were cropped."""
    if min((*low, *high), default=0) < 0:
        zero = np.zeros((), ct.dtype)
        ct = pad(ct, zero, low=tuple(-a for a in low), high=tuple(-b for b in high), interior=(0,) * len(low))
        low = (0,) * len(low)
    bounds: dict[int, tuple[int, ...]] = {
        k: (a, a + size_with_interior(n, i), i + 1) for k, (n, a, i) in enumerate(zip(x.shape, low, interior))
    }
    return window(ct, bounds)


def pad_transpose_fill(ct: Any, x: Any, fill: Any, **params: Any) -> Any:
    total = lambda y: TABLE["reduce_sum"](y, axes=tuple(range(len(y.shape))))
    return total(ct) - total(pad_transpose_x(ct, x, fill, **params))


def batch_pad(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    x, fill = operands
    inner = {name: (0, *values) for name, values in params.items()}
    if not batched[1]:
        return p(x, fill, **inner)
    x = add_batch_axis(x, n, batched[0])
    kept = p(np.broadcast_to(True, x.shape), np.array(False), **inner)
    padded = p(x, np.zeros((), x.dtype), **inner)
    return TABLE["select"](kept, padded, broadcast(fill, shape=padded.shape, axes=(0,)))


def show_pad(call: Any) -> str:
    """np.insert spreads the elements, a slice crops them, np.pad goes round them."""
    low, high, interior = (call.param(name) for name in ("low", "high", "interior"))
    fill, text = call.operands[1], "_0"
    for axis, i in enumerate(interior):
        if i and call.operands[0].type.shape[axis] > 1:
            places = f"np.repeat(np.arange(1, {call.operands[0].type.shape[axis]}), {i})"
            text = f"np.insert({text}, {places}, _1, axis={axis})"
    if min((*low, *high), default=0) < 0:
        text += f"[{', '.join(crop_text(-min(a, 0), -min(b, 0)) for a, b in zip(low, high))}]"
    widths = [(max(a, 0), max(b, 0)) for a, b in zip(low, high)]
    if not any(map(any, widths)):
        return text if text != "_0" else "_0.copy()"
    zero = isinstance(fill, Const) and not fill.value
    width = tuple_text(widths) if len(widths) > 1 else str(widths[0])
    return f"np.pad({text}, {width})" if zero else f"np.pad({text}, {width}, constant_values=_1)"


def crop_text(start: int, end: int) -> str:
    return f"{start or ''}:{-end if end else ''}"


pad = Primitive(
    "pad",
    pad_value,
    pad_type,
    lambda emit, x, fill, *, out, low, high, interior: emit(
        "stablehlo.pad",
        x,
        fill,
        out=out,
        edge_padding_low=i64s(low),
        edge_padding_high=i64s(high),
        interior_padding=i64s(interior),
    ),
    batch_pad,
    "linear",
    transpose=(pad_transpose_x, pad_transpose_fill),
    show=show_pad,
)


# -- iota: 0 1 2 … along an axis -----------------------------------------------------------------------------------


def iota_type(*, shape: tuple[int, ...], axis: int, dtype: Any) -> Type:
    if not 0 <= axis < len(shape) or np.dtype(dtype) == BOOL:
        raise CompileError(f"no iota of {np.dtype(dtype)} along axis {axis} of {list(shape)}", kind=TypeError)
    return Type(np.dtype(dtype), tuple(shape))


def iota_value(*, shape: tuple[int, ...], axis: int, dtype: Any) -> Any:
    column = np.arange(shape[axis]).astype(dtype)
    return np.broadcast_to(column.reshape([-1] + [1] * (len(shape) - axis - 1)), shape)


def iota_along(x: Any, axis: int, dtype: Any = np.int64) -> Any:
    """0 1 2 … along an axis of x, in the shape of x, where x is."""
    builder, params = builder_of((x,)), {"shape": x.shape, "axis": axis, "dtype": canonical(dtype)}
    return builder.bind(iota, (), params) if builder else iota(**params)


def show_iota(call: Any) -> str:
    shape, axis, dtype = (call.param(name) for name in ("shape", "axis", "dtype"))
    kind = "" if dtype == np.int64 else f", dtype={dtype_text(dtype)}"
    text = f"np.arange({shape[axis]}{kind})"
    if len(shape) == 1:
        return text
    index = "[" + ", ".join([":"] + ["None"] * (len(shape) - axis - 1)) + "]" if axis < len(shape) - 1 else ""
    return f"np.broadcast_to({text}{index}, {tuple_text(shape)})"


def refuse_batch(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    raise AssertionError(f"{p.name} has no operands to batch")


iota = Primitive(
    "iota",
    iota_value,
    iota_type,
    lambda emit, *, out, shape, axis, dtype: emit("stablehlo.iota", out=out, iota_dimension=i64(axis)),
    refuse_batch,
    "discrete",
    show=show_iota,
    foldable=False,
)


# -- bitcast: the same bits read as another dtype of the same width --------------------------------------------------


def bitcast_type(x: Type, *, dtype: Any) -> Type:
    dtype = np.dtype(dtype)
    if dtype.itemsize != x.dtype.itemsize or BOOL in (dtype, x.dtype) or "c" in kind(dtype) + kind(x.dtype):
        raise CompileError(f"the bits of {x} can't be read as {short_name(dtype)}")
    return Type(dtype, x.shape)


def bits_text(x: Any) -> str:
    """A number may be one of Python's, which has no views."""
    return "_0" if x.type.shape else f"{dtype_text(x.type.dtype)}(_0)"


bitcast = Primitive(
    "bitcast",
    lambda x, *, dtype: np.asarray(x).view(dtype),
    bitcast_type,
    lambda emit, x, *, out, dtype: emit("stablehlo.bitcast_convert", x, out=out),
    lambda p, n, operands, batched, *, dtype: p(*operands, dtype=dtype),
    "discrete",
    show=lambda call: f"{bits_text(call.operands[0])}.view({dtype_text(call.param('dtype'))})",
)
