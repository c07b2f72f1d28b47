"""The simplifier: rewrite from front to back with identities, constant folding, value numbering, and removal
of empty branches and loops.

    y = sin(x);  z = sin(x);  return y * z      =>      z = sin(x);  return z * z

>>> from ...reader import read
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
    y = prim.sin(x)                        # f64[3]
    z = prim.mul(y, y)                     # f64[3]
    cast_i = prim.cast(i, dtype=prim.i64)  # i64[]
    return z, cast_i
"""

from __future__ import annotations

from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Var
from .rules import algebraic, control_flow, data_movement, idioms, regions  # noqa: F401 (rules)
from .rewriter import Rewriter


class Programs:
    """The user's functions that a program calls, each simplified once."""

    def __init__(self) -> None:
        self.done: dict[int, tuple[Program, Program]] = {}

    def __call__(self, program: Program) -> Program:
        if id(program) not in self.done:
            scope = Rewriter(program, self)
            short = scope.close(program.parameters, scope.run())
            self.done[id(program)] = program if short == program else short, program
        return self.done[id(program)][0]


def simplify(program: Program) -> Program:
    """An equal program, shorter: see above. Its parameters, the types of its results and their order stay."""
    scope = Rewriter(program, Programs())
    results = scope.run()
    strong = Strength(scope)
    return scope.close(program.parameters, [strong(r, old) for r, old in zip(results, program.results)])


class Strength:
    """Results that are Python numbers remain such, and those that are none don't become such."""

    def __init__(self, scope: Rewriter):
        self.scope = scope
        self.made: dict[str, Var] = {}

    def __call__(self, result: Atom, old: Atom) -> Atom:
        if result.type.weak == old.type.weak:
            return result
        if type(result) is Const:
            return Const(result.value, old.type)
        if type(old) is Const:
            return old
        if old.name not in self.made:
            self.made[old.name] = self._cast(result, old)
        return self.made[old.name]

    def _cast(self, result: Var, old: Var) -> Var:
        scope, kind = self.scope, old.type
        vacant = (
            old.name in scope.env
            and old.name not in scope.made
            and old.name not in scope.preferred_names.values()
        )
        output = Var(old.name if vacant else scope.names.fresh(old.name), kind)
        params = (("dtype", kind.dtype), ("weak", True)) if kind.weak else (("dtype", kind.dtype),)
        span = next((call.span for call in scope.source.body if old in call.outputs), None)
        scope.calls.append(Call((output,), TABLE["cast"], (result,), params, span))
        return output
