"""Host libraries: modules whose functions compiled code calls on the host, in program order, unchanged
(plots, logs, warnings, clocks).

Their results are objects of the host, represented by handles; compiled code can pass one on, call its
methods, and take its items. For some functions the class of the result is known (`TYPED`).
"""

from __future__ import annotations

import dataclasses
import logging
import operator
import sys
import time
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.hosted.handles import HostObject, handle_of
from ...ir.builder import Sym
from ...ir.program import Type
from ..array_texts import options_changed
from ..expressions.effects import call_on_host, call_with, host_callee, template
from ..generator_functions import ProgressBar, tracked
from ..interpreter import Interpreter, operation
from ..model_operations import called_in_models
from ..state.host_calls import HostCall
from ..state.texts import source_of
from ..state.values import External, Instance, is_stream

HOSTED = frozenset(
    ("logging", "matplotlib", "mpl_toolkits", "warnings", "tqdm", "rich", "IPython", "seaborn", "gc")
)
FLOAT, INT, TRUTH = (
    Type(np.dtype(float), (), True),
    Type(np.dtype(np.int64), (), True),
    Type(np.dtype(bool), (), True),
)
HANDLE = Type(np.dtype(np.int64))

# function -> the type of what it gives; None: nothing
TYPED: dict[Any, Type | None] = {
    **dict.fromkeys(
        (time.time, time.perf_counter, time.monotonic, time.process_time, time.thread_time), FLOAT
    ),
    **dict.fromkeys((time.time_ns, time.perf_counter_ns, time.monotonic_ns, time.process_time_ns), INT),
    time.sleep: None,
    warnings.warn: None,
    **dict.fromkeys((np.seterr, np.geterr, np.get_printoptions), HANDLE),
    np.set_printoptions: None,
    np.setbufsize: INT,
    logging.Logger.isEnabledFor: TRUTH,
    logging.Logger.getEffectiveLevel: INT,
    **dict.fromkeys(
        (
            getattr(logging.Logger, n)
            for n in ("debug", "info", "warning", "error", "critical", "exception", "log")
        ),
        None,
    ),
    **dict.fromkeys(
        (
            getattr(logging, n)
            for n in (
                "debug",
                "info",
                "warning",
                "error",
                "critical",
                "exception",
                "log",
                "basicConfig",
                "disable",
            )
        ),
        None,
    ),
}


def is_hosted(function: Any) -> bool:
    """Whether it is a function, class or bound method of a library that is called on the host."""
    if isinstance(function, types.MethodType) and not isinstance(function.__self__, (type, types.ModuleType)):
        return is_hosted_class(type(function.__self__))
    try:
        if function in TYPED:
            return True
    except TypeError:
        return False
    if not isinstance(function, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)):
        return False
    return (function.__module__ or "").partition(".")[0] in HOSTED


def acts_on_host(obj: Any) -> bool:
    """Whether the methods of an object are called on the host."""
    return is_stream(obj) or isinstance(obj, External) and is_hosted_class(type(obj.unread))


def is_hosted_class(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in HOSTED or issubclass(cls, logging.Logger)


def call_hosted(interp: Interpreter, function: Any, args: list, kwargs: dict, written: str = "") -> Any:
    """function(*args, **kwargs) on the host."""
    shows = progress_of(function)
    if shows is not None:
        return interp.call(shows, [function, *args], kwargs)
    if function is warnings.warn:
        return warn(interp, *args, **kwargs)
    if function is np.seterr:
        check_settings([*args, *kwargs.values()])
    written = written or written_name(function)
    typed = TYPED.get(function, HANDLE)
    bare = getattr(function, "__func__", None)
    if bare in TYPED:
        typed = TYPED[bare]
    if function is np.set_printoptions:
        options_changed(interp)
    if function in (np.seterr, np.geterr, np.get_printoptions):
        names = tuple(np.get_printoptions() if function is np.get_printoptions else np.geterr())
        return settings(interp, keep_handle(interp, HostObject, function, args, kwargs, written), names)
    if typed is HANDLE:
        return keep_handle(interp, HostObject, function, args, kwargs, written)
    results = () if typed is None else (typed,)
    found = call_with(interp, function, args, kwargs, results, written, smooth=(), says=not results)
    return found[0] if found else None


def progress_of(function: Any) -> Callable | None:
    """The value that stands for a function of a library which shows how far a loop has come."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if module.partition(".")[0] == "tqdm" and name in ("trange", "tnrange"):
        return bar_of_range
    if module == "rich.progress" and name == "track":
        return bar_of_rich
    bars = function.__mro__ if isinstance(function, type) else ()
    return bar_of_items if any((c.__module__, c.__name__) == ("tqdm.std", "tqdm") for c in bars) else None


@called_in_models
def bar_of_items(interp: Interpreter, make: type, iterable: Any = None, *args: Any, **kwargs: Any) -> Any:
    """tqdm(iterable, desc, total …), or tqdm(total=n)."""
    kwargs = {**dict(zip(("desc", "total", "leave", "file", "ncols"), args)), **kwargs}
    if iterable is not None and kwargs.get("total") is None:
        kwargs["total"] = length_if_any(interp, iterable)
    bar = keep_handle(interp, HostObject, make, [], kwargs, written_name(make))
    return interp.construct(ProgressBar, [iterable, bar], {})


@called_in_models
def bar_of_range(interp: Interpreter, function: Any, *args: Any, **kwargs: Any) -> Any:
    """trange(n, desc=…)"""
    make = sys.modules[function.__module__].tqdm
    return bar_of_items(interp, make, interp.call(range, list(args), {}), **kwargs)


@called_in_models
def bar_of_rich(
    interp: Interpreter,
    function: Any,
    sequence: Any,
    description: Any = "Working...",
    total: Any = None,
    **kwargs: Any,
) -> Any:
    """rich.progress.track(sequence, description, total)"""
    make = sys.modules[function.__module__].Progress
    progress = keep_handle(interp, HostObject, make, [], kwargs, written_name(make))
    total = length_if_any(interp, sequence) if total is None else total
    return interp.call(tracked, [sequence, progress, description, total], {})


def length_if_any(interp: Interpreter, items: Any) -> Any:
    """len(items); None for a generator, which has none."""
    try:
        return interp.call(len, [items], {})
    except CompileError as error:
        if error.kind is not TypeError:
            raise
        return None


def keep_handle(
    interp: Interpreter, cls: type, function: Callable, args: list, kwargs: dict, written: str, **how: Any
) -> Instance:
    """The object that a call gives, of a class that is known by handles."""
    (handle,) = call_with(interp, Kept(function), args, kwargs, (HANDLE,), written, smooth=(), **how)
    return interp.trail.allocate(Instance(cls, {"handle": handle}))


def settings(interp: Interpreter, found: Instance, names: tuple[str, ...]) -> dict[str, Instance]:
    """A dict of settings: its keys are static, and its values are the host's."""
    read = lambda old: [handle_of(old[name]) for name in names]
    handles = call_with(
        interp, read, [found], {}, (HANDLE,) * len(names), "", several=True, smooth=(), text="_1.values()"
    )
    return interp.trail.allocate(
        {k: interp.trail.allocate(Instance(HostObject, {"handle": h})) for k, h in zip(names, handles)}
    )


def check_settings(given: list) -> None:
    """np.seterr and np.errstate may have NumPy say less; what it should raise is not raised in compiled code."""
    if any(
        not isinstance(value, Instance) and value not in (None, "ignore", "warn", "print") for value in given
    ):
        raise CompileError(
            "compiled code raises no FloatingPointError",
            "with recto.debug.checks(): … raises for NaN, overflow and divisions by zero",
        )


class Kept:
    """The function; what it gives gets a handle."""

    def __init__(self, function: Callable):
        self.function = function

    def __call__(self, *args: Any, **kwargs: Any) -> np.int64:
        return handle_of(self.function(*args, **kwargs))


def written_name(function: Any) -> str:
    """The function as code calls it."""
    if isinstance(function, types.MethodType):
        return f"{type(function.__self__).__name__.lower()}.{function.__name__}"
    module = {"matplotlib.pyplot": "plt", "numpy": "np"}.get(function.__module__, function.__module__)
    return f"{module}.{function.__qualname__}" if module else function.__qualname__


def call_method_on_host(interp: Interpreter, obj: Any, name: str, args: list, kwargs: dict) -> Any:
    """obj.name(*args, **kwargs) of an object of the host, or of one from outside whose class is hosted."""
    if isinstance(obj, External):
        method = getattr(obj.identity, name)
        return call_hosted(interp, method, args, kwargs, f"{obj.path}.{name}")
    method = lambda obj, *args, **kwargs: getattr(obj, name)(*args, **kwargs)
    return keep_handle(interp, HostObject, method, [obj, *args], kwargs, f"_1.{name}", method=True)


@operation
def items_on_host(interp: Interpreter, obj: Instance, count: int) -> list[Any]:
    """The items of an object of the host that is unpacked into so many names."""
    handles = call_with(
        interp, list_of_handles(count), [obj], {}, (HANDLE,) * count, "", several=True, smooth=(), text="_1"
    )
    return [interp.trail.allocate(Instance(HostObject, {"handle": h})) for h in handles]


def list_of_handles(count: int) -> Callable:
    def run(value: Any) -> list:
        items = list(value)
        if len(items) != count:
            raise ValueError(
                f"{'too many' if len(items) > count else 'not enough'} values to unpack "
                f"(expected {count}, got {len(items)})"
            )
        return list(map(handle_of, items))

    return run


@operation
def item_on_host(interp: Interpreter, obj: Instance, index: Any) -> Instance:
    """obj[index]"""
    callee, values = host_callee(interp, Kept(operator.getitem), [obj, index], {}, (HANDLE,), "", smooth=())
    written = source_of(callee.args[1])
    written = written[1:-1] if isinstance(index, tuple) and index else written
    (handle,) = call_on_host(interp, dataclasses.replace(callee, text=f"_1[{written}]"), values)
    return interp.trail.allocate(Instance(HostObject, {"handle": handle}))


def warn(
    interp: Interpreter,
    message: Any,
    category: Any = None,
    stacklevel: Any = 1,
    source: Any = None,
    **options: Any,
) -> None:
    """warnings.warn: of the line that calls it; of the function's own call, if the caller is meant."""
    span = interp.span
    values: list[Sym] = []
    text = template(interp, message, values)
    category = interp.static_argument(category, "warnings.warn")
    if isinstance(message, Warning):
        category = type(message)
    place = (span.file, span.line) if span is not None else ("<compiled>", 1)
    named = f", {category.__name__}" if category is not None else ""
    callee = HostCall(
        warn_at,
        (text, category or UserWarning, *place),
        (),
        (),
        "",
        smooth=(),
        says=True,
        text=f"warnings.warn({source_of(text)}{named})",
    )
    call_on_host(interp, callee, values)


def warn_at(message: Any, category: type, file: str, line: int) -> None:
    warnings.warn_explicit(message, category, file, line)
