"""Infer static arguments and captured arrays from a function's calls."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Set
from typing import Any

import numpy as np

from recto.runtime import Exact, pytree
from recto.transform import CompileError, NeedsStatic, Path, array_of, is_foreign
from recto.transform.core.errors import KEYS_ARE_DATA
from recto.transform.library.plain.composite import is_composite

from .._convention.arguments import at, is_array, is_constant, is_listed, static_places
from .._convention.composites import disassemble
from .._convention.static_leaves import EVERYTHING, objects_inside
from .._convention.tree_classes import is_device_array


@dataclasses.dataclass(frozen=True)
class Learnt:
    """The way to call a function for certain kinds of arguments."""

    objects: frozenset = frozenset()  # arguments that hold neither arrays nor numbers: static
    # integers, and tuples of them, that must be known while compiling: static
    needed: frozenset = frozenset()
    frozen: frozenset = frozenset()  # places inside containers that are static; () stands for all non-arrays
    captured: tuple[Path, ...] = ()  # outside arrays that are passed at every call
    listed: frozenset = frozenset()  # places of lists of numbers that are passed as arrays
    guessed: frozenset = frozenset()  # those of them for which nothing asked
    sizes: Mapping[str, int] = dataclasses.field(default_factory=dict)  # of arrays, where data decide them
    # why keys of dicts that come from containers among the arguments are data: the refusal where they are static
    keyed: Exception | None = None
    slots: bool = False  # are there objects among the arguments, for which slots stand?
    converts: bool = False  # do arrays of other libraries come among the arguments?

    def fits(self, args: tuple, kwargs: dict, requested: frozenset) -> bool:
        """Whether the arguments are of these kinds. (Those that the user requested to be static do not
        count.)"""
        given = {**dict(enumerate(args)), **kwargs}
        objects = static_arguments(args, kwargs) - requested
        return (
            objects <= self.objects
            and not any(p in given and p not in objects for p in self.objects)
            and all(p not in given or given[p] is None or only_numbers(given[p]) for p in self.needed)
            and not any(len(p) > 1 and is_array(value_at(args, kwargs, p)) for p in self.frozen)
        )

    @property
    def tried(self) -> frozenset:
        """The attempts so far for the arguments besides `listed`, as `transform.read` is told them."""
        return frozenset([KEYS_ARE_DATA] if self.keyed else [])

    def without(self, key: str) -> "Learnt":
        """The same but for one of the sizes."""
        return dataclasses.replace(self, sizes={k: size for k, size in self.sizes.items() if k != key})

    @property
    def prepares(self) -> bool:
        """Whether arguments are changed, or added, before a call."""
        return bool(self.converts or self.frozen or self.captured or self.listed or self.slots)

    def specific(self, args: tuple, kwargs: dict) -> int:
        """The number of given arguments that are static by need: what fits best has most."""
        return sum(p in kwargs or isinstance(p, int) and p < len(args) for p in self.needed)


def static_arguments(args: tuple, kwargs: dict, types: bool = False) -> frozenset:
    """Top-level arguments without any array or number in them."""
    return frozenset(static_places(args, kwargs, types))


def only_numbers(value: Any) -> bool:
    """Whether the whole argument can be static: a number, or a tuple of numbers such as a shape."""
    return (
        isinstance(value, (bool, int, float, complex, np.generic))
        or isinstance(value, tuple)
        and all(map(only_numbers, value))
    )


def value_at(args: tuple, kwargs: dict, place: tuple) -> Any:
    """The value at a place; None if these arguments have no such place."""
    try:
        return at(args, kwargs, place)
    except (LookupError, AttributeError, TypeError):
        return None


# -- integers that must be known -------------------------------------------------------------------------------------


def needed_places(
    error: NeedsStatic, args: tuple, kwargs: dict, known: frozenset
) -> tuple[frozenset, frozenset]:
    """The whole arguments, and the places inside of arguments, that the error wants static.

    `known`: places inside of arguments that are static already. If a second integer of a list is needed, all are; if a
    third place is needed that differs from two others in one key, so are the places that differ in that key.
    """
    sources = {p for p in error.sources or () if isinstance(p, tuple)}
    whole = frozenset(p[0] for p in sources if only_numbers(at(args, kwargs, p[:1])))
    within = [p for p in sources if p[0] not in whole and len(p) > 1]
    inside = {p for place in within for p in hashable_places(at(args, kwargs, place), place)}
    for place in tuple(inside):
        inside |= {*others(place, known, args, kwargs), *corresponding(place, known, args, kwargs)}
    return whole, frozenset(inside)


def hashable_places(value: Any, place: tuple) -> Iterator[tuple]:
    """A place that can be static, because its value hashes; of a list or dict, which does not, such places in it. None
    of a list that is passed as an array."""
    if isinstance(value, (list, dict)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from hashable_places(item, (*place, key))
    elif not is_listed(value) and hashes(value):
        yield place


def others(place: tuple, known: frozenset, args: tuple, kwargs: dict) -> Iterator[tuple]:
    """All integers of the innermost list or tuple that holds this place and a known one, if it holds nothing else."""
    shared = max((common(place, p) for p in known if p != place), key=len, default=())
    if shared:
        found = list(integers(at(args, kwargs, shared), shared))
        yield from () if None in found else found


def corresponding(place: tuple, known: frozenset, args: tuple, kwargs: dict) -> Iterator[tuple]:
    """The places of integers that differ from this one in one key, in which two known ones differ from it.

    (0, 2, "n") where (0, 0, "n") and (0, 1, "n") are known   =>   (0, 3, "n"), (0, 4, "n"), …
    """
    for k in range(1, len(place)):
        before, behind = place[:k], place[k + 1 :]
        alike = [
            p
            for p in known
            if len(p) == len(place) and p[:k] == before and p[k + 1 :] == behind and p != place
        ]
        container = value_at(args, kwargs, before)
        if len(alike) > 1 and isinstance(container, (list, tuple, dict)):
            found = [
                (*before, key, *behind)
                for key in (container if isinstance(container, dict) else range(len(container)))
            ]
            yield from (p for p in found if only_numbers(value_at(args, kwargs, p)))


def common(one: tuple, other: tuple) -> tuple:
    """The longest place that leads to both."""
    length = next((k for k, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return one[:length]


def integers(value: Any, place: tuple) -> Iterator[tuple | None]:
    """The places of integers in lists and tuples; None for anything else that they hold."""
    if isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            yield from integers(item, (*place, k))
    elif not is_constant(value):  # which is known already
        yield place if only_numbers(value) and not isinstance(value, (float, complex, np.inexact)) else None


# -- containers with static parts ------------------------------------------------------------------------------------


def holds_static(frozen: frozenset, args: tuple, kwargs: dict) -> bool:
    """Whether containers hold a value that is neither array nor number, and that is not known yet."""
    return EVERYTHING not in frozen and any(
        True for v in (*args, *kwargs.values()) for _ in objects_inside(v)
    )


# -- arrays of other libraries, and structured ones ------------------------------------------------------------------


def holds_foreign(static: Set, args: tuple, kwargs: dict) -> bool:
    """Whether there is another library's array among the arguments that are not static, or a structured
    one."""
    given = [v for k, v in [*enumerate(args), *kwargs.items()] if k not in static]
    return any(is_others(leaf) for leaf in pytree.leaves(given))


def with_arrays(static: Set, args: tuple, kwargs: dict, names: list[str]) -> tuple[tuple, dict]:
    """The arguments with arrays for the arrays of other libraries; structured ones are taken apart."""

    def change(key: int | str, value: Any) -> Any:
        name = f"argument {names[key] if isinstance(key, int) and key < len(names) else key}"
        name = name if is_others(value) else f"an item of {name}"
        return (
            value
            if key in static
            else pytree.map(lambda x: array_of(x, name) if is_foreign(x) else disassemble(x), value)
        )

    return tuple(change(k, v) for k, v in enumerate(args)), {k: change(k, v) for k, v in kwargs.items()}


def is_others(value: Any) -> bool:
    return not is_device_array(value) and (is_foreign(value) or is_composite(value))


# -- static arguments that do not hash -------------------------------------------------------------------------------


def refuse_unhashable(places: frozenset, args: tuple, kwargs: dict, names: list[str]) -> None:
    """Raise CompileError for a static value, an argument or inside of one, that does not hash."""
    for place, value in [*enumerate(args), *kwargs.items()]:
        name = names[place] if isinstance(place, int) and place < len(names) else str(place)
        if place in places and not hashes(value):
            raise CompileError(
                f"argument {name} is static, but {describe_value(value)} does not hash",
                way_out(value),
                kind=TypeError,
            )
        for item in objects_inside(value):
            if not hashes(item):
                raise CompileError(
                    f"argument {name} holds {describe_value(item)}, which is static, but does not hash",
                    way_out(item),
                    kind=TypeError,
                )


def hashes(value: Any) -> bool:
    try:
        hash(Exact(value))
        return True
    except TypeError:
        return False


def describe_value(value: Any) -> str:
    cls = type(value)
    name = cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
    return f"an array of shape {value.shape}" if is_array(value) else f"an object of class {name}"


def way_out(value: Any) -> str:
    """A hint on passing the value in another way."""
    if is_array(value) or isinstance(value, (list, dict)):
        return "leave it out of static_argnums and static_argnames; static arguments must be hashable, like tuples"
    if isinstance(value, (set, bytearray)):
        return f"pass {'frozenset' if isinstance(value, set) else 'bytes'}(…) of it"
    for method in ("to_numpy", "toarray"):
        if hasattr(value, method):
            return f"pass its arrays, such as x.{method}()"
    return (
        "pass the arrays and numbers that the function uses, make the class a dataclass, or define __hash__"
    )
