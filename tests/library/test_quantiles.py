"""np.quantile and its relatives where the positions are computed, and with weights."""
import numpy as np
import pytest

import recto
from recto.transform.library.numpy.samples.quantile_positions import QUANTILE_METHODS

from .expressions import laws_hold, same_as_numpy

RNG = np.random.default_rng(8)
X = RNG.normal(size=(3, 5))
GIVEN = {"v": X[0], "x": X, "i": RNG.integers(-9, 9, (3, 5)), "f": X.astype(np.float32),
         "gaps": np.where(X > 1, np.nan, X), "w": RNG.uniform(0.1, 1, (3, 5)),
         "counts": RNG.integers(0, 3, 5), "q": 0.3, "k": 1, "high": 1.5,
         "qs": np.array([[0.0, 0.25], [0.6, 1.0]])}


def check(call):
    same_as_numpy(call, **{name: value for name, value in GIVEN.items() if f"{name}" in call.replace("np.nan", "")})


@pytest.mark.parametrize("method", QUANTILE_METHODS)
def test_computed_positions_by_all_methods(method):
    check(f"np.{{quantile|nanquantile}}({{x|i|gaps|f}}, qs, axis={{0|1|None}}, method={method!r})")


@pytest.mark.parametrize("call", [
    "np.quantile({v|f|i|x}, {q|[q, 0.9]|k|[0, k]|[0, 1]|qs.astype('f4')|np.float32(q)|x[0, 0] > 9})",
    "np.quantile(x, {q|qs}, axis={(0, 1)|-1|None}, keepdims={True|False})",
    "np.{percentile|nanpercentile}({gaps|f|i}, {30 * q|100 * qs|k|[k, 50]})",
    "np.quantile(i * 2 ** 55, {k|0|[0, 1]})",
    "np.{quantile|nanquantile}({x|i|gaps}, {q|0.4|qs}, axis={1|(0, 1)|None}, weights=w, method='inverted_cdf')",
    "np.{quantile|percentile}(f, {0.6|1.0}, axis=1, weights=counts, method='inverted_cdf', keepdims={True|False})",
])
def test_dtypes_axes_and_weights(call):
    check(call)


@pytest.mark.parametrize("call", [
    "np.quantile(v, {high|-q|[q, high]|np.nan * q|1.5})", "np.percentile(v, 100 * high)", "np.quantile(v + 1j, q)",
    "np.quantile(v, q, weights=v, method='inverted_cdf')", "np.quantile(v, q, weights=0 * v, method='inverted_cdf')",
    "np.quantile(v, q, weights=np.abs(v))", "np.quantile(x, q, weights=counts, method='inverted_cdf')",
    "np.quantile(x, q, axis=0, weights=counts, method='inverted_cdf')", "np.quantile(v[:0], q)",
])
def test_what_numpy_refuses_raises(call):
    check(call)


@pytest.mark.parametrize("call", [
    "np.quantile(x, qs * 0.9 + 0.05, axis=1, method={'linear'|'weibull'|'hazen'|'lower'|'midpoint'})",
    "np.nanquantile(x, q, axis={0|1})", "np.percentile(x, 100 * q)",
    "np.quantile(x, q, axis=1, weights=w, method='inverted_cdf')",
])
def test_laws(call):
    laws_hold(call, x=X, w=GIVEN["w"], q=0.3, qs=GIVEN["qs"])


@pytest.mark.xla
def test_a_compiled_quantile_moves_with_its_position():
    def quantile(x, q):
        return np.quantile(x, q)

    np.testing.assert_allclose(recto.jit(quantile)(X, 0.37), quantile(X, 0.37), rtol=1e-14)
    slope = (quantile(X, 0.37 + 1e-7) - quantile(X, 0.37 - 1e-7)) / 2e-7
    np.testing.assert_allclose(recto.grad(quantile, argnums=1)(X, 0.37), slope, rtol=1e-6)
    qs = np.linspace(0, 1, 5)
    np.testing.assert_allclose(recto.vmap(quantile, in_axes=(None, 0))(X, qs), np.quantile(X, qs), rtol=1e-14)
    with pytest.raises(ValueError, match="Quantiles must be in the range"):
        recto.jit(quantile)(X, 1.1)
