"""Program => StableHLO text, in generic form, with the user's locations. ../pipeline.py lists the stages in order.

Loops that overwrite arrays come out in the shape that XLA runs in place: see `inplace`.

    reciprocals.py  Program -> Program: quotients with one denominator, as products
    ranged.py       Program -> Program: loops over the part of an axis where a slice is
    kept.py         Program -> Program: values that are read at several places are computed once
    prepare.py      Program -> Program: loops, branches and helpers in their best form   (branches, carries, rotate)
    inplace.py      the order of a region's calls, and what must be read before what is overwritten
    kernels.py      whether the rounds of loops are short
    exact.py        what XLA must not combine, for NaN, infinities and overflow are NumPy's
    polls.py        long loops check whether they are to stop
    emitter.py      writing operations, regions, functions                               (structured, text)
    devices.py      several devices: shardings, and what every device runs
"""
from __future__ import annotations

from typing import Callable, NamedTuple

from ..program import Program
from .devices import Members, Partitioned, Spread, Tiling, meshes
from .emitter import Emitter, Module
from .inplace import Analysis
from .kept import with_values_kept
from .kernels import short_rounds
from .polls import Polls
from .prepare import prepare
from .ranged import ranged
from .reciprocals import with_reciprocals
from .text import LITERAL_LIMIT, MLIR, Value, literal, tensor

__all__ = ["LITERAL_LIMIT", "MLIR", "Analysis", "Emitter", "Lowered", "Members", "Module", "Partitioned", "Polls",
           "Spread", "Tiling", "Value", "emitted", "literal", "meshes", "prepare", "ranged", "tensor",
           "with_reciprocals", "with_values_kept"]


class Lowered(NamedTuple):
    """The text of a module, the Python functions that it calls by number; whether its loops have short rounds."""
    text: str
    callbacks: tuple[Callable, ...] = ()
    short_rounds: bool = False


def emitted(program: Program, module: Module, name: str = "main", donated: frozenset[int] = frozenset()) -> Lowered:
    """The text of a module with a prepared program for its main function."""
    main = module.function(program, name, public=True, donated=donated)
    text = module.text(program.name, [main, *module.functions])
    return Lowered(text, tuple(module.callbacks), short_rounds(program))
