"""`jit`: a Python function, read once per signature, compiled, and called through the C++ dispatcher."""
from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.runtime import Array, Loaded, Unfinished, pytree
from recto.transform import NeedsStatic, Reading, Type

from ._arguments import Enter, Entered, at, is_array
from ._config import config
from ._dump import dump
from . import _disk
from ._checked import checked
from ._given import needs_function
from ._finish import Epilogue, is_plain, result_structure, structure_of
from ._freeze import freeze
from ._guards import Guards
from ._layout import Plainly, arrange, shardings_of
from ._lowered import Lowered
from ._settled import settled


class Restart(Exception):
    """Something was learnt while loading that changes how the function is called: call again."""


def learnt_too_much(variant: "Variant", args: tuple, kwargs: dict) -> bool:
    """Does an array stand where only static values have been so far (and the user did not say so)?"""
    options = variant.function.options
    learnt = variant.static - set(options.static_argnums) - set(options.static_argnames)
    given = {**dict(enumerate(args)), **kwargs}
    return any(isinstance(given.get(place), (np.ndarray, Array)) for place in learnt)


RETRIED = (Restart, TypeError, ValueError, RuntimeError)


@dataclasses.dataclass(frozen=True)
class Options:
    static_argnums: tuple[int, ...] = ()
    static_argnames: tuple[str, ...] = ()
    donate_argnums: tuple[int, ...] = ()
    inline: bool = False
    device: Any = None
    shardings: tuple | None = None          # in_shardings, out_shardings
    parallel: Any = None                    # of pmap


class Variant:
    """A function under certain values of what it reads from outside."""

    def __init__(self, function: "Function"):
        self.function = function
        self.guards = Guards()
        self.static = set(function.options.static_argnums) | set(function.options.static_argnames)
        self.converts = False                   # do arrays of other libraries come among the arguments?
        self.frozen: set[tuple] = set()         # places inside containers that are static; () stands for all non-arrays
        self.renew()

    def renew(self) -> None:
        """A new dispatcher, for what is known to be static and captured now."""
        names = [k for k in self.static if isinstance(k, str)]
        shift = bool(self.guards.captures)
        numbers = sorted(k + shift for k in self.static if isinstance(k, int))
        self.captured = list(self.guards.captures)
        moves = bool(self.function.options.shardings or self.function.options.parallel)
        name = self.function.__name__
        self.dispatch = runtime.fast_route(name, self.load, numbers, names, moves, self.copy_arguments,
                                           self.compare_exactly, transform.key_of)

    def copy_arguments(self) -> None:
        """Calls with NumPy arguments are worth not waiting for."""
        self.dispatch = runtime.on_copies(self.dispatch)
        self.function.take_shortcut()

    def compare_exactly(self) -> None:
        """Static arguments have equals that are not the same."""
        self.dispatch = runtime.on_exact(self.dispatch, transform.key_of)
        self.function.take_shortcut()

    def __call__(self, args: tuple, kwargs: dict) -> Any:
        if self.converts:
            args, kwargs = arrays_among(args, kwargs, self.static)
        if self.frozen:
            args, kwargs = freeze(args, kwargs, self.frozen)
        if self.function.options.device is not None:
            args, kwargs = on_device(self.function.options.device, args, kwargs)
        if self.captured:
            return self.dispatch(tuple(self.guards.arrays()), *args, **kwargs)
        return self.dispatch(*args, **kwargs)

    def load(self, args: tuple, kwargs: dict, signatures: tuple) -> Loaded:
        """Read and compile for a new signature."""
        if self.captured:
            args = args[1:]
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
        """Add what a signature reads from outside; start again if new arrays have to be passed."""
        new = [p for p in captures if p not in self.guards.captures]
        self.guards.add(guards, captures)
        self.function.take_shortcut()
        if new:
            self.renew()
            raise Restart

    def recall(self, record: _disk.Record, leaves: int) -> Loaded | None:
        """A signature that another process compiled; None if the executable is not sound, or not the record's."""
        if record.static - self.static or record.frozen - self.frozen:
            self.static |= record.static
            self.frozen |= record.frozen
            self.renew()
            raise Restart
        self.note_outside({p: transform.fetch(p) for p, _ in record.guards}, record.captures)
        kept = tuple(p in record.used for p in self.captured) + (True,) * (len(record.parameters) - len(record.used))
        try:
            loaded = Loaded(runtime.load(record.executable), record.parameters, kept, record.results,
                            structure_of(record.structure, record.count), record.donated)
            runtime.check(loaded, len(self.captured) + leaves)
        except (ValueError, TypeError, RuntimeError, AssertionError):
            return None
        return loaded

    def learn_static(self, error: NeedsStatic, args: tuple, kwargs: dict) -> tuple[frozenset, frozenset]:
        """Which arguments (or places inside them) must be static. Raises the error again if none can be."""
        sources = [p for p in error.sources or () if isinstance(p, tuple)]
        places = {p[0] for p in sources if _only_numbers(at(args, kwargs, p[:1]))} - self.static
        inside = {p for p in sources if p[0] not in places and len(p) > 1} - self.frozen
        if not places and not inside:
            raise error
        names = ", ".join(map(str, sorted(map(str, [*places, *inside]))))
        self.function.notes.append(f"argument {names} is static: {error.message}")
        self.static |= places
        self.frozen |= inside
        self.renew()
        return frozenset(places), frozenset(inside)

    def loaded(self, reading: Reading, arranged: Any, key: str | None, known: dict) -> Loaded:
        first = reading.program
        reading, program = settled(reading)
        count = len(reading.captures)
        donated = donated_leaves(self.function.options.donate_argnums, arranged.entered, count)
        placed = arranged.placed(reading, program)
        lowered = transform.lowered(program, donated=donated, spread=placed.spread)
        dump(self.function.__wrapped__, first, program, lowered.text)
        executable = runtime.compile(lowered.text, callbacks=lowered.callbacks, layout=placed.layout,
                                     short_rounds=lowered.short_rounds)
        parameters, results = placed.parameters, placed.results
        kept = tuple(p in reading.captures for p in self.captured) + (True,) * (len(parameters) - count)
        structure = result_structure(reading)
        if not (lowered.callbacks or placed.layout):
            self.keep(key, known, reading, executable, parameters, results, structure, donated)
        return Loaded(executable, parameters, kept, results, structure, donated)

    def keep(self, key: str | None, known: dict, reading: Reading, executable: Any, parameters: tuple, results: tuple,
             structure: Any, donated: tuple) -> None:
        """Write the signature to the disk cache, if there is one."""
        if key is None or not runtime.default_store().is_on:
            return
        try:
            noted = _disk.noted(reading)
        except _disk.Unstable:
            return
        described = Epilogue(reading) if not is_plain(reading) else pytree.describe(structure)
        record = _disk.Record(**noted, captures=list(reading.captures), executable=executable.serialize(),
                              parameters=parameters, used=tuple(reading.captures), results=results,
                              structure=described, count=len(results), donated=donated)
        _disk.keep(key, record, known, reading)


def donated_leaves(argnums: Sequence[int], entered: Entered, shift: int) -> tuple[int, ...]:
    """Positions of the parameters that stem from donated arguments."""
    if not argnums:
        return ()
    counts = [len(pytree.leaves(a)) for a in entered.args]
    starts = np.cumsum([0, *counts])
    return tuple(shift + k for n in argnums for k in range(starts[n], starts[n + 1]))


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
        self.variants: list[Variant] = []
        self.shortcut: Callable | None = None       # see take_shortcut
        self.hold: Callable[[], bool] | None = None
        self.apart: Function | None = None          # for arrays at places that were learnt to be static
        self.parameter_names = parameter_names(function)
        self.options = dataclasses.replace(options, static_argnums=all_static(self, options))

    @property
    def __recto_function__(self) -> Callable:
        return self.__wrapped__

    @property
    def __recto_inline__(self) -> bool:
        return self.options.inline

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.shortcut is not None and not config.disable_jit and (self.hold is None or self.hold()):
            try:
                out = self.shortcut(*args, **kwargs)
            except RETRIED as error:
                out = self._retry(self.variants[0], args, kwargs, error)
        else:
            out = self._call(args, kwargs)
        return out(args, kwargs) if type(out) is Unfinished else out

    def _call(self, args: tuple, kwargs: dict) -> Any:
        """The whole way: find the variant whose guards hold, or begin one."""
        if config.disable_jit and not getattr(self.__wrapped__, "__recto_always__", False):
            return self.__wrapped__(*args, **kwargs)
        for variant in self.variants:
            if variant.guards.hold():
                break
        else:
            variant = Variant(self)
            self.variants.append(variant)
        try:
            return variant(args, kwargs)
        except RETRIED as error:
            return self._retry(variant, args, kwargs, error)

    def take_shortcut(self) -> None:
        """Note what a call by the first variant takes: its guards and C++, unless arguments are prepared on the way."""
        first = self.variants[0]
        prepared = first.converts or first.frozen or first.captured or self.options.device is not None
        self.shortcut = None if prepared else first.dispatch
        self.hold = first.guards.hold if first.guards.values else None

    def _retry(self, variant: Variant, args: tuple, kwargs: dict, error: Exception) -> Any:
        """After learning which arguments are static, and after registering classes of arguments."""
        for _ in range(8):
            if not isinstance(error, Restart) and not self._learn(variant, args, kwargs):
                if learnt_too_much(variant, args, kwargs):
                    self.apart = self.apart or Function(self.__wrapped__, self.options)
                    return self.apart._call(args, kwargs)
                raise error
            self.take_shortcut()
            try:
                return variant(args, kwargs)
            except RETRIED as again:
                error = again
        raise error

    def _learn(self, variant: Variant, args: tuple, kwargs: dict) -> bool:
        """Arguments that hold no arrays are static; dataclasses are registered as trees. True if anything was new."""
        from ._learn import learn
        return learn(variant, args, kwargs)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """A method: bound like a function; `self` is the first argument."""
        return self if instance is None else functools.partial(self, instance)

    def __repr__(self) -> str:
        return f"<recto.jit of {self.__name__}>"

    # -- looking at it -------------------------------------------------------------------------------------

    def _reading(self, args: tuple, kwargs: dict) -> tuple[Entered, Reading]:
        arranged, reading = self._arranged(args, kwargs, Plainly)
        return arranged.entered, reading

    def _arranged(self, args: tuple, kwargs: dict, arranged: Callable) -> tuple[Any, Reading]:
        from ._learn import static_arguments
        static = {(k,) for k in (*self.options.static_argnums, *self.options.static_argnames)}
        static |= {(k,) for k in static_arguments(args, kwargs, types=True)}
        for _ in range(8):
            try:
                given = arranged(self, Enter(frozenset(static), True).all(args, kwargs, self.parameter_names))
                return given, read(self, given)
            except NeedsStatic as error:
                places = {p for p in error.sources or () if isinstance(p, tuple)} - static
                if not places or any(isinstance(at(args, kwargs, p), (str, Type)) for p in places):
                    raise
                static |= places
        raise AssertionError("the static arguments do not settle")

    def program(self, *args: Any, **kwargs: Any) -> transform.Program:
        """The typed primitive program for arguments of these types (arrays, or strings such as "f64[3,4]")."""
        return transform.optimise(self._reading(args, kwargs)[1].program)

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

    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """The StableHLO module for arguments of these types; `.compile()` it ahead of time."""
        return Lowered(*self._arranged(args, kwargs, arrange))

    def stablehlo(self, *args: Any, **kwargs: Any) -> str:
        """The StableHLO module as text."""
        return self.lower(*args, **kwargs).text()

    def hlo(self, *args: Any, **kwargs: Any) -> str:
        """The optimised HLO that XLA runs."""
        return self.lower(*args, **kwargs).compile().hlo()

    def explain(self, *args: Any, **kwargs: Any) -> str:
        """What is static and dynamic, which loops were unrolled, memory and cost."""
        from ._explain import explain
        return explain(self, args, kwargs)


def _only_numbers(value: Any) -> bool:
    """Can the whole argument be static: a number, or a tuple of numbers such as a shape?"""
    return (
        isinstance(value, (int, np.integer, bool, np.bool_))
        or isinstance(value, tuple)
        and all(map(_only_numbers, value))
    )


def arrays_among(args: tuple, kwargs: dict, static: set) -> tuple[tuple, dict]:
    """The arguments with arrays for the arrays of other libraries."""
    change = lambda key, value: value if key in static else pytree.map(as_array_if_foreign, value)
    return tuple(change(k, v) for k, v in enumerate(args)), {k: change(k, v) for k, v in kwargs.items()}


def as_array_if_foreign(x: Any) -> Any:
    return transform.as_array(x) if not isinstance(x, Array) and transform.is_foreign(x) else x


def on_device(device: Any, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """The arguments with their arrays and numbers on a device. (What is written back is, to the originals.)"""
    def move(x: Any) -> Any:
        if isinstance(x, Array):
            return x if x.device == device else runtime.device_put(x, device)
        if isinstance(x, (bool, int, float, complex, np.generic, np.ndarray)):
            return Array(runtime.put(np.asarray(x), device, weak=type(x) in (bool, int, float, complex)))
        return x
    return pytree.map(move, (args, kwargs))


def parameter_names(function: Callable) -> list[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except Exception:           # there is none, or an object of the user's raises where it is looked at
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def check_options(function: Function, options: Options) -> None:
    """Raises ValueError for arguments that the function does not have."""
    try:
        parameters = inspect.signature(function.__wrapped__).parameters
    except Exception:
        return
    kinds, count = {p.kind for p in parameters.values()}, len(function.parameter_names)
    numbers = () if inspect.Parameter.VAR_POSITIONAL in kinds else (*options.static_argnums, *options.donate_argnums)
    for n in numbers:
        if not -count <= n < count:
            raise ValueError(f"{function.__name__} has no argument number {n}: it takes {count}")
    for name in options.static_argnames if inspect.Parameter.VAR_KEYWORD not in kinds else ():
        if name not in parameters:
            raise ValueError(f"{function.__name__} has no argument {name!r}")


def all_static(function: Function, options: Options) -> tuple[int, ...]:
    """Static positions: those named by number and those named by name."""
    check_options(function, options)
    names = function.parameter_names
    by_name = [names.index(n) for n in options.static_argnames if n in names]
    by_number = [n % len(names) if n < 0 and names else n for n in options.static_argnums]
    return tuple(sorted({*by_number, *by_name}))


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
