"""Running a program in each of the ways that must agree: Python, interpreter, printed source, XLA."""
from __future__ import annotations

import contextlib
import copy
import io
import linecache
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import recto
from corpus import guards_hold
from quick import EMITTERS
from recto import runtime, transform
from recto._convention.arguments import Enter
from recto._convention.epilogue import Epilogue, heaps_of, result_of
from recto._show.source import readable

from .bounded import Runaway, bounded
from .outside import Snapshot, is_object, state_of

# With the older emitters, XLA does algebra once more when barriers have gone, unlike for users.
QUICK = {"xla_backend_optimization_level": 0, **EMITTERS,
         "xla_disable_hlo_passes": "simplification after layout assignment"}


SNAPSHOTS: dict[str, Snapshot] = {}         # of the modules that are loaded, as they were at first


class Outcome(NamedTuple):
    """What a call did. `outside`: what it left in its module and in the generators of random numbers."""
    value: Any
    exception: BaseException | None
    printed: str
    args: tuple
    outside: dict | None = None


def load(name: str, source: str, **names: Any) -> types.ModuleType:
    """A module from text, whose lines can be found as those of a file can; `names` are defined beforehand."""
    file = f"{name}.py"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    module = types.ModuleType(name)
    sys.modules[name] = module
    module.__file__ = file
    module.__dict__.update(names)
    exec(compile(source, file, "exec"), module.__dict__)
    SNAPSHOTS[name] = Snapshot(module.__dict__)
    return module


def unload(name: str) -> None:
    sys.modules.pop(name, None)
    SNAPSHOTS.pop(name, None)
    linecache.cache.pop(f"{name}.py", None)


def arguments(module: types.ModuleType, call: str) -> tuple:
    """The arguments of a call, made anew; its module and the generators of random numbers are as at first."""
    if module.__name__ in SNAPSHOTS:
        SNAPSHOTS[module.__name__].restore()
    return eval(call, dict(module.__dict__))


@contextlib.contextmanager
def calm() -> Iterator[None]:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def observe(run: Callable[..., Any], args: tuple, setting: Any = None, module: types.ModuleType | None = None
            ) -> Outcome:
    """Call, and note the result or the exception, what was printed, and what the arguments and the module hold
    afterwards."""
    printed, value, exception = io.StringIO(), None, None
    with contextlib.redirect_stdout(printed), setting or calm():
        try:
            value = run(*args)
        except transform.CompileError:
            raise
        except Exception as error:
            exception = error
    outside = None if module is None else copy.deepcopy(state_of(vars(module)))
    return Outcome(value, exception, printed.getvalue(), args, outside)


def in_python(module: types.ModuleType, call: str, name: str = "f", steps: int = 20_000) -> Outcome:
    with bounded(module.__file__, steps):
        return observe(getattr(module, name), arguments(module, call), module=module)


def replayed(name: str, source: str, call: str, steps: int, **names: Any) -> Outcome | None:
    """What a call of changed source does; None if it can't be run within these steps."""
    try:
        return in_python(load(name, source, **names), call, steps=steps)
    except (Exception, Runaway):
        return None
    finally:
        unload(name)


def holds_object(value: Any) -> bool:
    """Is it an object of the program's own classes, or a list of some?"""
    return is_object(value) or isinstance(value, list) and any(map(is_object, value))


class Reader:
    """A function read once for each signature of its arguments, and run without a compiler. What is read of objects
    is of these objects."""

    def __init__(self, function: Callable):
        self.function = function if hasattr(function, "_reading") else recto.jit(function)
        self.known: dict[str, tuple] = {}

    def read(self, args: tuple) -> tuple:
        """(entered, reading, program); read again where integers decide what the program is."""
        with calm():
            given = Enter(frozenset(), True).all(args, {}, self.function.parameter_names)
            key = repr([(t.dtype.name, t.shape, t.weak) for t in given.types])
            if key in self.known and not any(map(holds_object, args)):
                return (given, *self.known[key][1:])
            entered, reading = self.function._reading(args, {})
            reading, program = transform.optimise_reading(reading)
            if len(entered.leaves) == len(given.leaves):
                self.known[key] = entered, reading, program
            return entered, reading, program

    def interpreted(self, evaluate: Callable = transform.evaluate) -> Callable[..., Any]:
        """The function by its program, and what is done behind a call."""
        def run(*args: Any) -> Any:
            entered, reading, program = self.read(args)
            operands = [*map(transform.fetch, reading.captures), *entered.leaves]
            apart = [x.copy() if isinstance(x, np.ndarray) else x for x in operands]
            results = evaluate(program, *apart)
            epilogue = Epilogue(reading)
            located = epilogue.stores.located(args, {}) if epilogue.stores else {}
            for k, number in zip(reading.mutated, reading.contents):
                entered.leaves[k][...] = results[number]
            for path, number in reading.overwritten:
                transform.fetch(path)[...] = results[number]
            heaps = heaps_of(reading, results)
            if epilogue.stores:
                epilogue.stores.apply(located, results, heaps)
            if reading.errors:
                epilogue.raise_error(results[reading.behind:])
            return result_of(reading, results, heaps)
        return run

    def printed(self, strong: bool = False) -> Callable[..., Any]:
        """The function by its printed NumPy source; `strong`: it is given NumPy's numbers for Python's."""
        if not strong:
            return self.interpreted(evaluate_printed)
        return self.interpreted(lambda program, *operands: evaluate_printed(program, *(
            x if isinstance(x, np.ndarray) else p.type.dtype.type(x) for p, x in zip(program.parameters, operands))))

    def text(self, args: tuple) -> str:
        """The source as users see it."""
        entered, reading, program = self.read(args)
        return readable(self.function, program, entered, reading)

    def reads_back(self, args: tuple) -> str:
        """What is wrong with the program's primitive source, if anything."""
        program = self.read(args)[2]
        return "" if transform.read_source(str(program)) == program else "it reads back as another program"


def evaluate_printed(program: transform.Program, *operands: Any) -> tuple:
    """The results of a program by its printed NumPy source."""
    space: dict[str, Any] = {}
    exec(compile(transform.numpy_source(program), program.name, "exec"), space)
    results = space[program.name](*operands)
    return results if isinstance(results, tuple) else (results,)


@contextlib.contextmanager
def compiling(quick: bool) -> Iterator[None]:
    """XLA without its optimisations, or as for users."""
    before = runtime.settings.xla_options
    runtime.settings.xla_options = QUICK if quick else {}
    try:
        yield
    finally:
        runtime.settings.xla_options = before


def compiled(function: Callable, quick: bool = True, settled: bool = True) -> Callable[..., Any]:
    """The function by XLA. `settled`: what it reads from outside is as before when it has been called."""
    made = recto.jit(function)

    def run(*args: Any) -> Any:
        with compiling(quick):
            try:
                return made(*args)
            finally:
                assert not settled or guards_hold(made), "the next call would compile it again"
    return run
