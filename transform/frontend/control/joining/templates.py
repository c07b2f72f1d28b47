"""Templates of joined values: abstract values with slots in place of the values that a `cond` or a loop
carries.

`fill` puts the carried Syms into a template.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ....ir.builder import Sym
from ....ir.program import Type
from ....ir.unions import Members, Side, with_members
from ...bounded.extents import array_under
from ...state.places import Places
from ...state.values import Array, Closure, Instance, Maybe, Partial, Picked, is_record, with_figures
from ...lists.text_forms import CarriedText
from .chosen_functions import CHOICES, with_held, with_parts
from .mapping import map_items
from .unlike_values import Unlike


@dataclasses.dataclass
class Slot:
    """A value to carry. `sides` are what the two paths give: Syms, numbers, or NEVER (anything will do)."""

    type: Type
    sides: tuple[Any, Any]
    name: str
    value: Sym | None = None  # what is carried, once it is there: see `sym`
    loose: bool = False  # sides may be shorter along an axis, or have a little more room than they need
    facts: Any = None  # what is known of an integer on both paths
    members: Members | None = None  # the types of a scalar that has another on another path
    counts: bool = False  # is it a position, of which only the value matters?

    @property
    def sym(self) -> Sym | None:
        return self.value

    @sym.setter
    def sym(self, sym: Sym) -> None:
        self.value = with_members(sym, self.members)

    @property
    def side(self) -> Side:
        return Side(self.type, self.members or frozenset([self.type]))


@dataclasses.dataclass
class ArraySlot:
    """A new root Array whose content is a slot; `may_aliases` are older roots that it may be the same memory as;
    `turned` as of Arrays; `which`, if that is followed, a slot or a number."""

    slot: Slot
    may_aliases: tuple[Array, ...]
    array: Array | None = None
    turned: bool = False
    which: Any = None


def array_slot(value: Any) -> ArraySlot | None:
    """The slot of a joined array, or of that a part of which counts."""
    value = array_under(value)
    return value if isinstance(value, ArraySlot) else None


@dataclasses.dataclass(eq=False)
class Affine:
    """A length that is `step` larger after every iteration of a counted loop: no slot is needed for it.

    value: what it is where the template is filled; None at the entry, where it is `start`.
    """

    start: Any
    step: int
    value: Any = None


class Maker:
    """Makes what joined values need: the new root Array of an array slot, and containers, each once. ends:
    whether the loop has been read."""

    def __init__(self, array: Callable[[ArraySlot], Array], allocate: Callable[[Any], Any], places: Places):
        self.array, self.allocate, self.places = array, allocate, places
        self.ends = False
        self.filled: dict[int, Any] = {}  # id of a template -> the container made from it

    def container(self, template: Any, new: Any) -> Any:
        self.places.keep(new, template)
        return self.filled.setdefault(id(template), self.allocate(new))


def fill(value: Any, maker: Maker) -> Any:
    """The joined value with its slots' Syms put in."""
    match value:
        case Slot():
            return value.sym
        case Affine():
            return value.value
        case ArraySlot():
            if value.array is None:
                value.array = maker.array(value)
            return value.array
        case Maybe():
            return dataclasses.replace(value, value=fill(value.value, maker), flag=fill(value.flag, maker))
        case Unlike():
            return value.with_parts(lambda part: fill(part, maker), loop=None if maker.ends else value.loop)
        case value if isinstance(value, CHOICES):
            return with_parts(value, lambda part: fill(part, maker))
        case Closure() | Partial():
            return with_held(value, lambda part: fill(part, maker))
        case CarriedText():
            return value.with_slots(lambda part: fill(part, maker)).filled()
        case Picked():
            return Picked(fill(value.number, maker), value.members)
        case Instance() if is_record(value):  # the heap is what it is
            return with_figures(value, lambda part: fill(part, maker))
    if id(value) in maker.filled:
        return maker.filled[id(value)]
    return map_items(value, lambda v: fill(v, maker), maker.container)
