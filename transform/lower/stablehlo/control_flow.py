"""Lowering of branches and loops to StableHLO's `if`, `case` and `while`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...ir.mlir_text import Value
from ...ir.program import Const, Program, Type
from .polls import SOON, block_iterations, cost, emit_polled_loop
from .schedule import large

FLAG, INT64 = Type(np.dtype(bool)), np.dtype(np.int64)


def compare(emit: Any, direction: str, x: Value, y: Value) -> Value:
    style = "UNSIGNED" if x.type.dtype.kind == "u" else "SIGNED"
    return emit(
        "stablehlo.compare",
        x,
        y,
        out=FLAG,
        compare_type=f"#stablehlo<comparison_type {style}>",
        comparison_direction=f"#stablehlo<comparison_direction {direction}>",
    )


def lower_while(
    emit: Any, *xs: Value, out: Any, test: Program, body: Program, invariant: int
) -> Sequence[Value]:
    """A loop that must wait for reads and carries no scalar gets one: a flag, which its test needs."""
    fixed, carry = xs[:invariant], list(xs[invariant:])
    flags = []
    if emit.tokens:
        scalar = next((k for k, v in enumerate(carry) if not v.type.shape), None)
        if scalar is None:
            flags = [emit.fenced(emit.constant(np.asarray(True)))]
        else:
            carry[scalar] = emit.fenced(carry[scalar])
    bind = lambda arguments: (*map(emit.local, fixed), *arguments[len(flags) :])
    owned = frozenset(range(invariant, len(xs)))

    def write_test(arguments: Sequence[Value]) -> list[Value]:
        emit.mutable.update([a.name for a in arguments if large(a.type)])
        (go,) = emit.inline(test, bind(arguments))
        go = emit.hidden(go) if counts_in_strides(body, invariant) else go
        return [emit("stablehlo.and", go, arguments[0]) if flags else go]

    def write_body(arguments: Sequence[Value]) -> list[Value]:
        return [*arguments[: len(flags)], *emit.inline(body, bind(arguments), owned)]

    block = block_iterations(cost(test) + cost(body)) if emit.may_poll else None
    with emit.inside(body):
        return emit_loop(emit, (*flags, *carry), write_test, write_body, block)[len(flags) :]


def counts_in_strides(body: Program, invariant: int) -> bool:
    """Whether an integer carry grows by another number than 1.

    XLA finds no turns in `i = 0; while i < 1: i += 2` and one in `i = 3; while i < 2: i += 2` (openxla/xla#48454), so
    it must not see the test.
    """
    made = makers(body.body)
    for parameter, result in zip(body.parameters[invariant:], body.results):
        if result.type.shape or result.type.dtype.kind not in "iu" or result == parameter:
            continue
        steps, atoms = [], [result]
        while atoms:
            call = maker(atoms[-1], made)
            if call and call.primitive.name in ("add", "sub"):
                atoms[-1:] = call.operands
            else:
                steps.append(atoms.pop())
        by_one = len(steps) == 2 and any(isinstance(s, Const) and abs(int(s.value)) == 1 for s in steps)
        if parameter in steps and not by_one:
            return True
    return False


def lower_fori(
    emit: Any, lo: Value, hi: Value, *xs: Value, out: Any, body: Program, step: int, invariant: int
) -> Sequence[Value]:
    """Known bounds are made to differ by a multiple of the step, else turns are counted: see `counts_in_strides`."""
    if abs(step) == 1:
        return emit_counted_loop(emit, lo, hi, step, xs, body, invariant, lambda i: i)
    first, last = (emit.known.get(v.name) for v in (lo, hi))
    end = None if first is None or last is None else exact_end(int(first), int(last), step)
    if end is not None and np.iinfo(hi.type.dtype).min <= end <= np.iinfo(hi.type.dtype).max:
        hi = emit.constant(np.asarray(end, hi.type.dtype))
        return emit_counted_loop(emit, lo, hi, step, xs, body, invariant, lambda i: i)

    def index(k: Value) -> Value:
        k = k if lo.type.dtype == INT64 else emit("stablehlo.convert", k, out=lo.type)
        far = emit("stablehlo.multiply", k, emit.constant(np.asarray(step).astype(lo.type.dtype)))
        return emit("stablehlo.add", far, emit.local(lo))

    zero = emit.constant(np.asarray(0, INT64))
    return emit_counted_loop(emit, zero, trip_count(emit, lo, hi, step), 1, xs, body, invariant, index)


def emit_counted_loop(
    emit: Any, lo: Value, hi: Value, step: int, xs: Sequence[Value], body: Program, invariant: int, index: Any
) -> Sequence[Value]:
    """The loop for a counter from lo to hi; `index(counter)` is what the body gets."""
    fixed, carry = xs[:invariant], xs[invariant:]
    owned = frozenset(range(1 + invariant, 1 + len(xs)))
    write_test = lambda arguments: [compare(emit, "LT" if step > 0 else "GT", arguments[0], emit.local(hi))]

    def write_body(arguments: Sequence[Value]) -> list[Value]:
        results = emit.inline(body, (index(arguments[0]), *map(emit.local, fixed), *arguments[1:]), owned)
        stride = emit.constant(np.asarray(step, lo.type.dtype))
        return [emit("stablehlo.add", arguments[0], stride), *results]

    block = block_of(emit, lo, hi, step, body) if emit.may_poll else None
    with emit.inside(body):
        return emit_loop(emit, (emit.fenced(lo), *carry), write_test, write_body, block)[1:]


def block_of(emit: Any, lo: Value, hi: Value, step: int, body: Program) -> int | None:
    """After how many iterations a counted loop checks whether it is to stop; None if it is over soon."""
    (first, last), each = (emit.known.get(v.name) for v in (lo, hi)), cost(body)
    if first is None or last is None:
        return None if emit.depth else block_iterations(each)
    return block_iterations(each) if len(range(int(first), int(last), step)) * each > SOON else None


def trip_count(emit: Any, lo: Value, hi: Value, step: int) -> Value:
    """len(range(lo, hi, step)) as int64."""
    wide = lambda v: v if v.type.dtype == INT64 else emit("stablehlo.convert", v, out=Type(INT64))
    number = lambda n: emit.constant(np.asarray(n, INT64))
    first, last = (wide(lo), wide(hi)) if step > 0 else (wide(hi), wide(lo))
    span = emit("stablehlo.maximum", emit("stablehlo.subtract", last, first), number(0))
    return emit("stablehlo.divide", emit("stablehlo.add", span, number(abs(step) - 1)), number(abs(step)))


def exact_end(lo: int, hi: int, step: int) -> int:
    """The exact end of range(lo, hi, step): lo plus a multiple of the step."""
    return lo + len(range(lo, hi, step)) * step


def emit_loop(
    emit: Any, carry: Sequence[Value], write_test: Any, write_body: Any, block: int | None
) -> Sequence[Value]:
    """A loop, that checks whether it is to stop after every block of rounds."""
    if block is None:
        return loop(emit, carry, write_test, write_body)
    return emit_polled_loop(emit, loop, carry, write_test, write_body, block)


def loop(emit: Any, carry: Sequence[Value], write_test: Any, write_body: Any) -> Sequence[Value]:
    kinds = tuple(v.type for v in carry)
    emit.depth += 1
    test, body = emit.block(kinds, write_test), emit.block(kinds, write_body)
    emit.depth -= 1
    return emit("stablehlo.while", *carry, out=kinds, regions=f" ({test}, {body})")


def lower_cond(
    emit: Any, predicate: Value, *xs: Value, out: tuple[Type, ...], branches: tuple[Program, Program]
) -> Sequence[Value]:
    """A branch; one that overwrites an array inside a loop becomes two loops of at most one iteration instead
    of a choice of arrays."""
    links = emit.module.analysis.branch_links(branches)
    if not links or not emit.depth and not any(xs[operand - 1].name in emit.mutable for operand in links):
        regions = ", ".join(emit.region(b, (), lambda _: xs) for b in branches)
        return emit("stablehlo.if", predicate, out=out, regions=f" ({regions})")
    return Turns(emit, xs, out, branches, {k: m - 1 for m, k in links.items()}).run(emit.fenced(predicate))


class Turns:
    """A branch as two loops: `while p: state = then(); p = False` and the same with `not p` and `orelse`.

    The state holds a value for each result: an array that is overwritten, or what the result is if a branch that need
    not run gives it, or zeros.
    """

    def __init__(
        self,
        emit: Any,
        xs: Sequence[Value],
        out: tuple[Type, ...],
        branches: tuple[Program, Program],
        sources: dict[int, int],
    ):
        self.emit, self.xs, self.branches, self.sources = emit, list(xs), branches, sources
        self.passed = [self._passed(k) for k in range(len(out))]  # result -> the operand it is to begin with
        self.state = [
            emit.constant(np.broadcast_to(np.zeros((), t.dtype), t.shape)) if k is None else xs[k]
            for t, k in zip(out, self.passed)
        ]

    def _passed(self, k: int) -> int | None:
        if k in self.sources:
            return self.sources[k]
        for branch in reversed(self.branches):
            if branch.results[k] in branch.parameters:
                return branch.parameters.index(branch.results[k])
        return None

    def run(self, predicate: Value) -> Sequence[Value]:
        then, orelse = self.branches
        first = self._turn(predicate, then)
        inverse = self.emit("stablehlo.not", predicate)
        if first:
            self.emit.tokens = [first]
            inverse = self.emit.fenced(inverse)
        last = self._turn(inverse, orelse) or first
        for value in self.state:
            self.emit.later[value.name] = (last,)
        return tuple(self.state)

    def _turn(self, predicate: Value, branch: Program) -> Value | None:
        """Run a branch if the predicate holds. Returns a value that is known when it is done."""
        changed = [
            k
            for k, r in enumerate(branch.results)
            if (passed := self.passed[k]) is None or r != branch.parameters[passed]
        ]
        if not changed and not self.emit.module.analysis.has_effects(branch):
            return None
        place = {self.sources[k]: n + 1 for n, k in enumerate(changed) if k in self.sources}
        owned = frozenset(place)

        def write_body(arguments: Sequence[Value]) -> list[Value]:
            values = [arguments[place[k]] if k in place else x for k, x in enumerate(self.xs)]
            results = self.emit.inline(branch, values, owned)
            return [self.emit.constant(np.asarray(False)), *(results[k] for k in changed)]

        carry = (predicate, *(self.state[k] for k in changed))
        done = loop(self.emit, carry, lambda arguments: arguments[:1], write_body)
        for k, value in zip(changed, done[1:]):
            self.state[k] = value
            if k in self.sources:
                self._replace(self.sources[k], value)
        return done[0]

    def _replace(self, operand: int, value: Value) -> None:
        self.xs[operand] = value
        self.emit.mutable.add(value.name)
