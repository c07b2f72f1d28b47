"""May-alias analysis of the items of lists that are one array: which arrays and lists the rows may stand for."""

from __future__ import annotations

from typing import Any

from ...core.errors import CompileError
from ..bounded.extents import array_under
from ..interpreter import Interpreter
from ..state.aliases import arrays_may_alias, consistent
from ..state.trail import ALIASES
from ..state.values import Array, Instance
from .items import arrays_in, is_mutable, place_of_record
from .layouts import Item, Kind, Nesting
from .places import UNKNOWN, NeedsType, Site, places_around


def remember(interp: Interpreter, growing: Instance | None, rows: Any, *others: Any) -> None:
    """New rows of a list (None: one that is being made) hold arrays and lists that are also elsewhere."""
    if growing is not None and not is_mutable(growing):
        return
    new = array_under(rows).root
    roots = [
        r for o in others for array in arrays_in(interp, o) for r in (array.root, *array.root.may_aliases)
    ]
    roots = [r for r in roots if r is not new]  # rows that stay where they are
    if new.ndim > 1 and roots:
        interp.trail.touch(new, ALIASES)
        new.may_aliases, new.which = tuple({id(r): r for r in (*new.may_aliases, *roots)}.values()), None
        consistent(interp.trail, [new])


def check_distinct(interp: Interpreter, site: Site, rows: Any, *items: Any) -> None:
    """Arrays become items of a list with these rows. Where one may be there already, read again with rows that are not
    written in their places."""
    if site.place in interp.growing.shares:
        return
    data = array_under(rows)
    known = {id(r) for r in (data.root, *data.root.may_aliases)} if isinstance(data, Array) else set()
    for array in (array for item in items for array in arrays_in(interp, item)):
        own = {id(r) for r in (array.root, *array.root.may_aliases)}
        if array.base is not None or own & known:
            found = interp.growing.types.get(site.place, UNKNOWN)
            raise NeedsType({site.place: found}, shares=True)
        known |= own


def check_apart(interp: Interpreter, nesting: Nesting, site: Site, value: Any, *others: Any) -> None:
    """A list that is an item is one row. Where it may be another item too, read again with items that can't be written.
    `others`: rows, or items."""
    if site.place in interp.growing.shares:
        return
    if list in nesting.kinds and any(
        arrays_may_alias(a, b)
        for a in arrays_in(interp, value)
        for other in others
        for b in arrays_in(interp, other)
    ):
        raise NeedsType({site.place: interp.growing.types.get(site.place, UNKNOWN)}, shares=True)


def lists_in_heaps(interp: Interpreter, error: CompileError) -> dict[Any, Any]:
    """The findings for another reading behind a refusal, in which lists that may be others are objects in heaps. There
    a list is the same in all the lists that hold it, whichever of them it is written in."""
    found: dict[Any, Any] = {}
    if error.aliases:
        for outer, inner in interp.places.inner.items():
            layout = interp.growing.types.get(outer) if interp.growing is not None else None
            if isinstance(layout, Item) and layout.nesting.kinds == (list,):
                found |= {k: v for place in inner for k, v in list_in_heap(place, layout.shape[0]).items()}
    elif error.shared:
        for place, length in interp.places.written.items():
            found |= dict.fromkeys(places_around(place)) | list_in_heap(place, length)
    return found


def list_in_heap(place: Any, length: int) -> dict[Any, Any]:
    """The findings for a list made at a place that is to be no array, but an object in a heap."""
    return {place: None, place_of_record(place): Kind((list, tuple(range(length))))}
