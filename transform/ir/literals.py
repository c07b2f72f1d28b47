"""Types and constants as text, as exact programs write and read them.

2.0   3   True   1j                 a constant of the default dtype (f64, i64, bool, c128) without axes
const(2.0, "f32")                   any other type; "f64[] weak" is a Python number
const([1.0, 2.0], "f64[2]")         an array; one number stands for an array that is that number everywhere
const(range(0, 9), "i64[9]")        consecutive integers
const("0x00f03f…", "f64[1000]")     the bytes of a large array, or of a number that decimals can't write
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.dtypes import LONG, PYTHON, kind, short_name
from ..core.errors import CompileError
from .program import Const, Type

DECIMAL_LIMIT = 128  # elements: larger arrays are written as bytes
BYTES_A_LINE = 40
TYPE = re.compile(r"(?P<dtype>\w+)(\[(?P<shape>[\d, ]*)\])?(?P<weak> weak)?")


# -- types -------------------------------------------------------------------------------------------------------


def type_text(t: Type) -> str:
    """The type as an annotation has it: "f64[3,4]", "f64[] weak"."""
    return f"{t} weak" if t.weak else str(t)


def parse_type(text: str) -> Type:
    """The type that a text such as "f64[3,4]" names; "f32" is a scalar.

    Raises:
        CompileError: the text names no type.
    """
    found = TYPE.fullmatch(text.strip())
    if not found or found["dtype"] not in LONG:
        raise CompileError(f"{text!r} is no type", 'write a type as "f64[3,4]", or "f64[]" for a scalar')
    shape = tuple(int(n) for n in (found["shape"] or "").replace(" ", "").split(",") if n)
    return Type(LONG[found["dtype"]], shape, bool(found["weak"]))


# -- reading -----------------------------------------------------------------------------------------------------


def array_of(value: Any, type: str) -> np.ndarray:
    """The array that `const(value, type)` stands for."""
    t = parse_type(type)
    if isinstance(value, str):
        return np.frombuffer(bytes.fromhex(value.removeprefix("0x")), t.dtype).reshape(t.shape)
    array = np.asarray(value, t.dtype)
    return array.reshape(t.shape) if array.ndim else np.broadcast_to(array, t.shape)


def named(name: str) -> Callable[..., Any]:
    """Decorator: the program's name, where it is no Python name or another function has it."""

    def rename(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__name__ = name
        return function

    return rename


# -- writing -----------------------------------------------------------------------------------------------------


def const_text(c: Const, prefix: str = "prim.") -> str:
    """The constant as text that `const_of` reads back, bit by bit and type by type."""
    value = np.asarray(c.value)
    if not c.type.shape and not c.type.weak and c.type.dtype in PYTHON.values():
        text = number_text(value[()], prefix)
        if text is not None:
            return text
    return f'{prefix}const({_value_text(value, prefix)}, "{type_text(c.type)}")'


def _value_text(array: np.ndarray, prefix: str) -> str:
    """A number, a nested list, a range, or the bytes: the first that is exact."""
    first = array.reshape(-1)[:1]
    if not array.size:
        return "[]"
    if array.tobytes() == first.tobytes() * array.size:
        texts = [number_text(first[0], prefix)]
        text = texts[0]
    elif array.ndim == 1 and array.dtype.kind in "iu" and array.size > 2 and (np.diff(array) == 1).all():
        return f"range({array[0]}, {int(array[0]) + array.size})"
    elif array.size <= DECIMAL_LIMIT:
        texts = [number_text(x, prefix) for x in array.reshape(-1)]
        known = [t for t in texts if t is not None]
        text = nested_text(known, array.shape) if len(known) == len(texts) else None
    else:
        text = None
    return _bytes_text(array) if text is None else text


def nested_text(texts: list[str], shape: tuple[int, ...]) -> str:
    """The texts of an array's elements as a nested list."""
    if not shape:
        return texts[0]
    step = math.prod(shape[1:])
    return (
        "["
        + ", ".join(nested_text(texts[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0]))
        + "]"
    )


def _bytes_text(array: np.ndarray) -> str:
    text = np.ascontiguousarray(array).tobytes().hex()
    pieces = [text[k : k + 2 * BYTES_A_LINE] for k in range(0, len(text), 2 * BYTES_A_LINE)] or [""]
    return " ".join(f'"{"" if k else "0x"}{piece}"' for k, piece in enumerate(pieces))


def number_text(value: Any, prefix: str = "prim.") -> str | None:
    """A Python expression with exactly this value when converted to its dtype; None if there is none."""
    dtype = np.asarray(value).dtype
    match kind(dtype):
        case "b":
            return str(bool(value))
        case "i" | "u":
            return str(int(value))
        case "f":
            return _float_text(value, dtype, prefix)
    re_text, im_text = (_float_text(part, part.dtype, prefix) for part in (value.real, value.imag))
    if re_text is None or im_text is None:
        return None
    if re_text == "0.0" and re.fullmatch(r"[\d.]+(e[-+]?\d+)?", im_text):
        return im_text.removesuffix(".0") + "j"
    return f"complex({re_text}, {im_text})"


def _float_text(value: Any, dtype: np.dtype, prefix: str) -> str | None:
    if np.isnan(value):
        return f"{prefix}nan" if value.tobytes() == np.asarray(np.nan, dtype).tobytes() else None
    if np.isinf(value):
        return f"{prefix}inf" if value > 0 else f"-{prefix}inf"
    short, exact = str(value), repr(float(value))
    for text in (short if re.search(r"[.e]", short) else short + ".0", exact):
        if np.asarray(float(text), dtype).tobytes() == value.tobytes():
            return text
    return None


def dtype_name(dtype: np.dtype) -> str:
    return short_name(np.dtype(dtype))
