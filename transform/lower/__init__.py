"""Program => StableHLO text, in generic form, with the user's locations.

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

from typing import Callable, NamedTuple, Sequence

from ..program import Program
from .devices import Members, Partitioned, Spread, Tiling, meshes
from .emitter import Emitter, Module
from .inplace import Analysis
from .kernels import many_kernels, short_rounds
from .polls import Polls
from .prepare import prepare
from .ranged import ranged
from .text import LITERAL_LIMIT, MLIR, Value, literal, tensor

__all__ = ["lower", "lowered", "prepare", "ranged", "Lowered", "Analysis", "Emitter", "Module", "Value", "literal",
           "tensor", "LITERAL_LIMIT", "MLIR", "Members", "Partitioned", "Spread", "Tiling", "meshes", "Polls"]


class Lowered(NamedTuple):
    """The text of a module, the Python functions that it calls by number; whether its loops have short rounds, and
    whether it has many kernels, all of them short."""
    text: str
    callbacks: tuple[Callable, ...] = ()
    short_rounds: bool = False
    many_kernels: bool = False


def lower(program: Program, name: str = "main", donated: Sequence[int] = (), in_place: bool = True) -> str:
    """The StableHLO module of a program, as text.

    Args:
        donated: positions of parameters whose buffers the program may overwrite.
        in_place: whether loops that overwrite arrays are put in the shape that XLA's CPU compiler runs in place. Other
            compilers may not know calls that are not to be inlined.
    """
    return lowered(program, name, donated, in_place).text


def lowered(program: Program, name: str = "main", donated: Sequence[int] = (), in_place: bool = True,
            spread: Spread | None = None, polls: Polls | None = None) -> Lowered:
    """The StableHLO module of a program with its callbacks; arguments as for `lower`.

    Args:
        spread: over which devices, and how. Programs that XLA divides are not put in the shape for loops in place.
        polls: the custom calls by which long loops check whether they are to stop; on one device only.
    """
    module = Module(Analysis(in_place and not isinstance(spread, Partitioned)), spread, None if spread else polls)
    program = prepare(program, module.analysis)
    main = module.function(program, name, public=True, donated=frozenset(donated))
    text = module.text(program.name, [main, *module.functions])
    return Lowered(text, tuple(module.callbacks), short_rounds(program), many_kernels(program))
