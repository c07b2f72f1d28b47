"""Inlining: replay the calls of a program in a builder.

y = call(f, x)      # f(x): return sin(x) + x       =>      y = sin(x) + x
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...ir.builder import Builder, Sym
from ...ir.program import Call, Const, Program


def inline(
    b: Builder,
    program: Program,
    inputs: Sequence[Sym],
    see: Callable[[Call, Sequence[Sym]], None] | None = None,
    instead: Callable[[Call, list[Sym]], Sequence[Sym] | None] | None = None,
) -> list[Sym]:
    """A closed program's calls in a builder; its results.

    Args:
        see: is shown every call with what it gives.
        instead: of a call and its operands: what to take instead of its results, or None.
    """
    env = {p.name: x for p, x in zip(program.parameters, inputs, strict=True)}
    value = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
    for call in program.body:
        b.site.span = call.span
        operands = [value(o) for o in call.operands]
        known = instead(call, operands) if instead else None
        outs: Any = known
        if known is None:
            out = b.bind(call.primitive, operands, dict(call.params))
            outs = out if call.primitive.multiple else (out,)
        for var, sym in zip(call.outputs, outs, strict=True):
            env[var.name] = sym
            b.name(sym, var.name)
        if see and known is None:
            see(call, outs)
    return [value(r) for r in program.results]
