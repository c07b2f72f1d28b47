"""np.pad in all modes, and quantiles by all methods, beside NumPy's."""
import linecache

import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.library.numpy.samples.quantile_positions import QUANTILE_METHODS

from .expressions import laws_hold, same_as_numpy

RNG = np.random.default_rng(6)
X = RNG.random((4, 5))
ARRAYS = {"float64": X, "int64": RNG.integers(-9, 9, (4, 5)), "float32": X.astype(np.float32),
          "uint8": RNG.integers(0, 9, (4, 5)).astype(np.uint8), "nan": np.where(X > 0.85, np.nan, X)}


def written(call):
    text, name = f"def f(x):\n    return {call}\n", f"padding {call}"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"np": np}
    exec(compile(text, name, "exec"), space)
    return space["f"]


@pytest.mark.filterwarnings("ignore")
def check(call, x):
    f = written(call)
    try:
        want = f(x)
    except (ValueError, TypeError) as error:
        with pytest.raises(type(error)):
            recto.jit(f).program(x)
        return
    (found,) = evaluate(recto.jit(f).program(x), x)
    assert found.dtype == np.asarray(want).dtype, (call, found.dtype)
    tolerance = 1e-6 if found.dtype == np.float32 else 1e-14
    np.testing.assert_allclose(found, want, rtol=tolerance, atol=tolerance, equal_nan=True, err_msg=call)


WIDTHS = ["2", "((1, 2), (0, 3))", "((0, 0), (4, 1))"]
MODES = ["constant", "edge", "reflect", "symmetric", "wrap", "mean", "maximum", "minimum", "median", "linear_ramp"]


@pytest.mark.parametrize("kind", ["float64", "int64", "float32", "uint8"])
@pytest.mark.parametrize("mode", MODES)
def test_padding(mode, kind):
    for width in WIDTHS:
        check(f"np.pad(x, {width}, mode={mode!r})", ARRAYS[kind])
    if mode in ("mean", "maximum", "minimum", "median"):
        for length in ("2", "((1, 2), (3, 1))", "9"):
            check(f"np.pad(x, 2, mode={mode!r}, stat_length={length})", ARRAYS[kind])
    if mode in ("maximum", "minimum"):
        check(f"np.pad(x, 2, mode={mode!r}, stat_length=0)", ARRAYS[kind])
    if mode == "linear_ramp" and kind != "uint8":
        check("np.pad(x, (2, 3), mode='linear_ramp', end_values=(5, -4))", ARRAYS[kind])
    if mode in ("reflect", "symmetric") and kind != "uint8":
        check(f"np.pad(x, ((1, 2), (3, 0)), mode={mode!r}, reflect_type='odd')", ARRAYS[kind])


@pytest.mark.parametrize("mode", MODES)
def test_padding_has_derivatives(mode):
    f = written(f"np.sum(np.sin(np.pad(x, ((1, 2), (0, 3)), mode={mode!r})))")
    gradient, direction, h = recto.grad(f), RNG.normal(size=X.shape), 1e-6
    (found,) = evaluate(gradient.program(X), X)
    slope = (f(X + h * direction) - f(X - h * direction)) / (2 * h)
    np.testing.assert_allclose(np.sum(found * direction), slope, rtol=1e-6)


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("method", QUANTILE_METHODS)
@pytest.mark.filterwarnings("ignore:All-NaN")
def test_quantiles(method, kind):
    for function in ("quantile", "nanquantile"):
        for q, axis in (("0.3", "1"), ("0.5", "0"), ("[0.0, 0.25, 0.4, 1.0]", "None"), ("0.75", "(0, 1)")):
            check(f"np.{function}(x, {q}, axis={axis}, method={method!r})", ARRAYS[kind])


def test_unknown_methods_are_told():
    check("np.quantile(x, 0.5, method='middle')", X)


@pytest.mark.parametrize("call", [
    "np.pad({v|x|i}, {9|((7, 1),)|((0, 13),)}, mode={'reflect'|'symmetric'}, reflect_type={'odd'|'even'})",
    "np.pad(x[:, {:1|:2}], 5, mode={'reflect'|'symmetric'}, reflect_type='odd')",
    "np.pad({x|i|f}, ((1, 2), (3, 1)), constant_values={s|(k, s)|((k, s), (1, 2))|((s,), (k,))|v[:2]|[[1, k]]})",
    "np.pad({x|i|f}, ((1, 2), (3, 1)), 'linear_ramp', end_values={s|(k, s)|((k, s), (1, 2))|v[:2]})",
    "np.pad(v, 2, 'edge', {constant_values=s|end_values=2|stat_length=1|reflect_type='odd'})", "np.pad(v, 2, 'middle')",
    "np.pad(v[:0], 2, {'mean'|'constant'|'empty'|'edge'})",
])
def test_dynamic_values_and_long_reflections(call):
    same_as_numpy(call, v=X[0], x=X, i=ARRAYS["int64"], f=ARRAYS["float32"], s=-1.5, k=7)


@pytest.mark.parametrize("call", ["np.pad(x, 6, {'reflect'|'symmetric'}, reflect_type='odd')",
                                  "np.pad(x, 2, constant_values=((s, v[0]), (v[1], 3)))",
                                  "np.pad(x, (3, 1), 'linear_ramp', end_values=((s, v[0]), (v[1], 3)))"])
def test_laws_of_padding(call):
    laws_hold(call, x=X, v=X[0], s=0.5)
