"""Differential equations, integrated with adaptive step sizes.

Plain NumPy with a `while`: Recto reads it, and both modes of derivatives go through it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import integrate as _host

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from .. import tree
from ._norms import root_mean_square
from .._api.jit import jit

# Dormand, Prince: A family of embedded Runge-Kutta formulae. J. Comp. Appl. Math. 6 (1980), table 2.
NODES = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
STAGES = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
# Shampine: Some practical Runge-Kutta formulas. Math. Comp. 46 (1986): the solution in the middle of a step.
MIDDLE = (
    6025192743 / 30085553152 / 2,
    0.0,
    51252292925 / 65400821598 / 2,
    -2691868925 / 45128329728 / 2,
    187940372067 / 1594534317056 / 2,
    -1776094331 / 19743644256 / 2,
    11237099 / 235043384 / 2,
)
SAFETY, SLOWEST, FASTEST = 0.9, 0.2, 10.0


def odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    *args: Any,
    rtol: Any = 1.4e-8,
    atol: Any = 1.4e-8,
    mxstep: Any = np.inf,
    hmax: Any = np.inf,
) -> Any:
    """The solution of dy/dt = func(y, t, *args) at times t, where y(t[0]) = y0.

    Args:
        func: gives a tree like y
        y0: a tree of arrays
        t: increasing times; between steps the solution is interpolated
        rtol, atol: a step's error is at most rtol * |y| + atol, in root mean square
        mxstep: at most so many steps from one time to the next
        hmax: the longest step

    Returns:
        a tree like y0, whose leaves have a new first axis, that of t

    >>> import numpy as np, recto
    >>> decay = lambda y, t, rate: -rate * y
    >>> recto.scipy.integrate.odeint(decay, 1.0, np.array([0.0, 1.0]), 2.0)
    Array([1.        , 0.13533529], dtype=float64)
    >>> end = lambda rate: recto.scipy.integrate.odeint(decay, 1.0, np.array([0.0, 1.0]), rate)[-1]
    >>> round(float(recto.grad(end)(2.0)), 6)
    -0.135335
    """
    return _odeint(func, y0, np.asarray(t), args, rtol, atol, mxstep, hmax)


@jit
def _odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    args: tuple[Any, ...],
    rtol: Any,
    atol: Any,
    mxstep: Any,
    hmax: Any,
) -> Any:
    y, unravel = tree.ravel(y0)

    def slope(y: Any, t: Any) -> Any:
        return tree.ravel(func(unravel(y), t, *args))[0]

    rows = solve(slope, y, t, rtol, atol, mxstep, hmax)
    leaves, shape = tree.flatten(y0)
    places = np.cumsum([0] + [int(np.size(leaf)) for leaf in leaves])
    return tree.unflatten(
        shape,
        [
            np.reshape(rows[:, places[k] : places[k + 1]], (len(t),) + np.shape(leaf))
            for k, leaf in enumerate(leaves)
        ],
    )


def solve(slope: Callable[..., Any], y: Any, t: Any, rtol: Any, atol: Any, mxstep: Any, hmax: Any) -> Any:
    """The rows y(t[0]), y(t[1]), … for a vector y."""
    rows = np.empty((len(t), len(y)), y.dtype)
    rows[0] = y
    now, f = t[0], slope(y, t[0])
    h = min(first_step(slope, y, now, f, rtol, atol), hmax)
    before, curve = now, np.zeros((5, len(y)), y.dtype)
    for k in range(1, len(t)):
        steps = 0
        while now < t[k] and steps < mxstep and h > 0:
            rest = t[-1] - now  # at rest, where no error shows, nothing else limits a step
            h = min(h, rest)
            new, last, middle, error = step(slope, y, now, f, h)
            ratio = error_ratio(error, y, new, rtol, atol)
            if ratio <= 1:
                curve = interpolant(y, new, middle, h * f, h * last)
                before, now = now, t[-1] if h == rest else now + h
                y, f = new, last
            h = min(next_step(h, ratio), hmax)
            steps += 1
        part = (t[k] - before) / (now - before)
        rows[k] = (((curve[0] * part + curve[1]) * part + curve[2]) * part + curve[3]) * part + curve[4]
    return rows


def step(slope: Callable[..., Any], y: Any, t: Any, f: Any, h: Any) -> tuple[Any, ...]:
    """After a step: the solution, its slope, the solution in the middle, and the estimated error."""
    slopes = [f]
    for node, weights in zip(NODES, STAGES):
        new = y + h * combined(weights, slopes)
        slopes.append(slope(new, t + node * h))
    return new, slopes[-1], y + h * combined(MIDDLE, slopes), h * combined(ERROR, slopes)


def combined(weights: tuple[Any, ...], slopes: list[Any]) -> Any:
    return sum([w * s for w, s in zip(weights, slopes) if w != 0])


def interpolant(start: Any, end: Any, middle: Any, start_slope: Any, end_slope: Any) -> Any:
    """The polynomial of degree 4 through three points with two slopes: coefficients, the highest first."""
    return np.stack(
        [
            -8 * start - 8 * end + 16 * middle - 2 * start_slope + 2 * end_slope,
            18 * start + 14 * end - 32 * middle + 5 * start_slope - 3 * end_slope,
            -11 * start - 5 * end + 16 * middle - 4 * start_slope + end_slope,
            start_slope,
            start,
        ]
    )


def error_ratio(error: Any, y: Any, new: Any, rtol: Any, atol: Any) -> Any:
    """The error relative to what is allowed, in root mean square."""
    allowed = atol + rtol * np.maximum(np.abs(y), np.abs(new))
    return root_mean_square(error / allowed)


def next_step(h: Any, ratio: Any) -> Any:
    """The length of the next step; Hairer, Nørsett, Wanner: Solving ordinary differential equations I, II.4."""
    if ratio == 0:
        return h * FASTEST
    slowest = 1.0 if ratio < 1 else SLOWEST
    return h * min(FASTEST, max(SAFETY * ratio**-0.2, slowest))


def first_step(slope: Callable[..., Any], y: Any, t: Any, f: Any, rtol: Any, atol: Any) -> Any:
    """A length to begin with, by the second derivative; Hairer, Nørsett, Wanner, II.4."""
    scale = atol + np.abs(y) * rtol
    d0, d1 = root_mean_square(y / scale), root_mean_square(f / scale)
    h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    d2 = root_mean_square((slope(y + h0 * f, t + h0) - f) / scale) / h0
    if d1 <= 1e-15 and d2 <= 1e-15:
        return max(1e-6, h0 * 1e-3)
    return min(100.0 * h0, (0.01 / max(d1, d2)) ** 0.2)


trapezoid = jit(_host.trapezoid)
_refuse_other_names(globals())
