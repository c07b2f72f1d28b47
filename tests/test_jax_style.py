"""Functions of JAX at the top level that are short in terms of others."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([0.5, -2.0, 3.0])


@recto.custom_gradient
def scaled(x, y):
    """A gradient that is not that of the value."""
    return np.sum(x * y), lambda bar: (3 * bar * y, np.zeros_like(x))


def test_custom_gradients():
    assert float(scaled(X, X)) == X @ X
    np.testing.assert_allclose(recto.grad(scaled)(X, X), 3 * X)
    np.testing.assert_allclose(recto.grad(scaled, argnums=1)(X, X), 0 * X)
    np.testing.assert_allclose(recto.jit(recto.grad(lambda x: scaled(np.sin(x), X)))(X), 3 * X * np.cos(X))
    np.testing.assert_allclose(recto.vmap(recto.grad(scaled), in_axes=(0, None))(np.eye(3), X), [3 * X] * 3)


@recto.jit
def in_a_scope(x):
    with recto.named_scope("squares"):
        y = x * x
    converted, held = recto.closure_convert(lambda z: z + y, x)
    return recto.named_call(converted, name="sum")(x, *held)


def test_scopes_and_closures():
    np.testing.assert_array_equal(in_a_scope(X), X + X * X)
    np.testing.assert_allclose(recto.grad(lambda x: np.sum(in_a_scope(x)))(X), 1 + 2 * X)


def test_default_width():
    assert recto.config.enable_x64
    with recto.enable_x64(False):
        assert recto.jit(np.sin)(X).dtype == np.float32
        with pytest.raises(ZeroDivisionError), recto.enable_x64(True):
            assert recto.jit(np.sin)(X).dtype == np.float64
            raise ZeroDivisionError
        assert not recto.config.enable_x64
    assert recto.jit(np.sin)(X).dtype == np.float64


def test_nans_are_found():
    root = recto.jit(lambda x: np.sqrt(x))
    with recto.debug_nans(), pytest.raises(FloatingPointError):
        root(X)
    with recto.debug_nans(False):
        assert np.isnan(root(X)[1])
    assert np.isnan(root(X)[1])


def test_one_process():
    assert (recto.process_count(), recto.process_index(), recto.process_indices()) == (1, 0, [0])
    assert recto.default_backend() == recto.devices()[0].platform
    assert recto.remat is recto.checkpoint
