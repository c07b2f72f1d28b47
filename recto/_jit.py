"""`jit`: a Python function, read once per signature, compiled, and called through the C++ dispatcher."""
from __future__ import annotations

import copy
import dataclasses
import functools
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from recto import runtime, transform
from recto.runtime import Loaded, Unfinished
from recto.transform import CompileError, NeedsStatic, Reading, Type

from ._arguments import Enter, Entered, at, is_array
from ._boundary import boundary, shown, tidy
from ._config import config
from ._dump import dump
from . import _disk
from ._checked import checked
from ._finish import described_results, structure_of
from ._freeze import EVERYTHING, freeze
from ._given import needs_function
from ._layout import Plainly, arrange, shardings_of
from ._learn import Learnt, holds_foreign, holds_static, needed_places, refuse_unhashable, static_arguments, with_arrays
from ._lowered import Lowered
from ._options import Options, all_static, donated_leaves, on_device, parameter_names
from ._pickling import by_name
from ._recompiled import History
from ._settled import settled
from ._trees import instances, register_all
from ._versions import MOST_RETRIES, MOST_VARIANTS, MOST_VERSIONS, RETRIED, Restart, Version


runtime.raise_by(shown, tidy)
runtime.compare_objects_by(transform.key_of)


class Variant:
    """One way to call a version: which arguments are static, which outside arrays are passed.

    That never changes, so that calls under way in other threads keep theirs: what is learnt makes another variant.
    """

    def __init__(self, function: "Function", version: Version, learnt: Learnt):
        self.function, self.version, self.learnt = function, version, learnt
        self.static = function.requested | learnt.objects | learnt.needed
        self.frozen, self.captured, self.exact = learnt.frozen, learnt.captured, False
        self.prepares = bool(learnt.converts or learnt.frozen or learnt.captured or function.options.device is not None)
        names = [k for k in self.static if isinstance(k, str)]
        numbers = sorted(k + bool(self.captured) for k in self.static if isinstance(k, int))
        moves = bool(function.options.shardings or function.options.parallel)
        self.described: list[Any] = []          # results of signatures; what C++ holds of epilogues are weak references
        wrap = weakref.WeakMethod(self.wrap)
        self.dispatch = runtime.fast_route(function.__name__, self.load, numbers, names, moves,
                                           lambda around: (found := wrap()) and found(around))

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
        if self.function.options.device is not None:
            args, kwargs = on_device(self.function.options.device, args, kwargs)
        if self.captured:
            args = (tuple(map(transform.fetch, self.captured)), *args)
        result = self.dispatch(*args, **kwargs)
        return runtime.prepared(result, args, kwargs) if self.prepares else result

    def fits(self, args: tuple, kwargs: dict) -> bool:
        return self.learnt.fits(args, kwargs, self.function.requested)

    def tells_apart(self, args: tuple, kwargs: dict) -> bool:
        """Are there static arguments, for the first time, that C++ would compare by their `__eq__`? (Slices do not even
        hash.)"""
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

    def load(self, args: tuple, kwargs: dict, signatures: tuple) -> Loaded:
        """Read and compile for a new signature."""
        if self.captured:
            args = args[1:]
        if self.function.fitting(self.version, args, kwargs) is not self:
            raise Restart
        refuse_unhashable(self.static, args, kwargs, self.function.parameter_names)
        entered = Enter(self.static_places()).all(args, kwargs, self.function.parameter_names)
        arranged = arrange(self.function, entered)
        key = _disk.call_key(self.function, entered, self.function.options, self.static | self.frozen) \
            if arranged.alone else None
        known = _disk.references(self.function, args, kwargs)
        record = _disk.find(key, known)
        recalled = record and self.recall(record, len(entered.leaves))
        if recalled is not None:
            return recalled
        try:
            reading = read(self.function, arranged)
        except NeedsStatic as error:
            static, frozen = self.learn_static(error, args, kwargs)
            _disk.keep(key, _disk.Record([], [], static, frozen), known)
            raise Restart from None
        self.note_outside(reading.guards, reading.captures)
        return self.loaded(reading, arranged, key, known)

    def static_places(self) -> frozenset:
        return frozenset((k,) for k in self.static)

    def note_outside(self, guards: dict, captures: list) -> None:
        """Add what a signature reads from outside; start again if that is no longer what it was for the others, or if
        new arrays have to be passed.
        """
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
                raise Restart

    def recall(self, record: _disk.Record, leaves: int) -> Loaded | None:
        """A signature that another process compiled; None if the executable is not sound, or not the record's."""
        if record.static - self.static or record.frozen - self.frozen:
            self.extend(needed=self.learnt.needed | record.static, frozen=self.frozen | record.frozen)
            raise Restart
        self.note_outside({p: transform.fetch(p) for p, _ in record.guards}, record.captures)
        kept = tuple(p in record.used for p in self.captured) + (True,) * (len(record.parameters) - len(record.used))
        self.described.append(record.structure)
        try:
            loaded = Loaded(runtime.load(record.executable), record.parameters, kept, record.results,
                            structure_of(record.structure, record.count), record.donated)
            runtime.check(loaded, len(self.captured) + leaves)
        except (ValueError, TypeError, RuntimeError, AssertionError):
            return None
        return loaded

    def learn_static(self, error: NeedsStatic, args: tuple, kwargs: dict) -> tuple[frozenset, frozenset]:
        """Which arguments (or places inside them) must be static. Raises the error again if none can be."""
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
        reading, program = settled(reading)
        count = len(reading.captures)
        donated = donated_leaves(self.function.options.donate_argnums, arranged.entered, count)
        placed = arranged.placed(reading, program)
        lowered = transform.lowered(program, donated=donated, spread=placed.spread, polls=runtime.polls())
        dump(self.function.__wrapped__, first, program, lowered.text)
        executable = runtime.compile(lowered.text, callbacks=lowered.callbacks, layout=placed.layout,
                                     short_rounds=lowered.short_rounds)
        parameters, results = placed.parameters, placed.results
        kept = tuple(p in reading.captures for p in self.captured) + (True,) * (len(parameters) - count)
        described = described_results(reading)
        self.described.append(described)
        structure = structure_of(described, len(results))
        if not (lowered.callbacks or placed.layout):
            self.keep(key, known, reading, executable, parameters, results, described, donated)
        return Loaded(executable, parameters, kept, results, structure, donated)

    def keep(self, key: str | None, known: dict, reading: Reading, executable: Any, parameters: tuple, results: tuple,
             described: Any, donated: tuple) -> None:
        """Write the signature to the disk cache, if there is one."""
        if key is None or not runtime.default_store().is_on:
            return
        try:
            noted = _disk.noted(reading)
        except _disk.Unstable:
            return
        record = _disk.Record(**noted, captures=list(reading.captures), executable=executable.serialize(),
                              parameters=parameters, used=tuple(reading.captures), results=results,
                              structure=described, count=len(results), donated=donated)
        _disk.keep(key, record, known, reading)


def read(function: "Function", arranged: Any) -> Reading:
    entered = arranged.entered
    return transform.read(arranged.reads, entered.args, entered.kwargs, function.__name__, is_array)


class Function:
    """A compiled function. Call it; or look at what it became: `.source .program .stablehlo .hlo .explain .lower`."""

    def __init__(self, function: Callable, options: Options):
        functools.update_wrapper(self, function, updated=())
        self.__wrapped__ = function
        transform.sources.note_text_of(function)
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.options = options
        self.notes: list[str] = []
        self.lock = threading.RLock()
        self.versions: list[Version] = []           # the one used last first
        self.quick: tuple | None = None             # see take_shortcut
        self.history = History()
        self.checks: tuple[str, ...] = ()           # the faults that its programs are checked for
        self.twins: dict[tuple[str, ...], Function] = {}        # by other checks
        self.parameter_names = parameter_names(function)
        self.options = dataclasses.replace(options, static_argnums=all_static(self, options))
        self.requested = frozenset(self.options.static_argnums) | frozenset(options.static_argnames)

    @property
    def __recto_function__(self) -> Callable:
        return self.__wrapped__

    @property
    def __recto_inline__(self) -> bool:
        return self.options.inline

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            quick = self.quick
            if quick is not None and not config.indirect and (quick[0] is None or quick[0]()):
                try:
                    out = quick[1](*args, **kwargs)
                except RETRIED as error:
                    out = self._retry(quick[2], args, kwargs, error)
            else:
                out = self._call(args, kwargs)
            return out(args, kwargs) if type(out) is Unfinished else out
        except Exception as error:              # as in `boundary`, which would cost a call more
            try:
                raise shown(error, args, kwargs, self.requested)
            except Exception as final:
                tidy(final)
                raise

    def _call(self, args: tuple, kwargs: dict) -> Any:
        """The whole way: find the version whose guards hold, or begin one."""
        if config.disable_jit and not getattr(self.__wrapped__, "__recto_always__", False):
            return self.__wrapped__(*args, **kwargs)
        if transform.settings.checks != self.checks:
            return self.under(transform.settings.checks)._call(args, kwargs)
        variant = self.version(args, kwargs).variants[0]
        try:
            return variant(args, kwargs)
        except RETRIED as error:
            return self._retry(variant, args, kwargs, error)

    def version(self, args: tuple, kwargs: dict) -> Version:
        """The version whose guards hold; a new one has a variant for these arguments."""
        with self.lock:
            for version in self.versions:
                if version.guards.hold():
                    break
            else:
                version = Version()
                self.fitting(version, args, kwargs)
            if not self.versions or self.versions[0] is not version:
                self.versions = [version, *(v for v in self.versions if v is not version)][:MOST_VERSIONS]
                self.take_shortcut()
            return version

    def fitting(self, version: Version, args: tuple, kwargs: dict) -> Variant:
        """The variant for such arguments: of those that fit, one that has learnt most about them."""
        with self.lock:
            found = [v for v in version.variants if v.fits(args, kwargs)]
            if not found:
                objects = static_arguments(args, kwargs) - self.requested
                found = [Variant(self, version, Learnt(objects))]
            best = max(found, key=lambda v: v.learnt.specific(args, kwargs))
            best.tells_apart(args, kwargs)
            version.variants = [best, *(v for v in version.variants if v is not best)][:MOST_VARIANTS]
            self.take_shortcut()
            return best

    def under(self, checks: tuple[str, ...]) -> "Function":
        """The function compiled with other checks."""
        if checks not in self.twins:
            twin = self.twins[checks] = Function(self.__wrapped__, self.options)
            twin.checks = checks
        return self.twins[checks]

    def take_shortcut(self) -> None:
        """Note what a call by the variant used last takes, its guards and C++, unless arguments are prepared first."""
        self.quick = None
        if self.versions and self.versions[0].variants:
            guards, variant = self.versions[0].guards, self.versions[0].variants[0]
            if not variant.prepares:
                self.quick = (guards.hold if guards.values else None), variant.dispatch, variant

    def _retry(self, variant: Variant, args: tuple, kwargs: dict, error: Exception) -> Any:
        """Call again as long as errors teach something: which arguments are static, which classes are trees."""
        in_doubt = True         # another thread may have registered a class just after this one failed for want of that
        for _ in range(MOST_RETRIES):
            found = self._following(variant, args, kwargs, error)
            if found is None and in_doubt and type(error) is TypeError and any(instances([*args, *kwargs.values()])):
                found, in_doubt = variant, False
            if found is None:
                found_error = runtime.original(error)
                if found_error is not error:
                    raise found_error from None
                refuse_unhashable(variant.static, args, kwargs, self.parameter_names)
                raise error
            variant = found
            try:
                return variant(args, kwargs)
            except RETRIED as again:
                error = again
        raise CompileError(f"what {self.__name__} reads from outside is something else each time that it is read",
                           "pass as arguments what changes")

    def _following(self, variant: Variant, args: tuple, kwargs: dict, error: Exception) -> Variant | None:
        """The variant to call after one has failed; None if that was not for want of knowledge."""
        if not isinstance(error, Restart):
            new = register_all([*args, *kwargs.values()])
            if holds_static(variant.frozen, args, kwargs):
                variant.extend(frozen=variant.frozen | {EVERYTHING})
            elif not variant.learnt.converts and holds_foreign(variant.static, args, kwargs):
                variant.extend(converts=True)
            fits = variant in variant.version.variants and variant.fits(args, kwargs)
            if fits and not new:
                return variant if variant.tells_apart(args, kwargs) else None
        return self.fitting(self.version(args, kwargs), args, kwargs)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """A method: bound like a function; `self` is the first argument."""
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> tuple:
        return by_name(self) or (jit_of, (self.__wrapped__, self.options))

    def __copy__(self) -> "Function":
        return self

    def __deepcopy__(self, memo: dict) -> "Function":
        """Itself, like a function, unless it is of an object that is copied."""
        inner = copy.deepcopy(self.__wrapped__, memo)
        return self if inner is self.__wrapped__ else jit_of(inner, self.options)

    def __repr__(self) -> str:
        return f"<recto.jit of {self.__name__}>"

    # -- looking at it -------------------------------------------------------------------------------------

    def _reading(self, args: tuple, kwargs: dict) -> tuple[Entered, Reading]:
        arranged, reading = self._arranged(args, kwargs, Plainly)
        return arranged.entered, reading

    def _arranged(self, args: tuple, kwargs: dict, arranged: Callable) -> tuple[Any, Reading]:
        static = {(k,) for k in (*self.requested, *static_arguments(args, kwargs, types=True))}
        while True:
            try:
                given = arranged(self, Enter(frozenset(static), True).all(args, kwargs, self.parameter_names))
                return given, read(self, given)
            except NeedsStatic as error:
                whole, inside = needed_places(error, args, kwargs, frozenset(static))
                places = ({(k,) for k in whole} | inside | set(error.sources or ())) - static
                places = {p for p in places if isinstance(p, tuple)}
                if not places or any(isinstance(at(args, kwargs, p), (str, Type)) for p in places):
                    raise
                static |= places

    @boundary
    def program(self, *args: Any, **kwargs: Any) -> transform.Program:
        """The typed primitive program for arguments of these types (arrays, or strings such as "f64[3,4]")."""
        return transform.optimise(self._reading(args, kwargs)[1].program)

    @boundary
    def source(self, *args: Any, style: str = "numpy", **kwargs: Any) -> str:
        """The program as Python source.

        Args:
            style: "numpy" (for people; depends on NumPy alone) or "primitive" (exact, one primitive a line).
        """
        if style not in ("numpy", "primitive"):
            raise ValueError(f"style is 'numpy' or 'primitive', not {style!r}")
        entered, reading = self._reading(args, kwargs)
        reading, program = settled(reading)
        if style == "primitive":
            return transform.primitive_source(program)
        from ._source import readable
        return readable(self, program, entered, reading)

    @boundary
    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """The StableHLO module for arguments of these types; `.compile()` it ahead of time."""
        return Lowered(*self._arranged(args, kwargs, arrange))

    @boundary
    def stablehlo(self, *args: Any, **kwargs: Any) -> str:
        """The StableHLO module as text."""
        return self.lower(*args, **kwargs).text()

    @boundary
    def hlo(self, *args: Any, **kwargs: Any) -> str:
        """The optimised HLO that XLA runs."""
        return self.lower(*args, **kwargs).compile().hlo()

    @boundary
    def explain(self, *args: Any, **kwargs: Any) -> str:
        """What is static and dynamic, which loops were unrolled, memory and cost."""
        from ._explain import explain
        return explain(self, args, kwargs)


@needs_function
@checked
def jit(
    function: Callable | classmethod | staticmethod | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    donate_argnums: int | Sequence[int] = (),
    inline: bool = False,
    device: Any = None,
    in_shardings: Any = None,
    out_shardings: Any = None,
) -> Any:
    """Compile a function through XLA, once for each signature of its arguments.

    The function is plain Python and NumPy; it is read, never run on stand-in values. Arrays and numbers are dynamic,
    everything else static. Mutated ndarray arguments are written back.

    Args:
        function: the function; without it, a decorator is returned.
        static_argnums, static_argnames: arguments to compile into the program (they must hash). Integers that reach a
        place
            that must be static (a shape, an axis) become static by themselves.
        donate_argnums: arguments whose buffers the program may overwrite; they must not be used afterwards.
        inline: read the function into its compiled callers instead of keeping it a function of its own.
        device: where to run.
        in_shardings: how arguments are to lie over several devices: a sharding, or a tuple with one for each positional
            argument; containers take containers that may stop early. None: as they lie when they come.
        out_shardings: the same for what is returned; None: as XLA chooses.

    Raises:
        CompileError: at the first call with a signature, if the function is outside the language.

    >>> import numpy as np, recto
    >>> @recto.jit
    ... def halve(n):
    ...     steps = 0
    ...     while n > 1:
    ...         n, steps = n // 2, steps + 1
    ...     return steps
    >>> int(halve(1000))
    9
    """
    as_tuple = lambda v: (v,) if isinstance(v, (int, str)) else tuple(v)
    shardings = shardings_of(in_shardings, out_shardings, device)
    options = Options(as_tuple(static_argnums), as_tuple(static_argnames), as_tuple(donate_argnums), inline, device,
                      shardings)
    if function is None:
        return lambda f: jit_of(f, options)
    return jit_of(function, options)


def _read_jit(function: Any = None, **options: Any) -> Any:
    """jit inside compiled code: the function is read into its caller anyway."""
    return _same if function is None else function


def _same(function: Any) -> Any:
    return function


jit.__recto_reading__ = _read_jit


def jit_of(function: Callable, options: Options) -> Any:
    if isinstance(function, (classmethod, staticmethod)):
        return type(function)(jit_of(function.__func__, options))
    if not callable(function):
        raise TypeError(f"jit needs a function, not {type(function).__name__}")
    return Function(function, options)
