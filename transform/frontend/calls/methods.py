"""Method calls on arrays and containers: `a.sum(axis=0)`, `xs.append(v)`."""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...library import METHODS
from ...library.numpy.operators import to_bool, to_complex, to_float, to_int
from ...library.plain.structured import viewed
from ...primitives import eq, floor, popcount
from ..bounded.extents import BoundedArray
from ..bounded.functions import call_method_sliced
from ..dispatch import CLASS
from ..expressions.containers import METHODS as CONTAINER_METHODS
from ..expressions.stored import cast_stored, unchanged_if_raised
from ..assignment.items import check_single
from ..interpreter import Interpreter, operation
from ..lists.growing import growing_of, list_of
from ..lists.items import FEW
from ..lists.layouts import Item, Nesting
from ..lists.places import SHORT, UNKNOWN, NeedsType, Site, is_asked_for, is_tried, place_here, place_of_rows
from ..models.derived import in_model, is_of_derived
from ..state.contiguity import lie_as, lie_in_any_order
from ..state.values import (
    DynamicText,
    Array,
    Bound,
    External,
    HostMethod,
    Instance,
    class_of,
    describe,
    is_host_object,
    is_stream,
)
from .binding import call_user_function, is_left_out
from .host_library import call_method_on_host, is_hosted_class
from .random_draws.drawing import draw


OF_CLASSES = (types.MethodDescriptorType, types.WrapperDescriptorType)  # list.append, float.__add__


def method_here(interp: Interpreter, function: Any, args: list) -> Any:
    """The method of a builtin class, bound to its first argument: an object of just that class, or of one that is
    derived from a container. None for others."""
    value = interp.settled(args[0])
    if CLASS(interp, value) is function.__objclass__:
        return interp.get_attribute(args[0], function.__name__)
    if is_of_derived(value) and issubclass(class_of(value), function.__objclass__):
        return Bound(in_model(function), value)
    return None


def call_host_method(interp: Interpreter, method: HostMethod, args: list, kwargs: dict) -> Any:
    obj = method.self
    kwargs = {name: v for name, v in kwargs.items() if not is_left_out(interp, name, v)}
    if is_host_object(obj) or isinstance(obj, External) and is_hosted_class(type(obj.unread)):
        return call_method_on_host(interp, obj, method.name, args, kwargs)
    if is_stream(obj):
        return draw(interp, obj, method.name, args, kwargs)
    if isinstance(obj, BoundedArray):
        return call_method_sliced(interp, method.name, obj, args, kwargs)
    if not isinstance(obj, (Array, Sym)):
        kind = (
            type(obj.unread)
            if isinstance(obj, External)
            else obj.cls
            if isinstance(obj, Instance)
            else DynamicText
            if isinstance(obj, DynamicText)
            else type(obj)
        )
        if hasattr(kind, "_fields"):
            return getattr(obj, method.name)(*args, **kwargs)
        rule = CONTAINER_METHODS[kind][method.name]
        if kind is str or method.name in ("get", "index", "count"):
            answer = interp.for_each_text(args, kwargs, lambda a, k: call_host_method(interp, method, a, k))
            if answer is not NotImplemented:
                return answer
        return call_user_function(f"{kind.__name__}.{method.name}", rule, [interp, obj, *args], kwargs)
    answer = interp.for_each_text(args, kwargs, lambda a, k: call_host_method(interp, method, a, k))
    if answer is not NotImplemented:
        return answer
    if method.name == "nonzero" and isinstance(obj, Array):
        return interp.call_host(np.nonzero, [obj, *args], kwargs)
    if method.name == "compress" and isinstance(obj, Array):
        return interp.call_host(
            np.compress, args[:1], {"a": obj, **dict(zip(("axis", "out"), args[1:])), **kwargs}
        )
    if method.name == "repeat":
        return interp.call_host(np.repeat, [obj, *args], kwargs)
    if method.name == "view" and any(interp.is_record_dtype(v) for v in (*args, *kwargs.values())):
        return interp.call(viewed, [obj, *args], kwargs)
    rule = ARRAY_METHODS.get(method.name)
    if rule is not None:
        return call_user_function(method.name, rule, [interp, obj, *args], kwargs)
    return interp.call_host(None, [obj, *args], kwargs, METHODS[method.name])


@operation
def item(interp: Interpreter, obj: Any, *index: Any) -> Any:
    """One element, as a Python number."""
    if index:
        if len(index) == 1 and isinstance(obj, Array) and obj.ndim != 1 and not isinstance(index[0], tuple):
            obj = interp.call_method(obj, "ravel", [])
        obj = interp.get_item(obj, index[0] if len(index) == 1 else tuple(index))
    x = interp.sym(obj)
    if x.ndim and x.size != 1:
        raise CompileError(
            f"item() of {x.type}: can only convert an array of size 1 to a Python scalar",
            "pass the index of an element",
            kind=ValueError,
        )
    convert = {"b": to_bool, "i": to_int, "u": to_int, "f": to_float, "c": to_complex}[x.dtype.kind]
    return interp.wrap(convert(TABLE["reshape"](x, shape=()) if x.ndim else x))


def tolist(interp: Interpreter, obj: Any) -> Any:
    """Nested lists of dynamic numbers. Many of them are one array, unless what is done with the list needs others."""
    place = place_here(interp)
    if not obj.shape or 0 in obj.shape:
        return list_at_depth(interp, obj, place)
    many = obj.shape[0] > (SHORT if obj.ndim == 1 else FEW) and not interp.sym(obj).is_const
    if many and not is_tried(interp, place):
        raise NeedsType({place: UNKNOWN}, wished=True)
    made = array_as_list(interp, obj, place) if is_asked_for(interp, place) else None
    return list_at_depth(interp, obj, place) if made is None else made


def array_as_list(interp: Interpreter, array: Any, place: Any) -> Any:
    """The nested lists of an array as one array; None where they hold other items later."""
    content = interp.sym(array)
    one = interp.sym(item(interp, interp.get_item(array, (0,) * array.ndim)))
    own = Item(one.dtype, content.shape[1:], one.weak, Nesting(*[list] * (content.ndim - 1)))
    known = interp.growing.types[place]
    if known is UNKNOWN:
        known = interp.growing.types[place] = own
    if known != own:
        return None
    rows = interp.array(content if content.dtype == own.dtype else TABLE["cast"](content, dtype=own.dtype))
    return growing_of(interp, rows, own.weak, own.nesting, Site(place))


def list_at_depth(interp: Interpreter, array: Any, place: Any) -> Any:
    """The nested lists of an array. The lists of each axis have an allocation site of their own."""
    if not array.shape:
        return item(interp, array)
    rows = [interp.get_item(array, k) for k in range(array.shape[0])]
    return list_of(interp, place, [list_at_depth(interp, row, place_of_rows(place)) for row in rows])


def copy(interp: Interpreter, obj: Any, order: str = "C") -> Any:
    """A new array with the same content."""
    sym = interp.sym(obj)
    if isinstance(obj, Sym):
        return sym
    new = interp.array(sym)
    return new if order == "C" else lie_in_any_order(new) if order == "F" else lie_as(new, [obj])


def fill(interp: Interpreter, obj: Any, value: Any) -> None:
    if not isinstance(obj, Array):
        raise CompileError(f"{describe(obj)} can't be filled")
    check_single(value)
    error = interp.registers["error"]
    unchanged_if_raised(interp, obj, error, lambda: interp.store(obj, cast_stored(interp, obj, value)))


def is_integer(interp: Interpreter, obj: Sym) -> Any:
    x = interp.sym(obj)
    return eq(x, floor(x)) if x.dtype.kind == "f" else True


def bit_count(interp: Interpreter, obj: Sym) -> Any:
    x = interp.sym(obj)
    return interp.wrap(to_int(popcount(abs(x).astype(np.uint64))))


def bit_length(interp: Interpreter, obj: Sym) -> Any:
    def count(n):
        n = abs(n)
        length = 0
        while n > 0:
            n = n >> 1
            length += 1
        return length

    return interp.call(count, [obj], {})


ARRAY_METHODS = {
    "item": item,
    "tolist": tolist,
    "copy": copy,
    "fill": fill,
    "is_integer": is_integer,
    "bit_count": bit_count,
    "bit_length": bit_length,
}
