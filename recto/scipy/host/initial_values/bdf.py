"""Backward differentiation formulas of variable order, for stiff equations: those with a modified error constant
(Shampine, Reichelt: The MATLAB ODE suite. SIAM J. Sci. Comput. 18 (1997))."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg

from ..._norms import root_mean_square
from .steps import Problem

HIGHEST, ROUNDS, SLOWEST, FASTEST = 5, 4, 0.2, 10.0
KAPPA = np.array([0.0, -0.1850, -1 / 9, -0.0823, -0.0415, 0.0])
GAMMA = np.concatenate([np.zeros(1), np.cumsum(1 / np.arange(1, HIGHEST + 1))])
ALPHA = (1 - KAPPA) * GAMMA
ERROR = KAPPA * GAMMA + 1 / np.arange(1, HIGHEST + 2)
ROWS = np.arange(HIGHEST + 3)


def powers_of_rising() -> Any:
    """The powers of s, from the first on, in s, s (s + 1) / 2, s (s + 1) (s + 2) / 6, …"""
    rows, product = np.zeros((HIGHEST, HIGHEST)), np.array([1.0])
    for k in range(HIGHEST):
        product = np.polymul(product, [1.0 / (k + 1), k / (k + 1)])
        rows[k, : k + 1] = product[::-1][1:]
    return rows


RISING = powers_of_rising()


class State(NamedTuple):
    """
    Attributes:
        J, current: the Jacobian, and whether it is that of this step
        c_factors: for which coefficient the matrix is factorised; 0: for none
        tries: attempts of this step
        order, equal: of the formula; how many steps have had this length
        D: backward differences, of the order k in row k
    """

    t: Any
    y: Any
    h: Any
    accepted: Any
    failed: Any
    evaluations: Any
    jacobians: Any
    factorisations: Any
    J: Any
    current: Any
    c_factors: Any
    tries: Any
    order: Any
    equal: Any
    D: Any
    before: Any
    start: Any
    width: Any
    curve: Any


def first_state(problem: Problem, t: Any, y: Any, f: Any, h: Any, evaluations: Any) -> State:
    J, none = problem.jacobian(t, y), 0.0 * h
    rest = np.zeros((HIGHEST + 1, len(y)))
    D = np.concatenate([y[None], (f * h * problem.direction)[None], rest])
    jacobians = 0 if problem.constant else 1
    return State(
        *(t, y, h, False, False, evaluations, jacobians, 0, J, problem.constant, none, 0, 1, 0, D),
        *(t, y, none, np.zeros((len(y), HIGHEST))),
    )


def stretching(order: Any, factor: Any) -> Any:
    """The matrix that belongs to steps longer by a factor, up to an order."""
    i, j = np.arange(1, HIGHEST + 1)[:, None], np.arange(1, HIGHEST + 1)
    below = np.concatenate([np.zeros((HIGHEST, 1)), (i - 1 - factor * j) / i], axis=1)
    whole = np.cumprod(np.concatenate([np.ones((1, HIGHEST + 1)), below]), axis=0)
    used = np.arange(HIGHEST + 1) <= order
    return np.where(used[:, None] & used, whole, 0.0)


def stretched(D: Any, order: Any, factor: Any) -> Any:
    """The differences of the same polynomial at steps longer by a factor."""
    head = (stretching(order, factor) @ stretching(order, 1.0)).T @ D[: HIGHEST + 1]
    used = np.arange(HIGHEST + 1)[:, None] <= order
    return np.concatenate([np.where(used, head, D[: HIGHEST + 1]), D[HIGHEST + 1 :]])


class Corrected(NamedTuple):
    converged: Any
    rounds: Any
    y: Any
    d: Any


def corrected(problem: Problem, t: Any, y: Any, c: Any, psi: Any, factors: Any, scale: Any) -> Corrected:
    """Newton's method with a constant matrix."""
    tolerance = np.maximum(10 * np.finfo(float).eps / problem.rtol, np.minimum(0.03, problem.rtol**0.5))
    d, before, rate, rounds = np.zeros(y.shape), np.float64(0.0), np.float64(0.0), 0
    converged, going = False, True
    while going and rounds < ROUNDS:
        f = problem.slope(t, y)
        change = linalg.lu_solve(factors, c * f - psi - d)
        size = root_mean_square(change / scale)
        known = rounds > 0
        rate = size / np.where(before == 0, 1.0, before) if known else rate
        far = size / np.where(rate == 1, 1.0, 1 - rate)
        diverges = known and (rate >= 1 or rate ** (ROUNDS - rounds) * far > tolerance)
        if diverges or not np.all(np.isfinite(f)):
            going = False
        else:
            y, d = y + change, d + change
            converged = size == 0 or (known and rate * far < tolerance)
            going = not converged
        before, rounds = size, rounds + 1
    return Corrected(converged, rounds, y, d)


def limited(problem: Problem, state: State, least: Any) -> State:
    """A step of a length that is allowed, and that does not pass the end."""
    if state.tries == 0:
        state = state._replace(current=problem.constant)
        h = np.minimum(np.maximum(state.h, least), problem.max_step)
        if h != state.h:
            state = state._replace(h=h, D=stretched(state.D, state.order, h / state.h), equal=0)
    beyond = problem.direction * (state.t + state.h * problem.direction - problem.end) > 0
    if beyond and state.h >= least:
        h = np.abs(problem.end - state.t)
        D = stretched(state.D, state.order, h / state.h)
        state = state._replace(h=h, D=D, equal=0, c_factors=0.0 * h)
    return state


def attempt(problem: Problem, state: State, until: Any) -> State:
    """One attempt of a step: accepted; rejected because of its error; or without convergence, which asks for a Jacobian
    of this step or, if there is one, for half the length."""
    direction = problem.direction
    least = 10 * np.abs(np.nextafter(state.t, direction * np.inf) - state.t)
    state = limited(problem, state, least)
    if state.h < least:
        return state._replace(failed=True, accepted=False)
    h = state.h * direction
    new = state.t + h
    new = problem.end if direction * (new - problem.end) > 0 else new
    used, alpha = (state.order >= ROWS)[:, None], ALPHA[state.order]
    ahead = np.sum(np.where(used, state.D, 0.0), axis=0)
    scale = problem.atol + problem.rtol * np.abs(ahead)
    weights = np.concatenate([GAMMA, np.zeros(2)])[:, None]
    psi = np.sum(np.where(used, weights * state.D, 0.0), axis=0) / alpha
    c = h / alpha
    fresh = state.c_factors == 0
    c_factors = np.where(fresh, c, state.c_factors)[()]
    factors = linalg.lu_factor(np.eye(len(state.y)) - c_factors * state.J)
    found = corrected(problem, new, ahead, c, psi, factors, scale)
    state = state._replace(
        c_factors=c_factors,
        factorisations=state.factorisations + np.where(fresh, 1, 0),
        evaluations=state.evaluations + found.rounds,
        tries=state.tries + 1,
    )
    if not found.converged:
        return without_convergence(problem, state, new, ahead)
    return judged(problem, state, found, new)


def without_convergence(problem: Problem, state: State, new: Any, ahead: Any) -> State:
    none = 0.0 * state.h
    if state.current:
        D = stretched(state.D, state.order, 0.5)
        return state._replace(h=0.5 * state.h, D=D, equal=0, c_factors=none, accepted=False)
    J = problem.jacobian(new, ahead)
    return state._replace(J=J, current=True, c_factors=none, accepted=False, jacobians=state.jacobians + 1)


def judged(problem: Problem, state: State, found: Corrected, new: Any) -> State:
    """The step is taken if its error is small; after order + 1 equal steps, length and order are chosen anew."""
    order = state.order
    safety = 0.9 * (2 * ROUNDS + 1) / (2 * ROUNDS + found.rounds)
    scale = problem.atol + problem.rtol * np.abs(found.y)
    error = root_mean_square(ERROR[order] * found.d / scale)
    if error > 1:
        factor = np.maximum(SLOWEST, safety * error ** (-1 / (order + 1)))
        D = stretched(state.D, order, factor)
        return state._replace(h=state.h * factor, D=D, equal=0, accepted=False)
    D = state.D
    rows = ROWS[:, None]
    D = np.where(rows == order + 2, found.d - D[order + 1], np.where(rows == order + 1, found.d, D))
    sums = np.flip(np.cumsum(np.flip(np.where(rows <= order + 1, D, 0.0), axis=0), axis=0), axis=0)
    D = np.where(rows <= order, sums, D)
    h, equal, c_factors = state.h, state.equal + 1, state.c_factors
    if equal >= order + 1:
        lower = root_mean_square(ERROR[order - 1] * D[order] / scale)
        higher = root_mean_square(ERROR[np.minimum(order + 1, HIGHEST)] * D[order + 2] / scale)
        errors = np.stack(
            [np.where(order > 1, lower, np.inf), error, np.where(order < HIGHEST, higher, np.inf)]
        )
        none = errors == 0
        exponents = -1 / (order + np.arange(3))
        factors = np.where(none, np.inf, np.where(none, 1.0, errors) ** exponents)
        order = order + np.argmax(factors) - 1
        factor = np.minimum(FASTEST, safety * np.max(factors))
        D = stretched(D, order, factor)
        h, equal, c_factors = h * factor, 0, 0.0 * h
    curve = np.where(ROWS[1 : HIGHEST + 1, None] <= order, D[1 : HIGHEST + 1], 0.0).T @ RISING
    return State(
        *(new, found.y, h, True, False, state.evaluations, state.jacobians, state.factorisations),
        *(state.J, state.current, c_factors, 0, order, equal, D, new, D[0], h * problem.direction, curve),
    )


def by_bdf(problem: Problem) -> Callable[..., Any]:
    return lambda state, until: attempt(problem, state, until)
