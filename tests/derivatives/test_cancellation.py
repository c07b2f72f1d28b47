"""What cancels has no derivative: random members of softmax, logsumexp and their like; and what does not cancel has."""
import itertools

import numpy as np
import pytest

import recto

RANDOM = np.random.default_rng(8)
X, V = RANDOM.normal(size=(4, 5)), RANDOM.normal(size=(5, 3))


def normalised(extreme, axis, sign, keep, masked, then):
    """A function of an array that subtracts an extreme, which does not matter for what it gives."""
    def softmax(x, scale):
        m = extreme(x, axis=axis, keepdims=True)
        e = np.exp(sign * (x - m) / scale)
        if masked:
            e = np.where(x > -0.9, e, 0.0)
        total = np.sum(e, axis=axis, keepdims=True)
        if then == "log":
            return np.sum(m + sign * scale * np.log(total))
        p = e / total
        return np.sum(np.sin(p @ x.T)) if then == "product" else np.sum(p ** 2 * x)

    def flat(x, scale):
        m = extreme(x, axis=axis)
        wide = m[:, None] if axis else m
        e = np.exp(sign * (x - wide) / scale)
        if masked:
            e = np.where(x > -0.9, e, 0.0)
        total = np.sum(e, axis=axis)
        if then == "log":
            return np.sum(m + sign * scale * np.log(total))
        p = e / (total[:, None] if axis else total)
        return np.sum(np.sin(p @ x.T)) if then == "product" else np.sum(p ** 2 * x)

    return softmax if keep else flat


FAMILY = list(itertools.product((np.max, np.min), (0, 1), (1.0, -1.0), (True, False), (True, False),
                                ("log", "product", "square")))


def slope(f, x, *rest):
    """The slope along a random direction, by central differences."""
    direction, h = np.random.default_rng(0).normal(size=x.shape), 1e-6
    return (f(x + h * direction, *rest) - f(x - h * direction, *rest)) / (2 * h), direction


def printed_gradient(f, *args):
    source = recto.grad(f).source(*args, comments="none")
    names: dict = {}
    exec(source, names)
    return source, names["grad_" + f.__name__](*[np.copy(a) if isinstance(a, np.ndarray) else a for a in args])


@pytest.mark.parametrize("member", FAMILY[::3], ids=lambda m: "-".join(getattr(p, "__name__", str(p)) for p in m))
def test_the_extreme_has_no_derivative(member):
    f = normalised(*member)
    source, gradient = printed_gradient(f, X, 0.8)
    assert "==" not in source and "argm" not in source      # ties of the extreme
    wanted, direction = slope(f, X, 0.8)
    np.testing.assert_allclose(np.sum(gradient * direction), wanted, rtol=1e-6, atol=1e-8)


def without_division(x):
    m = np.max(x)
    return m + np.sum(np.exp(x - m))


def twice_the_logarithm(x):
    m = np.max(x)
    return m + 2 * np.log(np.sum(np.exp(x - m)))


def the_extreme_remains(x):
    m = np.max(x, axis=1, keepdims=True)
    e = np.exp(x - m)
    return np.sum(m * e / np.sum(e, axis=1, keepdims=True))


def along_another_axis(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return np.sum((e / np.sum(e, axis=0)) ** 2)


def squared(x):
    m = np.max(x, axis=1, keepdims=True)
    return np.sum(np.exp((x - m) ** 2) / np.sum(np.exp((x - m) ** 2), axis=1, keepdims=True) * x)


def by_products_of_shifts(x):
    m = np.max(x)
    return np.sum((x - m) * (x - m)) + np.sum(np.exp(x - m)) / np.sum(np.exp(x))


@pytest.mark.parametrize("f", [without_division, twice_the_logarithm, the_extreme_remains, along_another_axis, squared,
                               by_products_of_shifts], ids=lambda f: f.__name__)
def test_what_does_not_cancel_keeps_its_derivative(f):
    _, gradient = printed_gradient(f, X)
    wanted, direction = slope(f, X)
    np.testing.assert_allclose(np.sum(gradient * direction), wanted, rtol=1e-6, atol=1e-8)


def log_normaliser(x):
    m = np.max(x)
    return m + np.log(np.sum(np.exp(x - m)))


@pytest.mark.xla
def test_tangents_and_second_derivatives():
    p = np.exp(X[0]) / np.sum(np.exp(X[0]))
    np.testing.assert_allclose(recto.jvp(log_normaliser, (X[0],), (V[:, 0],))[1], p @ V[:, 0], rtol=1e-12)
    np.testing.assert_allclose(recto.hessian(log_normaliser)(X[0]), np.diag(p) - np.outer(p, p), rtol=1e-10, atol=1e-15)
    assert "==" not in recto.hessian(log_normaliser).source("f64[5]")
