"""sum, min, max, any and all: a loop over counted iterables, a chain of operations over static sequences of
items.
"""

from __future__ import annotations

import builtins
import functools
import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...core.parsing import parse
from ...core.source import local_names
from ...core.syntax import to_gast
from ...ir.builder import Sym
from ...ir.unions import python_bool
from ...library import find_host
from .. import generator_functions as python
from ..bounded.extents import BoundedArray, fail_at_end, shape_of
from ..lists.functions import extremum_of_list, need_items
from ..lists.growing import is_growing
from ..lists.items import is_made_of_numbers, item_of_list, rows_of
from ..decisions import note_decision
from ..frame import Frame
from ..interpreter import Interpreter
from ..models.model import content, is_model
from ..python_errors import check_operator
from ..state.integer_facts import learn
from ..state.values import (
    END,
    NEVER,
    Array,
    Counted,
    DynamicText,
    External,
    Instance,
    Iterator,
    compute,
    contains_dynamic,
    is_carried,
)
from .iterators import loop_over, lose
from .operators import operand


def fold(name: str) -> Callable:
    """sum, min, max, any, all over an iterable: counted ones become a loop, others one operation after the other."""

    def run(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
        if not args:
            raise CompileError(f"TypeError: {name} expected at least 1 argument, got 0")
        if name in ("min", "max") and len(args) > 1 and not kwargs:
            return pick_extreme(interp, name, list(args))
        if name in ("min", "max") and len(args) > 1 and kwargs.keys() == {"key"}:
            args = (list(args),)
        if kwargs.keys() - {"start", "default", "key"}:
            raise CompileError(f"TypeError: {name}() got an unexpected keyword argument")
        of_set = is_model(args[0], set) and kwargs.get("key") is not None
        args = (in_any_order(interp, name, interp.as_loop(args[0])), *args[1:])
        start = args[1] if len(args) > 1 else kwargs.get("start", 0)
        if name == "sum" and isinstance(start, (str, bytes, bytearray, DynamicText)):
            compute(sum, (), "" if isinstance(start, DynamicText) else start)  # which it refuses
        if name in ("min", "max") and is_growing(args[0]) and not kwargs:
            refuse_none(interp, name, interp.length_of(rows_of(interp, args[0])))
            return extremum_of_list(interp, name, args[0])
        if name == "sum" and is_growing(args[0]) and is_made_of_arrays(interp, args[0]):
            return sum_of_arrays(interp, args[0], start)
        if isinstance(args[0], Iterator) and args[0].driven:
            return fold_driven(interp, name, args[0], start, kwargs)
        if name in ("any", "all") and isinstance(args[0], Iterator):
            return any_or_all(interp, name, args[0])
        items = interp.iterate(args[0])
        if isinstance(items, Counted) and isinstance(items.length, int) and not items.length:
            return fold_items(interp, name, [], start, kwargs)
        if name in ("min", "max") and isinstance(items, Counted) and "default" not in kwargs:
            refuse_none(interp, name, items.length)
        if isinstance(items, Counted) and kwargs.keys() & {"key", "default"}:
            return fold_with(interp, name, items, kwargs, of_set)
        if isinstance(items, Counted) and isinstance(args[0], Array) and not contains_dynamic(start):
            return fold_counted(interp, name, items, start)
        if isinstance(items, Counted):
            if not isinstance(items.length, int) or items.length > 8:
                return fold_counted(interp, name, items, start)
            items = [items.item(k) for k in range(items.length)]
        return fold_items(interp, name, list(items), start, kwargs)

    return (lambda *args, **kwargs: python_bool(run(*args, **kwargs))) if name in ("any", "all") else run


def refuse_none(interp: Interpreter, name: str, length: Any) -> None:
    need_items(interp, length, python.NO_LEAST if name == "min" else python.NO_GREATEST)


def is_made_of_arrays(interp: Interpreter, items: Instance) -> bool:
    """Whether the items of a list of computed length are arrays."""
    return (
        isinstance(rows_of(interp, items), BoundedArray)
        and not is_made_of_numbers(items)
        and not item_of_list(interp, items).nesting.kinds
    )


def sum_of_arrays(interp: Interpreter, items: Instance, start: Any) -> Any:
    """The sum of a list of arrays. Of none it is the number at which it starts, which has no axes: an error here."""
    rows = rows_of(interp, items)
    if not shape_of(start):
        none = interp.compare("Eq", interp.length_of(rows), 0)
        if none is not False:
            fail_at_end(interp, interp.sym(none), "the sum of no arrays is a number")
    total = interp.call_host(np.sum, [rows], {"axis": 0})
    return total if type(start) is int and start == 0 else interp.binary("Add", start, total)


def in_any_order(interp: Interpreter, name: str, values: Any) -> Any:
    """The items to reduce; for a set its numbers, whose order matters only for sums of floats (and for NaN, which is
    greater than nothing and less than nothing)."""
    inside = content(values) if is_model(values, set) else values
    exact = is_growing(inside) and (name != "sum" or not is_inexact(rows_of(interp, inside).dtype))
    return inside if exact else values


def fold_driven(interp: Interpreter, name: str, items: Iterator, start: Any, kwargs: dict) -> Any:
    """The reduction of a generator."""
    if name in ("any", "all"):
        return interp.consume_generator(python.has_true if name == "any" else python.all_true, items)
    if name == "sum":
        return interp.consume_generator(python.summed, items, start)
    function = python.extreme if kwargs.get("key") is None else python.extreme_by_key
    given = [items, name, *([kwargs["key"]] if function is python.extreme_by_key else [])]
    default = [kwargs["default"]] if "default" in kwargs else []
    return interp.consume_generator(function, *given, *default)


def any_or_all(interp: Interpreter, name: str, iterator: Iterator) -> Any:
    """any or all of an iterator, which is read as far as it takes to know."""
    items, reading = loop_over(interp, iterator)
    if reading is not None:
        return fold(name)(interp, items)
    stops = name == "any"
    join, result, unsure = interp.either if stops else interp.both, not stops, False
    while result is not stops:
        mark, serial = interp.trail.mark(), interp.trail.serial
        item = iterator.pull(interp)
        if unsure and changes_more(interp, iterator, mark, serial):
            raise CompileError(
                f"{name} stops at the first deciding item, and reading the items changes something",
                "write a loop",
            )
        if item is END:
            break
        result = join(result, interp.truth_of(item))
        unsure |= isinstance(result, Sym)
    if unsure:
        lose(interp, iterator)  # it depends on data where Python stops
    return result


def changes_more(interp: Interpreter, iterator: Iterator, mark: int, serial: int) -> bool:
    """Whether reading an item has changed what was there before, besides the iterator itself."""
    own = iterator.machinery()
    return any(
        id(obj) not in own and interp.trail.allocated_at(obj) <= serial for obj, *_ in interp.trail.log[mark:]
    )


def fold_with(interp: Interpreter, name: str, items: Counted, kwargs: dict, of_set: bool = False) -> Any:
    """min or max by a key, with a default for where there is nothing. The call raises if several items of a set have
    the least key: its order, by which Python chooses, is not known."""
    if name not in ("min", "max"):
        raise CompileError(f"TypeError: {name}() got an unexpected keyword argument")
    key, default = kwargs.get("key"), "default" in kwargs
    if isinstance(items.length, int) and not items.length and default:
        return kwargs["default"]
    kind = name + " by key" * (key is not None) + " of a set" * of_set
    kind += " or default" * (default and not isinstance(items.length, int))
    found = fold_counted(interp, kind, items, (key, kwargs.get("default")))
    if not of_set or found is NEVER:
        return found
    several = interp.sym(interp.compare("Gt", found[1], 1))
    which = "least" if name == "min" else "greatest"
    fail_at_end(interp, several, f"several items of a set have the {which} key, and its order is not known")
    return found[0]


def fold_items(interp: Interpreter, name: str, items: list, start: Any, kwargs: dict) -> Any:
    if name == "sum":
        return functools.reduce(lambda a, b: interp.binary("Add", a, b), items, start)
    if name in ("any", "all"):
        join = interp.either if name == "any" else interp.both
        return functools.reduce(lambda a, b: join(a, interp.truth_of(b)), items, name == "all")
    if not items:
        if "default" in kwargs:
            return kwargs["default"]
        raise CompileError(f"ValueError: {python.NO_LEAST if name == 'min' else python.NO_GREATEST}")
    if "key" in kwargs and kwargs["key"] is not None:
        keys = [interp.call_back(kwargs["key"], [v]) for v in items]
        if any(k is NEVER for k in keys):  # the key has failed
            return NEVER
        if contains_dynamic(keys):
            carried = all(map(is_carried, items))  # of objects and texts, which of them it is
            first, *rest = items if carried else range(len(items))
            best = fold_counted(interp, f"{name} by known keys", rest, (first, keys[0], keys[1:]))
            return best if carried else interp.get_item(items, best)
        return items[keys.index(compute(getattr(builtins, name), keys))]
    return pick_extreme(interp, name, items)


def pick_extreme(interp: Interpreter, name: str, items: list) -> Any:
    """min or max of several values, as Python does it: the first of equals."""
    if not contains_dynamic(items) and not any(isinstance(v, External) for v in items):
        function = getattr(builtins, name)
        return note_decision(interp, function, [items], compute(function, items))
    if all(isinstance(v, (Sym, int, float, np.generic)) for v in items):
        host = find_host(getattr(builtins, name))
        result = items[0]
        for v in items[1:]:
            check_operator(operator.lt if name == "min" else operator.gt, v, result)
            given = [operand(interp, x, compared=True) for x in (result, v)]
            result = learn(interp.wrap(host(*given)), name, result, v)
        return result
    result = items[0]
    for v in items[1:]:
        better = interp.truth_of(interp.compare("Lt" if name == "min" else "Gt", v, result))
        result = (
            interp.fork(interp.sym(better), lambda: v, lambda: result)
            if isinstance(better, Sym)
            else (v if better else result)
        )
    return result


FOLDS = {
    "sum": """
def fold(items, total):
    for item in items:
        total = total + item
    return total
""",
    "any": """
def fold(items, total):
    found = False
    for item in items:
        if item:
            found = True
            break
    return found
""",
    "all": """
def fold(items, total):
    held = True
    for item in items:
        if not item:
            held = False
            break
    return held
""",
    "min": """
def fold(items, total):
    best = items[0]
    for item in items:
        if item < best:
            best = item
    return best
""",
    "max": """
def fold(items, total):
    best = items[0]
    for item in items:
        if item > best:
            best = item
    return best
""",
}


BY_KEY = """
def fold(items, given):
    best = items[0]
    least = given[0](best)
    for item in items:
        value = given[0](item)
        if value < least:
            best, least = item, value
    return best
"""
FOLDS |= {"min by key": BY_KEY, "max by key": BY_KEY.replace("value < least", "value > least")}
BY_KEY_OF_SET = """
def fold(items, given):
    best = items[0]
    least = given[0](best)
    ties = 0
    for item in items:
        value = given[0](item)
        if value < least:
            best, least, ties = item, value, 1
        elif value == least:
            ties = ties + 1
    return best, ties
"""
FOLDS |= {
    "min by key of a set": BY_KEY_OF_SET,
    "max by key of a set": BY_KEY_OF_SET.replace("value < least", "value > least"),
}
# (Without an index: all that these functions read stands at one place of the user's, by which lists are told apart.)
BY_KNOWN_KEYS = """
def fold(items, given):
    best, least, keys = given
    for item, value in zip(items, keys):
        if value < least:
            best, least = item, value
    return best
"""
FOLDS |= {
    "min by known keys": BY_KNOWN_KEYS,
    "max by known keys": BY_KNOWN_KEYS.replace("value < least", "value > least"),
}
EMPTY = """    if len(items) == 0:
        return given[1]
    best = items[0]"""
FOLDS |= {
    f"{name} or default": FOLDS[name].replace("    best = items[0]", EMPTY).replace("total", "given")
    for name in ("min", "max", "min by key", "max by key")
}
EMPTY_SET = EMPTY.replace("given[1]", "given[1], 0")
FOLDS |= {
    f"{name} or default": FOLDS[name].replace("    best = items[0]", EMPTY_SET)
    for name in ("min by key of a set", "max by key of a set")
}


@functools.lru_cache(None)
def fold_tree(name: str) -> Any:
    return to_gast(parse(FOLDS[name]).body[0])


def fold_counted(interp: Interpreter, name: str, items: Counted | list, start: Any) -> Any:
    """The builtin as the loop it is."""
    node = fold_tree(name)
    frame = Frame(name, interp.span.file if interp.span else "<builtin>", local_names(node), None, None, node)
    frame.own = True  # errors are told at the user's line
    return interp.run_frame(frame, node, [items, start], {}, [], {})


def fold_generator(interp: Interpreter, frame: Any, node: Any) -> tuple[bool, Any]:
    """sum(f(x) for x in xs), also of a list of them: the loop it stands for, if the iterable is counted."""
    name = node.func.id if isinstance(node.func, gast.Name) else ""
    kinds = (gast.GeneratorExp, gast.ListComp) if name == "sum" else gast.GeneratorExp
    if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], kinds):
        return False, None
    if isinstance(node.args[0], gast.ListComp) and not any(g.ifs for g in node.args[0].generators):
        return False, None
    return interp.fold_comprehension(frame, name, node.args[0])
