"""Microseconds of a call of a small compiled function, by kind and number of arguments."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .harness import Case, compare, numbers, per_call
from .report import Record, ratio, table, verdict

CALLS = 1000
ROUNDS = 40
TARGET = 1.2
HOST = np.arange(8.0)
SCALE = 2.0
SHIFT = 3.0


def one(x):
    return x + x


def scaled(x):
    return x * SCALE


def reads_globals(x):
    return scaled(x) + SHIFT


def three(x, y, z):
    return x + y + z


def twenty(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t):
    return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t


def a_dict(parameters):
    return parameters["w"] * parameters["x"] + parameters["b"]


DEVICE, NUMPY, NUMBER = "device array", "NumPy array", "Python float"
WORK: dict[str, tuple[Callable, list[str]]] = {
    "1 device array": (one, [DEVICE]),
    "1 device array; reads two globals and a helper": (reads_globals, [DEVICE]),
    "3 device arrays": (three, [DEVICE] * 3),
    "20 device arrays": (twenty, [DEVICE] * 20),
    "a dict of 3 device arrays": (a_dict, ["dict"]),
    "1 NumPy array": (one, [NUMPY]),
    "1 NumPy array, and waiting for the result": (one, [NUMPY]),
    "3 NumPy arrays": (three, [NUMPY] * 3),
    "20 NumPy arrays": (twenty, [NUMPY] * 20),
    "1 Python float": (one, [NUMBER]),
    "3 Python floats": (three, [NUMBER] * 3),
}


def argument(kind: str, put: Callable) -> Any:
    """`put` takes an array to the device."""
    if kind == "dict":
        return {name: put(HOST) for name in "wxb"}
    return {DEVICE: put(HOST), NUMPY: HOST, NUMBER: 1.5}[kind]


def case(jit: Callable, put: Callable, waiting: bool, function: Callable, kinds: list[str]) -> Case:
    compiled, arguments = jit(function), [argument(k, put) for k in kinds]
    call = (lambda *given: compiled(*given).block_until_ready()) if waiting else compiled
    return Case(lambda: numbers(call(*arguments)), per_call(call, arguments, CALLS))


def cases(jit: Callable, put: Callable) -> dict[str, Callable[[], Case]]:
    """The same calls for any compiler."""
    return {name: functools.partial(case, jit, put, "waiting" in name, *work) for name, work in WORK.items()}


def report() -> tuple[str, list[Record]]:
    times = compare({"recto": "benchmarks.dispatch_recto", "jax": "benchmarks.dispatch_jax"}, WORK, ROUNDS)
    rows = []
    for name, by_side in times.items():
        ours, theirs = by_side["recto"], by_side["jax"]
        rows.append(
            [
                name,
                f"{1e6 * ours.best:.2f}",
                f"{1e6 * theirs.best:.2f}",
                verdict(ours.best / theirs.best, TARGET),
                ratio(ours.median, theirs.median),
            ]
        )
    records = [Record(name, "jax", found["jax"].best / found["recto"].best) for name, found in times.items()]
    return "µs a call, f64[8] arguments, one result. Given NumPy arrays, JAX returns while it may still read them; " \
        "Recto waits, so that the caller may change them.\n\n" + table(
        ["arguments", "recto", "jax.jit", f"ratio, best (target {TARGET})", "ratio, median"], rows), records
