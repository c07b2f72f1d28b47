"""Assignment: names, unpacking, subscripts, attributes, and augmented assignment with NumPy's in-place meaning."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.dtypes import is_bool, short_name
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_shapes, convert
from ..bounded.extents import Sliced
from ..lists.functions import as_arrays
from ..lists.growing import is_growing
from ..bounded.slicing import is_open
from ..bounded.writes import all_or_nothing, assign_sliced, write_whole
from ...library import imported, protocol, speaks_jax
from ...library.plain.composite import OWN, stands_for_composite
from ..generator_functions import unpacked, unpacked_around
from ..interpreter import Interpreter, operation
from ..models.model import is_model
from ..models.own_attributes import in_order
from ..models.outside import enter_changed, is_container
from ..models.sets import CHANGING, is_known_set
from ..models.bounded.tuples import is_transposed, unpack_transposed
from ..state.container_aliases import invalidate_aliases
from ..outside.snapshot import is_of_python
from ..state.diagnostics import DELETE
from ..state.values import (
    KIND,
    NEVER,
    UNSET,
    Array,
    Closure,
    External,
    Instance,
    Maybe,
    class_of,
    describe,
    is_host_object,
    is_of_several,
    is_record,
)
from .containers import check_own, extend
from .operators import SPECIAL, defines_method
from .stored import cast_augmenting_integer, cast_stored, unless_raised
from .subscripts import augment_item, check_single, has_ellipsis, place_of_store, read_index, selection


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
            owner = interp.evaluate(frame, target.value)
            interp.unless_failed(frame, lambda: set_attribute(interp, owner, target.attr, value))
        case gast.Starred():
            assign(interp, frame, target.value, list(value))
        case _:
            raise CompileError(f"can't assign to a {type(target).__name__}")


def operand_of_change(interp: Interpreter, owner: Any, value: Any) -> Any:
    """The value of an augmented assignment, fitted. A number that is Python's on one path and NumPy's, of a dtype that
    the array does not hold, on another is left as it is: the operation decides whether it computes the same."""
    union = value.union if type(value) is Sym else None
    array = owner.data if isinstance(owner, Sliced) else owner
    if (
        union
        and isinstance(array, Array)
        and not all(m.weak or np.can_cast(m.dtype, array.dtype) for m in union)
    ):
        return value
    return cast_augmenting_integer(interp, owner, value)


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


def set_own(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """obj.name = value, for an object that is made in the function, or in a heap."""
    setter = interp.setter_of(obj.cls, name)
    if setter is not None:
        setter(obj, value)
    elif is_record(obj):
        interp.write_part(obj, name, value)
    else:
        if isinstance(value, Instance) and reaches(value, obj, set()):
            interp.note_objects(obj, value)  # a circle, which can't be followed to its end
        interp.write_attribute(obj, name, value)


def reaches(value: Instance, target: Instance, seen: set[int]) -> bool:
    """Is an object the target, or does it hold it? (Attributes that paths leave unlike are no dict.)"""
    if value is target or id(value) in seen:
        return value is target
    seen.add(id(value))
    held = value.attributes.values() if type(value.attributes) is dict else ()
    inside = [v.value if isinstance(v, Maybe) else v for v in held]
    return any(reaches(v, target, seen) for v in inside if isinstance(v, Instance))


@operation
def set_attribute(interp: Interpreter, obj: Any, name: str, value: Any) -> None:
    obj = interp.settled(obj)
    if isinstance(obj, Instance) and not is_of_several(obj) and has_own(interp, obj, "__setattr__"):
        interp.call_method(obj, "__setattr__", [name, value])
    elif is_field(interp, obj, name):
        set_field(interp, obj, name, value)
    elif isinstance(obj, Instance):
        if is_of_several(obj):
            set_in_classes(interp, obj, name, value)
        else:
            check_settable(obj.cls, name)
            set_own(interp, obj, name, value)
    elif isinstance(obj, Array) and name in ("shape", "flat", "real", "imag"):
        set_array_attribute(interp, obj, name, value)
    elif isinstance(obj, External):
        interp.outside.change(obj, name)
    elif isinstance(obj, type) and is_of_python(obj) or isinstance(obj, types.FunctionType):
        interp.outside.set_class_attribute(interp, obj, name, value)
    elif isinstance(obj, Closure):
        if obj not in interp.classes:
            interp.classes[obj] = interp.trail.birth(Instance(types.SimpleNamespace, {}))
            interp.classes[obj].origin = obj.origin  # on every path from there on, it may have attributes
        interp.trail.write(interp.classes[obj], name, value)
    else:
        raise CompileError(
            f"attribute {name} of {describe(obj)} can't be assigned",
            "make a new one with _replace"
            if hasattr(obj, "_fields")
            else "keep the value in a variable of its own",
        )


def has_own(interp: Interpreter, obj: Instance, name: str) -> bool:
    """Does a class set or delete attributes in its own way? (That of `object` is no part of what is guarded.)"""
    return protocol(obj.cls, name) is not getattr(object, name) and defines_method(interp, obj, name)


def set_in_classes(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """obj.name = value, for an object of one of several classes."""
    kind = obj.attributes[KIND]

    def key(cls: type) -> type | None:
        own = isinstance(protocol(cls, "__setattr__"), types.FunctionType)
        return cls if own or interp.setter_of(cls, name) or name not in kind.names_of(cls) else None

    def run(mine: Instance) -> None:
        if has_own(interp, mine, "__setattr__"):
            interp.call_method(mine, "__setattr__", [name, value])
        else:
            check_settable(mine.cls, name)
            set_own(interp, mine, name, value)

    interp.for_each_class(obj, run, key)


@operation
def write_attribute(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """Write an attribute of an object that is made while reading, and invalidate what may be the same."""
    if interp.written_through(obj, lambda chosen: set_attribute(interp, chosen, name, value)):
        return
    interp.outside.assigned(obj, name, value)
    if obj.attributes.get(name) is not value:
        check_own(interp, obj)
        check_inside(interp, obj, name)
        invalidate_aliases(interp, obj)
    interp.trail.write(obj, name, in_order(interp, obj, name, value))


def check_inside(interp: Interpreter, obj: Instance, name: str) -> None:
    """Refuse a mask or a fill value for a masked array that comes from outside: it would not get it."""
    if stands_for_composite(obj.cls) and name in OWN and interp.trail.is_outside(obj):
        raise CompileError(
            "a masked array that comes from outside gets a "
            + ("mask" if name == "recto_mask" else "fill value")
            + " in compiled code",
            "pass one that has a mask, np.ma.array(x, mask=False)"
            if name == "recto_mask"
            else "assign the fill value before the call",
        )


def set_as_object(interp: Interpreter, obj: Any, name: Any, value: Any) -> None:
    """object.__setattr__: past the class's own, and past a frozen dataclass."""
    obj, name = interp.settled(obj), interp.static(name, "the name of an attribute")
    if (
        not isinstance(obj, Instance)
        or is_field(interp, obj, name)
        or interp.setter_of(obj.cls, name) is not None
    ):
        set_attribute(interp, obj, name, value)
    else:
        set_own(interp, obj, name, value)


def delete_as_object(interp: Interpreter, obj: Any, name: Any) -> None:
    """object.__delattr__"""
    delete_own_attribute(interp, interp.settled(obj), interp.static(name, "the name of an attribute"))


def delete_attribute(interp: Interpreter, obj: Any, name: str) -> None:
    """del obj.name"""
    obj = interp.settled(obj)
    if isinstance(obj, External):
        interp.outside.change(obj, name)
    if isinstance(obj, Instance) and has_own(interp, obj, "__delattr__"):
        return interp.call_method(obj, "__delattr__", [name])
    if isinstance(obj, Instance):
        check_settable(obj.cls, name)
    delete_own_attribute(interp, obj, name)


def delete_own_attribute(interp: Interpreter, obj: Any, name: str) -> None:
    if not isinstance(obj, Instance) or is_record(obj) or interp.setter_of(obj.cls, name) is not None:
        raise DELETE.error()
    if name not in obj.attributes:
        message = f"{class_of(obj).__name__!r} object has no attribute {name!r}"
        raise CompileError(f"AttributeError: {message}", kind=AttributeError)
    interp.outside.assigned(obj, name)
    interp.read(obj.attributes[name], f"{obj.cls.__name__}.{name}")
    invalidate_aliases(interp, obj)
    interp.trail.write(obj, name, UNSET)


def check_settable(cls: type, name: str) -> None:
    """Refuse assignment to attributes of frozen dataclasses, and of classes that do it in their own way."""
    if getattr(getattr(cls, "__dataclass_params__", None), "frozen", False):
        error = CompileError(
            f"FrozenInstanceError: cannot assign to field {name!r}",
            "make a new object with dataclasses.replace",
        )
        error.raised = dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        raise error
    if name == "__class__":
        raise CompileError("the class of an object can't be assigned", "make an object of the other class")
    if not cls.__dictoffset__ and not hasattr(cls, name):
        raise CompileError(
            f"AttributeError: {cls.__name__!r} object has no attribute {name!r}",
            "it has __slots__: add the name to them",
        )


def is_field(interp: Interpreter, obj: Any, name: str) -> bool:
    """Is it a name that a user assigns on a structured or masked array, and no property of that?"""
    composite = isinstance(obj, Instance) and stands_for_composite(obj.cls)
    return composite and name not in OWN and interp.setter_of(obj.cls, name) is None


def set_field(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """A field of a np.recarray is an attribute, too; structured arrays have no others that are assigned."""
    if (
        name not in obj.attributes.get("recto_fields", ())
        or obj.attributes["recto_dtype"].type is not np.record
    ):
        raise CompileError(
            f"attribute {name} of {describe(obj)} can't be assigned", "assign a field: x['name'] = …"
        )
    interp.set_item(obj, name, value)


def set_array_attribute(interp: Interpreter, array: Array, name: str, value: Any) -> None:
    if name == "shape":
        raise CompileError("an array's shape can't be assigned", "use a = a.reshape(…)")
    if name == "flat":
        value = repeated(interp, value, array.size)
    part = interp.get_attribute(array, name)
    interp.store(part, cast_stored(interp, part, value, False))


def repeated(interp: Interpreter, value: Any, size: int) -> Any:
    """What x.flat = value writes: the elements of the value, again and again."""
    value = interp.settled(value)
    if isinstance(value, (list, tuple)):
        value = interp.call_host(np.array, [list(value)], {})
    if isinstance(value, Array) and value.shape and value.size and value.shape != (size,):
        value = interp.call_host(np.resize, [value, (size,)], {})
    return value


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
            return interp.evaluate(frame, target), lambda new: assign(interp, frame, target, new)
        case gast.Attribute(attr=name):
            owner = interp.evaluate(frame, target.value)
            with interp.at(frame, target):
                old = owner if owner is NEVER else interp.get_attribute(owner, name)
            change = lambda new: set_attribute(interp, owner, name, new)
            return old, lambda new: interp.unless_failed(frame, lambda: change(new))
    raise CompileError("this can't be the target of an augmented assignment")


def is_of_jax(interp: Interpreter, frame: Any, array: Array) -> bool:
    """Is it surely an array of JAX's that `op=` replaces? A module without NumPy, or with arrays that can't be written,
    has no other."""
    space = frame.host.__globals__ if frame.host is not None else {}
    if speaks_jax(space):
        return True
    return is_read_only(array) and interp.outside.synonyms and "numpy" not in imported(space)


def is_read_only(array: Array) -> bool:
    return bool(array.frozen) or array.base is not None and isinstance(array.lens.put, str)


def may_be_seen(frame: Any, array: Array) -> bool:
    """May more than one variable of this frame see the memory of an array?"""
    held = sum(isinstance(v, Array) and v.root is array for v in frame.variables.values())
    return array.base is not None or array.origin <= frame.origin or held > 1


def in_place_result(interp: Interpreter, op: str, old: Any, value: Any) -> Any:
    """The value that `old op= value` stores: old itself, if it has changed in place."""
    enter_changed(old, f"__i{SPECIAL.get(op)}__")
    if isinstance(old, (Array, Sliced)):
        (value,) = as_arrays(interp, [value])
    if isinstance(old, Sliced):
        all_or_nothing(interp, old, lambda: interp.write_sliced(old, value, op))
    elif isinstance(old, Array) and isinstance(value, Sliced):
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
    elif (change := IN_PLACE.get((op, type(old.unread if isinstance(old, External) else old)))) is not None:
        change(interp, old, value)
    else:
        return interp.binary(op, old, value)
    return old


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
    "compute it in a line of its own",
)


def has_arrays(index: Any) -> bool:
    """Is a selection by this index a copy, and not a view? (An integer without axes is an integer, a truth value a
    mask.)"""
    return any(map(is_array_index, index if isinstance(index, tuple) else (index,)))


def is_array_index(part: Any) -> bool:
    part = part.unread if isinstance(part, External) else part
    if isinstance(part, (Array, Sym, np.ndarray, np.generic)):
        return bool(part.ndim) or is_bool(part.dtype)
    return isinstance(part, (Sliced, list, bool))


def augmented_item(interp: Interpreter, frame: Any, node: gast.AugAssign, op: str) -> None:
    owner = interp.settled(interp.evaluate(frame, node.target.value))
    index = read_index(interp, frame, node.target.slice)
    if not isinstance(owner, (Array, Sliced)):
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
def change_item(interp: Interpreter, op: str, owner: Array | Sliced, index: Any, value: Any) -> None:
    """owner[index] op= value."""
    index, (value,) = place_of_store(index, value), as_arrays(interp, [value])
    if (
        isinstance(owner, Sliced)
        or isinstance(owner, Array)
        and (is_open(interp, owner, index) or isinstance(value, Sliced))
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
    if not np.can_cast(result.dtype, old_type.dtype, "same_kind"):
        raise CompileError(
            f"Cannot cast ufunc output from {short_name(result.dtype)} to {short_name(old_type.dtype)} "
            "with casting rule 'same_kind'",
            f"convert the array first: a = a.astype({result.dtype})",
            kind=TypeError,
        )
    if broadcast_shapes(result.type, old_type) != old_type.shape:
        raise CompileError(
            f"non-broadcastable output operand: {old_type} can't hold {result.type}",
            "a = a + b makes a new array",
            kind=ValueError,
        )
    return convert(result, old_type.dtype)
