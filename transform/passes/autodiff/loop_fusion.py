"""Horizontal fusion of counted loops that carry the same values: common computations are done once.

    for i in range(n): x = step(x)                          for i in range(n):
    for i in range(n): tape[i] = y; y = step(y)     =>          tape[i] = x
    # x and y begin with the same value                         x = step(x)

Two carries are one if they begin alike, and each round does the same to them, assuming that all those are (the greatest
fixpoint, as for congruent variables in global value numbering: Alpern, Wegman and Zadeck, "Detecting
equality of variables in programs", 1988). (Allen and Kennedy, "Optimizing Compilers for Modern
Architectures", 2001, chapter 8.)
"""

from __future__ import annotations

from ...analysis.def_use import in_order
from ...analysis.loops import LoopView
from ...ir.builder import Builder, Sym
from ...ir.program import Atom, Call, Program, Var
from ..simplify.driver import simplify
from ..simplify.inlining import inline


def fused(program: Program) -> Program:
    """The program, simplified, with such loops made one, in the bodies of such loops too."""
    program = simplify(program)
    while True:
        loops = [c for c in program.body if c.primitive.name == "fori_loop"]
        pairs = [(a, b) for k, a in enumerate(loops) for b in loops[k + 1 :] if alike(program, a, b)]
        found = next((f for a, b in pairs if (f := fuse_loops(a, b))), None)
        if found is None:
            return program
        first, second, call, same = found
        swap = lambda atoms: tuple([same.get(o, o) for o in atoms])
        body = [
            call if c is first else Call(c.outputs, c.primitive, swap(c.operands), c.params, c.span)
            for c in program.body
            if c is not second
        ]
        program = Program(program.name, program.parameters, tuple(in_order(body)), swap(program.results))


def alike(program: Program, a: Call, b: Call) -> bool:
    """Whether both run over the same indices, and neither depends on the other."""
    if a.operands[:2] != b.operands[:2] or a.param("step") != b.param("step"):
        return False
    if any(c.primitive.effect for x in (a, b) for c in x.param("body").body):
        return False
    reached = set(a.outputs)
    for call in program.body:
        if reached.intersection(call.operands):
            reached.update(call.outputs)
    return not reached.intersection(b.operands)


def fuse_loops(a: Call, b: Call) -> tuple[Call, Call, Call, dict[Atom, Atom]] | None:
    """The loop that does what both do, and which outputs of the second are which of the first; None if they carry
    nothing in common."""
    one, other = LoopView(a), LoopView(b)
    partner: dict[int, int] = {}  # a carry of the second: the carry of the first that it may be
    for k, begin in enumerate(other.carries):
        free = [
            j
            for j, o in enumerate(one.carries)
            if o == begin
            and j not in partner.values()
            and one.inner_carries[j].type == other.inner_carries[k].type
        ]
        partner.update({k: free[0]} if free else {})
    while partner:
        made = body_of_both(one, other, partner)
        results, n = made.results, len(one.carries)
        wrong = [k for k, j in partner.items() if results[n + k] != results[j]]
        if not wrong:
            return settled(a, b, made, partner)
        for k in wrong:
            del partner[k]
    return None


def body_of_both(one: LoopView, other: LoopView, partner: dict[int, int]) -> Program:
    """A round of both: parameters (index, invariants of both, carries of the first, other carries of the second)."""
    b = Builder()
    index = [b.parameter(p.type, p.name) for p in one.index]
    given: dict[Atom, Sym] = {}
    for view in (one, other):
        for o, p in zip(view.invariants, view.inner_invariants):
            if o not in given:
                given[o] = b.parameter(p.type, p.name)
    mine = [b.parameter(p.type, p.name) for p in one.inner_carries]
    theirs = [
        mine[partner[k]] if k in partner else b.parameter(p.type, p.name)
        for k, p in enumerate(other.inner_carries)
    ]
    results = [
        inline(b, view.body, [*index, *(given[o] for o in view.invariants), *carries])
        for view, carries in ((one, mine), (other, theirs))
    ]
    return fused(b.finish([*results[0], *results[1]], one.body.name))


def settled(
    a: Call, b: Call, made: Program, partner: dict[int, int]
) -> tuple[Call, Call, Call, dict[Atom, Atom]]:
    one, other = LoopView(a), LoopView(b)
    own = [k for k in range(len(other.carries)) if k not in partner]
    n = len(one.carries)
    body = Program(
        made.name, made.parameters, made.body, (*made.results[:n], *(made.results[n + k] for k in own))
    )
    invariants = tuple(dict.fromkeys([*one.invariants, *other.invariants]))
    operands = (*one.bounds, *invariants, *one.carries, *(other.carries[k] for k in own))
    outputs: tuple[Var, ...] = (*a.outputs, *(b.outputs[k] for k in own))
    params = tuple(sorted({**dict(a.params), "body": body, "invariant": len(invariants)}.items()))
    same: dict[Atom, Atom] = {b.outputs[k]: a.outputs[j] for k, j in partner.items()}
    return a, b, Call(outputs, a.primitive, operands, params, a.span), same
