"""Memoised fixpoints: a loop that is read again starts from the carries of its last reading.

A body is read until its carry is stable, usually twice; so the innermost of d nested loops would be read 2^d
times. Starting from the fixpoint of its last reading, an inner loop is read once whenever the loop around it
is read again, d + 1 times in all.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any

from ....ir.builder import Sym
from ...bounded.extents import BoundedArray
from ...interpreter import Interpreter
from ...state.container_aliases import containers
from ...state.places import Places
from ...state.trail import Change, read
from ...state.values import NEVER, NUMBERS, UNSET, Array, Instance, Maybe, Option, Poison
from ..branches import Route, joined_at
from ..joining.join import Joining
from ..joining.templates import ArraySlot, Slot
from ..joining.unlike_values import Unlike
from .entry_states import PLAIN, Path, State, state_at
from .loop_carries import Carry, TypeOnly, array_slots, content_at

REMEMBERED = 256  # readings of one loop within one reading of a body


@dataclasses.dataclass
class Settled:
    """One loop, its last fixed point if it has one, and the loops in its body.

    again: may it be read again? state: the state at entry; carries: path, key and template of each
    location that was carried; same: the containers that stayed the same, by id; required: names that an
    iteration reads before it sets them. aliases, older: the carried arrays and containers (number of the
    carry, number in it) with the path to an older one that they may be; links, twins: pairs of them that may
    be one."""

    node: Any
    inner: "Memory"
    again: bool = False
    state: State | None = None
    carries: list[tuple[Path, Any, Any]] = dataclasses.field(default_factory=list)
    same: dict[int, Any] = dataclasses.field(default_factory=dict)
    required: set[str] = dataclasses.field(default_factory=set)
    may_aliases: list[tuple[tuple, Path]] = dataclasses.field(default_factory=list)
    links: list[tuple[tuple, tuple]] = dataclasses.field(default_factory=list)
    older: list[tuple[tuple, Path]] = dataclasses.field(default_factory=list)
    twins: list[tuple[tuple, tuple]] = dataclasses.field(default_factory=list)


class Memory:
    """The loops in one body, by their nodes and by how many readings of the same loop precede in it."""

    def __init__(self, limit: int = REMEMBERED) -> None:
        self.limit = limit
        self.loops: dict[tuple, Settled] = {}
        self.counts: dict[int, int] = {}

    def loop(self, node: Any) -> Settled:
        """The memory of the reading of a loop that begins now."""
        number = self.counts[id(node)] = self.counts.get(id(node), 0) + 1
        if number > self.limit:
            return Settled(node, Memory())
        return self.loops.setdefault((id(node), number), Settled(node, Memory(), True))

    @contextlib.contextmanager
    def reading(self, interp: Interpreter) -> Iterator[None]:
        """Read the body once."""
        outer, interp.memory, self.counts = interp.memory, self, {}
        try:
            yield
        finally:
            interp.memory = outer


def record(loop: Any, settled: Settled, state: State | None) -> None:
    """Keep the fixed point that a loop has reached."""
    if state is None:
        return
    known = [
        (state.paths[id(c.change.obj)], c)
        for c in loop.carries.values()
        if id(c.change.obj) in state.paths and not holds_slices(c.template)
    ]
    settled.state = State(values=state.values)
    settled.same, settled.required = dict(loop.same), set(loop.required)
    settled.carries = [(path, c.change.key, c.template) for path, c in known]
    _record_aliases(loop, settled, state, [c for _, c in known])


def _record_aliases(loop: Any, settled: Settled, state: State, carries: list[Carry]) -> None:
    numbers = {c.change.location: n for n, c in enumerate(carries)}
    places = {id(t): place for place, t in _containers([c.template for c in carries]).items()}
    path = lambda obj: state.paths.get(id(obj))
    settled.may_aliases = [
        (place, path(root))
        for place, slot in _arrays(carries).items()
        for root in slot.may_aliases
        if path(root)
    ]
    settled.links = [
        tuple((numbers[key], at) for key, at in pair)
        for pair in loop.links
        if all(key in numbers for key, _ in pair)
    ]
    settled.older = [(places[id(t)], path(old)) for t, old in loop.kin.older if id(t) in places and path(old)]
    settled.twins = [
        (places[id(t)], places[id(u)]) for t, u in loop.kin.twins if id(t) in places and id(u) in places
    ]


def recall(loop: Any, settled: Settled) -> State | None:
    """Begin a loop with the carries of its last fixed point, where that counts. Returns the state at entry."""
    state = state_at(loop.interp, loop.frame) if settled.again else None
    if state is not None and settled.state is not None and state.covers(settled.state):
        _begin(loop, settled, state)
    return state


def _begin(loop: Any, settled: Settled, state: State) -> None:
    carries = [_carry(loop, settled, state.objects.get(path), *rest) for path, *rest in settled.carries]
    loop.carries.update((c.change.location, c) for c in carries if c is not None)
    loop.required |= settled.required
    _recall_aliases(loop, settled, state, carries)


def _recall_aliases(loop: Any, settled: Settled, state: State, carries: list[Carry | None]) -> None:
    slots, groups = _arrays(carries), _containers([c.template if c else None for c in carries])
    for place, path in settled.may_aliases:
        root = state.objects.get(path)
        if place in slots and root is not None and not any(s is root for s in slots[place].may_aliases):
            slots[place].may_aliases += (root,)
    for one, other in settled.links:
        if one in slots and other in slots:
            loop.links.add(tuple((carries[n].change.location, at) for n, at in (one, other)))
    loop.kin.older += [
        (groups[p], state.objects[path]) for p, path in settled.older if p in groups and path in state.objects
    ]
    loop.kin.twins += [(groups[p], groups[q]) for p, q in settled.twins if p in groups and q in groups]


def _carry(loop: Any, settled: Settled, obj: Any, key: Any, template: Any) -> Carry | None:
    """The carry for a location: its present value, joined with that at the fixed point."""
    if obj is None:
        return None
    interp, change = loop.interp, Change(obj, key, read(obj, key))
    entry, serial = Route(interp.builder, {}, None, 0), interp.trail.serial
    joining = Joining(
        lambda _, array: content_at(entry, array),
        lambda _, root: root.origin > serial,
        interp.span,
        id(loop.node),
        iterations=loop.iterations,
        resizes=loop.resizes,
        places=interp.places,
        lists=interp.growing,
    )
    joining.same = loop.same
    try:
        after = StandIn(settled.same, interp.places)(template, change.before)
    except Stale:
        return None
    change.after = change.before
    wider = joined_at(joining, change, change.before, after)
    return None if isinstance(wider, Poison) and not isinstance(template, Poison) else Carry(change, wider)


def _arrays(carries: list[Carry | None]) -> dict[tuple[int, int], ArraySlot]:
    """The arrays that are carried, by the number of the carry and their own."""
    return {
        (n, at): slot for n, c in enumerate(carries) if c for at, slot in enumerate(array_slots(c.template))
    }


def _containers(templates: list[Any]) -> dict[tuple[int, int], Any]:
    """The containers in templates, by the number of the template and their own."""
    pairs = [(n, list(containers(template, template))) for n, template in enumerate(templates)]
    return {(n, k): t for n, found in pairs for k, (t, _) in enumerate(found)}


class Stale(Exception):
    """A template holds what belongs to the reading that it stems from."""


class StandIn:
    """Values of the types of a template, for what another reading of the loop leaves."""

    def __init__(self, same: dict[int, Any], places: Places):
        self.same, self.places = same, places
        self.arrays: dict[int, Array] = {}

    def __call__(self, template: Any, before: Any) -> Any:
        if isinstance(template, Maybe) and before is NEVER:
            template = template.value
        match template:
            case Slot():
                return Sym(None, TypeOnly(template.type, template.members))
            case ArraySlot():
                return self._array(template)
            case Maybe():
                absent = None if isinstance(template, Option) else UNSET
                inner = (
                    before.value if type(before) is type(template) else NEVER if before is absent else before
                )
                flag = self(template.flag, None)
                return dataclasses.replace(template, value=self(template.value, inner), flag=flag)
            case Unlike():
                held = [
                    before.member(k, NEVER) if isinstance(before, Unlike) else before for k in template.kinds
                ]
                flags = tuple([self(flag, None) for flag in template.flags])
                return dataclasses.replace(
                    template, flags=flags, members=tuple(map(self, template.members, held))
                )
            case Poison():
                return template
        if isinstance(template, (list, tuple, dict, Instance)) and id(template) not in self.same:
            return self._container(template, before)
        if before is NEVER or before is UNSET or before is None:
            return self._static(template)
        return before

    def _array(self, slot: ArraySlot) -> Array:
        if id(slot) not in self.arrays:
            array = self.arrays[id(slot)] = Array(Sym(None, TypeOnly(slot.slot.type)))
            array.origin, array.which = 1 << 60, self(slot.which, None)
        return self.arrays[id(slot)]

    def _container(self, template: Any, before: Any) -> Any:
        if isinstance(template, Instance):
            return template.like(self._container(template.attributes, getattr(before, "attributes", NEVER)))
        if isinstance(template, dict):
            known = before if isinstance(before, dict) else dict.fromkeys(template, NEVER)
            return self.places.keep({k: self(t, known.get(k, UNSET)) for k, t in template.items()}, template)
        known = isinstance(before, (list, tuple)) and len(before) == len(template)
        items = map(self, template, before if known else [NEVER] * len(template))
        if hasattr(template, "_fields"):
            return type(template)(*items)
        return self.places.keep(type(template)(items), template)

    def _static(self, value: Any) -> Any:
        if value is None or value is NEVER or isinstance(value, (*PLAIN, *NUMBERS)):
            return value
        raise Stale


def holds_slices(template: Any) -> bool:
    """Whether a template holds arrays of computed length, whose room follows from the loop."""
    match template:
        case BoundedArray():
            return True
        case Unlike():
            return holds_slices(template.members)
        case Maybe():
            return holds_slices(template.value)
        case Instance():
            return holds_slices(template.attributes)
        case dict():
            return any(map(holds_slices, template.values()))
        case list() | tuple():
            return any(map(holds_slices, template))
    return False
