"""scipy.integrate.solve_ivp, step by step as SciPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import jacfwd, stop_gradient
from ...._api.host import host
from ..minima.minimize import host_object
from ..optimize import EPSILON, brent, implicit
from . import bdf, explicit, radau
from .steps import Problem, initial_step, interpolate_step

STIFF = ("Radau", "BDF", "LSODA")
METHODS = ("RK23", "RK45", "DOP853", *STIFF)


class OdeResult(NamedTuple):
    """The result of solve_ivp: y has a column for each time. Without t_eval the times are those of the
    steps."""

    t: Any
    y: Any
    sol: Any
    t_events: Any
    y_events: Any
    nfev: Any
    njev: Any
    nlu: Any
    status: Any
    message: Any
    success: Any


def told(status: Any) -> Any:
    """SciPy's message about the end of the integration, by its handle."""
    return handle_of(
        {
            -1: "Required step size is less than spacing between numbers.",
            0: "The solver successfully reached the end of the integration interval.",
            1: "A termination event occurred.",
        }[int(status)]
    )


message_of = host(told, result=int, pure=True)


@read_as("scipy.integrate.solve_ivp")
def solve_ivp(
    fun: Callable[..., Any],
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
    jac: Any = None,
    jac_sparsity: Any = None,
    **options: Any,
) -> OdeResult:
    """LSODA is computed as BDF; exact Jacobians take the place of differences."""
    if not isinstance(method, str) or method not in METHODS:
        unsupported("solve_ivp: compiled code has the methods " + ", ".join(METHODS))
    more = () if args is None else tuple(args)
    t_span = np.asarray(t_span, np.float64)
    begin, end = t_span[0], t_span[1]
    direction = np.where(end == begin, 1.0, np.sign(end - begin))
    y = np.asarray(y0)
    if y.dtype.kind == "c" and method in STIFF:
        unsupported(f"solve_ivp: compiled code has method={method!r} of real states")
    y = y if y.dtype.kind == "c" else np.asarray(y, np.float64)

    def slope(t: Any, y: Any) -> Any:
        return np.asarray(fun(t, y, *more), y.dtype)

    rtol = np.maximum(rtol, 100 * np.finfo(float).eps)
    constant = jac is not None and not callable(jac)
    problem = Problem(slope, jacobian_of(slope, jac, more), constant, end, direction, max_step, rtol, atol)
    state, advance = begun(problem, method, begin, y, first_step)
    if t_eval is not None:
        t_eval = np.asarray(t_eval, np.float64)
        check_times(t_eval, begin, end, direction)
    if t_eval is not None and events is None and not dense_output:
        found, state = at_times(problem, advance, state, t_eval)
        return result_of(t_eval, found, None, None, None, state, np.where(state.failed, -1, 0), method)
    listed = () if events is None else (events,) if callable(events) else tuple(events)
    of_events = [lambda t, y, event=event: event(t, y, *more) for event in listed]
    return by_steps(problem, advance, state, t_eval, dense_output, listed, of_events, method)


def jacobian_of(slope: Callable[..., Any], jac: Any, more: tuple) -> Callable[..., Any]:
    """The derivatives of the slope by the state, as constants: they decide how fast Newton's method is, and not where
    it ends."""
    if jac is None:
        return lambda t, y: stop_gradient(jacfwd(lambda y: slope(t, y))(y))
    if callable(jac):
        return lambda t, y: stop_gradient(np.asarray(jac(t, y, *more), np.float64))
    return lambda t, y: stop_gradient(np.asarray(jac, np.float64))


def check_times(times: Any, begin: Any, end: Any, direction: Any) -> None:
    if times.ndim != 1:
        raise ValueError("`t_eval` must be 1-dimensional.")
    if np.any(times < np.minimum(begin, end)) or np.any(times > np.maximum(begin, end)):
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    if np.any(direction * np.diff(times) <= 0):
        raise ValueError("Values in `t_eval` are not properly sorted.")


def begun(problem: Problem, method: str, t: Any, y: Any, first_step: Any) -> tuple:
    """The state before the first step, and what takes an attempt of a step."""
    f = problem.slope(t, y)
    if method in ("RK23", "RK45", "DOP853"):
        made = explicit.by_dop853(problem) if method == "DOP853" else explicit.by_pair(problem, method)
        order, powers, advance = made
    else:
        order, powers = (3, 3) if method == "Radau" else (1, bdf.HIGHEST)
        advance = radau.by_radau(problem) if method == "Radau" else bdf.by_bdf(problem)
    if first_step is None:
        h, evaluations = initial_step(problem, t, y, f, order), np.where(t == problem.end, 1, 2)
    else:
        h, evaluations = np.float64(first_step) + 0.0 * t, np.int64(1)
    if method not in STIFF:
        return explicit.first_state(problem, t, y, f, h, evaluations, powers), advance
    make = radau.first_state if method == "Radau" else bdf.first_state
    return make(problem, t, y, f, h, evaluations), advance


def result_of(
    times: Any, found: Any, sol: Any, t_events: Any, y_events: Any, state: Any, status: Any, method: str
) -> OdeResult:
    stiff = method in STIFF
    return OdeResult(
        times,
        found,
        sol,
        t_events,
        y_events,
        state.evaluations,
        state.jacobians if stiff else 0,
        state.factorisations if stiff else 0,
        status,
        host_object(message_of(status)),
        status >= 0,
    )


def at_times(problem: Problem, advance: Callable[..., Any], state: Any, times: Any) -> tuple:
    """The solution at given times, and the last state."""
    direction = problem.direction
    found = np.zeros((len(state.y), len(times)), state.y.dtype)
    for k in range(len(times)):
        while direction * (times[k] - state.t) > 0 and not state.failed:
            state = advance(state, times[k])
        found[:, k] = interpolate_step(state, times[k])
    while direction * (problem.end - state.t) > 0 and not state.failed:
        state = advance(state, direction * np.inf)
    return found, state


# -- step by step, with events ---------------------------------------------------------------------------------


def packed(t: Any, y: Any, state: Any, continuous: bool) -> Any:
    """Time and state in one row; with the begin of the step, its length, the state there and the polynomials."""
    row = np.concatenate([np.reshape(np.asarray(t, y.dtype), (1,)), y])
    if not continuous:
        return row
    ends = np.asarray(np.stack([state.before, state.width]), y.dtype)
    return np.concatenate([row, ends, state.start, np.ravel(state.curve)])


class OdeSolution:
    """The polynomials of all steps. ts: where the steps end; rows: of each step, as `packed`."""

    def __init__(self, ts: Any, rows: Any, n: int, late: bool):
        self.ts, self.rows, self.n, self.late = ts, rows, n, late

    def __call__(self, t: Any) -> Any:
        t, n = np.asarray(t, np.float64), self.n
        flat = np.ravel(t)
        sign = np.where(self.ts[-1] >= self.ts[0], 1.0, -1.0)
        side = "right" if self.late else "left"
        at = np.searchsorted(sign * self.ts, sign * flat, side=side) - 1
        rows = self.rows[np.clip(at, 0, len(self.rows) - 1)]
        before, width = np.real(rows[:, 0]), np.real(rows[:, 1])
        curve = np.reshape(rows[:, n + 2 :], (len(flat), n, -1))
        x = (flat - before) / np.where(width == 0, 1.0, width)
        powers = x[:, None] ** np.arange(1, curve.shape[2] + 1)
        found = rows[:, 2 : n + 2] + np.sum(curve * powers[:, None, :], axis=2)
        return found[0] if t.ndim == 0 else found.T


class Crossing(NamedTuple):
    """Whether an event's function crosses 0 in a step, where, and whether the integration ends there."""

    active: Any
    t: Any
    final: Any


def crossing(
    event: Callable[..., Any], given: Any, values: tuple, count: Any, state: Any, begin: Any
) -> Crossing:
    """given: the event with the attributes `terminal` and `direction`; values: before and after the step."""
    way, most = getattr(given, "direction", 0), int(getattr(given, "terminal", False))
    up, down = (values[0] <= 0) & (values[1] >= 0), (values[0] >= 0) & (values[1] <= 0)
    active = up if way > 0 else down if way < 0 else up | down
    t = state.t
    if active:
        at = lambda t: np.float64(event(t, interpolate_step(state, t)))
        first, last = at(begin), at(state.t)
        t = begin if np.abs(first) < np.abs(last) else t  # of one sign: 0 at an end, but for rounding
        if first * last <= 0:
            t = brent(at, begin, state.t, 4 * EPSILON, 4 * EPSILON, 100).root
        t = implicit(at, t)
    return Crossing(active, t, active & (most > 0) & (count + 1 >= most))


def by_steps(
    problem: Problem,
    advance: Callable[..., Any],
    state: Any,
    t_eval: Any,
    dense_output: bool,
    given: tuple,
    events: list,
    method: str,
) -> OdeResult:
    """The steps one by one. t_eval is looked up in their polynomials."""
    direction = problem.direction
    continuous = dense_output or t_eval is not None
    until = -direction * np.inf if continuous or events else direction * np.inf
    rows, stopped = [packed(state.t, state.y, state, continuous)], False
    occurred = [[] for _ in events]
    g = [np.float64(event(state.t, state.y)) for event in events]
    counts = [0 for _ in events]
    while direction * (problem.end - state.t) > 0 and not state.failed and not stopped:
        begin = state.t
        state = advance(state, until)
        if state.accepted:
            t, y = state.t, state.y
            g_new = [np.float64(event(t, y)) for event in events]
            found = [
                crossing(events[e], given[e], (g[e], g_new[e]), counts[e], state, begin)
                for e in range(len(events))
            ]
            for one in found:
                if one.final and direction * (one.t - t) <= 0:
                    t, stopped = one.t, True
            for e in range(len(events)):
                if found[e].active and direction * (found[e].t - t) <= 0:
                    at = found[e].t
                    occurred[e].append(packed(at, interpolate_step(state, at), state, False))
            counts = [counts[e] + found[e].active for e in range(len(events))]
            g = g_new
            if stopped:
                y = interpolate_step(state, t)
            rows.append(packed(t, y, state, continuous))
    n, count = len(state.y), np.maximum(len(rows), 2)  # SciPy's first step may have no length
    table = np.array(rows)
    whole = np.concatenate([table, table[-1:]])[:count]
    ts, ys = np.real(whole[:, 0]), whole[:, 1 : n + 1].T
    sol = None
    if continuous:
        sol = OdeSolution(ts, whole[1:, n + 1 :], n, method in ("BDF", "LSODA"))
    if t_eval is not None:
        reached = np.sum(direction * t_eval <= direction * ts[-1])
        ys = sol(t_eval)[:, :reached]
        ts = t_eval[:reached]
    status = np.where(state.failed, -1, np.where(stopped, 1, 0))
    shown = (None, None)
    if events:
        tables = [np.array(x) for x in occurred]
        shown = [np.real(x[:, 0]) for x in tables], [x[:, 1:] for x in tables]
    return result_of(ts, ys, sol if dense_output else None, *shown, state, status, method)
