"""Lists of computed length some of whose items are None: a list of truth values, and one of the items that are there.

found.append(None if x < 0 else x)      ⇒       found.given.append(x >= 0); found.values.append(x)

Behind a truth value that is False lies anything; it is never read.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ....core.registered import STRUCTURE
from ....ir.builder import Sym
from ...interpreter import Interpreter, operation
from ...lists.changes import skip_row
from ...lists.growing import is_growing
from ...lists.items import may_be_none
from ...lists.layouts import Item, Nullable
from ...lists.places import UNKNOWN, Site
from ...lists.pools import set_rows
from ...model_operations import called_in_models
from ...state.values import NEVER, UNSET, Instance, Maybe, Option
from .columns import Columns, count_alike, refuse_pooled
from .lists_of_lists import ListOfLists
from .sequences import refuse
from .texts import ListOfTexts, text_of


class NullableList(Columns):
    """columns: for each item, whether it is not None; and the items. unset: whether they are attributes that
    may not be set, instead."""

    unset: ClassVar[bool] = False

    called = "a list of computed length, some of whose items are None"

    @classmethod
    def leaving(cls, attributes):
        given, values = attributes["columns"]
        return {"given": given, "values": values, "unset": cls.unset}

    def is_absent(self, value):
        return is_none(value)

    def take_apart(self, value, index=0):
        return parts_of_option(self, value, index)

    def put_together(self, parts):
        return option_of(self, parts)

    def append(self, value):
        if self.pool is not None:
            self.pool.append(self.number, value)
        elif self.is_absent(value):
            skip_item(self)
        else:
            given, value = self.take_apart(value)
            self.columns[0].append(given)
            self.columns[1].append(value)
            count_alike(self)

    def __setitem__(self, index, value):
        if self.pool is None and self.is_absent(value):
            self.columns[0][index] = False
        else:
            super().__setitem__(index, value)

    def replace_item(self, index, value):
        if self.pool is None and self.is_absent(value):
            self.columns[0].replace_item(index, False)
        else:
            super().replace_item(index, value)

    def insert(self, index, value):
        refuse(self, "insert")

    def sort(self, key=None, reverse=False):
        refuse(self, "sort")


class UnsetList(NullableList):
    """columns: for each item, whether it is set; and the items, which may be None."""

    unset = True

    def is_absent(self, value):
        return False

    def take_apart(self, value, index=0):
        return True, value


STRUCTURE[NullableList] = STRUCTURE[UnsetList] = frozenset(["origin"])
FLAGS = Item(np.dtype(bool), (), True)


@operation
def nullable_of(interp: Interpreter, site: Site, items: list, found: Nullable) -> Instance:
    """The list of these items that is made at a site."""
    given = interp.list_within(site, "given", FLAGS, [], f"{site.called}_given")
    values = interp.list_within(site, "value", found.layout, [])
    cls = UnsetList if found.unset else NullableList
    made = interp.trail.allocate(Instance(cls, {"columns": (given, values), "origin": site}))
    for item in items:
        interp.call_method(made, "append", [item])
    return made


@called_in_models
def is_none(interp: Interpreter, value: Any) -> bool:
    """Whether it is None, whatever data hold."""
    return interp.read(value) is None


@called_in_models
def parts_of_option(interp: Interpreter, owner: Instance, value: Any, index: Any = 0) -> tuple:
    """Whether it is a value, and the value."""
    if isinstance(index, slice):
        refuse(interp, owner, "the assignment to a slice")
    value = interp.read(value)
    return (value.flag, value.value) if may_be_none(interp, value) else (True, interp.settled(value))


@called_in_models
def option_of(interp: Interpreter, owner: Instance, parts: tuple) -> Any:
    """The item that these parts stand for."""
    given, value = parts
    absent = UNSET if owner.cls.unset else None
    if is_growing(owner.attributes["columns"][1]) and no_item_known(interp, owner.attributes["columns"][1]):
        return absent
    if value is NEVER or not isinstance(given, Sym):
        return value if given else absent
    made = Maybe if absent is UNSET else Option
    return made(value, given, owner.attributes["origin"].called, interp.span)


def no_item_known(interp: Interpreter, values: Instance) -> bool:
    """Whether nothing has been seen yet that is not None. (Else the function is read again.)"""
    return interp.growing.types.get(values.attributes["site"].place, UNKNOWN) is UNKNOWN


@operation
def put_together(interp: Interpreter, columns: Instance, parts: tuple) -> Any:
    """The item of a list of columns that consists of these parts; it may be one that is not set."""
    if columns.cls is ListOfTexts:
        return text_of(interp, columns, parts)
    return option_of(interp, columns, parts) if issubclass(columns.cls, NullableList) else parts


@operation
@called_in_models
def skip_item(interp: Interpreter, owner: Any) -> None:
    """Append None, or what is never read. (What is the same for all items is no list.)"""
    if not isinstance(owner, Instance):
        return
    if not issubclass(owner.cls, NullableList):
        return skip_in(interp, owner)
    refuse_pooled(interp, owner, "append")
    given, values = owner.attributes["columns"]
    interp.call_method(given, "append", [False])
    skip_in(interp, values)
    count_alike(interp, owner)


@operation
def append_unsure(interp: Interpreter, owner: Instance, value: Maybe) -> None:
    """Append what is set on some paths only."""
    for column, part in zip(owner.attributes["columns"], (value.flag, value.value)):
        interp.call_method(column, "append", [part])
    count_alike(interp, owner)


def skip_in(interp: Interpreter, values: Instance) -> None:
    """Append an item that is never read."""
    if issubclass(values.cls, NullableList):
        skip_item(interp, values)
    elif is_growing(values):
        set_rows(interp, values, skip_row(interp, values))
    elif issubclass(values.cls, ListOfLists):
        interp.call_method(values.attributes["members"], "append", [0])
    else:
        for column in values.attributes["columns"]:
            skip_in(interp, column)
