"""Materialisation of shared values: a value that is read at several shifted positions is computed once and
stored, instead of recomputed by XLA's fusion.

    w = u + 0.5 * k                         w = kept(u + 0.5 * k)
    roll(w, 1) - 2 * w + roll(w, -1)   ⇒    roll(w, 1) - 2 * w + roll(w, -1)

XLA computes what feeds an elementwise operation inside of it, again for each place from which that reads: with a
Runge-Kutta step of four stages on three neighbours 81 times, and it takes as long to compile. It does not look into
calls that are not to be inlined: such a value goes through one that gives it back.

A reduction may read large products of matrices, through elementwise calls. XLA's library computes all of it at once,
in one thread and up to 15 times as slowly; so what is reduced is kept as well:

    np.max(x @ w + b, axis=-1)         ⇒    np.max(kept(x @ w + b), axis=-1)

Long chains are cut even where values are small: of ten layers whose keys are split from one another, XLA would compute
the first key again in every layer, and compile for 20 s. (The choice between recomputation and storage: compare
`compute_root` in Ragan-Kelley and others, "Halide", 2013.)
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

from ...analysis.def_use import Use, chains_of
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Program, Type, Var, with_programs
from ...primitives._rules import pointwise

# read elsewhere
PLACES = frozenset(["concatenate", "dynamic_slice", "flip", "gather", "pad", "shift", "slice_"])
SAME = frozenset(["broadcast", "reshape", "transpose"])
TRIVIAL = frozenset(["cast", "copy", "neg", "select", "abs"])
CHEAP = frozenset(["add", "sub", "mul", "maximum", "minimum"])
DEAR = 8  # additions that another function is worth
LIMIT = 6  # additions that may be done again
SMALL = 16  # elements: a smaller value is no matter …
DEAREST = 300  # … unless it is worth so many additions, as a chain of random keys
LARGE = 1 << 26  # multiplications of products, from which a reduction had better wait for them


def materialize_shared_values(program: Program, in_loop: bool = False) -> Program:
    """The program with such calls behind such values, here and in the programs it holds."""
    inside = lambda call: in_loop or call.primitive.name.endswith("_loop")
    body = tuple(
        [
            with_programs(call, functools.partial(materialize_shared_values, in_loop=inside(call)))
            for call in program.body
        ]
    )
    if any(a is not b for a, b in zip(body, program.body)):
        program = dataclasses.replace(program, body=body)
    kept = read_at_places(program, in_loop) | products_to_reduce(program)
    if not kept:
        return program
    calls: list[Call] = []
    env: dict[str, Var] = {}
    named = lambda atoms: tuple(env.get(a.name, a) if isinstance(a, Var) else a for a in atoms)
    for call in program.body:
        calls.append(dataclasses.replace(call, operands=named(call.operands)))
        for v in call.outputs:
            if v.name in kept:
                env[v.name] = Var(f"{v.name}~kept", v.type)
                calls.append(
                    Call(
                        (env[v.name],),
                        TABLE["call"],
                        (v,),
                        (("program", identity_program(v.type)),),
                        call.span,
                    )
                )
    return dataclasses.replace(program, body=tuple(calls), results=named(program.results))


@functools.lru_cache(256)
def identity_program(t: Type) -> Program:
    x = Var("x", t)
    return Program("kept", (x,), (), (x,))


def is_identity_call(call: Call) -> bool:
    """Whether it is a call that gives its operand back."""
    return call.primitive.name == "call" and not call.param("program").body


def read_at_places(program: Program, in_loop: bool) -> set[str]:
    """The elementwise values that are worth keeping, and are read at more than one place each; and small values at the
    end of long chains, which several calls read: but for loops, which had better stay one kernel."""
    uses = chains_of(program).uses
    cost: dict[str, int] = {}
    kept: set[str] = set()
    for call in program.body:
        name = call.primitive.name
        before = sum(cost_of(o, cost) for o in call.operands)
        if name == "call":
            cost.update({v.name: before + cost_of_program(call.param("program")) for v in call.outputs})
        elif call.primitive.batch is pointwise or name in PLACES or name in SAME:
            cost[call.outputs[0].name] = own_cost(name) + before
        for v in call.outputs if not in_loop else ():
            if v.type.size <= SMALL and cost.get(v.name, 0) > DEAREST and len(uses.get(v.name, ())) > 1:
                kept.add(v.name)
                cost[v.name] = 0
        for v in call.outputs if call.primitive.batch is pointwise else ():
            if v.type.size > SMALL and cost[v.name] > LIMIT and count_places_read(v, uses) > 1:
                kept.add(v.name)
                cost[v.name] = 0
    return kept


def products_to_reduce(program: Program) -> set[str]:
    """The values that are reduced, and come from large products through other products and elementwise calls."""
    return follow_products(program, [0] * len(program.parameters))[1]


def follow_products(program: Program, given: Sequence[int]) -> tuple[list[int], set[str]]:
    """The number of multiplications behind each result that XLA may do where it is reduced, and the values to
    keep, here. `given`: those of the parameters."""
    work, kept = {p.name: n for p, n in zip(program.parameters, given)}, set[str]()
    takes = lambda atom: work.get(atom.name, 0) if isinstance(atom, Var) else 0
    for call in program.body:
        name, before = call.primitive.name, sum(map(takes, call.operands))
        if name == "dot":
            work[call.outputs[0].name] = before + multiplications(call)
        elif name == "call":
            results, reduced = follow_products(call.param("program"), list(map(takes, call.operands)))
            work.update((v.name, n) for v, n in zip(call.outputs, results))
            if reduced and before >= LARGE:
                kept.update(o.name for o in call.operands if isinstance(o, Var) and work.get(o.name))
        elif before and (call.primitive.batch is pointwise or name in SAME):
            work[call.outputs[0].name] = before
        elif before >= LARGE and name.startswith("reduce_"):
            kept.update(o.name for o in call.operands if isinstance(o, Var))
    return list(map(takes, program.results)), kept


def multiplications(dot: Call) -> int:
    """The number of multiplications of a product."""
    shape, (axes, _) = dot.operands[0].type.shape, dot.param("contract")
    return dot.outputs[0].type.size * math.prod([shape[axis] for axis in axes])


@functools.lru_cache(256)
def cost_of_program(program: Program) -> int:
    """The cost of a function that XLA inlines: at least that of a known operation."""
    inner = [p for call in program.body for p in call.programs()]
    return max(
        DEAR, sum(own_cost(call.primitive.name) for call in program.body) + sum(map(cost_of_program, inner))
    )


def own_cost(name: str) -> int:
    return 0 if name in TRIVIAL or name in PLACES or name in SAME else 1 if name in CHEAP else DEAR


def cost_of(atom: Atom, cost: dict[str, int]) -> int:
    return cost.get(atom.name, 0) if isinstance(atom, Var) else 0


def count_places_read(var: Var, uses: dict[str, list[Use]]) -> int:
    """From how many places a value is read: 1 for all that read it element by element."""
    moved, same = 0, False
    for call, k in uses.get(var.name, ()):
        if call is None:
            continue
        name = call.primitive.name
        inside = 1
        if name == "call":
            program = call.param("program")
            inside = count_places_read(program.parameters[k], chains_of(program).uses)
        moved += inside if name in PLACES or inside > 1 else 0
        same = same or name not in PLACES and inside == 1
    return moved + same if moved else 1
