"""Masked arrays, np.ma.MaskedArray: the data, a mask (None for np.ma.nomask) and the fill value (None if not given).

An element, or a reduction to one number, is a number or np.ma.masked: which one depends on data (`Element`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.reading import unsupported
from ..composite import enter_masked
from .methods import Methods
from .parts import (
    DOMAINS,
    data_of,
    default_fill,
    either_mask,
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
    return made(result if mask is None else keep_masked_data(result, data, mask), mask, fill_of(x))


def keep_masked_data(result: Any, data: Any, mask: Any) -> Any:
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
    return made(keep_masked_data(result, data, mask), mask, fill_of(x))


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
    """The quotient of x and y: if both are numbers, or np.ma.masked, only a masked one gives np.ma.masked."""
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


class Masked(Methods):
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

    @mask.setter
    def mask(self, mask: Any) -> None:
        """Set the mask; an existing one is overwritten, and so are the masks that share its memory."""
        if mask is np.ma.nomask and self.recto_mask is None:
            return
        if mask is np.ma.masked:
            mask = True
        if self.recto_mask is None:
            self.recto_mask = np.zeros(self.recto_data.shape, bool)
        given = np.asarray(mask).astype(bool)
        self.recto_mask[...] = given if given.ndim == 0 else np.resize(given, self.recto_data.shape)

    @property
    def fill_value(self) -> Any:
        return default_fill(self.recto_data.dtype) if self.recto_fill is None else self.recto_fill[()]

    @fill_value.setter
    def fill_value(self, value: Any) -> None:
        self.recto_fill = None if value is None else np.asarray(value).astype(self.recto_data.dtype)

    def set_fill_value(self, value: Any = None) -> None:
        self.fill_value = value

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

    def made(self, data: Any, mask: Any, fill: Any) -> Any:
        return made(data, mask, fill)

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
            self.recto_mask = np.zeros(self.recto_data.shape, bool)
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

    def copy(self) -> Any:
        return self.each(lambda part: part.copy())

    def astype(self, dtype: Any) -> Any:
        fill = None if self.recto_fill is None else self.recto_fill.astype(dtype)
        return Masked(
            self.recto_data.astype(dtype), None if self.recto_mask is None else self.recto_mask.copy(), fill
        )

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

    def recto_sorted(self, axis: Any = -1, kind: Any = None, **options: Any) -> Any:
        """np.sort"""
        found = self.flatten() if axis is None else self.copy()
        found.sort(0 if axis is None else axis, kind, **options)
        return found

    def recto_expanded(self, axis: Any) -> Any:
        return self.each(lambda part: np.expand_dims(part, axis))

    def recto_difference(self, n: int = 1, axis: int = -1) -> Any:
        """np.diff"""
        if n < 0:
            raise ValueError("order must be non-negative")
        found = self
        for _ in range(n):
            size = found.shape[axis]
            later, before = [found.take(np.arange(k, max(k, size - 1 + k)), axis) for k in (1, 0)]
            if self.recto_data.dtype == bool:
                found = by_ufunc(np.not_equal, (later, before))
            else:
                found = by_ufunc(np.subtract, (later, before))
        return found

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

    def __mod__(self, other: Any) -> Any:
        return by_ufunc(np.remainder, (self, other))

    def __rmod__(self, other: Any) -> Any:
        return by_ufunc(np.remainder, (other, self))

    def __xor__(self, other: Any) -> Any:
        return by_ufunc(np.bitwise_xor, (self, other))

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
        return self.changed(np.true_divide, 1, other, True)

    def __ifloordiv__(self, other: Any) -> Any:
        return self.changed(np.floor_divide, 1, other, True)

    def __ipow__(self, other: Any) -> Any:
        unsupported("powers of a masked array in place: use x = x ** y")

    def __iand__(self, other: Any) -> Any:
        unsupported("a masked array changed by &=: use x = x & y")

    def __ior__(self, other: Any) -> Any:
        unsupported("a masked array changed by |=: use x = x | y")

    def changed(self, function: Any, neutral: int, other: Any, divides: bool = False) -> Any:
        """Arithmetic in place. The data stay as they are where they are masked: where a divisor is 0, too."""
        if is_element(self) or is_element(other):
            unsupported("arithmetic in place with what may be np.ma.masked: use x = x + y")
        mask, data = mask_of(other), data_of(other)
        if divides:
            outside = not_above(self.recto_data, data)
            mask = outside if mask is None else np.logical_or(outside, mask)
        self.add_to_mask(mask)
        if self.recto_mask is not None:
            data = np.where(self.recto_mask, np.asarray(neutral).astype(data.dtype), data)
        changed = function(self.recto_data, data)
        if divides and not np.can_cast(changed.dtype, self.recto_data.dtype, "same_kind"):
            raise TypeError(
                "Cannot cast ufunc output to the dtype of the array with casting rule 'same_kind'"
            )
        self.recto_data[...] = changed
        return self

    def add_to_mask(self, mask: Any) -> None:
        """Mask these elements as well."""
        if mask is None:
            return
        if self.recto_mask is None:
            self.recto_mask = np.zeros(self.recto_data.shape, bool)
        self.recto_mask[...] = np.logical_or(self.recto_mask, mask)

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
        if func is np.compress:  # np.compress(condition, a)
            args = (args[1], args[0], *args[2:])
        if func not in METHODS or not is_masked_array(args[0]):
            unsupported(
                "this function of NumPy takes no masked arrays in compiled code: use np.ma's, or x.filled(…)"
            )
        if func is np.argsort and len(args) == 1 and len(kwargs) == 0:
            kwargs = {"axis": -1}
        return getattr(args[0], METHODS[func])(*args[1:], **kwargs)


METHODS = {
    getattr(np, name): name
    for name in (
        "sum prod mean var std min max all any argmin argmax copy ravel reshape transpose swapaxes squeeze diagonal "
        "repeat take compress nonzero clip round argsort cumsum cumprod ptp trace"
    ).split()
}
METHODS[np.around], METHODS[np.amax], METHODS[np.amin] = "round", "max", "min"
METHODS.update({np.sort: "recto_sorted", np.expand_dims: "recto_expanded", np.diff: "recto_difference"})


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
