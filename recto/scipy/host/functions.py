"""Further functions of scipy.special that SciPy computes, with their slopes: orthogonal polynomials, spherical Bessel
functions, Airy's, Jacobi's elliptic and Lambert's functions. (`special.py` has Bessel's functions and integrals.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from recto.transform.library import read_as, unsupported

from ..._api.custom_rules import custom_jvp
from ..._api.host import host
from .special import as_computed, dtype_of, of_one, the_order, with_slope

# -- polynomials: DLMF 18.9.15 - 18.9.27 ----------------------------------------------------------------------


def lowered(n: Any) -> Any:
    """The order of the slope; the polynomial of order 0 has the slope 0 times one of order 0."""
    return np.where(n == 0, 0, n - 1)


with_slope(
    "eval_legendre", lambda n, x: np.sign(n) * (n + 1) / 2 * special.eval_jacobi(lowered(n), 1, 1, x), 1
)
with_slope("eval_chebyt", lambda n, x: n * special.eval_chebyu(lowered(n), x), 1)
with_slope("eval_chebyu", lambda n, x: 2 * np.sign(n) * special.eval_gegenbauer(lowered(n), 2, x), 1)
with_slope("eval_hermite", lambda n, x: 2 * n * special.eval_hermite(lowered(n), x), 1)
with_slope("eval_hermitenorm", lambda n, x: n * special.eval_hermitenorm(lowered(n), x), 1)
with_slope("eval_laguerre", lambda n, x: -np.sign(n) * special.eval_genlaguerre(lowered(n), 1, x), 1)
with_slope(
    "eval_genlaguerre", lambda n, a, x: -np.sign(n) * special.eval_genlaguerre(lowered(n), a + 1, x), 2
)
with_slope(
    "eval_gegenbauer", lambda n, a, x: 2 * a * np.sign(n) * special.eval_gegenbauer(lowered(n), a + 1, x), 2
)
with_slope(
    "eval_jacobi",
    lambda n, a, b, x: np.sign(n) * (n + a + b + 1) / 2 * special.eval_jacobi(lowered(n), a + 1, b + 1, x),
    3,
)

# -- Airy's functions: DLMF 9.2 -------------------------------------------------------------------------------


# Printed source calls these by name.


def airy_ai(x: Any) -> Any:
    return special.airy(x)[0]


def airy_ai_slope(x: Any) -> Any:
    return special.airy(x)[1]


def airy_bi(x: Any) -> Any:
    return special.airy(x)[2]


def airy_bi_slope(x: Any) -> Any:
    return special.airy(x)[3]


ai = of_one("airy", airy_ai, lambda x: ai_slope(x))
ai_slope = of_one("airy", airy_ai_slope, lambda x: x * ai(x))
bi = of_one("airy", airy_bi, lambda x: bi_slope(x))
bi_slope = of_one("airy", airy_bi_slope, lambda x: x * bi(x))


@read_as("scipy.special.airy")
def airy(z: Any, out: Any = None) -> tuple:
    return ai(z), ai_slope(z), bi(z), bi_slope(z)


# -- Lambert's function: DLMF 4.13 ----------------------------------------------------------------------------


def as_branch(k: Any, z: Any) -> Any:
    return np.empty(np.broadcast_shapes(np.shape(k), np.shape(z)), np.complex128)


branch_on_host = host(special.lambertw, result=lambda z, k: as_branch(k, z), pure=True, vectorized=True)
branch = custom_jvp(lambda k, z: branch_on_host(z, k), (0,))


@branch.defjvp
def branch_rule(k: Any, given: tuple, dots: tuple) -> tuple:
    """w' = 1 / (z + exp(w))."""
    (z,), (z_dot,) = given, dots
    w = branch(k, z)
    return w, z_dot / (z + np.exp(w))


@read_as("scipy.special.lambertw")
def lambertw(z: Any, k: Any = 0, tol: Any = 1e-8) -> Any:
    z, k = np.asarray(z, np.complex128), np.asarray(k, np.int64)
    shape = np.broadcast_shapes(z.shape, k.shape)
    return branch(np.broadcast_to(the_order(k), shape), np.broadcast_to(z, shape))[()]


# -- Jacobi's elliptic functions: DLMF 22.13 ------------------------------------------------------------------


def ellipj_sn(u: Any, m: Any) -> Any:
    return special.ellipj(u, m)[0]


def ellipj_cn(u: Any, m: Any) -> Any:
    return special.ellipj(u, m)[1]


def ellipj_dn(u: Any, m: Any) -> Any:
    return special.ellipj(u, m)[2]


def ellipj_ph(u: Any, m: Any) -> Any:
    return special.ellipj(u, m)[3]


PARTS = [
    custom_jvp(host(part, result=as_computed, pure=True, vectorized=True), (1,))
    for part in (ellipj_sn, ellipj_cn, ellipj_dn, ellipj_ph)
]
SLOPES = (
    lambda u, m: PARTS[1](u, m) * PARTS[2](u, m),
    lambda u, m: -PARTS[0](u, m) * PARTS[2](u, m),
    lambda u, m: -m * PARTS[0](u, m) * PARTS[1](u, m),
    lambda u, m: PARTS[2](u, m),
)


def enter_slope(k: int) -> None:
    @PARTS[k].defjvp
    def rule(m: Any, given: tuple, dots: tuple) -> tuple:
        (u,), (u_dot,) = given, dots
        return PARTS[k](u, m), u_dot * SLOPES[k](u, m)


for _k in range(4):
    enter_slope(_k)


@read_as("scipy.special.ellipj")
def ellipj(u: Any, m: Any, out: Any = None) -> tuple:
    dtype, shape = dtype_of("ellipj", u, m), np.broadcast_shapes(np.shape(u), np.shape(m))
    u = np.broadcast_to(np.asarray(u, dtype), shape)
    m = np.broadcast_to(the_order(np.asarray(m, dtype)), shape)
    return PARTS[0](u, m)[()], PARTS[1](u, m)[()], PARTS[2](u, m)[()], PARTS[3](u, m)[()]


# -- spherical Bessel functions: DLMF 10.51 -------------------------------------------------------------------


def spherical(name: str, before: float, behind: float) -> None:
    """Enter a function whose slope is (before n f(n - 1) + behind (n + 1) f(n + 1)) / (2 n + 1)."""
    computed = host(getattr(special, name), result=as_computed, pure=True, vectorized=True)
    value = custom_jvp(lambda n, x: computed(n, x), (0,))

    def slope(n: Any, x: Any) -> Any:
        lower = before * n * value(np.maximum(n - 1, 0), x)
        return (lower + behind * (n + 1) * value(n + 1, x)) / (2 * n + 1)

    @value.defjvp
    def rule(n: Any, given: tuple, dots: tuple) -> tuple:
        (x,), (x_dot,) = given, dots
        return value(n, x), x_dot * slope(n, x)

    def entered(n: Any, z: Any, derivative: bool = False) -> Any:
        x = np.asarray(z)
        if x.dtype.kind == "c":
            unsupported(f"{name}: complex numbers")
        shape = np.broadcast_shapes(np.shape(n), x.shape)
        order = np.broadcast_to(the_order(np.asarray(n, np.int64)), shape)
        x = np.broadcast_to(x.astype(np.float64), shape)
        return (slope(order, x) if derivative else value(order, x))[()]

    read_as(f"scipy.special.{name}")(entered)


spherical("spherical_jn", 1.0, -1.0)
spherical("spherical_yn", 1.0, -1.0)
spherical("spherical_in", 1.0, 1.0)
spherical("spherical_kn", -1.0, -1.0)
