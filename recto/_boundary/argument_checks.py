"""`@checked`: check the arguments of public functions against their annotations; a TypeError names the argument.
Never used on the dispatch path.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from recto.transform.core.spelling import PLAIN, close, did_you_mean, plain_text, with_article

from .tracebacks import F, boundary


def check_arguments(function: F) -> F:
    """The function, which raises TypeError for arguments that are not as annotated."""
    if {"Any", Any}.issuperset(function.__annotations__.values()):
        return boundary(function)
    bind = binding(inspect.signature(function))
    hints: dict[str, Any] = {}

    def check(args: tuple, kwargs: dict) -> None:
        given = bind(args, kwargs)
        if given is None:
            raise misfit(call.__name__, function, args, kwargs)
        if not hints:
            hints.update(typing.get_type_hints(function))
        for name, value in given:
            hint = hints.get(name, Any)
            if hint is not Any and not holds(hint, value):
                raise wrong(call.__name__, function, args, kwargs)

    call = boundary(function, check)
    return call


def checked_outside(function: F) -> F:
    """As `check_arguments` where Python calls the function; compiled code reads the function itself."""
    call: Any = check_arguments(function)
    call.__recto_function__ = function
    return call


def binding(signature: inspect.Signature) -> Callable[[tuple, dict], list[tuple[str, Any]] | None]:
    """A quicker signature.bind: parameters with the values of arguments, or None where they do not go together."""
    parameters = signature.parameters.values()
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)
    known = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    more_names = any(p.kind is p.VAR_KEYWORD for p in parameters)
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = {p.name for p in parameters if p.default is p.empty and p.kind not in several}

    def bind(args: tuple, kwargs: dict) -> list[tuple[str, Any]] | None:
        given = [*zip(names, args), *kwargs.items()]
        found = {name for name, _ in given}
        if len(found) < len(given) or not needed <= found or not (more_names or known.issuperset(kwargs)):
            return None
        more = args[len(names) :]
        return None if more and rest is None else [*given, *((rest or "", value) for value in more)]

    return bind


def needs_function(transformation: F) -> F:
    """The transformation, which refuses None in the place of its function."""

    def check(args: tuple, kwargs: dict) -> None:
        if args and args[0] is None or kwargs.get("function", check) is None:
            raise TypeError(f"{call.__name__} needs a function, not None")

    call = boundary(transformation, check)
    return call


WITHOUT_ITEMS = frozenset([int, float, bool, types.NoneType, types.FunctionType])


def holds(hint: Any, value: Any) -> bool:
    """Whether a value is of a type. beartype says so; it looks at one item of a container, and a text is no
    sequence here."""
    if hint is Any:
        return True
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return any(holds(h, value) for h in inner)
    if origin is Callable:  # what it takes and gives shows only when it is called
        return callable(value)
    if type(value) in WITHOUT_ITEMS:
        return is_one(value, hint)
    cls = origin or hint
    if not is_one(value, hint) or cls is Sequence and isinstance(value, str):
        return False
    if (
        not inner
        or not isinstance(cls, type)
        or not issubclass(cls, Collection)
        or cls is tuple
        and ... not in inner
    ):
        return True
    items = [value, value.values()] if issubclass(cls, Mapping) else [value]
    return all(holds(h, v) for h, part in zip(inner, items) for v in part)


def is_one(value: Any, hint: Any) -> bool:
    """A value of a class, or of what a hint describes."""
    if isinstance(hint, type):
        return isinstance(value, hint)
    from beartype.door import is_bearable  # takes longer than all of recto.jit's own modules

    return is_bearable(value, hint)


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
        return TypeError(
            f"{name}() {error}: it is called as {name}({', '.join(map(str, signature.parameters))})"
        )
    return TypeError(f"{name}() can't be called with these arguments")


def wrong(name: str, function: Callable, args: tuple, kwargs: dict) -> TypeError:
    """The error where an argument is not as annotated: which, what it must be, what was given and perhaps meant."""
    signature, hints = inspect.signature(function), typing.get_type_hints(function)
    for parameter, given in signature.bind(*args, **kwargs).arguments.items():
        hint = hints.get(parameter, Any)
        variadic = signature.parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL
        for value in given if variadic else (given,):
            if not holds(hint, value):
                # None stands for a decorator
                wanted = "a function" if parameter == "function" else type_in_words(hint)
                message = f"{name}: {parameter} must be {wanted}, not {article(value)}{plain_text(value)}"
                return TypeError(message + meant_other(parameter, value, hints))
    return TypeError(f"{name}: an argument is of a wrong type")


def meant_other(parameter: str, value: Any, hints: dict[str, Any]) -> str:
    """Whether it was meant for another argument, of a name that is like this one: argnums='x'."""
    others = [p for p in close(parameter, set(hints) - {parameter, "return"}, 3) if holds(hints[p], value)]
    return f": did you mean {others[0]}={plain_text(value)}?" if others else ""


def type_in_words(hint: Any) -> str:
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
    items = [
        "functions" if Callable in (i, typing.get_origin(i)) else getattr(i, "__name__", str(i))
        for i in inner
    ]
    return f"a {cls} of {' and '.join(items)}" if inner else f"a {cls}"


def article(value: Any) -> str:
    """the int 3, the list ['x'], the function f; None and what is named by its class have none"""
    if isinstance(value, types.FunctionType):
        return "the function "
    return (
        f"the {type(value).__name__} "
        if value is not None and type(value) in (*PLAIN, list, tuple, dict)
        else ""
    )
