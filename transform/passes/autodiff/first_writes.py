"""First writes: where a backward loop adds to a part of a cotangent that is still zero, it sets that part.

    x_bar = zeros(n)                        x_bar = zeros(n)
    for t in reversed(range(n)):            for t in reversed(range(n)):
        …                            ⇒          …
        x_bar[t] += y_bar                       x_bar[t] = y_bar

A part is still zero if the cotangent begins with zeros and no earlier iteration, nor an earlier write of this one,
touches it (`analysis.array_dependence`). (Signs of zeros may change, as everywhere in backward sweeps.)
"""

from __future__ import annotations

import dataclasses

from ...analysis.affine import Affine, constant, window_of
from ...analysis.array_dependence import TapeElision
from ...analysis.def_use import DefUse, chains_of
from ...analysis.loops import LoopView
from ...ir.builder import Builder, live_calls
from ...ir.program import Atom, Call, Const, Program, Var
from .accumulation import is_zero


def with_first_writes(back: Builder) -> None:
    """Rewrite the counted loop that is the latest call of a builder."""
    call = back.body[-1]
    if call.primitive.name != "fori_loop":
        return
    loop = LoopView(call)
    zero = [k for k, x in enumerate(loop.carries) if x.type.shape and is_zero(back, x)]
    reads = reads_of_zeros(call, zero) if zero else set()
    if reads:
        params = {**dict(call.params), "body": without_reads(loop.body, reads)}
        back.body[-1] = dataclasses.replace(call, params=tuple(sorted(params.items())))


def reads_of_zeros(call: Call, zero: list[int]) -> set[str]:
    """The variables of a loop's body that are read from parts of such carries which nothing has touched."""
    kept = TapeElision(call.param("body"), call.param("invariant"), call.param("step"), extent(call))
    env, chains = kept.env_at(), chains_of(kept.body)
    found = set()
    for k in zero:
        history = kept.now.get(k)
        if history is None or not kept.usable(k):
            continue
        for read in kept.body.body:
            array = read.operands[0] if read.primitive.name == "dynamic_slice" else None
            version = history.versions.get(array.name) if isinstance(array, Var) else None
            window = window_of(read, env, ()) if version is not None else None
            if version is None or window is None or not kept.is_as_at_first(k, version, [window]):
                continue
            if is_only_added_to(read.outputs[0], chains):
                found.add(read.outputs[0].name)
    return found


def is_only_added_to(value: Var, chains: DefUse) -> bool:
    """Whether a value is added to as a whole, and nothing else done with it. (Regions are known from the
    sum.)"""
    for use in chains.uses.get(value.name, ()):
        if use.call is None or use.call.primitive.name != "add":
            return False
        others = [o for o in use.call.operands if o != value]
        if len(others) != 1 or others[0].type != use.call.outputs[0].type:
            return False
        if chains.maker(others[0], "select_region") is not None:
            return False
    return True


def extent(call: Call) -> tuple[Affine | None, Affine | None]:
    """The least and the greatest index, where the bounds are known."""
    lo, hi = call.operands[:2]
    if not isinstance(lo, Const) or not isinstance(hi, Const):
        return None, None
    indices = range(int(lo.value), int(hi.value), call.param("step"))
    return (constant(min(indices)), constant(max(indices))) if indices else (None, None)


def without_reads(body: Program, reads: set[str]) -> Program:
    """The body without these reads, and what adds to them."""
    same: dict[str, Atom] = {}
    settled = lambda atom: same.get(atom.name, atom) if isinstance(atom, Var) else atom
    calls: list[Call] = []
    for call in body.body:
        out = call.outputs[0] if call.outputs else None
        call = dataclasses.replace(call, operands=tuple(map(settled, call.operands)))
        rest = [o for o in call.operands if not (isinstance(o, Var) and o.name in reads)]
        if out is not None and call.primitive.name == "add" and len(rest) < len(call.operands):
            same[out.name] = rest[0]
        elif out is None or out.name not in reads:
            calls.append(call)
    results = tuple(map(settled, body.results))
    return dataclasses.replace(body, body=tuple(live_calls(calls, results)), results=results)
