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

from typing import Any

from ....ir.unions import number_type
from ...lists.text_forms import CarriedText, Form, is_numbered, number_of_text, texts_of
from ...state.texts import ChosenText
from ...state.values import NEVER, DynamicText, Poison, describe

MOST = 64  # texts that a value may be


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
    hint = "make it before the branches diverge, or on both"
    what = f"{name} is {describe(value)}, made on one path only"
    return Poison(what, hint, joining.span, joining.loop, joining.sources)


GROWS = "changes in every iteration", "keep numbers in an array, and make the text after the loop"


def is_longer(value: Any) -> bool:
    """Whether it is made of a text that is carried, and more."""
    parts = value.parts if isinstance(value, DynamicText) and not isinstance(value, ChosenText) else []
    return any(isinstance(part, tuple) and isinstance(part[0], ChosenText) for part in parts)


def joined(joining: Any, form: Form, a: list | None, b: list | None, name: str) -> tuple[Any, ...]:
    """The values of a text of this form: those of two paths, where they have one."""
    count = sum(isinstance(part, tuple) for part in form)
    pairs = zip(a if a is not None else [NEVER] * count, b if b is not None else [NEVER] * count)
    return tuple([joining.join(x, y, name) for x, y in pairs])
