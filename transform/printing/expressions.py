"""One call => one expression: broadcasting and promotion left to NumPy where NumPy does the same."""
from __future__ import annotations

import ast
import itertools
import math
from typing import Any, Sequence

import numpy as np

from ..dtypes import EXAMPLE, is_bool, is_complex, kind
from ..primitives._rules import pointwise
from ..program import Call, Type
from .templates import fill_in, is_infix, occurrences, template, ufunc_of
from .constants import literal
from .trees import call as np_call, is_default, method, parse
from .values import EITHER, PYTHONIC, STRONG, Value, aligned, everywhere, exact, exactly, union

REDUCTIONS = {"reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_all", "reduce_any"}
PYTHON_KIND = {"b": np.dtype(bool), "i": int, "u": int, "f": float, "c": complex}
MOVES = {"slice_", "dynamic_slice", "gather", "transpose", "flip"}        # one number everywhere stays one
MEANS = {np.dtype(t) for t in ("f4", "f8", "c8", "c16")}        # in half precision np.mean sums in float32
KINDS = {int: "i", float: "f", complex: "c"}
BOOLEAN = {"and_": ast.And, "or_": ast.Or, "mul": ast.And, "add": ast.Or}


def is_elementwise(call: Call) -> bool:
    return call.primitive.batch is pointwise


def expression(call: Call, values: Sequence[Value]) -> Value:
    """The expression of a call, from those of its operands."""
    if call.primitive.name in MOVES and values[0].number is not None:
        return everywhere(values[0].number, call.outputs[0].type)
    special = SPECIAL.get(call.primitive.name)
    found = special(call, *values) if special else None
    if found is not None:
        return found
    return elementwise(call, values) if is_elementwise(call) else opaque(call, values)


def opaque(call: Call, values: Sequence[Value]) -> Value:
    """A function that needs its operands as they are."""
    out = call.outputs[0].type
    node = fill_in(template(call), [exact(v) for v in values])
    reduced = (call.param("axes"), values[0].type.ndim) if call.primitive.name in REDUCTIONS else None
    value = exactly(node, out, reduced=reduced)
    if call.primitive.name == "reduce_sum" and out.dtype in MEANS:
        value = value.change(summed=math.prod(values[0].type.shape[a] for a in call.param("axes")))
    return value


# -- elementwise -------------------------------------------------------------------------------------------------

def elementwise(call: Call, values: Sequence[Value]) -> Value:
    form = template(call)
    out = call.outputs[0].type
    ufunc, infix = ufunc_of(form), is_infix(form)
    if out.shape == () and ufunc is np.power and infix and all(True in v.python for v in values):
        form, infix = parse("np.power(_0, _1)"), False          # Python's would give complex numbers, or raise
    wanted = [o.type.dtype for o in call.operands]
    chosen = next((c for c in candidates(values, ufunc is not None) if fits(c, ufunc, infix, wanted, out)), None)
    if chosen is None:
        chosen = [made_strong(v) for v in values]
    nodes, shapes = zip(*map(aligned, chosen))
    python = PYTHONIC if infix and all(v.python == PYTHONIC for v in chosen) else \
        EITHER if infix and all(True in v.python for v in chosen) else STRONG
    return spread(fill_in(form, nodes), out, np.broadcast_shapes(*shapes), python)


def spread(node: ast.expr, out: Type, shape: tuple[int, ...], python: frozenset[bool]) -> Value:
    """A value whose expression has its axes aligned, some of them perhaps absent or of size 1."""
    lead = out.ndim - len(shape)
    return Value(node, out, out.dtype, python, shape, tuple(k - lead if k >= lead else None for k in range(out.ndim)))


def candidates(values: Sequence[Value], flexible: bool) -> Any:
    """Ways to write the operands, nicest first: 2 for 2.0, plain numbers, casts left to NumPy; then with casts."""
    seen = []
    for cast in (False, True) if flexible else (True,):
        for integral in (True, False) if flexible else (False,):
            ways = [written(v, integral, cast) for v in values]
            if ways not in seen:
                seen.append(ways)
                yield ways


def written(v: Value, integral: bool, cast: bool) -> Value:
    if v.number is not None:
        node = literal(v.number, integral)
        number = isinstance(node, ast.Constant) or isinstance(getattr(node, "operand", None), ast.Constant)
        return v.change(node=node, dtype=np.dtype(int) if number and _is_int(node) and kind(v.dtype) in "fc" else v.dtype)
    return made_strong(v) if cast and v.dtype != v.type.dtype else v


def _is_int(node: ast.expr) -> bool:
    return type(getattr(getattr(node, "operand", node), "value", None)) is int


def made_strong(v: Value) -> Value:
    """The operand in the dtype the program says, as a NumPy number where it is a Python one."""
    if v.dtype == v.type.dtype and (True not in v.python or is_default(v.dtype) and v.number is None):
        return v
    if v.number is not None:
        node = literal(v.number)
        return v.change(node=node if is_default(v.type.dtype) else exact(v.change(type=Type(v.type.dtype), place=())),
                        dtype=v.type.dtype, python=STRONG if not is_default(v.type.dtype) else PYTHONIC)
    flat = v.change(type=Type(v.type.dtype, v.shape), place=tuple(range(len(v.shape))))
    return v.change(node=exact(flat), dtype=v.type.dtype, python=v.python if is_default(v.type.dtype) else STRONG, reduced=None)


def fits(values: Sequence[Value], ufunc: np.ufunc | None, infix: bool, wanted: Sequence[np.dtype], out: Type) -> bool:
    """Whether NumPy computes in the program's dtypes, whichever of the operands are Python numbers."""
    if ufunc is None:
        return all(v.dtype == w and (True not in v.python or is_default(w)) for v, w in zip(values, wanted))
    return all(_fits(values, mix, ufunc, infix, wanted, out) for mix in itertools.product(*(sorted(v.python) for v in values)))


def _fits(values, mix: tuple[bool, ...], ufunc, infix: bool, wanted, out: Type) -> bool:
    given = tuple(PYTHON_KIND[kind(v.dtype)] if python else v.dtype for v, python in zip(values, mix))
    if infix and all(mix):
        ranks = ["biufc".index(KINDS.get(g, "b")) for g in given]
        result = "f" if ufunc is np.true_divide else KINDS.get(given[ranks.index(max(ranks))], "b")
        return _same_kind(result, wanted[0])
    if all(g in KINDS for g in given) and not all(map(is_default, wanted)):
        return False
    try:
        *loop, result = ufunc.resolve_dtypes((*given, None))
    except TypeError:
        return False
    return loop == list(wanted) and result == out.dtype


def _same_kind(a: str, dtype: np.dtype) -> bool:
    return a == kind(dtype) or {a, kind(dtype)} <= {"i", "u"}


# -- those that need more than their print form ------------------------------------------------------------------

def cast(call: Call, x: Value) -> Value:
    """Left to the consumer, which knows whether NumPy promotes by itself."""
    out = call.outputs[0].type
    if x.number is not None:
        number = np.real(x.number) if is_complex(x.type.dtype) and not is_complex(out.dtype) else x.number
        with np.errstate(all="ignore"):
            return everywhere(np.asarray(number).astype(x.type.dtype).astype(out.dtype)[()], out)
    if x.dtype != x.type.dtype:
        x = made_strong(x)
    return x.change(type=out)


def broadcast(call: Call, x: Value) -> Value:
    out, axes = call.outputs[0].type, call.param("axes")
    place: list[int | None] = [None] * out.ndim
    for k, a in enumerate(axes):
        place[a] = x.place[k]
    return x.change(type=out, place=tuple(place))


def reshape(call: Call, x: Value) -> Value | None:
    """Axes of size 1 come and go without a word; anything else is a call of reshape."""
    old, out = x.type, call.outputs[0].type
    if x.number is not None:
        return everywhere(x.number, out)
    if [n for n in old.shape if n != 1] != [n for n in out.shape if n != 1]:
        return exactly(np_call("np.reshape", exact(x), parse(str(out.shape))), out) if not old.shape else _reshaped(x, out)
    kept = iter([p for p, n in zip(x.place, old.shape) if n != 1])
    return x.change(type=out, place=tuple(next(kept) if n != 1 else None for n in out.shape))


def _reshaped(x: Value, out: Type) -> Value:
    node = exact(x)
    arguments = [parse(str(n)) for n in out.shape] or [parse("()")]
    flat = out.ndim == 1 and x.type.ndim > 1
    return exactly(method(node, "reshape", *([parse("-1")] if flat and math.prod(out.shape) else arguments)), out)


def extremum(call: Call, *values: Value) -> Value:
    """max(a, b, c) for max(max(a, b), c)."""
    out = call.outputs[0].type
    form = template(call)
    values = [v if is_default(out.dtype) and v.dtype == out.dtype else made_strong(v) for v in values]
    first, second = (v.node for v in values)
    nested = isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id == form.func.id
    return exactly(ast.Call(form.func, [*(first.args if nested else [first]), second], []), out, union(values))


def select(call: Call, p: Value, x: Value, *rest: Value) -> Value:
    if not rest:
        return extremum(call, p, x)
    (y,) = rest
    out = call.outputs[0].type
    if not out.shape:
        x, y = (v if v.dtype == out.dtype and (True not in v.python or is_default(out.dtype)) else made_strong(v) for v in (x, y))
        return exactly(ast.IfExp(exact(p), x.node, y.node), out, union([x, y]))
    for integral, cast_ in ((True, False), (False, False), (False, True)):
        pair = [written(v, integral, cast_) for v in (x, y)]
        if all(_where_dtype(pair, mix) == out.dtype for mix in itertools.product(*(sorted(v.python) for v in pair))):
            break
    else:
        pair = [made_strong(x), made_strong(y)]
    nodes, shapes = zip(*map(aligned, (p, *pair)))
    return spread(np_call("np.where", *nodes), out, np.broadcast_shapes(*shapes), STRONG)


def _where_dtype(pair: Sequence[Value], mix: tuple[bool, ...]) -> np.dtype:
    if all(mix):
        return np.result_type(*(np.asarray(EXAMPLE[kind(v.dtype)]).dtype for v in pair))
    return np.result_type(*(EXAMPLE[kind(v.dtype)] if python else v.dtype for v, python in zip(pair, mix)))


def boolean(call: Call, *values: Value) -> Value | None:
    """Of scalar truth values: not, and, or (Python's ~True is -2, its True + True is 2)."""
    out = call.outputs[0].type
    if not is_bool(out.dtype) or out.shape or not is_bool(values[0].type.dtype):
        return None
    nodes = [exact(v) for v in values]
    if call.primitive.name == "not_":
        return exactly(ast.UnaryOp(ast.Not(), nodes[0]), out, EITHER)
    op = BOOLEAN[call.primitive.name]
    parts = [p for n in nodes for p in (n.values if isinstance(n, ast.BoolOp) and isinstance(n.op, op) else [n])]
    neutral = op is ast.And
    parts = [p for p in parts if not (isinstance(p, ast.Constant) and p.value is neutral)] or parts[:1]
    return exactly(ast.BoolOp(op(), parts) if len(parts) > 1 else parts[0], out, EITHER)


def div(call: Call, x: Value, y: Value) -> Value | None:
    """np.mean(x) for np.sum(x) / x.size."""
    if not x.summed or y.number is None or y.number != x.summed:
        return None
    node = ast.Call(parse("np.mean"), x.node.args, x.node.keywords)
    return x.change(node=node, type=call.outputs[0].type, summed=0)


def reduce_sum(call: Call, x: Value) -> Value | None:
    """np.sum counts True as 1 by itself."""
    if is_bool(x.dtype) and x.type.dtype == np.int64 and x.shape == x.type.shape and x.number is None:
        return opaque(call, [x.change(type=x.type.update(dtype=x.dtype))]).change(type=call.outputs[0].type, dtype=x.type.dtype)
    return None


def concatenate(call: Call, *values: Value) -> Value | None:
    """np.array([a, b]) of scalars, np.stack((a, b)) of arrays, where each was only given its axis for this."""
    out, axis = call.outputs[0].type, call.param("axis")
    if any(v.type.shape[axis] != 1 or v.place[axis] is not None or v.number is not None and out.ndim > 1 for v in values):
        return None
    inner = [v.change(type=Type(v.type.dtype, v.type.shape[:axis] + v.type.shape[axis + 1:]), place=v.place[:axis] + v.place[axis + 1:])
             for v in values]
    nodes = [exact(v) for v in inner]
    if out.ndim == 1:
        return exactly(np_call("np.array", ast.List(nodes, ast.Load())), out)
    return exactly(np_call("np.stack", ast.Tuple(nodes, ast.Load()), **({"axis": ast.Constant(axis)} if axis else {})), out)


def copy(call: Call, x: Value) -> Value:
    return x if not x.type.shape or x.number is not None else exactly(method(exact(x), "copy"), call.outputs[0].type)


def duplicated(call: Call) -> set[int]:
    """The operands that the print form names more than once."""
    found = occurrences(template(call)) if call.primitive.show else []
    return {k for k in found if found.count(k) > 1}


SPECIAL = {"cast": cast, "broadcast": broadcast, "reshape": reshape, "select": select, "copy": copy, "reduce_sum": reduce_sum,
           "concatenate": concatenate, "div": div,
           **dict.fromkeys(["not_", "and_", "or_", "add", "mul"], boolean)}
