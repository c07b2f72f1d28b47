"""What a call's arguments teach: which of them are static, which classes are trees."""
from __future__ import annotations

import dataclasses
from typing import Any

from recto.runtime import pytree

from ._arguments import Enter, is_tree_class, static_places
from ._freeze import EVERYTHING, holds_objects

REGISTERED: set[type] = set()


def static_arguments(args: tuple, kwargs: dict, types: bool = False) -> set:
    """Top-level arguments without any array or number in them."""
    return set(static_places(args, kwargs, types))


def learn(variant: Any, args: tuple, kwargs: dict) -> bool:
    """Note static arguments and register dataclasses. True if anything was new."""
    static = static_arguments(args, kwargs) - variant.static
    new = register_all([*args, *kwargs.values()])
    if EVERYTHING not in variant.frozen and any(map(holds_objects, [*args, *kwargs.values()])):
        variant.frozen.add(EVERYTHING)
        new = True
    if static:
        variant.static |= static
        variant.renew()
    return bool(static) or new


def register_all(values: list) -> bool:
    """Register the dataclasses among these values (and inside them) as trees."""
    new = False
    for value in values:
        if is_tree_class(value):
            if type(value) not in REGISTERED:
                new = register(value) or new
            new = register_all([getattr(value, f.name) for f in dataclasses.fields(value)]) or new
        elif isinstance(value, dict):
            new = register_all(list(value.values())) or new
        elif isinstance(value, (list, tuple)):
            new = register_all(list(value)) or new
    return new


def register(value: Any) -> bool:
    """A dataclass as a tree: fields that hold arrays or numbers are children, the others are part of its structure."""
    cls = type(value)
    REGISTERED.add(cls)
    data, meta = [], []
    for f in dataclasses.fields(value):
        enter = Enter(frozenset())
        enter.value(getattr(value, f.name), (0,), "x")
        inner = getattr(value, f.name)
        (data if enter.leaves or isinstance(inner, (list, tuple, dict)) or is_tree_class(inner) else meta).append(
            f.name
        )
    try:
        pytree.register_dataclass(cls, data, meta)
    except ValueError:          # the user registered it
        return False
    return True
