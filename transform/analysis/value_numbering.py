"""Global value numbering through nested programs: find the values of a program that are equal under different
names.

Calls of one primitive on equal values are equal. Calls that hold programs are equal if these compute equal
results from equal parameters (Alpern, Wegman, Zadeck 1988; here without cycles, as programs are closed and
each value is made once).

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(p: "bool[]", x: "f64[]"):
...     def then(x: "f64[]"):
...         y = prim.sin(x)
...         return y
...     def orelse(x: "f64[]"):
...         return x
...     def then_1(a: "f64[]"):
...         b = prim.sin(a)
...         return b
...     (y,) = prim.cond(p, x, branches=(then, orelse))
...     (z,) = prim.cond(p, x, branches=(then_1, orelse))
...     w = prim.sin(x)
...     return y, z, w
... ''')
>>> y, z, w = ValueNumbering().of(program)
>>> y == z, y == w
(True, False)
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..ir.program import Call, Const, Program, Var


class ValueNumbering:
    """The numbers of values; equal numbers are equal values. Effects are not looked at, nor which types are weak."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def of(self, program: Program) -> list[int]:
        """The numbers of a program's results, in terms of its parameters."""
        env = {p.name: self.number(("parameter", k, kind_of(p))) for k, p in enumerate(program.parameters)}

        def value(atom: Any) -> int:
            return self.number(("constant", atom)) if isinstance(atom, Const) else env[atom.name]

        for call in program.body:
            if is_same_value(call):
                env[call.outputs[0].name] = value(call.operands[0])
                continue
            made = self.made(call, tuple([value(o) for o in call.operands]))
            for k, v in enumerate(call.outputs):
                env[v.name] = self.number(("output", made, k))
        return [value(r) for r in program.results]

    def made(self, call: Call, operands: tuple[int, ...]) -> int:
        params = tuple([(name, self.parameter(value)) for name, value in call.params if name != "weak"])
        return self.number((call.primitive.name, operands, params))

    def parameter(self, value: Any) -> Hashable:
        """The key of a static parameter: for a program, the numbers of its results."""
        if isinstance(value, Program):
            return ("program", tuple([kind_of(p) for p in value.parameters]), tuple(self.of(value)))
        if isinstance(value, tuple):
            return tuple([self.parameter(v) for v in value])
        return value if isinstance(value, Hashable) else id(value)

    def number(self, key: Hashable) -> int:
        return self.numbers.setdefault(key, len(self.numbers))


def kind_of(var: Var) -> tuple[str, tuple[int, ...]]:
    """Its type, weak or not."""
    return var.type.dtype.str, var.type.shape


def is_same_value(call: Call) -> bool:
    """Whether it is a cast that says no more than whether a number is weak."""
    return call.primitive.name == "cast" and call.operands[0].type.dtype == call.outputs[0].type.dtype
