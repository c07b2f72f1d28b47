"""NumPy's functions with arguments that the table does not know, its complex functions of real numbers, and texts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import read_as, read_if, unsupported


@read_if(np.nan_to_num, lambda x, copy=True, *args, **kwargs: copy is False)
def nan_to_num_in_place(x: Any, copy: Any, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    if not isinstance(x, np.ndarray):
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    x[...] = np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    return x


@read_if(np.pad, lambda array, pad_width, mode="constant", **kwargs: not isinstance(mode, str))
def pad_by_function(array: Any, pad_width: Any, mode: Any, **kwargs: Any) -> Any:
    """The function writes the ends of each line along each axis."""
    array = np.asarray(array)
    widths = pairs_of_widths(pad_width, array.ndim)
    padded = np.pad(array, widths)
    for axis in range(array.ndim):
        lines = np.moveaxis(padded, axis, -1)
        for place in np.ndindex(lines.shape[:-1]):
            mode(lines[place], widths[axis], axis, kwargs)
    return padded


@read_if(np.insert, lambda arr, obj, *args, **kwargs: is_vector(obj))
def insert_at(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """np.insert at the places that an array holds, in their order."""
    x = np.ravel(arr) if axis is None else np.moveaxis(np.asarray(arr), axis, 0)
    count, size = len(obj), len(x)
    if obj.dtype.kind not in "iu" or count == 1 and x.ndim > 1:
        unsupported(
            "np.insert at one place, or at those of a mask, that an array holds: give the place itself"
        )
    places, given = np.where(obj < 0, obj + size, obj), np.asarray(values)
    if count == 1:
        if places[0] < 0 or places[0] > size:
            raise IndexError(f"index {obj[0]} is out of bounds for axis 0 with size {size}")
        count = given.size
        places = places[0] + np.arange(count)
    else:
        order = np.argsort(places, kind="stable")
        places[order] += np.arange(count)
    if np.any((places < -size - count) | (places >= size + count)):
        raise IndexError(f"an index is out of bounds for axis 0 with size {size + count}")
    old = np.ones(size + count, bool)
    old[places] = False
    found = x[np.maximum(np.cumsum(old) - 1, 0)]
    shape = (count, *x.shape[1:])
    if axis is not None and given.ndim == x.ndim:
        given = np.moveaxis(given, axis, 0)
    elif axis is not None and given.ndim > 0 and x.ndim > 1:
        unsupported("values of np.insert with fewer axes than the array")
    found[places] = np.broadcast_to(given, shape).astype(x.dtype)
    return found if axis is None else np.moveaxis(found, 0, axis)


def is_vector(value: Any) -> bool:
    """Whether it is a dynamic array with one axis."""
    return getattr(value, "ndim", 0) == 1 and not isinstance(value, np.ndarray)


def pairs_of_widths(pad_width: Any, ndim: int) -> list:
    if isinstance(pad_width, int):
        return [(pad_width, pad_width)] * ndim
    if isinstance(pad_width[0], int):
        return [(pad_width[0], pad_width[-1])] * ndim
    pairs = [(pair[0], pair[-1]) for pair in pad_width]
    return pairs * ndim if len(pairs) == 1 else pairs


@read_as("numpy.trim_zeros", host_if_static=True)
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    x = np.asarray(filt)
    if x.ndim != 1:
        unsupported("np.trim_zeros of several axes")
    if trim.lower().strip("fb") != "":
        raise ValueError("unexpected character(s) in `trim`")
    size = len(x)
    if size == 0:
        return filt
    some = x != 0
    first = np.argmax(some) if "f" in trim.lower() else 0
    last = size - np.argmax(some[::-1]) if "b" in trim.lower() else size
    return filt[first : np.where(np.any(some), last, first)]


@read_if(np.linalg.qr, lambda a, mode="reduced": isinstance(mode, str) and mode == "raw")
def reflectors(a: Any, mode: str) -> Any:
    """LAPACK's elementary reflectors below the diagonal of R, transposed, and their factors.

    References:
        Golub and Van Loan, Matrix Computations, section 5.2.2; LAPACK's dgeqr2 and zlarfg.
    """
    r = np.array(a)
    if r.ndim != 2:
        unsupported("np.linalg.qr with mode='raw' of a stack of matrices")
    r = r if r.dtype.kind in "fc" else r.astype(np.float64)
    rows, count = np.arange(len(r)), min(r.shape)
    factors = np.zeros(count, r.dtype)
    for k in range(count):
        head, below = r[k, k], np.where(rows > k, r[:, k], 0)
        rest = np.sum(np.abs(below) ** 2)
        norm = np.sqrt(np.abs(head) ** 2 + rest)
        flat = np.logical_and(rest == 0, np.imag(head) == 0)
        norm = np.where(flat, 1.0, np.where(np.real(head) < 0, norm, -norm)).astype(r.dtype)
        factor = np.where(flat, 0, (norm - head) / norm)
        vector = np.where(rows == k, 1, below / np.where(flat, 1, head - norm))
        changed = r - np.conj(factor) * np.outer(vector, np.conj(vector) @ r)
        column = np.where(rows == k, np.where(flat, head, norm), np.where(rows > k, vector, r[:, k]))
        later = np.logical_and(rows[:, None] >= k, np.arange(r.shape[1]) > k)
        r = np.where(later, changed, r)
        r[:, k] = np.where(np.logical_and(flat, rows > k), 0, column)
        factors[k] = factor
    return r.T, factors


@read_as("numpy.real_if_close", host_if_static=True)
def real_if_close(a: Any, tol: float = 100) -> Any:
    """The dtype of the result depends on data: what uses it is read for either."""
    x = np.asanyarray(a)
    if x.dtype.kind != "c":
        return x
    least = np.finfo(x.dtype).eps * tol if tol > 1 else tol
    if np.all(np.abs(x.imag) < least):
        return x.real
    return x


# -- complex functions of real numbers -----------------------------------------------------------------------


def as_complex(x: Any) -> Any:
    """Numbers that may be negative as complex ones."""
    x = np.asarray(x)
    if x.dtype.kind in "cub":
        return x
    narrow = x.dtype == np.float32 or x.dtype == np.int8 or x.dtype == np.int16
    return x.astype(np.complex64 if narrow else np.complex128)


def anywhere(x: Any) -> Any:
    """Numbers that may be larger than 1 as complex ones."""
    x = np.asarray(x)
    narrow = x.dtype == np.uint8 or x.dtype == np.uint16
    return x.astype(np.complex64 if narrow else np.complex128) if x.dtype.kind == "u" else as_complex(x)


def enter_complex_functions() -> None:
    for name in ("sqrt", "log", "log10", "log2"):
        read_as(f"numpy.emath.{name}", first=(getattr(np, name), as_complex), host_if_static=True)(
            function_of
        )
    for name in ("arccos", "arcsin", "arctanh"):
        read_as(f"numpy.emath.{name}", first=(getattr(np, name), anywhere), host_if_static=True)(function_of)


def function_of(function: Any, convert: Any, x: Any) -> Any:
    x = convert(x)
    return function(x) if x.ndim > 0 else function(x[()])


@read_as("numpy.emath.logn", host_if_static=True)
def logn(n: Any, x: Any) -> Any:
    return function_of(np.log, as_complex, x) / function_of(np.log, as_complex, n)


@read_as("numpy.emath.power", host_if_static=True)
def power(x: Any, p: Any) -> Any:
    return np.power(as_complex(x)[()], p)


# -- texts ---------------------------------------------------------------------------------------------------


@read_as("numpy.array_repr", host_if_static=True)
def array_repr(
    arr: Any, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None
) -> str:
    check_defaults((max_line_width, precision, suppress_small))
    return repr(arr)


@read_as("numpy.array_str", host_if_static=True)
def array_str(a: Any, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None) -> str:
    check_defaults((max_line_width, precision, suppress_small))
    return str(a)


@read_as("numpy.array2string", host_if_static=True)
def array2string(a: Any, **options: Any) -> str:
    check_defaults(tuple(options.values()))
    return str(a)


def check_defaults(options: tuple) -> None:
    if any([option is not None for option in options]):
        unsupported("options of texts of arrays: call np.set_printoptions before, or format the elements")


@read_as("numpy.binary_repr", host_if_static=True)
def binary_repr(num: Any, width: Any = None) -> str:
    if width is None:
        return f"{num:b}"
    if num >= 2**width or num < -(2 ** (width - 1)):
        raise ValueError("Insufficient bit width provided")
    return f"{num % 2**width:0{width}b}"


enter_complex_functions()
