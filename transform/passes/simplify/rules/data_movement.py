"""Rewriting rules for primitives that move data: shapes, windows, concatenations.

    transpose(transpose(x))     =>      x
    x.reshape(6).reshape(3, 2)  =>      x.reshape(3, 2)

>>> import numpy as np
>>> from ....ir.builder import Builder
>>> from ....ir.program import Type
>>> from ....primitives import reshape, transpose
>>> b = Builder()
>>> x = b.parameter(Type(np.dtype(float), (2, 3)), "x")
>>> y = transpose(transpose(reshape(reshape(x, shape=(6,)), shape=(3, 2)), axes=(1, 0)), axes=(1, 0))
>>> from ....ir.stages import through
>>> from ... import dead_code, simplify
>>> print(through(b.finish([y], "f"), [simplify, dead_code]))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[2,3]"):
    reshape = prim.reshape(x, shape=(3, 2))  # f64[3,2]
    return reshape
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ....analysis.def_use import maker
from ....core.dtypes import is_complex, is_inexact
from ....ir.program import Atom, Call, Const, Var, all_constants
from .algebraic import same_atom
from ..rewriter import Rewriter
from ..rule_table import instead, rule


def keeps_shape(call: Call) -> bool:
    return call.operands[0].type.shape == call.outputs[0].type.shape


def spread_scalar(scope: Rewriter, call: Call) -> Call | None:
    """The output as a broadcast scalar, if the operand is one."""
    inner = scope.maker(call.operands[0], "broadcast")
    if inner is None or inner.param("axes"):
        return None
    return instead(call, "broadcast", *inner.operands, shape=call.outputs[0].type.shape, axes=())


@rule("reshape")
def reshape(scope: Rewriter, call: Call) -> Atom | Call | None:
    """reshape(x, its shape) ⇒ x;  reshape(reshape(x)) ⇒ reshape(x);  reshape(broadcast(2.0)) ⇒ broadcast(2.0)"""
    if keeps_shape(call):
        return call.operands[0]
    inner = scope.maker(call.operands[0], "reshape")
    return (
        instead(call, "reshape", *inner.operands, **dict(call.params))
        if inner
        else spread_scalar(scope, call)
    )


@rule("reshape")
def drop_of_slice(scope: Rewriter, call: Call) -> Call | None:
    """reshape(x[:, 1:2], (n,)) ⇒ x[:, 1]: the axes of length 1 that are not there are dropped from the slice"""
    window = scope.maker(call.operands[0], "slice_")
    if window is None or not scope.is_used_once(call.operands[0]):
        return None
    dropped, sizes = set(window.param("drop")), list(call.outputs[0].type.shape)
    for axis, (start, limit) in enumerate(zip(window.param("starts"), window.param("limits"))):
        if axis in window.param("drop"):
            continue
        length = -(-(limit - start) // window.param("strides")[axis])
        if sizes and sizes[0] == length:
            sizes.pop(0)
        elif length == 1:
            dropped.add(axis)
        else:
            return None
    if sizes:
        return None
    params = {**dict(window.params), "drop": tuple(sorted(dropped))}
    return instead(call, "slice_", *window.operands, **params)


@rule("transpose")
def transpose(scope: Rewriter, call: Call) -> Atom | Call | None:
    """transpose(x, (0, 1)) ⇒ x;  transpose(transpose(x, (1, 0)), (1, 0)) ⇒ x"""
    (x,), axes = call.operands, call.param("axes")
    if axes == tuple(range(len(axes))):
        return x
    inner = scope.maker(x, "transpose")
    if inner:
        first = inner.param("axes")
        return instead(call, "transpose", *inner.operands, axes=tuple(first[a] for a in axes))
    return transpose_product(scope, x, call) or spread_scalar(scope, call)


def transpose_product(scope: Rewriter, atom: Atom, like: Call) -> Atom | None:
    """transpose(x @ y) ⇒ y.T @ x.T, transpose(x @ y - z.T) ⇒ y.T @ x.T - z: without moving a value in memory."""
    made, axes = maker(atom, scope.made), like.param("axes")
    if made is None or not scope.is_used_once(atom):
        return None
    name = made.primitive.name
    if name == "dot":
        return transposed_product(scope, made, like)
    if name in ("add", "sub"):
        sides = [transposed_part(scope, o, like) for o in made.operands]
        return None if None in sides else scope.emit(name, *[s for s in sides if s is not None], like=made)
    if name == "neg":
        inner = transpose_product(scope, made.operands[0], like)
        return None if inner is None else scope.emit("neg", inner, like=made)
    if name == "transpose" and tuple(made.param("axes")[a] for a in axes) == tuple(range(len(axes))):
        return made.operands[0]
    return None


def transposed_part(scope: Rewriter, atom: Atom, like: Call) -> Atom | None:
    inner, axes = scope.maker(atom, "transpose"), like.param("axes")
    if inner is not None and tuple(inner.param("axes")[a] for a in axes) == tuple(range(len(axes))):
        return inner.operands[0]
    return transpose_product(scope, atom, like)


def transposed_product(scope: Rewriter, product: Call, like: Call) -> Atom | None:
    """The product with its operands exchanged, if what is transposed are just their free axes."""
    contract, batch = product.param("contract"), product.param("batch")
    free = [len(o.type.shape) - len(c) - len(b) for o, c, b in zip(product.operands, contract, batch)]
    n, count = len(batch[0]), len(like.param("axes"))
    swapped = (*range(n), *range(n + free[0], count), *range(n, n + free[0]))
    if like.param("axes") != swapped or not all(free):
        return None
    x, y = product.operands
    params = {**dict(product.params), "contract": contract[::-1], "batch": batch[::-1]}
    return scope.emit("dot", y, x, like=product, **params)


@rule("broadcast")
def broadcast(scope: Rewriter, call: Call) -> Atom | Call | None:
    """broadcast(x, its shape) ⇒ x;  broadcast(broadcast(x)) ⇒ broadcast(x)"""
    (x,) = call.operands
    if keeps_shape(call):
        return x
    inner = scope.maker(x, "broadcast")
    if inner is None:
        return None
    outer = call.param("axes")
    axes = tuple(outer[a] for a in inner.param("axes"))
    return instead(call, "broadcast", *inner.operands, shape=call.param("shape"), axes=axes)


@rule("flip")
def flip(scope: Rewriter, call: Call) -> Atom | Call | None:
    """flip(x, ()) ⇒ x;  flip(flip(x)) ⇒ x"""
    (x,), axes = call.operands, call.param("axes")
    inner = scope.maker(x, "flip")
    if inner:
        return instead(
            call, "flip", *inner.operands, axes=tuple(sorted(set(axes) ^ set(inner.param("axes"))))
        )
    return x if not axes else None


@rule("concatenate")
def concatenate(scope: Rewriter, call: Call) -> Atom | Call | None:
    """concatenate(x) ⇒ x;  concatenate(x, nothing, y) ⇒ concatenate(x, y)"""
    full = [o for o in call.operands if o.type.size]
    if not full or len(call.operands) == 1:
        return call.operands[0] if len(call.operands) == 1 else None
    return (
        instead(call, "concatenate", *full, **dict(call.params)) if len(full) < len(call.operands) else None
    )


@rule("pad")
def pad(scope: Rewriter, call: Call) -> Atom | None:
    """pad(x, 0.0) by nothing ⇒ x"""
    return call.operands[0] if not any(map(any, (v for _, v in call.params))) else None


@rule("reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_all", "reduce_any")
def reduce(scope: Rewriter, call: Call) -> Atom | None:
    """reduce_max(x, ()) ⇒ x;  reduce_sum(n, ()) ⇒ n, but of -0.0 it is 0.0"""
    (x,) = call.operands
    if call.param("axes") or not x.type.matches(call.outputs[0].type):
        return None
    return None if call.primitive.name == "reduce_sum" and is_inexact(x.type.dtype) else x


# -- windows -----------------------------------------------------------------------------------------------------------

WINDOWS = {"slice_": "put_slice", "dynamic_slice": "update_slice"}  # a read, and the write of the same window


def window(call: Call) -> Hashable:
    """The place of the window that a call reads or writes."""
    starts = call.operands[1 if call.primitive.name in WINDOWS else 2 :]
    return tuple(o.name if type(o) is Var else int(o.value) for o in starts), call.params


def covers_whole_array(call: Call) -> bool:
    """Whether the window is all of the array."""
    shape = call.operands[0].type.shape
    if "sizes" in dict(call.params):
        return call.param("sizes") == shape
    return (
        call.param("limits") == shape and not any(call.param("starts")) and set(call.param("strides")) <= {1}
    )


def static_window(call: Call) -> dict[str, Any] | None:
    """The parameters of the static window that a dynamic one is, if its starts are known."""
    starts = call.operands[1 if call.primitive.name in WINDOWS else 2 :]
    if not all_constants(starts):
        return None
    sizes = call.param("sizes")
    low = tuple(
        min(max(int(s.value), 0), n - k) for s, k, n in zip(starts, sizes, call.operands[0].type.shape)
    )
    return {
        "starts": low,
        "limits": tuple(s + k for s, k in zip(low, sizes)),
        "strides": (1,) * len(low),
        "drop": call.param("drop"),
    }


@rule("dynamic_slice", "update_slice")
def at_known_place(scope: Rewriter, call: Call) -> Call | None:
    """dynamic_slice(x, 2) ⇒ slice_(x, 2);  update_slice(x, u, 2) ⇒ put_slice(x, u, 2)"""
    params, read = static_window(call), call.primitive.name in WINDOWS
    if params is None:
        return None
    return instead(call, "slice_" if read else "put_slice", *call.operands[: 1 if read else 2], **params)


@rule(*WINDOWS)
def read_whole(scope: Rewriter, call: Call) -> Atom | Call | None:
    """slice_(x, all of it) ⇒ x, without the dropped axes"""
    return (
        instead(call, "reshape", call.operands[0], shape=call.outputs[0].type.shape)
        if covers_whole_array(call)
        else None
    )


@rule(*WINDOWS.values())
def write_whole(scope: Rewriter, call: Call) -> Atom | Call | None:
    """put_slice(x, u, all of x) ⇒ u, with the dropped axes"""
    return (
        instead(call, "reshape", call.operands[1], shape=call.outputs[0].type.shape)
        if covers_whole_array(call)
        else None
    )


@rule(*WINDOWS)
def read_what_was_written(scope: Rewriter, call: Call) -> Atom | None:
    """slice_(put_slice(x, u, place), place) ⇒ u"""
    write = scope.maker(call.operands[0], WINDOWS[call.primitive.name])
    return write.operands[1] if write and window(write) == window(call) else None


@rule(*WINDOWS.values())
def write_what_was_read(scope: Rewriter, call: Call) -> Atom | None:
    """put_slice(x, slice_(x, place), place) ⇒ x"""
    x, u = call.operands[:2]
    read = maker(u, scope.made)
    if read and WINDOWS.get(read.primitive.name) == call.primitive.name and window(read) == window(call):
        return x if same_atom(read.operands[0], x) else None
    return None


@rule(*WINDOWS.values())
def write_again(scope: Rewriter, call: Call) -> Call | None:
    """put_slice(put_slice(x, u, place), v, place) ⇒ put_slice(x, v, place), if nobody else reads the first"""
    first = scope.maker(call.operands[0], call.primitive.name)
    if first is None or window(first) != window(call) or not scope.is_used_once(call.operands[0]):
        return None
    return Call(call.outputs, call.primitive, (first.operands[0], *call.operands[1:]), call.params, call.span)


PARTS = 32  # elements or rows: longer arrays that are filled one by one stay so
FEW = 1024  # … and those of more elements in all


@rule("put_slice")
def write_every_part(scope: Rewriter, call: Call) -> Call | None:
    """put_slice(put_slice(x, u, 0), v, 1) ⇒ concatenate(u, v), if x has two elements, or rows; nobody else reads the
    first"""
    shape, axis = call.outputs[0].type.shape, axis_of_part(call)
    if axis is None or shape[axis] > PARTS or call.outputs[0].type.size > FEW:
        return None
    parts: dict[int, Atom] = {}
    write: Call | None = call
    while write is not None and axis_of_part(write) == axis:
        parts.setdefault(write.param("starts")[axis], write.operands[1])  # later writes come first
        if len(parts) == shape[axis]:
            each = (*shape[:axis], 1, *shape[axis + 1 :])
            found = [scope.emit("reshape", parts[k], like=call, shape=each) for k in sorted(parts)]
            return instead(call, "concatenate", *found, axis=axis)
        write = scope.maker(write.operands[0], "put_slice") if scope.is_used_once(write.operands[0]) else None
    return None


def axis_of_part(call: Call) -> int | None:
    """The axis along which a window is one element long, and whole along the others; None if it is no such window."""
    ends = list(zip(call.param("starts"), call.param("limits"), call.outputs[0].type.shape, strict=True))
    single = [k for k, (start, limit, size) in enumerate(ends) if limit - start == 1 < size]
    whole = [start == 0 and limit == size for start, limit, size in ends]
    dense = set(call.param("strides")) <= {1} and len(single) == 1 == len(whole) - sum(whole)
    return single[0] if dense else None


@rule("slice_")
def slice_of_slice(scope: Rewriter, call: Call) -> Call | None:
    """slice_(slice_(x)) ⇒ slice_(x);  slice_(broadcast(2.0)) ⇒ broadcast(2.0)"""
    inner = scope.maker(call.operands[0], "slice_")
    if inner is None:
        return spread_scalar(scope, call)
    dropped, outer = inner.param("drop"), iter(zip(*(call.param(n) for n in ("starts", "limits", "strides"))))
    windows, drop, kept = [], list(dropped), iter(range(call.operands[0].type.ndim))
    for axis, (start, limit, stride) in enumerate(
        zip(*(inner.param(n) for n in ("starts", "limits", "strides")))
    ):
        if axis in dropped:
            windows.append((start, limit, stride))
            continue
        first, last, step = next(outer)
        if next(kept) in call.param("drop"):
            drop.append(axis)
        count = max(0, -(-(last - first) // step))
        begin = start + first * stride
        windows.append(
            (begin, begin + (count - 1) * step * stride + 1, step * stride) if count else (start, start, 1)
        )
    params = dict(zip(("starts", "limits", "strides"), zip(*windows)))
    return instead(call, "slice_", *inner.operands, **params, drop=tuple(sorted(drop)))


@rule("slice_")
def slice_within_pad(scope: Rewriter, call: Call) -> Call | None:
    """slice_(pad(x, 0.0), where x is) ⇒ slice_(x)"""
    pad = scope.maker(call.operands[0], "pad")
    if pad is None or any(pad.param("interior")):
        return None
    x, low = pad.operands[0], pad.param("low")
    starts = tuple(k - first for k, first in zip(call.param("starts"), low))
    limits = tuple(k - first for k, first in zip(call.param("limits"), low))
    if any(k < 0 for k in (*starts, *low)) or any(k > n for k, n in zip(limits, x.type.shape)):
        return None
    params = {**dict(call.params), "starts": starts, "limits": limits}
    return instead(call, "slice_", x, **params)


@rule("dynamic_slice")
def part_of_broadcast(scope: Rewriter, call: Call) -> Call | None:
    """dynamic_slice(broadcast(x), k) ⇒ broadcast(x), if k chooses along axes that x does not have"""
    found, drop = made_by_broadcast(scope, call.operands[0]), call.param("drop")
    if found is None:
        return None
    inner, scopes = found
    sizes, shape, own = call.param("sizes"), call.operands[0].type.shape, inner.param("axes")
    if any(sizes[axis] != shape[axis] or axis in drop for axis in own):
        return None
    (x,) = inner.operands
    for each in scopes:
        x = each.bring(x)
    kept = [axis for axis in range(len(shape)) if axis not in drop]
    axes = tuple(kept.index(axis) for axis in own)
    return instead(call, "broadcast", x, shape=call.outputs[0].type.shape, axes=axes)


def made_by_broadcast(scope: Rewriter, atom: Atom) -> tuple[Call, list[Rewriter]] | None:
    """The broadcast that makes a value, here or around; and the scopes between it and this one, from outside in."""
    inner = scope.maker(atom, "broadcast")
    if inner is not None:
        return inner, []
    value = scope.outside.get(atom.name) if type(atom) is Var else None
    found = made_by_broadcast(scope.outer, value) if value is not None and scope.outer is not None else None
    return found and (found[0], [*found[1], scope])


@rule("dot")
def times_one(scope: Rewriter, call: Call) -> Atom | None:
    """dot(1.0, x) ⇒ x, for the number 1"""
    if is_complex(call.outputs[0].type.dtype):  # 1 is 1 + 0j, and 0 * inf is NaN
        return None
    for x, y in (call.operands, call.operands[::-1]):
        if type(x) is Const and not x.type.shape and x.value == 1 and y.type == call.outputs[0].type:
            return y
    return None
