"""`for` and `while` statements: the choice between a loop of the Program and unrolling.

`for` over a range (or anything indexed by one) becomes a `fori_loop`; `while`, and `for` with a break or an
early return, a `while_loop`. The body is read once, with typed stand-ins for its carry (loop_fixpoint.py). A
loop is unrolled only if its body needs a static index, or changes a shape; a note records that.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import gast
import numpy as np

from ....core.errors import CompileError, NeedsStatic
from ....ir.builder import Sym
from ....primitives import minimum, select
from ...lists.growing import is_growing
from ...models.model import is_list_model
from ...lists.items import ask_for, is_pooled
from ...lists.places import SHORT, ask_for_changing, changed_in_loop, changing, is_unbounded
from ...definite_assignment import overwritten_by_iteration
from ...expressions.iterables import item_of
from ...expressions.iterators import UNKNOWN, Indexed, Zipped, loop_over, places_of, set_position
from ...frame import BREAK, CONTINUE, EXIT, NORMAL, RETURN, Frame
from ...interpreter import Interpreter
from ...state.values import (
    END,
    NUMBERS,
    UNSET,
    Counted,
    Instance,
    Iterator,
    Listed,
    Maybe,
    Poison,
    Unsettled,
    is_record,
)
from ..branches import may_leave, travel
from ..budget import ask_for_lists
from ..generators import Generator, run_generator
from .loop_fixpoint import Loop, read_body, read_to_fixpoint, settle_continue
from .static_trip_counts import FEW_ITERATIONS, as_counted, counter, decides_itself, static_trip_count
from .loop_names import contains, yields
from .nested_loops import called_with, as_nested_loops
from .peeling import run_peeled, run_rest
from .recorded_states import is_recording, keeps_tape, run_recorded

UNROLL_LIMIT = 4096
SOME = 16  # and a while loop, whose iterations are not known before
LEAVING = (gast.Return, gast.Raise, gast.Assert, gast.Yield, gast.YieldFrom)  # what may leave a function
FEW = 8  # a loop with so many iterations is unrolled if an array changes its length in it
Items = list[Callable[[], Any]] | Iterator
NESTED = 16  # iterations that may have left, each of which holds what follows it


# -- entry points ------------------------------------------------------------------------------------------------


def run_while(interp: Interpreter, frame: Frame, node: gast.While) -> None:
    condition, changes = _static_test(interp, frame, node)
    if changes:
        return run_while(interp, frame, with_test_inside(node))
    if condition is False:
        return interp.block(frame, node.orelse)
    if run_with_states(interp, frame, node, condition is not None):
        return finish_else(interp, frame, node)
    iterations = (
        static_trip_count(interp, frame, node, FEW_ITERATIONS) if condition and decides_itself(node) else None
    )
    if iterations is not None:
        reason = CompileError("it computes numbers that are known")
        return unroll_while(interp, frame, node, reason, iterations + 1) or finish_else(interp, frame, node)
    mark = interp.mark()
    try:
        read_to_fixpoint(Loop(interp, frame, node, resizes=condition is None))
    except (NeedsStatic, Unsettled) as error:
        mine = not isinstance(error, Unsettled) or error.loop == id(node)
        if condition is None and mine:
            interp.budget.note_iterations([travel(interp, lambda: interp.truth(frame, node.test)).value])
        if condition is None and mine and changes_shape(error):
            interp.undo(mark)
            run_while_if_any(interp, frame, node, error)
            return finish_else(interp, frame, node)
        if condition is None or not mine:
            raise
        interp.undo(mark)
        run_static_while(interp, frame, node, error)
    finish_else(interp, frame, node)


def changes_shape(error: CompileError) -> bool:
    """Whether a loop changes the shape of an array in its first round, and not the length of a list."""
    return isinstance(error, Unsettled) and not error.site and not error.grows


def run_while_if_any(interp: Interpreter, frame: Frame, node: gast.While, error: CompileError) -> None:
    """A while loop with its first round before it, where there is one. Raises: the error for which it can't be read
    otherwise."""

    def peeled() -> None:
        read_body(interp, frame, node)
        settle_continue(interp, frame, node)
        run_rest(interp, frame, node, 1, error)

    run_if_begun(interp, frame, interp.truth(frame, node.test), peeled, error)


def run_with_states(interp: Interpreter, frame: Frame, node: gast.While, known: bool) -> bool:
    """A while loop that puts its states on a list; whether it is one. `known`: is its test static at first? If it stays
    so for few rounds, the loop is unrolled."""
    if known and not isinstance(node.test, gast.Constant) and is_recording(interp, frame, node):
        mark = interp.mark()
        reason = CompileError("its length is known, and its states are put on a list")
        try:
            unroll_while(interp, frame, node, reason, SOME)
            return True
        except (NeedsStatic, Unsettled):
            interp.undo(mark)
        except CompileError as error:
            if error is not reason:
                raise
            interp.undo(mark)
    run = lambda: read_to_fixpoint(Loop(interp, frame, node, resizes=True))
    return run_recorded(interp, frame, node, run)


def run_static_while(interp: Interpreter, frame: Frame, node: gast.While, reason: CompileError) -> None:
    """A while loop that can't stay one as it is: unrolled where that takes few iterations, else with arrays
    that change their length; where neither will do, unrolled."""
    mark = interp.mark()
    try:
        return unroll_while(interp, frame, node, reason, SOME)
    except (NeedsStatic, Unsettled) as error:
        if error is not reason:
            raise
        interp.undo(mark)
    iterations = static_trip_count(interp, frame, node)
    if iterations is not None:
        counted = as_counted(node)
        try:
            return run_counted(interp, frame, counted, counter(iterations))
        except (NeedsStatic, Unsettled) as error:
            if isinstance(error, Unsettled) and error.loop != id(counted):
                raise
            interp.undo(mark)
    try:
        return read_to_fixpoint(Loop(interp, frame, node, resizes=True))
    except (NeedsStatic, Unsettled) as error:
        if isinstance(error, Unsettled) and error.loop != id(node):
            raise
        interp.undo(mark)
        reason = error if is_unbounded(error) else reason
    unroll_while(interp, frame, node, reason, UNROLL_LIMIT)


def unroll_while(
    interp: Interpreter, frame: Frame, node: gast.While, reason: CompileError, limit: int
) -> None:
    """A while loop whose test stays static, run here; the reason why it can't stay a loop if the test turns dynamic."""
    begun, places = interp.builder.site.work, [reason.site] if reason.site else []
    for count in range(limit):
        if count:
            interp.budget.check_light(interp, begun, count, count, places)
        condition = interp.truth(frame, node.test)
        if isinstance(condition, Sym):
            interp.budget.note_iterations([condition])
            if not count or not isinstance(reason, Unsettled):
                raise reason
            return run_rest(interp, frame, node, count, reason)
        if not condition:
            interp.note(f"while loop unrolled {count} times: {reason.message}")
            return
        with interp.budget.unrolling(interp, frame, node):
            read_body(interp, frame, node)
        settle_continue(interp, frame, node)
        if isinstance(frame.exit, Sym) and isinstance(reason, Unsettled):
            return run_rest(interp, frame, node, count + 1, reason)
        if isinstance(frame.exit, Sym):
            raise reason
        if frame.exit in (BREAK, RETURN):
            return
    raise reason


def _static_test(interp: Interpreter, frame: Frame, node: gast.While) -> tuple[Any, bool]:
    """The test at entry if it is static (False: the body is never read), else None; and whether testing
    changes anything."""
    route = travel(interp, lambda: interp.truth(frame, node.test))
    return None if isinstance(route.value, Sym) else bool(route.value), bool(route.changes)


@functools.lru_cache(256)
def with_test_inside(node: gast.While) -> gast.While:
    """while test: body; else: last   =>   while True: if not test: last; break; body"""
    if any(_leaves_loop(n) for n in node.orelse):
        raise CompileError(
            "the test of this while loop changes variables, and its else leaves the loop around it",
            "assign before the loop and at the end of its body",
        )
    place = lambda new, old=node.test: gast.copy_location(new, old)
    leave = place(
        gast.If(place(gast.UnaryOp(gast.Not(), node.test)), [*node.orelse, place(gast.Break())], [])
    )
    return gast.copy_location(gast.While(place(gast.Constant(True, None)), [leave, *node.body], []), node)


def run_for(interp: Interpreter, frame: Frame, node: gast.For) -> None:
    with interp.at(frame, node.iter):
        called = called_with(interp, frame, node.iter)
        loops = None if called is None or _breaks(node) else as_nested_loops(interp, frame, node, *called)
        if loops is not None:
            return run_for(interp, frame, loops)
        value = interp.evaluate(frame, node.iter) if called is None else interp.call(*called, {})
        items, reading = loop_over(interp, value)
        place = changing(interp)
    rows = rows_of(value)

    def run() -> None:
        run_items(interp, frame, node, items)
        if any(new is not old for new, old in zip(rows_of(value), rows)) and not isinstance(items, Generator):
            ask_for_changing(interp, place)
            raise changed_in_loop()
        finish_else(interp, frame, node)

    interp.unless_failed(frame, run)
    if reading is not None and not any(map(may_leave, node.body)):
        reading.end()


def rows_of(value: Any) -> list[Any]:
    """The rows of a list that is one array, or several."""
    return [v.attributes["rows"] if is_growing(v) else v for v in own_lists(value)]


def own_lists(value: Instance) -> Sequence[Instance]:
    """The lists that a list consists of; of one in a pool, those of the pool."""
    if is_pooled(value):
        pool = value.attributes["pool"]
        return own_lists((pool.value if isinstance(pool, Maybe) else pool).attributes["pairs"])
    if is_list_model(value) and not is_record(value) and "members" in value.attributes:
        return own_lists(value.attributes["members"])
    if is_list_model(value) and not is_record(value):
        return value.attributes["columns"]
    return (value,) if is_growing(value) else ()


def run_items(interp: Interpreter, frame: Frame, node: gast.For, items: Any) -> None:
    if isinstance(items, Generator):
        run_generator(interp, frame, node, items)
    elif isinstance(items, Iterator):
        beside = items_beside_list(interp, items)
        if beside is not None:
            return unroll_while_there(interp, frame, node, *beside)
        unroll(interp, frame, node, items, places_of(interp, items))
    elif not isinstance(items, Counted):
        items = items if isinstance(items, Listed) else list(items)
        readers = [functools.partial(item_of(items), k) for k in range(len(items))]
        unroll(interp, frame, node, readers, places_of(interp, items))
        if isinstance(items, Listed):
            check_behind(interp, frame, items)
    elif isinstance(items.length, int) and items.length == 0:
        pass
    elif isinstance(items.length, int) and items.length == 1 and frame.own:  # deque([start])
        unroll(interp, frame, node, [functools.partial(items.item, 0)], [])
    else:
        run_counted(interp, frame, node, items)


def run_counted(interp: Interpreter, frame: Frame, node: gast.For, items: Counted) -> None:
    """A counted loop: rolled, unless its body can't do without a static index."""
    lo, hi, step = items.bounds or (0, items.length, 1)
    ranges = items.bounds is not None and items.at is None  # the target is the index
    value = items.at if items.at else (lambda i: i) if ranges else items.item
    bind = lambda i: interp.assign(frame, node.target, value(i))
    peeled = lambda: run_peeled(interp, frame, node, bind, (lo, hi, step), ranges)
    mark = interp.mark()
    if isinstance(items.length, int):
        forget_entry(interp, frame, node)
    try:
        resizes = not isinstance(items.length, int) or items.length > FEW
        resizes |= interp.growing is not None and interp.growing.resizes
        loop = Loop(interp, frame, node, bind, (lo, hi, step), ranges, resizes=resizes)
        known = isinstance(items.length, int)
        if ranges and not known and run_recorded(interp, frame, node, lambda: read_to_fixpoint(loop), items):
            return
        stays = not known or items.length > SHORT or resizes and keeps_tape(frame.node, node)
        if resizes and not interp.unrolls and stays:
            interp.long_loops.add(id(node))
        return read_to_fixpoint(loop)
    except (NeedsStatic, Unsettled) as error:
        mine = error.loop == id(node) if isinstance(error, Unsettled) else id(node) in (error.sources or ())
        if mine and (error.grows or error.site) and stays:
            ask_for(interp, error.site, made=not error.grows)
        if mine and not known:
            interp.budget.note_iterations(items.bounds or [items.length])
        shape_changes = mine and changes_shape(error)
        if shape_changes and not known:
            interp.undo(mark)
            return run_if_begun(interp, frame, begins(interp, lo, hi, step), peeled, error)
        if not mine or not known or items.length > UNROLL_LIMIT:
            raise
        interp.undo(mark)
        reason, places = error.message, [error.site] if error.site else []
    except CompileError as error:
        if not error.shared:
            raise
        interp.undo(mark)  # behind the first round the names may stand for one list
        return run_if_begun(interp, frame, known or begins(interp, lo, hi, step), peeled, error)
    if shape_changes and items.length > FEW:
        try:
            return peeled()
        except (NeedsStatic, Unsettled):
            interp.undo(mark)
    interp.note(f"loop unrolled {items.length} times: {reason}")
    indices = range(lo, hi, step) if items.bounds else range(items.length)
    unroll(interp, frame, node, [functools.partial(value, i) for i in indices], places)


def run_if_begun(
    interp: Interpreter, frame: Frame, begun: Any, peeled: Callable[[], None], error: CompileError
) -> None:
    """A loop whose first round stands before it, if it is `begun`. Raises `error` if it can't be read so either, or
    leaves a variable that can't be read."""
    unreadable = lambda: {name for name, value in frame.variables.items() if type(value) is Poison}
    before = unreadable()
    try:
        if begun is True:
            peeled()
        else:
            interp.fork(begun, peeled, lambda: None)
    except CompileError:
        raise error from None
    if unreadable() - before:
        raise error


def begins(interp: Interpreter, lo: Any, hi: Any, step: int) -> Any:
    """Whether a range between these bounds has a first number."""
    return interp.sym(interp.compare("Lt" if step > 0 else "Gt", lo, hi))


def forget_entry(interp: Interpreter, frame: Frame, node: gast.For) -> None:
    """Before a loop that surely runs: what its iterations overwrite is not set, so that it may be of another shape or
    kind."""
    if interp.trying or yields(node):
        return
    for name in overwritten_by_iteration(frame.node, node):
        value = frame.variables.get(name, UNSET)
        if value is not UNSET and not isinstance(value, (*NUMBERS, Sym)):
            interp.trail.write(frame, name, UNSET)


def finish_else(interp: Interpreter, frame: Frame, node: Any) -> None:
    """Behind the loop: a break is over; `else` runs where there was none."""
    exit = frame.exit
    if not isinstance(exit, Sym):
        if exit == BREAK:
            interp.trail.write(frame, EXIT, NORMAL)
        elif exit == NORMAL and node.orelse:
            interp.block(frame, node.orelse)
        return
    if (
        isinstance(node, gast.While)
        and isinstance(node.test, gast.Constant)
        and node.test.value
        and not _breaks(node)
    ):
        interp.trail.write(frame, EXIT, RETURN)  # `while True` without a break ends by return only
        return
    left = interp.sym(exit)
    interp.trail.write(frame, EXIT, _behind_break(interp, node, left))
    if node.orelse:
        interp.fork(left == NORMAL, lambda: _proceed(interp, frame, node.orelse), lambda: None)


def _behind_break(interp: Interpreter, node: Any, left: Sym) -> Any:
    """The exit code behind a loop: its own breaks are over."""
    if not contains(node, LEAVING) and not isinstance(interp.registers["error"], Sym):
        return NORMAL
    if not _breaks(node):
        return left
    return select(left == BREAK, interp.builder.lift(np.asarray(NORMAL, left.dtype)), left)


def _proceed(interp: Interpreter, frame: Frame, statements: list) -> None:
    interp.trail.write(frame, EXIT, NORMAL)
    interp.block(frame, statements)


def _breaks(node: Any) -> bool:
    """Whether there is a break of this very loop."""
    return any(_leaves_loop(n, gast.Break) for n in node.body)


def _leaves_loop(node: Any, kinds: Any = (gast.Break, gast.Continue)) -> bool:
    """Whether a statement holds a break (or continue) of the loop that it stands in."""
    if isinstance(node, (gast.FunctionDef, gast.Lambda)):
        return False
    inner = node.orelse if isinstance(node, (gast.For, gast.While)) else gast.iter_child_nodes(node)
    return isinstance(node, kinds) or any(_leaves_loop(n, kinds) for n in inner)


def check_behind(interp: Interpreter, frame: Frame, items: Listed) -> None:
    """Python asks for the next item, and finds none, unless the loop was left."""
    if isinstance(frame.exit, Sym):
        interp.fork(is_running(interp, frame), items.check, lambda: None)
    elif frame.exit not in (BREAK, RETURN):
        items.check()


# -- unrolled ----------------------------------------------------------------------------------------------------


def unroll(
    interp: Interpreter,
    frame: Frame,
    node: gast.For,
    items: Items,
    places: list[Any],
) -> None:
    """One reading of the body for each item; behind an iteration that may have left, the rest is conditional: a few
    conditions within each other, then the next few.

    places: of the lists because of which it is unrolled.
    """
    rest = unroll_nested(interp, frame, node, items, places)
    while rest is not None:
        going_on = rest

        def go_on() -> None:
            nonlocal rest
            interp.trail.write(frame, EXIT, NORMAL)
            for iterator, positions in going_on.states:
                for k, position in enumerate(positions):
                    set_position(interp, iterator, position, k)
            rest = unroll_nested(interp, frame, node, going_on.items, places)

        if not isinstance(frame.exit, Sym):
            if frame.exit in (BREAK, RETURN):
                return
            go_on()
            continue
        interp.fork(is_running(interp, frame), go_on, lambda: None, dead=None if may_leave(node) else 1)


class Rest(NamedTuple):
    """The items behind an iteration that may have left, and how far the iterators have been read that give them."""

    items: Items
    states: list[tuple[Iterator, list[int]]]


def rest_of(items: Items) -> Rest | None:
    """The items that are left, if it is known how far they have been read."""
    iterators = [items] if isinstance(items, Iterator) else []
    for iterator in iterators:
        if not all(type(k) is int for k in iterator.state):
            return None
        iterators += iterator.sources
    return Rest(items, [(iterator, list(iterator.state)) for iterator in iterators])


def is_running(interp: Interpreter, frame: Frame) -> Sym:
    """Whether the iterations of a loop go on, behind one that may have left."""
    left = interp.sym(frame.exit)
    return (left == NORMAL) | (left == CONTINUE)


def unroll_nested(
    interp: Interpreter,
    frame: Frame,
    node: gast.For,
    items: Items,
    places: list[Any],
    depth: int = 0,
) -> Rest | None:
    """Unroll a loop up to the NESTED-th iteration that may have left; returns the items behind it."""
    begun = interp.builder.site.work
    for k in itertools.count():
        if isinstance(items, list) and k == len(items):
            return None
        with interp.budget.unrolling(interp, frame, node):
            item = items[k]() if isinstance(items, list) else items.pull(interp)
            if item is END:
                return None
            interp.assign(frame, node.target, item)
            read_body(interp, frame, node)
        interp.budget.check_light(
            interp, begun, k + 1, len(items) if isinstance(items, list) else k + 1, places
        )
        exit = frame.exit
        if isinstance(exit, Sym):
            rest = items[k + 1 :] if isinstance(items, list) else items
            if not rest:
                settle_continue(interp, frame, node)
                return None
            if items_left(interp, rest) >= SHORT:
                ask_for_lists(interp, places)
            behind = rest_of(rest) if depth + 1 >= NESTED else None
            if behind is not None:
                return behind
            left: Rest | None = None

            def go_on() -> None:
                nonlocal left
                interp.trail.write(frame, EXIT, NORMAL)
                left = unroll_nested(interp, frame, node, rest, places, depth + 1)

            interp.fork(is_running(interp, frame), go_on, lambda: None, dead=None if may_leave(node) else 1)
            return left
        if exit in (BREAK, RETURN):
            return None
        if exit == CONTINUE:
            interp.trail.write(frame, EXIT, NORMAL)


def items_left(interp: Interpreter, items: Any) -> int:
    """The number of items left, as far as that is known."""
    if isinstance(items, list):
        return len(items)
    leaves = [leaf for leaf in items.leaves() if isinstance(leaf, Indexed) and isinstance(leaf.state[0], int)]
    lengths = [(leaf.length(interp), leaf.state[0]) for leaf in leaves]
    return min([n - k for n, k in lengths if isinstance(n, int)], default=0)


def items_beside_list(interp: Interpreter, iterator: Iterator) -> tuple[list[Callable[[], Any]], Sym] | None:
    """The items of a zip of Python lists and of something of computed length, and how many there are: the items of the
    lists are read one by one. None if it is another iterator, or may have more than a few items."""
    sources = iterator.sources if isinstance(iterator, Zipped) and not iterator.strict else []
    if not all(isinstance(s, Indexed) and s.state[0] == 0 for s in sources):
        return None
    lengths = [source.length(interp) for source in sources]
    known = [n for n in lengths if not isinstance(n, Sym)]
    computed = [n for n in lengths if isinstance(n, Sym) and n.origins is None]
    if not known or len(known) + len(computed) < len(lengths) or not computed or min(known) > SOME:
        return None
    for source in sources:
        set_position(interp, source, UNKNOWN)
    read = lambda k: tuple([source.item(interp, k) for source in sources])
    return [functools.partial(read, k) for k in range(min(known))], functools.reduce(minimum, computed)


def unroll_while_there(
    interp: Interpreter, frame: Frame, node: gast.For, items: list[Callable[[], Any]], count: Sym
) -> None:
    """One reading of the body for each item, under the condition that there is one: `count` of them are."""
    interp.note(
        f"loop unrolled {len(items)} times: items of a list are read beside a computed number of others"
    )

    def read(k: int) -> None:
        with interp.budget.unrolling(interp, frame, node):
            interp.assign(frame, node.target, items[k]())
            read_body(interp, frame, node)
        exit = frame.exit
        if isinstance(exit, Sym):
            left = interp.sym(exit)
            running = (left == NORMAL) | (left == CONTINUE)
            interp.fork(running, lambda: go_on(k + 1), lambda: None, dead=None if may_leave(node) else 1)
        elif exit in (NORMAL, CONTINUE):
            go_on(k + 1)

    def go_on(k: int) -> None:
        interp.trail.write(frame, EXIT, NORMAL)
        if k < len(items):
            there = interp.compare("Lt", k, count)
            interp.fork(interp.sym(there), lambda: read(k), lambda: None)

    go_on(0)
