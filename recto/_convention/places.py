"""Compile access paths: an expression for each outside object, compiled once and evaluated at every call."""

from __future__ import annotations

import keyword
import types
from collections.abc import Callable
from typing import Any

from recto import transform
from recto.transform import Path
from recto.transform.frontend.outside.paths import item_of, parent


def compiled_fetch(paths: tuple[Path, ...]) -> Callable[[], tuple]:
    """lambda: (space0["name"].x, …): what the paths lead to now."""
    writer = Places({})
    places = "".join(f"{writer.place(k, path)}, " for k, path in enumerate(paths))
    exec(f"def fetched():\n    return ({places})\n", writer.names)
    return writer.names["fetched"]


class Places:
    """Writes the expressions. `names` are the objects that they refer to.

    Args:
        values: what is guarded before the expressions are used.
    """

    def __init__(self, values: dict[Path, Any]):
        self.values = values
        self.names: dict[str, Any] = {
            "fetch": transform.fetch,
            "same_value": transform.same_value,
            "item_of": item_of,
            "type": type,
            "len": len,
            "map": map,
            "hasattr": hasattr,
            "issubclass": issubclass,
        }

    def root(self, k: int, value: Any) -> str:
        self.names[f"root{k}"] = value
        return f"root{k}"

    def place(self, k: int, path: Path) -> str:
        """An expression for the object a path leads to."""
        module = self.module(path)
        if module is not None:
            return f"{self.root(k, module)}[{path.steps[-1][1]!r}]"
        text = self.start(k, path)
        if text is None or not all(map(is_short, path.steps)):
            return f"fetch({self.root(k, path)})"
        for number, (step, key) in enumerate(path.steps):
            self.names[f"key{k}_{number}"] = key  # a key may be any object: an enum's member, a tuple of them
            text = self.item(k, path, number, text) if step == "item" else FORMS[step](text, key)
        return text

    def item(self, k: int, path: Path, number: int, text: str) -> str:
        """An expression for an item of what one stands for: a defaultdict must not get the key by it."""
        try:
            plain = type(transform.fetch(Path(path.root, path.steps[:number]))) in (list, tuple, dict)
        except Exception:  # it leads nowhere
            plain = False
        return f"{text}[key{k}_{number}]" if plain else f"item_of({text}, key{k}_{number})"

    def module(self, path: Path) -> dict | None:
        """The names of the module in which the last step looks, if the module is guarded itself."""
        if not path.steps or path.steps[-1][0] != "attribute":
            return None
        module = self.values.get(parent(path))
        known = isinstance(module, types.ModuleType) and path.steps[-1][1] in vars(module)
        return vars(module) if known else None

    def start(self, k: int, path: Path) -> str | None:
        """An expression for the root of a path; None where it has to be followed."""
        kind, *rest = path.root
        if kind == "global":
            return f"{self.root(k, rest[0].space)}[{rest[1]!r}]"
        if kind == "argument":
            return self.root(k, rest[0])
        if kind == "slot":
            return f"{self.root(k, rest[0])}.value"
        if kind == "cell":
            function, name = rest
            return f"{self.root(k, function.__closure__[function.__code__.co_freevars.index(name)])}.cell_contents"
        if kind == "default":
            code, root = rest[0].__code__, self.root(k, rest[0])
            place = code.co_varnames.index(rest[1]) - code.co_argcount
            return f"{root}.__defaults__[{place}]" if place < 0 else f"{root}.__kwdefaults__[{rest[1]!r}]"
        if kind == "class" and is_short(("attribute", rest[1])):
            return f"{self.root(k, rest[0])}.{rest[1]}"
        if kind == "subclass":
            self.names[f"classes{k}"] = rest[1]
            return f"issubclass({self.root(k, rest[0])}, classes{k})"
        return None


def is_short(step: tuple[str, Any]) -> bool:
    """Whether the step can be written out."""
    kind, key = step
    if kind in ("attribute", "has"):
        return key.isidentifier() and not keyword.iskeyword(key)
    return kind in ("length", "item")


FORMS: dict[str, Callable[[str, Any], str]] = {
    "attribute": lambda text, key: f"{text}.{key}",
    "length": lambda text, key: f"len({text})",
    "has": lambda text, key: f"hasattr({text}, {key!r})",
}
