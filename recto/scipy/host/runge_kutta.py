"""scipy.integrate.solve_ivp by explicit Runge–Kutta methods, step by step as SciPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from recto.transform.library import read_as, unsupported

from .distance import root


class Pair(NamedTuple):
    """An embedded pair: nodes, stages, weights, weights of the error (with the slope at the step's end), and the
    polynomials of the dense output; the order of the error's estimate."""

    C: Any
    A: Any
    B: Any
    E: Any
    P: Any
    order: int


# Dormand, Prince: A family of embedded Runge-Kutta formulae. J. Comp. Appl. Math. 6 (1980); dense output:
# Shampine: Some practical Runge-Kutta formulas. Math. Comp. 46 (1986). Bogacki, Shampine: A 3(2) pair of Runge-Kutta
# formulas. Appl. Math. Lett. 2 (1989).
PAIRS = {
    "RK45": Pair(
        [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
        [
            [0, 0, 0, 0, 0],
            [1 / 5, 0, 0, 0, 0],
            [3 / 40, 9 / 40, 0, 0, 0],
            [44 / 45, -56 / 15, 32 / 9, 0, 0],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
        ],
        [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
        [-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40],
        [
            [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
            [0, 0, 0, 0],
            [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
            [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
            [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
            [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
            [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
        ],
        4,
    ),
    "RK23": Pair(
        [0, 1 / 2, 3 / 4],
        [[0, 0, 0], [1 / 2, 0, 0], [0, 3 / 4, 0]],
        [2 / 9, 1 / 3, 4 / 9],
        [5 / 72, -1 / 12, -1 / 9, 1 / 8],
        [[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]],
        2,
    ),
}
SAFETY, SLOWEST, FASTEST = 0.9, 0.2, 10.0


class OdeResult(NamedTuple):
    """What solve_ivp finds: y has a column for each time. Without t_eval the times are those of the steps."""

    t: Any
    y: Any
    sol: None
    t_events: None
    y_events: None
    nfev: Any
    njev: int
    nlu: int
    status: Any
    success: Any


class State(NamedTuple):
    """Where the integration is, and the last step: its begin, length and polynomials."""

    t: Any
    y: Any
    f: Any
    h: Any
    rejected: Any
    failed: Any
    evaluations: Any
    before: Any
    start: Any
    width: Any
    curve: Any


@read_as("scipy.integrate.solve_ivp")
def solve_ivp(
    fun: Callable,
    t_span: Any,
    y0: Any,
    method: Any = "RK45",
    t_eval: Any = None,
    dense_output: bool = False,
    events: Any = None,
    vectorized: bool = False,
    args: Any = None,
    first_step: Any = None,
    max_step: Any = np.inf,
    rtol: Any = 1e-3,
    atol: Any = 1e-6,
) -> OdeResult:
    if not isinstance(method, str) or method not in PAIRS:
        unsupported("solve_ivp: compiled code has the methods RK45 and RK23")
    if dense_output or events is not None:
        unsupported("solve_ivp: compiled code has no dense_output and no events: give t_eval")
    more = () if args is None else tuple(args)
    t_span = np.asarray(t_span, np.float64)
    begin, end, direction = (
        t_span[0],
        t_span[1],
        np.where(t_span[1] == t_span[0], 1.0, np.sign(t_span[1] - t_span[0])),
    )
    y = np.asarray(y0)
    y = y if y.dtype.kind == "c" else np.asarray(y, np.float64)

    def slope(t: Any, y: Any) -> Any:
        return np.asarray(fun(t, y, *more), y.dtype)

    *tables, order = PAIRS[method]
    pair = Pair(*[np.array(table, np.float64) for table in tables], order)
    rtol = np.maximum(rtol, 100 * np.finfo(float).eps)
    f = slope(begin, y)
    h = initial_step(slope, begin, y, f, end, max_step, direction, pair.order, rtol, atol)
    state = State(
        begin,
        y,
        f,
        h if first_step is None else first_step + 0.0 * h,
        False,
        False,
        1 if first_step is not None else np.where(begin == end, 1, 2),
        begin,
        y,
        0.0 * h,
        np.zeros((len(y), pair.P.shape[1]), y.dtype),
    )
    advance = lambda state: attempt(slope, state, end, direction, pair, max_step, rtol, atol)
    going_on = lambda state: direction * (end - state.t) > 0 and not state.failed
    if t_eval is None:
        times, found, state = at_steps(advance, going_on, state)
    else:
        times = np.asarray(t_eval, np.float64)
        found = np.zeros((len(y), len(times)), y.dtype)
        for k in range(len(times)):
            while direction * (times[k] - state.t) > 0 and not state.failed:
                state = advance(state)
            found[:, k] = place(state, times[k])
        while going_on(state):
            state = advance(state)
    status = np.where(state.failed, -1, 0)
    return OdeResult(
        times, found, None, None, None, state.evaluations, 0, 0, status, np.logical_not(state.failed)
    )


def at_steps(advance: Callable, going_on: Callable, state: State) -> tuple:
    """The times at the ends of the steps, the solution there, and the last state."""
    times, found = [state.t], [state.y]
    while going_on(state):
        state = advance(state)
        if not (state.rejected or state.failed):
            times.append(state.t)
            found.append(state.y)
    if len(times) == 1:  # SciPy's first step is one of no length
        times.append(state.t)
        found.append(state.y)
    return np.array(times), np.array(found).T, state


def place(state: State, t: Any) -> Any:
    """The solution inside of the last step; NaN beyond a step that failed."""
    if state.width == 0:
        return state.y
    x = (t - state.before) / state.width
    powers = np.cumprod(np.full(state.curve.shape[1], x))
    inside = state.start + state.width * (state.curve @ powers)
    return np.where(state.failed, np.nan, inside)


def attempt(
    slope: Callable, state: State, end: Any, direction: Any, pair: Pair, max_step: Any, rtol: Any, atol: Any
) -> State:
    """One step, accepted or not; its length follows from the estimated error."""
    least = 10 * np.abs(np.nextafter(state.t, direction * np.inf) - state.t)
    h = state.h if state.rejected else np.minimum(np.maximum(state.h, least), max_step)
    failed = h < least
    new = state.t + h * direction
    new = end if direction * (new - end) > 0 else new
    h = new - state.t
    y, f, stages = step(slope, state.t, state.y, state.f, h, pair)
    scale = atol + np.maximum(np.abs(state.y), np.abs(y)) * rtol
    error = norm(pair.E @ stages * h / scale)
    factor = FASTEST if error == 0 else SAFETY * error ** (-1 / (pair.order + 1))
    if failed:
        return state._replace(failed=True)
    evaluations = state.evaluations + len(pair.B)
    if error < 1:
        factor = min(FASTEST, factor)
        factor = min(1.0, factor) if state.rejected else factor
        return State(
            new, y, f, np.abs(h) * factor, False, False, evaluations, state.t, state.y, h, stages.T @ pair.P
        )
    return state._replace(h=np.abs(h) * max(SLOWEST, factor), rejected=True, evaluations=evaluations)


def step(slope: Callable, t: Any, y: Any, f: Any, h: Any, pair: Pair) -> tuple:
    """The solution at the end of a step, its slope there, and the slopes of all stages."""
    stages = np.zeros((len(pair.B) + 1, len(y)), y.dtype)
    stages[0] = f
    for k in range(1, len(pair.B)):
        stages[k] = slope(t + pair.C[k] * h, y + h * (pair.A[k, :k] @ stages[:k]))
    new = y + h * (pair.B @ stages[:-1])
    stages[-1] = slope(t + h, new)
    return new, stages[-1].copy(), stages


def norm(x: Any) -> Any:
    """The root mean square; of nothing but zeros, such as slopes at rest, with derivative 0."""
    return root(np.mean(np.abs(x) ** 2))


def initial_step(
    slope: Callable,
    t: Any,
    y: Any,
    f: Any,
    end: Any,
    max_step: Any,
    direction: Any,
    order: int,
    rtol: Any,
    atol: Any,
) -> Any:
    """Hairer, Nørsett, Wanner: Solving ordinary differential equations I, II.4."""
    length = np.abs(end - t)
    scale = atol + np.abs(y) * rtol
    d0, d1 = norm(y / scale), norm(f / scale)
    h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    h0 = np.minimum(h0, length)
    d2 = norm((slope(t + h0 * direction, y + h0 * direction * f) - f) / scale) / h0
    h1 = (
        np.maximum(1e-6, h0 * 1e-3)
        if d1 <= 1e-15 and d2 <= 1e-15
        else (0.01 / max(d1, d2)) ** (1 / (order + 1))
    )
    return np.minimum(np.minimum(100 * h0, h1), np.minimum(length, max_step))
