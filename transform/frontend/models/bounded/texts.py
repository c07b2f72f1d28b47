"""Lists of computed length of texts: a list of the numbers of their forms, and lists of the values in them.

log.append(f"{name}: {x:.2f}")      ⇒       log.columns[0].append(1); log.columns[1].append(x)
agent.state = "ill"                 ⇒       heap.state[number] = 1, where the forms are ("well", "ill")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.dtypes import PYTHON_CLASSES
from ....core.errors import CompileError
from ....core.registered import STRUCTURE
from ....ir.builder import Sym
from ....ir.program import Type
from ...interpreter import Interpreter, operation
from ...lists.layouts import NUMBERS, Item, Texts
from ...lists.numbers import matches
from ...lists.places import NeedsType, Site
from ...lists.text_forms import (
    Form,
    are_numbered,
    is_known,
    known_texts,
    number_of_text,
    numbers_and_values,
    templates_of,
    text_of_form,
    types_in,
)
from ...model_operations import called_in_models
from ...state.texts import Hole, PickedText
from ...state.values import NEVER, Instance, SealedByValue
from .columns import Columns

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


class ListOfTexts(Columns):
    """columns: the numbers of the forms (of one form with values there are none), then for each form the values in its
    texts; table: the forms."""

    called = "a list of texts, whose length is computed"
    hidden = ("table",)

    @classmethod
    def leaving(cls, attributes):
        forms = attributes["table"].value
        numbers, values = numbers_and_values(forms, attributes["columns"])
        return {"members": numbers, "pool": templates_of(forms, Hole), "inside": values}

    def take_apart(self, value, index=0):
        return parts_of_text(self, value)

    def put_together(self, parts):
        return text_of(self, parts)


STRUCTURE[ListOfTexts] = frozenset(["origin", "table"])


class Table(SealedByValue):
    """The forms of the texts of a list."""

    def __str__(self) -> str:
        return "texts"


@operation
def list_of_texts(interp: Interpreter, site: Site, items: list, found: Texts) -> Instance:
    """The list of these texts that is made at a site."""
    numbers = [interp.list_within(site, "text", NUMBERS, [])] if are_numbered(found.forms) else []
    values = [
        interp.list_within(site, ("text", form, k), Item(kind.dtype, (), kind.weak), [])
        for form in found.forms
        for k, kind in enumerate(types_in(form))
    ]
    attributes = {"columns": (*numbers, *values), "table": Table(found.forms), "origin": site}
    made = interp.trail.allocate(Instance(ListOfTexts, attributes))
    for item in items:
        interp.call_method(made, "append", [item])
    return made


@called_in_models
def parts_of_text(interp: Interpreter, owner: Instance, value: Any) -> tuple:
    """The number of a text's form, and the values in a text of each form: zeros in those that it has not."""
    table, found = owner.attributes["table"].value, forms_with_values(interp, value)
    if not set(found) <= set(table):
        place = owner.attributes["origin"].place
        raise NeedsType({place: Texts(table).joined(Texts(tuple(found)))})
    number = interp.wrap(interp.sym(number_of_text(interp.read(value), table)))
    numbers = [number] if are_numbered(table) else []
    zeros = lambda form: [zero(kind) for kind in types_in(form)]
    return *numbers, *[part for form in table for part in found.get(form, None) or zeros(form)]


def zero(kind: Type) -> Any:
    return (PYTHON_CLASSES[kind.dtype.kind] if kind.weak else kind.dtype.type)(0)


def forms_with_values(interp: Interpreter, value: Any) -> dict[Form, list[Any]]:
    """The forms that a text may have, with the values in it."""
    found = known_texts(interp.read(value))
    if found is None:
        raise CompileError(
            "a text of more than numbers and texts in a list of computed length", "keep the values"
        )
    return found


@operation
def matching_texts(interp: Interpreter, owner: Instance, value: Any) -> Any:
    """The texts of the list, all of which are known, that are equal to this one, as a mask."""
    table = owner.attributes["table"].value
    if not all(map(is_known, (*table, *forms_with_values(interp, value)))):
        raise CompileError(
            "a text with dynamic values is looked for among others", "take the values themselves as keys"
        )
    return matches(interp, owner.attributes["columns"][0], parts_of_text(interp, owner, value)[0])


@called_in_models
def text_of(interp: Interpreter, owner: Instance, parts: Sequence[Any]) -> Any:
    """The text of a number, and of the values in a text of each form."""
    table = owner.attributes["table"].value
    number, values = numbers_and_values(table, tuple(parts))
    if any(part is NEVER for part in parts):
        return NEVER
    rest = iter(values)
    texts = tuple([text_of_form(form, [next(rest) for _ in types_in(form)]) for form in table])
    if len(texts) == 1 or not isinstance(number, Sym):
        return texts[0 if len(texts) == 1 else number]
    return PickedText(number, texts)
