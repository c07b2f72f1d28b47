"""Milliseconds from source to executable, for loops of few and of many rounds."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from . import fresh
from .harness import Case, compare, numbers
from .report import Record, table, verdict

ROUNDS = 9
TARGET = 1.2
SHORT, MIDDLE, LONG = 10, 200, 1_000_000


def case(jit: Callable, text: str) -> Case:
    given = np.linspace(0.0, 1.0, 16)

    def sample() -> float:
        function = fresh.function(text)
        start = time.perf_counter()
        jit(function).lower(given).compile()
        return time.perf_counter() - start

    return Case(lambda: numbers(jit(fresh.function(text, 0))(given)), sample)


def cases(jit: Callable, texts: dict[str, str]) -> dict[str, Callable[[], Case]]:
    """Cases `loop 10`, `unrolled 10` …: of a text for each way to write the loop."""
    return {f"{way} {n}": functools.partial(case, jit, text.replace("ROUNDS", str(n)))
            for way, text in texts.items() for n in (SHORT, MIDDLE, LONG) if way == "loop" or n < LONG}


def report() -> tuple[str, list[Record]]:
    names = [f"{way} {n}" for way in ("loop", "unrolled") for n in (SHORT, MIDDLE, LONG)]
    times = compare({"recto": "benchmarks.trips_recto", "jax": "benchmarks.trips_jax"}, names, ROUNDS)

    def row(title: str, side: str, way: str, wanted: float | None = None) -> list[str]:
        found = [times.get(f"{way} {n}", {}).get(side) for n in (SHORT, MIDDLE, LONG)]
        best = [f"{1e3 * t.best:.1f}" if t else "–" for t in found]
        ratios: list[Any] = [found[2].best / found[0].best, found[2].median / found[0].median] if found[2] else []
        shown = [verdict(r, wanted) if wanted else f"{r:.2f}" for r in ratios] or ["–", "–"]
        return [title, *best, *shown]

    records = [Record(f"n = {n:,}", "jax", times[f"loop {n}"]["jax"].best / times[f"loop {n}"]["recto"].best)
               for n in (SHORT, MIDDLE, LONG)]
    rows = [row("Recto, `for i in range(n)`", "recto", "loop", TARGET), row("JAX, `fori_loop`", "jax", "loop"),
            row("JAX, a Python loop (unrolled while tracing)", "jax", "unrolled")]
    heads = ["ms to compile", *(f"n = {n:,}" for n in (SHORT, MIDDLE, LONG)),
             f"{LONG:,} / {SHORT}, best (target {TARGET})", "median"]
    return "Reading, lowering and XLA's compilation together.\n\n" + table(heads, rows), records
