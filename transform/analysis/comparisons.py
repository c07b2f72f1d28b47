"""Comparisons, by the names of their primitives: their functions, opposites, and mirrored forms.

>>> OPPOSITE["lt"], SWAPPED["lt"], COMPARE["lt"](1, 2)
('ge', 'gt', True)
"""

from __future__ import annotations

import operator

from ..core.dtypes import kind
from ..ir.program import Call

COMPARE = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}
SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}


def are_opposite(one: Call, other: Call) -> bool:
    """Whether these are comparisons of which just one holds. (Of floats x < y and x >= y, none may.)"""
    opposite = OPPOSITE.get(one.primitive.name) == other.primitive.name and one.operands == other.operands
    return opposite and (
        one.primitive.name in ("eq", "ne") or kind(one.operands[0].type.dtype) in ("b", "i", "u")
    )
