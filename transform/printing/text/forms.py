"""Special print forms: primitives whose text depends on their operands, beyond the `show` text."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Sequence

import numpy as np

from ...core.dtypes import is_bool, is_complex
from ...ir.program import Call
from .promotion import candidates, is_right, strong, where_gives
from .templates import are_equals, fill_in, template
from .trees import call as np_call, is_default, method, names, parse
from .values import (
    EITHER,
    PYTHONIC,
    STRONG,
    Value,
    align_axes,
    broadcast_shape,
    everywhere,
    exact,
    exactly,
    broadcast_node,
    union,
)

REDUCTIONS = {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_all", "reduce_any"}
MEANS = {np.dtype(t) for t in ("f4", "f8", "c8", "c16")}  # in half precision np.mean sums in float32
COTANGENT = re.compile(r"_bar(_\d+)?$")
CONNECTIVES = {"and_": ast.And, "or_": ast.Or, "mul": ast.And, "add": ast.Or}


def opaque(call: Call, values: Sequence[Value]) -> Value:
    """A function that needs its operands as they are."""
    out = call.outputs[0].type
    node = fill_in(template(call), [exact(v) for v in values])
    if call.primitive.name not in REDUCTIONS:
        return exactly(node, out)
    x, axes = values[0].type, call.param("axes")
    summed = (
        math.prod(x.shape[a] for a in axes)
        if call.primitive.name == "reduce_sum" and out.dtype in MEANS
        else 0
    )
    return exactly(node, out).change(reduced=(axes, x.ndim), summed=summed)


# -- dtypes and shapes ---------------------------------------------------------------------------------------


def cast(call: Call, x: Value) -> Value:
    """Left to the consumer, which knows whether NumPy promotes by itself."""
    out = call.outputs[0].type
    if x.number is None:
        return strong(x).change(type=out) if x.dtype != x.type.dtype else x.change(type=out)
    number = np.real(x.number) if is_complex(x.type.dtype) and not is_complex(out.dtype) else x.number
    with np.errstate(all="ignore"):
        return everywhere(np.asarray(number).astype(out.dtype)[()], out)


def broadcast(call: Call, x: Value) -> Value:
    """Left to NumPy."""
    out = call.outputs[0].type
    place: list[int | None] = [None] * out.ndim
    for k, a in enumerate(call.param("axes")):
        place[a] = x.place[k]
    return x.change(type=out, place=tuple(place))


def reshape(call: Call, x: Value) -> Value:
    """Axes of size 1 come and go without a word; anything else is a call of reshape."""
    old, out = x.type.shape, call.outputs[0].type
    if x.number is not None:
        return everywhere(x.number, out)
    if [n for n in old if n != 1] == [n for n in out.shape if n != 1]:
        kept = iter([p for p, n in zip(x.place, old) if n != 1])
        return x.change(type=out, place=tuple(next(kept) if n != 1 else None for n in out.shape))
    flat = out.ndim == 1 and out.shape[0] != 0
    return exactly(
        method(exact(x), "reshape", *([parse("-1")] if flat else map(ast.Constant, out.shape))), out
    )


def concatenate(call: Call, *values: Value) -> Value | None:
    """np.array([a, b]) of scalars, np.stack((a, b)) of arrays, where each was only given its axis for this."""
    out, axis = call.outputs[0].type, call.param("axis")
    added = lambda v: (
        v.type.shape[axis] == 1 and v.place[axis] is None and (v.number is None or out.ndim == 1)
    )
    if not all(map(added, values)):
        return None
    nodes = [exact(without_axis(v, axis)) for v in values]
    if out.ndim == 1:
        return exactly(np_call("np.array", ast.List(nodes, ast.Load())), out)
    where = {"axis": ast.Constant(axis)} if axis else {}
    return exactly(np_call("np.stack", ast.Tuple(nodes, ast.Load()), **where), out)


def without_axis(v: Value, axis: int) -> Value:
    drop = lambda items: items[:axis] + items[axis + 1 :]
    return v.change(type=v.type.update(shape=drop(v.type.shape)), place=drop(v.place))


def copy(call: Call, x: Value) -> Value:
    if not x.type.shape or x.number is not None:
        return x
    return exactly(method(exact(x), "copy"), call.outputs[0].type)


def round_decimal(call: Call, x: Value) -> Value | None:
    """Python's round, of a number of Python's: NumPy's numbers round otherwise."""
    if x.type.shape or not x.type.weak or x.python == PYTHONIC:
        return None
    return exactly(fill_in(template(call), [np_call("float", exact(x))]), call.outputs[0].type, PYTHONIC)


# -- choices and truth values --------------------------------------------------------------------------------


def select(call: Call, *values: Value) -> Value:
    out = call.outputs[0].type
    if len(values) < 2:
        return opaque(call, values)
    if len(values) == 2:
        return extremum(call, *values)
    p, *pair = values
    if not out.shape:
        x, y = (v if is_right(v) else strong(v) for v in pair)
        return exactly(ast.IfExp(exact(p), align_axes(x)[0], align_axes(y)[0]), out, union([x, y]))
    chosen = next((w for w in candidates(pair) if where_gives(w, out.dtype)), None) or [
        strong(v) for v in pair
    ]
    nodes, shapes = zip(*map(align_axes, (p, *chosen)))
    return broadcast_node(np_call("np.where", *nodes), out, broadcast_shape(shapes), STRONG)


def extremum(call: Call, *values: Value) -> Value:
    """max(a, b, c) for max(max(a, b), c)."""
    out, form = call.outputs[0].type, template(call)
    assert isinstance(form, ast.Call) and isinstance(form.func, ast.Name)
    right = [v if is_right(v) else strong(v) for v in values]
    first, second = (align_axes(v)[0] for v in right)
    nested = (
        isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id == form.func.id
    )
    more = first.args if isinstance(first, ast.Call) and nested else [first]
    return exactly(ast.Call(form.func, [*more, second], []), out, union(right))


def boolean(call: Call, *values: Value) -> Value | None:
    """Python's not, and, or for scalar truth values (Python's ~True is -2, and True + True is 2)."""
    out = call.outputs[0].type
    if not is_bool(out.dtype) or any(v.shape for v in values) or not is_bool(values[0].type.dtype):
        return None
    nodes = [exact(v.change(type=v.type.update(shape=()), place=())) for v in values]
    if call.primitive.name == "not_":
        return broadcast_node(ast.UnaryOp(ast.Not(), nodes[0]), out, (), EITHER)
    op = CONNECTIVES[call.primitive.name]
    parts = [
        p for n in nodes for p in (n.values if isinstance(n, ast.BoolOp) and isinstance(n.op, op) else [n])
    ]
    neutral = lambda n: isinstance(n, ast.Constant) and n.value is (op is ast.And)
    parts = [p for p in parts if not neutral(p)] or parts[:1]
    return broadcast_node(ast.BoolOp(op(), parts) if len(parts) > 1 else parts[0], out, (), EITHER)


# -- sums ----------------------------------------------------------------------------------------------------


def reduce_sum(call: Call, x: Value) -> Value | None:
    """np.sum counts True as 1 by itself; y_bar @ x for np.sum(y_bar * x), where no user wrote the sum."""
    if is_inner_product(call, x):
        assert isinstance(x.node, ast.BinOp)
        return exactly(ast.BinOp(x.node.left, ast.MatMult(), x.node.right), call.outputs[0].type)
    if not is_bool(x.dtype) or x.type.dtype != np.int64 or x.shape != x.type.shape or x.number is not None:
        return None
    counted = opaque(call, [x.change(type=x.type.update(dtype=x.dtype))])
    return counted.change(type=call.outputs[0].type, dtype=x.type.dtype)


def is_inner_product(call: Call, x: Value) -> bool:
    """Whether a cotangent is multiplied by a vector, and the products summed."""
    if x.type.ndim != 1 or call.outputs[0].type.shape or x.type.dtype != float or x.dtype != x.type.dtype:
        return False
    product = x.shape == x.type.shape and are_equals(x.node)
    return product and any(COTANGENT.search(n) for n in names(x.node))


def div(call: Call, x: Value, y: Value) -> Value | None:
    """np.mean(x) for np.sum(x) / x.size."""
    if (
        not x.summed
        or y.number is None
        or y.number != x.summed
        or not is_default(x.dtype)
        and x.dtype not in MEANS
    ):
        return None
    assert isinstance(x.node, ast.Call)
    return x.change(
        node=ast.Call(parse("np.mean"), x.node.args, x.node.keywords), type=call.outputs[0].type, summed=0
    )


FORMS: dict[str, Callable[..., Value | None]] = {
    "cast": cast,
    "broadcast": broadcast,
    "reshape": reshape,
    "concatenate": concatenate,
    "copy": copy,
    "round_decimal": round_decimal,
    "select": select,
    "reduce_sum": reduce_sum,
    "div": div,
    "not_": boolean,
    "and_": boolean,
    "or_": boolean,
    "add": boolean,
    "mul": boolean,
}
