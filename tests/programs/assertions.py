"""The assertions of numpy.testing."""
import numpy as np


def normalised(weights):
    shares = weights / np.sum(weights)
    np.testing.assert_allclose(np.sum(shares), 1.0)
    return shares


def in_order(x):
    np.testing.assert_array_less(x[:-1], x[1:])
    np.testing.assert_array_less(x, 100)
    return np.diff(x)


def symmetric_part(a):
    """An assertion that fails is caught."""
    try:
        np.testing.assert_almost_equal(a, a.T, decimal=3)
        return a
    except AssertionError:
        return 0.5 * (a + a.T)


def agrees_with(x, y):
    np.testing.assert_array_equal(np.isnan(x), np.isnan(y), err_msg="NaN elsewhere")
    np.testing.assert_equal(x, y)
    np.testing.assert_array_almost_equal(x, y, 4)
    np.testing.assert_allclose(x, y, 1e-3, atol=1e-9, strict=True)
    return x + y


def checks_every_round(x):
    total = 0.0
    for v in x:
        np.testing.assert_almost_equal(np.cos(v)**2 + np.sin(v)**2, 1)
        total += v
    return total


def examples():
    yield normalised, (np.array([1.0, 2.0, 5.0]),)
    yield in_order, (np.array([1.0, 2.0, 5.0]),)
    yield symmetric_part, (np.array([[1.0, 2.0], [2.0001, 3.0]]),)
    yield symmetric_part, (np.array([[1.0, 2.0], [3.0, 3.0]]),)
    yield agrees_with, (np.array([1.0, np.nan]), np.array([1.0, np.nan]))
    yield checks_every_round, (np.linspace(-3, 3, 12),)
