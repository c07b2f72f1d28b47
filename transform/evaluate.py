"""Running a Program with NumPy: each call by its primitive's NumPy meaning. Exact, no compiler, for tests and
constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from .program import Atom, Const, Program


def evaluate(program: Program, *arguments: Any) -> tuple:
    """The results of a program on arrays of its parameter types (or of a Python function that stands for one)."""
    if not isinstance(program, Program):            # a program printed in the primitive style runs by itself
        results = program(*arguments)
        return results if isinstance(results, tuple) else (results,)
    env = {p.name: np.asarray(a, p.type.dtype) for p, a in zip(program.parameters, arguments, strict=True)}

    def value(atom: Atom) -> Any:
        return atom.value if isinstance(atom, Const) else env[atom.name]

    for call in program.body:
        out = call.primitive.numpy(*map(value, call.operands), **dict(call.params))
        for var, array in zip(call.outputs, out if call.primitive.multiple else (out,), strict=True):
            env[var.name] = array
    return tuple(np.asarray(value(r)) for r in program.results)
