"""The functions: what they are for mpmath, at which points they are computed, and how near they must come.

A row: name, the function in Python (which Recto compiles), its definition for mpmath, the points (tuples of arguments)
and options: `wrt` the arguments with respect to which there are gradients; `ulps` and `slope_ulps` the relative errors
of value and gradient in units of the last place; `narrow` whether it is computed in float32 too; `edges` points at
which the value is that of `host` (the function itself, run by NumPy and SciPy): poles, infinities, NaN, ends of
domains. What is not finite among the points is an edge.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import special

INF, NAN = math.inf, math.nan


class Row(NamedTuple):
    name: str
    function: Callable
    definition: str                 # an expression of mpmath's names and the arguments x, y, z
    points: list[tuple[float, ...]]
    wrt: tuple[int, ...]
    ulps: float                     # of the value
    slope_ulps: float               # of the gradient
    narrow: bool                    # is it looked at in float32 too?
    host: Callable                  # NumPy's or SciPy's function
    edges: list[tuple[float, ...]]  # points with the value of `host`
    common: bool                    # has it edges that all functions of one number have?


ROWS: list[Row] = []


def row(name: str, function: Callable, definition: str, points: list, wrt: tuple[int, ...] | None = None,
        ulps: float = 8, slope_ulps: float | None = None, narrow: bool = True, host: Callable | None = None,
        edges: Sequence = (), common: bool = True) -> None:
    points, edges = ([p if isinstance(p, tuple) else (p,) for p in ps] for ps in (points, edges))
    finite = [p for p in points if all(map(math.isfinite, p))]
    edges = [*edges, *(p for p in points if p not in finite)]
    wrt = tuple(range(len(finite[0]))) if wrt is None else wrt
    ROWS.append(Row(name, function, definition, finite, wrt, ulps, slope_ulps or 4 * ulps, narrow, host or function,
                    edges, common and len(finite[0]) == 1))


def ufunc(name: str, definition: str, points: list, **options: Any) -> None:
    f = getattr(np, name)
    arity = len(points[0]) if isinstance(points[0], tuple) else 1
    row(f"np.{name}", (lambda x: f(x)) if arity == 1 else (lambda x, y: f(x, y)), definition, points,
        **options)


def function(name: str, definition: str, points: list, **options: Any) -> None:
    """A function of scipy.special."""
    f = getattr(special, name)
    arity = len(points[0]) if isinstance(points[0], tuple) else 1
    call = [lambda x: f(x), lambda x, y: f(x, y), lambda x, y, z: f(x, y, z)][arity - 1]
    row(f"special.{name}", call, definition, points, **options)


# -- NumPy's ufuncs ------------------------------------------------------------------------

WIDE = [0.0, 1e-20, -1e-20, 1e-3, -0.3, 0.7, 1.0, -1.0, 3.0, -8.0, 40.0, -40.0, INF, -INF, NAN]
ANGLES = [0.0, 1e-20, 1e-3, 0.7, -1.0, 3.0, 100.0, 1e5, NAN]
UNIT = [0.0, 1e-20, 1e-3, -0.3, 0.7, 0.999, -0.999, NAN]
POSITIVE = [1e-30, 1e-5, 0.3, 0.999, 1.0, 1.001, 7.0, 1e5, 1e30, INF, NAN]

ufunc("sin", "sin(x)", ANGLES)
ufunc("cos", "cos(x)", ANGLES)
ufunc("tan", "tan(x)", ANGLES)
ufunc("arcsin", "asin(x)", [*UNIT, 2.0], slope_ulps=1000)
ufunc("arccos", "acos(x)", [*UNIT, 2.0], slope_ulps=1000)
ufunc("arctan", "atan(x)", [*WIDE, 1e10, -1e10])
ufunc("sinh", "sinh(x)", [*WIDE, 80.0, -80.0])
ufunc("cosh", "cosh(x)", [*WIDE, 80.0, -80.0])
ufunc("tanh", "tanh(x)", [0.0, 1e-20, 1e-3, -0.3, 0.7, 1.0, -2.0, INF, -INF, NAN])
ufunc("arcsinh", "asinh(x)", [*WIDE, 1e10, -1e10, 1e15])
ufunc("arccosh", "acosh(x)", [1.001, 1.5, 3.0, 1e5, 1e15, INF, NAN, 0.5], slope_ulps=1000)
ufunc("arctanh", "atanh(x)", [*UNIT, 2.0, -2.0, 1e10, 1e16, -1e17, 1e30, INF, -INF], slope_ulps=1000)
ufunc("exp", "exp(x)", [*WIDE, 80.0, -80.0])
ufunc("exp2", "mpf(2) ** x", [*WIDE, 100.0, -100.0, 0.5])
ufunc("expm1", "expm1(x)", [*WIDE, 80.0, -80.0])
ufunc("log", "log(x)", [*POSITIVE, -1.0])
ufunc("log2", "log(x) / log(mpf(2))", [*POSITIVE, -1.0])
ufunc("log10", "log(x) / log(mpf(10))", [*POSITIVE, -1.0])
ufunc("log1p", "log1p(x)", [0.0, 1e-20, -1e-20, 1e-5, -0.3, -0.999, 7.0, 1e30, INF, NAN, -2.0, -1e16],
      slope_ulps=1000)
ufunc("sqrt", "sqrt(x)", [*POSITIVE, -1.0])
ufunc("cbrt", "sign(x) * cbrt(abs(x))", [*POSITIVE, -8.0, -1e-20])
ufunc("hypot", "sqrt(x * x + y * y)", [(3.0, 4.0), (1e-30, 1e-30), (1e30, 1e30), (1.0, 1e-20), (-5.0, 12.0),
      (INF, 1.0)])
ufunc("arctan2", "atan2(x, y)", [(1.0, 2.0), (-1.0, -2.0), (1e-10, -1.0), (1e10, 1.0), (1.0, 1e-10), (-3.0,
      0.5)])
ufunc("power", "x ** y", [(2.0, 0.5), (1e-5, 3.0), (1e5, -2.0), (0.999, 50.0), (1.0, 1e5), (7.0, 0.0)],
      slope_ulps=2000, ulps=200)
ufunc("logaddexp", "max(x, y) + log1p(exp(-abs(x - y)))",
      [(0.0, 0.0), (1.0, -1.0), (-50.0, 3.0), (1e5, 1e5), (-1e5, 1.0), (30.0, -30.0)])
ufunc("logaddexp2", "(max(x, y) * log(mpf(2)) + log1p(mpf(2) ** (-abs(x - y)))) / log(mpf(2))",
      [(0.0, 0.0), (1.0, -1.0), (-50.0, 3.0), (1e5, 1e5), (30.0, -30.0)], ulps=32)
ufunc("sinc", "sin(pi * x) / (pi * x) if x else mpf(1)", [1e-3, 0.5, 2.7, -10.3, 1e-10], slope_ulps=1e8)
ufunc("i0", "besseli(0, x)", [0.0, 1e-3, 3.0, -7.0, 8.5, 40.0, -80.0], slope_ulps=2000, ulps=32)
ufunc("reciprocal", "1 / x", [1e-30, 0.3, -7.0, 1e30, INF])
ufunc("square", "x * x", [1e-10, 0.3, -7.0, 1e10, INF])

# -- math: those that are not NumPy's ------------------------------------------------------------------------

row("math.gamma", lambda x: np.array([math.gamma(v) for v in x]), "gamma(x)", [0.5, 5.0, -2.5, 30.0, 170.5],
    narrow=False, ulps=32, slope_ulps=100, host=special.gamma)
row("math.lgamma", lambda x: np.array([math.lgamma(v) for v in x]), "log(abs(gamma(x)))", [0.5, 5.0, -1.5, 30.0, 170.5],
    narrow=False, ulps=32, slope_ulps=100, host=special.gammaln)

# -- scipy.special ------------------------------------------------------------------------

GAMMAS = [0.5, 1e-5, -1e-5, 1e-20, 1.5, 4.0, -0.5, -2.5, -10.2, 25.3, 34.5, NAN]

function("erf", "erf(x)", WIDE)
function("erfc", "erfc(x)", [0.0, 1e-20, 0.3, -0.7, 1.0, 3.0, 5.0, 8.0, -8.0, INF, -INF, NAN], ulps=64,
         slope_ulps=1000)
function("erfinv", "erfinv(x)", [1e-20, 0.3, -0.7, 0.99, -0.999], ulps=4000, slope_ulps=8000)
function("erfcinv", "erfinv(1 - x)", [1e-5, 0.3, 0.9, 1.5, 1.999], ulps=64, slope_ulps=1000)
function("gamma", "gamma(x)", [*GAMMAS, 142.0, 160.0, 170.5, -100.5, -150.5], ulps=64, slope_ulps=500)
function("gammaln", "log(abs(gamma(x)))", [*GAMMAS, 1e5, 1e10, 142.0], ulps=64, slope_ulps=500)
function("rgamma", "rgamma(x)", [*GAMMAS, 100.5, 142.0, -100.5, 0.0, -1.0, -2.0, -5.0], ulps=64,
         slope_ulps=1000)
function("digamma", "digamma(x)", [0.5, 1e-5, -1e-5, 1.5, 4.0, -0.5, -2.5, -10.2, -100.5, 25.3, 1e5, 1e10,
         NAN], ulps=200,
         slope_ulps=4000)
function("psi", "digamma(x)", [0.5, -10.2], wrt=(), ulps=64)      # another name of digamma
row("special.polygamma 1", lambda x: special.polygamma(1, x), "psi(1, x)", [0.5, 1e-5, 3.0, -0.5, -10.2, -100.5,
    25.3, 1e5], narrow=False, ulps=500,
    slope_ulps=4000)
row("special.polygamma 2", lambda x: special.polygamma(2, x), "psi(2, x)", [0.5, 1e-5, 3.0, -0.3, -10.2, -100.3,
    25.3], narrow=False, ulps=2000,
    slope_ulps=4000)
row("special.factorial", lambda x: special.factorial(x), "gamma(x + 1)", [0.0, 3.0, 5.5, 26.6, 33.0, 142.0, 160.5],
    ulps=64, slope_ulps=500)
function("beta", "beta(x, y)", [(1e4, 0.1), (1e4, 2.5), (1e-10, 2.0), (1e-10, 1e4), (0.5, 0.5), (3.0, 1e-5),
         (100.0, 200.0), (1.0, 1.0)],
         ulps=3e5, slope_ulps=1e7,
         edges=[(NAN, 1.0), (0.0, 1.0), (1.0, 0.0)])
function("betaln", "log(beta(x, y))", [(1e4, 0.1), (1e4, 2.5), (1e-10, 2.0), (1e-10, 1e4), (0.5, 0.5), (3.0,
         1e-5), (100.0, 200.0)],
         ulps=1e5, slope_ulps=1e7,
         edges=[(NAN, 1.0), (0.0, 1.0), (1.0, 0.0)])
function("binom", "binomial(x, y)", [(5.0, 2.0), (10.0, 5.0), (3.5, 1.0), (2.0, 5.0), (100.0, 50.0), (0.0,
         0.0), (4.0, 4.0)], ulps=4000,
         slope_ulps=8000,
         edges=[(NAN, 1.0), (3.0, -1.0), (-3.0, 2.0)])
row("special.comb", lambda x, y: special.comb(x, y), "binomial(x, y)", [(5.0, 2.0), (10.0, 5.0), (3.5, 1.0), (4.0,
    4.0)], ulps=4000,
    slope_ulps=8000)
function("poch", "rf(x, y)", [(1.0, 3.0), (0.5, 0.5), (20.0, 2.5)], ulps=1000, slope_ulps=4000,
         edges=[(NAN, 1.0), (2.0, 0.0)])
function("gammainc", "gammainc(x, 0, y, regularized=True)",
         [(0.5, 0.1), (3.0, 2.0), (3.0, 9.0), (0.001, 1.0), (20.0, 5.0), (100.0, 100.0)], wrt=(0, 1),
         ulps=4000, slope_ulps=8000,
         edges=[(0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (NAN, 1.0), (1.0, NAN), (1.0, INF), (INF, 1.0)])
function("gammaincc", "gammainc(x, y, inf, regularized=True)",
         [(0.5, 0.1), (3.0, 2.0), (3.0, 9.0), (0.001, 1.0), (20.0, 5.0), (2.0, 60.0)], ulps=2e5,
         slope_ulps=2e5,
         edges=[(0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (NAN, 1.0), (1.0, NAN), (1.0, INF), (INF, 1.0)])
function("betainc", "betainc(x, y, 0, z, regularized=True)",
         [(0.5, 0.5, 0.3), (3.0, 2.0, 0.9), (20.0, 5.0, 0.5), (0.1, 3.0, 1e-5), (50.0, 50.0, 0.5)], wrt=(0, 1, 2),
         ulps=4000, slope_ulps=8000,
         edges=[(1.0, 2.0, 0.0), (1.0, 2.0, 1.0), (1.0, 2.0, -0.1), (1.0, 2.0, 1.1), (1.0, 2.0, NAN),
                (NAN, 2.0, 0.5), (-1.0, 2.0, 0.5)])
function("betaincc", "betainc(x, y, z, 1, regularized=True)",
         [(0.5, 0.5, 0.3), (3.0, 2.0, 0.1), (20.0, 5.0, 0.5), (22.0, 236.0, 0.375), (50.0, 50.0, 0.5)], wrt=(0, 1, 2),
         ulps=4000, slope_ulps=8000, edges=[(1.0, 2.0, 0.0), (1.0, 2.0, 1.0), (1.0, 2.0, -0.1), (NAN, 2.0, 0.5)])
function("stdtr", "betainc(x / 2, mpf(1) / 2, 0, x / (x + y * y), regularized=True) / 2",
         [(3.0, -0.5), (10.0, -1.0), (200.0, -9.25), (1000.0, -7.0), (2.0, -30.0)], ulps=4000, slope_ulps=1e5,
         edges=[(3.0, INF), (3.0, -INF), (3.0, NAN), (-1.0, 0.5), (INF, -2.0), (3.0, 0.0)])
function("zeta", "zeta(x, y)", [(1.5, 1.0), (3.0, 0.5), (50.0, 1.0), (40.0, 2.0), (2.0, 25.0), (90.0, 1.0)],
         ulps=64, slope_ulps=4000,
         edges=[(1.0, 1.0), (NAN, 1.0)])
function("expit", "1 / (1 + exp(-x))", [*WIDE, 80.0, -80.0], ulps=32, slope_ulps=200)
function("logit", "log(x / (1 - x))", [1e-20, 0.3, 0.5000001, 0.9, 0.0, 1.0, -1.0, NAN], ulps=64,
         slope_ulps=64)
function("log_expit", "-log1p(exp(-x))", [*WIDE, 80.0, -80.0, -1e4], ulps=32, slope_ulps=64)
function("softplus", "log1p(exp(x))", [0.0, 1.0, -1.0, 40.0, -40.0, -80.0, 1e4], ulps=32, slope_ulps=64)
function("xlogy", "x * log(y)", [(0.0, 0.5), (0.0, 7.0), (2.0, 3.0), (1e-20, 1e-20), (-1.0, 2.0), (1e10,
         1e10)],
         edges=[(0.0, 0.0), (0.0, INF), (0.0, -1.0), (0.0, NAN), (NAN, 0.0), (2.0, 0.0), (INF, 2.0)])
function("xlog1py", "x * log1p(y)", [(0.0, 0.5), (0.0, -0.9), (2.0, 3.0), (1e-20, 1e-20), (-1.0, 2.0), (1e10,
         1e10)],
         edges=[(0.0, -1.0), (0.0, INF), (0.0, -2.0), (0.0, NAN), (NAN, -1.0), (2.0, -1.0)])
function("entr", "-x * log(x)", [1e-20, 0.3, 0.7, 5.0, 1e10], slope_ulps=200)
function("rel_entr", "x * log(x / y)", [(0.3, 0.7), (1e-20, 0.5), (5.0, 1e-5), (1e5, 1e-5)], slope_ulps=200,
         edges=[(0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (-1.0, 2.0), (NAN, 1.0), (1.0, NAN), (1.0, -1.0)])
function("kl_div", "x * log(x / y) - x + y", [(0.3, 0.7), (0.5000001, 0.5), (1e-20, 0.5), (5.0, 1e-5), (0.51,
         0.5), (1.0, 1.0)], ulps=400,
         slope_ulps=4000,
         edges=[(0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (-1.0, 2.0), (NAN, 1.0), (1.0, NAN), (1.0, -1.0)])
function("ndtr", "erfc(-x / sqrt(mpf(2))) / 2", [0.0, 1e-5, 1.0, -1.0, -5.0, -10.0, 3.0, 8.0, INF, -INF,
         NAN], ulps=400, slope_ulps=4000)
function("log_ndtr", "log(erfc(-x / sqrt(mpf(2))) / 2)", [0.0, 1.0, -1.0, -5.0, -15.0, -25.0, -1e3, 3.0,
         6.0], ulps=400, slope_ulps=4000)
function("ndtri", "sqrt(mpf(2)) * erfinv(2 * x - 1)", [1e-20, 1e-5, 0.1, 0.4, 0.9, 0.999], ulps=400,
         slope_ulps=4000)
function("i0", "besseli(0, x)", [0.0, 1e-3, 3.0, -7.0, 8.5, 40.0, -80.0], ulps=64, slope_ulps=2000)
function("i1", "besseli(1, x)", [0.0, 1e-3, 3.0, -7.0, 8.5, 40.0, -80.0], ulps=64, slope_ulps=400)
function("i0e", "besseli(0, x) * exp(-abs(x))", [1e-3, 3.0, -7.0, 8.5, 200.0, 300.0, -1e4, 1e8], ulps=64,
         slope_ulps=4e4)
function("i1e", "besseli(1, x) * exp(-abs(x))", [1e-3, 3.0, -7.0, 8.5, 200.0, 300.0, -1e4, 1e8], ulps=64,
         slope_ulps=4e4)
function("exprel", "expm1(x) / x if x else mpf(1)", [1e-20, 1e-3, 0.49, 0.51, -0.7, 3.0, -40.0, 80.0, -1e5],
         ulps=64, slope_ulps=400)
row("special.exprel far", lambda x: special.exprel(x), "expm1(x) / x", [599.0, 601.0, 700.0, 710.0, 715.0],
    narrow=False, ulps=1000, slope_ulps=4000)
function("cosm1", "cos(x) - 1", [1e-10, 1e-3, 0.7, 3.0, -100.0], ulps=64, slope_ulps=64)
function("boxcox", "(x ** y - 1) / y if y else log(x)", [(1e-3, 3.0), (1e10, -2.0), (2.0, 0.5), (1.0, 2.0),
         (5.0, 1e-10), (0.3, -1.5)],
         ulps=64, slope_ulps=4e4,
         edges=[(0.0, 2.0), (0.0, -2.0), (0.0, 0.0), (-1.0, 2.0), (NAN, 1.0), (2.0, 0.0), (INF, 2.0)])
function("inv_boxcox", "(x * y + 1) ** (1 / y)", [(2.0, 0.5), (1.0, 2.0), (0.3, -1.5), (5.0, 1e-5)],
         ulps=400, slope_ulps=1e6,
         edges=[(0.0, 2.0), (1.0, 0.0), (NAN, 1.0)])
function("huber", "y * y / 2 if abs(y) <= x else x * (abs(y) - x / 2)", [(1.0, 0.3), (1.0, 5.0), (2.0,
         -1e10), (1e-5, 1.0)],
         edges=[(-1.0, 1.0), (0.0, 1.0), (1.0, INF), (1.0, NAN)])
function("pseudo_huber", "x * x * (sqrt(1 + (y / x) ** 2) - 1)", [(1.0, 0.3), (1.0, 1e-10), (2.0, 1e10),
         (1e-5, 1.0)], ulps=64,
         slope_ulps=64,
         edges=[(-1.0, 1.0), (0.0, 1.0), (1.0, NAN)])
PAIRS = [(0.0, 0.0), (1.0, -1.0), (-50.0, 3.0), (1e5, 1e5 + 1), (-1e5, 1.0), (700.0, -30.0), (1e-20, 0.0)]
LIMITS = [(INF, 1.0), (-INF, 1.0), (-INF, -INF), (INF, INF), (NAN, 1.0)]
for name, definition in (("logsumexp", "max(x, y) + log1p(exp(-abs(x - y)))"), ("softmax", "1 / (1 + exp(y - x))"),
                         ("log_softmax", "-log1p(exp(y - x))")):
    first = (lambda v: v) if name == "logsumexp" else lambda v: v[0]
    softmax = getattr(special, name)
    row(f"special.{name}", lambda x, y, f=softmax, first=first: first(f(np.stack([x, y]), axis=0)),
        definition, PAIRS, ulps=32, slope_ulps=400, edges=LIMITS)
row("special.multigammaln", lambda x: special.multigammaln(x, 3),
    "mpf(3) / 2 * log(pi) + sum(log(gamma(x - mpf(k) / 2)) for k in range(3))",
    [1.5, 4.0, 30.0, 1e5], ulps=400, slope_ulps=400, common=False)
for name, definition in (("exp2", "mpf(2) ** x"), ("expm1", "expm1(x)"), ("cbrt", "sign(x) * cbrt(abs(x))")):
    function(name, definition, [0.3, -0.7, 40.0, -40.0])
function("log1p", "log1p(x)", [1e-20, 1e-5, -0.3, -0.999, 7.0, 1e30], slope_ulps=1000)
function("gammasgn", "sign(gamma(x))", [0.5, -0.5, -1.5, -100.5, 30.0])
