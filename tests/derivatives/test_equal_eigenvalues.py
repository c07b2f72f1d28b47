"""Derivatives where singular values, or eigenvalues, are equal: of vectors, pseudo-inverses and least squares."""

import numpy as np
import pytest
from scipy import linalg

import recto

RNG = np.random.default_rng(4)
WEIGHTS = np.arange(1.0, 10.0).reshape(3, 3)
Q = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
MATRICES = {
    "scaled identity": 2.0 * np.eye(3),
    "orthogonal": Q,
    "tall": np.vstack([2.0 * Q, 0.0 * Q[:1]]),
    "wide": np.vstack([2.0 * Q, 0.0 * Q[:1]]).T,
    "any": RNG.normal(size=(3, 4)),
}


def of_pinv(a):
    p = np.linalg.pinv(a)
    return np.sum(p[:3, :3] * WEIGHTS[: p.shape[0], : p.shape[1]]) + np.sum(np.linalg.pinv(a, rcond=1e-9) ** 2)


def of_pinvh(a):
    return np.sum(linalg.pinvh(a + a.T) * WEIGHTS)


@pytest.mark.xla
@pytest.mark.parametrize("name", MATRICES)
def test_pinv(name):
    compare(of_pinv, MATRICES[name])


@pytest.mark.xla
def test_pinvh():
    compare(of_pinvh, np.eye(3))
    compare(of_pinvh, RNG.normal(size=(3, 3)))


def of_polar(a):
    return sum(np.sum(part * WEIGHTS) for side in ("left", "right") for part in linalg.polar(a, side))


@pytest.mark.xla
@pytest.mark.parametrize("name", ["scaled identity", "orthogonal"])
def test_polar(name):
    compare(of_polar, MATRICES[name], bends=False)


def of_space(a):
    """The projection onto the space of the two smallest eigenvalues."""
    basis = np.linalg.eigh(a + a.T)[1][:, :2]
    return np.sum(basis @ basis.T * WEIGHTS)


@pytest.mark.xla
@pytest.mark.parametrize("turn", [np.eye(3), Q])
def test_spaces_of_equal_eigenvalues(turn):
    compare(of_space, turn @ np.diag([1.0, 1.0, 2.0]) @ turn.T, bends=False)


def of_components(x):
    """The principal components of three samples in five dimensions, where most eigenvalues are 0."""
    x = x - x.mean(0)
    values, vectors = np.linalg.eigh(x.T @ x)
    return np.sum((np.abs(vectors[:, -2:]) * values[-2:])[:3] * WEIGHTS[:, :2])


@pytest.mark.xla
def test_components_beside_equal_eigenvalues():
    compare(of_components, RNG.normal(size=(3, 5)), bends=False)


def by_eigenvalues(a):
    values, vectors = np.linalg.eigh(a)
    return np.sum((vectors * np.exp(values)) @ vectors.T)


def by_singular_values(a):
    u, values, vh = np.linalg.svd(a)
    return np.sum((u * values**2) @ vh)


def printed_alone(a):
    """The eigenvalues have no part in the derivative."""
    values, vectors = np.linalg.eigh(a + a.T)
    print(values)
    return np.sum(vectors[:, :2] @ vectors[:, :2].T * (values > 0) * WEIGHTS)


@pytest.mark.xla
@pytest.mark.parametrize("f", [by_eigenvalues, by_singular_values])
def test_functions_of_equal_values_are_not_silently_wrong(f):
    """The derivative of the values' function can't be told from what reaches the vectors."""
    assert not np.all(np.isfinite(recto.grad(f)(np.eye(3))))
    assert not np.all(np.isfinite(recto.jacfwd(f)(np.eye(3))))
    compare(f, RNG.normal(size=(3, 3)) / 4 + np.diag([1.0, 2.0, 3.0]))


VALUES = [lambda a: np.sum(np.linalg.eigvalsh(a) ** 3), lambda a: np.sum(np.linalg.svd(a, compute_uv=False) ** 4)]


@pytest.mark.xla
@pytest.mark.parametrize("f", VALUES)
def test_second_derivatives_of_equal_values_alone_are_not_silently_wrong(f):
    a = np.diag([1.0, 1.0, 3.0])
    compare(f, a, bends=False)
    assert not np.all(np.isfinite(recto.hessian(f)(a)))
    compare(f, np.diag([1.0, 2.0, 3.0]))


@pytest.mark.xla
def test_values_that_are_not_differentiated_count_as_unused():
    compare(printed_alone, np.diag([1.0, 1.0, 2.0]), bends=False)


def of_lstsq(a):
    right = np.arange(1.0, 2.0 * len(a) + 1).reshape(-1, 2)
    found, _, rank, _ = np.linalg.lstsq(a, right, rcond=None)
    return np.sum(found**2) * rank + np.sum(np.linalg.lstsq(a, right[:, 0], rcond=None)[0])


@pytest.mark.xla
@pytest.mark.parametrize("name", MATRICES)
def test_lstsq(name):
    compare(of_lstsq, MATRICES[name])


def compare(f, a, bends=True):
    way, h = np.random.default_rng(0).normal(size=a.shape), 1e-5
    slope = (f(a + h * way) - f(a - h * way)) / (2 * h)
    np.testing.assert_allclose(np.sum(recto.grad(f)(a) * way), slope, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(recto.jvp(f, (a,), (way,))[1], slope, rtol=1e-6, atol=1e-8)
    if not bends:
        return
    h = 1e-3
    bend = (f(a + h * way) - 2 * f(a) + f(a - h * way)) / h**2
    found = recto.jvp(lambda a: recto.jvp(f, (a,), (way,))[1], (a,), (way,))[1]
    np.testing.assert_allclose(found, bend, rtol=1e-4, atol=1e-4)


def test_the_rank_may_be_cut_where_that_is_not_negligible():
    a, f = RNG.normal(size=(3, 3)), lambda a: np.linalg.pinv(a, rcond=0.5)
    np.testing.assert_allclose(recto.jit(f)(a), f(a), rtol=1e-9)
