"""Constants as NumPy source: short numbers, and arrays by a function that creates them if there is one."""

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

from ...core.dtypes import bfloat16, kind, settings
from ...ir.literals import nested_text, number_text
from ...ir.program import Type
from ..structure.triangle_idioms import tri_arguments
from .trees import Hex, call, dtype_keyword, dtype_node, integer, is_default, method, name, parse, sizes

MULTIPLES = {math.pi: "np.pi", 2 * math.pi: "2 * np.pi", math.pi / 2: "np.pi / 2"}
FEW = 16  # items of an array that are written out, though a function makes them
LARGEST_INTEGRAL = 1000  # floats below are written as integers among floats
LARGEST_SHARE = 10**6  # 1 / n for 1 / 7 up to here,
MOST_PARTS = 9  # and 2 / n up to 9 / n
LARGEST_ROOT = 100.0  # np.sqrt(8) for 2.8284271247461903 up to here
SHORT = 12  # where the number itself has more characters
TEXT_LIMIT = 1200  # characters: longer array constants are given by their bytes


def literal(number: Any, integral: bool = False) -> ast.expr:
    """A Python expression with this value; `integral`: 2 for 2.0."""
    return _float(number, integral) if kind(number.dtype) == "f" else parse(element(number))


def _float(number: Any, integral: bool) -> ast.expr:
    size = abs(float(number))
    if size in MULTIPLES:
        node = parse(MULTIPLES[size])
        return ast.UnaryOp(ast.USub(), node) if number < 0 else node
    if 1 / LARGEST_SHARE <= size < 1 and number.dtype == float and len(repr(size)) > SHORT:
        for parts in range(1, 2 if settings.any_size else MOST_PARTS + 1):
            share = round(parts / size)
            if 2 < share <= LARGEST_SHARE and parts / share == size:
                return parse(f"{'-' if number < 0 else ''}{parts} / {share}")
    square = round(size * size) if size < LARGEST_ROOT and number.dtype == float else 0
    if square and math.sqrt(square) == size and not size.is_integer():
        return parse(f"{'-' if number < 0 else ''}np.sqrt({square})")
    if integral and size.is_integer() and size < LARGEST_INTEGRAL and not is_negative_zero(number):
        return integer(int(number))
    return parse(element(number))


def element(number: Any) -> str:
    """A number as text: 0.5 - 2.0j for a complex one where that is exact."""
    plain = number_text(number, "np.") or "np.nan"
    if not plain.startswith("complex(") or not np.isfinite(number):
        return plain
    sign = "-" if np.signbit(number.imag) else "+"
    text = f"{number_text(number.real)} {sign} {number_text(abs(number.imag))}j"
    return text if np.asarray(ast.literal_eval(text), number.dtype).tobytes() == number.tobytes() else plain


def is_negative_zero(number: Any) -> bool:
    return not number and bool(np.signbit(number))


def filled_array(number: Any, type: Type, like: str | None) -> ast.expr:
    """zeros, ones or full of a shape, or like an array of that type."""
    plain = np.isfinite(number) and not is_negative_zero(np.real(number))
    which = {0j: "zeros", 1 + 0j: "ones"}.get(complex(number)) if plain else None
    value = [] if which else [literal(number)]
    if like:
        return call(f"np.{which or 'full'}_like", name(like), *value)
    given = np.dtype(float) if which else np.asarray(number.item()).dtype
    return call(f"np.{which or 'full'}", sizes(type.shape), *value, **dtype_keyword(type.dtype, given))


def array_node(array: np.ndarray) -> ast.expr:
    """An array constant that is not one number everywhere."""
    if not array.size:
        return call("np.zeros", sizes(array.shape), **dtype_keyword(array.dtype, np.dtype(float)))
    return (
        _identity(array)
        or _steps(array)
        or _squares(array)
        or _frequencies(array)
        or _real(array)
        or _decimal(array)
        or _data(array)
    )


def _identity(array: np.ndarray) -> ast.expr | None:
    """np.eye and np.tri, and what they are times a number."""
    if array.ndim != 2 or min(array.shape) < 2 or array.dtype == bfloat16:
        return None
    extra = dtype_keyword(array.dtype, np.dtype(float))
    number = array.flat[np.argmax(array != 0)]
    if not number or not np.isfinite(number):
        return None
    rows, columns = array.shape
    for function in (np.eye, np.tri):
        for k in _diagonals(array):
            if (function(rows, columns, k, dtype=array.dtype) * number).tobytes() == array.tobytes():
                node = parse(f"np.{function.__name__}({tri_arguments(rows, columns, k)})")
                assert isinstance(node, ast.Call)
                node.keywords += [ast.keyword(n, v) for n, v in extra.items()]
                return node if number == 1 else _times(number, node, array.dtype)
    return None


def _diagonals(array: np.ndarray) -> list[int]:
    """The diagonal on which the first row's last or, where it is empty, the first column's first number lies."""
    rows, columns = np.nonzero(array)
    return [int(max(columns - rows))]


def _times(number: Any, node: ast.expr, dtype: np.dtype) -> ast.expr | None:
    """-np.eye(n), 2 * np.eye(n)."""
    if dtype != float:
        return None
    minus = ast.UnaryOp(ast.USub(), node)
    return minus if number == -1 else ast.BinOp(literal(number, integral=True), ast.Mult(), node)


def _steps(array: np.ndarray) -> ast.expr | None:
    """np.arange of integers, also of integers as floats."""
    if array.ndim != 1 or array.size < 3 or kind(array.dtype) not in "iuf" or array.dtype == bfloat16:
        return None
    if not all(np.isfinite(n) and n == np.rint(n) for n in array[:2]) or is_negative_zero(array[0]):
        return None
    first, step = int(array[0]), int(array[1]) - int(array[0])  # Python's integers: the array's own may wrap
    limits = np.iinfo(np.int64)
    if step <= 0 or not (limits.min <= first and first + step * array.size <= limits.max):
        return None
    numbers = [first, first + step * array.size, step]
    if np.arange(*numbers).astype(array.dtype).tobytes() != array.tobytes():
        return None
    kept = numbers if step > 1 else numbers[:2] if first else numbers[1:2]
    if array.dtype == float:
        return call("np.arange", *(ast.Constant(float(n)) for n in kept))
    return call("np.arange", *map(integer, kept), **dtype_keyword(array.dtype, np.dtype(np.int64)))


def _squares(array: np.ndarray) -> ast.expr | None:
    """np.arange(n) ** 2; few of them are written out."""
    if array.ndim != 1 or array.size < (3 if settings.any_size else FEW) or kind(array.dtype) not in "if":
        return None
    if array.dtype == bfloat16 or not (np.isfinite(array) & (array >= 0)).all():
        return None
    roots = np.rint(np.sqrt(array.astype(float))).astype(array.dtype)
    steps = _steps(roots) if (roots**2).tobytes() == array.tobytes() else None
    return steps and ast.BinOp(steps, ast.Pow(), ast.Constant(2))


def _frequencies(array: np.ndarray) -> ast.expr | None:
    """The integers of np.fft.fftfreq: 0, 1, …, -2, -1; few of them are written out."""
    n = array.size
    if array.ndim != 1 or n < (3 if settings.any_size else FEW) or kind(array.dtype) not in "if":
        return None
    if np.fft.ifftshift(np.arange(n) - n // 2).astype(array.dtype).tobytes() != array.tobytes():
        return None
    steps = _steps(np.arange(n).astype(array.dtype))
    return steps and call("np.fft.ifftshift", ast.BinOp(steps, ast.Sub(), ast.Constant(n // 2)))


def _real(array: np.ndarray) -> ast.expr | None:
    """A complex array of real numbers."""
    if kind(array.dtype) != "c" or array.imag.any() or np.isnan(array).any() or np.signbit(array.imag).any():
        return None
    found = _decimal(array.real)
    return found and call("np.array", *found.args, dtype=dtype_node(array.dtype))


def _decimal(array: np.ndarray) -> ast.Call | None:
    text = nested_text(list(map(element, array.reshape(-1))), array.shape)
    if len(text) > TEXT_LIMIT:
        return None
    return call(
        "np.array", parse(text), **({} if is_default(array.dtype) else {"dtype": dtype_node(array.dtype)})
    )


def _data(array: np.ndarray) -> ast.expr:
    data = Hex(np.ascontiguousarray(array).tobytes().hex())
    read = call("np.frombuffer", call("bytes.fromhex", data), dtype_node(array.dtype))
    return method(read, "reshape", *map(ast.Constant, array.shape))
