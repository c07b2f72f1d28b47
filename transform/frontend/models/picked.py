"""Objects from outside and members of enumerations of which data choose one: they are numbered."""

from __future__ import annotations

import enum
from typing import Any

from ..outside.kinds import is_plain_class
from ..state.values import NEVER, External, Picked, object_of


def can_be_picked(value: Any) -> bool:
    return is_object_outside(value) or is_member(value)


def is_member(value: Any) -> bool:
    """Whether it is a member of an enumeration whose members are no floats, texts or flags."""
    member = object_of(value)
    plain = isinstance(member, enum.Enum) and not isinstance(member, (int, float, complex, str))
    return plain or is_integer_class(type(member))


def is_integer_class(cls: Any) -> bool:
    """Whether its members are integers as well, as those of IntEnum are."""
    return (
        isinstance(cls, type)
        and issubclass(cls, enum.Enum)
        and issubclass(cls, int)
        and not issubclass(cls, enum.Flag)
    )


def is_integer_member(value: Any) -> bool:
    """Whether it is a member of such an enumeration, known or chosen by data."""
    return is_integer_class(value.cls if isinstance(value, Picked) else type(object_of(value)))


def is_picked_member(value: Any) -> bool:
    """Whether it is a member of an enumeration that data choose."""
    return isinstance(value, Picked) and issubclass(value.cls, enum.Enum)


def number_object(joining: Any, value: Any) -> tuple[Any, dict[int, Any]]:
    """The number of an object, and the objects that it may be."""
    if value is NEVER:
        return NEVER, {}
    if isinstance(value, Picked):
        return value.number, value.members
    if is_member(value):
        member = value.identity if isinstance(value, External) else value
        return joining.places.number_of_member(member), {joining.places.number_of_member(member): member}
    number, first = joining.places.number_of(value)
    return number, {number: first}


def is_object_outside(value: Any) -> bool:
    """Whether it is an object from outside of a class in Python that is no container."""
    return isinstance(value, External) and is_plain_class(type(value.unread))
