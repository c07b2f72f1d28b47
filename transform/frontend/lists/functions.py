"""NumPy's functions and builtins on lists represented by one array."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...ir.builder import Sym
from ..bounded.extents import BoundedArray, array_under, not_below
from ..interpreter import Interpreter
from ..state.values import Array, Instance, raised_by
from .growing import collected, is_growing, is_lazy
from .items import ask_for, from_row, rows_of, stands_for_list
from .numbers import numbers

JOINED = (np.stack, np.vstack, np.concatenate, np.hstack, np.column_stack, np.block)


def stack_bounded_list(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """np.stack and its like of a list, whose items lie in one array already, or of an array of computed length; None
    for what has to be done item by item."""
    listed = len(args) in (1, 2) and (stands_for_list(args[0]) or isinstance(args[0], BoundedArray))
    rows = as_arrays(interp, args[:1])[0] if listed else None
    if rows is None or stands_for_list(rows) or kwargs.keys() - {"axis"}:
        return None
    axis = kwargs.get("axis", args[1] if len(args) > 1 else 0)
    if rows.ndim < 2:
        return stacked_numbers(interp, function, rows, axis)
    if function is np.block:
        raise CompileError("np.block of a list of computed length is not supported", "use np.concatenate")
    done = "stack" if function is np.stack else "concatenate"
    need_items(interp, interp.length_of(rows), f"need at least one array to {done}")
    lines = rows.ndim == 2 and len(args) == 1 and not kwargs
    if function is np.stack:
        return interp.call_host(np.moveaxis, [rows, 0, axis], {})
    if isinstance(rows, BoundedArray) and rows.ndim > 2:
        raise CompileError(
            f"np.{function.__name__} of a list of computed length is not supported where its items have several axes",
            "use np.stack, or write into an array that has its full size",
        )
    if function is np.concatenate and axis == 0 or function is np.hstack and lines:
        shape = (-1, *rows.shape[2:]) if isinstance(rows, Array) else (-1,)
        return interp.call_host(np.reshape, [rows, shape], {})
    if function is np.vstack and lines:
        return rows
    if function is np.column_stack and lines:
        return interp.call_host(np.transpose, [rows], {})
    if isinstance(rows, BoundedArray):
        raise CompileError(
            f"this use of np.{function.__name__} of a list of computed length is not supported",
            "use np.stack and np.reshape",
        )
    return None


def as_blocks(interp: Interpreter, value: Any, path: str = "arrays") -> Any:
    """Nested lists of np.block with a list of one array in place of each list of numbers of computed length."""
    if type(value) is list:
        places = reversed(range(len(value)))  # NumPy names the last empty one
        return [as_blocks(interp, value[k], f"{path}[{k}]") for k in places][::-1]
    if not is_growing(value):
        return value
    (rows,) = as_arrays(interp, [value])
    kinds = value.attributes["nesting"].kinds
    if rows.ndim > 2 or kinds != (list,) * (rows.ndim - 1):
        raise CompileError("np.block of a list of computed length is not supported", "use np.concatenate")
    need_items(interp, interp.length_of(rows), f"List at {path} cannot be empty")
    return [rows] if rows.ndim == 1 else [[rows]]


def stacked_numbers(interp: Interpreter, function: Any, numbers: Any, axis: Any) -> Any:
    """np.stack and its like of numbers, each of which is an array without axes."""
    if function is np.stack and interp.static(axis, "an axis") not in (0, -1):
        raise CompileError(f"AxisError: axis {axis} is out of bounds for array of dimension 1")
    if function is np.concatenate:
        raise raised_by(ValueError("zero-dimensional arrays cannot be concatenated"))
    need_items(interp, interp.length_of(numbers), "need at least one array to concatenate")
    if function in (np.vstack, np.column_stack):
        shape = (-1, 1) if function is np.vstack else (1, -1)
        return interp.call_host(np.reshape, [numbers, shape], {})
    return interp.call_method(numbers, "copy", [])


def need_items(interp: Interpreter, length: Any, message: str) -> None:
    """ValueError where there are no items, and their number is computed."""
    if isinstance(length, Sym) and not length.is_const and not not_below(interp, length, 1):
        interp.fail_if(interp.sym(interp.compare("Lt", length, 1)), ValueError, (message,))


def extremum_of_list(interp: Interpreter, name: str, growing: Instance) -> Any:
    """max or min of the numbers, as Python has it: NaN where it comes first, else it is passed over."""
    rows, call = numbers(interp, growing), lambda function, *args: interp.call_host(function, list(args), {})
    if not is_inexact(rows.dtype):
        return from_row(interp, growing, call(getattr(np, name), rows))
    result, first = call(getattr(np, f"nan{name}"), rows), interp.get_item(rows, 0)
    return from_row(interp, growing, call(np.where, call(np.isnan, first), first, result))


def product_of_list(interp: Interpreter, args: list, kwargs: dict) -> Any:
    """math.prod of a list of numbers of computed length; None for other arguments."""
    if len(args) != 1 or not is_growing(args[0]):
        return None
    product = interp.call_host(math.prod, [numbers(interp, args[0])], {})
    return interp.binary("Mult", kwargs.get("start", 1), from_row(interp, args[0], product))


def as_arrays(interp: Interpreter, values: Any) -> Any:
    """The arguments of a NumPy function with arrays for lists of computed length."""

    def change(value: Any) -> Any:
        if type(value) in (list, tuple) and any(map(is_growing, value)):
            return type(value)(map(change, value))
        if not is_growing(value):
            return interp.stacked_columns(value)
        rows = rows_of(interp, value)  # an array of its own: the list is not its memory
        data = interp.array(interp.content(array_under(rows)))
        return (
            interp.trail.allocate(rows.like({**rows.attributes, "data": data}))
            if isinstance(rows, BoundedArray)
            else data
        )

    return (
        {k: change(v) for k, v in values.items()} if isinstance(values, dict) else [change(v) for v in values]
    )


def for_slice(interp: Interpreter, made: list, items: Any) -> Any:
    """The items assigned to a slice of a Python list. If data decide how many items that are, read again with
    a list of computed length, unless that has been tried."""
    items = interp.settled(items)
    source = None if stands_for_list(items) else interp.computed_source(items)
    if (source is not None or stands_for_list(items)) and interp.places.of(made) is not None:
        ask_for(interp, interp.places.of(made), made=False)
    return collected(interp, items) if is_lazy(items) else items
