"""Lists from outside the function as arrays: those of numbers are passed at every call, of others each item.

self.heights[i][j] += 1.0       ⇒       heights[i, j] += 1.0        # a hidden parameter, and a store behind the call
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir.builder import TABLE, Sym
from ..bounded.extents import array_under
from ..interpreter import Interpreter, operation
from ..outside.number_lists import inner_lists, is_long, numbers_in
from ..outside.paths import Path, fetch
from ..state.aliases import without_number
from ..state.entered import BEFORE
from ..state.values import Array, External, Instance, is_record
from .items import ask_for_rows, place_of_record
from .growing import as_one_array, growing_of, list_of, made_growing
from .layouts import Item, Nesting, is_mixed
from .places import UNKNOWN, NeedsType, Site, is_asked_for, is_tried
from .capacity import with_full_capacity


def list_of_numbers(
    interp: Interpreter, place: Any, value: list, content: Callable[[np.ndarray], Sym], grows: bool
) -> Instance | None:
    """A list of numbers from outside as one array, whose `content` is made of these; None where it can't be.
    `grows`: whether it may get more items, for which there has to be room."""
    found, known = numbers_in(value), interp.growing.types.get(place, UNKNOWN)
    if found is None or known is not UNKNOWN and (not isinstance(known, Item) or is_mixed(known)):
        return None
    own = Item(found.array.dtype, found.array.shape[1:], True, Nesting(*found.kinds[1:]))
    item = own if known is UNKNOWN else known
    if own.joined(item) != item:
        return None
    interp.growing.types[place] = item
    sym = content(found.array)
    sym = sym if sym.dtype == item.dtype else TABLE["cast"](sym, dtype=item.dtype)
    made = growing_of(interp, interp.array(sym), item.weak, item.nesting, Site(place))
    if grows:
        made.attributes["rows"] = with_full_capacity(interp, made, made.attributes["rows"])
    return made


def list_passed(
    interp: Interpreter, place: Any, value: list, path: Path, grows: bool = False
) -> Instance | None:
    """A list of numbers from outside as one array that is passed at every call; None where it can't be."""
    content = lambda array: interp.outside.numbers(interp, array, path)
    return as_before(interp, lambda: list_of_numbers(interp, place, value, content, grows))


def list_known(interp: Interpreter, place: Any, value: External) -> Instance | None:
    """A list of numbers from outside as one array that is known while compiling; None where it can't be."""

    def content(array: np.ndarray) -> Sym:
        guard_items(interp, value)
        return interp.sym(array)

    return list_of_numbers(interp, place, value.unread, content, grows=False)


def guard_items(interp: Interpreter, value: External) -> None:
    """The lists in a list hold what they hold, at any depth."""
    for item in interp.outside.items(interp, value):
        if isinstance(item, External):
            guard_items(interp, item)


@operation
def entered_numbers(interp: Interpreter, value: list, path: Path) -> tuple[Any, Any] | None:
    """A list of numbers from outside that is changed, as one array, and what it holds at first; None where it is read
    item by item. A long list is read so if the function can be. `value`: the list, or
    that of the items of the object that the path leads to."""
    place = "entered", path
    if not is_tried(interp, place) and is_long(value):
        raise NeedsType({place: UNKNOWN}, wished=True)
    if not is_asked_for(interp, place):
        return None
    items = path if type(fetch(path)) is list else path.then("base", None)
    made = list_passed(interp, place, value, items, grows=True)
    return None if made is None else (made, held_rows(made.attributes["rows"]))


@operation
def refuse_rows(interp: Interpreter, place: Any) -> None:
    """Read again with the lists in a list from outside, or among the arguments, for themselves: they are reached by
    other paths as well, others come in their place, or they are put elsewhere."""
    raise NeedsType({place: None})


@operation
def list_at(interp: Interpreter, place: tuple, name: str) -> Any:
    """The end of a list from outside, empty at first: a Python list, or one of computed length."""
    return as_before(interp, lambda: made_growing(interp, Site(place, name), []))


def held_rows(rows: Any) -> tuple[Any, Any]:
    """The content of a list from outside, to compare with its content at the end: its rows, and the content
    of the array in which they are."""
    data = array_under(rows)
    return rows, data.sym if isinstance(data, Array) else None


@operation
def entered_list(interp: Interpreter, place: Any, items: list) -> tuple[Any, Any]:
    """A list from outside that is changed, and what it holds at first."""
    if is_asked_for(interp, place):
        items = [inner_list(interp, place, place, v) for v in items]
    made = as_before(interp, lambda: list_of(interp, place, items))
    if is_record(made):  # it is the caller's own, and not one that is made
        raise NeedsType({place_of_record(place): None})
    if isinstance(made, list):
        return made, made.copy()
    rows = made.attributes.get("rows")
    return made, held_rows(rows)


def as_before(interp: Interpreter, make: Callable[[], Any]) -> Any:
    """A list that is there before the function: made where the whole program begins."""
    whole = interp.builder
    while whole.parent is not None:
        whole = whole.parent
    with interp.inside(whole), without_number(interp):
        made = make()
    if isinstance(made, Instance):
        set_born(made, BEFORE)
    return made


def set_born(value: Any, serial: int) -> None:
    """An object, and what it consists of, was made at another time."""
    if isinstance(value, (Instance, Array)):
        value.origin = serial
    for part in (
        value.attributes.values() if isinstance(value, Instance) else value if type(value) is tuple else ()
    ):
        set_born(part, serial)


def gather_items(interp: Interpreter, place: tuple, items: list) -> Any:
    """Items that are chosen from, or gone through, at a place as one array. Where lists from outside are among them, it
    must not be written: these would not see it."""
    made = rows_at(interp, place, place, [inner_list(interp, place, place, v) for v in items])
    if any(isinstance(v, External) and isinstance(v.unread, list) for v in items):
        array_under(made.attributes["rows"]).frozen = NeedsType({place: None})
    return made


def gather_outside(interp: Interpreter, place: tuple, value: External) -> Any:
    """The items of a list or tuple from outside as one array, which stay as they are."""
    made, changed = None, interp.outside.writes.objects
    stays = type(value.unread) is list and not any(
        id(part) in changed for _, part in inner_lists(value.unread)
    )
    if stays and interp.outside.writes.passes(value.path):
        made = list_passed(interp, place, value.unread, value.path)
    elif stays:
        made = list_known(interp, place, value)
    if made is None:
        ask_for_unlike_rows(interp, value)
    made = made or gather_items(interp, place, list(interp.outside.items(interp, value)))
    array_under(made.attributes["rows"]).frozen = value
    return made


def ask_for_unlike_rows(interp: Interpreter, value: External) -> None:
    """Read again with the lists in a list as rows, if they hold unlike things, unless that has been tried."""
    items = value.unread
    if type(items) is list and items and type(items[0]) is list:
        ask_for_rows(interp, value.path)


def rows_at(interp: Interpreter, whole: Any, place: tuple, items: list) -> Any:
    """A list that is read at a place as one array, or one that is its item. `whole`: the place of the outermost one,
    which is no array where an item is none."""
    known = interp.growing.types.setdefault(place, UNKNOWN)
    if known is not UNKNOWN and not isinstance(known, Item):
        raise NeedsType({whole: None})
    return as_one_array(interp, Site(place), items, grows=False)


def inner_list(interp: Interpreter, whole: Any, place: tuple, value: Any) -> Any:
    """An item; one that is a list from outside as one array, too."""
    if not isinstance(value, External) or not isinstance(value.unread, (list, tuple)):
        return value
    inside = (*place, "item")
    items = [inner_list(interp, whole, inside, v) for v in interp.outside.items(interp, value)]
    if isinstance(value.unread, tuple) or not items:
        return tuple(items)
    return rows_at(interp, whole, inside, items)
