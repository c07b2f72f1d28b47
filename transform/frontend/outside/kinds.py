"""Classify outside objects: functions, functions compiled by Numba, placeholders."""

from __future__ import annotations

import builtins
import enum
import functools
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library import protocol
from .snapshot import is_of_python

TRUSTED = (
    "numpy",
    "math",
    "cmath",
    "builtins",
    "operator",
    "functools",
    "scipy",
    "recto",
    "itertools",
    "typing",
    "collections",
    "dataclasses",
    "types",
    "enum",
    "fractions",
    "statistics",
)

OF_NUMPY = (np.ufunc, type(np.sum))  # the classes of NumPy's functions


def is_numbas(value: Any) -> bool:
    """Whether it is a function that Numba compiles. Its Python function is read."""
    return type(value).__module__.split(".")[0] == "numba" and hasattr(value, "py_func")


def is_numbas_range(value: Any) -> bool:
    """Whether it is numba.prange, a range whose iterations Numba may run at once."""
    return (
        isinstance(value, type) and value.__module__.split(".")[0] == "numba" and value.__name__ == "prange"
    )


def is_overloaded(function: Any) -> bool:
    """Whether Numba has another meaning for a function than its text (numba.extending.overload)."""
    templates = sys.modules.get("numba.core.typing.templates")
    return templates is not None and any(known is function for known, _ in templates.builtin_registry.globals)


EXCEPTIONS = [
    cls for cls in vars(builtins).values() if isinstance(cls, type) and issubclass(cls, BaseException)
]
EXCEPTIONS_MADE = tuple([cls.__init__ for cls in EXCEPTIONS])  # how Python's own classes make exceptions


def is_placeholder(value: Any) -> bool:
    """Whether it is an array of objects, such as np.array([[None]]), which stands where numbers are put
    later."""
    return isinstance(value, np.ndarray) and value.dtype == object


class Held(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of texts, bytes or dates, or of such fields, that is known while compiling: a static value. It can't be
    written."""

    def __init__(self, value: np.ndarray):
        self.value = value.copy()
        self.value.flags.writeable = False

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return getattr(ufunc, method)(*map(array_of, inputs), **kwargs)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        return (Held(item) if isinstance(item, np.ndarray) else item for item in self.value)

    def __getitem__(self, index: Any) -> Any:
        return self.value[index]

    def __contains__(self, item: Any) -> bool:
        return item in self.value

    def __bool__(self) -> bool:
        raise not_of_held("the truth")

    def __hash__(self) -> int:
        return id(self)


def not_of_held(what: str) -> CompileError:
    """The error for what compiled code does not do with such an array."""
    return CompileError(
        f"{what} of an array of texts or dates is not supported in compiled code",
        "compute it outside of the compiled function, or make another array with NumPy's functions",
    )


def array_of(value: Any) -> Any:
    return value.value if isinstance(value, Held) else value


def is_held(array: np.ndarray) -> bool:
    """Whether it is an array that compiled code can't hold, and that is known by its bytes."""
    dtypes = [array.dtype] if array.dtype.names is None else [array.dtype[name] for name in array.dtype.names]
    return any(dtype.kind in "MmUS" for dtype in dtypes) and not array.dtype.hasobject


def is_plain_class(cls: type) -> bool:
    """Whether it is a class of the user's, written in Python, whose objects have attributes and no items."""
    others = (
        list,
        dict,
        tuple,
        set,
        frozenset,
        str,
        int,
        float,
        complex,
        type,
        np.ndarray,
        enum.Enum,
        types.ModuleType,
        BaseException,
    )
    of_user = is_of_python(cls) and (cls.__module__.split(".")[0] not in TRUSTED or is_model(cls))
    return (
        of_user
        and not issubclass(cls, others)
        and not hasattr(cls, "__getattr__")
        and protocol(cls, "__getattribute__") is object.__getattribute__
    )


def is_model(cls: type) -> bool:
    """Whether it is a class of recto.nn, whose objects are read like those of the user's."""
    return cls.__module__ == "recto.nn._modules"


def fits(value: Any) -> bool:
    """Whether it is no integer that is too large for arrays."""
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def is_callable(value: Any) -> bool:
    """A function, class or other callable that is no object of a user's class: what it consists of is read when it is
    called."""
    if isinstance(
        value,
        (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type, np.ufunc, functools.partial),
    ):
        return True
    multimethod = type(value).__module__ == "uarray"  # as scipy.fft's functions are
    home = value.__module__ if multimethod else type(value).__module__
    compiled = type(value).__name__ == "cython_function_or_method"
    return callable(value) and (compiled or home.split(".")[0] in TRUSTED and not is_model(type(value)))
