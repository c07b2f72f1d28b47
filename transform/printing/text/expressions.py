"""Expressions: print one call, leaving broadcasting and promotion to NumPy where the result is the same."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

import numpy as np

from ...core.dtypes import kind
from ...ir.program import Call, Type
from ...primitives._rules import pointwise
from .forms import FORMS, opaque
from .promotion import candidates, computes_as, is_python, is_right, strong
from .templates import converting, fill_in, is_infix, occurrences, of_equals, template, ufunc_of, wrapping
from .trees import dtype_node, names, parse
from .values import EITHER, PYTHONIC, STRONG, Value, align_axes, broadcast_shape, everywhere, broadcast_node

FOLDED = {"add", "sub", "mul", "div", "neg"}  # of numbers alone: every IEEE machine agrees on them
DIVISIONS = (np.true_divide, np.floor_divide, np.remainder)
ORDERINGS = (np.less, np.less_equal, np.greater, np.greater_equal)  # of complex numbers: NumPy's alone
GROWING = (np.add, np.subtract, np.multiply)
FEW_BITS = 31  # integers of so many stay within 64 bits for as long as a loop may count
MOVES = {"slice_", "dynamic_slice", "part", "gather", "transpose", "flip"}  # one number everywhere stays one


def expression(call: Call, values: Sequence[Value], given: Collection[str] = ()) -> Value:
    """The expression of a call, from those of its operands; `given`: the arguments of the printed function."""
    name = call.primitive.name
    if name in MOVES and values[0].number is not None:
        return everywhere(values[0].number, call.outputs[0].type)
    found = fold_constants(call, values) or (FORMS[name](call, *values) if name in FORMS else None)
    if found is not None:
        return found
    return elementwise(call, values, given) if is_elementwise(call) else opaque(call, values)


def fold_constants(call: Call, values: Sequence[Value]) -> Value | None:
    """6 for 2 * 3, x for 1 * x: numbers that branches and loops get from outside are known only now."""
    name, out = call.primitive.name, call.outputs[0].type
    if name == "not_" and values[0].number is not None:
        return everywhere(
            np.invert(np.asarray(values[0].number, out.dtype))[()], out
        )  # ~True is -2 in Python
    known = all(v.number is not None for v in values)
    if (
        known
        and out.dtype.kind in "iub"
        and not out.weak
        and call.primitive.foldable
        and is_elementwise(call)
    ):
        operands = [np.asarray(v.number, o.type.dtype) for v, o in zip(values, call.operands)]
        return everywhere(
            np.asarray(call.primitive.numpy(*operands, **dict(call.params)), out.dtype)[()], out
        )
    if name not in FOLDED or out.dtype.kind != "f":
        return None
    if known:
        with np.errstate(all="ignore"):
            return everywhere(
                np.asarray(call.primitive.numpy(*(v.number for v in values)), out.dtype)[()], out
            )
    if name == "mul" and any(v.number is not None and v.number == 1 for v in values):
        (other,) = (v for v in values if v.number is None or v.number != 1)
        return other.change(type=out) if is_right(other) and (other.shape or not out.shape) else None
    return None


def is_elementwise(call: Call) -> bool:
    return call.primitive.batch is pointwise


def elementwise(call: Call, values: Sequence[Value], given: Collection[str] = ()) -> Value:
    """A function of NumPy that broadcasts, or an operator, which Python computes where all operands are its numbers."""
    form, out = template(call), call.outputs[0].type
    ufunc, infix = ufunc_of(form), is_infix(form)
    if ufunc is not None and infix and python_raises(ufunc, out, values, given):
        form, infix = parse(f"np.{ufunc.__name__}(_0, _1)"), False
    wanted = [o.type.dtype for o in call.operands]
    ways = candidates(values) if ufunc else ()
    fits = lambda way: ufunc is not None and computes_as(way, ufunc, infix, wanted, out)
    chosen = next(filter(fits, ways), None) or [strong(v) for v in values]
    if infix and outgrows(ufunc, out, chosen):
        k = next((k for k, v in enumerate(chosen) if v.number is None), 0)
        chosen[k] = chosen[k].change(
            node=ast.Call(dtype_node(out.dtype), [chosen[k].node], []), python=STRONG
        )
    nodes, shapes = zip(*map(align_axes, chosen))
    for v, node in zip(chosen, nodes):
        if may_wrap(v):
            wrapping(node)
    node = fill_in(form, nodes)
    if any(v.number is None and v.dtype != v.type.dtype for v in chosen):
        converting(node)
    elif call.primitive.name == "mul" and len(set(shapes)) == 1:
        of_equals(node)
    python = PYTHONIC if is_python(node) else STRONG
    if infix and all(True in v.python for v in chosen):
        python = PYTHONIC if all(v.python == PYTHONIC for v in chosen) else EITHER
    return broadcast_node(node, out, broadcast_shape(shapes), python)


def are_python(values: Sequence[Value]) -> bool:
    """Whether all of these may be Python's numbers, of which NumPy makes arrays only afterwards."""
    return all(True in v.python and not v.shape for v in values)


def python_raises(ufunc: np.ufunc | None, out: Type, values: Sequence[Value], given: Collection[str]) -> bool:
    """Whether Python's numbers may raise, or give complex ones, where the program computes as NumPy does.
    Dividing what may be NumPy's number by an argument that was Python's raises as it does in the user's
    function."""
    if not are_python(values):
        return False
    if ufunc in DIVISIONS:
        as_users = (
            values[0].python == EITHER and not names(values[1].node).isdisjoint(given) and not out.shape
        )
        return not out.weak and not values[1].number and not as_users
    return ufunc is np.power or ufunc in ORDERINGS and any(kind(v.dtype) == "c" for v in values)


def outgrows(ufunc: np.ufunc | None, out: Type, values: Sequence[Value]) -> bool:
    """Whether Python's integers may leave 64 bits, where the program's wrap around."""
    if out.weak or out.dtype != np.int64 or not are_python(values):
        return False
    if ufunc is np.left_shift:
        return values[1].number is None or values[1].number > FEW_BITS
    return ufunc in GROWING and any(v.number is not None and abs(int(v.number)) >> FEW_BITS for v in values)


def may_wrap(v: Value) -> bool:
    """Whether it is an integer whose negative is another number in the type of its expression than in the
    program's, or a truth value, which has none."""
    if kind(v.dtype) not in "iub" or v.dtype == np.int64 == v.type.dtype:
        return v.number is not None and kind(v.dtype) == "i" and int(v.number) == np.iinfo(v.dtype).min
    return v.number is None or kind(v.type.dtype) in "iub"  # 2 for 2.0 has a negative


def duplicated_operands(call: Call) -> set[int]:
    """The operands that the print form names more than once."""
    found = occurrences(template(call)) if call.primitive.show else []
    return {k for k in found if found.count(k) > 1}
