"""Case splitting on a dict that a dynamic string selects, if the keys of the dicts or their order differ.

    for v, c in roads[u].items():               if u == "a":
        total += c                                  for v, c in roads["a"].items(): total += c
                                        ⇒       else:
                                                    for v, c in roads["b"].items(): total += c

If all dicts have the keys that are read, their items are joined one by one. Otherwise the code is read once
for each string, as for values of different kinds (unlike_values.py).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ....core.errors import CompileError
from ....ir.builder import TABLE, Sym
from ...interpreter import Interpreter, operation
from ...models.model import is_model
from ...state.texts import ChosenText, PickedText
from ...state.values import NEVER, External, Poison, View, is_unsure
from .unlike_values import Unlike, members_here

MOST_TEXTS = 16


@operation
def with_choice(interp: Interpreter, joined: Any, text: ChosenText, found: dict[str | None, Any]) -> Any:
    """The values that paths leave, each of which takes another text; of dicts with unlike keys it is noted
    how to tell them apart.

    joined: the value behind the paths; found: what each path leaves, but for those that raise.
    """
    if isinstance(joined, View):
        found = {text: value.of if isinstance(value, View) else None for text, value in found.items()}
        return View(joined.name, with_choice(interp, joined.of, text, found))
    in_doubt = isinstance(joined, dict) and any(map(is_unsure, joined.values()))
    if len(found) > MOST_TEXTS or not all(map(is_dict, found.values())):
        return joined
    if not in_doubt and type(joined) is not Poison:
        return joined
    texts, kinds = texts_of_choice(text), interp.places.kinds
    kinds.conditions.update({t.flag.atom: t.conditions for t in texts})
    refusal = Poison("") if in_doubt else joined
    choice = Unlike(
        **{field.name: getattr(refusal, field.name) for field in dataclasses.fields(Poison)},
        kinds=tuple([t.text for t in texts]),
        flags=tuple([t.flag for t in texts]),
        members=tuple([found.get(t.text, NEVER) for t in texts]),
    )
    if not in_doubt:
        kinds.made = True
        return choice
    kinds.choices[id(joined)] = joined, choice
    return joined


def is_dict(value: Any) -> bool:
    found = value.unread if isinstance(value, External) else value
    return isinstance(found, dict) or is_model(found, dict)


class ChoiceOfText(NamedTuple):
    """A text that another one may be: where the flag is true, and no other's. conditions: what is known then of the
    flags between two texts each."""

    text: str | None
    flag: Sym
    conditions: tuple[tuple[Any, bool], ...]


def texts_of_choice(text: ChosenText) -> list[ChoiceOfText]:
    found = [*texts_under(text)]
    if isinstance(text, PickedText) and len(found) == len(text.texts):
        numbers = reversed(range(len(text.texts)))
        flags = [TABLE["eq"](text.number, np.asarray(k, text.number.dtype)) for k in numbers]
    else:
        truths = [[flag if holds else TABLE["not_"](flag) for flag, holds in known] for _, known in found]
        flags = [functools.reduce(TABLE["and_"], known) for known in truths]
    atoms = [tuple([(flag.atom, holds) for flag, holds in known]) for _, known in found]
    return [ChoiceOfText(t, flag, known) for (t, _), flag, known in zip(found, flags, atoms, strict=True)]


def texts_under(text: Any, known: tuple[tuple[Sym, bool], ...] = ()) -> Iterator[tuple[Any, tuple]]:
    """The texts that a text may be, each with the flags on the way to it."""
    if not isinstance(text, ChosenText):
        yield text, known
        return
    yield from texts_under(text.then, (*known, (text.flag, True)))
    yield from texts_under(text.orelse, (*known, (text.flag, False)))


@operation
def known_choice(interp: Interpreter, flag: Sym) -> bool | None:
    """The number of the text, of two, if that is known here."""
    kinds = interp.places.kinds
    if not kinds.told:
        return None
    for atom, truth in kinds.told.items():
        for condition, holds in kinds.conditions.get(atom, ()) if truth else ():
            if condition == flag.atom:
                return holds
    return kinds.told.get(flag.atom)


@operation
def chosen_here(interp: Interpreter, value: Any) -> Any:
    """The dict that a text is known to choose here; any other value itself."""
    kinds = interp.places.kinds
    _, choice = kinds.choices.get(id(value), (None, None)) if kinds.told else (None, None)
    return value if choice is None else next(iter(members_here(interp, choice)), value)


@operation
def of_choice(interp: Interpreter, error: CompileError, value: Any) -> CompileError:
    """The refusal of a dict, which is read once for each text if one chooses it."""
    _, error.unlike = interp.places.kinds.choices.get(id(value), (None, None))
    interp.places.kinds.made |= error.unlike is not None
    return error
