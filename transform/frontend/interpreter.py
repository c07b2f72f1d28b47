"""The abstract interpreter: reads a function's tree once, with types for its arguments, and grows a Program.

Operations on static values are computed; operations on dynamic ones append calls to the current builder. State that a
statement can change (variables, array contents, containers) is written through the trail, so that branches and loops
find out what they carry. Statements, expressions and calls have a module each; this one holds what they share.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from ..core.dtypes import is_complex, short_name
from ..core.errors import CompileError, NeverReached, Span, must_be_known, span_of
from ..ir.builder import Builder, Sym, broadcast_to, convert
from ..ir.program import Type
from ..ir.unions import as_number
from ..primitives import note_failure, select
from .state.aliases import is_stale, number_array, write_beside, written_since
from .state.diagnostics import refuse
from .state.places import Places
from .state.sets import Set
from .state.texts import ArrayTexts
from .state.trail import CONTENT, Registers, Trail
from .definite_assignment import definite_reads
from .frame import EXIT, Frame, NORMAL, RETURN
from .state.values import (
    NEVER,
    UNSET,
    Array,
    DynamicText,
    External,
    Instance,
    Lens,
    Maybe,
    Option,
    Path,
    Poison,
    Picked,
    class_of,
    describe,
    is_record,
    is_stream,
    no_array,
)

DEPTH_LIMIT = 60  # calls inside each other
BRANCH_LIMIT = 24  # calls of one function inside itself, each under a dynamic condition
BRANCHING_LIMIT = 300  # calls in branches of one call, inside each other or beside each other
# class of node -> rule (interp, frame, node); the modules of rules fill these
STATEMENTS: dict[type, Callable] = {}
EXPRESSIONS: dict[type, Callable] = {}


def operation(function: Callable) -> Callable:
    """Make a function of an interpreter and abstract values a method of all interpreters.

    So `interp.binary("Add", x, y)` is to be had everywhere, and each module of rules imports only what stands below it.
    """
    setattr(Interpreter, function.__name__, function)
    return function


class ReadUnset(CompileError):
    """A variable was read before it has a value."""

    def __init__(self, name: str):
        super().__init__(
            f"variable {name} is read before it is set", "set it before the loop or on every branch"
        )
        self.name = name


class Interpreter:
    """The state of a reading (builder, trail of writes, environment), and the operations on abstract values."""

    if TYPE_CHECKING:  # the operations that modules of rules enter
        from .lists.from_outside import entered_list, entered_numbers, list_at, refuse_rows
        from .lists.growing import exchange, new_list
        from .models.operations import name_items
        from .bounded.writes import write_sliced
        from .calls.attributes import get_attribute, setter_of
        from .calls.builtins import length_of
        from .expressions.classes import isinstance_
        from .calls.calls import (
            call,
            call_back,
            call_inline,
            call_method,
            make_closure,
            result_of,
            run_frame,
            static_argument,
        )
        from .calls.construction import construct
        from .calls.host_library import item_on_host, items_on_host
        from .calls.library_calls import apply_host, call_host, library_value, write_out
        from .calls.methods import item
        from .calls.sorting import sorted_list
        from .control.branches import fork, leave_failed, run_if, truth, unless_failed, value_unless_failed
        from .control.branches import when_normal
        from .control.generators import consume_generator, generator, generator_of, list_of
        from .control.exceptions import (
            catches,
            raised_by_python,
            run_again,
            test_division,
            test_index,
            test_result,
        )
        from .control.statements import leave_with_error
        from .control.stepping import resume, step
        from .entry import call_top
        from .assignment.attributes import set_attribute
        from .assignment.augmented import change_item
        from .assignment.items import set_array_item, set_item
        from .assignment.targets import assign
        from .expressions.comparisons import compare
        from .expressions.comprehensions import fold_comprehension, holds
        from .expressions.effects import payload
        from .expressions.formatting import (
            concatenate_texts,
            format_text,
            joined_text,
            percent_text,
            text_of_dynamic,
        )
        from .expressions.iterables import iterate, known_items
        from .expressions.iterators import iterator_over
        from .expressions.operators import binary, both, either, truth_of, unary
        from .expressions.stored import cast_stored, unchanged_if_raised
        from .expressions.subscripts import (
            array_item,
            get_item,
            slice_of,
            stack_numbers,
            static_key,
        )

    def __init__(self, outside: Any, notes: list[str] | None = None):
        self.builder, self.trail, self.places = Builder(), Trail(), Places()
        self.builder.site.fail, self.builder.site.catches = self.fail_where, self.catches
        self.registers = Registers(error=0, failed=np.int32(0), world=np.int32(0), memory=0)
        self.outside = outside  # reads globals and cells, records guards: state/environment.py
        self.notes: list[str] = notes if notes is not None else []
        self.errors: list[Any] = []  # raise sites: (exception type, arguments)
        self.originals: list[Any] = []  # such pairs, with the exceptions that Python has raised
        self.failures: set[int] = set()  # the numbers of those that Python raises by itself
        self.sizes: Any = None  # those that data decide: see bounded/assumed_sizes.py
        self.tentative: set[str] = set()  # names that a loop is still finding out about
        self.dropped: set[str] = set()  # of these, those that a path was given up for
        self.doubted: set[str] = set()  # names that were read where they may be unset
        self.growing: Any = None  # lists of computed length: see lists/growing.py
        self.compared: dict[str, Any] = {}  # what conditions compare, by name: see state/path_conditions.py
        self.options = False  # has anything been compared with None?
        self.present: set[Any] = set()  # flags of values that are not None on this path
        self.long_loops: set[int] = set()  # ids of those of more iterations than are unrolled for lists
        self.memory: Any = None  # the loops of the body that is read: control/looping/loop_memory.py
        self.budget: Any = None  # what may be written out: see control/budget.py
        self.passed: Any = None  # the arguments, where lists may be passed as arrays
        self.unrolls = False  # are loops unrolled that lengthen other lists?
        self.wording: dict[
            str, str
        ] = {}  # messages of failures, where a model uses a list: what it says instead
        self.classes: dict[Any, Any] = {}  # made while reading: named tuples by their places, and the others
        self.windows: dict[str, int] = {}  # by upper bounds of extents: see bounded/extents.usually_whole
        self.follows = outside.writes.follows  # are the memories that arrays are numbered?
        self.trying: list[tuple[type, ...]] = []  # what is caught around what is being read
        self.handled: list[Any] = []  # what the handlers around have caught: codes, and which it was
        self.calls: list[Any] = []  # functions being read, innermost last
        self.specialised: dict[Any, Any] = {}  # callee and types -> its Program (see calls/calls.py)
        self.specialising = 0  # how many of the builders around are for functions of their own
        self.edits: dict[Any, Any] = {}  # atoms that are other ones behind an identity, and which
        self.array_texts = ArrayTexts()
        self.ruled = False  # were functions with derivative rules of their own called?
        self.ordered = False  # does anything depend on the order of the keys of a dict?
        self.fields_alone = False  # was a dataclass asked for an attribute that is none of its fields?
        self.axes: dict[str, int] = {}  # batch axes with a name around what is being read, and their sizes
        self.orders = 0  # how many derivatives will be taken of what is being read
        self.differentiated = False  # has any?
        self.members: tuple[str, int] | None = None  # the axis along devices, each of which runs the program

    # -- places ----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def at(self, frame: Frame, node: Any) -> Iterator[None]:
        """Errors raised inside are placed at this node unless they have a place in this function already; those of
        functions of recto itself (recto.lax) where the user calls them."""
        site, before = self.builder.site, self.builder.site.place
        site.place = before if frame.own else (node, frame.file, frame.name)
        try:
            yield
        except CompileError as error:
            place, site.place = site.span, before
            error.at(place)
            raise
        site.place = before  # not in `finally`: a fault of the compiler leaves it at what was being read

    def mark(self) -> tuple[int, int, int]:
        """The position of the reading, for `undo`."""
        return self.trail.mark(), self.trail.serial, len(self.builder.body)

    def undo(self, mark: tuple[int, int, int]) -> None:
        """Take back what has been read since the mark in this builder, to read it in another way: its effects, too."""
        log, serial, calls = mark
        self.trail.rewind(log, serial)
        self.builder.undo_effects(calls)

    @contextlib.contextmanager
    def order(self, change: int) -> Iterator[None]:
        """Read the inside at a higher order of differentiation (1), or a lower one (-1: a derivative rule)."""
        self.orders += change
        self.differentiated = True
        try:
            yield
        finally:
            self.orders -= change

    @contextlib.contextmanager
    def inside(self, builder: Builder) -> Iterator[Builder]:
        outer, self.builder = self.builder, builder
        try:
            yield builder
        finally:
            self.builder = outer

    @property
    def span(self) -> Span | None:
        return self.builder.site.span

    # -- arrays ----------------------------------------------------------------------------------------------

    def array(self, sym: Any) -> Array:
        """A new root array with this content."""
        array = self.trail.allocate(Array(self.builder.lift(sym)))
        return number_array(self, array) if self.follows else array

    def view(self, base: Array, lens: Lens, type: Type | None = None) -> Array:
        """A view of an array; its type is found by looking once (a dead read is dropped at the end)."""
        return self.trail.allocate(Array(None, base, lens, type or lens.get(self.content(base)).type))

    def wrap(self, value: Any) -> Any:
        """The result of a library function as an abstract value: arrays get identity, scalars are Syms."""
        if type(value) is Sym:
            return self.array(value) if value.shape else value
        match value:
            case np.ndarray() | np.void():
                return self.host_array(value)
            case tuple() if hasattr(value, "_fields"):
                return type(value)(*map(self.wrap, value))
            case list() | tuple() if type(value) in (list, tuple):
                return type(value)(map(self.wrap, value))
        return value

    def content(self, array: Array) -> Sym:
        """The present content of an array, as a Sym of the current builder."""
        if array.base is None and type(array.sym) is Sym:
            return self.builder.lift(self._checked(array).sym)
        return self.content_in(array, lambda root: self._checked(root).sym)

    def content_in(self, array: Array, root_content: Callable[[Array], Any]) -> Sym:
        if array.base is not None:
            base = self.content_in(array.base, root_content)
            found = array.lens.get(base)
            if array.called not in (
                None,
                self.builder.hint(base),
            ):  # x = x[1:] would give two values one name
                self.builder.name(found, array.called)
            return found
        value = root_content(array)
        if isinstance(value, Poison):
            raise value.fail()
        return self.builder.lift(value)

    def _checked(self, root: Array) -> Array:
        if type(root.sym) is Sym and is_stale(root, lambda other: other.version):
            raise written_since(self.span).fail()
        return root

    def overwrite(self, array: Array, new: Sym) -> None:
        """Replace the content of an array, seen by everything that shares its memory."""
        while array.base is not None:
            if isinstance(array.lens.put, str):
                raise CompileError(array.lens.put, "write to a copy: .copy()")
            new = array.lens.put(self.content(array.base), new)
            array = array.base
        for root in (array, *array.may_aliases):
            if isinstance(root.frozen, External):
                self.outside.change(root.frozen)
            if isinstance(root.frozen, Exception):
                raise root.frozen
            if root.frozen:
                which = "" if root is array else "it may be the same as one outside: "
                raise CompileError(
                    f"this array can't be written: {which}{root.frozen}",
                    "write to a copy, or pass the array as an argument",
                )
        if array.outgrown is not None:  # with room for its rows, they stay where they are
            raise CompileError(
                f"{array.outgrown} grows: what is written may share memory with an item that it had before",
                "give it a capacity where it is created: xs = recto.bound([], 1000)",
            )
        self.trail.write(array, CONTENT, new)
        for other in array.may_aliases:
            write_beside(self, other, array, new)

    def unedited(self, value: Any) -> Any:
        """The atom of a value, without the identities that only a backward sweep sees (transforms/cotangents.py)."""
        atom = value.atom if isinstance(value, Sym) else None
        while atom in self.edits:
            atom = self.edits[atom]
        return atom

    def store(self, array: Array, value: Any) -> None:
        """array[...] = value, with NumPy's broadcasting and casting to the array's dtype."""
        value = self.sym(value)
        value = as_number(value) if array.dtype.kind in "iu" else value
        if is_complex(value.dtype) and not is_complex(array.dtype):
            raise CompileError(
                f"can't store {value.type} in an array of {short_name(array.dtype)}",
                "store the real part, or make the array complex",
                kind=TypeError,
            )
        self.overwrite(array, broadcast_to(convert(value, array.dtype), array.shape))

    # -- values ----------------------------------------------------------------------------------------------

    def sym(self, value: Any) -> Sym:
        """A dynamic value or a number as a Sym of the current builder."""
        if type(value) is Array:
            return self.content(value)
        match value:
            case Sym():
                return self.builder.lift(value)
            case Array():
                return self.content(value)
            case Maybe() | Poison():
                return self.sym(self.settled(value))
            case External():
                raise no_array(value)
        if value is NEVER:
            raise NeverReached()
        if isinstance(value, (bool, int, float, complex, np.generic, np.ndarray)):
            return self.builder.lift(value)
        raise CompileError(f"{describe(value)} can't be used as an array or number")

    def settled(self, value: Any, name: str | None = None) -> Any:
        """A value that may be read: unset and ill-joined ones are errors here."""
        value = self.read(value, name)
        if isinstance(value, Picked) and issubclass(value.cls, int):
            return self.number_of_member(value)
        return self.required(value) if isinstance(value, Option) else value

    def read(self, value: Any, name: str | None = None, definite: bool = False) -> Any:
        """A value that is set on this path. It may be None. `definite`: whatever its flag says, it is set here."""
        if value is UNSET:
            raise ReadUnset(name or "?")
        if value is NEVER:
            raise NeverReached()
        if isinstance(value, Poison):
            return self.read(self.told_apart(value), name, definite)
        if isinstance(value, Maybe) and not isinstance(value, Option):
            message = f"cannot access local variable '{value.name}' where it is not associated with a value"
            return self.read_maybe(value, UnboundLocalError, message, definite)
        return value

    def read_free(self, value: Maybe) -> Any:
        """A variable of an enclosing function, as an inner one reads it."""
        where = "where it is not associated with a value in enclosing scope"
        return self.read_maybe(value, NameError, f"cannot access free variable '{value.name}' {where}")

    def required(self, value: Option, exception: type = TypeError, message: str | None = None) -> Any:
        """The value, which must not be None here: otherwise the call ends with the exception."""
        if value.value is NEVER:
            raise CompileError(f"TypeError: {value.name} is None here")
        if isinstance(value.flag, Sym) and value.flag.atom not in self.present:
            message = message or f"{value.name} is None where a value is needed"
            self.fail_if(~self.sym(value.flag), exception, (message,))
        return self.settled(value.value, value.name)

    def read_maybe(self, value: Maybe, exception: type, argument: Any, definite: bool = False) -> Any:
        """A value that may be unset: where it is, the call ends with the exception."""
        if value.flag is False or value.value is NEVER:  # only paths that fail set it
            raise ReadUnset(value.name)
        if value.flag is not True:
            self.doubted.add(value.name)  # in a loop it may hold the value of an earlier iteration
        if value.flag is not True and not definite:
            self.fail_if(~self.sym(value.flag), exception, (argument,))
        return self.read(value.value, value.name)

    def fail_if(self, condition: Sym, exception: type, arguments: tuple) -> None:
        """The user's exception at the end of the call if the condition holds here (and nothing failed before)."""
        code, before = self.error_site(exception, arguments), self.registers["error"]
        if condition.is_const and condition.value and not isinstance(before, Sym):
            return self.trail.write(self.registers, "error", before or code)
        error = self.builder.lift(self.sym(before))
        number = self.sym(code) if error.weak else self.builder.lift(np.asarray(code, error.dtype))
        self.trail.write(self.registers, "error", select(condition & (error == 0), number, error))

    def fail_where(self, condition: Sym, exception: type, message: tuple, native: bool) -> bool:
        """For the library: the call raises if the condition holds here. The message is texts and scalars in turn.
        native: the operation raises by itself in printed source, and what follows it is computed: a flag is cheap
        where leaving a loop is not. Gives whether it must not raise by itself, because a handler is around.
        """
        if condition.builder.depth > self.builder.depth:
            raise CompileError(
                f"{exception.__name__}: a value may be out of range where it is converted",
                "convert it before this line: int(…), np.uint8(…)",
            )
        if not native or self.trying:
            self.fail_if(self.builder.lift(condition), exception, self.message(message))
            return native
        failed = self.builder.lift(self.sym(self.registers["failed"]).astype(np.int32))
        site = self.error_site(exception, self.message(message))
        self.failures.add(site)
        code = note_failure(failed, self.builder.lift(condition), failure=site)
        self.trail.write(self.registers, "failed", code)
        return False

    def message(self, message: tuple) -> tuple:
        """The arguments of an exception with this message, of texts and values."""
        if all(isinstance(part, str) for part in message):
            return ("".join(message),)
        text = DynamicText([part if isinstance(part, str) else (part, "", "") for part in message])
        return self.payload((text,), True)

    @property
    def failed(self) -> bool:
        """Whether the call has surely failed."""
        error = self.registers["error"]
        return not isinstance(error, Sym) and error != 0

    def error_site(self, exception: type, arguments: Any) -> int:
        if self.wording and isinstance(arguments, tuple):
            arguments = tuple(self.wording.get(a, a) if isinstance(a, str) else a for a in arguments)
        site = (exception, arguments, self.span)
        if site not in self.errors:
            self.errors.append(site)
        return self.errors.index(site) + 1

    def note(self, text: str) -> None:
        """A remark for .explain()."""
        remark = f"{self.span}: {text}"
        if remark not in self.notes:
            self.notes.append(remark)

    def key(self, value: Any, what: str) -> Any:
        """A value that is known now and can be a key."""
        key = self.static_items(self.static(value, what), what)
        try:
            hash(key)
        except TypeError as error:
            if not isinstance(key, slice):
                raise CompileError(f"TypeError: {error}") from None
        return key

    def static_items(self, key: Any, what: str) -> Any:
        """A key whose parts must be known too."""
        if isinstance(key, Set):
            raise CompileError("TypeError: unhashable type: 'set'", "use a frozenset", kind=TypeError)
        if is_record(key) and class_of(key).__hash__ is not None:
            raise CompileError(
                f"{describe(key)} as {what}: run-time data select it", "use a number that it holds"
            )
        if isinstance(key, Instance) and key.cls.__hash__ is None:
            raise CompileError(f"TypeError: unhashable type: {class_of(key).__name__!r}", kind=TypeError)
        if isinstance(key, Instance) and key.cls.__hash__ is not object.__hash__:
            message = f"{describe(key)} as {what}: its class defines equality"
            raise CompileError(message, "use a tuple of its attributes")
        if type(key) is not tuple:
            return self.outside.whole(key)
        return tuple([self.static_items(self.static(part, what), what) for part in key])

    def static(self, value: Any, what: str) -> Any:
        """The value, which must be known now."""
        value = self.settled(value)
        if isinstance(value, Sym):
            if value.is_const:
                return value.value.item()
            raise must_be_known(what, describe(value), value.origins)
        if isinstance(value, (Array, DynamicText, Picked)):
            raise must_be_known(what, describe(value), getattr(value, "sources", None))
        return value

    # -- statements ------------------------------------------------------------------------------------------

    def block(self, frame: Frame, statements: list) -> None:
        """Run statements until one leaves; behind a statement that leaves on some paths only, the rest is
        conditional."""
        for k, node in enumerate(statements):
            rest = statements[k + 1 :]
            site, before = self.builder.site, self.builder.site.place
            site.place = before if frame.own else (node, frame.file, frame.name)
            try:
                done = self.statement(frame, node, rest)
            except CompileError as error:
                place, site.place = site.span, before
                error.at(place)
                raise
            site.place = before  # not in `finally`: a fault of the compiler leaves it at what was being read
            if done:
                return
            self.note_error(frame)
            if isinstance(frame.exit, Sym):
                if rest:
                    self.when_normal(frame, rest, node)
                return
            if frame.exit != NORMAL:
                return

    def statement(self, frame: Frame, node: Any, rest: list) -> bool:
        """Run a statement; True if that has run the rest of the block too."""
        return self.run_apart(frame, node, lambda: self.run_statement(frame, node, rest))

    def run_statement(self, frame: Frame, node: Any, rest: list) -> bool:
        try:
            if isinstance(node, gast.If):
                return self.run_if(frame, node, rest)
            rule = STATEMENTS.get(type(node))
            if rule is None:
                raise refuse(node)
            rule(self, frame, node)
        except NeverReached:
            self.leave_failed(frame)
        except CompileError as error:
            found = self.raised_by_python(error)
            if found is None:
                raise
            self.unless_failed(frame, lambda: self.leave_with_error(frame, *found))
        return False

    def note_error(self, frame: Frame) -> None:
        """Behind a statement that may have failed (in a call, or reading an unset variable) the frame may have left."""
        error = self.registers["error"]
        if error is frame.error:
            return
        frame.error = error
        if isinstance(error, Sym) and not isinstance(frame.exit, Sym) and frame.exit == NORMAL:
            failed = self.sym(error) != 0
            codes = [self.builder.lift(np.asarray(c)) for c in (RETURN, NORMAL)]
            self.trail.write(frame, EXIT, select(failed, *codes))
        elif self.failed and not isinstance(frame.exit, Sym) and frame.exit == NORMAL:
            self.leave_failed(frame)

    def evaluate(self, frame: Frame, node: Any) -> Any:
        rule = EXPRESSIONS.get(type(node))
        if rule is None:
            raise refuse(node).at(span_of(node, frame.file, frame.name))
        site = self.builder.site
        site.work += 1
        before = site.place
        site.place = before if frame.own else (node, frame.file, frame.name)
        try:
            value = self.evaluate_apart(frame, node) if self.places.kinds.made else rule(self, frame, node)
        except CompileError as error:
            place, site.place = site.span, before
            if self.failed or isinstance(error, NeverReached):  # nothing behind it is computed any more
                return NEVER
            error.at(place)
            raise
        site.place = before
        return value

    def assign_name(self, frame: Frame, name: str, value: Any) -> None:
        if name in frame.globals_declared:
            return self.outside.set_global(self, frame, name, value)
        owner = frame.owner(name) or frame
        if name in owner.nonlocals:
            return self.outside.set_cell(self, frame, name, value)
        if isinstance(value, Sym) or is_stream(value):
            self.builder.name(
                value if isinstance(value, Sym) else value.attributes["handle"], name.lstrip(".")
            )
        elif isinstance(value, Array) and (value.base is not None or isinstance(value.sym, Sym)):
            self.builder.name(value.sym, name)
            value.called = value.called or name
        elif isinstance(value, Instance):
            self.name_items(value, name)
        self.trail.write(owner, name, value)

    def lookup(self, frame: Frame, name: str, node: Any = None) -> Any:
        """The value of a name, read by this node."""
        owner = frame.owner(name)
        if owner is None or name in frame.globals_declared:
            return self.outside.name(self, frame, name)
        value = owner.variables.get(name, UNSET)
        if isinstance(value, Maybe) and not isinstance(value, Option):
            definite = owner is frame and node in definite_reads(frame.node)
            found = self.read(value, name, definite) if owner is frame else self.read_free(value)
            self.trail.write(owner, name, found)  # where it is read, it is set
            return owner.variables[name]
        return self.read(value, name)

    def external(self, value: Any, path: Path) -> Any:
        return self.outside.wrap(self, value, path)
