"""numpy.polynomial: every function of all six bases."""
import numpy as np
import pytest

import recto

from .expressions import laws_hold, same_as_numpy

RNG = np.random.default_rng(10)
V, W, A, T = RNG.normal(size=6), RNG.normal(size=6), RNG.normal(size=(3, 4)), RNG.normal(size=(2, 3, 4))
GIVEN = {"v": V, "w": W, "a": A, "t": T, "g": np.abs(W) + 0.1, "i": RNG.integers(-4, 5, 6), "f": V.astype(np.float32),
         "c": V[:3] + 1j * W[:3], "s": 1.5, "k": 2}
BASES = {"polynomial": "poly", "chebyshev": "cheb", "legendre": "leg", "hermite": "herm", "hermite_e": "herme",
         "laguerre": "lag"}
ARITHMETIC = [
    "P.*{add|sub|mul}({v[:3]|i|f[:2]|c|k}, {w|i[:2]|g[:1]})", "P.*mulx({v|i|f|v[:1]|c})",
    "P.*div(v, {w[:3]|g[:1]|w|g[:2]})", "P.*div(v[:2], w)", "P.*div(v, 0 * w)", "P.*pow({v[:3]|i[:2]}, {0|1|3})",
    "P.*pow(v[:2], -1)", "P.*line({1|s|2.0}, {2|s|k|0})", "P.*fromroots({v[:4]|v[:3]|i|[]|[s, 1]})", "P.*trim(v)",
    "P.*add(a, v)", "P.*mul(v[:0], v)",
]
VALUES = [
    "P.*val({s|v|a|k|i}, {w|i|a|w[:1]|c})", "P.*val({s|k}, f)", "P.*val(v[:4], a, tensor=False)",
    "P.*val2d(v[:3], w[:3], {a|t})", "P.*val2d(s, k, a)", "P.*val2d(v, w[:3], a)", "P.*val3d({s, 0.5, k|v, w, g}, t)",
    "P.*grid2d(v, w[:2], a)", "P.*grid3d(v, s, w[:2], t)", "P.*vander({v|a|s|i|f}, {0|1|5})", "P.*vander(v, -1)",
    "P.*vander2d(v, w, [2, 3])", "P.*vander3d(v, w, g, (1, 2, 1))",
]
CALCULUS = [
    "P.*der({v|i|a|f|c}, {0|1|2|9})", "P.*der(a, axis=1, scl=s)", "P.*der(v[:{1|2|3|4}])", "P.*der(v, -1)",
    "P.*int({v|i|a|f|c}, {0|1|2})", "P.*int(v, 2, k=[s, 1], lbnd=0.5, scl=2)", "P.*int(a, axis=1, k=s)",
    "P.*int(v[:{1|2|3|4}], lbnd=s)", "P.*int(v, 1, [1, 2])", "P.*int(v, lbnd=v)",
]
FITTING = [
    "P.*companion({v|v[:2]|v[:3]|g})", "P.*companion(v[:1])", "np.sort_complex(P.*roots({g|v[:3]}) + 0j)",
    "P.*roots(v[:{1|2}])", "P.*fit(v, w, {0|1|3|[0, 2]|[3, 1]})", "P.*fit(v, w, 2, w=g)",
    "P.*fit(v, np.stack([w, g], 1), 2)", "P.*fit(v, w, 2, full=True)", "P.*fit(a, w, 2)", "P.*fit(v, a, 2)",
    "P.*fit(v, w, -1)",
]
OWN = ["np.polynomial.polynomial.polyvalfromroots({s|v|a}, {w|a})",
       "np.polynomial.polynomial.polyvalfromroots(a[0], t[0, 0], tensor=False)",
       "np.polynomial.chebyshev.chebinterpolate(lambda x: np.sin(s * x), 4)", "np.polynomial.chebyshev.chebpts1(4) * s"]


def check(call, basis):
    same_as_numpy(call.replace("P.*", f"np.polynomial.{basis}.{BASES[basis]}"), **GIVEN)


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("calls", [ARITHMETIC, VALUES, CALCULUS, FITTING],
                         ids=["arithmetic", "values", "calculus", "fitting"])
def test_functions_of_bases(calls, basis):
    for call in calls:
        check(call, basis)


@pytest.mark.parametrize("basis", [basis for basis in BASES if basis != "polynomial"])
def test_conversions_weights_and_rules(basis):
    check(f"np.polynomial.{basis}.poly2{BASES[basis]}({{v|i|v[:2]|v[:1]}})", basis)
    for call in ("P.*2poly({v|i|v[:2]|v[:1]})", "P.*weight({0.3|v / 9|i / 9})", "P.*gauss(4)[0] * s"):
        check(call, basis)


@pytest.mark.parametrize("call", OWN)
def test_functions_of_one_basis(call):
    same_as_numpy(call, **GIVEN)


@pytest.mark.parametrize("basis", BASES)
@pytest.mark.parametrize("call", ["P.*mul(v[:3], w)", "P.*div(v, g[:3])",
                                  "P.*val2d(v[:3], w[:3], a)", "P.*int(v, 2, k=[s, 1])",
                                  "P.*der(v, 2)", "P.*fit(v, w, 2)", "P.*fromroots(v[:4])",
                                  "P.*vander2d(v, w, [2, 1])"])
def test_laws(call, basis):
    given = {name: GIVEN[name] for name in "vwags"}
    laws_hold(call.replace("P.*", f"np.polynomial.{basis}.{BASES[basis]}"), **given)


CLASSES = ["Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre"]
OBJECTS = [
    "p = P({v|i|v[:1]}); p(v), p(s), p(a), p.coef, p.degree(), len(p), p.domain, p.window, [c for c in p]",
    "p = P(v, [0, 2], [s, 3.0]); p(w), p.deriv()(w), p.deriv(2).coef, p.integ(1, k=[s], lbnd=0.5)(w), p.integ(2).coef",
    "p = P(v[:3]); r = P(w[:2]); [e.coef for e in (p + r, p - r, p * r, p * 2, s * p, s + p, s - p, -p, p / s)]",
    "p = P(v[:3]); r = P(w[:2]); [e.coef for e in (p // r, p % r, p ** 3, p + [1], p.truncate(2), p.cutdeg(1))]",
    "p = P(v[:4]); r = P(w[:3], [0.0, 3.0]); p(r).coef, p(r)(s), r.convert().coef, r.convert(domain=[1, 5])(w)",
    "r = P(w[:3], [0.0, 3.0]); r.convert(kind=np.polynomial.{Chebyshev|Laguerre|Polynomial}).coef",
    "p = P.fit(v, w, 2); r = P.fit(v, w, 2, domain=[-3, 3], w=g); p.coef, p(v), p.domain, r.coef, r.convert().coef",
    "P.fit(v, w, 2, full=True)[1][3], P.fit([1.0, 1.0], [s, s], 0).domain, P(v).mapparms(), P(v).linspace(4)",
    "P.fromroots(v[:3]).coef, P.fromroots(v[:3], domain=[0.0, s])(w), P.fromroots(v[:3], domain=None).domain",
    "P.identity().coef, P.identity([0.0, s])(w), P.basis(3)(v), P.cast(np.polynomial.Legendre(v))(w)",
    "np.sort_complex(P(v[:4]).roots() + 0j), P(v[:2]).roots(), P(v) == P(v), P(v) == P(w), P(v) == P(v[:3])",
    "P(v) / P(w)", "(P(v) + np.polynomial.Legendre(w)).coef",
]


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("call", OBJECTS, ids=range(len(OBJECTS)))
def test_objects(call, name):
    given = {key: GIVEN[key] for key in "vwagis"}
    same_as_numpy(call.replace("P(", f"np.polynomial.{name}(").replace("P.", f"np.polynomial.{name}."), **given)


@pytest.mark.parametrize("name", CLASSES)
def test_laws_of_objects(name):
    series = f"np.polynomial.{name}"
    laws_hold(f"p = {series}(v[:4], [0, s]); p(w), p.deriv()(s), (p * p + 1)(s)", v=V, w=W, s=1.5)
    laws_hold(f"{series}.fit(v, w, 2)(s)", v=V, w=W, s=0.5)


def test_objects_do_not_leave():
    with pytest.raises(recto.CompileError, match="that stands for one of NumPy's"):
        recto.jit(lambda x: np.polynomial.Chebyshev(x)).program(V)
