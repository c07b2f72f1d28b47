"""Composite arguments: structured arrays, passed as the arrays that they consist of."""

from __future__ import annotations

from typing import Any

from recto.transform.library.plain.composite import Parts, is_composite, parts_of_composite


class Disassembled:
    """A structured array that is taken apart; those inside of it are, too."""

    def __init__(self, parts: Parts):
        self.parts = parts


def disassemble(value: Any) -> Any:
    """A structured array taken apart; any other value as it is."""
    if not is_composite(value):
        return value
    cls, children, fixed = parts_of_composite(value)
    inside = {
        key: {k: disassemble(v) for k, v in part.items()} if isinstance(part, dict) else part
        for key, part in children.items()
    }
    return Disassembled(Parts(cls, inside, fixed))
