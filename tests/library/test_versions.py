"""Compiled functions do as the installed NumPy and SciPy where versions differ (library/core/versions.py)."""
import warnings

import numpy as np
import pytest
import scipy.interpolate
import scipy.linalg
import scipy.stats

import recto
from recto.transform.library.core import versions

A = np.array([[4.0, 1.0], [1.0, 3.0]])
SPLINE = scipy.interpolate.CubicSpline(np.arange(4.0), np.arange(4.0) ** 2)
ROWS = {
    "cross of two": (lambda a, b: np.cross(a[:2], b[:2]), np.arange(3.0), np.ones(3)),
    "cross of two and three": (lambda a, b: np.cross(a[:2], b), np.arange(3.0), np.arange(3.0) + 1),
    "a large integer": (lambda x, v: np.where(x > 0, x, v), np.array([0, 3], np.int8), 300),
    "a negative integer": (lambda x, v: np.select([x > 1], [x], v), np.array([0, 3], np.uint8), -1),
    "an integer that fits": (lambda x, v: np.where(x > 0, x, v), np.array([0, 3], np.int8), 5),
    "sparse grids": (lambda a, b: np.meshgrid(a, b, sparse=True, copy=False), np.arange(2.0), np.arange(3.0)),
    "Cholesky's factor": (lambda a: scipy.linalg.cho_factor(a)[0], A),
    "its lower form": (lambda a: scipy.linalg.cho_factor(a, lower=True), A),
    "a rank": (lambda a, b: scipy.linalg.lstsq(a, b)[2] * np.int8(100), A, np.ones(2)),
    "ranks": (lambda x: scipy.stats.rankdata(x, "dense"), np.array([3, 1, 1])),
    "a spline": (lambda x: SPLINE(x), np.array([0.5, 1.5])),
}


@pytest.mark.parametrize("name", ROWS)
def test_as_the_host(name):
    function, *args = ROWS[name]
    compiled = recto.jit(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            wanted = function(*args)
        except (ValueError, OverflowError) as error:
            with pytest.raises(type(error), match=str(error).split("(")[0]):
                compiled(*args)
            return
    found = compiled(*args)
    assert type(found) is type(wanted) or isinstance(found, recto.Array)
    pairs = zip(found, wanted, strict=True) if isinstance(wanted, (tuple, list)) else [(found, wanted)]
    for got, want in pairs:
        assert np.asarray(got).dtype == np.asarray(want).dtype
        np.testing.assert_allclose(got, want, rtol=1e-12)


def test_versions_are_read():
    assert versions.release("2.5.0rc1") == (2, 5) and versions.release("1.18.1") == (1, 18)
    assert versions.NUMPY == tuple(map(int, np.__version__.split(".")[:2]))
