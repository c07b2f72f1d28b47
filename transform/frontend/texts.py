"""Texts with holes for dynamic values, filled in on the host: what print prints, and what exceptions say."""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np


@dataclasses.dataclass(frozen=True)
class Hole:
    """A dynamic value inside a text: which of the values passed along, and its format specification."""
    number: int
    spec: str = ""
    conversion: str = ""
    weak: bool = False

    def fill(self, values: tuple) -> str:
        value = values[self.number]
        value = np.asarray(value)[()] if not self.weak else np.asarray(value).item()
        if self.conversion:
            value = {"r": repr, "s": str, "a": ascii}[self.conversion](value)
        return format(value, self.spec)

    def source(self) -> str:
        """The hole as an f-string has it."""
        return f"{{_{self.number + 1}{'!' * bool(self.conversion)}{self.conversion}{':' * bool(self.spec)}{self.spec}}}"


@dataclasses.dataclass(frozen=True)
class Text:
    """A text with holes for dynamic values, filled in on the host."""
    parts: tuple[str | Hole, ...]

    def fill(self, values: tuple) -> str:
        return "".join(p if isinstance(p, str) else p.fill(values) for p in self.parts)


@dataclasses.dataclass(frozen=True)
class Message:
    """What one print call prints."""
    items: tuple
    sep: str = " "
    end: str = "\n"

    def fill(self, values: tuple) -> str:
        return self.sep.join(_shown(item, values) for item in self.items) + self.end

    def __str__(self) -> str:
        return repr(self.sep.join(i if isinstance(i, str) else "{}" for i in self.items))

    def source(self) -> str:
        """The call of print as source; the values are _1 _2 …"""
        options = [f"{k}={v!r}" for k, v, usual in (("sep", self.sep, " "), ("end", self.end, "\n")) if v != usual]
        return f"print({', '.join([*map(source_of, self.items), *options])})"


def source_of(item: Any) -> str:
    """An item of a message as source; the dynamic values are _1 _2 …"""
    if isinstance(item, Text):
        return "f" + repr(
            "".join(p.replace("{", "{{").replace("}", "}}") if isinstance(p, str) else p.source() for p in item.parts)
        )
    if isinstance(item, Hole):
        return f"_{item.number + 1}"
    if isinstance(item, list):
        return f"[{', '.join(map(source_of, item))}]"
    if isinstance(item, tuple):
        return f"({', '.join(map(source_of, item))}{',' * (len(item) == 1)})"
    return repr(item)


def _shown(item: Any, values: tuple) -> str:
    return str(restored(item, values))


def restored(item: Any, values: tuple) -> Any:
    """A template with the values put in."""
    if isinstance(item, Text):
        return item.fill(values)
    if isinstance(item, Hole):
        value = np.asarray(values[item.number])
        return value.item() if item.weak else value[()] if value.ndim == 0 else value
    if isinstance(item, (list, tuple)):
        items = [restored(i, values) for i in item]
        return type(item)(*items) if hasattr(item, "_fields") else type(item)(items)
    if isinstance(item, dict):
        return {k: restored(v, values) for k, v in item.items()}
    return item


@dataclasses.dataclass(frozen=True)
class Payload:
    """Arguments of an exception: templates, and the registers that hold their dynamic values."""
    templates: tuple
    registers: tuple

    def arguments(self, values: dict) -> tuple:
        return tuple(restored(t, tuple(values[r] for r in self.registers)) for t in self.templates)
