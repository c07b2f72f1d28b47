"""Bounded lists (`Growing`): lists of computed length, and lists that loops index, write and iterate over, as
one array with a row for each item.

A list is first read as a Python list of static length. If it would have different lengths on two paths
(`out.append(x)` under a condition, in a loop with computed bounds), the function is read again, with those
lists that it changes in loops or branches as `Growing` ones: an array with a row for each item (see
items.py), of computed length (see extents.py). Operations that `Growing` does not support are refused as
before.

So is a list that a loop of many iterations lengthens, a comprehension of many items, and a list that a
computed index chooses from: their loops stay loops. What `Growing` can't do of such a list is done as if this
were not there: the loop is unrolled, the index becomes static."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.registered import STRUCTURE
from ...ir.builder import TABLE, Sym
from ...primitives import select, select_region, shift
from ..generator_functions import bounds_within, repeated
from ..bounded.extents import Sliced, alike, bound_count, not_below, plus, to_front
from ..interpreter import Interpreter, operation
from ..state.aliases import arrays_may_alias
from ..state.container_aliases import may_alias_set
from ..state.entered import BEFORE
from ..state.integer_facts import difference
from ..state.values import NEVER, Array, Counted, External, Instance
from .items import (
    Nesting,
    Parts,
    arrays_in,
    from_row,
    is_mutable,
    item_of_list,
    join_item_types,
    parts_type,
    remember,
    row_of,
)
from .numbers import in_order, in_order_of, matches, unsuited_operation
from .places import UNKNOWN, NeedsType, Site, called_at, is_asked_for, place_here, place_of
from .rooms import lengthened_within, room_of, with_all_room
from .rows import common_type, fits, has_numbers_in_part, known_item, place_of_item, row_at, stack_items


class Growing(list):
    """A list as the front end reads it: the methods are read like those of a user's class.

    rows: an array with a row for each item; weak, nesting: what a row stands for (see items.py); sealed: is it an
    item itself, so that its length may not change? site: the expression that made the list.
    """

    __recto_class__ = list
    rows: Any
    weak: bool
    nesting: Any
    sealed: bool
    site: Any

    def append(self, value):
        self.rows = append_row(self, value)

    def extend(self, values):
        for value in values:
            self.append(value)

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
        if len(self.rows) == 0:
            raise IndexError("pop from empty list")
        value = item_at(self, index, "pop index out of range")
        self.rows = replace_rows(self, without(self, index))
        return value

    def __delitem__(self, index):
        if isinstance(index, slice):
            assign_slice(self, index, [])
            return
        check_index(self, index, "list assignment index out of range")
        self.rows = replace_rows(self, without(self, index))

    def clear(self):
        self.rows = replace_rows(self, self.rows[:0])

    def copy(self):
        return list_of_rows(self, self.rows)

    def __add__(self, other):
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
        first, last = start, len(self.rows)
        if start < 0:
            first = max(start + last, 0)
        if stop is not None:
            last = min(stop, last) if stop >= 0 else stop + last
        for k in range(first, last):
            if self[k] == value:
                return k
        raise ValueError(f"{value!r} is not in list")

    def count(self, value):
        found = 0
        for item in self:
            if item == value:
                found += 1
        return found

    def remove(self, value):
        self.pop(self.index(value))

    def replace_part(self, first, last, values):
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
            return list_of_rows(self, with_room(self, self.rows[index]))
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
        if is_written(self):
            self.rows[index] = as_array(self, value)
        elif has_numbers_in_part(self):
            self.rows = replace_rows(self, with_item(self, index, value))
        else:
            rows = self.rows.copy()
            rows[index] = as_array(self, value)
            self.rows = replace_rows(self, rows, value)


STRUCTURE[Growing] = frozenset(["nesting", "site"])  # what is no tangent of it either


def is_computed(item: Any) -> bool:
    """Is it made of numbers that are not known while compiling?"""
    match item:
        case Sym():
            return not item.is_const
        case tuple():
            return any(map(is_computed, item))
    return isinstance(item, Array) or is_growing(item)


def is_growing(value: Any) -> bool:
    return isinstance(value, Instance) and value.cls is Growing


def make_growing(interp: Interpreter, frame: Any, node: Any, items: list) -> Any:
    """The value of a list display that grows later; the items themselves where they are not numbers."""
    return made_growing(
        interp, Site(place_of(frame, node), called_at(frame.node).get(id(node), "items")), items
    )


@operation
def list_at(interp: Interpreter, place: tuple, name: str) -> Any:
    """The end of a list from outside, empty at first: a Python list, or one of computed length."""
    return as_before(interp, lambda: made_growing(interp, Site(place, name), []))


@operation
def empty_list(interp: Interpreter, place: Any, name: str) -> Any:
    """A list that is filled by what is made here: a Python list, or one of computed length."""
    return made_growing(interp, Site(place, name), [])


@operation
def exchange(interp: Interpreter, growing: Instance, i: Any, j: Any) -> None:
    """list[i], list[j] = list[j], list[i], where the items are lists."""
    if not isinstance(interp.settled(growing.attributes["rows"]), Array) or may_alias_set(
        interp.trail, growing
    ):
        raise unsuited_operation(growing)
    rows = [item_at(interp, growing, k) for k in (i, j)]
    if interp.failed:
        return
    new = interp.array(interp.content(growing.attributes["rows"]))
    for k, item in zip((j, i), rows):
        interp.set_item(new, k, interp.array(interp.content(item.attributes["rows"])))
    interp.trail.write(growing, "rows", replace_rows(interp, growing, new))


@operation
def new_list(interp: Interpreter, items: list) -> Any:
    """A list that the expression makes which is being read: a Python list, or one array."""
    return list_of(interp, place_here(interp), items)


def list_of(interp: Interpreter, place: Any, items: list) -> Any:
    """A list that is made at a place: one array if that has been asked for."""
    return (
        as_arrays(interp, Site(place, "items"), items)
        if is_asked_for(interp, place)
        else made_at(interp, place, items)
    )


@operation
def entered_list(interp: Interpreter, place: Any, items: list) -> tuple[Any, Any]:
    """A list from outside that is changed, and what it holds at first."""
    if is_asked_for(interp, place):
        items = [inner_list(interp, place, v) for v in items]
    made = as_before(interp, lambda: list_of(interp, place, items))
    if isinstance(made, list):
        return made, made.copy()
    rows = made.attributes.get("rows")
    return made, (rows, rows.sym if isinstance(rows, Array) else None)


def as_before(interp: Interpreter, make: Callable[[], Any]) -> Any:
    """A list that is there before the function: made where the whole program begins."""
    whole = interp.builder
    while whole.parent is not None:
        whole = whole.parent
    with interp.inside(whole):
        made = make()
    if isinstance(made, Instance) and "columns" in made.attributes:
        interp.trail.births[id(made.attributes["columns"])] = BEFORE, made.attributes["columns"]
    for part in made.attributes.get("columns", [made]) if isinstance(made, Instance) else ():
        part.origin = BEFORE
        if is_growing(part):
            part.attributes["rows"].origin = BEFORE
    return made


def made_growing(interp: Interpreter, site: Site, items: list) -> Any:
    if interp.growing is None or not interp.growing.hold(site.place):
        return made_at(interp, site.place, items)
    return as_arrays(interp, site, items)


def as_arrays(interp: Interpreter, site: Site, items: list) -> Any:
    """A list that is one array; one that changes, of tuples of unlike parts, has one for each of these."""
    found, lists = interp.growing.types.get(site.place, UNKNOWN), interp.growing
    changes = site.called != "items" or lists.every or site.place in lists.rooms
    if found is UNKNOWN and changes and items and all(type(v) is tuple for v in items):
        found = functools.reduce(join_item_types, [parts_type(interp, v) for v in items])
    if not isinstance(found, Parts):
        return as_one_array(interp, site, items)
    interp.growing.types[site.place] = found
    return interp.columns_of(site, items, found)


def as_one_array(interp: Interpreter, site: Site, items: list) -> Any:
    if items and interp.growing.types.get(site.place, UNKNOWN) is UNKNOWN:
        interp.growing.types[site.place] = common_type(interp, site, items)
    found = known_item(interp, site)
    for v in items:
        fits(interp, site, found, v)
    for k, v in enumerate(items):
        check_apart(interp, found.nesting, site, v, *items[:k])
    rows = interp.array(stack_items(interp, items, found))
    made = growing_of(interp, rows, found.weak, found.nesting, site)
    made.attributes["rows"] = with_all_room(interp, made, rows)
    remember(interp, made, made.attributes["rows"], *items)
    return made


def gather_items(interp: Interpreter, place: tuple, items: list, outside: bool) -> Any:
    """Items that are chosen from, or gone through, at a place as one array. Those from `outside` stay as they are."""
    made = as_one_array(interp, Site(place, "items"), [inner_list(interp, place, v) for v in items])
    if outside:
        made.attributes["rows"].frozen = "it is a list from outside that is not known to change"
    return made


def inner_list(interp: Interpreter, place: tuple, value: Any) -> Any:
    """An item; one that is a list from outside as one array, too."""
    if not isinstance(value, External) or not isinstance(value.unread, (list, tuple)):
        return value
    items = [inner_list(interp, (*place, "item"), v) for v in interp.outside.items(interp, value)]
    if isinstance(value.unread, tuple) or not items:
        return tuple(items)
    interp.growing.types.setdefault((*place, "item"), UNKNOWN)
    return as_one_array(interp, Site((*place, "item"), "items"), items)


def check_apart(interp: Interpreter, nesting: Nesting, site: Site, value: Any, *others: Any) -> None:
    """A list that is an item is one row: it must not be another item too. `others`: rows, or items."""
    if list in nesting.kinds and any(
        arrays_may_alias(a, b)
        for a in arrays_in(interp, value)
        for other in others
        for b in arrays_in(interp, other)
    ):
        raise NeedsType({site.place: None})


def growing_of(interp: Interpreter, rows: Any, weak: bool, nesting: Nesting, site: Site) -> Instance:
    """The list that has these rows."""
    return interp.trail.birth(
        Instance(Growing, {"rows": rows, "weak": weak, "nesting": nesting, "sealed": False, "site": site})
    )


def made_at(interp: Interpreter, place: tuple, items: list) -> list:
    """A Python list, of which it is known where it is made."""
    return interp.places.note(interp.trail.birth(items), place)


def as_row(interp: Interpreter, growing: Instance, value: Any) -> Sym:
    """A new item as a row of the list's."""
    found = item_of_list(interp, growing)
    fits(interp, growing.attributes["site"], found, value)
    return row_of(interp, value, found.dtype)


def check_length_may_change(growing: Instance) -> None:
    if growing.attributes["sealed"] is not False:
        raise unsuited_operation(growing)  # it is an item of another one


def append_row(interp: Interpreter, growing: Instance, value: Any) -> Any:
    """The rows with one more: written into what room there is behind them, else into a longer array."""
    check_length_may_change(growing)
    rows, row = interp.settled(growing.attributes["rows"]), as_row(interp, growing, value)
    check_apart(interp, growing.attributes["nesting"], growing.attributes["site"], value, rows)
    if room_of(interp, growing) is not None:
        longer = lengthened_within(interp, growing, rows, row)
        remember(interp, growing, longer, rows, value)
        return longer
    if not isinstance(rows, Sliced) or not rows.spare:
        last = interp.array(TABLE["reshape"](row, shape=(1, *row.shape)))
        longer = interp.call_host(np.concatenate, [(rows, last)], {})
        remember(interp, growing, longer, rows, value)
        return longer
    spare, front = rows.spare, to_front(interp, rows, 0)
    hi, content = front.extents[0].hi, interp.content(front.data)
    starts = [interp.sym(at) for at in (hi, *[0] * row.ndim)]
    content = TABLE["update_slice"](content, row, *starts, sizes=(1, *row.shape), drop=(0,))
    hi = bound_count(interp, plus(interp, hi, 1), content.shape[0])
    longer = interp.trail.birth(Sliced({"data": interp.array(content), "lo0": 0, "hi0": hi}, spare=spare - 1))
    remember(interp, growing, longer, rows, value)
    return longer


def without(interp: Interpreter, growing: Instance, index: Any) -> Any:
    """The rows without that of an index, which is in range."""
    rows, index = interp.settled(growing.attributes["rows"]), interp.settled(index)
    if not isinstance(index, Sym) and index == 0 and isinstance(rows, Sliced) and not interp.trying:
        extent = rows.extents[0]
        if extent.mask is None:
            first = bound_count(interp, plus(interp, extent.lo, 1), extent.size)
            return interp.trail.birth(rows.like({**rows.attributes, "lo0": first}))
    if not isinstance(index, Sym) and index in (0, -1):
        return interp.get_item(rows, slice(1, None) if index == 0 else slice(None, -1))
    return interp.get_item(shift_rows(interp, growing, index, 1), slice(None, -1))


def shift_rows(interp: Interpreter, growing: Instance, index: Any, by: int) -> Any:
    """A copy of the rows, in which those from an index on come from the next position (by 1) or the one before (-1)."""
    rows, index = interp.settled(growing.attributes["rows"]), interp.settled(index)
    n = interp.length_of(rows)
    if not not_below(interp, index, 0):
        index = interp.wrap(select(interp.sym(index) < 0, *alike(interp, plus(interp, index, n), index)))
    front = to_front(interp, rows, 0) if isinstance(rows, Sliced) else rows
    content = interp.content(front.data if isinstance(front, Sliced) else front)
    size = content.shape[0]
    later = shift(content, interp.sym(by), axis=0, size=size)
    first, last = (index, max(size - 1, 0)) if by > 0 else (plus(interp, index, 1), size)
    data = interp.array(select_region(later, content, interp.sym(first), interp.sym(last), axes=(0,)))
    return (
        interp.trail.birth(Sliced({**front.attributes, "data": data})) if isinstance(front, Sliced) else data
    )


def as_array(interp: Interpreter, growing: Instance, value: Any) -> Any:
    row = as_row(interp, growing, value)
    return interp.array(row) if row.ndim else interp.wrap(row)


def replace_rows(interp: Interpreter, growing: Instance, new: Any, *items: Any) -> Any:
    """New rows of a list, no more than before; `items` are new among them."""
    check_length_may_change(growing)
    for item in items:
        check_apart(
            interp,
            growing.attributes["nesting"],
            growing.attributes["site"],
            item,
            growing.attributes["rows"],
        )
    remember(interp, growing, new, growing.attributes["rows"], *items)
    return with_all_room(interp, growing, with_room(interp, growing, new))


def assign_slice(interp: Interpreter, growing: Instance, index: slice, values: Any) -> None:
    """list[a:b] = values. Of a list of static length as many, and numbers: any others are done item by item."""
    if isinstance(interp.settled(growing.attributes["rows"]), Sliced):
        replace_slice(interp, growing, index, values)
        return
    items = interp.known_items(values, "what is assigned to a slice of a list")
    if not is_written(interp, growing):
        raise unsuited_operation(growing)
    part = interp.get_item(growing.attributes["rows"], index)
    if not isinstance(part, Array) or part.shape[0] != len(items):
        raise unsuited_operation(growing)
    rows = [as_array(interp, growing, v) for v in items]
    for k, row in enumerate(rows):
        interp.set_item(part, k, row)


def reorder(interp: Interpreter, growing: Instance, order: Any) -> None:
    """The items in another order, given by their positions."""
    new = interp.get_item(growing.attributes["rows"], order)
    interp.trail.write(growing, "rows", replace_rows(interp, growing, new))


def replace_slice(interp: Interpreter, growing: Instance, index: slice, values: Any) -> None:
    """list[a:b] = values, of computed length."""
    if not isinstance(index.step, (int, type(None))) or index.step not in (None, 1):
        raise unsuited_operation(growing)
    values = list_of_rows(interp, values, values.attributes["rows"]) if is_growing(values) else values
    n = interp.length_of(growing)
    first, last = interp.call(
        bounds_within,
        [n, 0 if index.start is None else index.start, n if index.stop is None else index.stop],
        {},
    )
    interp.call_method(growing, "replace_part", [first, last, values])


def is_written(interp: Interpreter, growing: Instance) -> bool:
    """Is a new item written into the rows? If the old one was an array or a list, it stays what it was: the list gets
    other rows."""
    return isinstance(interp.settled(growing.attributes["rows"]), Array) and not is_mutable(growing)


def with_item(interp: Interpreter, growing: Instance, index: Any, value: Any) -> Any:
    """The rows with a new item at an index that is in range, unless the call has failed."""
    rows, row, index = (
        interp.settled(growing.attributes["rows"]),
        as_row(interp, growing, value),
        interp.settled(index),
    )
    rows = to_front(interp, rows, 0) if rows.extents[0].mask is not None else rows
    place, content = place_of_item(interp, rows, index), interp.content(rows.data)
    starts = [interp.sym(at) for at in (place, *[0] * row.ndim)]
    data = TABLE["update_slice"](content, row, *starts, sizes=(1, *row.shape), drop=(0,))
    return interp.trail.birth(
        Sliced({**rows.attributes, "data": interp.array(data)}, rows.safe, rows.zeroed, spare=rows.spare)
    )


def list_of_rows(interp: Interpreter, growing: Instance, rows: Any) -> Any:
    """A list of these rows. (Its items are those of the list.)"""
    rows = interp.settled(rows)
    data = interp.array(interp.content(rows.data if isinstance(rows, Sliced) else rows))
    new = data
    if isinstance(rows, Sliced):
        new = interp.trail.birth(
            Sliced({**rows.attributes, "data": data}, rows.safe, rows.zeroed, spare=rows.spare)
        )
    remember(interp, growing, new, growing.attributes["rows"])
    return growing_like(interp, growing, new)


def repeat_list(interp: Interpreter, growing: Instance, times: Any) -> Any:
    """list * times. The same list at several places is no row of its own."""
    rows = interp.settled(growing.attributes["rows"])
    if isinstance(rows, Sliced) and list not in growing.attributes["nesting"].kinds:
        return interp.call(repeated, [empty_list(interp, place_here(interp), "items"), growing, times], {})
    times = interp.static(times, "the factor of a list")
    if not isinstance(rows, Array) or list in growing.attributes["nesting"].kinds and times > 1:
        raise unsuited_operation(growing)
    new = (
        interp.call_host(np.concatenate, [(rows,) * times], {})
        if times > 0
        else interp.get_item(rows, slice(0, 0))
    )
    return list_of_rows(interp, growing, new)


def with_room(interp: Interpreter, growing: Instance, new: Any) -> Any:
    """Rows that are no longer than the list's were: it is still known for how many more there is room."""
    old = interp.settled(growing.attributes["rows"])
    if isinstance(new, Sliced) and new.spare is None and isinstance(old, Sliced) and old.spare is not None:
        used, size = old.data.shape[0] - old.spare, new.data.shape[0]
        new = interp.trail.birth(Sliced(new.attributes, new.safe, new.zeroed, spare=max(0, size - used)))
    return new


def is_outside(interp: Interpreter, growing: Instance, index: Any) -> Any:
    """Is an index out of range? A bool where that follows from what is known of index and length."""
    if interp.failed:  # nothing behind the first error is computed any more
        return False
    index, n = interp.settled(index), interp.length_of(growing.attributes["rows"])
    if not_below(interp, index, 0) and not_below(interp, n, plus(interp, index, 1)):
        return False
    least = interp.unary("USub", n) if isinstance(n, Sym) else -n
    if not_below(interp, -1, index) and not_below(interp, plus(interp, index, n), 0):
        return False
    if isinstance(index, int) and not isinstance(index, bool):  # n is not negative
        if index in (0, -1):
            return interp.compare("Eq", n, 0)
        return interp.compare("LtE", n, index) if index > 0 else interp.compare("Lt", n, -index)
    return interp.either(interp.compare("GtE", index, n), interp.compare("Lt", index, least))


def item_at(
    interp: Interpreter, growing: Instance, index: Any, message: str = "list index out of range"
) -> Any:
    """An item of the list."""
    rows = interp.settled(growing.attributes["rows"])
    check_index(interp, growing, index, message)
    if interp.failed:
        return NEVER
    index = int(index) if isinstance(index, bool) else index
    if isinstance(rows, Array) and not rows.shape[0]:  # behind an IndexError
        rows = interp.array(np.zeros((1, *rows.shape[1:]), rows.dtype))
        index = 0
    return from_row(interp, growing, row_at(interp, growing, rows, index))


def check_index(interp: Interpreter, growing: Instance, index: Any, message: str) -> None:
    """The call fails if there is no such item. What follows is computed all the same: no path is taken, and views of
    rows stay views. (Printed source raises by itself where it has an array of no more rows.)"""
    outside = is_outside(interp, growing, index)
    if isinstance(outside, Sym):
        native = isinstance(interp.settled(growing.attributes["rows"]), Array)
        interp.fail_where(interp.sym(outside), IndexError, (message,), native=native)
    elif outside:
        interp.fail_if(interp.sym(True), IndexError, (message,))


def is_given(interp: Interpreter, growing: Instance) -> bool:
    """Does the caller have the list too, and see what it holds when the call has failed?"""
    rows = interp.settled(growing.attributes["rows"])
    return (rows.data if isinstance(rows, Sliced) else rows).root.origin <= interp.given


def growing_like(interp: Interpreter, growing: Instance, rows: Any) -> Any:
    return interp.trail.birth(Instance(Growing, {**growing.attributes, "rows": rows, "sealed": False}))


def items_of(interp: Interpreter, growing: Instance) -> Counted:
    """The iterable of a loop over the list: each item as it is when its iteration begins."""
    rows = lambda: interp.settled(growing.attributes["rows"])
    length = interp.length_of(rows())

    def item(k: Any) -> Any:
        if difference(interp.length_of(rows()), length) != 0:
            raise CompileError(
                "the list changes its length while a loop iterates over it", "loop over a copy: list(…)"
            )
        return from_row(interp, growing, interp.get_item(rows(), k))

    return Counted(length, item)
