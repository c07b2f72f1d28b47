"""What must hold for every program: Recto's results are Python's, and every stage of a Program means the same."""
from __future__ import annotations

import contextlib
import copy
import dataclasses
import hashlib
import io
import linecache
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import recto
from lowering.harness import copies
from recto.transform import Argument, CompileError, NeedsStatic, Out, Payload, Reading, Type, fetch
from recto.transform.ir.evaluate import evaluate
from recto.transform.frontend.entry import read
from recto.transform.passes import optimise
from recto.transform import numpy_source
from recto.transform.reader import read as read_source

from .writer import LENGTH


@dataclasses.dataclass
class Outcome:
    """What a call did: its result or its exception, and its arguments afterwards."""
    value: Any
    arguments: tuple
    error: BaseException | None = None


class Broken(AssertionError):
    """A law does not hold; `law` is its name."""

    def __init__(self, law: str, detail: str):
        super().__init__(f"{law}: {detail}")
        self.law = law


def load(source: str) -> dict[str, Any]:
    """The namespace of a module given as text; its functions have source."""
    name = f"<random {hashlib.sha256(source.encode()).hexdigest()[:16]}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    space: dict[str, Any] = {"__name__": "random_program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, name, "exec"), space)
    return space


def plainly(function: Callable, arguments: tuple) -> Outcome:
    """The call in Python."""
    mine = copy.deepcopy(arguments)
    try:
        with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
            return Outcome(function(*mine), mine)
    except Exception as error:
        return Outcome(None, mine, error)


# -- reading and evaluating
# ----------------------------------------------------------------------------------------------

def leaf(value: Any, name: str) -> Any:
    """An abstract argument, with its place as the name that a NeedsStatic gives."""
    if isinstance(value, np.ndarray):
        return Argument(Type(value.dtype, value.shape), True, name, name)
    if isinstance(value, np.generic):
        return Argument(Type(value.dtype), False, name, name)
    return Argument(Type(np.asarray(value).dtype, (), True), False, name, name)


def reading_of(function: Callable, arguments: tuple) -> tuple[Reading, list[int]]:
    """The function read for these arguments, and which of them are dynamic. Scalars that must be static become so."""
    static: frozenset = frozenset()
    names = function.__code__.co_varnames
    while True:
        abstract = [v if n in static else leaf(v, n) for n, v in zip(names, arguments)]
        try:
            return read(function, abstract, {}), [k for k, n in enumerate(names[:len(arguments)]) if n not in static]
        except NeedsStatic as error:
            new = frozenset(error.sources or ()) & frozenset(names[:len(arguments)])
            if not new - static:
                raise
            static |= new


def interpreted(reading: Reading, dynamic: list[int], arguments: tuple) -> Outcome:
    """The call through the NumPy interpreter."""
    mine = copy.deepcopy(arguments)
    return finished(reading, dynamic, mine, values(reading.program, operands(reading, dynamic, mine)))


def operands(reading: Reading, dynamic: list[int], arguments: tuple) -> list:
    return [*(np.asarray(fetch(p)) for p in reading.captures), *(arguments[k] for k in dynamic)]


def values(program: Any, given: list) -> tuple:
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
        return evaluate(program, *copy.deepcopy(given))


def finished(reading: Reading, dynamic: list[int], arguments: tuple, results: tuple) -> Outcome:
    """What the facade makes of a program's results."""
    behind = list(arguments)
    for number, k in zip(reading.mutated, reading.contents):
        behind[dynamic[number]] = results[k]
    rest = results[reading.behind:]
    error = raised(reading, rest) if reading.errors else None
    return Outcome(None if error else filled(reading.structure, results), tuple(behind), error)


def raised(reading: Reading, rest: tuple) -> BaseException | None:
    if not int(rest[0]):
        return None
    exception, arguments, _ = reading.errors[int(rest[0]) - 1]
    if isinstance(arguments, Payload):
        return arguments.raised(exception, dict(zip(reading.payload, rest[1:])))
    return exception(*arguments)


def filled(structure: Any, results: tuple) -> Any:
    match structure:
        case Out():
            return results[structure.number]
        case list() | tuple():
            return type(structure)(filled(s, results) for s in structure)
        case dict():
            return {k: filled(s, results) for k, s in structure.items()}
    return structure


# -- the laws
# --------------------------------------------------------------------------------------------------------------

def same_outcome(law: str, got: Outcome, want: Outcome, tolerance: float) -> None:
    """The same exception, or the same result; and the same arguments afterwards."""
    if type(got.error) is not type(want.error) or str(got.error) != str(want.error):
        raise Broken(law, f"exception {got.error!r}, in Python {want.error!r}")
    same(law, got.value, want.value, "result", tolerance)
    for k, (x, y) in enumerate(zip(got.arguments, want.arguments, strict=True)):
        same(law, x, y, f"argument {k}", tolerance)


def same(law: str, got: Any, want: Any, place: str, tolerance: float) -> None:
    """Equal values; equal dtypes unless Python's own number stands there, which may have become a float on another
    path."""
    if isinstance(want, (list, tuple)):
        if not isinstance(got, type(want)) or len(got) != len(want):
            raise Broken(law, f"{place} is {got!r}, in Python {want!r}")
        for k, (x, y) in enumerate(zip(got, want)):
            same(law, x, y, f"{place}[{k}]", tolerance)
        return
    if want is None or isinstance(want, str):
        if got != want:
            raise Broken(law, f"{place} is {got!r}, in Python {want!r}")
        return
    x, y = np.asarray(got), np.asarray(want)
    widened = (
        type(want) in (bool, int, float)
        and x.dtype.kind in "if"
        and not (type(want) is float and x.dtype.kind == "i")
    )
    if x.shape != y.shape or x.dtype != y.dtype and not widened:
        raise Broken(law, f"{place} has type {x.dtype}{x.shape}, in Python {y.dtype}{y.shape}")
    close = (
        np.allclose(x, y, tolerance, tolerance, equal_nan=True)
        if tolerance
        else np.array_equal(x, y, equal_nan=x.dtype.kind == "f")
    )
    if not close:
        raise Broken(law, f"{place} is {x!r}, in Python {y!r}".replace("\n", " "))


def same_values(law: str, got: tuple, want: tuple, tolerance: float) -> None:
    if len(got) != len(want):
        raise Broken(law, f"{len(got)} results, {len(want)} in the program")
    for k, (x, y) in enumerate(zip(got, want)):
        same(law, np.asarray(x), y, f"result {k}", tolerance)


@dataclasses.dataclass
class Stages:
    """A reading, and what the later stages make of its program."""
    reading: Reading
    dynamic: list[int]
    types: list

    def __post_init__(self) -> None:
        program = self.reading.program
        text = str(program)
        if read_source(text) != program:
            raise Broken("reads back the same", text)
        self.optimised = optimise(program)
        self.space: dict[str, Any] = {}
        exec(compile(numpy_source(program), "<printed>", "exec"), self.space)

    @property
    def for_all_values(self) -> bool:
        """Is it the reading for all arguments of these types?"""
        return len(self.dynamic) == len(self.types)

    def agree(self, arguments: tuple, tolerance: float) -> None:
        """The program means the same when optimised and as NumPy code."""
        program, given = self.reading.program, operands(self.reading, self.dynamic, arguments)
        want = values(program, given)
        same_values("optimised", values(self.optimised, given), want, tolerance)
        mine = [
            g if p.type.weak else np.asarray(g) if p.type.shape else np.asarray(g)[()]
            for p, g in zip(program.parameters, copy.deepcopy(given))
        ]
        with np.errstate(all="ignore"):
            results = self.space[program.name](*mine)
        results = results if isinstance(results, tuple) else (results,)
        same_values("as NumPy code", results, want, tolerance)


def obeys(source: str, arguments: tuple[tuple, ...], tolerance: float = 0.0) -> CompileError | None:
    """All laws for the function `f` of a text and lists of arguments of the same types; the reason if it is refused.

    Raises:
        Broken: naming the law.
    """
    function = load(source)["f"]
    stages: Stages | None = None
    for given in arguments:
        want = plainly(function, given)
        types = [(type(v), np.shape(v), np.asarray(v).dtype) for v in given]
        if stages is None or not stages.for_all_values or stages.types != types:
            try:
                stages = Stages(*reading_of(function, given), types)
            except CompileError as error:
                return error
        same_outcome("interpreted", interpreted(stages.reading, stages.dynamic, given), want, tolerance)
        stages.agree(given, tolerance)
    return None


# -- through XLA
# -----------------------------------------------------------------------------------------------------------

def obeys_compiled(source: str, arguments: tuple[tuple, ...], tolerance: float = 0.0) -> CompileError | None:
    """The function `f` through `recto.jit` and XLA does what Python does, and no loop copies a long array; the reason
    if it is refused."""
    function = load(source)["f"]
    jitted = recto.jit(function)
    try:
        first = jitted.lower(*arguments[0]).compile()
    except CompileError as error:
        return error
    if copied := copies(first, least=8 * LENGTH["G"]):
        raise Broken("no copies in loops", f"{copied} copies of long arrays")
    for k, given in enumerate(arguments):
        want, mine = plainly(function, given), copy.deepcopy(given)
        try:
            got = Outcome(plain((jitted if k else first)(*mine)), mine)
        except CompileError as error:
            return error
        except Exception as error:
            got = Outcome(None, mine, error)
        same_outcome("compiled", got, want, tolerance)
    return None


def plain(value: Any) -> Any:
    """Arrays of the runtime as NumPy's."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return np.asarray(value) if hasattr(value, "__array__") else value
