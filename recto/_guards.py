"""What a compiled function read from outside: values that must still be the same, arrays that are fetched anew."""
from __future__ import annotations

import types
from typing import Any, Callable

from recto import transform
from recto.transform import Path

EXACT = (int, float, complex, bool, str, bytes)


class Guards:
    """Guards of a variant. `hold()` tells whether the outside is still what the variant was compiled for.

    The test is one generated expression, so that it costs some 30 ns a guard on every call.
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
    names: dict[str, Any] = {"fetch": transform.fetch, "keys_of": transform.keys_of, "type": type, "len": len}
    tests = [guard_text(k, path, value, names) for k, (path, value) in enumerate(values.items())]
    code = f"def hold():\n    try:\n        return {' and '.join(tests)}\n    except Exception:\n        return False\n"
    exec(code, names)
    return names["hold"]


def guard_text(k: int, path: Path, value: Any, names: dict[str, Any]) -> str:
    names[f"value{k}"] = value
    place = place_text(k, path, names)
    if isinstance(value, EXACT):
        names[f"type{k}"] = type(value)
        if isinstance(value, (float, complex)) and (not value or value != value):       # 0.0 == -0.0, nan != nan
            names |= {f"text{k}": repr(value), "repr": repr}
            return f"(({place}) is value{k} or type({place}) is type{k} and repr({place}) == text{k})"
        return f"(({place}) is value{k} or type({place}) is type{k} and {place} == value{k})"
    return f"({place}) is value{k}"


def place_text(k: int, path: Path, names: dict[str, Any]) -> str:
    """An expression for the object a path leads to."""
    kind = path.root[0]
    if kind == "global":
        names[f"root{k}"] = path.root[1].space
        text = f"root{k}[{path.root[2]!r}]"
    elif kind == "cell":
        function = path.root[1]
        names[f"root{k}"] = function.__closure__[function.__code__.co_freevars.index(path.root[2])]
        text = f"root{k}.cell_contents"
    elif kind == "default" and isinstance(path.root[1], types.FunctionType):
        function, name = names[f"root{k}"], _ = path.root[1:]
        code = function.__code__
        place = list(code.co_varnames).index(name) - code.co_argcount
        text = f"root{k}.__defaults__[{place}]" if place < 0 else f"root{k}.__kwdefaults__[{name!r}]"
    else:
        names[f"root{k}"] = path
        return f"fetch(root{k})"
    for number, (step, key) in enumerate(path.steps):
        names[f"key{k}_{number}"] = key         # a key may be any object: an enum's member, a tuple of them
        forms = {"attribute": f"{text}.{key}", "item": f"{text}[key{k}_{number}]", "length": f"len({text})",
                 "keys": f"keys_of({text})", "has": f"hasattr({text}, {key!r})"}
        text = forms[step]
    return text
