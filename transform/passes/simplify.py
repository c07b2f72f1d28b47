"""Rewriting from front to back: identities, constants, calls that are equal, branches and loops with nothing in them.

>>> from ..reader import read
>>> print(simplify(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]", i: "i64[] weak"):
...     cast_i = prim.cast(i, dtype=prim.i64)
...     sin_x = prim.sin(x)
...     y = prim.sin(x)
...     z = prim.mul(sin_x, y)
...     return z, cast_i
... ''')))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[3]", i: "i64[] weak"):
    y = prim.sin(x)     # f64[3]
    z = prim.mul(y, y)  # f64[3]
    cast_i = prim.cast(i, dtype=prim.i64)  # i64[]
    return z, cast_i
"""
from __future__ import annotations

from ..build import TABLE
from ..program import Atom, Call, Const, Program, Var
from . import control_flow, identities, layout       # they fill the table of rules
from .scope import Scope


class Programs:
    """The user's functions that a program calls, each simplified once."""

    def __init__(self) -> None:
        self.done: dict[int, tuple[Program, Program]] = {}

    def __call__(self, program: Program) -> Program:
        if id(program) not in self.done:
            scope = Scope(program, self)
            self.done[id(program)] = scope.close(program.parameters, scope.run()), program
        return self.done[id(program)][0]


def simplify(program: Program) -> Program:
    """An equal program, shorter: see above. Its parameters, the types of its results and their order stay."""
    scope = Scope(program, Programs())
    results = scope.run()
    return scope.close(program.parameters, [same_strength(scope, r, old) for r, old in zip(results, program.results)])


def same_strength(scope: Scope, result: Atom, old: Atom) -> Atom:
    """A result that is a Python number remains one, and one that is none doesn't become one."""
    if result.type.weak == old.type.weak:
        return result
    if type(result) is Const:
        return Const(result.value, old.type)
    output = Var(scope.names.fresh(f"cast_{result.name}"), old.type)
    params = (("dtype", old.type.dtype),) + ((("weak", True),) if old.type.weak else ())
    scope.calls.append(Call((output,), TABLE["cast"], (result,), params))
    return output
