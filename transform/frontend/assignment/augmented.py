"""`target op= value`: arrays and lists change in place, and every alias sees it; everything else is rebound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.dtypes import is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_shapes, convert
from ..bounded.extents import BoundedArray, array_under, check_casting
from ..generator_functions import repeat_in_place
from ..lists.functions import as_arrays
from ..lists.growing import is_growing
from ..bounded.slicing import is_open
from ..bounded.writes import all_or_nothing, assign_sliced, mask_of_places, write_whole
from ...library import imported, speaks_jax
from ..interpreter import Interpreter, operation
from ..models.model import is_list_model, is_model
from ..models.outside import enter_changed, is_container
from ..models.sets import CHANGING, is_known_set
from ..outside.kinds import Held, not_of_held
from ..state.values import NEVER, Array, External, Instance, class_of
from ..expressions.containers import extend
from ..expressions.operators import SPECIAL, STATIC_BINARY, defines_method, is_of_numpy
from ..python_errors import check_operator, python_class
from ..expressions.stored import cast_augmenting_integer, cast_stored, unless_raised
from ..expressions.subscripts import has_ellipsis, read_index, selection
from .items import augment_item, check_single, place_of_store
from .targets import has_arrays


def operand_of_change(interp: Interpreter, owner: Any, value: Any) -> Any:
    """The value of an augmented assignment, fitted. A number that is Python's on one path and NumPy's, of a dtype that
    the array does not hold, on another is left as it is: the operation decides whether it computes the same."""
    union = value.union if type(value) is Sym else None
    array = array_under(owner)
    if (
        union
        and isinstance(array, Array)
        and not all(m.weak or np.can_cast(m.dtype, array.dtype) for m in union)
    ):
        return value
    return cast_augmenting_integer(interp, owner, value)


def augmented_assignment(interp: Interpreter, frame: Any, node: gast.AugAssign) -> None:
    """target op= value. Arrays change in place and every alias sees it; everything else is rebound."""
    op = type(node.op).__name__
    if isinstance(node.target, gast.Subscript):
        return augmented_item(interp, frame, node, op)
    old, store = place_of_change(interp, frame, node.target)
    value = interp.evaluate(frame, node.value)
    old = interp.settled(old)
    value = operand_of_change(interp, old, value)
    if isinstance(old, Array) and not frame.own:
        if is_of_jax(interp, frame, old):
            return store(interp.binary(op, old, value))
        if may_be_seen(frame, old):
            interp.outside.in_place.append(interp.span)
    new = interp.unless_failed(frame, lambda: in_place_result(interp, op, old, value))
    if new is not old or isinstance(node.target, gast.Attribute):
        store(new)
    return None


def place_of_change(interp: Interpreter, frame: Any, target: Any) -> tuple[Any, Callable[[Any], None]]:
    """The value of a name or attribute, and what gives it another one. The object that has it is evaluated once."""
    match target:
        case gast.Name():
            return interp.evaluate(frame, target), lambda new: interp.assign(frame, target, new)
        case gast.Attribute(attr=name):
            owner = interp.evaluate(frame, target.value)
            with interp.at(frame, target):
                old = owner if owner is NEVER else interp.get_attribute(owner, name)
            change = lambda new: interp.set_attribute(owner, name, new)
            return old, lambda new: interp.unless_failed(frame, lambda: change(new))
    raise CompileError("this can't be the target of an augmented assignment")


def is_of_jax(interp: Interpreter, frame: Any, array: Array) -> bool:
    """Whether it is surely an array of JAX's that `op=` replaces. A module without NumPy, or with arrays that
    can't be written, has no other."""
    space = frame.host.__globals__ if frame.host is not None else {}
    if speaks_jax(space):
        return True
    return is_read_only(array) and interp.outside.synonyms and "numpy" not in imported(space)


def is_read_only(array: Array) -> bool:
    return bool(array.frozen) or array.base is not None and isinstance(array.lens.put, str)


def may_be_seen(frame: Any, array: Array) -> bool:
    """Whether more than one variable of this frame may see the memory of an array."""
    held = sum(isinstance(v, Array) and v.root is array for v in frame.variables.values())
    return array.base is not None or array.origin <= frame.origin or held > 1


def in_place_result(interp: Interpreter, op: str, old: Any, value: Any) -> Any:
    """The value that `old op= value` stores: old itself, if it has changed in place."""
    if op in ("Add", "Mult") and is_plain_list(old) and computes(interp, op, value):
        return interp.binary(op, old, value)
    if isinstance(old, Held):
        raise not_of_held("an assignment to elements")
    if python_class(old) is set:  # whose models take any iterable
        check_operator(STATIC_BINARY[op], old, value)
    enter_changed(old, f"__i{SPECIAL.get(op)}__")
    if isinstance(old, (Array, BoundedArray)):
        (value,) = as_arrays(interp, [value])
    if isinstance(old, BoundedArray):
        all_or_nothing(interp, old, lambda: interp.write_sliced(old, value, op))
    elif isinstance(old, Array) and isinstance(value, BoundedArray):
        all_or_nothing(interp, old, lambda: write_whole(interp, old, value, op))
    elif isinstance(old, Array):
        interp.overwrite(old, in_place(interp, op, old.type, interp.content(old), value))
    elif defines_method(interp, old, method := f"__i{SPECIAL.get(op)}__"):
        found = interp.call_method(old, method, [value])
        return found if found is not NotImplemented else interp.binary(op, old, value)
    elif is_container(old) and SPECIAL.get(op):
        interp.outside.change(old)
    elif is_known_set(old) and f"__i{SPECIAL.get(op)}__" in CHANGING:
        interp.change_set(old, f"__i{SPECIAL[op]}__", [value])
    elif op == "Add" and is_growing(old):
        interp.call_method(old, "extend", [value])
    elif op == "Mult" and (is_growing(old) or is_list_model(old)):
        interp.call(repeat_in_place, [old, value], {})
    elif (change := IN_PLACE.get((op, type(old.unread if isinstance(old, External) else old)))) is not None:
        change(interp, old, value)
    else:
        return interp.binary(op, old, value)
    return old


def is_plain_list(value: Any) -> bool:
    """Whether it is a list of Python's, and not an array."""
    return is_list_model(value) or is_growing(value) or isinstance(value, list) or is_list_outside(value)


def is_list_outside(value: Any) -> bool:
    return isinstance(value, External) and type(value.unread) is list


def computes(interp: Interpreter, op: str, value: Any) -> bool:
    """Whether the operand of `items += value` has an operator of its own, which comes before that of a list.
    So have arrays and NumPy's numbers: the sum is an array. (A list is repeated by NumPy's integers.)"""
    value = interp.settled(value)
    known = value.unread if isinstance(value, External) else value
    if op == "Mult" and isinstance(known, np.integer):
        return False
    if is_of_numpy(value):
        return op == "Add" or not isinstance(value, Sym) or not is_integer(value.dtype)
    if isinstance(value, Instance) and class_of(value) in (list, tuple):  # whose model has more methods
        return False
    return defines_method(interp, value, f"__r{SPECIAL.get(op)}__")


def repeat(interp: Interpreter, items: list, number: Any) -> None:
    interp.set_item(items, slice(None), interp.binary("Mult", items, number))


# What Python changes in place, besides arrays, and how.
IN_PLACE: dict[tuple[str, type], Callable[[Any, Any, Any], None]] = {
    ("Add", list): extend,
    ("Mult", list): repeat,
    ("BitOr", dict): lambda interp, old, value: interp.call_method(old, "update", [value]),
}


WRITES_ITS_TARGET = (
    "the value of this assignment writes the array that it is added to",
    "compute it on a separate line",
)


def augmented_item(interp: Interpreter, frame: Any, node: gast.AugAssign, op: str) -> None:
    owner = interp.settled(interp.evaluate(frame, node.target.value))
    index = read_index(interp, frame, node.target.slice)
    if not isinstance(owner, (Array, BoundedArray)):
        return augmented_in_container(interp, frame, node, op, owner, index)
    if interp.trying and isinstance(owner, Array):  # the old value is read first
        index, _ = interp.test_index(owner, index)
    calls = isinstance(owner, Array) and any(isinstance(n, gast.Call) for n in gast.walk(node.value))
    chosen = calls and is_open(interp, owner, index)
    if calls and not chosen:
        return augmented_by_call(interp, frame, node, op, owner, index)
    version = owner.root.version if calls else None
    value = interp.value_unless_failed(frame, lambda: change_of(interp, frame, owner, node))
    if chosen and owner.root.version != version and has_arrays(index):
        raise CompileError(*WRITES_ITS_TARGET)
    interp.unless_failed(frame, lambda: change_item(interp, op, owner, index, value))


def augmented_in_container(
    interp: Interpreter, frame: Any, node: gast.AugAssign, op: str, owner: Any, index: Any
) -> None:
    """items[k] op= value: the item is read before the value is computed, which may change it."""
    old = interp.value_unless_failed(frame, lambda: interp.settled(interp.get_item(owner, index)))
    if old is NEVER:  # (reading it has failed)
        return None
    value = interp.value_unless_failed(frame, lambda: change_of(interp, frame, owner, node))
    return interp.unless_failed(frame, lambda: store_result(interp, op, owner, index, old, value))


def change_of(interp: Interpreter, frame: Any, owner: Any, node: gast.AugAssign) -> Any:
    """The second operand of owner[…] op= value."""
    return operand_of_change(interp, owner, interp.evaluate(frame, node.value))


def augmented_by_call(
    interp: Interpreter, frame: Any, node: gast.AugAssign, op: str, owner: Array, index: Any
) -> None:
    """a[i] op= f(a): an element is read before the call, which may write it; a slice is a view, read behind the
    call."""
    version, parts = owner.root.version, selection(interp, owner, index)
    old = interp.get_item(owner, index) if parts.basic and not parts.result_shape else None
    value = interp.value_unless_failed(frame, lambda: change_of(interp, frame, owner, node))
    if owner.root.version == version or parts.basic and old is None:
        interp.unless_failed(frame, lambda: change_item(interp, op, owner, index, value))
    elif old is None:
        raise CompileError(*WRITES_ITS_TARGET)
    else:
        result = lambda: cast_stored(interp, owner, interp.binary(op, old, value))
        interp.unless_failed(frame, lambda: interp.set_item(owner, index, result()))


@operation
def change_item(interp: Interpreter, op: str, owner: Array | BoundedArray, index: Any, value: Any) -> None:
    """owner[index] op= value."""
    index, (value,) = place_of_store(index, value), as_arrays(interp, [value])
    index = mask_of_places(interp, owner, index, value)
    if (
        isinstance(owner, BoundedArray)
        or isinstance(owner, Array)
        and (is_open(interp, owner, index) or isinstance(value, BoundedArray))
    ):
        if assign_sliced(interp, owner, index, value, op):
            return
    if isinstance(owner, Array):
        other = interp.stack_numbers(value) if isinstance(value, (list, tuple)) else interp.sym(value)

        def change(old: Sym, new: Sym) -> Sym:
            if old.shape or has_ellipsis(index) or has_arrays(index):
                return in_place(interp, op, old.type, old, new)
            # an element is read as a number and stored: no rule of casting
            result = interp.binary(op, old, new)
            error = interp.registers["error"]
            check_single(result)
            result = interp.sym(cast_stored(interp, owner, result))
            return unless_raised(interp, error, convert(result, old.dtype), old)

        augment_item(interp, owner, index, change, other)
        return
    old = interp.settled(interp.get_item(owner, index))
    if old is not NEVER:  # (reading it has failed)
        store_result(interp, op, owner, index, old, value)


def store_result(interp: Interpreter, op: str, owner: Any, index: Any, old: Any, value: Any) -> None:
    """owner[index] = (old op= value). An array that has changed in its place is the item of a list or dict already."""
    new = in_place_result(interp, op, old, value)
    holds = is_growing(owner) or is_model(owner, dict) and not owner.cls.is_derived
    if not (new is old and isinstance(old, Array) and holds):
        interp.set_item(owner, index, new)


def in_place(interp: Interpreter, op: str, old_type: Any, old: Sym, value: Any) -> Sym:
    """The result of an in-place operation: computed, then cast back as NumPy allows (same kind only)."""
    result = interp.sym(interp.binary(op, old, value))
    if op == "MatMult" and result.shape != old_type.shape:
        raise CompileError(
            f"@= needs a result of the same shape: {old_type} can't hold {result.type}",
            "a = a @ b makes a new array",
        )
    check_casting(result, old_type)
    if broadcast_shapes(result.type, old_type) != old_type.shape:
        raise CompileError(
            f"non-broadcastable output operand: {old_type} can't hold {result.type}",
            "a = a + b makes a new array",
            kind=ValueError,
        )
    return convert(result, old_type.dtype)
