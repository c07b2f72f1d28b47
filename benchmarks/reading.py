"""Milliseconds from Python source to StableHLO: Recto reads, optimises and lowers; JAX traces and lowers.

The process is warm, the function is new: every sample takes a module whose text was never seen before.
"""
from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from . import fresh
from .harness import Case, compare, numbers
from .report import Record, ratio, table, verdict

ROUNDS = 25
TARGET = 1.0
WORK = {
    "loss of an MLP (4 layers)": "mlp",
    "12 layers in a Python loop": "deep",
    "300 lines without a loop": "straight",
    "6 loops, 3 branches": "loops",
}
LINES = [
    "np.sin({})",
    "np.exp(-np.abs({}))",
    "0.5 * {} + 0.2 * {} * np.cos({})",
    "np.tanh({} - {})",
    "np.sqrt(np.abs({}) + 1.0)",
    "{} / (1.0 + {} ** 2)",
    "np.where({} > 0.0, {}, {})",
    "np.maximum({}, {})",
    "{} * 0.5 - {}[::-1] * 0.2",
    "np.mean({}) + 0.5 * {}",
    "np.cos({} * 1.2345)",
]


def straight(count: int = 300) -> str:
    """A function of that many lines, each an assignment from some of the twelve before it."""
    pick = random.Random(0)
    names, lines = ["a", "b", "c"], ["import numpy as np", "", "", "def f(a, b, c):"]
    for k in range(count):
        pattern = pick.choice(LINES)
        lines.append(f"    v{k} = " + pattern.format(*pick.choices(names[-12:], k=pattern.count("{}"))))
        names.append(f"v{k}")
    return "\n".join([*lines, f"    return {names[-1]} + {names[-2]}", ""])


def arguments(name: str) -> list[Any]:
    draw = np.random.default_rng(0)
    if name == "mlp":
        widths = [64, 64, 64, 64, 10]
        layers = [(draw.normal(size=(n, m)) / 8, np.zeros(m)) for n, m in zip(widths, widths[1:])]
        return [layers, draw.normal(size=(32, 64)), np.eye(10)[draw.integers(0, 10, 32)]]
    if name == "deep":
        shapes = {"W1": (32, 64), "b1": (64,), "W2": (64, 32), "b2": (32,), "gain": (32,), "shift": (32,)}
        return [[{k: draw.normal(size=s) / 8 for k, s in shapes.items()} for _ in range(12)], draw.normal(size=(8, 32))]
    return [draw.random(16) for _ in range(3 if name == "straight" else 2)]


def text_of(name: str) -> str:
    return straight() if name == "straight" else fresh.source(name)


def case(jit: Callable, name: str, text: str) -> Case:
    """`jit(f).lower(*arguments)` gives the StableHLO module."""
    def value() -> list[float]:
        return numbers(jit(fresh.function(text, 0))(*arguments(name)))

    def sample() -> float:
        function, given = fresh.function(text), arguments(name)
        start = time.perf_counter()
        jit(function).lower(*given)
        return time.perf_counter() - start
    return Case(value, sample)


def cases(jit: Callable, text: Callable[[str], str]) -> dict[str, Callable[[], Case]]:
    return {title: functools.partial(case, jit, name, text(name)) for title, name in WORK.items()}


def report() -> tuple[str, list[Record]]:
    times = compare({"recto": "benchmarks.reading_recto", "jax": "benchmarks.reading_jax"}, WORK, ROUNDS)
    rows = []
    for name, by_side in times.items():
        ours, theirs = by_side["recto"], by_side["jax"]
        rows.append(
            [
                name,
                f"{1e3 * ours.best:.1f}",
                f"{1e3 * theirs.best:.1f}",
                verdict(ours.best / theirs.best, TARGET),
                ratio(ours.median, theirs.median),
            ]
        )
    records = [Record(name, "jax", found["jax"].best / found["recto"].best) for name, found in times.items()]
    text = (
        "ms from a function never seen before to its StableHLO, in a warm process: `jit(f).lower(*args)`.\n\n"
        + table(["function", "recto", "jax", f"ratio, best (target {TARGET:g})", "ratio, median"], rows)
    )
    return text, records
