"""The skeleton of a program, number by number, to compare the programs of two assignments of sizes.

Text hides numbers and is laid out by its length; the skeleton is exact. Sizes far from the samples, small and
large, must give the same skeleton as the samples: then no constant of the text agreed by chance.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..ir.program import Const, Program
from ..printing.text.constants import array_node, literal

TINY = (5, 7, 11, 13, 17, 19, 8, 14, 16, 10)
LITTLE = (23, 29, 37, 31, 26, 34, 28, 25, 35, 32)
LARGE = (307, 311, 313, 317, 331, 337, 347, 349, 353, 359)


def outline(program: Program) -> list[Any]:
    """Calls with their constants and static parameters, and the results."""
    return [[call_outline(c) for c in program.body], [atom_outline(r) for r in program.results]]


def call_outline(call: Any) -> list[Any]:
    return [
        call.primitive.name,
        [atom_outline(o) for o in call.operands],
        [[key, static_outline(value)] for key, value in call.params],
    ]


def atom_outline(atom: Any) -> Any:
    """A number, or how an array is made; nothing of a variable."""
    if not isinstance(atom, Const):
        return "variable"
    value = np.asarray(atom.value)
    same = value.size and value.tobytes() == value.reshape(-1)[:1].tobytes() * value.size
    return literal(value.reshape(-1)[0]) if same else array_node(value)


def static_outline(value: Any) -> Any:
    if isinstance(value, Program):
        return outline(value)
    if isinstance(value, (tuple, list)):
        return [static_outline(v) for v in value]
    if type(value) in (int, float):
        return ast.Constant(value)
    return str(value)


def holds(conditions: list[tuple[str, Any]], sizes: Mapping[str, int]) -> bool:
    """Whether all conditions on sizes are fulfilled."""
    return all(eval(text, {"min": min, "max": max}, dict(sizes)) for text, _ in conditions)
