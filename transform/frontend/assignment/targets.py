"""Assignment to any target: names, items, attributes, and several at once."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from ...core.dtypes import is_bool
from ...core.errors import CompileError
from ...ir.builder import Sym
from ..bounded.extents import BoundedArray
from ..lists.growing import is_growing
from ..generator_functions import unpacked, unpacked_around
from ..interpreter import Interpreter, operation
from ..models.bounded.tuples import is_transposed, unpack_transposed
from ..state.values import Array, External, describe, is_host_object
from ..expressions.stored import cast_stored
from ..expressions.subscripts import read_index
from .shapes import assign_shape


@operation
def assign(interp: Interpreter, frame: Any, target: Any, value: Any) -> None:
    """target = value, for any target."""
    match target:
        case gast.Name() if interp.trying:
            interp.unless_failed(frame, lambda: interp.assign_name(frame, target.id, value))
        case gast.Name():
            interp.assign_name(frame, target.id, value)
        case gast.Tuple() | gast.List():
            unpack(interp, frame, target.elts, value)
        case gast.Subscript():
            owner, index = interp.evaluate(frame, target.value), read_index(interp, frame, target.slice)
            # where NumPy casts its numbers
            part_of_flat = (
                isinstance(target.value, gast.Attribute)
                and target.value.attr == "flat"
                and isinstance(index, slice)
            )
            fitting = cast_stored(interp, owner, value, not has_arrays(index) and not part_of_flat)
            interp.unless_failed(frame, lambda: interp.set_item(owner, index, fitting))
        case gast.Attribute():
            owner = interp.settled(interp.evaluate(frame, target.value))
            if target.attr == "shape" and isinstance(owner, Array) and isinstance(target.value, gast.Name):
                name = target.value.id
                interp.unless_failed(frame, lambda: assign_shape(interp, frame, name, owner, value))
            else:
                interp.unless_failed(frame, lambda: interp.set_attribute(owner, target.attr, value))
        case gast.Starred():
            assign(interp, frame, target.value, list(value))
        case _:
            raise CompileError(f"can't assign to a {type(target).__name__}")


def exchanges_rows(interp: Interpreter, frame: Any, node: gast.Assign) -> bool:
    """a[i], a[j] = a[j], a[i], if that exchanges lists which are items of a list that is one array. True if it did."""
    match node:
        case gast.Assign(
            targets=[
                gast.Tuple(
                    elts=[
                        gast.Subscript(value=gast.Name() as one) as first,
                        gast.Subscript(value=gast.Name(id=other)) as second,
                    ]
                )
            ],
            value=gast.Tuple(elts=[there, here]),
        ) if one.id == other and not any(isinstance(n, (gast.Call, gast.NamedExpr)) for n in gast.walk(node)):
            pass
        case _:
            return False
    text = lambda part: gast.dump(part).replace("Store()", "Load()")
    if (text(first), text(second)) != (text(here), text(there)):
        return False
    owner = interp.lookup(frame, one.id)
    if not is_growing(owner) or list not in owner.attributes["nesting"].kinds:
        return False
    i, j = (read_index(interp, frame, part.slice) for part in (first, second))
    interp.exchange(owner, i, j)
    return True


def unpack(interp: Interpreter, frame: Any, targets: list, value: Any) -> None:
    star = next((k for k, t in enumerate(targets) if isinstance(t, gast.Starred)), None)
    source = None
    if is_host_object(value) and star is None:
        items = interp.items_on_host(value, len(targets))
    elif is_transposed(value) and star is None:
        items = unpack_transposed(interp, value, len(targets))
    elif (source := interp.computed_source(value)) is not None:
        items = unpack_computed(
            interp, value if is_growing(value) else interp.list_of(source), len(targets), star
        )
    else:
        items = interp.known_items(value, describe(value))
    if star is None and len(items) != len(targets):
        many = "too many" if len(items) > len(targets) else "not enough"
        counts = f"{len(targets)} names, {len(items)} values"
        raise cannot_unpack(
            f"{many} values to unpack: {counts}", f"{'_, ' * len(targets)}", value, len(items)
        )
    if star is not None:
        behind = len(targets) - star - 1
        if len(items) < len(targets) - 1:
            counts = f"at least {len(targets) - 1} expected, {len(items)} given"
            names = f"{'_, ' * (len(targets) - 1)}*_,"
            raise cannot_unpack(f"not enough values to unpack: {counts}", names, value, len(items))
        middle = items[star] if source is not None else interp.new_list(items[star : len(items) - behind])
        items = [*items[:star], middle, *items[len(items) - behind :]]
    for target, item in zip(targets, items):
        assign(interp, frame, target.value if isinstance(target, gast.Starred) else target, item)


def unpack_computed(interp: Interpreter, items: Any, count: int, star: int | None) -> list:
    """The values of as many targets, of which the one at `star` takes all that are left."""
    if star is None:
        found = interp.call(unpacked, [items, count], {})
    else:
        found = interp.call(unpacked_around, [items, star, count - star - 1], {})
    return interp.known_items(found, "the items")


def cannot_unpack(message: str, names: str, value: Any, count: int) -> CompileError:
    """The refusal to unpack so many items, which a handler takes as the exception that Python raises."""
    items = [None] * count if isinstance(value, (list, tuple)) else iter([None] * count)
    error = CompileError(f"ValueError: {message}")
    try:
        exec(f"{names} = items", {"items": items})
    except ValueError as raised:
        error.raised = raised
    return error


def has_arrays(index: Any) -> bool:
    """Whether a selection by this index is a copy, and not a view. (An integer without axes is an integer, a
    truth value a mask.)"""
    return any(map(is_array_index, index if isinstance(index, tuple) else (index,)))


def is_array_index(part: Any) -> bool:
    part = part.unread if isinstance(part, External) else part
    if isinstance(part, (Array, Sym, np.ndarray, np.generic)):
        return bool(part.ndim) or is_bool(part.dtype)
    return isinstance(part, (BoundedArray, list, bool))
