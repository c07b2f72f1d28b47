"""Search and order in lists of numbers, or of tuples of numbers, that are represented by one array."""

from __future__ import annotations

import collections
import functools
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ..generator_functions import mapped
from ..model_operations import called_in_models
from ..interpreter import Interpreter
from ..python_errors import python_class
from ..state.values import Array, Instance, Poison, describe
from .items import item_of_list, parts_type, rows_of
from .places import SHORT, UNKNOWN, NeedsType
from .text_forms import is_known


def unsuited_operation(growing: Instance) -> NeedsType:
    """Ask for a list with static items: the operation can't be done with one array."""
    site = growing.attributes["site"]
    if isinstance(site, Poison):  # it may be another list that was written
        raise site.fail()
    return NeedsType({site.place: None})


def numbers(interp: Interpreter, growing: Instance) -> Any:
    """The rows of a list of numbers."""
    rows = rows_of(interp, growing)
    if rows.ndim > 1:
        raise unsuited_operation(growing)
    return rows


@called_in_models
def matches(interp: Interpreter, growing: Instance, value: Any) -> Any:
    """The items of a list that are equal to a value, as a mask."""
    if "table" in growing.attributes:
        return interp.matching_texts(growing, value)
    if type(value) is not tuple and python_class(value) in SEQUENCES and rows_of(interp, growing).ndim == 1:
        value = compared_with_numbers(growing, value)
    if type(value) is not tuple:
        return interp.compare("Eq", numbers(interp, growing), value)
    if "columns" in growing.attributes:
        pairs = zip(growing.attributes["columns"], value, strict=True)
        return all_of(interp, [matching_part(interp, column, part) for column, part in pairs])
    place = growing.attributes["site"].place
    if interp.growing.types.get(place, UNKNOWN) is UNKNOWN:
        raise NeedsType({place: parts_type(interp, value)})
    if not is_made_of_tuples(interp, growing) or item_of_list(interp, growing).shape != (len(value),):
        raise unsuited_operation(growing)
    same = [interp.compare("Eq", column, part) for column, part in zip(columns(interp, growing), value)]
    return all_of(interp, same)


def matching_part(interp: Interpreter, column: Instance, part: Any) -> Any:
    """The items of a column that are equal to a part of a tuple, as a mask."""
    if "table" in column.attributes:
        return interp.matching_texts(column, part)
    return interp.compare("Eq", numbers(interp, column), part)


SEQUENCES = (list, tuple, range, collections.deque, np.ndarray)


def compared_with_numbers(growing: Instance, value: Any) -> Any:
    """The values that stand for a sequence beside the numbers of a list: NaN beside Python's, since none is
    equal to it."""
    if isinstance(value, Array) and not value.shape:
        return value
    if growing.attributes["weak"] is True and python_class(value) is not np.ndarray:
        return float("nan")
    raise CompileError(
        f"whether {describe(value)} is an item of a list of NumPy's numbers, each of which it is compared with",
        "compare its items: any(…)",
    )


def all_of(interp: Interpreter, conditions: list) -> Any:
    return functools.reduce(lambda a, b: interp.binary("BitAnd", a, b), conditions)


def is_made_of_tuples(interp: Interpreter, growing: Instance) -> bool:
    """Whether its items are tuples of numbers."""
    rows, kinds = rows_of(interp, growing), growing.attributes["nesting"].kinds
    return rows.ndim == 2 and kinds == (tuple,)


def is_made_of_sequences(interp: Interpreter, growing: Instance) -> bool:
    """Whether its items are tuples or lists of numbers, which are ordered by these."""
    return rows_of(interp, growing).ndim == 2 and growing.attributes["nesting"].kinds in ((tuple,), (list,))


def columns(interp: Interpreter, growing: Instance) -> list:
    """The columns of a list of tuples of numbers."""
    rows = rows_of(interp, growing)
    return [interp.get_item(rows, (slice(None), k)) for k in range(item_of_list(interp, growing).shape[0])]


@called_in_models
def in_order(interp: Interpreter, growing: Instance) -> Any:
    """The rows, sorted: by columns, of which the first counts most."""
    call = lambda function, *args, **named: interp.call_host(function, list(args), named)
    if not is_made_of_sequences(interp, growing):
        return call(np.sort, numbers(interp, growing))
    rows = rows_of(interp, growing)
    if isinstance(rows, Array):
        return interp.get_item(rows, call(np.lexsort, tuple(columns(interp, growing)[::-1])))
    for k in reversed(range(item_of_list(interp, growing).shape[0])):
        order = call(np.argsort, interp.get_item(rows, (slice(None), k)), kind="stable")
        rows = interp.get_item(rows, order)
    return rows


@called_in_models
def in_order_of(interp: Interpreter, growing: Instance, key: Any) -> Any:
    """The rows in the order of the items' keys. (A short list of static length is done item by item.)"""
    rows = rows_of(interp, growing)
    if isinstance(rows, Array) and rows.shape[0] <= SHORT:
        raise unsuited_operation(growing)
    return interp.get_item(rows, order_of_columns(interp, columns_of_keys(interp, growing, key)))


@called_in_models
def order_of_keys(interp: Interpreter, items: Instance, key: Any) -> Any:
    """The positions of the items in the order of their keys."""
    return order_of_columns(interp, columns_of_keys(interp, items, key))


def order_of_columns(interp: Interpreter, columns: list) -> Any:
    """The positions of items in the order of numbers, of which the first column counts most."""
    order = None
    for column in reversed(columns):
        known = column if order is None else interp.get_item(column, order)
        next_order = interp.call_host(np.argsort, [known], {"kind": "stable"})
        order = next_order if order is None else interp.get_item(order, next_order)
    return order


def columns_of_keys(interp: Interpreter, items: Instance, key: Any) -> list:
    """Arrays of numbers that have the order of the items' keys, of which the first counts most."""
    n = interp.length_of(items)
    is_long = isinstance(n, int) and n > SHORT
    return key_columns(interp, interp.list_of(interp.generator(mapped, key, items), "keys", is_long=is_long))


def has_no_order(items: Any) -> bool:
    """Whether some of the items of a list of computed length are None."""
    if not isinstance(items, Instance):
        return False
    table = items.attributes.get("table")
    return hasattr(items.cls, "unset") or table is not None and None in table.value


def ranks(interp: Interpreter, texts: Instance) -> Any:
    """The places of texts in their order."""
    table = texts.attributes["table"].value
    if not all(map(is_known, table)):
        raise CompileError("texts with dynamic values have no order", "sort by the values in them")
    order = sorted(set(table))
    [known] = texts.attributes["columns"]
    return interp.call_host(np.take, [np.array([order.index(t) for t in table]), numbers(interp, known)], {})


def key_columns(interp: Interpreter, keys: Any) -> list:
    """Arrays of numbers, of which the first counts most."""
    if isinstance(keys, list):  # of few items
        alike = bool(keys) and all(type(key) is tuple for key in keys)
        parts = list(zip(*keys)) if alike else [keys]
        return [interp.call_host(np.array, [list(part)], {}) for part in parts]
    if has_no_order(keys):
        raise CompileError(
            "keys that may be None have no order", "give each a number: -1 if x is None else x"
        )
    if "table" in keys.attributes:
        return [ranks(interp, keys)]
    if "columns" in keys.attributes:
        return [column for part in keys.attributes["columns"] for column in key_columns(interp, part)]
    return columns(interp, keys) if is_made_of_sequences(interp, keys) else [numbers(interp, keys)]
