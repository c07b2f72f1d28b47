"""Shuffles and random choices of items in a kernel, with the numbers that NumPy and Python draw for them.

A shuffle exchanges each item, from the last to the second, with one that does not come behind it (Durstenfeld, CACM 7,
1964). A choice with probabilities is the first position at which their sum exceeds a uniform number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....ir.callee import Draw, Operand
from ....ir.mlir_text import Value
from ....ir.program import Type
from ..arrays import Array, View, element, fill, in_memory, load, element_address, store
from ..arrays import Operand as Held
from ..loops import INT64, Carry, go_on, loop, times
from ..scalars import BOOL, convert
from ..writer import Writer
from .agreement import agrees
from .recipes import (
    FLOAT64,
    Plan,
    behind,
    bounded_integer,
    compare_values,
    fill_rows,
    function,
    is_same,
    as_constant,
    no_own_state,
)

MOST = 1 << 12  # sums that are compared for one choice with probabilities: beyond, the host is as good
CLOSE = 1e-8  # to 1 has to be the sum of probabilities: NumPy allows a little more
BITGENS = {"Generator": no_own_state, "RandomState": behind, "Random": no_own_state}
USUAL: dict[str, Any] = {"replace": True, "axis": 0, "shuffle": True}


def plan_of_items(w: Writer, what: Draw, values: Sequence[Held], out: Type) -> Plan | None:
    """Items of an array, or their positions."""
    given = {k: v for k, v in what.given.items() if k != "size"}
    if what.method not in ("shuffle", "permutation", "choice"):
        return None
    if not all(is_same(k, given.pop(k), usual) for k, usual in USUAL.items() if k in given):
        return None
    if not agrees(what.cls, what.method + " p" * (given.get("p") is not None), "", (), False):
        return None
    if what.method in ("shuffle", "permutation") and len(given) == 1:
        return shuffle_items(w, what.cls, items_of(w, given["x"], values), out)
    if what.method == "choice" and set(given) == {"a", "p"}:
        return draw_items(w, what.cls, given["a"], given["p"], values, out)
    return None


def items_of(w: Writer, given: Any, values: Sequence[Held]) -> Held | None:
    """A vector of numbers, or the count of the numbers from 0 on."""
    if isinstance(given, Operand):
        return values[given.number]
    if isinstance(given, (list, tuple, np.ndarray)):
        array = np.asarray(given)
        if array.ndim != 1 or array.dtype.kind not in "if" or array.size < 2:
            return None
        data = Array(w.data(array), Type(array.dtype, array.shape))
        return View(data.type, lambda indices: element(w, data, indices), frozenset(), True)
    return as_constant(w, given)


def random_below(w: Writer, cls: str, state: str, last: Value) -> Value:
    """A random integer from 0 to the last."""
    if cls == "Random":
        return function(w, "recto_twister_below", [w.op(f"add i64 {last.name}, 1", INT64)], state, INT64)
    return function(w, "random_interval", [last], BITGENS[cls](w, state), INT64)


# -- shuffles ----------------------------------------------------------------------------------------------------------


def shuffle_items(w: Writer, cls: str, items: Held | None, out: Type) -> Plan | None:
    """A copy of a vector, or the numbers from 0 on, in random order."""
    if items is None or out.ndim != 1 or out.size < 2:
        return None
    if isinstance(items, Value):
        if items.type.shape or items.dtype.kind != "i":
            return None
        count = convert(w, items, out=INT64)
        allowed = [w.test("eq", count, str(out.size))]
        source: Held = View(out, lambda at: convert(w, at[0], out=Type(out.dtype)), frozenset(), True)
    elif items.type.shape != out.shape or items.type.dtype != out.dtype:
        return None
    else:
        allowed, source = [], items

    def drawn(state: str) -> Held:
        array = fill(w, Array(w.buffer(out), out), source)

        def turn(k: Value, carry: Carry) -> Carry:
            last = w.op(f"sub i64 {out.size - 1}, {k.name}", INT64)
            other = random_below(w, cls, state, last)
            places = [element_address(w, array, [index]) for index in (last, other)]
            one, two = (load(w, p, Type(out.dtype)) for p in places)
            store(w, two, places[0])
            store(w, one, places[1])
            return carry

        times(w, Value(str(out.size - 1), INT64), [], turn)
        return array

    return Plan(allowed, drawn)


# -- choices -----------------------------------------------------------------------------------------------------------


def draw_items(w: Writer, cls: str, a: Any, p: Any, values: Sequence[Held], out: Type) -> Plan | None:
    """An item, or an array of items, with probabilities or without."""
    items = items_of(w, a, values)
    weights = items_of(w, p, values) if p is not None else None
    if items is None or (p is not None and weights is None):
        return None
    allowed: list[Value] = []
    if isinstance(items, Value):
        if items.type.shape or items.dtype.kind != "i":
            return None
        count, item = convert(w, items, out=INT64), lambda k: k
        allowed.append(w.test("sgt", count, "0"))
    else:
        if items.type.ndim != 1:
            return None
        held = items
        count, item = Value(str(items.type.size), INT64), lambda k: element(w, held, [k])
    if weights is None:
        last, masked = w.op(f"sub i64 {count.name}, 1", INT64), cls == "RandomState"
        zero = Value("0", INT64)
        position = lambda state: bounded_integer(w, BITGENS[cls](w, state), zero, last, masked)
    elif isinstance(weights, Value) or weights.type.ndim != 1 or weights.type.dtype != np.float64:
        return None
    elif weights.type.size * out.size > MOST:
        return None
    else:
        weights = in_memory(w, weights)
        allowed.append(w.test("eq", count, str(weights.type.size)))
        total, fine = sum_of(w, weights)
        allowed.append(fine)
        position = lambda state: draw_weighted(w, cls, state, weights, total)
    one = lambda state: convert(w, item(position(state)), out=Type(out.dtype))
    return Plan(allowed, lambda state: fill_rows(w, out, lambda: one(state)))


def sum_of(w: Writer, weights: Array) -> tuple[Value, Value]:
    """The sum of probabilities, one after the other, and whether they are some."""
    zero, true = Value("0.0", FLOAT64), Value("true", Type(BOOL))

    def turn(k: Value, carry: Carry) -> Carry:
        weight = element(w, weights, [k])
        good = compare_values(w, "oge", weight, zero)
        return [
            w.op(f"fadd double {carry[0].name}, {weight.name}", FLOAT64),
            w.op(f"and i1 {carry[1].name}, {good.name}", Type(BOOL)),
        ]

    total, fine = times(w, Value(str(weights.type.size), INT64), [zero, true], turn)
    off = w.intrinsic("fabs", (w.op(f"fsub double {total.name}, 1.0", FLOAT64),), FLOAT64)
    close = compare_values(w, "ole", off, w.constant(np.asarray(CLOSE)))
    return total, w.op(f"and i1 {fine.name}, {close.name}", Type(BOOL))


def draw_weighted(w: Writer, cls: str, state: str, weights: Array, total: Value) -> Value:
    """The first position at which the sum of probabilities, divided by the whole sum, is above a uniform number."""
    u = function(w, "random_standard_uniform", [], BITGENS[cls](w, state), FLOAT64)

    def test(carry: Carry, after: str) -> None:
        go_on(w, w.test("ult", carry[0], str(weights.type.size)), after)
        share = w.op(f"fdiv double {next_sum(carry).name}, {total.name}", FLOAT64)
        go_on(w, compare_values(w, "ole", share, u), after)

    def next_sum(carry: Carry) -> Value:
        return w.op(f"fadd double {carry[1].name}, {element(w, weights, [carry[0]]).name}", FLOAT64)

    def turn(carry: Carry) -> Carry:
        return [w.op(f"add i64 {carry[0].name}, 1", INT64), next_sum(carry)]

    return loop(w, [Value("0", INT64), Value("0.0", FLOAT64)], test, turn)[0]
