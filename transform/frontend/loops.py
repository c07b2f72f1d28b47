"""Loops stay loops: the body is read once, with typed stand-ins for what it carries, until the carried types are stable.

`for` over a range (or anything indexed by one) becomes a `fori_loop`; `while`, and `for` with a break or an early return,
a `while_loop`. A loop is unrolled only where its body needs the index to be static, or changes a shape; that is noted.
"""
from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable

import gast
import numpy as np

from ..build import Builder, Facts, Sym
from ..dtypes import canonical
from ..errors import CompileError, NeedsStatic
from ..primitives import fori_loop, while_loop
from ..program import Type
from ..source import loaded_names, stored_names
from .branches import (Route, array_maker, carried, close, fork, join_routes, link_aliases, name_of, name_outputs, rewatch,
                       travel, truth, write_joined)
from .facts import facts_of
from .heap import CONTENT, Change, read
from .interpreter import BREAK, CONTINUE, EXIT, NORMAL, RESULT, RETURN, Frame, Interpreter
from .join import ArraySlot, Joining, Slot, fill
from .values import NEVER, UNSET, Array, Counted, Maybe, Poison, Unsettled

ROUNDS = 12
UNROLL_LIMIT = 4096


@dataclasses.dataclass
class Carry:
    """A location that the loop carries: its value at entry, and the joined template of all rounds."""
    change: Change
    template: Any
    head: Any = None


@dataclasses.dataclass
class Loop:
    """A loop to be read: how to bind the target for an index, its body, and the syntax it stems from."""
    interp: Interpreter
    frame: Frame
    node: Any
    bind: Callable[[Any], None] | None = None       # assigns the target from an index; None for `while`
    bounds: tuple[Any, Any, int] | None = None      # lo, hi, step
    ranges: bool = False                            # the target is the index itself
    carries: dict = dataclasses.field(default_factory=dict)

    @property
    def outlives(self) -> frozenset[str]:
        """Names assigned in the loop whose values may be read outside it."""
        return _names_outside(self.frame.node, self.node)


def _names_outside(function: Any, loop: Any) -> frozenset[str]:
    if function is None:
        return frozenset()
    inside = set(map(id, gast.walk(loop)))
    return frozenset(n.id for n in gast.walk(function)
                     if isinstance(n, gast.Name) and isinstance(n.ctx, (gast.Load, gast.Del)) and id(n) not in inside)


# -- entry points ------------------------------------------------------------------------------------------------

def run_while(interp: Interpreter, frame: Frame, node: gast.While) -> None:
    condition, changes = _static_test(interp, frame, node)
    if changes:
        return run_while(interp, frame, with_test_inside(node))
    if condition is False:
        return interp.block(frame, node.orelse)
    mark, serial = interp.trail.mark(), interp.trail.serial
    try:
        run_rolled(Loop(interp, frame, node))
    except (NeedsStatic, Unsettled) as error:
        if condition is None or isinstance(error, Unsettled) and error.loop != id(node):
            raise
        interp.trail.rewind(mark, serial)
        unroll_while(interp, frame, node, error)
    finish_else(interp, frame, node)


def unroll_while(interp: Interpreter, frame: Frame, node: gast.While, reason: CompileError) -> None:
    """A while loop whose test stays static, run here; the reason why it can't stay a loop if the test turns dynamic."""
    for count in range(UNROLL_LIMIT):
        condition = truth(interp, interp.evaluate(frame, node.test))
        if isinstance(condition, Sym):
            raise reason
        if not condition:
            interp.note(f"while loop unrolled {count} times: {reason.message}")
            return
        read_body(interp, frame, node)
        settle_continue(interp, frame, node)
        if isinstance(frame.exit, Sym):
            raise reason
        if frame.exit in (BREAK, RETURN):
            return
    raise reason


def _static_test(interp: Interpreter, frame: Frame, node: gast.While) -> tuple[Any, bool]:
    """The test at entry if it is static (False: the body is never read), else None; does testing change anything?"""
    route = travel(interp, lambda: truth(interp, interp.evaluate(frame, node.test)))
    return None if isinstance(route.value, Sym) else bool(route.value), bool(route.changes)


@functools.lru_cache(256)
def with_test_inside(node: gast.While) -> gast.While:
    """while test: body   =>   while True: if not test: break; body"""
    if node.orelse:
        raise CompileError("this while loop has an else, and its test changes variables",
                           "assign before the loop and at the end of its body")
    place = lambda new, old=node.test: gast.copy_location(new, old)
    leave = place(gast.If(place(gast.UnaryOp(gast.Not(), node.test)), [place(gast.Break())], []))
    return gast.copy_location(gast.While(place(gast.Constant(True, None)), [leave, *node.body], []), node)


def run_for(interp: Interpreter, frame: Frame, node: gast.For) -> None:
    from .assign import assign
    from .iterables import iterate
    items = iterate(interp, interp.evaluate(frame, node.iter))
    if not isinstance(items, Counted):
        unroll(interp, frame, node, list(items))
    elif isinstance(items.length, int) and items.length == 0:
        pass
    else:
        run_counted(interp, frame, node, items)
    finish_else(interp, frame, node)


def run_counted(interp: Interpreter, frame: Frame, node: gast.For, items: Counted) -> None:
    """A counted loop: rolled, unless its body can't do without a static index."""
    from .assign import assign
    lo, hi, step = items.bounds or (0, items.length, 1)
    offset = None if items.bounds else 0
    bind = lambda i: assign(interp, frame, node.target, items.item(i) if offset is not None else i)
    mark, serial = interp.trail.mark(), interp.trail.serial
    try:
        return run_rolled(Loop(interp, frame, node, bind, (lo, hi, step), items.bounds is not None))
    except (NeedsStatic, Unsettled) as error:
        mine = error.loop == id(node) if isinstance(error, Unsettled) else id(node) in (error.sources or ())
        if not mine or not isinstance(items.length, int) or items.length > UNROLL_LIMIT:
            raise
        interp.trail.rewind(mark, serial)
        reason = error.message
    interp.note(f"loop unrolled {items.length} times: {reason}")
    indices = range(lo, hi, step) if items.bounds else range(items.length)
    unroll(interp, frame, node, [i if items.bounds else items.item(i) for i in indices])


def finish_else(interp: Interpreter, frame: Frame, node: Any) -> None:
    """Behind the loop: a break is over; `else` runs where there was none."""
    exit = frame.exit
    if not isinstance(exit, Sym):
        if exit == BREAK:
            interp.trail.write(frame, EXIT, NORMAL)
        elif exit == NORMAL and node.orelse:
            interp.block(frame, node.orelse)
        return
    if isinstance(node, gast.While) and isinstance(node.test, gast.Constant) and node.test.value and not _breaks(node):
        interp.trail.write(frame, EXIT, RETURN)         # `while True` without a break ends by return only
        return
    left = interp.sym(exit)
    interp.trail.write(frame, EXIT, _behind_break(interp, node, left))
    if node.orelse:
        fork(interp, left == NORMAL, lambda: _proceed(interp, frame, node.orelse), lambda: None)


def _behind_break(interp: Interpreter, node: Any, left: Sym) -> Any:
    """The exit code behind a loop: its own breaks are over."""
    from ..primitives import select
    if not _contains(node, (gast.Return, gast.Raise, gast.Assert)) and not isinstance(interp.registers["error"], Sym):
        return NORMAL
    return select(left == BREAK, interp.builder.lift(np.asarray(NORMAL, left.dtype)), left)


def _proceed(interp: Interpreter, frame: Frame, statements: list) -> None:
    interp.trail.write(frame, EXIT, NORMAL)
    interp.block(frame, statements)


def _breaks(node: Any) -> bool:
    """Is there a break of this very loop?"""
    def within(n: Any) -> bool:
        if isinstance(n, (gast.For, gast.While, gast.FunctionDef, gast.Lambda)):
            return any(map(within, n.orelse)) if isinstance(n, (gast.For, gast.While)) else False
        return isinstance(n, gast.Break) or any(map(within, gast.iter_child_nodes(n)))
    return any(map(within, node.body))


def _contains(node: Any, kinds: Any) -> bool:
    return any(isinstance(n, kinds) for n in gast.walk(node))


def read_body(interp: Interpreter, frame: Frame, node: Any) -> None:
    frame.loop_depth += 1
    try:
        interp.block(frame, node.body)
    finally:
        frame.loop_depth -= 1


# -- unrolled ----------------------------------------------------------------------------------------------------

def unroll(interp: Interpreter, frame: Frame, node: gast.For, items: list) -> None:
    """One reading of the body for each item; behind a round that may have left, the rest is conditional."""
    from .assign import assign
    for k, item in enumerate(items):
        assign(interp, frame, node.target, item)
        read_body(interp, frame, node)
        exit = frame.exit
        if isinstance(exit, Sym):
            rest = items[k + 1:]
            go_on = interp.sym(exit)
            running = (go_on == NORMAL) | (go_on == CONTINUE)
            if rest:
                fork(interp, running, lambda: (interp.trail.write(frame, EXIT, NORMAL), unroll(interp, frame, node, rest)), lambda: None)
            else:
                settle_continue(interp, frame, node)
            return
        if exit in (BREAK, RETURN):
            return
        if exit == CONTINUE:
            interp.trail.write(frame, EXIT, NORMAL)


def settle_continue(interp: Interpreter, frame: Frame, node: Any) -> None:
    """`continue` at the end of a round is a normal end."""
    if isinstance(frame.exit, Sym) and _contains(node, gast.Continue):
        from ..primitives import select
        left = interp.sym(frame.exit)
        interp.trail.write(frame, EXIT, select(left == CONTINUE, interp.builder.lift(np.asarray(NORMAL, left.dtype)), left))
    elif not isinstance(frame.exit, Sym) and frame.exit == CONTINUE:
        interp.trail.write(frame, EXIT, NORMAL)


# -- rolled ------------------------------------------------------------------------------------------------------

def run_rolled(loop: Loop) -> None:
    """Read the body with the types found so far until they are stable, then append the loop."""
    interp = loop.interp
    for _ in range(ROUNDS):
        attempt = Attempt(loop)
        if attempt.stable:
            return attempt.emit()
    raise Unsettled("the types that this loop carries do not become stable",
                    "give the variables the same dtype and shape in every iteration", loop=id(loop.node))


class Attempt:
    """One reading of a loop's body with the carries known so far; afterwards the loop knows what it missed."""

    def __init__(self, loop: Loop):
        self.loop, self.interp = loop, loop.interp
        self.body = Builder(self.interp.builder)
        self.index = self._index()
        tentative = self.interp.tentative
        self.interp.tentative = tentative | stored_names(tuple(loop.node.body))
        try:
            serial = self.interp.trail.serial
            self.slots = self._enter()
            read_all(loop)
            self.route = travel(self.interp, self._round, self.body, serial)
        finally:
            self.interp.tentative = tentative
        self.stable = self._compare()

    # the entry of a round

    def _index(self) -> Sym | None:
        if self.loop.bounds is None:
            return None
        lo, hi, step = self.loop.bounds
        index = self.body.parameter(Type(canonical(np.int64), (), True), self._index_name())
        self.interp.builder.site.facts[index.atom.name] = self._index_facts(index, lo, hi, step)
        return index

    def _index_name(self) -> str:
        target = getattr(self.loop.node, "target", None)
        own = isinstance(target, gast.Name) and target.id != "_" and self.loop.ranges
        return target.id if own else "i"

    def _index_facts(self, index: Sym, lo: Any, hi: Any, step: int) -> Facts:
        first, last = facts_of(lo), facts_of(hi)
        low, high = (first, last) if step > 0 else (last, first)
        shift = 0 if step > 0 else 1
        return Facts(frozenset([id(self.loop.node)]), None if low is None or low.lo is None else low.lo + shift,
                     None if high is None or high.hi is None else high.hi - 1 + shift, ((index.atom.name, 1),))

    def _enter(self) -> list[Slot]:
        """Typed parameters of the body for everything carried; the heads of the carries."""
        slots = [s for c in self.loop.carries.values() for s in slots_of(c.template)]
        for slot in slots:
            slot.sym = self.body.parameter(slot.type, slot.name)
        make = array_maker(self.interp)
        with self.interp.inside(self.body):
            for carry in self.loop.carries.values():
                clear(carry.template)
                carry.head = fill(carry.template, make)
        return slots

    def _set_heads(self) -> None:
        for carry in self.loop.carries.values():
            write_joined(self.interp, carry.change, carry.head)
        for carry in self.loop.carries.values():
            rewatch(arrays_of(carry.head))

    # the round itself

    def _round(self) -> Any:
        loop, interp = self.loop, self.interp
        self._set_heads()
        interp.trail.write(loop.frame, EXIT, NORMAL)        # a round begins only if nothing has left the loop
        if loop.bind is not None:
            loop.bind(self.index)
        read_body(interp, loop.frame, loop.node)
        settle_continue(interp, loop.frame, loop.node)

    # comparing what the round left with what it was given

    def _compare(self) -> bool:
        loop, stable = self.loop, True
        self.results: list[Any] = []
        for key, change in self.route.changes.items():
            if key not in loop.carries and self._relevant(change):
                stable = False
                self._start_carry(key, change)
        for key, carry in loop.carries.items():
            after = self.route.changes[key].after if key in self.route.changes else carry.head
            sides: dict[int, Any] = {}
            if stable and self._fits(carry.template, after, sides):
                self.results += [sides[id(s)] for s in slots_of(carry.template)]
            elif not self._fits(carry.template, after, {}):
                stable = False
                self._widen(carry, after)
        return stable and self._aliases_hold()

    def _relevant(self, change: Change) -> bool:
        """Is the location there before the loop, or read behind it? (Others are temporaries of the body.)"""
        if change.before is not UNSET:
            return change.key != EXIT or isinstance(change.after, Sym) or change.after != NORMAL
        outlives = change.obj is not self.loop.frame or change.key in self.loop.outlives
        return outlives or change.key == RESULT

    def _start_carry(self, key: Any, change: Change) -> None:
        joining = self._joining()
        template = joining.join(change.before, change.after, name_of(change))
        if isinstance(template, Poison) and isinstance(change.obj, (list, dict)):
            raise Unsettled(template.message, template.hint, loop=id(self.loop.node))
        self.loop.carries[key] = Carry(change, template)

    def _widen(self, carry: Carry, after: Any) -> None:
        """A wider template: of the entry, the rounds so far and this round."""
        joining = self._joining()
        template = joining.join(carry.head, after, name_of(carry.change))
        if not isinstance(template, Poison):
            template = joining.join(carry.change.before, _widened(template, after), name_of(carry.change))
        carry.template = template

    def _joining(self) -> Joining:
        fresh = lambda k, a: k == 1 and a.origin > self.route.serial
        return Joining(lambda k, a: Placeholder(a.type), fresh, self.interp.span, id(self.loop.node))

    def _fits(self, template: Any, value: Any, sides: dict[int, Any]) -> bool:
        """Does a value have the template's structure and types? `sides` gets what it gives for each slot."""
        return Fit(self.interp, self.route, sides).check(template, value)

    def _aliases_hold(self) -> bool:
        """Arrays at the head that were read must not share memory with something that the round wrote."""
        for carry in self.loop.carries.values():
            for array in arrays_of(carry.head):
                written = [s for s in array.shadows if (id(s), CONTENT) in self.route.changes
                           and not isinstance(self.route.changes[id(s), CONTENT].after, Poison)]
                if array.used and written:
                    raise CompileError(f"{name_of(carry.change)} may share memory with an array that this loop writes",
                                       "copy it with .copy()")
        return True

    # the finished loop

    def emit(self) -> None:
        loop, interp = self.loop, self.interp
        initial = self._initial()
        exits = (id(loop.frame), EXIT) in loop.carries
        outputs = self._emit_while(initial) if loop.bounds is None or exits else self._emit_fori(initial)
        name_outputs(interp, self.slots, outputs)
        make = array_maker(interp)
        ran = self._surely_runs()
        for carry in loop.carries.values():
            clear(carry.template)
            write_joined(interp, carry.change, self._value_behind(fill(carry.template, make), ran))
        for carry in loop.carries.values():
            rewatch(arrays_of(read(carry.change.obj, carry.change.key)))
        if ran:
            self._static_last_index()

    def _initial(self) -> list[Sym]:
        """What each slot holds at entry."""
        values: list[Sym] = []
        entry = Route(self.interp.builder, {}, None, 0)
        for carry in self.loop.carries.values():
            sides: dict[int, Any] = {}
            if not Fit(self.interp, entry, sides).check(carry.template, carry.change.before):
                raise Unsettled(f"{name_of(carry.change)} does not keep its type in this loop", loop=id(self.loop.node))
            values += [carried(self.interp.builder, sides[id(s)], s) for s in slots_of(carry.template)]
        return values

    def _emit_fori(self, initial: list[Sym]) -> Any:
        lo, hi, step = self.loop.bounds
        results = [carried(self.body, r, s) for r, s in zip(self.results, self.slots)]
        (body,), fixed = close(self.interp, [self.body], [results], ["body"], lead=1)
        ends = [self.interp.sym(b).astype(self.index.dtype) if isinstance(b, Sym) else self.interp.builder.lift(b, self.index.dtype)
                for b in (lo, hi)]
        return fori_loop(*ends, *fixed, *initial, body=body, step=step, invariant=len(fixed))

    def _emit_while(self, initial: list[Sym]) -> Any:
        """A while loop; counted loops with exits carry their index as the first value."""
        results = [carried(self.body, r, s) for r, s in zip(self.results, self.slots)]
        counted = self.loop.bounds is not None
        test = self._test_program()
        if counted:
            lo, hi, step = self.loop.bounds
            results.insert(0, self.index + np.asarray(step, self.index.dtype)[()])
            initial = [self.interp.builder.lift(lo, None if isinstance(lo, Sym) else self.index.dtype), *initial]
        programs, fixed = close(self.interp, [test.builder, self.body], [[test.value], results], ["test", "body"])
        outputs = while_loop(*fixed, *initial, test=programs[0], body=programs[1], invariant=len(fixed))
        return outputs[1:] if counted else outputs

    def _test_program(self) -> Route:
        """The loop's test, read against parameters of its own."""
        loop, interp = self.loop, self.interp
        builder, serial = Builder(interp.builder), interp.trail.serial
        index = None
        if loop.bounds is not None:
            index = builder.parameter(self.index.type, self._index_name())
        for slot in self.slots:
            slot.sym = builder.parameter(slot.type, slot.name)
        make = array_maker(interp)
        with interp.inside(builder):
            for carry in loop.carries.values():
                clear(carry.template)
                carry.head = fill(carry.template, make)
        return travel(interp, lambda: self._test(index), builder, serial)

    def _test(self, index: Sym | None) -> Sym:
        loop, interp = self.loop, self.interp
        self._set_heads()
        if index is None:
            test = interp.sym(truth(interp, interp.evaluate(loop.frame, loop.node.test)))
        else:
            _, hi, step = loop.bounds
            test = index < interp.sym(hi) if step > 0 else index > interp.sym(hi)
        for code in (loop.frame.exit, interp.registers["error"]):
            if isinstance(code, Sym):
                test = (interp.sym(code) == 0) & test
        if test.is_const and test.value:
            raise CompileError("this loop never ends", "add a break or a return")
        return test

    def _surely_runs(self) -> bool:
        """Does the body run at least once?"""
        if self.loop.bounds is None:
            return False
        lo, hi, step = self.loop.bounds
        first, last = facts_of(lo), facts_of(hi)
        if first is None or last is None:
            return False
        ends = (first.hi, last.lo) if step > 0 else (last.hi, first.lo)
        return None not in ends and ends[0] < ends[1]

    def _value_behind(self, value: Any, ran: bool) -> Any:
        """Behind a loop that surely ran once, what every round sets is set."""
        if isinstance(value, Maybe) and ran and (id(self.loop.frame), EXIT) not in self.loop.carries:
            key = (id(self.loop.frame), value.name)
            after = self.route.changes.get(key)
            if after is not None and not isinstance(after.after, (Maybe, Poison)) and after.after is not UNSET:
                return value.value
        return value

    def _static_last_index(self) -> None:
        """A loop variable with static bounds is known behind the loop."""
        loop = self.loop
        target = getattr(loop.node, "target", None)
        if not isinstance(target, gast.Name) or (id(loop.frame), EXIT) in loop.carries:
            return
        change = self.route.changes.get((id(loop.frame), target.id))
        if change is not None and change.after is self.index and all(isinstance(b, int) for b in loop.bounds):
            self.interp.trail.write(loop.frame, target.id, range(*loop.bounds)[-1])


def read_all(loop: Loop) -> None:
    """The present values of the carried locations become their values at entry."""
    for carry in loop.carries.values():
        carry.change.before = read(carry.change.obj, carry.change.key)


@dataclasses.dataclass(frozen=True)
class Placeholder:
    """Stands for an array's content where only its type matters."""
    type: Type


def _widened(template: Any, after: Any) -> Any:
    """The value to join with the entry: what the round left, or where its types are narrower, a stand-in of the joined type."""
    match template:
        case Slot():
            return Sym(None, _TypeOnly(template.type))
        case ArraySlot():
            array = Array(Sym(None, _TypeOnly(template.slot.type)))
            array.origin = after.origin if isinstance(after, Array) else 1 << 60
            array.shadows = template.shadows
            return array
        case Maybe():
            inner = after.value if isinstance(after, Maybe) else after
            return Maybe(_widened(template.value, inner), _widened(template.flag, None), template.name, template.span)
        case tuple() if hasattr(template, "_fields"):
            return type(template)(*(_widened(t, a) for t, a in zip(template, after)))
        case list() | tuple():
            return type(template)(_widened(t, a) for t, a in zip(template, after))
        case dict():
            return {k: _widened(t, after.get(k)) for k, t in template.items()}
    return template


@dataclasses.dataclass(frozen=True)
class _TypeOnly:
    type: Type


class Fit:
    """Matches a value against a carry's template."""

    def __init__(self, interp: Interpreter, route: Route, sides: dict[int, Any]):
        self.interp, self.route, self.sides = interp, route, sides

    def check(self, template: Any, value: Any) -> bool:
        from .join import _equal, joined_type, number_type
        from .values import Instance, is_number
        match template:
            case Slot():
                return self._slot(template, value)
            case ArraySlot():
                return self._array(template, value)
            case Maybe():
                return self._maybe(template, value)
            case Poison():
                return True
            case Instance():
                return isinstance(value, Instance) and value.cls is template.cls and self.check(template.attributes, value.attributes)
            case dict():
                return isinstance(value, dict) and list(value) == list(template) and all(self.check(template[k], value[k]) for k in template)
            case list() | tuple():
                return isinstance(value, (list, tuple)) and len(value) == len(template) and all(map(self.check, template, value))
        return template is value or type(template) is type(value) and _equal(template, value)

    def _slot(self, slot: Slot, value: Any) -> bool:
        from .join import joined_type, number_type
        from .values import is_number
        if value is NEVER:
            self.sides[id(slot)] = NEVER
            return True
        if not is_number(value) or joined_type(slot.type, number_type(value)) != slot.type:
            return False
        self.sides[id(slot)] = value
        return True

    def _array(self, slot: ArraySlot, value: Any) -> bool:
        from .join import joined_type
        if value is NEVER:
            self.sides[id(slot.slot)] = NEVER
            return True
        if not isinstance(value, Array):
            return self._slot(slot.slot, value) if not slot.slot.type.shape else False
        if value.shape != slot.slot.type.shape or joined_type(slot.slot.type, value.type).dtype != slot.slot.type.dtype:
            return False
        self.sides[id(slot.slot)] = self.route.content(self.interp, value)
        return True

    def _maybe(self, template: Maybe, value: Any) -> bool:
        inner, flag = (NEVER, False) if value is UNSET else (value.value, value.flag) if isinstance(value, Maybe) else (value, True)
        if inner is NEVER and not isinstance(template.value, (Slot, ArraySlot)):
            from .join import _never_like
            inner = _fill_never(template.value)
        return self.check(template.value, inner) and self.check(template.flag, flag)


def _fill_never(template: Any) -> Any:
    match template:
        case Slot() | ArraySlot():
            return NEVER
        case Maybe():
            return UNSET
        case tuple() if hasattr(template, "_fields"):
            return type(template)(*map(_fill_never, template))
        case list() | tuple():
            return type(template)(map(_fill_never, template))
        case dict():
            return {k: _fill_never(v) for k, v in template.items()}
    return template


def slots_of(template: Any) -> list[Slot]:
    """The slots of a template, in order, each once."""
    found: dict[int, Slot] = {}

    def visit(t: Any) -> None:
        match t:
            case Slot():
                found[id(t)] = t
            case ArraySlot():
                found[id(t.slot)] = t.slot
            case Maybe():
                visit(t.value)
                visit(t.flag)
            case list() | tuple():
                for item in t:
                    visit(item)
            case dict():
                for item in t.values():
                    visit(item)
            case _ if hasattr(t, "attributes"):
                visit(t.attributes)

    visit(template)
    return list(found.values())


def clear(template: Any) -> None:
    """Forget the arrays made from a template, so that it can be filled again."""
    match template:
        case ArraySlot():
            template.array = None
        case Maybe():
            clear(template.value)
        case list() | tuple():
            for item in template:
                clear(item)
        case dict():
            for item in template.values():
                clear(item)
        case _ if hasattr(template, "attributes"):
            clear(template.attributes)


def arrays_of(value: Any) -> list[Array]:
    match value:
        case Array():
            return [value]
        case Maybe():
            return arrays_of(value.value)
        case list() | tuple():
            return [a for item in value for a in arrays_of(item)]
        case dict():
            return [a for item in value.values() for a in arrays_of(item)]
        case _ if hasattr(value, "attributes"):
            return arrays_of(value.attributes)
    return []
