"""The versions of a compiled function: one for each set of values read from outside."""

from __future__ import annotations

import types
from typing import Any

from recto.transform import Path, Snapshot, fetch
from recto.transform.frontend.outside.kinds import fits
from recto.transform.frontend.outside.paths import list_around, parent
from recto.transform.frontend.state.entered import is_varying

from .guards import Guards


class Restart(Exception):
    """Something was learnt while loading that changes how the function is called: call again.

    passed_over: the reading, if it is the one of that call as well.
    """

    def __init__(self, passed_over: Any = None):
        super().__init__()
        self.passed_over = passed_over


RETRIED = (Restart, TypeError, ValueError, RuntimeError)
MOST_RETRIES = 200  # of one call, each of which has learnt something
MOST_VERSIONS, MOST_VARIANTS = 32, 16  # that are kept of a function, and of a version
MOST_SIZES = 4  # of an array, that a function is compiled for one by one


class Version:
    """A function under certain values of what it reads from outside: the guards, and the variants compiled for them,
    the one used last first.

    Args:
        slots: those for the objects among the arguments.
    """

    def __init__(self, slots: frozenset = frozenset()) -> None:
        self.slots = slots
        self.guards = Guards()
        self.variants: list[Any] = []
        self.layouts: dict[str, Any] = {}  # see transform.read


def changed_numbers(versions: list[Version]) -> frozenset[Path]:
    """The numbers in objects that were others when the version used last was compiled, and lists of such numbers."""
    known = versions[0].guards.values if versions else {}
    found = set()
    for path, value in known.items():
        kind = path.steps[-1][0] if path.steps else None
        if kind in ("attribute", "item") and is_varying(value) and fits(value) and is_other(path, value):
            found |= {path, list_around(path)}
        if kind == "contents" and type(value.value) is list and is_other_list(parent(path), value):
            found.add(list_around(parent(path)))
    return frozenset(found)


def is_other(path: Path, value: Any) -> bool:
    """Whether the path leads to another number of that class now. (Variables of modules are compiled in.)"""
    try:
        holder, now = fetch(parent(path)), fetch(path)
    except Exception:  # it leads nowhere
        return False
    return type(now) is type(value) and bool(now != value) and not isinstance(holder, types.ModuleType)


def is_other_list(path: Path, known: Snapshot) -> bool:
    """Whether the path leads to a list that holds other numbers now, of the same classes."""
    try:
        now = fetch(path)
    except Exception:  # it leads nowhere
        return False
    if type(now) is not list or not all(is_varying(v) and fits(v) for v in now):
        return False
    before, after = known.token[1], Snapshot(now).token[1]
    return before != after and [kind for kind, *_ in before] == [kind for kind, *_ in after]
