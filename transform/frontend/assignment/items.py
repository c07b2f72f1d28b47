"""Assignment to items: `a[i] = v` of arrays and their views, of lists and dicts, and `a[i] op= v`."""

from __future__ import annotations

import math
import operator
from typing import Any

from ...core.dtypes import is_bool
from ...core.errors import CompileError
from ...ir.builder import Sym
from ...library.numpy.indexing import augment, setitem
from ..bounded.extents import BoundedArray
from ..bounded.slicing import is_open, with_mask_axis
from ..bounded.writes import assign_sliced, mask_of_places
from ..expressions.containers import RAISED, check_own, for_each_text, has_method, plain, put
from ..expressions.subscripts import (
    ask_for_pool_of,
    innermost,
    in_range,
    lift_index_here,
    selection,
    stack_numbers,
    static_key,
)
from ..interpreter import Interpreter, operation
from ..lists.choices import chooses, may_be_original
from ..lists.functions import as_arrays, for_slice
from ..lists.growing import is_growing
from ..lists.places import ask_for_objects
from ..outside.kinds import Held, not_of_held
from ..python_errors import check_index, lacks, told_by_numpy
from ..state.container_aliases import check_apart, invalidate_aliases
from ..state.trail import CONTENT
from ..state.values import Array, External, Instance, describe, raised_by


@operation
def set_item(interp: Interpreter, value: Any, index: Any, new: Any) -> None:
    """value[index] = new."""
    for_each_text(interp, index, lambda key: store_item(interp, value, key, new), value)


def store_item(interp: Interpreter, value: Any, index: Any, new: Any) -> None:
    value = interp.settled(value)
    check_index(value, index)
    match value:
        case Array() | BoundedArray():
            value, index, new = *with_mask_axis(interp, value, index), plain(interp, new)
            new = new if interp.growing is None else as_arrays(interp, [new])[0]
            index = mask_of_places(interp, value, place_of_store(index, new), new)
            if is_element(value, index):
                check_single(new)
            if is_open(interp, value, index) or isinstance(new, BoundedArray):
                if assign_sliced(interp, value, index, new):
                    return None
            with told_by_numpy(interp.trying, operator.setitem, (value, index, new)):
                return set_array_item(interp, value, index, new)
        case list() if chooses(interp, value, index, interp.places.of(value)):
            if isinstance(new, list) or is_growing(new):
                ask_for_pool_of(interp, value)
            return interp.write_chosen(value, index, lambda k: set_item(interp, value, k, new))
        case list() | dict() | Instance() if (
            not isinstance(value, Instance) or is_growing(value) and may_be_original(interp, value)
        ) and interp.written_through(value, lambda chosen: set_item(interp, chosen, index, new)):
            return None
        case list() | dict():
            key = static_key(interp, index, value)
            if isinstance(key, slice) or not same_item(value, key, new):
                check_own(interp, value)
                invalidate_aliases(interp, value)
            if isinstance(key, slice) or isinstance(value, dict) and key not in value:
                check_apart(interp, value)
            interp.trail.touch(value, CONTENT)
            if isinstance(value, dict):
                put(interp, value, key, new)
                return None
            try:
                value[key] = for_slice(interp, value, new) if isinstance(key, slice) else new
            except RAISED as error:
                raise raised_by(error) from None
            return None
        case Held():
            raise not_of_held("an assignment to elements")
        case Instance():
            return interp.call_method(value, "__setitem__", [index, new])
        case External():
            if has_method(interp, value, "__setitem__"):
                return interp.call_method(value, "__setitem__", [index, new])
            ask_for_objects(interp, value)
            interp.outside.change(value)
    hint = "a scalar can't be written: keep it in an array" if isinstance(value, Sym) else "make a new one"
    raise lacks(value, "__setitem__", f"{describe(value)} does not support item assignment", hint)


def place_of_store(index: Any, new: Any) -> Any:
    """The index where (i,) among its parts, as np.where(mask) gives it, is i: NumPy's index array of shape (1, n) takes
    the same numbers."""
    if type(index) is not tuple or getattr(new, "ndim", 0) > 1:
        return index
    alone = lambda part: type(part) is tuple and len(part) == 1 and getattr(part[0], "ndim", 0) == 1
    return tuple([part[0] if alone(part) else part for part in index])


def is_element(array: Array | BoundedArray, index: Any) -> bool:
    """Whether array[index] is one element, read as a number."""
    parts = index if isinstance(index, tuple) else (index,)
    return len(parts) == array.ndim and all(map(is_position, parts))


def is_position(part: Any) -> bool:
    part = part.unread if isinstance(part, External) else part
    return type(part) is int or not getattr(part, "ndim", 1) and not is_bool(part.dtype)


def check_single(value: Any) -> None:
    """Raises:
    CompileError: what is to be stored as one element is a sequence, also if it has one item.
    """
    value = value.unread if isinstance(value, External) else value
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0):
        raise CompileError(
            f"setting an array element with a sequence: {describe(value)}",
            "store one item of it: v[0]",
            kind=ValueError,
        )


def same_item(container: Any, key: Any, new: Any) -> bool:
    """Whether this object is there already, as behind d[key] += x of an array."""
    try:
        return container[key] is new
    except (LookupError, TypeError):
        return False


@operation
def set_array_item(interp: Interpreter, array: Array, index: Any, new: Any) -> None:
    outside = interp.test_index(array, index)[1] if interp.trying else False
    if isinstance(outside, Sym):
        interp.fork(outside, lambda: None, lambda: write_item(interp, array, index, new))
    else:
        write_item(interp, array, index, new)


# what NumPy stores for None, by the kind of the array's dtype
OF_NONE = {"f": math.nan, "c": complex(math.nan, math.nan), "b": False}


def write_item(interp: Interpreter, array: Array, index: Any, new: Any) -> None:
    """array[index] = new, where the index is in range."""
    parsed = selection(interp, array, index)
    new = OF_NONE.get(array.dtype.kind) if new is None else new
    new = interp.sym(new) if not isinstance(new, (list, tuple)) else stack_numbers(interp, new)
    if parsed.basic:
        array, parsed = innermost(array, parsed)
    interp.overwrite(array, setitem(interp.content(array), lift_index_here(interp, parsed), new, in_range))


def augment_item(interp: Interpreter, array: Array, index: Any, function: Any, value: Any) -> None:
    """array[index] = function(array[index], value), for masks too, with the index read once."""
    parsed = selection(interp, array, index)
    if parsed.basic:
        array, parsed = innermost(array, parsed)
    at = lift_index_here(interp, parsed)
    interp.overwrite(array, augment(interp.content(array), at, function, value, in_range))
