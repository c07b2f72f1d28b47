"""If-conversion (Allen et al. 1983): small branches become selects; both sides are computed, and each stored
element is selected.

if p: a[i] = v        ⇒  a[i] = v if p else a[i]
x = v if p else w     ⇒  x = select(p, v, w)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.program import Atom, Call, Program, Type, Var
from ..stablehlo.schedule import Analysis

LIMIT = 24  # what both branches may cost together, in cheap scalar operations
ELEMENTS = 4  # of a value that may be computed in vain
COSTLY = {"div": 4, "remainder": 8, "floor_divide": 8, "fmod": 8, "sqrt": 4, "integer_pow": 3}
FREE = (
    "neg",
    "add",
    "sub",
    "mul",
    "maximum",
    "minimum",
    "select",
    "cast",
    "copy",
    "abs",
    "sign",
    "floor",
    "ceil",
    "round",
    "trunc",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "not_",
    "and_",
    "or_",
    "xor",
    "shift_left",
    "shift_right",
    "isnan",
    "isinf",
    "isfinite",
    "signbit",
    "popcount",
    "reshape",
    "broadcast",
    "bitcast",
    "real",
    "imag",
    "conj",
    "complex_",
)
READS = {"dynamic_slice": 2, "slice_": 1}
WRITES = {"update_slice": 3}


def if_converted(body: Any, call: Call, branches: Sequence[Program], analysis: Analysis) -> list[Atom] | None:
    """The outputs of a cond computed without it, or None where that does not pay or does not do."""
    links = {output: operand - 1 for operand, output in analysis.branch_links(branches).items()}
    if sum(cost(b) for b in branches) > LIMIT:
        return None
    if not all(as_one_select_chain(b, set(links.values()), analysis) for b in branches) or not choosable(
        branches, links
    ):
        return None
    predicate, *values = call.operands
    inverse = body.add("not_", (predicate,), Var("p", predicate.type), call.span)
    then = splice_branch(body, branches[0], values, predicate)
    current = list(values)
    for output, operand in links.items():
        current[operand] = then[output]
    orelse = splice_branch(body, branches[1], current, inverse)
    return [select_result(body, call, k, then[k], orelse[k], k in links) for k in range(len(call.outputs))]


def cost(branch: Program) -> float:
    return sum(call_cost(call) for call in branch.body)


def call_cost(call: Call) -> float:
    name = call.primitive.name
    small = all(v.type.size <= ELEMENTS for v in call.outputs)
    if name in WRITES and call.operands[1].type.size <= ELEMENTS:
        return WRITES[name]
    if name in READS and small:
        return READS[name]
    if small and all(o.type.size <= ELEMENTS for o in call.operands):
        return COSTLY.get(name, 1 if name in FREE else LIMIT + 1)
    return LIMIT + 1


def as_one_select_chain(branch: Program, linked: set[int], analysis: Analysis) -> bool:
    """Whether all writes are to parameters that the branch returns, each to the latest version."""
    latest = {branch.parameters[k].name for k in linked}
    for call in branch.body:
        if call.primitive.access == "write":
            source = call.operands[0]
            if not isinstance(source, Var) or source.name not in latest:
                return False
            latest.remove(source.name)
            latest.add(call.outputs[0].name)
    return latest <= {r.name for r in branch.results if isinstance(r, Var)}


def choosable(branches: Sequence[Program], links: dict[int, int]) -> bool:
    """Whether every result is a linked array, small, or the same operand in both branches."""
    for k, results in enumerate(zip(*(b.results for b in branches))):
        places = [b.parameters.index(r) if r in b.parameters else None for b, r in zip(branches, results)]
        same = places[0] is not None and places[0] == places[1]
        if k not in links and not same and results[0].type.size > ELEMENTS:
            return False
    return True


def splice_branch(body: Any, branch: Program, values: Sequence[Atom], predicate: Atom) -> list[Atom]:
    """The calls of a branch, here; what it writes only where the predicate holds."""
    env = dict(zip([p.name for p in branch.parameters], values))
    for call in branch.body:
        operands = tuple(env.get(o.name, o) if isinstance(o, Var) else o for o in call.operands)
        if call.primitive.access == "write":
            operands = predicate_write(body, call, operands, predicate)
        outputs = tuple(body.fresh(v) for v in call.outputs)
        body.calls.append(Call(outputs, call.primitive, operands, call.params, call.span))
        env.update(zip([v.name for v in call.outputs], outputs))
    return [env[r.name] if isinstance(r, Var) else r for r in branch.results]


def predicate_write(body: Any, call: Call, operands: tuple[Atom, ...], predicate: Atom) -> tuple[Atom, ...]:
    """The operands of a write that puts back what was there unless the predicate holds."""
    x, u, *starts = operands
    old = body.add("dynamic_slice", (x, *starts), Var("old", u.type), call.span, **dict(call.params))
    return x, choice(body, predicate, u, old, call.span), *starts


def choice(body: Any, predicate: Atom, x: Atom, y: Atom, span: Any) -> Atom:
    if x.type.shape:
        like = Var("p", Type(predicate.type.dtype, x.type.shape))
        predicate = body.add("broadcast", (predicate,), like, span, shape=x.type.shape, axes=())
    return body.add("select", (predicate, x, y), Var("chosen", x.type), span)


def select_result(body: Any, call: Call, k: int, then: Atom, orelse: Atom, linked: bool) -> Atom:
    if linked or then == orelse:
        return orelse
    return choice(body, call.operands[0], then, orelse, call.span)
