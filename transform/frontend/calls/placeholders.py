"""Static arrays of strings and dates, placeholder arrays of None, and arrays of objects.

Compiled code can't hold these arrays. Arrays of static strings and dates are static: NumPy computes with them
at compile time.

    np.arange("2016-07", "2016-08", dtype="datetime64[D]")

Placeholders are arrays of None in attributes and variables that are later replaced by numbers.

self.z = np.array([[None] * n]).T       # a placeholder: no operation of the program
self.z = z                              # numbers

Arrays of objects are lists: a placeholder whose elements are set is one when the function is read again.

a = np.empty(2, dtype=object)
a[0], a[1] = np.zeros(3), np.zeros(5)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_supported
from ...core.errors import CompileError
from ...ir.builder import Sym
from ..decisions import note_decision
from ..dispatch import ATTRIBUTE, CLASS, ITEM
from ..expressions.subscripts import external_item, plain_item
from ..interpreter import Interpreter
from ..lists.functions import JOINED
from ..lists.places import Placeholder, ask_for_objects, is_asked_for, place_here, place_of_keys
from ..model_operations import called_in_models
from ..outside.kinds import Held, is_held, is_placeholder, not_of_held
from ..outside.paths import fetch
from ..state.diagnostics import HIDDEN_STATE
from ..state.purity import check_pure
from ..state.values import (
    NUMBERS,
    Array,
    External,
    Instance,
    Partial,
    Path,
    compute,
    contains_dynamic,
    describe,
)

OBJECTS = (object, "object", "O", np.dtype(object))


def placeholder(interp: Interpreter, function: Any, args: list, kwargs: dict) -> External | Instance | None:
    """The array of None, or of other objects, that NumPy makes of these arguments; None if it makes another array."""
    shape = RULES[function](*args, **kwargs) if function in RULES and not kwargs.keys() - {"dtype"} else None
    return objects_of(interp, function, args, kwargs) if shape is None else make_placeholder(interp, shape)


def make_placeholder(interp: Interpreter, shape: tuple[int, ...]) -> External | Instance:
    place = place_of_objects(interp)
    if is_asked_for(interp, place):
        return make_objects(interp, [None] * math.prod(shape), shape)
    return Placeholder(np.full(shape, None), Path(("nones", shape)), interp.outside, place)


def of_list(value: Any = (), dtype: Any = None, *more: Any) -> tuple[int, ...] | None:
    """np.array of lists that hold nothing but None."""
    unknown = more or not isinstance(value, (list, tuple)) or not is_object(dtype, default=True)
    return None if unknown else shape_of(value)


def shape_of(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return ()
    inner = {shape_of(item) for item in value} if isinstance(value, (list, tuple)) else {None}
    return (len(value), *inner.pop()) if len(inner) == 1 and None not in inner else None


def fill_with_none(
    shape: Any = None, value: Any = 0, dtype: Any = None, *more: Any
) -> tuple[int, ...] | None:
    """np.full with None."""
    return None if value is not None or more or not is_object(dtype, default=True) else static_shape(shape)


def empty(shape: Any = None, dtype: Any = float, *more: Any) -> tuple[int, ...] | None:
    """np.empty of objects holds None."""
    return None if more or not is_object(dtype, default=False) else static_shape(shape)


def static_shape(shape: Any) -> tuple[int, ...] | None:
    sizes = shape if isinstance(shape, (list, tuple)) else [shape]
    return tuple(sizes) if all(isinstance(n, int) for n in sizes) else None


def is_object(dtype: Any = None, default: bool = True) -> bool:
    return default if dtype is None else any(dtype is kind or dtype == kind for kind in OBJECTS)


@ITEM.of(Placeholder)
def item_of_placeholder(interp: Interpreter, value: Placeholder, index: Any) -> Any:
    """An element, None; a row, through which elements may be set, is a part of an array of objects."""
    found = external_item(interp, value, index)
    if found is not None:
        ask_for_objects(interp, value, wished=True)
    return found


def make_array(interp: Interpreter, shape: Any, dtype: Any = float) -> Any:
    """np.ndarray(shape, dtype)"""
    return interp.call(np.empty, [shape], {"dtype": dtype})


def copy_placeholder(interp: Interpreter, value: External) -> External | Instance | None:
    """A copy of a placeholder from outside or from here; None if it is something else."""
    array = value.unread
    if not is_placeholder(array) or any(item is not None for item in array.ravel()):
        return None
    return make_placeholder(interp, np.shape(value.value))


RULES = {np.array: of_list, np.full: fill_with_none, np.empty: empty}


# -- arrays of objects -------------------------------------------------------------------------------------------------


class ObjectArray:
    """An array of objects. items: a list of all; places: which of them are its elements, by rows. A view has the same
    list."""

    __recto_class__ = np.ndarray
    dtype = np.dtype(object)

    def __init__(self, items, places, shape):
        self.items, self.places, self.shape = items, places, shape

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return len(self.places)

    @property
    def T(self):
        return ObjectArray(self.items, *turned(self))

    def __len__(self):
        if len(self.shape) == 0:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if len(self.shape) == 0:
            raise TypeError("iteration over a 0-d array")
        return iter([self[k] for k in range(len(self))])

    def __getitem__(self, index):
        places, shape, is_view = selected(self, index)
        if shape is None:
            return self.items[places]
        if is_view:
            return ObjectArray(self.items, places, shape)
        return object_array([self.items[k] for k in places], shape)

    def __setitem__(self, index, value):
        places, shape, _ = selected(self, index)
        if shape is None:
            self.items[places] = value
        else:
            values = values_for_line(value, shape)
            for k in range(len(places)):
                self.items[places[k]] = values[k]

    def reshape(self, *shape):
        return ObjectArray(self.items, self.places, reshaped(self, shape))

    def ravel(self):
        return ObjectArray(self.items, self.places, (len(self.places),))

    def flatten(self):
        return self.ravel().copy()

    def copy(self):
        return object_array([self.items[k] for k in self.places], self.shape)

    def transpose(self):
        return self.T

    def fill(self, value):
        for k in self.places:
            self.items[k] = value

    def tolist(self):
        return [row.tolist() if len(self.shape) > 1 else row for row in self]

    def astype(self, dtype):
        return np.array(self.tolist(), dtype=dtype)

    def sum(self):
        return sum([self.items[k] for k in self.places])

    def __add__(self, other):
        return combined(operator.add, self, other)

    def __radd__(self, other):
        return combined(lambda a, b: b + a, self, other)

    def __sub__(self, other):
        return combined(operator.sub, self, other)

    def __rsub__(self, other):
        return combined(lambda a, b: b - a, self, other)

    def __mul__(self, other):
        return combined(operator.mul, self, other)

    def __rmul__(self, other):
        return combined(lambda a, b: b * a, self, other)

    def __truediv__(self, other):
        return combined(operator.truediv, self, other)

    def __neg__(self):
        return combined(operator.mul, self, -1)

    def __array_function__(self, function, types, args, kwargs):
        if function in JOINED and args[0] is self:
            return function(list(self), *args[1:], **kwargs)
        if function is np.sum and len(args) == 1 and len(kwargs) == 0:
            return self.sum()
        if function in (np.shape, np.ndim, np.size) and len(args) == 1:
            return getattr(self, function.__name__)
        if function in (np.array, np.asarray) and is_object(*args[1:], **kwargs):
            return self if function is np.asarray else self.copy()
        if function in (np.array, np.asarray):
            return function(self.tolist(), *args[1:], **kwargs)
        return NotImplemented


def combined(function, one, other):
    """An operator of arrays of objects, element by element."""
    values = values_for_line(other, one.shape)
    return object_array([function(one.items[k], v) for k, v in zip(one.places, values)], one.shape)


def place_of_objects(interp: Interpreter) -> tuple:
    return place_of_keys(("objects", place_here(interp)))


@called_in_models
def object_array(interp: Interpreter, items: list, shape: tuple[int, ...]) -> Instance:
    """A new array of these objects."""
    attributes = {"items": items, "places": tuple(range(math.prod(shape))), "shape": shape}
    return interp.trail.allocate(Instance(ObjectArray, attributes))


def make_objects(interp: Interpreter, items: list, shape: tuple[int, ...]) -> Instance:
    return object_array(interp, interp.new_list(items), shape)


@called_in_models
def selected(interp: Interpreter, array: Instance, index: Any) -> tuple:
    """The places in the list that an index selects, and their shape; of one element its place, and None. And
    whether the index gives a view."""
    places, shape, index = array.attributes["places"], array.attributes["shape"], interp.settled(index)
    if isinstance(index, Sym) and not index.ndim and len(shape) == 1 and places == tuple(range(shape[0])):
        return index, None, False
    index = known_index(interp, index)
    found = compute(lambda: np.reshape(places, shape).astype(int)[index])
    if isinstance(found, np.integer):
        return int(found), None, False
    parts = index if isinstance(index, tuple) else (index,)
    is_view = all(part is None or part is ... or isinstance(part, (int, slice)) for part in parts)
    return tuple(found.ravel().tolist()), found.shape, is_view


def known_index(interp: Interpreter, index: Any) -> Any:
    """An index whose parts are known."""
    if isinstance(index, tuple):
        return tuple([known_index(interp, part) for part in index])
    if isinstance(index, slice):
        return slice(*[known_index(interp, v) for v in (index.start, index.stop, index.step)])
    return interp.static_argument(index, "the index of an array of objects")


@called_in_models
def reshaped(interp: Interpreter, array: Instance, shape: tuple) -> tuple[int, ...]:
    """The shape that the arguments of reshape give."""
    given = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    given = tuple([interp.static(n, "a shape") for n in given])
    return compute(np.zeros(array.attributes["shape"]).reshape, given).shape


@called_in_models
def turned(interp: Interpreter, array: Instance) -> tuple:
    """The places of the elements with the axes in reverse order, and the shape."""
    grid = np.reshape(array.attributes["places"], array.attributes["shape"]).astype(int).T
    return tuple(grid.ravel().tolist()), grid.shape


@called_in_models
def values_for_line(interp: Interpreter, value: Any, shape: tuple[int, ...]) -> list:
    """The values that are assigned to elements: one for all, or one for each of a line."""
    if isinstance(value, (Sym, str, *NUMBERS)) or value is None:
        return [value] * math.prod(shape)
    if isinstance(value, Instance) and value.cls is ObjectArray:
        items, places = value.attributes["items"], value.attributes["places"]
        if value.attributes["shape"] == shape:
            return [interp.get_item(items, k) for k in places]
    if isinstance(value, (list, tuple)) and shape == (len(value),):
        return list(value)
    raise CompileError(f"{describe(value)} is assigned to elements of an array of objects", ONE_BY_ONE)


ONE_BY_ONE = "assign the elements one by one: a[i] = …"


def has_one_axis(items: Any) -> bool:
    """Whether these are the elements of an array, and no rows, as NumPy sees lists and arrays of one
    length."""
    lengths = [
        len(v) if isinstance(v, (list, tuple)) else v.shape[0] if isinstance(v, Array) and v.shape else None
        for v in items
    ]
    return None in lengths or len(set(lengths)) > 1


def objects_of(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Instance | None:
    """The array that np.array, zeros, ones or full makes with dtype=object; None if it makes another."""
    kind = kwargs.get("dtype", args[DTYPES[function]] if len(args) > DTYPES.get(function, 9) else None)
    if function in LIKE and args and hasattr(args[0], "shape"):
        given = [args[0].shape, *args[1:]]
        return placeholder(interp, LIKE[function], given, kwargs) if is_object(kind, default=False) else None
    if function not in DTYPES or not is_object(kind, default=False) or kwargs.keys() - {"dtype"}:
        return None
    if function in (np.array, np.asarray):
        items = interp.settled(args[0])
        if isinstance(items, (list, tuple)) and items and has_one_axis(items):
            return make_objects(interp, list(items), (len(items),))
        return None
    shape = static_shape(args[0]) if args else None
    value = {np.zeros: 0, np.ones: 1}.get(function, args[1] if len(args) > 1 else None)
    return None if shape is None else make_objects(interp, [value] * math.prod(shape), shape)


LIKE = {np.empty_like: np.empty, np.zeros_like: np.zeros, np.ones_like: np.ones, np.full_like: np.full}
DTYPES = {
    np.array: 1,
    np.asarray: 1,
    np.full: 2,
    **dict.fromkeys((np.zeros, np.ones, *LIKE), 1),
    np.full_like: 2,
}


# -- texts and dates ---------------------------------------------------------------------------------------------------

MAKING = (np.array, np.asarray, np.asanyarray, np.arange)
WORDS = (str, bytes, np.datetime64, np.timedelta64)
FACTS = ("shape", "dtype", "ndim", "size", "itemsize", "nbytes", "T")
READING = ("tolist", "astype", "reshape", "ravel", "copy", "transpose", "item")


def is_of_held(function: Any, given: Sequence[Any]) -> bool:
    """Whether it is a function or method of NumPy's, with such an array among its arguments."""
    home = getattr(function, "__module__", None) or getattr(function, "__objclass__", np.ufunc).__module__
    return any(isinstance(v, Held) for v in given) and home.split(".")[0] == "numpy"


def held_result(interp: Interpreter, function: Any, args: Sequence[Any], kwargs: dict) -> Any:
    """The result of a function of NumPy's that makes or takes an array of texts or dates; NotImplemented if
    it is none."""
    given = [*args, *kwargs.values()]
    takes = any(isinstance(v, Held) for v in given)
    if not (takes or function in MAKING and any(map(has_words, given))) or contains_dynamic(given):
        return NotImplemented
    if getattr(function, "__objclass__", None) is not np.ndarray:
        check_pure(function)
    plain = [interp.static_argument(a, "") for a in args]
    named = {name: interp.static_argument(v, "") for name, v in kwargs.items()}
    try:
        result = compute(call_on_copies, function, plain, named)
    except CompileError:
        if takes:
            raise
        return NotImplemented  # the function's own rule tells why
    for value in plain if isinstance(result, (np.ndarray, np.generic)) else ():
        refuse_clock(result, value)
    if takes or has_words(args[:1]) or isinstance(result, np.ndarray) and is_held(result):
        note_decision(interp, function, plain, result, named)
        return interp.wrap(result)
    return NotImplemented


def note_date(interp: Interpreter, function: Any, args: Sequence[Any]) -> None:
    """np.datetime64("today") is compared at every call; "now" is never the same."""
    if function is not np.datetime64:
        return
    text = next((a.lower() for a in args if isinstance(a, str)), "")
    if text == "now":
        raise HIDDEN_STATE.error(name="np.datetime64('now')")
    if text == "today" and not contains_dynamic(args):
        path = Path(("date", *args))
        interp.outside.guard(path, fetch(path))


def refuse_clock(result: Any, given: Any) -> None:
    """Refuse dates that are made of the texts for today and now."""
    held = (
        given.value.ravel().tolist() if isinstance(given, Held) and given.value.dtype.kind in "US" else given
    )
    for text in held if isinstance(held, (list, tuple)) else [held]:
        if isinstance(text, (list, tuple)):
            refuse_clock(result, text)
        word = text.decode() if isinstance(text, bytes) else text
        if isinstance(word, str) and word.lower() in ("today", "now") and result.dtype.kind == "M":
            raise HIDDEN_STATE.error(name=f"a date of {word!r}")


def call_on_copies(function: Callable, args: Sequence[Any], kwargs: dict) -> Any:
    """The result of a function that changes none of its arguments."""
    held = [v for v in (*args, *kwargs.values()) if isinstance(v, Held)]
    copies = {id(v): v.value.copy() for v in held}
    as_array = lambda v: copies.get(id(v), v)
    result = function(*map(as_array, args), **{name: as_array(v) for name, v in kwargs.items()})
    if any(copies[id(v)].tobytes() != v.value.tobytes() for v in held):
        raise not_of_held("a change")
    return result


def has_words(value: Any) -> bool:
    """Whether there are texts, dates or their dtypes in a value."""
    value = value.unread if isinstance(value, External) else value
    if isinstance(value, (list, tuple)):
        return any(map(has_words, value))
    unsupported = isinstance(value, np.dtype) and not is_supported(value)
    return isinstance(value, WORDS) or unsupported or value is str or value is bytes


@ATTRIBUTE.of(Held)
def held_attribute(interp: Interpreter, obj: Held, name: str) -> Any:
    if name in READING:
        return Partial(getattr(np.ndarray, name), (obj,), {})
    if name in FACTS or name in (obj.value.dtype.names or ()) and isinstance(obj.value, np.recarray):
        return interp.wrap(compute(getattr, obj.value, name))
    raise not_of_held(f"attribute {name}")


ITEM.of(Held)(lambda interp, obj, index: interp.wrap(plain_item(interp, obj, index)))
CLASS.of(Held)(lambda interp, obj: type(obj.value))
