"""Masked arrays, np.ma.MaskedArray: the data, a mask (None for np.ma.nomask) and the fill value (None if not given).

An element, or a reduction to one number, is a number or np.ma.masked: which one depends on data (`Element`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import unsupported
from .composite import enter_masked
from .masked_parts import (
    DOMAINS,
    data_of,
    default_fill,
    either_mask,
    extreme,
    fill_of,
    full_mask,
    is_element,
    is_masked_array,
    mask_of,
    not_above,
    operand,
)


def made(data: Any, mask: Any, fill: Any) -> Any:
    """An array, or a number; what is either a number or masked, if data decide."""
    if data.ndim > 0:
        return Masked(data, mask, fill)
    return data[()] if mask is None else Element(np.where(mask, np.zeros((), data.dtype), data), mask)


def check_operands(x: Any, y: Any) -> None:
    for one, other in ((x, y), (y, x)):
        if (
            is_element(one)
            and np.ndim(data_of(other)) > 0
            and (not is_masked_array(other) or one.recto_data.dtype != np.dtype(float))
        ):
            unsupported(
                "arithmetic of an array and of what may be np.ma.masked: its class or dtype depends on data. "
                "Use np.ma.filled(value, 0.0)"
            )


def unary(function: Any, x: Any) -> Any:
    data, mask = data_of(x), mask_of(x)
    result = np.asarray(function(data))
    return made(result if mask is None else kept(result, data, mask), mask, fill_of(x))


def kept(result: Any, data: Any, mask: Any) -> Any:
    """The result with the operand's data where it is masked, if that can be cast."""
    return (
        np.where(mask, data, result).astype(result.dtype)
        if np.can_cast(data.dtype, result.dtype, "same_kind")
        else result
    )


def unary_in_domain(function: Any, outside: Any, x: Any) -> Any:
    data = data_of(x)
    result = np.asarray(function(data))
    mask = either_mask(np.logical_or(np.logical_not(np.isfinite(result)), outside(data)), mask_of(x))
    return made(kept(result, data, mask), mask, fill_of(x))


def binary(function: Any, x: Any, y: Any) -> Any:
    check_operands(x, y)
    result = np.asarray(function(operand(x), operand(y)))
    if mask_of(x) is None and mask_of(y) is None:
        mask = None
    else:
        mask = np.logical_or(full_mask(x), full_mask(y))
        if result.ndim > 0:
            result = np.where(mask, data_of(x), result).astype(result.dtype)
    return made(result, mask, fill_of(x) if is_masked_array(x) else fill_of(y))


def divided(function: Any, x: Any, y: Any) -> Any:
    """Division: also masked where its result is not finite, or the divisor is (almost) 0."""
    check_operands(x, y)
    a, b = data_of(x), data_of(y)
    result = np.asarray(function(operand(x), operand(y)))
    mask = np.logical_or(np.logical_not(np.isfinite(result)), not_above(a, b))
    mask = either_mask(either_mask(mask, mask_of(x)), mask_of(y))
    if result.ndim > 0:
        result = np.where(mask, a if np.can_cast(a.dtype, result.dtype, "safe") else 0, result).astype(
            result.dtype
        )
    return made(result, mask, fill_of(x) if is_masked_array(x) else fill_of(y))


def compared(function: Any, x: Any, y: Any) -> Any:
    """An order of x, which is masked, and y. (== and != compare masks, too.)"""
    check_operands(x, y)
    result = np.asarray(function(operand(x), operand(y)))
    mask = either_mask(mask_of(x), mask_of(y))
    if mask is not None:
        mask = np.broadcast_to(mask, result.shape)
        if function is np.equal or function is np.not_equal:
            theirs = mask_of(y) if mask_of(y) is not None else False
            ours = mask_of(x) if mask_of(x) is not None else False
            result = np.where(mask, function(ours, theirs), result)
    return made(
        result, mask if mask is None else mask.copy(), None if fill_of(x) is None else fill_of(x).astype(bool)
    )


def quotient(function: Any, x: Any, y: Any) -> Any:
    """What x / y means: if both are numbers, or np.ma.masked, only what is masked gives np.ma.masked."""
    numbers = np.ndim(data_of(x)) == 0 and np.ndim(data_of(y)) == 0
    return (binary if numbers else divided)(function, x, y)


def power(x: Any, y: Any) -> Any:
    """Powers: also masked where the result is not finite."""
    result = binary(np.power, x, y)
    if not is_masked_array(result) or is_element(result):
        return result
    invalid = np.logical_not(np.isfinite(result.recto_data))
    fill = default_fill(result.dtype) if not is_masked_array(x) else x.fill_value
    data = np.where(invalid, np.asarray(fill).astype(result.dtype), result.recto_data)
    return Masked(data, either_mask(invalid, result.recto_mask), fill_of(x))


def by_ufunc(ufunc: Any, inputs: tuple) -> Any:
    """A ufunc of NumPy's itself: masked elements are computed as well, and filled outside of its domain."""
    for x in inputs[1:]:
        check_operands(inputs[0], x)
    result = np.asarray(ufunc(*[operand(x) for x in inputs]))
    mask, fill = full_mask(inputs[0]), fill_of(inputs[0])
    for x in inputs[1:]:
        mask, fill = np.logical_or(mask, full_mask(x)), fill if is_masked_array(inputs[0]) else fill_of(x)
    if ufunc in DOMAINS and result.ndim > 0:
        outside, value = DOMAINS[ufunc]
        outside = outside(*[data_of(x) for x in inputs])
        outside = np.logical_or(outside, mask) if len(inputs) == 1 else outside
        result = np.where(outside, np.asarray(value).astype(result.dtype), result)
        mask = np.logical_or(mask, outside)
    return made(result, mask, fill)


class Masked:
    """An array of which some elements are masked."""

    __recto_class__ = np.ma.MaskedArray
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data: Any, mask: Any, fill: Any):
        self.recto_data = data
        self.recto_mask = mask
        self.recto_fill = fill

    @property
    def data(self) -> Any:
        return self.recto_data

    @property
    def mask(self) -> Any:
        return np.ma.nomask if self.recto_mask is None else self.recto_mask

    @property
    def fill_value(self) -> Any:
        return default_fill(self.recto_data.dtype) if self.recto_fill is None else self.recto_fill[()]

    @property
    def dtype(self) -> Any:
        return self.recto_data.dtype

    @property
    def shape(self) -> tuple:
        return self.recto_data.shape

    @property
    def ndim(self) -> int:
        return self.recto_data.ndim

    @property
    def size(self) -> int:
        return self.recto_data.size

    @property
    def T(self) -> Any:
        return self.each(lambda part: part.T)

    def __len__(self) -> int:
        return len(self.recto_data)

    def __bool__(self) -> bool:
        return bool(self.recto_data)

    def __iter__(self) -> Any:
        for k in range(len(self)):
            yield self[k]

    def each(self, function: Any) -> Any:
        return made(
            function(self.recto_data),
            None if self.recto_mask is None else function(self.recto_mask),
            self.recto_fill,
        )

    # -- items ---------------------------------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Any:
        if is_masked_array(index):
            unsupported("a masked array as an index: use np.ma.filled(index, False)")
        data = self.recto_data[index]
        mask = None if self.recto_mask is None else self.recto_mask[index]
        if np.ndim(data) == 0:
            if any(
                [isinstance(k, type(Ellipsis)) for k in (index if isinstance(index, tuple) else (index,))]
            ):
                unsupported("masked arrays without axes")
            return data if mask is None else made(np.asarray(data), np.asarray(mask), None)
        return Masked(data, mask, self.recto_fill)

    def __setitem__(self, index: Any, value: Any) -> None:
        if is_masked_array(index):
            unsupported("a masked array as an index: use np.ma.filled(index, False)")
        if self.recto_mask is None and mask_of(value) is not None:
            unsupported("masked elements in an array without a mask: make it with np.ma.array(x, mask=False)")
        if is_element(value):
            before = self.recto_data[index]
            self.recto_data[index] = np.where(value.recto_mask, before, value.recto_data).astype(before.dtype)
        else:
            self.recto_data[index] = operand(value)
        if self.recto_mask is not None:
            self.recto_mask[index] = False if mask_of(value) is None else mask_of(value)

    # -- methods -------------------------------------------------------------------------------------------------

    def filled(self, fill_value: Any = None) -> Any:
        if self.recto_mask is None:
            return self.recto_data
        fill = self.fill_value if fill_value is None else fill_value
        return np.where(self.recto_mask, np.asarray(fill).astype(self.recto_data.dtype), self.recto_data)

    def compressed(self) -> Any:
        flat = self.recto_data.ravel()
        return flat if self.recto_mask is None else flat[np.logical_not(self.recto_mask.ravel())]

    def count(self, axis: Any = None, keepdims: bool = False) -> Any:
        return np.logical_not(full_mask(self)).sum(axis=axis, keepdims=keepdims)

    def copy(self) -> Any:
        return self.each(lambda part: part.copy())

    def astype(self, dtype: Any) -> Any:
        fill = None if self.recto_fill is None else self.recto_fill.astype(dtype)
        return Masked(
            self.recto_data.astype(dtype), None if self.recto_mask is None else self.recto_mask.copy(), fill
        )

    def ravel(self) -> Any:
        return self.each(lambda part: part.ravel())

    def flatten(self) -> Any:
        return self.each(lambda part: part.flatten())

    def reshape(self, *shape: Any) -> Any:
        return self.each(lambda part: part.reshape(*shape))

    def transpose(self, *axes: Any) -> Any:
        return self.each(lambda part: part.transpose(*axes))

    def reduced(self, result: Any, axis: Any, keepdims: bool) -> Any:
        """The result of a reduction: masked where every element is."""
        mask = None if self.recto_mask is None else self.recto_mask.all(axis=axis, keepdims=keepdims)
        return made(np.asarray(result), None if mask is None else np.asarray(mask), None)

    def sum(self, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(0).sum(axis=axis, dtype=dtype, keepdims=keepdims), axis, keepdims)

    def prod(self, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(1).prod(axis=axis, dtype=dtype, keepdims=keepdims), axis, keepdims)

    def all(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(True).all(axis=axis, keepdims=keepdims), axis, keepdims)

    def any(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(False).any(axis=axis, keepdims=keepdims), axis, keepdims)

    def argmin(self, axis: Any = None) -> Any:
        return self.filled(extreme(self.recto_data.dtype, False)).argmin(axis)

    def argmax(self, axis: Any = None) -> Any:
        return self.filled(extreme(self.recto_data.dtype, True)).argmax(axis)

    def min(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        filled = self.filled(extreme(self.recto_data.dtype, False))
        return self.extremum(filled.min(axis=axis, keepdims=keepdims), axis, keepdims)

    def max(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        filled = self.filled(extreme(self.recto_data.dtype, True))
        return self.extremum(filled.max(axis=axis, keepdims=keepdims), axis, keepdims)

    def extremum(self, result: Any, axis: Any, keepdims: bool) -> Any:
        found = self.reduced(result, axis, keepdims)
        return (
            Masked(found.filled(), found.recto_mask, None)
            if is_masked_array(found) and found.ndim > 0
            else found
        )

    def mean(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        if self.recto_data.dtype == np.dtype(np.float16):
            unsupported("the mean of a masked array of float16: use x.astype(np.float32)")
        if self.recto_mask is None:
            return made(np.asarray(self.recto_data.mean(axis=axis, keepdims=keepdims)), None, None)
        kind = float if self.recto_data.dtype.kind in "biu" else None
        return self.sum(axis, kind, keepdims=keepdims) * 1.0 / self.count(axis, keepdims)

    def var(self, axis: Any = None, *, ddof: int = 0, keepdims: bool = False) -> Any:
        if self.recto_mask is None:
            return made(np.asarray(self.recto_data.var(axis=axis, ddof=ddof, keepdims=keepdims)), None, None)
        if self.recto_data.dtype.kind != "f":
            unsupported("the variance of a masked array whose elements are not floating: use x.astype(float)")
        count = self.count(axis, keepdims) - ddof
        centre = self.mean(axis, keepdims=True)
        apart = binary(np.subtract, self, centre)
        found = divided(np.true_divide, binary(np.multiply, apart, apart).sum(axis, keepdims=keepdims), count)
        if is_element(found):
            return found
        return Masked(
            found.recto_data,
            np.logical_or(self.recto_mask.all(axis=axis, keepdims=keepdims), count <= 0),
            self.recto_fill,
        )

    def std(self, axis: Any = None, *, ddof: int = 0, keepdims: bool = False) -> Any:
        return unary_in_domain(np.sqrt, lambda x: x < 0, self.var(axis, ddof=ddof, keepdims=keepdims))

    # -- operators -----------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        return binary(np.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return binary(np.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return binary(np.subtract, self, other)

    def __rsub__(self, other: Any) -> Any:
        return binary(np.subtract, other, self)

    def __mul__(self, other: Any) -> Any:
        return binary(np.multiply, self, other)

    def __rmul__(self, other: Any) -> Any:
        return binary(np.multiply, other, self)

    def __truediv__(self, other: Any) -> Any:
        return quotient(np.true_divide, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return quotient(np.true_divide, other, self)

    def __floordiv__(self, other: Any) -> Any:
        return quotient(np.floor_divide, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return quotient(np.floor_divide, other, self)

    def __pow__(self, other: Any) -> Any:
        return power(self, other)

    def __rpow__(self, other: Any) -> Any:
        return power(other, self)

    def __and__(self, other: Any) -> Any:
        return by_ufunc(np.bitwise_and, (self, other))

    def __or__(self, other: Any) -> Any:
        return by_ufunc(np.bitwise_or, (self, other))

    def __invert__(self) -> Any:
        return by_ufunc(np.invert, (self,))

    def __iadd__(self, other: Any) -> Any:
        return self.changed(np.add, 0, other)

    def __isub__(self, other: Any) -> Any:
        return self.changed(np.subtract, 0, other)

    def __imul__(self, other: Any) -> Any:
        return self.changed(np.multiply, 1, other)

    def __itruediv__(self, other: Any) -> Any:
        unsupported("a masked array divided in place: use x = x / y")

    def __ifloordiv__(self, other: Any) -> Any:
        unsupported("a masked array divided in place: use x = x // y")

    def __ipow__(self, other: Any) -> Any:
        unsupported("powers of a masked array in place: use x = x ** y")

    def __iand__(self, other: Any) -> Any:
        unsupported("a masked array changed by &=: use x = x & y")

    def __ior__(self, other: Any) -> Any:
        unsupported("a masked array changed by |=: use x = x | y")

    def changed(self, function: Any, neutral: int, other: Any) -> Any:
        """Arithmetic in place. The data stay as they are where they are masked."""
        if is_element(self) or is_element(other):
            unsupported("arithmetic in place with what may be np.ma.masked: use x = x + y")
        mask, data = mask_of(other), data_of(other)
        if self.recto_mask is None and mask is not None:
            unsupported("masked elements in an array without a mask: make it with np.ma.array(x, mask=False)")
        if mask is not None:
            self.recto_mask[...] = np.logical_or(self.recto_mask, mask)
        if self.recto_mask is not None:
            data = np.where(self.recto_mask, np.asarray(neutral).astype(data.dtype), data)
        self.recto_data[...] = function(self.recto_data, data)
        return self

    def __neg__(self) -> Any:
        return by_ufunc(np.negative, (self,))

    def __abs__(self) -> Any:
        return by_ufunc(np.absolute, (self,))

    def __eq__(self, other: Any) -> Any:
        return compared(np.equal, self, other)

    def __ne__(self, other: Any) -> Any:
        return compared(np.not_equal, self, other)

    def __lt__(self, other: Any) -> Any:
        return compared(np.less, self, other)

    def __le__(self, other: Any) -> Any:
        return compared(np.less_equal, self, other)

    def __gt__(self, other: Any) -> Any:
        return compared(np.greater, self, other)

    def __ge__(self, other: Any) -> Any:
        return compared(np.greater_equal, self, other)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or len(kwargs) > 0 or ufunc.nout > 1:
            unsupported("options of ufuncs, and their methods, on masked arrays: use the functions of np.ma")
        return by_ufunc(ufunc, inputs)

    def __array_function__(self, func: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        if func not in METHODS or not is_masked_array(args[0]):
            unsupported(
                "this function of NumPy takes no masked arrays in compiled code: use np.ma's, or x.filled(…)"
            )
        return getattr(args[0], METHODS[func])(*args[1:], **kwargs)


METHODS = {
    np.sum: "sum",
    np.prod: "prod",
    np.mean: "mean",
    np.var: "var",
    np.std: "std",
    np.min: "min",
    np.max: "max",
    np.all: "all",
    np.any: "any",
    np.argmin: "argmin",
    np.argmax: "argmax",
    np.copy: "copy",
    np.ravel: "ravel",
    np.reshape: "reshape",
    np.transpose: "transpose",
}


class Element(Masked):
    """A number, or np.ma.masked."""

    recto_element = True

    def __init__(self, data: Any, mask: Any):
        self.recto_data = data
        self.recto_mask = mask
        self.recto_fill = None

    def filled(self, fill_value: Any = None) -> Any:
        if fill_value is None:
            unsupported("what np.ma.masked is filled with depends on its dtype: give the value")
        return Masked.filled(self, fill_value)

    def __bool__(self) -> bool:
        return bool(np.logical_and(np.logical_not(self.recto_mask), self.recto_data))

    def __float__(self) -> float:
        return float(np.where(self.recto_mask, np.nan, self.recto_data))


enter_masked(Masked, Element)
