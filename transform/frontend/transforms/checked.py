"""Run-time checks: a program read under `recto.debug.checks` is instrumented, and a fault is raised as an
exception at the user's line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import settings
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Program
from ...passes import optimise
from ...passes.autodiff.checkpointing import with_checkpoints
from ...passes.autodiff.custom_rules import strip_custom_rules
from ...passes.checking.checks import Fault, Slot, checks, used_slots
from ...passes.simplify.inlining import inline
from ...passes.vectorize.collectives import collect
from ..state.texts import Hole, Payload, Text
from .vmap import first_failing, pick_lane


def with_checks(
    program: Program, errors: list, payload: list, behind: int, members: tuple[str, int] | None
) -> tuple[Program, list, list]:
    """The program with checks, all that it can raise, and the registers that hold values for their texts.

    A fault counts before what the user raises: behind an exception nothing runs that could be one.

    Args:
        behind: the number of the first result behind those that are returned or written back.
        members: the name and size of the axis along which devices lie that all run the program.
    """
    plain = optimise(strip_custom_rules(with_checkpoints(program)))
    found, faults = checks(plain, settings.checks, len(errors) + 1)
    if not faults:
        return program, errors, payload
    b, count = Builder(), len(program.results)
    results = inline(b, found, [b.parameter(p.type, p.name) for p in found.parameters])
    last = behind + (1 + len(payload) if errors else 0)
    code, *values = results[count:] if members is None else of_all(results[count:], *members)
    if errors:
        code = TABLE["select"](code != np.int32(0), code, results[behind])
    results = [*results[:behind], code, *results[behind + 1 : last], *values, *results[last:count]]
    registers = [("fault", name) for name in used_slots(faults)]
    return (
        b.finish(results, program.name),
        [*errors, *map(fault_as_exception, faults)],
        [*payload, *registers],
    )


def of_all(values: list[Sym], name: str, size: int) -> list[Sym]:
    """The code, and what goes with it, of the first member that has a fault."""
    gathered = [collect(x.builder, "all_gather", [x], name=name, size=size, axis=0) for x in values]
    member = first_failing(gathered[0])
    return [pick_lane(x, member) for x in gathered]


def fault_as_exception(fault: Fault) -> tuple[type, Payload, Any]:
    """A fault as an exception that a program raises: its class, its arguments, its place."""
    names = list(dict.fromkeys(part.name for part in fault.text if isinstance(part, Slot)))
    parts = tuple(Hole(names.index(p.name), weak=True) if isinstance(p, Slot) else p for p in fault.text)
    return (
        fault.exception,
        Payload((Text(parts),), tuple(("fault", name) for name in names)),
        fault.span if fault.span and fault.span.file else None,
    )
