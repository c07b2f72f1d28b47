"""`@checked`: the arguments of the public functions are as annotated, or a TypeError names them. Never on the dispatch
path.
"""
from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from recto.transform.parsing import compiled
from recto.transform.spelling import PLAIN, close, did_you_mean, plain_text, with_article

from ._boundary import boundary


def checked(function: Callable) -> Callable:
    """The function, which raises TypeError for arguments that are not as annotated."""
    if {"Any", Any}.issuperset(function.__annotations__.values()):
        return boundary(function)
    fits: Callable | None = None

    def check(args: tuple, kwargs: dict) -> None:
        nonlocal fits
        if fits is None:
            fits = fitting(function)
        try:
            sound = fits(*args, **kwargs)
        except TypeError:
            raise misfit(call.__name__, function, args, kwargs) from None
        if not sound:
            raise wrong(call.__name__, function, args, kwargs)
    call = boundary(function, check)
    return call


def fitting(function: Callable) -> Callable[..., bool]:
    """A function of the same arguments: are they as annotated?"""
    hints, parameters = typing.get_type_hints(function), inspect.signature(function).parameters.values()
    names: dict[str, Any] = {}
    tests = []
    for p in parameters:
        test = expression(hints.get(p.name, Any), "v" if p.kind is p.VAR_POSITIONAL else p.name, names)
        tests.append(f"all([{test} for v in {p.name}])" if p.kind is p.VAR_POSITIONAL and test != "True" else test)
    plain = [p.replace(annotation=p.empty, default=p.default if p.default is p.empty else None) for p in parameters]
    name = function.__name__
    text = f"def {name}{inspect.Signature(plain)}: return {' and '.join(t for t in tests if t != 'True') or True}"
    exec(compiled(text, "<recto>"), names)
    fits = names[name]
    fits.__defaults__, fits.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return fits


def expression(hint: Any, value: str, names: dict[str, Any]) -> str:
    """The test for a value to be of a type."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return "True"
    if hint is Callable or origin is Callable:
        return f"callable({value})"
    if origin in (types.UnionType, typing.Union):
        return f"({' or '.join(expression(h, value, names) for h in inner)})"
    if origin is typing.Literal:
        return f"(type({value}) is str and {value} in {inner!r})"
    if hint is types.NoneType:
        return f"{value} is None"
    cls = origin or hint
    names[cls.__name__ + "_"] = cls
    test = f"isinstance({value}, {cls.__name__}_)"
    if cls is Sequence:
        test += f" and not isinstance({value}, str)"
    if not inner or cls is Iterator:
        return f"({test})"
    if issubclass(cls, Mapping):
        of_keys, of_values = (expression(h, "v", names) for h in inner)
        return f"({test} and all([{of_keys} for v in {value}]) and all([{of_values} for v in {value}.values()]))"
    return f"({test} and all([{expression(inner[0], 'v', names)} for v in {value}]))"


# -- what the errors say ---------------------------------------------------------------------------------------

def misfit(name: str, function: Callable, args: tuple, kwargs: dict) -> TypeError:
    """The error where arguments and parameters do not go together."""
    signature = inspect.signature(function)
    for given in kwargs:
        if given not in signature.parameters:
            meant = did_you_mean(given, signature.parameters)
            listed = meant or "its arguments are " + ", ".join(signature.parameters)
            return TypeError(f"{name}() got an unexpected keyword argument {given!r}: {listed}")
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        return TypeError(f"{name}() {error}: it is called as {name}({', '.join(map(str, signature.parameters))})")
    return TypeError(f"{name}() can't be called with these arguments")


def wrong(name: str, function: Callable, args: tuple, kwargs: dict) -> TypeError:
    """The error where an argument is not as annotated: which, what it has to be, what was given and perhaps meant."""
    signature, hints = inspect.signature(function), typing.get_type_hints(function)
    for parameter, given in signature.bind(*args, **kwargs).arguments.items():
        hint = hints.get(parameter, Any)
        variadic = signature.parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL
        for value in given if variadic else (given,):
            if not holds(hint, value):
                wanted = "a function" if parameter == "function" else said(hint)        # None stands for a decorator
                message = f"{name}: {parameter} has to be {wanted}, not {article(value)}{plain_text(value)}"
                return TypeError(message + meant_other(parameter, value, hints))
    return TypeError(f"{name}: an argument is of a wrong type")


def holds(hint: Any, value: Any) -> bool:
    names: dict[str, Any] = {"value": value}
    return eval(expression(hint, "value", names), names)


def meant_other(parameter: str, value: Any, hints: dict[str, Any]) -> str:
    """Was it meant for another argument, of a name that is like this one: argnums='x'?"""
    others = [p for p in close(parameter, set(hints) - {parameter, "return"}, 3) if holds(hints[p], value)]
    return f": did you mean {others[0]}={plain_text(value)}?" if others else ""


def said(hint: Any) -> str:
    """A type in words: an int, a sequence of int, or None."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (types.UnionType, typing.Union) else (hint,)
    words = dict.fromkeys(word(part) for part in parts)
    *most, last = [w for w in words if w != "None"] + [w for w in words if w == "None"]
    return f"{', '.join(most)} or {last}" if most else last


def word(hint: Any) -> str:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Callable or origin is Callable or hint in (classmethod, staticmethod):
        return "a function"
    if origin is typing.Literal:
        return " or ".join(map(repr, inner))
    if hint is types.NoneType:
        return "None"
    if origin is None and hint is not Sequence:
        return with_article(hint.__name__)
    cls = "sequence" if hint is Sequence or origin is Sequence else (origin or hint).__name__
    return f"a {cls} of {' and '.join(getattr(i, '__name__', str(i)) for i in inner)}" if inner else f"a {cls}"


def article(value: Any) -> str:
    """the int 3, the list ['x'], the function f; None and what is named by its class have none"""
    if isinstance(value, types.FunctionType):
        return "the function "
    return f"the {type(value).__name__} " if value is not None and type(value) in (*PLAIN, list, tuple, dict) else ""
