"""Models of set: with static members, and with members that are dynamic numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError
from ..lists.items import as_key, ask_for_computed_keys, is_list
from ..lists.places import Site, is_asked_for, place_of_keys, place_here
from ..decisions import note_change
from ..interpreter import Interpreter, operation
from ..state.container_aliases import check_apart
from ..state.sets import Set
from ..state.values import Array, Counted, Instance, Iterator, compute
from .model import Model, content, is_model, iterated, register
from ..model_operations import called_in_models
from .number_dicts import place_of_key
from .operations import new_members


@register
class KnownSet(Model):
    """members: a Set; made_at: where the set is made."""

    __recto_class__ = set
    content = "members"

    def __len__(self):
        return len(self.members)

    def __contains__(self, item):
        return item in self.members

    def __iter__(self):
        return iter(self.members)


class NumberSet(Model):
    """members: a list of computed length, without duplicates. Its order is not that of Python's set. reordered: it is
    set where the members may not have been added one after the other in the order of the list: then nothing tells the
    order of Python's set."""

    __recto_class__ = set
    content = "members"
    hidden = ("reordered",)

    def __init__(self, iterable=()):
        self.members = new_members()
        self.update(iterable)

    def add(self, item):
        item = as_key(item)
        if item not in self.members:
            self.members.append(item)

    def update(self, *others):
        for other in others:
            if not adds_in_order(other):
                note_reordered(self)
            for item in in_any_order(other):
                self.add(item)

    def discard(self, item):
        place = place_of_key(self.members, item)
        note_reordered(self)
        if place >= 0:
            last = self.members.pop()
            if place < len(self.members):
                self.members[place] = last

    def remove(self, item):
        if item not in self:
            raise KeyError(item)
        self.discard(item)

    def intersection_update(self, *others):
        note_reordered(self)
        self.members = self.intersection(*others).members

    def difference_update(self, *others):
        note_reordered(self)
        self.members = self.difference(*others).members

    def symmetric_difference_update(self, other):
        note_reordered(self)
        self.members = self.symmetric_difference(other).members

    def clear(self):
        self.members.clear()

    def copy(self):
        return set(self)

    def __contains__(self, item):
        return as_key(item) in self.members

    def __len__(self):
        return len(self.members)

    def __iter__(self):
        return in_order_of_hashes(self.members)

    def union(self, *others):
        made = set(self)
        made.update(*others)
        return made

    def intersection(self, *others):
        made = set()
        note_reordered(made)
        for item in in_any_order(self):
            if all([item in other for other in others]):
                made.add(item)
        return made

    def difference(self, *others):
        made = set()
        note_reordered(made)
        for item in in_any_order(self):
            if not any([item in other for other in others]):
                made.add(item)
        return made

    def symmetric_difference(self, other):
        made = self.difference(other)
        for item in in_any_order(other):
            if item not in self:
                made.add(item)
        return made

    def __or__(self, other):
        return self.union(other)

    def __and__(self, other):
        return self.intersection(other)

    def __sub__(self, other):
        return self.difference(other)

    def __xor__(self, other):
        return self.symmetric_difference(other)

    def __ror__(self, other):
        return self.union(other)

    def __rand__(self, other):
        return self.intersection(other)

    def __rsub__(self, other):
        return set(in_any_order(other)).difference(self)

    def __rxor__(self, other):
        return self.symmetric_difference(other)

    def __ior__(self, other):
        self.update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def issubset(self, other):
        return all(item in other for item in in_any_order(self))

    def issuperset(self, other):
        return all(item in self for item in in_any_order(other))

    def isdisjoint(self, other):
        return not any(item in self for item in in_any_order(other))

    def __le__(self, other):
        return self.issubset(other)

    def __ge__(self, other):
        return self.issuperset(other)

    def __lt__(self, other):
        return len(self) < len(other) and self.issubset(other)

    def __gt__(self, other):
        return len(self) > len(other) and self.issuperset(other)

    def __eq__(self, other):
        return isinstance(other, (set, frozenset)) and len(self) == len(other) and self.issubset(other)


@called_in_models
def in_any_order(interp: Interpreter, items: Any) -> Any:
    """The items for what does not depend on their order."""
    return content(items) if is_model(items, set) else items


@called_in_models
def note_reordered(interp: Interpreter, made: Instance) -> None:
    """Python's set may have another order than one to which the members are added one after the other."""
    if made.cls is NumberSet:
        interp.trail.write(made, "reordered", True)


@called_in_models
def adds_in_order(interp: Interpreter, items: Any) -> bool:
    """Whether Python's set adds these items one after the other. (Of a set or dict it takes the table of
    hashes.)"""
    items = interp.read(items)
    return is_list(items) or isinstance(items, (list, tuple, range, Array, Counted, Iterator))


@called_in_models
def in_order_of_hashes(interp: Interpreter, members: Any) -> Any:
    raise no_order()


def no_order() -> CompileError:
    """The refusal of what depends on the order of a set's members, which their hashes decide."""
    return CompileError("the order of a set of dynamic values is not known", "loop over sorted(…) of it")


# -- sets whose members are known ----------------------------------------------------------------------------------


@operation
def make_set(interp: Interpreter, items: Any = (), place: tuple | None = None) -> Instance:
    """set(items); of numbers that are computed, if those made here are."""
    place = place_of_keys(place or place_here(interp))
    if is_asked_for(interp, place):
        made = interp.trail.allocate(Instance(NumberSet, {}))
        interp.call(NumberSet.__init__, [made, items], {})
        return made
    return known_set(interp, Set(keys_in(interp, items, Site(place))), Site(place))


def is_known_set(value: Any) -> bool:
    return isinstance(value, Instance) and value.cls is KnownSet


def known_set(interp: Interpreter, members: Set, site: Site) -> Instance:
    return interp.trail.allocate(Instance(KnownSet, {"members": members, "made_at": site}))


def keys_in(interp: Interpreter, items: Any, site: Site) -> Any:
    """The items for a set that is made at a site: a set or dict of Python's, or a list."""
    items = iterated(items)
    if isinstance(items, Set):
        return items.own()
    if isinstance(items, (frozenset, dict)):
        return items
    source = interp.computed_source(items) if not is_list(items) and not isinstance(items, Array) else None
    if source is not None:
        items = interp.list_of(source, "set")
    ask_for_computed_keys(interp, site.place, items, many=True)
    return [key_in(interp, item, site) for item in interp.known_items(items, "set(…)")]


def key_in(interp: Interpreter, item: Any, site: Site) -> Any:
    """An item of a set, which must be known; if it is not, the set is read again as one of numbers."""
    ask_for_computed_keys(interp, site.place, item)
    return interp.key(item, "an item of a set")


@operation
def change_set(interp: Interpreter, obj: Instance, name: str, args: list) -> Any:
    """A method of a set, or an operator that changes it. What gives a set gives a new one."""
    members, site = interp.read(obj.attributes["members"]), obj.attributes["made_at"]
    take = key_in if name in ("add", "discard", "remove") else keys_in
    given = [take(interp, a, site) for a in args]
    made, result = compute(members.after, name, *given)
    if isinstance(result, set) and not name.startswith("__i"):
        return known_set(interp, Set(result, (*members.steps, (name, *given))), site)
    if result is not None and name != "pop":
        note_change(interp, getattr(set, name), members, *given)
    if name in CHANGING:
        check_apart(interp, obj)
        interp.trail.write(obj, "members", made)
    return obj if isinstance(result, set) else result


CHANGING = frozenset(
    """
    add discard remove pop clear update intersection_update difference_update symmetric_difference_update
    __ior__ __iand__ __isub__ __ixor__
""".split()
)
QUERIES = frozenset(
    """
    union intersection difference symmetric_difference issubset issuperset isdisjoint copy
""".split()
)


def set_method(name: str) -> Callable:
    return lambda interp, obj, *args: change_set(interp, obj, name, list(args))


SET = {name: set_method(name) for name in (*CHANGING, *QUERIES) if not name.startswith("__")}
