"""Fault instrumentation: the checked program finds whether a fault occurs, of which kind, and where first.

    z = x / y       =>      z = x / y;  fault = 1 if y == 0 else 0

>>> from ...core.errors import Span
>>> from ...reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[]", y: "f64[]"):
...     z = prim.div(x, y)
...     return z
... ''')
>>> (call,) = program.body
>>> placed = Call(call.outputs, call.primitive, call.operands, call.params, Span("f.py", 2, 11, 2, 16, "f"))
>>> program, faults = checks(dataclasses.replace(program, body=(placed,)), ("division",))
>>> print(program)
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[]", y: "f64[]"):
    z = prim.div(x, y)                 # f64[]  f.py:2
    eq_y = prim.eq(y, 0.0)             # bool[]  f.py:2
    fault = prim.select(eq_y, prim.const(1, "i32[]"), prim.const(0, "i32[]"))  # i32[]  f.py:2
    value = prim.select(eq_y, x, 0.0)  # f64[]  f.py:2
    return z, fault, value
>>> faults[0].exception, faults[0].text
(<class 'ZeroDivisionError'>, ('division by zero: ', Slot(name='x'), ' / 0.0'))

The state of a program is a code (0, or the number of the fault that came first) and values for its text. It goes
through loops, of which those that go on while something holds end with the first fault; branches, functions and lanes
begin with none.

This runs when a function has been read: derivatives have been taken, batches made, and lanes not yet expanded
(`lanes`), so that branches that a lane does not take have no faults.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import DerivedSpan, ModularSpan, Span
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call, Const, Program, Type, walk
from ...primitives._rules import full
from .operations import anywhere, born_nan, is_structured, operations, seen_outside
from .rules import F64, I64, NAN, OVERFLOW, QUIET, Done, Slot, Text, Wrong, wrongs

CODE = Type(np.dtype(np.int32))
INTEGER, FLOAT = Type(I64), Type(F64)
PLACES, ITERATIONS = ("at_0", "at_1", "at_2"), ("round_0", "round_1")
SLOTS = {**dict.fromkeys(("left", "right", *PLACES, *ITERATIONS, "lane"), INTEGER), "x": FLOAT, "y": FLOAT}
UNSET = {**dict.fromkeys((*ITERATIONS, "lane"), -(2**63))}

State = dict[str, Sym]  # "code" and the slots


@dataclasses.dataclass(frozen=True)
class Fault:
    """The exception for a fault, its text with the slots that it needs, and the place if there is any."""

    exception: type
    text: Text
    span: Span | None


@dataclasses.dataclass(frozen=True)
class Around:
    """The context of a program: the names of the indices of counted loops, innermost first; lanes; a call of
    it."""

    iterations: tuple[str, ...] = ()
    lanes: bool = False
    called: bool = False


def checks(program: Program, kinds: Sequence[str], first: int = 1) -> tuple[Program, list[Fault]]:
    """The program with these results more: a code, 0 or the number of a fault (`first` and on), and the slots that the
    texts of faults have, in the order of `used_slots`. Only if there can be a fault."""
    together = any(call.primitive.name == "collective" for call in walk(program))
    checker, b = Checker(kinds, first, together), Builder()
    inputs = [b.parameter(p.type, p.name) for p in program.parameters]
    results, state = checker.run(b, program, inputs, Around(), begin(b))
    if not checker.faults:
        return program, []
    b.name(state["code"], "fault")
    extra = [state["code"], *(state[name] for name in used_slots(checker.faults))]
    for x in extra[1:]:
        b.name(x, "value")
    return b.finish([*results, *extra], program.name), checker.faults


def used_slots(faults: Sequence[Fault]) -> list[str]:
    """The slots that texts have."""
    names = {part.name for fault in faults for part in fault.text if isinstance(part, Slot)}
    return [name for name in SLOTS if name in names]


# -- the state -----------------------------------------------------------------------------------------------------


def begin(b: Builder) -> State:
    """No fault so far."""
    zeros = {name: b.lift(np.asarray(UNSET.get(name, 0), t.dtype)) for name, t in SLOTS.items()}
    return {"code": b.lift(np.asarray(0, CODE.dtype)), **zeros}


def select_state(first: Sym, new: State, old: State) -> State:
    """A new state where `first`."""
    return {
        k: x if k not in new or new[k].atom == x.atom else TABLE["select"](first, new[k], x)
        for k, x in old.items()
    }


def later(b: Builder, old: State, new: State) -> State:
    """The later state, which counts if there was no fault."""
    return select_state(old["code"] == full(old["code"], 0), new, {k: b.lift(x) for k, x in old.items()})


def parameters(b: Builder) -> State:
    return {name: b.parameter(t, name) for name, t in {"code": CODE, **SLOTS}.items()}


def noted_iteration(before: State, after: State, index: Sym) -> State:
    """The state after an iteration: a fault in it is given the iteration, in the first slot that is free."""
    free = TABLE["and_"](before["code"] == full(before["code"], 0), after["code"] != full(after["code"], 0))
    found = dict(after)
    for name in ITERATIONS:
        mine = TABLE["and_"](free, after[name] == full(after[name], UNSET[name]))
        found[name] = TABLE["select"](mine, index.astype(I64), after[name])
        free = TABLE["and_"](free, TABLE["not_"](mine))
    return found


# -- programs ------------------------------------------------------------------------------------------------------


class Checker:
    """Each program is checked once for what is around it. `together`: loops must not end for one device alone."""

    def __init__(self, kinds: Sequence[str], first: int, together: bool):
        self.kinds, self.first, self.together = kinds, first, together
        self.faults: list[Fault] = []
        self.done: dict[Hashable, tuple[Program, bool, Program]] = {}

    def run(
        self, b: Builder, program: Program, inputs: Sequence[Sym], around: Around, state: State
    ) -> tuple[list[Sym], State]:
        """A program's calls in a builder, with their checks: its results and its state."""
        env: dict[str, Sym] = {p.name: x for p, x in zip(program.parameters, inputs, strict=True)}
        read = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
        for calls, outside in operations(program):
            done = []
            for call in calls:
                b.site.span = call.span
                operands = [read(o) for o in call.operands]
                rule = CONTROL[call.primitive.name] if is_structured(call) else None
                outs, state = (
                    rule(self, b, call, operands, around, state)
                    if rule
                    else (append_call(b, call, operands), state)
                )
                done.append(Done(call, operands, outs))
                for var, out in zip(call.outputs, outs, strict=True):
                    env[var.name] = out
                    b.name(out, var.name)
                if rule:
                    done.clear()
            if around.called and calls[0].span is None:
                continue  # a function of the library
            for wrong in self.operation(b, done, outside):
                state = self.note(b, state, wrong, calls[-1].span, around)
        return [read(r) for r in program.results], state

    def inside(self, program: Program, around: Around) -> tuple[Program, bool]:
        """A program that begins without a fault and has its state as results more; False: there can be none."""
        key = id(program), around
        if key not in self.done:
            b = Builder()
            inputs = [b.parameter(p.type, p.name) for p in program.parameters]
            start = begin(b)
            results, state = self.run(b, program, inputs, around, start)
            changed = state is not start
            new = b.finish([*results, *state.values()], program.name) if changed else program
            self.done[key] = new, changed, program
        return self.done[key][:2]

    def branches(self, call: Call, around: Around) -> tuple[tuple[Program, ...], bool]:
        """The branches, all with a state if one has any."""
        found = [self.inside(branch, around) for branch in call.param("branches")]
        if not any(changed for _, changed in found):
            return call.param("branches"), False
        return tuple(p if changed else without_fault(p) for p, changed in found), True

    # -- one operation ---------------------------------------------------------------------------------------------

    def operation(self, b: Builder, done: list[Done], outside: set[str]) -> Iterator[Wrong]:
        """The faults in the calls of one place; `outside`: the variables that are read behind them."""
        if not done:
            return
        single = sum([d.name not in QUIET and d.call.primitive.access is None for d in done]) == 1
        modular = isinstance(done[0].call.span, ModularSpan)
        for one in done:
            for wrong in wrongs(b, one, [k for k in self.kinds if k != OVERFLOW or not modular]):
                hidden = one.name in ("div", "pow", "integer_pow") and not single
                seen = (
                    seen_outside(wrong, done, outside)
                    if hidden and wrong.exception is ZeroDivisionError
                    else wrong
                )
                if seen is not None:
                    yield seen
        if NAN in self.kinds:
            yield from born_nan(done, outside)

    def note(self, b: Builder, state: State, wrong: Wrong, span: Span | None, around: Around) -> State:
        """The state after something that may have gone wrong."""
        hit, values = first_place(wrong)
        if hit is None or hit.is_const and not hit.value:
            return state
        text = self.text(wrong, span, around)
        number = wrong.number or self.number(Fault(wrong.exception, text, span))
        code = b.lift(np.asarray(number, CODE.dtype))
        needed = {part.name for part in text if isinstance(part, Slot)}
        values = {
            k: x.astype(SLOTS[k].dtype) if x.type != SLOTS[k] else x for k, x in values.items() if k in needed
        }
        known = state["code"].is_const and not state["code"].value
        first = hit if known else TABLE["and_"](state["code"] == full(state["code"], 0), hit)
        return select_state(first, {"code": code, **values}, state)

    def number(self, fault: Fault) -> int:
        if fault not in self.faults:
            self.faults.append(fault)
        return self.first + self.faults.index(fault)

    def text(self, wrong: Wrong, span: Span | None, around: Around) -> Text:
        """The words, and where: in a derivative, at an element, in an iteration, in a lane."""
        text = wrong.text
        if isinstance(span, DerivedSpan):
            text = (*text, " in the derivative of this line")
        if 0 < wrong.where.ndim <= len(PLACES):
            commas = [part for name in PLACES[: wrong.where.ndim] for part in (", ", Slot(name))]
            text = (*text, ", at [", *commas[1:], "]")
        for name, slot in zip(around.iterations, ITERATIONS):
            text = (*text, f", {name} = ", Slot(slot))
        return (*text, ", lane ", Slot("lane")) if around.lanes else text


def append_call(b: Builder, call: Call, operands: Sequence[Sym]) -> Sequence[Sym]:
    out = b.bind(call.primitive, operands, dict(call.params))
    return out if call.primitive.multiple else (out,)


def first_place(wrong: Wrong) -> tuple[Sym | None, dict[str, Sym]]:
    """Whether anything is wrong. Also the values at the first such place, with the place."""
    where = wrong.where
    if not isinstance(where, Sym) or not where.type.size:
        return None, {}
    if not where.ndim:
        return where, dict(wrong.values)
    flat = TABLE["reshape"](where, shape=(where.size,))
    at = TABLE["argmax"](flat, axis=0).astype(I64)
    pick = lambda x: TABLE["dynamic_slice"](TABLE["reshape"](x, shape=(x.size,)), at, sizes=(1,), drop=(0,))
    values = {k: pick(x) if x.ndim else x for k, x in wrong.values.items()}
    rest = at
    for name, n in reversed(list(zip(PLACES, where.shape)) if where.ndim <= len(PLACES) else []):
        values[name] = TABLE["remainder"](rest, full(rest, n))
        rest = TABLE["floor_divide"](rest, full(rest, n))
    return anywhere(where), values


# -- control flow --------------------------------------------------------------------------------------------------

Rule = tuple[Sequence[Sym], State]


def in_call(self: Checker, b: Builder, call: Call, operands: list[Sym], around: Around, state: State) -> Rule:
    program, changed = self.inside(call.param("program"), dataclasses.replace(around, called=True))
    outs = b.bind(call.primitive, operands, {"program": program})
    return split_state(b, outs, len(call.outputs), state) if changed else (outs, state)


def split_state(b: Builder, outs: Sequence[Sym], count: int, state: State) -> Rule:
    """The results of a call, and the state after those of its state."""
    return outs[:count], later(b, state, dict(zip(state, outs[count:], strict=True)))


def in_cond(self: Checker, b: Builder, call: Call, operands: list[Sym], around: Around, state: State) -> Rule:
    branches, changed = self.branches(call, around)
    outs = b.bind(call.primitive, operands, {"branches": branches})
    return split_state(b, outs, len(call.outputs), state) if changed else (outs, state)


def without_fault(program: Program) -> Program:
    results = [Const(s.value, s.type) for s in begin(Builder()).values()]
    return dataclasses.replace(program, results=(*program.results, *results))


def in_lanes(
    self: Checker, b: Builder, call: Call, operands: list[Sym], around: Around, state: State
) -> Rule:
    """Every lane has a state: the first lane with a fault counts."""
    mask = operands[0]
    branches, changed = self.branches(call, dataclasses.replace(around, lanes=around.lanes or mask.ndim == 1))
    outs = b.bind(call.primitive, operands, {"branches": branches, "levels": call.param("levels")})
    if not changed:
        return outs, state
    count = len(call.outputs)
    each = {k: TABLE["reshape"](x, shape=(mask.size,)) for k, x in zip(state, outs[count:], strict=True)}
    lane = TABLE["argmax"](each["code"] != full(each["code"], 0), axis=0).astype(I64)
    own = {k: TABLE["dynamic_slice"](x, lane, sizes=(1,), drop=(0,)) for k, x in each.items()}
    if mask.ndim == 1:
        own["lane"] = TABLE["select"](own["lane"] == full(lane, UNSET["lane"]), lane, own["lane"])
    return outs[:count], later(b, state, own)


def in_fori(self: Checker, b: Builder, call: Call, operands: list[Sym], around: Around, state: State) -> Rule:
    body, params = call.param("body"), dict(call.params)
    index = body.parameters[0].name
    inner = Builder()
    given = [inner.parameter(p.type, p.name) for p in body.parameters]
    before = parameters(inner)
    results, after = self.run(inner, body, given, inside_loop(around, index), before)
    if after is before:
        return append_call(b, call, operands), state
    after = noted_iteration(before, after, given[0])
    params["body"] = inner.finish([*results, *after.values()], body.name)
    return carry_state(b, call, [*operands, *state.values()], params, state)


def inside_loop(around: Around, index: str) -> Around:
    return dataclasses.replace(around, iterations=(index, *around.iterations)[: len(ITERATIONS)])


def carry_state(
    b: Builder, call: Call, operands: Sequence[Sym], params: dict[str, Any], state: State
) -> Rule:
    """A loop with a state."""
    outs = b.bind(call.primitive, operands, params)
    count = len(call.outputs)
    return outs[:count], dict(zip(state, outs[count:], strict=True))


def in_while(
    self: Checker, b: Builder, call: Call, operands: list[Sym], around: Around, state: State
) -> Rule:
    """The loop ends with a fault. The test is made at the end of an iteration, where a fault in it counts."""
    test, body, fixed = call.param("test"), call.param("body"), call.param("invariant")
    goes_on, begun = self.run(b, test, operands, around, state)
    inner = Builder()
    given = [inner.parameter(p.type, p.name) for p in body.parameters]
    before = parameters(inner)
    inner.parameter(Type(np.dtype(bool)), "active")
    results, after = self.run(inner, body, given, around, before)
    results = [inner.lift(r) for r in results]
    again, after = self.run(inner, test, [*given[:fixed], *results], around, after)
    if after is before and begun is state:
        return append_call(b, call, operands), state
    clear = lambda s: TABLE["or_"](s["code"] == full(s["code"], 0), np.asarray(self.together))
    new = inner.finish([*results, *after.values(), TABLE["and_"](again[0], clear(after))], body.name)
    params = {"test": only_last(new), "body": new, "invariant": fixed}
    outs, found = carry_state(
        b,
        call,
        [*operands, *begun.values(), TABLE["and_"](goes_on[0], clear(begun))],
        params,
        {**begun, "active": goes_on[0]},
    )
    del found["active"]
    return outs, found


def only_last(program: Program) -> Program:
    return Program("test", program.parameters, (), program.parameters[-1:])


CONTROL = {"call": in_call, "cond": in_cond, "lanes": in_lanes, "fori_loop": in_fori, "while_loop": in_while}
