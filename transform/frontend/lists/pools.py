"""Pools: the items of many lists whose lengths differ, in one bounded list (models/bounded/lists_of_lists.py).

A list that is in a pool has no rows of its own: what is read of it is chosen from the pool by the number of the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bounded.extents import BoundedArray, array_under, to_front
from ..interpreter import Interpreter, operation
from ..model_operations import called_in_models
from ..state.values import Instance
from .items import is_pooled, rows_of


def pairs_of(interp: Interpreter, pool: Any) -> Instance:
    """The list of the numbers of lists and their items."""
    return interp.settled(interp.settled(pool).attributes["pairs"])


def entries_of(interp: Interpreter, pool: Any, part: tuple) -> Instance:
    """The items of all lists of a pool, or a part of each of them; of objects, their numbers: "members"."""
    entries = pairs_of(interp, pool).attributes["columns"][1]
    for k in part:
        entries = entries.attributes["members"] if k == "members" else entries.attributes["columns"][k]
    return entries


def part_of(interp: Interpreter, pooled: Instance) -> tuple:
    """The part of the items in the pool that a list has."""
    return interp.settled(pooled.attributes["part"]).value


def owned_mask(interp: Interpreter, pooled: Instance) -> Any:
    """The items of the pool that are those of the list, as a mask."""
    numbers = pairs_of(interp, pooled.attributes["pool"]).attributes["columns"][0]
    return interp.compare("Eq", rows_of(interp, numbers), pooled.attributes["number"])


@operation
def rows_in_pool(interp: Interpreter, pooled: Instance) -> Any:
    """The items of a list of a pool."""
    rows = rows_of(interp, entries_of(interp, pooled.attributes["pool"], part_of(interp, pooled)))
    if not array_under(rows).shape[0]:  # there has been no item, so that there may be room for numbers alone
        return rows
    found = interp.get_item(rows, owned_mask(interp, pooled))
    return to_front(interp, found, 0) if isinstance(found, BoundedArray) else found


@called_in_models
def places_in_pool(interp: Interpreter, pooled: Instance) -> Any:
    """The places of the items of the list in the pool, in order."""
    return interp.call_host(np.flatnonzero, [owned_mask(interp, pooled)], {})


@called_in_models
def get_rows(interp: Interpreter, growing: Instance) -> Any:
    """The array of the items of a list."""
    return rows_of(interp, growing)


@called_in_models
def set_rows(interp: Interpreter, growing: Instance, rows: Any) -> None:
    """Other items for a list; for one in a pool as many as before."""
    if not is_pooled(growing):
        interp.write_attribute(growing, "rows", rows)
        return
    entries = entries_of(interp, growing.attributes["pool"], part_of(interp, growing))
    new = interp.call_method(rows_of(interp, entries), "copy", [])
    interp.set_item(new, places_in_pool(interp, growing), rows)
    set_rows(interp, entries, new)
