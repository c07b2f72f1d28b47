"""The simplex method, step by step as SciPy's. Plain NumPy, which Recto reads.

Nelder, Mead: A simplex method for function minimization. Computer J. 7 (1965).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Simplex(NamedTuple):
    """The points, best first, their values, how often the function was computed, and in how many iterations."""

    points: Any
    values: Any
    calls: Any
    rounds: Any


def around(x: Any) -> Any:
    """The simplex that the search starts with."""
    points = np.full((len(x) + 1, len(x)), x)
    for k in range(len(x)):
        points[k + 1, k] = 1.05 * x[k] if x[k] != 0 else 0.00025
    return points


def nelder_mead(
    f: Callable[..., Any], points: Any, xatol: Any, fatol: Any, limit: Any, most: Any, adaptive: bool
) -> Simplex:
    """From a simplex, until its points and their values are near each other, or after `limit` iterations or `most`
    calls of the function."""
    n = points.shape[1]
    expansion, contraction, shrinkage = (
        (1 + 2 / n, 0.75 - 1 / (2 * n), 1 - 1 / n) if adaptive else (2.0, 0.5, 0.5)
    )
    values, calls, rounds = np.full(n + 1, np.inf), 0, 1
    for k in range(n + 1):
        if calls < most:
            values[k] = f(points[k])
            calls += 1
    order = np.argsort(values)
    points, values = points[order], values[order]
    while (
        calls < most
        and rounds < limit
        and not (
            np.max(np.abs(points[1:] - points[0])) <= xatol
            and np.max(np.abs(values[0] - values[1:])) <= fatol
        )
    ):
        center = np.add.reduce(points[:-1], 0) / n
        reflected = 2 * center - points[-1]
        at_reflected = f(reflected)
        calls += 1
        if values[0] <= at_reflected and at_reflected < values[-2]:
            points[-1], values[-1] = reflected, at_reflected
            rounds += 1
        elif calls < most:
            expands, outside = at_reflected < values[0], at_reflected < values[-1]
            step = expansion if expands else contraction if outside else -contraction
            second = (1 + step) * center - step * points[-1]
            at_second = f(second)
            calls += 1
            better = (
                at_second < at_reflected
                if expands
                else at_second <= at_reflected
                if outside
                else at_second < values[-1]
            )
            if better:
                points[-1], values[-1] = second, at_second
                rounds += 1
            elif expands:
                points[-1], values[-1] = reflected, at_reflected
                rounds += 1
            else:
                whole = calls + n <= most
                for k in range(1, n + 1):
                    if calls < most:
                        points[k] = points[0] + shrinkage * (points[k] - points[0])
                        values[k] = f(points[k])
                        calls += 1
                rounds += 1 if whole else 0
        order = np.argsort(values)
        points, values = points[order], values[order]
    return Simplex(points, values, calls, rounds)
