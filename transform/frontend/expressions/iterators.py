"""Iterators: the objects that iter, zip, map, enumerate, filter, reversed, generator expressions and
itertools return.

As in Python an iterator is lazy and is read once. Its position lies in its `state`, which the trail undoes as
it does the content of a list. An iterator over arrays and ranges, whose items an index computes, is
`counted`: a loop over it stays a loop.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator as Pulling
from typing import Any

import gast
import numpy as np

from ...core.errors import CompileError, NeedsStatic
from ...ir.builder import Sym
from ...primitives import maximum
from .. import generator_functions as python
from ..dispatch import CLASS, CONTAINS, ITERATE, TRUTH
from ..frame import Frame
from ..interpreter import Interpreter, operation
from ..lists.items import ask_for, ask_for_many_rows, place_of_rows
from ..lists.places import ask_for_loop, is_asked_for, is_decided_by_data, place_of_keys, place_here
from ..state.sets import Set
from ..state.trail import CONTENT
from ..python_errors import lacks
from ..state.values import END, Array, Counted, Instance, Iterator, Listed, class_of, describe
from .iterables import (
    changes_meanwhile,
    backwards,
    counted_length,
    counted_range,
    is_gathered,
    is_object,
    item_of,
    iterate,
    place_of_items,
    refuse_endless,
    side_by_side,
)
from .operators import defines_method, is_of_users_class

ENDLESS = 2**62  # items
EXHAUSTED, UNKNOWN = -1, -2  # how far it is: it has given END; a loop has read it, who knows how far


def set_position(interp: Interpreter, iterator: Iterator, position: Any, k: int = 0) -> None:
    interp.trail.touch(iterator.state, CONTENT)
    iterator.state[k] = position


def state_on_all_paths(interp: Interpreter, iterator: Iterator, k: int = 0) -> Any:
    """A part of the state, which is the same on all paths that lead here."""
    return interp.read(iterator.state[k])


def static_state(interp: Interpreter, iterator: Iterator, k: int = 0) -> Any:
    """A part of the state that must be known: how far the iterator is."""
    return interp.static(
        state_on_all_paths(interp, iterator, k), f"how far {describe(iterator)} has been read"
    )


class Indexed(Iterator):
    """The items that an index gives. state: the index of the next."""

    def __init__(self, interp: Interpreter, kind: type, source: Any):
        super().__init__(kind, interp.trail.allocate([0]))
        self.source, self.begun = source, place_of_items(interp, source)

    def length(self, interp: Interpreter) -> Any:
        return counted_length(interp, self.source) if isinstance(self.source, Counted) else len(self.source)

    def item(self, interp: Interpreter, k: Any) -> Any:
        live = isinstance(self.source, list) and not isinstance(self.source, Listed)
        return interp.read(self.source[k]) if live else item_of(self.source)(k)

    def place(self, interp: Interpreter) -> int:
        place = static_state(interp, self)
        if place == UNKNOWN:
            raise CompileError(
                f"{describe(self)} is read after a loop, or in one, that may have read a part of it",
                "make a list of it before the loop: list(…)",
            )
        return place

    def pull(self, interp: Interpreter) -> Any:
        place = self.place(interp)
        if place == EXHAUSTED or place >= interp.static(
            self.length(interp), f"the number of items of {self.kind}"
        ):
            set_position(interp, self, EXHAUSTED)
            return END
        item = self.item(interp, place)
        set_position(interp, self, place + 1)
        return item

    def made_at(self, interp: Interpreter) -> Any:
        """The allocation site of the underlying list, which may be one array; None if there is none."""
        return self.source.place if isinstance(self.source, Listed) else self.begun

    def counted(self, interp: Interpreter) -> Counted | None:
        if not isinstance(self.source, Counted):
            return None
        place = self.place(interp)
        if place == 0:
            return self.source
        if place == EXHAUSTED:
            return counted_range(interp, 0, 0, 1)
        left = interp.binary("Sub", self.length(interp), place)
        return Counted(
            maximum(left, left * 0)
            if isinstance(left, Sym)
            else max(left, 0),  # next() reads on behind the end
            lambda i: self.source.item(interp.binary("Add", i, place)),
        )

    def advance(self, interp: Interpreter, n: int) -> None:
        set_position(interp, self, self.place(interp) + n)

    def leaves(self) -> Pulling[Iterator]:
        yield self


class Joint(Iterator):
    """An iterator that reads others."""

    def __init__(self, interp: Interpreter, kind: type, sources: list[Iterator], state: Iterable[Any] = ()):
        super().__init__(kind, interp.trail.allocate(list(state)))
        self.sources = sources

    def advance(self, interp: Interpreter, n: int) -> None:
        for source in self.sources:
            source.advance(interp, n)

    def leaves(self) -> Pulling[Iterator]:
        for source in self.sources:
            yield from source.leaves()

    def counted_sources(self, interp: Interpreter) -> list[Counted] | None:
        """The sources as Counted, if they are, and no two of them read the same iterator."""
        leaves = list(self.leaves())
        if len({id(leaf) for leaf in leaves}) < len(leaves):
            return None
        found = [source.counted(interp) for source in self.sources]
        return found if found and all(c is not None for c in found) else None


class Zipped(Joint):
    def __init__(self, interp: Interpreter, sources: list[Iterator], strict: bool = False):
        super().__init__(interp, zip, sources)
        self.strict = strict

    def pull(self, interp: Interpreter) -> Any:
        items = []
        for k, source in enumerate(self.sources):
            item = source.pull(interp)
            if item is END:
                self.check(interp, k)
                return END
            items.append(item)
        return tuple(items) if items else END

    def check(self, interp: Interpreter, ended: int) -> None:
        """strict=True: source `ended` has ended; those before it have given an item."""
        if not self.strict:
            return
        if ended:
            raise CompileError(
                f"ValueError: zip() argument {ended + 1} is shorter than argument{_up_to(ended)}"
            )
        for k, source in enumerate(self.sources[1:], 1):
            if source.pull(interp) is not END:
                raise CompileError(f"ValueError: zip() argument {k + 1} is longer than argument{_up_to(k)}")

    def counted(self, interp: Interpreter) -> Counted | None:
        found = self.counted_sources(interp)
        if found is None:
            return None
        lengths = [counted_length(interp, c) for c in found]
        if self.strict and not all(isinstance(n, int) and n == lengths[0] for n in lengths):
            return None
        return side_by_side(interp, found)


def _up_to(k: int) -> str:
    return " 1" if k == 1 else f"s 1-{k}"


class Mapped(Joint):
    def __init__(self, interp: Interpreter, function: Any, sources: list[Iterator]):
        super().__init__(interp, map, [Zipped(interp, sources)])
        self.function = function

    def pull(self, interp: Interpreter) -> Any:
        items = self.sources[0].pull(interp)
        return END if items is END else interp.call_back(self.function, list(items))

    def counted(self, interp: Interpreter) -> Counted | None:
        items = self.sources[0].counted(interp)
        return items and Counted(items.length, lambda i: interp.call_back(self.function, list(items.item(i))))


class Enumerated(Joint):
    """state: the number of the next item."""

    def __init__(self, interp: Interpreter, source: Iterator, start: Any):
        super().__init__(interp, enumerate, [source], [start])

    def pull(self, interp: Interpreter) -> Any:
        item, number = self.sources[0].pull(interp), self.state[0]
        if item is END:
            return END
        self.advance_number(interp, 1)
        return number, item

    def advance_number(self, interp: Interpreter, n: int) -> None:
        set_position(interp, self, interp.binary("Add", self.state[0], n))

    def advance(self, interp: Interpreter, n: int) -> None:
        super().advance(interp, n)
        self.advance_number(interp, n)

    def counted(self, interp: Interpreter) -> Counted | None:
        items, start = self.sources[0].counted(interp), self.state[0]
        if items is None:
            return None
        number = (
            (lambda i: i)
            if isinstance(start, int) and start == 0
            else (lambda i: interp.binary("Add", start, i))
        )
        return Counted(counted_length(interp, items), lambda i: (number(i), items.item(i)))


class Stepped(Joint):
    """An iterator whose items a function gives, one after the other: step(iterator) -> an item, or END."""

    def __init__(
        self,
        interp: Interpreter,
        kind: type,
        sources: list[Iterator],
        step: Callable[[Any], Any],
        state: Iterable[Any] = (),
    ):
        super().__init__(interp, kind, sources, state)
        self.step = step

    def pull(self, interp: Interpreter) -> Any:
        return self.step(self)


class Generated(Joint):
    """A generator expression. state: for each of its `for`s the iterator that it goes through, and how many of them
    have begun. inner: the iterators that it has made for its `for`s behind the first."""

    def __init__(self, interp: Interpreter, frame: Frame, node: gast.GeneratorExp, first: Iterator):
        super().__init__(interp, type(_ for _ in ()), [first], [*[first] * len(node.generators), 1])
        self.frame, self.node, self.inner = frame, node, list[Iterator]()

    def pull(self, interp: Interpreter) -> Any:
        generators = self.node.generators
        while True:
            depth = static_state(interp, self, -1)
            item = state_on_all_paths(interp, self, depth - 1).pull(interp)
            if item is END and depth == 1:
                return END
            if item is END:
                set_position(interp, self, depth - 1, -1)
                continue
            with interp.budget.unrolling(interp, self.frame, self.node):
                interp.assign(self.frame, generators[depth - 1].target, item)
                if not all(interp.holds(self.frame, test, self.node) for test in generators[depth - 1].ifs):
                    continue
                if depth == len(generators):
                    return interp.read(interp.evaluate(self.frame, self.node.elt))
                inner = iterator_over(interp, interp.evaluate(self.frame, generators[depth].iter))
            if self.is_made_since(interp, inner):
                self.inner.append(inner)
            set_position(interp, self, inner, depth)
            set_position(interp, self, depth + 1, -1)

    def is_made_since(self, interp: Interpreter, iterator: Iterator) -> bool:
        """Whether an iterator, with those that it reads, is younger than this one."""
        younger = interp.trail.allocated_at(iterator.state) > interp.trail.allocated_at(self.state)
        return younger and all(self.is_made_since(interp, source) for source in iterator.sources)

    def machinery(self) -> set[int]:
        return super().machinery().union({id(self.frame)}, *[inner.machinery() for inner in self.inner])


def make_filter(interp: Interpreter, function: Any, source: Iterator, keep: bool | None = True) -> Iterator:
    """filter(function, source); with `keep` false itertools.filterfalse."""
    if source.driven or is_asked_for(interp, place := place_here(interp)):
        return interp.generator(python.filtered, function, source, keep)

    def step(_: Iterator) -> Any:
        for item in pull_items(interp, source):
            truth = interp.truth_of(item if function is None else interp.call(function, [item], {}))
            if isinstance(truth, Sym):
                ask_for(interp, place)
                raise CompileError(
                    "filter by a dynamic condition gives a list of unknown length", "use np.where or a loop"
                )
            if truth == keep:
                return item
        return END

    return Stepped(interp, filter, [source], step)


def make_reversed(interp: Interpreter, value: Any) -> Iterator:
    if defines_method(interp, value, "__reversed__"):
        return iterator_over(interp, interp.call_method(value, "__reversed__", []))
    if is_of_users_class(value):
        if not all(defines_method(interp, value, name) for name in ("__len__", "__getitem__")):
            raise CompileError(
                f"TypeError: {class_of(value).__name__!r} object is not reversible", kind=TypeError
            )
        return interp.generator(python.items_backwards, value)
    if isinstance(value, (Iterator, Set)):
        raise CompileError(f"TypeError: {describe(value)} is not reversible", "make a list of it: list(…)")
    return Indexed(interp, kind_of(value, reversed, reversed), backwards(interp, value))


def make_zip(interp: Interpreter, *values: Any, strict: Any = False) -> Iterator:
    sources, strict = [iterator_over(interp, v) for v in values], bool(interp.static(strict, "strict="))
    driven = [k for k, source in enumerate(sources) if source.driven]
    if len(driven) == 1 and not strict:
        found = zipped_with(interp, sources[: driven[0]], sources[driven[0]], sources[driven[0] + 1 :])
        if found is not None:
            return found
    return Zipped(interp, sources, strict)


def zipped_with(
    interp: Interpreter, before: list[Iterator], driven: Iterator, after: list[Iterator]
) -> Iterator | None:
    """zip of a generator and what an index computes."""
    sides = [
        Zipped(interp, side).counted(interp) if side else Counted(ENDLESS, lambda i: ())
        for side in (before, after)
    ]
    if None in sides:
        return None
    for source in (*before, *after):
        lose(interp, source)
    lengths = [counted_length(interp, side) for side in sides]
    if not before:
        return interp.generator(python.zipped, driven, sides[1], lengths[1])
    return interp.generator(python.zipped_behind, driven, *sides, *lengths)


def nth(interp: Interpreter, items: Counted, k: Any) -> Any:
    """For generator_functions.py: an item."""
    return items.item(k)


def make_map(interp: Interpreter, function: Any, *values: Any) -> Iterator:
    if not values:
        raise CompileError("TypeError: map() must have at least two arguments.")
    sources = [iterator_over(interp, v) for v in values]
    if len(sources) == 1 and sources[0].driven:
        return interp.generator(python.mapped, function, *sources)
    joint = make_zip(interp, *sources)
    return (
        interp.generator(python.star_mapped, function, joint)
        if joint.driven
        else Mapped(interp, function, sources)
    )


def make_enumerate(interp: Interpreter, value: Any, start: Any = 0) -> Iterator:
    source = iterator_over(interp, value)
    return (
        interp.generator(python.enumerated, source, start)
        if source.driven
        else Enumerated(interp, source, start)
    )


class FarRead(NeedsStatic):
    """It depends on data how far a generator is read."""


def next_(interp: Interpreter, iterator: Any, *default: Any) -> Any:
    """The first of the items that are left, which is used up."""
    if defines_method(interp, iterator, "__next__"):
        method = lambda: interp.call_method(iterator, "__next__", [])
        return interp.consume_generator(python.next_or, iterator, *default) if default else method()
    if not isinstance(iterator, Iterator):
        hint = "it takes iter(…) and generators"
        raise lacks(iterator, "__next__", f"next() of {describe(iterator)}", hint)
    place = place_here(interp)
    if iterator.driven and is_asked_for(interp, place_of_keys(place)):
        return interp.consume_generator(python.first_of, iterator, *default)
    if has_computed_length(interp, iterator):
        items = iterator.counted(interp)
        iterator.advance(interp, 1)
        return interp.consume_generator(python.nth_or, items, 0, counted_length(interp, items), *default)
    try:
        item = iterator.pull(interp)
    except NeedsStatic as error:
        if iterator.driven and (isinstance(error, FarRead) or not error.sources):
            ask_for_loop(interp, place)
        raise
    if item is END and not default:
        error = CompileError(
            "StopIteration: next() of an empty iterable", "give it a default: next(items, 0)"
        )
        error.raised = StopIteration() if iterator.returned is None else StopIteration(iterator.returned)
        raise error
    return default[0] if item is END else item


# -- reading them ---------------------------------------------------------------------------------------


@operation
def iterator_over(interp: Interpreter, value: Any) -> Iterator:
    """iter(value)."""
    value = interp.settled(value)
    if isinstance(value, Iterator):
        return value
    if is_object(interp, value):
        return own_iterator(interp, value)
    if changes_meanwhile(interp, value):
        return interp.generator(python.items_while_there, value)
    if isinstance(value, list) and not is_gathered(interp, value):
        return Indexed(interp, type(iter([])), value)
    items = iterate(interp, value)
    kind = kind_of(value, iter, type(iter(np.zeros(1))))
    return Indexed(interp, kind, items if isinstance(items, (Counted, Listed)) else list(items))


def source_over(interp: Interpreter, value: Any) -> Iterator:
    """iter(value); a generator, which a loop drives, if data decide how many items there are."""
    source = iterator_over(interp, value)
    return interp.generator(python.each, source) if has_computed_length(interp, source) else source


def has_computed_length(interp: Interpreter, source: Iterator) -> bool:
    """Whether data decide how many items are left, which an index computes. (No argument that may be static does.)"""
    counted = None if source.driven else source.counted(interp)
    return counted is not None and is_decided_by_data(interp, counted_length(interp, counted))


@operation
def computed_source(interp: Interpreter, value: Any) -> Iterator | None:
    """iter(value) of what has a number of items that data decide; None of anything else."""
    value = interp.settled(value)
    if not isinstance(value, (Array, Counted, Instance, Iterator)):
        return None
    source = iterator_over(interp, value)
    return source if source.driven or has_computed_length(interp, source) else None


def kind_of(value: Any, function: Callable, otherwise: type) -> type:
    """The class of iter(value) or reversed(value)."""
    empty = (
        range(0)
        if isinstance(value, Counted)
        else type(value)()
        if isinstance(value, (list, dict, str))
        else None
    )
    return otherwise if empty is None else type(function(empty))


def own_iterator(interp: Interpreter, value: Any) -> Iterator:
    """The result of an object's method __iter__."""
    if not defines_method(interp, value, "__iter__"):
        if defines_method(interp, value, "__getitem__"):
            return interp.generator(python.items_in_order, value)
        hint = "iterate over one of its attributes"
        raise lacks(value, "__iter__", f"{describe(value)} can't be iterated over", hint)
    iterator = interp.call_method(value, "__iter__", [])
    if defines_method(interp, iterator, "__next__"):
        return interp.generator(python.iterated, iterator)
    if not isinstance(iterator, Iterator):
        raise CompileError(
            f"{describe(value)} can't be iterated over: its __iter__ gives {describe(iterator)}",
            "let it give iter(…) of a list or an array, or write it as a generator",
        )
    return iterator


@ITERATE.of(Iterator)
def read_all(interp: Interpreter, iterator: Iterator) -> Counted | list[Any]:
    """The items that are left: none are, then."""
    counted = iterator.counted(interp)
    if counted is None:
        return list(pull_items(interp, iterator))
    finish(interp, iterator, counted)
    return counted


def pull_items(interp: Interpreter, iterator: Iterator) -> Pulling[Any]:
    """The items, read one after the other."""
    for k in itertools.count():
        item = iterator.pull(interp)
        if item is END:
            return
        refuse_endless(k, describe(iterator))
        yield item


@CONTAINS.of(Iterator)
def found_in(interp: Interpreter, iterator: Iterator, item: Any) -> bool:
    """`item in iterator`, which is read until the item is found."""
    if iterator.driven:
        return interp.consume_generator(python.holds_item, iterator, item)
    for other in pull_items(interp, iterator):
        equal = interp.truth_of(interp.compare("Eq", item, other))
        if isinstance(equal, Sym):
            raise CompileError(
                f"it depends on data how far {describe(iterator)} is read", "make a list of it: list(…)"
            )
        if equal:
            return True
    return False


CLASS.of(Iterator)(lambda interp, iterator: iterator.kind)
TRUTH.of(Iterator)(lambda interp, iterator: True)


def finish(interp: Interpreter, iterator: Iterator, counted: Counted) -> None:
    """All items have been read, and then END."""
    n, leaves = counted_length(interp, counted), list(iterator.leaves())
    if (
        isinstance(n, int)
        and all(isinstance(leaf.length(interp), int) for leaf in leaves)
        and len(leaves) > 1
    ):
        iterator.advance(interp, n)
        iterator.pull(interp)
        return
    for leaf in leaves:
        set_position(interp, leaf, EXHAUSTED if len(leaves) == 1 else UNKNOWN)


def lose(interp: Interpreter, iterator: Iterator) -> None:
    """From here on nobody knows how far the iterator is."""
    for leaf in iterator.leaves():
        set_position(interp, leaf, UNKNOWN)
    for inner in iterator.inner if isinstance(iterator, Generated) else iterator.sources:
        lose(interp, inner)


def loop_over(interp: Interpreter, value: Any) -> tuple[Any, CountedReading | None]:
    """The iterable of a loop over a value; and, if that is an iterator that is counted, what marks it as read."""
    value = interp.shown_now(value)
    if is_object(interp, value) or changes_meanwhile(interp, value):
        value = iterator_over(interp, value)
    if not isinstance(value, Iterator):
        items = iterate(interp, value)
        ask_for_many_rows(interp, items)
        return items, None
    for leaf in value.leaves():
        ask_for_many_rows(interp, leaf.source if isinstance(leaf, Indexed) else None)
    counted = value.counted(interp)
    return (value, None) if counted is None else (counted, CountedReading(interp, value, counted))


def places_of(interp: Interpreter, items: Any) -> list[Any]:
    """The allocation sites of lists that a loop goes through item by item: the loop might stay a loop if they
    were arrays."""
    found = (
        [items.place]
        if isinstance(items, Listed)
        else [leaf.made_at(interp) for leaf in items.leaves() if isinstance(leaf, Indexed)]
        if isinstance(items, Iterator)
        else []
    )
    sources = (
        [leaf.source for leaf in items.leaves() if isinstance(leaf, Indexed)]
        if isinstance(items, Iterator)
        else [items]
    )
    found += [place_of_rows(interp, source) for source in sources]
    return [place for place in found if place is not None]


class CountedReading:
    """A counted loop goes through an iterator: until it is over nobody knows how far it has come."""

    def __init__(self, interp: Interpreter, iterator: Iterator, counted: Counted):
        self.interp, self.iterator, self.counted = interp, iterator, counted
        self.places = [(leaf, leaf.state[0]) for leaf in iterator.leaves()]
        lose(interp, iterator)

    def end(self) -> None:
        for leaf, place in self.places:
            set_position(self.interp, leaf, place)
        finish(self.interp, self.iterator, self.counted)
