"""`jax.dtypes`, and the functions of `jax.numpy` on dtypes: computed while compiling."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from recto.transform.core.dtypes import PYTHON_CLASSES, canonical, kind
from recto.transform.frontend.state.values import Instance, compute

PYTHON = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}


class Static:
    """A function of dtypes and shapes, which is called while compiling; arrays are passed as their dtypes, Python's
    numbers as their classes."""

    def __init__(self, function: Callable):
        self.function = function
        self.__name__ = self.__qualname__ = function.__name__

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        plain = [self.argument(interp, a) for a in args]
        named = {name: self.argument(interp, a) for name, a in kwargs.items()}
        return compute(lambda: self.function(*plain, **named))

    def argument(self, interp: Any, value: Any) -> Any:
        dtype = getattr(value, "dtype", None)
        if isinstance(value, Instance) and isinstance(value.attributes.get("dtype"), np.dtype):
            return value.attributes["dtype"]
        if isinstance(dtype, np.dtype) and hasattr(value, "shape") and not isinstance(value, type):
            return PYTHON_CLASSES[kind(dtype)] if getattr(value, "weak", False) else dtype
        return interp.static_argument(value, self.__name__)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def named(value: Any) -> np.dtype:
    """The dtype that JAX understands by a dtype, a class of numbers, or a number of Python's."""
    value = PYTHON.get(type(value), value)
    dtype = value if isinstance(value, type) else getattr(value, "dtype", value)
    return canonical(np.dtype(PYTHON.get(dtype, dtype) if isinstance(dtype, type) else dtype))


def issubdtype(a: Any, b: Any) -> bool:
    if isinstance(b, type) and b.__name__ == "prng_key":
        return False  # keys are arrays of words
    low = [x for x in (a, b) if _is_low(x)]
    if not low:
        return bool(np.issubdtype(PYTHON.get(a, a), PYTHON.get(b, b)))
    wide = np.float16 if kind(np.dtype(low[0])) == "f" else np.dtype(low[0]).type
    if _is_low(b):
        return _is_low(a) and np.dtype(a) == np.dtype(b)
    return bool(np.issubdtype(wide, PYTHON.get(b, b)))


def _is_low(value: Any) -> bool:
    """Whether it is a dtype that NumPy does not have, as bfloat16."""
    try:
        return np.dtype(value).type.__module__ == "ml_dtypes"
    except TypeError:
        return False


def finfo(dtype: Any) -> Any:
    return ml_dtypes.finfo(named(dtype))


def iinfo(dtype: Any) -> Any:
    return ml_dtypes.iinfo(named(dtype))


def promote_types(a: Any, b: Any) -> np.dtype:
    """The dtype of a + b in JAX: integers do not widen floating-point numbers."""
    first, second = named(a), named(b)
    order = ["biufc".index(kind(d)) for d in (first, second)]
    inexact = [index > 2 for index in order]
    if inexact[0] != inexact[1]:
        return first if inexact[0] else second
    if kind(first) == kind(second) == "f" and first != second and first.itemsize == second.itemsize == 2:
        return np.dtype(np.float32)
    return canonical(np.promote_types(first, second))


def result_type(*args: Any, return_weak_type_flag: bool = False) -> Any:
    weak = [a for a in args if a in PYTHON or type(a) in PYTHON]
    strong = [a for a in args if not (a in PYTHON or type(a) in PYTHON)]
    dtype = named(strong[0] if strong else weak[0])
    for other in strong[1:]:
        dtype = promote_types(dtype, other)
    ranks = ["biufc".index(named(a).kind) for a in weak]
    if weak and max(ranks) > "biufc".index(kind(dtype)) and (max(ranks) > 2 or kind(dtype) == "b"):
        widest = named(weak[ranks.index(max(ranks))])
        dtype = widest if kind(dtype) not in "f" else promote_types(dtype, np.complex64)
    return (dtype, not strong) if return_weak_type_flag else dtype


def canonicalize_dtype(dtype: Any, allow_extended_dtype: bool = False) -> np.dtype:
    return named(dtype)


def can_cast(from_: Any, to: Any, casting: str = "safe") -> bool:
    return bool(np.can_cast(named(from_), named(to), casting))  # type: ignore[arg-type]


def isdtype(dtype: Any, kind: Any) -> bool:
    return bool(np.isdtype(named(dtype), kind))


def iscomplexobj(x: Any) -> bool:
    return named(x).kind == "c"


def isrealobj(x: Any) -> bool:
    return named(x).kind != "c"


def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(*shapes)


functions = types.SimpleNamespace(
    **{
        function.__name__: Static(function)
        for function in (
            broadcast_shapes,
            can_cast,
            canonicalize_dtype,
            finfo,
            iinfo,
            iscomplexobj,
            isrealobj,
            isdtype,
            issubdtype,
            promote_types,
            result_type,
        )
    }
)
