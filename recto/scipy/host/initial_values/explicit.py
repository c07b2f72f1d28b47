"""Explicit Runge–Kutta methods with an estimate of the error and a polynomial for each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import integrate

from ..._norms import root, root_mean_square
from .steps import Problem

SAFETY, SLOWEST, FASTEST = 0.9, 0.2, 10.0


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


class State(NamedTuple):
    """The position of the integration, and the last step: its begin, length and polynomials."""

    t: Any
    y: Any
    f: Any
    h: Any
    accepted: Any
    rejected: Any
    failed: Any
    evaluations: Any
    before: Any
    start: Any
    width: Any
    curve: Any


def first_state(problem: Problem, t: Any, y: Any, f: Any, h: Any, evaluations: Any, powers: int) -> State:
    curve = np.zeros((len(y), powers), y.dtype)
    return State(t, y, f, h, False, False, False, evaluations, t, y, 0.0 * h, curve)


def by_pair(problem: Problem, name: str) -> tuple:
    """The order of the error's estimate, the number of powers, and the step of a pair."""
    *tables, order = PAIRS[name]
    pair = Pair(*[np.array(table, np.float64) for table in tables], order)

    def inside(slope: Callable[..., Any], state: State, h: Any, y: Any, f: Any, stages: Any) -> Any:
        return h * (stages.T @ pair.P)

    def error_of(stages: Any, h: Any, scale: Any) -> Any:
        return root_mean_square(pair.E @ stages * h / scale)

    advance = lambda state, until: attempt(problem, state, until, pair, error_of, inside, False)
    return order, pair.P.shape[1], advance


def powers_of_nested(count: int) -> Any:
    """The powers of x, from the first on, in x, x (1 - x), x² (1 - x), x² (1 - x)², …"""
    rows, product = np.zeros((count, count)), np.array([1.0])
    for k in range(count):
        product = np.polymul(product, [1.0, 0.0] if k % 2 == 0 else [-1.0, 1.0])
        rows[k, : len(product) - 1] = product[::-1][1:]
    return rows


NESTED = powers_of_nested(7)
OF_EIGHT = Pair(  # Hairer, Nørsett, Wanner: Solving ordinary differential equations I, II.5 and II.10
    integrate.DOP853.C, integrate.DOP853.A, integrate.DOP853.B, integrate.DOP853.E5, integrate.DOP853.D, 7
)
E3, MORE_STAGES, MORE_NODES = integrate.DOP853.E3, integrate.DOP853.A_EXTRA, integrate.DOP853.C_EXTRA


def by_dop853(problem: Problem) -> tuple:
    """The method of order 8 by Dormand and Prince with estimates of order 5 and 3. Three stages more give the
    polynomial, in a step that reaches `until`."""

    def inside(slope: Callable[..., Any], state: State, h: Any, y: Any, f: Any, stages: Any) -> Any:
        count = len(stages)
        whole = np.concatenate([stages, np.zeros((3, len(y)), y.dtype)])
        for k in range(3):
            change = h * (MORE_STAGES[k, : count + k] @ whole[: count + k])
            whole[count + k] = slope(state.t + MORE_NODES[k] * h, state.y + change)
        rise, early = y - state.y, h * stages[0]
        head = np.stack([rise, early - rise, 2 * rise - h * f - early])
        return np.concatenate([head, h * (OF_EIGHT.P @ whole)]).T @ NESTED

    def error_of(stages: Any, h: Any, scale: Any) -> Any:
        fifth = np.sum(np.abs(OF_EIGHT.E @ stages / scale) ** 2)
        third = np.sum(np.abs(E3 @ stages / scale) ** 2)
        total = fifth + 0.01 * third
        return np.abs(h) * fifth / np.where(total == 0, 1.0, root(total * len(scale)))

    advance = lambda state, until: attempt(problem, state, until, OF_EIGHT, error_of, inside, True)
    return 7, 7, advance


def attempt(
    problem: Problem,
    state: State,
    until: Any,
    pair: Pair,
    error_of: Callable[..., Any],
    inside: Callable[..., Any],
    costly: bool,
) -> State:
    """One step, accepted or not; its length follows from the estimated error. The polynomial is found where that costs
    no slopes, or where the step reaches `until`."""
    direction, end = problem.direction, problem.end
    least = 10 * np.abs(np.nextafter(state.t, direction * np.inf) - state.t)
    h = state.h if state.rejected else np.minimum(np.maximum(state.h, least), problem.max_step)
    if h < least:
        return state._replace(failed=True, accepted=False)
    new = state.t + h * direction
    new = end if direction * (new - end) > 0 else new
    h = new - state.t
    y, f, stages = step(problem.slope, state.t, state.y, state.f, h, pair)
    scale = problem.atol + np.maximum(np.abs(state.y), np.abs(y)) * problem.rtol
    error = error_of(stages, h, scale)
    factor = FASTEST if error == 0 else SAFETY * error ** (-1 / (pair.order + 1))
    evaluations = state.evaluations + len(pair.B)
    if error < 1:
        factor = min(FASTEST, factor)
        factor = min(1.0, factor) if state.rejected else factor
        curve = state.curve
        if costly:
            if direction * (new - until) >= 0:
                curve = inside(problem.slope, state, h, y, f, stages)
                evaluations = evaluations + 3
        else:
            curve = inside(problem.slope, state, h, y, f, stages)
        return State(
            new, y, f, np.abs(h) * factor, True, False, False, evaluations, state.t, state.y, h, curve
        )
    shorter = np.abs(h) * max(SLOWEST, factor)
    return state._replace(h=shorter, rejected=True, accepted=False, evaluations=evaluations)


def step(slope: Callable[..., Any], t: Any, y: Any, f: Any, h: Any, pair: Pair) -> tuple:
    """The solution at the end of a step, its slope there, and the slopes of all stages."""
    stages = np.zeros((len(pair.B) + 1, len(y)), y.dtype)
    stages[0] = f
    for k in range(1, len(pair.B)):
        stages[k] = slope(t + pair.C[k] * h, y + h * (pair.A[k, :k] @ stages[:k]))
    new = y + h * (pair.B @ stages[:-1])
    stages[-1] = slope(t + h, new)
    return new, stages[-1].copy(), stages
