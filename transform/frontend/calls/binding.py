"""Argument binding: match the arguments of a call with parameters by Python's rules, with Python's error
messages.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from ...core.errors import CompileError
from ...core.source import is_generator
from ...core.spelling import did_you_mean
from ...library import check_fit
from ..interpreter import Interpreter
from ..state.values import Bound, Closure, describe


def makes_generator(function: Any) -> bool:
    """Whether a call only makes a generator, whose body is read later."""
    if isinstance(function, Bound):
        return makes_generator(function.function)
    if isinstance(function, Closure):
        return is_generator(function.node)
    return isinstance(function, types.FunctionType) and inspect.isgeneratorfunction(function)


def bind(
    interp: Interpreter, name: str, spec: Any, args: list, kwargs: dict, defaults: list, named: dict
) -> dict[str, Any]:
    """The parameters of a call. `spec`: the `arguments` node; `defaults`, `named`: the default values."""
    positional = [a.id for a in (*spec.posonlyargs, *spec.args)]
    bound = dict(zip(positional, args))
    if spec.vararg is not None:
        bound[spec.vararg.id] = tuple(args[len(positional) :])
    elif len(args) > len(positional):
        raise too_many(name, positional, defaults, args)
    rest = take_keywords(name, spec, kwargs, bound)
    if rest and spec.kwarg is None:
        keywords = [a.id for a in (*spec.args, *spec.kwonlyargs)]
        raise unexpected_keyword(name, [a.id for a in spec.posonlyargs], rest, keywords)
    if spec.kwarg is not None:
        bound[spec.kwarg.id] = interp.trail.allocate(rest)
    for key, value in [*zip(positional[len(positional) - len(defaults) :], defaults), *named.items()]:
        bound.setdefault(key, value)
    check_complete(name, "positional", positional, bound)
    check_complete(name, "keyword-only", [a.id for a in spec.kwonlyargs], bound)
    return bound


def check_mapping(value: Any, kwargs: dict) -> None:
    """** takes a dict of new names."""
    if not isinstance(value, dict):
        raise CompileError(f"TypeError: argument after ** must be a mapping, not {describe(value)}")
    twice = [name for name in value if name in kwargs]
    if twice:
        raise CompileError(f"TypeError: got multiple values for keyword argument {twice[0]!r}")


def take_keywords(name: str, spec: Any, kwargs: dict, bound: dict) -> dict:
    """Enter keyword arguments into the parameters; those that no parameter takes."""
    keywords = {a.id for a in (*spec.args, *spec.kwonlyargs)}
    rest = {}
    for key, value in kwargs.items():
        if key in bound and key in keywords:
            raise CompileError(f"TypeError: {name}() got multiple values for argument {key!r}")
        (bound if key in keywords else rest)[key] = value
    return rest


def too_many(name: str, positional: list, defaults: list, args: list) -> CompileError:
    most, least = len(positional), len(positional) - len(defaults)
    count = f"{most}" if least == most else f"from {least} to {most}"
    return CompileError(
        f"TypeError: {name}() takes {count} positional argument{'s' * (most != 1)} "
        f"but {len(args)} {'was' if len(args) == 1 else 'were'} given"
    )


def unexpected_keyword(name: str, positional_only: list, rest: dict, keywords: list) -> CompileError:
    wrong = [key for key in rest if key in positional_only]
    if wrong:
        return CompileError(
            f"TypeError: {name}() got some positional-only arguments passed as keyword "
            f"arguments: '{', '.join(wrong)}'"
        )
    first = next(iter(rest))
    return CompileError(
        f"TypeError: {name}() got an unexpected keyword argument {first!r}",
        did_you_mean(first, keywords) or None,
    )


def check_complete(name: str, kind: str, parameters: Sequence[str], bound: dict) -> None:
    missing = [repr(p) for p in parameters if p not in bound]
    if missing:
        *most, last = missing
        comma = "," * (len(most) > 1)
        names = f"{', '.join(most)}{comma} and {last}" if most else last
        count = f"{len(missing)} required {kind} argument{'s' * bool(most)}"
        raise CompileError(f"TypeError: {name}() missing {count}: {names}")


def call_user_function(name: str, function: Callable, args: Sequence, kwargs: dict) -> Any:
    """function(*args, **kwargs); if the arguments do not fit its signature, that is the user's error."""
    try:
        return function(*args, **kwargs)
    except TypeError:
        check_fit(name, function, args, kwargs)
        raise


def call_own_function(function: Any, run: Callable[[], Any], args: list, kwargs: dict) -> Any:
    """Call a function of Recto's own; if the arguments do not fit its signature, that is the user's error."""
    try:
        return run()
    except TypeError:
        check_fit(getattr(function, "__name__", type(function).__name__), function, args, kwargs)
        raise


def is_left_out(interp: Interpreter, name: str, value: Any) -> bool:
    """Whether it is a keyword that code for JAX passes as None, and leaves out thereby."""
    return value is None and interp.outside.synonyms and name in ("where", "initial", "min", "max")
