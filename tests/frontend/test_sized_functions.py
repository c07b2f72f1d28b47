"""Functions of arrays whose length data decide: convolutions, slopes, covariances, fits. Values and exceptions."""
import linecache

import numpy as np
import pytest

import recto

CALLS = [
    *(f"np.convolve(s, [1.0, 2.0, 0.5], {mode!r})" for mode in ("full", "same", "valid")),
    *(f"np.convolve([1.0, -1.0], s, {mode!r})" for mode in ("full", "same", "valid")),
    "np.convolve(s, s)", "np.convolve(s, s, 'same')", "np.convolve((10 * s).astype(int), [1, 2])",
    *(f"np.correlate(s, [1.0, 2.0, 0.5], {mode!r})" for mode in ("full", "same", "valid")),
    "np.correlate(s, s)", "np.correlate([1.0, 2.0], s, 'full')",
    "np.gradient(s)", "np.gradient(s, 0.5)", "np.gradient(s, np.cumsum(s))",
    "np.cov(s)", "np.cov(s, bias=True)", "np.cov(s, s ** 2)", "np.cov(s, s ** 2, ddof=0)", "np.corrcoef(s, s ** 2)",
    "np.c_[s, s ** 2]", "np.c_[1.0, 2.0].sum() * s",
    "np.polyfit(s, s ** 3, 1)", "np.polyfit(s, s ** 3, 2)", "np.polyfit(s, s ** 3, 1, w=s)",
]
INPUTS = {"several": [0.5, 1.7, 2.2, 1.6, 3.4, 0.2, 2.9], "all": [2.0, 3.0, 2.5, 4.0, 1.9, 5.0, 2.1],
          "three": [0.1, 2.0, 3.0, 0.2, 5.0, 0.3, 0.4], "one": [0.1, 0.2, 2.0, 0.3, 0.4, 0.5, 0.6], "none": [0.5] * 7}


def written(call):
    text, name = f"def f(x):\n    s = x[x > 1.5]\n    return {call}\n", f"sized {call}"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"np": np}
    exec(compile(text, name, "exec"), space)
    return space["f"]


@pytest.mark.xla
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", CALLS)
def test_calls_are_numpys(call):
    f = written(call)
    compiled = recto.jit(f)
    for name, x in INPUTS.items():
        x = np.array(x)
        if name == "three" and "polyfit" in call and "2)" in call or name == "one" and "polyfit" in call:
            continue                # the fit is not unique, or not by much
        try:
            want = f(x)
        except (ValueError, TypeError, IndexError) as error:
            with pytest.raises(type(error)):
                compiled(x)
            continue
        found = compiled(x)
        assert np.shape(found) == np.shape(want) and np.asarray(found).dtype == np.asarray(want).dtype, (name, found)
        np.testing.assert_allclose(found, want, rtol=1e-9, atol=1e-12, err_msg=name)


@pytest.mark.xla
@pytest.mark.parametrize("call", ["np.sum(np.convolve(s, [1.0, 2.0]) ** 2)", "np.sum(np.gradient(s) ** 2)",
                                  "np.cov(s, s ** 2)[0, 1]", "np.polyfit(s, s ** 3, 1)[0]"])
def test_derivatives(call):
    f, x, h = written(call), np.array(INPUTS["several"]), 1e-6
    found, direction = recto.grad(f)(x), np.linspace(-1.0, 1.0, 7)
    slope = (f(x + h * direction) - f(x - h * direction)) / (2 * h)
    np.testing.assert_allclose(np.sum(found * direction), slope, rtol=1e-5)
