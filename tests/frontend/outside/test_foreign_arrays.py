"""Arrays of other libraries are data: converted at every call, never constants; those with another meaning are refused.

The classes here behave like what they are named after.
"""
import types
from typing import ClassVar

import numpy as np
import pytest

import recto
from recto import CompileError

X = np.array([1.0, 2.0, 3.0])


class Tensor:
    """Like torch's: an array that NumPy reads, and that the library's own operations change in place."""
    def __init__(self, values):
        self.values = np.array(values, dtype=float)

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def add_(self, x):
        self.values += x


class Shared(Tensor):
    """Hands its memory over, and nothing else."""
    __array__ = None

    def __dlpack__(self, **kwargs):
        return self.values.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class Dataset(Tensor):
    """Like h5py's: every read is a copy."""
    def __array__(self, dtype=None, copy=None):
        return self.values.copy()


class Interfaced:
    """Like PIL's images."""
    def __init__(self, values):
        self.values = np.array(values, dtype=float)

    __array_interface__ = property(lambda self: self.values.__array_interface__)

    def add_(self, x):
        self.values += x


class Unhashable(Tensor):
    """Like jax's."""
    __hash__ = None


KINDS = [Tensor, Shared, Dataset, Interfaced, Unhashable]
T = None


def use(x, t):
    return np.sum((x - np.asarray(t)) ** 2)


def check(function, t, *args):
    for change in (0.0, 4.0, -1.0):
        t.add_(change)
        np.testing.assert_array_equal(function(*args), np.sum((X - t.values) ** 2))


@pytest.mark.parametrize("kind", KINDS)
def test_argument(kind):
    t = kind(np.ones(3))
    check(recto.jit(use), t, X, t)


@pytest.mark.parametrize("kind", KINDS)
def test_another_object_is_no_other_program(kind):
    compiled = recto.jit(use)
    for k in range(3):
        np.testing.assert_array_equal(compiled(X, kind(np.full(3, k))), np.sum((X - k) ** 2))
    assert len(compiled.versions) == 1 and not any(v.static for v in compiled.versions[0].variants)


@pytest.mark.parametrize("kind", KINDS)
def test_argument_in_containers(kind):
    t = kind(np.ones(3))
    check(recto.jit(lambda x, p: use(x, p["a"][0])), t, X, {"a": [t, None]})


@pytest.mark.parametrize("kind", KINDS)
def test_after_calls_with_arrays(kind):
    compiled, t = recto.jit(use), kind(np.ones(3))
    compiled(X, np.ones(3)), compiled(X, X)
    check(compiled, t, X, t)
    np.testing.assert_array_equal(compiled(X, X), 0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_global(kind, monkeypatch):
    t = kind(np.ones(3))
    monkeypatch.setitem(globals(), "T", t)
    check(recto.jit(lambda x: use(x, T)), t, X)


@pytest.mark.parametrize("kind", KINDS)
def test_closure_attribute_and_static_argument(kind):
    t = kind(np.ones(3))
    held = types.SimpleNamespace(inner=[t])
    check(recto.jit(lambda x: use(x, t)), t, X)
    check(recto.jit(lambda x: use(x, held.inner[0])), t, X)
    if kind is not Unhashable:
        check(recto.jit(use, static_argnums=1), t, X, t)


@pytest.mark.parametrize("kind", KINDS)
def test_gradient(kind):
    t = kind(np.ones(3))
    gradient = recto.grad(use)
    for change in (0.0, 4.0):
        t.add_(change)
        np.testing.assert_array_equal(gradient(np.zeros(3), t), -2.0 * t.values)
    np.testing.assert_array_equal(recto.grad(use, argnums=1)(X, t), 2.0 * (t.values - X))


@pytest.mark.parametrize("kind", KINDS)
def test_operators_are_numpys(kind):
    t = kind(np.array([3.0, 2.0, 1.0]))
    compiled = recto.jit(lambda x, t: (x - t, t * 2.0, np.mean(t), t[0], len(t), t.sum()))
    for got, right in zip(compiled(X, t), (X - t.values, t.values * 2.0, 2.0, 3.0, 3, 6.0)):
        np.testing.assert_array_equal(got, right)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_not_written(kind):
    def write(t):
        t[0] = 5.0
        return t[0]
    compiled, t = recto.jit(write), kind(np.ones(3))
    for first in (t, np.ones(3)):
        np.testing.assert_array_equal(first is t or compiled(first), first is t or 5.0)
        with pytest.raises(CompileError, match=f"writes into an argument of class {kind.__name__}"):
            compiled(t)
    np.testing.assert_array_equal(t.values, np.ones(3))


# -- with another meaning --------------------------------------------------------------------------------------------

class Labelled(Tensor):
    """Like pandas' and xarray's: computes in its own way."""
    def __array_ufunc__(self, *args, **kwargs):
        return NotImplemented


class OnDevice:
    """Like cupy's."""
    __cuda_array_interface__: ClassVar[dict] = {}


class NeedsGradient(Tensor):
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("can't be called on a tensor that requires a gradient")


class Nothing(Tensor):
    def __array__(self, dtype=None, copy=None):
        return np.array([object()])


REFUSED = {
    Labelled: ("not an array with NumPy's meaning", "np.asarray"),
    OnDevice: ("can't be converted to a NumPy array", "recto.from_dlpack"),
    NeedsGradient: ("requires a gradient", "np.asarray"),
    Nothing: ("not an array of numbers", "np.asarray"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind, monkeypatch):
    message, hint = REFUSED[kind]
    t = kind() if kind is OnDevice else kind(np.ones(3))
    with pytest.raises(CompileError, match=message) as caught:
        recto.jit(use)(X, t)
    assert hint in caught.value.hint
    monkeypatch.setitem(globals(), "T", t)
    with pytest.raises(CompileError, match=message):
        recto.jit(lambda x: use(x, T))(X)


def test_sparse_matrices_of_other_formats_are_refused():
    sparse = pytest.importorskip("scipy.sparse")
    a, product = sparse.eye(3, format="lil"), lambda a, x: np.sum(a @ x)
    for call in (lambda: recto.jit(product)(a, X), lambda: recto.jit(product)(a=a, x=X),
                 lambda: recto.grad(product, argnums=1)(a, X), lambda: recto.jit(lambda p: p[0] @ p[1])([a, X])):
        with pytest.raises(CompileError, match="lil_matrix, which is not an array with NumPy's meaning") as caught:
            call()
        assert "x.tocsr()" in caught.value.hint
