"""The functions of np.ma, loaded when one of them or a masked array is met."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import read_as, unsupported
from .masked import Masked, binary, divided, power, unary, unary_in_domain
from .masked_parts import DOMAINS, data_of, full_mask, is_element, is_masked_array, mask_of


@read_as("numpy.ma.array", "numpy.ma.masked_array", "numpy.ma.MaskedArray")
def array(
    data: Any, mask: Any = np.ma.nomask, dtype: Any = None, copy: bool = False, fill_value: Any = None
) -> Any:
    old = mask_of(data)
    values = np.array(data_of(data), dtype=dtype, copy=copy or None)
    if is_element(data) or values.ndim == 0:
        unsupported("masked arrays without axes")
    if mask is np.ma.nomask:
        new = old if old is None or not copy else old.copy()
    elif mask is None or isinstance(mask, bool):
        new = np.full(values.shape, bool(mask))
    else:
        new = np.array(mask, dtype=bool, copy=copy or None)
        if new.shape != values.shape:
            new = np.resize(new, values.shape) if new.size == 1 else new.reshape(values.shape)
    if mask is not np.ma.nomask and old is not None:
        new = np.logical_or(new, old)
    fill = data.recto_fill if is_masked_array(data) else None
    return Masked(values, new, fill if fill_value is None else np.asarray(fill_value).astype(values.dtype))


@read_as("numpy.ma.masked_where")
def masked_where(condition: Any, a: Any, copy: bool = True) -> Any:
    condition = condition.filled(True) if is_masked_array(condition) else np.asarray(condition).astype(bool)
    data = np.array(data_of(a), copy=copy or None)
    if condition.shape != () and condition.shape != data.shape:
        raise IndexError("Inconsistent shape between the condition and the input")
    fill = a.recto_fill if is_masked_array(a) else None
    return Masked(data, np.logical_or(np.broadcast_to(condition, data.shape), full_mask(a)), fill)


@read_as("numpy.ma.masked_greater")
def masked_greater(x: Any, value: Any, copy: bool = True) -> Any:
    return masked_where(binary(np.greater, x, value), x, copy)


@read_as("numpy.ma.masked_greater_equal")
def masked_greater_equal(x: Any, value: Any, copy: bool = True) -> Any:
    return masked_where(binary(np.greater_equal, x, value), x, copy)


@read_as("numpy.ma.masked_less")
def masked_less(x: Any, value: Any, copy: bool = True) -> Any:
    return masked_where(binary(np.less, x, value), x, copy)


@read_as("numpy.ma.masked_less_equal")
def masked_less_equal(x: Any, value: Any, copy: bool = True) -> Any:
    return masked_where(binary(np.less_equal, x, value), x, copy)


@read_as("numpy.ma.masked_invalid")
def masked_invalid(a: Any, copy: bool = True) -> Any:
    return masked_where(np.logical_not(np.isfinite(data_of(a))), a, copy)


@read_as("numpy.ma.masked_equal")
def masked_equal(x: Any, value: Any, copy: bool = True) -> Any:
    made = masked_where(binary(np.equal, x, value), x, copy)
    return Masked(made.recto_data, made.recto_mask, np.asarray(value).astype(made.recto_data.dtype))


@read_as("numpy.ma.getdata")
def getdata(a: Any) -> Any:
    return data_of(a)


@read_as("numpy.ma.getmaskarray")
def getmaskarray(arr: Any) -> Any:
    return full_mask(arr)


@read_as("numpy.ma.filled")
def filled(a: Any, fill_value: Any = None) -> Any:
    return a.filled(fill_value) if is_masked_array(a) else np.asarray(a)


@read_as("numpy.ma.where")
def where(condition: Any, x: Any, y: Any) -> Any:
    if is_element(x) or is_element(y) or is_masked_array(condition):
        unsupported("np.ma.where of what may be np.ma.masked, or with a masked condition")
    data = np.where(condition, data_of(x), data_of(y))
    return Masked(data, np.broadcast_to(np.where(condition, full_mask(x), full_mask(y)), data.shape), None)


@read_as("numpy.ma.concatenate")
def concatenate(arrays: Any, axis: int = 0) -> Any:
    data = np.concatenate([data_of(x) for x in arrays], axis)
    if not any([mask_of(x) is not None for x in arrays]):
        return Masked(data, None, None)
    return Masked(data, np.concatenate([full_mask(x) for x in arrays], axis), None)


def as_masked(a: Any) -> Any:
    return a if is_masked_array(a) else Masked(np.asarray(a), None, None)


def enter_methods() -> None:
    for name in (
        "sum",
        "prod",
        "mean",
        "var",
        "std",
        "min",
        "max",
        "all",
        "any",
        "argmin",
        "argmax",
        "count",
        "compressed",
        "ravel",
        "copy",
    ):
        read_as(f"numpy.ma.{name}", first=(name,))(of_method)


def of_method(name: str, a: Any, *args: Any, **kwargs: Any) -> Any:
    return getattr(as_masked(a), name)(*args, **kwargs)


def enter_ufuncs() -> None:
    for name in (
        "exp",
        "sin",
        "cos",
        "arctan",
        "arcsinh",
        "sinh",
        "cosh",
        "tanh",
        "absolute",
        "negative",
        "floor",
        "ceil",
    ):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(unary)
    for name in ("sqrt", "log", "log2", "log10", "tan", "arcsin", "arccos", "arccosh", "arctanh"):
        ufunc = getattr(np, name)
        read_as(f"numpy.ma.{name}", first=(ufunc, DOMAINS[ufunc][0]))(unary_in_domain)
    read_as("numpy.ma.power")(power)
    for name in (
        "add",
        "subtract",
        "multiply",
        "hypot",
        "arctan2",
        "equal",
        "not_equal",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
    ):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(binary)
    read_as("numpy.ma.divide", first=(np.true_divide,))(divided)


enter_methods()
enter_ufuncs()
