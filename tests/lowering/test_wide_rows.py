"""Reductions of rows that lie far apart: row by row, in blocks, in a loop; what NumPy gives, special numbers too."""
import numpy as np
import pytest

import recto

SHAPES = [((2, 5000), 0), ((9, 2, 3000), 0), ((3, 12, 2500), 1), ((13, 9000), 0), ((83, 8200), 0),
          ((2, 3, 4, 2500), (1, 2)), ((2, 5, 7, 8200), (0, 1, 2))]
REDUCTIONS = {"sum": lambda x, axis: np.sum(x * x, axis=axis), "prod": lambda x, axis: np.prod(x, axis=axis),
              "max": lambda x, axis: np.max(x, axis=axis), "min": lambda x, axis: np.min(-x, axis=axis),
              "mean": lambda x, axis: np.mean(x, axis=axis)}


def numbers(shape, dtype):
    rng = np.random.default_rng(len(shape))
    x = 1 + 0.1 * rng.normal(size=shape)
    return (x + 0.1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize(("shape", "axis"), SHAPES)
def test_wide_rows(shape, axis, name):
    function = REDUCTIONS[name]
    for dtype in (np.float64, np.float32, np.complex128, np.int64):
        x = numbers(shape, dtype)
        tolerance = 1e-5 if dtype == np.float32 else 1e-12
        value = recto.jit(lambda x: function(x, axis))(x)
        np.testing.assert_allclose(value, function(x, axis), rtol=tolerance)
        assert value.dtype == function(x, axis).dtype


@pytest.mark.parametrize("rows", [2, 11, 30])
def test_special_numbers_and_truth_values_in_wide_rows(rows):
    x = np.full((rows, 9000), -0.0)
    x[1, :4] = np.nan, np.inf, -np.inf, 1.0
    x[0, 1] = -np.inf
    for function in (np.sum, np.max, np.min, np.argmax, np.argmin):
        with np.errstate(all="ignore"):
            value, expected = recto.jit(lambda x: function(x, axis=0))(x), function(x, axis=0)
        np.testing.assert_array_equal(value, expected)
        if function is np.sum:      # NumPy's own extremes of zeros of either sign are of either sign
            np.testing.assert_array_equal(np.signbit(value), np.signbit(0.0 + expected))
    for function in (np.all, np.any):
        value = recto.jit(lambda x: function(x > 0, axis=0))(x)
        np.testing.assert_array_equal(value, function(x > 0, axis=0))


def test_rounding_is_numpys_where_rows_are_few():
    x = np.random.default_rng(0).normal(size=(7, 5000))
    np.testing.assert_array_equal(recto.jit(lambda x: np.sum(x, axis=0))(x), np.sum(x, axis=0))


def test_gradient_of_wide_rows():
    x = np.random.default_rng(1).normal(size=(3, 4000))
    gradient = recto.grad(lambda x: np.sum(np.sqrt(np.sum(x * x, axis=0))))(x)
    np.testing.assert_allclose(gradient, x / np.sqrt(np.sum(x * x, axis=0)), rtol=1e-12)
