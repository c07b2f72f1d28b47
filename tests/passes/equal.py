"""Two programs that mean the same: equal bit by bit on the same arguments, NaN and the sign of zero included."""
from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np

from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Program, subprograms


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
    if a.dtype.kind == "c":
        return is_same(a.real, b.real) and is_same(a.imag, b.imag)
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a)[a == 0], np.signbit(b)[b == 0])


def size(program: Program) -> int:
    """The calls of a program and of all that it holds."""
    return sum(len(p.body) for p in subprograms(program))
