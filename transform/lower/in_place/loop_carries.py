"""Simplify loop carries: drop invariant and constant ones, and pack many scalars into one vector.

for …: x, c = f(x, c), c            ⇒   for …: x = f(x, c)                      c is an invariant
for …: s1, …, s33 = f(s1, …, s33)   ⇒   for …: s = stack(f(s[0], …, s[32]))     one carry
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ...ir.program import Atom, Call, Const, Program, Type, Var

MANY_SCALARS = 32  # of one dtype: more are carried as a vector, which halves what they cost


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop that is being rewritten: `programs` are its body and, if it has one, its test; all `values` come last."""

    values: list[Atom]
    programs: dict[str, Program]
    invariant: int

    @property
    def carry(self) -> list[Atom]:
        return self.values[self.invariant :]

    def lead(self, name: str) -> int:
        """The number of a program's parameters before the values: the body of a counted loop has its index."""
        return len(self.programs[name].parameters) - len(self.values)


def rename_operands(atoms: Sequence[Atom], env: dict[str, Atom]) -> tuple[Atom, ...]:
    return tuple([env.get(a.name, a) if isinstance(a, Var) else a for a in atoms])


# -- carries that do not change, operands that are constants -----------------------------------------------------------


def drop_constant_carries(loop: Loop) -> tuple[Loop, list[int]]:
    """The loop without them, and which carries are left."""
    body, first = loop.programs["body"], loop.lead("body") + loop.invariant
    changed = [k for k, (r, p) in enumerate(zip(body.results, body.parameters[first:])) if r != p]
    fixed = [k for k in range(len(loop.values)) if k - loop.invariant not in changed]
    folded = {k: loop.values[k] for k in fixed if isinstance(loop.values[k], Const)}
    if len(changed) == len(body.results) and not folded:
        return loop, changed
    fixed = [k for k in fixed if k not in folded]
    order = [*fixed, *(loop.invariant + k for k in changed)]
    programs = {
        name: reorder_parameters(p, loop.lead(name), order, folded) for name, p in loop.programs.items()
    }
    results = tuple(programs["body"].results[k] for k in changed)
    programs["body"] = dataclasses.replace(programs["body"], results=results)
    return Loop([loop.values[k] for k in order], programs, len(fixed)), changed


def reorder_parameters(program: Program, lead: int, order: Sequence[int], folded: dict[int, Atom]) -> Program:
    """The program with some of its parameters after the first `lead`, in this order, and the constants put in."""
    parameters = program.parameters
    env = {parameters[lead + k].name: value for k, value in folded.items()}
    rename = lambda c: Call(c.outputs, c.primitive, rename_operands(c.operands, env), c.params, c.span)
    body = tuple(map(rename, program.body)) if env else program.body
    kept = (*parameters[:lead], *(parameters[lead + k] for k in order))
    return Program(program.name, kept, body, rename_operands(program.results, env))


# -- many scalars ------------------------------------------------------------------------------------------------------


def crowd(carry: Sequence[Atom]) -> list[int]:
    """The scalar carries of the commonest dtype, if there are many."""
    scalars: dict[Any, list[int]] = {}
    for k, value in enumerate(carry):
        if not value.type.shape:
            scalars.setdefault(value.type.dtype, []).append(k)
    most = max(scalars.values(), key=len, default=[])
    return most if len(most) > MANY_SCALARS else []


def pack_carries(loop: Loop, many: Sequence[int], into: Any, span: Any) -> tuple[Loop, Var]:
    """The loop with the carries `many` as one vector, carried last; the vector that it begins with."""
    vector = append_packing(into, [loop.carry[k] for k in many], span)
    places = [loop.invariant + k for k in many]
    values = [v for k, v in enumerate(loop.values) if k not in places]
    programs = {}
    for name, program in loop.programs.items():
        own = [loop.lead(name) + k for k in places]
        results = [len(program.parameters) - k for k in own] if name == "body" else []
        programs[name] = with_vector(program, own, into.fresh(vector), results, into.inner())
    return Loop([*values, vector], programs, loop.invariant), vector


def with_vector(
    program: Program, places: Sequence[int], vector: Var, returned: Sequence[int], inner: Any
) -> Program:
    """The program with a vector as its last parameter instead of those at `places`.

    Args:
        returned: results, counted from the end, that become a vector too, returned last.
        inner: an empty Body to write it in.
    """
    values = dict(zip(places, append_unpacking(inner, vector, None)))
    results = inner.inline(program, [values.get(k, p) for k, p in enumerate(program.parameters)])
    if returned:
        packs = [len(results) - d for d in returned]
        rest = [r for k, r in enumerate(results) if k not in packs]
        results = [*rest, append_packing(inner, [results[k] for k in packs], None)]
    kept = tuple(p for k, p in enumerate(program.parameters) if k not in values)
    return Program(program.name, (*kept, vector), tuple(inner.calls), tuple(results))


def append_packing(into: Any, atoms: Sequence[Atom], span: Any) -> Var:
    """Append the calls that make one vector of scalars."""
    column = Type(atoms[0].type.dtype, (1,))
    parts = [into.add("reshape", (a,), Var("part", column), span, shape=(1,)) for a in atoms]
    return into.add("concatenate", parts, Var("packed", Type(column.dtype, (len(parts),))), span, axis=0)


def append_unpacking(into: Any, vector: Var, span: Any) -> list[Var]:
    """Append the calls that make scalars of a vector."""
    element = Var("part", Type(vector.type.dtype))
    window = lambda k: {"starts": (k,), "limits": (k + 1,), "strides": (1,), "drop": (0,)}
    return [into.add("slice_", (vector,), element, span, **window(k)) for k in range(vector.type.shape[0])]
