"""Containers that are only read, whose items data choose: dicts by computed keys, lists of unlike lengths.

prices[k]           ⇒       values[argmax(keys == k)], and a KeyError where there is none
neighbours[k]       ⇒       table[k][:lengths[k]], of a table in which each list is padded
"""

from __future__ import annotations

import enum
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..bounded.extents import BoundedArray, bound_count
from ..interpreter import Interpreter, operation
from ..state.texts import ChosenText
from ..state.values import NEVER, Array, External, Instance, Picked, Sym, is_number, is_unsure, object_of
from .growing import growing_of
from .items import key_type, parts_type
from .layouts import Item, Parts, join_item_types
from .places import UNKNOWN, NeedsType, Site, is_asked_for, is_tried, place_here
from .rows import stack_items

LARGEST = 1 << 22  # a table with more places for items is not made


def is_from_table(chosen: Instance) -> bool:
    """Whether it is a list that data have chosen from a table."""
    place = chosen.attributes["site"].place
    return type(place) is tuple and place[:1] == ("item",) and place[-1] == "list"


def is_computed_key(interp: Interpreter, names: Sequence[Any], key: Any) -> bool:
    """Whether a key that is data may be looked up among these: all of them are integers, or tuples of as
    many."""
    key = interp.settled(key)
    parts = key if type(key) is tuple else (key,)
    if not names or not any(isinstance(v, Sym) and key_type(interp, v) for v in parts):
        return False
    if not all(is_number(v) and interp.sym(v).dtype.kind in "iub" for v in parts):
        return False
    shape = (tuple, len(parts)) if type(key) is tuple else (int, 1)
    return all(shape_of_key(name) == shape for name in names)


def shape_of_key(name: Any) -> tuple[type, int] | None:
    """The shape of a key of integers; None of another key."""
    parts = name if type(name) is tuple else (name,)
    if not all(isinstance(v, (int, np.integer)) and -(2**63) <= v < 2**63 for v in parts):
        return None
    return (tuple if type(name) is tuple else int), len(parts)


@operation
def position_of_key(interp: Interpreter, names: Sequence[Any], key: Any) -> Any:
    """The position of a computed key among those of a dict; the call fails if it is none of them."""
    place = place_of_match(interp, match_integers(interp, names, key), key)
    return NEVER if interp.failed else place


def match_integers(interp: Interpreter, names: Sequence[Any], key: Any) -> Array:
    """The mask of the keys of a dict that are a computed one: an integer, or a tuple of integers."""
    parts = key if type(key) is tuple else (key,)
    table = np.array([name if type(name) is tuple else (name,) for name in names], np.int64)
    same = [interp.compare("Eq", table[:, j], part) for j, part in enumerate(parts)]
    return functools.reduce(lambda a, b: interp.binary("BitAnd", a, b), same)


@operation
def known_match(interp: Interpreter, items: dict, key: Any) -> Array | None:
    """The mask of the keys of a dict that are this one, if data decide that and the dict has no computed keys."""
    names, place = list(items), interp.places.of_dict(items)
    if not names and place is None and key_type(interp, interp.settled(key)) is not None:
        return interp.array(np.zeros(0, bool))
    if (place is None or is_tried(interp, place)) and is_computed_key(interp, names, key):
        found = match_integers(interp, names, interp.settled(key))
    else:
        found = match_mixed_key(interp, names, key) if type(key) is tuple else None
    if found is None or not any(map(is_unsure, items.values())):
        return found
    there = [interp.wrap(v.flag) if is_unsure(v) else True for v in items.values()]
    return interp.binary("BitAnd", found, interp.call_host(np.array, [there], {}))


def item_surely_there(interp: Interpreter, item: Any) -> Any:
    return interp.read(item.value if is_unsure(item) else item)


def match_mixed_key(interp: Interpreter, names: Sequence[Any], key: Any) -> Array | None:
    """The mask of the keys of a dict that are (member or text, number …), if data decide a part; None of other keys.

    A state and an event, say: TRANSITIONS[state, event].
    """
    key = interp.settled(key)
    parts = [interp.settled(v) for v in key] if type(key) is tuple else []
    chosen = [isinstance(v, (Picked, ChosenText)) or key_type(interp, v) is not None for v in parts]
    plain = all(is_number(v) and not isinstance(v, enum.Enum) for v in parts)
    if not names or plain or not any(chosen) or not all(map(is_part_of_key, parts)):
        return None
    if not all(is_part_of_key(v) for name in names if type(name) is tuple for v in name):
        return None
    equal = functools.cache(lambda j, value: interp.truth_of(interp.compare("Eq", parts[j], value)))

    def is_equal(name: Any) -> Any:
        if type(name) is not tuple or len(name) != len(parts):
            return False
        return functools.reduce(interp.both, [equal(j, value) for j, value in enumerate(name)])

    return interp.call_host(np.array, [[interp.wrap(is_equal(name)) for name in names]], {})


def is_part_of_key(value: Any) -> bool:
    return isinstance(object_of(value), (str, enum.Enum, Picked, ChosenText, int, np.integer)) or (
        isinstance(value, Sym) and not value.shape and value.dtype.kind in "iub"
    )


def item_of_match(interp: Interpreter, items: Sequence[Any], found: Array, key: Any) -> Any:
    """The item of a key that has been found; the call fails if it is nowhere."""
    position = place_of_match(interp, found, key)
    return (
        NEVER
        if interp.failed
        else item_at_position(interp, [item_surely_there(interp, v) for v in items], position)
    )


def item_or(interp: Interpreter, items: Sequence[Any], found: Array, default: Any) -> Any:
    """The item of a key that has been found, else the default."""
    there = interp.truth_of(interp.call_host(np.any, [found], {})) if found.shape[0] else False
    position = first_match(interp, found)
    item = lambda: item_at_position(interp, [item_surely_there(interp, v) for v in items], position)
    if not isinstance(there, Sym):
        return item() if there else default
    return interp.fork(there, item, lambda: default)


def place_of_match(interp: Interpreter, found: Any, key: Any) -> Any:
    """The place at which a key is the one that is looked for; the call fails if it is nowhere."""
    there = interp.call_host(np.any, [found], {}) if found.shape[0] else False
    interp.fail_if(interp.sym(interp.unary("Not", there)), KeyError, interp.payload((key,), True))
    return first_match(interp, found)


def first_match(interp: Interpreter, found: Any) -> Any:
    return interp.call_host(np.argmax, [found], {}) if found.shape[0] else 0


def choosing(interp: Interpreter) -> tuple:
    """The place of the expression that chooses from a list or tuple which is not changed: one array, made there."""
    return "item", place_here(interp)


def is_looked_up(interp: Interpreter, made: dict, key: Any) -> bool:
    """Whether a key is data, and looked up in a dict that can't be read as one of computed keys, or where
    that has been tried."""
    place = interp.places.of_dict(made)
    if place is not None and not is_tried(interp, place):
        return False
    return is_computed_key(interp, list(made), key) and not any(map(is_unsure, made.values()))


def item_of_key(interp: Interpreter, names: list, items: list, key: Any) -> Any:
    """The item of a dict of a key that is data."""
    position = interp.position_of_key(names, interp.settled(key))
    if interp.failed:
        return NEVER
    return item_at_position(interp, [interp.read(v) for v in items], position)


def item_at_position(interp: Interpreter, items: list, position: Any) -> Any:
    """One of the items, at a computed position that is in range."""
    found = interp.chosen_list(choosing(interp), items, position)
    return interp.choose_at(items, position, position) if found is None else found


def has_unlike_lists(interp: Interpreter, value: External, index: Any) -> bool:
    """Whether an index that is data chooses one of several lists, which are not alike."""
    if not is_computed_key(interp, [0], index):
        return False
    return are_unlike_lists(
        [interp.external(v, value.path.then("item", k)) for k, v in enumerate(value.unread)]
    )


def list_chosen(interp: Interpreter, items: Sequence[Any], index: Any) -> Instance | None:
    """The list at an index that is data; None where they can't be chosen from so."""
    position = interp.position_in_list(len(items), index)
    return NEVER if interp.failed else interp.chosen_list(choosing(interp), items, position)


@operation
def chosen_list(interp: Interpreter, place: tuple, items: Sequence[Any], position: Any) -> Instance | None:
    """The list at a computed position, which is in range, of lists from outside that one table can hold, and which are
    not written; None of any others.

    Raises:
        NeedsType: the first time, since lists of computed length are asked for.
    """
    place = (*place, "list")
    if not are_unlike_lists(items) or is_tried(interp, place) and not is_asked_for(interp, place):
        return None
    if not is_tried(interp, place):
        raise NeedsType({place: UNKNOWN})
    lists = lists_read(interp, items)
    layout, most = layout_of_all(interp, lists), max(map(len, lists))
    if not isinstance(layout, (Item, Parts)) or most * len(lists) > LARGEST:
        return None
    return row_of_table(interp, place, lists, layout, position)


def are_unlike_lists(items: Sequence[Any]) -> bool:
    """Whether they are lists from outside that differ in length, or hold tuples."""
    if not all(isinstance(v, External) and isinstance(v.unread, list) for v in items):
        return False
    unlike = len({len(v.unread) for v in items}) > 1
    return unlike or any(isinstance(inner, tuple) for v in items for inner in v.unread)


def lists_read(interp: Interpreter, items: Sequence[Any]) -> list[list]:
    return [[settled_whole(interp, v) for v in interp.outside.items(interp, value)] for value in items]


def settled_whole(interp: Interpreter, value: Any) -> Any:
    """An item from outside; a tuple with its parts read."""
    value = interp.settled(value)
    if isinstance(value, External) and type(value.unread) is tuple:
        return tuple([settled_whole(interp, v) for v in interp.outside.items(interp, value)])
    return value


def layout_of_all(interp: Interpreter, lists: list[list]) -> Any:
    """The layout of the items of all lists; None if there is none."""
    found = [parts_type(interp, v) for items in lists for v in items]
    return functools.reduce(join_item_types, found) if found else None


def row_of_table(
    interp: Interpreter, place: tuple, lists: list[list], layout: Any, position: Any
) -> Instance:
    """The list at a position: the first items of a row of the table in which all of them stand."""
    known = interp.growing.types.get(place)
    if type(known) is type(layout):  # what is put into lists that are made of it may have made it wider
        layout = join_item_types(layout, known) or layout
    interp.growing.types[place] = layout
    most = max(map(len, lists))
    firsts = np.cumsum([0, *map(len, lists)])
    padded = np.minimum(firsts[:-1, None] + np.arange(most), max(firsts[-1] - 1, 0))
    lengths = interp.array(np.diff(firsts))
    length = bound_count(interp, interp.get_item(lengths, position), most)

    def rows_of_part(found: Item, whole: list) -> Any:
        rows = interp.array(stack_items(interp, whole, found))
        table = interp.get_item(rows, padded) if most else rows
        return interp.get_item(table, position) if most else table

    return list_of_layout(
        interp, Site(place), layout, list(itertools.chain.from_iterable(lists)), rows_of_part, length
    )


def list_of_layout(
    interp: Interpreter,
    site: Site,
    layout: Any,
    items: list,
    rows: Callable[[Item, list], Array],
    length: Any,
) -> Instance:
    """A list of this length, each array of which `rows` makes from all items."""
    if isinstance(layout, Parts):
        parts = [
            list_of_layout(interp, site, part, [v[k] for v in items], rows, length)
            for k, part in enumerate(layout.parts)
        ]
        return interp.columns_as(site, parts)
    data = rows(layout, items)
    data.root.frozen = "it is a list from outside that is not known to change"
    part = interp.trail.allocate(BoundedArray({"data": data, "lo0": 0, "hi0": length}))
    made = growing_of(interp, part, layout.weak, layout.nesting, site)
    made.attributes["sealed"] = True
    return made
