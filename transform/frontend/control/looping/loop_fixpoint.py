"""Fixpoint iteration over a loop's carry: read the body with typed stand-ins for the carried values until
their types are stable. (Cousot and Cousot, "Abstract interpretation", 1977.)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ....core.dtypes import canonical
from ....core.errors import CompileError
from ....core.source import stored_names
from ....ir.builder import Builder, Sym
from ....ir.program import Type
from ....ir.unions import several, side_of
from ....primitives import fori_loop, select, while_loop
from ...definite_assignment import set_by_iteration
from ...bounded.extents import note_bounds
from ...bounded.joins import settle_entry, settle_masks
from ...frame import CONTINUE, EXIT, NORMAL, RESULT, Frame
from ...interpreter import Interpreter, ReadUnset
from ...assignment.replaced_attributes import note_originals
from ...state.aliases import consistent, add_may_alias, arrays_may_alias
from ...state.container_aliases import AliasSet, containers
from ...state.integer_facts import facts_of, facts_of_index
from ...state.path_conditions import assuming_given, flags_given
from ...state.trail import Change, read
from ...state.values import NEVER, UNSET, Array, Maybe, Option, Poison, Sentinel, Unsettled
from ...lists.items import note_keys, note_keys_in_doubt
from ...lists.text_forms import CarriedText
from ..joining.carried_texts import GROWS
from ..branches import (
    Route,
    close,
    joined_at,
    maker,
    name_of,
    name_outputs,
    travel,
    value_for_slot,
    write_joined,
)
from ..joining.join import Joining, is_unreadable
from ..joining.templates import Slot, fill
from ..joining.unlike_values import Unlike, kind_of
from .affine_lengths import speculate_affine_length, retract_affine_length, grown, set_length
from .loop_carries import (
    Carry,
    CarryUnifier,
    Placeholder,
    array_roots,
    array_slots,
    clear,
    content_at,
    shallow_copy,
    slots_of,
    Widening,
)
from .loop_memory import record, recall
from .loop_names import consumers, contains, names_read_behind, names_stored, yields

ITERATIONS = 12


@dataclasses.dataclass
class Loop:
    """A loop to be read: how to bind the target for an index, its body, and the syntax it stems from."""

    interp: Interpreter
    frame: Frame
    node: Any
    bind: Callable[[Any], None] | None = None  # assigns the target from an index; None for `while`
    bounds: tuple[Any, Any, int] | None = None  # lo, hi, step
    ranges: bool = False  # the target is the index itself
    carries: dict = dataclasses.field(default_factory=dict)
    # read before they are set: values of the iteration before
    required: set[str] = dataclasses.field(default_factory=set)
    links: set[tuple] = dataclasses.field(default_factory=set)  # pairs of carried arrays that may be one
    kin: AliasSet = dataclasses.field(default_factory=AliasSet)  # what carried containers may be
    # containers that every iteration leaves where they are
    same: dict[int, Any] = dataclasses.field(default_factory=dict)
    resizes: bool = False  # may arrays change their length from round to round?
    begun: bool = False  # has the body been read?

    @property
    def iterations(self) -> int | None:
        """The maximal number of iterations, if known."""
        if self.bounds is None:
            return None
        lo, hi, step = (facts_of(b) for b in self.bounds)
        first, last = (lo, hi) if step.const > 0 else (hi, lo)
        if first is None or last is None or first.lo is None or last.hi is None:
            return None
        return max(0, -((first.lo - last.hi) // abs(step.const)))

    @property
    def counts(self) -> bool:
        """Whether its bounds are known."""
        return self.bounds is not None and all(isinstance(b, int) for b in self.bounds)

    @property
    def stored(self) -> frozenset[str]:
        """Names assigned in the loop."""
        return names_stored(self.frame, self.node)


def read_to_fixpoint(loop: Loop) -> None:
    """Read the body with the types found so far until they are stable, then append the loop."""
    if loop.bounds is None and loop.resizes:  # it is not unrolled
        loop.interp.long_loops.add(id(loop.node))
    settle_entry(loop.interp, loop.frame, stored_names(tuple(loop.node.body)))
    settled = loop.interp.memory.loop(loop.node)
    state = recall(loop, settled)
    for _ in range(ITERATIONS):
        with settled.inner.reading(loop.interp):
            attempt = FixpointIteration(loop)
        first = loop.counts and not loop.begun
        even = {k: c for k, c in loop.carries.items() if speculate_affine_length(c)} if first else {}
        if even:  # what this attempt found out otherwise, it did with the lengths at entry
            anew = {"required": set(), "links": set(), "kin": AliasSet(), "same": {}}
            loop = dataclasses.replace(loop, carries=even, **anew)
        loop.begun = True
        if attempt.stable:
            record(loop, settled, state)
            with loop.interp.at(loop.frame, loop.node):  # the loop itself is at its first line
                return attempt.emit()
    for carry in loop.carries.values():
        if isinstance(carry.template, CarriedText) and len(carry.template.forms) > ITERATIONS // 2:
            with loop.interp.at(loop.frame, where_assigned(loop.node, carry.change.key)):
                raise Unsettled(f"{name_of(carry.change)} {GROWS[0]}", GROWS[1], loop=id(loop.node))
    raise Unsettled(
        "the types that this loop carries do not become stable",
        "give the variables the same dtype and shape in every iteration",
        loop=id(loop.node),
    )


def where_assigned(loop: Any, name: Any) -> Any:
    """The value that a variable is assigned in a loop; the loop itself if it is not by a statement of its own."""
    for node in gast.walk(loop):
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        if isinstance(node, (gast.Assign, gast.AugAssign)) and stored_names(tuple(targets)) == {name}:
            return node.value
    return loop


def read_body(interp: Interpreter, frame: Frame, node: Any) -> None:
    frame.loop_depth += 1
    try:
        interp.block(frame, node.body)
    finally:
        frame.loop_depth -= 1


def settle_continue(interp: Interpreter, frame: Frame, node: Any) -> None:
    """`continue` at the end of an iteration is a normal end."""
    if isinstance(frame.exit, Sym) and contains(node, gast.Continue):
        left = interp.sym(frame.exit)
        interp.trail.write(
            frame, EXIT, select(left == CONTINUE, interp.builder.lift(np.asarray(NORMAL, left.dtype)), left)
        )
    elif not isinstance(frame.exit, Sym) and frame.exit == CONTINUE:
        interp.trail.write(frame, EXIT, NORMAL)


class FixpointIteration:
    """One reading of a loop's body with the carries known so far; afterwards the loop knows what it missed."""

    def __init__(self, loop: Loop):
        self.loop, self.interp = loop, loop.interp
        self.body = Builder(self.interp.builder)
        self.index = self._index()
        tentative, mine = self.interp.tentative, loop.stored
        self.interp.tentative = tentative | mine
        around = self.interp.dropped & mine, self.interp.doubted & mine  # in a loop around, before this one
        self.interp.dropped -= mine
        self.interp.doubted -= mine
        try:
            serial = self.interp.trail.serial
            self.slots = self._enter()
            read_all(loop)
            self.route = travel(self.interp, self._iteration, self.body, serial)
            settle_masks(self.interp, self.route)
        finally:
            self.interp.tentative = tentative
        dropped = self.interp.dropped & mine
        missed = (
            dropped | self.interp.doubted & mine
        ) - loop.required  # read on some path before this iteration had set them
        loop.required |= missed
        self.interp.dropped |= around[0]
        self.interp.doubted |= around[1]
        self.stable = self._compare() and not missed and self._lengths_hold()
        if self.stable and dropped - tentative:
            raise ReadUnset(min(dropped - tentative))  # no iteration sets it before, nor one of a loop around

    # the entry of an iteration

    def _index(self) -> Sym | None:
        if self.loop.bounds is None:
            return None
        lo, hi, step = self.loop.bounds
        index = self.body.parameter(Type(canonical(np.int64), (), True), self._index_name())
        facts = facts_of_index(index, lo, hi, step, id(self.loop.node))
        self.interp.builder.site.facts[index.atom.name] = facts
        return index

    def _index_name(self) -> str:
        target = getattr(self.loop.node, "target", None)
        own = (
            isinstance(target, gast.Name)
            and target.id.isidentifier()
            and target.id != "_"
            and self.loop.ranges
        )
        return target.id if own else "i"

    def _enter(self) -> list[Slot]:
        """Typed parameters of the body for everything carried; the heads of the carries."""
        slots = [s for c in self.loop.carries.values() for s in slots_of(c.template)]
        for slot in slots:
            slot.sym = self.body.parameter(slot.type, slot.name)
        make = self.maker = maker(self.interp, self.loop.same)
        self.since = self.interp.trail.serial
        with self.interp.inside(self.body):
            for carry in self.loop.carries.values():
                clear(carry.template)
                set_length(self.interp, carry.template, self._iterations_before)
                carry.head = fill(carry.template, make)
                note_bounds(self.interp, carry.head, frozenset([id(self.loop.node)]))
            self._link()
        self.entered = {id(made): shallow_copy(made) for made in make.filled.values()}
        return slots

    def _iterations_before(self) -> Any:
        """The number of iterations before this one."""
        lo, _, step = self.loop.bounds
        return (
            self.interp.binary("FloorDiv", self.interp.binary("Sub", self.index, lo), step)
            if step != 1
            else self.interp.binary("Sub", self.index, lo)
            if lo
            else self.index
        )

    def _set_heads(self) -> None:
        for carry in self.loop.carries.values():
            write_joined(self.interp, carry.change, carry.head, self.since)
        consistent(self.interp.trail, self._made())
        self.loop.kin.relate(self.interp.trail, self.maker)
        note_originals(self.interp, [(carry.change, carry.head) for carry in self.loop.carries.values()])

    # the iteration itself

    def _iteration(self) -> Any:
        loop, interp = self.loop, self.interp
        self._set_heads()
        for frame in (loop.frame, *(c.frame for c in consumers(loop.frame, loop.node))):
            interp.trail.write(frame, EXIT, NORMAL)  # an iteration begins only if nothing has left the loop
            if (id(frame), RESULT) in loop.carries:
                interp.trail.write(frame, RESULT, NEVER)
        loop.frame.error = interp.registers["error"]  # … and nothing has failed
        if loop.bind is not None:
            loop.bind(self.index)
        with assuming_given(interp, self._given()):
            read_body(interp, loop.frame, loop.node)
        settle_continue(interp, loop.frame, loop.node)

    def _given(self) -> set[Any]:
        """The flags of values that are not None in an iteration, as the test of a while loop says."""
        loop, interp = self.loop, self.interp
        if loop.bounds is not None or not any(isinstance(c.head, Option) for c in loop.carries.values()):
            return set()
        try:
            test = travel(interp, lambda: interp.truth(loop.frame, loop.node.test), Builder(self.body))
        except CompileError:  # it is raised where the test itself is read
            return set()
        return set(flags_given(interp, test.value, True))

    # comparing what the iteration left with what it was given

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
        new = [self._find_links(), self._find_aliases(), self._find_kin()]
        return stable and not any(new)

    def _relevant(self, change: Change) -> bool:
        """Whether the location is there before the loop, or read behind it. (Others are temporaries of the body.)"""
        if change.before is not UNSET:
            return change.key != EXIT or isinstance(change.after, Sym) or change.after != NORMAL
        read = names_read_behind(self.loop.frame, self.loop.node, change.obj)
        return read is None or change.key in read or change.key == RESULT or change.key in self.loop.required

    def _start_carry(self, key: Any, change: Change) -> None:
        joining = self._joining()
        template = self._read_behind(change, joined_at(joining, change, change.before, change.after))
        note_keys_in_doubt(self.interp, change.obj, template, [change.before, change.after])
        if is_unreadable(template) and isinstance(change.obj, (list, dict)):
            error = template.fail()
            error.site = self.interp.places.of(change.obj)
            raise error
        self.loop.carries[key] = Carry(change, template)

    def _widen(self, carry: Carry, after: Any) -> None:
        """A wider template: of the entry, the iterations so far and this round."""
        joining = self._joining()
        template = joined_at(joining, carry.change, carry.head, after)
        if not is_unreadable(template):
            wider = Widening(self.interp.places)(template, after)
            template = joined_at(joining, carry.change, carry.change.before, wider)
        carry.template = self._read_behind(carry.change, template)

    def _read_behind(self, change: Change, template: Any) -> Any:
        """Carry values that every iteration leaves unlike their entry only for the code behind the loop."""
        if not isinstance(template, Unlike) or not template.loop:
            return template
        read = names_read_behind(self.loop.frame, self.loop.node, change.obj)
        return template if read is None or change.key in read else template.plain()

    def _joining(self) -> Joining:
        joining = Joining(
            self._content,
            lambda _, root: self._born(root),
            self.interp.span,
            id(self.loop.node),
            iterations=self.loop.iterations,
            resizes=self.loop.resizes,
            held=lambda side, obj: self.route.held(obj) if side else self.entered.get(id(obj), obj),
            places=self.interp.places,
            lists=self.interp.growing,
        )
        joining.same = self.loop.same
        return joining

    def _born(self, root: Array) -> bool:
        """Whether an array was made in this iteration. (The carried arrays at its head count as well.)"""
        return root.origin > self.route.serial

    def _content(self, side: int, array: Array) -> Placeholder:
        """Stands for the content of an array at entry or at the end of the iteration (side 1), where that can
        be read. (A head can be at entry, whatever the iteration has written then.)"""
        if not side and any(array.root is made for made in self._made()):
            return Placeholder(array.type)
        return content_at(self.route if side else Route(self.interp.builder, {}, None, 0), array)

    def _fits(self, template: Any, value: Any, sides: dict[int, Any]) -> bool:
        """Whether a value has the template's structure and types. `sides` gets what it gives for each slot."""
        return CarryUnifier(self.interp, self.route, sides).check(template, value)

    def _find_links(self) -> bool:
        """Carried arrays that may be one array at entry or behind a round. True if there were new ones."""
        before = len(self.loop.links)
        for side in (0, 1):
            roots = [
                (key, number, root)
                for key, carry in self.loop.carries.items()
                for number, root in enumerate(array_roots(carry.template, self._ends(key, carry)[side]))
            ]
            for k, (*one, root) in enumerate(roots):
                self.loop.links |= {
                    (tuple(other), tuple(one)) for *other, o in roots[:k] if arrays_may_alias(o, root)
                }
        return len(self.loop.links) > before

    def _ends(self, key: Any, carry: Carry) -> tuple[Any, Any]:
        """The values of a location at entry and at the end of this iteration."""
        return carry.change.before, self.route.changes[key].after if key in self.route.changes else carry.head

    def _find_aliases(self) -> bool:
        """Arrays from before the loop that a carried array may be behind a round. True if there were new ones."""
        found = False
        for key, carry in self.loop.carries.items():
            ends = array_roots(carry.template, self._ends(key, carry)[1])
            for slot, root in zip(array_slots(carry.template), ends):
                known = {id(s) for s in slot.may_aliases}
                roots = (root, *root.may_aliases) if root is not None else ()
                older = [r for r in roots if not self._born(r)]
                new = tuple(r for r in older if id(r) not in known)
                slot.may_aliases += new
                found |= bool(new)
        return found

    def _link(self) -> None:
        """Arrays made from templates that may be one array become each other's may-aliases.

        A template that has been widened since may hold fewer arrays than it did.
        """
        for pair in self.loop.links:
            found = [array_slots(self.loop.carries[key].template)[at : at + 1] for key, at in pair]
            arrays = [slot.array for slots in found for slot in slots if slot.array is not None]
            if len(arrays) == 2:
                add_may_alias(*arrays)

    def _lengths_hold(self) -> bool:
        """Lengths follow from the index only where no iteration leaves the loop. True if they do."""
        exits = (id(self.loop.frame), EXIT) in self.loop.carries
        return not exits or not any([retract_affine_length(carry) for carry in self.loop.carries.values()])

    def _find_kin(self) -> bool:
        """The may-alias sets of the carried containers, at entry or at the end of an iteration: older ones,
        and each other. True if there were new ones."""
        new = False
        for side in (0, 1):
            found = [
                pair
                for key, carry in self.loop.carries.items()
                for pair in containers(carry.template, self._ends(key, carry)[side])
            ]
            new |= self.loop.kin.note(self.interp.trail, found, self.route.serial)
        return new

    def _made(self) -> list[Array]:
        """The arrays made from the templates."""
        slots = [s for carry in self.loop.carries.values() for s in array_slots(carry.template)]
        return [s.array for s in slots if s.array is not None]

    # the finished loop

    def emit(self) -> None:
        loop, interp = self.loop, self.interp
        initial = self._initial()
        exits = (id(loop.frame), EXIT) in loop.carries
        outputs = self._emit_while(initial) if loop.bounds is None or exits else self._emit_fori(initial)
        self.maker, ran, since = maker(interp, loop.same), self._surely_runs(), interp.trail.serial
        self.maker.ends = True
        for slot, result in zip(self.slots, self.results):
            if ran and slot.members is not None and isinstance(result, Sym):
                slot.members = several(side_of(result))  # what it was at entry, it is no more
        name_outputs(interp, self.slots, outputs)
        for carry in loop.carries.values():
            clear(carry.template)
            set_length(interp, carry.template, lambda: loop.iterations)
            fill(carry.template, self.maker)
        self._link()
        loop.kin.relate(interp.trail, self.maker)
        for carry in loop.carries.values():
            value = fill(carry.template, self.maker)
            note_bounds(interp, value, behind_loop=True)
            value = grown(interp, carry, value, loop.iterations)
            write_joined(interp, carry.change, self._value_behind(carry.change, value, ran), since)
        consistent(interp.trail, self._made())
        changes = [carry.change for carry in loop.carries.values()]
        note_originals(interp, [(change, read(change.obj, change.key)) for change in changes])
        if ran:
            self._static_last_index()

    def _initial(self) -> list[Sym]:
        """The initial value of each slot."""
        values: list[Sym] = []
        entry = Route(self.interp.builder, {}, None, 0)
        for carry in self.loop.carries.values():
            sides: dict[int, Any] = {}
            set_length(self.interp, carry.template, None)
            if not CarryUnifier(self.interp, entry, sides).check(carry.template, carry.change.before):
                if isinstance(carry.change.obj, dict) and isinstance(carry.template, dict):
                    note_keys(self.interp, carry.change.obj, carry.template)
                raise Unsettled(
                    f"{name_of(carry.change)} does not keep its type in this loop", loop=id(self.loop.node)
                )
            values += [value_for_slot(self.interp.builder, sides[id(s)], s) for s in slots_of(carry.template)]
        return values

    def _emit_fori(self, initial: list[Sym]) -> Any:
        lo, hi, step = self.loop.bounds
        results = [value_for_slot(self.body, r, s) for r, s in zip(self.results, self.slots)]
        (body,), fixed = close(self.interp, [self.body], [results], ["body"], lead=1)
        ends = [
            (
                self.interp.sym(b).astype(self.index.dtype)
                if isinstance(b, Sym)
                else self.interp.builder.lift(b, self.index.dtype)
            )
            for b in (lo, hi)
        ]
        return fori_loop(*ends, *fixed, *initial, body=body, step=step, invariant=len(fixed))

    def _emit_while(self, initial: list[Sym]) -> Any:
        """A while loop; counted loops with exits carry their index as the first value."""
        results = [value_for_slot(self.body, r, s) for r, s in zip(self.results, self.slots)]
        counted = self.loop.bounds is not None
        test = self._test_program()
        if counted:
            lo, _, step = self.loop.bounds
            results.insert(0, self.index + np.asarray(step, self.index.dtype)[()])
            initial = [
                self.interp.builder.lift(lo, None if isinstance(lo, Sym) else self.index.dtype),
                *initial,
            ]
        programs, fixed = close(
            self.interp, [test.builder, self.body], [[test.value], results], ["test", "body"]
        )
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
        make = self.maker = maker(interp, loop.same)
        with interp.inside(builder):
            for carry in loop.carries.values():
                clear(carry.template)
                carry.head = fill(carry.template, make)
            self._link()
        return travel(interp, lambda: self._test(index), builder, serial)

    def _test(self, index: Sym | None) -> Sym:
        loop, interp = self.loop, self.interp
        self._set_heads()
        if index is None:
            test = interp.sym(interp.truth(loop.frame, loop.node.test))
        else:
            _, hi, step = loop.bounds
            test = index < interp.sym(hi) if step > 0 else index > interp.sym(hi)
        ends = [loop.frame.exit, interp.registers["error"]]
        if index is None and (id(interp.registers), "failed") in loop.carries:  # it may not end otherwise
            ends.append(interp.registers["failed"])
        for code in ends:
            if isinstance(code, Sym):
                test = (interp.sym(code) == 0) & test
        if test.is_const and test.value:
            raise CompileError("this loop never ends", "add a break or a return")
        return test

    def _surely_runs(self) -> bool:
        """Whether the body runs at least once."""
        if self.loop.bounds is None:
            return False
        lo, hi, step = self.loop.bounds
        first, last = facts_of(lo), facts_of(hi)
        if first is None or last is None:
            return False
        ends = (first.hi, last.lo) if step > 0 else (last.hi, first.lo)
        return None not in ends and ends[0] < ends[1]

    def _value_behind(self, change: Change, value: Any, ran: bool) -> Any:
        """Behind a loop that surely ran once, what every iteration sets is set; where the loop may be left, what has
        been set at each `break`."""
        loop = self.loop
        if isinstance(value, Unlike) and ran:
            return self._kind_behind(change, value)
        if not isinstance(value, Maybe) or not ran:
            return value
        target = getattr(loop.node, "target", None)
        whole = (id(loop.frame), EXIT) not in loop.carries
        if whole or target is not None and value.name in stored_names((target,)):
            after = self.route.changes.get(change.location)
            if after is not None and not isinstance(after.after, (Maybe, Poison, Sentinel, type(None))):
                old = isinstance(after.after, Array) and after.after.origin <= self.route.serial
                return after.after if old else value.value
            return value
        mine = change.location[0] == id(loop.frame) and not isinstance(value, Option)
        known = mine and not self.interp.trying and not yields(loop.node)
        is_set = known and value.name in set_by_iteration(loop.frame.node, loop.node)
        return value.value if is_set else value

    def _kind_behind(self, change: Change, value: Unlike) -> Any:
        """The value of the kind that every iteration leaves, if that is one."""
        after = self.route.changes.get(change.location)
        kind = None if after is None else kind_of(after.after)
        return value if kind is None else value.member(kind, value)

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
