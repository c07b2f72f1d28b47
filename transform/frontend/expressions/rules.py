"""Expressions, one rule for each class of node: constant folding on static operands, calls appended for
dynamic ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from ...core.dtypes import is_bool, settings
from ...core.errors import CompileError
from ...ir.builder import Sym
from ..generator_functions import extended
from ..lists.growing import made_at, make_growing
from ..lists.places import called_at, place_of
from ..frame import Frame
from ..interpreter import EXPRESSIONS, Interpreter
from ..models.model import content
from ..models.sets import adds_in_order, note_reordered
from ..outside.paths import is_own
from ..python_errors import python_class, type_error
from ..lists.text_forms import texts_of
from ..state.texts import ChosenText
from ..state.values import Closure, DynamicText, Instance, contains_dynamic, describe
from .containers import copy_computed, has_computed_keys, plain, surely, with_more
from .effects import format_string
from .union_types import one_of_both


# -- node rules ----------------------------------------------------------------------------------------------------


def read_constant(interp: Interpreter, frame: Frame, node: gast.Constant) -> Any:
    return node.value


def read_name(interp: Interpreter, frame: Frame, node: gast.Name) -> Any:
    return interp.lookup(frame, node.id, node)


def read_binary(interp: Interpreter, frame: Frame, node: gast.BinOp) -> Any:
    left = interp.evaluate(frame, node.left)
    right = interp.evaluate(frame, node.right)
    return of_operands(
        interp, frame, (left, right), lambda: interp.binary(type(node.op).__name__, left, right)
    )


def of_operands(interp: Interpreter, frame: Frame, operands: tuple, run: Callable[[], Any]) -> Any:
    """The result of an operator. A method of the user's is not called if an operand has failed."""
    users = any(isinstance(v, Instance) and not is_own(v.cls) for v in operands)
    return interp.value_unless_failed(frame, run) if users else run()


def read_unary(interp: Interpreter, frame: Frame, node: gast.UnaryOp) -> Any:
    return interp.unary(type(node.op).__name__, interp.evaluate(frame, node.operand))


def read_compare(interp: Interpreter, frame: Frame, node: gast.Compare) -> Any:
    """a < b < c is a < b and b < c, with b computed once."""
    return _compare_chain(
        interp, frame, interp.evaluate(frame, node.left), list(zip(node.ops, node.comparators))
    )


def _compare_chain(interp: Interpreter, frame: Frame, left: Any, pairs: list) -> Any:
    """The first comparison, and where it holds those behind it."""
    (op, node), *rest = pairs
    right = interp.evaluate(frame, node)
    part = of_operands(interp, frame, (left, right), lambda: interp.compare(type(op).__name__, left, right))
    if not rest:
        return part
    more = lambda: _compare_chain(interp, frame, right, rest)
    return and_then(interp, part, more)


def and_then(
    interp: Interpreter, value: Any, more: Callable[[], Any], is_and: bool = True, as_value: bool = True
) -> Any:
    """value and more(); with `is_and` false, value or more(). Unless `as_value`, only its truth is asked for."""
    condition = interp.truth_of(value)
    if not isinstance(condition, Sym):
        return more() if bool(condition) == is_and else value
    plain = _speculate(interp, more) if _is_truth(value) else None
    if plain is not None:
        result = (interp.both if is_and else interp.either)(value, plain)
        return one_of_both(result, value, plain) if as_value else result
    mine = lambda: value
    if not is_and and type(value) is DynamicText and texts_of(value) is None:
        other = _speculate(interp, more, lambda v: type(v) is str)
        if other is not None:  # each is the same on both paths
            return ChosenText(interp.sym(condition), value, other, value.sources)
    return interp.fork(condition, *((more, mine) if is_and else (mine, more)))


def read_bool(interp: Interpreter, frame: Frame, node: gast.BoolOp) -> Any:
    """`and` / `or`: short-circuit on static values; on dynamic ones the value of the operand that decides."""
    return bool_chain(interp, frame, isinstance(node.op, gast.And), list(node.values), Interpreter.evaluate)


def bool_chain(interp: Interpreter, frame: Frame, is_and: bool, nodes: list, evaluate: Callable) -> Any:
    value = evaluate(interp, frame, nodes[0])
    if len(nodes) == 1:
        return value
    last = len(nodes) == 2 and evaluate is Interpreter.evaluate
    more = lambda: (
        interp.evaluate_any(frame, nodes[1])
        if last
        else bool_chain(interp, frame, is_and, nodes[1:], evaluate)
    )
    return and_then(interp, value, more, is_and, evaluate is Interpreter.evaluate)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or isinstance(value, Sym) and is_bool(value.dtype)


def _speculate(interp: Interpreter, run: Callable[[], Any], fits: Callable[[Any], bool] = _is_truth) -> Any:
    """A truth value computed at once, if that is cheap, changes nothing and cannot fail; else None, and nothing is
    done. `fits`: whether it is such a value."""
    trail, body = interp.trail, interp.builder.body
    mark, serial, count, reads = trail.mark(), trail.serial, len(body), dict(interp.builder.reads)
    try:
        value = run()
    except CompileError:
        value = None
    changed = any(trail.allocated_at(obj) <= serial for obj, *_ in trail.log[mark:])
    unchecked = not settings.faults or len(body) == count  # what Python does not come to must not be checked
    if unchecked and fits(value) and not changed and not any(list(c.programs()) for c in body[count:]):
        return value
    trail.rewind(mark, serial)
    del body[count:]
    interp.builder.reads = reads  # not those that have gone
    return None


def read_if_expression(interp: Interpreter, frame: Frame, node: gast.IfExp) -> Any:
    condition = interp.truth(frame, node.test)
    if not isinstance(condition, Sym):
        return interp.evaluate(frame, node.body if condition else node.orelse)
    return interp.fork(
        condition,
        lambda: interp.evaluate_any(frame, node.body),
        lambda: interp.evaluate_any(frame, node.orelse),
    )


def read_slice(interp: Interpreter, frame: Frame, node: gast.Slice) -> Any:
    part = lambda n: None if n is None else interp.evaluate(frame, n)
    return interp.slice_of(part(node.lower), part(node.upper), part(node.step))


def read_parts(interp: Interpreter, frame: Frame, nodes: list) -> list[tuple[Any, bool]]:
    """The values of a display, and which of them are starred."""
    starred = lambda node: isinstance(node, gast.Starred)
    return [(interp.read(interp.evaluate(frame, n.value if starred(n) else n)), starred(n)) for n in nodes]


def read_items(interp: Interpreter, frame: Frame, nodes: list) -> list:
    return items_of_parts(interp, read_parts(interp, frame, nodes))


def items_of_parts(interp: Interpreter, parts: list[tuple[Any, bool]]) -> list:
    items: list = []
    for value, starred in parts:
        items += interp.known_items(value, "a starred expression") if starred else [value]
    return items


def read_tuple(interp: Interpreter, frame: Frame, node: gast.Tuple) -> tuple:
    return tuple(read_items(interp, frame, node.elts))


def read_list(interp: Interpreter, frame: Frame, node: gast.List) -> list:
    parts = read_parts(interp, frame, node.elts)
    if any(starred and interp.computed_source(value) is not None for value, starred in parts):
        return list_of_parts(interp, frame, node, parts)
    items = items_of_parts(interp, parts)
    if (
        interp.growing is not None
        and place_of(frame, node) in interp.growing.types
        or frame.node is not None
        and id(node) in called_at(frame.node)
    ):
        return make_growing(interp, frame, node, items)
    return made_at(interp, place_of(frame, node), items)


def list_of_parts(interp: Interpreter, frame: Frame, node: gast.List, parts: list[tuple[Any, bool]]) -> Any:
    """[a, *xs, b], where data decide how many items there are."""
    made = interp.empty_list(place_of(frame, node))
    for value, starred in parts:
        if starred:
            interp.call(extended, [made, value], {})
        else:
            interp.call_method(made, "append", [value])
    return made


def read_set(interp: Interpreter, frame: Frame, node: gast.Set) -> Instance:
    """(Python makes a set of constants at once.)"""
    parts = read_parts(interp, frame, node.elts)
    items = items_of_parts(interp, parts)
    made = interp.make_set(items, place_of(frame, node))
    merged = [starred and not adds_in_order(interp, value) for value, starred in parts]
    if any(merged) or not contains_dynamic(items):
        note_reordered(interp, made)
    return made


def read_dict(interp: Interpreter, frame: Frame, node: gast.Dict) -> dict:
    pairs: list = []
    made: Any = None
    for key, value in zip(node.keys, node.values):
        given = plain(interp, interp.evaluate(frame, value)) if key is None else None
        if has_computed_keys(given):
            if made is None and not pairs:
                made = copy_computed(interp, given)
                continue
            made = with_more(interp, made or interp.make_dict([], place_of(frame, node)), pairs)
            pairs = []
            interp.call_method(made, "update", [given])
        elif key is None:
            pairs += items_of_mapping(interp, given).items()
        else:
            pairs.append((interp.evaluate(frame, key), interp.read(interp.evaluate(frame, value))))
    if made is None:
        return interp.make_dict(pairs, place_of(frame, node))
    return with_more(interp, made, pairs)


def items_of_mapping(interp: Interpreter, value: Any) -> dict:
    """The items that `**value` adds to a display of a dict."""
    held = surely(interp, content(value))
    if isinstance(held, dict):
        return held
    cls = python_class(value)
    if cls is not None and hasattr(cls, "keys"):
        raise CompileError(f"** of {describe(value)}", "make a dict of it: dict(…)")
    said = None if cls is None else f"{cls.__name__!r} object is not a mapping"
    raise type_error(f"{describe(value)} is not a mapping", said, "make a dict of it: dict(…)")


def read_lambda(interp: Interpreter, frame: Frame, node: gast.Lambda) -> Closure:
    return interp.make_closure(frame, node, "<lambda>")


def read_walrus(interp: Interpreter, frame: Frame, node: gast.NamedExpr) -> Any:
    value = interp.evaluate(frame, node.value)
    bind = lambda: interp.assign_name(frame, node.target.id, value)
    interp.value_unless_failed(frame, bind) if interp.trying else bind()
    return value


def read_formatted(interp: Interpreter, frame: Frame, node: gast.JoinedStr) -> Any:
    return format_string(interp, frame, node)


EXPRESSIONS |= {
    gast.Constant: read_constant,
    gast.Name: read_name,
    gast.BinOp: read_binary,
    gast.UnaryOp: read_unary,
    gast.Compare: read_compare,
    gast.BoolOp: read_bool,
    gast.IfExp: read_if_expression,
    gast.Slice: read_slice,
    gast.Tuple: read_tuple,
    gast.List: read_list,
    gast.Set: read_set,
    gast.Dict: read_dict,
    gast.Lambda: read_lambda,
    gast.NamedExpr: read_walrus,
    gast.JoinedStr: read_formatted,
}
