"""Writing the calls of programs: numbers in registers, arrays overwritten where they are.

Loops ask before their rounds whether they are to stop (Ctrl-C, time limits), but for innermost counted loops, which a
test in every round would keep from being vectorised: those of many rounds ask after every block of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...analysis.intervals import Interval, full, within
from ...analysis.loops import is_loop
from ...ir.mlir_text import Value
from ...ir.program import Atom, Call, Const, Program, Type, walk
from ...passes.simplify.value_ranges import Bounds, Known, Region
from .arrays import INT64, Array, Operand, read, scalar, wide, write
from .order import Order, in_memory
from .scalars import BOOL, Refused, compare, convert, llvm
from .writer import Writer

BLOCK = 1 << 16  # rounds: fewer are over before anybody waits
Carry = list[Value]
Reading = tuple[Program, Known, Region]


class Regions:
    """Writes programs by a writer. `start`: the number of interrupts when the kernel began; None: nothing is asked."""

    def __init__(self, writer: Writer, order: Order, start: Value | None):
        self.w, self.order, self.start, self.bounds = writer, order, start, Bounds()

    def program(self, program: Program, values: Sequence[Operand], limits: Known) -> list[Operand]:
        """A program for parameters within bounds."""
        return self.region(self.bounds.program(program, limits), values)

    def region(self, reading: Reading, values: Sequence[Operand]) -> list[Operand]:
        program, _, region = reading
        env: dict[str, Operand] = {
            p.name: v if isinstance(v, Array) else Value(v.name, p.type)
            for p, v in zip(program.parameters, values, strict=True)
        }
        for call in self.order.calls(program):
            operands = [self.atom(o, env) for o in call.operands]
            for var, value in zip(call.outputs, self.call(call, operands, region), strict=True):
                env[var.name] = value if isinstance(value, Array) else Value(value.name, var.type)
        return [self.atom(r, env) for r in program.results]

    def atom(self, atom: Atom, env: dict[str, Operand]) -> Operand:
        return self.w.constant(atom.value) if isinstance(atom, Const) else env[atom.name]

    def call(self, call: Call, operands: list[Operand], region: Region) -> Sequence[Operand]:
        name = call.primitive.name
        limits = lambda k: region.bounds(call.operands[k])
        if call.primitive.effect:
            raise Refused(f"{name}: more than computing")
        if name in CONTROL:
            return CONTROL[name](self, call, operands, region)
        if call.primitive.access == "read":
            return [read(self.w, call, operands, limits)]
        if call.primitive.access == "write":
            return [write(self.w, call, operands, limits)]
        values = [v for v in operands if isinstance(v, Value)]
        if call.primitive.multiple or len(values) < len(operands) or any(map(in_memory, call.outputs)):
            raise Refused(f"{name} of whole arrays")
        return [scalar(self.w, call.primitive, values, call.outputs[0].type, dict(call.params))]

    # -- control -------------------------------------------------------------------------------------------------------

    def inlined(self, call: Call, operands: list[Operand], region: Region) -> Sequence[Operand]:
        known = tuple([region.bounds(o) for o in call.operands])
        return self.program(call.param("program"), operands, known)

    def cond(self, call: Call, operands: list[Operand], region: Region) -> Sequence[Operand]:
        w = self.w
        labels, end = [w.label(), w.label()], w.label()
        w.branch(register(operands[0]), *labels)
        found: list[tuple[list[Operand], str]] = []
        for label, branch, known in zip(labels, call.param("branches"), region.known_in_branches(call)):
            w.begin(label)
            results = self.program(branch, operands[1:], known)
            found.append((results, w.block))
            w.jump(end)
        w.begin(end)
        (then, one), (orelse, other) = found
        return [
            a if isinstance(a, Array) else w.merged([(a, one), (register(b), other)])
            for a, b in zip(then, orelse)
        ]

    def while_loop(self, call: Call, operands: list[Operand], region: Region) -> Sequence[Operand]:
        invariant = call.param("invariant")
        body, limits = region.while_fixpoint(call)
        fixed_limits = tuple([region.bounds(o) for o in call.operands[:invariant]])
        state, fixed = State(operands[invariant:]), operands[:invariant]

        def go_on(carry: Carry, after: str) -> None:
            known: Known = (*fixed_limits, *limits)
            for test in conditions(call.param("test")):
                reading = self.bounds.program(test, known)
                (go,) = self.region(reading, [*fixed, *state.whole(carry)])
                self.go_on(register(go), after)
                found = reading[2].assuming(test.results[0], True)
                known = tuple([found.get(p.name) for p in test.parameters])

        def turn(carry: Carry) -> Carry:
            return state.numbers(self.region(body, [*fixed, *state.whole(carry)]))

        return state.whole(self.loop(state.numbers(operands[invariant:]), go_on, turn, polls=True))

    def fori_loop(self, call: Call, operands: list[Operand], region: Region) -> Sequence[Operand]:
        lo, hi, *rest = operands
        invariant, step = call.param("invariant"), call.param("step")
        body = region.fori_fixpoint(call)[0]
        state, fixed = State(rest[invariant:]), rest[:invariant]

        def turn(index: Value, carry: Carry) -> Carry:
            return state.numbers(self.region(body, [index, *fixed, *state.whole(carry)]))

        inner = any(map(is_loop, walk(call.param("body"))))
        many = not few_rounds(region, call)
        count = self.in_blocks if self.start and many and not inner else self.counted
        limits = tuple([region.bounds(o) or full(o.type.dtype) for o in call.operands[:2]])
        given = register(lo), register(hi), step
        return state.whole(count(*given, state.numbers(rest[invariant:]), turn, limits, inner))

    # -- loops ---------------------------------------------------------------------------------------------------------

    def loop(self, carry: Carry, go_on: Callable, turn: Callable, polls: bool) -> Carry:
        w, before = self.w, self.w.block
        head, after = w.label(), w.label()
        w.jump(head)
        w.begin(head)
        rooms = [w.phi(v.type) for v in carry]
        values = [value for _, value in rooms]
        go_on(values, after)
        if polls:
            self.poll()
        results = turn(values)
        for (place, value), first, last in zip(rooms, carry, results, strict=True):
            w.merge(place, value, [(first, before), (last, w.block)])
        w.jump(head)
        w.begin(after)
        return values

    def counted(
        self,
        lo: Value,
        hi: Value,
        step: int,
        carry: Carry,
        turn: Callable[[Value, Carry], Carry],
        limits: tuple[Interval, ...],
        polls: bool,
    ) -> Carry:
        """A loop over range(lo, hi, step); the rounds are counted where the index might leave its dtype."""
        first, last = limits
        least, most = full(lo.dtype)
        fits = least <= min(first[0], last[0]) + step and max(first[1], last[1]) + step <= most
        if abs(step) > 1 and not fits:
            return self.counted_rounds(lo, hi, step, carry, turn, polls)
        w, sign = self.w, "nsw " if np.dtype(lo.dtype).kind == "i" else ""
        stride = w.constant(np.asarray(step).astype(lo.dtype)).name

        def go_on(state: Carry, after: str) -> None:
            direction = "LT" if step > 0 else "GT"
            self.go_on(compare(w, state[0], hi, out=Type(BOOL), direction=direction), after)

        def whole(state: Carry) -> Carry:
            results = turn(state[0], state[1:])
            return [w.op(f"add {sign}{llvm(lo.type)} {state[0].name}, {stride}", lo.type), *results]

        return self.loop([lo, *carry], go_on, whole, polls)[1:]

    def counted_rounds(
        self, lo: Value, hi: Value, step: int, carry: Carry, turn: Callable, polls: bool
    ) -> Carry:
        w = self.w
        ends = [wide(w, v) for v in ((lo, hi) if step > 0 else (hi, lo))]
        span = w.op(f"sub i64 {ends[1].name}, {ends[0].name}", INT64)
        span = w.intrinsic("smax", (span, Value("0", INT64)), INT64)
        more = w.op(f"add i64 {span.name}, {abs(step) - 1}", INT64)
        rounds = w.op(f"udiv i64 {more.name}, {abs(step)}", INT64)

        def again(k: Value, state: Carry) -> Carry:
            far = w.op(f"mul i64 {k.name}, {step}", INT64)
            index = w.op(f"add i64 {far.name}, {wide(w, lo).name}", INT64)
            return turn(convert(w, index, out=lo.type), state)

        ranges = ((0, 0), (0, full(INT64.dtype)[1] - 1))
        return self.counted(Value("0", INT64), rounds, 1, carry, again, ranges, polls)

    def in_blocks(
        self,
        lo: Value,
        hi: Value,
        step: int,
        carry: Carry,
        turn: Callable,
        limits: tuple[Interval, ...],
        polls: bool,
    ) -> Carry:
        """A loop over blocks of the rounds, which asks before each."""
        if abs(step) > 1 or np.dtype(lo.dtype).itemsize < 4 or np.dtype(lo.dtype).kind != "i":
            return self.counted(lo, hi, step, carry, turn, limits, True)
        w, t = self.w, llvm(lo.type)

        def block(state: Carry) -> Carry:
            start, *inner = state
            left = w.op(f"sub {t} {hi.name}, {start.name}", lo.type)
            size = Value(str(step * BLOCK), lo.type)
            by = w.intrinsic("smin" if step > 0 else "smax", (left, size), lo.type)
            end = w.op(f"add {t} {start.name}, {by.name}", lo.type)
            return [end, *self.counted(start, end, step, inner, turn, limits, False)]

        def go_on(state: Carry, after: str) -> None:
            direction = "LT" if step > 0 else "GT"
            self.go_on(compare(w, state[0], hi, out=Type(BOOL), direction=direction), after)

        return self.loop([lo, *carry], go_on, block, polls=True)[1:]

    def go_on(self, condition: Value, after: str) -> None:
        """Go on here, or else after a loop."""
        inside = self.w.label()
        self.w.branch(condition, inside, after)
        self.w.begin(inside)

    def poll(self) -> None:
        """Leave the kernel if there was an interrupt since it began."""
        if self.start is None:
            return
        now = self.w.op("load volatile i64, ptr @recto_interrupts", INT64)
        self.go_on(self.w.test("eq", now, self.start.name), "stopped")


CONTROL: dict[str, Any] = {
    "call": Regions.inlined,
    "cond": Regions.cond,
    "while_loop": Regions.while_loop,
    "fori_loop": Regions.fori_loop,
}


class State:
    """What a loop carries: numbers, which change registers, and arrays, which stay where they are."""

    def __init__(self, operands: Sequence[Operand]):
        self.operands = operands

    def numbers(self, operands: Sequence[Operand]) -> Carry:
        return [v for v in operands if isinstance(v, Value)]

    def whole(self, numbers: Carry) -> list[Operand]:
        left = iter(numbers)
        return [v if isinstance(v, Array) else next(left) for v in self.operands]


def register(operand: Operand) -> Value:
    assert isinstance(operand, Value)
    return operand


def conditions(test: Program) -> list[Program]:
    """Programs whose results are all true where that of the test is: `p and q` is p, and then q.

    What q computes is computed only where p holds; there, more is known of indices.
    """
    call = maker(test.results[0], makers(test.body), "and_")
    if call is None:
        return [test]
    return [part for o in call.operands for part in conditions(needed(test, o))]


def needed(program: Program, result: Atom) -> Program:
    """The program for one result alone, with the calls that it needs."""
    wanted, calls = {result}, []
    for call in reversed(program.body):
        if wanted.intersection(call.outputs):
            calls.append(call)
            wanted.update(call.operands)
    return Program(program.name, program.parameters, tuple(reversed(calls)), (result,))


def few_rounds(region: Region, call: Call) -> bool:
    lo, hi = (region.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
    return within((hi[0] - lo[1], hi[1] - lo[0]), (-BLOCK, BLOCK))
