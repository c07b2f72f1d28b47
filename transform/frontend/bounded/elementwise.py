"""Elementwise operations on bounded arrays: align the operands to the same positions, then compute at those."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_inexact, settings
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to
from ...library.numpy.operators import binary_operator, unary_operator
from ..dispatch import TRUTH
from ..interpreter import Interpreter
from ..state.values import Array, Counted, External, describe, is_number
from .contractions import matmul
from .extents import (
    BoundedExtent,
    BoundedArray,
    attributes_of,
    check_lengths,
    count,
    make,
    moved_to,
    numbers_from_0,
    only_inside,
    resize_axis,
    shape_of,
    take,
    to_front,
    unsupported,
)

ZERO_STAYS = {"Add", "Sub", "Mult", "USub", "UAdd"}
ZERO_FUNCTIONS = {
    np.add,
    np.subtract,
    np.multiply,
    np.negative,
    np.absolute,
    np.sqrt,
    np.sin,
    np.tan,
    np.tanh,
    np.sinh,
    np.arctan,
    np.arcsin,
    np.floor,
    np.ceil,
    np.rint,
    np.trunc,
    np.sign,
    np.square,
    np.maximum,
    np.minimum,
    np.conjugate,
    np.real,
    np.imag,
    np.expm1,
    np.log1p,
    np.cbrt,
    np.positive,
}


# -- common positions ----------------------------------------------------------------------------------------------


def common(
    interp: Interpreter, values: list[Any], first: BoundedArray | None = None
) -> tuple[int, dict[int, BoundedExtent]]:
    """The rank of the values broadcast together, and the extents of the result; lengths are checked."""
    rank = max(len(shape_of(v)) for v in values)
    given = [first, *values] if first is not None else values
    extents: dict[int, BoundedExtent] = {}
    for value in given:
        for axis, extent in (value.extents if isinstance(value, BoundedArray) else {}).items():
            extents.setdefault(axis - len(shape_of(value)), extent)
    for axis, extent in list(extents.items()):
        chosen = any(
            e.mask is not None
            for v in values
            if isinstance(v, BoundedArray)
            for k, e in v.extents.items()
            if k - v.ndim == axis
        )
        if (chosen or extent.mask is not None) and not same_mask_along(values, axis, extent):
            raise NotAligned(axis)
    return rank, extents


class NotAligned(Exception):
    """Values along this axis (from the end) are chosen by different masks: they have to be moved together."""


def same_mask_along(values: list[Any], axis: int, extent: BoundedExtent) -> bool:
    """Whether every value that has this axis is chosen by the same mask, or broadcast along it."""
    for value in values:
        shape = shape_of(value)
        own = value.extents.get(axis + len(shape)) if isinstance(value, BoundedArray) else None
        if (
            own is None
            and len(shape) >= -axis
            and shape[axis] != 1
            or own is not None
            and not own.same(extent)
        ):
            return False
    return True


def compact_values(interp: Interpreter, values: list[Any], axis: int) -> list[Any]:
    """Those values with a mask or an extent along an axis moved to its beginning."""
    return [
        to_front(interp, v, axis + v.ndim)
        if isinstance(v, BoundedArray) and axis + v.ndim in v.extents
        else v
        for v in values
    ]


def align_values(
    interp: Interpreter, values: list[Any], first: BoundedArray | None = None
) -> tuple[list[Any], dict[int, BoundedExtent]]:
    """Values whose extents can be aligned, and the extents they share (by axes counted from the end)."""
    for _ in range(8):
        try:
            return values, common(interp, values, first)[1]
        except NotAligned as apart:
            values = compact_values(interp, values, apart.args[0])
            if first is not None:
                raise unsupported("an assignment to what a mask chooses", first) from None
    raise AssertionError("axes remain apart")


def place_at_extents(
    interp: Interpreter, value: Any, extents: dict[int, BoundedExtent], safe: bool = True
) -> Any:
    """A value's data at the positions of the extents (axes from the end). Python numbers stay as they are."""
    if not isinstance(value, (BoundedArray, Array, Sym)):
        return value
    if isinstance(value, Sym) and not value.shape:
        return guard_derivative(interp, interp.sym(value), extents) if safe else interp.sym(value)
    own = value.extents if isinstance(value, BoundedArray) else {}
    sym = interp.content(value.data) if isinstance(value, BoundedArray) else interp.sym(value)
    if isinstance(value, BoundedArray) and safe and not value.safe:
        sym = only_inside(interp, sym, own)
    rank = sym.ndim
    for axis, target in extents.items():
        k = axis + rank
        if k < 0 or sym.shape[k] == 1 and k not in own:
            continue
        extent = own.get(k) or BoundedExtent(sym.shape[k], 0, sym.shape[k])
        check_lengths(interp, target, extent, repeated=(target, extent) if safe else (extent,))
        sym = moved_to(interp, sym, k, extent, target)
    return sym if isinstance(value, BoundedArray) or not safe else guard_derivative(interp, sym, extents)


def guard_derivative(interp: Interpreter, sym: Sym, extents: dict[int, BoundedExtent]) -> Sym:
    """A value that is used inside extents only: what its derivative would get from outside of them does not count."""
    if sym.is_const or not is_inexact(sym.dtype) or not extents:
        return sym
    rank = max([sym.ndim, *(-axis for axis in extents)])
    shape = [1] * (rank - sym.ndim) + list(sym.shape)
    for axis, extent in extents.items():
        shape[axis] = extent.size
    return only_inside(
        interp, broadcast_to(sym, tuple(shape)), {axis + rank: e for axis, e in extents.items()}
    )


def align_stored_value(interp: Interpreter, value: Any, target: BoundedArray) -> Sym:
    """A value to be stored in a slice of computed length, at the slice's positions."""
    if isinstance(value, (list, tuple)):
        value = interp.wrap(interp.stack_numbers(value))
    if len(shape_of(value)) > target.ndim:
        raise CompileError(
            f"could not broadcast an array of {len(shape_of(value))} dimensions into a slice of "
            f"{target.ndim}",
            kind=ValueError,
        )
    values, _ = align_values(interp, [value])
    extents = {axis - target.ndim: e for axis, e in target.extents.items()}
    values = [compact_unless_same_mask(interp, values[0], extents)]
    for axis, extent in extents.items():
        if extent.mask is not None:
            values = [scatter_by_mask(interp, values[0], axis, extent)]
    for axis in (
        values[0].extents if isinstance(values[0], BoundedArray) else ()
    ):  # a length that must be the whole axis
        n = target.data.shape[axis - values[0].ndim]
        extents.setdefault(axis - values[0].ndim, BoundedExtent(n, 0, n))
    return interp.sym(place_at_extents(interp, values[0], extents, safe=False))


def compact_unless_same_mask(interp: Interpreter, value: Any, extents: dict[int, BoundedExtent]) -> Any:
    """The value, what a mask chose moved together, unless the target is chosen by the same mask."""
    for axis, own in (value.extents if isinstance(value, BoundedArray) else {}).items():
        target = extents.get(axis - value.ndim)
        if own.mask is not None and not (target is not None and own.same(target)):
            value = to_front(interp, value, axis)
    return value


def scatter_by_mask(interp: Interpreter, value: Any, axis: int, target: BoundedExtent) -> Any:
    """A value whose k-th element along an axis goes to the k-th position that a mask chooses (y[mask] = x[:k])."""
    shape = shape_of(value)
    own = value.extents.get(axis + len(shape)) if isinstance(value, BoundedArray) else None
    if len(shape) < -axis or own is None and shape[axis] == 1 or own is not None and own.same(target):
        return value
    value = to_front(interp, value, axis + len(shape)) if own is not None else value
    own = value.extents[axis + len(shape)] if own is not None else BoundedExtent(shape[axis], 0, shape[axis])
    front = BoundedExtent(target.size, 0, count(interp, target))
    check_lengths(interp, own, front, "could not broadcast input array", repeated=(own,))
    data = interp.content(value.data) if isinstance(value, BoundedArray) else interp.sym(value)
    data = resize_axis(interp.builder, data, axis + len(shape), target.size)
    moved = take(data, numbers_from_0(interp, target), axis + len(shape))
    others = value.extents if isinstance(value, BoundedArray) else {}
    return make(interp, interp.array(moved), {**others, axis + len(shape): target})


# -- elementwise ---------------------------------------------------------------------------------------------------


def elementwise(
    interp: Interpreter, function: Callable[..., Any], values: list[Any], keeps_zero: bool = False
) -> Any:
    """function(*values) for an elementwise function of Syms and numbers; the result has the extents of its operands."""
    values, extents = align_values(interp, values)
    values = with_dtype_of_arrays(interp, values)
    ready = [place_at_extents(interp, v, extents) for v in values]
    if settings.faults:  # nothing goes wrong where nothing counts
        ready = [with_ones(interp, v, extents) for v in ready]
    zeroed = keeps_zero and not settings.faults and all(is_zeroed(v) and covers(v, extents) for v in values)
    result = interp.wrap(function(*ready))
    made = [
        make(interp, r, {a + r.ndim: e for a, e in extents.items()}, safe=True, zeroed=zeroed)
        for r in (result if isinstance(result, (list, tuple)) else [result])
    ]
    return type(result)(made) if isinstance(result, (list, tuple)) else made[0]


def with_dtype_of_arrays(interp: Interpreter, values: list[Any]) -> list[Any]:
    """Values of which Python's floats that data decide have the dtype that NumPy computes in: that of the arrays, if it
    is inexact. (Spread over the extents, they are numbers of Python's no more.)"""
    is_weak = lambda v: isinstance(v, Sym) and v.weak and is_inexact(v.dtype) and not v.is_const
    strong = [
        v.dtype for v in values if isinstance(v, (BoundedArray, Array, Sym)) and not getattr(v, "weak", False)
    ]
    if not strong or not any(map(is_weak, values)):
        return values
    in_arrays = lambda v: canonical(np.result_type(*strong, v.dtype.type(0).item()))
    return [interp.sym(v).astype(in_arrays(v)) if is_weak(v) else v for v in values]


def with_ones(interp: Interpreter, value: Any, extents: dict[int, BoundedExtent]) -> Any:
    """An operand with 1 where it does not count: hardly a function has a fault there."""
    if not isinstance(value, Sym) or is_bool(value.dtype):
        return value
    rank = max([value.ndim, *(-axis for axis in extents)])
    shape = [1] * (rank - value.ndim) + list(value.shape)
    for axis, extent in extents.items():
        shape[axis] = extent.size
    return only_inside(
        interp,
        broadcast_to(interp.builder.lift(value), tuple(shape)),
        {axis + rank: e for axis, e in extents.items()},
        1,
    )


def is_zeroed(value: Any) -> bool:
    """Whether 0 is what stands outside the extents, once a value has been placed."""
    if isinstance(value, BoundedArray):
        return value.zeroed or not value.safe
    constant = isinstance(value, Sym) and value.is_const
    return isinstance(value, (Array, Sym)) and is_inexact(value.dtype) and not constant


def covers(value: Any, extents: dict[int, BoundedExtent]) -> bool:
    """Whether a value has all of these axes, or it is spread along them and masked."""
    own = value.extents if isinstance(value, BoundedArray) else None
    return own is None or all(axis + value.ndim in own for axis in extents)


def binary_sliced(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    if op == "MatMult":
        return matmul(interp, x, y)
    x, y = (stack_list(interp, v) for v in (x, y))
    if not all(isinstance(v, (BoundedArray, Array)) or is_number(v) for v in (x, y)):
        raise CompileError(f"TypeError: unsupported operands: {describe(x)} and {describe(y)}")
    scaled = op == "Mult" and any(is_number(v) and not isinstance(v, Sym) and np.isfinite(v) for v in (x, y))
    zero = op in ZERO_STAYS
    if scaled:
        other = x if isinstance(x, BoundedArray) else y
        return (
            elementwise(interp, lambda a, b: binary_operator(op, a, b), [x, y])
            if not is_zeroed(other)
            else with_zeros(elementwise(interp, lambda a, b: binary_operator(op, a, b), [x, y]))
        )
    return elementwise(interp, lambda a, b: binary_operator(op, a, b), [x, y], zero)


def with_zeros(value: Any) -> Any:
    if isinstance(value, BoundedArray) and not settings.faults:
        value.zeroed = True
    return value


def stack_list(interp: Interpreter, value: Any) -> Any:
    """The array that NumPy makes of a list, a tuple or a range; any other value itself."""
    if isinstance(value, External) and isinstance(value.unread, (list, tuple)):
        value = list(interp.outside.items(interp, value))
    if isinstance(value, range | Counted):
        return interp.array(np.asarray(value)) if isinstance(value, range) else interp.array_of_range(value)
    if not isinstance(value, (list, tuple)):
        return value
    found = interp.call_host(np.array, [value], {})
    return found if isinstance(found, BoundedArray) else interp.wrap(interp.sym(found))


def unary_sliced(interp: Interpreter, op: str, x: BoundedArray) -> Any:
    if op == "Not":
        return interp.unary("Not", TRUTH(interp, x))
    return elementwise(interp, lambda a: unary_operator(op, a), [x], op in ZERO_STAYS)


@TRUTH.of(BoundedArray)
def truth_of_slice(interp: Interpreter, value: BoundedArray) -> Any:
    """That of the one element which it must have. (Of none it was False before NumPy 2.2.)"""
    size = interp.get_attribute(value, "size")
    for op, number, message in ((("Eq", 0, NO_TRUTH),) if NO_TRUTH else ()) + (("Gt", 1, MANY_TRUTHS),):
        interp.fail_if(interp.sym(interp.compare(op, size, number)), ValueError, (message,))
    return interp.truth_of(interp.call_host(np.any, [value], {}))


def truth_error(items: int) -> str | None:
    """The error that NumPy raises for the truth of an array with so many elements; None if it has one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            bool(np.zeros(items))
    except ValueError as error:
        return str(error)
    return None


NO_TRUTH, MANY_TRUTHS = truth_error(0), truth_error(2)


# -- arguments -----------------------------------------------------------------------------------------------------


OF_SEQUENCES = [
    np.array,
    np.asarray,
    np.concatenate,
    np.stack,
    np.hstack,
    np.vstack,
    np.column_stack,
    np.block,
]
OF_SEQUENCES += [np.dstack, np.lexsort, np.meshgrid, np.einsum]


def holds_sliced(args: Any) -> bool:
    """Whether there is a slice of computed length among arguments, or in lists of them."""
    values = args.values() if isinstance(args, dict) else args
    return any(
        isinstance(a, BoundedArray) or isinstance(a, (list, tuple)) and holds_sliced(a) for a in values
    )


def stacked(interp: Interpreter, function: Any, args: list, kwargs: dict) -> tuple[list, dict]:
    """Arguments with an array in place of each range, and list or tuple of slices of computed length, for functions
    that take arrays."""
    if function in OF_SEQUENCES:
        return args, kwargs
    is_array = lambda v: isinstance(v, range) or isinstance(v, (list, tuple)) and holds_sliced(v)
    stack = lambda v: interp.call_host(np.array, [v], {}) if is_array(v) else v
    return [stack(a) for a in args], {k: stack(v) for k, v in kwargs.items()}


def as_declared(
    interp: Interpreter, declared: inspect.Signature, args: list, kwargs: dict, refusal: CompileError
) -> list:
    """Arguments with an array of computed length where a rule declares one and has got another array, because the
    length of another argument is computed. Raises `refusal` for what is no array with axes, and for axes that are."""
    parameters, found = list(declared.parameters.values())[1:], []
    axis = next((value for value, p in zip(args, parameters) if p.name == "axis"), kwargs.get("axis"))
    if isinstance(axis, BoundedArray):
        raise refusal
    for value, parameter in zip(args, parameters):
        of_computed_length = parameter.annotation == BoundedArray.__name__
        found.append(all_of(interp, value, refusal) if of_computed_length else value)
    return found + args[len(found) :]


def all_of(interp: Interpreter, value: Any, refusal: CompileError) -> BoundedArray:
    """An array of computed length; one of known length as such an array, all of which counts."""
    if isinstance(value, BoundedArray):
        return value
    value = stack_list(interp, value)
    if not isinstance(value, Array) or not value.ndim:
        raise refusal
    return interp.trail.allocate(BoundedArray(attributes_of(value, [0])))
