"""Messages of Python's TypeErrors for operations on unsuitable operands, as handlers see them.

The message of a CompileError describes a value in more detail; `str(error)` in a handler is Python's text.
"""

from __future__ import annotations

import collections
import contextlib
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.dtypes import PYTHON_CLASSES, is_integer
from ..core.errors import CompileError, NeedsStatic
from ..ir.builder import Sym
from .outside.paths import ABSENT
from .state.values import (
    Array,
    Bound,
    Chosen,
    Closure,
    Counted,
    DynamicText,
    External,
    HostMethod,
    Instance,
    Listed,
    Option,
    Partial,
    Picked,
    Super,
    View,
    class_of,
    describe,
    is_host_object,
    raised_by,
)
from .state.sets import Set
from .state.values import Iterator as Items

CONCATENATED = (
    "str",
    "list",
    "tuple",
    "collections.deque",
)  # whose + takes nothing else, and * integers only
ORDER = ("<", "<=", ">", ">=")
MADE_IN_C = 1 << 8  # Py_TPFLAGS_IMMUTABLETYPE
INDICES = {
    **{
        kind: f"{kind.__name__} indices must be integers or slices, not {{}}" for kind in (list, tuple, range)
    },
    str: "string indices must be integers, not {!r}",
    collections.deque: "sequence index must be integer, not {!r}",
}
EXAMPLES: dict[type, Any] = {
    **{kind: kind() for kind in (str, bytes, list, tuple, dict, set, frozenset, type(None))},
    **{kind: kind() for kind in (collections.deque, collections.OrderedDict, collections.Counter)},
    **{kind: kind(1) for kind in (bool, int, float, complex)},
    **{kind: kind(1) for kind in (range, np.int64, np.float64)},
    collections.defaultdict: collections.defaultdict(),
}
BAD_BOUND = "slice indices must be integers or None or have an __index__ method"
LACKING = {
    "__len__": "object of type {!r} has no len()",
    "__getitem__": "{!r} object is not subscriptable",
    "__setitem__": "{!r} object does not support item assignment",
    "__delitem__": "{!r} object doesn't support item deletion",
    "__contains__": "argument of type {!r} is not iterable",
    "__iter__": "{!r} object is not iterable",
    "__next__": "{!r} object is not an iterator",
    "__call__": "{!r} object is not callable",
    "__neg__": "bad operand type for unary -: {!r}",
    "__pos__": "bad operand type for unary +: {!r}",
    "__invert__": "bad operand type for unary ~: {!r}",
    "__abs__": "bad operand type for abs(): {!r}",
    "__float__": "float() argument must be a string or a real number, not {!r}",
    "__int__": "int() argument must be a string, a bytes-like object or a real number, not {!r}",
    "__complex__": "complex() first argument must be a string or a number, not {!r}",
    "__round__": "type {} doesn't define __round__ method",
    "__index__": "{!r} object cannot be interpreted as an integer",
    "__enter__": "{!r} object does not support the context manager protocol",
}


def class_name(value: Any) -> str | None:
    """The name of the class of a value, as Python tells it; None of NumPy's arrays and numbers, which say other things,
    and where it is not known."""
    cls = python_class(value)
    return None if cls is None or cls.__module__.partition(".")[0] == "numpy" else name_in_errors(cls)


def name_in_errors(cls: type) -> str:
    """The name of a class in Python's errors: those that are written in C have their module in front."""
    qualified = cls.__flags__ & MADE_IN_C and cls.__module__ != "builtins"
    return f"{cls.__module__}.{cls.__name__}" if qualified or cls.__module__ == "numpy" else cls.__name__


def python_class(value: Any) -> type | None:
    """The class that a value has in Python; None where it is not known."""
    match value:
        case Sym():
            if value.shape or value.union is not None:
                return np.ndarray if value.shape else None
            return PYTHON_CLASSES[value.dtype.kind] if value.weak else value.dtype.type
        case Array():
            return np.ndarray
        case Instance():
            return None if is_host_object(value) else class_of(value)
        case External():
            return python_class(value.unread)
        case Closure():
            return types.FunctionType
        case Bound():
            return types.MethodType
        case DynamicText():
            return str
        case Items() | View():
            return value.kind
        case Set():
            return set
        case Counted() if value.bounds is not None and value.at is None:
            return range
    cls = type(value)
    return None if cls.__module__.partition(".")[0] in ("transform", "recto") else cls


def type_error(message: str, said: str | None, hint: str | None = None) -> CompileError:
    """The refusal with a message for the user, as the TypeError that Python raises. said: its text, if it is known."""
    refusal = CompileError(f"TypeError: {message}", hint)
    if said is not None:
        refusal.raised = TypeError(said)
    return refusal


def lacks(value: Any, method: str, message: str, hint: str | None = None) -> CompileError:
    """The refusal of an operation for which a value has no such method."""
    if isinstance(value, DynamicText):
        return unknown_text(value, message, hint)
    cls = python_class(value)
    known = cls is not None and cls is not np.ndarray
    return type_error(message, LACKING[method].format(name_in_errors(cls)) if known else None, hint)


def unknown_text(text: DynamicText, message: str, hint: str | None = None) -> CompileError:
    """The refusal of an operation on a text whose values are not known, which it would be if these were static."""
    if not text.sources:
        return CompileError(message, hint or "compute with the values themselves")
    return NeedsStatic(message, text.sources, "mark the arguments in it as static (static_argnames)")


def unsupported_operands(
    symbol: str, x: Any, y: Any, hint: str | None = None, message: str | None = None
) -> CompileError:
    """The refusal of an operator of two values."""
    message = message or f"unsupported operands for {symbol}: {describe(x)} and {describe(y)}"
    return type_error(message, said_of_operands(symbol, x, y), hint)


def said_of_operands(symbol: str, x: Any, y: Any) -> str | None:
    """Python's text for an operator that two values do not have."""
    one, other = (class_name(v) for v in (x, y))
    if symbol == "*" and (one in CONCATENATED or other in CONCATENATED):
        cls = python_class(y if one in CONCATENATED else x)
        return None if cls is None else f"can't multiply sequence by non-int of type {name_in_errors(cls)!r}"
    if one is None or other is None:
        return None
    if symbol == "+" and one in CONCATENATED:
        kind = one.rpartition(".")[2]
        return f'can only concatenate {kind} (not "{other}") to {kind}'
    if symbol in ORDER:
        return f"{symbol!r} not supported between instances of {one!r} and {other!r}"
    symbol = "** or pow()" if symbol == "**" else symbol
    return f"unsupported operand type(s) for {symbol}: {one!r} and {other!r}"


@contextlib.contextmanager
def as_told_by_python(refusal: CompileError) -> Iterator[None]:
    """The TypeError of Python that the body raises is what a handler sees of a refusal, whose message says more."""
    try:
        yield
    except CompileError as error:
        refusal.raised = error.raised


def check_operator(operator: Callable, *operands: Any) -> None:
    """Raises CompileError, as the TypeError that it is, if Python has no such operator for operands of these classes:
    Python is asked on examples."""
    classes = [python_class(v) for v in operands]
    if not all(cls in EXAMPLES for cls in classes):
        return
    try:
        operator(*[EXAMPLES[cls] for cls in classes if cls is not None])
    except TypeError as error:
        raise raised_by(error) from None
    except ArithmeticError:
        return


def leaves_to(op: str, value: Any, other: Any) -> bool:
    """Whether a container of Python's leaves an operator to the object beside it, which is of a user's
    class."""
    cls, beside = python_class(value), python_class(other)
    if cls not in EXAMPLES or beside is None or beside in EXAMPLES or beside.__module__.startswith("numpy"):
        return False
    return not issubclass(beside, cls) and not (op == "Mult" and hasattr(beside, "__index__"))


def is_number_of_times(value: Any, repeated: Any) -> bool:
    """Whether an object of a user's class is an integer by its `__index__`, beside a sequence."""
    if not isinstance(value, (Instance, External)):
        return False
    cls = python_class(value)
    if not leaves_to("", repeated, value) or python_class(repeated) not in (*INDICES, bytes):
        return False
    return hasattr(cls, "__index__") and not (hasattr(cls, "__mul__") or hasattr(cls, "__rmul__"))


def check_index(value: Any, index: Any) -> None:
    """Raises CompileError, as the TypeError that it is, if Python has no item of a sequence at such an index: a bool of
    NumPy's, a float, an array with axes. (Arrays take these.)"""
    if type(index) is int:
        return
    kind = tuple if isinstance(value, tuple) else python_class(value)
    if kind not in INDICES:
        return
    if isinstance(index, slice):
        bounds = (index.start, index.stop, index.step)
        wrong = next((b for b in bounds if b is not None and not is_index(b)), None)
        if kind is not collections.deque and wrong is None:
            return
        said = BAD_BOUND if kind is not collections.deque else INDICES[kind].format("slice")
    elif is_index(index):
        return
    elif (cls := python_class(index)) is None:
        return
    elif cls is np.ndarray:
        said = "only integer scalar arrays can be converted to a scalar index"
    else:
        said = INDICES[kind].format(name_in_errors(cls))
    raise raised_by(TypeError(said))


def is_index(value: Any) -> bool:
    """Whether it is an integer to Python, or may be one."""
    if isinstance(value, External):
        value = value.unread
    if isinstance(value, (Sym, Array, np.ndarray)):
        if isinstance(value, Sym) and value.union is not None:
            return True
        whole = is_integer(value.dtype) or isinstance(value, Sym) and value.weak and value.dtype.kind == "b"
        return whole and not value.ndim
    cls = python_class(value)
    return cls is None or hasattr(cls, "__index__") and cls is not np.ndarray


def check_has_method(outside: Any, value: Any, name: str) -> None:
    """Raises CompileError, as the TypeError that it is, if an operation needs a method that the class of an object does
    not have. (Python does not ask `__getattr__` for those.)"""
    if name not in LACKING or not isinstance(value, (Instance, External)) or is_host_object(value):
        return
    cls = value.cls if isinstance(value, Instance) else type(value.unread)
    if outside.member(cls, name) is ABSENT:
        said = name_in_errors(getattr(cls, "__recto_class__", cls))
        raise raised_by(TypeError(LACKING[name].format(said)), f"define {name}")


def refuse_text(value: Any) -> None:
    """Refuse the text of what is something else in the compiler than it is in Python: functions and iterators."""
    match value:
        case Option():
            raise CompileError(f"the text of {describe(value)}", "compare it with None first")
        case Items() | View() | Listed() | Counted():
            raise CompileError("the text of an iterator", "make a list of it")
        case Closure() | Bound() | Partial() | Super() | Chosen() | HostMethod() | Picked():
            raise CompileError(
                f"the text of {describe(value)}", "use its __name__ outside the compiled function"
            )
        case list() | tuple():
            for item in value:
                refuse_text(item)
        case dict():
            refuse_text(list(value.values()))


# -- what NumPy raises for arrays of such types ----------------------------------------------------------------------

LARGEST = 1 << 20  # elements: larger arrays are not made up
PLAIN = (str, bytes, int, float, complex, range, slice, type, np.dtype, np.generic, np.ndarray)


class NoExample(Exception):
    """Nothing can stand for this value."""


def told_by_numpy(
    trying: Any, function: Any, args: Sequence, kwargs: Mapping | None = None
) -> contextlib.AbstractContextManager:
    """Let NumPy raise the errors for the types of the arguments that the body refuses: a handler of the
    user's may catch them. `trying`: whether there is one."""
    return telling(function, args, kwargs or {}) if trying else NOTHING_TOLD


NOTHING_TOLD = contextlib.nullcontext()


@contextlib.contextmanager
def telling(function: Any, args: Sequence, kwargs: Mapping) -> Iterator[None]:
    try:
        yield
    except CompileError as error:
        if error.kind is not None and error.raised is None and error.numpys is None:
            error.numpys = raised_for(function, args, kwargs, error.kind)
        raise


def raised_for(function: Any, args: Sequence, kwargs: Mapping, kind: type[Exception]) -> Exception | None:
    """The exception of a kind that NumPy raises for arrays of these types; None if it raises none."""
    try:
        given, named = [sample_value(a) for a in args], {k: sample_value(v) for k, v in kwargs.items()}
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*given, **named)
    except NoExample:
        return None
    except Exception as found:
        plain = isinstance(found, kind) and all(isinstance(a, str) for a in found.args)
        return found if plain else None
    return None


def sample_value(value: Any) -> Any:
    """Something of the same type and shape."""
    match value:
        case Sym() | Array():
            return example_array(value)
        case External():
            return value.unread
        case DynamicText():
            return "1"
        case list() | tuple():
            items = [sample_value(v) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        case dict():
            return {k: sample_value(v) for k, v in value.items()}
    if value is None or isinstance(value, PLAIN):
        return value
    raise NoExample


def example_array(value: Sym | Array) -> Any:
    if value.size > LARGEST:
        raise NoExample
    ones = np.ones(value.shape, value.dtype)
    return ones if value.shape or isinstance(value, Array) else ones[()].item() if value.weak else ones[()]
