"""Frozen distributions that leave compiled code are SciPy's own objects, made from the computed parameters."""
import types

import numpy as np
import pytest
import scipy.stats
from numpy.random import default_rng

import recto

POINT = np.array([1.0, 2.0])


def normal(x):
    return scipy.stats.norm(x[0], scale=x[1])


def parameters_as_vectors(x):
    return scipy.stats.gamma(a=x + 1.0)


def counts(x):
    return scipy.stats.poisson(x)


def with_defaults(x):
    return scipy.stats.norm()


def many(x):
    return scipy.stats.multivariate_normal(x, np.outer(x, x) + np.eye(2), seed=3)


def many_of_a_number(x):
    return scipy.stats.multivariate_normal(cov=x[1])


def singular(x):
    return scipy.stats.multivariate_normal(x, np.outer(x, x), allow_singular=True)


FUNCTIONS = [normal, parameters_as_vectors, counts, with_defaults, many, many_of_a_number, singular]


def alike(found, expected):
    assert type(found) is type(expected)
    density = "pmf" if hasattr(expected, "pmf") else "pdf"
    np.testing.assert_allclose(getattr(found, density)(POINT), getattr(expected, density)(POINT), rtol=1e-12)
    np.testing.assert_array_equal(found.rvs((3, 2), default_rng(1)), expected.rvs((3, 2), default_rng(1)))


@pytest.mark.xla
@pytest.mark.parametrize("function", FUNCTIONS)
def test_returned(function):
    alike(recto.jit(function)(POINT), function(POINT))
    alike(recto.jit(lambda x: {"law": [function(x)]})(POINT)["law"][0], function(POINT))


@pytest.mark.xla
@pytest.mark.parametrize("function", FUNCTIONS)
def test_stored(function):
    holder = types.SimpleNamespace(law=None)
    def fit(x):
        holder.law = function(x)
        return x
    compiled = recto.jit(fit)
    for x in (POINT, 2.0 * POINT):
        compiled(x)
        alike(holder.law, function(x))


@pytest.mark.xla
def test_it_is_used_before_it_is_stored():
    holder = types.SimpleNamespace(law=None)
    def fit(x):
        holder.law = many(x)
        return holder.law.pdf(np.zeros(2))
    np.testing.assert_allclose(recto.jit(fit)(POINT), many(POINT).pdf(np.zeros(2)))


@pytest.mark.xla
@pytest.mark.parametrize("function", [normal, counts, many])
def test_a_batch_is_refused(function):
    with pytest.raises(recto.CompileError, match="a batch of distributions is none of SciPy's"):
        recto.vmap(function)(np.stack([POINT, POINT]))


@pytest.mark.xla
def test_a_normal_distribution_from_outside():
    holder = types.SimpleNamespace(law={"b": many(POINT)})

    @recto.jit
    def use(holder, x):
        law = holder.law["b"]
        return law.mean @ law.cov, law.pdf(x), law.logpdf(np.stack([x, 2 * x]))
    for point in (POINT, 3.0 * POINT):
        holder.law["b"] = law = many(point)
        for found, wanted in zip(use(holder, POINT), (law.mean @ law.cov, law.pdf(POINT),
                                                      law.logpdf(np.stack([POINT, 2 * POINT])))):
            np.testing.assert_allclose(found, wanted)
