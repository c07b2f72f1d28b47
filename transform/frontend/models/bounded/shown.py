"""Containers of computed length inside texts: the host makes them of the lists that they consist of.

print(pairs)            ⇒       print(list(zip(firsts, seconds)))
print({key: value})     ⇒       print(dict(zip(names, entries)))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.errors import CompileError
from ...interpreter import Interpreter
from ...lists.growing import is_growing
from ...lists.text_forms import Assembled
from ...state.values import Instance
from ..number_dicts import NumberDict
from ..sets import NumberSet
from .columns import Columns
from .lists_of_lists import ListOfLists
from .nullable import NullableList, no_item_known
from .tuples import BoundedTuple


def is_assembled(value: Any) -> bool:
    """Whether it is a container of computed length that consists of several lists, or of one that stands for
    another class."""
    return isinstance(value, Instance) and value.cls in ASSEMBLED


def assembled(interp: Interpreter, value: Instance, now: Callable[[Any], Any]) -> Assembled:
    """Such a container as it is now. `now`: what a part of it is now."""
    return ASSEMBLED[value.cls](interp, value, now)


def refuse_view(value: Any) -> None:
    """Refuse the text of what stands for the keys or values of a dict."""
    if isinstance(value, Instance) and "viewed" in value.attributes:
        raise CompileError(
            "formatting a view of a dict is not supported", "make a list of it: list(d.values())"
        )


def of_columns(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    return Assembled("pairs", tuple(map(now, value.attributes["columns"])))


def of_nullable(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    given, values = value.attributes["columns"]
    if is_growing(values) and no_item_known(interp, values):
        return Assembled("nones", (now(given),))
    return Assembled("or_none", (now(given), now(values)))


def of_lists(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    pairs = interp.settled(value.attributes["pool"]).attributes["pairs"]
    return Assembled("lists", (now(value.attributes["members"]), now(pairs)))


def of_dict(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    return Assembled("dict", (now(value.attributes["names"]), now(value.attributes["entries"])))


def of_set(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    """Members that have been added one after the other stand in the same order in a set of Python's to which they are
    added so."""
    if "reordered" in value.attributes:
        raise CompileError(
            "the text of a set from which items were removed, or that was joined with others: their order is not known",
            "print sorted(…) of it",
        )
    return Assembled("set", (now(value.attributes["members"]),))


def of_tuple(interp: Interpreter, value: Instance, now: Callable) -> Assembled:
    return Assembled("tuple", (now(value.attributes["entries"]),))


ASSEMBLED: dict[type, Callable[[Interpreter, Instance, Callable], Assembled]] = {
    Columns: of_columns,
    NullableList: of_nullable,
    ListOfLists: of_lists,
    NumberDict: of_dict,
    NumberSet: of_set,
    BoundedTuple: of_tuple,
}
