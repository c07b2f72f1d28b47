"""Arrays that compiled code can't hold.

Arrays of texts and dates, of what is known while compiling, are static: NumPy's functions of them are computed now.

    np.arange("2016-07", "2016-08", dtype="datetime64[D]")

Placeholders are arrays of None in attributes and variables that are later replaced by numbers.

self.z = np.array([[None] * n]).T       # a placeholder: no operation of the program
self.z = z                              # numbers
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_supported
from ...core.errors import CompileError
from ..decisions import note_decision
from ..dispatch import ATTRIBUTE, CLASS, ITEM
from ..expressions.subscripts import plain_item
from ..interpreter import Interpreter
from ..outside.kinds import Held, is_held, is_placeholder, not_of_held
from ..outside.paths import fetch
from ..state.diagnostics import HIDDEN_STATE
from ..state.purity import check_pure
from ..state.values import External, Partial, Path, compute, contains_dynamic

OBJECTS = (object, "object", "O", np.dtype(object))


def placeholder(interp: Interpreter, function: Any, args: list, kwargs: dict) -> External | None:
    """The array of None that NumPy makes of these arguments; None if it makes another array."""
    shape = RULES[function](*args, **kwargs) if function in RULES and not kwargs.keys() - {"dtype"} else None
    return None if shape is None else make_placeholder(interp, shape)


def make_placeholder(interp: Interpreter, shape: tuple[int, ...]) -> External:
    path = Path(("nones", shape))
    return External(np.full(shape, None), path, interp.outside)


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


def is_object(dtype: Any, default: bool) -> bool:
    return default if dtype is None else any(dtype is kind or dtype == kind for kind in OBJECTS)


def copy_placeholder(interp: Interpreter, value: External) -> External | None:
    """A copy of a placeholder from outside or from here; None if it is something else."""
    array = value.unread
    if not is_placeholder(array) or any(item is not None for item in array.ravel()):
        return None
    return make_placeholder(interp, np.shape(value.value))


RULES = {np.array: of_list, np.full: fill_with_none, np.empty: empty}


# -- texts and dates ---------------------------------------------------------------------------------------------------

MAKING = (np.array, np.asarray, np.asanyarray, np.arange)
WORDS = (str, bytes, np.datetime64, np.timedelta64)
FACTS = ("shape", "dtype", "ndim", "size", "itemsize", "nbytes", "T")
READING = ("tolist", "astype", "reshape", "ravel", "copy", "transpose", "item")


def is_of_held(function: Any, given: Sequence[Any]) -> bool:
    """Is it a function or method of NumPy's, with such an array among its arguments?"""
    home = getattr(function, "__module__", None) or getattr(function, "__objclass__", np.ufunc).__module__
    return any(isinstance(v, Held) for v in given) and home.split(".")[0] == "numpy"


def held_result(interp: Interpreter, function: Any, args: Sequence[Any], kwargs: dict) -> Any:
    """What a function of NumPy's gives that makes or takes an array of texts or dates; NotImplemented if it is none."""
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
    """Are there texts, dates or their dtypes in a value?"""
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
