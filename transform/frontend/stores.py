"""What is stored in the caller's objects behind a call.

A call's results are new arrays and numbers. Where the function changed what was there before it, the caller's own
objects are changed to what they would be: `Store` says which object, which part of it, and what it holds now.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from ..core.errors import CompileError
from ..ir.builder import Sym
from ..library.core.index import NewAxis, Point, Range
from ..primitives import select
from .bounded.extents import Sliced
from .bounded.lists import is_growing
from .outside.paths import Path
from .state.entered import Entered
from .state.signature import Cut, Given, Kept, Out, Outer, Part, Perhaps, Shared, Store, Stretch, Unless
from .state.values import NEVER, UNSET, Array, External, Instance, Maybe, Option, Poison, check_returned


class Storing:
    """Collects the stores of a function that has been read.

    Args:
        interp: at the end of the function.
        leave: (value, results) -> the structure of a value of another kind.
        leaves: the dynamic arguments with their places.
        containers: (place, container, what it held) of the arguments.
    """

    def __init__(self, interp: Any, leave: Callable[[Any], Any], leaves: list, containers: list):
        self.interp, self.leave, self.containers = interp, leave, containers
        self.homes: dict[int, Outer | Given] = {id(leaf): Given(place) for leaf, place in leaves
                                                if isinstance(leaf, Array) and place is not None}
        self.homes |= {id(a): Outer(p) for p, a in interp.outside.captures.items() if a.type.shape or not a.type.weak}
        self.homes |= {id(e.value): Outer(e.path) for e in interp.outside.entered.values()}
        self.homes |= {id(c): Given(place) for place, c, _ in containers}
        self.made: dict[int, tuple[int, Any]] = {}      # what is stored at several places is one object

    def all(self) -> list[Store]:
        stores = [s for entered in self.interp.outside.entered.values() for s in self.of_entered(entered)]
        for place, container, before in self.containers:
            stores += self.of_container(Given(place), container, before)
        return stores

    def of_entered(self, entered: Entered) -> Iterator[Store]:
        target, value = Outer(entered.path), entered.value
        if entered.kind == "appended" and (is_growing(value) or value):
            yield Store(target, "extend", None, self.structure(value))
        elif entered.kind in ("list", "dict"):
            yield from self.of_container(target, value, entered.before)
        elif isinstance(value, Instance):
            yield from self.of_attributes(target, entered.kind, value, entered.before)

    def of_container(self, target: Outer | Given, value: Any, before: Any) -> Iterator[Store]:
        if isinstance(value, Instance):
            yield from self.of_attributes(target, "attribute", value, before)
        elif isinstance(value, list):
            if len(value) != len(before) or any(a is not b for a, b in zip(value, before)):
                yield Store(target, "list", None, [self.structure(v) for v in value])
        else:
            yield from self.of_dict(target, value, before)

    def of_dict(self, target: Outer | Given, value: dict, before: dict) -> Iterator[Store]:
        kept = [k for k in before if k in value]
        if list(value)[:len(kept)] != kept:
            yield Store(target, "dict", None, {k: self.structure(v) for k, v in value.items()})
            return
        for key in before:
            if key not in value:
                yield Store(target, "delete", key, None)
        for key, item in value.items():
            if key not in before or before[key] is not item:
                yield Store(target, "item", key, self.structure(item))

    def of_attributes(self, target: Outer | Given, kind: str, value: Instance, before: dict) -> Iterator[Store]:
        held = dict.items(value.attributes)
        for name, item in held:
            if before.get(name, UNSET) is not item:
                yield Store(target, kind, name, self.structure(item))
        present = {name for name, _ in held}
        for name, item in before.items():
            if item is not UNSET and name not in present:
                yield Store(target, "no " + kind, name, None)

    # -- values --------------------------------------------------------------------------------------------------

    def structure(self, value: Any) -> Any:
        """What an attribute or item is to hold: the caller's own object where it is one, else a new one."""
        if isinstance(value, Array | Instance | list | dict):
            if id(value) in self.homes:
                return self.homes[id(value)]
            if id(value) not in self.made:
                self.made[id(value)] = len(self.made), value
                number = self.made[id(value)][0]
                return Shared(number, self.anew(value))
            return Shared(self.made[id(value)][0], None)
        return self.anew(value)

    def anew(self, value: Any) -> Any:
        match value:
            case Sym():
                found = self.leave(value)
                return Kept(found.number, "number" if value.type.weak else "scalar")
            case Array() if value.base is not None:
                return Part(self.structure(value.root), tuple([self.step(v) for v in chain(value)]))
            case Array():
                return Kept(self.leave(value).number, "array")
            case External():
                return Outer(value.path)
            case Option():
                return Unless(self.structure(value.value), self.leave(self.interp.sym(value.flag)))
            case Maybe():
                return Perhaps(self.structure(value.value), self.leave(self.interp.sym(value.flag)))
            case Poison():
                raise value.fail()
            case Sliced() if id(value.data.root) in self.homes and not is_chosen(value):
                raise CompileError("a slice of computed length is stored, which shares memory with what it is cut from",
                                   "store a copy of it: .copy()")
            case Instance() if is_growing(value) or isinstance(value, Sliced):
                return host_copy(self.leave(value))
            case Instance():
                items = value.attributes.items()
                return Instance(value.cls, {k: self.structure(v) for k, v in items})
            case list():
                return [self.structure(v) for v in value]
            case dict():
                return {k: self.structure(v) for k, v in value.items()}
            case tuple():
                items = [self.structure(v) for v in value]
                return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if value is NEVER:
            return None
        check_returned(value)
        return value


    def step(self, view: Array) -> Any:
        """How a view is made of its base."""
        if view.lens.index is None:
            return view.lens.get
        return tuple([self.position(item) for item in view.lens.index.items])

    def position(self, item: Point | Range | NewAxis) -> Any:
        if isinstance(item, NewAxis):
            return None
        place = item.place.const
        for term in item.place.terms:
            at = self.interp.sym(term.at)
            place += term.step * select(at < 0, at + term.size, at)
        first = self.leave(place) if isinstance(place, Sym) else place
        return first if isinstance(item, Point) else Stretch(first, item.size, item.step)


def chain(view: Array) -> list[Array]:
    """The views that lead from a root to a view."""
    return [*chain(view.base), view] if view.base is not None else []


def is_chosen(value: Sliced) -> bool:
    """Is it what a mask chooses, which is a copy?"""
    return any(extent.mask is not None for extent in value.extents.values())


def host_copy(cut: Cut) -> Cut:
    """What is stored are NumPy's arrays."""
    return dataclasses.replace(cut, on_host=True)
