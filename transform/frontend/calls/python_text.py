"""Call functions of the standard library through their Python text (outside/pure_python.py); with static
arguments they are run directly.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..decisions import note_change
from ..interpreter import Interpreter
from ..outside.pure_python import in_python
from ..python_errors import is_index, lacks
from ..state.container_aliases import check_apart
from ..state.trail import CONTENT
from ..state.values import Array, compute, describe

KNOWN = (bool, int, float, str, bytes, type(None))


def call_in_python(interp: Interpreter, function: Any, python: Any, args: list, kwargs: dict) -> Any:
    """A function that is C when it runs. What it changes is its first argument, if that is a list."""
    items = args[0] if args else None
    if type(items) is list and function.__module__ != "_operator" and all(map(is_known, args)) and not kwargs:
        check_apart(interp, items)
        compute(note_change, interp, function, *args)
        interp.trail.touch(items, CONTENT)
        return compute(function, *args)
    return interp.call(python, args, kwargs)


def is_known(value: Any) -> bool:
    """Whether it is made of Python's own numbers and texts."""
    return type(value) in KNOWN or type(value) in (list, tuple) and all(map(is_known, value))


def object_in_python(interp: Interpreter, made: Any) -> Any:
    """An itemgetter, attrgetter or methodcaller that was made outside."""
    cls, args = made.__reduce__()
    kwargs = cls.keywords if isinstance(cls, functools.partial) else {}
    first = list(cls.args) if isinstance(cls, functools.partial) else []
    return interp.construct(in_python(type(made)), [*first, *args], kwargs)


# -- functools.cmp_to_key --------------------------------------------------------------------------------------------


class Compared:
    """A sort key that a function compares."""

    def __init__(self, compare, item):
        self.compare, self.item = compare, item

    def __lt__(self, other):
        return self.compare(self.item, other.item) < 0

    def __gt__(self, other):
        return self.compare(self.item, other.item) > 0

    def __eq__(self, other):
        return self.compare(self.item, other.item) == 0


MOST_COMPARED = 64  # objects that data order, each compared with each


def ranks(interp: Interpreter, keys: list) -> Any:
    """The number of keys that come before each key, as an array: of two, the first does unless the second is
    less."""
    if len(keys) > MOST_COMPARED:
        raise CompileError(f"the order of {describe(keys[0])} depends on data", "sort by a number: key=…")
    before: list[Any] = [0] * len(keys)
    for k, key in enumerate(keys):
        for j in range(k):
            less = interp.truth_of(interp.compare("Lt", key, keys[j]))
            less = interp.binary("Mult", less, 1)
            before[j] = interp.binary("Add", before[j], less)
            before[k] = interp.binary("Add", before[k], interp.binary("Sub", 1, less))
    return interp.array(interp.stack_numbers(before))


def order_by_comparing(interp: Interpreter, keys: list) -> list[int] | None:
    """The order of keys that are objects with a __lt__: binary insertion, which is stable. None if data decide it."""
    order: list[int] = []
    for k, key in enumerate(keys):
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            less = interp.truth_of(interp.compare("Lt", key, keys[order[middle]]))
            if not isinstance(less, bool):
                return None
            low, high = (low, middle) if less else (middle + 1, high)
        order.insert(low, k)
    return order


CHR_RANGE = "chr() arg not in range(0x110000)"


def integer_text(function: Callable, spec: str) -> Callable:
    """hex, bin, oct or chr, as the f-string with a format specification that gives the same text."""

    def run(interp: Interpreter, value: Any) -> Any:
        value = interp.settled(value)
        if not isinstance(value, (Sym, Array)):
            return compute(function, interp.static_argument(value, f"{function.__name__}(…)"))
        if not is_index(value):
            raise lacks(value, "__index__", f"{describe(value)} cannot be interpreted as an integer")
        for op, end in (("Lt", 0), ("Gt", sys.maxunicode)) if function is chr else ():
            interp.fail_if(interp.sym(interp.compare(op, value, end)), ValueError, (CHR_RANGE,))
        return interp.format_text(f"{{:{spec}}}", (value,), {})

    return run
