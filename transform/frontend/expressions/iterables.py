"""Iteration: the items or the index range that `for`, comprehensions and unpacking go through."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...primitives import floor_divide, maximum, minimum, select
from ..bounded.extents import BoundedArray, count, to_front, within
from ..lists.from_outside import gather_items, gather_outside
from ..lists.growing import is_growing, items_of
from ..lists.choices import is_inside
from ..lists.places import (
    NeedsType,
    ask_for_changing,
    ask_for_objects,
    changed_in_loop,
    changing,
    is_asked_for,
    is_known_argument,
    place_here,
)
from ..decisions import note_decision
from ..dispatch import CLASS, CONTAINS, ITEM, ITERATE, LENGTH, TRUTH
from ..models.model import is_list_model, is_model
from ..interpreter import Interpreter, operation
from ..outside.snapshot import SEQUENCES
from ..state.environment import CONTAINERS
from ..state.integer_facts import difference, interval
from ..python_errors import lacks
from ..state.values import (
    Array,
    Counted,
    DynamicText,
    External,
    Instance,
    Iterator,
    Listed,
    View,
    compute,
    describe,
    is_number,
    is_record,
    may_be_unset,
)
from .containers import plain, surely
from .operators import defines_method, is_sliced


MOST = 10**7  # items that are read one by one


@operation
def iterate(interp: Interpreter, value: Any) -> Counted | Iterable[Any]:
    """A Counted iterable for what an index computes; a list of items for what is known item by item."""
    value = interp.settled(value)
    place = "items", place_here(interp)
    if is_sequence_outside(value) and is_asked_for(interp, place):
        return items_of(interp, gather_outside(interp, place, value))
    items = ITERATE(interp, value)
    if not isinstance(value, (tuple, External)) or isinstance(items, (Counted, Listed)):
        return items
    items = list(items)
    if items and is_asked_for(interp, place):
        return items_of(interp, gather_items(interp, place, items))
    found = Listed(items, items.__getitem__)
    found.place = place
    return found


def is_sequence_outside(value: Any) -> bool:
    """Whether it is a list, tuple or deque from outside with items."""
    return isinstance(value, External) and isinstance(value.unread, SEQUENCES) and len(value.unread) > 0


@ITERATE.of(object)
def items_of_static(interp: Interpreter, value: Any) -> Iterable[Any]:
    try:
        value = surely(interp, value)
        items = list(value)
        if isinstance(value, list) and is_gathered(interp, value):
            return gathered(interp, gathered_at(interp, value), value)
        return live(interp, value, items) if isinstance(value, (list, dict)) else items
    except TypeError:
        raise lacks(value, "__iter__", f"{describe(value)} can't be iterated over") from None


@ITERATE.of(Counted, Listed)
def items_themselves(interp: Interpreter, value: Any) -> Any:
    return value


@ITERATE.of(Array)
def rows(interp: Interpreter, value: Array) -> Counted:
    if value.ndim == 0:
        raise CompileError("TypeError: iteration over a 0-d array")
    return Counted(value.shape[0], lambda i: subscript(interp, value, i))


@ITERATE.of(range)
def numbers_of_range(interp: Interpreter, value: range) -> Counted:
    return counted_range(interp, value.start, value.stop, value.step)


def is_object(interp: Interpreter, value: Any) -> bool:
    """Whether it is an object that its class says how to iterate over."""
    if isinstance(value, External):
        return not isinstance(value.unread, CONTAINERS) and defines_method(interp, value, "__iter__")
    return isinstance(value, Instance) and not (is_growing(value) or is_sliced(value) or is_list_model(value))


@ITERATE.of(External)
def items_outside(interp: Interpreter, value: External) -> Any:
    if is_object(interp, value):
        return iterate(interp, interp.iterator_over(value))
    if isinstance(value.unread, np.ndarray):
        return elements_outside(interp, value)
    if not hasattr(type(value.unread), "__iter__"):
        raise lacks(value, "__iter__", f"{describe(value)} can't be iterated over")
    return interp.outside.items(interp, value)


def elements_outside(interp: Interpreter, value: External) -> Listed:
    """The elements of an array of objects."""
    ask_for_objects(interp, value)
    count = interp.length_of(value)
    return Listed([interp.get_item(value, k) for k in range(count)], lambda k: interp.get_item(value, k))


@ITERATE.of(Sym)
def no_items(interp: Interpreter, value: Sym) -> Any:
    raise lacks(value, "__iter__", f"{describe(value)} can't be iterated over")


@ITERATE.of(Instance)
def items_of_object(interp: Interpreter, value: Instance) -> Any:
    if is_record(value) and (is_list_model(value) or is_model(value, dict)):
        return interp.items_of_record(value)
    if is_list_model(value):
        return (
            interp.items_of_lists(value) if "members" in value.attributes else interp.items_of_columns(value)
        )
    if "viewed" in value.attributes:
        return iterate(interp, interp.shown_now(value))
    return items_of(interp, value) if is_growing(value) else iterate(interp, interp.iterator_over(value))


@ITERATE.of(BoundedArray)
def counted_slice(interp: Interpreter, value: BoundedArray) -> Counted:
    """The items of a slice of computed length, which are as many."""
    extent = value.extents.get(0)
    if extent is not None and extent.mask is not None:
        value = to_front(interp, value, 0)
        extent = value.extents[0]
    n = count(interp, extent) if extent is not None and value.data.shape[0] else value.data.shape[0]
    return Counted(n, lambda i: subscript(interp, value, i))


RESIZED = "dictionary changed size during iteration"


def live(
    interp: Interpreter, value: list | dict, items: list, read: Callable[[int], Any] | None = None
) -> Listed:
    """The items of a list or dict as a loop sees them, whose body may put others in their places."""
    loop = changing(interp)

    def check() -> None:
        for known in value.values() if isinstance(value, dict) else ():
            if may_be_unset(known):  # it was set when the loop began
                interp.fail_if(~interp.sym(known.flag), RuntimeError, (RESIZED,))
        if len(value) == len(items):
            return
        if isinstance(value, dict):
            raise CompileError(f"RuntimeError: {RESIZED}", "loop over a copy: list(…)")
        ask_for_changing(interp, loop)
        raise changed_in_loop()

    def item(k: int) -> Any:
        check()
        return interp.read(items[k] if isinstance(value, dict) else value[k]) if read is None else read(k)

    found = Listed(items, item, check)
    found.place = place_of_items(interp, value)
    return found


def place_of_items(interp: Interpreter, value: Any) -> Any:
    """The place where a list is made, or gone through here, that may be one array; None if there is no such
    place."""
    return gathered_at(interp, value) or interp.places.of(value)


def gathered_at(interp: Interpreter, value: Any) -> tuple | None:
    """The key of a loop here through a list of numbers among the arguments that is no array, since it decides sizes:
    its items may be gathered in one where the loop begins. None for anything else."""
    place = interp.places.of(value) if type(value) is list else None
    if not is_known_argument(interp, place) or not all(map(is_number, value)):
        return None
    return "items", place_here(interp), place


def is_gathered(interp: Interpreter, value: list) -> bool:
    """Whether the items of a list are gathered in an array where a loop through them begins."""
    place = gathered_at(interp, value) if value else None
    return place is not None and is_asked_for(interp, place)


def gathered(interp: Interpreter, place: tuple, value: list) -> Counted:
    """The items of a list, gathered in an array where a loop begins, which must not change them."""
    before, items = list(value), items_of(interp, gather_items(interp, place, list(value)))

    def item(k: Any) -> Any:
        if len(value) != len(before) or any(new is not old for new, old in zip(value, before)):
            raise NeedsType({place: None})
        return items.item(k)

    return Counted(len(before), item)


def changes_meanwhile(interp: Interpreter, value: Any) -> bool:
    """Whether it is a list that changes its length in the loop that goes through it."""
    is_list = (
        isinstance(value, list) or isinstance(value, Instance) and (is_growing(value) or is_list_model(value))
    )
    return is_list and is_asked_for(interp, changing(interp))


@ITERATE.of(View)
def items_of_view(interp: Interpreter, view: View) -> Listed:
    """The items of a view of a dict."""
    whole = surely(interp, plain(interp, view.of))
    keys = list(whole)
    item = {
        "keys": keys.__getitem__,
        "values": lambda k: interp.read(whole[keys[k]]),
        "items": lambda k: (keys[k], interp.read(whole[keys[k]])),
    }[view.name]
    return live(interp, whole, [item(k) for k in range(len(keys))], item)


def item_of(items: Any) -> Callable[[int], Any]:
    """A function that reads the k-th item of a result of `iterate`."""
    return items.item if isinstance(items, (Counted, Listed)) else list(items).__getitem__


def subscript(interp: Interpreter, value: Any, index: Any) -> Any:
    return interp.get_item(value, index)


def counted_range(interp: Interpreter, lo: Any, hi: Any, step: Any) -> Counted:
    """range(lo, hi, step). A dynamic step is turned into a counter."""
    if isinstance(step, Sym):
        count = length_with_dynamic_step(interp, lo, hi, step)
        return Counted(count, lambda i: interp.binary("Add", lo, interp.binary("Mult", i, step)))
    if step == 0:
        raise CompileError("ValueError: range() arg 3 must not be zero")
    bounds = (lo, hi, int(step))
    if isinstance(lo, Sym) or isinstance(hi, Sym):
        return Counted(None, lambda i: interp.binary("Add", lo, interp.binary("Mult", i, step)), bounds)
    return Counted(len(range(lo, hi, step)), lambda i: _range_item(interp, lo, i, step), bounds)


@ITEM.of(range, Counted)
def item_of_range(interp: Interpreter, value: range | Counted, index: Any) -> Any:
    """range(…)[index]"""
    if isinstance(value, range) and not isinstance(index, Sym):
        return interp.plain_item(value, index)
    if isinstance(index, slice):
        raise CompileError(
            "a slice of a range with computed bounds", "write the bounds into the range: range(a, b, c)"
        )
    items = iterate(interp, value)
    n, index = interp.sym(counted_length(interp, items)).astype(np.int64), interp.sym(index).astype(np.int64)
    if not (n.is_const and is_inside(interp, int(n.value), interp.wrap(index))):
        outside = (index >= n) | (index < -n)
        interp.fail_where(outside, IndexError, ("range object index out of range",), native=False)
    place = select(index < 0, index + n, index)
    place = TABLE["cast"](maximum(minimum(place, n - 1), n * 0), dtype=canonical(np.int64), weak=True)
    return items.item(interp.wrap(place))


@operation
def array_of_range(interp: Interpreter, value: Counted) -> Any:
    """The integers of a range with computed bounds, as an array, such as an index."""
    lo, hi, step = value.bounds or (0, None, None)
    length = None if hi is None else difference(hi, lo)
    if length is not None:
        return value.item(interp.array(np.arange(max(0, -(-length // step)))))
    if hi is not None:
        return interp.call(np.arange, [lo, hi, step], {})
    length = interp.static(
        counted_length(interp, iterate(interp, value)), "the length of a range that is an index"
    )
    return value.item(interp.array(np.arange(length)))


@CONTAINS.of(range, Counted)
def is_in_range(interp: Interpreter, value: range | Counted, item: Any) -> Any:
    """item in range(…)"""
    if isinstance(value, range) and not isinstance(item, (Sym, Array)):
        return note_decision(
            interp, operator.contains, (value, item), compute(operator.contains, value, item)
        )
    bounds = (value.start, value.stop, value.step) if isinstance(value, range) else value.bounds
    if bounds is None or isinstance(bounds[2], Sym) or not isinstance(item, (Sym, int, float)):
        raise CompileError(f"{describe(item)} in a range with computed bounds", "compare it with the bounds")
    lo, hi, step = bounds
    first, last = ("GtE", "Lt") if step > 0 else ("LtE", "Gt")
    inside = interp.both(interp.compare(first, item, lo), interp.compare(last, item, hi))
    rest = interp.binary("Mod", interp.binary("Sub", item, lo), step)
    return inside if abs(step) == 1 and is_whole(item) else interp.both(inside, interp.compare("Eq", rest, 0))


@TRUTH.of(Counted, View)
def is_not_empty(interp: Interpreter, value: Counted | View) -> Any:
    return interp.truth_of(interp.length_of(value))


@CLASS.of(Counted)
def class_of_range(interp: Interpreter, value: Counted) -> type:
    return range


LENGTH.of(Counted)(lambda interp, value: counted_length(interp, value))
LENGTH.of(View)(lambda interp, view: interp.length_of(view.of))
CLASS.of(View)(lambda interp, view: view.kind)


@CONTAINS.of(View)
def is_in_view(interp: Interpreter, view: View, item: Any) -> Any:
    return CONTAINS(
        interp, view.of if view.name == "keys" else interp.known_items(view, describe(view)), item
    )


@ITEM.of(Iterator, View)
def no_item(interp: Interpreter, value: Iterator | View, index: Any) -> Any:
    raise CompileError(
        f"TypeError: {value.kind.__name__!r} object is not subscriptable", "make a list of it: list(…)"
    )


@LENGTH.of(Sym, DynamicText, Iterator)
def no_length(interp: Interpreter, value: Any) -> int:
    raise lacks(value, "__len__", f"{describe(value)} has no len()")


def is_whole(number: Any) -> bool:
    return isinstance(number, int) or isinstance(number, Sym) and number.dtype.kind in "iub"


def _range_item(interp: Interpreter, lo: int, i: Any, step: int) -> Any:
    return lo + i * step if isinstance(i, int) else interp.binary("Add", lo, interp.binary("Mult", i, step))


def length_with_dynamic_step(interp: Interpreter, lo: Any, hi: Any, step: Sym) -> Sym:
    """max(0, ceil((hi - lo) / step)) in integers."""
    lo, hi, step = (interp.sym(v).astype(np.int64) for v in (lo, hi, step))
    return maximum(-floor_divide(-(hi - lo), step), lo * 0)


def static_readers(interp: Interpreter, value: Any, what: str) -> list[Callable[[], Any]]:
    """Functions that read the items of a static sequence, each when it is needed."""
    items = iterate(interp, value)
    if isinstance(items, Counted):
        count = interp.static(counted_length(interp, items), f"the number of items of {what}")
        refuse_endless(count, what)
    else:
        items = items if isinstance(items, Listed) else list(items)
        count = len(items)
    return [functools.partial(item_of(items), k) for k in range(count)]


@operation
def known_items(interp: Interpreter, value: Any, what: str) -> list[Any]:
    """All items, known one by one: a counted iterable must have a static length."""
    value = interp.settled(value)
    if isinstance(value, tuple):  # not one array, even if another one that is iterated over here is
        return list(ITERATE(interp, value))
    items = iterate(interp, value)
    if not isinstance(items, Counted):
        return list(items)
    count = interp.static(counted_length(interp, items), f"the number of items of {what}")
    refuse_endless(count, what)
    return [items.item(i) for i in range(count)]


def refuse_endless(count: int, what: str) -> None:
    """Refuse to read more items one by one than a compiler can."""
    if count > MOST:
        raise CompileError(
            f"the items of {what} are too many to be read one by one", "use arrays: np.arange(…)"
        )


def counted_length(interp: Interpreter, items: Counted) -> Any:
    """The number of items, static or dynamic."""
    if items.length is not None:
        return items.length
    lo, hi, step = items.bounds
    if step == 1:
        return interp.binary("Sub", hi, lo) if isinstance(lo, Sym) or lo != 0 else hi
    return length_with_dynamic_step(interp, lo, hi, interp.builder.lift(step))


def shortest(interp: Interpreter, lengths: list[Any]) -> Any:
    if all(isinstance(n, int) for n in lengths) or 0 in [n for n in lengths if isinstance(n, int)]:
        return min(n for n in lengths if isinstance(n, int))
    result = interp.sym(lengths[0]).astype(np.int64)
    for n in lengths[1:]:
        result = minimum(result, interp.sym(n).astype(np.int64))
    most = [most for n in lengths if (most := interval(n)[1]) is not None]
    return within(interp, interp.wrap(result), 0, min(most)) if most else result


def backwards(interp: Interpreter, value: Any) -> Any:
    """reversed(...)."""
    items = iterate(interp, value)
    if not isinstance(items, Counted):
        item = item_of(items)
        turned = Listed(list(items)[::-1], lambda k: item(len(items) - 1 - k))
        turned.check = items.check if isinstance(items, Listed) else turned.check
        return turned
    if items.bounds and all(isinstance(b, int) for b in items.bounds):
        flipped = range(*items.bounds)[::-1]
        return counted_range(interp, flipped.start, flipped.stop, flipped.step)
    if items.bounds and abs(items.bounds[2]) == 1:
        lo, hi, step = items.bounds
        turned = counted_range(interp, interp.binary("Sub", hi, step), interp.binary("Sub", lo, step), -step)
        if items.at is None:
            return turned
        return Counted(turned.length, lambda i: items.at(turned.item(i)), turned.bounds, items.at)
    last = interp.binary("Sub", counted_length(interp, items), 1)
    item = lambda i: items.item(interp.binary("Sub", last, i))
    return Counted(items.length, item, (last, -1, -1), items.item)


def side_by_side(interp: Interpreter, sources: list[Counted]) -> Counted:
    """zip(...): if all count alike, the loop over it does so too."""
    item = lambda i: tuple(c.item(i) for c in sources)
    length = shortest(interp, [counted_length(interp, c) for c in sources])
    first = sources[0].bounds
    if first is None or not all(c.bounds and all(map(is_same_number, c.bounds, first)) for c in sources):
        return Counted(length, item)
    return Counted(length, item, first, lambda i: tuple(c.at(i) if c.at else i for c in sources))


def is_same_number(a: Any, b: Any) -> bool:
    return a.atom == b.atom if isinstance(a, Sym) and isinstance(b, Sym) else type(a) is type(b) and a == b
