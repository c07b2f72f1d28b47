"""Loop blocking of host calls: a loop that draws random numbers calls the host once for a block of
iterations.

    for i in range(n):                  for start in range(0, n, 64):
        z = rng.normal()          ⇒         block = [rng.normal() for _ in range(min(64, n - start))]
        …                                   for i in range(start, min(start + 64, n)):
                                                z = block[i - start]
                                                …

If all draws of an iteration are from one distribution that fills arrays in order, with the same parameters, a
block is one array: `rng.normal(size=(rounds, 1))`.

The numbers are drawn in the order of the iterations, by the same calls, and no more of them than there are
rounds. That holds where every iteration makes the same calls, whatever it computes: the draws stand in the
loop itself, their arguments do not change, and nothing else acts on the host."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.builder import TABLE, Builder, Sym, has_effects
from ..ir.callee import Callee
from ..ir.loop_builder import append_for, fetch
from ..ir.program import Call, Const, Program, Type, Var, walk, with_programs
from ..passes.simplify.inlining import inline

ITERATIONS = 64  # that are drawn for at once, at most
ELEMENTS = 1 << 16  # of all that one block holds
FEWEST = 4  # rounds: less are not worth it


@dataclasses.dataclass(frozen=True, eq=False)
class Block(Callee):
    """The calls of some iterations, one result each. The first value is how many.

    counts: how many values each of the calls takes.
    is_one: whether they are calls for the numbers of one array, in order.
    """

    calls: tuple[Any, ...]
    counts: tuple[int, ...]
    results: tuple[Type, ...]
    is_one: bool = False
    portable = False

    def __call__(self, values: tuple[Any, ...]) -> tuple[np.ndarray, ...]:
        blocks = [np.zeros(t.shape, t.dtype) for t in self.results]
        given, first = [], 1
        for count in self.counts:
            given.append(values[first : first + count])
            first += count
        if self.is_one:
            drawn = self.calls[0].sized(given[0], (int(values[0]), len(blocks), *self.results[0].shape[1:]))()
            for k, block in enumerate(blocks):
                block[: len(drawn)] = drawn[:, k]
            return tuple(blocks)
        draws = [callee.with_values(part) for callee, part in zip(self.calls, given)]
        for k in range(int(values[0])):
            for draw, block in zip(draws, blocks):
                block[k] = draw()
        return tuple(blocks)


def with_host_blocks(program: Program) -> Program:
    """The program, whose loops draw in blocks."""
    if not any(call.primitive.name == "host_call" for call in walk(program)):
        return program
    program = dataclasses.replace(
        program, body=tuple([with_programs(c, with_host_blocks) for c in program.body])
    )
    if not any(map(draws_in_iterations, program.body)):
        return program
    b = Builder()
    given = [b.parameter(p.type, p.name) for p in program.parameters]
    drawn = lambda call, operands: in_blocks(b, call, operands) if draws_in_iterations(call) else None
    return b.finish(inline(b, program, given, instead=drawn), program.name)


def draws_in_iterations(call: Call) -> bool:
    """Whether it is a loop whose iterations all make the same calls of the host."""
    if call.primitive.name != "fori_loop" or call.param("step") != 1:
        return False
    body = call.param("body")
    fixed = {p.name for p in body.parameters[1 : 1 + call.param("invariant")]}
    acting = [c for c in body.body if has_effects(c)]
    single = all(len(c.outputs) == 2 for c in acting)
    known = lambda o: not isinstance(o, Var) or o.name in fixed
    return (
        bool(acting)
        and single
        and iterations_of(acting) >= FEWEST
        and all(
            c.primitive.name == "host_call" and c.param("callee").ahead and all(map(known, c.operands[1:]))
            for c in acting
        )
    )


def fill_one_array(acting: Sequence[Call]) -> bool:
    """Whether these are calls of one distribution with the same parameters, that fills arrays number by
    number."""
    first = acting[0].param("callee")
    return getattr(first, "size_at", None) is not None and all(
        same_call(c.param("callee"), first) and c.operands[1:] == acting[0].operands[1:] for c in acting
    )


def same_call(callee: Any, other: Any) -> bool:
    return (
        callee is other
        or type(callee) is type(other)
        and all(
            equal(getattr(callee, p), getattr(other, p)) for p in ("function", "args", "kwargs", "results")
        )
    )


def equal(part: Any, other: Any) -> bool:
    """Whether these parts of calls are certainly the same. Arrays and objects are by identity."""
    if part is other or type(part) is not type(other):
        return part is other
    if isinstance(part, (list, tuple)):
        return len(part) == len(other) and all(map(equal, part, other))
    exact = isinstance(part, (bool, int, float, str, np.generic, np.dtype, Type)) or dataclasses.is_dataclass(
        part
    )
    return exact and repr(part) == repr(other)


def iterations_of(acting: Sequence[Call]) -> int:
    size = sum(v.type.size for c in acting for v in c.outputs[1:])
    return min(ITERATIONS, ELEMENTS // max(1, size))


def in_blocks(b: Builder, call: Call, given: list[Sym]) -> list[Sym]:
    """The loop over blocks of iterations; its results."""
    params, body, n = dict(call.params), call.param("body"), call.param("invariant")
    acting = [c for c in body.body if has_effects(c)]
    iterations, callees = iterations_of(acting), tuple([c.param("callee") for c in acting])
    types = tuple(
        [t.update(shape=(iterations, *t.shape), weak=False) for callee in callees for t in callee.results]
    )
    block = Block(callees, tuple([len(c.operands) - 1 for c in acting]), types, fill_one_array(acting))
    rows = drawn_before(body, n, types)
    index, (lo, hi), fixed = body.parameters[0].type, given[:2], given[2 : 2 + n]
    number = lambda value: np.asarray(value, index.dtype)
    names = [p.name for p in body.parameters]
    at = {p.name: k for k, p in enumerate(body.parameters)}

    def turn(inner: Builder, start: Sym, carry: Sequence[Sym]) -> list[Sym]:
        end = TABLE["minimum"](start + number(iterations), inner.lift(hi))
        known = {name: inner.lift(x) for name, x in zip(names[1:], fixed)} | dict(zip(names[1 + n :], carry))
        value = lambda atom: Sym(inner, atom) if isinstance(atom, Const) else known[atom.name]
        world = at[acting[0].operands[0].name] - 1 - n
        drawn = inner.bind(
            TABLE["host_call"],
            [carry[world], end - start, *[value(o) for c in acting for o in c.operands[1:]]],
            {"callee": block},
        )
        carry = [drawn[0] if k == world else x for k, x in enumerate(carry)]
        operands = [start, end, *[inner.lift(x) for x in fixed], start, *drawn[1:], *carry]
        return list(
            inner.bind(call.primitive, operands, {**params, "body": rows, "invariant": n + 1 + len(types)})
        )

    return append_for(b, lo, hi, given[2 + n :], turn, iterations, "start", names[1 + n :])


def drawn_before(body: Program, n: int, types: Sequence[Type]) -> Program:
    """The body of a loop that finds what it draws in blocks: (index, invariants, first index, blocks, carry)."""
    b = Builder()
    index, *given = [b.parameter(p.type, p.name) for p in body.parameters[: 1 + n]]
    start = b.parameter(body.parameters[0].type, "start")
    blocks = [b.parameter(t, "drawn") for t in types]
    carry = [b.parameter(p.type, p.name) for p in body.parameters[1 + n :]]
    place, rest = index - start, iter(blocks)

    def found(call: Call, operands: list[Sym]) -> list[Sym] | None:
        return (
            [operands[0], *[fetch(next(rest), place) for _ in call.outputs[1:]]]
            if has_effects(call)
            else None
        )

    return b.finish(inline(b, body, [index, *given, *carry], instead=found), body.name)
