"""Two programs that mean the same: equal bit by bit on the same arguments, NaN and the sign of zero included."""
from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np

from recto.transform.evaluate import evaluate
from recto.transform.program import Program, subprograms


def assert_equal(wanted: Program, given: Program, *arguments: Any) -> None:
    """The types of all results are the same, and so is what the programs print and give on these arguments."""
    assert given.parameters == wanted.parameters
    assert given.result_types == wanted.result_types
    (old, text), (new, other) = outcome(wanted, arguments), outcome(given, arguments)
    assert other == text
    for k, (a, b) in enumerate(zip(old, new, strict=True)):
        assert is_same(a, b), f"result {k}: {a} became {b}\n{wanted}\n{given}"


def outcome(program: Program, arguments: Any) -> tuple[tuple, str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        return evaluate(program, *arguments), printed.getvalue()


def is_same(a: np.ndarray, b: np.ndarray) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind not in "fcV":
        return np.array_equal(a, b)
    parts = [(a.real, b.real), (a.imag, b.imag)] if a.dtype.kind == "c" else [(a, b)]
    return all(np.array_equal(x, y, equal_nan=True) and np.array_equal(np.signbit(x)[x == 0], np.signbit(y)[y == 0]) for x, y in parts)


def size(program: Program) -> int:
    """The calls of a program and of all that it holds."""
    return sum(len(p.body) for p in subprograms(program))
