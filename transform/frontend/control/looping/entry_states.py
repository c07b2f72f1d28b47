"""The lattice order of loop entry states: snapshots of the state at a loop's entry, and whether one is at
least as wide as another.

A state is wider if it says less: a dynamic number is wider than a static one, f64 is wider than f32, and a
variable whose values could not be joined is wider than any value. States that cannot be compared are not
wider.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from ....ir.builder import Sym
from ....ir.program import Type
from ....ir.unions import Side, join_sides, side_of
from ...frame import Frame
from ...interpreter import Interpreter
from ...outside import paths
from ...state.integer_facts import interval
from ...state.values import NEVER, UNSET, Array, Closure, External, Instance, Maybe, Option, Poison, is_number
from ..joining.join import joined_type
from ..joining.unlike_values import Unlike

PLAIN = (str, bytes, range, slice, frozenset, np.dtype, tuple, paths.Path)  # compared by value
SHADOW, KIN = "<shadow>", "<kin>"  # in paths: what an object may be as well
Path = tuple  # how an object is reached from the frame of a loop: names, attributes and positions


@dataclasses.dataclass(frozen=True)
class Number:
    """A scalar: its types, its bounds if it is an integer, its value if it is static."""

    side: Side
    bounds: tuple[int | None, int | None]
    value: Any = None


@dataclasses.dataclass(frozen=True)
class Group:
    """A container, object or variable that may be unset: its kind and its items."""

    kind: Any
    items: tuple[tuple[Any, Any], ...]


@dataclasses.dataclass
class State:
    """The values, at a loop's entry, of the variables that it can reach.

    kin: the containers that each container may be as well; values: the snapshot of each variable; objects: what can
    be written, by the path that leads there; paths: these paths, by the id of the object.
    """

    kin: Any = dataclasses.field(default_factory=dict)
    values: dict[Path, Any] = dataclasses.field(default_factory=dict)
    objects: dict[Path, Any] = dataclasses.field(default_factory=dict)
    paths: dict[int, Path] = dataclasses.field(default_factory=dict)

    def note(self, obj: Any, path: Path) -> bool:
        """Remember the way to an object. False if there is one already."""
        if id(obj) in self.paths:
            return False
        self.paths[id(obj)], self.objects[path] = path, obj
        return True

    def covers(self, other: "State") -> bool:
        """Whether this state is at least as wide as the other."""
        names = {**self.values, **other.values}
        return all(covers(self.values.get(name, UNSET), other.values.get(name, UNSET)) for name in names)


def state_at(interp: Interpreter, frame: Frame) -> State:
    """The state that a loop of this frame would begin with now."""
    state = State(interp.trail.kin)
    for name, value in interp.registers.items():
        state.values["register", name] = snapshot(state, value, ("register", name))
    state.note(interp.registers, ("registers",))
    for path, array in interp.outside.captures.items():
        state.note(array, ("captured", path))
    for number, heap in enumerate(interp.places.heaps.values()):
        state.values["heap", number] = snapshot(state, heap.attributes["parts"], ("heap", number))
    _frames(state, frame, ("frame",))
    return state


def _frames(state: State, frame: Frame | None, path: Path) -> None:
    """The variables of a frame and of those around it."""
    while frame is not None and state.note(frame, path):
        for name, value in list(frame.variables.items()):
            state.values[*path, name] = snapshot(state, value, (*path, name))
        if frame.consumer is not None:
            _frames(state, frame.consumer.frame, (*path, "consumer"))
        frame, path = frame.outer, (*path, "outer")


def snapshot(state: State, value: Any, path: Path) -> Any:
    """An immutable description of a value."""
    if isinstance(value, Array):
        for k, root in enumerate((value.root, *value.root.may_aliases)):
            state.note(root, (*path, SHADOW, k) if k else path)
        return value.type
    if is_number(value):
        static = value.value if isinstance(value, Sym) and value.is_const else value
        return Number(side_of(value), interval(value), None if isinstance(static, Sym) else static)
    if isinstance(value, Maybe):
        return Group(type(value), ((0, snapshot(state, value.value, path)),))
    if isinstance(value, Unlike):
        parts = enumerate((*value.flags, *value.members))
        return Group(
            (Unlike, value.kinds), tuple((k, snapshot(state, part, (*path, k))) for k, part in parts)
        )
    if isinstance(value, Closure):
        _frames(state, value.frame, (*path, "frame"))
        return value.node
    if isinstance(value, (list, tuple, dict, Instance)):
        return _group(state, value, path)
    return value.path if isinstance(value, External) else value  # (what it holds is guarded where it is read)


def _group(state: State, value: Any, path: Path) -> Any:
    if not isinstance(value, tuple) and not state.note(value, path):
        return state.paths[id(value)]  # seen before: the same object
    for k, other in enumerate(state.kin.get(id(value), ())):
        state.note(other, (*path, KIN, k))
    kind = value.cls if isinstance(value, Instance) else type(value)
    return Group(kind, tuple((key, snapshot(state, item, (*path, key))) for key, item in items_of(value)))


def items_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """The items of a container or object, with their keys."""
    if isinstance(value, Instance):
        value = value.attributes
    yield from list(value.items()) if isinstance(value, dict) else enumerate(value)


def covers(wide: Any, narrow: Any) -> bool:
    """Whether a snapshot is at least as wide as another."""
    if wide is narrow or narrow is NEVER or isinstance(wide, Poison) or wide is NEVER and narrow is UNSET:
        return True
    if _is_maybe(wide):
        narrow = narrow.items[0][1] if _is_maybe(narrow) and narrow.kind is wide.kind else narrow
        return narrow is (None if wide.kind is Option else UNSET) or covers(wide.items[0][1], narrow)
    match wide, narrow:
        case Number(), Number():
            return _covers_number(wide, narrow)
        case Group(), Group():
            same = wide.kind is narrow.kind and [k for k, _ in wide.items] == [k for k, _ in narrow.items]
            return same and all(covers(w, n) for (_, w), (_, n) in zip(wide.items, narrow.items))
        case Type(), Type():
            return wide.shape == narrow.shape and joined_type(wide, narrow).dtype == wide.dtype
    return type(wide) is type(narrow) and isinstance(wide, PLAIN) and wide == narrow


def _is_maybe(value: Any) -> bool:
    return isinstance(value, Group) and value.kind in (Maybe, Option)


def _covers_number(wide: Number, narrow: Number) -> bool:
    if wide.value is not None:
        same = narrow.value is not None and wide.side.type == narrow.side.type
        return same and type(wide.value) is type(narrow.value) and str(wide.value) == str(narrow.value)
    (low, high), (least, most) = wide.bounds, narrow.bounds
    below = low is None or least is not None and low <= least
    above = high is None or most is not None and most <= high
    joined = join_sides(wide.side, narrow.side)
    held = joined is not None and (joined.type, joined.members) == (wide.side.type, wide.side.members)
    return below and above and held
