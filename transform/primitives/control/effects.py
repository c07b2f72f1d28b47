"""Effects on the host, and failures that Python's operations raise.

An effect is a call of a Python function: what prints, draws random numbers, logs (ir/callee.py). Effects take
`world`, a counter, and give it back, so that data dependence orders them.

A failure (int(nan)) is noted in a code, which is 0 where nothing has failed; the call goes on with whatever value there
is, and raises at its end. In printed source it is not seen: there Python raises by itself. Or else it is an assertion:
that a size is the one which the program is for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.callee import HOLE
from ...ir.primitive import Primitive
from ...ir.program import Type
from .._rules import pointwise
from ..lowering.common_forms import compare, like, pick


def call_host(world: Any, *values: Any, callee: Any) -> tuple[Any, ...]:
    return (np.asarray(world), *callee(values))


def host_types(world: Type, *values: Type, callee: Any) -> tuple[Type, ...]:
    return (world, *callee.results)


def lower_host_call(emit: Any, world: Any, *values: Any, out: Any, callee: Any) -> Any:
    return emit.callback(lambda w, *vs: call_host(w, *vs, callee=callee), world, *values, out=out)


def noted_failure(code: Any, condition: Any, *, failure: int, asserts: bool = False) -> Any:
    return np.where((np.asarray(code) == 0) & condition, np.asarray(failure, np.asarray(code).dtype), code)


def failure_type(code: Type, condition: Type, *, failure: int, asserts: bool = False) -> Type:
    if code.dtype != np.int32 or condition.dtype != bool or code.shape != condition.shape:
        raise CompileError(
            f"note_failure needs a code i32 and a condition of its shape, not {code} and {condition}"
        )
    return code


def lower_failure(
    emit: Any, code: Any, condition: Any, *, out: Any, failure: Any, asserts: Any = False
) -> Any:
    clear = compare(emit, "EQ", code, like(emit, code, 0))
    new = emit("stablehlo.and", clear, condition, out=condition.type)
    return pick(emit, new, like(emit, code, failure), code)


note_failure = Primitive(
    "note_failure",
    noted_failure,
    failure_type,
    lower_failure,
    pointwise,
    "discrete",
    show=lambda call: f"np.where((_0 == 0) & _1, {call.param('failure')}, _0)",
)


def value_types(*values: Type, callee: Any) -> tuple[Type, ...]:
    return tuple(callee.results)


def lower_host_value(emit: Any, *values: Any, out: Any, callee: Any) -> Any:
    return emit.callback(lambda *vs: callee(vs), *values, out=out, effect=False)


def batch_host_value(
    primitive: Any, n: int, operands: tuple[Any, ...], batched: tuple[bool, ...], *, callee: Any
) -> Any:
    return host_value(*operands, callee=callee.over_lanes(n, batched))


def shown_value(call: Any) -> str:
    """(The places of values begin with 0 here.)"""
    return HOLE.sub(lambda hole: f"_{int(hole[1]) - 1}", call.param("callee").source())


host_value = Primitive(
    "host_value",
    lambda *values, callee: callee(values),
    value_types,
    lower_host_value,
    batch_host_value,
    "control",
    multiple=True,
    foldable=False,
    show=shown_value,
)
host_call = Primitive(
    "host_call",
    call_host,
    host_types,
    lower_host_call,
    None,
    "control",
    multiple=True,
    effect=True,
    foldable=False,
    show=lambda call: call.param("callee").source(),
)
