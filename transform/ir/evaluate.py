"""Interpret a Program with NumPy: each call by its primitive's NumPy meaning. It is exact and needs no
compiler; tests and constant folding use it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .program import Const, Program


def evaluate(program: Program, *arguments: Any) -> tuple[Any, ...]:
    """The results of a program on arrays of its parameter types (or of a Python function that stands for one)."""
    if not isinstance(program, Program):  # a program printed in the primitive style runs by itself
        results = program(*arguments)
        return results if isinstance(results, tuple) else (results,)
    env = {p.name: np.asarray(a, p.type.dtype) for p, a in zip(program.parameters, arguments, strict=True)}
    for call in program.body:
        primitive, params = call.primitive, call.params
        values = [o.value if isinstance(o, Const) else env[o.name] for o in call.operands]
        out = primitive.numpy(*values, **dict(params)) if params else primitive.numpy(*values)
        if primitive.multiple:
            env.update(zip([v.name for v in call.outputs], out, strict=True))
        else:
            env[call.outputs[0].name] = out
    return tuple([np.asarray(r.value if isinstance(r, Const) else env[r.name]) for r in program.results])
