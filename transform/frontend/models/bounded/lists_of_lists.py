"""Lists of lists whose lengths are computed: a pool of all their items, and the numbers of the lists in it.

    groups = [[] for _ in range(n)]     ⇒       groups.members = [0, 1, …, n - 1]
    groups[k].append(x)                 ⇒       groups.pool.pairs.append((groups.members[k], x))
    sum(groups[k])                      ⇒       sum(x for number, x in groups.pool.pairs if number == members[k])

A list keeps its number, so that it is the same list under all its names. (In other languages: a jagged array.)
"""

from __future__ import annotations

import functools
from typing import Any


from ....core.errors import CompileError
from ....core.registered import STRUCTURE
from ...interpreter import Interpreter, operation
from ...lists.growing import (
    BoundedList,
    is_growing,
    items_of,
    made_growing,
    replace_rows,
)
from ...lists.items import (
    is_list_of_records,
    is_mutable,
    is_pooled,
    item_type,
    may_be_none,
    parts_type,
    place_of_part,
    place_of_record,
    rows_of,
    site_of,
)
from ...lists.layouts import Item, Kind, NUMBERS, Nullable, Parts, Ragged, Records, join_item_types
from ...lists.numbers import order_of_keys
from ...lists.pools import entries_of, places_in_pool
from ...lists.places import UNKNOWN, NeedsType, Site, is_tried, place_of_keys
from ...state.values import (
    KIND,
    NUMBER,
    UNSET,
    Counted,
    Instance,
    Sealed,
    SealedByValue,
    is_number,
    is_record,
)
from .columns import Columns
from .sequences import Sequence, refuse
from ..model import Model
from ...model_operations import called_in_models


class Pool(Model):
    """pairs: the items of all lists, each with the number of its list, in the order in which they came; count: how
    many lists there are; origin: where the list of lists is made."""

    __recto_class__ = list
    hidden = ("count",)

    def append(self, number, value):
        self.pairs.append((number, item_of_number(self, value)))

    def pop(self, pooled, index):
        return number_of_item(self, self.pairs.pop(places_in_pool(pooled)[index])[1])

    def store(self, pooled, index, value):
        self.pairs[places_in_pool(pooled)[index]] = (pooled.number, item_of_number(self, value))

    def clear(self, pooled):
        for place in reversed(places_in_pool(pooled)):
            self.pairs.pop(place)

    def enter(self, values):
        """The number of a list; of one that is not in the pool, after its items are."""
        known = number_in(self, values)
        if known is not None:
            return known
        number = self.count
        self.count = number + 1
        for value in values:
            self.append(number, value)
        join_pool(values, self, number)
        return number


class ListOfLists(Sequence):
    """members: the numbers of the lists in the pool."""

    called = "a list of lists whose lengths are computed"
    hidden = ("viewed",)

    def append(self, value):
        self.members.append(number_entered(self, value))

    def insert(self, index, value):
        self.members.insert(index, number_entered(self, value))

    def pop(self, index=-1):
        return item_numbered(self, self.members.pop(index))

    def clear(self):
        self.members.clear()

    def copy(self):
        return with_members(self, self.members.copy())

    def reverse(self):
        self.members.reverse()

    def sort(self, *, key=None, reverse=False):
        if key is None:
            refuse(self, "sort without a key")
        if reverse:
            self.reverse()
        self.members.rows = replace_rows(self.members, self.members.rows[order_of_keys(self, key)])
        if reverse:
            self.reverse()

    def index(self, value):
        for k in range(len(self.members)):
            if self[k] == value:
                return k
        raise ValueError("the list is not in list")

    def __len__(self):
        return len(self.members)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return with_members(self, self.members[index])
        return item_numbered(self, self.members[index])

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            entered = self.members[:0]
            for item in value:
                entered.append(number_entered(self, item))
            self.members[index] = entered
        else:
            self.members[index] = number_entered(self, value)

    def replace_item(self, index, value):
        self.members.replace_item(index, number_entered(self, value))

    def __delitem__(self, index):
        del self.members[index]

    def __mul__(self, times):
        return with_members(self, self.members * times)

    def __rmul__(self, times):
        return with_members(self, self.members * times)

    def __eq__(self, other):
        if len(self.members) != len(other):
            return False
        for k in range(len(self.members)):
            if self[k] != other[k]:
                return False
        return True


class ListOfRecords(ListOfLists):
    """members: the numbers of the objects in the heap that `pool` names (records.py)."""

    called = "a list of objects, whose length is computed"

    def recto_copy(self, copier):
        copies = self[:0]
        for item in self:
            copies.append(copied_item(copier, item))
        for k in range(len(self)):  # one object in two places has one copy
            copies.members[k] = copies.members[self.members.index(self.members[k])]
        return copies


STRUCTURE[ListOfLists] = STRUCTURE[Pool] = frozenset(["origin"])
STRUCTURE[ListOfRecords] = frozenset(["origin", "pool"])


@operation
def lists_of_lists(interp: Interpreter, site: Site, items: list) -> Instance:
    """The list of these lists, or objects in a heap, that is made at a site."""
    layout = interp.growing.types[site.place]
    pool = (
        interp.heap_of(layout.kind, site.place) if isinstance(layout, Records) else shared_pool(interp, site)
    )
    empty = all(is_growing(v) and interp.length_of(rows_of(interp, v)) == 0 for v in items)
    new = pool is None and empty and len({*map(id, items)}) == len(items)
    numbers = list(range(len(items))) if new else []
    members = interp.list_within(site, "members", NUMBERS, numbers)
    if pool is None:
        pool = make_pool(interp, site, len(numbers))
    cls = ListOfLists if isinstance(pool, Instance) else ListOfRecords
    made = interp.trail.allocate(Instance(cls, {"members": members, "pool": pool, "origin": site}))
    for number, item in zip(numbers, items):
        join_pool(interp, item, pool, number)
    for item in items[len(numbers) :]:
        interp.call_method(made, "append", [item])
    return made


def make_pool(interp: Interpreter, site: Site, count: int, promised: bool = False) -> Instance:
    """The pool of the lists of lists that are made at a site, where so many lists without items are in it. `promised`:
    it is made before the first of them."""
    place = place_of_pool(site.place)
    interp.growing.types.setdefault(place, Parts((NUMBERS, UNKNOWN)))
    pairs = made_growing(interp, site.inner(place), [])
    if not isinstance(pairs, Instance):  # the items of the lists can't be rows
        raise NeedsType({site.place: None})
    pool = interp.trail.allocate(Instance(Pool, {"pairs": pairs, "count": count, "origin": site}))
    interp.places.pools[site.place] = pool, interp.builder, promised
    return pool


def place_of_pool(place: Any) -> tuple:
    """The place of the items of the lists made at a place."""
    return place_of_keys(("pool", place))


def shared_pool(interp: Interpreter, site: Site) -> Instance | None:
    """The pool that the lists made at a site share with others; None if they have one of their own."""
    types, place, passed = interp.growing.types, site.place, []
    while isinstance(found := types.get(place), Ragged) and found.shared is not None and place not in passed:
        passed.append(place)
        place = found.shared
    if place in passed:  # each is said to share that of another one: it is the same one for all of them
        place = min(passed[passed.index(place) :], key=str)
    pool, made_in, promised = interp.places.pools.get(place, (None, None, False))
    builder = interp.builder
    while builder is not None and builder is not made_in:
        builder = builder.parent
    if pool is not None and builder is not None and (promised or place != site.place):
        return pool
    return None if place == site.place else make_pool(interp, site.inner(place), 0, promised=True)


@called_in_models
def number_in(interp: Interpreter, pool: Instance, value: Any) -> Any:
    """The number of a list that is in the pool already; None for another one, which can be put in."""
    value, origin = interp.settled(value), pool.attributes["origin"]
    if is_list_of_records(value) and is_pooled(value.attributes["members"]):
        value = value.attributes["members"]
    if is_pooled(value):
        if interp.settled(value.attributes["pool"]) is pool:
            return value.attributes["number"]
        shared = interp.settled(value.attributes["pool"]).attributes["origin"].place
        known = interp.growing.types.get(origin.place)
        again = isinstance(known, Ragged) and known.shared is not None  # then the pool is not there any more
        raise NeedsType({origin.place: None if again else Ragged(shared)})
    if not isinstance(value, Instance) or not has_plain_items(value):
        ask_for_list(interp, value)
        item_type(interp, value)  # which asks for it as one array
        raise NeedsType({origin.place: None})
    return None


def ask_for_list(interp: Interpreter, value: Any) -> None:
    """Read again with a list of computed length for one of tuples, which is no array, unless that has been tried."""
    place = interp.places.of(value)
    if place is None or is_tried(interp, place) or not all(type(v) is tuple for v in value):
        return
    layout = functools.reduce(join_item_types, [parts_type(interp, v) for v in value]) if value else UNKNOWN
    if isinstance(layout, (Item, Parts)):
        raise NeedsType({place: layout})


def has_plain_items(value: Instance) -> bool:
    """Whether it is a list of numbers, or of tuples of them, that may be put into a pool."""
    if value.cls is Columns:
        return all(map(has_plain_items, value.attributes["columns"]))
    if is_list_of_records(value):
        return True
    return is_growing(value) and not is_mutable(value)


@called_in_models
def join_pool(interp: Interpreter, value: Instance, pool: Instance, number: Any) -> None:
    """A list has been put into a pool: its items are there from now on, under all names."""
    entries = entries_of(interp, pool, ())
    if entries.cls is not value.cls:  # nothing is known of its items yet
        types, places = interp.growing.types, [site_of(v).place for v in (value, entries)]
        raise NeedsType({places[0]: types.get(places[1], UNKNOWN)})
    if is_list_of_records(value) and value.attributes["pool"] != entries.attributes["pool"]:
        ask_for_one_heap(interp, value, entries)
    for name, part in pooled_parts(interp, pool, number, (), entries).items():
        interp.write_attribute(value, name, part)
    if "rows" in value.attributes:
        interp.trail.write(value, "rows", UNSET)


@called_in_models
def number_entered(interp: Interpreter, owner: Instance, value: Any) -> Any:
    """The number of a new item of a list of lists, or of objects."""
    if may_be_none(interp, interp.read(value)):
        place = owner.attributes["origin"].place
        raise NeedsType({place: Nullable(interp.growing.types[place])})
    if owner.cls is ListOfRecords:
        ask_for_both_kinds(interp, owner, interp.settled(value))
        return interp.number_of(interp.settled(owner.attributes["pool"]), value)
    return interp.call_method(owner.attributes["pool"], "enter", [value])


def ask_for_both_kinds(interp: Interpreter, owner: Instance, value: Any) -> None:
    """Read again with one heap for objects of several classes that one list holds."""
    kind = interp.settled(owner.attributes["pool"]).value.attributes[KIND]
    if not is_record(value) or value.attributes[KIND] == kind:
        return
    both = kind.joined(value.attributes[KIND])
    if both is not None:
        asked = {place_of_record(cls): both for cls in both.classes}
        raise NeedsType({owner.attributes["origin"].place: Records(both), **asked})
    ask_for_lists(interp, owner, kind, value.attributes[KIND])


def ask_for_lists(interp: Interpreter, owner: Instance, *kinds: Kind) -> None:
    """Read again with lists of computed length, where an item of a list has been a list of another known length."""
    types = interp.growing.types
    if any(kind.classes != (list,) for kind in kinds):
        return
    parts = [types[place_of_part(kind, name)] for kind in kinds for name in kind.names]
    layout = functools.reduce(join_item_types, parts) if parts else UNKNOWN
    if isinstance(layout, (Item, Parts)) or layout is UNKNOWN:
        places = [key[1] for key, kind in types.items() if key[:1] == ("record",) and kind in kinds]
        asked = {place_of_record(place): None for place in places}
        raise NeedsType(
            {owner.attributes["origin"].place: Ragged(), **dict.fromkeys(places, layout), **asked}
        )


@operation
@called_in_models
def item_numbered(interp: Interpreter, owner: Instance, number: Any) -> Instance:
    """The item of a list of lists, or of objects, that has a number."""
    pool = interp.settled(owner.attributes["pool"])
    return (
        interp.record_at(pool, number) if owner.cls is ListOfRecords else numbered(interp, pool, number, ())
    )


@called_in_models
def item_of_number(interp: Interpreter, pool: Instance, value: Any) -> Any:
    """An item for the pool; the object itself, where the numbers of objects are put in."""
    entries, value = entries_of(interp, pool, ()), interp.read(value)
    return (
        item_numbered(interp, entries, value) if is_list_of_records(entries) and is_number(value) else value
    )


@called_in_models
def number_of_item(interp: Interpreter, pool: Instance, value: Any) -> Any:
    """The entry for an item in the pool: of an object, its number."""
    return value.attributes[NUMBER] if is_list_of_records(entries_of(interp, pool, ())) else value


def ask_for_one_heap(interp: Interpreter, *lists: Instance) -> None:
    """Read again with one heap for the objects of these lists."""
    kinds = [interp.settled(v.attributes["pool"]).value.attributes[KIND] for v in lists]
    both = kinds[0].joined(kinds[1])
    if both is not None and both not in kinds:
        asked = {place_of_record(cls): both for cls in both.classes}
        raise NeedsType({v.attributes["origin"].place: Records(both) for v in lists} | asked)
    if both is not None:
        raise NeedsType({v.attributes["origin"].place: Records(both) for v in lists})
    called = " and ".join([kind.called for kind in kinds])
    raise CompileError(
        f"lists of computed length hold objects of several kinds ({called})", "make a list for each class"
    )


def numbered(interp: Interpreter, pool: Instance, number: Any, part: tuple) -> Instance:
    entries = entries_of(interp, pool, part)
    return interp.trail.allocate(Instance(entries.cls, pooled_parts(interp, pool, number, part, entries)))


def pooled_parts(interp: Interpreter, pool: Instance, number: Any, part: tuple, like: Instance) -> dict:
    """The attributes of a list of a pool."""
    parts = {"pool": pool, "number": number}
    if like.cls is BoundedList:
        weak, nesting, site = (like.attributes[name] for name in ("weak", "nesting", "site"))
        own = {"weak": weak, "nesting": nesting, "sealed": False, "site": site}
        return {**own, "part": Part(part), **parts}
    if is_list_of_records(like):
        members = numbered(interp, pool, number, (*part, "members"))
        return {"members": members, "pool": like.attributes["pool"], "origin": like.attributes["origin"]}
    count = range(len(like.attributes["columns"]))
    columns = tuple([numbered(interp, pool, number, (*part, k)) for k in count])
    return {"columns": columns, "origin": like.attributes["origin"], **parts}


class Part(SealedByValue):
    """The parts of the items of a pool that are those of a list, from outside in."""

    def __str__(self) -> str:
        return f"part {self.value}"


@called_in_models
def copied_item(interp: Interpreter, copier: Sealed, item: Instance) -> Instance:
    return copier.value(item)


@called_in_models
def with_members(interp: Interpreter, owner: Instance, members: Instance) -> Instance:
    """A list of these lists of the pool."""
    own = {k: v for k, v in owner.attributes.items() if k != "viewed"}
    return interp.trail.allocate(Instance(owner.cls, {**own, "members": members}))


@operation
def items_of_lists(interp: Interpreter, owner: Instance) -> Counted:
    """The iterable of a loop over the lists."""
    members = items_of(interp, owner.attributes["members"])
    return Counted(members.length, lambda k: item_numbered(interp, owner, members.item(k)))
