"""Lists of tuples with unlike item classes, of computed length: structure of arrays, one list for each
position.

heap.append((cost, node))       ⇒       heap.columns[0].append(cost); heap.columns[1].append(node)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ....core.errors import CompileError
from ....core.registered import STRUCTURE
from ...bounded.extents import BoundedArray, equal, fail_at_end
from ...interpreter import Interpreter, operation
from ...lists.growing import check_index, is_growing, items_of, replace_rows, with_item
from ...lists.growing import reorder as reorder_rows
from ...lists.rows import has_numbers_in_part, row_at
from ...lists.numbers import has_no_order, key_columns, order_of_columns, order_of_keys
from ...lists.items import from_row, is_made_of_numbers, is_pooled, may_be_none, rows_of
from ...lists.layouts import Nullable, Parts
from ...lists.pools import set_rows
from ...lists.places import NeedsType, Site
from ...state.values import Counted, Instance
from .sequences import Sequence, refuse
from ...model_operations import called_in_models


class Columns(Sequence):
    """columns: of each position of the tuples a list; origin: where lists like this one are made. pool, number: as of
    `BoundedList`; then the columns only show what is in the pool."""

    called = "a list of tuples with different types, whose length is computed"
    hidden = ("pool", "number", "viewed")
    pool = None
    number = None

    def take_apart(self, value, index=0):
        return as_parts(self, value, index)

    def put_together(self, parts):
        return parts

    def append(self, value):
        if self.pool is not None:
            self.pool.append(self.number, value)
            return
        for column, part in zip(self.columns, self.take_apart(value)):
            column.append(part)
        count_alike(self)

    def insert(self, index, value):
        refuse_pooled(self, "insert")
        for column, part in zip(self.columns, self.take_apart(value)):
            column.insert(index, part)
        count_alike(self)

    def pop(self, index=-1):
        if len(self) == 0:
            raise IndexError("pop from empty list")
        if self.pool is not None:
            check_index(self.columns[0], index, "pop index out of range")
            return self.pool.pop(self, index)
        return self.put_together(of_each(self, "pop", index))

    def clear(self):
        if self.pool is not None:
            self.pool.clear(self)
            return
        of_each(self, "clear")

    def copy(self):
        return columns_like(self, of_each(self, "copy"))

    def reverse(self):
        refuse_pooled(self, "reverse")
        of_each(self, "reverse")

    def sort(self, key=None, reverse=False):
        refuse_pooled(self, "sort")
        if reverse:
            self.reverse()
        order = order_of_parts(self) if key is None else order_of_keys(self, key)
        for column in self.columns:
            reorder(column, order)
        if reverse:
            self.reverse()

    def index(self, value):
        for k in range(len(self)):
            if self[k] == value:
                return k
        raise ValueError(f"{value!r} is not in list")

    def __len__(self):
        return len(self.columns[0])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return columns_like(self, of_each(self, "__getitem__", index))
        return self.put_together(of_each(self, "__getitem__", index))

    def __setitem__(self, index, value):
        if self.pool is not None:
            check_index(self.columns[0], index, "list assignment index out of range")
            self.pool.store(self, index, value)
            return
        count_alike(self)
        store_parts(self, index, self.take_apart(value, index))

    def replace_item(self, index, value):
        if self.pool is not None:
            self.pool.store(self, index, value)
            return
        for column, part in zip(self.columns, self.take_apart(value, index)):
            column.replace_item(index, part)

    def __delitem__(self, index):
        self.pop(index)

    def __mul__(self, times):
        refuse(self, "*")

    def __rmul__(self, times):
        refuse(self, "*")

    def __eq__(self, other):
        refuse(self, "==")


STRUCTURE[Columns] = frozenset(["origin"])


@operation
def columns_of(interp: Interpreter, site: Site, items: list, found: Parts) -> Instance:
    """The list of these tuples that is made at a site."""
    lists = [
        interp.list_within(site, ("column", k), part, [as_tuple(site, found, v)[k] for v in items])
        for k, part in enumerate(found.parts)
    ]
    return columns_as(interp, site, lists)


@operation
def columns_as(interp: Interpreter, site: Site, lists: list) -> Instance:
    """The list of tuples that consists of these lists of their parts."""
    return interp.trail.allocate(Instance(Columns, {"columns": tuple(lists), "origin": site}))


def as_tuple(site: Site, found: Parts, value: Any) -> tuple:
    if type(value) is not tuple or len(value) != len(found.parts):
        raise NeedsType({site.place: None})
    return value


@called_in_models
def as_parts(interp: Interpreter, columns: Instance, value: Any, index: Any = 0) -> tuple:
    """A new item, for each column a part."""
    site, value = columns.attributes["origin"], interp.read(value)
    if may_be_none(interp, value):
        raise NeedsType({site.place: Nullable(interp.growing.types[site.place])})
    value = interp.settled(value)
    if (
        isinstance(index, slice)
        or type(value) is not tuple
        or len(value) != len(columns.attributes["columns"])
    ):
        raise NeedsType({site.place: None})
    return value


@called_in_models
def of_each(interp: Interpreter, columns: Instance, name: str, *args: Any) -> tuple:
    """The results of a method for each column."""
    if name == "pop" and isinstance(args[0], slice):
        raise NeedsType({columns.attributes["origin"].place: None})
    count_alike(interp, columns)
    first, *others = columns.attributes["columns"]
    found = [interp.call_method(first, name, list(args))]
    for column in others:
        if name == "__getitem__" and not isinstance(args[0], slice) and is_alike(interp, first, column):
            rows = rows_of(interp, column)
            found.append(from_row(interp, column, row_at(interp, column, rows, interp.settled(args[0]))))
        else:
            found.append(interp.call_method(column, name, list(args)))
    if name in ("pop", "clear"):
        count_alike(interp, columns)
    return tuple(found)


@called_in_models
def store_parts(interp: Interpreter, columns: Instance, index: Any, parts: tuple) -> None:
    """columns[index] = parts: whether there is such an item is asked once."""
    first, *others = columns.attributes["columns"]
    interp.set_item(first, index, parts[0])
    for column, part in zip(others, parts[1:]):
        if is_alike(interp, first, column) and not interp.trying:
            rows = replace_rows(interp, column, with_item(interp, column, index, part))
            set_rows(interp, column, rows)
        else:
            interp.set_item(column, index, part)


def is_alike(interp: Interpreter, first: Any, other: Any) -> bool:
    """Whether two columns are lists of numbers that are known to have one length."""
    if not is_growing(first) or not is_growing(other) or not has_numbers_in_part(interp, other):
        return False
    one, two = (rows_of(interp, c) for c in (first, other))
    return isinstance(one, BoundedArray) and one.extents[0].same(two.extents[0])


@called_in_models
def count_alike(interp: Interpreter, columns: Instance) -> None:
    """The columns have one length: each has that of the first, so that it is counted once."""
    count_lists_alike(interp, columns.attributes["columns"])


def count_lists_alike(interp: Interpreter, columns: Iterable) -> None:
    lists = [c for c in columns if is_growing(c) and not is_pooled(c)]
    rows = rows_of(interp, lists[0]) if lists else None
    for other in lists[1:] if isinstance(rows, BoundedArray) else ():
        its = rows_of(interp, other)
        if isinstance(its, BoundedArray) and its.data.shape[0] == rows.data.shape[0]:
            one, two = rows.extents[0], its.extents[0]
            if one.mask is two.mask is None and equal(one.lo, two.lo) and not equal(one.hi, two.hi):
                attributes = {**its.attributes, "hi0": rows.attributes["hi0"]}
                same = BoundedArray(attributes, its.safe, its.zeroed, spare=its.spare)
                set_rows(interp, other, interp.trail.allocate(same))


@called_in_models
def reorder(interp: Interpreter, column: Instance, order: Any) -> None:
    """The items of a column in a computed order: of one of lists, their numbers in the pool."""
    for part in column.attributes.get("columns", ()):
        reorder(interp, part, order)
    if "columns" not in column.attributes:
        reorder_rows(interp, column.attributes.get("members", column), order)


@called_in_models
def order_of_parts(interp: Interpreter, columns: Instance) -> Any:
    """The positions of the items in their order, which the parts in front of a list must decide."""
    if "table" in columns.attributes:
        return order_of_columns(interp, key_columns(interp, columns))
    parts = columns.attributes["columns"]
    ordered = lambda part: "members" not in part.attributes and not has_no_order(part)
    compared = list(itertools.takewhile(ordered, parts))
    if not compared:
        refuse(interp, parts[0], "the order")
    known = [column for part in compared for column in key_columns(interp, part)]
    order = order_of_columns(interp, known)
    if len(compared) < len(parts):
        refuse_equal(interp, [interp.get_item(part, order) for part in known])
    return order


def refuse_equal(interp: Interpreter, columns: list) -> None:
    """The call raises if neighbours are equal in all of these columns."""
    same = None
    for column in columns:
        one, other = (interp.get_item(column, part) for part in (slice(1, None), slice(None, -1)))
        equal_here = interp.compare("Eq", one, other)
        same = equal_here if same is None else interp.call_host(np.logical_and, [same, equal_here], {})
    message = "tuples whose first parts are equal are ordered by lists, which are not compared here"
    fail_at_end(interp, interp.sym(interp.call_host(np.any, [same], {})), message)


@called_in_models
def columns_like(interp: Interpreter, columns: Instance, lists: tuple) -> Instance:
    """The list that consists of these columns."""
    own = {k: v for k, v in columns.attributes.items() if k != "viewed"}
    return interp.trail.allocate(Instance(columns.cls, {**own, "columns": lists}))


@operation
def items_of_columns(interp: Interpreter, columns: Instance) -> Counted:
    """The iterable of a loop over the list."""
    each: list[Any] = []
    for part in map(interp.read, columns.attributes["columns"]):
        if "columns" in part.attributes:
            each.append(items_of_columns(interp, part))
        else:
            each.append(
                interp.items_of_lists(part) if "members" in part.attributes else items_of(interp, part)
            )
    put_together = lambda parts: interp.put_together(columns, parts)
    return Counted(each[0].length, lambda k: put_together(tuple([items.item(k) for items in each])))


@operation
def stacked_columns(interp: Interpreter, value: Any) -> Any:
    """The array that NumPy makes of a list of tuples of numbers, a row for each; of anything else, that itself.

    [(0, 0.5), (3, 2.0)]    ⇒       np.stack([[0, 3], [0.5, 2.0]], axis=1)
    """
    if not (isinstance(value, Instance) and value.cls is Columns):
        return value
    count_alike(interp, value)
    columns = value.attributes["columns"]
    if not all(is_growing(column) and is_made_of_numbers(column) for column in columns):
        return value
    rows = [rows_of(interp, column) for column in columns]
    if any(row.ndim > 1 for row in rows):
        return value
    dtype = np.result_type(*(row.dtype for row in rows))
    return interp.call_host(
        np.stack, [[interp.call_method(row, "astype", [dtype]) for row in rows]], {"axis": 1}
    )


@called_in_models
def refuse_pooled(interp: Interpreter, columns: Instance, what: str) -> None:
    if is_pooled(columns):
        raise CompileError(
            f"{what} of a list of tuples with different types that is an item of another list",
            "make a list of it, sorted(…) or list(…), and assign that",
        )
