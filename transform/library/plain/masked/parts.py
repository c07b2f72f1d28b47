"""The parts of masked arrays: data, mask and fill value; domains of ufuncs, default fill values, neutral extremes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.reading import unsupported


def is_masked_array(value: Any) -> bool:
    return hasattr(value, "recto_mask")


def is_element(value: Any) -> bool:
    return hasattr(value, "recto_element")


def data_of(value: Any) -> Any:
    return value.recto_data if is_masked_array(value) else np.asarray(value)


def mask_of(value: Any) -> Any:
    return value.recto_mask if is_masked_array(value) else None


def full_mask(value: Any) -> Any:
    mask = mask_of(value)
    return np.zeros(np.shape(data_of(value)), bool) if mask is None else mask


def either_mask(one: Any, other: Any) -> Any:
    if one is None:
        return other
    return one if other is None else np.logical_or(one, other)


def fill_of(value: Any) -> Any:
    return value.recto_fill if is_masked_array(value) else None


def operand(x: Any) -> Any:
    """The data of an operand; a number of Python's remains one."""
    return x.recto_data if is_masked_array(x) else x


TINY = float(np.finfo(float).tiny)


def not_above(a: Any, b: Any) -> Any:
    return np.absolute(a) * TINY >= np.absolute(b)


DOMAINS = {  # where a ufunc is not defined, and what np.ma puts there
    np.sqrt: (lambda x: x < 0.0, 0.0),
    np.log: (lambda x: x <= 0.0, 1.0),
    np.log2: (lambda x: x <= 0.0, 1.0),
    np.log10: (lambda x: x <= 0.0, 1.0),
    np.tan: (lambda x: np.absolute(np.cos(x)) < 1e-35, 0.0),
    np.arcsin: (lambda x: np.absolute(x) > 1.0, 0.0),
    np.arccos: (lambda x: np.absolute(x) > 1.0, 0.0),
    np.arccosh: (lambda x: x < 1.0, 1.0),
    np.arctanh: (lambda x: np.absolute(x) > 1.0 - 1e-15, 0.0),
    np.true_divide: (not_above, 1),
    np.floor_divide: (not_above, 1),
    np.remainder: (not_above, 1),
    np.fmod: (not_above, 1),
}


def default_fill(dtype: Any) -> Any:
    if dtype.kind == "u":
        return np.uint(999999)
    return {"b": np.bool_(True), "i": np.int64(999999), "f": np.float64(1e20), "c": np.complex128(1e20)}[
        dtype.kind
    ]


def extreme(dtype: Any, lowest: bool) -> Any:
    """The value that no unmasked element is above, or below."""
    if dtype.kind == "f":
        return -np.inf if lowest else np.inf
    if dtype.kind not in "iu":
        unsupported("the least or largest element of a masked array that is neither integer nor floating")
    return np.iinfo(dtype).min if lowest else np.iinfo(dtype).max
