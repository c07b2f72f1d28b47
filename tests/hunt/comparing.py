"""Two outcomes compared: what differs, in words that begin with the kind of difference."""
from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto.runtime import Array

from .execution import Outcome
from .outside import STREAMS, stream_state

TOLERANCE = {"float16": 4e-2, "float32": 4e-4, "complex64": 4e-4}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)j?|True|False")
ORDER = "biufc"
LEAST, MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
WORDS = {"True": "1", "False": "0"}


def difference(got: Outcome, want: Outcome, exact: bool = False, after: bool = True) -> str:
    """What differs; empty if nothing does. `exact`: signs of zeros count; `after`: so does what arguments hold after
    an exception."""
    if type(got.exception) is not type(want.exception):
        return f"exception: {described(got.exception)} where Python has {described(want.exception)}"
    if want.exception is not None and on_purpose(want) and \
            (d := text_difference(str(got.exception), str(want.exception))):
        return f"message: {d}"
    if d := text_difference(got.printed, want.printed):
        return f"printed: {d}"
    if want.exception is not None and not after:
        return ""
    if got.outside is not None and want.outside is not None and \
            (d := value_difference(got.outside, want.outside, "outside", exact)):
        return d
    whole = (got.value, got.args), (want.value, want.args)
    found = list(value_differences(*whole, "results and arguments", exact))
    return min(found, key=lambda d: d.startswith("widened"), default="")


def on_purpose(outcome: Outcome) -> bool:
    """Was the exception raised by a raise or assert of the program?"""
    frames = traceback.extract_tb(outcome.exception.__traceback__)
    if not frames or os.sep in frames[-1].filename:            # raised by a library
        return False
    return isinstance(outcome.exception, AssertionError) or (frames[-1].line or "").startswith("raise")


def described(error: BaseException | None) -> str:
    return "no exception" if error is None else f"{type(error).__name__}: {error}"


def text_difference(got: str, want: str) -> str:
    """Texts may differ in the last digits of their numbers."""
    if got == want:
        return ""
    a, b = NUMBER.findall(got), NUMBER.findall(want)
    plain = lambda text: re.sub(r"[\s.]+", "", NUMBER.sub("#", text))
    if len(a) != len(b) or plain(got) != plain(want):
        return f"{got!r}, not {want!r}"
    close = [np.allclose(complex(WORDS.get(x, x)), complex(WORDS.get(y, y)), 1e-2, 1e-2, equal_nan=True)
             for x, y in zip(a, b)]
    return "" if all(close) else f"{got!r}, not {want!r}"


def value_difference(got: Any, want: Any, place: str, exact: bool = False) -> str:
    """The first difference in structure, shapes, dtypes or values; numbers that are only wider come last."""
    return min(value_differences(got, want, place, exact), key=lambda d: d.startswith("widened"), default="")


def value_differences(got: Any, want: Any, place: str, exact: bool) -> Iterator[str]:
    match want:
        case np.ndarray() | np.generic() | bool() | int() | float() | complex():
            yield from filter(None, [number_difference(got, want, place, exact)])
            return
        case _ if isinstance(want, STREAMS):
            if type(got) is not type(want) or stream_state(got) != stream_state(want):
                yield f"stream: {place} is in another state"
            return
        case dict():
            alike = isinstance(got, dict) and list(got) == list(want)
            pairs = [(got[k], want[k], f"{place}[{k!r}]") for k in want] if alike else []
        case list() | tuple():
            alike = type(got) is type(want) and len(got) == len(want)
            pairs = [(a, b, f"{place}[{k}]") for k, (a, b) in enumerate(zip(got, want))] if alike else []
        case _ if hasattr(want, "__dict__") and not callable(want):
            alike = type(got).__qualname__ == type(want).__qualname__     # it may be loaded anew
            alike &= alike and set(vars(got)) == set(vars(want))            # in any order
            pairs = [(getattr(got, k), v, f"{place}.{k}") for k, v in vars(want).items()] if alike else []
        case _:
            alike, pairs = got == want or callable(want), []
    if not alike:
        yield f"structure: {place} is {got!r}, not {want!r}"
    for a, b, inner in pairs:
        yield from value_differences(a, b, inner, exact)


def number_difference(got: Any, want: Any, place: str, exact: bool) -> str:
    if not isinstance(got, (Array, np.ndarray, np.generic, bool, int, float, complex)):
        return f"structure: {place} is {got!r}, not {want!r}"
    a = np.asarray(got)
    if type(want) is int and not LEAST <= want <= MOST:
        return f"huge: {place} is {got!r}, not {want!r}"
    b = np.asarray(want)
    if is_of_an_empty_list(a, b):
        return ""
    if a.shape != b.shape:
        return f"shape: {place} has shape {a.shape}, not {b.shape}"
    if a.dtype != b.dtype and not is_widened(a.dtype, want):
        sort = "widened" if not b.shape and near(a, b, exact) else "dtype"
        return f"{sort}: {place} is {a.dtype}, not {b.dtype}"
    return "" if near(a, b, exact) else f"value: {place} is {a!r}, not {b!r}"


def is_of_an_empty_list(a: np.ndarray, b: np.ndarray) -> bool:
    """NumPy's array of a list without items has no type and no axes of items (docs/language.md, difference 14)."""
    return b.shape == (0,) and b.dtype == float and a.ndim > 0 and a.shape[0] == 0


def is_widened(dtype: np.dtype, want: Any) -> bool:
    """A Python number may come back in the type that another path gives (docs/language.md)."""
    kind = np.asarray(want).dtype.kind
    return type(want) in (bool, int, float) and ORDER.index(dtype.kind) >= ORDER.index(kind)


def near(a: np.ndarray, b: np.ndarray, exact: bool) -> bool:
    if b.dtype.kind not in "fc" and a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    tolerance = TOLERANCE.get(b.dtype.name, 1e-9)
    wide = complex if "c" in (a.dtype.kind, b.dtype.kind) else float
    a, b = a.astype(wide), b.astype(wide)
    with np.errstate(all="ignore"):
        close = np.isclose(a, b, tolerance, tolerance, equal_nan=True) | both_nan(a, b)
        if exact and wide is float:
            close &= (a != 0) | (b != 0) | (np.signbit(a) == np.signbit(b))
    return bool(np.all(close))


def both_nan(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Complex numbers of which any part is nan are alike."""
    return np.isnan(a) & np.isnan(b)
