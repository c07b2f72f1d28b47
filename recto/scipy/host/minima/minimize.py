"""scipy.optimize.minimize in compiled code: a loop that evaluates the functions at the points that SciPy's
method asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import HostObject
from recto.transform.frontend.state.values import Instance
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import grad, stop_gradient
from ...optimize._nelder_mead import around, nelder_mead
from ....lax._implicit import order_of_derivatives
from .conditions import moved
from .searches import (
    CALLBACK,
    CONSTRAINTS,
    CURVATURE,
    DONE,
    FUNCTION,
    GRADIENT,
    PRODUCT,
    answer,
    begin,
    close,
    fields_of,
    message_of,
    outcome,
)

METHODS = (
    "nelder-mead",
    "powell",
    "cg",
    "bfgs",
    "newton-cg",
    "l-bfgs-b",
    "tnc",
    "cobyla",
    "cobyqa",
    "slsqp",
    "trust-constr",
    "dogleg",
    "trust-ncg",
    "trust-exact",
    "trust-krylov",
)


def result_fields(method: str, n: int, bounded: bool, constrained: bool, products: bool) -> tuple:
    """The fields of the result of a method."""
    return fields_of(method, n, bounded, constrained, products)


def host_object(handle: Any) -> Any:
    """The object of the host that has a handle."""
    return handle


result_fields.__recto_call__ = lambda interp, args, kwargs: fields_of(
    *[interp.static_argument(a, "minimize") for a in args]
)
host_object.__recto_call__ = lambda interp, args, kwargs: interp.trail.allocate(
    Instance(HostObject, {"handle": args[0]})
)


@read_as("scipy.optimize.OptimizeResult.__getattr__")
def attribute(self: Any, name: str) -> Any:
    if name not in self and order_of_derivatives() > 0:
        unsupported(
            f"the derivatives of {name} of what minimize finds are not known; x, fun and jac have some"
        )
    if name not in self:
        raise AttributeError(name)
    return self[name]


@read_as("scipy.optimize.minimize")
def minimize(
    fun: Callable[..., Any],
    x0: Any,
    args: Any = (),
    method: Any = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> Any:
    """SciPy's methods, step by step; the minimum moves with the data as an implicit function."""
    name = chosen_method(method, bounds, constraints)
    more = args if isinstance(args, tuple) else (args,)
    start = np.atleast_1d(np.asarray(x0, np.float64))
    if start.ndim != 1:
        raise ValueError("'x0' must only have one dimension.")
    value = (lambda x: number(fun(x, *more)[0])) if jac is True else lambda x: number(fun(x, *more))
    how = {} if options is None else options
    if "return_all" in how:
        unsupported("minimize: compiled code has no return_all; a callback is called at each iteration")
    if name == "nelder-mead" and bounds is None and callback is None and "disp" not in how:
        return by_simplex(value, start, tol, **how)
    limits = None if bounds is None else sides_of(bounds)
    given = [as_constraint(c) for c in listed_constraints(constraints)]
    functions: list = [(FUNCTION, (lambda x, p: fun(x, *more)) if jac is True else lambda x, p: (value(x),))]
    if callable(jac):
        functions.append((GRADIENT, lambda x, p: (np.asarray(jac(x, *more)),)))
    if callable(hess):
        functions.append((CURVATURE, lambda x, p: (np.asarray(hess(x, *more)),)))
    if callable(hessp):
        functions.append((PRODUCT, lambda x, p: (np.asarray(hessp(x, p, *more)),)))
    if callback is not None:
        if name == "trust-constr":
            unsupported("minimize: compiled code calls no callback for method='trust-constr'")
        functions.append((CALLBACK, lambda x, p: (is_stopped_by(callback, x),)))
    for k, c in enumerate(given):
        functions.append((CONSTRAINTS + 2 * k, lambda x, p, c=c: (np.asarray(c.function(x)),)))
        if callable(c.slope):
            functions.append((CONSTRAINTS + 2 * k + 1, lambda x, p, c=c: (np.asarray(c.slope(x)),)))
    kinds = (
        as_kind(jac, GRADIENT),
        as_kind(hess, CURVATURE),
        as_kind(hessp, PRODUCT),
        None if callback is None else CALLBACK,
    )
    fields = result_fields(name, len(start), limits is not None, len(given) > 0, callable(hessp))
    found = searched(
        functions, stop_gradient(start), fields, (name, kinds, limits, [told(c) for c in given], tol, options)
    )
    return with_derivatives(
        found, fields, lambda x: moved(x, value, [as_condition(c) for c in given], limits), value
    )


def number(value: Any) -> Any:
    return np.float64(np.squeeze(value))


def chosen_method(method: Any, bounds: Any, constraints: Any) -> str:
    if method is None:
        return (
            "slsqp"
            if constraints != () and constraints != []
            else "l-bfgs-b"
            if bounds is not None
            else "bfgs"
        )
    if not isinstance(method, str):
        unsupported("minimize: compiled code has SciPy's methods, given by name")
    if method.lower() not in METHODS:
        raise ValueError(f"Unknown solver {method}")
    return method.lower()


def searched(functions: list, start: Any, fields: tuple, how: tuple) -> dict:
    """Search by SciPy (reverse communication): the loop computes the functions that its method requests."""
    search, asked, x, p = begin(start, *how)
    try:
        while asked != DONE:
            for k, function in functions:
                if asked == k:
                    asked, x, p = answer(
                        search, start, *[stop_gradient(np.asarray(v)) for v in function(x, p)]
                    )
        values = outcome(search, start, fields)
    finally:
        close(search)
    return {name: host_object(v) if kind == "object" else v for (name, kind), v in zip(fields, values)}


def with_derivatives(found: dict, fields: tuple, move: Callable[..., Any], f: Callable[..., Any]) -> Any:
    """SciPy's result. While derivatives are taken, it has those numbers and arrays alone whose derivatives are
    known."""
    if not order_of_derivatives():
        return optimize.OptimizeResult(**found)
    x = move(found["x"])
    known = {name: found[name] for name, kind in fields if kind in ("count", "truth", "object")}
    if ("jac", "vector") in fields:
        known["jac"] = grad(f)(x)
    return optimize.OptimizeResult(**{**known, "x": x, "fun": f(x)})


def is_stopped_by(callback: Callable[..., Any], x: Any) -> Any:
    """Call the callback; whether it raises StopIteration."""
    try:
        callback(x)
    except StopIteration:
        return np.bool_(True)
    return np.bool_(False)


# -- what is given -------------------------------------------------------------------------------------------------


@read_as("scipy.optimize.Bounds")
class Bounds:
    def __init__(self, lb: Any = -np.inf, ub: Any = np.inf):
        self.lb, self.ub = (
            np.atleast_1d(np.asarray(lb, np.float64)),
            np.atleast_1d(np.asarray(ub, np.float64)),
        )


@read_as("scipy.optimize.LinearConstraint")
class LinearConstraint:
    def __init__(self, A: Any, lb: Any = -np.inf, ub: Any = np.inf):
        self.A = np.atleast_2d(np.asarray(A, np.float64))
        self.lb, self.ub = (
            np.atleast_1d(np.asarray(lb, np.float64)),
            np.atleast_1d(np.asarray(ub, np.float64)),
        )


@read_as("scipy.optimize.NonlinearConstraint")
class NonlinearConstraint:
    def __init__(self, fun: Callable[..., Any], lb: Any, ub: Any, jac: Any = "2-point"):
        self.fun, self.lb, self.ub, self.jac, self.hess = fun, lb, ub, jac, None


def as_kind(given: Any, function: int) -> Any:
    """The argument given to SciPy for jac, hess or hessp: the number of a function, or the value that it
    stands for itself."""
    if callable(given):
        return function
    if given == "cs":
        unsupported(
            "minimize: compiled code takes no differences of complex steps; give jac='2-point' or the slope"
        )
    return given


def sides_of(bounds: Any) -> tuple:
    """The lower and the upper bounds."""
    if isinstance(bounds, (optimize.Bounds, Bounds)):
        return bounds.lb, bounds.ub
    if isinstance(bounds, np.ndarray):
        return bounds[:, 0], bounds[:, 1]
    pairs = list(bounds)
    return (
        np.array([-np.inf if low is None else low for low, _ in pairs], np.float64),
        np.array([np.inf if high is None else high for _, high in pairs], np.float64),
    )


def listed_constraints(constraints: Any) -> list:
    return list(constraints) if isinstance(constraints, (list, tuple)) else [constraints]


class Constraint(NamedTuple):
    """
    Attributes:
        kind: "eq", "ineq", "linear" or "nonlinear"
        function: of x alone
        slope: a function, or how SciPy finds it
        sides: lower and upper bounds, if it is an object
        matrix: of a linear one
    """

    kind: str
    function: Callable[..., Any]
    slope: Any
    sides: tuple
    matrix: Any = None


def as_constraint(given: Any) -> Constraint:
    if isinstance(given, dict):
        more = given.get("args", ())
        slope = given.get("jac")
        return Constraint(
            given["type"].lower(),
            lambda x: given["fun"](x, *more),
            (lambda x: slope(x, *more)) if callable(slope) else None,
            (),
        )
    if isinstance(given, (optimize.LinearConstraint, LinearConstraint)):
        matrix = given.A
        return Constraint("linear", lambda x: matrix @ x, None, (given.lb, given.ub), matrix)
    if not isinstance(given, (optimize.NonlinearConstraint, NonlinearConstraint)):
        unsupported(
            "minimize: compiled code has constraints as dicts, LinearConstraint and NonlinearConstraint"
        )
    if callable(given.hess):
        unsupported("minimize: compiled code has NonlinearConstraint without hess")
    return Constraint("nonlinear", given.fun, given.jac, (given.lb, given.ub))


def told(constraint: Constraint) -> tuple:
    """The constraint as `begin` takes it."""
    slope = True if callable(constraint.slope) else constraint.slope
    if constraint.kind == "linear":
        return "linear", None, constraint.matrix, *constraint.sides
    return constraint.kind, slope, *constraint.sides


def as_condition(constraint: Constraint) -> tuple:
    """A function of x with its lower and upper bounds."""
    lower, upper = constraint.sides or (0.0, 0.0 if constraint.kind == "eq" else np.inf)
    return constraint.function, lower, upper


# -- Nelder's and Mead's method --------------------------------------------------------------------------------------


def by_simplex(
    f: Callable[..., Any],
    x0: Any,
    tol: Any,
    maxiter: Any = None,
    maxfev: Any = None,
    initial_simplex: Any = None,
    xatol: Any = None,
    fatol: Any = None,
    adaptive: bool = False,
) -> Any:
    usual = 1e-4 if tol is None else tol
    start = np.atleast_1d(np.asarray(x0, np.float64))
    count = 200 * len(start)
    limit = count if maxiter is None and maxfev is None else np.inf if maxiter is None else maxiter
    most = count if maxiter is None and maxfev is None else np.inf if maxfev is None else maxfev
    points = around(start) if initial_simplex is None else np.array(initial_simplex, np.float64)
    found = nelder_mead(
        f,
        stop_gradient(points),
        usual if xatol is None else xatol,
        usual if fatol is None else fatol,
        limit,
        most,
        adaptive,
    )
    x = moved(found.points[0], f)
    status = np.where(found.calls >= most, 1, np.where(found.rounds >= limit, 2, 0))[()]
    value = f(x) if order_of_derivatives() else np.min(found.values)
    return optimize.OptimizeResult(
        fun=value,
        nit=found.rounds,
        nfev=found.calls,
        status=status,
        success=status == 0,
        message=host_object(message_of(status)),
        x=x,
        final_simplex=(found.points, found.values),
    )
