"""Optimise a reading, and drop its error outputs when no error can occur."""
from __future__ import annotations

import dataclasses

from recto import transform
from recto.transform import Reading
from recto.transform.ir.program import Const


def settled(reading: Reading) -> tuple[Reading, transform.Program]:
    """The reading with its optimised program; without errors where it has turned out that there can be none."""
    program = transform.optimise(reading.program)
    code = program.results[reading.behind] if reading.errors else None
    if not isinstance(code, Const) or code.value.any():
        return reading, program
    behind = reading.behind + 1 + len(reading.payload)
    results = (*program.results[:reading.behind], *program.results[behind:])
    program = transform.optimise(dataclasses.replace(program, results=results))
    return dataclasses.replace(reading, program=program, errors=[], payload=[]), program
