"""scipy.special: functions that SciPy computes, and their slopes."""
import numpy as np
from scipy import special

from .call import row

X, V = np.array([0.3, 1.7, 4.0, 11.0]), np.array([0.5, 1.0, 2.0, 3.3])


@row(X, gradient=False)
def bessel_functions(x):
    return (special.j0(-x), special.j1(x), special.y0(x), special.y1(x), special.k0(x), special.k1(x), special.jn(2, x),
            special.jv(V, x), special.yv(0.5, x[:, None] + x), special.iv(V[:, None], -x[:1]), special.kv(V, x[1]),
            special.ive(2, -x), special.kve(1.5, x), special.yn(2, x), special.kn(3, x), special.k0e(x), special.k1e(2),
            special.j0(x.astype(np.float32)), special.jv(2, x.astype(np.float32)), special.jv(1, x + 0.5j))


@row(X, V, gradient=False)
def bessel_functions_of_dynamic_orders(x, v):
    return special.jv(v, x), special.kv(v[0], x), special.kn(2, x[0])


@row(X, gradient=False)
def integrals(x):
    m = x / 12
    return (special.erfcx(-x), special.erfi(x / 3), special.dawsn(x), special.expi(x), special.exp1(x),
            special.spence(x), special.ellipk(m), special.ellipe(m))


@row(X, gradient=False)
def integrals_and_hypergeometric_functions(x):
    return (special.expn(2, x), special.expn(0, x), special.hyp1f1(0.5, 1.5, -x), special.hyp2f1(0.5, 1.5, 2.0, x / 12),
            special.fresnel(x), special.fresnel(-x[:2].astype(np.float32)), special.sici(x), special.wofz(-x),
            special.wofz(x - 0.5j), special.loggamma(x), special.loggamma(x - 3.5 + 0.5j), special.loggamma(-x),
            special.owens_t(-x, x[::-1] / 3), special.owens_t(0.5, x), special.bernoulli(7), special.bernoulli(0))


@row(*[np.array([3, 1, 4]).astype(d) for d in ("i1", "i4", "f2", "f4")], gradient=False, batch=False)
def dtypes_of_loops(*narrow):
    return [(special.jv(x, x), special.jv(2, x), special.expn(2, x), special.kn(2, x), special.hyp2f1(x, 1, 2, 0.3),
             special.sici(x), special.owens_t(x, x), special.loggamma(x), special.wofz(x), special.k0(x))
            for x in narrow]


@row(X, V)
def boxcox_of_one_more(x, v):
    return special.boxcox1p(x, v), special.boxcox1p(x, 1e-25), special.boxcox1p(x, 0)


@row(X, gradient=False)
def harmonics(x):
    return special.sph_harm_y(3, 2, x / 4, x), special.sph_harm_y(np.array([2, 1]), np.array([-1, 0]), 0.3, x[:2])


UNIT = np.array([-0.9, -0.2, 0.1, 0.3, 0.8])


def polynomials_of_order(n):
    def polynomials(x):
        names = ("legendre", "chebyt", "chebyu", "hermite", "hermitenorm", "laguerre")
        return [getattr(special, f"eval_{name}")(n, x) for name in names] + [
            special.eval_genlaguerre(n, 0.7, x), special.eval_gegenbauer(n, 0.7, x),
            special.eval_jacobi(n, 0.4, 0.6, x), special.spherical_jn(n, x + 2), special.spherical_yn(n, x + 2),
            special.spherical_in(n, x + 2, derivative=True), special.spherical_kn(n, x + 2)]
    polynomials.__name__ = f"polynomials_of_order_{n}"
    return polynomials


for _n in (0, 1, 5):
    row(UNIT, gradient=False)(polynomials_of_order(_n))


@row(UNIT, gradient=False)
def functions_of_several_results(x):
    return (special.airy(x), special.ellipj(x, 0.3), special.lambertw(x + 1), special.lambertw(x + 0.1j, -1),
            special.lambertw(x[2:].astype(np.float32)), special.airy(x.astype(np.float32)),
            special.spherical_jn(1, np.arange(3)), special.eval_legendre(np.array([[0], [3]]), x),
            special.ellipj(np.arange(3), 0.5))


@row(UNIT, gradient=False)
def functions_of_selections(x):
    chosen = x[x > 0]
    return (np.sum(special.jv(1, chosen) * chosen), np.sum(special.ellipk(chosen / 2)), special.sici(chosen)[0][0],
            np.sum(special.airy(chosen)[0]), np.sum(special.expi(chosen)), special.jv(2, chosen)[-1])
