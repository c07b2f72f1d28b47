"""Bounded lists (`BoundedList`): lists of computed length, and lists that loops index, write and iterate over, as
one array with a row for each item.

A list is first read as a Python list of static length. If it would have different lengths on two paths
(`out.append(x)` under a condition, in a loop with computed bounds), the function is read again, with those
lists that it changes in loops or branches as `BoundedList` ones: an array with a row for each item (see
items.py), of computed length (see extents.py). Operations that `BoundedList` does not support are refused as
before.

So is a list that a loop of many iterations lengthens, a comprehension of many items, and a list that a
computed index chooses from: their loops stay loops. What `BoundedList` can't do of such a list is done as if this
were not there: the loop is unrolled, the index becomes static."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.registered import STRUCTURE
from ...ir.builder import Sym
from ..generator_functions import bounds_within, repeated
from ..bounded.extents import BoundedArray, array_under
from ..model_operations import called_in_models
from ..interpreter import Interpreter, operation
from ..state.container_aliases import may_alias_set
from ..state.integer_facts import difference
from ..state.sets import Set
from ..state.values import Array, Counted, External, Instance, Iterator, View
from .changes import (
    append_row,
    as_array,
    check_index,
    is_given,
    is_outside,
    is_written,
    item_at,
    replace_rows,
    shift_rows,
    with_item,
    with_capacity,
    without,
)
from .items import (
    from_row,
    is_list,
    is_made_of_numbers,
    is_pooled,
    item_of_list,
    parts_type,
    rows_of,
    stands_for_list,
)
from .layouts import Nesting, Nullable, Parts, Ragged, Records, Texts, join_item_types
from .list_methods import ListMethods, index_between
from .numbers import in_order, in_order_of, matches, unsuited_operation
from .pools import get_rows, pairs_of, set_rows
from .places import (
    ITEMS,
    UNKNOWN,
    NeedsType,
    Site,
    ask_for_changing,
    ask_for_key,
    attributes_at,
    displays_within,
    called_at,
    changed_in_loop,
    changing,
    is_asked_for,
    place_here,
    place_of,
    place_of_keys,
)
from .row_aliases import check_apart, check_distinct, remember
from .capacity import capacity_of, with_full_capacity
from .rows import common_type, fits, known_item, lies_in_part, row_in_range, stack_items


class BoundedList(ListMethods, list):
    """A list as the front end reads it: the methods are read like those of a user's class.

    rows: an array with a row for each item; weak, nesting: what a row stands for (see items.py); sealed: is it an
    item itself, so that its length may not change? site: the expression that made the list. pool, number, part: where
    the items are, if it is one of a list of lists whose lengths differ (models/bounded/lists_of_lists.py).
    """

    __recto_class__ = list
    rows = property(get_rows, set_rows)
    weak: bool
    nesting: Any
    sealed: bool
    site: Any
    pool = None
    number = None
    part = None

    def append(self, value):
        if self.pool is not None:
            self.pool.append(self.number, value)
        else:
            self.rows = append_row(self, value)

    def insert(self, index, value):
        n = len(self.rows)
        self.append(value)
        if index < 0:
            index = max(0, index + n)
        if index < n:
            rows = shift_rows(self, index, -1)
            rows[index] = as_array(self, value)
            self.rows = replace_rows(self, rows)

    def pop(self, index=-1):
        if is_outside(self, 0):
            raise IndexError("pop from empty list")
        if self.pool is not None:
            check_index(self, index, "pop index out of range")
            value = self.pool.pop(self, index)
        else:
            value = item_at(self, index, "pop index out of range")
            self.rows = replace_rows(self, without(self, index))
        return value

    def __delitem__(self, index):
        if isinstance(index, slice):
            assign_slice(self, index, [])
            return
        check_index(self, index, "list assignment index out of range")
        if self.pool is not None:
            self.pool.pop(self, index)
        else:
            self.rows = replace_rows(self, without(self, index))

    def clear(self):
        if self.pool is not None:
            self.pool.clear(self)
        else:
            self.rows = replace_rows(self, self.rows[:0])

    def copy(self):
        return list_of_rows(self, self.rows)

    def __add__(self, other):
        if not has_capacity(self) and has_like_rows(self, other):
            return list_of_rows(self, joined_rows(self, other))
        both = self.copy()
        both.extend(other)
        return both

    def reverse(self):
        self.rows = replace_rows(self, self.rows[::-1].copy())

    def sort(self, *, key=None, reverse=False):
        if key is not None and reverse:
            self.reverse()  # so that equal items keep their order
        self.rows = replace_rows(self, in_order(self) if key is None else in_order_of(self, key))
        if reverse:
            self.reverse()

    def index(self, value, start=0, stop=None):
        return index_between(self, value, start, stop, f"{value!r} is not in list")

    def replace_part(self, first, last, values):
        if self.pool is not None:
            before, behind = self[:first], self[last:]
            self.clear()
            self.extend(before)
            self.extend(values)
            self.extend(behind)
            return
        behind = self[last:]
        self.rows = replace_rows(self, self.rows[:first])
        self.extend(values)
        self.extend(behind)

    def __len__(self):
        return len(self.rows)

    def __contains__(self, value):
        return np.any(matches(self, value))

    def __mul__(self, times):
        return repeat_list(self, times)

    def __rmul__(self, times):
        return repeat_list(self, times)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return list_of_rows(self, with_capacity(self, self.rows[index]))
        return item_at(self, index)

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            assign_slice(self, index, value)
            return
        if is_given(self):
            if is_outside(self, index):
                raise IndexError("list assignment index out of range")
        else:
            check_index(self, index, "list assignment index out of range")
        self.replace_item(index, value)

    def replace_item(self, index, value):  # the index is in range
        if self.pool is not None:
            self.pool.store(self, index, value)
        elif is_written(self):
            self.rows[index] = as_array(self, value)
        elif lies_in_part(self):
            self.rows = replace_rows(self, with_item(self, index, value), value)
        else:
            rows = self.rows.copy()
            rows[index] = as_array(self, value)
            self.rows = replace_rows(self, rows, value)


STRUCTURE[BoundedList] = frozenset(["nesting", "site", "part"])  # what is no tangent of it either


def is_computed(item: Any) -> bool:
    """Whether it is made of numbers that are not known while compiling."""
    match item:
        case Sym():
            return not item.is_const
        case tuple():
            return any(map(is_computed, item))
    return isinstance(item, Array) or is_growing(item)


def is_growing(value: Any) -> bool:
    return isinstance(value, Instance) and value.cls is BoundedList


def make_growing(interp: Interpreter, frame: Any, node: Any, items: list) -> Any:
    """The value of a list display that grows later; the items themselves where they are not numbers."""
    name = called_at(frame.node).get(id(node)) or attributes_at(frame.node).get(id(node), ITEMS)
    grows = not items or id(node) not in displays_within(frame.node)
    return made_growing(interp, Site(place_of(frame, node), name), items, grows)


@operation
def empty_list(interp: Interpreter, place: Any, name: str = ITEMS) -> Any:
    """A list that is filled by what is made here: a Python list, or one of computed length."""
    return made_growing(interp, Site(place, name), [])


@operation
def exchange(interp: Interpreter, growing: Instance, i: Any, j: Any) -> None:
    """list[i], list[j] = list[j], list[i], where the items are lists."""
    if not isinstance(rows_of(interp, growing), Array) or may_alias_set(interp.trail, growing):
        raise unsuited_operation(growing)
    rows = [item_at(interp, growing, k) for k in (i, j)]
    if interp.failed:
        return
    new = interp.array(interp.content(rows_of(interp, growing)))
    for k, item in zip((j, i), rows):
        interp.set_item(new, k, interp.array(interp.content(rows_of(interp, item))))
    set_rows(interp, growing, replace_rows(interp, growing, new))


@operation
def new_list(interp: Interpreter, items: list) -> Any:
    """A list that the expression makes which is being read: a Python list, or one array."""
    return list_of(interp, place_here(interp), items)


def list_of(interp: Interpreter, place: Any, items: list) -> Any:
    """A list that is made at a place: one array if that has been asked for."""
    return (
        as_arrays(interp, Site(place), items)
        if is_asked_for(interp, place)
        else made_at(interp, place, items)
    )


def made_growing(interp: Interpreter, site: Site, items: list, grows: bool = True) -> Any:
    """A Python list, or one of computed length; `grows`: see as_one_array."""
    if interp.growing is None or not interp.growing.hold(site.place):
        return made_at(interp, site.place, items)
    return as_arrays(interp, site, items, grows)


def as_arrays(interp: Interpreter, site: Site, items: list, grows: bool = True) -> Any:
    """A list that is one array; one that changes has several for tuples of unlike parts, and a pool for lists whose
    lengths differ. `grows`: see as_one_array."""
    found, lists = interp.growing.types.get(site.place, UNKNOWN), interp.growing
    changes = site.is_variable or lists.every or site.place in lists.capacities
    if found is UNKNOWN and changes and items and all(type(v) is tuple for v in items):
        found = functools.reduce(join_item_types, [parts_type(interp, v) for v in items])
    if found is UNKNOWN and changes and items and all(map(is_list, items)):
        found = functools.reduce(join_item_types, [parts_type(interp, v) for v in items])
    if isinstance(found, (Ragged, Records)):
        interp.growing.types[site.place] = found
        return interp.lists_of_lists(site, items)
    if isinstance(found, Texts):
        return interp.list_of_texts(site, items, found)
    if not isinstance(found, (Parts, Nullable)):
        return as_one_array(interp, site, items, grows or site.place in lists.capacities)
    interp.growing.types[site.place] = found
    return (
        interp.columns_of(site, items, found)
        if isinstance(found, Parts)
        else interp.nullable_of(site, items, found)
    )


@operation
def list_within(
    interp: Interpreter, site: Site, name: Any, layout: Any, items: list, called: str | None = None
) -> Any:
    """One of the lists that a list made at a site consists of: it has as much room, and items of this layout.

    Raises:
        NeedsType: its items can't be rows; read again without the list of the site.
    """
    place, types, capacities = (
        place_of_keys((name, site.place)),
        interp.growing.types,
        interp.growing.capacities,
    )
    if types.setdefault(place, layout) is None:
        raise NeedsType({site.place: None})
    if site.place in capacities:
        capacities[place] = capacities[site.place]
    return made_growing(interp, Site(place, called) if called else site.inner(place), items)


def as_one_array(interp: Interpreter, site: Site, items: list, grows: bool = True) -> Any:
    """The list as one array; `grows`: whether the list may get more items, for which there has to be room."""
    if items and interp.growing.types.get(site.place, UNKNOWN) is UNKNOWN:
        interp.growing.types[site.place] = common_type(interp, site, items)
    found = known_item(interp, site)
    for v in items:
        fits(interp, site, found, v)
    for k, v in enumerate(items):
        check_apart(interp, found.nesting, site, v, *items[:k])
    if len(found.shape) > len(found.nesting.kinds):
        check_distinct(interp, site, None, *[v for v in items if not is_list(v)])
    rows = interp.array(stack_items(interp, items, found))
    made = growing_of(interp, rows, found.weak, found.nesting, site)
    if grows:
        made.attributes["rows"] = with_full_capacity(interp, made, rows)
    remember(interp, made, made.attributes["rows"], *items)
    return made


def growing_of(interp: Interpreter, rows: Any, weak: bool, nesting: Nesting, site: Site) -> Instance:
    """The list that has these rows."""
    return interp.trail.allocate(
        Instance(BoundedList, {"rows": rows, "weak": weak, "nesting": nesting, "sealed": False, "site": site})
    )


def made_at(interp: Interpreter, place: tuple, items: list) -> Any:
    """A Python list, of which it is known where it is made; or an object in a heap."""
    return interp.recorded(place, interp.places.note(interp.trail.allocate(items), place))


@called_in_models
def assign_slice(interp: Interpreter, growing: Instance, index: slice, values: Any) -> None:
    """list[a:b] = values. Of a list of static length as many, and numbers: any others are done item by item."""
    values = interp.settled(values)
    if is_lazy(values) and not stands_for_list(values):
        values = collected(interp, values)
    if isinstance(rows_of(interp, growing), BoundedArray):
        replace_slice(interp, growing, index, values)
        return
    if not is_written(interp, growing):
        raise unsuited_operation(growing)
    part = interp.get_item(rows_of(interp, growing), index)
    many = is_growing(values) and isinstance(rows_of(interp, values), BoundedArray)
    items = None if many else interp.known_items(values, "what is assigned to a slice of a list")
    length = interp.length_of(rows_of(interp, values)) if many else len(items)
    if difference(interp.length_of(part), length) != 0:
        replace_slice(interp, growing, index, values if many else items)
    elif many and has_like_rows(interp, growing, values):
        new = rows_of(interp, list_of_rows(interp, values, rows_of(interp, values)))
        interp.set_item(rows_of(interp, growing), index, new)
    elif many or not isinstance(part, Array):
        replace_slice(interp, growing, index, values if many else items)
    else:
        rows = [as_array(interp, growing, v) for v in items]
        for k, row in enumerate(rows):
            interp.set_item(part, k, row)


def collected(interp: Interpreter, items: Any) -> Any:
    """The items of any iterable, read before a list changes to which they are assigned."""
    source = None if stands_for_list(items) else interp.computed_source(items)
    if source is not None:
        return interp.list_of(source)
    return interp.known_items(items, "what is assigned to a slice of a list")


def is_lazy(items: Any) -> bool:
    """Whether it is an iterable of the compiler's own, whose items Python can't read."""
    return isinstance(items, (Array, Counted, External, Instance, Iterator, Set, View))


def reorder(interp: Interpreter, growing: Instance, order: Any) -> None:
    """The items in another order, given by their positions."""
    new = interp.get_item(rows_of(interp, growing), order)
    set_rows(interp, growing, replace_rows(interp, growing, new))


def replace_slice(interp: Interpreter, growing: Instance, index: slice, values: Any) -> None:
    """list[a:b] = values, of computed length."""
    if not isinstance(index.step, (int, type(None))) or index.step not in (None, 1):
        raise unsuited_operation(growing)
    values = list_of_rows(interp, values, rows_of(interp, values)) if is_growing(values) else values
    n = interp.length_of(growing)
    first, last = interp.call(
        bounds_within,
        [n, 0 if index.start is None else index.start, n if index.stop is None else index.stop],
        {},
    )
    interp.call_method(growing, "replace_part", [first, last, values])


@called_in_models
def list_of_rows(interp: Interpreter, growing: Instance, rows: Any) -> Any:
    """A list of these rows. (Its items are those of the list.)"""
    rows = interp.settled(rows)
    data = interp.array(interp.content(array_under(rows)))
    new = data
    if isinstance(rows, BoundedArray):
        new = interp.trail.allocate(
            BoundedArray({**rows.attributes, "data": data}, rows.safe, rows.zeroed, spare=rows.spare)
        )
    remember(interp, growing, new, rows_of(interp, growing))
    return growing_like(interp, growing, new)


@called_in_models
def has_like_rows(interp: Interpreter, growing: Instance, other: Any) -> bool:
    """Whether the items of another list are numbers as well, of the same type."""
    other = interp.settled(other)
    both = [growing, other]
    if not all(is_growing(v) and not is_pooled(v) and is_made_of_numbers(v) for v in both):
        return False
    return item_of_list(interp, growing) == item_of_list(interp, other)


@called_in_models
def has_capacity(interp: Interpreter, growing: Instance) -> bool:
    """Whether a list has room for a number of items that is known, which no iteration of a loop changes."""
    return not is_pooled(growing) and capacity_of(interp, growing) is not None


@called_in_models
def joined_rows(interp: Interpreter, growing: Instance, other: Any) -> Any:
    """The rows of both lists: no more of them than their lengths together can be."""
    both = (rows_of(interp, growing), rows_of(interp, interp.settled(other)))
    return interp.call_host(np.concatenate, [both], {})


@called_in_models
def repeat_list(interp: Interpreter, growing: Instance, times: Any) -> Any:
    """list * times. The same list at several places is no row of its own."""
    rows = rows_of(interp, growing)
    if isinstance(rows, BoundedArray) and list not in growing.attributes["nesting"].kinds:
        return interp.call(repeated, [empty_list(interp, place_here(interp)), growing, times], {})
    times = interp.static(times, "the factor of a list")
    if not isinstance(rows, Array) or list in growing.attributes["nesting"].kinds and times > 1:
        raise unsuited_operation(growing)
    new = (
        interp.call_host(np.concatenate, [(rows,) * times], {})
        if times > 0
        else interp.get_item(rows, slice(0, 0))
    )
    return list_of_rows(interp, growing, new)


def growing_like(interp: Interpreter, growing: Instance, rows: Any) -> Any:
    weak, nesting, site = (growing.attributes[name] for name in ("weak", "nesting", "site"))
    return growing_of(interp, rows, weak, nesting, site)


def items_of(interp: Interpreter, growing: Instance) -> Counted:
    """The iterable of a loop over the list: each item as it is when its iteration begins."""
    if is_pooled(growing):
        return items_of_pooled(interp, growing)
    rows, loop = lambda: rows_of(interp, growing), changing(interp)
    length = interp.length_of(rows())
    if is_full(rows()):
        length = 0

    def item(k: Any) -> Any:
        if difference(interp.length_of(rows()), length) != 0:
            ask_for_sized(interp, growing)
            ask_for_changing(interp, loop)
            raise changed_in_loop()
        now = rows()
        row = row_in_range(interp, now, k) if isinstance(now, BoundedArray) else interp.get_item(now, k)
        return from_row(interp, growing, row)

    return Counted(length, item)


def is_full(rows: Any) -> bool:
    """Whether there can be no item in it, whatever its computed length is."""
    return not array_under(rows).shape[0]


def ask_for_sized(interp: Interpreter, growing: Instance) -> None:
    """Read again with a loop over the keys of a dict that asks in each iteration whether there are as many."""
    site = growing.attributes["site"]
    if site.has_keys:
        ask_for_key(interp, sized(site.place))


def sized(place: Any) -> tuple:
    """The key of a dict made at a place whose keys may change while a loop goes through them."""
    return place_of_keys(("sized", place))


def items_of_pooled(interp: Interpreter, growing: Instance) -> Counted:
    """The same for a list in a pool: no list of the pool may change meanwhile."""
    pool = interp.settled(growing.attributes["pool"])
    pairs, rows = pairs_of(interp, pool), rows_of(interp, growing)
    held = lambda: pairs.attributes["columns"][0].attributes["rows"]
    before, loop = held(), changing(interp)

    def item(k: Any) -> Any:
        if held() is not before:
            ask_for_changing(interp, loop)
            raise changed_in_loop()
        return from_row(interp, growing, interp.get_item(rows, k))

    return Counted(interp.length_of(rows), item)
