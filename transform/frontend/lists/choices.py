"""Items of a Python list chosen by a dynamic index: `xs[k]` is `xs[0] if k == 0 else xs[1] if k == 1 else …`.

This serves lists whose items are no rows of an array: tuples of several types, objects, dicts, functions,
lists and arrays of several lengths. `xs[k] = v` writes each item under the condition that k is its position.
Joining paths gives lists, dicts and objects items of their own (control/joining/join.py); the places remember the
candidates, and a write to a chosen item writes each candidate under the condition that it was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.errors import NeedsStatic, must_be_known
from ...ir.builder import TABLE, Sym
from ..bounded.extents import BoundedArray, not_below
from ..interpreter import Interpreter, operation
from ..state.container_aliases import relate_all
from ..state.places import Choice
from ..state.trail import CONTENT
from ..state.values import NEVER, Instance, Maybe, Poison, describe, is_number, is_stream
from .items import is_list
from .places import is_tried

MANY = 64  # more items are not chosen from one by one


def chooses(interp: Interpreter, items: Sequence[Any], index: Any, place: Any) -> bool:
    """Whether an item is chosen by data, from a list made or indexed at a place, which can't be one array."""
    return is_data(interp.settled(index)) and 0 < len(items) <= MANY and is_tried(interp, place)


def is_data(index: Any) -> bool:
    """Whether it is an integer that no argument decides alone, so that it can't be static."""
    return (
        isinstance(index, Sym)
        and not index.is_const
        and index.origins is None
        and index.dtype.kind in "iub"
        and not index.ndim
    )


@operation
def choose_item(interp: Interpreter, items: Sequence[Any], index: Any, kind: str | None = None) -> Any:
    """The item at a computed position."""
    kind = kind or ("tuple" if isinstance(items, tuple) else "list")
    items = [interp.read(v) for v in items]
    native = is_table(interp, items)
    check_position(interp, len(items), index, f"{kind} index out of range", native)
    if interp.failed:
        return NEVER
    k = position(interp, len(items), index)
    return choose_at(interp, items, k, index if native else k)


@operation
def choose_at(interp: Interpreter, items: list[Any], k: Any, index: Any) -> Any:
    """The item at position k, which is in range; of numbers, at an index into their array."""
    value = select_item(interp, items, k, index)
    if isinstance(value, Poison) and not value.grows:
        raise unlike(interp, index, value)
    remember(interp, value, k, items)
    return value


def select_item(interp: Interpreter, items: list[Any], k: Any, index: Any) -> Any:
    """The item at an index, of position k: tuples and objects of one structure part by part, numbers of one type from
    an array."""
    first, parts = items[0], parts_of(interp, items)
    if all(v is first for v in items):
        return first
    if is_column(interp, items):
        found = interp.sym(interp.get_item(column_of(interp, items), index))
        return interp.wrap(
            TABLE["cast"](found, dtype=found.dtype, weak=True) if interp.sym(first).weak else found
        )
    if parts is None:
        return choose(interp, k, [lambda v=v: v for v in items])
    values = [select_item(interp, part, k, index) for part in parts]
    if isinstance(first, tuple):
        return tuple(values)
    made = interp.trail.allocate(first.like(dict(zip(first.attributes, values))))
    relate_all(interp.trail, [(made, v) for v in items])
    return made


def parts_of(interp: Interpreter, items: list[Any]) -> list[list[Any]] | None:
    """The items or attributes of tuples or objects of one structure; None if they are others."""
    first = items[0]
    if all(type(v) is tuple and len(v) == len(first) for v in items):
        return [[interp.read(v[j]) for v in items] for j in range(len(first))]
    if all(
        is_plain(v) and v.cls is first.cls and v.attributes.keys() == first.attributes.keys() for v in items
    ):
        return [[v.attributes[name] for v in items] for name in first.attributes]
    return None


def is_table(interp: Interpreter, items: list[Any]) -> bool:
    """Whether all parts of the items in which these differ stand in arrays."""
    parts = parts_of(interp, items)
    if parts is None:
        return is_column(interp, items)
    parts = [part for part in parts if any(v is not part[0] for v in part)]
    return bool(parts) and all(is_table(interp, part) for part in parts)


def is_column(interp: Interpreter, items: list[Any]) -> bool:
    """Whether they are numbers of one type, some of which differ."""
    return (
        all(map(is_number, items))
        and any(v is not items[0] for v in items)
        and len({(s.dtype, s.weak) for s in map(interp.sym, items)}) == 1
        and not any(isinstance(v, Sym) and v.members for v in items)
    )


def is_plain(value: Any) -> bool:
    """Whether it is an object whose attributes are all known to be set."""
    return (
        isinstance(value, Instance)
        and not isinstance(value, BoundedArray)
        and not is_list(value)
        and not is_stream(value)
        and not any(isinstance(v, (Maybe, Poison)) for v in value.attributes.values())
    )


def column_of(interp: Interpreter, items: list[Any]) -> Any:
    """Numbers of one type as an array."""
    parts = [TABLE["reshape"](s.astype(s.dtype), shape=(1,)) for s in map(interp.sym, items)]
    return interp.array(TABLE["concatenate"](*parts, axis=0))


def unlike(interp: Interpreter, index: Any, joined: Poison) -> NeedsStatic:
    """The refusal of an index into a list whose items are not alike."""
    reason = joined.message.removeprefix("this value is ").removeprefix("this value ")
    return must_be_known(
        "the index of a heterogeneous Python list or tuple", f"{describe(index)} (an item {reason})", None
    )


@operation
def write_chosen(interp: Interpreter, items: Sequence[Any], index: Any, write: Callable[[int], None]) -> None:
    """Write an item at a computed position."""
    check_position(interp, len(items), index, "list assignment index out of range", native=False)
    k = position(interp, len(items), index)
    if not interp.failed:
        for j in range(len(items)):
            where_chosen(interp, k, j, lambda j=j: write(j))


@operation
def position_in_list(interp: Interpreter, length: int, index: Any) -> Any:
    """An index of a list as a number from 0. The call fails if there is no such item."""
    check_position(interp, length, index, "list index out of range", native=False)
    return position(interp, length, index)


def position(interp: Interpreter, length: int, index: Any) -> Any:
    """An index as a number from 0."""
    index = interp.settled(index)
    return index if is_inside(interp, length, index) else interp.binary("Mod", index, length)


def is_inside(interp: Interpreter, length: int, index: Any) -> bool:
    return not_below(interp, index, 0) and not_below(interp, length - 1, index)


def check_position(interp: Interpreter, length: int, index: Any, message: str, native: bool) -> None:
    """The call fails if there is no such item. `native`: an array is indexed as well."""
    index = interp.settled(index)
    if is_inside(interp, length, index):
        return
    outside = interp.either(interp.compare("GtE", index, length), interp.compare("Lt", index, -length))
    if isinstance(outside, Sym):
        interp.fail_where(interp.sym(outside), IndexError, (message,), native=native)
    elif outside:
        interp.fail_if(interp.sym(True), IndexError, (message,))


def choose(interp: Interpreter, k: Any, runs: list[Callable[[], Any]], first: int = 0) -> Any:
    """The result of the run at position k, by bisection."""
    if len(runs) == 1:
        return runs[0]()
    half = len(runs) // 2
    low = lambda: choose(interp, k, runs[:half], first)
    high = lambda: choose(interp, k, runs[half:], first + half)
    below = interp.compare("Lt", k, first + half)
    return interp.fork(interp.sym(below), low, high) if isinstance(below, Sym) else low() if below else high()


def where_chosen(interp: Interpreter, k: Any, j: int, action: Callable[[], None]) -> None:
    """Do something where the position is j."""
    same = interp.compare("Eq", k, j)
    if isinstance(same, Sym):
        interp.fork(interp.sym(same), action, lambda: None)
    elif same:
        action()


def remember(interp: Interpreter, value: Any, k: Any, items: list[Any]) -> None:
    """Keep from what a value, and what it holds, was chosen."""
    if isinstance(value, BoundedArray) or any(v is value or type(v) is not type(value) for v in items):
        return
    if isinstance(value, (list, dict, Instance)):
        interp.places.choices[id(value)] = Choice(value, k, items)
    held = value.attributes if isinstance(value, Instance) else value
    parts = [v.attributes if isinstance(v, Instance) else v for v in items]
    if isinstance(held, dict) and all(p.keys() == held.keys() for p in parts):
        for key, part in held.items():
            remember(interp, part, k, [p[key] for p in parts])
    elif isinstance(held, (list, tuple)) and all(len(p) == len(held) for p in parts):
        for j, part in enumerate(held):
            remember(interp, part, k, [p[j] for p in parts])


def may_be_original(interp: Interpreter, value: Any) -> bool:
    """Whether it is a container that may be the caller's own one, and of which nothing else is known."""
    choice = interp.places.choices.get(id(value))
    return choice is not None and len(choice.items) == 1


def put_back(interp: Interpreter, obj: Any, held: Any) -> None:
    """Restore an object to its content before the write to the items from which it was chosen."""
    if isinstance(obj, Instance):
        for name, value in held.items():
            interp.trail.write(obj, name, value)
    else:
        interp.trail.write(obj, CONTENT, held)


@operation
def written_through(interp: Interpreter, obj: Any, write: Callable[[Any], None]) -> bool:
    """Write to the one that was chosen, and to what was made of it. False if `obj` was not chosen by data."""
    choice = interp.places.choices.get(id(obj))
    if choice is None or choice.writing:
        return False
    held = obj.attributes.copy() if isinstance(obj, Instance) else obj.copy()
    for j, item in enumerate(choice.items):
        where_chosen(interp, choice.index, j, lambda item=item: write(item))
    choice.writing = True
    try:
        put_back(interp, obj, held)
        write(obj)
    finally:
        choice.writing = False
    return True


def is_chosen(interp: Interpreter, x: Any, y: Any) -> Any:
    """Whether one of two values is the other, from which and others data chose it. None if it was not chosen
    so."""
    for made, other in ((x, y), (y, x)):
        choice = interp.places.choices.get(id(made))
        if choice is not None and any(v is other for v in choice.items):
            found: Any = False
            for j, item in enumerate(choice.items):
                if item is other:
                    found = interp.either(found, interp.compare("Eq", choice.index, j))
            return found
    return None
