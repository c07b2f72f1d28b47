"""Lists of computed length of texts: a list of the numbers of the texts in a table.

agent.state = "ill"        ⇒       heap.state[number] = 1, where the table is ("well", "ill")
"""

from __future__ import annotations

from typing import Any

from ....core.errors import CompileError
from ....core.registered import STRUCTURE
from ....ir.builder import Sym
from ....primitives import select
from ...interpreter import Interpreter, operation
from ...lists.layouts import NUMBERS, Texts
from ...lists.places import NeedsType, Site
from ...model_operations import called_in_models
from ...state.texts import ChosenText, PickedText, candidates
from ...state.values import NEVER, Instance, SealedByValue
from .columns import Columns
from .sequences import refuse

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


class ListOfTexts(Columns):
    """columns: the numbers of the texts; table: the texts."""

    called = "a list of texts, whose length is computed"
    hidden = ("table",)

    @classmethod
    def leaving(cls, attributes):
        return {"members": attributes["columns"][0], "pool": attributes["table"].value}

    def take_apart(self, value, index=0):
        return (number_of_text(self, value),)

    def put_together(self, parts):
        return text_of(self, parts)

    def sort(self, key=None, reverse=False):
        refuse(self, "sort")


STRUCTURE[ListOfTexts] = frozenset(["origin", "table"])


class Table(SealedByValue):
    """The texts of a list."""

    def __str__(self) -> str:
        return "texts"


@operation
def texts_of(interp: Interpreter, site: Site, items: list, found: Texts) -> Instance:
    """The list of these texts that is made at a site."""
    numbers = interp.list_within(site, "text", NUMBERS, [])
    attributes = {"columns": (numbers,), "table": Table(found.texts), "origin": site}
    made = interp.trail.birth(Instance(ListOfTexts, attributes))
    for item in items:
        interp.call_method(made, "append", [item])
    return made


@called_in_models
def number_of_text(interp: Interpreter, owner: Instance, value: Any) -> Any:
    """The number of a text in the table."""
    table, value = owner.attributes["table"].value, interp.read(value)
    known = candidates(value)
    if known is None:
        raise CompileError("a text with dynamic values in a list of computed length", "keep the values")
    if not set(known) <= set(table):
        place = owner.attributes["origin"].place
        raise NeedsType({place: Texts(table).joined(Texts(known))})
    return position(interp, table, value)


def position(interp: Interpreter, table: tuple, value: Any) -> Any:
    if not isinstance(value, ChosenText):
        return table.index(value)
    if isinstance(value, PickedText) and value.texts == table[: len(value.texts)]:
        return value.number
    both = [interp.sym(position(interp, table, part)) for part in (value.then, value.orelse)]
    return interp.wrap(select(interp.sym(value.flag), *both))


@called_in_models
def text_of(interp: Interpreter, owner: Instance, parts: tuple) -> Any:
    """The text of a number."""
    [number], table = parts, owner.attributes["table"].value
    if number is NEVER:
        return NEVER
    if len(table) == 1 or not isinstance(number, Sym):
        return table[0 if len(table) == 1 else number]
    return PickedText(number, table)
