"""Induction variables: the carries of a loop that each iteration changes by the same constant (Aho, Lam,
Sethi and Ullman, Compilers, 9.1.8).

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def body(n: "i64[]", k: "i64[]", x: "f64[]"):
...     k_1 = prim.add(k, 2)
...     x_1 = prim.mul(x, x)
...     return k_1, x_1
... ''')
>>> counting(program, 1), counting(program, 2)
(2, 0)
"""

from __future__ import annotations

from typing import Any

from ..ir.program import Const, Var
from .def_use import behind, maker, makers


def counting(body: Any, k: int) -> int:
    """The constant that each iteration adds to an integer carry, the k-th parameter; 0 if anything else
    becomes of it."""
    made, parameter = makers(body.body), body.parameters[k]
    call = maker(body.results[k - len(body.parameters) + len(body.results)], made, "add", "sub")
    if call is None or parameter.type.shape or parameter.type.dtype.kind != "i":
        return 0
    x, by = call.operands
    if call.primitive.name == "add" and not isinstance(by, Const):
        x, by = by, x
    if not isinstance(by, Const) or not isinstance(x, Var):
        return 0
    x = behind(x, made, "cast")  # of a weak integer to a strong one
    return 0 if x != parameter else int(by.value) if call.primitive.name == "add" else -int(by.value)
