"""Common parts of the methods for initial value problems: the problem, norms, the first step, dense
output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..._norms import root_mean_square


class Problem(NamedTuple):
    """
    Attributes:
        slope: of time and state
        jacobian: the slope's derivatives by the state, of time and state
        constant: is the Jacobian one matrix for all times?
        end, direction: where the integration goes
        max_step, rtol, atol: limits of a step
    """

    slope: Callable[..., Any]
    jacobian: Callable[..., Any]
    constant: bool
    end: Any
    direction: Any
    max_step: Any
    rtol: Any
    atol: Any


def initial_step(problem: Problem, t: Any, y: Any, f: Any, order: int) -> Any:
    """Hairer, Nørsett, Wanner: Solving ordinary differential equations I, II.4."""
    length, direction = np.abs(problem.end - t), problem.direction
    scale = problem.atol + np.abs(y) * problem.rtol
    d0, d1 = root_mean_square(y / scale), root_mean_square(f / scale)
    h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    h0 = np.minimum(h0, length)
    d2 = root_mean_square((problem.slope(t + h0 * direction, y + h0 * direction * f) - f) / scale) / h0
    h1 = (
        np.maximum(1e-6, h0 * 1e-3)
        if d1 <= 1e-15 and d2 <= 1e-15
        else (0.01 / max(d1, d2)) ** (1 / (order + 1))
    )
    return np.minimum(np.minimum(100 * h0, h1), np.minimum(length, problem.max_step))


def interpolate_step(state: Any, t: Any) -> Any:
    """The solution inside of the last step; NaN beyond a step that failed."""
    if state.width == 0:
        return state.y
    x = (t - state.before) / state.width
    inside = state.start + state.curve @ np.cumprod(np.full(state.curve.shape[1], x))
    return np.where(state.failed, np.nan, inside)
