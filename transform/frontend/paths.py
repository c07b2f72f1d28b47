"""Paths: how to find again what a function read from outside."""
from __future__ import annotations

import builtins
import dataclasses
import importlib
from typing import Any, Callable

from ..spelling import called, plain_text


class Space(dict):
    """A globals dict as part of a Path: compared by identity."""

    def __init__(self, space: dict):
        super().__init__()
        self.space = space

    def __hash__(self) -> int:
        return id(self.space)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and other.space is self.space


@dataclasses.dataclass(frozen=True)
class Path:
    """How to find an outside object again: a root, then attribute names and item keys.

    root: ("global", globals, name) | ("name", globals, name): a global or a builtin | ("cell", function, name) |
          ("argument", object) …, see ROOTS
    """
    root: tuple
    steps: tuple[tuple[str, Any], ...] = ()

    def then(self, kind: str, key: Any) -> "Path":
        return Path(self.root, (*self.steps, (kind, key)))

    def __str__(self) -> str:
        root = self.root[-1]                    # an object is called by its class
        text = root if type(root) is str else called(root)
        for kind, key in self.steps:
            text += f".{key}" if kind == "attribute" else f"[{plain_text(key)}]"
        return text


def is_own(function: Any) -> bool:
    """Is it a function of recto itself, that is read like a user's?"""
    return (getattr(function, "__module__", None) or "").startswith("recto.")


def keys_of(value: Any) -> str:
    """The keys of a dict in their order, or the items of a set, as a text to compare."""
    return repr(sorted(map(repr, value)) if isinstance(value, (set, frozenset)) else list(value))


def fetch(path: Path) -> Any:
    """The outside object that a path leads to now."""
    value = ROOTS[path.root[0]](*path.root[1:])
    for kind, key in path.steps:
        value = STEPS[kind](value, key)
    return value


def _default(function: Any, name: str) -> Any:
    import inspect
    return inspect.signature(function).parameters[name].default


ROOTS: dict[str, Callable] = {
    "global": lambda space, name: space.space[name],
    "name": lambda space, name: space.space[name] if name in space.space else getattr(builtins, name),
    "cell": lambda function, name: function.__closure__[function.__code__.co_freevars.index(name)].cell_contents,
    "argument": lambda value: value,
    "method": lambda method, name: method.__self__,
    "default": _default,
    "class": getattr,
    "import": lambda name: importlib.import_module(name),
}
STEPS: dict[str, Callable] = {
    "attribute": getattr,
    "item": lambda value, key: value[key],
    "length": lambda value, key: len(value),
    "keys": lambda value, key: keys_of(value),
    "has": hasattr,
    "own": lambda value, key: key in getattr(value, "__dict__", ()),
}
