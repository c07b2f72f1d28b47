"""NumPy's override protocols: __array_ufunc__ and __array_function__ of user classes and of structured arrays
(library/plain/composite.py).

Objects of users' classes may, and structured arrays do (library/plain/composite.py).
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...library.plain.composite import is_composite, is_masked, parts_of_composite
from ...library.plain.structured import CREATING
from ..generator_functions import items_of_sequence
from ..interpreter import Interpreter, operation
from ..outside.paths import ABSENT, is_own
from ..outside.kinds import Held, is_held
from ..state.values import Closure, External, Instance, compute, contains_dynamic, describe
from .model import is_model

DTYPE_AT = {np.full: 2}  # the place of the dtype among the arguments of a function that creates; else it is 1


@operation
def by_protocol(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """The result of a NumPy function that the class of an argument overrides; NotImplemented if none does."""
    if type(function) is not np.ufunc and not is_numpys(function):
        return NotImplemented
    if makes_records(interp, function, args, kwargs):
        return interp.call(CREATING[function], args, kwargs)
    ufunc = isinstance(function, np.ufunc)
    name = "__array_ufunc__" if ufunc else "__array_function__"
    given = [v for v in objects_in([*args, *kwargs.values()]) if defines(interp, v, name)]
    for value in given:
        more = (
            [function, "__call__", *args]
            if ufunc
            else [function, tuple({v.cls for v in given if isinstance(v, Instance)}), tuple(args), kwargs]
        )
        result = interp.call_method(value, name, more, kwargs if ufunc else {})
        if result is not NotImplemented:
            return result
    if given:
        raise CompileError(
            f"TypeError: no implementation found for {function.__name__} of {describe(given[0])}"
        )
    return NotImplemented


@operation
def becomes_array(interp: Interpreter, value: Any) -> bool:
    """Whether NumPy makes an array of an object that is the right operand of one of its arrays or numbers,
    before it asks for a method of it. So it does of sequences, and of what has `__array__`, unless the class
    says otherwise."""
    has = lambda name: defines(interp, value, name)
    cls = value.cls if isinstance(value, Instance) else type(value.unread)
    if is_own(cls):  # sparse matrices, for one
        return False
    says = [interp.outside.member(cls, name) for name in ("__array_ufunc__", "__array_priority__")]
    if is_model(value) or any(found is not ABSENT for found in says):
        return False
    return has("__array__") or has("__len__") and has("__getitem__")


@operation
def as_numpy_array(interp: Interpreter, value: Any) -> Any:
    """np.asarray of such an object."""
    if defines(interp, value, "__array__"):
        return interp.call_method(value, "__array__", [])
    return interp.call_host(np.array, [interp.call(items_of_sequence, [value], {})], {})


def is_numpys(function: Any) -> bool:
    """Whether it is one of NumPy's functions that ask their arguments. (Those of np.ma and np.rec are read
    instead.)"""
    kind = type(function)
    if kind is types.FunctionType or kind is types.BuiltinFunctionType:
        home = function.__module__ or ""
        return home.startswith("numpy") and not home.startswith(
            ("numpy.ma", "numpy.rec", "numpy.lib.recfunctions")
        )
    return kind.__module__ == "numpy"


def objects_in(values: list) -> Iterator[Any]:
    """The objects among arguments, and in lists and tuples of these."""
    for value in values:
        if isinstance(value, Instance | External):
            yield value
        elif isinstance(value, list | tuple):
            yield from objects_in(list(value))


def defines(interp: Interpreter, value: Any, name: str) -> bool:
    """Whether an object of a class that is read has such a method."""
    cls = value.cls if isinstance(value, Instance) else type(value.unread)
    return isinstance(interp.outside.member(cls, name), types.FunctionType | Closure)


def makes_records(interp: Interpreter, function: Any, args: list, kwargs: dict) -> bool:
    """Whether it is a function that creates an array, given a structured dtype."""
    if isinstance(function, np.ndarray | np.dtype | np.generic) or function not in CREATING:
        return False
    at = DTYPE_AT.get(function, 1)
    given = args[at] if len(args) > at else kwargs.get("dtype")
    return is_record_dtype(interp, given)


@operation
def is_record_dtype(interp: Interpreter, value: Any) -> bool:
    """Whether it is a dtype with fields, or what NumPy makes one of."""
    if isinstance(value, External) and isinstance(value.unread, list | dict):
        value = interp.outside.whole(value)
    if isinstance(value, np.dtype):
        return value.names is not None
    if isinstance(value, str):
        return "," in value
    if not isinstance(value, list | dict) or not value or contains_dynamic(value):
        return False
    return compute(np.dtype, interp.static_argument(value, "np.dtype")).names is not None


@operation
def host_array(interp: Interpreter, value: np.ndarray | np.void) -> Any:
    """An array of NumPy's as an abstract value."""
    if isinstance(value, np.ndarray) and value.ndim and is_held(value):
        return Held(value)
    if is_composite(value):
        return composite(interp, value)
    value = value.astype(canonical(value.dtype), copy=False) if value.dtype.kind in "iufc" else value
    return interp.array(value) if value.ndim else value[()]


def composite(interp: Interpreter, value: Any) -> Instance:
    """A structured array that is known now."""
    cls, children, fixed = parts_of_composite(value)
    if is_masked(value):
        parts = {k: v if v is None else interp.array(np.array(v)) for k, v in children.items()}
        return interp.trail.allocate(Instance(cls, parts))
    field = lambda v: composite(interp, v) if is_composite(v) else interp.array(np.asarray(v))
    fields = interp.trail.allocate({name: field(v) for name, v in children["recto_fields"].items()})
    return interp.trail.allocate(Instance(cls, {"recto_fields": fields, **fixed}))
