"""Guards and captures: values read from outside that must be unchanged, and arrays that are passed at every call."""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from recto import transform
from recto.transform import ABSENT, Path, Snapshot

from recto.transform.frontend.outside.paths import parent

from .._convention.places import Places

IMMUTABLE = (float, complex, range, slice, np.dtype, np.generic)
EXACT = (int, bool, str, bytes)
BOUND = (types.BuiltinMethodType, types.MethodType, types.MethodWrapperType)


class Guards:
    """Guards of a variant. `hold()` tells whether the outside is still what the variant was compiled for.

    The test is one generated expression, so that it costs some 20 ns a guard on every call.
    """

    def __init__(self) -> None:
        self.values: dict[Path, Any] = {}
        self.captures: list[Path] = []
        self.hold: Callable[[], bool] = lambda: True

    def add(self, values: dict[Path, Any], captures: list[Path]) -> None:
        before = len(self.values)
        self.values.update(values)
        self.captures += [p for p in captures if p not in self.captures]
        if len(self.values) != before:
            self.hold = compiled_test(self.values)

    def arrays(self) -> list[Any]:
        return [transform.fetch(p) for p in self.captures]


def compiled_test(values: dict[Path, Any]) -> Callable[[], bool]:
    """lambda: space0["name"] is value0 and …, with a fall-back to following the path."""
    writer = Writer(values)
    tests = [writer.test(k, path, value) for k, (path, value) in enumerate(values.items())]
    code = f"def hold():\n    try:\n        return {' and '.join(tests)}\n    except Exception:\n        return False\n"
    exec(code, writer.names)
    return writer.names.pop("hold")


class Writer(Places):
    """Writes the tests of guards."""

    def test(self, k: int, path: Path, value: Any) -> str:
        self.names[f"value{k}"] = value
        if path.root[0] == "name":
            return self.builtin(k, path)
        if isinstance(value, Snapshot):
            return self.contents(k, path, value)
        if path.steps and path.steps[-1][0] == "own":
            return f"{path.steps[-1][1]!r} not in {self.place(k, parent(path))}.__dict__"
        if path.root[0] == "member" and not path.steps:
            return self.member(k, path, value)
        place = self.place(k, path)
        if path.root[0] == "form of rows" or path.steps and path.steps[-1][0] == "form":  # takes time to find
            return f"{place} == value{k}"
        if isinstance(value, EXACT):
            self.names[f"type{k}"] = type(value)
            equal = f"type({place}) is type{k} and {place} == value{k}"
            return f"({place} is value{k} or {equal})" if type(value) in EXACT else f"{place} is value{k}"
        if isinstance(value, BOUND):  # made anew at each access
            self.names[f"type{k}"] = type(value)
            return f"type({place}) is type{k} and {place} == value{k}"
        if isinstance(value, IMMUTABLE):
            return f"({place} is value{k} or same_value({place}, value{k}))"
        return f"{place} is value{k}"

    def builtin(self, k: int, path: Path) -> str:
        """A builtin that no global hides."""
        self.names |= {f"root{k}": path.root[1].space, "builtins": vars(builtins)}
        name = repr(path.root[2])
        return f"{name} not in root{k} and builtins[{name}] is value{k}"

    def member(self, k: int, path: Path, value: Any) -> str:
        """The member of a class under a name, by the quick way if it leads there."""
        _, cls, name = path.root
        root, given = self.root(k, cls), getattr(cls, name, None)
        if value is ABSENT and not hasattr(cls, name):
            return f"not hasattr({root}, {name!r})"
        if given is value and name.isidentifier():
            return f"{root}.{name} is value{k}"
        if isinstance(value, (staticmethod, classmethod)) and name.isidentifier():
            self.names[f"value{k}"] = value.__func__
            return f"{root}.{name}{'.__func__' * isinstance(value, classmethod)} is value{k}"
        return f"fetch({self.root(k, path)}) is value{k}"

    def contents(self, k: int, path: Path, value: Snapshot) -> str:
        """All that a value holds."""
        kind, place = path.steps[-1][0], self.place(k, parent(path))
        if kind == "keys":
            return f"fetch({self.root(k, path)}) == value{k}"
        if value.items is None:
            return f"value{k}.holds({place})"
        self.names |= {f"items{k}": value.items, f"types{k}": value.types, f"type{k}": type(value.items)}
        return f"type({place}) is type{k} and {place} == items{k} and [*map(type, {place})] == types{k}"
