"""Subscripts that are read: arrays through views, containers by static keys."""

from __future__ import annotations

import collections
import dataclasses
import operator
from collections.abc import Sequence
from typing import Any

import gast
import numpy as np

from ...core.dtypes import is_bool, is_integer
from ...core.errors import CompileError, NeedsStatic, RaisesWhenReached
from ...ir.builder import Sym
from ...library.numpy.indexing import Index, Window, compose, getitem, parse_index, setitem
from ..bounded.extents import BoundedArray
from ..lists.functions import as_arrays
from ..lists.choices import MANY, chooses, is_data
from ..lists.from_outside import gather_items, gather_outside
from ..lists.items import ask_for_computed_keys, ask_for_pool, ask_for_slot, ask_for_table
from ..lists.lookups import (
    choosing,
    has_unlike_lists,
    is_computed_key,
    is_looked_up,
    item_of_key,
    item_of_match,
    list_chosen,
)
from ..lists.places import is_asked_for, is_known_argument
from ..bounded.shapes import index_array
from ..bounded.slicing import is_lone_mask, is_open, sliced_item, with_mask_axis
from ..decisions import note_lookup, note_slice
from ..dispatch import ITEM
from ..frame import Frame
from ..interpreter import EXPRESSIONS, Interpreter, operation
from ..state.contiguity import lie_as_selected
from ..state.diagnostics import OUTSIDE
from ..python_errors import BAD_BOUND, check_index, type_error, unknown_text
from ..state.environment import CONTAINERS
from ..state.integer_facts import difference, origins_of, interval
from ..outside.paths import is_own
from ..state.entered import is_shared
from ..state.values import (
    Array,
    Counted,
    DynamicText,
    External,
    Instance,
    Lens,
    Option,
    compute,
    describe,
    is_host_object,
    is_unsure,
    raised_by,
)
from .union_types import is_unsettled
from .containers import RAISED, for_each_text, has_method, near_key, plain


def in_range(i: Sym) -> tuple[int | None, int | None]:
    return interval(i)


def read_subscript(interp: Interpreter, frame: Frame, node: gast.Subscript) -> Any:
    return item_in(interp, frame, interp.evaluate(frame, node.value), read_index(interp, frame, node.slice))


def item_in(interp: Interpreter, frame: Frame, value: Any, index: Any) -> Any:
    """value[index], as it stands in a function."""
    acts = isinstance(value, Instance) and (not is_own(value.cls) or hasattr(value.cls, "__missing__"))
    if acts:  # its method is not called if the index has failed
        return interp.value_unless_failed(frame, lambda: get_item(interp, value, index))
    return get_item(interp, value, index)


def read_index(interp: Interpreter, frame: Frame, node: Any) -> Any:
    """An index or key as it stands in the text; lists and tuples from outside with the items that they hold now, ranges
    as arrays."""
    index = unwrap_index(interp, interp.evaluate(frame, node))
    parts = [index_array(interp, p) for p in (index if type(index) is tuple else (index,))]
    parts = parts if interp.growing is None else as_arrays(interp, parts)
    return tuple(parts) if type(index) is tuple else parts[0]


def unwrap_index(interp: Interpreter, index: Any) -> Any:
    index = plain(interp, index)
    if isinstance(index, range):
        return list(index)
    if isinstance(index, Counted):
        return interp.array_of_range(index)
    return (
        type(index)([unwrap_index(interp, part) for part in index]) if type(index) in (list, tuple) else index
    )


EXPRESSIONS[gast.Subscript] = read_subscript


@operation
def get_item(interp: Interpreter, value: Any, index: Any) -> Any:
    return for_each_text(interp, index, lambda key: item_at_key(interp, interp.settled(value), key), value)


def item_at_key(interp: Interpreter, value: Any, index: Any) -> Any:
    check_index(value, index)
    return ITEM(interp, value, index)


@ITEM.of(Array, BoundedArray)
def item_of_array(interp: Interpreter, value: Array | BoundedArray, index: Any) -> Any:
    value, index = with_mask_axis(interp, value, index)
    found = (
        sliced_item(interp, value, index)
        if is_open(interp, value, index)
        else array_item(interp, value, index)
    )
    if isinstance(found, (Array, BoundedArray)) and holds_array_without_axes(
        index
    ):  # an index array: no view
        return interp.call_host(np.copy, [found], {})
    return found


def holds_array_without_axes(index: Any) -> bool:
    """Whether an integer of an index is an array. (A number of NumPy's is none.)"""
    parts = index if isinstance(index, tuple) else (index,)
    return any(isinstance(p, Array) and not p.ndim and is_integer(p.dtype) for p in parts)


@ITEM.of(Sym)
def item_of_number(interp: Interpreter, value: Sym, index: Any) -> Any:
    check_subscriptable(value)
    if is_lone_mask(interp, index):
        return item_of_array(interp, interp.array(value), index)
    return interp.wrap(getitem(interp.sym(value), raw_index(interp, index, ()), in_range))


@ITEM.of(Instance)
def item_of_object(interp: Interpreter, value: Instance, index: Any) -> Any:
    if is_host_object(value):
        return interp.item_on_host(value, index)
    return interp.call_method(value, "__getitem__", [index])


def check_subscriptable(value: Sym) -> None:
    """Python's numbers have no items. (NumPy's have those of an array without axes.)"""
    if value.union is not None and any(member.weak for member in value.union):
        raise CompileError(f"an item of {describe(value)}: Python's numbers have none", "np.asarray(…) has")
    if value.weak:
        name = type(value.dtype.type(0).item()).__name__
        raise RaisesWhenReached(f"{name!r} object is not subscriptable", TypeError)


@ITEM.of(DynamicText)
def item_of_text(interp: Interpreter, value: DynamicText, index: Any) -> Any:
    raise unknown_text(value, "an item of a text with dynamic values")


@operation
@ITEM.of(object)
def plain_item(interp: Interpreter, value: Any, index: Any) -> Any:
    """An item of a list, tuple, dict, str, range or static NumPy value."""
    if isinstance(value, (list, tuple)):
        if is_asked_for(interp, place := choosing(interp)):
            found = get_item(interp, gather_items(interp, place, list(value)), index)
            is_part = isinstance(value, tuple) and isinstance(index, slice)
            return interp.call(tuple, [found], {}) if is_part else found
        if chooses(interp, value, index, place_of_choice(interp, value)):
            return one_of_items(interp, value, index)
    if type(value) is str and is_data(index) and 0 < len(value) <= MANY:
        return interp.choose_item(tuple(value), index, "string")
    if isinstance(value, dict) and is_looked_up(interp, value, index):
        return item_of_key(interp, list(value), list(value.values()), index)
    found = interp.known_match(value, index) if isinstance(value, dict) else None
    if found is not None:
        return item_of_match(interp, list(value.values()), found, index)
    key = static_key(interp, index, value)
    note_item(interp, value, key)
    try:
        item = value[key]
    except RAISED as error:
        refusal = raised_by(error, near_key(value, key))
        # it may be longer
        refusal.grows = isinstance(error, IndexError) and interp.places.of(value) is not None
        raise refusal from None
    if isinstance(value, dict) and is_unsure(item):
        return interp.read_maybe(item, KeyError, key)
    return (
        interp.new_list(item)
        if isinstance(key, slice) and type(item) is list
        else interp.read(item, str(key))
    )


def one_of_items(interp: Interpreter, items: list | tuple, index: Any) -> Any:
    """An item that data choose; of lists that can't be joined, one in a pool."""
    try:
        return interp.choose_item(items, index)
    except NeedsStatic:
        ask_for_pool_of(interp, items)
        raise


def ask_for_pool_of(interp: Interpreter, items: list | tuple) -> None:
    """The same for a list from outside that is changed, or that is an argument, which stands in a slot then."""
    place = interp.places.of(items)
    if type(place) is tuple and place[0] == "entered":
        ask_for_pool(interp, place[1])
    if type(place) is tuple and place[0] == "argument" and len(place) == 2:
        ask_for_slot(interp, place[1])


def note_item(interp: Interpreter, value: Any, key: Any) -> None:
    """Keep which item of a container a key chooses."""
    if isinstance(value, dict):
        note_lookup(interp, value, key)
    elif isinstance(key, slice) and isinstance(value, (list, tuple, str, range)):
        note_slice(interp, (key.start, key.stop, key.step), len(value))


@operation
def static_key(interp: Interpreter, index: Any, value: Any) -> Any:
    if isinstance(value, dict) and not isinstance(index, slice):
        ask_for_computed_keys(interp, interp.places.of_dict(value), index)
    return known_key(interp, index, value)


def known_key(interp: Interpreter, index: Any, value: Any) -> Any:
    sequence = isinstance(value, (list, tuple))
    try:
        if isinstance(index, slice):
            parts = (index.start, index.stop, index.step)
            return slice(
                *[
                    None if p is None else interp.static(p, "a slice bound of a Python sequence")
                    for p in parts
                ]
            )
        if isinstance(index, tuple):
            return tuple(known_key(interp, i, value) for i in index)
        what = "index of a Python" if sequence and isinstance(index, Sym) else "key of a"
        return interp.key(index, f"the {what} {type(value).__name__}")
    except NeedsStatic as error:  # unless the list is one that might be read as an array
        if sequence:
            kind = type(value).__name__
            error.hint = f"arrays take computed indices: make the {kind} an array before, np.array(…)"
        error.site = place_of_choice(interp, value) if sequence else interp.places.of_dict(value)
        error.grows = error.site is not None and error.site != choosing(interp)
        raise


def place_of_choice(interp: Interpreter, value: Any) -> Any:
    """The place of a list which may be one array, so that data choose from it: where it is made, or where they do."""
    place = interp.places.of(value)
    return choosing(interp) if place is None or is_known_argument(interp, place) else place


GRIDS = (type(np.mgrid), type(np.ogrid))  # they make arrays whose sizes are in the key


@ITEM.of(External)
def external_item(interp: Interpreter, value: External, index: Any) -> Any:
    inner = value.unread
    if has_method(interp, value, "__getitem__") and not isinstance(inner, GRIDS):
        return interp.call_method(value, "__getitem__", [index])
    if type(inner) is dict and is_computed_key(interp, list(inner), index):
        return item_of_key(
            interp, list(interp.outside.keys(value)), list(plain(interp, value).values()), index
        )
    found = interp.known_match(plain(interp, value), index) if type(inner) is dict else None
    if found is not None:
        return item_of_match(interp, list(plain(interp, value).values()), found, index)
    if isinstance(inner, (list, tuple)) and has_unlike_lists(interp, value, index):
        found = list_chosen(interp, interp.outside.items(interp, value), index)
        if found is not None:
            return found
    if isinstance(inner, (list, tuple)) and is_asked_for(interp, place := choosing(interp)):
        return get_item(interp, gather_outside(interp, place, value), index)
    if isinstance(inner, (list, tuple)) and chooses(interp, inner, index, choosing(interp)):
        items = interp.outside.items(interp, value)
        try:
            return interp.choose_item(tuple(items) if isinstance(inner, tuple) else items, index)
        except NeedsStatic:
            if isinstance(inner, list) and not is_shared(value):
                ask_for_pool(interp, value.path)
            raise
    ask_for_table(interp, value, index, often=hasattr(inner, "default_factory"))
    key = static_key(interp, index, inner)
    try:
        if not isinstance(inner, CONTAINERS):
            return interp.wrap(compute_item(value.value, key))
        if isinstance(key, slice):
            indices = range(*key.indices(len(inner)))
            items = [interp.external(inner[k], value.path.then("item", k)) for k in indices]
            return tuple(items) if isinstance(inner, tuple) else interp.new_list(items)
        if isinstance(key, int) and not isinstance(inner, dict) and key < 0:
            key += len(inner)
        if isinstance(inner, dict) and key not in inner:
            return missing_item(interp, value, key)
        return interp.external(inner[key], value.path.then("item", key))
    except CompileError:
        raise
    except RAISED as error:
        raise raised_by(error, near_key(inner, key)) from None


def missing_item(interp: Interpreter, value: External, key: Any) -> Any:
    """The result of a dict from outside for a missing key."""
    interp.outside.keys(value)
    if type(value.unread) is collections.Counter:
        return 0
    if type(value.unread) is collections.defaultdict and value.unread.default_factory is not None:
        interp.outside.change(value)
    if has_method(interp, value, "__missing__"):
        return interp.call_method(value, "__missing__", [key])
    if hasattr(type(value.unread), "__missing__"):
        raise OUTSIDE.error(path=value.path)  # a defaultdict adds the key
    raise KeyError(key)


def compute_item(value: Any, key: Any) -> Any:
    """An item of some other static object, such as np.s_[1:3]."""
    return compute(operator.getitem, value, key)


# -- arrays ------------------------------------------------------------------------------------------------------


def raw_index(interp: Interpreter, index: Any, shape: tuple[int, ...]) -> Any:
    """The index as the library takes it: Syms for arrays, Windows for slices of dynamic start and static length."""
    parts = index if isinstance(index, tuple) else (index,)
    axis, out = 0, []
    for k, part in enumerate(parts):
        if part is Ellipsis:
            axis = len(shape) - _axes_of(parts[k + 1 :])
        out.append(raw_part(interp, part, shape[axis] if 0 <= axis < len(shape) else 0))
        axis += _axes_of((part,)) if part is not Ellipsis else 0
    return tuple(out) if isinstance(index, tuple) else out[0]


def _axes_of(parts: tuple) -> int:
    """The number of axes that these parts of an index consume."""
    count = 0
    for p in parts:
        boolean = isinstance(p, (Array, np.ndarray)) and is_bool(p.dtype)
        count += p.ndim if boolean else 0 if p is None or p is Ellipsis else 1
    return count


def raw_part(interp: Interpreter, part: Any, size: int) -> Any:
    part = interp.settled(part)
    match part:
        case Array() | Sym() | Counted():
            return interp.sym(interp.array_of_range(part) if isinstance(part, Counted) else part)
        case slice():
            return raw_slice(interp, part, size)
        case list():
            return [raw_part(interp, p, size) for p in part]
        case External():
            return (
                raw_part(interp, unwrap_index(interp, part), size)
                if isinstance(part.unread, CONTAINERS)
                else part.value
            )
    return part


@operation
def slice_of(interp: Interpreter, *bounds: Any) -> slice:
    """A slice; bounds that are arrays without axes are numbers, and None is the end of the sequence."""
    given = slice(*bounds)
    bounds = given.start, given.stop, given.step
    parts = [interp.settled(bound_or_end(interp, bounds, k)) for k in range(3)]
    return slice(
        *(interp.sym(b) if isinstance(b, Array) and not b.ndim and is_integer(b.dtype) else b for b in parts)
    )


BEYOND = 1 << 40  # a position behind the last one of any sequence


def bound_or_end(interp: Interpreter, bounds: Sequence[Any], k: int) -> Any:
    """The start or stop of a slice; where it is None, a number for the end of the sequence that None stands for."""
    bound, step = interp.read(bounds[k]), interp.read(bounds[2])
    known = step is None or isinstance(step, int)
    if k == 2 or not known or not is_unsettled(interp, bound) or not is_number_or_none(bound):
        return bound
    backwards = step is not None and step < 0
    end = BEYOND if backwards else 0
    if k == 1:
        end = -BEYOND if backwards else BEYOND
    return interp.fork(interp.sym(bound.flag), lambda: bound.value, lambda: end)


def is_number_or_none(value: Option) -> bool:
    return isinstance(value.value, (int, Sym)) and not isinstance(value.value, bool)


def raw_slice(interp: Interpreter, part: slice, size: int) -> Any:
    """Static bounds stay a slice; dynamic ones at a constant distance make a Window."""
    bounds = [static_bound(p) for p in (part.start, part.stop, part.step)]
    if not any(isinstance(b, (Sym, Array)) for b in bounds):
        note_slice(interp, bounds, size)
        return slice(*bounds)
    for bound in bounds:
        if isinstance(bound, (Sym, Array)) and not is_integer(bound.dtype):
            message = f"slice indices must be integers; here one is {describe(bound)}"
            raise type_error(message, BAD_BOUND, "convert it with int(…)")
    start, stop, step = bounds
    step = 1 if step is None else interp.static(step, "the step of a slice")
    length = difference(size if stop is None else stop, 0 if start is None else start)
    if length is None or step != 1:
        raise_dynamic_length(interp, bounds)
    if length <= 0:
        return slice(0, 0)
    return Window(interp.sym(0 if start is None else start), length)


def static_bound(bound: Any) -> Any:
    return bound.value.item() if isinstance(bound, Sym) and bound.is_const else bound


def raise_dynamic_length(interp: Interpreter, bounds: list[Any]) -> None:
    """A slice whose length is not constant: its bounds would have to be static."""
    sources: frozenset | None = frozenset()
    for b in bounds:
        if b is not None:
            origins = origins_of(interp.settled(b))
            sources = None if sources is None or origins is None else sources | origins
    raise NeedsStatic(
        "the length of this slice is not constant",
        sources,
        "use a window of constant length (x[i:i + 5]) or a mask (np.where)",
    )


@operation
def array_item(interp: Interpreter, array: Array, index: Any) -> Any:
    """array[index]: a view for slices and integers, a new array for index arrays; a scalar where no axis is left."""
    if interp.trying:
        index, _ = interp.test_index(array, index)
    parsed = selection(interp, array, index)
    if not parsed.basic:
        return lie_as_selected(interp.wrap(getitem(interp.content(array), parsed, in_range)), array, parsed)
    if not parsed.result_shape and not has_ellipsis(index):
        return interp.wrap(read_through(interp, array, parsed))
    return make_view(interp, array, parsed)


def selection(interp: Interpreter, array: Array, index: Any) -> Index:
    return parse_index(array.shape, raw_index(interp, index, array.shape))


def has_ellipsis(index: Any) -> bool:
    return any(p is Ellipsis for p in (index if isinstance(index, tuple) else (index,)))


def read_through(interp: Interpreter, array: Array, parsed: Index) -> Sym:
    """One element or window, read from the base directly where the views compose.

    An integer that is read again is the same value: slices by it, k[0]:k[0] + 4, have lengths that are known so.
    """
    array, parsed = innermost(array, parsed)
    content, index = interp.content(array), lift_index_here(interp, parsed)
    if content.is_const or not is_integer(content.dtype):
        return getitem(content, index, in_range)
    key = content.atom.name, written_out(index)
    found = interp.builder.reads.get(key)
    if found is None:
        found = interp.builder.reads[key] = getitem(content, index, in_range)
    return found


def written_out(obj: Any) -> Any:
    """An index as nested tuples, which compare."""
    if isinstance(obj, Sym):
        return (obj.type, obj.value.tobytes()) if obj.is_const else obj.atom.name
    if isinstance(obj, tuple):
        return tuple(map(written_out, obj))
    if dataclasses.is_dataclass(obj):
        return type(obj), *(written_out(getattr(obj, f.name)) for f in dataclasses.fields(obj))
    return str(obj) if isinstance(obj, slice) else obj


def innermost(array: Array, parsed: Index) -> tuple[Array, Index]:
    while array.base is not None and array.lens.index is not None:
        composed = compose(array.base.shape, array.lens.index, parsed)
        if composed is None:
            break
        array, parsed = array.base, composed
    return array, parsed


def make_view(interp: Interpreter, array: Array, parsed: Index) -> Array:
    base, composed = innermost(array, parsed)
    lens = Lens(
        lambda x: getitem(x, lift_index_to(x, composed), in_range),
        lambda x, new: setitem(x, lift_index_to(x, composed), new, in_range),
        composed,
    )
    view = interp.view(base, lens)
    return view


def lift_index_here(interp: Interpreter, index: Index) -> Index:
    return lift_index(interp.builder, index)


def lift_index_to(x: Any, index: Index) -> Index:
    """The index with its dynamic parts in the builder of x."""
    return lift_index(x.builder, index)


def lift_index(builder: Any, index: Index) -> Index:
    return map_syms(index, builder.lift)


def map_syms(obj: Any, function: Any) -> Any:
    """A structure of frozen dataclasses and tuples with every Sym replaced; itself where none becomes another."""
    if obj is None or type(obj) is int:
        return obj
    if isinstance(obj, Sym):
        return function(obj)
    if isinstance(obj, tuple):
        new = tuple([map_syms(o, function) for o in obj])
        return obj if type(obj) is tuple and all(map(operator.is_, new, obj)) else new
    if not hasattr(type(obj), "__dataclass_fields__"):
        return obj
    parts = {name: getattr(obj, name) for name in obj.__dataclass_fields__}
    mapped = {name: map_syms(part, function) for name, part in parts.items()}
    return obj if all(map(operator.is_, mapped.values(), parts.values())) else type(obj)(**mapped)


@operation
def stack_numbers(interp: Interpreter, items: Any) -> Sym:
    """A list or tuple of numbers and arrays as one array."""
    return interp.sym(interp.call_host(np.array, [items], {}))
