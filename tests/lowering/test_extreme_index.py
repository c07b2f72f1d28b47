"""argmax and argmin of values that XLA may compute again elsewhere, and round otherwise: there is always an index."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def cost(p):
    return p[0] ** 2 + (p[1] - 0.05) ** 2 + p[2] ** 2


def of_a_comprehension(x):
    return np.array([cost(p) for p in x]).argmin()


def of_the_largest(x):
    return np.array([cost(p) for p in x]).argmax()


def of_a_stack(x):
    return np.argmin(np.stack([cost(p) for p in x]))


def of_columns(x):
    return np.argmin(x[:, 0] ** 2 + (x[:, 1] - 0.05) ** 2 + x[:, 2] ** 2)


def in_a_helper(x):
    return place_of_least(np.array([cost(p) for p in x]))


def place_of_least(y):
    return np.argmin(y * 3.0 + 0.1)


def row_of_the_least(x):
    return x[np.array([cost(p) for p in x]).argmin()]


FUNCTIONS = [of_a_comprehension, of_the_largest, of_a_stack, of_columns, in_a_helper, row_of_the_least]


@pytest.mark.parametrize("rows, calls", [(10, 60), (300, 10), (900, 5)])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_an_element_is_the_extreme_of_its_own_array(function, rows, calls):
    if rows > 100 and function is not of_columns:
        rows //= 10
    random, compiled = np.random.default_rng(0), recto.jit(function)
    for _ in range(calls):
        x = random.normal(size=(rows, 3))
        assert np.array_equal(compiled(x), function(x))


@pytest.mark.parametrize("shape, axis", [((5000,), 0), ((30000,), 0), ((70, 90), 0), ((70, 90), 1), ((3, 20000), 1)])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_long_rows_and_columns(name, shape, axis):
    def searched(x):
        return getattr(np, name)(x[..., 0] ** 2 + (x[..., 1] - 0.05) ** 2 + x[..., 2] ** 2, axis=axis)

    x = np.random.default_rng(1).normal(size=(*shape, 3))
    assert np.array_equal(recto.jit(searched)(x), searched(x))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1", "?"])
def test_ties_and_nan(dtype):
    x = np.array([[1, 3, 3, 0, 0], [2, 2, 2, 2, 2], [0, 0, 1, 1, 0]], dtype)
    rows = [x, *([np.where(x == v, np.nan, x).astype(dtype) for v in (0, 1, 3)] if dtype[0] == "f" else [])]
    rows += [np.full((2, 3), v, dtype) for v in ((np.inf, -np.inf, np.nan) if dtype[0] == "f" else (0, 1))]
    for each in rows:
        for name in ("argmax", "argmin"):
            for axis in (0, 1):
                found = recto.jit(lambda x: getattr(np, name)(x, axis=axis))(each)
                assert np.array_equal(found, getattr(np, name)(each, axis=axis)), (each, name, axis)
