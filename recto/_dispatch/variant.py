"""One way to call a compiled function: read and compile it for each new signature."""

from __future__ import annotations

import dataclasses
import functools
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from recto import runtime, transform
from recto.runtime import Loaded
from recto.transform import AtMost, CompileError, NeedsArrays, NeedsSize, NeedsSlots, NeedsStatic, Reading
from recto.transform.core.errors import EXACT, LOCAL, STREAM, is_missing
from recto.transform.core.hosted.handles import keep_states

from .._cache import records
from .._convention.arguments import Enter, Entered, is_array
from .._convention.epilogue import described_results, structure_of
from .._convention.listed import with_listed
from .._convention.places import compiled_fetch
from .._convention.static_leaves import freeze
from .._convention.tree_classes import instances, refuse_other_attributes
from .ahead_of_time import Lowered
from .device_placement import arrange
from .._boundary.garbage_collection import few_collections
from .._boundary.progress import compiling
from .._boundary.tracebacks import tidy
from .key_orders import ORDER, key_orders, order_beside_sorted
from .options import donated_leaves, on_device
from .stage_dump import dump
from .static_inference import Learnt, needed_places, refuse_unhashable, with_arrays
from .versions import MOST_SIZES, MOST_VARIANTS, Restart, Version

if TYPE_CHECKING:
    from .dispatcher import Dispatcher

runtime.compare_objects_by(transform.key_of)


@dataclasses.dataclass(frozen=True)
class Passed:
    """A reading that is passed over to the call that is made again: by which thread, and under what was learnt."""

    thread: int
    learnt: Learnt
    reading: Reading

    def is_for(self, learnt: Learnt) -> bool:
        mine = self.thread == threading.get_ident()
        return mine and dataclasses.replace(self.learnt, captured=learnt.captured) == learnt


class Variant:
    """One way to call a version: which arguments are static, which outside arrays are passed.

    That never changes, so that calls under way in other threads keep theirs: what is learnt makes another variant.
    """

    def __init__(self, function: Dispatcher, version: Version, learnt: Learnt):
        self.function, self.version, self.learnt = function, version, learnt
        self.static = function.requested | learnt.objects | learnt.needed
        self.frozen, self.captured, self.exact = learnt.frozen, learnt.captured, False
        self.fetched = compiled_fetch(learnt.captured)
        self.prepares = learnt.prepares or function.options.device is not None
        self.ordered = False  # do programs depend on the order of the keys of dicts among the arguments?
        self.fields_alone = False  # do they take dataclasses to have no attributes but fields?
        self.passed_over: Passed | None = None  # the reading of the call that is made again
        names = [*(k for k in self.static if isinstance(k, str)), ORDER]
        numbers = sorted(k + bool(self.captured) for k in self.static if isinstance(k, int))
        moves = bool(function.options.shardings or function.options.parallel)
        # results of signatures; what C++ holds of epilogues are weak references
        self.described: list[Any] = []
        wrap = weakref.WeakMethod(self.wrap)
        self.dispatch = runtime.fast_route(
            function.__name__,
            self.load,
            numbers,
            names,
            moves,
            lambda around: (found := wrap()) and found(around),
        )

    def wrap(self, around: Callable[[Callable], Callable]) -> None:
        """Calls go another way from now on: `runtime.fast_route` has the reasons."""
        with self.function.lock:
            if around is runtime.on_exact:
                if self.exact:
                    return
                self.exact = True
            self.dispatch = around(self.dispatch)
            self.function.take_shortcut()

    def __call__(self, args: tuple, kwargs: dict) -> Any:
        if self.learnt.converts:
            args, kwargs = with_arrays(self.static, args, kwargs, self.function.parameter_names)
        if self.frozen:
            args, kwargs = freeze(args, kwargs, self.frozen)
        if self.learnt.listed:
            args, kwargs = with_listed(args, kwargs, self.learnt.listed)
        if self.function.options.device is not None:
            args, kwargs = on_device(self.function.options.device, args, kwargs)
        known, told = self.ordered, self.function.order_of(args, kwargs) if self.ordered else {}
        if self.fields_alone:
            refuse_other_attributes((*args, *kwargs.values()))
        given = (self.fetched(), *args) if self.captured else args
        result = self.dispatch(*given, **kwargs, **told)
        if self.ordered and not known and (told := self.function.order_of(args, kwargs)):
            result = self.dispatch(*given, **kwargs, **told)  # that was the program for another thread's call
        return runtime.with_prepared_arguments(result, given, kwargs) if self.prepares else result

    def fits(self, args: tuple, kwargs: dict) -> bool:
        return self.learnt.fits(args, kwargs, self.function.requested)

    def tells_apart(self, args: tuple, kwargs: dict) -> bool:
        """Whether there are static arguments, for the first time, that C++ would compare by their `__eq__`.
        (Slices do not even hash.)"""
        given = [v for k, v in [*enumerate(args), *kwargs.items()] if k in self.static]
        if self.exact or not any(map(runtime.has_equals, given)):
            return False
        self.wrap(runtime.on_exact)
        return True

    def extend(self, **more: Any) -> None:
        """Put a variant that knows more in the place of this one, unless another thread has done so."""
        with self.function.lock:
            variants = self.version.variants
            if self in variants:
                known = dataclasses.replace(self.learnt, **more)
                variants[variants.index(self)] = Variant(self.function, self.version, known)
                self.function.take_shortcut()

    def resized(self, key: str, size: int, beside: frozenset[str] = frozenset()) -> None:
        """Put a variant for another size in front, which may be there already; behind many, one with room for more.
        `beside`: the keys of what gets this size as well."""
        with self.function.lock:
            variants, known = self.version.variants, self.learnt.without(key)
            others = [v for v in variants if key in v.learnt.sizes and v.learnt.without(key) == known]
            found = next((v for v in others if holds(v.learnt.sizes[key], size)), None)
            if found is None:
                exact = key.startswith(EXACT) or key in self.function.exact_sizes
                many = key.startswith(LOCAL) or len(others) >= MOST_SIZES and not exact
                capacity = AtMost(1 << max(0, size - 1).bit_length()) if many else size
                known = dataclasses.replace(
                    known, sizes={**known.sizes, **dict.fromkeys((key, *beside), capacity)}
                )
                found = Variant(self.function, self.version, known)
            self.version.variants = [found, *(v for v in variants if v is not found)][:MOST_VARIANTS]
            self.function.take_shortcut()

    def resizes(self, arranged: Any) -> bool:
        """Whether the function was refused for sizes that this call does not have, or because it is read for
        all up to some size. Then a variant for its own is in front."""
        capacities = {
            key
            for key, size in self.learnt.sizes.items()
            if isinstance(size, AtMost) and not key.startswith(LOCAL)
        }
        if capacities:
            self.function.exact_sizes |= capacities
            self.extend(sizes={key: size for key, size in self.learnt.sizes.items() if key not in capacities})
            return True
        sizes: dict[str, int] = {}
        while self.learnt.sizes:
            try:
                read(self.function, arranged, self.learnt.listed, sizes)
                break
            except NeedsSize as error:
                sizes[error.key] = size_of(error, arranged.entered, arranged)
            except (CompileError, NeedsArrays):
                break
        for key, size in sizes.items():
            if key in self.learnt.sizes and not holds(self.learnt.sizes[key], size):
                self.resized(key, size)
                return True
        return False

    def load(self, args: tuple, kwargs: dict, signatures: tuple) -> Loaded:
        """Read and compile for a new signature."""
        told = ORDER in kwargs
        kwargs = {name: value for name, value in kwargs.items() if name != ORDER}
        with compiling(self.function.__name__), few_collections():
            return self.compiled(args, kwargs, told)

    def compiled(self, args: tuple, kwargs: dict, told: bool) -> Loaded:
        if self.captured:
            args = args[1:]
        if self.function.holder.take(args, kwargs) is not None:  # a shortcut led here
            raise Restart
        if self.function.fitting(self.version, args, kwargs) is not self:
            raise Restart
        refuse_unhashable(self.static, args, kwargs, self.function.parameter_names)
        entered = Enter(self.static_places()).all(args, kwargs, self.function.parameter_names)
        arranged = arrange(self.function, entered)
        key = (
            records.call_key(self.function, entered, self.function.options, self.known_places())
            if arranged.alone and not self.learnt.sizes
            else None
        )
        known = records.references(self.function, args, kwargs)
        record = records.find(key, known)
        if record and record.ordered and self.note_order(args, kwargs, told):
            raise Restart
        if record and record.fields_alone:
            self.note_fields_alone([*args, *kwargs.values()])
        recalled = record and self.recall(record, len(entered.leaves))
        if recalled is not None:
            return recalled
        try:
            reading = self.read(arranged)
        except NeedsArrays as error:
            self.extend(listed=self.learnt.listed | error.places)
            raise Restart from None
        except NeedsSize as error:
            self.extend(sizes={**self.learnt.sizes, error.key: size_of(error, entered, arranged)})
            raise Restart from None
        except CompileError as error:
            if self.learnt.guessed:
                self.extend(listed=self.learnt.listed - self.learnt.guessed, guessed=frozenset())
                raise Restart from None
            if self.resizes(arranged):
                raise Restart from None
            teaches = isinstance(error, NeedsStatic) and error.sources
            if not teaches and self.function.holder.refuse_whole(self.version.slots, error):
                raise NeedsSlots(frozenset()) from None
            if not teaches and self.learnt.frozen and not self.learnt.keyed:
                tidy(error)  # it is kept, and what the compiler had in hand is not
                self.extend(frozen=frozenset(), keyed=error)
                raise Restart from None
            if not teaches and self.learnt.keyed:
                raise self.learnt.keyed from None
            if not isinstance(error, NeedsStatic):
                if is_missing(error):
                    refuse_other_attributes((*args, *kwargs.values()))
                raise
            static, frozen = self.learn_static(error, args, kwargs)
            records.keep(key, records.Record([], [], static, frozen), known)
            raise Restart from None
        self.function.holder.refused.clear()
        known_anew = self.note_outside(reading.guards, reading.captures)
        if reading.fields_alone:
            self.note_fields_alone([*args, *kwargs.values()])
        if reading.ordered and self.note_order(args, kwargs, told) or known_anew:
            raise Restart(Passed(threading.get_ident(), self.learnt, reading))
        return self.loaded(in_order(reading, self.captured), arranged, key, known)

    def read(self, arranged: Any) -> Reading:
        """The reading of a call, which may be there already: see `Restart`."""
        passed, self.passed_over = self.passed_over, None
        if passed is not None and passed.is_for(self.learnt):
            return passed.reading
        refused = {("slot", *place) for place in self.function.holder.refused}
        learnt = self.learnt
        tried = learnt.listed | refused | learnt.tried
        return read(self.function, arranged, tried, learnt.sizes, self.version.layouts)

    def note_order(self, args: tuple, kwargs: dict, told: bool) -> bool:
        """Note that a program depends on the order of the keys of dicts: calls tell it from now on; whether
        this call should have."""
        orders = key_orders(args, kwargs, self.function.takes_any)
        if orders and not self.ordered:
            with self.function.lock:
                self.ordered = True
                self.function.take_shortcut()
        return bool(order_beside_sorted(orders)) and not told

    def note_fields_alone(self, given: list) -> None:
        """A program takes dataclasses to have no attributes but their fields: that is seen to at every call."""
        if not self.fields_alone and any(map(dataclasses.is_dataclass, instances(given))):
            with self.function.lock:
                self.fields_alone = True
                self.function.take_shortcut()
        refuse_other_attributes(given)

    def known_places(self) -> frozenset:
        """The static values in the key of a program on disk."""
        return self.static | self.frozen | self.learnt.tried

    def static_places(self) -> frozenset:
        return frozenset((k,) for k in self.static)

    def note_outside(self, guards: dict, captures: list) -> bool:
        """Add what a signature reads from outside, and start again if that is no longer what it was for the
        others; whether new arrays have to be passed."""
        with self.function.lock:
            known = self.version.guards.values
            again = any(p in known and known[p] is not value for p, value in guards.items())
            if again and not self.version.guards.hold():
                raise Restart
            self.version.guards.add(guards, captures)
            self.function.take_shortcut()
            new = tuple(p for p in captures if p not in self.captured)
            if new:
                self.extend(captured=self.captured + new)
            return bool(new)

    def recall(self, record: records.Record, leaves: int) -> Loaded | None:
        """A signature that another process compiled; None if the executable is not sound, or takes other arrays."""
        if record.static - self.static or record.frozen - self.frozen:
            self.extend(needed=self.learnt.needed | record.static, frozen=self.frozen | record.frozen)
            raise Restart
        if self.note_outside({p: transform.fetch(p) for p, _ in record.guards}, record.captures):
            raise Restart
        if tuple([p for p in self.captured if p in record.used]) != record.used:
            return None
        kept = tuple(p in record.used for p in self.captured) + (True,) * (
            len(record.parameters) - len(record.used)
        )
        self.described.append(record.structure)
        try:
            loaded = Loaded(
                runtime.load(record.executable),
                record.parameters,
                kept,
                record.results,
                structure_of(record.structure, record.count),
                record.donated,
            )
            runtime.check(loaded, len(self.captured) + leaves)
        except (ValueError, TypeError, RuntimeError, AssertionError):
            return None
        return loaded

    def learn_static(self, error: NeedsStatic, args: tuple, kwargs: dict) -> tuple[frozenset, frozenset]:
        """Find the arguments (or places inside them) that must be static. Raises the error again if none can
        be."""
        places, inside = needed_places(error, args, kwargs, self.frozen)
        places, inside = places - self.static, inside - self.frozen
        if not places and not inside:
            raise error
        names = ", ".join(map(str, sorted(map(str, [*places, *inside]))))
        self.function.notes.append(f"argument {names} is static: {error.message}")
        self.extend(needed=self.learnt.needed | places, frozen=self.frozen | inside)
        return places, inside

    def loaded(self, reading: Reading, arranged: Any, key: str | None, known: dict) -> Loaded:
        with self.function.lock:
            self.function.history.note(self.function, arranged.entered, reading.guards)
        first = reading.program
        reading, program = transform.optimise_reading(reading)
        if any(register[0] == STREAM for register in reading.payload):
            keep_states()
        count = len(reading.captures)
        donated = donated_leaves(self.function.options.donate_argnums, arranged.entered, count)
        placed = arranged.placed(reading, program)
        lowered = transform.lowered(
            program, donated=donated, **placed.target(), native=runtime.compiles_kernels()
        )
        dump(self.function.__wrapped__, first, program, lowered.text)
        executable = runtime.compile(
            lowered.text,
            callbacks=lowered.callbacks,
            layout=placed.layout,
            short_rounds=lowered.short_rounds,
            hosted=lowered.hosted,
        )
        parameters, results = placed.parameters, placed.results
        kept = tuple(p in reading.captures for p in self.captured) + (True,) * (len(parameters) - count)
        described = described_results(reading)
        self.described.append(described)
        structure = structure_of(described, len(results))
        if not (lowered.calls_python or placed.layout or reading.changes_outside):
            self.keep(key, known, reading, executable, parameters, results, described, donated)
        return Loaded(executable, parameters, kept, results, structure, donated)

    def keep(
        self,
        key: str | None,
        known: dict,
        reading: Reading,
        executable: Any,
        parameters: tuple,
        results: tuple,
        described: Any,
        donated: tuple,
    ) -> None:
        """Write the signature to the disk cache, if there is one."""
        if key is None or not runtime.default_store().is_on:
            return
        try:
            noted = records.note_outside(reading)
        except records.Unstable:
            return
        record = records.Record(
            **noted,
            captures=list(reading.captures),
            executable=executable.serialize(),
            parameters=parameters,
            used=tuple(reading.captures),
            results=results,
            structure=described,
            count=len(results),
            donated=donated,
            ordered=reading.ordered,
            fields_alone=reading.fields_alone,
        )
        records.keep(key, record, known, reading)


def read(
    function: Dispatcher,
    arranged: Any,
    listed: frozenset,
    sizes: Mapping[str, int] | None,
    layouts: dict[str, Any] | None = None,
) -> Reading:
    """Read a function. Over several devices lists are divided item by item; a size that data decide is computed before
    the call where it leaves the arguments as they are."""
    entered, options = arranged.entered, function.options
    alone = options.parallel is None and not options.shardings
    whole, sizes = listed if alone else None, sizes if alone and not options.donate_argnums else None
    by_name = functools.partial(
        transform.read,
        arranged.reads,
        entered.args,
        entered.kwargs,
        function.__name__,
        is_array,
        whole,
        sizes,
        layouts=layouts,
    )
    try:
        return by_name(varying=function.varying)
    except (NeedsArrays, NeedsSlots, NeedsStatic):
        raise
    except CompileError:
        if not function.varying:
            raise
    return by_name()


def holds(known: int, size: int) -> bool:
    """Whether a program that is for a size, or has room for it, is one for another."""
    return size <= known if isinstance(known, AtMost) else size == known


def size_of(needed: NeedsSize, entered: Entered, arranged: Any) -> int:
    """Compute a size that data decide. Raises the refusal where the arguments are types, without data."""
    if any(isinstance(leaf, (str, transform.Type)) for leaf in entered.leaves):
        raise needed.error
    return int(Lowered(arranged, needed.reading).compile().of(entered.leaves)[0])


def in_order(reading: Reading, captured: tuple) -> Reading:
    """The reading with its outside arrays in the order in which they are passed: another signature may have met them in
    another."""
    wanted = [p for p in captured if p in reading.captures]
    if wanted == reading.captures:
        return reading
    count = len(wanted)
    first = dict(zip(reading.captures, reading.program.parameters))
    parameters = (*[first[p] for p in wanted], *reading.program.parameters[count:])
    program = dataclasses.replace(reading.program, parameters=parameters)
    return dataclasses.replace(reading, program=program, captures=wanted)
