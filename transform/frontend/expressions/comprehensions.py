"""Comprehensions: unrolled item by item; over a counted iterable, a reduction (sum, any …) or a long list
becomes a loop (see lists/growing.py).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import gast

from ...core.dtypes import settings
from ...core.errors import NeedsStatic
from ...ir.builder import Sym
from ..lists.growing import is_computed, made_at, make_growing
from ..lists.items import ask_for
from ..lists.places import (
    SHORT,
    UNKNOWN,
    NeedsType,
    ask_for_loop,
    do_arguments_decide,
    is_asked_for,
    is_tried,
    place_of_keys,
    place_of,
    settled_here,
)
from ..frame import Frame
from ..interpreter import EXPRESSIONS, Interpreter, operation
from ..state.diagnostics import FILTERED
from ..state.values import Counted, Iterator
from .builtin_reductions import fold
from .iterables import is_object, static_readers
from .iterators import Generated, has_computed_length, loop_over, places_of, pull_items


FIRST = ".0"  # the variable for what the first generator goes through, as Python calls it
TOTAL = ".total"  # that for the sum so far
LISTED = ".list"  # the one for the list that a comprehension makes


def scope(interp: Interpreter, frame: Frame, node: Any) -> Frame:
    """A comprehension has its own variables; walrus targets belong to the function around it."""
    bound = frozenset(n.id for g in node.generators for n in gast.walk(g.target) if isinstance(n, gast.Name))
    inner = Frame(frame.name, frame.file, bound, frame, frame.host, frame.node)
    return interp.trail.allocate(inner)


def run_comprehension(interp: Interpreter, frame: Frame, node: Any) -> Any:
    if not isinstance(node, gast.ListComp):
        return comprehended(interp, frame, node)
    return settled_here(interp, place_of(frame, node), lambda: comprehended(interp, frame, node))


def comprehended(interp: Interpreter, frame: Frame, node: Any) -> Any:
    inner = scope(interp, frame, node)
    results: list = []
    first = interp.evaluate(frame, node.generators[0].iter)  # in the scope around, as in Python
    iterator = driven_by(interp, first)
    if iterator is not None:
        # the frame of a comprehension takes care of failures
        return run_driven(interp, inner, node, iterator)
    if stays_loop(interp, frame, node):
        return run_loops(interp, inner, node, first)
    if isinstance(node, gast.GeneratorExp):
        source = interp.iterator_over(first)
        if has_computed_length(interp, source):
            return run_driven(interp, inner, node, source)
        return Generated(interp, inner, node, source)
    collect(interp, inner, node, list(node.generators), results, first)
    return (
        made_at(interp, place_of(frame, node), results)
        if isinstance(node, gast.ListComp)
        else collect_items(interp, frame, node, results)
    )


def run_loops(interp: Interpreter, inner: Frame, node: Any, first: Any) -> Any:
    """A comprehension as loops: its list is one array, or its conditions depend on data."""
    if isinstance(node, gast.GeneratorExp):
        return run_driven(interp, inner, node, interp.iterator_over(first))
    if isinstance(node, gast.DictComp):
        place = place_of(inner, node)
        ask_for_loop(interp, place)  # which keys there are depends on data
        return run_filling(interp, inner, filling(node), interp.make_dict([], place), first)
    items = run_listing(interp, inner, listing(node), interp.iterate(first))
    return items if isinstance(node, gast.ListComp) else interp.make_set(items, place_of(inner, node))


def collect_items(interp: Interpreter, frame: Frame, node: Any, items: list) -> Any:
    """A dict or a set of the items."""
    match node:
        case gast.DictComp():
            return interp.make_dict(items, place_of(frame, node))
        case gast.SetComp():
            return interp.make_set(items, place_of(frame, node))


def driven_by(interp: Interpreter, value: Any) -> Iterator | None:
    """The generator that goes through a value, if one does."""
    value = interp.settled(value)
    iterator = (
        interp.iterator_over(value) if isinstance(value, Iterator) or is_object(interp, value) else None
    )
    return iterator if iterator is not None and iterator.driven else None


@operation
def as_loop(interp: Interpreter, items: Any) -> Any:
    """A generator whose loop stays one, for a generator expression over a list of computed length."""
    counted = items.sources[0].counted(interp) if isinstance(items, Generated) else None
    if counted is None or isinstance(counted.length, int):
        return items
    return run_driven(interp, items.frame, items.node, items.sources[0])


def run_driven(interp: Interpreter, inner: Frame, node: Any, iterator: Iterator) -> Any:
    """A comprehension over a generator: its loops, in which a list grows; a generator expression is a generator."""
    if isinstance(node, gast.GeneratorExp):
        inner.local = inner.local | {FIRST}
        interp.trail.write(inner, FIRST, iterator)
        inner.node = yielding(node)
        return interp.generator_of(inner, [inner.node])
    place = place_of(inner, node)
    if isinstance(node, gast.DictComp) and is_asked_for(interp, place_of_keys(place)):
        return run_filling(interp, inner, filling(node), interp.make_dict([], place), iterator)
    items = run_listing(interp, inner, listing(node), iterator)
    if isinstance(node, gast.ListComp):
        return items
    if isinstance(interp.length_of(items), int):
        return collect_items(interp, inner, node, interp.known_items(items, "it"))
    if isinstance(node, gast.DictComp):
        ask_for_loop(interp, place)
    return interp.make_set(items, place)


@functools.lru_cache(1024)
def yielding(node: gast.GeneratorExp) -> Any:
    """(elt for target in xs)   =>   for target in xs: yield elt"""
    return nested_for_loops(
        node, _copy_location(gast.Expr(_copy_location(gast.Yield(node.elt), node.elt)), node.elt)
    )


@functools.lru_cache(1024)
def listing(node: Any) -> gast.ListComp:
    """The list comprehension of the items."""
    if isinstance(node, gast.ListComp):
        return node
    elt = (
        _copy_location(gast.Tuple([node.key, node.value], gast.Load()), node.key)
        if isinstance(node, gast.DictComp)
        else node.elt
    )
    return _copy_location(gast.ListComp(elt, node.generators), node)


@functools.lru_cache(1024)
def appending(node: gast.ListComp) -> Any:
    """[elt for target in xs]   =>   for target in xs: .list.append(elt)"""
    listed = _copy_location(gast.Name(LISTED, gast.Load(), None, None), node.elt)
    append = _copy_location(gast.Attribute(listed, "append", gast.Load()), node.elt)
    return nested_for_loops(
        node, _copy_location(gast.Expr(_copy_location(gast.Call(append, [node.elt], []), node.elt)), node.elt)
    )


@functools.lru_cache(1024)
def filling(node: gast.DictComp) -> Any:
    """{key: value for target in xs}   =>   for target in xs: .list[key] = value"""
    listed = _copy_location(gast.Name(LISTED, gast.Load(), None, None), node.key)
    entry = _copy_location(gast.Subscript(listed, node.key, gast.Store()), node.key)
    return nested_for_loops(node, _copy_location(gast.Assign([entry], node.value, None), node.key))


def collect(
    interp: Interpreter, inner: Frame, node: Any, generators: list, results: list, iterable: Any = None
) -> None:
    """The items that the generators lead to; `iterable` is what the first of them goes through, if that is known."""
    if not generators:
        if isinstance(node, gast.DictComp):
            results.append(
                (interp.evaluate(inner, node.key), interp.read(interp.evaluate(inner, node.value)))
            )
        else:
            results.append(interp.read(interp.evaluate(inner, node.elt)))
        return
    first, *rest = generators
    iterable = interp.evaluate(inner, first.iter) if iterable is None else iterable
    items, reading = loop_over(interp, iterable)
    begun, before = interp.builder.site.work, len(results)
    for k, (item, count) in enumerate(item_readers(interp, inner, node, items)):
        if k == 1 and len(results) > before:
            check_short(interp, inner, node, results[before], begun, count, items)
        with interp.budget.unrolling(interp, inner, node):
            interp.assign(inner, first.target, item())
            if all(holds(interp, inner, test, node) for test in first.ifs):
                collect(interp, inner, node, rest, results)
    if reading is not None:
        reading.end()


def item_readers(
    interp: Interpreter, inner: Frame, node: Any, items: Any
) -> Iterable[tuple[Callable[[], Any], int]]:
    """Readers of the items, one for each when it is its turn, and the number of items (0 if nobody knows). If
    data decide that, and it is known how many there are at most, read again with a loop for a list, unless
    that has been tried."""
    if isinstance(items, Iterator):
        yield from ((lambda item=item: item, 0) for item in pull_items(interp, items))
        return
    try:
        readers = static_readers(interp, items, "this comprehension")
    except NeedsStatic as error:
        if (
            do_arguments_decide(interp, error)
            and not interp.sizes.guesses  # (where lists have room for a guess, no argument is to decide that)
            or isinstance(node, gast.GeneratorExp)
            or not isinstance(items, Counted)
            or is_tried(interp, place_of(inner, node))
        ):
            if not error.sources and isinstance(node, gast.ListComp):
                error.hint = "collect the items in a loop: found.extend(…) for arrays of several lengths"
            raise
        raise NeedsType({place_of(inner, node): UNKNOWN}) from None
    yield from ((reader, len(readers)) for reader in readers)


def check_short(
    interp: Interpreter, inner: Frame, node: Any, item: Any, begun: int, count: int, items: Any
) -> None:
    """The first item has been read. Read again with a loop for a list of many computed items, or with arrays for the
    lists that the items are computed from, unless that has been tried."""
    if not isinstance(node, gast.ListComp) or not is_computed(item):
        return
    places = [place_of(inner, node)] if isinstance(items, Counted) else places_of(interp, items)
    if isinstance(items, Counted):
        interp.places.note([item], places[0])  # what it will consist of
    if count > (SHORT // 8 if settings.any_size else SHORT):
        for place in places:
            ask_for(interp, place)
    interp.budget.check_light(interp, begun, 1, count, places)


def stays_loop(interp: Interpreter, frame: Frame, node: Any) -> bool:
    return is_asked_for(interp, place_of(frame, node))


def run_listing(interp: Interpreter, inner: Frame, node: gast.ListComp, first: Any) -> Any:
    """[elt for target in counted] as nested for loops that lengthen a list."""
    return run_filling(interp, inner, appending(node), make_growing(interp, inner, node, []), first)


def run_filling(interp: Interpreter, inner: Frame, loop: Any, filled: Any, first: Any) -> Any:
    """The loops that fill a list or dict."""
    inner.local = inner.local | {LISTED, FIRST}
    interp.trail.write(inner, FIRST, first)
    interp.trail.write(inner, LISTED, filled)
    inner.node = loop
    interp.block(inner, [loop])
    return interp.settled(inner.variables[LISTED])


@operation
def holds(interp: Interpreter, frame: Frame, test: Any, node: Any = None) -> bool:
    """The truth of a condition of a comprehension, which must be known; or else the list may be one array."""
    value = interp.truth(frame, test)
    if not isinstance(value, Sym):
        return value
    if node is not None:
        ask_for(interp, place_of(frame, node))
    with interp.at(frame, test):
        error = FILTERED.error()
        error.chooses = True
        raise error


@operation
def fold_comprehension(
    interp: Interpreter, frame: Frame, name: str, node: gast.GeneratorExp
) -> tuple[bool, Any]:
    """sum(elt for target in counted if test …) as nested for loops over an accumulator."""
    if name not in ("sum", "any", "all"):
        return False, None
    inner = scope(interp, frame, node)
    value = interp.evaluate(frame, node.generators[0].iter)
    iterator = driven_by(interp, value)
    if iterator is not None:
        items = run_driven(interp, inner, node, iterator)
        return True, fold(name)(interp, items)
    first, reading = loop_over(interp, value)
    if not isinstance(first, Counted):
        source = interp.iterator_over(first)
        items = (
            run_driven(interp, inner, node, source)
            if is_asked_for(interp, place_of(inner, node))
            else Generated(interp, inner, node, source)
        )
        return True, fold(name)(interp, items)
    loop = folding_loop(name, node)
    inner.local = inner.local | {TOTAL, FIRST}
    interp.trail.write(inner, FIRST, first)
    inner.node = loop
    interp.trail.write(inner, TOTAL, {"sum": 0, "any": False, "all": True}[name])
    interp.block(inner, [loop])
    if reading is not None and name == "sum":  # any and all stop on the way
        reading.end()
    return True, interp.of_any_kind(inner.variables[TOTAL])  # of no items a number, where it is an array else


def folding_loop(name: str, node: gast.GeneratorExp) -> Any:
    """The loop that a fold over a generator expression stands for."""
    return nested_for_loops(node, _copy_location(_update(name, node.elt), node.elt))


def nested_for_loops(node: Any, statement: Any) -> Any:
    """The for loops of a comprehension around a statement."""
    body = [statement]
    for generator in reversed(node.generators):
        for test in reversed(generator.ifs):
            body = [_copy_location(gast.If(test, body, []), test)]
        items = generator.iter
        if generator is node.generators[0]:
            items = _copy_location(gast.Name(FIRST, gast.Load(), None, None), items)
        body = [_copy_location(gast.For(generator.target, items, body, [], None), generator.iter)]
    return body[0]


def _update(name: str, elt: Any) -> Any:
    total = lambda ctx: _copy_location(gast.Name(TOTAL, ctx, None, None), elt)
    value = (
        elt
        if name == "sum"
        else _copy_location(gast.IfExp(elt, _constant(True, elt), _constant(False, elt)), elt)
    )
    op = gast.Add() if name == "sum" else gast.Or() if name == "any" else gast.And()
    combined = (
        gast.BinOp(total(gast.Load()), op, value)
        if name == "sum"
        else gast.BoolOp(op, [total(gast.Load()), value])
    )
    return gast.Assign([total(gast.Store())], _copy_location(combined, elt), None)


def _constant(value: Any, place: Any) -> Any:
    return _copy_location(gast.Constant(value, None), place)


def _copy_location(node: Any, place: Any) -> Any:
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, field, getattr(place, field))
    return node


EXPRESSIONS |= dict.fromkeys(
    (gast.ListComp, gast.GeneratorExp, gast.SetComp, gast.DictComp), run_comprehension
)
