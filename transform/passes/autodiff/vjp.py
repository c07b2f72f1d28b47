"""Reverse mode, directly on the structured program.

    def f(x):                               def f_vjp(x, y_bar):
        y = prim.sin(x)               =>        y = prim.sin(x)
        return y                                cos_x = prim.cos(x)
                                                x_bar = prim.mul(y_bar, cos_x)
                                                return y, x_bar

The forward sweep runs the program in one builder and leaves a *pullback* for every call. The backward sweep runs them
in reverse in a second builder, a child of the first: what it captures of the forward sweep is exactly what has to be
saved (nothing else is ever recorded). Values that follow from loop indices and invariants are computed again instead.
(Griewank and Walther, "Evaluating Derivatives", 2nd edition, 2008, chapter 3.)

Cotangents of arrays that are read through windows are accumulated in place: x_bar[i] += …, never x_bar +
zeros-with-one-window.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple


from ...analysis.affine import Counter, Ranges, symbol, translate_symbols
from ...analysis.array_dependence import AvailableIn, TapeElision, reads, starts_of
from ...core.dtypes import is_inexact, settings
from ...core.errors import derived_span
from ...ir.builder import Builder, Sym, variable
from ...ir.program import Atom, Call, Const, Program, Var
from ..simplify.value_ranges import trip_limits
from .accumulation import Bar as Bar, accumulate, in_good_order, with_twins
from .checkpointing import with_checkpoints
from .invariants import with_invariants_sunk
from .jvp import Activity, hosted_places, zeros
from .rematerialization import Replay, used_captures
from .sinking import sink_exits

Pullback = Callable[
    [Builder, list[Bar], list[Bar]], list[Any]
]  # (builder, cotangents of the outputs, totals)


class Total(NamedTuple):
    """The result of a pullback for an operand whose cotangent so far it has gone on from."""

    value: Sym


def vjp(
    program: Program, active: Sequence[bool], notes: list[str] | None = None, only: int | None = None
) -> tuple[Program, tuple[bool, ...]]:
    """The program that also pulls cotangents back. `notes` gets sentences about what is saved.

    Its parameters: the program's, then a cotangent for each differentiable result, or for the result `only`. Its
    results: the program's, then the cotangents of the active parameters. Returns it, and which results take one.
    """
    program = with_invariants_sunk(sink_exits(with_checkpoints(program)))
    b = Builder()
    inputs = [b.parameter(p.type, p.name) for p in program.parameters]
    active = [a and is_inexact(p.type.dtype) for p, a in zip(program.parameters, active, strict=True)]
    activity = Activity(trip_limits(program))
    takes = tuple(is_inexact(t.dtype) and only in (None, k) for k, t in enumerate(program.result_types))
    outs, pull = forward(b, program, inputs, active, activity, takes)
    if notes is not None:
        notes += [note for note in activity.notes if note not in notes]
    bars = [
        b.parameter(t, _bar_name(r)) if take else None
        for r, t, take in zip(program.results, program.result_types, takes)
    ]
    pulled = pull(b, bars, {})
    results = [
        zeros(b, p.type) if bar is None else bar for p, bar, a in zip(program.parameters, pulled, active) if a
    ]
    return b.finish([*outs, *results], program.name + "_vjp"), takes


def _bar_name(result: Atom) -> str:
    return f"{result.name}_bar" if isinstance(result, Var) else "out_bar"


def forward(
    b: Builder,
    program: Program,
    inputs: Sequence[Sym],
    active: Sequence[bool],
    activity: Activity,
    takes: Sequence[bool],
    known: dict[str, Sym] | None = None,
    seen: dict[str, Sym] | None = None,
) -> tuple[list[Sym], Any]:
    """Run a program in a builder: its results, and the pullback of the whole.

    takes: which results have cotangents. Only what is *varied* (depends on an active parameter) and *useful* (such a
        result depends on it) has a cotangent, both in a differentiable way.
    known: values of some variables that need not be computed.
    seen: is given the values of all variables.

    pull(builder, result_bars, seeds) gives the cotangents of the parameters; `seeds` are accumulators to start from, by
    parameter name.
    """
    env: dict[str, Sym] = {p.name: x for p, x in zip(program.parameters, inputs)}
    useful = activity.useful(program, takes)
    live = activity.names(program, active) & useful
    steps: list[tuple[Call, Pullback]] = []
    value = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
    for call in program.body:
        b.site.span = call.span
        operands = [not isinstance(o, Const) and o.name in live for o in call.operands]
        rule = CONTROL.get(call.primitive.name, forward_call)
        wanted = [v.name in useful for v in call.outputs]
        outs, pull = rule(b, call, [value(o) for o in call.operands], operands, activity, wanted)
        if known and call.outputs[0].name in known:
            outs = [known[v.name] for v in call.outputs]
        if any(v.name in live for v in call.outputs):
            steps.append((call, pull))
        for var, out in zip(call.outputs, outs, strict=True):
            env[var.name] = out
            b.name(out, var.name)

    if seen is not None:
        seen.update(env)

    def pull_all(back: Builder, bars: Sequence[Bar], seeds: dict[str, Sym]) -> list[Bar]:
        return backward(back, program, steps, live, bars, seeds)

    return [value(r) for r in program.results], pull_all


def backward(
    back: Builder,
    program: Program,
    steps: list[Any],
    live: set[str],
    bars: Sequence[Bar],
    seeds: dict[str, Sym],
) -> list[Bar]:
    """The steps in reverse; cotangents meet in `total`, by variable name. Those of the parts of an array that one line
    reads come together: see `in_good_order`."""
    total: dict[str, Bar] = dict(seeds)
    parts: list[tuple[Var, Sym, Call]] = []  # arrays, cotangents of parts of them, the calls that read these
    for result, bar in zip(program.results, bars):
        if isinstance(result, Var) and result.name in live and bar is not None:
            total[result.name] = accumulate(back, total.get(result.name), bar)

    def settle(wanted: Sequence[Var]) -> None:
        """Add what belongs to these arrays."""
        for array in dict.fromkeys(array for array, *_ in parts if array in wanted):
            own = [(bar, call) for other, bar, call in parts if other == array]
            for bar, call in in_good_order(back, total.get(array.name), own):
                back.site.span = derived_span(call.span) if settings.faults else call.span
                total[array.name] = accumulate(back, total.get(array.name), bar)
                back.name(total[array.name], array.name + "_bar")
        parts[:] = [part for part in parts if part[0] not in wanted]

    for call, pull in reversed(steps):
        reads = call.primitive.access == "read"
        if parts:
            whole = line_of(call) != line_of(parts[0][2]) or len(parts) > MANY
            settle([a for a, *_ in parts if whole or a in call.outputs or a in call.operands[reads:]])
        back.site.span = derived_span(call.span) if settings.faults else call.span
        outs = [total.get(v.name) for v in call.outputs]
        if all(bar is None for bar in outs):
            continue
        known = [
            total.get(o.name) if isinstance(o, Var) and call.operands.count(o) == 1 else None
            for o in call.operands
        ]
        for operand, bar, before in zip(
            call.operands, with_twins(back, call, pull(back, outs, known)), known
        ):
            if bar is not None and isinstance(operand, Var) and operand.name in live:
                name = operand.name
                if reads and not isinstance(bar, Total):
                    parts.append((operand, bar, call))
                    continue
                new = bar.value if isinstance(bar, Total) else bar
                replaces = isinstance(bar, Total) and before is not None
                total[name] = new if replaces else accumulate(back, total.get(name), new)
                back.name(total[name], name + "_bar")
    settle([array for array, *_ in parts])
    return [total.get(p.name) for p in program.parameters]


MANY = 64  # parts of arrays whose cotangents wait


def line_of(call: Call) -> tuple[str, int] | None:
    return None if call.span is None else (call.span.file, call.span.line)


# -- ordinary primitives ---------------------------------------------------------------------------------------------


def forward_call(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    primitive, params = call.primitive, dict(call.params)
    out = b.bind(primitive, inputs, params)

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        values = [back.lift(x) for x in inputs]
        outs = tuple(map(back.lift, out)) if primitive.multiple else back.lift(out)
        return [
            pull_operand(back, primitive, k, bars, outs, values, params) if a else None
            for k, a in enumerate(active)
        ]

    return out if primitive.multiple else (out,), pull


def forward_effect(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    """Calls of the host happen once, on the values."""
    if any(wanted):
        call.param("callee").check_constant(hosted_places(call, active))
    return b.bind(call.primitive, inputs, dict(call.params)), lambda back, bars, known: [None] * len(inputs)


def pull_operand(
    back: Builder,
    primitive: Any,
    k: int,
    bars: list[Bar],
    out: Any,
    inputs: list[Sym],
    params: dict[str, Any],
) -> Bar:
    """The cotangent of one operand: by the transpose in the record, else by transposing its jvp."""
    if primitive.kind == "discrete":
        return None
    if primitive.transpose is not None and not primitive.multiple and primitive.transpose[k] is not None:
        return primitive.transpose[k](bars[0], *inputs, **params)
    rule = primitive.jvp_rule(k, tuple(bar is not None for bar in bars))
    if rule is None:
        return None
    scratch = Builder(back)
    t = scratch.parameter(inputs[k].type.update(weak=False))
    dots = rule(t, out, *inputs, **params)
    return transpose_linear(back, scratch, t, dots if primitive.multiple else (dots,), bars)


def transpose_linear(
    back: Builder, scratch: Builder, t: Sym, dots: Sequence[Any], bars: Sequence[Bar]
) -> Bar:
    """The cotangent of t, for dots that were computed linearly from it in `scratch`.

    What does not depend on t was computed in `back` and captured (or comes from constants: it is computed there now),
    so every other call of `scratch` is linear in what depends on t.
    """
    outer: dict[Atom, Sym] = {sym.atom: Sym(back, var) for var, sym in scratch.captured.items()}
    linear = _settle_constants(back, scratch, t, outer)
    total: dict[Var, Bar] = {}
    for dot, bar in zip(dots, bars):
        if isinstance(dot, Sym) and dot.builder is scratch and bar is not None and isinstance(dot.atom, Var):
            total[dot.atom] = accumulate(back, total.get(dot.atom), bar)
    for call in reversed(linear):
        bar = total.get(call.outputs[0])
        if bar is None:
            continue
        inputs = [Sym(back, o) if isinstance(o, Const) else outer.get(o, o.type) for o in call.operands]
        rules = call.primitive.transpose or ()
        for k, operand in enumerate(call.operands):
            if isinstance(operand, Var) and operand not in outer:
                part = rules[k](bar, *inputs, **dict(call.params))
                total[operand] = accumulate(back, total.get(operand), part)
    return total.get(variable(t))


def _settle_constants(back: Builder, scratch: Builder, t: Sym, outer: dict[Atom, Sym]) -> list[Call]:
    """The calls that depend on t; the others are run in `back`, their results added to `outer`."""
    moved, linear = {t.atom}, []
    for call in scratch.body:
        if any(o in moved for o in call.operands):
            moved.update(call.outputs)
            linear.append(call)
            continue
        operands = [Sym(back, o) if isinstance(o, Const) else outer[o] for o in call.operands]
        out = back.bind(call.primitive, operands, dict(call.params))
        outer.update(zip(call.outputs, out if call.primitive.multiple else (out,)))
    return linear


# -- control flow ----------------------------------------------------------------------------------------------------


class Split:
    """A nested program split into its forward sweep (with values to save) and its backward sweep.

    first       the builder of the forward sweep: parameters of the program, results, saved values
    program     the backward sweep: parameters (saved values…, result cotangents…), results: cotangents of `wanted`
                parameters
    saved       what it needs of the forward sweep, as Syms of `first`; values that are `told` cost nothing
    seen        the values of all variables in `first`, by name
    inner_tapes whether a loop in it reads what it needs from the arrays that it leaves behind
    """

    def __init__(
        self,
        program: Program,
        active: Sequence[bool],
        takes: Sequence[bool],
        activity: Activity,
        free: Sequence[int] = (),
        accumulators: Sequence[int] = (),
        own: TapeElision | None = None,
        ranges: Ranges = (),
        told: Iterable[str] = (),
    ):
        self.first = Builder()
        self.inputs = [self.first.parameter(p.type, p.name) for p in program.parameters]
        self.first.fixed = {variable(self.inputs[k]) for k in free}
        names_of = {f"p{k}": variable(x).name for k, x in enumerate(self.inputs)}
        self.first.ranges = {
            names_of[n]: (translate_symbols(lo, names_of), translate_symbols(hi, names_of))
            for n, lo, hi in ranges
        }
        self.seen: dict[str, Sym] = {}
        seen = self.seen
        before, activity.array_tapes = activity.array_tapes, False
        self.outs, pull = forward(self.first, program, self.inputs, active, activity, takes, seen=seen)
        known = [a for name in told if type(a := seen[name].atom) is Var]
        back = Replay(self.first, [*self.first.fixed, *known])
        bars = [
            back.parameter(t, _bar_name(r)) if take else None
            for r, t, take in zip(program.results, program.result_types, takes)
        ]
        names = program.parameters
        seeds = {
            names[k].name: back.parameter(names[k].type.update(weak=False), names[k].name + "_bar")
            for k in accumulators
        }
        pulled = pull(back, bars, seeds)
        results = [
            zeros(back, p.type) if bar is None else bar for p, bar, a in zip(names, pulled, active) if a
        ]
        self.wanted = [k for k, a in enumerate(active) if a]
        held = held_values(back, own, seen) if own else {}
        back.spare(used_captures(back, results), held)
        self.finals = read_at_the_end(back, results, own, held, seen, self.inputs) if own else {}
        self.inner_tapes = activity.array_tapes
        activity.array_tapes = before or self.inner_tapes or bool(held or self.finals)
        kept = used_captures(back, results)
        back.captured = {var: back.captured[var] for var in kept}
        self.saved = [Sym(self.first, var) for var in kept]
        self.program = back.finish(results, program.name)


def ranges_around(b: Builder, operands: Sequence[Sym], first: int = 0) -> Ranges:
    """The known ranges of the operands that are indices of loops around, in terms of operands (p0, p1 …)."""
    names = {x.atom.name: f"p{k}" for k, x in enumerate(operands, first) if isinstance(x.atom, Var)}
    return tuple(
        (names[name], translate_symbols(lo, names), translate_symbols(hi, names))
        for name, (lo, hi) in b.ranges.items()
        if name in names
    )


Place = tuple[
    AvailableIn, Call, list[Atom] | None, Call | None
]  # where, access, starts, the region that is taken of it


def held_values(back: Replay, own: TapeElision, seen: dict[str, Sym]) -> dict[Var, Place]:
    """Values that an array holds to the end of the loop, at places that can be computed again."""
    found: dict[Var, Place] = {}
    for name in own.candidates():
        var = seen[name].atom
        place = own.place(name) if isinstance(var, Var) else None
        if not place or isinstance(var, Const):
            continue
        k, call, select = place
        select = call if call.primitive.name == "select_region" else select
        here = lambda atoms: [seen[o.name].atom if isinstance(o, Var) else o for o in atoms]
        starts = None if call is select else here(starts_of(call))
        region = dataclasses.replace(select, operands=tuple(here(select.operands))) if select else None
        if all(map(back.is_free, [*(starts or ()), *(region.operands[1:] if region else ())])):
            found[var] = (k, call, starts, region)
    return found


def read_at_the_end(
    back: Replay,
    results: Sequence[Sym],
    own: TapeElision,
    held: dict[Var, Place],
    seen: dict[str, Sym],
    inputs: Sequence[Sym],
) -> dict[Var, AvailableIn]:
    """Values that arrays hold at the end of the loop, or held when it began, are read there. Gives the arrays."""
    finals: dict[Var, AvailableIn] = {}
    names = {x.atom: name for name, x in seen.items()}
    invariants = [variable(x) for x in inputs[: own.first]]
    fixed = {
        variable(back.captured[v]).name: symbol(f"p{n}")
        for n, v in enumerate(invariants)
        if v in back.captured
    }

    def final(held: AvailableIn) -> Var:
        var = Var(f"{held}", own.body.parameters[own.first + held.carry].type.update(weak=False))
        back.site.hints[var.name] = own.body.parameters[own.first + held.carry].name
        finals[var] = held
        return var

    for var in used_captures(back, results):
        if var in held and not back.is_free(var):
            k, call, starts, region = held[var]
            window = {} if starts is None else {"sizes": call.param("sizes"), "drop": call.param("drop")}
            back.read_final(var, final(k), starts, region, **window)
        elif var.type.shape and var in names and not back.is_free(var):
            windows = list(reads(back.body, variable(back.captured[var]).name, dict(fixed), (), Counter("r")))
            version = own.version(names[var], windows)
            if version is not None and all(r.atom != back.captured[var].atom for r in results):
                back.use_final(var, final(version))
    return finals


def forward_through(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    """A called function: its forward sweep gives what its backward sweep needs beyond arguments and results."""
    program = call.param("program")
    takes = both(activity.results(program, active), wanted)
    lasting = [k for k, a in enumerate(active) if a and reads_windows(program, k)]
    split = Split(
        program,
        active,
        takes,
        activity,
        range(len(program.parameters)),
        lasting,
        ranges=ranges_around(b, inputs),
    )
    at = {s.atom: x for s, x in zip(split.inputs, inputs)}
    results = list(range(len(split.outs)))
    extra = [s for s in split.saved if s.atom not in at and s.atom not in [o.atom for o in split.outs]]
    swept = split.first.finish([*split.outs, *extra], program.name) if extra else program
    outs = b.bind(call.primitive, inputs, {"program": swept})
    at.update((o.atom, outs[k]) for k, o in zip(results, split.outs))
    at.update((s.atom, out) for s, out in zip(extra, outs[len(results) :]))
    named = Program(
        program.name + "_vjp", split.program.parameters, split.program.body, split.program.results
    )

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        given = [
            zeros(back, t) if bar is None else bar
            for bar, t, take in zip(bars, program.result_types, takes)
            if take
        ]
        saved = [back.lift(at[s.atom]) for s in split.saved]
        totals = [zeros(back, inputs[k].type) if known[k] is None else known[k] for k in lasting]
        values = back.bind(call.primitive, [*saved, *given, *totals], {"program": named})
        return place_cotangents(values, split.wanted, len(inputs), lasting)

    return outs[: len(results)], pull


def both(one: Sequence[bool], other: Sequence[bool]) -> tuple[bool, ...]:
    return tuple(a and b for a, b in zip(one, other, strict=True))


def reads_windows(program: Program, k: int) -> bool:
    """Whether an array is read by windows only. Then its cotangent is added to in place."""
    name = program.parameters[k].name
    users = [
        (call, n)
        for call in program.body
        for n, o in enumerate(call.operands)
        if isinstance(o, Var) and o.name == name
    ]
    return (
        bool(program.parameters[k].type.shape)
        and bool(users)
        and all(
            call.primitive.access == "read" and n == 0 or call.primitive.name.endswith("_loop")
            for call, n in users
        )
    )


def place_cotangents(
    values: Sequence[Sym], wanted: Sequence[int], count: int, totals: Sequence[int] = ()
) -> list[Any]:
    """Cotangents in the places of their operands; those at `totals` have gone on from what there was."""
    bars: list[Any] = [None] * count
    for k, value in zip(wanted, values):
        bars[k] = Total(value) if k in totals else value
    return bars


CONTROL: dict[str, Callable[..., Any]] = {
    "call": forward_through,
    "host_call": forward_effect,
    "host_value": forward_effect,
}
