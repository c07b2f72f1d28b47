"""Compute the references with mpmath and write them: python -m tests.hard_points.record

A reference: the value and the gradients at a point, once with the arguments as they are and once rounded to float32.
"""
from __future__ import annotations

import json
import math
import pathlib

import numpy as np

from .distributions import ROWS
from .table import Row

FILE = pathlib.Path(__file__).with_name("references.json")


def number(value) -> float:
    import mpmath
    if isinstance(value, mpmath.mpc):
        return math.nan if value.imag else float(value.real)
    return float(value)


def computed(row: Row, point: tuple[float, ...]) -> list[float]:
    """The value, and the gradients in order; NaN where mpmath finds none."""
    import mpmath
    mpmath.mp.dps = 120         # of which differences leave at least 50
    names = dict(vars(mpmath)) | {"sum": sum, "max": max, "abs": abs, "range": range}
    f = eval(f"lambda {', '.join('xyzw'[:len(point)])}: {row.definition}", names)
    exact = [mpmath.mpf(v) for v in point]

    def attempt(compute):
        try:
            return number(compute())
        except (ZeroDivisionError, ValueError, TypeError, OverflowError, mpmath.libmp.NoConvergence):
            return math.nan
    order = lambda k: tuple(int(j == k) for j in range(len(point)))
    if len(point) == 1:
        return [attempt(lambda: f(*exact)), attempt(lambda: mpmath.diff(f, exact[0]))]
    slopes = [attempt(lambda: mpmath.diff(f, tuple(exact), order(k))) for k in row.wrt]
    return [attempt(lambda: f(*exact)), *slopes]


def narrowed(point: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(float(np.float32(v)) for v in point)


def main() -> None:
    found = {}
    for row in ROWS:
        found[row.name] = {"float64": [computed(row, p) for p in row.points]}
        if row.narrow:
            found[row.name]["float32"] = [computed(row, narrowed(p)) for p in row.points]
    lines = [f"{json.dumps(name)}: {json.dumps(values)}" for name, values in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
