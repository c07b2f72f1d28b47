"""Libraries whose functions compiled code calls on the host, in order, as they stand: plots, logs, warnings, clocks.

What they give is an object of the host, known by a handle; compiled code can pass it on, call its methods, and take
its items. Of some functions the class of the result is known (`TYPED`).
"""
from __future__ import annotations

import logging
import operator
import time
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.handles import HostObject, handle_of
from ...ir.builder import Sym
from ...ir.program import Type
from ..expressions.effects import call_on_host, template
from ..interpreter import Interpreter, operation
from ..state.host_calls import HostCall
from ..state.texts import source_of
from ..state.values import External, Instance, is_stream

HOSTED = frozenset(("logging", "matplotlib", "mpl_toolkits", "warnings", "tqdm", "rich", "IPython", "seaborn", "gc"))
FLOAT, INT, TRUTH = Type(np.dtype(float), (), True), Type(np.dtype(np.int64), (), True), Type(np.dtype(bool), (), True)
HANDLE = Type(np.dtype(np.int64))

# function -> the type of what it gives; None: nothing
TYPED: dict[Any, Type | None] = {
    **dict.fromkeys((time.time, time.perf_counter, time.monotonic, time.process_time, time.thread_time), FLOAT),
    **dict.fromkeys((time.time_ns, time.perf_counter_ns, time.monotonic_ns, time.process_time_ns), INT),
    time.sleep: None, np.seterr: HANDLE, np.set_printoptions: None, np.setbufsize: INT,
    logging.Logger.isEnabledFor: TRUTH, logging.Logger.getEffectiveLevel: INT,
    **dict.fromkeys((getattr(logging.Logger, n) for n in ("debug", "info", "warning", "error", "critical", "exception",
                                                          "log")), None),
    **dict.fromkeys((getattr(logging, n) for n in ("debug", "info", "warning", "error", "critical", "exception", "log",
                                                   "basicConfig", "disable")), None),
}


def is_hosted(function: Any) -> bool:
    """Is it a function, class or bound method of a library that is called on the host?"""
    if isinstance(function, types.MethodType) and not isinstance(function.__self__, (type, types.ModuleType)):
        return is_hosted_class(type(function.__self__))
    try:
        if function in TYPED:
            return True
    except TypeError:
        return False
    if not isinstance(function, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)):
        return False
    return (function.__module__ or "").partition(".")[0] in HOSTED or function is warnings.warn


def acts_on_host(obj: Any) -> bool:
    """Are the methods of an object called on the host?"""
    return is_stream(obj) or isinstance(obj, External) and is_hosted_class(type(obj.unread))


def is_hosted_class(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in HOSTED


def call_hosted(interp: Interpreter, function: Any, args: list, kwargs: dict, written: str = "") -> Any:
    """function(*args, **kwargs) on the host."""
    if function is warnings.warn:
        return warn(interp, *args, **kwargs)
    if function is np.seterr:
        check_settings([*args, *kwargs.values()])
    written = written or written_name(function)
    typed = TYPED.get(function, HANDLE)
    bare = getattr(function, "__func__", None)
    if bare in TYPED:
        typed = TYPED[bare]
    values: list[Sym] = []
    templates = tuple([template(interp, a, values) for a in args])
    named = tuple([(k, template(interp, v, values)) for k, v in kwargs.items()])
    run = function if typed is not HANDLE else Kept(function)
    callee = HostCall(run, templates, named, () if typed is None else (typed,), written, smooth=())
    found = call_on_host(interp, callee, values)
    if typed is HANDLE:
        return interp.trail.birth(Instance(HostObject, {"handle": found[0]}))
    return found[0] if found else None


def check_settings(given: list) -> None:
    """np.seterr may have NumPy say less; what it should raise does not come to pass in compiled code."""
    if any(value not in (None, "ignore", "warn", "print") for value in given):
        raise CompileError("compiled code raises no FloatingPointError",
                           "with recto.debug.checks(): … raises for NaN, overflow and divisions by zero")


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
    module = {"matplotlib.pyplot": "plt"}.get(function.__module__, function.__module__)
    return f"{module}.{function.__qualname__}" if module else function.__qualname__


def call_method_on_host(interp: Interpreter, obj: Any, name: str, args: list, kwargs: dict) -> Any:
    """obj.name(*args, **kwargs) of an object of the host, or of one from outside whose class is hosted."""
    if isinstance(obj, External):
        method = getattr(obj.identity, name)
        return call_hosted(interp, method, args, kwargs, f"{obj.path}.{name}")
    values: list[Sym] = []
    templates = tuple([template(interp, a, values) for a in (obj, *args)])
    named = tuple([(k, template(interp, v, values)) for k, v in kwargs.items()])
    callee = HostCall(Kept(Method(name)), templates, named, (HANDLE,), f"_1.{name}", method=True, smooth=())
    (handle,) = call_on_host(interp, callee, values)
    return interp.trail.birth(Instance(HostObject, {"handle": handle}))


class Method:
    """Calls a method of its first argument."""

    def __init__(self, name: str):
        self.name = name

    def __call__(self, obj: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(obj, self.name)(*args, **kwargs)


@operation
def items_on_host(interp: Interpreter, obj: Instance, count: int) -> list[Any]:
    """The items of an object of the host that is unpacked into so many names."""
    values: list[Sym] = []
    whole = template(interp, obj, values)
    callee = HostCall(listed(count), (whole,), (), (HANDLE,) * count, "", several=True, smooth=(), text="_1")
    return [interp.trail.birth(Instance(HostObject, {"handle": h})) for h in call_on_host(interp, callee, values)]


def listed(count: int) -> Callable:
    def run(value: Any) -> list:
        items = list(value)
        if len(items) != count:
            raise ValueError(f"{'too many' if len(items) > count else 'not enough'} values to unpack "
                             f"(expected {count}, got {len(items)})")
        return list(map(handle_of, items))
    return run


@operation
def item_on_host(interp: Interpreter, obj: Instance, index: Any) -> Instance:
    """obj[index]"""
    values: list[Sym] = []
    templates = tuple([template(interp, a, values) for a in (obj, index)])
    written = source_of(templates[1])
    written = written[1:-1] if isinstance(index, tuple) and index else written
    callee = HostCall(Kept(operator.getitem), templates, (), (HANDLE,), "", smooth=(), text=f"_1[{written}]")
    (handle,) = call_on_host(interp, callee, values)
    return interp.trail.birth(Instance(HostObject, {"handle": handle}))


def warn(interp: Interpreter, message: Any, category: Any = None, stacklevel: Any = 1, source: Any = None,
         **options: Any) -> None:
    """warnings.warn: of the line that calls it; of the function's own call, if the caller is meant."""
    span = interp.span
    values: list[Sym] = []
    text = template(interp, message, values)
    category = interp.static_argument(category, "warnings.warn")
    if isinstance(message, Warning):
        category = type(message)
    place = (span.file, span.line) if span is not None else ("<compiled>", 1)
    named = f", {category.__name__}" if category is not None else ""
    callee = HostCall(warn_at, (text, category or UserWarning, *place), (), (), "", smooth=(),
                      text=f"warnings.warn({source_of(text)}{named})")
    call_on_host(interp, callee, values)


def warn_at(message: Any, category: type, file: str, line: int) -> None:
    warnings.warn_explicit(message, category, file, line)
