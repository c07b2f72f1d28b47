"""Functions that are called with and without residuals are printed once."""
import numpy as np
import pytest
import recto


def weights(x, w):
    e = np.exp(-w * x ** 2)
    return e / (1.0 + e)


def rounds(x, w):
    """Reverse mode runs the rounds again with residuals."""
    for _ in range(12):
        w = w + 0.1 * np.sum(weights(x, w) * x)
    return np.sum(weights(x, w))


def growing(x, w):
    total = 0.0
    while total < 3.0:
        total = total + np.sum(weights(x, w)) + 0.5
    return total * w


def twice(x, w):
    return np.sum(weights(x, w) * weights(x + 1.0, w))


@pytest.mark.parametrize("function", [rounds, growing, twice], ids=lambda f: f.__name__)
def test_one_function_for_both(function):
    w, x = 0.3, np.linspace(0.1, 1.0, 5)
    gradient = recto.grad(function)
    source = gradient.source(x, w)
    assert source.count("def weights(") == 1 and "def weights_1(" not in source, source
    space = {}
    exec(source, space)
    slopes = [(function(x + h, w) - function(x - h, w)) / 2e-6 for h in 1e-6 * np.eye(5)]
    for found in (space[f"grad_{function.__name__}"](x, w), gradient(x, w)):
        np.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-9)


def test_a_residual_that_costs_more_stays_apart():
    """A tape is computed for the backward sweep only: the plain function does not make it."""

    def product(x):
        p = 1.0
        for v in x:
            p = p * np.sin(v)
        return p

    def chosen(x):
        return product(x) if product(x) > 10.0 else product(x) * x[0]

    source = recto.grad(chosen).source("f64[6]")
    space = {}
    exec(source, space)
    x = np.linspace(0.5, 1.5, 6)
    slopes = [(chosen(x + h) - chosen(x - h)) / 2e-6 for h in 1e-6 * np.eye(6)]
    np.testing.assert_allclose(space["grad_chosen"](x), slopes, rtol=1e-6, atol=1e-9)
