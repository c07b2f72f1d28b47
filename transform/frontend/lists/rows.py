"""Rows of bounded lists: the items that they may stand for, and their places."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym, broadcast_to
from ...primitives import select
from ..bounded.extents import BoundedArray, alike, array_under, bound_count, not_below, plus
from ..model_operations import called_in_models
from ..interpreter import Interpreter
from ..state.values import NEVER, Array, Instance
from .items import is_list, is_mutable, item_type, parts_type, row_of, rows_of
from .layouts import Item, Nesting, Nullable, Records, Texts, is_kept_apart, is_mixed, join_item_types
from .places import UNKNOWN, Lists, NeedsType, Site


def stack_items(interp: Interpreter, items: Sequence[Any], found: Item) -> Any:
    """The items as the rows of an array. One item many times is one row."""
    if not items:
        return np.zeros((0, *found.shape), found.dtype)
    if all(v is items[0] for v in items):
        return broadcast_to(row_of(interp, items[0], found.dtype), (len(items), *found.shape))
    parts = [row_of(interp, v, found.dtype) for v in items]
    return TABLE["concatenate"](*[TABLE["reshape"](p, shape=(1, *p.shape)) for p in parts], axis=0)


def common_type(interp: Interpreter, site: Site, items: list) -> Item:
    """The type that all items have. Lists among them are asked for together."""
    inner = {interp.places.of(v) for v in items} - {None, *interp.growing.types}
    if inner:
        raise NeedsType(dict.fromkeys(inner, UNKNOWN))
    types = [item_type(interp, v) for v in items if v is not NEVER]
    found = functools.reduce(join_item_types, types) if types else None
    if not isinstance(found, Item) or is_kept_apart(found, items):
        layouts = [parts_type(interp, v) for v in items if v is not NEVER and site.is_variable]
        joined = functools.reduce(join_item_types, layouts) if layouts else None
        raise NeedsType({site.place: joined if isinstance(joined, (Records, Nullable, Texts)) else None})
    return found


def known_item(interp: Interpreter, site: Site) -> Item:
    """The assumed type of the items of a list."""
    found = interp.growing.types.get(site.place, UNKNOWN)
    return Item(np.dtype(float), (), True) if found is UNKNOWN else found


def fits(interp: Interpreter, site: Site, found: Item, value: Any) -> None:
    """Raises NeedsType where an item is something else than was thought."""
    if value is NEVER:
        raise CompileError("this is never reached")
    given, known = parts_type(interp, value), interp.growing.types
    if given is None or site.has_keys and isinstance(given, Texts) and isinstance(value, str):
        raise NeedsType({site.place: None})  # such items are known one by one or not at all
    if known.get(site.place, UNKNOWN) is UNKNOWN:
        raise NeedsType({site.place: given})
    joined = join_item_types(given, found)
    if site.has_keys and is_mixed(joined):
        joined = None  # keys are returned as what they are
    if joined != found:
        whole = whole_item(known[site.place], found, joined)
        inner = interp.places.inner.get(site.place, ()) if whole is None else ()
        if inner:  # lists of unlike numbers: as objects in a heap
            raise NeedsType({site.place: UNKNOWN, **dict.fromkeys(inner)})
        raise NeedsType({site.place: whole})
    if is_list(value):
        interp.places.inner.setdefault(site.place, set()).add(value.attributes["site"].place)


def whole_item(whole: Any, part: Item, joined: Any) -> Any:
    """The layout of the items of a list, where its numbers, or those of a list that is an item of it, have another
    type: `joined` in the place of `part`."""
    if not isinstance(whole, Item) or whole.nesting == part.nesting:
        return joined
    alike = isinstance(joined, Item) and joined.shape == part.shape and joined.nesting == part.nesting
    alike = alike and not isinstance(
        joined.weak, frozenset
    )  # ints and floats: each of the parts has one type
    return whole._replace(dtype=joined.dtype, weak=joined.weak) if alike else None


def row_at(interp: Interpreter, growing: Instance, rows: Any, index: Any) -> Any:
    """The row of an index that is in range, unless the call has failed."""
    if (
        not isinstance(rows, BoundedArray)
        or rows.extents.keys() != {0}
        or is_mutable(growing)
        or interp.trying
    ):
        return interp.get_item(rows, index)
    extent = rows.extents[0]
    if extent.mask is not None:
        return interp.get_item(rows, index)
    return interp.get_item(
        rows.data, bound_count(interp, place_of_item(interp, rows, index), extent.size - 1)
    )


def place_of_item(interp: Interpreter, rows: BoundedArray, index: Any) -> Any:
    """The place of the item of an index, which is in range."""
    if not not_below(interp, index, 0):
        if not isinstance(index, Sym):
            return plus(interp, rows.extents[0].hi, index)
        n = interp.length_of(rows)
        index = interp.wrap(select(interp.sym(index) < 0, *alike(interp, plus(interp, index, n), index)))
    return plus(interp, rows.extents[0].lo, index)


@called_in_models
def has_numbers_in_part(interp: Interpreter, growing: Instance) -> bool:
    """Whether its items are numbers, in a part of an array."""
    return isinstance(rows_of(interp, growing), BoundedArray) and not is_mutable(growing)


def row_in_range(interp: Interpreter, rows: BoundedArray, place: Any) -> Any:
    """The row at a place of a part of an array, which is in range: where rows lie one after another, without limits."""
    if rows.extents.keys() != {0} or rows.extents[0].mask is not None:
        return interp.get_item(rows, place)
    return interp.get_item(rows.data, plus(interp, rows.extents[0].lo, place))


@called_in_models
def lies_in_part(interp: Interpreter, growing: Instance) -> bool:
    """Whether its items are numbers or arrays, in a part of an array."""
    return (
        isinstance(rows_of(interp, growing), BoundedArray) and list not in growing.attributes["nesting"].kinds
    )


# -- lists that two paths join -----------------------------------------------------------------------------------------


def settle_items(lists: Lists | None, *joined: Instance) -> None:
    """A list that has had no items yet has those of the list that it is joined with; of ints on one side and floats
    on the other, or of other texts, both hold both.

    Raises:
        NeedsType: for the places where they are made.
    """
    sites = [v.attributes.get("origin", v.attributes.get("site")) for v in joined]
    places = [site.place for site in sites if isinstance(site, Site)]
    known = [lists.types.get(place, UNKNOWN) for place in places] if lists else []
    if len(known) == 2 and (known[0] is UNKNOWN) != (known[1] is UNKNOWN):
        one, other = (0, 1) if known[0] is UNKNOWN else (1, 0)
        raise NeedsType({places[one]: inner_layout(joined[other], known[other])})
    texts = len(known) == 2 and all(isinstance(v, Texts) for v in known)
    if texts or len(known) == 2 and any(map(is_mixed, known)) and all(isinstance(v, Item) for v in known):
        both = known[0].joined(known[1])
        if both is not None and any(v != both for v in known):
            raise NeedsType(dict.fromkeys(places, both))


def inner_layout(found: Instance, known: Any) -> Any:
    """The layout of the items of a list which may be an item of the list with the `known` layout."""
    rows, nesting = found.attributes.get("rows"), found.attributes.get("nesting")
    if (
        not isinstance(known, Item)
        or not isinstance(rows, (Array, BoundedArray))
        or not isinstance(nesting, Nesting)
    ):
        return known
    depth = len(known.nesting.kinds) - len(nesting.kinds)
    return Item(known.dtype, array_under(rows).shape[1:], known.weak, nesting) if depth > 0 else known
