"""What vjp and linearize give outside of compiled code is a function for jit, vmap and derivatives."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X, T = np.array([0.3, 1.0, 2.0]), np.array([1.0, -2.0, 0.5])


def f(x):
    return np.sin(x) * x[0]


def jacobian(x):
    return np.diag(np.cos(x) * x[0]) + np.outer(np.sin(x), [1.0, 0.0, 0.0])


def pulled(x):
    pull = recto.vjp(f, x)[1]
    return lambda bar: pull(bar)[0]


@pytest.fixture
def pull():
    return recto.vjp(f, X)[1]


@pytest.fixture
def push():
    return recto.linearize(f, X)[1]


def test_compiled(pull, push):
    np.testing.assert_allclose(recto.jit(pull)(T)[0], T @ jacobian(X))
    np.testing.assert_allclose(recto.jit(push)(T), jacobian(X) @ T)
    np.testing.assert_allclose(recto.jit(lambda t: pull(push(t))[0])(T), jacobian(X) @ T @ jacobian(X))


def test_batched(pull, push):
    np.testing.assert_allclose(recto.vmap(pull)(np.eye(3))[0], jacobian(X))
    np.testing.assert_allclose(recto.vmap(push, out_axes=1)(np.eye(3)), jacobian(X))


def test_derivatives(pull, push):
    """They are linear: their derivative is themselves."""
    np.testing.assert_allclose(recto.grad(lambda t: np.sum(push(t) ** 2))(T), 2 * jacobian(X) @ T @ jacobian(X))
    np.testing.assert_allclose(recto.jvp(push, (X,), (T,))[1], jacobian(X) @ T)
    np.testing.assert_allclose(recto.vjp(pull, X)[1]((T,))[0], jacobian(X) @ T)
    np.testing.assert_allclose(recto.linear_transpose(push, X)(T)[0], T @ jacobian(X))


def test_of_other_points():
    """Functions of one code at several points: each call takes the arrays of the one it has."""
    along = recto.jit(lambda pull, bar: pull(bar)[0])
    for x in (X, 2 * X, X - 1):
        np.testing.assert_allclose(along(recto.vjp(f, x)[1], T), T @ jacobian(x))
        np.testing.assert_allclose(recto.jit(pulled(x))(T), T @ jacobian(x))


def test_a_name_that_gets_another_function():
    pull = recto.vjp(f, X)[1]
    compiled = recto.jit(lambda bar: pull(bar)[0])
    for x in (X, 2 * X, X):
        pull = recto.vjp(f, x)[1]
        np.testing.assert_allclose(compiled(T), T @ jacobian(x))


def test_wrong_arguments_are_refused(pull):
    with pytest.raises(recto.CompileError, match="takes 1 arguments"):
        recto.jit(lambda bar: pull(bar, bar, bar))(T)
