"""Allocation sites of lists and dicts with static items."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from .values import Array, Instance


@dataclasses.dataclass
class Choice:
    """A join of items, one of which data chose."""

    made: Any
    index: Any
    items: list
    writing: bool = False


@dataclasses.dataclass
class Kinds:
    """The known facts about values of unlike kinds where the reading is (control/joining/unlike_values.py).

    made        whether there are any
    told        what is known of their flags
    record      what has been evaluated of the expression or statement around
    path        an expression that is the value of a path: it may be one of several kinds
    evaluated   what has been evaluated of expressions that are evaluated next, by their ids
    conditions  what the flag of a text says of the flags by which the text is chosen, by its atom
    choices     dicts joined from those that a text chooses between, by their ids, each with the choice
    """

    made: bool = False
    told: dict[Any, bool] = dataclasses.field(default_factory=dict)
    record: Any = None
    path: Any = None
    evaluated: dict[int, Any] = dataclasses.field(default_factory=dict)
    conditions: dict[Any, tuple[tuple[Any, bool], ...]] = dataclasses.field(default_factory=dict)
    choices: dict[int, tuple[dict, Any]] = dataclasses.field(default_factory=dict)


class Parts(NamedTuple):
    """Parts of the caller's arrays that attributes hold: these arrays, the forms of the steps that lead to parts, and
    the registers of attributes of which that is not known."""

    roots: list[Array]
    forms: list[tuple]
    unknown: set[str]


class Places:
    """The places where lists and dicts are made, by their ids; these are kept, so that no other gets the id. last: by
    places. choices: what data chose from others, by ids. objects: those from outside that data choose, numbered.
    unsure: the dicts that have lists under keys which are set on some paths only, by places, with the types of keys.
    pools: by the places of lists of lists the pool of their items, the builder where it is made, and whether before
    the first of them (models/bounded/lists_of_lists.py). settled: where lists have been made (lists/places.py).
    inner: where those are made that have become items of the lists made at a place. written: the lengths of lists
    that may be others, which have been written, by places.
    heaps: of objects by kinds and the functions that make them (models/bounded/records.py). start: where the function
    that is read into a program of its own begins, its builder and the number of what is made there first.
    kinds: see Kinds. parts: of the caller's arrays that attributes hold (assignment/stored_views.py).
    """

    def __init__(self) -> None:
        self.found: dict[int, tuple[list | dict, Any]] = {}
        self.last: dict[Any, list] = {}
        self.choices: dict[int, Choice] = {}
        self.objects: dict[int, tuple[int, Any]] = {}
        self.unsure: dict[Any, Any] = {}
        self.pools: dict[Any, tuple[Instance, Any, bool]] = {}
        self.settled: set[Any] = set()
        self.inner: dict[Any, set[Any]] = {}
        self.heaps: dict[Any, Instance] = {}
        self.written: dict[Any, int] = {}
        self.parts = Parts([], [], set())
        self.start: tuple[Any, int] | None = None
        self.kinds = Kinds()

    @contextlib.contextmanager
    def started_at(self, builder: Any, serial: int) -> Iterator[None]:
        """While a function is read into a program of its own."""
        before, self.start = self.start, (builder, serial)
        try:
            yield
        finally:
            self.start = before

    def number_of(self, obj: Any) -> tuple[int, Any]:
        """The number of an object from outside, and what stands for it: the same by every path, which is guarded."""
        number, first = self.objects.setdefault(id(obj.unread), (len(self.objects), obj))
        obj.outside.same(first, obj)
        return number, first

    def number_of_member(self, member: Any) -> int:
        """The number of a member of an enumeration: they have them in the order of their definition."""
        for other in type(member):
            self.objects.setdefault(id(other), (len(self.objects), other))
        return self.objects.setdefault(id(member), (len(self.objects), member))[0]

    def of(self, obj: Any) -> Any:
        """The allocation site of a list; None if it is unknown, or the value is no list."""
        return self.found[id(obj)][1] if id(obj) in self.found and not isinstance(obj, dict) else None

    def of_dict(self, obj: Any) -> Any:
        """The allocation site of a dict; None if it is unknown, or the value is no dict."""
        return self.found[id(obj)][1] if id(obj) in self.found and isinstance(obj, dict) else None

    def made_at(self, place: Any) -> list | None:
        """The list that was made last at a place."""
        return self.last.get(place)

    def note(self, made: list, place: Any) -> list:
        """Remember where a list is made. Returns it."""
        if place is not None:
            self.found[id(made)] = made, place
            self.last[place] = made
        return made

    def keep(self, made: Any, *like: Any) -> Any:
        """Make the values that stand for lists or dicts, behind a join or in a loop, where the first of them
        is. Returns it."""
        for place in [self.found[id(other)][1] for other in like if id(other) in self.found]:
            return self.note_dict(made, place) if isinstance(made, dict) else self.note(made, place)
        return made

    def note_dict(self, made: dict, place: Any) -> dict:
        """Remember where a dict is made. Returns it."""
        self.found[id(made)] = made, place
        return made
