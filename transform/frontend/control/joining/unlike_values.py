"""Values of unlike kinds: case splitting over a tagged union.

    best = np.inf                                best_number, best, is_array = np.inf, np.zeros(3), False
    for x in xs:                                 for x in xs:
        if np.sum(x) < np.sum(best):      ⇒          if np.sum(x) < (np.sum(best) if is_array else best_number):
            best = x                                     best, is_array = x, True

Where paths join that leave a number and an array, arrays of unlike shapes or dtypes, or an array and a tuple, a value
of each kind is carried, and for each a flag that says whether it is the one (exactly one is true). It may be stored and
returned as it is. What reads it is read once for each kind, under its flag: the smallest expression around it whose
values fit together, else the statement.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import gast

from ....core.errors import CompileError
from ....ir.builder import Builder, Sym
from ...bounded.extents import BoundedArray
from ...lists.items import stands_for_list
from ...frame import Frame
from ...interpreter import EXPRESSIONS, Interpreter, operation
from ...state.signature import Unless
from ...state.values import NEVER, Array, HostMethod, Poison, is_number

WHOLE = {"None": type(None), "text": str, "list": list}
MOST_KINDS = 4  # of one value
MOST_TOLD = 12  # flags that are known at one place


@dataclasses.dataclass(frozen=True, eq=False)
class Unlike(Poison):
    """One of several values, each of another kind. While the `loop` is read whose iterations it comes from, it is an
    error where it is read: the loop may be read in another way."""

    kinds: tuple[Hashable, ...] = ()
    flags: tuple[Any, ...] = ()
    members: tuple[Any, ...] = ()

    def plain(self) -> Poison:
        """The refusal of what reads it."""
        return Poison(*[getattr(self, field.name) for field in dataclasses.fields(Poison)])

    def fail(self) -> CompileError:
        error = super().fail()
        error.unlike = None if self.loop else self
        return error

    def with_parts(self, change: Callable[[Any], Any], **more: Any) -> Unlike:
        flags, members = tuple(map(change, self.flags)), tuple(map(change, self.members))
        return dataclasses.replace(self, flags=flags, members=members, **more)

    def pairs(self, value: Any) -> list[tuple[Any, Any]]:
        given = parts_of(value)
        held = [None if given is None else given.member(kind) for kind in self.kinds]
        return list(zip(self.members, held))

    def member(self, kind: Hashable, absent: Any = None) -> Any:
        return self.members[self.kinds.index(kind)] if kind in self.kinds else absent

    def flag(self, kind: Hashable) -> Any:
        return self.flags[self.kinds.index(kind)] if kind in self.kinds else False


def kind_of(value: Any) -> Hashable | None:
    """The kind of values that fit together; None for a value that can't be carried by itself, without what
    others know of it."""
    if isinstance(value, Array):
        return "array", value.dtype, value.shape
    if isinstance(value, BoundedArray):
        return "slice", value.dtype, value.ndim
    if stands_for_list(value):
        return "items", value.cls
    if is_number(value):
        return None if isinstance(value, Sym) and value.shape else "number"
    if isinstance(value, tuple):
        kinds = tuple([kind_of(v) for v in value])
        return None if None in kinds else (type(value), *kinds)
    return next((name for name, kinds in WHOLE.items() if isinstance(value, kinds)), None)


def word_for(kind: Hashable) -> str:
    """The name of a kind of values in messages."""
    word = kind[0] if isinstance(kind, tuple) else kind
    return word.__name__ if isinstance(word, type) else str(word).lower()


def parts_of(value: Any) -> Unlike | None:
    """A value of a path as one of several, of which it is the only one; None if it can't be carried."""
    if isinstance(value, Unlike):
        return value
    kind = kind_of(value)
    return None if kind is None else Unlike("", kinds=(kind,), flags=(True,), members=(value,))


def choose_kind(joining: Any, found: Poison, a: Any, b: Any, name: str) -> Poison:
    """Join incompatible values as one or the other, if nothing else prevents that. `found`: the refusal."""
    if found.sources or found.grows or found.site or found.lists or a is NEVER or b is NEVER:
        return found
    kinds = kind_of(a), kind_of(b)
    if None in kinds or kinds[0] == kinds[1] or joining.loop and ("text" in kinds or may_grow(a, b)):
        return found
    if all(
        isinstance(v, list) or stands_for_list(v) for v in (a, b)
    ):  # they may both be arrays, in another reading
        return found
    return join_unlike(joining, a, b, name, found)


def may_grow(a: Any, b: Any) -> bool:
    """Whether two arrays differ in their lengths only. (A loop may make another one in each iteration.)"""
    if (
        not all(isinstance(v, (Array, BoundedArray)) for v in (a, b))
        or a.ndim != b.ndim
        or a.dtype != b.dtype
    ):
        return False
    return isinstance(a, BoundedArray) or isinstance(b, BoundedArray) or a.shape != b.shape


def join_unlike(joining: Any, a: Any, b: Any, name: str, found: Poison | None = None) -> Any:
    """One of the values that two paths leave, one of which may be one of several by itself."""
    found = found or next(v.plain() for v in (a, b) if isinstance(v, Unlike))
    sides = [v if v is NEVER else parts_of(v) for v in (a, b)]
    if any(side is None for side in sides):
        return found
    known = [side for side in sides if side is not NEVER]
    kinds = tuple(dict.fromkeys([kind for side in known for kind in side.kinds]))
    if len(kinds) > MOST_KINDS:
        return found
    flags, members = [], []
    for kind in kinds:
        chosen = [side if side is NEVER else side.flag(kind) for side in sides]
        flags.append(joining.flag(*chosen, f"{name}_is_{word_for(kind)}"))
        values = [NEVER if side is NEVER else side.member(kind, NEVER) for side in sides]
        members.append(joining.join(*values, name))
    unfit = next((member for member in members if isinstance(member, Poison)), None)
    if unfit is not None:
        return unfit
    sure = next((k for k, flag in enumerate(flags) if flag is True), None)
    if sure is not None:
        return members[sure]
    joining.places.kinds.made = True
    settles = isinstance(a, Unlike) or isinstance(b, Unlike)
    fields = [getattr(found, field.name) for field in dataclasses.fields(Poison)]
    made = Unlike(*fields, kinds, tuple(flags), tuple(members))
    return dataclasses.replace(made, loop=None) if settles else made


def as_chosen(value: Unlike, leave: Callable[[Any], Any], leave_flag: Callable[[Any], Any]) -> Any:
    """The structure of a result that is one of several."""
    *front, last = zip(value.flags, map(leave, value.members))
    result = last[1]
    for flag, member in reversed(front):
        result = Unless(member, leave_flag(flag), result)
    return result


# -- reading -----------------------------------------------------------------------------------------------------------


@operation
def told_apart(interp: Interpreter, value: Poison) -> Any:
    """The value that it is known to be here. Raises: the refusal of what reads it."""
    for member in members_here(interp, value) if isinstance(value, Unlike) else ():
        return member
    raise value.fail()


@operation
def of_any_kind(interp: Interpreter, value: Any) -> Any:
    """A value that may be read, or one of several kinds."""
    return value if isinstance(value, Unlike) else interp.settled(value)


def members_here(interp: Interpreter, value: Unlike) -> tuple[Any, ...]:
    """The value that it is known to be here, if that is known."""
    told = interp.places.kinds.told
    known = [told.get(flag.atom) if isinstance(flag, Sym) else flag for flag in value.flags]
    left = [k for k, truth in enumerate(known) if truth is not False]
    sure = [k for k in left if known[k] is True]
    return (value.members[(sure or left)[0]],) if sure or len(left) == 1 else ()


class Record:
    """The values already evaluated of an expression or statement, in order: where the kinds of its operands
    part, they are there and are not evaluated again for each."""

    def __init__(self, builder: Builder, node: Any, known: Sequence[tuple[Any, Any]] = ()):
        self.builder, self.node, self.values = builder, node, [*known]
        self.next, self.mark = 0, None

    def take(self, node: Any) -> tuple[bool, Any]:
        """Whether this is what comes next, and there already. If so, what it is."""
        found = self.next < len(self.values) and self.values[self.next][0] is node
        self.next += found
        return found, self.values[self.next - 1][1] if found else None

    def note(self, interp: Interpreter, node: Any, value: Any) -> None:
        if interp.builder is self.builder:
            self.values[self.next :] = [(node, value)]
            self.next, self.mark = self.next + 1, interp.mark()


@operation
def evaluate_apart(interp: Interpreter, frame: Frame, node: Any) -> Any:
    """Evaluate an expression: once for each kind that what it reads may be."""
    kinds, rule = interp.places.kinds, EXPRESSIONS[type(node)]
    around = kinds.record
    there, value = around.take(node) if around is not None else (False, None)
    if not there:
        run = lambda: rule(interp, frame, node)
        alone = isinstance(node, (gast.Name, gast.Constant))
        value = unread(interp, node, run) if alone else apart(interp, node, run)
        if around is not None:
            around.note(interp, node, value)
    if kinds.path is node:
        return value
    if isinstance(value, HostMethod) and isinstance(value.self, Unlike):
        return interp.get_attribute(told_apart(interp, value.self), value.name)
    return told_apart(interp, value) if isinstance(value, Unlike) else value


def unread(interp: Interpreter, node: Any, run: Callable[[], Any]) -> Any:
    """The value of a variable, which may be of several kinds where any will do."""
    try:
        return run()
    except CompileError as error:
        if error.unlike is None or interp.places.kinds.path is not node:
            raise
        return error.unlike


@operation
def evaluate_any(interp: Interpreter, frame: Frame, node: Any) -> Any:
    """Evaluate an expression whose value is the one of a path: it may be of several kinds."""
    kinds = interp.places.kinds
    before, kinds.path = kinds.path, node
    try:
        return interp.evaluate(frame, node)
    finally:
        kinds.path = before


@operation
def run_apart(interp: Interpreter, frame: Frame, node: Any, run: Callable[[], bool]) -> bool:
    """Run a statement: once for each kind that what it reads may be."""
    statement = lambda: apart(interp, node, run, lambda: interp.statement(frame, node, []))
    return bool(read_apart(interp, lambda: statement() if interp.places.kinds.made else run()))


@operation
def read_apart(interp: Interpreter, run: Callable[[], Any]) -> Any:
    """Read something in which the first value of several kinds may be made and read."""
    known, mark = interp.places.kinds.made, interp.mark()
    try:
        return run()
    except CompileError as error:
        if known or error.unlike is None:
            raise
    interp.undo(mark)
    return run()


def apart(
    interp: Interpreter, node: Any, run: Callable[[], Any], once_more: Callable[[], Any] | None = None
) -> Any:
    """Read an expression or statement; if it reads a value of several kinds, once more for each of these."""
    kinds, mark = interp.places.kinds, interp.mark()
    around = kinds.record
    again = around is not None and around.node is node
    own = around if again else Record(interp.builder, node, kinds.evaluated.pop(id(node), ()))
    kinds.record = own
    try:
        return run()
    except CompileError as error:
        if not can_split(interp, error.unlike):
            raise
        found = error
    finally:
        kinds.record = around
    known = found.evaluated
    if not known:
        interp.undo(own.mark or mark)
    mark, more = interp.mark(), once_more or (lambda: apart(interp, node, run))
    value = for_each_kind(interp, found.unlike, lambda: replaying(interp, own, known, more))
    if not isinstance(value, Poison) or isinstance(value, Unlike):
        return value
    if isinstance(node, gast.Attribute):  # a method, of whichever it is
        return HostMethod(node.attr, found.unlike)
    interp.undo(mark)
    found.evaluated = {**known, id(node): own.values}
    raise found


def replaying(interp: Interpreter, record: Record, known: dict, run: Callable[[], Any]) -> Any:
    """Read what a record is of, with what is there. `known`: what is there of the expression that is evaluated next,
    and of those in it, by their ids."""
    kinds = interp.places.kinds
    around, before = kinds.record, kinds.evaluated
    kinds.record, kinds.evaluated = Record(interp.builder, record.node, record.values), dict(known)
    try:
        return run()
    finally:
        kinds.record, kinds.evaluated = around, before


def can_split(interp: Interpreter, choice: Unlike | None) -> bool:
    """Whether what reads a value of several kinds may be read once for each. Its flags have to be at hand."""
    if choice is None or len(interp.places.kinds.told) >= MOST_TOLD:
        return False
    return all(not isinstance(flag, Sym) or is_at_hand(interp.builder, flag) for flag in choice.flags)


def is_at_hand(builder: Builder | None, sym: Sym) -> bool:
    """Whether a value is computed in a builder, or in one around it."""
    while builder is not None and builder is not sym.builder:
        builder = builder.parent
    return builder is not None


def for_each_kind(interp: Interpreter, choice: Unlike, run: Callable[[], Any]) -> Any:
    """Do something once for each kind that a value may be here, under its flag."""
    told = interp.places.kinds.told
    flags = [flag for flag in choice.flags if flag is not False and told.get(atom_of(flag)) is not False]
    return for_kinds(interp, flags, run)


def for_kinds(interp: Interpreter, flags: list[Any], run: Callable[[], Any]) -> Any:
    flag, *others = flags

    def told(truth: bool, action: Callable[[], Any]) -> Any:
        with telling(interp, flag, truth):
            return interp.unless_it_raises(action)

    if not others:
        return told(True, run)
    rest = lambda: for_kinds(interp, others, run)
    return interp.fork(interp.sym(flag), lambda: told(True, run), lambda: told(False, rest))


def atom_of(flag: Any) -> Any:
    return flag.atom if isinstance(flag, Sym) else None


@contextlib.contextmanager
def telling(interp: Interpreter, flag: Any, truth: bool) -> Iterator[None]:
    """While this is read, it is known what a flag is."""
    kinds = interp.places.kinds
    before, kinds.told = kinds.told, {**kinds.told, atom_of(flag): truth}
    try:
        yield
    finally:
        kinds.told = before
