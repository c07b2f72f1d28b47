"""scipy.integrate: sums of samples, quadrature of functions, and initial value problems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from recto.transform.ir.builder import Sym
from recto.transform.library import read_as, unsupported

from .. import integrate


# -- samples -------------------------------------------------------------------------------------------------


@read_as("scipy.integrate.trapezoid")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """np.trapezoid, in the type of y."""
    y = np.asarray(y)
    found = np.trapezoid(y, x, dx, axis)
    dtype = y.dtype if y.dtype.kind in "fc" else np.float64
    return found if found.dtype.kind == "c" and y.dtype.kind != "c" else found.astype(dtype)


@read_as("scipy.integrate.cumulative_trapezoid")
def cumulative_trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None) -> Any:
    y = np.moveaxis(np.asarray(y), axis, -1)
    width = dx if x is None else last_differences(x, axis)
    sums = np.cumsum(width * (y[..., 1:] + y[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        if initial != 0:
            raise ValueError("`initial` must be `None` or `0`.")
        sums = np.concatenate([np.zeros(y.shape[:-1] + (1,), sums.dtype), sums], axis=-1)
    return np.moveaxis(sums, -1, axis)


def last_differences(x: Any, axis: int) -> Any:
    """The widths between places, along the last axis; 1-d places serve all rows."""
    x = np.asarray(x)
    return np.diff(x if x.ndim == 1 else np.moveaxis(x, axis, -1), axis=-1)


@read_as("scipy.integrate.simpson")
def simpson(y: Any, x: Any = None, *, dx: Any = 1.0, axis: int = -1) -> Any:
    """Simpson's rule; of an even number of samples, Cartwright's formula for the last interval (Cartwright: Simpson's
    rule cumulative integration with MS Excel and irregularly-spaced data. J. Math. Sci. Math. Educ. 12 (2017))."""
    y = np.moveaxis(np.asarray(y), axis, -1)
    count = y.shape[-1]
    h = None if x is None else last_differences(x, axis)
    if count == 2:
        return 0.5 * (dx if h is None else h[..., 0]) * (y[..., 0] + y[..., 1])
    odd = count - 1 + count % 2
    if h is None:
        total = equal_steps(y[..., :odd], dx)
        before = last = np.float64(dx)
    else:
        h = h.astype(np.float64)
        total = parabolas(y[..., :odd], h[..., : odd - 1])
        before, last = h[..., -2], h[..., -1]
    if odd == count:
        return total
    found = (
        total
        + y[..., -1] * quotient(2 * last**2 + 3 * before * last, 6 * (before + last))
        + y[..., -2] * quotient(last**2 + 3 * last * before, 6 * before)
        - y[..., -3] * quotient(last**3, 6 * before * (before + last))
    )
    return found.astype(total.dtype) if found.ndim else found


def equal_steps(y: Any, dx: Any) -> Any:
    """The sum over pairs of intervals of width dx; rows are summed in their own type."""
    total = np.sum(y[..., 0:-2:2] + 4.0 * y[..., 1:-1:2] + y[..., 2::2], axis=-1)
    found = total * (dx / 3.0)
    return found.astype(total.dtype) if found.ndim else found


def parabolas(y: Any, h: Any) -> Any:
    """The sum over pairs of intervals; a pair whose second interval has no width counts as SciPy counts it."""
    first, second = h[..., 0::2], h[..., 1::2]
    total, product = first + second, first * second
    ratio = quotient(first, second)
    inverse, peak = quotient(1.0, ratio), quotient(total, product)
    return np.sum(
        total
        / 6.0
        * (y[..., 0:-2:2] * (2.0 - inverse) + y[..., 1:-1:2] * (total * peak) + y[..., 2::2] * (2.0 - ratio)),
        axis=-1,
    )


def quotient(a: Any, b: Any) -> Any:
    """a / b; 0 where b is 0."""
    return np.where(b == 0, 0.0, a / np.where(b == 0, 1.0, b))


# -- quadrature ----------------------------------------------------------------------------------------------

# Piessens, de Doncker-Kapenga, Überhuber, Kahaner: QUADPACK (1983). The Gauss nodes are every second one.
NODES_21 = (
    0.995657163025808080735527280689003,
    0.973906528517171720077964012084452,
    0.930157491355708226001207180059508,
    0.865063366688984510732096688423493,
    0.780817726586416897063717578345042,
    0.679409568299024406234327365114874,
    0.562757134668604683339000099272694,
    0.433395394129247190799265943165784,
    0.294392862701460198131126603103866,
    0.148874338981631210884826001129720,
)
KRONROD_21 = (
    0.011694638867371874278064396062192,
    0.032558162307964727478818972459390,
    0.054755896574351996031381300244580,
    0.075039674810919952767043140916190,
    0.093125454583697605535065465083366,
    0.109387158802297641899210590325805,
    0.123491976262065851077958109831074,
    0.134709217311473325928054001771707,
    0.142775938577060080797094273138717,
    0.147739104901338491374841515972068,
)
GAUSS_10 = (
    0.066671344308688137593568809893332,
    0.149451349150580593145776339657697,
    0.219086362515982043995534934228163,
    0.269266719309996355091226921569469,
    0.295524224714752870173892994651338,
)
CENTRE_21 = 0.149445554002916905664936468389821
NODES_15 = (
    0.991455371120812639206854697526329,
    0.949107912342758524526189684047851,
    0.864864423359769072789712788640926,
    0.741531185599394439863864773280788,
    0.586087235467691130294144838258730,
    0.405845151377397166906606412076961,
    0.207784955007898467600689403773245,
)
KRONROD_15 = (
    0.022935322010529224963732008058970,
    0.063092092629978553290700663189204,
    0.104790010322250183839876322541518,
    0.140653259715525918745189590510238,
    0.169004726639267902826583426598550,
    0.190350578064785409913256402421014,
    0.204432940075298892414161999234649,
)
GAUSS_7 = (
    0.129484966168869693270611432679082,
    0.279705391489276667901467771423780,
    0.381830050505118944950369775488975,
)
CENTRE_15, CENTRE_7 = 0.209482141084727828012999174891714, 0.417959183673469387755102040816327


def mirrored(half: tuple, centre: float | None, sign: float = 1.0) -> tuple:
    """Extend values at the positive nodes to all nodes by symmetry."""
    return *(sign * x for x in half), *([] if centre is None else [centre]), *half[::-1]


def at_all(weights: tuple) -> tuple:
    """The weights of Gauss at all nodes of Kronrod: every second is 0."""
    return 0.0, *(v for weight in weights for v in (weight, 0.0))


RULE_21 = (mirrored(NODES_21, 0.0, -1.0), mirrored(KRONROD_21, CENTRE_21), at_all(mirrored(GAUSS_10, None)))
RULE_15 = (
    mirrored(NODES_15, 0.0, -1.0),
    mirrored(KRONROD_15, CENTRE_15),
    at_all(mirrored(GAUSS_7, CENTRE_7)),
)
PADDED_15 = tuple([(*part, *[0.0] * 6) for part in RULE_15])  # of as many nodes as the other rule
EPSILON, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)


@read_as("scipy.integrate.quad")
def quad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    full_output: int = 0,
    epsabs: Any = 1.49e-8,
    epsrel: Any = 1.49e-8,
    limit: int = 50,
    points: Any = None,
    weight: Any = None,
    wvar: Any = None,
    wopts: Any = None,
    maxp1: int = 50,
    limlst: int = 50,
    complex_func: bool = False,
) -> tuple:
    """Adaptive bisection with Gauss–Kronrod pairs, as QUADPACK's QAG and QAGI: (integral, estimated error). There is
    no extrapolation: where the integrand has a singularity, more intervals are needed than by SciPy."""
    if full_output or weight not in (None, "cos", "sin"):
        unsupported(
            "quad: compiled code has weight='cos' and 'sin', and no full_output: multiply the integrand"
        )
    args = args if isinstance(args, tuple) else (args,)
    if complex_func:
        if weight is not None:
            unsupported("quad: compiled code takes no weight= of complex functions")
        parts = [
            quad(lambda x, of=of: of(func(x, *args)), a, b, (), 0, epsabs, epsrel, limit, points)
            for of in (np.real, np.imag)
        ]
        return parts[0][0] + 1j * parts[1][0], parts[0][1] + 1j * parts[1][1]
    if weight is not None:
        if np.isinf(a) or np.isinf(b):
            raise ValueError("compiled code has weight= on finite intervals")
        wave = np.cos if weight == "cos" else np.sin
        return bisected(lambda x: func(x, *args) * wave(wvar * x), a, b, RULE_21, epsabs, epsrel, limit)
    f = lambda x: func(x, *args)
    if points is not None:
        if np.isinf(a) or np.isinf(b):
            raise ValueError("Infinity inputs cannot be used with break points.")
        return bisected(f, a, b, RULE_21, epsabs, epsrel, limit, points)
    if not (is_known(a) and is_known(b)):
        return between_computed_bounds(f, a, b, epsabs, epsrel, limit)
    if not (np.isinf(a) or np.isinf(b)):
        return bisected(f, a, b, RULE_21, epsabs, epsrel, limit)
    if np.isinf(a) and np.isinf(b):
        both = lambda t: (f((1 - t) / t) + f(-(1 - t) / t)) / (t * t)
        return scaled(np.sign(b - a), bisected(both, 0.0, 1.0, RULE_15, epsabs, epsrel, limit))
    bound, far = (b, a) if np.isinf(a) else (a, b)  # QAGI: x = bound ± (1 - t) / t
    sign = np.sign(far)
    beyond = lambda t: f(bound + sign * (1 - t) / t) / (t * t)
    found = bisected(beyond, 0.0, 1.0, RULE_15, epsabs, epsrel, limit)
    return scaled(-sign if np.isinf(a) else sign, found)


def is_known(x: Any) -> bool:
    """Whether it is a number while compiling."""
    return True


setattr(  # noqa: B010
    is_known, "__recto_call__", lambda interp, args, kwargs: not isinstance(interp.settled(args[0]), Sym)
)


def between_computed_bounds(
    f: Callable[..., Any], a: Any, b: Any, epsabs: Any, epsrel: Any, limit: int
) -> tuple:
    """As between known bounds, whatever is infinite, with one place for the integrand, so that programs stay short when
    integrals are inside of one another."""
    infinite, low, high = np.isinf(a) | np.isinf(b), np.float64(a), np.float64(b)
    if np.isinf(a) and np.isinf(b):
        raise ValueError(
            "quad: if both bounds are infinite, compiled code wants them as numbers: -np.inf, np.inf"
        )
    bound, far = np.where(np.isinf(a), high, low), np.where(np.isinf(a), low, high)
    sign = np.where(infinite, np.sign(far), 1.0)

    def integrand(t: Any) -> Any:
        safe = np.where(infinite, t, 1.0)
        x = np.where(infinite, np.where(infinite, bound, 0.0) + sign * (1 - safe) / safe, t)
        return f(x) / (safe * safe)

    rule = tuple(
        [np.where(infinite, np.array(one), np.array(other)) for one, other in zip(PADDED_15, RULE_21)]
    )
    ends = np.where(infinite, 0.0, low), np.where(infinite, 1.0, high)
    found = bisected(integrand, *ends, rule, epsabs, epsrel, limit)
    return scaled(np.where(infinite & np.isinf(a), -sign, sign), found)


def scaled(sign: Any, found: tuple) -> tuple:
    return sign * found[0], found[1]


def bisected(
    f: Callable[..., Any], a: Any, b: Any, rule: tuple, epsabs: Any, epsrel: Any, limit: int, points: Any = ()
) -> tuple:
    """The interval with the largest error is halved until the sum of the errors is small. At first there are those
    between the break points."""
    ends = np.stack([np.float64(a), np.float64(b)])
    if len(points):
        ends = np.sort(
            np.concatenate([ends, np.clip(np.asarray(points, np.float64), np.min(ends), np.max(ends))])
        )
        ends = np.where(a <= b, ends, ends[::-1])
    count, limit = len(ends) - 1, max(limit, len(ends))
    low, high, values, errors = np.zeros(limit), np.zeros(limit), np.zeros(limit), np.zeros(limit)
    low[:count], high[:count] = ends[:-1], ends[1:]
    at, later, left = 0, 1, count  # the interval to evaluate, the one behind it, and how many are left
    while left > 0:
        values[at], errors[at] = pair(f, low[at], high[at], rule)
        at, later, left = later, later + 1, left - 1
        if left == 0:
            exact = np.sum(errors) <= np.maximum(epsabs, epsrel * np.abs(np.sum(values)))
            if not exact and count < limit:
                at = np.argmax(errors)
                middle = 0.5 * (low[at] + high[at])
                low[count], high[count] = middle, high[at]
                high[at] = middle
                later, left, count = count, 2, count + 1
    return np.sum(values), np.sum(errors)


def pair(f: Callable[..., Any], a: Any, b: Any, rule: tuple) -> tuple:
    """One interval's integral by Kronrod, and QUADPACK's estimate of its error by the difference to Gauss."""
    nodes, kronrod, gauss = (np.array(part) for part in rule)
    centre, half = 0.5 * (a + b), 0.5 * (b - a)
    values = np.zeros(len(nodes))
    for k in range(len(nodes)):
        values[k] = f(centre + half * nodes[k])
    mean = np.dot(kronrod, values)
    size = np.abs(half) * np.dot(kronrod, np.abs(values))
    scatter = np.abs(half) * np.dot(kronrod, np.abs(values - 0.5 * mean))
    error = np.abs(half * (mean - np.dot(gauss, values)))
    if scatter != 0 and error != 0:
        error = scatter * np.minimum(1.0, (200.0 * error / scatter) ** 1.5)
    if size > TINY / (50 * EPSILON):
        error = np.maximum(50 * EPSILON * size, error)
    return half * mean, error


@read_as("scipy.integrate.romb")
def romb(y: Any, dx: Any = 1.0, axis: int = -1, show: bool = False) -> Any:
    """Romberg's method: trapezoids of halved widths, extrapolated to the width 0 (Stoer, Bulirsch: Introduction to
    numerical analysis, 3.4)."""
    if show:
        unsupported("romb: compiled code prints nothing: leave show= out")
    y = np.moveaxis(np.asarray(y), axis, -1)
    count = y.shape[-1] - 1
    if count < 1 or count & (count - 1):
        raise ValueError("Number of samples must be one plus a non-negative power of 2.")
    h = count * dx
    h = np.float64(h)
    above = [(y[..., 0] + y[..., -1]) / 2.0 * h]
    while count > 1:
        count, h = count // 2, h / 2
        row = [0.5 * above[0] + h * np.sum(y[..., count :: 2 * count], axis=-1)]
        for k, coarse in enumerate(above):
            row.append(row[k] + (row[k] - coarse) / (4 ** (k + 1) - 1))
        above = row
    return above[-1]


@read_as("scipy.integrate.fixed_quad")
def fixed_quad(func: Callable[..., Any], a: Any, b: Any, args: tuple = (), n: int = 5) -> tuple:
    """Gauss–Legendre quadrature of order n."""
    nodes, weights = np.polynomial.legendre.leggauss(n)
    places = (b - a) * (nodes + 1) / 2.0 + a
    return (b - a) / 2.0 * np.sum(weights * func(places, *args), axis=-1), None


# -- initial value problems ----------------------------------------------------------------------------------


@read_as("scipy.integrate.odeint")
def odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    args: Any = (),
    Dfun: Any = None,
    col_deriv: int = 0,
    full_output: int = 0,
    ml: Any = None,
    mu: Any = None,
    rtol: Any = None,
    atol: Any = None,
    tcrit: Any = None,
    h0: Any = 0.0,
    hmax: Any = 0.0,
    hmin: Any = 0.0,
    ixpr: int = 0,
    mxstep: int = 0,
    mxhnil: int = 0,
    mxordn: int = 12,
    mxords: int = 5,
    printmessg: int = 0,
    tfirst: bool = False,
) -> Any:
    """Integrate by the method of Dormand and Prince, with SciPy's tolerances; SciPy uses LSODA, which suits
    stiff equations too."""
    if full_output:
        unsupported("odeint: compiled code knows no full_output")
    args = args if isinstance(args, tuple) else (args,)
    start = np.ravel(np.asarray(y0, np.float64))

    def slope(y: Any, now: Any) -> Any:
        return np.ravel(np.asarray(func(now, y, *args) if tfirst else func(y, now, *args), np.float64))

    tolerance = 1.49012e-8
    return integrate.solve(
        slope,
        start,
        np.asarray(t, np.float64),
        tolerance if rtol is None else rtol,
        tolerance if atol is None else atol,
        np.inf,
        hmax if hmax != 0 else np.inf,
    )
