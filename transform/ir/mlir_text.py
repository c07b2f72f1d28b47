"""MLIR text of types, numbers and locations."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.dtypes import kind
from ..core.errors import Span
from .program import Type

MLIR = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "uint64": "ui64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}
LITERAL_LIMIT = 8  # elements: larger constants are written as hexadecimal bytes


class Value(NamedTuple):
    """An SSA value: its name in the text and its Type."""

    name: str
    type: Type

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape

    @property
    def dtype(self) -> np.dtype:
        return self.type.dtype


@functools.lru_cache(4096)
def tensor(t: Type) -> str:
    """The MLIR name of a type."""
    return "tensor<" + "x".join([*map(str, t.shape), MLIR[t.dtype.name]]) + ">"


def names(values: Sequence[Value]) -> str:
    return values[0][0] if len(values) == 1 else ", ".join([v[0] for v in values])


def types(values: Sequence[Value]) -> str:
    return tensor(values[0][1]) if len(values) == 1 else ", ".join([tensor(v[1]) for v in values])


def mlir_location(span: Span) -> str:
    """The MLIR location of a span: the file without its folder."""
    file = span.file.rsplit("/", 1)[-1].replace("\\", "\\\\").replace('"', '\\"')
    return f'loc("{file}":{span.line}:{span.column})'


def symbol(name: str) -> str:
    """The name with everything replaced that MLIR does not allow."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def literal(array: np.ndarray) -> str:
    """The text between dense< and >: nothing, a splat, a nested list, or hexadecimal bytes."""
    if not array.size:
        return ""
    if array.size == 1 or array.size and (not any(array.strides) or _is_splat(array)):
        return _number(array.flat[0], array.dtype)
    if array.size <= LITERAL_LIMIT or array.dtype == bool:
        return _nested_elements(array.tolist() if kind(array.dtype) in "biu" else array, array.dtype)
    return f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'


def _is_splat(array: np.ndarray) -> bool:
    """Zeros may differ in sign though they compare equal."""
    first = array.flat[0]
    return not (kind(array.dtype) in "fc" and not first) and bool((array == first).all())


def _nested_elements(array: Any, dtype: np.dtype) -> str:
    if isinstance(array, (list, np.ndarray)) and np.ndim(array):
        return "[" + ", ".join(_nested_elements(a, dtype) for a in array) + "]"
    return _number(array, dtype)


def _number(value: Any, dtype: np.dtype) -> str:
    match kind(dtype):
        case "b":
            return "true" if value else "false"
        case "c":
            part = np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)
            return f"({_number(part.type(np.real(value)), part)}, {_number(part.type(np.imag(value)), part)})"
        case "f":
            bits = np.asarray(value, dtype).view(f"u{dtype.itemsize}")
            return f"0x{int(bits):0{2 * dtype.itemsize}X}"
    return str(int(value))


def by_rows(kinds: Iterable[Type]) -> str:
    """Layouts of arrays whose last axis is the closest."""
    orders = [list(reversed(range(len(t.shape)))) for t in kinds]
    layouts = [f"dense<{order or ''}> : tensor<{len(order)}xindex>" for order in orders]
    return f"[{', '.join(layouts)}]"
