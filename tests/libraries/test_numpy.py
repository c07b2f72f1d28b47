"""recto.numpy: NumPy's functions, compiled one at a time, give NumPy's results on Recto's arrays."""
import numpy as np
import pytest

import recto
import recto.numpy as rnp

pytestmark = pytest.mark.xla
X, A, I = np.arange(6.0) - 2, np.arange(12.0).reshape(3, 4) % 5 + 1, np.array([0, 2, 2, 5])
CALLS = {
    "array": lambda n: n.array([1.0, 2.0]),
    "array of rows": lambda n: n.array([[1, 2], [3, 4]], dtype=np.float32), "asarray": lambda n: n.asarray(A),
    "zeros": lambda n: n.zeros((2, 3), dtype="float32"), "ones": lambda n: n.ones(3),
    "full": lambda n: n.full((2,), 7.0), "eye": lambda n: n.eye(3), "linspace": lambda n: n.linspace(0, 1, 5),
    "arange": lambda n: n.arange(6), "arange of floats": lambda n: n.arange(0.0, 1.0, 0.25),
    "arange to a float": lambda n: n.arange(3.0),
    "arange with a dtype": lambda n: n.arange(3, dtype="float32"),
    "reshape": lambda n: n.reshape(n.asarray(X), (2, 3)),
    "concatenate": lambda n: n.concatenate([X, n.asarray(X)]), "stack": lambda n: n.stack([X, X], axis=1),
    "vstack": lambda n: n.vstack((X, X)), "split": lambda n: n.split(X, 3),
    "meshgrid": lambda n: n.meshgrid(X, X, indexing="ij"), "einsum": lambda n: n.einsum("ij,kj->ik", A, A),
    "where": lambda n: n.where(n.asarray(X) > 1, X, 0.0), "sum": lambda n: n.sum(A, axis=0, keepdims=True),
    "mean": lambda n: n.mean(A, axis=(0, 1)), "argmax": lambda n: n.argmax(A, axis=1),
    "sort": lambda n: n.sort(A, axis=0), "cumsum": lambda n: n.cumsum(X),
    "tensordot": lambda n: n.tensordot(A, A.T, axes=1), "dot": lambda n: n.dot(X, X),
    "matmul": lambda n: n.matmul(A, A.T), "outer": lambda n: n.outer(X, X), "clip": lambda n: n.clip(X, 0, 2),
    "pad": lambda n: n.pad(X, (1, 2)), "take": lambda n: n.take(X, I), "tril": lambda n: n.tril(A),
    "isnan": lambda n: n.isnan(X), "allclose": lambda n: n.allclose(X, X),
    "histogram": lambda n: n.histogram(X, 3), "interp": lambda n: n.interp(0.5, X, X),
    "cov": lambda n: n.cov(A), "searchsorted": lambda n: n.searchsorted(X, 0.5),
    "bincount": lambda n: n.bincount(I, minlength=6), "expand_dims": lambda n: n.expand_dims(X, 0),
    "nonzero": lambda n: n.nonzero(X)[0], "unique": lambda n: n.unique(I),
    "linalg.norm": lambda n: n.linalg.norm(A), "linalg.inv": lambda n: n.linalg.inv(A[:, :3] + 9 * np.eye(3)),
    "fft.rfft": lambda n: n.fft.rfft(X), "ufunc with a number": lambda n: n.power(X, 2),
    "pi": lambda n: n.pi * n.ones(1), "shape": lambda n: n.shape(A), "ndim": lambda n: n.ndim(A),
    "size": lambda n: n.size(A),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_results_are_numpy_s(name):
    ours, theirs = recto.tree.leaves(CALLS[name](rnp)), recto.tree.leaves(CALLS[name](np))
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs):
        a, b = np.asarray(a), np.asarray(b)
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("name", ["einsum", "where", "linalg.inv", "fft.rfft", "cumsum", "arange of floats"])
def test_in_compiled_code_it_is_numpy(name):
    compiled, plain = recto.jit(lambda: CALLS[name](rnp))(), CALLS[name](np)
    np.testing.assert_allclose(compiled, plain, rtol=1e-13, atol=1e-14)


def test_types_and_constants_are_numpy_s_own():
    assert rnp.float32 is np.float32 and rnp.inf == np.inf and rnp.newaxis is None and rnp.ndarray is recto.Array
    assert rnp.finfo(np.float32).eps == np.finfo(np.float32).eps and rnp.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert {"sum", "linalg", "arange", "pi"} <= set(dir(rnp)) and not hasattr(rnp, "nonesuch")


def test_gradients_of_functions_that_use_it():
    found = recto.grad(lambda x: rnp.sum(rnp.sin(x) * rnp.array([1.0, 2.0])))(np.ones(2))
    np.testing.assert_allclose(found, np.cos(1.0) * np.array([1.0, 2.0]))


@pytest.mark.parametrize("find", [np.nanargmin, np.nanargmax])
def test_places_of_extremes_of_nothing_but_nan_raise(find):
    x = np.array([[np.nan, 1.0], [np.nan, np.nan]])
    np.testing.assert_array_equal(recto.jit(lambda x: find(x, axis=1))(x[:1]), [1])
    for axis in (0, 1):
        with pytest.raises(ValueError, match="All-NaN slice encountered"):
            recto.jit(lambda x: find(x, axis=axis))(x)
