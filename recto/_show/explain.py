"""`.explain()`: the compiler's decisions about a function, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from recto.transform import AnotherSize, Reading
from recto.transform.core.spelling import plain_text

from .source import text_of


def explain(function: Any, args: tuple, kwargs: dict) -> str:
    _, reading = function._reading(args, kwargs)
    compiled = function.lower(*args, **kwargs).compile()
    found = decisions(function.__name__, reading, function.notes, function.parameter_names)
    return "\n".join([*found, *costs(compiled)])


def decisions(name: str, reading: Reading, notes: Iterable[str], names: Sequence[str] = ()) -> list[str]:
    """The decisions of the reading."""
    lines = [f"{name}: " + ", ".join(f"{p.name}: {p.type}" for p in reading.program.parameters)]
    lines += [f"  captured from outside: {path}" for path in reading.captures]
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


def costs(compiled: Any) -> list[str]:
    """The memory and operations of an executable."""
    memory, cost = compiled.memory_analysis(), compiled.cost_analysis()
    return [
        f"  memory: {memory['argument']} bytes in, {memory['output']} out, {memory['temp']} temporary",
        f"  cost: {cost.get('flops', 0):.0f} flops, {cost.get('bytes accessed', 0):.0f} bytes accessed",
    ]
