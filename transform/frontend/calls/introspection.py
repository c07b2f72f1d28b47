"""`inspect.signature`: the parameters of a function that is known while compiling."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError
from ..state.values import Bound, Closure, External, Instance, Partial, Poison, compute, describe
from .builtins import BUILTINS


class Signature:
    """What inspect.signature gives: `parameters` in their order."""

    parameters: dict[str, inspect.Parameter]


def signature(interp: Any, function: Any, *, follow_wrapped: bool = True) -> Instance:
    parameters = interp.trail.birth(dict(parameters_of(interp, function, follow_wrapped)))
    return interp.trail.birth(Instance(Signature, {"parameters": parameters}))


def parameters_of(interp: Any, function: Any, follow: bool) -> dict[str, inspect.Parameter]:
    match function:
        case Closure():
            return of_node(function.node.args)
        case Bound():
            return dict([*parameters_of(interp, function.function, follow).items()][1:])
        case Partial():
            inner = parameters_of(interp, function.function, follow)
            names = [name for name in inner if name not in function.kwargs]
            return {name: inner[name] for name in names[len(function.args) :]}
        case Instance():
            return parameters_of(interp, interp.get_attribute(function, "__call__"), follow)
        case External():
            function = interp.outside.identity(function)
    if not callable(function):
        raise CompileError(f"TypeError: {describe(function)} is not callable")
    if isinstance(function, types.FunctionType):
        interp.outside.code(function)
    return dict(compute(lambda: inspect.signature(function, follow_wrapped=follow)).parameters)


def of_node(arguments: Any) -> dict[str, inspect.Parameter]:
    """The parameters of a function that is defined in compiled code."""
    kinds = inspect._ParameterKind
    given = Poison("the default of a parameter", "compare it with inspect.Parameter.empty only")
    first = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    found: dict[str, inspect.Parameter] = {}

    def add(node: Any, kind: Any, default: bool = False) -> None:
        found[node.id] = inspect.Parameter(node.id, kind, default=given if default else inspect.Parameter.empty)

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


RULES: dict[Callable, Callable] = {inspect.signature: signature}
BUILTINS.update(RULES)
