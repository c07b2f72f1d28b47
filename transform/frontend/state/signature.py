"""What goes into reading a function, and what comes out of it."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ...ir.program import Program, Type
from .paths import Path
from .values import Instance


@dataclasses.dataclass(frozen=True)
class Argument:
    """A dynamic leaf among the arguments: its type, whether it is an ndarray (mutable), and its place."""
    type: Type
    array: bool
    name: str
    place: Any = None               # what NeedsStatic names when this scalar would have to be static


@dataclasses.dataclass(frozen=True)
class Out:
    """Stands for the k-th result in the structure that the function returns."""
    number: int


@dataclasses.dataclass(frozen=True)
class Cut:
    """A result of computed length: of these axes of an array, so many positions (a number, or a result); `listed`: a
    list of what is left, or of tuples or lists of that (`kind`)."""
    data: Out
    sizes: tuple[tuple[int, Any], ...]
    listed: bool = False
    kind: type | None = None


@dataclasses.dataclass(frozen=True)
class Unless:
    """A result that is None where another result, a truth value, is False."""
    value: Any
    flag: Out


@dataclasses.dataclass
class Reading:
    """A function read for one signature.

    program     parameters: captured outside arrays first, then the dynamic arguments in order.
                results: the returned leaves, the new contents of mutated arguments that are not among these,
                then if anything can raise the error code and the payload values, then if anything is printed the
                counter that orders it
    structure   what is returned, with Out and static values
    mutated     argument numbers whose contents are results, and
    contents    which results these are
    behind      the number of the first result behind them
    places      where those arguments are: position or name of the argument, then keys
    guards, functions: see environment.py
    decisions   the comparisons of known numbers that the reading took: (operator, left, right, place)
    """
    program: Program
    structure: Any
    mutated: list[int]
    contents: list[int]
    behind: int
    places: list[Any]
    errors: list[tuple[type, Any, Any]]
    payload: list[Any]
    prints: bool
    captures: list[Path]
    guards: dict[Path, Any]
    notes: list[str]
    functions: list[Any] = dataclasses.field(default_factory=list)
    decisions: list[tuple[str, Any, Any, Any]] = dataclasses.field(default_factory=list)


def outs(structure: Any) -> Iterator[int]:
    """The numbers of the results in the structure that a function returns."""
    match structure:
        case Out():
            yield structure.number
        case Cut():
            yield from (structure.data.number, *(n.number for _, n in structure.sizes if isinstance(n, Out)))
        case Unless():
            yield from (*outs(structure.value), structure.flag.number)
        case dict():
            yield from (k for v in structure.values() for k in outs(v))
        case list() | tuple():
            yield from (k for v in structure for k in outs(v))
        case Instance():
            yield from (k for v in structure.attributes.values() for k in outs(v))
