"""recto.numpy outside of compiled code: NumPy's values and dtypes, small arrays and large ones, and its errors."""
import numpy as np
import pytest

import recto
import recto.numpy as rnp

pytestmark = pytest.mark.xla
X = np.array([3.0, 1.0, 2.0, 1.0])
CALLS = {
    "add": (X, X), "sin": (X,), "sum": (X,), "cumsum": (X,), "matmul": (np.eye(4), X), "reshape": (X, (2, 2)),
    "concatenate": ([X, X],), "where": (X > 2, X, 0), "sort": (X,), "split": (X, 2), "unique": (X,), "argmax": (X,),
    "percentile": (X, 50.0), "zeros": (3,), "arange": (0, 3, 0.5), "einsum": ("i,i", X, X),
    "bincount": (X.astype(int),),
    "trim_zeros": (X,), "unique_counts": (X,), "isdtype": (np.dtype(float), "real floating"), "shape": (X,),
    "array_equal": (X, X), "setxor1d": (X, X[1:]), "repeat": (X, np.array([1, 0, 2, 1])), "vecdot": (X, X),
    "roots": (X,), "kaiser": (5, 2.0), "divmod": (X, 2), "linspace": (0, 1, 5), "result_type": (X, 1),
}


def moved(value):
    if isinstance(value, list):
        return [moved(v) for v in value]
    return recto.device_put(value) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("name", CALLS)
def test_values_and_dtypes_are_numpy_s(name):
    found, wanted = getattr(rnp, name)(*map(moved, CALLS[name])), getattr(np, name)(*CALLS[name])
    for one, other in zip(recto.tree.leaves(found), recto.tree.leaves(wanted), strict=True):
        if isinstance(other, (np.ndarray, np.generic)):
            assert type(one) is recto.Array and one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def test_large_arrays_are_compiled_and_small_ones_are_not():
    small, large = rnp.cosh(moved(X)), rnp.cosh(moved(np.ones(10_000)))
    assert small.is_on_host() and not large.is_on_host() and len(rnp.cosh.versions) == 1
    np.testing.assert_array_equal(rnp.unique(moved(np.ones(10_000))), [1.0])


def test_widths_and_devices_follow_the_settings():
    with recto.enable_x64(False):
        assert rnp.zeros(3).dtype == np.float32 and (rnp.zeros(3) / 2).dtype == np.float32
        assert rnp.arange(3).dtype == np.int32 and rnp.sum(rnp.arange(3)).dtype == np.int32
    other = recto.devices()[1]
    with recto.default_device(other):
        assert rnp.ones(3).device == other and (rnp.ones(3) + 1).device == other


def test_an_array_is_itself():
    x = rnp.ones(3)
    assert rnp.asarray(x) is x and rnp.asarray(x, dtype=float) is x and rnp.asarray(x, copy=True) is not x
    with pytest.raises(ValueError, match="avoid copy"):
        rnp.asarray([1.0], copy=False)
    given = np.ones(3)
    made = rnp.asarray(given)
    given[0] = 5.0
    assert made.tolist() == [1, 1, 1]


def test_errors_are_numpy_s():
    with pytest.raises(ValueError, match="reshape"):
        rnp.reshape(moved(X), (3, 3))
    with pytest.raises(np.linalg.LinAlgError):
        rnp.linalg.inv(np.zeros((2, 2)))


def test_it_is_a_namespace_of_the_standard():
    x = rnp.ones(3)
    assert x.__array_namespace__() is rnp and x.__array_namespace__(api_version="2024.12") is rnp
    with pytest.raises(ValueError, match="1999.12"):
        x.__array_namespace__(api_version="1999.12")
    info = rnp.__array_namespace_info__()
    assert info.default_device() == recto.devices()[0] in info.devices()
    assert info.default_dtypes()["integral"] == np.int64 and info.dtypes(kind="bool") == {"bool": np.dtype(bool)}
    assert info.capabilities()["boolean indexing"] is True
    with recto.enable_x64(False):
        assert info.default_dtypes()["real floating"] == np.float32 and "float64" not in info.dtypes()
    assert rnp.from_dlpack(np.ones(2)).tolist() == [1, 1]


def test_inside_compiled_code_it_is_numpy():
    text = recto.jit(lambda x: rnp.cumsum(rnp.asarray(x)) + rnp.arange(4)).source("f64[4]")
    assert "np.cumsum" in text
