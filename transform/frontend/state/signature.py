"""The input and output of a reading: argument types, results, guards, captures, errors."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ...core.decisions import Decision
from ...ir.program import Program, Type
from ..outside.paths import Path
from .values import Instance


@dataclasses.dataclass(frozen=True)
class Argument:
    """A dynamic leaf among the arguments: its type, whether it is an ndarray (mutable), and its place. `listed`: it is
    a list of Python's numbers, passed as an array; the lists and tuples from outside in."""

    type: Type
    array: bool
    name: str
    place: Any = None  # what NeedsStatic names when this scalar would have to be static
    listed: tuple[type, ...] = ()


@dataclasses.dataclass(frozen=True)
class Out:
    """Stands for the k-th result in the structure that the function returns."""

    number: int


@dataclasses.dataclass(frozen=True)
class Cut:
    """A result of computed length: of these axes of an array, so many positions (a number, or a result); `listed`: a
    list of what is left, or of tuples and lists of that (`kinds`, from outside in)."""

    data: Out
    sizes: tuple[tuple[int, Any], ...]
    listed: bool = False
    kinds: tuple[type, ...] = ()
    stored: str = ""  # what the items of a list are that is stored: "number" or "scalar", as in Kept


@dataclasses.dataclass(frozen=True)
class Unless:
    """A result that is None, or something else, where another result, a truth value, is False."""

    value: Any
    flag: Out
    otherwise: Any = None


@dataclasses.dataclass(frozen=True)
class FromHeap:
    """The object of a number in the k-th heap of a reading; `listed`: a list of objects."""

    heap: int
    number: Any
    listed: bool = False


@dataclasses.dataclass
class HeapParts:
    """The objects of a heap. members: their classes, each with the names of its parts; count: how many they are;
    classes: of each the number of its class, if there are several; same, lists: what their parts are, for all of them,
    and for each; given: the objects from outside that are the first."""

    members: tuple
    count: Any
    classes: Any
    same: dict
    lists: dict
    given: "Outer | None" = None


@dataclasses.dataclass(frozen=True)
class Worded:
    """A text with dynamic values, put in on the host: its template, and the results that they are."""

    template: Any
    values: tuple[Out, ...]


# -- what is stored behind the call (stores.py) ----------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Outer:
    """An object from outside, where it was before the call."""

    path: Path


@dataclasses.dataclass(frozen=True)
class Given:
    """An object among the arguments: position or name, then keys."""

    place: tuple


@dataclasses.dataclass(frozen=True)
class Kept:
    """The k-th result as NumPy and Python have it: an "array", a NumPy "scalar", or a "number" of Python's."""

    number: int
    kind: str


@dataclasses.dataclass(frozen=True)
class Shared:
    """A new object that is stored at several places, and what it consists of; inside of itself None instead."""

    number: int
    value: Any


@dataclasses.dataclass(frozen=True)
class Which:
    """An array that is stored, where it depends on data which it is: `memory` is its number, or a result; `known` the
    numbers of the caller's own. `value`: a new one, if it is none of these; those of one number are one."""

    memory: Any
    known: tuple[tuple[int, Any], ...]
    value: Any


@dataclasses.dataclass(frozen=True)
class Stretch:
    """The slice of an axis that has `size` places, `step` apart. `first` and `size` may be results."""

    first: Any
    size: Any
    step: int


@dataclasses.dataclass(frozen=True)
class ViewOf:
    """A view of a stored array. Its steps are indices, tuples of positions, `Stretch` and None; and functions."""

    base: Any
    steps: tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Perhaps:
    """A store, or an item or attribute of a result, that is there only if another result, a truth value, is True."""

    value: Any
    flag: Out


@dataclasses.dataclass(frozen=True)
class Store:
    """One change: `kind` is "attribute", "global", "cell", "item", "list", "rows" (the lists in a list), "dict",
    "items" of a deque, "extend", "column" (an attribute of several objects), "arrays" (one that holds arrays),
    "delete", "call" of a method (its name and arguments are the key), or "no " and one of the first two."""

    target: Outer | Given
    kind: str
    key: Any
    value: Any


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
    stores      what else is changed outside; met: the paths to objects there
    overwritten  arrays from outside whose contents are results: (path, number of the result)
    decisions   what was computed of known numbers while reading
    heaps       the objects that are returned or stored: each is one, wherever it is
    ordered     whether it depends on the order of the keys of dicts, which may be among the arguments
    fields_alone  whether it takes for granted that dataclasses among the arguments have no attributes but their fields
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
    decisions: list[Decision] = dataclasses.field(default_factory=list)
    stores: list[Store] = dataclasses.field(default_factory=list)
    met: list[Path] = dataclasses.field(default_factory=list)
    overwritten: list[tuple[Path, int]] = dataclasses.field(default_factory=list)
    heaps: list[HeapParts] = dataclasses.field(default_factory=list)
    ordered: bool = False
    fields_alone: bool = False

    @property
    def changes_outside(self) -> bool:
        """Whether a call changes objects of the caller's, besides arrays among its arguments."""
        return bool(self.stores or self.overwritten)


def outs(structure: Any) -> Iterator[int]:
    """The numbers of the results in the structure that a function returns."""
    match structure:
        case Out():
            yield structure.number
        case Cut():
            yield from (structure.data.number, *(n.number for _, n in structure.sizes if isinstance(n, Out)))
        case Worded():
            yield from (o.number for o in structure.values)
        case Unless():
            yield from (*outs(structure.value), structure.flag.number, *outs(structure.otherwise))
        case Perhaps():
            yield from (*outs(structure.value), structure.flag.number)
        case FromHeap():
            yield from outs(structure.number)
        case HeapParts():
            yield from (*outs(structure.count), *outs(structure.classes), *outs(structure.lists))
        case dict():
            yield from (k for v in structure.values() for k in outs(v))
        case list() | tuple():
            yield from (k for v in structure for k in outs(v))
        case Instance():
            yield from (k for v in structure.attributes.values() for k in outs(v))
