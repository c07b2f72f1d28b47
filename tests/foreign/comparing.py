"""Compare what Python and compiled code computed: numbers, containers and objects."""
from __future__ import annotations

import re
import types

import numpy as np
from scipy import sparse

import recto

NUMBER = re.compile(r"\s*[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")
EQUAL_AS_THEY_ARE = (str, bytes, type(None), type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType,
                     types.MethodType, slice, range)


def difference(expected, actual, where: str = "result", seen: set[int] | None = None) -> str | None:
    """The first difference in words, None if there is none."""
    seen = set() if seen is None else seen
    if isinstance(expected, (np.ndarray, np.generic, int, float, complex, recto.Array)):
        return numbers_differ(expected, actual, where)
    if where == "printed":
        return texts_differ(expected, actual, where)
    if isinstance(expected, EQUAL_AS_THEY_ARE) or expected is actual:
        same = (expected == actual) or isinstance(expected, (types.FunctionType, types.MethodType))
        return None if same else f"{where}: {short(expected)} and {short(actual)}"
    if id(expected) in seen:
        return None
    seen.add(id(expected))
    if type(expected) is not type(actual):
        return f"{where}: a {type(expected).__name__} and a {type(actual).__name__}"
    if sparse.issparse(expected):
        inside = lambda x: (x.shape, x.toarray())
        return difference(inside(expected), inside(actual), where, seen)
    if isinstance(expected, dict):
        if list(expected) != list(actual):
            return f"{where}: keys {short(list(expected))} and {short(list(actual))}"
        return first(difference(expected[key], actual[key], f"{where}[{key!r}]", seen) for key in expected)
    if isinstance(expected, (set, frozenset)):
        return None if expected == actual else f"{where}: {short(expected)} and {short(actual)}"
    if isinstance(expected, (list, tuple)) or hasattr(expected, "popleft"):
        if len(expected) != len(actual):
            return f"{where}: {len(expected)} items and {len(actual)}"
        pairs = enumerate(zip(expected, actual))
        return first(difference(a, b, f"{where}[{k}]", seen) for k, (a, b) in pairs)
    if hasattr(expected, "__dict__"):
        return first([difference(vars(expected), vars(actual), f"{where}.__dict__", seen)])
    return None


def texts_differ(expected: str, actual: str, where: str) -> str | None:
    """Compare printed text: numbers in it as numbers, of which rounding may have changed the last digits."""
    first, second = NUMBER.split(expected), NUMBER.split(actual)
    if first != second:
        return f"{where}: {short(expected)} and {short(actual)}"
    return numbers_differ(np.array([float(n) for n in NUMBER.findall(expected)]),
                          np.array([float(n) for n in NUMBER.findall(actual)]), where)


def numbers_differ(expected, actual, where: str) -> str | None:
    try:
        a, b = np.asarray(expected), np.asarray(actual)
    except (ValueError, TypeError):
        return f"{where}: {short(expected)} and {short(actual)}"
    if a.shape != b.shape:
        return f"{where}: shapes {a.shape} and {b.shape}"
    if a.dtype != b.dtype:
        return f"{where}: dtypes {a.dtype} and {b.dtype}"
    if a.dtype.kind not in "fciub":
        return None if a.dtype.kind == "O" or (a == b).all() else f"{where}: {short(a)} and {short(b)}"
    tolerance = 1e-4 if a.dtype in (np.float32, np.complex64, np.float16) else 1e-9
    with np.errstate(all="ignore"):
        scale = np.nanmax(np.abs(np.where(np.isfinite(a), a, 0)), initial=0.0) if a.size else 0.0
        if np.allclose(a, b, rtol=tolerance, atol=tolerance * max(float(scale), 1e-3), equal_nan=True):
            return None
    return f"{where}: {short(a)} and {short(b)}"


def first(differences) -> str | None:
    return next((found for found in differences if found), None)


def short(value) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) < 90 else text[:60] + " … " + text[-25:]
