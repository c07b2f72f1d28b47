"""Recursion elimination: eligibility of a recursive function, and the reading of its loop form."""

from __future__ import annotations

import functools
import types
from typing import Any

import gast

from ...core.dtypes import is_bool, is_integer
from ...core.errors import CompileError, NeedsStatic, span_of
from ...core.source import function_tree
from ...ir.builder import Sym
from ..frame import Frame
from ..interpreter import Interpreter
from ..lists.places import UNKNOWN, NeedsType, is_asked_for, is_tried, place_of_keys
from ..state.integer_facts import origins_of
from ..state.values import Bound, Closure, External
from .loop_form import calls_itself, loop_form

REMEMBERED = type(functools.cache(lambda: None))


def place_of_recursion(node: Any, file: str) -> tuple[Any, ...]:
    return place_of_keys(("recursion", span_of(node, file, node.name)))


def as_read(interp: Interpreter, node: Any, file: str) -> Any:
    """A function as it is read: with a loop for its recursive calls, where data end them."""
    if interp.growing is None or not isinstance(node, gast.FunctionDef):
        return node
    return loop_form(node) or node if is_asked_for(interp, place_of_recursion(node, file)) else node


def too_deep(frame: Frame, asked: list[Any]) -> CompileError:
    """Recursion must end on static values: the integers that the call depends on would have to be static, or those that
    the test of its end asks for."""
    sources = frozenset().union(*(origins_of(a) or () for a in asked if isinstance(a, Sym)))
    return NeedsStatic(
        f"{frame.name} calls itself without a static end",
        sources,
        "recursion must end on static values (shapes, Python ints): mark the argument as static, or write a loop",
    )


def ask_for_loop_form(
    interp: Interpreter, frame: Frame, node: Any, args: list[Any], error: CompileError
) -> None:
    """Read again with a loop for the calls of this function by itself, if it has one, unless arguments can become
    static that end the recursion. `error`: what is said where the loop can't be read either."""
    loop = loop_form(node)
    if loop is None or can_be_static(interp, args) or not is_direct(interp, node):
        return
    place = place_of_recursion(node, frame.file)
    if is_tried(interp, place):
        return
    stacks = [
        span_of(s.value, frame.file, frame.name)
        for s in loop.body
        if isinstance(s, gast.Assign) and isinstance(s.value, gast.List)
    ]
    interp.budget.iterations = frozenset()  # of loops that are no loops of their own any more
    error.at(interp.span)
    raise NeedsType(dict.fromkeys([place, *stacks], UNKNOWN), keys=True, otherwise=error)


def can_be_static(interp: Interpreter, args: list[Any]) -> bool:
    """Whether there are dynamic numbers, all of them integers that follow from arguments of the whole
    program, of which none is a list that is passed as an array."""
    listed = frozenset() if interp.passed is None else interp.passed.tried
    numbers = [a for a in args if isinstance(a, Sym) and not a.is_const]
    origins = [origins_of(a) for a in numbers]
    known = all(found and not found & listed for found in origins)
    return bool(numbers) and known and all(is_integer(a.dtype) or is_bool(a.dtype) for a in numbers)


def is_direct(interp: Interpreter, node: Any) -> bool:
    """Whether the function has called itself, by its own name."""
    caller = interp.calls[-1]
    if caller.node is not node:
        return False
    try:
        return is_function(interp.evaluate(caller, calls_itself(node)), node)
    except CompileError:
        return False


def check_own_calls(interp: Interpreter, frame: Frame, node: Any) -> None:
    """A function is read with a loop for its recursive calls: they must call it here, too. (A method of a derived class
    may be called by the same name.)"""
    recursion = getattr(node, "recursion", None)
    if recursion is not None and not is_function(interp.evaluate(frame, calls_itself(recursion)), recursion):
        raise CompileError(
            f"{frame.name} is a data-dependent recursion, and here it calls another function of the same name",
            "give the method of the derived class another name",
        )


def is_function(value: Any, node: Any) -> bool:
    """Whether a value is the function of this tree, remembered (functools.cache) or compiled."""
    if isinstance(value, Bound):
        return is_function(value.function, node)
    if isinstance(value, Closure):
        return value.node is node
    found = value.unread if isinstance(value, External) else value
    while isinstance(found, REMEMBERED) or hasattr(found, "__recto_function__"):
        found = getattr(found, "__recto_function__", None) or found.__wrapped__
    return isinstance(found, types.FunctionType) and function_tree(found) is node
