"""Warn about repeated compilation of a function, with the difference between the calls."""

from __future__ import annotations

import collections
import inspect
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto.transform import Argument, Instance

MANY = 32  # compilations of a function before the warning; then ten times as many, and so on
SHOWN = 4  # examples of what was different
PLAIN = (bool, int, float, complex, str, bytes, slice, tuple, frozenset, np.generic, np.dtype, type(None))
HINTS = {
    "type": "every combination of types is compiled: pad arrays to a few sizes",
    "value": "its value is compiled into the program: pass values that recur, or an array",
    "object": "every object is compiled into a program of its own: make it once, and pass what changes as arrays",
    "outside": "its value is compiled into the program: pass it as an argument",
}
LIBRARIES = ("recto", "numpy", "scipy")  # compile their functions for whatever they are asked


class History:
    """For what a function has been compiled: what was different from the time before, and how often."""

    def __init__(self) -> None:
        self.count, self.limit = 0, MANY
        self.last: dict[str, tuple[str, str]] = {}  # place -> kind of reason, text
        self.changes: collections.Counter = collections.Counter()
        self.examples: dict[tuple[str, str], collections.deque] = {}

    def note(self, function: Any, entered: Any, guards: dict) -> None:
        """One compilation more. Warns if there are many."""
        module = getattr(inspect.unwrap(function), "__module__", None) or ""
        if module.partition(".")[0] in LIBRARIES:
            return
        now = {**dict(given_values(entered, function.parameter_names)), **dict(outside(guards))}
        for place, (kind, text) in now.items():
            if self.last.get(place, (kind, text)) != (kind, text):
                self.changes[place, kind] += 1
                self.examples.setdefault((place, kind), collections.deque(maxlen=SHOWN)).append(text)
        self.last = {**self.last, **now}
        self.count += 1
        if self.count == self.limit:
            self.limit *= 10
            warnings.warn(self.message(function.__name__), RuntimeWarning, stacklevel=outermost())

    def message(self, name: str) -> str:
        head = f"{name} has been compiled {self.count} times"
        if not self.changes:
            return head
        (place, kind), times = self.changes.most_common(1)[0]
        examples = ", ".join(dict.fromkeys(self.examples[place, kind]))
        return f"{head}: {times} times {place} had changed (to {examples}, …)\n  hint: {HINTS[kind]}"


def given_values(entered: Any, parameters: list[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """For each leaf and static value among the arguments: its place, and the property that the program
    depends on."""
    names = parameters + [str(k) for k in range(len(parameters), len(entered.args))]
    for name, value in [*zip(names, entered.args), *entered.kwargs.items()]:
        yield from parts_of_value(value, f"argument {name}")


def parts_of_value(value: Any, place: str) -> Iterator[tuple[str, tuple[str, str]]]:
    match value:
        case Argument():
            yield place, ("type", str(value.type))
        case dict():
            for key, item in value.items():
                yield from parts_of_value(item, f"{place}[{shown(key)}]")
        case list():
            yield place, ("type", f"a list of {len(value)}")
            for k, item in enumerate(value):
                yield from parts_of_value(item, f"{place}[{k}]")
        case Instance():
            for key, item in value.attributes.items():
                yield from parts_of_value(item, f"{place}.{key}")
        case tuple() if any(isinstance(v, (Argument, list, dict, Instance)) for v in value):
            for k, item in enumerate(value):
                yield from parts_of_value(item, f"{place}[{k}]")
        case _:
            yield place, ("value" if isinstance(value, PLAIN) else "object", shown(value))


def outside(guards: dict) -> Iterator[tuple[str, tuple[str, str]]]:
    for path, value in guards.items():
        yield str(path), ("outside", shown(value))


def shown(value: Any) -> str:
    """A short text that calls nothing of the user's."""
    if isinstance(value, (tuple, frozenset)):
        return f"({', '.join(map(shown, value))})"
    if isinstance(value, PLAIN) and type(value).__module__ in ("builtins", "numpy"):
        text = repr(value)
        return text if len(text) < 40 else text[:36] + "…"
    return f"{type(value).__name__} at {id(value):#x}"


def outermost() -> int:
    """The level of the first caller outside of recto, for warnings."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "recto":
        level, frame = level + 1, frame.f_back
    return level
