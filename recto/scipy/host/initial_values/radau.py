"""The implicit Runge–Kutta method Radau IIA of order 5, for stiff equations (Hairer, Wanner: Solving ordinary
differential equations II, IV.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg

from ..._norms import root_mean_square
from .steps import Problem

ROUNDS, SLOWEST, FASTEST = 6, 0.2, 10.0
S6 = 6**0.5
C = np.array([(4 - S6) / 10, (4 + S6) / 10, 1.0])
E = np.array([-13 - 7 * S6, -13 + 7 * S6, -1.0]) / 3
REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)  # the eigenvalues of the inverse of the stages' matrix
COMPLEX = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3)) - 0.5j * (3 ** (5 / 6) + 3 ** (7 / 6))
T = np.array(
    [
        [0.09443876248897524, -0.14125529502095421, 0.03002919410514742],
        [0.25021312296533332, 0.20412935229379994, -0.38294211275726192],
        [1.0, 1.0, 0.0],
    ]
)
INVERSE = np.array(
    [
        [4.17871859155190428, 0.32768282076106237, 0.52337644549944951],
        [-4.17871859155190428, -0.32768282076106237, 0.47662355450055044],
        [0.50287263494578682, -2.57192694985560522, 0.59603920482822492],
    ]
)
P = np.array(  # the polynomial through the stages
    [
        [13 / 3 + 7 * S6 / 3, -23 / 3 - 22 * S6 / 3, 10 / 3 + 5 * S6],
        [13 / 3 - 7 * S6 / 3, -23 / 3 + 22 * S6 / 3, 10 / 3 - 5 * S6],
        [1 / 3, -8 / 3, 10 / 3],
    ]
)


class State(NamedTuple):
    """
    Attributes:
        J, current: the Jacobian, and whether it is that of this place
        h_factors: for which step the matrices are factorised; 0: for none
        tries: attempts of this step
        h_begin: the length with which this step began
        h_before, error_before: of the last step; 0: unknown
    """

    t: Any
    y: Any
    f: Any
    h: Any
    accepted: Any
    rejected: Any
    failed: Any
    evaluations: Any
    jacobians: Any
    factorisations: Any
    J: Any
    current: Any
    h_factors: Any
    tries: Any
    h_begin: Any
    h_before: Any
    error_before: Any
    before: Any
    start: Any
    width: Any
    curve: Any


def first_state(problem: Problem, t: Any, y: Any, f: Any, h: Any, evaluations: Any) -> State:
    J, none = problem.jacobian(t, y), 0.0 * h
    curve = np.zeros((len(y), 3), y.dtype)
    jacobians = 0 if problem.constant else 1
    return State(
        *(t, y, f, h, False, False, False, evaluations, jacobians, 0, J, True, none, 0, h, none, none),
        *(t, y, none, curve),
    )


class Stages(NamedTuple):
    """The result of Newton's method for a step: whether it converges, after how many rounds, how far the
    stages are from the begin of the step, and by how much a change is smaller than the one before."""

    converged: Any
    rounds: Any
    Z: Any
    rate: Any


def collocated(
    problem: Problem, t: Any, y: Any, h: Any, Z: Any, scale: Any, real: Any, complex_one: Any
) -> Stages:
    """Newton's method with a constant matrix for the stages, in coordinates where it falls into a real and a complex
    system."""
    tolerance = np.maximum(10 * np.finfo(float).eps / problem.rtol, np.minimum(0.03, problem.rtol**0.5))
    W, before, rate, rounds = INVERSE @ Z, np.float64(0.0), np.float64(0.0), 0
    converged, going = False, True
    while going and rounds < ROUNDS:
        F = np.stack([problem.slope(t + h * C[i], y + Z[i]) for i in range(3)])
        bent = INVERSE @ F
        first = linalg.lu_solve(real, bent[0] - REAL / h * W[0])
        both = linalg.lu_solve(complex_one, bent[1] + 1j * bent[2] - COMPLEX / h * (W[1] + 1j * W[2]))
        change = np.stack([first, both.real, both.imag])
        size = root_mean_square(change / scale)
        known = rounds > 0
        rate = size / np.where(before == 0, 1.0, before) if known else rate
        far = size / np.where(rate == 1, 1.0, 1 - rate)
        diverges = known and (rate >= 1 or rate ** (ROUNDS - rounds) * far > tolerance)
        if diverges or not np.all(np.isfinite(F)):
            going = False
        else:
            W = W + change
            Z = T @ W
            converged = size == 0 or (known and rate * far < tolerance)
            going = not converged
        before, rounds = size, rounds + 1
    return Stages(converged, rounds, Z, rate)


def growth(h: Any, error: Any, h_before: Any, error_before: Any) -> Any:
    """Gustafsson's predictive controller: the factor of the next step, from the errors of two."""
    safe = np.where(error == 0, 1.0, error)
    known = (error_before > 0) & (h_before > 0) & (error > 0)
    trend = h / np.where(known, h_before, 1.0) * (np.where(known, error_before, 1.0) / safe) ** 0.25
    factor = np.minimum(1.0, np.where(known, trend, 1.0)) * safe**-0.25
    return np.where(error == 0, np.inf, factor)[()]


def attempt(problem: Problem, state: State, until: Any) -> State:
    """One attempt of a step: accepted; rejected because of its error; or without convergence, which asks for a Jacobian
    of this place or, if there is one, for half the length."""
    t, y, direction, end = state.t, state.y, problem.direction, problem.end
    least = 10 * np.abs(np.nextafter(t, direction * np.inf) - t)
    if state.tries == 0:
        state = state._replace(h_begin=state.h)
    if state.tries == 0 and (state.h > problem.max_step or state.h < least):
        state = state._replace(
            h=np.minimum(np.maximum(state.h, least), problem.max_step),
            h_before=0.0 * state.h,
            error_before=0.0 * state.h,
        )
    if state.h < least:
        return state._replace(failed=True, accepted=False)
    new = t + state.h * direction
    new = end if direction * (new - end) > 0 else new
    h = new - t
    guess = np.zeros((3, len(y)))
    if state.width != 0:
        x = (t + h * C - state.before) / state.width
        guess = state.start + (x[:, None] ** np.arange(1, 4)) @ state.curve.T - y
    fresh = state.h_factors == 0
    h_factors = np.where(fresh, h, state.h_factors)[()]
    eye = np.eye(len(y))
    real = linalg.lu_factor(REAL / h_factors * eye - state.J)
    complex_one = linalg.lu_factor(COMPLEX / h_factors * eye - state.J)
    scale = problem.atol + np.abs(y) * problem.rtol
    found = collocated(problem, t, y, h, guess, scale, real, complex_one)
    state = state._replace(
        h=np.abs(h),
        h_factors=h_factors,
        factorisations=state.factorisations + np.where(fresh, 2, 0),
        evaluations=state.evaluations + 3 * found.rounds,
        tries=state.tries + 1,
    )
    if not found.converged:
        return without_convergence(problem, state)
    return judged(problem, state, found, new, h, real)


def without_convergence(problem: Problem, state: State) -> State:
    none = 0.0 * state.h
    if state.current:
        return state._replace(h=0.5 * state.h, h_factors=none, accepted=False)
    J = problem.jacobian(state.t, state.y)
    return state._replace(J=J, current=True, h_factors=none, accepted=False, jacobians=state.jacobians + 1)


def judged(problem: Problem, state: State, found: Stages, new: Any, h: Any, real: Any) -> State:
    """The step is taken if its error is small."""
    ahead = state.y + found.Z[2]
    lean = E @ found.Z / h
    scale = problem.atol + np.maximum(np.abs(state.y), np.abs(ahead)) * problem.rtol
    error = linalg.lu_solve(real, state.f + lean)
    size, evaluations = root_mean_square(error / scale), state.evaluations
    if state.rejected and size > 1:
        error = linalg.lu_solve(real, problem.slope(state.t, state.y + error) + lean)
        size, evaluations = root_mean_square(error / scale), evaluations + 1
    safety = 0.9 * (2 * ROUNDS + 1) / (2 * ROUNDS + found.rounds)
    factor = safety * growth(state.h, size, state.h_before, state.error_before)
    none = 0.0 * state.h
    if size > 1:
        shorter = state.h * np.maximum(SLOWEST, factor)
        return state._replace(
            h=shorter, h_factors=none, rejected=True, accepted=False, evaluations=evaluations
        )
    again = np.logical_and(not problem.constant, (found.rounds > 2) & (found.rate > 1e-3))
    factor = np.minimum(FASTEST, factor)
    kept = np.logical_not(again) & (factor < 1.2)
    f = problem.slope(new, ahead)
    J, jacobians = state.J, state.jacobians
    if again:
        J, jacobians = problem.jacobian(new, ahead), jacobians + 1
    return State(
        *(
            new,
            ahead,
            f,
            state.h * np.where(kept, 1.0, factor),
            True,
            False,
            False,
            evaluations + 1,
            jacobians,
        ),
        *(
            state.factorisations,
            J,
            np.logical_or(problem.constant, again),
            np.where(kept, state.h_factors, none),
        ),
        *(0, state.h, state.h_begin, size, state.t, state.y, h, found.Z.T @ P),
    )


def by_radau(problem: Problem) -> Callable[..., Any]:
    return lambda state, until: attempt(problem, state, until)
