"""Functions of scipy.special computed by SciPy on the host, with derivatives by formulas: Bessel's functions
and others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from recto.transform.core.dtypes import PYTHON, canonical
from recto.transform.library import read_as
from recto.transform.library.scipy.special import loop_dtype

from ..._api.custom_rules import custom_jvp
from ..._api.host import host

ROOT_PI = np.sqrt(np.pi)


def as_computed(*args: Any) -> Any:
    """The type of what SciPy gives: the last argument has its dtype."""
    return np.empty(np.broadcast_shapes(*[np.shape(x) for x in args]), args[-1].dtype)


@host(result=lambda v: v, pure=True, vectorized=True)
def the_order(v: Any) -> Any:
    """The order of a Bessel function itself; no derivative with respect to it is known."""
    return v


def is_known(v: Any) -> bool:
    """Whether it is a number that is known while compiling."""
    return isinstance(v, (int, float))


is_known.__recto_call__ = lambda interp, args, kwargs: getattr(args[0], "is_const", is_known(args[0]))


def dtype_of(name: str, *args: Any) -> np.dtype:
    """The dtype of what scipy.special.<name> gives for these arguments."""
    given = [
        (x.dtype, bool(getattr(x, "weak", False)))
        if hasattr(x, "dtype")
        else (np.asarray(x).dtype, type(x) in PYTHON)
        for x in args
    ]
    found = loop_dtype(name, tuple(given))
    return canonical(np.float64 if found is None else found)


dtype_of.__recto_call__ = lambda interp, args, kwargs: dtype_of(*args)


def with_slope(name: str, slope: Callable[..., Any], fixed: int = 0) -> None:
    """Enter a function of scipy.special. slope: its derivative with respect to its last argument; `fixed` arguments
    stand before that."""
    computed = host(getattr(special, name), result=as_computed, pure=True, vectorized=True)

    value = custom_jvp(lambda *args: computed(*args), tuple(range(fixed)))

    @value.defjvp
    def rule(*given: Any) -> tuple:
        *orders, (x,), (x_dot,) = given
        return value(*orders, x), x_dot * slope(*orders, x)

    def entered(*args: Any, out: Any = None) -> Any:
        dtype = dtype_of(name, *args)
        if all([is_known(v) for v in args[:fixed]]):
            return value(*args[:fixed], np.asarray(args[-1], dtype))[()]
        shape = np.broadcast_shapes(*[np.shape(x) for x in args])
        orders = [
            v if is_known(v) else np.broadcast_to(the_order(np.asarray(v)), shape) for v in args[:fixed]
        ]
        return value(*orders, np.broadcast_to(np.asarray(args[-1], dtype), shape))[()]

    read_as(f"scipy.special.{name}")(entered)


# -- Bessel functions: DLMF 10.6, 10.29 ----------------------------------------------------------------------

with_slope("jv", lambda v, x: (special.jv(v - 1, x) - special.jv(v + 1, x)) / 2, 1)
with_slope("yv", lambda v, x: (special.yv(v - 1, x) - special.yv(v + 1, x)) / 2, 1)
with_slope("iv", lambda v, x: (special.iv(v - 1, x) + special.iv(v + 1, x)) / 2, 1)
with_slope("kv", lambda v, x: -(special.kv(v - 1, x) + special.kv(v + 1, x)) / 2, 1)
with_slope(
    "ive",
    lambda v, x: (special.ive(v - 1, x) + special.ive(v + 1, x)) / 2 - np.sign(x) * special.ive(v, x),
    1,
)
with_slope("kve", lambda v, x: special.kve(v, x) - (special.kve(v - 1, x) + special.kve(v + 1, x)) / 2, 1)
with_slope("yn", lambda n, x: (special.yv(n - 1, x) - special.yv(n + 1, x)) / 2, 1)
with_slope("kn", lambda n, x: -(special.kv(n - 1, x) + special.kv(n + 1, x)) / 2, 1)
with_slope("j0", lambda x: -special.j1(x))
with_slope("j1", lambda x: (special.j0(x) - special.jv(2, x)) / 2)
with_slope("y0", lambda x: -special.y1(x))
with_slope("y1", lambda x: (special.y0(x) - special.yn(2, x)) / 2)
with_slope("k0", lambda x: -special.k1(x))
with_slope("k1", lambda x: -(special.k0(x) + special.kn(2, x)) / 2)
with_slope("k0e", lambda x: special.k0e(x) - special.k1e(x))
with_slope("k1e", lambda x: special.k1e(x) - (special.k0e(x) + special.kve(2, x)) / 2)

# -- slopes that are 0 / 0 somewhere: DLMF 19.5, 25.12 --------------------------------------------------------

SQUARES = [special.binom(2 * n, n) ** 2 / 16.0**n for n in range(11)]
FIRST_KIND = [np.pi / 2 * n * SQUARES[n] for n in range(1, 11)]
SECOND_KIND = [-np.pi / 2 * n * SQUARES[n] / (2 * n - 1) for n in range(1, 11)]
LOGARITHM = [-((-1.0) ** n) / (n + 1) for n in range(10)]


def around_zero(x: Any, coefficients: list, function: Callable[..., Any]) -> Any:
    """A function of x; close to 0 by its series, the coefficients of which begin with that of 1."""
    small = np.abs(x) < 0.01
    near, found = np.where(small, x, 0.0), 0.0
    for c in coefficients[::-1]:
        found = found * near + c
    return np.where(small, found, function(np.where(small, 0.5, x)))


# -- integrals: DLMF 6.2, 7.2, 7.10, 19.4 --------------------------------------------------------------------

with_slope("erfcx", lambda x: 2 * x * special.erfcx(x) - 2 / ROOT_PI)
with_slope("erfi", lambda x: 2 / ROOT_PI * np.exp(x * x))
with_slope("dawsn", lambda x: 1 - 2 * x * special.dawsn(x))
with_slope("expi", lambda x: np.exp(x) / x)
with_slope("exp1", lambda x: -np.exp(-x) / x)
with_slope("spence", lambda x: around_zero(x - 1, LOGARITHM, lambda u: -np.log1p(u) / u))
with_slope(
    "ellipk",
    lambda m: around_zero(
        m, FIRST_KIND, lambda m: (special.ellipe(m) - (1 - m) * special.ellipk(m)) / (2 * m * (1 - m))
    ),
)
with_slope(
    "ellipe",
    lambda m: around_zero(m, SECOND_KIND, lambda m: (special.ellipe(m) - special.ellipk(m)) / (2 * m)),
)

# -- exponential, Fresnel's and trigonometric integrals: DLMF 8.19, 7.2, 6.2 ----------------------------------

with_slope("expn", lambda n, x: -special.expn(n - 1, x), 1)
with_slope("hyp1f1", lambda a, b, x: a / b * special.hyp1f1(a + 1, b + 1, x), 2)
with_slope("hyp2f1", lambda a, b, c, x: a * b / c * special.hyp2f1(a + 1, b + 1, c + 1, x), 3)


def of_one(
    name: str, computed: Callable[..., Any], slope: Callable[..., Any], like: Callable[..., Any] = as_computed
) -> Callable[..., Any]:
    """A function of one argument that SciPy computes, with its slope."""
    inner = host(computed, result=like, pure=True, vectorized=True)
    value = custom_jvp(lambda x: inner(x))
    value.defjvps(lambda x_dot, y, x: x_dot * slope(x))
    return lambda x: value(np.asarray(x, dtype_of(name, x)))[()]


def as_complex(x: Any) -> Any:
    """The type of a complex result."""
    return np.empty(x.shape, np.result_type(x.dtype, np.complex64))


def sine_of_fresnel(x: Any) -> Any:
    return special.fresnel(x)[0]


def cosine_of_fresnel(x: Any) -> Any:
    return special.fresnel(x)[1]


def sine_of_sici(x: Any) -> Any:
    return special.sici(x)[0]


def cosine_of_sici(x: Any) -> Any:
    return special.sici(x)[1]


fresnel_sine = of_one("fresnel", sine_of_fresnel, lambda x: np.sin(np.pi / 2 * x * x))
fresnel_cosine = of_one("fresnel", cosine_of_fresnel, lambda x: np.cos(np.pi / 2 * x * x))
sine_integral = of_one("sici", sine_of_sici, lambda x: np.sin(x) / np.where(x == 0, 1.0, x) + (x == 0))
cosine_integral = of_one("sici", cosine_of_sici, lambda x: np.cos(x) / x)
faddeeva = of_one("wofz", special.wofz, lambda z: 2j / ROOT_PI - 2 * z * special.wofz(z), as_complex)
complex_digamma = host(special.psi, result=as_complex, pure=True, vectorized=True)
complex_log_gamma = of_one("loggamma", special.loggamma, lambda z: complex_digamma(z), as_complex)


@read_as("scipy.special.fresnel")
def fresnel(z: Any, out: Any = None) -> tuple:
    return fresnel_sine(z), fresnel_cosine(z)


@read_as("scipy.special.sici")
def sici(x: Any, out: Any = None) -> tuple:
    return sine_integral(x), cosine_integral(x)


@read_as("scipy.special.wofz")
def wofz(z: Any, out: Any = None) -> Any:
    return faddeeva(np.asarray(z, dtype_of("wofz", z)))


@read_as("scipy.special.loggamma")
def loggamma(z: Any, out: Any = None) -> Any:
    z = np.asarray(z, dtype_of("loggamma", z))
    if z.dtype.kind == "c":
        return complex_log_gamma(z)
    return np.where(z < 0, np.nan, special.gammaln(np.where(z < 0, 1.0, z)))[()]


@read_as("scipy.special.boxcox1p")
def boxcox1p(x: Any, lmbda: Any) -> Any:
    dtype = dtype_of("boxcox1p", x, lmbda)
    x, lmbda = np.asarray(x, dtype), np.asarray(lmbda, dtype)
    small = np.abs(lmbda) < 1e-19
    power = np.where(small, 1.0, lmbda)
    return np.where(small, np.log1p(x), np.expm1(power * np.log1p(x)) / power)[()]


owens = custom_jvp(lambda h, a: owens_computed(h, a))
owens_computed = host(special.owens_t, result=as_computed, pure=True, vectorized=True)
owens.defjvps(  # Patefield, Tandy: Fast and accurate calculation of Owen's T function, 2000
    lambda h_dot, t, h, a: (
        h_dot * (-np.exp(-h * h / 2) * special.erf(a * h / np.sqrt(2)) / (2 * np.sqrt(2 * np.pi)))
    ),
    lambda a_dot, t, h, a: a_dot * (np.exp(-h * h * (1 + a * a) / 2) / (2 * np.pi * (1 + a * a))),
)


@read_as("scipy.special.owens_t")
def owens_t(h: Any, a: Any, out: Any = None) -> Any:
    dtype = dtype_of("owens_t", h, a)
    h, a = np.asarray(h), np.asarray(a)
    shape = np.broadcast_shapes(h.shape, a.shape)
    return owens(np.broadcast_to(h.astype(dtype), shape), np.broadcast_to(a.astype(dtype), shape))[()]


# -- spherical harmonics: DLMF 14.10.5, 14.30 -----------------------------------------------------------------


def as_harmonic(n: Any, m: Any, theta: Any, phi: Any) -> Any:
    shape = np.broadcast_shapes(n.shape, m.shape, theta.shape, phi.shape)
    return np.empty(shape, np.result_type(theta.dtype, phi.dtype, np.complex64))


harmonic_computed = host(special.sph_harm_y, result=as_harmonic, pure=True, vectorized=True)
harmonic = custom_jvp(lambda n, m, theta, phi: harmonic_computed(n, m, theta, phi), (0, 1))


@harmonic.defjvp
def harmonic_rule(n: Any, m: Any, places: tuple, dots: tuple) -> tuple:
    (theta, phi), (theta_dot, phi_dot) = places, dots
    y, turn = harmonic(n, m, theta, phi), np.exp(1j * phi)
    above = np.sqrt(np.maximum((n - m) * (n + m + 1), 0) * 1.0) * harmonic(n, m + 1, theta, phi) / turn
    below = np.sqrt(np.maximum((n + m) * (n - m + 1), 0) * 1.0) * harmonic(n, m - 1, theta, phi) * turn
    side = np.where(np.sin(theta) < 0, -0.5, 0.5)
    return y, theta_dot * (side * (above - below)) + phi_dot * (1j * m * y)


@read_as("scipy.special.sph_harm_y")
def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any, *, diff_n: int = 0) -> Any:
    if diff_n:
        raise NotImplementedError("sph_harm_y: diff_n=0 only; recto.jacfwd gives derivatives")
    n, m, theta, phi = np.asarray(n), np.asarray(m), np.asarray(theta), np.asarray(phi)
    shape = np.broadcast_shapes(n.shape, m.shape, theta.shape, phi.shape)
    precision = np.result_type(theta, phi) if theta.dtype.kind == phi.dtype.kind == "f" else np.float64
    whole = lambda x: np.broadcast_to(x.astype(np.int64), shape)
    real = lambda x: np.broadcast_to(x.astype(precision), shape)
    return harmonic(whole(n), whole(m), real(theta), real(phi))[()]


@read_as("scipy.special.bernoulli")
def bernoulli(n: int) -> Any:
    """The Bernoulli numbers, from values of the zeta function: DLMF 25.6.2."""
    k = np.arange(n + 1)
    even = np.where(k % 2 == 0, np.maximum(k, 2), 2) * 1.0
    exact = special.gamma(np.minimum(even, 160.0) + 1) / (2 * np.pi) ** even
    large = np.exp(special.gammaln(even + 1) - even * np.log(2 * np.pi))
    sizes = 2 * np.where(even <= 160, exact, large) * special.zeta(even, 1.0)
    values = np.where(k % 2 == 0, np.where(k % 4 == 0, -sizes, sizes), 0.0)
    return np.where(k == 0, 1.0, np.where(k == 1, -0.5, values))[: max(n, 2) + 1]
