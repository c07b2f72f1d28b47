"""`@checked`: beartype on the public API; a wrong argument is a TypeError that names it. Never on the dispatch path.

Importing beartype takes longer than a program needs that finds its executables in the disk cache. So plain arguments
are recognised here, by an expression made of the annotations, and beartype sees the others.
"""
from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Sequence
from typing import Any


def checked(function: Callable) -> Callable:
    """The function, which raises TypeError for arguments that are not as annotated."""
    if {"Any", Any}.issuperset(function.__annotations__.values()):
        return function
    fits: Callable | None = None

    @functools.cache
    def strict() -> Callable:
        from beartype import BeartypeConf, beartype
        return beartype(conf=BeartypeConf(violation_param_type=TypeError, violation_return_type=TypeError))(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal fits
        if fits is None:
            fits = fitting(function)
        if fits(*args, **kwargs):
            return function(*args, **kwargs)
        return strict()(*args, **kwargs)
    return call


def fitting(function: Callable) -> Callable[..., bool]:
    """A function of the same arguments: are they surely as annotated?"""
    hints, parameters = typing.get_type_hints(function), inspect.signature(function).parameters.values()
    names: dict[str, Any] = {}
    tests = []
    for p in parameters:
        test = expression(hints.get(p.name, Any), "v" if p.kind is p.VAR_POSITIONAL else p.name, names)
        tests.append(f"all([{test} for v in {p.name}])" if p.kind is p.VAR_POSITIONAL and test != "True" else test)
    plain = [p.replace(annotation=p.empty, default=p.default if p.default is p.empty else None) for p in parameters]
    name = function.__name__
    exec(f"def {name}{inspect.Signature(plain)}: return {' and '.join(t for t in tests if t != 'True') or True}", names)
    fits = names[name]
    fits.__defaults__, fits.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return fits


def expression(hint: Any, value: str, names: dict[str, Any]) -> str:
    """Is a value plainly of a type? "False" also where that takes more than is known here."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return "True"
    if hint is Callable or origin is Callable:
        return f"callable({value})"
    if origin in (types.UnionType, typing.Union):
        return f"({' or '.join(expression(h, value, names) for h in inner)})"
    if origin is typing.Literal:
        return f"(type({value}) is str and {value} in {inner!r})"
    if hint is Sequence or origin is Sequence:
        test = expression(inner[0] if inner else Any, "v", names)
        return f"(isinstance({value}, (list, tuple)) and all([{test} for v in {value}]))"
    if hint is types.NoneType:
        return f"{value} is None"
    if not isinstance(hint, type) or origin is not None:
        return "False"
    names[hint.__name__ + "_"] = hint
    return f"isinstance({value}, {hint.__name__}_)"
