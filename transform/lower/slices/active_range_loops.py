"""Restrict masked operations inside loops to the active range: loops from the beginning of the slice to its
end.

    dot(select_region(a, 0, lo, hi), select_region(b, 0, lo, hi))
        ⇒ acc = 0, 0, …, 0;  for k in range(lo, hi, 16): acc += a[k:k + 16] * b[k:k + 16];  sum(acc)
    x + select_region(t, 0, lo, hi)
        ⇒ for k in range(lo, hi, 16): x[k:k + 16] += t[k:k + 16]

Whole-axis arithmetic under a mask costs the axis, however short the slice, and an array in memory for each step; these
loops are one native kernel. What stands before such a sum or update is computed inside it, block by block. The last
block begins where it still fits, and leaves out what was done before.

    restrict_to_slices(program)   the program with such loops in the bodies of its loops
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.loops import LoopView, is_loop
from ...ir.builder import Builder, Sym
from ...ir.program import Call, Program, Var, walk, with_programs
from .extents import ITEMS, Extents
from .folds import NEUTRAL, fold_region
from .regions import Region
from .sums import dot_region, reduce_region
from .updates import rows_update, scattered_update, whole_update


def restrict_to_slices(program: Program) -> Program:
    """An equal program, but for the order in which sums are formed, and for what NaN there is outside of slices."""
    if not any(call.primitive.name == "select_region" for call in walk(program)):
        return program
    return rewrite_inner(program, frozenset(), False)


def rewrite_inner(program: Program, owned: frozenset[str], in_loop: bool) -> Program:
    """The program with its inner programs rewritten, and its own calls if it is the body of a loop.

    Args:
        owned: parameters that it may overwrite.
    """
    calls = tuple([with_inner(call, in_loop) for call in program.body])
    program = Program(program.name, program.parameters, calls, program.results)
    if not in_loop or not any(call.primitive.name == "select_region" for call in calls):
        return program
    return rewritten_body(Extents(program, owned))


def with_inner(call: Call, in_loop: bool) -> Call:
    """The call with its programs rewritten."""
    if not any(call.programs()):
        return call
    loop = LoopView(call) if is_loop(call) else None

    def inner(program: Program) -> Program:
        first = len(program.parameters) - (len(loop.carries) if loop else 0)
        owned = frozenset(p.name for p in program.parameters[first:])
        return rewrite_inner(program, owned, in_loop or loop is not None)

    return with_programs(call, inner)


def rewritten_body(body: Extents) -> Program:
    """The body of a loop with loops of their own for sums and updates of slices."""
    b = Builder()
    env = {p.name: b.parameter(p.type, p.name) for p in body.program.parameters}
    found = False
    for k, call in enumerate(body.program.body):
        b.site.place = call.span
        region = region_of(body, call, k)
        if region is None:
            values = b.bind(
                call.primitive,
                [env.get(o.name) if isinstance(o, Var) else Sym(b, o) for o in call.operands],
                dict(call.params),
            )
            values = values if call.primitive.multiple else [values]
        else:
            values, found = [region.write(b, env)], True
        for var, value in zip(call.outputs, values, strict=True):
            env[var.name] = value
            b.name(value, var.name)
    if not found:
        return body.program
    b.site.place = None
    results = [env[r.name] if isinstance(r, Var) else Sym(b, r) for r in body.program.results]
    return b.finish(results, body.program.name)


def region_of(body: Extents, call: Call, place: int) -> Region | None:
    """The region that ends in this call, if it is one and can be done in a loop of its own."""
    find = FORMS.get(call.primitive.name)
    region = find(body, call, place) if find is not None and is_wide(call) else None
    return region if region is not None and region.possible() else None


def is_wide(call: Call) -> bool:
    """Whether the elements that it is about are truth values, or numbers of 4 bytes and more."""
    kind = (call.operands if call.primitive.name in NEUTRAL else call.outputs)[0].type.dtype
    return kind.kind in ITEMS and kind.itemsize >= 4 or call.primitive.name in NEUTRAL and kind.kind == "b"


FORMS: dict[str, Callable[[Extents, Call, int], Region | None]] = {
    "dot": dot_region,
    "reduce_sum": reduce_region,
    **dict.fromkeys(NEUTRAL, fold_region),
    "add": whole_update,
    "sub": whole_update,
    "select_region": whole_update,
    "update_slice": rows_update,
    "scatter_add": scattered_update,
}
