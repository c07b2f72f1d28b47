"""Program => StableHLO text, in generic form, with the user's locations.

Loops that overwrite arrays come out in the shape that XLA runs in place: see `inplace`.
"""
from __future__ import annotations

from typing import Sequence

from ..program import Program
from .emitter import Emitter, Module
from .prepare import prepare
from .text import LITERAL_LIMIT, MLIR, Value, literal, tensor

__all__ = ["lower", "Emitter", "Module", "Value", "literal", "tensor", "LITERAL_LIMIT", "MLIR"]


def lower(program: Program, name: str = "main", donated: Sequence[int] = ()) -> str:
    """The StableHLO module of a program, as text.

    Args:
        donated: positions of parameters whose buffers the program may overwrite.
    """
    module = Module()
    main = module.function(prepare(program, module.analysis), name, public=True, donated=frozenset(donated))
    return module.text(program.name, [main, *module.functions])
