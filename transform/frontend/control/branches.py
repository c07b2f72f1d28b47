"""Dynamic conditions: read both paths, each into a closed program, and join them by a `cond`."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gast
import numpy as np

from ...analysis.array_versions import first_version
from ...analysis.def_use import makers
from ...core.errors import CompileError, NeverReached
from ...ir.builder import TABLE, Builder, Sym, broadcast_to, convert, live_calls
from ...ir.program import Call, Program, Var, const
from ...primitives import cond, select
from ..bounded.extents import note_bounds, resize_axis
from ..bounded.joins import sides
from ..expressions.rules import bool_chain
from ..frame import EXIT, NORMAL, RESULT, RETURN, Frame
from ..interpreter import Interpreter, ReadUnset, operation
from ..lists.items import note_keys_in_doubt
from ..assignment.replaced_attributes import SeenByCaller, first_container, is_original, note_originals
from ..state.aliases import (
    add_may_alias,
    arrays_may_alias,
    consistent,
    is_stale,
    numbered_apart,
    without_number,
    written_since,
)
from ..state.container_aliases import may_alias_set, relate_all, relate_joined
from ..state.integer_facts import sources_of
from .joining.mapping import map_arrays
from ..state.path_conditions import under_condition, flags_given
from ..state.trail import CONTENT, Change, Registers
from ..state.values import NEVER, UNSET, Array, Instance, Maybe, Option, Poison
from .joining.join import Joining
from .joining.templates import ArraySlot, Maker, Slot, fill
from .looping.loop_names import contains

LEAVES = (gast.Return, gast.Raise, gast.Break, gast.Continue)


class Route:
    """One path that was read: its builder (still open), what it changed, the value it gave, its first serial number."""

    def __init__(self, builder: Builder, changes: dict, value: Any, serial: int):
        self.builder, self.changes, self.value, self.serial = builder, changes, value, serial

    def root_content(self, root: Array) -> Any:
        change = self.changes.get((id(root), CONTENT))
        content = change.after if change else root.sym
        if isinstance(content, Sym) and is_stale(root, self._version):
            return written_since(None)
        return content

    def _version(self, root: Array) -> int:
        change = self.changes.get((id(root), CONTENT))
        return change.version if change else root.version

    def content(self, interp: Interpreter, array: Array) -> Sym:
        """The content of an array at the end of this path."""
        with interp.inside(self.builder):
            return interp.content_in(array, self.root_content)

    def fresh(self, array: Array) -> bool:
        return array.base is None and array.origin > self.serial

    def held(self, obj: Any) -> Any:
        """A container with what it holds at the end of this path: a copy, if that is not what it holds now."""
        if isinstance(obj, (list, dict)):
            change = self.changes.get((id(obj), CONTENT))
            return obj if change is None else type(obj)(change.after)
        if not isinstance(obj, Instance):
            return obj
        changed = {key: self.changes[id(obj), key].after for key in self.keys.get(id(obj), ())}
        held = {k: v for k, v in {**obj.attributes, **changed}.items() if v is not UNSET}
        return obj.like(held) if changed else obj

    @functools.cached_property
    def keys(self) -> dict[int, list]:
        """The attributes that changed, by object."""
        found: dict[int, list] = {}
        for change in self.changes.values():
            if isinstance(change.obj, Instance):
                found.setdefault(id(change.obj), []).append(change.key)
        return found


def travel(
    interp: Interpreter, run: Callable[[], Any], builder: Builder | None = None, serial: int | None = None
) -> Route:
    """Run something on a path of its own and undo it; what it did is in the Route.

    What was made after `serial` (by default: now) belongs to the path.
    """
    builder = builder or Builder(interp.builder)
    mark, serial = interp.trail.mark(), interp.trail.serial if serial is None else serial
    try:
        with interp.inside(builder):
            value = run()
    except BaseException:
        interp.trail.rewind(mark, serial)
        raise
    return Route(builder, interp.trail.rewind(mark, serial), value, serial)


def travel_apart(
    interp: Interpreter, run: Callable[[], Any], builder: Builder, given: Iterable[Any]
) -> Route:
    """A path that becomes a Program of its own, with these arguments."""
    with numbered_apart(interp, given):
        route = travel(interp, run, builder)
    route.changes.pop((id(interp.registers), "memory"), None)
    return route


@operation
def truth(interp: Interpreter, frame: Frame, node: Any) -> Any:
    """The truth of an expression: a Python bool if it is known, else a dynamic bool[]."""
    with interp.at(frame, node):
        value = truth_in_parts(interp, frame, node)
        return NEVER if value is NEVER else interp.truth_of(value)


def truth_in_parts(interp: Interpreter, frame: Frame, node: Any) -> Any:
    """`a and b` as the truth of a and that of b, also within `not`: lists of computed length have a truth, but no
    common value."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        found = truth(interp, frame, node.operand)
        return NEVER if found is NEVER else interp.unary("Not", found)
    if not isinstance(node, gast.BoolOp):
        return interp.evaluate(frame, node)
    return bool_chain(interp, frame, isinstance(node.op, gast.And), list(node.values), truth)


@operation
def run_if(interp: Interpreter, frame: Frame, node: Any, rest: Sequence[Any]) -> bool:
    """An `if` statement. True if the statements behind it were run too (inside the branch that does not leave)."""
    condition = truth(interp, frame, node.test)
    return unless_failed(interp, frame, lambda: run_branches(interp, frame, node, rest, condition)) is True


def run_branches(interp: Interpreter, frame: Frame, node: Any, rest: Sequence[Any], condition: Any) -> bool:
    if not isinstance(condition, Sym):
        interp.block(frame, node.body if condition else node.orelse)
        return False
    leaves = [always_leaves(node.body), always_leaves(node.orelse)]
    bodies = [list(node.body), list(node.orelse)]
    if rest and leaves[0] != leaves[1]:
        bodies[leaves[0]] += rest
    dead = next((k for k, b in enumerate((node.body, node.orelse)) if only_raises(b)), None)
    fork(interp, condition, *((lambda b=b: interp.block(frame, b)) for b in bodies), dead=dead)
    return bool(rest) and leaves[0] != leaves[1]


def only_raises(statements: Sequence[Any]) -> bool:
    """Whether these statements end in a raise, and leave in no other way."""
    return bool(statements) and isinstance(statements[-1], gast.Raise) and not any(map(may_leave, statements))


def may_leave(node: Any) -> bool:
    """Whether there is a return, break or continue in a statement. (If not, it leaves by failing only.) A
    generator may leave where it yields."""
    return contains(node, (gast.Return, gast.Break, gast.Continue, gast.Yield, gast.YieldFrom))


@operation
def when_normal(interp: Interpreter, frame: Frame, rest: Sequence[Any], node: Any) -> None:
    """Run the statements behind one, `node`, that may have left."""
    running = interp.sym(frame.exit) == 0
    ends: list[Any] = []

    def proceed() -> None:
        interp.trail.write(frame, EXIT, NORMAL)
        interp.block(frame, list(rest))
        ends.append(frame.exit)

    fork(interp, running, proceed, lambda: None, dead=None if may_leave(node) else 1)
    if not frame.loop_depth and all(not isinstance(e, Sym) and e == RETURN for e in ends):
        interp.trail.write(frame, EXIT, RETURN)  # outside loops only a return can have left before


@operation
def unless_failed(interp: Interpreter, frame: Frame, action: Callable[[], Any]) -> Any:
    """Run the rest of a statement once its expressions are evaluated: not if one of them has failed."""
    error = interp.registers["error"]
    if error is frame.error:
        return action()
    if not isinstance(error, Sym):
        return leave_failed(interp, frame) if error else action()
    before, frame.error = frame.error, error

    def proceed() -> Any:
        try:
            value = action()
        except NeverReached:
            value = NEVER
        interp.note_error(frame)
        return value

    try:
        return fork(interp, interp.sym(error) == 0, proceed, lambda: leave_failed(interp, frame), dead=1)
    finally:
        frame.error = before


@operation
def value_unless_failed(interp: Interpreter, frame: Frame, compute: Callable[[], Any]) -> Any:
    """Compute an expression once its operands are evaluated: not if one of them has failed."""
    error = interp.registers["error"]
    if error is frame.error:
        return compute()
    if not isinstance(error, Sym):
        return NEVER if error else compute()
    return fork(interp, interp.sym(error) == 0, compute, lambda: NEVER, dead=1)


@operation
def leave_failed(interp: Interpreter, frame: Frame) -> Any:
    """No path goes on in this call."""
    interp.trail.write(frame, RESULT, NEVER)
    interp.trail.write(frame, EXIT, RETURN)
    return NEVER


def always_leaves(statements: Sequence[Any]) -> bool:
    """Whether every path through these statements ends in return, raise, break or continue. (As far as syntax
    tells.)"""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, gast.If):
        return always_leaves(last.body) and always_leaves(last.orelse)
    return isinstance(last, LEAVES)


@operation
def fork(
    interp: Interpreter,
    condition: Sym,
    then: Callable[[], Any],
    orelse: Callable[[], Any],
    dead: int | None = None,
) -> Any:
    """Both paths under a dynamic condition; their changes joined into the state, their values joined into the result.

    dead: the number of a path on which the whole call has failed.
    """
    runs = [then, orelse]
    routes: list[Route] = []
    dead = None if interp.trying else dead
    for k, run in enumerate(runs):
        try:
            with under_condition(interp, condition, k == 0):
                routes.append(travel(interp, lambda: unless_it_raises(interp, run)))
        except ReadUnset as error:
            if error.name not in interp.tentative:
                raise
            interp.dropped.add(error.name)
            return runs[1 - k]()  # a first look at a loop: this path needs a value of an earlier iteration
    never = [k for k, route in enumerate(routes) if route.value is NEVER]
    if dead is None and len(never) == 1 and not interp.trying:
        dead = never[0]
    return join_routes(interp, condition, routes, dead)


def given_on(interp: Interpreter, condition: Sym) -> Callable[[int, Any], bool]:
    """Whether the value of a flag is known to be there on a path under the condition."""
    if not interp.options:
        return lambda side, flag: False
    known = [interp.present | set(flags_given(interp, condition, truth)) for truth in (True, False)]
    return lambda side, flag: isinstance(flag, Sym) and flag.atom in known[side]


@operation
def unless_it_raises(interp: Interpreter, run: Callable[[], Any]) -> Any:
    """The value of a path of an expression; if the path always raises (`x[9] if c else 0` with three
    elements), note the error and give no value."""
    try:
        return run()
    except NeverReached:
        return NEVER
    except CompileError as error:
        found = interp.raised_by_python(error)
        if found is None:
            raise
        code = interp.error_site(*found)
    before = interp.registers["error"]
    if isinstance(before, Sym):
        code = select(interp.sym(before) != 0, before, interp.builder.lift(np.asarray(code, before.dtype)))
    if isinstance(before, Sym) or not before:
        interp.trail.write(interp.registers, "error", code)
    return NEVER


def join_routes(interp: Interpreter, condition: Sym, routes: list[Route], dead: int | None = None) -> Any:
    joining = Joining(
        lambda k, a: routes[k].content(interp, a),
        lambda k, a: routes[k].fresh(a),
        interp.span,
        sources=sources_of(condition),
        resizes=may_resize(interp, sources_of(condition)),
        held=lambda k, obj: routes[k].held(obj),
        given=given_on(interp, condition),
        was_there=lambda k, value: value.origin <= routes[k].serial,
        places=interp.places,
        lists=interp.growing,
    )
    changed = {**routes[0].changes, **routes[1].changes}
    known: dict = {}
    seen = SeenByCaller(interp)
    unseen = lambda k, change: (
        k == dead and (change.obj not in seen or keeps_original(interp, routes[k], change))
    )
    ends = lambda change: sides(
        interp, routes, [_after(r, change, unseen(k, change)) for k, r in enumerate(routes)], known
    )
    joined = [
        (change, of_list(interp, change, joined_at(joining, change, *ends(change))))
        for change in changed.values()
    ]
    for change, template in joined:
        if isinstance(change.obj, (dict, Instance)):
            contents = [_after(route, change, False) for route in routes]
            note_keys_in_doubt(interp, change.obj, template, contents)
    value = joining.join(*sides(interp, routes, [r.value for r in routes], known), "value")
    emit_cond(interp, condition, routes, joining.slots)
    make, since = maker(interp, joining.same), interp.trail.serial
    made = [(change, fill(template, make)) for change, template in joined]
    result = fill(value, make)
    for new in (*(new for _, new in made), result):
        note_bounds(interp, new)
    if dead is not None:
        live = routes[1 - dead]
        note_present(interp, [(new, _after(live, change, False)) for change, new in made])
        note_present(interp, [(result, live.value)])
    link_aliases(joining)
    originals = {id(new): first_container(change.obj, change.key) for change, new in made}
    relate_joined(interp.trail, joining, make, dead, originals)
    for change, new in sorted(
        made, key=lambda pair: pair[0].key == RESULT
    ):  # what is returned holds the others
        write_joined(interp, change, new, since)
    note_originals(interp, made)
    consistent(interp.trail, joining.made().values())
    return result


def note_present(interp: Interpreter, joined: Iterable[tuple[Any, Any]]) -> None:
    """Note which joined values are there behind two paths, on one of which the call has failed: those that are there on
    the other one (the second of each pair)."""
    for new, alive in joined:
        if isinstance(new, Option) and isinstance(new.flag, Sym) and not may_be_absent(interp, alive):
            interp.present.add(new.flag.atom)


def may_be_absent(interp: Interpreter, value: Any) -> bool:
    """Whether it may be None, or unset."""
    if isinstance(value, Maybe):
        return not (value.flag is True or isinstance(value.flag, Sym) and value.flag.atom in interp.present)
    return value is None or value is UNSET or value is NEVER


def of_list(interp: Interpreter, change: Change, template: Any) -> Any:
    """The joined content of a location after both paths. Where a list has unlike lengths, it is known where
    that is made."""
    if isinstance(template, Poison) and template.grows and isinstance(change.obj, list):
        return dataclasses.replace(template, lists=(interp.places.of(change.obj),))
    return template


def may_resize(interp: Interpreter, sources: frozenset | None) -> bool:
    """Whether a length may be computed, for a condition from these arguments and loops. Not if it will be
    known: short loops are unrolled."""
    lists = interp.growing
    return (
        sources is None
        or bool(sources)
        and lists is not None
        and (lists.resizes or sources <= interp.long_loops)
    )


def keeps_original(interp: Interpreter, route: Route, change: Change) -> bool:
    """Whether an attribute of the caller's object holds behind a path the container that it held at first."""
    changes = {c.key: c.after for c in route.changes.values() if c.obj is interp.registers}
    value = _after(route, change, False)
    return is_original(interp, change.obj, change.key, value, {**interp.registers, **changes})


def _after(route: Route, change: Change, dead: bool) -> Any:
    """The content of a location at the end of a path. Where the call has failed, only arrays, registers and
    what the caller has are seen again."""
    mine = route.changes.get(change.location)
    if dead and not isinstance(change.obj, (Array, Registers)) and change.key not in (EXIT, RESULT):
        return NEVER
    return mine.after if mine else change.before


def user_name(content: Any) -> str | None:
    """The user's name of the array with this content."""
    if isinstance(content, Sym) and isinstance(content.atom, Var):
        return content.builder.site.hints.get(content.atom.name)
    return None


def name_of(change: Change) -> str:
    """The name of a location in messages and in the program."""
    site = change.obj.attributes.get("site") if isinstance(change.obj, Instance) else None
    if isinstance(change.key, str) and change.key not in (CONTENT, EXIT):
        return getattr(site, "called", change.key).strip("<>.")
    if change.key == EXIT:
        return "left"
    if isinstance(change.obj, Array):
        return change.obj.called or user_name(change.before) or user_name(change.after) or "array"
    return "items"


def joined_at(joining: Joining, change: Change, a: Any, b: Any) -> Any:
    """The joined content of a location."""
    is_list = (
        isinstance(change.obj, list) or isinstance(change.obj, Instance) and "site" in change.obj.attributes
    )
    name = name_of(change)
    joining.list_content = name if is_list else None
    return joining.join(a, b, name)


def emit_cond(interp: Interpreter, condition: Sym, routes: list[Route], slots: list[Slot]) -> None:
    """Close both paths over the same operands, append the cond and give its outputs to the slots."""
    if not slots and not any(c.primitive.effect for r in routes for c in r.builder.body):
        return
    absent = any(value is NEVER for s in slots for value in s.sides)
    made = [makers(r.builder.body) if absent else {} for r in routes]
    results = [
        [value_for_slot(r.builder, passed(s, k, routes[1 - k].builder, made[1 - k]), s) for s in slots]
        for k, r in enumerate(routes)
    ]
    branches, operands = close(interp, [r.builder for r in routes], results, ["then", "orelse"])
    outputs = cond(interp.sym(condition), *operands, branches=tuple(branches))
    name_outputs(interp, slots, outputs)


def passed(slot: Slot, side: int, other: Builder, made: dict[str, Call]) -> Any:
    """The value that a path passes to a slot. One that never gets there may pass what the other path has from
    outside, or writes into, so that there is no choice to make, or only whether it is written."""
    value, there = slot.sides[side], slot.sides[1 - side]
    if value is not NEVER or not isinstance(there, Sym) or there.is_const:
        return value
    if there.builder is not other:
        return there
    captured = {known.atom: outer for outer, known in other.captured.items()}
    first = first_version(there.atom, made)
    return Sym(other.parent, captured[first]) if first in captured else value


def name_outputs(interp: Interpreter, slots: Sequence[Slot], outputs: Sequence[Sym]) -> None:
    for slot, sym in zip(slots, outputs):
        slot.sym = sym
        interp.builder.name(sym, slot.name)
        if slot.facts is not None and not sym.is_const:
            interp.builder.site.facts[sym.atom.name] = slot.facts


def value_for_slot(builder: Builder, value: Any, slot: Slot) -> Sym:
    """The value that a path passes to a slot, in the slot's type; zeros if the path never gets there."""
    sym = Sym(builder, const(0, slot.type.dtype, slot.type.weak)) if value is NEVER else builder.lift(value)
    if sym.weak and slot.type.weak and sym.dtype != slot.type.dtype:
        sym = TABLE["cast"](sym, dtype=slot.type.dtype, weak=True)  # a Python number stays one
    elif sym.dtype != slot.type.dtype or (sym.weak and not slot.type.weak):
        sym = convert(sym, slot.type.dtype)
    if slot.loose:
        for axis, size in enumerate(slot.type.shape[: sym.ndim]):
            sym = resize_axis(builder, sym, axis, size)
    return broadcast_to(sym, slot.type.shape)


def close(
    interp: Interpreter, builders: list[Builder], results: list[list[Sym]], names: list[str], lead: int = 0
) -> tuple[list[Program], list[Sym]]:
    """Finish sibling builders as programs with the same captured parameters; the programs and the captured operands."""
    atoms = {var: None for b in builders for var in _used_captures(b, results[builders.index(b)])}
    for b in builders:
        for var in atoms:
            b.lift(Sym(b.parent, var))
        b.captured = {var: b.captured[var] for var in atoms}
    programs = [b.finish(r, name, lead) for b, r, name in zip(builders, results, names)]
    return programs, [Sym(builders[0].parent, var) for var in atoms]


def _used_captures(builder: Builder, results: list[Sym]) -> list[Var]:
    """The outer variables that live calls and results of a builder need."""
    atoms = [builder.lift(r).atom for r in results]
    used = {o for call in live_calls(builder.body, atoms) for o in call.operands} | set(atoms)
    return [outer for outer, sym in builder.captured.items() if sym.atom in used]


def maker(interp: Interpreter, same: dict[int, Any]) -> Maker:
    """Makes the new root arrays of a join, which know the older roots they may share memory with, and containers;
    those that are the `same` on both paths stay what they are."""

    def make(slot: ArraySlot) -> Array:
        with without_number(interp):
            array = interp.array(slot.slot.sym)
        array.may_aliases, array.turned = slot.may_aliases, slot.turned
        array.which = slot.which.sym if isinstance(slot.which, Slot) else slot.which
        return array

    new = Maker(make, interp.trail.allocate, interp.places)
    new.filled.update(same)
    return new


def detach_result(interp: Interpreter, value: Any, since: int) -> Any:
    """Detach a joined return value: give it arrays of its own, because later statements on other paths do not
    change it."""
    made: dict[int, tuple[Array, Array]] = {}

    def copy(array: Array) -> Array:
        if array.base is None and array.may_aliases and array.origin > since and id(array) not in made:
            new = interp.trail.allocate(Array(None, type=array.type))
            new.sym = array.sym  # (may be unreadable)
            made[id(array)] = array, new
            new.may_aliases, new.turned, new.which = array.may_aliases, array.turned, array.which
        return made[id(array)][1] if id(array) in made else array

    copies: list[tuple[Any, Any]] = []

    def remade(old: Any, new: Any) -> Any:
        if isinstance(old, Instance) and 0 < old.origin <= since:  # it was there before
            return old
        copies.append((interp.trail.allocate(new), old))
        return interp.places.keep(new, old)

    detached = map_arrays(value, copy, remade)
    relate_all(
        interp.trail, [(new, other) for new, old in copies for other in may_alias_set(interp.trail, old)]
    )
    for array, new in made.values():
        for other, theirs in made.values():
            if array is not other and arrays_may_alias(array, other):
                add_may_alias(new, theirs)
    return detached


def write_joined(interp: Interpreter, change: Change, value: Any, since: int) -> None:
    """Write what the paths have joined a location to; its arrays have been made since then."""
    if change.key == RESULT:
        value = detach_result(interp, value, since)
    if change.key == CONTENT and isinstance(change.obj, list):
        value = list(value) if isinstance(value, (list, tuple)) else value
    if isinstance(value, Poison) and change.key == CONTENT and not isinstance(change.obj, Array):
        raise value.fail()
    if isinstance(value, Poison) and isinstance(change.obj, Array):
        interp.trail.touch(change.obj, CONTENT)  # unreadable, not written: arrays that watch it stay readable
        change.obj.sym = value
        return
    interp.trail.write(change.obj, change.key, value)


def link_aliases(joining: Joining) -> None:
    """Two joined arrays that may be one on some path may be the same memory."""
    made = [*joining.made().items()]
    objects = {id(o): o for o in joining.kept}
    for i, (mine, a) in enumerate(made):
        for theirs, b in made[:i]:
            if any(arrays_may_alias(objects[x], objects[y]) for x, y in zip(mine, theirs)):
                add_may_alias(a, b)
