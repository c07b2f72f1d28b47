"""`inspect.signature` and `getfullargspec`: the parameters of a function that is known while compiling."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError
from ..state.values import Bound, Closure, External, Instance, Partial, Poison, compute, describe


class Signature(inspect.Signature):
    """The model of the result of inspect.signature. Its methods are read; `parameters` is a dict."""

    parameters: Any = None
    return_annotation: Any = inspect.Signature.empty

    def bind(self, *args: Any, **kwargs: Any) -> Any:
        arguments: dict = {}
        rest, named = list(args), dict(kwargs)
        for name in self.parameters:
            kind = self.parameters[name].kind
            if kind == inspect.Parameter.VAR_POSITIONAL:
                arguments[name], rest = tuple(rest), []
            elif kind == inspect.Parameter.VAR_KEYWORD:
                arguments[name], named = named, {}
            elif len(rest) > 0 and kind != inspect.Parameter.KEYWORD_ONLY:
                arguments[name], rest = rest[0], rest[1:]
            elif name in named:
                arguments[name] = named.pop(name)
        if len(rest) > 0 or len(named) > 0:
            raise TypeError("the arguments don't fit the signature")
        return BoundArguments(self, arguments)

    def replace(self, *, parameters: Any = None, return_annotation: Any = None) -> Any:
        return self if parameters is None else inspect.Signature(parameters)


class BoundArguments:
    """The arguments of a call by the names of parameters."""

    def __init__(self, signature: Any, arguments: dict):
        self.signature, self.arguments = signature, arguments

    def apply_defaults(self) -> None:
        found = {}
        parameters = self.signature.parameters
        for name in parameters:
            kind = parameters[name].kind
            if name in self.arguments:
                found[name] = self.arguments[name]
            elif kind == inspect.Parameter.VAR_POSITIONAL:
                found[name] = ()
            elif kind == inspect.Parameter.VAR_KEYWORD:
                found[name] = {}
            elif parameters[name].default is not inspect.Parameter.empty:
                found[name] = parameters[name].default
        self.arguments = found

    @property
    def args(self) -> tuple:
        found: list = []
        parameters = self.signature.parameters
        for name in self.arguments:
            kind = parameters[name].kind
            if kind == inspect.Parameter.VAR_POSITIONAL:
                found = found + list(self.arguments[name])
            elif kind != inspect.Parameter.VAR_KEYWORD and kind != inspect.Parameter.KEYWORD_ONLY:
                found = found + [self.arguments[name]]
        return tuple(found)

    @property
    def kwargs(self) -> dict:
        found: dict = {}
        parameters = self.signature.parameters
        for name in self.arguments:
            if parameters[name].kind == inspect.Parameter.VAR_KEYWORD:
                found.update(self.arguments[name])
            elif parameters[name].kind == inspect.Parameter.KEYWORD_ONLY:
                found[name] = self.arguments[name]
        return found


def signature(interp: Any, function: Any, *, follow_wrapped: bool = True) -> Instance:
    return made(interp, parameters_of(interp, function, follow_wrapped), annotation_of(interp, function))


def made(
    interp: Any, parameters: dict[str, inspect.Parameter], returned: Any = inspect.Signature.empty
) -> Instance:
    parameters = interp.trail.allocate(dict(parameters))
    return interp.trail.allocate(
        Instance(Signature, {"parameters": parameters, "return_annotation": returned})
    )


def annotation_of(interp: Any, function: Any) -> Any:
    """The annotation of what a function returns."""
    match function:
        case Bound():
            return annotation_of(interp, function.function)
        case Closure() if getattr(function.node, "returns", None) is None:
            return inspect.Signature.empty
        case Closure() | Partial() | Instance():
            return Poison("the annotation of what a function returns that is defined in compiled code")
        case External():
            function = interp.outside.identity(function)
    return compute(lambda: inspect.signature(function)).return_annotation


def make_signature(interp: Any, parameters: Any = (), *, return_annotation: Any = None) -> Instance:
    """inspect.Signature(parameters)"""
    found = interp.known_items(parameters, "the parameters of a signature")
    return made(interp, {parameter.name: parameter for parameter in found})


def make_parameter(
    interp: Any, name: str, kind: Any, *, default: Any = inspect.Parameter.empty, annotation: Any = None
) -> Any:
    return inspect.Parameter(name, interp.outside.whole(kind), default=default)


def parameters_of(interp: Any, function: Any, follow: bool) -> dict[str, inspect.Parameter]:
    match function:
        case Closure() if follow and (wrapped := wrapped_by(interp, function)) is not None:
            return parameters_of(interp, wrapped, follow)
        case Closure():
            return of_node(function)
        case Bound():
            return dict([*parameters_of(interp, function.function, follow).items()][1:])
        case Partial():
            return left_over(parameters_of(interp, function.function, follow), function)
        case Instance():
            return parameters_of(interp, interp.get_attribute(function, "__call__"), follow)
        case External():
            function = interp.outside.identity(function)
    if not callable(function):
        raise CompileError(f"TypeError: {describe(function)} is not callable")
    if isinstance(function, types.FunctionType):
        interp.outside.code(function)
    return dict(compute(lambda: inspect.signature(function, follow_wrapped=follow)).parameters)


def wrapped_by(interp: Any, function: Closure) -> Any:
    """The function that functools.wraps says this one stands for; None if it says nothing."""
    held = interp.classes.get(function)
    return None if held is None else held.attributes.get("__wrapped__")


def left_over(inner: dict[str, inspect.Parameter], partial: Partial) -> dict[str, inspect.Parameter]:
    """The parameters that functools.partial leaves: those with values by name, and those behind, are given by name."""
    kinds, found, named = inspect._ParameterKind, {}, False
    value = Poison("an argument of functools.partial", "compare it with inspect.Parameter.empty only")
    places = [name for name in inner if inner[name].kind < kinds.VAR_POSITIONAL][len(partial.args) :]
    for name, parameter in inner.items():
        if parameter.kind < kinds.VAR_POSITIONAL and name not in places:
            continue
        if name in partial.kwargs and parameter.kind != kinds.POSITIONAL_ONLY:
            parameter = parameter.replace(default=value)
            named = named or parameter.kind == kinds.POSITIONAL_OR_KEYWORD
        if named and parameter.kind == kinds.VAR_POSITIONAL:
            continue
        if named and parameter.kind == kinds.POSITIONAL_OR_KEYWORD:
            parameter = parameter.replace(kind=kinds.KEYWORD_ONLY)
        found[name] = parameter
    return found


def of_node(function: Closure) -> dict[str, inspect.Parameter]:
    """The parameters of a function that is defined in compiled code."""
    arguments, kinds = function.node.args, inspect._ParameterKind
    given = Poison("the default of a parameter", "compare it with inspect.Parameter.empty only")
    first = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    found: dict[str, inspect.Parameter] = {}

    def add(node: Any, kind: Any, default: bool = False) -> None:
        found[node.id] = inspect.Parameter(
            node.id, kind, default=given if default else inspect.Parameter.empty
        )

    for k, node in enumerate([*arguments.posonlyargs, *arguments.args]):
        only = k < len(arguments.posonlyargs)
        add(node, kinds.POSITIONAL_ONLY if only else kinds.POSITIONAL_OR_KEYWORD, k >= first)
    if arguments.vararg:
        add(arguments.vararg, kinds.VAR_POSITIONAL)
    for node, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        add(node, kinds.KEYWORD_ONLY, default is not None)
    if arguments.kwarg:
        add(arguments.kwarg, kinds.VAR_KEYWORD)
    return found


def full_arguments(interp: Any, function: Any) -> inspect.FullArgSpec:
    """inspect.getfullargspec, in which a method has its object, and wrapped functions count for nothing."""
    if isinstance(function, Bound):
        function = function.function
    if not isinstance(function, (Closure, Partial, Instance)):
        function = interp.outside.identity(function) if isinstance(function, External) else function
        parameters_of(interp, function, follow=False)
        return interp.wrap(compute(inspect.getfullargspec, function))
    found = parameters_of(interp, function, follow=False)
    kinds = inspect._ParameterKind
    of_kind = lambda *kind: [name for name in found if found[name].kind in kind]
    defaults, named = None, None
    if isinstance(function, Closure):
        defaults, named = tuple(function.defaults) or None, dict(function.kw_defaults) or None
    return inspect.FullArgSpec(
        interp.new_list(of_kind(kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)),
        next(iter(of_kind(kinds.VAR_POSITIONAL)), None),
        next(iter(of_kind(kinds.VAR_KEYWORD)), None),
        defaults if isinstance(function, Closure) else UNKNOWN_DEFAULTS,
        interp.new_list(of_kind(kinds.KEYWORD_ONLY)),
        named if isinstance(function, Closure) else UNKNOWN_DEFAULTS,
        Poison("the annotations of a function that is defined in compiled code"),
    )


UNKNOWN_DEFAULTS = Poison("the defaults of a callable that is made in compiled code")

SIGNATURES: dict[Callable, Callable] = {
    inspect.getfullargspec: full_arguments,
    inspect.signature: signature,
    inspect.Signature: make_signature,
    inspect.Parameter: make_parameter,
}
