"""Running a Program with NumPy: each call by its primitive's NumPy meaning. Exact, no compiler, for tests and
constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .program import Atom, Const, Program


def evaluate(program: Program, *arguments: Any) -> tuple:
    """The results of a program on arrays of its parameter types (or of a Python function that stands for one)."""
    return evaluator(program)(*arguments)


def evaluator(program: Program) -> Callable[..., tuple]:
    """`evaluate` for one program, prepared for many runs: values stand in a list, at places that are known."""
    if not isinstance(program, Program):            # a program printed in the primitive style runs by itself
        return lambda *arguments: as_tuple(program(*arguments))
    values: list[Any] = [None] * len(program.parameters)
    places = {p.name: k for k, p in enumerate(program.parameters)}

    def place(atom: Atom) -> int:
        if isinstance(atom, Const):
            values.append(atom.value)
            return len(values) - 1
        return places[atom.name]

    steps = []
    for call in program.body:
        operands = [place(o) for o in call.operands]
        outputs = range(len(values), len(values) + len(call.outputs))
        places.update(zip([v.name for v in call.outputs], outputs))
        values += [None] * len(outputs)
        params = {name: prepared(value) for name, value in call.params}
        steps.append((call, call.primitive.numpy, operands, params, outputs, call.primitive.multiple))
    results = [place(r) for r in program.results]

    def run(*arguments: Any) -> tuple:
        env = values.copy()
        for k, (parameter, argument) in enumerate(zip(program.parameters, arguments, strict=True)):
            env[k] = np.asarray(argument, parameter.type.dtype)
        for call, numpy, operands, params, outputs, multiple in steps:      # a fault is told with the place of `call`
            out = numpy(*[env[k] for k in operands], **params)
            for k, array in zip(outputs, out if multiple else (out,), strict=True):
                env[k] = array
        return tuple([np.asarray(env[k]) for k in results])

    return run


def prepared(value: Any) -> Any:
    """A static parameter whose programs are functions, each prepared when it is first run."""
    if isinstance(value, tuple):
        return tuple([prepared(v) for v in value])
    if not isinstance(value, Program):
        return value
    made: list[Callable] = []

    def run(*arguments: Any) -> tuple:
        if not made:
            made.append(evaluator(value))
        return made[0](*arguments)

    run.result_types = value.result_types
    return run


def as_tuple(results: Any) -> tuple:
    return results if isinstance(results, tuple) else (results,)
