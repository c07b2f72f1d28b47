"""The corpus `tests/programs`: ordinary NumPy functions with arguments, and what must agree on each.

    for case in cases("kmeans"):
        check_case(case, run_interpreted)

A function is run in plain Python, and by a runner of this module on copies of the same arguments; both outcomes must
agree in values, dtypes, shapes, mutated arguments, exceptions and printed output. The runners are

    run_interpreted     read, optimise, and evaluate with NumPy: no XLA
    run_printed         read, optimise, print as NumPy source, and run that
    compiled_runner()   recto.jit and XLA
"""
from __future__ import annotations

import collections

import contextlib
import copy
import dataclasses
import functools
import importlib
import io
import os
import pathlib
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import recto
from recto import transform
from recto._convention.arguments import Enter
from recto._cache.records import describe
from recto._convention.epilogue import Epilogue, result_of
from recto._dispatch.guards import Guards
from recto.runtime import Array
from recto.transform import Argument, Instance

FOLDER = pathlib.Path(__file__).parent / "programs"
TOLERANCE = {"float16": 1e-2, "bfloat16": 4e-2, "float32": 2e-4, "complex64": 2e-4}
WIDER = "biufc"             # kinds, each wider than those before it
EVERYTHING = "RECTO_EVERY" in os.environ       # laws are tried on all that they hold for, not on samples
NUMBERS = (np.ndarray, np.generic, bool, int, float, complex)


class Case(NamedTuple):
    """One call of a corpus function."""
    function: Callable
    args: tuple
    kwargs: dict = {}       # noqa: RUF012 (copied before a call)

    def copy(self) -> "Case":
        """The same call on arguments of its own; arguments that share memory still share it."""
        return Case(self.function, *copy.deepcopy((self.args, self.kwargs)))

    def __call__(self, function: Callable | None = None) -> Any:
        return (function or self.function)(*self.args, **self.kwargs)


class Outcome(NamedTuple):
    """What a call did."""
    value: Any
    exception: Exception | None
    printed: str
    args: tuple
    kwargs: dict


class Read(NamedTuple):
    """A function read for a call: its program, and the program's arguments."""
    reading: transform.Reading
    program: transform.Program
    leaves: list

    @property
    def operands(self) -> list:
        return [*map(transform.fetch, self.reading.captures), *self.leaves]


def module_names() -> list[str]:
    return sorted(p.stem for p in FOLDER.glob("*.py") if not p.stem.startswith("_"))


def cases(module: str) -> Iterator[Case]:
    """The examples of one file of the corpus."""
    for example in importlib.import_module(f"programs.{module}").examples():
        yield Case(*example)


def functions(module: str) -> dict[str, list[Case]]:
    """The examples of one file by function, in the file's order."""
    found: dict[str, list[Case]] = {}
    for case in cases(module):
        found.setdefault(case.function.__name__, []).append(case)
    return found


def sample(module: str, law: str, one_in: int = 2) -> dict[str, list[Case]]:
    """The functions that a law is tried on in `make test`: one in so many, others for each law. With RECTO_EVERY=1 all
    of them."""
    return {name: cases for name, cases in functions(module).items() if tried(f"{law}: {name}", one_in)}


def tried(what: str, one_in: int) -> bool:
    """Is it tried in `make test`: one in so many? With RECTO_EVERY=1 everything is."""
    return EVERYTHING or zlib.crc32(what.encode()) % one_in == 0


# -- running ---------------------------------------------------------------------------------------

def observe(case: Case, run: Callable[[Case], Any]) -> Outcome:
    """Run a call on copies of its arguments and note everything that it did."""
    case, printed, value, exception = case.copy(), io.StringIO(), None, None
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        try:
            value = run(case)
        except transform.CompileError:
            raise
        except Exception as error:
            exception = error
    return Outcome(value, exception, printed.getvalue(), case.args, case.kwargs)


def run_python(case: Case) -> Any:
    return case()


def read(case: Case) -> Read:
    """The case's program. Calls of one function with arguments of the same types have one, as they have in recto.jit;
    with RECTO_EVERY=1 each call is read."""
    function = recto.jit(case.function)
    entered = Enter(frozenset((k,) for k in function.requested), True).all(*case[1:], function.parameter_names)
    key = None if EVERYTHING or not is_abstract([*entered.args, *entered.kwargs.values()]) else \
        (case.function, f"{describe(entered.args)}{describe(entered.kwargs)}{transform.settings}")
    known = READINGS.find(key)
    if known is not None:
        return known._replace(leaves=entered.leaves)
    came, reading = function._reading(case.args, case.kwargs)
    new = Read(reading, transform.optimise(reading.program), came.leaves)
    if key is not None and len(came.leaves) == len(entered.leaves) and not reading.captures:
        READINGS.note(key, new)         # it depends on no argument's value, and on no array outside
    return new


def is_abstract(value: Any) -> bool:
    """Does an argument show the compiler nothing but types, structure and plain constants?"""
    match value:
        case Instance():
            return all(map(is_abstract, value.attributes.values()))
        case dict():
            return all(map(is_abstract, value.values()))
        case list() | tuple():
            return all(map(is_abstract, value))
    return value is None or isinstance(value, (Argument, bool, int, float, complex, str))


class Readings:
    """What was read, by functions and types of arguments, for as long as what it reads outside stays: many laws are
    tried on each function of the corpus."""

    MOST = 3000         # some 40 KB each

    def __init__(self) -> None:
        self.found: dict[tuple, tuple[Read, Guards]] = {}       # the one that was asked for last comes last

    def find(self, key: tuple | None) -> Read | None:
        read, guards = self.found.pop(key, (None, None))
        if guards is None or not guards.hold():
            return None
        self.found[key] = read, guards
        return read

    def note(self, key: tuple, read: Read) -> None:
        guards = Guards()
        guards.add(read.reading.guards, [])
        self.found[key] = read, guards
        if len(self.found) > self.MOST:
            del self.found[next(iter(self.found))]


READINGS = Readings()


def run_interpreted(case: Case, evaluate: Callable = transform.evaluate) -> Any:
    """The call through the front end and the NumPy interpreter, and the facade's work behind it."""
    reading, program, leaves = made = read(case)
    apart = [x.copy() if isinstance(x, np.ndarray) else x for x in made.operands]      # results may be views of them
    results = evaluate(program, *apart)
    for k, number in zip(reading.mutated, reading.contents):
        leaves[k][...] = results[number]
    if reading.errors:
        Epilogue(reading).raise_error(results[reading.behind:])
    return result_of(reading, results)


def run_printed(case: Case) -> Any:
    """The call through the printed NumPy source of its program."""
    return run_interpreted(case, evaluate_printed)


def evaluate_printed(program: transform.Program, *operands: Any) -> tuple:
    """The results of a program by its printed NumPy source, run by Python and NumPy."""
    results = printed_function(program)(*operands)
    return results if isinstance(results, tuple) else (results,)


def of_last_program(make: Callable[[transform.Program], Any]) -> Callable[[transform.Program], Any]:
    """The function; what it gave for the program that it was asked for last is kept."""
    last: list[Any] = [None, None]

    @functools.wraps(make)
    def remembering(program: transform.Program) -> Any:
        if program is not last[0]:
            last[:] = program, make(program)
        return last[1]

    return remembering


@of_last_program
def printed_function(program: transform.Program) -> Callable:
    space: dict[str, Any] = {}
    exec(compile(transform.numpy_source(program), program.name, "exec"), space)
    return space[program.name]


def compiled_runner() -> Callable[[Case], Any]:
    """Runs calls through recto.jit; a function is jitted once for all its calls, and is not compiled for nothing: what
    it was compiled for holds after a call."""
    jitted: dict[Callable, recto.Function] = {}

    def run_compiled(case: Case) -> Any:
        if case.function not in jitted:
            jitted[case.function] = recto.jit(case.function)
        try:
            return case(jitted[case.function])
        finally:
            assert guards_hold(jitted[case.function], *case[1:]), "the next call would compile the function again"

    return run_compiled


def guards_hold(function: recto.Function, args: tuple = (), kwargs: Any = None) -> bool:
    """Is what a compiled function read from outside, or from objects among these arguments, as it was when it was
    compiled?"""
    with function.holder.take(args, kwargs or {}) or contextlib.nullcontext():
        return all(version.guards.hold() for version in function.versions[:1])


# -- comparing -------------------------------------------------------------------------------------

def check_case(case: Case, run: Callable[[Case], Any]) -> None:
    """Assert that a runner does what Python does."""
    want = observe(case, run_python)
    got = observe(case, run)
    if getattr(case.function, "widens", False) and got.exception is None:
        got = got._replace(value=narrowed(got.value, want.value))
    same_outcome(got, want)


def narrowed(got: Any, want: Any) -> Any:
    """Numbers in the dtypes that are wanted, where those hold their values."""
    if isinstance(want, (list, tuple)):
        return type(want)(narrowed(a, b) for a, b in zip(got, want, strict=True))
    if not isinstance(want, np.generic):
        return got
    back = np.asarray(got).astype(want.dtype)
    kept = np.can_cast(want.dtype, np.asarray(got).dtype) and np.array_equal(back, got, equal_nan=True)
    assert kept, f"{got} was narrowed"
    return back


def same_outcome(got: Outcome, want: Outcome) -> None:
    if got.exception is not None and want.exception is None:
        raise got.exception
    assert want.exception is None or got.exception is not None, f"did not raise {want.exception!r}"
    assert type(got.exception) is type(want.exception), f"{got.exception!r} is not {want.exception!r}"
    assert str(got.exception) == str(want.exception)
    assert got.printed == want.printed
    same(got.value, want.value, "result")
    same(got.args, want.args, "arguments")
    same(got.kwargs, want.kwargs, "keywords")


def widens(function: Callable) -> Callable:
    """Mark a function whose result is Python's number on one path and NumPy's on another: its dtype holds both."""
    function.widens = True
    return function


def same(got: Any, want: Any, place: str) -> None:
    """Assert that two results are alike: structure, shapes, dtypes, values."""
    match want:
        case np.ndarray() | np.generic() | bool() | int() | float() | complex():
            same_numbers(got, want, place)
        case dict():
            assert type(got) is type(want), f"{place} is a {type(got).__name__}, not a {type(want).__name__}"
            assert list(got) == list(want), f"{place} has keys {list(got)}, not {list(want)}"
            for key in want:
                same(got[key], want[key], f"{place}[{key!r}]")
        case collections.deque():
            assert type(got) is type(want) and got.maxlen == want.maxlen, f"{place} is {got!r}, not {want!r}"
            same(list(got), list(want), place)
        case set():
            same(sorted(got), sorted(want), place)
        case list() | tuple():
            assert type(got) is type(want) and len(got) == len(want), f"{place} is {got!r}, not {want!r}"
            for k, (a, b) in enumerate(zip(got, want)):
                same(a, b, f"{place}[{k}]")
        case _ if is_record(want):
            assert type(got) is type(want), f"{place} is a {type(got).__name__}, not a {type(want).__name__}"
            same(fields_of(got), fields_of(want), place)
        case _:
            assert got == want, f"{place} is {got!r}, not {want!r}"


def is_record(value: Any) -> bool:
    """An object that is compared by its attributes."""
    plain = isinstance(value, type) or callable(value)
    return not plain and (dataclasses.is_dataclass(value) or hasattr(value, "__dict__"))


def fields_of(value: Any) -> dict[str, Any]:
    if dataclasses.is_dataclass(value):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    return vars(value)


def same_numbers(got: Any, want: Any, place: str) -> None:
    assert isinstance(got, (Array, *NUMBERS)), f"{place} is {got!r}, not {want!r}"
    a, b = np.asarray(got), np.asarray(want)
    assert a.shape == b.shape, f"{place} has shape {a.shape}, not {b.shape}"
    assert a.dtype == b.dtype or is_widened(a.dtype, want), f"{place} is {a.dtype}, not {b.dtype}"
    tolerance = TOLERANCE.get(b.dtype.name, 1e-9)
    if b.dtype.kind in "fcV":
        b = b.astype(np.float64 if b.dtype.kind != "c" else b.dtype)
        np.testing.assert_allclose(a.astype(b.dtype), b, rtol=tolerance, atol=tolerance, err_msg=place)
    else:
        np.testing.assert_array_equal(a, b, err_msg=place)


def is_widened(dtype: np.dtype, want: Any) -> bool:
    """A Python number may come back in the type that another path gives (docs/language.md)."""
    kind = np.asarray(want).dtype.kind
    return type(want) in (bool, int, float) and WIDER.index(dtype.kind) >= WIDER.index(kind)
