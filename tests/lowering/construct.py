"""Building programs by hand: loops, branches, reads and writes on the Syms of a Builder."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder, Sym, builder_of
from recto.transform.ir.program import Program, Type, check

F64, I64, BOOL = np.dtype(np.float64), np.dtype(np.int64), np.dtype(bool)


def program(function: Callable, *types: Type, name: str = "f") -> Program:
    """The program of a function on Syms."""
    b = Builder()
    results = function(*(b.parameter(t, f"x{k}") for k, t in enumerate(types)))
    return check(b.finish(results if isinstance(results, tuple) else (results,), name))


def array(*shape: int, dtype: Any = F64) -> Type:
    return Type(np.dtype(dtype), shape)


def _builder(values: Sequence[Any]) -> Builder:
    return builder_of(values)


def _inner(outer: Builder, types: Sequence[Type], function: Callable, name: str,
           lead: int = 0) -> tuple[Program, list[Sym]]:
    """A program of a function inside `outer`, and what it captured."""
    b = Builder(outer)
    results = function(*(b.parameter(t, "c") for t in types))
    made = b.finish(tuple(results), name, lead)
    return made, [Sym(outer, v) for v in b.captured]


def fori(lo: Any, hi: Any, carry: Sequence[Any], body: Callable, step: int = 1) -> tuple:
    """for i in range(lo, hi, step): carry = body(i, *carry)."""
    b = _builder((lo, hi, *carry))
    lo, hi = (b.lift(v, None if isinstance(v, Sym) else I64) for v in (lo, hi))
    carry = [b.lift(c) for c in carry]
    made, captured = _inner(b, [lo.type, *(c.type for c in carry)], lambda i, *cs: body(i, *cs), "body", 1)
    return prim.fori_loop(lo, hi, *captured, *carry, body=made, step=step, invariant=len(captured))


def while_(carry: Sequence[Any], test: Callable, body: Callable) -> tuple:
    """while test(*carry): carry = body(*carry)."""
    b = _builder(carry)
    carry = [b.lift(c) for c in carry]
    types = [c.type for c in carry]
    test_program, test_needs = _inner(b, types, lambda *cs: (test(*cs),), "test")
    body_program, body_needs = _inner(b, types, body, "body")
    needs = list({s.atom: s for s in (*test_needs, *body_needs)}.values())
    test_program = _with_parameters(test_program, test_needs, needs)
    body_program = _with_parameters(body_program, body_needs, needs)
    return prim.while_loop(*needs, *carry, test=test_program, body=body_program, invariant=len(needs))


def cond(predicate: Any, values: Sequence[Any], then: Callable, orelse: Callable) -> tuple:
    """then(*values) if predicate else orelse(*values)."""
    b = _builder((predicate, *values))
    values = [b.lift(v) for v in values]
    types = [v.type for v in values]
    made = [_inner(b, types, f, n) for f, n in ((then, "then"), (orelse, "orelse"))]
    needs = list({s.atom: s for _, captured in made for s in captured}.values())
    branches = tuple(_with_parameters(p, captured, needs) for p, captured in made)
    return prim.cond(predicate, *needs, *values, branches=branches)


def _with_parameters(p: Program, captured: Sequence[Sym], needs: Sequence[Sym]) -> Program:
    """The program with a parameter for each of `needs`, of which it captured some."""
    own = dict(zip([s.atom for s in captured], p.parameters))
    names = {v.name for call in p.body for v in call.outputs} | {v.name for v in p.parameters}
    lead = []
    for k, s in enumerate(needs):
        name = f"unused_{k}"
        assert name not in names
        lead.append(own.get(s.atom) or s.atom.__class__(name, s.type))
    return Program(p.name, (*lead, *p.parameters[len(captured):]), p.body, p.results)


def read(a: Any, *index: Any) -> Any:
    """a[i], a[i, j]: an element."""
    sizes, drop = (1,) * len(index), tuple(range(len(index)))
    return prim.dynamic_slice(a, *map(_integer, index), sizes=sizes, drop=drop)


def write(a: Any, value: Any, *index: Any) -> Any:
    """a with a[i] = value."""
    value = builder_of((a, value)).lift(value, a.dtype)
    sizes, drop = (1,) * len(index), tuple(range(len(index)))
    return prim.update_slice(a, value, *map(_integer, index), sizes=sizes, drop=drop)


def read_row(a: Any, i: Any) -> Any:
    return prim.dynamic_slice(a, _integer(i), np.int64(0), sizes=(1, a.shape[1]), drop=(0,))


def write_row(a: Any, row: Any, i: Any) -> Any:
    return prim.update_slice(a, row, _integer(i), np.int64(0), sizes=(1, a.shape[1]), drop=(0,))


def _integer(i: Any) -> Any:
    return i if isinstance(i, Sym) else np.int64(i)
