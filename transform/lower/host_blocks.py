"""Loops that draw random numbers call the host once for a block of rounds (loop tiling, as in prefetching).

    for i in range(n):                      for i in range(n):
        z = rng.normal()                        if i % 64 == 0:
        …                           ⇒               block = [rng.normal() for _ in range(min(64, n - i))]
                                                z = block[i % 64]
                                                …

The numbers are drawn in the order of the rounds, by the same calls, and no more of them than there are rounds. That
holds where every round makes the same calls, whatever it computes: the draws stand in the loop itself, their arguments
do not change, and nothing else acts on the host.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.builder import TABLE, Builder, Sym
from ..ir.callee import Callee
from ..ir.loop_builder import branched, fetch
from ..ir.program import Call, Const, Program, Type, Var, walk, with_programs
from ..passes.simplify.rule_table import has_effects

ROUNDS = 64                 # that are drawn for at once, at most
ELEMENTS = 4096             # of all that one block holds
FEWEST = 4                  # rounds: less are not worth it


@dataclasses.dataclass(frozen=True, eq=False)
class Block(Callee):
    """The calls of some rounds. The first value is how many rounds are left.

    counts: how many values each of the calls takes.
    """
    calls: tuple[Any, ...]
    counts: tuple[int, ...]
    rounds: int
    results: tuple[Type, ...]           # type: ignore[misc]
    portable = False

    def __call__(self, values: tuple) -> tuple:
        blocks = [np.zeros(t.shape, t.dtype) for t in self.results]
        given, first = [], 1
        for count in self.counts:
            given.append(values[first:first + count])
            first += count
        for k in range(min(self.rounds, int(values[0]))):
            drawn = [part for callee, part in zip(self.calls, given) for part in callee(part)]
            for block, part in zip(blocks, drawn):
                block[k] = part
        return tuple(blocks)


def with_host_blocks(program: Program) -> Program:
    """The program, whose loops draw in blocks."""
    if not any(call.primitive.name == "host_call" for call in walk(program)):
        return program
    program = dataclasses.replace(program, body=tuple([with_programs(c, with_host_blocks) for c in program.body]))
    if not any(map(draws_in_rounds, program.body)):
        return program
    b = Builder()
    env: dict[str, Sym] = {p.name: b.parameter(p.type, p.name) for p in program.parameters}
    value = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
    for call in program.body:
        b.site.span = call.span
        given = [value(o) for o in call.operands]
        if draws_in_rounds(call):
            outs: Sequence[Sym] = in_blocks(b, call, given)
        else:
            out = b.bind(call.primitive, given, dict(call.params))
            outs = out if call.primitive.multiple else (out,)
        env.update((v.name, out) for v, out in zip(call.outputs, outs, strict=True))
    return b.finish([value(r) for r in program.results], program.name)


def draws_in_rounds(call: Call) -> bool:
    """Is it a loop whose rounds all make the same calls of the host?"""
    if call.primitive.name != "fori_loop" or call.param("step") != 1:
        return False
    body = call.param("body")
    fixed = {p.name for p in body.parameters[1:1 + call.param("invariant")]}
    acting = [c for c in body.body if has_effects(c)]
    known = lambda o: not isinstance(o, Var) or o.name in fixed
    return bool(acting) and rounds_of(acting) >= FEWEST and all(
        c.primitive.name == "host_call" and c.param("callee").ahead and all(map(known, c.operands[1:])) for c in acting)


def rounds_of(acting: Sequence[Call]) -> int:
    size = sum(v.type.size for c in acting for v in c.outputs[1:])
    return min(ROUNDS, ELEMENTS // max(1, size))


def in_blocks(b: Builder, call: Call, given: list[Sym]) -> list[Sym]:
    """The loop; its results."""
    params, body = dict(call.params), call.param("body")
    acting = [c for c in body.body if has_effects(c)]
    rounds, n = rounds_of(acting), params["invariant"]
    callees = tuple([c.param("callee") for c in acting])
    types = tuple([t.update(shape=(rounds, *t.shape), weak=False) for callee in callees for t in callee.results])
    block = Block(callees, tuple([len(c.operands) - 1 for c in acting]), rounds, types)
    inner = Builder()
    names = [p.name for p in body.parameters]
    index = inner.parameter(body.parameters[0].type, names[0])
    fixed = [inner.parameter(p.type, p.name) for p in body.parameters[1:1 + n]]
    lo, hi = (inner.parameter(x.type.update(weak=False), name) for x, name in zip(given[:2], ("first", "last")))
    carry = [inner.parameter(p.type, p.name) for p in body.parameters[1 + n:]]
    held = [inner.parameter(t, "drawn") for t in types]
    env = dict(zip(names, [index, *fixed, *carry]))
    value = lambda atom: Sym(inner, atom) if isinstance(atom, Const) else env[atom.name]
    place = TABLE["remainder"](index - lo, np.asarray(rounds, index.dtype))
    operands = [value(o) for c in acting for o in c.operands[1:]]
    world = value(acting[0].operands[0])
    drawn = branched(inner, place == np.asarray(0, index.dtype),
                     lambda inside: inside.bind(TABLE["host_call"], [world, hi - index, *operands], {"callee": block}),
                     lambda inside: [inside.lift(x) for x in (world, *held)])
    world, held, rest = drawn[0], drawn[1:], iter(drawn[1:])
    for c in body.body:
        inner.site.span = c.span
        if has_effects(c):
            outs: Sequence[Sym] = [world, *[fetch(next(rest), place) for _ in c.outputs[1:]]]
        else:
            out = inner.bind(c.primitive, [value(o) for o in c.operands], dict(c.params))
            outs = out if c.primitive.multiple else (out,)
        env.update((v.name, out) for v, out in zip(c.outputs, outs, strict=True))
    made = inner.finish([*[value(r) for r in body.results], *held], body.name, lead=1)
    blank = [b.lift(np.zeros(t.shape, t.dtype)) for t in types]
    operands = [*given[:2], *given[2:2 + n], *given[:2], *given[2 + n:], *blank]
    results = b.bind(TABLE["fori_loop"], operands, {**params, "body": made, "invariant": n + 2})
    return list(results[:len(call.outputs)])
