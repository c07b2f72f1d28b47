"""Speculation analysis: find reads that Python would evaluate lazily (behind `and`, `or`, `if`), so that they
are neither hoisted nor shared.

In `i < n and a[i] > 0` the program reads a[i] in any case, with the index clamped; printed NumPy must read it
only after `i < n`. It can, as long as no other call uses that read. So such a read is neither moved nor
shared, except with one that Python evaluates anyway.

>>> from ...reader import read
>>> sorted(lazily_evaluated(read('''
... from recto.transform import primitives as prim
... def f(a: "f64[3]", i: "i64[]", n: "i64[]"):
...     lt = prim.lt(i, n)
...     ai = prim.dynamic_slice(a, i, sizes=(1,), drop=(0,))
...     gt = prim.gt(ai, 0.0)
...     both = prim.and_(lt, gt)
...     an = prim.dynamic_slice(a, n, sizes=(1,), drop=(0,))
...     return both, an
... ''')))
['ai', 'gt']
"""

from __future__ import annotations

from ...ir.program import Call, Const, Program, Var

LAZY = frozenset(["and_", "or_", "select"])  # Python may come to their first operand only


def lazily_evaluated(program: Program) -> frozenset[str]:
    """The scalars that are used only where Python may not come to."""
    reached = {r.name for r in program.results if type(r) is Var}
    found = set()
    for call in reversed(program.body):
        name = call.outputs[0].name if call.outputs else ""
        scalar = (
            call.primitive.kind != "control"
            and not call.primitive.multiple
            and not call.outputs[0].type.shape
        )
        inside = scalar and name not in reached
        if inside:
            found.add(name)
            continue
        later = call.operands[:1] if scalar and call.primitive.name in LAZY else call.operands
        reached.update([o.name for o in later if type(o) is Var])
    return frozenset(found)


def is_risky(call: Call) -> bool:
    """Whether the call reads an array at a place that is computed, and so perhaps out of range."""
    return call.primitive.access == "read" and any(type(o) is not Const for o in call.operands[1:])
