"""Results whose length depends on data beside NumPy's: repeat by counts, sets with options, histograms by a rule."""
import numpy as np
import pytest

import recto

from .expressions import laws_hold, same_as_numpy

GIVEN = {"v": np.array([0.5, -1.25, 2.0, 2.0, 7.5]), "x": np.arange(12.0).reshape(3, 4),
         "i": np.array([3, -1, 2, 0, 3]), "k": np.array([3, 1, 2, 0, 3]),
         "b": np.array([True, False, True, True, False]), "s": 1.5, "n": 2}


@pytest.mark.parametrize("call", [
    "np.repeat({v|i|v[v > 0.6]|[1.0, 2.0, s, s, 4]}, {k[:n + 3]|n|b|2|[n, 1, n, 0, n]|k[:1]})",
    "np.repeat(x, {k[:4]|n|k[3]}, axis={1|-1})",
    "np.repeat(x, {k[:3]|k[:4]}, axis=0)", "{v.repeat(k)|v.repeat(repeats=n)|x.repeat(n, axis=1)|x.repeat(k[:4], 1)}",
    "np.repeat(v, {i|i[:2]|v|x.astype(int)})", "np.repeat(v[:0], {k[:0]|n})", "np.repeat({s|v[0]}, n)",
])
def test_counts_of_repeat_are_data(call):
    same_as_numpy(call, **GIVEN)


def test_laws_of_repeat():
    laws_hold("np.repeat(v, k[:5]).sum(), (np.repeat(x, n, axis=1) ** 2).sum()", v=GIVEN["v"], x=GIVEN["x"],
              k=GIVEN["k"], n=2)


@pytest.mark.xla
def test_other_counts_compile_again():
    f = recto.jit(lambda v, k: np.repeat(v, k))
    for k in ([3, 1, 2, 0, 3], [0, 0, 0, 0, 0], [1, 2, 3, 4, 5], [9, 0, 0, 0, 0]):
        np.testing.assert_array_equal(f(GIVEN["v"], np.array(k)), np.repeat(GIVEN["v"], k))


@pytest.mark.parametrize("call", [
    "np.arange({0.0|0|s|v[1]|np.float32(2)}, {v[4]|v[4] + 0.1|v[0]|v.sum()}, {0.1|v[0]|1|np.float32(0.3)})",
    "np.arange({v[4]|v[0]|-v[1]|np.float32(v[2])})", "np.arange(5, {v[0]|v[1]}, {-0.5|v[1]|-1})",
    "np.arange(0, v[2], 0.25, dtype={np.float32|int|None})", "[t * s for t in np.arange(s, v[4], 0.7)]",
    "[float(a + b) for a in np.arange(1.0, v[2], 0.5) for b in np.arange(-a, a, 0.7)]", "np.arange(v[2], v[1], 0.1)",
])
def test_ranges_of_floats(call):
    same_as_numpy(call, **GIVEN)


def test_laws_of_ranges_of_floats():
    laws_hold("np.sum(np.arange(v[0], v[4], 0.3) ** 2) * v[2]", v=GIVEN["v"])


def test_a_step_of_zero_is_an_error():
    with pytest.raises(ZeroDivisionError):
        recto.jit(lambda v: np.arange(0.0, v[1], v[0]))(np.array([0.0, 1.0]))


@pytest.mark.parametrize("call", [
    "np.unique({v / i|np.stack([v / i, v])}, equal_nan={True|False}, return_counts={True|False})",
    "np.intersect1d({v|v[:3]|i|v[v > 0]}, {x|-x - 9|x[0]|v}, return_indices=True)",
    "np.intersect1d(v[:3], x, assume_unique=True, return_indices={True|False})",
    "np.setdiff1d({v|x}, {x|v}, assume_unique={True|False})",
    "np.isin({v|v[v > 0]}, {x|x[x > 2]}, invert={True|False})",
])
@pytest.mark.filterwarnings("ignore")
def test_options_of_sets(call):
    same_as_numpy(call, **{**GIVEN, "i": np.zeros(5)})


RULES = "{'auto'|'fd'|'doane'|'scott'|'rice'|'sqrt'|'sturges'}"


@pytest.mark.parametrize("call", [
    f"np.histogram({{v|x|i|v.astype(np.float32)|v * 0 + 1}}, {RULES})",
    f"np.histogram_bin_edges(v, {RULES}, {{(0, 3)|(0.5, s)|(n, s)}})", "np.histogram(v, 'sturges', (0.0, 3.0), True)",
    "np.histogram(b, bins='auto')", "np.histogram(i.astype(np.int8) * 40, 'sturges', density=True)",
    "np.histogram(v, {'middle'|'auto', weights=v})", "np.histogram({v[:0]|v + np.inf}, 'fd')",
])
@pytest.mark.filterwarnings("ignore")
def test_rules_for_bins(call):
    same_as_numpy(call, **GIVEN)


@pytest.mark.xla
@pytest.mark.parametrize("size", [9, 16, 25, 64])
def test_a_division_of_sizes_is_rounded_as_numpys(size):
    x = np.random.default_rng(size).random((20, size))
    f = recto.jit(lambda x: (np.histogram(x, "sqrt")[0], np.histogram(x, "sturges")[0]))
    for row in x:
        for one, other in zip(f(row), f.__wrapped__(row)):
            np.testing.assert_array_equal(one, other)


def test_the_rule_of_stone_is_refused():
    with pytest.raises(recto.CompileError, match="stone"):
        recto.jit(lambda v: np.histogram(v, bins="stone")).program(GIVEN["v"])


@pytest.mark.parametrize("call", [
    "np.delete(v, {b|~b|i|k[:2]|b[:2]|v|np.flatnonzero(b)|np.array([0, 2])})", "np.delete(x, {k[1:3]|b[:3]}, 0)",
    "np.delete(x, {b[:4]|k[:4]}, axis=1)", "np.delete(obj=b, arr=v)", "np.delete(x, k)",
    "np.insert(v, {i|k|i[::-1]}, {9.0|np.arange(5)|k})", "np.insert(v, k[:1], {5|[1, 2]})", "np.insert(i, k, 2.7)",
    "np.insert(x, k[:2], {7|x[:2]}, axis=0)", "np.insert(x, k[1:3], x[:, :2], axis=1)",
    "np.insert(v, np.array([0, 2]), 1)", "np.linalg.cond(x[:0])",
])
def test_places_that_are_data(call):
    same_as_numpy(call, **GIVEN)
