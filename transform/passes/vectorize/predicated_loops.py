"""Predicated loops in batched branches: in lanes that did not take the branch, loops have no iterations.

A batched branch is run on all lanes. In lanes that did not take it, a loop would run on values that violate
its assumptions, perhaps for ever. So loop conditions and bounds also test `live`:

    while x > 1: ...            =>      while live and x > 1: ...
    for i in range(n): ...      =>      for i in range(n if live else 0): ...

`guard` and not `and`, because nobody reads what comes out of other lanes: where the condition is the same for all lanes
it stays so, and the loop ends when no lane is left. (Predication: Allen, Kennedy, Porterfield and Warren,
"Conversion of control dependence to data dependence", 1983.)
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call, Const, Program, Type
from ..simplify.inlining import inline

LIVE = Type(np.dtype(bool))


def predicate_loops(program: Program) -> Program:
    """The program with one parameter more, `live`, without which its loops have no rounds."""
    b = Builder()
    env: dict[str, Sym] = {p.name: b.parameter(p.type, p.name) for p in program.parameters}
    live = b.parameter(LIVE, "live")
    read = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
    for call in program.body:
        b.site.span = call.span
        values = [read(o) for o in call.operands]
        rule = RULES.get(call.primitive.name)
        if rule is not None and needs_guard(call):
            values, params = rule(call, values, live)
        else:
            params = dict(call.params)
        ruled = call.primitive.name == "ruled_call" and needs_guard(call)  # derivatives have been taken
        out = b.bind(TABLE["call"] if ruled else call.primitive, values, params)
        for var, sym in zip(call.outputs, out if call.primitive.multiple else (out,), strict=True):
            env[var.name] = sym
            b.name(sym, var.name)
    return b.finish([read(r) for r in program.results], program.name)


def needs_guard(what: Call | Program) -> bool:
    """Whether there are loops in it whose number of iterations depends on values."""
    if isinstance(what, Program):
        return any(map(needs_guard, what.body))
    unknown = what.primitive.name == "while_loop" or is_open(what)
    return unknown or what.primitive.name in RULES and any(map(needs_guard, what.programs()))


def is_open(call: Call) -> bool:
    """A counted loop with bounds that are not constants."""
    return call.primitive.name == "fori_loop" and not all(isinstance(x, Const) for x in call.operands[:2])


def guarded_while(call: Call, values: list[Sym], live: Sym) -> tuple[list[Any], dict[str, Any]]:
    """With `live` first among the invariants."""
    params = dict(call.params)
    body = first_live(predicate_loops(params["body"]))
    params.update(test=guarded_test(params["test"]), body=body, invariant=params["invariant"] + 1)
    return [live, *values], params


def guarded_test(test: Program) -> Program:
    b = Builder()
    live, *rest = [
        b.parameter(t, n) for t, n in [(LIVE, "live"), *((p.type, p.name) for p in test.parameters)]
    ]
    goes_on = inline(b, predicate_loops(test), [*rest, live])[0]
    return b.finish([TABLE["guard"](live, goes_on, np.asarray(False))], test.name)


def first_live(program: Program, at: int = 0) -> Program:
    """With `live` moved from the end of the parameters to a place at their beginning."""
    *rest, live = program.parameters
    return dataclasses.replace(program, parameters=(*rest[:at], live, *rest[at:]))


def guarded_fori(call: Call, values: list[Sym], live: Sym) -> tuple[list[Any], dict[str, Any]]:
    params, (lo, hi, *rest) = dict(call.params), values
    if is_open(call):
        hi = TABLE["guard"](live, hi, lo)
    if needs_guard(params["body"]):
        params.update(body=first_live(predicate_loops(params["body"]), 1), invariant=params["invariant"] + 1)
        rest = [live, *rest]
    return [lo, hi, *rest], params


def guarded_cond(call: Call, values: list[Sym], live: Sym) -> tuple[list[Any], dict[str, Any]]:
    return [*values, live], {"branches": tuple(map(predicate_loops, call.param("branches")))}


def guarded_lanes(call: Call, values: list[Sym], live: Sym) -> tuple[list[Any], dict[str, Any]]:
    levels = tuple((*level, False) for level in call.param("levels"))
    return [*values, live], {
        "branches": tuple(map(predicate_loops, call.param("branches"))),
        "levels": levels,
    }


def guarded_call(call: Call, values: list[Sym], live: Sym) -> tuple[list[Any], dict[str, Any]]:
    return [*values, live], {"program": predicate_loops(call.param("program"))}


RULES = {
    "while_loop": guarded_while,
    "fori_loop": guarded_fori,
    "cond": guarded_cond,
    "lanes": guarded_lanes,
    "call": guarded_call,
    "ruled_call": guarded_call,
}
