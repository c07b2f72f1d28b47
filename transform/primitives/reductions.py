"""Reductions over axes, and scans (running reductions) along one axis.

Conventions: extremes share a tie equally, as in JAX; running extremes take the first of equal elements; NaN wins.
"""

from __future__ import annotations

import math

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.dtypes import bfloat16, is_bool, is_complex, is_inexact, is_integer
from ..core.errors import CompileError
from ..ir.builder import TABLE
from ..ir.primitive import Primitive
from ..ir.program import Type
from ._rules import dtype_text, full, known_axes, tuple_text
from .data_movement.shape import broadcast, iota_along, pad, reshape, transpose
from .elementwise import select
from .lowering.exact_sum import exact_sum_value, lower_exact_sum
from .lowering.extremes import chosen_extremum, fold_axes, is_endangered, lower_extremum
from .lowering.common_forms import compare, i64s, like, part_of, pick

INT64 = np.dtype(np.int64)
HALVES = (np.dtype(np.float16), bfloat16)
TOGETHER = 16  # rows that are accumulated side by side rather than one after the other
BLOCKS, FEW_ROWS = 8, 12
WIDE = (
    1 << 14
)  # bytes of a row, from where on as many rows as fit in one pass are reduced one after the other …
VERY_WIDE = 1 << 16  # … and any number of rows


def kept_axes(ndim: int, axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a for a in range(ndim) if a not in axes)


def expand(y: Any, x: Any, axes: tuple[int, ...]) -> Any:
    """A reduction of x over `axes`, repeated to the shape of x."""
    return broadcast(y, shape=tuple(x.shape), axes=kept_axes(len(x.shape), axes))


# -- type rules --------------------------------------------------------------------------------------------------


def reduced_type(x: Type, *, axes: tuple[int, ...]) -> Type:
    return Type(x.dtype, tuple(x.shape[a] for a in kept_axes(x.ndim, known_axes(x, axes))))


def reduced_number(x: Type, *, axes: tuple[int, ...]) -> Type:
    if is_bool(x.dtype):
        raise CompileError(f"numbers are needed, not {x}", kind=TypeError)
    return reduced_type(x, axes=axes)


def reduced_nonempty(x: Type, *, axes: tuple[int, ...]) -> Type:
    out = reduced_type(x, axes=axes)
    if any(not x.shape[a] for a in axes):
        raise CompileError(
            f"{x} has no elements along axes {list(axes)}, and an extreme of nothing has no value",
            kind=ValueError,
        )
    return out


def reduced_bool(x: Type, *, axes: tuple[int, ...]) -> Type:
    if not is_bool(x.dtype):
        raise CompileError(f"a bool operand is needed, not {x}", kind=TypeError)
    return reduced_type(x, axes=axes)


def reduced_float64(x: Type, *, axes: tuple[int, ...]) -> Type:
    if x.dtype != np.float64 or len(axes) != 1:
        raise CompileError(f"float64 and one axis are needed, not {x} and {axes}", kind=TypeError)
    return reduced_type(x, axes=axes)


def running(x: Type, *, axis: int, reverse: bool) -> Type:
    known_axes(x, (axis,))
    return Type(x.dtype, x.shape)


def running_number(x: Type, *, axis: int, reverse: bool) -> Type:
    if is_bool(x.dtype):
        raise CompileError(f"numbers are needed, not {x}", kind=TypeError)
    return running(x, axis=axis, reverse=reverse)


# -- NumPy meanings ----------------------------------------------------------------------------------------------


def reducer(ufunc: Any) -> Any:
    """A reduction in the dtype of its operand; the half-precision floats accumulate in float32, as NumPy's own do."""

    def value(x: Any, *, axes: tuple[int, ...]) -> Any:
        x = np.asarray(x)
        wide = np.dtype(np.float32) if x.dtype in HALVES else x.dtype
        return ufunc.reduce(x.astype(wide, copy=False), axis=axes, dtype=wide).astype(x.dtype)

    return value


def extreme(ufunc: Any) -> Any:
    return lambda x, *, axes: ufunc.reduce(np.asarray(x), axis=axes)


def accumulator(ufunc: Any) -> Any:
    def value(x: Any, *, axis: int, reverse: bool) -> Any:
        x = np.flip(x, axis) if reverse else np.asarray(x)
        out = ufunc.accumulate(x, axis=axis, dtype=x.dtype)
        return np.flip(out, axis) if reverse else out

    return value


# -- lowering ----------------------------------------------------------------------------------------------------


def combine(name: str) -> Any:
    """Emits one step of a reduction."""
    if name in ("maximum", "minimum"):
        rule = lower_extremum(name)
        return lambda emit, x, y: rule(emit, x, y, out=x.type)
    return lambda emit, x, y: emit(f"stablehlo.{name}", x, y)


def start(name: str, dtype: np.dtype) -> np.ndarray:
    """The neutral element of a reduction."""
    if name in ("maximum", "minimum"):
        low = name == "maximum"
        if is_bool(dtype):
            return np.array(not low)
        if is_integer(dtype):
            return np.array(np.iinfo(dtype).min if low else np.iinfo(dtype).max, dtype)
        edge = -np.inf if low else np.inf
        return np.array(complex(edge, edge) if is_complex(dtype) else edge, dtype)
    return np.array({"add": 0, "multiply": 1, "and": True, "or": False}[name], dtype)


def emit_reduce(emit: Any, name: str, x: Any, axes: tuple[int, ...]) -> Any:
    whole = is_on_one_cpu(emit)
    if whole and has_wide_rows(x.type, axes):
        return reduce_rows(emit, combine(name), x, axes)
    if whole and name in ("maximum", "minimum") and is_endangered(emit, x.type):
        return fold_axes(emit, name, x, axes, reduce_at_once)
    if emit.module.partitioned and name in ("maximum", "minimum") and is_inexact(x.type.dtype):
        return reduce_among_devices(emit, name, x, axes)
    return reduce_at_once(emit, name, x, axes)


def is_on_one_cpu(emit: Any) -> bool:
    """Whether the program is for a CPU, and the rows of an array are not on several devices."""
    return emit.platform.name == "cpu" and not emit.module.partitioned


def reduce_among_devices(emit: Any, name: str, x: Any, axes: tuple[int, ...]) -> Any:
    """The extreme of each device's part and of all these, for which XLA knows single operations only. They pass over
    NaN on their way from one device to another, so it is looked for on its own."""
    if is_complex(x.type.dtype):
        raise CompileError(
            f"the {name} of complex numbers can't be found in a function that is divided among devices",
            hint=f"take the {name} of x.real, or gather the array before, by device_put to one device",
        )
    extreme = reduce_at_once(emit, name, x, axes, step=lambda emit, x, y: emit(f"stablehlo.{name}", x, y))
    unordered = reduce_at_once(emit, "or", compare(emit, "NE", x, x), axes)
    return pick(emit, unordered, like(emit, extreme, np.nan), extreme)


def reduce_at_once(
    emit: Any, name: str, x: Any, axes: tuple[int, ...], step: Callable[..., Any] | None = None
) -> Any:
    """Reduce by one operation of XLA."""
    scalar = Type(x.type.dtype)
    if step is None:
        endangered = name in ("maximum", "minimum") and is_endangered(emit, x.type)
        step = chosen_extremum(name) if endangered else combine(name)
    block = emit.block((scalar, scalar), lambda pair: [step(emit, *pair)])
    return emit(
        "stablehlo.reduce",
        x,
        emit.constant(start(name, x.type.dtype)),
        out=reduced_type(x.type, axes=axes),
        regions=f" ({block})",
        dimensions=i64s(axes),
    )


def has_wide_rows(t: Type, axes: tuple[int, ...]) -> bool:
    """Whether the elements that are reduced are so far apart that XLA, which goes from one to the next, takes
    up to 20 times as long as row by row."""
    if not axes or axes != tuple(range(axes[0], axes[-1] + 1)) or axes[-1] == t.ndim - 1 or not t.size:
        return False
    rows, row = math.prod(t.shape[a] for a in axes), math.prod(t.shape[axes[-1] + 1 :]) * t.dtype.itemsize
    return rows > 1 and row >= (WIDE if rows <= FEW_ROWS else VERY_WIDE)


def reduce_rows(emit: Any, step: Any, x: Any, axes: tuple[int, ...]) -> Any:
    """Row after row, in one pass with what makes them: XLA fuses what few slices are taken of. So many rows are put
    together in a few blocks first; a loop goes over the rows of the block that is left."""
    out = reduced_type(x.type, axes=axes)
    before, after = x.type.shape[: axes[0]], x.type.shape[axes[-1] + 1 :]
    size = math.prod(x.type.shape[a] for a in axes)
    x = emit("stablehlo.reshape", x, out=Type(out.dtype, (math.prod(before), size, math.prod(after))))
    if size <= FEW_ROWS:
        total, first = reduce_blocks(emit, step, x, size, 1), size
    else:
        block = reduce_blocks(emit, step, x, BLOCKS, size // BLOCKS)
        total, first = reduce_in_loop(emit, step, block), size - size % BLOCKS
    for k in range(first, size):
        total = step(emit, total, part_of(emit, x, 1, k, k + 1))
    return emit("stablehlo.reshape", total, out=out)


def reduce_blocks(emit: Any, step: Any, x: Any, count: int, size: int) -> Any:
    total = part_of(emit, x, 1, 0, size)
    for k in range(1, count):
        total = step(emit, total, part_of(emit, x, 1, k * size, (k + 1) * size))
    return total


def reduce_in_loop(emit: Any, step: Any, x: Any) -> Any:
    """A loop over the rows, each pass of which reads one and the result."""
    lead, size, width = x.type.shape
    row, zero = Type(x.type.dtype, (lead, 1, width)), number(emit, 0)
    types = (Type(INT64), row)
    read = lambda i: emit("stablehlo.dynamic_slice", x, zero, i, zero, out=row, slice_sizes=i64s(row.shape))

    def body(arguments: Any) -> Any:
        i, total = arguments
        return [emit("stablehlo.add", i, number(emit, 1)), step(emit, total, read(i))]

    test = emit.block(types, lambda arguments: [compare(emit, "LT", arguments[0], number(emit, size))])
    loop = f" ({test}, {emit.block(types, body)})"
    return emit("stablehlo.while", number(emit, 1), read(zero), out=types, regions=loop)[1]


def from_zero(emit: Any, name: str, total: Any) -> Any:
    """The sum begins with 0.0, which XLA forgets: -0.0 is no sum."""
    if name != "add" or not is_inexact(total.dtype):
        return total
    zero = like(emit, total, 0)
    if emit.platform.free_barriers:
        return emit("stablehlo.add", total, zero)
    return pick(emit, compare(emit, "EQ", total, zero), zero, total)


def lower_reduce(name: str) -> Any:
    def lower(emit: Any, x: Any, *, out: Any, axes: tuple[int, ...]) -> Any:
        if not axes:
            return from_zero(emit, name, x)
        if out.dtype not in HALVES or name in ("maximum", "minimum"):
            return from_zero(emit, name, emit_reduce(emit, name, x, axes))
        wide = emit("stablehlo.convert", x, out=x.type.update(dtype=np.dtype(np.float32)))
        return emit("stablehlo.convert", from_zero(emit, name, emit_reduce(emit, name, wide, axes)), out=out)

    return lower


def lower_running(name: str) -> Any:
    """Loops in NumPy's order and so with its rounding: on the CPU faster than reduce_window for axes of any length."""

    def lower(emit: Any, x: Any, *, out: Any, axis: int, reverse: bool) -> Any:
        if not out.size:
            return x
        shape = math.prod(out.shape[:axis]), out.shape[axis], math.prod(out.shape[axis + 1 :])
        x = emit("stablehlo.reshape", x, out=Type(out.dtype, shape))
        if shape[0] <= TOGETHER:
            y = run_rows(emit, combine(name), x, x, number(emit, 0), shape[0], reverse)
        else:
            y = run_one_by_one(emit, combine(name), x, reverse)
        return emit("stablehlo.reshape", y, out=out)

    return lower


def number(emit: Any, value: int) -> Any:
    return emit.constant(np.array(value, INT64))


def run_one_by_one(emit: Any, step: Any, x: Any, reverse: bool) -> Any:
    """A loop over the first axis: each pass reads and writes one contiguous block."""
    types = (Type(INT64), x.type)
    test = emit.block(
        types, lambda arguments: [compare(emit, "LT", arguments[0], number(emit, x.type.shape[0]))]
    )

    def body(arguments: Any) -> Any:
        k, y = arguments
        return [emit("stablehlo.add", k, number(emit, 1)), run_rows(emit, step, x, y, k, 1, reverse)]

    return emit(
        "stablehlo.while", number(emit, 0), x, out=types, regions=f" ({test}, {emit.block(types, body)})"
    )[1]


def run_rows(emit: Any, step: Any, x: Any, y: Any, lead: Any, count: int, reverse: bool) -> Any:
    """y, which starts as x[lead:lead + count, :, :], accumulated along axis 1."""
    _, size, after = x.type.shape
    row, zero = Type(x.type.dtype, (count, 1, after)), number(emit, 0)
    read = lambda i: emit("stablehlo.dynamic_slice", x, lead, i, zero, out=row, slice_sizes=i64s(row.shape))

    def body(arguments: Any) -> Any:
        i, total, y = arguments
        total = step(emit, total, read(i))
        y = emit("stablehlo.dynamic_update_slice", y, total, lead, i, zero, out=y.type)
        return [emit("stablehlo.add", i, number(emit, -1 if reverse else 1)), total, y]

    def test(arguments: Any) -> Any:
        return [compare(emit, "GE" if reverse else "LT", arguments[0], number(emit, 0 if reverse else size))]

    types = (Type(INT64), row, y.type)
    start, second = (size - 1, size - 2) if reverse else (0, 1)
    loop = f" ({emit.block(types, test)}, {emit.block(types, body)})"
    return emit(
        "stablehlo.while", number(emit, second), read(number(emit, start)), y, out=types, regions=loop
    )[2]


# -- derivatives -------------------------------------------------------------------------------------------------


def extreme_jvp(t: Any, out: Any, x: Any, *, axes: tuple[int, ...]) -> Any:
    hit = (x == expand(out, x, axes)).astype(x.dtype)
    return reduce_sum(t * (hit / expand(reduce_sum(hit, axes=axes), x, axes)), axes=axes)


def shift_and_fill(x: Any, axis: int, by: int, fill: float) -> Any:
    """x moved along an axis by some places, the gap filled."""
    low = tuple(by * (a == axis) for a in range(len(x.shape)))
    return pad(x, np.array(fill, x.dtype), low=low, high=tuple(-k for k in low), interior=(0,) * len(low))


def prod_jvp(t: Any, out: Any, x: Any, *, axes: tuple[int, ...]) -> Any:
    """Each tangent times the product of all other elements, which a division would lose where one is 0."""
    if not axes:
        return t
    kept = kept_axes(len(x.shape), axes)
    shape = (*(x.shape[a] for a in kept), math.prod(x.shape[a] for a in axes))
    row = lambda v: reshape(transpose(v, axes=(*kept, *axes)), shape=shape)
    x, t, axis = row(x), row(t), len(kept)
    before = shift_and_fill(cumprod(x, axis=axis, reverse=False), axis, 1, 1)
    after = shift_and_fill(cumprod(x, axis=axis, reverse=True), axis, -1, 1)
    return reduce_sum(t * (before * after), axes=(axis,))


def cumprod_jvp(t: Any, out: Any, x: Any, *, axis: int, reverse: bool) -> Any:
    """Products and their tangents over windows of doubling width (Hillis and Steele 1986); elements may be 0."""
    width, sign = 1, -1 if reverse else 1
    while width < x.shape[axis]:
        x_far, t_far = (shift_and_fill(v, axis, sign * width, fill) for v, fill in ((x, 1), (t, 0)))
        x, t = x_far * x, t_far * x + t * x_far
        width *= 2
    return t


def running_extreme_jvp(t: Any, out: Any, x: Any, *, axis: int, reverse: bool) -> Any:
    """The tangent of the first element, in the running direction, that reached the extreme."""
    step, size = -1 if reverse else 1, x.shape[axis]
    place = iota_along(x, axis)
    first = place == (size - 1 if reverse else 0)
    reached = first | (x != shift_and_fill(out, axis, step, 0)) & (x == out)
    if reverse:
        source = cummin(select(reached, place, full(place, size)), axis=axis, reverse=True)
    else:
        source = cummax(select(reached, place, full(place, 0)), axis=axis, reverse=False)
    return take_along(t, source, axis)


def take_along(x: Any, index: Any, axis: int) -> Any:
    """np.take_along_axis."""
    last = len(x.shape) - 1
    order = (*(a for a in range(last + 1) if a != axis), axis)
    if axis != last:
        x, index = transpose(x, axes=order), transpose(index, axes=order)
    out = TABLE["gather"](x, index, axes=(last,), batch=last)
    return out if axis == last else transpose(out, axes=tuple(int(a) for a in np.argsort(order)))


# -- batching and printing ---------------------------------------------------------------------------------------


def batch_axes(p: Any, n: int, operands: Any, batched: Any, *, axes: tuple[int, ...]) -> Any:
    return p(*operands, axes=tuple(a + 1 for a in axes))


def batch_axis(p: Any, n: int, operands: Any, batched: Any, *, axis: int, **params: Any) -> Any:
    return p(*operands, axis=axis + 1, **params)


def small_integer(dtype: np.dtype) -> bool:
    """Integers that NumPy adds and multiplies in 64 bits unless told not to."""
    return is_integer(dtype) and dtype.itemsize < 8


def show_reduction(name: str, widens: bool = False) -> Any:
    def show(call: Any) -> str:
        x, axes = call.operands[0].type, call.param("axes")
        axis = "" if len(axes) == x.ndim else f", axis={axes[0] if len(axes) == 1 else tuple_text(axes)}"
        dtype = f", dtype={dtype_text(x.dtype)}" if widens and small_integer(x.dtype) else ""
        return f"np.{name}(_0{axis}{dtype})"

    return show


def show_axis(name: str) -> Any:
    return lambda call: f"np.{name}(_0{axis_text(call)})"


def axis_text(call: Any) -> str:
    return f", axis={call.param('axis')}" if call.operands[0].type.ndim > 1 else ""


def show_running(name: str, widens: bool = False) -> Any:
    def show(call: Any) -> str:
        x = call.operands[0].type
        dtype = f", dtype={dtype_text(x.dtype)}" if widens and small_integer(x.dtype) else ""
        turn = f"[{':, ' * call.param('axis')}::-1]" if call.param("reverse") else ""
        return (
            f"np.{name}(_0{turn}{axis_text(call) or ', axis=0' * name.endswith('accumulate')}{dtype}){turn}"
        )

    return show


# -- the table ---------------------------------------------------------------------------------------------------

reduce_sum = Primitive(
    "reduce_sum",
    reducer(np.add),
    reduced_number,
    lower_reduce("add"),
    batch_axes,
    "linear",
    transpose=(lambda ct, x, *, axes: expand(ct, x, axes),),
    show=show_reduction("sum", widens=True),
)
reduce_prod = Primitive(
    "reduce_prod",
    reducer(np.multiply),
    reduced_number,
    lower_reduce("multiply"),
    batch_axes,
    "smooth",
    jvp=(prod_jvp,),
    show=show_reduction("prod", widens=True),
)
reduce_max = Primitive(
    "reduce_max",
    extreme(np.maximum),
    reduced_nonempty,
    lower_reduce("maximum"),
    batch_axes,
    "smooth",
    jvp=(extreme_jvp,),
    show=show_reduction("max"),
)
reduce_min = Primitive(
    "reduce_min",
    extreme(np.minimum),
    reduced_nonempty,
    lower_reduce("minimum"),
    batch_axes,
    "smooth",
    jvp=(extreme_jvp,),
    show=show_reduction("min"),
)
reduce_all = Primitive(
    "reduce_all",
    extreme(np.logical_and),
    reduced_bool,
    lower_reduce("and"),
    batch_axes,
    "discrete",
    show=show_reduction("all"),
)
reduce_any = Primitive(
    "reduce_any",
    extreme(np.logical_or),
    reduced_bool,
    lower_reduce("or"),
    batch_axes,
    "discrete",
    show=show_reduction("any"),
)
exact_sum = Primitive(
    "exact_sum",
    exact_sum_value,
    reduced_float64,
    lower_exact_sum,
    batch_axes,
    "smooth",
    jvp=(lambda t, out, x, *, axes: reduce_sum(t, axes=axes),),
    show=lambda call: (
        "math.fsum(_0)"
        if call.operands[0].type.ndim == 1
        else f"np.apply_along_axis(math.fsum, {call.param('axes')[0]}, _0)"
    ),
)
cumsum = Primitive(
    "cumsum",
    accumulator(np.add),
    running_number,
    lower_running("add"),
    batch_axis,
    "linear",
    transpose=(lambda ct, x, *, axis, reverse: cumsum(ct, axis=axis, reverse=not reverse),),
    show=show_running("cumsum", widens=True),
)
cumprod = Primitive(
    "cumprod",
    accumulator(np.multiply),
    running_number,
    lower_running("multiply"),
    batch_axis,
    "smooth",
    jvp=(cumprod_jvp,),
    show=show_running("cumprod", widens=True),
)
cummax = Primitive(
    "cummax",
    accumulator(np.maximum),
    running,
    lower_running("maximum"),
    batch_axis,
    "smooth",
    jvp=(running_extreme_jvp,),
    show=show_running("maximum.accumulate"),
)
cummin = Primitive(
    "cummin",
    accumulator(np.minimum),
    running,
    lower_running("minimum"),
    batch_axis,
    "smooth",
    jvp=(running_extreme_jvp,),
    show=show_running("minimum.accumulate"),
)
