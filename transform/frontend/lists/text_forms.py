"""Forms of texts with dynamic values: the known parts of a text, and the numbers that stand in it.

f"converged after {k}"      =>      form ("converged after ", (int64, "", "")), values [k]
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ...core.dtypes import PYTHON_CLASSES
from ...ir.builder import TABLE, Sym
from ...ir.program import Type
from ..state.texts import ChosenText, Hole, PickedText, Text
from ..state.values import NEVER, DynamicText

Form = tuple[Any, ...]  # of a text: its parts, with the types of values in the place of these
NONE: Form = (None,)  # what may stand in the place of a text


# -- values inside texts, as they were when the text was made ---------------------------------------------------------


class ObjectText(NamedTuple):
    """The text of an object inside a container."""

    text: Any


class Part(NamedTuple):
    """The content of an array at some time, of which a part counts: (axis, lo, hi) or (axis, mask) for some
    axes."""

    content: Sym
    cuts: tuple[tuple, ...]
    listed: tuple[str, ...] = ()  # "list" or "tuple" for each of the first axes that is no array's
    weak: bool = False
    given: Sym | None = None
    array: bool = False  # has it no axes, and is an array all the same?


class TextsNow(NamedTuple):
    """The texts of a list of computed length at some time: the numbers of their forms, and the values inside. They are
    shown as a list, or joined: so many of them."""

    forms: tuple
    parts: list
    separator: str | None = None
    count: Any = None


class Given(NamedTuple):
    """A value that is None, unless the truth value holds."""

    flag: Sym
    value: Any


class Assembled(NamedTuple):
    """A container of computed length at some time, or a text that is repeated: how the host makes it, and of what."""

    how: str
    parts: tuple[Any, ...]


OF_TEXTS = (ObjectText, Part, TextsNow, Given, Assembled)


# -- forms of texts --------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False)
class CarriedText:
    """The template of a text: a slot for its number, the forms of the texts that it may be, and slots for the values of
    each. A text that has but one form has no number.
    """

    number: Any
    forms: tuple[Form, ...]
    values: tuple[tuple[Any, ...], ...]

    def with_slots(self, change: Callable[[Any], Any]) -> CarriedText:
        number = None if self.number is None else change(self.number)
        return CarriedText(number, self.forms, tuple([tuple(map(change, each)) for each in self.values]))

    def filled(self) -> Any:
        """The text, once there are Syms in the slots."""
        texts = tuple(map(text_of_form, self.forms, self.values))
        return PickedText(self.number, texts) if len(texts) > 1 else texts[0]


def text_of_form(form: Form, values: Sequence[Any]) -> str | DynamicText | None:
    if form == NONE:
        return None
    rest = iter(values)
    parts = [part if isinstance(part, str) else (next(rest), *part[1:]) for part in form]
    return DynamicText(parts) if values else "".join(map(str, parts))


def is_numbered(value: Any) -> bool:
    return isinstance(value, (CarriedText, PickedText))


def parts_within(part: Any) -> list[Any]:
    """The parts of the text of a tuple; of anything else it is one part."""
    if (
        not isinstance(part, tuple)
        or not isinstance(part[0], tuple)
        or isinstance(part[0], OF_TEXTS)
        or part[1]
    ):
        return [part]
    items, names = part[0], getattr(type(part[0]), "_fields", None)
    if not all(isinstance(v, (Sym, tuple)) or type(v) in (bool, int, float, str, type(None)) for v in items):
        return [part]
    found: list[Any] = [f"{type(items).__name__}(" if names else "("]
    for k, item in enumerate(items):
        found.append((", " if k else "") + (f"{names[k]}=" if names else ""))
        found += parts_within((item, "", "r")) if isinstance(item, (Sym, tuple)) else [repr(item)]
    return [*found, ",)" if len(items) == 1 and not names else ")"]


def form_of(value: str | DynamicText | None) -> tuple[Form, list[Any]] | None:
    """The form of a text and its values; None if these are more than numbers."""
    if value is None or isinstance(value, str):
        return (value,), []
    values, form = [], []
    for part in (inner for outer in value.parts for inner in parts_within(outer)):
        if isinstance(part, str):
            form.append(part)
            continue
        number, spec, conversion = part
        if not isinstance(number, Sym) or number.shape:
            return None
        kind = number.type
        form.append((Type(kind.dtype, (), kind.weak), spec, conversion))
        values.append(number)
    return tuple(form), values


def texts_of(value: Any) -> dict[Form, list[Any]] | None:
    """The forms of the texts that a value may be, with their values, in order; None if they are not known."""
    if value is NEVER:
        return {}
    match value:
        case CarriedText():
            return dict(zip(value.forms, map(list, value.values)))
        case PickedText():
            found = [form_of(text) for text in value.texts]
            return None if None in found else dict(pair for pair in found if pair is not None)
        case ChosenText():
            return chosen_texts(value)
        case None | str() | DynamicText():
            found_one = form_of(value)
            return None if found_one is None else dict([found_one])
    return None


def chosen_texts(value: ChosenText) -> dict[Form, list[Any]] | None:
    """Those of either text; where both have one form, the values are chosen by the flag."""
    then, orelse = texts_of(value.then), texts_of(value.orelse)
    if then is None or orelse is None:
        return None
    pick = lambda x, y: x if x.atom == y.atom else TABLE["select"](value.flag, x, y)
    both = {form: [pick(x, y) for x, y in zip(then[form], orelse[form])] for form in then if form in orelse}
    return {**then, **orelse, **both}


def renumbered(number: Sym, places: list[int]) -> Any:
    """The item at a number of a list."""
    if number.builder is None and not number.is_const:  # its type is asked for
        return number
    if number.is_const:
        return places[int(number.value)]
    result: Any = places[-1]
    for k, place in enumerate(places[:-1]):
        result = TABLE["select"](number == k, place, result)
    return result


def number_of_text(value: Any, forms: tuple[Form, ...]) -> Any:
    """The position among `forms` of a text that has one of them."""
    if value is NEVER:
        return NEVER
    match value:
        case CarriedText() | PickedText():
            own = value.forms if isinstance(value, CarriedText) else tuple(texts_of(value) or ())
            if own == forms[: len(own)]:
                return 0 if len(own) == 1 else value.number
            if isinstance(value, CarriedText):
                return renumbered(value.number, [forms.index(form) for form in own])
        case ChosenText():
            pass
        case None | str() | DynamicText():
            found = form_of(value)
            assert found is not None
            return forms.index(found[0])
    return TABLE["select"](value.flag, number_of_text(value.then, forms), number_of_text(value.orelse, forms))


def known_texts(value: Any) -> dict[Form, list[Any]] | None:
    """The forms, with their values, of what may be read as a text or None; None of others, or of texts of more than
    numbers."""
    return texts_of(value) if value is None or isinstance(value, (str, DynamicText)) else None


def forms_of(value: Any) -> tuple[Form, ...] | None:
    """The same without their values."""
    found = known_texts(value)
    return None if found is None else tuple(found)


def is_known(form: Form) -> bool:
    """Whether it is the form of a text, or None, that has no dynamic values."""
    return not types_in(form)


def types_in(form: Form) -> list[Type]:
    """The types of the values in a text of this form."""
    return [part[0] for part in form if isinstance(part, tuple)]


def are_numbered(forms: Sequence[Form]) -> bool:
    """Whether a list of texts of these forms holds their numbers. Of one form it holds the values alone."""
    return len(forms) > 1 or is_known(forms[0])


def numbers_and_values(forms: Sequence[Form], columns: tuple) -> tuple[Any, tuple]:
    """The columns of a list of texts, or parts of one text: the numbers of the forms, or None, and the values."""
    return (columns[0], columns[1:]) if are_numbered(forms) else (None, columns)


def templates_of(forms: Sequence[Form], hole: type[Hole]) -> tuple[Any, ...]:
    """The templates of texts of these forms, whose values are numbered one after the other."""
    numbers = itertools.count()
    return tuple([template_of(form, numbers, hole) for form in forms])


def template_of(form: Form, numbers: Iterator[int], hole: type[Hole]) -> Any:
    if is_known(form):
        return form[0]
    parts: list[Any] = []
    for part in form:
        if isinstance(part, str):
            parts.append(part)
            continue
        kind, spec, conversion = part
        python = PYTHON_CLASSES[kind.dtype.kind].__name__ if kind.weak else ""
        parts.append(hole(next(numbers), spec, conversion, kind.weak, python=python))
    return Text(tuple(parts))
