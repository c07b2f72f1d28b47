"""What a call's arguments teach: which of them are static, which classes are trees."""
from __future__ import annotations

import dataclasses
from typing import Any

from recto.runtime import Array, has_own_equality, pytree
from recto.transform import is_foreign

from ._arguments import Enter, is_told_apart, is_tree_class, static_places
from ._freeze import EVERYTHING, holds_objects, told_apart

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
    if not variant.converts and any(map(holds_foreign, [*args, *kwargs.values()])):
        variant.converts = new = True
    if static:
        variant.static |= static
        variant.renew()
    return bool(static) or new


def holds_foreign(value: Any) -> bool:
    """Is there another library's array in it?"""
    return any(not isinstance(leaf, Array) and is_foreign(leaf) for leaf in pytree.leaves(value))


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
        if any(has_own_equality(getattr(value, name)) for name in meta):
            register_apart(cls, data, meta)
        else:
            pytree.register_dataclass(cls, data, meta)
    except ValueError:          # the user registered it
        return False
    return True


def register_apart(cls: type, data: list[str], meta: list[str]) -> None:
    """As `pytree.register_dataclass`, for fields whose objects have an `__eq__` that does not tell all."""
    def flatten(value: Any) -> tuple:
        return tuple([getattr(value, n) for n in data]), tuple([told_apart(getattr(value, n)) for n in meta])

    def unflatten(held: tuple, children: Any) -> Any:
        fixed = [v.value if is_told_apart(v) else v for v in held]
        return cls(**dict(zip(data, children)), **dict(zip(meta, fixed)))

    pytree.register_class(cls, flatten, unflatten)
