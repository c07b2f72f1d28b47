"""Reverse mode through branches: each saves what its own backward sweep needs, and the predicate is kept.

    y = f(x) if p else g(x)         =>          y = f(x) if p else g(x)
                                                x_bar += f_bar(x, y_bar) if p else g_bar(x, y_bar)

A cotangent so far goes into the branches, which add to it: `if p: x_bar += …`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...analysis.def_use import behind, maker, makers
from ...ir.builder import Builder, Sym
from ...ir.program import Atom, Call, Const, Program, Var
from ..simplify.inlining import inline
from .jvp import Activity, zeros
from .vjp import CONTROL, Bar, Pullback, Split, both, place_cotangents, ranges_around


def forward_cond(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    """Each branch saves what its own backward sweep needs (zeros stand for it in the other branch); the predicate is
    kept."""
    branches = call.param("branches")
    takes = both(activity.outputs(call, active), wanted)
    lasting = [
        k for k, a in enumerate(active[1:]) if a and not any(passes_on(branch, k) for branch in branches)
    ]
    around = ranges_around(b, inputs[1:])
    kept = [k for k, x in enumerate(inputs[1:]) if not x.shape or not changes(b, x)]
    splits = [Split(branch, active[1:], takes, activity, kept, lasting, ranges=around) for branch in branches]
    extras = [[s for s in split.saved if s.atom not in [i.atom for i in split.inputs]] for split in splits]
    used = [
        k
        for k in range(len(inputs) - 1)
        if any(s.inputs[k].atom in [v.atom for v in s.saved] for s in splits)
    ]
    swept = tuple(branch_sweep(k, splits, extras, branch.name) for k, branch in enumerate(branches))
    results = b.bind(call.primitive, inputs, {"branches": swept})
    count = len(branches[0].results)
    kept = list(results[count:])
    for split, extra, values in zip(splits, extras, (kept[: len(extras[0])], kept[len(extras[0]) :])):
        for s, value in zip(extra, values, strict=True):
            b.name(value, split.first.hint(s) or "value")
    saved = [kept[: len(extras[0])], kept[len(extras[0]) :]]
    types = branches[0].result_types

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        given = [zeros(back, t) if bar is None else bar for bar, t, take in zip(bars, types, takes) if take]
        goes_on = [
            k
            for n, k in enumerate(lasting)
            if total_goes_in(splits, k, n - len(lasting), inputs[k + 1], known[k + 1])
        ]
        before = [(known[k + 1], inputs[k + 1].type) for k in goes_on]
        given += [zeros(back, t) if bar is None else bar for bar, t in before]
        operands = [back.lift(x) for x in (inputs[0], *(inputs[k + 1] for k in used), *saved[0], *saved[1])]
        begins = [n - len(lasting) for n, k in enumerate(lasting) if k not in goes_on]
        pulled = tuple(branch_pull(splits[k], extras, k, used, begins) for k in range(2))
        values = back.bind(call.primitive, [*operands, *given], {"branches": pulled})
        return place_cotangents(
            values, [k + 1 for k in splits[0].wanted], len(inputs), [k + 1 for k in goes_on]
        )

    return results[:count], pull


def total_goes_in(splits: list[Split], k: int, place: int, x: Sym, known: Bar) -> bool:
    """Whether the branches go on from the total so far of the cotangent of x, their k-th operand. Else they
    begin anew."""
    if known is None:
        return bool(x.shape) and not all(begins_with_sum(split, place) for split in splits)
    return bool(x.shape) or not all(adds_little(split, k, place) for split in splits)


def adds_little(split: Split, k: int, place: int) -> bool:
    """Whether what a branch adds to the cotangent of its k-th operand is there outside as well: nothing, or a
    cotangent that it is given. Then the sum is better made behind the branches. `place`: of the total among
    its parameters."""
    total, result = split.program.parameters[place], split.program.results[split.wanted.index(k)]
    if result == total:
        return True
    made = makers(split.program.body)
    call = maker(result, made, "add")
    given = [behind(o, made, "cast") for o in call.operands] if call else []
    return total in given and all(type(o) is Const or o in split.program.parameters for o in given)


def begins_with_sum(split: Split, place: int) -> bool:
    """Whether a total, which is nothing yet, is an operand of sums alone. It is then the first summand.
    `place`: among the parameters."""
    total = split.program.parameters[place]
    readers = [call for call in split.program.body if total in call.operands]
    return all(call.primitive.name == "add" and call.operands[0] == total for call in readers)


def passes_on(program: Program, k: int) -> bool:
    """Whether a program gives back an operand, as it is or with windows written to. Its cotangent is then the
    result's."""
    same = {program.parameters[k].name}
    for call in program.body:
        through = (
            call.operands[:1]
            if call.primitive.access == "write"
            else call.operands
            if call.primitive.kind == "control"
            else ()
        )
        types = [o.type for o in through if isinstance(o, Var) and o.name in same]
        same.update(v.name for v in call.outputs if v.type in types)
    return any(isinstance(r, Var) and r.name in same for r in program.results)


def changes(b: Builder, x: Sym) -> bool:
    """Whether it is an array that the loop around carries, so that it would be saved whole for every
    round."""
    if b.fixed is None or x.is_const:
        return False
    atom = x.atom
    for call in reversed(b.body):
        if atom in call.outputs:
            if call.primitive.kind == "control":
                return True
            if call.primitive.access != "write":
                return False
            atom = call.operands[0]
    return atom in b.parameters and atom not in b.fixed


def branch_sweep(k: int, splits: list[Split], extras: list[list[Sym]], name: str) -> Program:
    first = splits[k].first
    groups = [[s if n == k else zeros(first, s.type) for s in group] for n, group in enumerate(extras)]
    return first.finish([*splits[k].outs, *groups[0], *groups[1]], name)


def branch_pull(
    split: Split, extras: list[list[Sym]], k: int, used: Sequence[int], begins: Sequence[int] = ()
) -> Program:
    """The backward branch over the common operands: the cond's own, what both branches saved, the cotangents. `begins`:
    which of the last cotangents, totals that it goes on from, are nothing yet."""
    b = Builder()
    inputs = [split.inputs[k] for k in used]
    values = [b.parameter(s.type, split.first.hint(s)) for s in inputs]
    groups = [[b.parameter(s.type) for s in group] for group in extras]
    cotangents = split.program.parameters[len(split.saved) :]
    nothing = {cotangents[n].name: zeros(b, cotangents[n].type) for n in begins}
    bars = [nothing[p.name] if p.name in nothing else b.parameter(p.type, p.name) for p in cotangents]
    at = {s.atom: v for s, v in [*zip(inputs, values), *zip(extras[k], groups[k])]}

    results = inline(
        b, begin_totals(split.program, set(nothing)), [*(at[s.atom] for s in split.saved), *bars]
    )
    return b.finish(results, "then" if k == 0 else "orelse")


def begin_totals(program: Program, nothing: set[str]) -> Program:
    """The program where the first that is added to totals which are nothing yet is their beginning: 0.0 + -0.0 would be
    0.0. `nothing`: the names of these parameters."""
    nothing, body = set(nothing), []
    env: dict[Atom, Atom] = {}
    here = lambda atoms: tuple([env.get(o, o) for o in atoms])
    for call in program.body:
        call = Call(call.outputs, call.primitive, here(call.operands), call.params, call.span)
        absent = [type(o) is Var and o.name in nothing for o in call.operands]
        if call.primitive.name == "add" and absent[0]:
            env[call.outputs[0]] = call.operands[1]
            continue
        if call.primitive.name == "cond" and any(absent):
            branches = tuple(
                [
                    begin_totals(p, {v.name for v, a in zip(p.parameters, absent[1:]) if a})
                    for p in call.param("branches")
                ]
            )
            call = Call(call.outputs, call.primitive, call.operands, (("branches", branches),), call.span)
            for var, *given in zip(call.outputs, *(p.results for p in branches)):
                if all(
                    r in p.parameters and absent[1 + p.parameters.index(r)] for r, p in zip(given, branches)
                ):
                    nothing.add(var.name)
        body.append(call)
    return Program(program.name, program.parameters, tuple(body), here(program.results))


CONTROL["cond"] = forward_cond
