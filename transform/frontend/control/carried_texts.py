"""Texts that branches and loops carry: a number says which of several texts it is, and the dynamic values of each are
carried beside it.

    status = "running"                              status = 0
    for k in range(n):                              for k in range(n):
        if error(k) < tol:                              if error(k) < tol:
            status = f"converged after {k}"     =>          status, k_text = 1, k
            break                                           break
                                                    [f"running", f"converged after {k_text}"][status]
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from ...ir.builder import TABLE, Sym
from ...ir.program import Type
from ...ir.unions import number_type
from ..state.texts import ChosenText, PickedText
from ..state.values import NEVER, DynamicText, Poison, describe

MOST = 64  # texts that a value may be
Form = tuple[Any, ...]  # of a text: its parts, with the types of values in the place of these
NONE: Form = (None,)  # what may stand in the place of a text


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


def carry_text(joining: Any, a: Any, b: Any, name: str) -> CarriedText | Poison | None:
    """One of the texts of two paths; None if these are not known. Texts that have numbers keep them."""
    known = [texts_of(v) for v in (a, b)]
    first, second = known if not is_numbered(b) or is_numbered(a) else known[::-1]
    if first is None or second is None:
        return growing(joining, name) if joining.loop and is_longer(b) else None
    forms = tuple({**first, **second})
    if len(forms) > MOST:
        return growing(joining, name)
    values = tuple(
        [joined(joining, form, *[(some or {}).get(form) for some in known], name) for form in forms]
    )
    if len(forms) == 1:
        return CarriedText(None, forms, values)
    numbers = [number_of_text(v, forms) for v in (a, b)]
    return CarriedText(joining.slot(number_type(0), *numbers, name), forms, values)


def growing(joining: Any, name: str) -> Poison:
    return Poison(f"{name} {GROWS[0]}", GROWS[1], joining.span, joining.loop, joining.sources)


def made_on_one_path(joining: Any, value: Any, name: str) -> Poison:
    hint = "make it where the paths part, or on both"
    what = f"{name} is {describe(value)}, made on one path only"
    return Poison(what, hint, joining.span, joining.loop, joining.sources)


GROWS = "is another text after every round", "keep numbers in an array, and make the text behind the loop"


def is_longer(value: Any) -> bool:
    """Is it made of a text that is carried, and more?"""
    parts = value.parts if isinstance(value, DynamicText) and not isinstance(value, ChosenText) else []
    return any(isinstance(part, tuple) and isinstance(part[0], ChosenText) for part in parts)


def joined(joining: Any, form: Form, a: list | None, b: list | None, name: str) -> tuple[Any, ...]:
    """The values of a text of this form: those of two paths, where they have one."""
    count = sum(isinstance(part, tuple) for part in form)
    pairs = zip(a if a is not None else [NEVER] * count, b if b is not None else [NEVER] * count)
    return tuple([joining.join(x, y, name) for x, y in pairs])


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
    if not isinstance(part, tuple) or not isinstance(part[0], tuple) or part[1]:
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
    """What stands in a list at a number."""
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
