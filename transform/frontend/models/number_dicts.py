"""dict with dynamic keys (numbers or tuples of them): a bounded list of keys beside one of values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..interpreter import Interpreter, operation
from ...core.errors import CompileError
from ..bounded.extents import BoundedArray, array_under, mask_outside
from ..lists.growing import is_growing, made_growing, sized
from ..lists.items import (
    as_key,
    ask_for_computed_keys,
    from_row,
    has_no_items,
    is_pooled,
    rows_of,
    site_of,
)
from ..lists.numbers import matches
from ..lists.lookups import first_match
from ..lists.layouts import Texts
from ..lists.rows import row_in_range
from ..lists.places import KEYS, UNKNOWN, Site, is_asked_for, place_of_keys, place_here
from ..state.trail import version_of
from ..state.values import NEVER, Instance, SealedByIdentity
from .model import Model
from ..model_operations import called_in_models


class DictUnions:
    """The operator | of dicts, by `copy` and `update`."""

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        made = self.copy()
        made.clear()
        made.update(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self


class NumberDict(DictUnions, Model):
    """names: the keys, in the order in which they came; entries: their values."""

    __recto_class__ = dict
    content = "names"

    def __contains__(self, key):
        return place_of_key(self.names, key) >= 0

    def __getitem__(self, key):
        return item_there(self.entries, place_there(self.names, key))

    def __setitem__(self, key, value):
        place = place_of_key(self.names, key)
        if place < 0:
            self.add(key, value)
        else:
            self.entries.replace_item(place, value)

    def add(self, key, value):  # a key that is not there
        self.names.append(as_key(key))
        self.entries.append(value)

    def __delitem__(self, key):
        place = place_of_key(self.names, key)
        if place < 0:
            raise KeyError(key)
        self.names.pop(place)
        self.entries.pop(place)

    def __len__(self):
        return len(self.names)

    def __iter__(self):
        return checked(self, self.names) if may_change_in_loop(self) else iter(self.names)

    def get(self, key, default=None):
        place = place_of_key(self.names, key)
        if place < 0:
            return default
        return item_there(self.entries, place)

    def setdefault(self, key, default=None):
        if key not in self:
            self.add(key, default)
        return self.present(key)

    def present(self, key):  # the item of a key that is there
        return item_there(self.entries, place_of_key(self.names, key))

    def pop(self, key, *default):
        place = place_of_key(self.names, key)
        if place < 0:
            if len(default) == 0:
                raise KeyError(key)
            return default[0]
        self.names.pop(place)
        return self.entries.pop(place)

    def popitem(self):
        if len(self.names) == 0:
            raise KeyError("popitem(): dictionary is empty")
        return self.names.pop(), self.entries.pop()

    def update(self, *others, **named):
        for other in others:
            pairs = other.items() if isinstance(other, dict) else other
            for key, value in pairs:
                self[key] = value
        for key, value in named.items():
            self[key] = value

    def copy(self):
        return with_copies(self, self.names.copy(), self.entries.copy())

    def __eq__(self, other):
        if not isinstance(other, dict) or len(self) != len(other):
            return False
        for key in self.names:
            if key not in other or self[key] != other[key]:
                return False
        return True

    def keys(self):
        return viewed(list(self.names), self, "names")

    def values(self):
        return viewed(list(self.entries), self, "entries")

    def recto_each_value(self):
        return checked(self, self.entries) if may_change_in_loop(self) else iter(self.entries)

    def items(self):
        return zip(self.names, self.entries)

    def clear(self):
        self.names.clear()
        self.entries.clear()


def checked(made, items):
    """The keys or values of a dict, as long as there are as many."""
    count = len(made.names)
    for k in range(count):
        check_size(made, count)
        yield items[k]
    check_size(made, count)


def check_size(made, count):
    if len(made.names) != count:
        raise RuntimeError("dictionary changed size during iteration")


class Viewed(SealedByIdentity):
    """The content of a view of a dict: the dict, the one of its lists, and its content when the view was
    made."""


@called_in_models
def viewed(interp: Interpreter, items: Any, shown: Instance, part: str) -> Any:
    """A list that stands for a view of a dict's keys or values."""
    if isinstance(items, Instance):
        interp.trail.write(items, "viewed", Viewed((shown, part, as_now(interp, shown.attributes[part]))))
    return items


def as_now(interp: Interpreter, shown: Any) -> Any:
    """A value that tells whether a list of computed length has changed; None if that is not followed."""
    if not is_growing(shown) or is_pooled(shown):
        return None
    rows = shown.attributes["rows"]
    return rows, version_of(array_under(interp.settled(rows)).root)


@operation
def check_view(interp: Interpreter, view: Any) -> None:
    """The list that stands for a view does not show what has become of the dict."""
    if isinstance(view, Viewed):
        shown, part, before = view.value
        now = as_now(interp, shown.attributes[part])
        if before is None or now is not None and now[0] is before[0] and now[1] == before[1]:
            return
    raise CompileError(
        "a view of the keys or values of a dict that has changed since", "call d.keys() or d.values() again"
    )


@operation
def shown_now(interp: Interpreter, value: Any) -> Any:
    """The items that a loop over a view goes through: the keys or values of the dict as they are by then.
    Anything else as it is."""
    view = value.attributes.get("viewed") if isinstance(value, Instance) else None
    if view is None:
        return value
    if not isinstance(view, Viewed):
        raise CompileError("a loop over a view of one of several dicts", "loop over list(d.keys())")
    shown, part, _ = view.value
    return shown if part == "names" else interp.call_method(shown, "recto_each_value", [])


@called_in_models
def place_there(interp: Interpreter, names: Instance, key: Any) -> Any:
    """The place of a key; the call fails if there is no such key. What follows in the expression is computed all the
    same, so that an array that is an item stays a part of the array of all."""
    place = place_of_key(interp, names, key)
    interp.fail_if(interp.sym(interp.compare("Lt", place, 0)), KeyError, interp.payload((key,), True))
    return NEVER if interp.failed else place


@called_in_models
def place_of_key(interp: Interpreter, names: Instance, key: Any) -> Any:
    """The place of a key; -1 if there is no such key."""
    found = matches(interp, names, as_key(interp, key))
    found = interp.array(mask_outside(interp, found)) if isinstance(found, BoundedArray) else found
    if not found.shape[0]:
        return -1
    there = interp.call_host(np.any, [found], {})
    return interp.item(interp.call_host(np.where, [there, first_match(interp, found), -1], {}))


@called_in_models
def item_there(interp: Interpreter, entries: Any, place: Any) -> Any:
    """The item at a place that is in range, unless the call has failed."""
    if has_no_items(interp, entries):
        interp.fail_if(interp.sym(True), KeyError, ("the dict is empty",))
        return NEVER
    if interp.failed:
        return NEVER
    if isinstance(entries, Instance) and "members" in entries.attributes:
        return interp.item_numbered(entries, item_there(interp, entries.attributes["members"], place))
    if isinstance(entries, Instance) and "columns" in entries.attributes and not is_pooled(entries):
        columns = entries.attributes["columns"]
        if hasattr(entries.cls, "unset") and has_no_items(
            interp, columns[1]
        ):  # they are None, as far as is known
            return interp.put_together(entries, (item_there(interp, columns[0], place), NEVER))
        return interp.put_together(entries, tuple([item_there(interp, column, place) for column in columns]))
    rows = rows_of(interp, entries) if is_growing(entries) and not is_pooled(entries) else None
    if not isinstance(rows, BoundedArray):
        return interp.get_item(entries, place)
    return from_row(interp, entries, row_in_range(interp, rows, place))


@called_in_models
def add_item(interp: Interpreter, items: Any, key: Any, value: Any) -> None:
    """items[key] = value, of a dict that does not have the key."""
    if isinstance(items, Instance) and items.cls is NumberDict:
        interp.call_method(items, "add", [key, value])
    else:
        interp.set_item(items, key, value)


@called_in_models
def present_item(interp: Interpreter, items: Any, key: Any) -> Any:
    """items[key] of a dict that has the key."""
    if isinstance(items, Instance) and items.cls is NumberDict:
        return interp.call_method(items, "present", [key])
    return interp.get_item(items, key)


@called_in_models
def may_change_in_loop(interp: Interpreter, made: Instance) -> bool:
    """Whether the dict is one whose keys may change while a loop goes through them."""
    names = made.attributes["names"]
    while "columns" in names.attributes:
        names = names.attributes["columns"][0]
    return is_asked_for(interp, sized(site_of(names).place))


@called_in_models
def with_copies(interp: Interpreter, made: Instance, names: Any, entries: Any) -> Instance:
    """A dict of these keys and values."""
    return interp.trail.allocate(
        Instance(NumberDict, {**made.attributes, "names": names, "entries": entries})
    )


def dict_at(interp: Interpreter, place: tuple) -> Any:
    """An empty dict that is made at a place: a Python dict, or one of computed keys."""
    values = place_of_keys(("values", place))
    if not is_asked_for(interp, place) or interp.growing.types.setdefault(values, UNKNOWN) is None:
        return interp.places.note_dict(interp.trail.allocate({}), place)
    known = interp.growing.types[place]
    if isinstance(known, Texts):  # each of which is a key once at most
        interp.growing.capacities.update(dict.fromkeys((place, values), len(known.forms)))
    lists = [made_growing(interp, Site(p, name), []) for p, name in ((place, KEYS), (values, "values"))]
    return interp.trail.allocate(Instance(NumberDict, dict(zip(("names", "entries"), lists))))


@operation
def make_dict(interp: Interpreter, items: dict | list, place: tuple | None = None) -> Any:
    """The dict of these items, or keys with their values; with computed keys, if those made here have them."""
    place = place_of_keys(place or place_here(interp))
    made = dict_at(interp, place)
    pairs = list(items.items()) if isinstance(items, dict) else items
    for key, value in pairs:
        if isinstance(made, dict):
            ask_for_computed_keys(interp, interp.places.of_dict(made), key)
            made[interp.key(key, "a dict key")] = value
        else:
            interp.set_item(made, key, value)
    return interp.recorded(place, made)


@called_in_models
def new_dict(interp: Interpreter, *others: Any, **named: Any) -> Any:
    """dict(*others, **named)"""
    return interp.call(dict, list(others), named)
