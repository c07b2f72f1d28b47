"""Predication of batched branches: `lanes` in forward and reverse mode, and its expansion to selects.

    if x > 0: a[i] = x          p = x > 0                               (x: f64[n], a: f64[n, m])
    else:     y = -x      =>    a[lane, i] = np.where(p, x, a[lane, i])
                                y = np.where(p, y, -x)

Both branches are run on all lanes, and each lane takes what is its own. An update of an array is masked where it is
made, so that it costs what it writes; only values that are new in a branch are chosen between as a whole. Derivatives
are taken lane by lane before that: what a branch that a lane has not taken makes of it (a division by zero) never
gets into the derivatives of the lane. (Compare Karrenberg and Hack, "Whole-function vectorization", 2011.)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...analysis.affine import READ_OF
from ...core.errors import CompileError
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for, append_while
from ...ir.program import Atom, Call, Const, Program, Var
from ..autodiff import jvp as forward_mode, vjp as reverse_mode
from ..autodiff.branches import branch_pull, branch_sweep
from ..autodiff.jvp import Activity, Tangent, scatter, zeros
from ..autodiff.vjp import Bar, Pullback, Split, both, place_cotangents, ranges_around
from ..simplify.inlining import inline
from .batch import CONTROL, Batching, Mask, batch
from .predicated_loops import predicate_loops, needs_guard
from .serialized_lanes import dispatch_on_count, is_serializable, one_by_one, is_profitable

Levels = tuple[Mask, ...]
Expanded = dict[int, tuple[Program, Program]]  # id of a program -> it without lanes, and it


def all_batched(levels: Levels, count: int) -> list[Mask]:
    """Masks for values that have every batch axis."""
    return [(True,) * count for _ in levels]


def extend_levels(levels: Levels, more: Sequence[Mask]) -> Levels:
    return tuple((*level, *extra) for level, extra in zip(levels, more))


# -- derivatives ---------------------------------------------------------------------------------------------------


def push_lanes(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    """Both branches push tangents."""
    known = tuple(dot is not None for dot in dots[1:])
    levels = call.param("levels")
    wanted = Activity().outputs(call, (False, *known))
    pushed = tuple(forward_mode.branch_jvp(branch, known, wanted) for branch in call.param("branches"))
    moved = [tuple(level[k] for k, has in enumerate(known) if has) for level in levels]
    results = b.bind(
        call.primitive,
        [*inputs, *(dot for dot in dots[1:] if dot is not None)],
        {"branches": pushed, "levels": extend_levels(levels, moved)},
    )
    return results[: len(wanted)], scatter(results[len(wanted) :], wanted)


def forward_lanes(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    """As a cond: each branch saves what its own backward sweep needs, lane by lane."""
    branches, levels = call.param("branches"), call.param("levels")
    takes = both(activity.outputs(call, active), wanted)
    around = ranges_around(b, inputs[1:])
    splits = [
        Split(branch, active[1:], takes, activity, range(len(inputs) - 1), ranges=around)
        for branch in branches
    ]
    extras = [[s for s in split.saved if s.atom not in [i.atom for i in split.inputs]] for split in splits]
    swept = tuple(branch_sweep(k, splits, extras, branch.name) for k, branch in enumerate(branches))
    results = b.bind(call.primitive, inputs, {"branches": swept, "levels": levels})
    count = len(branches[0].results)
    saved = list(results[count:])

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        given = [
            zeros(back, out.type) if bar is None else bar
            for bar, out, take in zip(bars, results, takes)
            if take
        ]
        operands = [back.lift(x) for x in (*inputs, *saved)]
        pulled = tuple(branch_pull(splits[k], extras, k, range(len(inputs) - 1)) for k in range(2))
        more = extend_levels(levels, all_batched(levels, len(saved) + len(given)))
        values = back.bind(call.primitive, [*operands, *given], {"branches": pulled, "levels": more})
        summed = [total(value, [level[k] for level in levels]) for value, k in zip(values, splits[0].wanted)]
        return place_cotangents(summed, [k + 1 for k in splits[0].wanted], len(inputs))

    return results[:count], pull


def total(value: Sym, batched: Sequence[bool]) -> Sym:
    """The sum over the batch axes that the operand has not."""
    axes = tuple(k for k, has in enumerate(batched) if not has)
    return TABLE["reduce_sum"](value, axes=axes) if axes else value


forward_mode.CONTROL["lanes"] = push_lanes
reverse_mode.CONTROL["lanes"] = forward_lanes


# -- batching ------------------------------------------------------------------------------------------------------


def batch_cond(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """An unbatched condition keeps the branch; a batched one makes lanes."""
    if mask[0]:
        if self.concerns(call):
            raise CompileError(
                "a collective in a branch that only some members of the batch take",
                "call it before the branch",
            ).at(call.span)
        params = {"branches": call.param("branches"), "levels": (tuple(mask[1:]),)}
        return in_lanes(b, values, params)
    return Batching.cond(self, b, call, values, mask)


def batch_lanes(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """One batch axis more."""
    operands = [self.axis(values[0], mask[0]), *values[1:]]
    params = {"branches": call.param("branches"), "levels": (tuple(mask[1:]), *call.param("levels"))}
    return in_lanes(b, operands, params)


def in_lanes(
    b: Builder, operands: Sequence[Sym], params: dict[str, Any]
) -> tuple[Sequence[Sym], Sequence[bool]]:
    outs = b.bind(TABLE["lanes"], operands, params)
    return outs, [True] * len(outs)


def batch_fori(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """Unbatched bounds keep the loop; with batched ones it runs as often as the longest lane needs."""
    params, n = dict(call.params), call.param("invariant")
    if is_serializable(call) and not self.concerns(call):
        before = self.turns
        wide: Sequence[bool] = [True] * (len(values) - 2 - n)
        if not any(mask[:2]):
            wide = self.settled(params["body"], n, mask[2:], 1)[0]
        if any(mask[:2]) or self.turns > before:  # a loop in it ends when its lane is done
            return in_turn(self, b, call, values, mask, wide)
    if not any(mask[:2]):
        return Batching.fori_loop(self, b, call, values, mask)
    lo, hi = (self.axis(x, m) for x, m in zip(values[:2], mask[:2]))
    step = params["step"]
    kind = lo.dtype
    span = hi - lo + np.asarray(step - np.sign(step), kind)
    trips = TABLE["maximum"](TABLE["floor_divide"](span, full_like(span, step)), full_like(span, 0))
    fixed, carry = values[2 : 2 + n], [self.axis(x, m) for x, m in zip(values[2 + n :], mask[2 + n :])]
    body, stay = params["body"], passing(params["body"], 1 + n)

    def turn(inner: Builder, p: Sym, xs: Sequence[Sym]) -> Sequence[Sym]:
        width = TABLE["broadcast"](p if p.dtype == kind else p.astype(kind), shape=(self.n,), axes=())
        index = inner.lift(lo) + (width if step == 1 else width * full_like(width, step))
        level = (True, *mask[2 : 2 + n], *[True] * len(xs))
        return inner.bind(
            TABLE["lanes"],
            [width < inner.lift(trips), index, *fixed, *xs],
            {"branches": (body, stay), "levels": (level,)},
        )

    longest = TABLE["reduce_max"](trips, axes=(0,)) if self.n else b.lift(np.asarray(0, kind))
    names = [p.name for p in body.parameters[1 + n :]]
    outs = append_for(b, np.asarray(0, kind), longest, carry, turn, index="p", names=names)
    return outs, [True] * len(outs)


def batch_while(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """A loop that no lane ends stays one; else it runs until all lanes are done, those that are being left alone."""
    params, n = dict(call.params), call.param("invariant")
    carry = self.settled(params["body"], n, mask, 0)[0]
    if not self.program(params["test"], (*mask[:n], *carry))[1][0]:
        return Batching.while_loop(self, b, call, values, mask)
    if is_serializable(call) and not self.concerns(call):
        return in_turn(self, b, call, values, mask, [True] * (len(values) - n))
    fixed, start = values[:n], [self.axis(x, m) for x, m in zip(values[n:], mask[n:])]
    every = (*mask[:n], *[True] * len(start))
    test = self.program(params["test"], every, (True,))[0]
    body, stay = params["body"], passing(params["body"], n)
    goes_on = lambda inner, xs: inline(inner, test, [*fixed, *xs])[0]

    def turn(inner: Builder, xs: Sequence[Sym]) -> Sequence[Sym]:
        *held, active = xs
        new = inner.bind(
            TABLE["lanes"], [active, *fixed, *held], {"branches": (body, stay), "levels": (every,)}
        )
        return [*new, goes_on(inner, new)]

    names = [*(p.name for p in body.parameters[n:]), "active"]
    # what is the same for all lanes at first is so in the first test
    first = inline(b, self.program(params["test"], mask, (True,))[0], values)[0]
    outs = append_while(
        b, [*start, first], lambda inner, xs: TABLE["reduce_any"](xs[-1], axes=(0,)), turn, names
    )
    return outs[:-1], [True] * len(start)


def in_turn(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask, carry: Sequence[bool]
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """A loop that the lanes run one after the other; `carry` tells what differs between them at its end."""
    self.turns += 1
    first = len(values) - len(carry)
    start = [self.axis(x, m) if c else x for x, m, c in zip(values[first:], mask[first:], carry)]
    return one_by_one(b, call, values, mask, start, carry, self.n), list(carry)


def full_like(x: Sym, value: int) -> np.ndarray:
    return np.broadcast_to(np.asarray(value, x.dtype), x.shape)


def passing(body: Program, first: int) -> Program:
    """The program that gives back its last parameters, from `first` on."""
    return Program("stay", body.parameters, (), tuple(body.parameters[first:]))


def batch_guard(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """A guard that is the same for all lanes is tested while there is any lane."""
    if any(mask[1:]):
        return [b.bind(call.primitive, [self.axis(x, m) for x, m in zip(values, mask)], {})], [True]
    return [b.bind(call.primitive, [TABLE["reduce_any"](values[0], axes=(0,)), *values[1:]], {})], [False]


CONTROL.update(
    cond=batch_cond, lanes=batch_lanes, fori_loop=batch_fori, while_loop=batch_while, guard=batch_guard
)


# -- the end -------------------------------------------------------------------------------------------------------


def expand_lanes(program: Program, done: Expanded | None = None) -> Program:
    """The program without `lanes`."""
    done = {} if done is None else done
    if id(program) not in done:
        done[id(program)] = _expand_program(program, done) if has_lanes(program) else program, program
    return done[id(program)][0]


def has_lanes(program: Program) -> bool:
    own = ("lanes", "guard")
    return any(call.primitive.name in own or any(map(has_lanes, call.programs())) for call in program.body)


def _expand_program(program: Program, done: Expanded) -> Program:
    b = Builder()
    given = [b.parameter(p.type, p.name) for p in program.parameters]
    return b.finish(
        inline(b, program, given, instead=functools.partial(_select_results, b, done)), program.name
    )


def _select_results(b: Builder, done: Expanded, call: Call, values: list[Sym]) -> Sequence[Sym]:
    """The results of a call, without lanes."""
    if call.primitive.name == "lanes" and is_profitable(call):
        branches = tuple([expand_lanes(p, done) for p in call.param("branches")])
        return dispatch_on_count(
            b, call, values, branches, lambda inner, given: Choice(inner, call, given, done).results()
        )
    if call.primitive.name == "lanes":
        return Choice(b, call, values, done).results()
    if call.primitive.name == "guard":
        return [mask_by_live(call, *values)]
    out = b.bind(
        call.primitive, values, {k: inner(v, lambda p: expand_lanes(p, done)) for k, v in call.params}
    )
    return out if call.primitive.multiple else (out,)


def mask_by_live(call: Call, live: Sym, x: Sym, y: Sym) -> Sym:
    return live & x if x.dtype == bool else TABLE["select"](live, x, y)


def inner(value: Any, change: Callable[[Program], Program]) -> Any:
    if isinstance(value, Program):
        return change(value)
    return tuple([inner(v, change) for v in value]) if isinstance(value, tuple) else value


READS = {**READ_OF, "scatter": "gather"}


class Choice:
    """Lanes becoming masked updates and selections."""

    def __init__(self, b: Builder, call: Call, values: list[Sym], done: Expanded):
        self.b, self.mask, self.operands = b, values[0], values[1:]
        self.own = [k for k, has in enumerate(zip(*call.param("levels"))) if all(has)]
        self.guards = [needs_guard(branch) for branch in call.param("branches")]
        self.branches = [
            self.batched(branch, needs, call.param("levels"), done)
            for branch, needs in zip(call.param("branches"), self.guards)
        ]

    def batched(self, branch: Program, needs: bool, levels: Levels, done: Expanded) -> Program:
        """The branch over all lanes; loops in it have iterations for those only that take it."""
        if needs:
            branch, levels = predicate_loops(branch), extend_levels(levels, all_batched(levels, 1))
        for level, n in zip(reversed(levels), reversed(self.mask.shape)):
            branch = batch(branch, level, n, (True,) * len(branch.results))[0]
        return expand_lanes(branch, done)

    def results(self) -> list[Sym]:
        other = TABLE["not_"](self.mask)
        live = [[mask] * needs for mask, needs in zip((self.mask, other), self.guards)]
        then = Run(self.b, self.branches[0], [*self.operands, *live[0]], self.mask, self.own)
        # what the first branch has masked is as it was in the lanes of the second
        start = [then.latest.get(k, x) for k, x in enumerate(self.operands)]
        orelse = Run(self.b, self.branches[1], [*start, *live[1]], other, self.own)
        return [self.one(then, orelse, k) for k in range(len(then.results))]

    def one(self, then: "Run", orelse: "Run", k: int) -> Sym:
        """A result: the array that both have updated, or a choice between two values."""
        a, c = then.root_of(k), orelse.root_of(k)
        if a is not None and a == c:
            return orelse.results[k]
        return select(self.mask, then.results[k], orelse.results[k])


def select(mask: Sym, x: Sym, y: Sym) -> Sym:
    wide = (
        TABLE["broadcast"](mask, shape=x.shape, axes=tuple(range(mask.ndim))) if x.ndim > mask.ndim else mask
    )
    return x if x.atom == y.atom else TABLE["select"](wide, x, y)


class Run:
    """A batched branch run on all lanes, with its updates of operands masked.

    own         the operands of which every lane has its own: updates of the others make new arrays
    latest      by number of the operand: its newest version
    """

    def __init__(self, b: Builder, program: Program, operands: Sequence[Sym], mask: Sym, own: Sequence[int]):
        self.b, self.mask = b, mask
        self.env: dict[str, Sym] = {p.name: x for p, x in zip(program.parameters, operands)}
        self.roots: dict[str, int] = {program.parameters[k].name: k for k in own}
        self.newest: dict[int, str] = {k: name for name, k in self.roots.items()}
        for call in program.body:
            self.step(call)
        self.atoms = program.results
        self.results = [self.read(r) for r in program.results]
        self.latest = {k: self.env[name] for k, name in self.newest.items()}

    def read(self, atom: Atom) -> Sym:
        return Sym(self.b, atom) if isinstance(atom, Const) else self.env[atom.name]

    def root_of(self, k: int) -> int | None:
        """The operand of which a result is the newest version."""
        atom = self.atoms[k]
        root = self.roots.get(atom.name) if isinstance(atom, Var) else None
        return root if root is not None and isinstance(atom, Var) and self.newest[root] == atom.name else None

    def step(self, call: Call) -> None:
        self.b.site.span = call.span
        values = [self.read(o) for o in call.operands]
        base = call.operands[0] if call.operands else None
        root = self.roots.get(base.name) if isinstance(base, Var) else None
        newest = root is not None and isinstance(base, Var) and self.newest[root] == base.name
        if root is not None and newest and (masked := self.masked(call, values)) is not None:
            name = call.outputs[0].name
            self.env[name], self.roots[name], self.newest[root] = masked, root, name
            return
        out = self.b.bind(call.primitive, values, dict(call.params))
        for var, sym in zip(call.outputs, out if call.primitive.multiple else (out,)):
            self.env[var.name] = sym
            self.b.name(sym, var.name)

    def masked(self, call: Call, values: list[Sym]) -> Sym | None:
        """An update that leaves the other lanes as they are."""
        name, params = call.primitive.name, dict(call.params)
        if len(values) < 2 or values[1].shape[: self.mask.ndim] != self.mask.shape:
            return None
        x, u, *places = values
        if name == "scatter_add":
            u = select(self.mask, u, self.b.lift(np.broadcast_to(np.zeros((), u.dtype), u.shape)))
        elif name in READS:
            behind = params.get("mode") == "skip"  # indices that the print form of the read leaves out, too
            mode = {"mode": "skip" if behind else "clip"} if name == "scatter" else {}
            u = select(self.mask, u, self.b.bind(TABLE[READS[name]], [x, *places], {**params, **mode}))
        else:
            return None
        return self.b.bind(call.primitive, [x, u, *places], params)
