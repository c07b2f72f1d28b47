"""Allocation sites: which lists are represented by one array, by the place in the source where they are made.

A reading begins with lists of static length. An operation that these do not support asks for another reading
(`NeedsType`), in which the list made at that site is one array.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any

import gast

from ...core.errors import CompileError, NeedsStatic, Span, span_of
from ..interpreter import Interpreter
from ..state.values import External, Instance, Sealed

CHANGES = ("append", "extend", "pop", "clear", "insert", "remove")
UNKNOWN = object()  # the type of items that have not been seen yet
ITEMS, KEYS = "items", "keys"  # what lists without a name are called, and those of the keys of dicts


class NeedsType(Exception):
    """A list holds other items than it was thought to: read again, with these types, by the places of lists.

    None for a place: every list that is changed in loops and branches. None for a type: it is no array. keys: a set or
    dict holds keys that are data, which no unrolled loop knows. rooms: how many items these lists may have. otherwise:
    the refusal of a recursion, where the stacks of its loop can't be read. shares: two items of the lists made at these
    places may be one array. wished: what can't be read so is read as it was, or refused as it was.
    """

    def __init__(
        self,
        types: dict[Any, Any],
        keys: bool = False,
        capacities: dict[Any, int] | None = None,
        otherwise: CompileError | None = None,
        shares: bool = False,
        wished: bool = False,
    ):
        super().__init__(types)
        self.types, self.keys, self.capacities, self.otherwise = types, keys, capacities or {}, otherwise
        self.wished = wished
        self.shares = frozenset(types) if shares else frozenset()

    def types_alone(self) -> dict[Any, Any]:
        """The types, with which others may be asked for. What is about more is raised again."""
        if self.keys or self.capacities or self.otherwise or self.wished or self.shares:
            raise self
        return self.types


def is_tried(interp: Interpreter, place: Any, made: bool = True) -> bool:
    """Whether it has been tried to read the list made here as one array. Not `made`: a list that grows."""
    lists = interp.growing
    return interp.unrolls or lists is not None and (place in lists.types or lists.every and not made)


def is_asked_for(interp: Interpreter, place: Any) -> bool:
    """Whether what is made here is read as one array."""
    return interp.growing is not None and interp.growing.types.get(place) is not None


def is_known_argument(interp: Interpreter, place: Any) -> bool:
    """Whether it is the place of a list among the arguments that is no array, since it decides sizes."""
    argument = type(place) is tuple and place[0] == "argument" and interp.passed is not None
    return argument and interp.passed.decides(place[1])


def ask_for_loop(interp: Interpreter, place: Any) -> None:
    """Read again with a loop for what goes through a generator here, item by item, unless that has been tried."""
    ask_for_key(interp, place_of_keys(place))


def ask_for_key(interp: Interpreter, key: tuple) -> None:
    """Read again with what a key of `place_of_keys` stands for, unless that has been tried."""
    if not is_tried(interp, key):
        raise NeedsType({key: UNKNOWN}, keys=True)


def is_decided_by_data(interp: Interpreter, number: Any) -> bool:
    """Whether a number is known only while running, whatever arguments are static."""
    try:
        interp.static(number, "a number of items")
    except NeedsStatic as error:
        return not do_arguments_decide(interp, error)
    return False


def do_arguments_decide(interp: Interpreter, error: NeedsStatic) -> bool:
    """Whether a value would be known if arguments were static. (Lists that are passed as arrays can't be.)"""
    sources = (error.sources or frozenset()) - interp.long_loops
    passed = interp.passed is not None and interp.passed.lists_among(sources)
    return bool(sources) and not passed


class Site(Sealed):
    """An allocation site of lists, with their name. Lists of two places may meet.

    Of a display that no variable holds at once they are the "items", until a variable gets them.
    `is_variable`: whether it is another one. Such lists may be changed wherever they are. `has_keys`: whether
    they are the keys of a dict.
    """

    def __init__(self, place: Any, called: str = ITEMS, is_variable: bool | None = None):
        super().__init__(place)
        self.place, self.called = place, called
        self.is_variable = called != ITEMS if is_variable is None else is_variable
        self.has_keys = called == KEYS

    def inner(self, place: Any) -> "Site":
        """The site of a list that lists of this one consist of."""
        return Site(place, self.called, self.is_variable)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Site)

    def __hash__(self) -> int:
        return hash(Site)

    def __str__(self) -> str:
        return "a list"


def settled_here(interp: Interpreter, place: Any, make: Callable[[], Any]) -> Any:
    """The value made at a place. If what it consists of turns out to be of other types, the first that is
    made there is read again here, and not the whole function: nothing that is there depends on it."""
    lists = interp.growing
    if lists is None or place in interp.places.settled:
        return make()
    mark = interp.mark()
    while True:
        try:
            value = make()
        except NeedsType as found:
            if found.keys or not all(is_within(asked, place) for asked in found.types):
                raise
            interp.undo(mark)
            lists.learn(found)
        else:
            interp.places.settled.add(place)
            return value


def is_within(asked: Any, place: Any) -> bool:
    """Whether it is the place of what is made at a place, or of a part of it."""
    return asked == place or type(asked) is tuple and any(is_within(part, place) for part in asked)


class Placeholder(External):
    """An array of None that is made in compiled code, at a place: until one of its elements is set, nothing happens."""

    __slots__ = ("place",)

    def __init__(self, unread: Any, path: Any, outside: Any, place: Any):
        super().__init__(unread, path, outside)
        self.place = place


def ask_for_objects(interp: Interpreter, value: Any, wished: bool = False) -> None:
    """Read again with an array of objects for a placeholder, unless that has been tried."""
    tried = interp.growing.types if interp.growing is not None else {}
    if isinstance(value, Placeholder) and value.place not in tried:
        raise NeedsType({value.place: UNKNOWN}, keys=True, wished=wished)


MOST_READINGS = 300  # of one function, each with more that is known of its lists
SHORT = 32  # loops and comprehensions of more iterations stay loops, though they lengthen a list


@dataclasses.dataclass
class Lists:
    """The lists that have computed lengths: the types of their items by the places where they are made (None:
    read as Python lists after all); `every`: all that are changed in loops and branches; `capacities`: how many
    items they may have, where that is stated; `resizes`: their lengths may depend on arguments; `refused`:
    why a wish can't be fulfilled; `otherwise`, `shares`: see NeedsType."""

    types: dict[Any, Any] = dataclasses.field(default_factory=dict)
    every: bool = False
    capacities: dict[Any, int] = dataclasses.field(default_factory=dict)
    resizes: bool = False
    learned: int = 0
    otherwise: CompileError | None = None
    shares: set[Any] = dataclasses.field(default_factory=set)
    refused: dict[Any, CompileError] = dataclasses.field(default_factory=dict)

    def copy(self) -> "Lists":
        """A copy of the findings so far, to begin another reading with."""
        own = {name: getattr(self, name).copy() for name in ("types", "capacities", "shares", "refused")}
        return dataclasses.replace(self, learned=0, **own)

    def hold(self, place: Any) -> bool:
        return self.types.get(place, UNKNOWN if self.every else None) is not None

    def learn(self, found: "NeedsType") -> None:
        self.learned += 1
        if self.learned > MOST_READINGS:
            error = CompileError(
                "the item types of this function's lists do not become stable",
                "start each list with its items",
            )
            places = [place for place in found.types if isinstance(place, Span)]
            raise error.at(places[0]) if places else error
        self.every |= None in found.types
        if found.otherwise is not None:
            self.otherwise, self.resizes = found.otherwise, True
        self.capacities.update(found.capacities)
        self.shares |= found.shares
        self.types.update({place: found.types[place] for place in found.types if place is not None})


def is_unbounded(error: CompileError) -> bool:
    """Whether it is only unknown how many items a list may have."""
    return " grows: " in error.message


def place_of(frame: Any, node: Any) -> Span:
    return span_of(node, frame.file, frame.name)


def changing(interp: Interpreter) -> tuple:
    """The key of a loop here that goes through a list whose length it changes."""
    return place_of_keys(("changing", place_here(interp)))


def ask_for_changing(interp: Interpreter, loop: tuple) -> None:
    """Read again with a loop that asks in each iteration how long the list is, unless that has been tried."""
    ask_for_key(interp, loop)


def changed_in_loop() -> CompileError:
    return CompileError(
        "the list changes its length while a loop iterates over it", "loop over a copy: list(…)"
    )


def place_here(interp: Interpreter) -> Span | None:
    """The expression that is being read."""
    return interp.span


def place_of_rows(place: Any) -> tuple:
    """The place of the lists in a list that is made at a place in one expression, distinct from that of the list."""
    return "row", place


def places_around(place: Any) -> list[Any]:
    """The places of the lists that such lists lie in."""
    return [place[1], *places_around(place[1])] if type(place) is tuple and place[:1] == ("row",) else []


def place_of_keys(place: Any) -> tuple:
    """The key of a set, dict or generator made at a place, distinct from that of lists."""
    return "keyed", place


def is_of_heap(place: Any) -> bool:
    """Whether it is the place of a list of what all objects of a kind hold (models/bounded/records.py)."""
    return type(place) is tuple and (place[:1] == ("part",) or any(map(is_of_heap, place)))


def is_keyed(place: Any) -> bool:
    return type(place) is tuple and place[0] == "keyed"


# -- lists that are changed in a loop or a branch ----------------------------------------------------------------------


@functools.lru_cache(1024)
def changing_names(function: Any) -> frozenset[str]:
    """The variables of a function whose lists are changed in a loop or a branch, or given to who may do so."""
    found = set()
    for outer in gast.walk(function):
        if (
            isinstance(outer, gast.Call)
            and isinstance(outer.func, gast.Name)
            and not hasattr(builtins, outer.func.id)
        ):
            found |= {a.id for a in outer.args if isinstance(a, gast.Name)} & empty_lists(function)
        if isinstance(outer, (gast.For, gast.While, gast.If)):
            for node in gast.walk(outer):
                match node:
                    case gast.Call(func=gast.Attribute(value=gast.Name(id=name), attr=attr)) if (
                        attr in CHANGES
                    ):
                        found.add(name)
                    case gast.Call(func=gast.Name(id=called), args=args) if not hasattr(builtins, called):
                        found |= {a.id for a in args if isinstance(a, gast.Name)}
                    case gast.AugAssign(target=gast.Name(id=name), op=gast.Add()):
                        found.add(name)
    return frozenset(found)


@functools.lru_cache(1024)
def stored_into(function: Any) -> frozenset[str]:
    """The variables and attributes whose items a function assigns or deletes."""
    bases = [
        node.value
        for node in gast.walk(function)
        if isinstance(node, gast.Subscript) and isinstance(node.ctx, (gast.Store, gast.Del))
    ]
    names = [b.attr if isinstance(b, gast.Attribute) else getattr(b, "id", None) for b in bases]
    return frozenset([name for name in names if name is not None])


def empty_lists(function: Any) -> set[str]:
    """The variables that start as empty lists."""
    return {
        t.id
        for node in gast.walk(function)
        if isinstance(node, gast.Assign) and isinstance(node.value, gast.List) and not node.value.elts
        for t in node.targets
        if isinstance(t, gast.Name)
    }


@functools.lru_cache(1024)
def called_at(function: Any) -> dict[int, str]:
    """The list displays of a function that are changed later, by id, with the names of their variables."""
    return {
        id(display): name
        for node in gast.walk(function)
        if isinstance(node, gast.Assign)
        for target in node.targets
        for display, name in _assigned_displays(target, node.value)
        if name in changing_names(function)
    }


@functools.lru_cache(1024)
def attributes_at(function: Any) -> dict[int, str]:
    """The list displays of a function that are assigned to attributes, by id, with the names of these: whoever has the
    object may change them."""
    return {
        id(node.value): target.attr
        for node in gast.walk(function)
        if isinstance(node, gast.Assign) and isinstance(node.value, gast.List)
        for target in node.targets
        if isinstance(target, gast.Attribute)
    }


@functools.lru_cache(1024)
def displays_within(function: Any) -> frozenset[int]:
    """The list displays of a function that are items of other lists from the start, by id."""
    found = set()
    for node in gast.walk(function):
        match node:
            case gast.List(elts=items):
                found.update(map(id, items))
            case gast.Call(func=gast.Attribute(attr="append" | "appendleft" | "insert"), args=items):
                found.update(map(id, items))
    return frozenset(found)


def _assigned_displays(target: Any, value: Any) -> Iterator[tuple[Any, str]]:
    """The list displays in an assignment, with the variables that they are assigned to."""
    if isinstance(target, gast.Name) and isinstance(value, gast.List):
        yield value, target.id
    elif isinstance(target, gast.Tuple) and isinstance(value, gast.Tuple):
        if len(target.elts) == len(value.elts):
            for pair in zip(target.elts, value.elts):
                yield from _assigned_displays(*pair)


def may_stand_twice(interp: Interpreter, growing: Instance) -> bool:
    """Whether one array, or list, may be several items."""
    return interp.growing is not None and growing.attributes["site"].place in interp.growing.shares
