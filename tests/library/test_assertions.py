"""numpy.testing in compiled code raises where NumPy's own functions raise."""
import itertools

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla

NAMES = ("assert_allclose", "assert_array_equal", "assert_equal", "assert_almost_equal", "assert_array_almost_equal",
         "assert_array_less")
VALUES = [1.0, 1.0 + 1e-9, 1.0 + 3e-6, 0.0, np.nan, np.inf, -np.inf]


def raises(function, *args):
    try:
        function(*args)
    except AssertionError as error:
        return str(error).strip().split("\n")[0]
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_it_raises_where_numpys_raises(name):
    function = getattr(np.testing, name)
    scalars, arrays = recto.jit(lambda x, y: function(x, y)), recto.jit(lambda x, y: function(x, y))
    for a, b in itertools.product(VALUES, VALUES):
        x, y = np.array([1.0, a]), np.array([1.0 + 2 * (name == "assert_array_less"), b])
        assert bool(raises(scalars, a, b)) == bool(raises(function, a, b)), (a, b)
        assert raises(arrays, x, y) == raises(function, x, y), (a, b)


def test_arrays_of_unlike_shapes_and_dtypes():
    for strict, (x, y) in itertools.product((False, True), [
            (np.ones(2), np.ones((2, 1))), (np.ones(2), np.float64(1)), (np.ones(2), np.ones(2, np.float32))]):
        check = lambda x, y: np.testing.assert_array_equal(x, y, strict=strict)
        assert bool(raises(recto.jit(check), x, y)) == bool(raises(check, x, y)), (strict, x.shape, y.shape)


def test_the_message_is_told_in_the_exception():
    check = recto.jit(lambda x: np.testing.assert_allclose(x, 1, rtol=1e-3, err_msg=f"x is {x[0]}"))
    check(np.ones(2))
    with pytest.raises(AssertionError, match=r"Not equal to tolerance rtol=0.001, atol=0\nx is 3.0"):
        check(np.full(2, 3.0))
