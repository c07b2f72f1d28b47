"""The fields of dataclasses, as their __init__ takes them."""

from __future__ import annotations

import dataclasses
from typing import Any


def fields_of(cls: Any) -> list[dataclasses.Field[Any]]:
    """The fields of a dataclass, among them those that are only given to __post_init__."""
    known = [*dataclasses.fields(cls)]
    return [f for f in cls.__dataclass_fields__.values() if f in known or is_only_given(f)]


def is_only_given(field: dataclasses.Field[Any]) -> bool:
    """Whether it is an InitVar."""
    return isinstance(field.type, dataclasses.InitVar) or str(field.type).startswith(
        ("InitVar", "dataclasses.InitVar")
    )


def has_factory(field: dataclasses.Field[Any]) -> bool:
    return field.default_factory is not dataclasses.MISSING
