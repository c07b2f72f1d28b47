"""The functions of itertools, on iterators that exist while compiling."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from ...core.errors import CompileError, NeedsStatic
from ...ir.builder import Sym
from .. import generator_functions as python
from ..interpreter import Interpreter
from ..lists.items import ask_for
from ..lists.places import ask_for_loop, is_asked_for, place_of_keys, place_here
from ..state.values import END, Counted, Iterator, Listed, compute
from .iterables import counted_length, counted_range, iterate
from .iterators import (
    ENDLESS,
    Indexed,
    Stepped,
    iterator_over,
    source_over,
    state_on_all_paths,
    static_state,
    pull_items,
    set_position,
    make_zip,
)


def make_chain(interp: Interpreter, *values: Any) -> Iterator:
    return chained_from(interp, list(values))


def chained_from(interp: Interpreter, values: Any) -> Iterator:
    """state: the iterator of iterables, and the one that is read now."""
    known = isinstance(values, (list, tuple)) and any(interp.computed_source(v) is not None for v in values)
    outer = iterator_over(interp, values)
    if outer.driven or known:
        return interp.generator(python.chained, outer)

    def step(self: Iterator) -> Any:
        while (item := state_on_all_paths(interp, self).pull(interp)) is END:
            if (value := outer.pull(interp)) is END:
                return END
            set_position(interp, self, iterator_over(interp, value))
        return item

    return Stepped(interp, itertools.chain, [outer], step, [iterator_over(interp, ())])


def make_islice(interp: Interpreter, values: Any, *bounds: Any) -> Iterator:
    """islice. state: the index of the next item, and that of the next that counts."""
    given = slice(*(interp.static(b, "a bound of islice") for b in bounds))
    start, stop, stride = given.start or 0, given.stop, 1 if given.step is None else given.step
    if min(start, stop or 0) < 0 or stride < 1:
        raise CompileError("ValueError: the bounds of islice must not be negative, and its step not be zero")
    source = source_over(interp, values)
    if source.driven:
        return interp.generator(python.sliced, source, start, stop, stride)

    def step(self: Iterator) -> Any:
        while stop is None or static_state(interp, self) < stop:
            if (item := source.pull(interp)) is END:
                return END
            place, wanted = static_state(interp, self), static_state(interp, self, 1)
            set_position(interp, self, place + 1)
            if place == wanted:
                set_position(interp, self, wanted + stride, 1)
                return item
        return END

    return Stepped(interp, itertools.islice, [source], step, [0, start])


def counting(interp: Interpreter, start: Any = 0, step: Any = 1) -> Iterator:
    """state: the next number. Whole numbers are counted, so that a loop that leaves by break stays a loop."""
    if isinstance(start, int) and isinstance(step, int):
        numbers = Counted(ENDLESS, lambda i: interp.binary("Add", start, interp.binary("Mult", i, step)))
        return Indexed(interp, itertools.count, numbers)

    def go_on(self: Iterator) -> Any:
        number = state_on_all_paths(interp, self)
        set_position(interp, self, interp.binary("Add", number, step))
        return number

    return Stepped(interp, itertools.count, [], go_on, [start])


def make_repeat(interp: Interpreter, value: Any, times: Any = None) -> Iterator:
    if times is not None:
        many = counted_range(interp, 0, interp.static(times, "times"), 1)
        return Indexed(interp, itertools.repeat, Counted(counted_length(interp, many), lambda i: value))
    return Stepped(interp, itertools.repeat, [], lambda _: value)


def make_cycle(interp: Interpreter, values: Any) -> Iterator:
    """state: how many items have been given."""
    source = interp.computed_source(values)
    if source is not None:
        return interp.generator(python.cycled, source)
    items = interp.known_items(values, "cycle(…)")

    def step(self: Iterator) -> Any:
        if not items:
            return END
        place = static_state(interp, self)
        set_position(interp, self, (place + 1) % len(items))
        return items[place]

    return Stepped(interp, itertools.cycle, [], step, [0])


def make_accumulate(
    interp: Interpreter, values: Any, function: Any = None, *, initial: Any = None
) -> Iterator:
    """state: what has been given last; nothing has, at the start."""
    source = source_over(interp, values)
    combine = (
        (lambda a, b: interp.binary("Add", a, b))
        if function is None
        else (lambda a, b: interp.call_back(function, [a, b]))
    )
    if source.driven:
        return interp.generator(
            python.accumulated, operator.add if function is None else function, source, initial
        )

    def step(self: Iterator) -> Any:
        last = state_on_all_paths(interp, self)
        if last is END and initial is not None:
            last = initial
        elif (item := source.pull(interp)) is END:
            return END
        else:
            last = item if last is END else combine(last, item)
        set_position(interp, self, last)
        return last

    return Stepped(interp, itertools.accumulate, [source], step, [END])


def star_mapped(interp: Interpreter, function: Any, values: Any) -> Iterator:
    source = source_over(interp, values)
    if source.driven:
        return interp.generator(python.star_mapped, function, source)

    def step(_: Iterator) -> Any:
        item = source.pull(interp)
        return (
            END
            if item is END
            else interp.call(function, interp.known_items(item, "an item of starmap(…)"), {})
        )

    return Stepped(interp, itertools.starmap, [source], step)


def taken_while(interp: Interpreter, function: Any, values: Any) -> Iterator:
    """Items as long as a test holds; the state is whether it is over."""
    source, place = source_over(interp, values), place_here(interp)
    if source.driven or is_asked_for(interp, place_of_keys(place)):
        return interp.generator(python.taken_while, function, source)

    def step(self: Iterator) -> Any:
        item = END if static_state(interp, self) else source.pull(interp)
        if item is not END and not _meets(interp, function, item, "takewhile", place):
            item = END
        set_position(interp, self, item is END)
        return item

    return Stepped(interp, itertools.takewhile, [source], step, [False])


def dropped_while(interp: Interpreter, function: Any, values: Any) -> Iterator:
    """Items from the first one on for which a test fails; the state is whether an item has been given."""
    source, place = source_over(interp, values), place_here(interp)
    if source.driven or is_asked_for(interp, place_of_keys(place)):
        return interp.generator(python.dropped_while, function, source)

    def step(self: Iterator) -> Any:
        for item in pull_items(interp, source):
            if static_state(interp, self) or not _meets(interp, function, item, "dropwhile", place):
                set_position(interp, self, True)
                return item
        return END

    return Stepped(interp, itertools.dropwhile, [source], step, [False])


def _meets(interp: Interpreter, function: Any, item: Any, name: str, place: Any) -> bool:
    try:
        return interp.static(interp.truth_of(interp.call(function, [item], {})), f"the condition of {name}")
    except NeedsStatic as error:
        if not error.sources:  # data decide, and no argument that may be static
            ask_for_loop(interp, place)
        raise


def zipped_longest(interp: Interpreter, *values: Any, fillvalue: Any = None) -> Iterator:
    sources = [iterator_over(interp, v) for v in values]

    def step(_: Iterator) -> Any:
        items = [source.pull(interp) for source in sources]
        return (
            END if all(item is END for item in items) else tuple(fillvalue if i is END else i for i in items)
        )

    return Stepped(interp, itertools.zip_longest, sources, step)


def make_compress(interp: Interpreter, values: Any, selectors: Any) -> Iterator:
    pairs = make_zip(interp, values, selectors)

    def step(_: Iterator) -> Any:
        for item, selector in pull_items(interp, pairs):
            if interp.static(interp.truth_of(selector), "a selector of compress"):
                return item
        return END

    return Stepped(interp, itertools.compress, [pairs], step)


def make_tee(interp: Interpreter, values: Any, n: Any = 2) -> tuple[Iterator, ...]:
    """Iterators over the same items, which are read now."""
    items = iterate(interp, values)
    items = items if isinstance(items, (Counted, Listed)) else list(items)
    return tuple(Indexed(interp, type(itertools.tee(())[0]), items) for _ in range(interp.static(n, "n")))


def empty_lists(interp: Interpreter, *names: str) -> list[Any]:
    """Lists for a function of generator_functions.py, which are made where it is called."""
    span = place_here(interp)
    place = (span.file, span.line, span.column) if span else ("", 0, 0)
    return [interp.empty_list((place[0], name, *place[1:]), name) for name in names]


def make_groupby(interp: Interpreter, values: Any, key: Any = None) -> Iterator:
    """groupby. state: the number of the group that is read; the item that begins the next, with its key; and the key
    of the group."""
    source, place = source_over(interp, values), place_here(interp)
    if source.driven or is_asked_for(interp, place):
        return interp.generator(python.grouped, source, key, *empty_lists(interp, "items", "keys", "starts"))

    def advance(self: Iterator) -> None:
        item = source.pull(interp)
        set_position(interp, self, item, 1)
        set_position(interp, self, item if item is END or key is None else interp.call(key, [item], {}), 2)

    def same(self: Iterator, group: Any) -> bool:
        if state_on_all_paths(interp, self, 1) is END:
            return False
        equal = interp.truth_of(interp.compare("Eq", state_on_all_paths(interp, self, 2), group))
        if isinstance(equal, Sym) and not equal.is_const:
            ask_for(interp, place)
            if not equal.origins:
                raise CompileError(
                    "groups with dynamic keys can only be iterated over by a loop or a comprehension",
                    "use each group there: [(k, len(list(g))) for k, g in groupby(…)]",
                )
        return interp.static(equal, "whether two keys of groupby are equal")

    def member(self: Iterator, number: int, group: Any) -> Any:
        """The next item of a group; it has none any more when the next group has been asked for."""
        if static_state(interp, self) != number or not same(self, group):
            return END
        item = state_on_all_paths(interp, self, 1)
        advance(self)
        return item

    def step(self: Iterator) -> Any:
        if not static_state(interp, self):
            advance(self)
        else:
            while same(self, state_on_all_paths(interp, self, 3)):
                advance(self)
        if state_on_all_paths(interp, self, 1) is END:
            return END
        number, group = static_state(interp, self) + 1, state_on_all_paths(interp, self, 2)
        set_position(interp, self, number)
        set_position(interp, self, group, 3)
        return group, Stepped(interp, type(_ for _ in ()), [self], lambda _: member(self, number, group))

    return Stepped(interp, itertools.groupby, [source], step, [0, END, END, END])


def make_batched(interp: Interpreter, values: Any, n: Any, *, strict: Any = False) -> Iterator:
    source, size = iterator_over(interp, values), interp.static(n, "n")
    if size < 1:
        raise CompileError("ValueError: n must be at least one")

    def step(_: Iterator) -> Any:
        items = tuple(itertools.islice(pull_items(interp, source), size))
        if strict and 0 < len(items) < size:
            raise CompileError("ValueError: batched(): incomplete batch")
        return items or END

    return Stepped(interp, itertools.islice, [source], step)


def make_combinations(function: Callable) -> Callable:
    """combinations, permutations, product, pairwise: what itertools makes of the items of lists."""

    def run(interp: Interpreter, *values: Any, **given: Any) -> Iterator:
        if function is itertools.pairwise and (source := interp.computed_source(values[0])) is not None:
            return interp.generator(python.paired, source)
        many = function is itertools.product
        if any(interp.computed_source(v) is not None for v in (values if many else values[:1])):
            found = combine_computed(interp, function, values, given)
            if found is not None:
                return found
        items = [interp.known_items(v, function.__name__) for v in (values if many else values[:1])]
        counts = [
            interp.static(v, f"an argument of {function.__name__}") for v in ([] if many else values[1:])
        ]
        named = {k: interp.static(v, f"{k}=") for k, v in given.items()}
        return Indexed(interp, function, compute(lambda: tuple(function(*items, *counts, **named))))

    return run


# For how many items at once there are nested loops over lists of computed length.
LOOPS = {
    itertools.product: {2: python.product_of_two, 3: python.product_of_three},
    itertools.combinations: {2: python.pairs_of, 3: python.triples_of},
    itertools.combinations_with_replacement: {2: python.pairs_of, 3: python.triples_of},
    itertools.permutations: {2: python.ordered_pairs_of},
}
STEPS = {itertools.combinations: (1,), itertools.combinations_with_replacement: (0,)}


def combine_computed(
    interp: Interpreter, function: Callable, values: Sequence[Any], given: dict
) -> Iterator | None:
    """The same of lists of computed length, as nested loops; None where there are none for so many items at once."""
    many = function is itertools.product
    name = "repeat" if many else "r"
    count = interp.static(given.get(name, 1 if many else values[1] if len(values) > 1 else None), name)
    items = list(values) * count if many and isinstance(count, int) else values[:1]
    loops = LOOPS.get(function, {}).get(len(items) if many else count)
    if loops is None:
        return None
    return interp.generator(loops, *[interp.call(list, [v], {}) for v in items], *STEPS.get(function, ()))
