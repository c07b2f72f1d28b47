"""Results that are NumPy's to the sign of an overflow, the dtype and the type of container."""
import numpy as np
import pytest

import recto


@pytest.mark.xla
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16])
def test_least_common_multiples_wrap_as_numpys(dtype):
    side = np.arange(-128, 128).astype(dtype)
    x, y = np.meshgrid(side, side)
    np.testing.assert_array_equal(np.asarray(recto.jit(lambda x, y: np.lcm(x, y))(x, y)), np.lcm(x, y))


@pytest.mark.xla
def test_large_least_common_multiples_wrap_as_numpys():
    x, y = np.array([-2 ** 63, 2 ** 62 + 1, 2 ** 40]), np.array([3, 3, 2 ** 30 + 1])
    np.testing.assert_array_equal(np.asarray(recto.jit(lambda x, y: np.lcm(x, y))(x, y)), np.lcm(x, y))


@pytest.mark.xla
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.float32, np.bool_])
def test_angles_have_the_dtype_of_arctan2(dtype):
    x = np.array([1, 0, 1]).astype(dtype)
    for deg in (False, True):
        got = recto.jit(lambda x: np.angle(x, deg=deg))(x)
        assert got.dtype == np.angle(x, deg=deg).dtype
        np.testing.assert_allclose(np.asarray(got), np.angle(x, deg=deg), rtol=1e-3)


@pytest.mark.xla
@pytest.mark.parametrize("count", [0, 1, 3])
def test_unstack_gives_a_tuple(count):
    got = recto.jit(lambda x: np.unstack(x))(np.arange(2.0 * count).reshape(count, 2))
    assert isinstance(got, tuple) and len(got) == count
    first = recto.jit(lambda x: np.split(x, 2))(np.arange(4.0))
    assert isinstance(first, list)
