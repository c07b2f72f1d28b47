"""Versions of arrays: the array that a sequence of writes started from.

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]", p: "bool[]"):
...     def then(y: "f64[3]"):
...         y_1 = prim.update_slice(y, 1.0, 2, drop=(0,), sizes=(1,))
...         return y_1
...     def orelse(y: "f64[3]"):
...         return y
...     x_1 = prim.update_slice(x, 0.0, 1, drop=(0,), sizes=(1,))
...     (x_2,) = prim.cond(p, x_1, branches=(then, orelse))
...     return x_2
... ''')
>>> first_version(program.results[0], makers(program.body)).name
'x'
"""

from __future__ import annotations

from ..ir.program import Atom, Call, Program, Var
from .def_use import makers
from .loops import LoopView, is_loop


def first_version(atom: Atom, made: dict[str, Call]) -> Atom:
    """The value that writes have made this one of, one after another, in branches and loops too. Where a branch makes a
    new one, it is that of the other branch."""
    while isinstance(atom, Var) and (call := made.get(atom.name)) is not None:
        source = written_operand(call, call.outputs.index(atom))
        if source is None:
            return atom
        atom = call.operands[source]
    return atom


def written_operand(call: Call, output: int) -> int | None:
    """The operand of which a call makes an output by writes."""
    if is_loop(call):
        view = LoopView(call)
        carry = view.first + output
        return carry if written_parameter(view.body, output) == carry + view.shift else None
    if call.primitive.name == "cond":
        places = [written_parameter(branch, output) for branch in call.param("branches")]
        found = {place for place in places if place is not None}
        return next(iter(found)) + 1 if len(found) == 1 else None
    return 0 if call.primitive.access == "write" else None


def written_parameter(program: Program, result: int) -> int | None:
    """The parameter of which a program makes a result by writes."""
    first = first_version(program.results[result], makers(program.body))
    return program.parameters.index(first) if isinstance(first, Var) and first in program.parameters else None
