"""numpy.testing: assertions about numbers and arrays. Their messages are short: they do not print the arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import read_as


@read_as("numpy.testing.assert_allclose")
def assert_allclose(
    actual: Any,
    desired: Any,
    rtol: Any = 1e-07,
    atol: Any = 0,
    equal_nan: Any = True,
    err_msg: Any = "",
    verbose: Any = True,
    *,
    strict: Any = False,
) -> None:
    check_alike(actual, desired, strict)
    close = np.all(np.isclose(actual, desired, rtol, atol, equal_nan))
    assert close, f"\nNot equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}"


@read_as("numpy.testing.assert_array_equal", "numpy.testing.assert_equal")
def assert_array_equal(
    actual: Any, desired: Any, err_msg: Any = "", verbose: Any = True, *, strict: Any = False
) -> None:
    check_alike(actual, desired, strict)
    same = np.all((np.asarray(actual) == np.asarray(desired)) | both_nan(actual, desired))
    assert same, f"\nArrays are not equal\n{err_msg}"


@read_as("numpy.testing.assert_almost_equal")
def assert_almost_equal(
    actual: Any, desired: Any, decimal: Any = 7, err_msg: Any = "", verbose: Any = True
) -> None:
    what = "Arrays are not" if np.ndim(actual) or np.ndim(desired) else "Not"
    assert almost(actual, desired, decimal), f"\n{what} almost equal to {decimal} decimals\n{err_msg}"


@read_as("numpy.testing.assert_array_almost_equal")
def assert_array_almost_equal(
    actual: Any, desired: Any, decimal: Any = 6, err_msg: Any = "", verbose: Any = True
) -> None:
    assert almost(actual, desired, decimal), f"\nArrays are not almost equal to {decimal} decimals\n{err_msg}"


@read_as("numpy.testing.assert_array_less")
def assert_array_less(x: Any, y: Any, err_msg: Any = "", verbose: Any = True, *, strict: Any = False) -> None:
    check_alike(x, y, strict)
    less = np.all((np.asarray(x) < np.asarray(y)) | both_nan(x, y))
    assert less, f"\nArrays are not strictly ordered `x < y`\n{err_msg}"


def check_alike(x: Any, y: Any, strict: Any) -> None:
    """Arrays of two shapes are unequal unless one is a number; strictly, then too, and so are those of two dtypes."""
    a, b = np.asarray(x), np.asarray(y)
    assert a.shape == b.shape or not strict and (a.ndim == 0 or b.ndim == 0), (
        f"(shapes {a.shape}, {b.shape} mismatch)"
    )
    assert not strict or a.dtype == b.dtype, f"(dtypes {a.dtype}, {b.dtype} mismatch)"


def both_nan(x: Any, y: Any) -> Any:
    return (np.asarray(x) != np.asarray(x)) & (np.asarray(y) != np.asarray(y))


def almost(x: Any, y: Any, decimal: Any) -> Any:
    """Do numbers agree to 1.5 units of a decimal place? Infinities and NaN must be the same."""
    check_alike(x, y, False)
    a, b = np.asarray(x), np.asarray(y)
    return np.all((a == b) | both_nan(a, b) | (np.abs(a - b) < 1.5 * 10.0**-decimal))
