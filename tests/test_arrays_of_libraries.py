"""Arrays of other libraries as arguments, leaves of containers, globals and results: the cells of the table in
docs/foreign-arrays.md. A library that is not installed is skipped; CuPy and TensorFlow are an object with `__dlpack__`.
"""
import importlib
import io
import pathlib
import sys

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
V = np.array([1.0, 4.0, 2.0])
HELD = None


class Exported:
    """An array on the CPU that gives its memory by DLPack, and nothing else: as CuPy's and TensorFlow's do."""
    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **kwargs):
        return self.values.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def of_h5py(values):
    h5py = importlib.import_module("h5py")
    return h5py.File(io.BytesIO(), "w").create_dataset("x", data=values)


def of_library(module, make):
    return lambda values: make(importlib.import_module(module), values)


MAKE = {  # library -> an array of the library
    "jax": of_library("jax", lambda jax, v: jax.device_put(v.astype(np.float32))),
    "torch": of_library("torch", lambda torch, v: torch.tensor(v)),
    "pandas.Series": of_library("pandas", lambda pandas, v: pandas.Series(v, index=["a", "b", "c"])),
    "pandas.DataFrame": of_library("pandas", lambda pandas, v: pandas.DataFrame({"x": v, "y": 2 * v})),
    "xarray": of_library("xarray", lambda xarray, v: xarray.DataArray(v, dims="t")),
    "h5py": of_h5py,
    "zarr": of_library("zarr", lambda zarr, v: zarr.array(v)),
    "memoryview": memoryview,
    "array.array": of_library("array", lambda array, v: array.array("d", v.tolist())),
    "DLPack": Exported,
}
BACK = {  # library -> its array made of one of Recto's
    "jax": of_library("jax.numpy", lambda jnp, x: jnp.asarray(x)),
    "torch": of_library("torch", lambda torch, x: torch.from_dlpack(x)),
    "pandas.Series": of_library("pandas", lambda pandas, x: pandas.Series(x)),
    "pandas.DataFrame": of_library("pandas", lambda pandas, x: pandas.DataFrame({"x": x})),
    "xarray": of_library("xarray", lambda xarray, x: xarray.DataArray(x, dims="t")),
    "h5py": of_h5py,
    "zarr": of_library("zarr", lambda zarr, x: zarr.array(np.asarray(x))),
    "memoryview": lambda x: memoryview(x) if sys.version_info >= (3, 12) else memoryview(np.asarray(x)),
    "array.array": of_library("array", lambda array, x: array.array("d", x)),
    "DLPack": np.from_dlpack,
}
LABELLED = ("pandas.Series", "pandas.DataFrame", "xarray")      # whose operators align labels: refused, with a hint


def made(make, name):
    try:
        return make[name](V if make is MAKE else recto.device_put(V))
    except ModuleNotFoundError as error:
        pytest.skip(f"{error.name} is not installed")


def total(x):
    return np.sum(np.sin(np.asarray(x)) * 2.0)


def wanted(x):
    return total(np.from_dlpack(x) if isinstance(x, Exported) else np.asarray(x))


@pytest.fixture(params=MAKE)
def library(request):
    return request.param


def refused(library, call):
    """Whether a library's arrays are refused; if so, the error says what to pass."""
    if library in LABELLED:
        with pytest.raises(recto.CompileError, match=r"to_numpy\(\)"):
            call()
    return library in LABELLED


def test_as_argument(library):
    x = made(MAKE, library)
    if refused(library, lambda: recto.jit(total)(x)):
        x = x.to_numpy()
    np.testing.assert_allclose(recto.jit(total)(x), wanted(x), rtol=1e-6)


def test_as_leaf(library):
    x = made(MAKE, library)
    if refused(library, lambda: recto.jit(lambda tree: np.sum(tree["data"][0]))({"data": [x, None]})):
        x = x.to_numpy()
    found = recto.jit(lambda tree: {"sum": total(tree["data"][0])})({"data": [x, None]})
    np.testing.assert_allclose(found["sum"], wanted(x), rtol=1e-6)


def test_as_global(library, monkeypatch):
    x = made(MAKE, library)
    monkeypatch.setitem(globals(), "HELD", x)
    if refused(library, lambda: recto.jit(lambda y: total(HELD) + y)(1.0)):
        monkeypatch.setitem(globals(), "HELD", x.to_numpy())
    np.testing.assert_allclose(recto.jit(lambda y: total(HELD) + y)(1.0), wanted(x) + 1.0, rtol=1e-6)


def test_from_a_result(library):
    np.testing.assert_allclose(np.ravel(np.asarray(made(BACK, library))), V)


def test_gradients_with_respect_to_arguments(library):
    x = made(MAKE, library)
    if refused(library, lambda: recto.grad(total)(x)):
        x = x.to_numpy()
    np.testing.assert_allclose(recto.grad(total)(x), 2 * np.cos(
        np.from_dlpack(x) if library == "DLPack" else np.asarray(x)), rtol=1e-6)


def test_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    a = sparse.csr_matrix(np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]))
    np.testing.assert_allclose(recto.jit(lambda a, x: a @ x)(a, V), a @ V)
    np.testing.assert_allclose(recto.jit(lambda tree, x: tree["a"] @ x)({"a": a}, V), a @ V)
    np.testing.assert_allclose(recto.grad(lambda x: np.sum((a @ x) ** 2))(V), 2 * a.T @ (a @ V))
    slope = recto.grad(lambda a, x: np.sum((a @ x) ** 2))(a, V)
    np.testing.assert_allclose(np.ravel(slope.data), 2 * (a @ V)[[0, 0, 1]] * V[[0, 2, 1]])
    back = recto.jit(lambda a: a * 2.0)(a)
    np.testing.assert_allclose(back.toarray(), 2 * a.toarray())


def test_the_page_lists_what_is_tested():
    text = (pathlib.Path(__file__).parent.parent / "docs" / "foreign-arrays.md").read_text()
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")]
    assert [row.strip("`") for row in rows] == [*MAKE, "scipy.sparse"]
