"""Writing the calls of programs: numbers in registers, arrays overwritten where they are.

Loops ask before their rounds whether they are to stop (Ctrl-C, time limits), but for innermost counted loops, which a
test in every round would keep from being vectorised: those of many rounds ask after every block of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...analysis.intervals import Interval, full, within
from ...analysis.loops import is_loop
from ...ir.callee import HOSTED
from ...ir.mlir_text import Value
from ...ir.program import Atom, Call, Program, Type, Var, walk
from ...passes.simplify.range_fixpoints import Known
from ...passes.simplify.value_ranges import RangeAnalysis, RegionRanges
from .arrays import (
    OWN,
    Array,
    Operand,
    View,
    element,
    fill,
    in_memory,
    read_window,
    reads,
    scalar,
    sources,
    wide,
    write,
)
from .arrays import number as number_of
from .draws.drawing import draw
from .host_calls import host_call
from .loops import INT64, Carry, go_on, loop
from .order import Order, has_buffer
from .scalars import BOOL, Refused, compare, convert, llvm
from .views import view
from .writer import Writer

BLOCK = 1 << 16  # rounds: fewer are over before anybody waits
LARGEST = 1 << 10  # elements of constants in a kernel
Reading = tuple[Program, Known, RegionRanges]


class Regions:
    """Writes programs by a writer. `start`: the number of interrupts when the kernel began; None: nothing is asked."""

    def __init__(self, writer: Writer, order: Order, start: Value | None):
        self.w, self.order, self.start, self.bounds = writer, order, start, RangeAnalysis()

    def program(self, program: Program, values: Sequence[Operand], limits: Known) -> list[Operand]:
        """A program for parameters within bounds."""
        return self.region(self.bounds.program(program, limits), values)

    def region(self, reading: Reading, values: Sequence[Operand]) -> list[Operand]:
        program, _, region = reading
        env: dict[str, Operand] = {
            p.name: Value(v.name, p.type) if isinstance(v, Value) else v
            for p, v in zip(program.parameters, values, strict=True)
        }
        calls = self.order.calls(program)
        uses = Uses(calls, program.results)
        for number, call in enumerate(calls):
            operands = [self.atom(o, env) for o in call.operands]
            for k in self.order.copied(program, call):
                operands[k] = self.copied(operands[k])
            self.save_views(call, operands, env, uses, number)
            for var, value in zip(call.outputs, self.call(call, operands, region), strict=True):
                env[var.name] = self.settled(var, value, uses)
        return [self.atom(r, env) for r in program.results]

    def atom(self, atom: Atom, env: dict[str, Operand]) -> Operand:
        if isinstance(atom, Var):
            return env[atom.name]
        if not has_buffer(atom):
            return self.w.constant(atom.value)
        if atom.type.size > LARGEST:
            raise Refused("a large constant")
        array = Array(self.w.data(atom.value), atom.type)
        return View(atom.type, lambda indices: element(self.w, array, indices), frozenset(), True)

    def save_views(
        self, call: Call, operands: Sequence[Operand], env: dict[str, Operand], uses: Uses, number: int
    ) -> None:
        """Compute what is still needed of views of the arrays that a call overwrites."""
        gone = reads(*[o for k, o in enumerate(operands) if k in self.order.overwritten(call)])
        for name, value in env.items() if gone else ():
            if isinstance(value, View) and reads(value) & gone and uses.last.get(name, -1) > number:
                env[name] = in_memory(self.w, value)

    def settled(self, var: Var, value: Operand, uses: Uses) -> Operand:
        """The value of a variable: a number in a register; in memory what is dear and read several times."""
        if isinstance(value, Value):
            return Value(value.name, var.type)
        if isinstance(value, View) and not has_buffer(var):
            return Value(number_of(self.w, value).name, var.type)
        if isinstance(value, View) and not value.cheap and uses.count[var.name] > 1:
            return in_memory(self.w, value)
        return value

    def call(self, call: Call, operands: list[Operand], region: RegionRanges) -> Sequence[Operand]:
        name = call.primitive.name
        limits = lambda k: region.bounds(call.operands[k])
        if name in HOSTED:
            return draw(self.w, call, operands) or host_call(self.w, call, operands)
        if call.primitive.effect:
            raise Refused(f"{name}: more than computing")
        if name in CONTROL:
            return CONTROL[name](self, call, operands, region)
        if call.primitive.access == "read":
            return [read_window(self.w, call, operands, limits)]
        if call.primitive.access == "write":
            return [write(self.w, call, operands, limits)]
        if call.primitive.multiple:
            raise Refused(name)
        values = [v for v in operands if isinstance(v, Value)]
        if len(values) < len(operands) or has_buffer(call.outputs[0]):
            return [view(self.w, call, operands)]
        return [scalar(self.w, call.primitive, values, call.outputs[0].type, dict(call.params))]

    # -- control -------------------------------------------------------------------------------------------------------

    def inlined(self, call: Call, operands: list[Operand], region: RegionRanges) -> Sequence[Operand]:
        known = tuple([region.bounds(o) for o in call.operands])
        results = self.program(call.param("program"), operands, known)
        again = [k for k, v in enumerate(results) if isinstance(v, Array) and v in results[:k]]
        return [self.copied(v) if k in again else v for k, v in enumerate(results)]

    def copied(self, value: Operand) -> Array:
        return fill(self.w, Array(self.w.buffer(value.type), value.type), value)

    def cond(self, call: Call, operands: list[Operand], region: RegionRanges) -> Sequence[Operand]:
        w = self.w
        for k in self.order.overwritten(call):
            operands[k] = in_memory(w, operands[k])
        sources, anew = self.order.sources(call), self.order.made_anew(call)
        new = {
            k: Array(w.buffer(v.type), v.type)
            for k, v in enumerate(call.outputs)
            if has_buffer(v) and sources[k] is None
        }
        labels, end = [w.label(), w.label()], w.label()
        w.branch(register(operands[0]), *labels)
        found: list[tuple[list[Operand], str]] = []
        for label, branch, known in zip(labels, call.param("branches"), region.known_in_branches(call)):
            w.begin(label)
            results = self.program(branch, operands[1:], known)
            for k, array in new.items():
                results[k] = fill(w, array, results[k])
            results = brought_home(w, results, {k: operands[o] for k, o in anew.items()})
            found.append((results, w.current))
            w.jump(end)
        w.begin(end)
        (then, one), (orelse, other) = found
        return [
            w.merged([(a, one), (register(b), other)]) if isinstance(a, Value) else a
            for a, b in zip(then, orelse)
        ]

    def loop_operands(
        self, call: Call, operands: Sequence[Operand], first: int
    ) -> tuple[list[Operand], State]:
        """The values that every round begins with, and what a loop carries: views are computed before."""
        settled: list[Operand] = [in_memory(self.w, o) if isinstance(o, View) else o for o in operands]
        return settled[:first], State(self.w, settled[first:])

    def while_loop(self, call: Call, operands: list[Operand], region: RegionRanges) -> Sequence[Operand]:
        invariant = call.param("invariant")
        if any(c.primitive.effect for c in walk(call.param("test"))):
            raise Refused("a test that acts on the host")
        body, limits = region.while_fixpoint(call)
        fixed_limits = tuple([region.bounds(o) for o in call.operands[:invariant]])
        fixed, state = self.loop_operands(call, operands, invariant)

        def test(carry: Carry, after: str) -> None:
            known: Known = (*fixed_limits, *limits)
            for part in conditions(call.param("test")):
                reading = self.bounds.program(part, known)
                (go,) = self.region(reading, [*fixed, *state.whole(carry)])
                go_on(self.w, register(go), after)
                found = reading[2].assuming(part.results[0], True)
                known = tuple([found.get(p.name) for p in part.parameters])

        def turn(carry: Carry) -> Carry:
            self.poll()
            return state.next(self.region(body, [*fixed, *state.whole(carry)]))

        return state.whole(loop(self.w, state.first, test, turn))

    def fori_loop(self, call: Call, operands: list[Operand], region: RegionRanges) -> Sequence[Operand]:
        lo, hi, *rest = operands
        invariant, step = call.param("invariant"), call.param("step")
        body = region.fori_fixpoint(call)[0]
        fixed, state = self.loop_operands(call, rest, invariant)

        def turn(index: Value, carry: Carry) -> Carry:
            return state.next(self.region(body, [index, *fixed, *state.whole(carry)]))

        inner = any(map(is_loop, walk(call.param("body"))))
        many = not few_iterations(region, call)
        count = self.in_blocks if self.start and many and not inner else self.counted
        limits = tuple([region.bounds(o) or full(o.type.dtype) for o in call.operands[:2]])
        given = register(lo), register(hi), step
        return state.whole(count(*given, state.first, turn, limits, inner))

    # -- loops ---------------------------------------------------------------------------------------------------------

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
            return self.counted_iterations(lo, hi, step, carry, turn, polls)
        w, sign = self.w, "nsw " if np.dtype(lo.dtype).kind == "i" else ""
        stride = w.constant(np.asarray(step).astype(lo.dtype)).name

        def test(state: Carry, after: str) -> None:
            direction = "LT" if step > 0 else "GT"
            go_on(w, compare(w, state[0], hi, out=Type(BOOL), direction=direction), after)

        def whole(state: Carry) -> Carry:
            if polls:
                self.poll()
            results = turn(state[0], state[1:])
            return [w.op(f"add {sign}{llvm(lo.type)} {state[0].name}, {stride}", lo.type), *results]

        return loop(w, [lo, *carry], test, whole)[1:]

    def counted_iterations(
        self,
        lo: Value,
        hi: Value,
        step: int,
        carry: Carry,
        turn: Callable[[Value, Carry], Carry],
        polls: bool,
    ) -> Carry:
        w = self.w
        ends = [wide(w, v) for v in ((lo, hi) if step > 0 else (hi, lo))]
        span = w.op(f"sub i64 {ends[1].name}, {ends[0].name}", INT64)
        span = w.intrinsic("smax", (span, Value("0", INT64)), INT64)
        more = w.op(f"add i64 {span.name}, {abs(step) - 1}", INT64)
        iterations = w.op(f"udiv i64 {more.name}, {abs(step)}", INT64)

        def again(k: Value, state: Carry) -> Carry:
            far = w.op(f"mul i64 {k.name}, {step}", INT64)
            index = w.op(f"add i64 {far.name}, {wide(w, lo).name}", INT64)
            return turn(convert(w, index, out=lo.type), state)

        ranges = ((0, 0), (0, full(INT64.dtype)[1] - 1))
        return self.counted(Value("0", INT64), iterations, 1, carry, again, ranges, polls)

    def in_blocks(
        self,
        lo: Value,
        hi: Value,
        step: int,
        carry: Carry,
        turn: Callable[[Value, Carry], Carry],
        limits: tuple[Interval, ...],
        polls: bool,
    ) -> Carry:
        """A loop over blocks of the rounds, which asks before each."""
        if abs(step) > 1 or np.dtype(lo.dtype).itemsize < 4 or np.dtype(lo.dtype).kind != "i":
            return self.counted(lo, hi, step, carry, turn, limits, True)
        w, t = self.w, llvm(lo.type)

        def block(state: Carry) -> Carry:
            self.poll()
            start, *inner = state
            left = w.op(f"sub {t} {hi.name}, {start.name}", lo.type)
            size = Value(str(step * BLOCK), lo.type)
            by = w.intrinsic("smin" if step > 0 else "smax", (left, size), lo.type)
            end = w.op(f"add {t} {start.name}, {by.name}", lo.type)
            return [end, *self.counted(start, end, step, inner, turn, limits, False)]

        def test(state: Carry, after: str) -> None:
            direction = "LT" if step > 0 else "GT"
            go_on(w, compare(w, state[0], hi, out=Type(BOOL), direction=direction), after)

        return loop(w, [lo, *carry], test, block)[1:]

    def poll(self) -> None:
        """Leave the kernel if there was an interrupt since it began."""
        if self.start is None:
            return
        now = self.w.op("load volatile i64, ptr @recto_interrupts", INT64)
        go_on(self.w, self.w.test("eq", now, self.start.name), "stopped")


CONTROL: dict[str, Any] = {
    "call": Regions.inlined,
    "cond": Regions.cond,
    "while_loop": Regions.while_loop,
    "fori_loop": Regions.fori_loop,
}


class State:
    """The carry of a loop: numbers, which change registers, and arrays, which stay in their buffers."""

    def __init__(self, w: Writer, operands: Sequence[Operand]):
        self.w, self.operands = w, operands

    @property
    def first(self) -> Carry:
        return [v for v in self.operands if isinstance(v, Value)]

    def whole(self, numbers: Carry) -> list[Operand]:
        left = iter(numbers)
        return [next(left) if isinstance(v, Value) else v for v in self.operands]

    def next(self, results: Sequence[Operand]) -> Carry:
        """The numbers after a round; arrays that are elsewhere are copied to where they have to be."""
        homes = {k: home for k, home in enumerate(self.operands) if isinstance(home, Array)}
        return [r for r in brought_home(self.w, results, homes) if isinstance(r, Value)]


def brought_home(w: Writer, results: Sequence[Operand], homes: Mapping[int, Operand]) -> list[Operand]:
    """Results, of which some have to be in these arrays: those that are elsewhere are copied."""
    elsewhere = [(k, home) for k, home in homes.items() if isinstance(home, Array) and results[k] != home]
    written = {home.pointer for _, home in elsewhere}
    ready = []
    for k, home in elsewhere:
        result, own = results[k], home.pointer
        if any(p in written and (p != own or place != OWN) for p, place in sources(result)):
            result = fill(w, Array(w.buffer(result.type), result.type), result)
        ready.append((home, result))
    for home, result in ready:
        fill(w, home, result)
    return [homes.get(k, result) for k, result in enumerate(results)]


class Uses:
    """Who reads the variables of a region: how many, and the number of the last call."""

    def __init__(self, calls: Sequence[Call], results: Sequence[Atom]):
        self.last: dict[str, int] = {}
        self.count: Counter[str] = Counter()
        for number, operands in enumerate([*[c.operands for c in calls], results]):
            for o in operands:
                if isinstance(o, Var):
                    self.last[o.name] = number
                    self.count[o.name] += 1


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
    return [part for o in call.operands for part in conditions(program_for_result(test, o))]


def program_for_result(program: Program, result: Atom) -> Program:
    """The program for one result alone, with the calls that it needs."""
    wanted, calls = {result}, []
    for call in reversed(program.body):
        if wanted.intersection(call.outputs):
            calls.append(call)
            wanted.update(call.operands)
    return Program(program.name, program.parameters, tuple(reversed(calls)), (result,))


def few_iterations(region: RegionRanges, call: Call) -> bool:
    lo, hi = (region.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
    return within((hi[0] - lo[1], hi[1] - lo[0]), (-BLOCK, BLOCK))
