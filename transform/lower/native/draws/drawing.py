"""Random numbers in a kernel: from the generator's own state, by NumPy's functions of C, number for number.

    world, x = host_call(world, rng, scale; rng.normal(0, scale))
        ⇒
    x = call double @random_normal(ptr %state, double 0.0, double %scale)

What is drawn is what the call of the host would have drawn, and the generator is left in the same state. Where a
parameter is one that may be refused, or the state can't be found (core/hosted/stream_memory.py), the host is called
after all: it draws, or raises NumPy's own exception.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ....core.hosted.handles import NUMBERED, address_of
from ....ir.callee import Draw
from ....ir.mlir_text import Value
from ....ir.program import Call, Type
from ..arrays import Array, fill
from ..arrays import Operand as Held
from ..host_calls import host_call, on_host
from ..loops import INT64
from ..scalars import BOOL, convert
from ..writer import Writer
from .items import plan_of_items
from .recipes import Plan, fill_rows, parameter, recipe_of
from .spare import plan_of_gauss


def draw(w: Writer, call: Call, operands: Sequence[Held]) -> list[Held] | None:
    """The results of a host_call that draws; None where only the host can draw it."""
    what, handle = call.param("callee").draw, operands[1] if len(operands) > 1 else None
    out = call.outputs[-1].type
    if what is None or not isinstance(handle, Value) or handle.type.shape or out.dtype.kind not in "if":
        return None
    plans = (
        plan_of(w, what, operands[1:], out) for plan_of in (plan_of_numbers, plan_of_items, plan_of_gauss)
    )
    plan = next(filter(None, plans), None)
    if plan is None:
        return None
    address = stream_of(w, handle)
    ready = w.test("ne", address, "0")
    for condition in plan.allowed:
        ready = w.op(f"and i1 {ready.name}, {condition.name}", Type(BOOL))

    def drawn() -> Held:
        return plan.drawn(w.op(f"inttoptr i64 {address.name} to ptr", INT64).name)

    return [operands[0], either(w, call, operands, ready, drawn)]


def plan_of_numbers(w: Writer, what: Draw, values: Sequence[Held], out: Type) -> Plan | None:
    """A number of a distribution, or an array of them."""
    recipe, given = recipe_of(what)
    if recipe is None:
        return None
    numbers: dict[str, Value] = {}
    for name in recipe.names:
        value = parameter(w, given[name], values)
        if value is None:
            return None
        numbers[name] = value
    one = lambda state: convert(w, recipe.write(w, state, numbers), out=Type(out.dtype))
    return Plan(recipe.allowed(w, numbers), lambda state: fill_rows(w, out, lambda: one(state)))


def either(w: Writer, call: Call, operands: Sequence[Held], ready: Value, drawn: Callable[[], Held]) -> Held:
    """The draw here where that can be, and by the host elsewhere."""
    quick, slow, end = w.label(), w.label(), w.label()
    w.branch(ready, quick, slow)
    w.begin(quick)
    quickly, behind_quick = drawn(), w.current
    w.jump(end)
    w.begin(slow)
    slowly = host_call(w, call, operands)[1]
    if isinstance(quickly, Array):
        fill(w, quickly, slowly)
    behind_slow = w.current
    w.jump(end)
    w.begin(end)
    if isinstance(quickly, Array):
        return quickly
    assert isinstance(quickly, Value) and isinstance(slowly, Value)
    return w.merged([(quickly, behind_quick), (slowly, behind_slow)])


def stream_of(w: Writer, handle: Value) -> Value:
    """The address of a generator's state, which is in the table once the host has been asked for it."""
    look, ask, end = w.label(), w.label(), w.label()
    known = w.op(f"icmp ult i64 {handle.name}, {NUMBERED}", Type(BOOL))
    w.branch(known, look, ask)
    w.begin(look)
    at = w.op(f"getelementptr i64, ptr %streams, i64 {handle.name}", INT64)
    found, behind_look = w.op(f"load i64, ptr {at.name}", INT64), w.current
    w.branch(w.test("eq", found, "0"), ask, end)
    w.begin(ask)
    (asked,) = on_host(w, lambda number: (np.int64(address_of(number)),), [handle], [INT64])
    assert isinstance(asked, Value)
    behind_ask = w.current
    w.jump(end)
    w.begin(end)
    return w.merged([(found, behind_look), (asked, behind_ask)])
