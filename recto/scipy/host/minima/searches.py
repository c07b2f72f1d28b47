"""SciPy's methods of minimisation by reverse communication: SciPy chooses the points, compiled code computes
the functions.

    search, asked, x, p = begin(…)
    while asked != DONE:
        search, asked, x, p = answer(search, x, f(x))

`minimize` calls its functions; here it runs in a thread of its own, which waits in each of them until the value comes.
"""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import queue
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import handle_of

from ...._api.host import host

DONE, FUNCTION, GRADIENT, CURVATURE, PRODUCT, CALLBACK, CONSTRAINTS = range(-1, 6)
COUNTS = ("nit", "nfev", "njev", "nhev", "niter", "status", "cg_niter", "cg_stop_cond")


class Stopped(BaseException):
    """Ends the thread of a search that nobody waits for."""


class Search:
    """A thread in which SciPy minimises: `requests` says which function it wants, and where."""

    def __init__(self, run: Callable[..., Any]):
        self.requests: queue.SimpleQueue = queue.SimpleQueue()
        self.answers: queue.SimpleQueue = queue.SimpleQueue()
        self.found: Any = None
        self.thread = threading.Thread(target=self.work, args=(run,), daemon=True)
        self.thread.start()

    def work(self, run: Callable[..., Any]) -> None:
        try:
            self.found = run(self.function)
            self.requests.put(None)
        except Stopped:
            pass
        except BaseException as error:  # raised again in `next_request`, by the thread that waits
            self.requests.put(error)

    def function(self, number: int) -> Callable[..., Any]:
        """A function that asks compiled code for its value."""

        def ask(x: Any, p: Any = None, **named: Any) -> Any:
            self.requests.put(
                (number, np.array(x, np.float64), np.zeros_like(x) if p is None else np.array(p))
            )
            values = self.answers.get()
            if values is None:
                raise Stopped
            return values if len(values) > 1 else values[0]

        return ask

    def next_request(self, x: Any) -> tuple:
        asked = self.requests.get()
        if isinstance(asked, BaseException):
            raise asked
        return (DONE, x, x) if asked is None else asked

    def stop(self) -> None:
        self.answers.put(None)
        self.thread.join()


_searches: dict[int, Search] = {}
_numbers = itertools.count(1)


@host(result=lambda x, *given: (np.int64, np.int64, x, x))
def begin(
    x: Any, method: str, kinds: tuple, bounds: Any, constraints: tuple, tol: Any, options: Any
) -> tuple:
    """Start to minimise from x.

    Args:
        kinds: for jac, hess, hessp and callback, what SciPy is given: a number of a function or anything else
    Returns:
        the number of the search, that of the function to compute first (DONE for none), where, and with which vector
    """
    return enter(
        functools.partial(minimize, np.array(x), method, kinds, bounds, constraints, tol, options), x
    )


def enter(run: Callable[..., Any], x: Any) -> tuple:
    """Start a search, which is run with what makes functions of their numbers: its number and the first request."""
    number = next(_numbers)
    _searches[number] = Search(run)
    try:
        return number, *_searches[number].next_request(x)
    except BaseException:
        del _searches[number]
        raise


def found_by(search: Any) -> Any:
    """The result that SciPy has found."""
    return _searches[int(search)].found


def minimize(
    x: Any,
    method: str,
    kinds: tuple,
    bounds: Any,
    constraints: tuple,
    tol: Any,
    options: Any,
    function: Callable[..., Any],
) -> Any:
    jac, hess, hessp, callback = [function(k) if type(k) is int else k for k in kinds]
    limits = None if bounds is None else optimize.Bounds(*map(np.asarray, bounds))
    given = [constraint(kind, function, CONSTRAINTS + 2 * k) for k, kind in enumerate(constraints)]
    return optimize.minimize(
        function(FUNCTION),
        x,
        (),
        method,
        jac,
        hess,
        hessp,
        limits,
        given or (),
        tol,
        stopping(callback) if callback else None,
        options,
    )


def constraint(kind: tuple, function: Callable[..., Any], number: int) -> Any:
    """The constraint as SciPy takes it."""
    name, jac, *bounds = kind
    slope = function(number + 1) if jac is True else jac
    if name == "linear":
        return optimize.LinearConstraint(*map(np.asarray, bounds))
    if name == "nonlinear":
        return optimize.NonlinearConstraint(function(number), *map(np.asarray, bounds), jac=slope)
    return {"type": name, "fun": function(number)} | ({} if slope is None else {"jac": slope})


def stopping(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The callback, which may want to stop."""

    def call(xk: Any) -> None:
        if callback(xk):
            raise StopIteration

    return call


@host(result=lambda search, x, *values: (np.int64, x, x))
def answer(search: Any, x: Any, *values: Any) -> tuple:
    """Give what was asked for; the next that is."""
    running = _searches[int(search)]
    running.answers.put(values)
    return running.next_request(x)


@host(result=lambda search, x, fields: tuple([type_of(kind, x) for _, kind in fields]))
def outcome(search: Any, x: Any, fields: tuple) -> tuple:
    """The fields of SciPy's result."""
    found = found_by(search)
    return tuple([as_kind(found[name], kind, len(x)) for name, kind in fields])


@host(result=None)
def close(search: Any) -> None:
    """Let the search end, if it has not."""
    running = _searches.pop(int(search), None)
    if running is not None and running.thread.is_alive():
        running.stop()


@host(result=np.int64, pure=True)
def message_of(status: Any) -> Any:
    """SciPy's message about the end of Nelder and Mead's method, by its handle."""
    return handle_of(
        {
            0: "Optimization terminated successfully.",
            1: "Maximum number of function evaluations has been exceeded.",
            2: "Maximum number of iterations has been exceeded.",
        }[int(status)]
    )


# -- what a result holds -------------------------------------------------------------------------------------------


def type_of(kind: str, x: Any) -> Any:
    """The type of a field of the result, if x is that of the point."""
    plain = {"count": np.int64, "number": np.float64, "truth": np.bool_, "object": np.int64, "vector": x}
    return plain[kind] if kind in plain else x.update(shape=(*x.shape, *x.shape))


def as_kind(value: Any, kind: str, n: int) -> Any:
    if kind == "object":
        return handle_of(value)
    shape = {"vector": (n,), "matrix": (n, n)}.get(kind, ())
    return np.asarray(value, {"count": np.int64, "truth": np.bool_}.get(kind, np.float64)).reshape(shape)


@functools.cache
def fields_of(
    method: str, n: int, bounded: bool, constrained: bool, products: bool
) -> tuple[tuple[str, str], ...]:
    """The fields of the result of a method in this version of SciPy, which is asked by an example."""
    bounds = [(-2.0, 2.0)] * n if bounded else None
    constraints = [{"type": "ineq", "fun": lambda x: 2.0 - x[0]}] if constrained else ()
    second: Any = {"hessp": lambda x, p: 2 * p} if products else {"hess": lambda x: 2 * np.eye(n)}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        found = optimize.minimize(
            lambda x: float(x @ x),
            np.ones(n),
            method=method,
            jac=lambda x: 2 * x,
            bounds=bounds,
            constraints=constraints,
            **second,
        )
    return tuple([(name, kind_of(name, value, n)) for name, value in found.items()])


def kind_of(name: str, value: Any, n: int) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "truth"
    if isinstance(value, (int, float, np.number)):
        return "count" if name in COUNTS else "number"
    if isinstance(value, np.ndarray) and name != "multipliers":
        return {(n,): "vector", (n, n): "matrix"}.get(value.shape, "object")
    return "object"
