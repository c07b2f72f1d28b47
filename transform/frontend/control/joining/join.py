"""Join the abstract values of two paths: two branches of an `if`, or the entry of a loop and the end of its
body.

A `Joining` walks two abstract values in parallel. Equal values stay static; for two numbers or arrays a
*slot* is made (the typed value that the cond or loop carries; templates.py); for values that cannot be joined
the result is a Poison, an error only if it is read.
"""

from __future__ import annotations

import dataclasses
import enum
import itertools
from collections.abc import Callable, Iterable
from typing import Any

from ....core.dtypes import keeps_values, promote
from ....core.errors import CompileError, NeedsStatic, Span
from ....ir.builder import Sym
from ....ir.program import Type
from ....ir.unions import join_sides, number_type, several, side_of
from ...bounded.extents import BoundedArray, attributes_of, used_positions, free_capacity, array_under
from ...state.contiguity import may_be_permuted
from ...state.integer_facts import difference, facts_of
from ...lists.items import note_in, stands_for_list
from ...lists.places import Lists
from ...lists.rows import settle_items
from ...lists.text_forms import CarriedText, texts_of
from .carried_texts import carry_text, made_on_one_path
from .chosen_functions import (
    CHOICES,
    CHOSEN,
    TEXTS,
    carry_choice,
    choose_function,
    choose_text,
)
from ...models.outside import ask_for_contents
from ...models.picked import can_be_picked, is_integer_member
from .picked_objects import pick, pick_integer_member, pick_record
from .templates import ArraySlot, Slot, array_slot
from .unlike_values import Unlike, choose_kind, join_unlike
from .mapping import equal_values, may_be_none, never_like, tuple_of_constants
from ...state.places import Places
from ...state.sets import Set
from ...state.values import (
    NEVER,
    External,
    NUMBERS,
    UNSET,
    Array,
    Bound,
    Closure,
    Counted,
    Displaced,
    DynamicText,
    HostMethod,
    Instance,
    Iterator,
    Maybe,
    Option,
    Partial,
    Picked,
    Poison,
    Unsettled,
    View,
    contains_dynamic,
    describe,
    is_number,
    is_record,
    is_displaced,
    is_unsure,
)


ENDLESS = 1 << 60  # positions: more than NumPy can count
RESULT_NAME = "result"
FULL_SIZE = "write into an array that has its full size: a = np.zeros(n); a[i] = …"
SUBJECTS = {"value": "this value", "items": "a list", RESULT_NAME: "the result", "array": "an array"}


def subject(name: str) -> str:
    """The name of a joined location in messages."""
    return SUBJECTS.get(name, name)


def joined_type(a: Type, b: Type) -> Type:
    return Type(promote((a.dtype, a.weak), (b.dtype, b.weak)), a.shape, a.weak and b.weak)


class Joining:
    """Joins pairs of values; collects slots.

    Args:
        content: (side, array) -> the content of an Array at the end of path 0 or 1.
        fresh: (side, root) -> whether it is new on its path, so that nobody outside the path has a reference to it.
        span: where the paths part, for messages.
        loop: id of the loop's node, where the paths are its entry and the end of a round.
        sources: what the condition is computed from, if only from arguments and loop indices.
        rounds: how many iterations the loop has at most. places: where lists are made.
        lists: which of them have computed lengths.
        resizes: whether arrays that differ in length may be joined into one whose length is carried.
        held: (side, container) -> the container with what it holds at the end of path 0 or 1.
        given: (side, flag) -> whether the condition of path 0 or 1 says that the value of this flag is not None.
        was_there: (side, array or object) -> whether it was there before path 0 or 1.
    """

    def __init__(
        self,
        content: Callable[[int, Array], Any],
        fresh: Callable[[int, Array], bool],
        span: Span | None,
        loop: int | None = None,
        sources: frozenset | None = None,
        iterations: int | None = None,
        resizes: bool = False,
        held: Callable[[int, Any], Any] = lambda side, obj: obj,
        given: Callable[[int, Any], bool] = lambda side, flag: False,
        was_there: Callable[[int, Any], bool] = lambda side, value: False,
        places: Places | None = None,
        lists: Lists | None = None,
    ):
        self.held, self.given, self.was_there = held, given, was_there
        self.same: dict[int, Any] = {}
        self.places, self.lists = places or Places(), lists
        self.content, self.fresh, self.span, self.loop, self.sources = content, fresh, span, loop, sources
        self.iterations, self.resizes = iterations, resizes
        self.slots: list[Slot] = []
        self.flags: dict[tuple[Any, Any], Any] = {}
        self.arrays: dict[tuple[int, int], Any] = {}
        self.containers: dict[tuple[int, int], Any] = {}
        self.list_content: str | None = None  # the location that is joined, if it is what a list holds
        self.kept: list[Any] = []  # keeps ids alive while the tables are keyed by them

    def slot(self, type: Type, a: Any, b: Any, name: str) -> Slot:
        self.slots.append(Slot(type, (a, b), name))
        return self.slots[-1]

    def join(self, a: Any, b: Any, name: str) -> Any:
        if a is b:
            self.keep(a)
            return a
        rule = next((rule for test, rule in RULES if test(a) or test(b)), Joining.static)
        found = rule(self, a, b, name)
        return choose_kind(self, found, a, b, name) if is_unreadable(found) else found

    def keep(self, value: Any) -> None:
        """Containers that are the same on both paths stay what they are."""
        if isinstance(value, (list, dict, Instance)):
            self.same[id(value)] = value
        for item in value if isinstance(value, tuple) else ():
            self.keep(item)

    def static(self, a: Any, b: Any, name: str) -> Any:
        if type(a) is type(b) and equal_values(a, b):
            return a
        if isinstance(a, Set) and isinstance(b, Set):
            parts = "before the loop and after one iteration" if self.loop else "on two paths"
            return Poison(
                f"a set has different items {parts}",
                "keep a truth value for each item: a dict, or an array",
                self.span,
                self.loop,
                self.sources,
            )
        for kinds, choose in ((CHOSEN, choose_function), (TEXTS, choose_text)):
            if isinstance(a, kinds) and isinstance(b, kinds) and not self.loop:
                return choose(self, a, b, name)
        if self.loop and (carried := carry_text(self, a, b, name)) is not None:
            return carried
        if can_be_picked(a) and can_be_picked(b) and not self.sources:
            return pick(self, a, b, name)
        return self.poison(a, b, name)

    def poison(self, a: Any, b: Any, name: str) -> Any:
        if isinstance(a, External) or isinstance(b, External):
            one, other = tuple_of_constants(a), tuple_of_constants(b)
            if one and other and len(one) == len(other):
                return self.join(one, other, name)
        note_in(self.places, self.lists, (a, b))
        ask_for_contents(a, b)
        if a is None or b is None:
            hint = (
                "return a value on every path"
                if name == RESULT_NAME
                else "start with a value of the type that it gets later"
            )
        else:
            hint = f"give it the same type and shape {'in every iteration' if self.loop else 'on every path'}"
        verb = "the function returns" if name == RESULT_NAME else f"{subject(name)} is"
        return self.misfit(verb, describe(a), describe(b), hint)

    def misfit(self, verb: str, a: Any, b: Any, hint: str, grows: bool = False) -> Poison:
        """The error of a value that is `a` on one path and `b` on the other. `grows`: whether it is a longer list."""
        parts = ("before the loop", "after one iteration") if self.loop else ("on one path", "on another")
        where = f" (the loop is at {self.span})" if self.loop else f" (the branches diverge at {self.span})"
        hint += where * bool(self.span)
        message = f"{verb} {a} {parts[0]} and {b} {parts[1]}"
        return Poison(message, hint, self.span, self.loop, self.sources, grows=grows)

    def array(self, a: Any, b: Any, name: str) -> Any:
        """Arrays join by content into a new root (the same pair always into the same root, so that aliases stay
        aliases). One that was there before, where the other path does not get here, is what it is."""
        for k, (mine, other) in enumerate(((a, b), (b, a))):
            if other is NEVER and isinstance(mine, Array) and self.was_there(k, mine):
                return mine
        key = id(a), id(b)
        if key not in self.arrays:
            self.kept += [a, b]
            self.arrays[key] = self._array(a, b, name)
        return self.arrays[key]

    def unreadable(self, error: CompileError) -> Poison:
        origin = error.origin or self.span
        return Poison(error.message, error.hint, origin, aliases=error.aliases, shared=error.shared)

    def _array(self, a: Any, b: Any, name: str) -> Any:
        sides = [(k, s) for k, s in enumerate((a, b)) if s is not NEVER]
        if not all(isinstance(s, (Array, *NUMBERS, Sym)) for _, s in sides):
            return self.poison(a, b, name)
        if other := self.other_dtype([s for _, s in sides], name):
            return other
        types = [s.type if isinstance(s, Array) else number_type(s) for _, s in sides]
        if len({t.shape for t in types}) > 1 and self.resizes and len({t.ndim for t in types}) == 1:
            return self.sliced(a, b, name)
        if len({t.shape for t in types}) > 1:
            hint = "keep its shape the same " + ("in every iteration" if self.loop else "on every path")
            grows = name == self.list_content and not self.resizes
            return self.misfit(f"{subject(name)} changes shape:", *types[:2], hint, grows)
        joined = joined_type(types[0], types[-1]).update(weak=False)
        try:
            contents = [self.content(k, s) if isinstance(s, Array) else s for k, s in enumerate((a, b))]
        except CompileError as error:  # unreadable on its path
            if isinstance(error, (NeedsStatic, Unsettled)):
                raise
            return self.unreadable(error)
        arrays = [(k, s) for k, s in sides if isinstance(s, Array)]
        old = {id(root): root for k, s in arrays for root in self.older(k, s)}
        turned = any(may_be_permuted(s) for _, s in arrays)
        slot = self.slot(joined, *contents, name)
        return ArraySlot(slot, tuple(old.values()), turned=turned, which=self.memory(a, b, name))

    def memory(self, a: Any, b: Any, name: str) -> Any:
        """The number of the memory that a joined array is."""
        numbers = [NEVER if v is NEVER else v.which if isinstance(v, Array) else None for v in (a, b)]
        return None if None in numbers else self.number(*numbers, name + "_memory")

    def other_dtype(self, given: list, name: str) -> Poison | None:
        """Arrays of different dtypes do not join: what NumPy computes with them, and returns, depends on the path."""
        types = [array_under(v).type for v in given if isinstance(v, (Array, BoundedArray))]
        if (
            len(types) < 2
            or types[0].dtype == types[1].dtype
            or self.loop
            and keeps_values(types[0].dtype, types[1].dtype)
        ):
            return None
        return self.misfit(
            f"{subject(name)} changes dtype:",
            *types,
            f"convert it {'before the loop' if self.loop else 'on every path'}: .astype(…)",
        )

    def sliced(self, a: Any, b: Any, name: str) -> Any:
        """Arrays of which a part counts join into one with room for both, whose bounds are carried."""
        given = [v for v in (a, b) if v is not NEVER]
        if not all(isinstance(v, (Array, BoundedArray)) for v in given) or len({v.ndim for v in given}) > 1:
            return self.poison(a, b, name)
        if other := self.other_dtype(given, name):
            return other
        extents = [v.extents if isinstance(v, BoundedArray) else {} for v in given]
        shapes = [v.data.shape if isinstance(v, BoundedArray) else v.shape for v in given]
        axes = sorted(
            {*extents[0], *extents[-1]} | {k for k in range(given[0].ndim) if shapes[0][k] != shapes[-1][k]}
        )
        if any(e.mask is not None for es in extents for e in es.values()):
            return self.misfit(
                f"{subject(name)} is",
                describe(a),
                describe(b),
                "compact the selection: x[np.flatnonzero(mask)]",
            )
        growth = {k: n for v in given if self.carries(v) for k, n in v.growth.items()}
        capacity = self.capacity(given, shapes, axes, growth)
        if capacity is None:
            verb = f"{subject(name)} grows:"
            return self.misfit(verb, describe(a), describe(b), FULL_SIZE, name == self.list_content)
        never = dict.fromkeys(attributes_of(given[0], axes), NEVER)
        parts = [never if v is NEVER else attributes_of(v, axes) for v in (a, b)]
        data = self.loose_array(*(p["data"] for p in parts), capacity, name)
        if isinstance(data, Poison):
            return data
        bounds = {
            f"{end}{k}": self.bound(parts[0][f"{end}{k}"], parts[1][f"{end}{k}"], f"{name}_{end}")
            for k in axes
            for end in ("lo", "hi")
        }
        return BoundedArray(
            {"data": data, **bounds},
            growth=growth,
            loop=self.loop,
            spare=growth[0] if 0 in growth else free_capacity(given, capacity),
        )

    def bound(self, a: Any, b: Any, name: str) -> Any:
        """An end of an extent. What both paths computed alike is known of the one that is carried."""
        joined = self.number(a, b, name)
        if isinstance(joined, Slot):
            joined.members, joined.counts = None, True
        if isinstance(joined, Slot) and not self.loop and difference(a, b) == 0:
            joined.facts = facts_of(a)._replace(sources=None)
        return joined

    def carries(self, value: Any) -> bool:
        """Whether it is what this loop carries, with room for all iterations."""
        return isinstance(value, BoundedArray) and self.loop is not None and value.loop == self.loop

    def capacity(
        self, given: list, shapes: list, axes: list[int], growth: dict[int, int]
    ) -> tuple[int, ...] | None:
        """The shape of data that hold either value, and in a loop whatever later iterations make of it. None:
        no end."""
        capacity = list(shapes[0])
        for k in axes:
            first, last = shapes[0][k], shapes[-1][k]
            known = [s[k] for v, s in zip(given, shapes) if self.carries(v) and k in v.growth]
            full = used_positions(given, shapes) if k == 0 else (first, last)
            more = full[1] - full[0]
            if known and (self.iterations is None or not self.carries(given[0]) or more <= growth[k]):
                capacity[k] = known[0]
            elif known:
                capacity[k] = known[0] + self.iterations * (more - growth[k])
                growth[k] = more
            elif not self.loop or more <= 0:
                capacity[k] = max(first, last)
            elif self.iterations is None:
                return None
            else:
                growth[k] = more
                capacity[k] = max(first, full[0] + self.iterations * more)
        return tuple(capacity) if max(capacity, default=0) < ENDLESS else None

    def loose_array(self, a: Any, b: Any, capacity: tuple[int, ...], name: str) -> Any:
        """A slot for data of which some sides may be shorter (the same arrays always into the same, as in `array`)."""
        known = array_slot(self.arrays.get((id(a), id(b))))
        if known is not None and known.slot.type.shape == capacity:
            return known
        sides = [(k, s) for k, s in enumerate((a, b)) if s is not NEVER]
        joined = joined_type(sides[0][1].type, sides[-1][1].type)
        try:
            contents = [self.content(k, s) if s is not NEVER else NEVER for k, s in enumerate((a, b))]
        except CompileError as error:  # unreadable on its path
            if isinstance(error, (NeedsStatic, Unsettled)):
                raise
            return self.unreadable(error)
        old = [root for k, s in sides for root in self.older(k, s)]
        slot = self.slot(Type(joined.dtype, capacity), *contents, name)
        slot.loose = True
        made = ArraySlot(slot, tuple({id(root): root for root in old}.values()))
        self.kept += [a, b]
        self.arrays.setdefault((id(a), id(b)), made)
        return made

    def made(self) -> dict[tuple[int, int], Array]:
        """The arrays that have been made of pairs of arrays, by the ids of these."""
        slots = {key: array_slot(value) for key, value in self.arrays.items()}
        return {key: s.array for key, s in slots.items() if s is not None and s.array is not None}

    def older(self, side: int, array: Array) -> list[Array]:
        """The roots outside the path whose memory this array may be."""
        return [root for root in (array.root, *array.root.may_aliases) if not self.fresh(side, root)]

    def flag(self, a: Any, b: Any, name: str) -> Any:
        """A flag that says which value it is. Of branches one says it for all values."""
        if self.loop or isinstance(a, Sym) or isinstance(b, Sym):
            return self.number(a, b, name)
        if (a, b) not in self.flags:
            self.flags[a, b] = self.number(a, b, name)
        return self.flags[a, b]

    def number(self, a: Any, b: Any, name: str) -> Any:
        if a is NEVER or b is NEVER:
            other = b if a is NEVER else a
            slot = self.slot(number_type(other), a, b, name) if isinstance(other, Sym) else other
            if isinstance(slot, Slot):
                slot.members = other.members
            return slot
        if not (is_number(a) and is_number(b)):
            return self.poison(a, b, name)
        if not isinstance(a, Sym) and not isinstance(b, Sym) and type(a) is type(b) and equal_values(a, b):
            return a
        if isinstance(a, Sym) and isinstance(b, Sym) and a.atom == b.atom and a.builder is b.builder:
            return a
        if isinstance(a, Sym) and a.shape:  # what an array holds
            return self.slot(joined_type(a.type, b.type), a, b, name)
        joined = join_sides(side_of(a), side_of(b))
        if joined is None:
            return self.misfit(
                f"{subject(name)} is", describe(a), describe(b), "no dtype holds both: convert one"
            )
        slot = self.slot(joined.type, a, b, name)
        slot.members = several(joined)
        return slot

    def maybe(self, a: Any, b: Any, name: str) -> Any:
        """A variable that is unset on some path carries a flag that says so."""
        parts = [
            (NEVER, False) if v is UNSET else (v.value, v.flag) if is_unsure(v) else (v, True) for v in (a, b)
        ]
        value = self.join(parts[0][0], parts[1][0], name)
        flag = self.number(parts[0][1], parts[1][1], name + "_is_set")
        span = next((v.span for v in (a, b) if isinstance(v, Maybe)), self.span)
        displaced = is_displaced(a) or is_displaced(b)
        if flag is True:
            return Displaced(value, flag, name, span) if displaced else value
        return Maybe(value, flag, name, span, displaced)

    def part(self, side: int, value: Any) -> tuple[Any, Any]:
        """A value, and the flag that says whether it is one."""
        if value is None or value is NEVER:
            return NEVER, False if value is None else NEVER
        if not isinstance(value, Option):
            return value, True
        return value.value, True if self.given(side, value.flag) else value.flag

    def option(self, a: Any, b: Any, name: str) -> Any:
        """A value that is None on some path carries a flag as well, unless arguments alone tell the paths apart."""
        if all(v is None or v is NEVER for v in (a, b)):
            return None
        if any(isinstance(v, (*TEXTS, CarriedText)) for v in (a, b)):
            return self.text(a, b, name)
        parts = [self.part(k, v) for k, v in enumerate((a, b))]
        if (
            not all(flag is False or may_be_none(value, self.loop is not None) for value, flag in parts)
            or self.sources
            and all(isinstance(source, tuple) for source in self.sources)
        ):
            return self.poison(a, b, name)
        value = self.join(parts[0][0], parts[1][0], name)
        flag = self.number(parts[0][1], parts[1][1], name + "_is_given")
        if is_unreadable(value) or flag is True:
            return value
        return Option(value, flag, name, self.span)

    def text(self, a: Any, b: Any, name: str) -> Any:
        """One of two texts, or None."""
        if not all(v is None or isinstance(v, (*TEXTS, CarriedText)) for v in (a, b)):
            return self.poison(a, b, name)
        choose = carry_text if self.loop else choose_text
        return choose(self, a, b, name) or self.poison(a, b, name)

    def container(self, a: Any, b: Any, name: str) -> Any:
        """Containers join item by item into a new one (the same pair always into the same one, as for arrays). An
        object that was there before, where the other path does not get here, is what it is."""
        for k, (mine, other) in enumerate(((a, b), (b, a))):
            if other is NEVER and isinstance(mine, Instance) and mine.origin and self.was_there(k, mine):
                self.keep(mine)
                return mine
        key = id(a), id(b)
        if key not in self.containers:
            self.kept += [a, b]
            either = b if a is NEVER else a
            join = (
                self.instance
                if isinstance(either, Instance)
                else self.mapping
                if isinstance(either, dict)
                else self.sequence
            )
            ends = [v if v is NEVER else self.held(k, v) for k, v in enumerate((a, b))]
            self.kept += ends
            found, place = join(*ends, name), self.places.of(a) or self.places.of(b)
            if isinstance(found, Poison) and isinstance(a, Instance) != isinstance(b, Instance):
                # one of two lists is one array
                found = dataclasses.replace(found, site=place, lists=(place,))
            elif isinstance(found, Poison) and found.grows and not found.lists:
                found = dataclasses.replace(found, lists=(self.places.of(a), self.places.of(b)))
            self.containers[key] = self.places.keep(found, a, b)
        return self.containers[key]

    def sequence(self, a: Any, b: Any, name: str) -> Any:
        a, b = never_like(a, b), never_like(b, a)
        if type(a) is type(b) and len(a) != len(b):
            hint = FULL_SIZE if self.loop else f"give it the same length on every path, or {FULL_SIZE}"
            grows = isinstance(a, list) or name == self.list_content
            return self.misfit(f"{subject(name)} changes length:", len(a), len(b), hint, grows)
        if type(a) is not type(b):
            return self.poison(a, b, name)
        items = [self.join(x, y, f"{name}_{k}") for k, (x, y) in enumerate(zip(a, b))]
        return type(a)(*items) if hasattr(a, "_fields") else type(a)(items)

    def mapping(self, a: Any, b: Any, name: str) -> Any:
        a, b = (dict.fromkeys(o, NEVER) if v is NEVER else v for v, o in ((a, b), (b, a)))
        if not (isinstance(a, dict) and isinstance(b, dict)):
            return self.poison(a, b, name)
        if [k for k in a if k in b] != [k for k in b if k in a]:
            return Poison(
                f"the keys of {subject(name)} come in another order on another path",
                "make the dict with its keys in one order",
                self.span,
                self.loop,
                self.sources,
            )
        return {
            k: self.join(a.get(k, UNSET), b.get(k, UNSET), name_within(name, k)) for k in in_both_orders(a, b)
        }

    def instance(self, a: Any, b: Any, name: str) -> Any:
        if NEVER in (a, b):
            a, b = (
                o.like(dict.fromkeys(o.attributes, NEVER)) if v is NEVER else v for v, o in ((a, b), (b, a))
            )
        if stands_for_list(a) and stands_for_list(b):
            settle_items(self.lists, a, b)
        if not (isinstance(a, Instance) and isinstance(b, Instance)) or a.cls is not b.cls:
            return self.poison(a, b, name)
        if not stands_for_list(a):
            return a.like(self.mapping(a.attributes, b.attributes, name))
        if ("pool" in a.attributes) != ("pool" in b.attributes):
            return Poison(
                f"{subject(name)} is a list of its own on one path and an item of a list of lists on another",
                "write a branch for each of them",
                self.span,
                self.loop,
                self.sources,
            )
        common = dict.fromkeys([k for k in a.attributes if k in b.attributes])
        in_order = {k: b.attributes[k] for k in common | b.attributes}  # which has no meaning for a model
        joined = self.mapping(a.attributes, in_order, name)
        rows = joined.get("rows") if isinstance(joined, dict) else None
        if isinstance(rows, Poison) and any(t in rows.message for t in (" grows: ", " changes shape: ")):
            joined["rows"] = dataclasses.replace(rows, grows=True)
        return a.like(joined)

    def bad(self, a: Any, b: Any, name: str) -> Poison:
        return a if is_unreadable(a) else b

    def never(self, a: Any, b: Any, name: str) -> Any:
        value = b if a is NEVER else a
        if isinstance(value, (DynamicText, CarriedText)) and (carried := carry_text(self, a, b, name)):
            return carried
        if isinstance(value, DynamicText) and texts_of(value) is None:
            return made_on_one_path(self, value, name)
        if isinstance(value, (*CHOICES, Closure, Partial)):
            return carry_choice(self, value, int(a is NEVER), name)
        if isinstance(value, (Counted, Iterator, View, Bound, HostMethod)) and holds_dynamic(value):
            return made_on_one_path(self, value, name)
        return value


def is_unreadable(value: Any) -> bool:
    """Whether it is the error of a value that can't be joined."""
    return isinstance(value, Poison) and not isinstance(value, Unlike)


def name_within(name: str, key: Any) -> str:
    """The name of what a dict holds under a key."""
    return f"{name}_{key.name if isinstance(key, enum.Enum) else key}"


def in_both_orders(a: dict, b: dict) -> Iterable[Any]:
    """The keys of two dicts, in an order in which those of each come as they do there."""
    rest = iter(b)
    for key in a:
        if key in b:
            yield from itertools.takewhile(lambda other: other != key, rest)
        yield key
    yield from rest


def holds_dynamic(value: Any) -> bool:
    """Whether an iterable or a method carries dynamic values of the path that it was made on."""
    match value:
        case Counted():
            return value.bounds is None or contains_dynamic(value.bounds)
        case Bound() | HostMethod():
            return contains_dynamic(value.self)
    return contains_dynamic(value)


RULES: list[tuple[Callable[[Any], bool], Callable]] = [
    (is_unreadable, Joining.bad),
    (lambda v: v is UNSET or is_unsure(v), Joining.maybe),
    (lambda v: v is None or isinstance(v, Option), Joining.option),
    (lambda v: isinstance(v, Unlike), join_unlike),
    (lambda v: isinstance(v, BoundedArray), Joining.sliced),
    (lambda v: isinstance(v, Array), Joining.array),
    (is_integer_member, pick_integer_member),
    (lambda v: isinstance(v, (Sym, *NUMBERS)), Joining.number),
    (is_record, pick_record),
    (lambda v: isinstance(v, (list, tuple, dict, Instance)), Joining.container),
    (lambda v: isinstance(v, Picked), pick),
    (lambda v: v is NEVER, Joining.never),
]
