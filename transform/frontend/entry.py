"""Reading a function for given argument types: `read(function, args, kwargs) -> Reading`."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..core.dtypes import settings
from ..core.errors import CompileError, NeedsArrays, NeedsSize, NeedsSlots, NeedsStatic, NoRows
from ..ir.builder import Sym
from ..ir.program import check
from ..library import find_host, find_read, meaning
from ..passes.autodiff.custom_rules import strip_custom_rules
from ..passes.checking.key_reuse import check_keys
from ..passes.vectorize.lanes import expand_lanes
from ..primitives import select
from .arguments import Passed, enter, lists_passed_as_arrays, wants_floats
from .bounded.assumed_sizes import (
    NeedsOrder,
    Sizes,
    check_order,
    count_from_start,
    has_guessed,
    has_lengthened,
    streams_passed,
)
from .lists.row_aliases import lists_in_heaps
from .lists.places import UNKNOWN, Lists, NeedsType, is_keyed, is_unbounded
from .array_texts import check_raised
from .control.budget import Budget
from .control.looping.loop_memory import Memory
from .error_context import reading
from .interpreter import Interpreter, operation
from .outside.kinds import is_callable, is_numbas
from .results import Outputs, leave, returns_in_order
from .state.diagnostics import FILTERED, REBOUND
from .state.environment import Environment
from .state.entered import ReadAgain, Writes
from .state.signature import Reading
from .stores import Storing
from .state.texts import Payload
from .state.values import Array, Path, Unsettled
from .transforms.checked import with_checks

# They fill the tables of rules, and enter operations into the interpreter.
from .bounded import data_movement, selection, shapes, sorting, statistics  # noqa: F401
from .calls import attributes, construction  # noqa: F401
from .control import class_statement, exceptions, statements, stepping  # noqa: F401
from .control.joining import chosen_dicts  # noqa: F401
from .expressions import comparisons, comprehensions, formatting, rules, subscripts  # noqa: F401
from .models.bounded.object_rows import enter_rows
from .models.outside import model_entered  # noqa: F401
from .models.sparse_matrices import sparse_matrix  # noqa: F401
from .transforms import elementwise, reversed_states  # noqa: F401


def read(
    function: Callable,
    args: list,
    kwargs: dict,
    name: str | None = None,
    is_array: Callable | None = None,
    listed: frozenset | None = None,
    sizes: Mapping[str, int] | None = None,
    varying: frozenset[Path] = frozenset(),
    layouts: dict[str, Found] | None = None,
) -> Reading:
    """Read a function.

    Args:
        args, kwargs: abstract arguments: `Argument` leaves in lists, tuples, dicts; anything else is static.
        listed: lists of numbers may be passed as arrays, which has been tried for those at these places. See also SLOT
            (lists/items.py) and KEYS_ARE_DATA (core/errors.py).
        sizes: by their keys, those that data decide, as far as they are known; None if they can't be found out.
        varying: numbers from outside that are passed at every call where they need not be known.
        layouts: what has been found out of this very function, for other sizes, by what the arguments are.

    Raises:
        CompileError: what the language refuses; NeedsStatic with the places of arguments that must be static.
        NeedsArrays, NeedsSlots: lists of numbers had better be passed as arrays, lists of objects stand in slots.
        NeedsSize: data decide the size of an array, which has to be computed first.
        InternalError: a fault of the compiler, with the line that it was reading.
    """
    findings = Findings(layouts, args, kwargs)
    budget = Budget(in_vain=findings.in_vain)
    given = function, args, kwargs, name, is_array, budget, listed
    once = functools.partial(read_somehow, *given, varying=varying, findings=findings)
    again = functools.partial(following, once)
    fresh = lambda: Sizes(sizes, guesses=has_guessed(sizes), lengthens=has_lengthened(sizes))
    first = fresh()
    if findings.begin(first):
        try:
            return again(first)
        except CompileError:  # it is found out again
            findings.forget()
            first = fresh()
    try:
        return again(first)
    except CompileError as error:
        decided = budget.is_decided(lists_passed_as_arrays([*args, *kwargs.values()]))
        bounded = error.lacks_bound and sizes is not None
        if decided and bounded and wants_floats(budget.iterations, args, kwargs):
            with contextlib.suppress(CompileError):  # or the loop is unrolled anew for each float
                return again(dataclasses.replace(fresh(), guesses=True))
        if bounded and not decided:
            guessed = dataclasses.replace(first, guesses=True)
            lengthened = dataclasses.replace(guessed, lengthens=True)
            try:
                return read_guessing(lambda: again(guessed), error)
            except CompileError as refusal:
                if not refusal.lacks_bound or not listed:
                    raise
            return read_guessing(lambda: again(lengthened), error)
        known = isinstance(error, NeedsStatic) and any(isinstance(s, tuple) for s in error.sources or ())
        unrolls = isinstance(error, NeedsStatic | Unsettled) or error.grows
        if decided and unrolls and not known:
            raise with_sources(error, budget.iterations) from None
        raise


def following(once: Callable[..., Reading], sizes: Sizes) -> Reading:
    """Read a function; again with numbered memories, or lists in heaps, where another one may be which was written."""
    try:
        return once(sizes)
    except CompileError as error:
        if not error.aliases and not error.heaps:
            raise
        first, heaps = error, error.heaps
    if first.aliases:
        try:
            return once(sizes, follows=True)
        except CompileError as error:
            heaps = error.heaps or heaps
    if heaps:
        with contextlib.suppress(CompileError):
            return once(sizes, lists=Lists(types=dict(heaps)))
    raise first


class Found(NamedTuple):
    """The findings of the readings of a function; the fields are those of Sizes, Budget and Findings."""

    lists: Lists | None
    unrolls: bool
    guesses: bool
    lengthens: bool
    ordered: bool
    counts: bool
    in_vain: frozenset


class Findings:
    """The findings of earlier readings of a function, with which another one may begin.

    layouts: of those that could be read, by what the arguments are; lists: what is known of the lists where only bounds
    for them are missing; unrolls: whether that is known of a reading in which loops are unrolled.
    """

    def __init__(self, layouts: dict[str, Found] | None, args: list, kwargs: dict):
        self.layouts, self.lists, self.unrolls = layouts, None, False
        self.in_vain: set = set()
        self.signature = functools.cache(lambda: repr((args, kwargs)))

    def begin(self, sizes: Sizes) -> bool:
        """Begin with what was found out of these arguments, if anything was."""
        found = self.layouts.get(self.signature()) if self.layouts else None
        if found is None:
            return False
        self.lists, self.unrolls = found.lists, found.unrolls
        sizes.ordered, sizes.counts = found.ordered, found.counts
        self.in_vain |= found.in_vain
        sizes.guesses = sizes.guesses or found.guesses and sizes.known is not None
        sizes.lengthens = sizes.guesses and (sizes.lengthens or found.lengthens)
        return True

    def forget(self) -> None:
        self.lists, self.unrolls = None, False

    def keep(self, lists: Lists | None, unrolls: bool, sizes: Sizes) -> None:
        """The function has been read."""
        if self.layouts is not None and (lists is not None or sizes.ordered):
            found = None if lists is None else lists.copy()
            self.layouts[self.signature()] = Found(
                found,
                unrolls,
                sizes.guesses,
                sizes.lengthens,
                sizes.ordered,
                sizes.counts,
                frozenset(self.in_vain),
            )

    def note(self, lists: Lists | None, unrolls: bool, error: CompileError) -> None:
        """The function can't be read, perhaps for want of a bound."""
        better = self.lists is None or self.unrolls or not unrolls
        if lists is not None and not lists.refused and is_unbounded(error) and better:
            self.lists, self.unrolls = lists.copy(), unrolls


def read_guessing(again: Callable[[], Reading], first: CompileError) -> Reading:
    """Read a function again, where lists have room for a guess. The error that came first asks for a bound: with one,
    what is refused now would be refused as well, unless it is about lists again."""
    try:
        return again()
    except CompileError as error:
        if not (is_unbounded(error) or error.lacks_bound or error.grows):
            raise
        raise first.instead or first from None


def with_sources(error: CompileError, sources: frozenset | None) -> NeedsStatic:
    """The refusal of what could be read if these were known: the number of the iterations of a loop, say."""
    found = NeedsStatic(error.message, sources, error.hint)
    found.spans, found.origin, found.grows, found.site = error.spans, error.origin, error.grows, error.site
    return found


def read_somehow(
    function: Callable,
    args: list,
    kwargs: dict,
    name: str | None,
    is_array: Callable | None,
    budget: Budget,
    listed: frozenset | None,
    sizes: Sizes,
    varying: frozenset[Path],
    findings: Findings,
    follows: bool = False,
    lists: Lists | None = None,
) -> Reading:
    """Read a function with as few guesses as it takes. `follows`: memories are numbered. `lists`: begin with these."""
    writes = Writes(varying=varying, follows=follows)

    def once(growing: Lists | None, unrolls: bool = False) -> Reading:
        while True:
            outside = Environment(is_array, writes) if is_array else Environment(writes=writes)
            sizes.assumed, sizes.acted = False, ""
            try:
                reading = read_once(
                    function, args, kwargs, name, outside, growing, unrolls, budget, listed, sizes
                )
                if not outside.outdated:
                    findings.keep(growing, unrolls, sizes)
                    return reading
            except ReadAgain as found:
                writes.learn(found)
            except (NeedsArrays, NeedsSize, NeedsSlots, NeedsType):
                if not outside.outdated:
                    raise
            except NeedsOrder as found:
                sizes.ordered, sizes.counts = True, sizes.counts or found.counts
            except CompileError as error:
                if outside.outdated:  # a number that was taken as static may be the cause
                    continue
                findings.note(growing, unrolls, error)
                if not isinstance(error, NeedsStatic):
                    raise
                known = {s for s in error.sources or () if isinstance(s, Path)} - writes.fixed
                if not known:
                    raise
                writes.fixed |= known

    if lists is not None:
        return read_long(once, NeedsType({}), lists=lists)
    lists = findings.lists
    if lists is not None:
        begin = functools.partial(once, unrolls=findings.unrolls)
        try:
            return read_long(begin, NeedsType({}), lists=lists.copy())
        except CompileError:  # it is found out again
            findings.forget()
    try:
        return once(None)
    except NeedsType as error:
        found: Exception = error
    except CompileError as error:
        if isinstance(error, NeedsStatic) and error.site is not None and not is_keyed(error.site):
            found = NeedsType({error.site: UNKNOWN})
        elif error.dicts:
            return read_long(once, NeedsType(error.dicts, keys=True), error)
        elif not error.grows or needs_argument(error):
            raise
        else:
            found = error
    return read_long(once, found) if isinstance(found, NeedsType) else read_growing(once, found)


def read_growing(once: Callable, first: CompileError) -> Reading:
    """Read a function again, with computed lengths for lists. What that can't do has the error that came first."""
    lists = Lists(every=True)
    while True:
        try:
            return once(lists)
        except NeedsType as found:
            lists.learn(found)
        except CompileError as error:
            places = not_tried(lists, error) or not_tried(lists, first)
            keyed = {} if places else {k: v for k, v in error.dicts.items() if k not in lists.types}
            if not places and not keyed and (lists.resizes or not error.grows):
                told = isinstance(error, NeedsStatic) and error.sources
                raise (error if told else unbounded_list_error(first, error)) from None
            lists.resizes |= not places and not keyed
            lists.learn(NeedsType(keyed or dict.fromkeys(places, UNKNOWN), keys=bool(keyed)))


def needs_argument(error: CompileError) -> bool:
    """Whether a value would be known if an argument were static, or is a number outside. (Loops have numbers.)"""
    return isinstance(error, NeedsStatic) and any(not isinstance(s, int) for s in error.sources or ())


def not_tried(lists: Lists, error: CompileError) -> list[Any]:
    """The allocation sites of lists of unlike lengths that might be arrays."""
    places = (*error.lists, error.site) if error.grows else error.lists
    return [
        place for place in places if place is not None and place not in lists.types and not is_keyed(place)
    ]


def read_long(
    once: Callable, found: NeedsType, instead: CompileError | None = None, lists: Lists | None = None
) -> Reading:
    """Read a function again with one array for a list, and for others that turn out to need it; or unrolled. `instead`:
    what is said if that can't be read either. `lists`: what is known of them before."""
    lists, wished = lists or Lists(), set[Any]()
    keys = any(map(is_keyed, lists.types))
    static: NeedsStatic | None = None  # what can be read if arguments are static
    unbounded: CompileError | None = None  # what a wish lacks
    while True:
        lists.learn(found)
        keys |= found.keys
        if found.wished:
            wished |= found.types.keys()
        try:
            return once(lists)
        except NeedsType as more:
            found = more
        except CompileError as error:
            if static is not None:
                raise with_sources(error, static.sources) from None
            if error.site is not None and error.site not in lists.types and not is_keyed(error.site):
                found = NeedsType({error.site: UNKNOWN})
            elif error.grows and isinstance(error, NeedsStatic) and error.sources and not lists.resizes:
                lists.resizes, found = True, NeedsType({})
            elif error.grows and not lists.every:
                found = NeedsType({None: UNKNOWN})
            elif lists.every and not_tried(lists, error):
                found = NeedsType(dict.fromkeys(not_tried(lists, error), UNKNOWN))
            elif error.dicts:
                found, instead = NeedsType(error.dicts, keys=True), instead or error
            elif wished and not (keys and is_unbounded(error)):
                static = error if keys and isinstance(error, NeedsStatic) and error.sources else None
                unbounded = error if is_unbounded(error) else unbounded
                lists = Lists(refused={**lists.refused, **dict.fromkeys(wished, error)})
                found = NeedsType(dict.fromkeys(lists.refused))
                keys, wished = False, set()
            elif instead is not None and not is_unbounded(error):
                if isinstance(error, NeedsStatic) and error.sources:  # with these static it may be read
                    raise
                raise instead from None
            elif (keys or lists.otherwise is not None) and is_unbounded(error):
                raise unbounded_list_error(error, error, lists.otherwise) from None
            elif keys:
                raise refused_as_loop(lists.otherwise, error) from None
            else:
                missing = unbounded or error
                break
    try:
        return once(None, unrolls=True)
    except CompileError as error:
        if is_unbounded(missing):
            raise unbounded_list_error(missing, error) from None
        if error.message == FILTERED.error().message or isinstance(error, NoRows):
            # that can be read: something else can't
            raise missing from None
        teaches = isinstance(missing, Unsettled) or isinstance(missing, NeedsStatic) and missing.sources
        if isinstance(error, NeedsStatic) and not error.sources and not teaches and not missing.grows:
            raise missing from None  # that came further
        needs_array = isinstance(error, NeedsStatic) and error.site is not None
        if needs_array and isinstance(missing, Unsettled):  # which found the list to be an array
            raise missing from None
        if not error.grows or isinstance(error, NeedsStatic) and error.sources:
            raise
        first = error
    return read_growing(functools.partial(once, unrolls=True), first)


def refused_as_loop(recursion: CompileError | None, error: CompileError) -> CompileError:
    """The refusal of what stands in a recursion that was read as a loop; of anything else as it is."""
    if recursion is None or not {s.function for s in recursion.spans} & {s.function for s in error.spans}:
        return error
    found = NeedsStatic(
        f"{recursion.message}, and as a loop it is refused: {error.message}", None, recursion.hint
    )
    found.spans, found.origin = recursion.spans, recursion.origin
    return found


def unbounded_list_error(
    first: CompileError, error: CompileError, instead: CompileError | None = None
) -> CompileError:
    """The refusal of a list that changes its length, with a better way out where only the bound is missing. Where
    reading with computed lengths ends elsewhere, that is what stops it. `instead`: what is said if a guess won't do."""
    if is_unbounded(error) or is_unbounded(first):
        told = error if any(t in error.message for t in (" changes length: ", " share memory ")) else first
        told.lacks_bound, told.instead = True, instead
        told.hint = "give the list a capacity where it is created: xs = recto.bound([], 1000)"
        return told
    return error if error.grows or error.span != first.span else first


def read_once(
    function: Callable,
    args: list,
    kwargs: dict,
    name: str | None,
    outside: Environment,
    growing: Lists | None,
    unrolls: bool,
    budget: Budget,
    listed: frozenset | None,
    sizes: Sizes,
) -> Reading:
    """Read a function; with `growing`, some lists have computed lengths. `unrolls`: long loops that lengthen others
    are unrolled."""
    interp = Interpreter(outside)
    interp.builder.site.builders = [interp.builder]
    interp.orders = int(settings.keeps_rules)
    interp.growing = Lists() if growing is None and listed else growing
    interp.unrolls, interp.memory, interp.budget = unrolls, Memory(0), budget
    budget.begin_reading()
    interp.passed = (
        None if listed is None else Passed([*args, *kwargs.values()], [*range(len(args)), *kwargs], listed)
    )
    interp.sizes = sizes
    count_from_start(interp)
    leaves: list = []
    name = name or getattr(function, "__name__", "f")
    try:
        with reading(interp, function):
            containers: list = []
            if interp.passed is not None:
                interp.passed.containers = containers
            enter_rows(interp)
            args = [enter(interp, v, leaves, containers, (k,)) for k, v in enumerate(args)]
            done = {k: enter(interp, kwargs[k], leaves, containers, (k,)) for k in sorted(kwargs)}
            kwargs = {k: done[k] for k in kwargs}
            interp.trail.given = interp.trail.serial
            value = call_top(interp, function, args, kwargs)
            check_raised(interp)
            return finish(interp, value, leaves, containers, name if name.isidentifier() else "function")
    except CompileError as error:
        error.dicts = {} if isinstance(error, NeedsStatic) else interp.places.unsure
        error.heaps = lists_in_heaps(interp, error)
        raise
    finally:
        release(interp)


def release(interp: Interpreter) -> None:
    """Drop everything: abstract values, frames and builders refer to one another."""
    interp.builder.site.release()
    vars(interp).clear()


@operation
def call_top(interp: Interpreter, function: Callable, args: list, kwargs: dict) -> Any:
    """The function itself is read in place; those that it calls become Programs of their own."""
    while hasattr(function, "__recto_function__"):
        function = function.__recto_function__
    function = meaning(function)
    if is_numbas(function):
        function = function.py_func
        interp.outside.numbas.add(function)
    if (
        isinstance(function, types.FunctionType)
        and find_host(function) is None
        and find_read(function) is None
    ):
        return interp.call_inline(function, args, kwargs)
    if (
        callable(function) and not is_callable(function) and find_host(function) is None
    ):  # an object with a __call__
        function = interp.external(function, Path(("argument", function)))
    return interp.call(function, args, kwargs)


def finish(interp: Interpreter, value: Any, leaves: list, containers: list, name: str) -> Reading:
    if interp.outside.synonyms and interp.outside.in_place:
        raise REBOUND.error().at(interp.outside.in_place[0])
    outputs = Outputs(value, interp.outside.rows)
    storing = Storing(interp, lambda v: leave(interp, v, outputs), leaves, containers)
    structure = leave(interp, value, outputs)
    outputs.storing = True
    stored = storing.all()
    heaps = outputs.leave_heaps(
        interp, storing.anew if outputs.stored else lambda v: leave(interp, v, outputs)
    )
    contents_outside = [
        (path, place_among(outputs, interp.content(a))) for path, a in overwritten_arrays(interp)
    ]
    interp.outside.guard_identities()
    given = own_parameters(interp)
    mutated = [k for k, (leaf, _) in enumerate(leaves) if argument_changed(interp, given[k], leaf)]
    contents = [place_among(outputs, interp.content(leaves[k][0])) for k in mutated]
    behind, payload = len(outputs), [*payload_registers(interp), *streams_passed(interp, containers)]
    if interp.errors:
        outputs.append(error_code(interp))
        outputs += [interp.sym(interp.registers.get(r, 0)) for r in payload]
    if isinstance(interp.registers["world"], Sym):
        outputs.append(interp.sym(interp.registers["world"]))  # keeps the effects alive, and their order
        check_order(interp.sizes)
    captures = list(interp.outside.captures)
    order_parameters(interp)
    program = interp.builder.finish(outputs, name)
    if "keys" in settings.checks:
        check_keys(program, interp.differentiated)
    errors = interp.errors
    if settings.faults:
        program, errors, payload = with_checks(program, errors, payload, behind, interp.members)
    ruled = interp.ruled or interp.builder.site.ruled
    strips = ruled and not settings.keeps_rules
    program = check(strip_custom_rules(expand_lanes(program)) if strips else program)
    places = [leaves[k][1] for k in mutated]
    return Reading(
        program,
        structure,
        mutated,
        contents,
        behind,
        places,
        errors,
        payload,
        isinstance(interp.registers["world"], Sym),
        captures,
        interp.outside.guards,
        interp.notes,
        list(interp.outside.functions),
        interp.outside.decisions,
        stored,
        list(interp.outside.met),
        contents_outside,
        heaps,
        interp.ordered or returns_in_order(structure, containers),
        interp.fields_alone,
    )


def overwritten_arrays(interp: Interpreter) -> list[tuple[Path, Array]]:
    """The arrays from outside that hold something else than they came with."""
    parameters = interp.outside.parameters
    return [(p, a) for p, a in interp.outside.captures.items() if argument_changed(interp, parameters[p], a)]


def place_among(outputs: list[Sym], sym: Sym) -> int:
    """The number of an output, which is added if it is not there: functions often return what they have written."""
    known = [k for k, output in enumerate(outputs) if output.atom is sym.atom]
    if not known:
        outputs.append(sym)
    return known[0] if known else len(outputs) - 1


def argument_changed(interp: Interpreter, given: Any, leaf: Any) -> bool:
    """Whether an argument holds something else than what it came with."""
    if not isinstance(leaf, Array):
        return False
    return not isinstance(leaf.sym, Sym) or interp.unedited(leaf.sym) != given


def own_parameters(interp: Interpreter) -> list:
    """The parameters that stand for arguments, in their order."""
    captured = {interp.outside.parameters[path] for path in interp.outside.captures}
    return [p for p in interp.builder.parameters if p not in captured]


def order_parameters(interp: Interpreter) -> None:
    """Captured arrays first, then the arguments."""
    captured = [interp.outside.parameters[path] for path in interp.outside.captures]
    interp.builder.parameters = [*captured, *own_parameters(interp)]


def error_code(interp: Interpreter) -> Sym:
    """The number of what the call raises: what Python raises by itself comes first, for nothing behind it counts."""
    read = lambda name: interp.builder.lift(interp.sym(interp.registers[name]), np.int32).astype(np.int32)
    codes = read("failed"), read("error")
    return codes[1] if codes[0].is_const and not codes[0].value else select(codes[0] != 0, *codes)


def payload_registers(interp: Interpreter) -> list:
    found: dict = {}
    for _, arguments, _ in interp.errors:
        if isinstance(arguments, Payload):
            found.update(dict.fromkeys(arguments.registers))
    return list(found)
