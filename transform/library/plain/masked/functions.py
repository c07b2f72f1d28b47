"""The functions of np.ma, loaded when one of them or a masked array is met."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.reading import read_as, unsupported
from .arrays import Masked, binary, divided, made, power, unary, unary_in_domain
from .parts import DOMAINS, data_of, either_mask, full_mask, is_element, is_masked_array, mask_of


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


@read_as("numpy.ma.asarray", "numpy.ma.asanyarray")
def asarray(a: Any, dtype: Any = None, order: Any = None) -> Any:
    if is_masked_array(a) and dtype is None:
        return a
    return array(a, dtype=dtype)


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


@read_as("numpy.ma.masked_not_equal")
def masked_not_equal(x: Any, value: Any, copy: bool = True) -> Any:
    return masked_where(binary(np.not_equal, x, value), x, copy)


@read_as("numpy.ma.masked_inside")
def masked_inside(x: Any, v1: Any, v2: Any, copy: bool = True) -> Any:
    low, high, content = np.minimum(v1, v2), np.maximum(v1, v2), filled(x)
    return masked_where(np.logical_and(content >= low, content <= high), x, copy)


@read_as("numpy.ma.masked_outside")
def masked_outside(x: Any, v1: Any, v2: Any, copy: bool = True) -> Any:
    low, high, content = np.minimum(v1, v2), np.maximum(v1, v2), filled(x)
    return masked_where(np.logical_or(content < low, content > high), x, copy)


@read_as("numpy.ma.masked_values")
def masked_values(x: Any, value: Any, rtol: float = 1e-5, atol: float = 1e-8, copy: bool = True) -> Any:
    content = filled(x, value)
    floating = content.dtype.kind == "f"
    mask = np.isclose(content, value, atol=atol, rtol=rtol) if floating else np.equal(content, value)
    return array(content, mask=mask, copy=copy, fill_value=value)


@read_as("numpy.ma.fix_invalid")
def fix_invalid(a: Any, mask: Any = np.ma.nomask, copy: bool = True, fill_value: Any = None) -> Any:
    """Mask what is not finite, and put the fill value there."""
    found = array(a, mask=mask, copy=copy)
    invalid = np.logical_not(np.isfinite(found.recto_data))
    fill = np.asarray(found.fill_value if fill_value is None else fill_value).astype(found.dtype)
    found.recto_data[...] = np.where(invalid, fill, found.recto_data)
    found.add_to_mask(invalid)
    return found


@read_as("numpy.ma.masked_all_like")
def masked_all_like(arr: Any) -> Any:
    data = np.zeros_like(data_of(arr))
    return Masked(data, np.ones(data.shape, bool), None)


@read_as("numpy.ma.getmask")
def getmask(a: Any) -> Any:
    return a.mask if is_masked_array(a) else np.ma.nomask


@read_as("numpy.ma.make_mask")
def make_mask(m: Any, copy: bool = False, shrink: bool = True) -> Any:
    return m if m is np.ma.nomask else np.asarray(filled(m, True)).astype(bool)


@read_as("numpy.ma.mask_or")
def mask_or(m1: Any, m2: Any, copy: bool = False, shrink: bool = True) -> Any:
    if m1 is np.ma.nomask or m1 is False:
        return make_mask(m2)
    return make_mask(m1) if m2 is np.ma.nomask or m2 is False else np.logical_or(m1, m2)


@read_as("numpy.ma.is_masked")
def is_masked(x: Any) -> Any:
    return False if mask_of(x) is None else bool(np.any(mask_of(x)))


@read_as("numpy.ma.count_masked")
def count_masked(arr: Any, axis: Any = None) -> Any:
    return full_mask(arr).sum(axis)


@read_as("numpy.ma.set_fill_value")
def set_fill_value(a: Any, fill_value: Any) -> None:
    if is_masked_array(a):
        a.fill_value = fill_value


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
    if is_element(x) or is_element(y) or is_element(condition):
        unsupported("np.ma.where of what may be np.ma.masked")
    chosen = filled(condition, False)
    data = np.where(chosen, data_of(x), data_of(y))
    mask = np.logical_or(full_mask(condition), np.where(chosen, full_mask(x), full_mask(y)))
    return Masked(data, np.broadcast_to(mask, data.shape).copy(), None)


@read_as("numpy.ma.minimum")
def minimum(a: Any, b: Any) -> Any:
    return where(binary(np.less, a, b), a, b)


@read_as("numpy.ma.maximum")
def maximum(a: Any, b: Any) -> Any:
    return where(binary(np.greater, a, b), a, b)


# -- joined --------------------------------------------------------------------------------------------------


@read_as("numpy.ma.concatenate")
def concatenate(arrays: Any, axis: int = 0) -> Any:
    data = np.concatenate([data_of(x) for x in arrays], axis)
    if not any([mask_of(x) is not None for x in arrays]):
        return Masked(data, None, None)
    return Masked(data, np.concatenate([full_mask(x) for x in arrays], axis), None)


@read_as("numpy.ma.append")
def append(a: Any, b: Any, axis: Any = None) -> Any:
    return concatenate([a, b], axis)


def enter_joins() -> None:
    for name in ("vstack", "hstack", "column_stack", "dstack", "stack"):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(joined)
    if hasattr(np.ma, "row_stack"):  # NumPy 2.5 has it here alone
        read_as("numpy.ma.row_stack", first=(np.vstack,))(joined)
    for name in ("atleast_1d", "atleast_2d", "atleast_3d"):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(with_axes)


def with_axes(function: Any, *arrays: Any) -> Any:
    made = [
        Masked(
            function(data_of(x)),
            None if mask_of(x) is None else function(mask_of(x)),
            x.recto_fill if is_masked_array(x) else None,
        )
        for x in arrays
    ]
    return made[0] if len(made) == 1 else made


def joined(function: Any, arrays: Any, *axis: Any, **named: Any) -> Any:
    data = function([data_of(x) for x in arrays], *axis, **named)
    return Masked(data, function([full_mask(x) for x in arrays], *axis, **named), None)


# -- order ---------------------------------------------------------------------------------------------------


@read_as("numpy.ma.sort")
def sort(
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    order: Any = None,
    endwith: bool = True,
    fill_value: Any = None,
    *,
    stable: Any = None,
) -> Any:
    if is_masked_array(a):
        return a.recto_sorted(axis, kind, endwith=endwith, fill_value=fill_value, stable=stable)
    return np.sort(a, axis)


@read_as("numpy.ma.argsort")
def argsort(
    a: Any,
    axis: Any = "all",
    kind: Any = None,
    order: Any = None,
    endwith: bool = True,
    fill_value: Any = None,
    *,
    stable: Any = None,
) -> Any:
    return as_masked(a).argsort(axis, kind, None, endwith, fill_value)


@read_as("numpy.ma.median")
def median(
    a: Any, axis: Any = None, out: None = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    """The mean of both middle elements of those that are not masked: NaN if one of them is NaN."""
    if not is_masked_array(a):
        found = np.median(a, axis, keepdims=keepdims)
        return Masked(found, None, None) if np.ndim(found) > 0 else found
    if isinstance(axis, tuple):
        unsupported("np.ma.median along several axes")
    data, mask = (
        (a.recto_data, full_mask(a)) if axis is not None else (a.recto_data.ravel(), full_mask(a).ravel())
    )
    along = 0 if axis is None else axis
    if data.dtype.kind not in "f":
        data = data.astype(np.float64)
    ordered = np.sort(np.where(mask, np.asarray(np.inf).astype(data.dtype), data), along)
    count = np.logical_not(mask).sum(along, keepdims=True)
    first, second = np.maximum(count - 1, 0) // 2, np.minimum(count // 2, data.shape[along] - 1)
    low, high = [np.take_along_axis(ordered, k, along) for k in (first, second)]
    middle = np.where(first == second, low, (low + high) / 2)
    spoilt = np.any(np.logical_and(np.isnan(data), np.logical_not(mask)), along, keepdims=True)
    empty = count == 0
    middle = np.where(empty, 0.0, np.where(spoilt, np.nan, middle)).astype(data.dtype)
    if not keepdims:
        middle, empty = middle.squeeze(along), empty.squeeze(along)
    elif axis is None:
        middle, empty = [part.reshape([1] * a.ndim) for part in (middle, empty)]
    return made(middle, None if a.recto_mask is None else empty, None)


# -- statistics ----------------------------------------------------------------------------------------------


@read_as("numpy.ma.average")
def average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False
) -> Any:
    x = as_masked(a)
    if weights is None:
        mean = x.mean(axis, keepdims=keepdims)
        return (mean, x.count(axis, keepdims).astype(mean.dtype)) if returned else mean
    w, mask = data_of(weights), mask_of(x)
    dtype = np.result_type(x.dtype, w.dtype, *((np.float64,) if x.dtype.kind in "biu" else ()))
    if w.shape != x.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        if isinstance(axis, tuple) or w.shape != (x.shape[axis],):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        w = np.broadcast_to(np.moveaxis(w.reshape([-1] + [1] * (x.ndim - 1)), 0, axis), x.shape)
    if mask_of(weights) is not None:
        unsupported("weights of np.ma.average that are masked")
    weighted = Masked(x.recto_data.astype(dtype) * w.astype(dtype), mask, None).sum(axis, keepdims=keepdims)
    total = Masked(w.astype(dtype), mask, None).sum(axis, keepdims=keepdims)
    found = weighted / total
    return (found, total) if returned else found


@read_as("numpy.ma.dot")
def dot(a: Any, b: Any, strict: bool = False) -> Any:
    if strict:
        unsupported("np.ma.dot with strict=True")
    there = [np.logical_not(full_mask(x)) for x in (a, b)]
    data = np.asarray(np.dot(filled(a, 0), filled(b, 0)))
    if data.ndim == 0:
        unsupported("np.ma.dot of vectors, a masked array without axes: use (x * y).sum()")
    return Masked(data, np.logical_not(np.dot(there[0], there[1])), None)


@read_as("numpy.ma.outer", "numpy.ma.outerproduct")
def outer(a: Any, b: Any) -> Any:
    return Masked(
        np.outer(filled(a, 0), filled(b, 0)),
        np.logical_or.outer(full_mask(a).ravel(), full_mask(b).ravel()),
        None,
    )


@read_as("numpy.ma.diff")
def diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    return a if n == 0 else as_masked(a).recto_difference(n, axis)


@read_as("numpy.ma.allequal")
def allequal(a: Any, b: Any, fill_value: bool = True) -> Any:
    mask = either_mask(mask_of(a), mask_of(b))
    same = np.equal(data_of(a), data_of(b))
    if mask is not None and not fill_value:
        unsupported("np.ma.allequal with fill_value=False depends on whether an element is masked")
    return np.all(same if mask is None else np.logical_or(same, mask))


@read_as("numpy.ma.allclose")
def allclose(a: Any, b: Any, masked_equal: bool = True, rtol: float = 1e-5, atol: float = 1e-8) -> Any:
    x, y = data_of(a), data_of(b)
    y = y.astype(np.result_type(y, 1.0))
    mask = np.logical_or(full_mask(a), full_mask(b))
    endless = np.logical_and(np.isinf(x), np.logical_not(mask))
    alike = np.equal(endless, np.logical_and(np.isinf(y), np.logical_not(full_mask(b))))
    near = np.where(endless, x == y, np.absolute(x - y) <= atol + rtol * np.absolute(y))
    return np.all(np.logical_and(alike, np.where(mask, masked_equal, near)))


@read_as("numpy.ma.cov")
def cov(
    x: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    allow_masked: bool = True,
    ddof: Any = None,
) -> Any:
    """Covariances of the pairs in which no element is masked."""
    rows, there = deviations(x, y, rowvar, allow_masked)
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be an integer")
    count = np.dot(there, there.T) - (int(not bias) if ddof is None else ddof)
    found = Masked(np.dot(rows, rows.T) / count, count <= 0, None)
    if len(rows) == 1:
        unsupported("np.ma.cov of one variable, a masked array without axes: use x.var(ddof=1)")
    return found


@read_as("numpy.ma.corrcoef")
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, allow_masked: bool = True) -> Any:
    found = cov(x, y, rowvar, allow_masked=allow_masked)
    deviation = unary_in_domain(np.sqrt, DOMAINS[np.sqrt][0], found.diagonal())
    return divided(np.true_divide, found, outer(deviation, deviation))


def deviations(x: Any, y: Any, rowvar: bool, allow_masked: bool) -> Any:
    """The deviations of variables from their means, 0 where masked, a row each; and where they are not masked."""
    one, hidden = as_rows(x)
    rowvar = rowvar or len(one) == 1
    if y is not None:
        other, concealed = as_rows(y)
        if one.shape == other.shape:
            hidden = concealed = np.logical_or(hidden, concealed)
        one, hidden = [np.concatenate(p, 0 if rowvar else 1) for p in ((one, other), (hidden, concealed))]
    if not rowvar:
        one, hidden = one.T, hidden.T
    if not allow_masked and np.any(hidden):
        raise ValueError("Cannot process masked data.")
    there = np.logical_not(hidden)
    mean = np.sum(np.where(hidden, 0.0, one), 1, keepdims=True) / np.sum(there, 1, keepdims=True)
    return np.where(hidden, 0.0, one - mean), there.astype(np.float64)


def as_rows(x: Any) -> Any:
    return np.atleast_2d(data_of(x).astype(np.float64)), np.atleast_2d(full_mask(x))


@read_as("numpy.ma.polyfit")
def polyfit(
    x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: bool = False
) -> Any:
    """A fit in which masked points have no weight."""
    hidden = np.logical_or(full_mask(x), full_mask(y))
    if hidden.ndim != 1 or full or cov:
        unsupported("np.ma.polyfit of several columns, or with full=True or cov=True")
    xs, ys, given = [filled(v, 0) for v in (x, y, np.ones(len(hidden)) if w is None else w)]
    weights = np.where(np.logical_or(hidden, full_mask(w)) if w is not None else hidden, 0.0, given)
    return np.polyfit(xs, ys, deg, rcond, w=weights)


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
        "reshape",
        "transpose",
        "swapaxes",
        "diagonal",
        "trace",
        "repeat",
        "take",
        "nonzero",
        "cumsum",
        "cumprod",
        "ptp",
        "anom",
    ):
        read_as(f"numpy.ma.{name}", first=(name,))(of_method)


@read_as("numpy.ma.anomalies")
def anomalies(a: Any, axis: Any = None) -> Any:
    return as_masked(a).anom(axis)


@read_as("numpy.ma.round", "numpy.ma.round_", "numpy.ma.around")
def round_(a: Any, decimals: int = 0) -> Any:
    return as_masked(a).round(decimals)


@read_as("numpy.ma.squeeze")
def squeeze(a: Any, axis: Any = None) -> Any:
    return as_masked(a).squeeze(axis)


@read_as("numpy.ma.isMaskedArray", "numpy.ma.isarray", "numpy.ma.isMA")
def is_masked_class(x: Any) -> bool:
    return isinstance(x, np.ma.MaskedArray)


@read_as("numpy.ma.clip")
def clip(a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    return as_masked(a).clip(a_min, a_max)


@read_as("numpy.ma.compress")
def compress(condition: Any, a: Any, axis: Any = None) -> Any:
    return as_masked(a).compress(condition, axis)


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
        "conjugate",
        "fabs",
        "logical_not",
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
        "logical_and",
        "logical_or",
        "logical_xor",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
    ):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(binary)
    for name in ("divide", "floor_divide", "remainder", "fmod"):
        read_as(f"numpy.ma.{name}", first=(getattr(np, name),))(divided)


enter_joins()
enter_methods()
enter_ufuncs()
