"""Conversions of Python numbers: among themselves, and to integers as int() or as NumPy's stores do."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import canonical, kind
from ...core.errors import CompileError
from ...ir.builder import Sym, convert
from .arrays import as_array, constant_of, full_like
from .table import prim


def python_number(x: Any, dtype: Any) -> Any:
    """A Python number in another of Python's number types."""
    x = as_array(x)
    dtype = canonical(dtype)
    if not isinstance(x, Sym):
        return x.astype(dtype)
    return x if x.dtype == dtype and x.weak else prim.cast(x, dtype=dtype, weak=True)


def python_integer(x: Any) -> Any:
    """A real number as a Python integer, of 64 bits here, toward zero; what has none raises Python's exception."""
    if kind(x.dtype) != "f":
        return python_number(x, np.int64)
    value = constant_of(x)
    if value is not None:
        _integer_of(float(value))
        return python_number(x, np.int64)
    limit = float(2 ** (8 * canonical(np.int64).itemsize - 1))
    raise_if(prim.isnan(x), ValueError, "cannot convert float NaN to integer")
    raise_if(prim.isinf(x), OverflowError, "cannot convert float infinity to integer")
    large = prim.or_(prim.ge(x, full_like(x, limit)), prim.lt(x, full_like(x, -limit)))
    if raise_if(large, OverflowError, "a float does not fit into an integer of 64 bits"):
        fits = prim.and_(prim.ge(x, full_like(x, -limit)), prim.lt(x, full_like(x, limit)))
        x = prim.select(fits, x, full_like(x, 0))
    return prim.to_int(x)


def integer_in(x: Any, dtype: np.dtype) -> Any:
    """A Python float in an integer dtype, toward zero; one that does not fit raises what int(x) or NumPy raises."""
    limits = np.iinfo(dtype)
    value = constant_of(x)
    if value is not None:
        if not limits.min <= (whole := _integer_of(float(value))) <= limits.max:
            raise CompileError(f"Python integer {whole} out of bounds for {dtype.name}", kind=OverflowError)
        return convert(x, dtype)
    raise_if(prim.isnan(x), ValueError, "cannot convert float NaN to integer", False)
    raise_if(prim.isinf(x), OverflowError, "cannot convert float infinity to integer", False)
    exact = limits.bits < 64 or not limits.min  # is the integer below the least one a float?
    below = (
        prim.le(x, full_like(x, float(limits.min - 1)))
        if exact
        else prim.lt(x, full_like(x, float(limits.min)))
    )
    beyond = prim.or_(below, prim.ge(x, full_like(x, float(limits.max + 1))))
    raise_if(beyond, OverflowError, f"a float out of bounds for {dtype.name}", False)
    return convert(x, dtype)


def own_integer(value: Any, dtype: np.dtype) -> Any:
    """One of NumPy's integers as one of Python's; what only uint64 holds is out of bounds."""
    if value.dtype == np.uint64:
        limit = np.iinfo(dtype).max
        raise_if(
            prim.gt(value, full_like(value, limit)),
            OverflowError,
            f"Python integer out of bounds for {dtype.name}",
            False,
        )
    return prim.cast(value, dtype=canonical(np.int64), weak=True)


def _integer_of(value: float) -> int:
    try:
        return int(value)
    except (ValueError, OverflowError) as error:
        raise CompileError(f"{type(error).__name__}: {error}") from None


def is_caught(value: Any, exception: type) -> bool:
    """Whether there is a handler around the call that catches this exception."""
    return isinstance(value, Sym) and value.builder.site.catches(exception)


def raise_if(condition: Any, exception: type, message: str | tuple, native: bool = True) -> bool:
    """The call raises the exception if the condition holds; native: what is printed for the operation does, too. The
    message: a text, or texts and numbers. Gives whether the printed operation must not raise: a handler is around."""
    if not isinstance(condition, Sym) or condition.builder.site.fail is None:
        return False
    parts = (message,) if isinstance(message, str) else message
    return bool(condition.builder.site.fail(condition, exception, parts, native))
