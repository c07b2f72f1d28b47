"""Values inside texts, as they were when the text was made: what is written later does not change them."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....ir.builder import Sym


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
    shown as a list, or joined."""

    forms: tuple
    parts: list
    separator: str | None = None


class Given(NamedTuple):
    """What is None, unless the truth value holds."""

    flag: Sym
    value: Any


class Assembled(NamedTuple):
    """A container of computed length at some time, or a text that is repeated: how the host makes it, and of what."""

    how: str
    parts: tuple[Any, ...]


OF_TEXTS = (ObjectText, Part, TextsNow, Given, Assembled)
