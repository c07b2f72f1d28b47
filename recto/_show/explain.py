"""`.explain()`: the compiler's decisions about a function, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from recto import transform
from recto.transform import AnotherSize, Path, Program, Reading
from recto.transform.core.errors import SAYINGS
from recto.transform.core.spelling import plain_text
from recto.transform.inspection.cost import Cost, cost

from .report import Report, Section
from .result_tree import text_of


def explain(function: Any, args: tuple, kwargs: dict) -> Report:
    _, reading = function._reading(args, kwargs)
    compiled = function.lower(*args, **kwargs).compile()
    found = decisions(function.__name__, reading, function.notes, function.parameter_names)
    program = transform.optimise(reading.program)
    return Report.of(section([*found, *costs(program, compiled)]))


def section(lines: Sequence[str]) -> Section:
    """The first line as the heading of the others."""
    return Section(lines[0], tuple([(line.strip(),) for line in lines[1:]]))


def decisions(name: str, reading: Reading, notes: Iterable[str], names: Sequence[str] = ()) -> list[str]:
    """The decisions of the reading."""
    counts = Path(SAYINGS)  # how many things the call has printed before it began again
    own = [k for k, path in enumerate(reading.captures) if path == counts]
    parameters = [p for k, p in enumerate(reading.program.parameters) if k not in own]
    lines = [f"{name}: " + ", ".join(f"{p.name}: {p.type}" for p in parameters)]
    lines += [f"  captured from outside: {path}" for path in reading.captures if path != counts]
    lines += [
        f"  guarded: {path} = {plain_text(value)}"
        for path, value in reading.guards.items()
        if isinstance(value, (int, float, str, bool, tuple, type(None)))
    ]
    lines += [
        f"  mutated argument: {reading.program.parameters[len(reading.captures) + k].name}"
        for k in reading.mutated
    ]
    lines += [f"  changed outside: {text_of(store, names)}" for store in reading.stores]
    lines += [f"  changed outside: {path}[...]" for path, _ in reading.overwritten]
    lines += [
        f"  may raise: {exception.__name__} at {span}"
        for exception, _, span in reading.errors
        if exception is not AnotherSize
    ]
    return [*lines, *(f"  {note}" for note in [*dict.fromkeys(notes), *reading.notes])]


def costs(program: Program, compiled: Any) -> list[str]:
    """The costs of an executable: memory as XLA lays it out, operations as the program does them."""
    memory = compiled.memory_analysis()
    return [
        f"  memory: {memory['argument']} bytes in, {memory['output']} out, {memory['temp']} temporary",
        *work(cost(program)),
    ]


def work(found: Cost) -> list[str]:
    """Operations and bytes; loops of unknown length one by one."""
    figures = lambda c: f"{count(c.flops)} operations, {count(c.bytes)} bytes read and written"
    return [
        f"  cost: {figures(found)}",
        *(
            f"  cost of each iteration of the loop at {span}: {figures(one)}"
            for span, one in found.iterations
        ),
    ]


def count(number: float) -> str:
    """1250, 3.2e+09"""
    return f"{number:.0f}" if number < 1e6 else f"{number:.3g}"
