"""Loops of instructions: with a test before each round, or over a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...ir.mlir_text import Value
from ...ir.program import Type
from .writer import Writer

INT64 = Type(np.dtype(np.int64))
Carry = list[Value]


def go_on(w: Writer, condition: Value, after: str) -> None:
    """Go on here where the condition holds, elsewhere after a loop."""
    inside = w.label()
    w.branch(condition, inside, after)
    w.begin(inside)


def loop(
    w: Writer, carry: Carry, test: Callable[[Carry, str], None], turn: Callable[[Carry], Carry]
) -> Carry:
    """`test(carry, after)` leaves for `after`, or goes on; `turn(carry)` writes a round."""
    before = w.current
    head, after = w.label(), w.label()
    w.jump(head)
    w.begin(head)
    rooms = [w.phi(v.type) for v in carry]
    values = [value for _, value in rooms]
    test(values, after)
    results = turn(values)
    for (place, value), first, last in zip(rooms, carry, results, strict=True):
        w.merge(place, value, [(first, before), (last, w.current)])
    w.jump(head)
    w.begin(after)
    return values


def times(w: Writer, n: int | Value, carry: Carry, turn: Callable[[Value, Carry], Carry]) -> Carry:
    """turn(0), …, turn(n - 1)"""
    if n == 1:
        return turn(Value("0", INT64), carry)

    def test(state: Carry, after: str) -> None:
        go_on(w, w.test("slt", state[0], n.name if isinstance(n, Value) else str(n)), after)

    def again(state: Carry) -> Carry:
        results = turn(state[0], state[1:])
        return [w.op(f"add nuw nsw i64 {state[0].name}, 1", INT64), *results]

    return loop(w, [Value("0", INT64), *carry], test, again)[1:]


def repeat(w: Writer, n: int | Value, turn: Callable[[Value], None]) -> None:
    """The same with nothing to carry."""

    def again(i: Value, carry: Carry) -> Carry:
        turn(i)
        return carry

    times(w, n, [], again)


def each(w: Writer, shape: Sequence[int], carry: Carry, turn: Callable[[list[Value], Carry], Carry]) -> Carry:
    """The same for all indices of a shape, by rows."""
    if not shape:
        return turn([], carry)
    inner = lambda i, state: each(w, shape[1:], state, lambda rest, last: turn([i, *rest], last))
    return times(w, shape[0], carry, inner)
