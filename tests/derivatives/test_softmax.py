"""Weights that are normalised: the pullback of exp(z) / sum(exp(z)) is stated in terms of the result."""
import numpy as np
import pytest

import recto


def rows(z, w):
    e = np.exp(z - np.max(z, axis=1, keepdims=True))
    return np.sum(e / np.sum(e, axis=1, keepdims=True) * w)


def columns(z, w):
    e = np.exp(z)
    p = e / e.sum(axis=0)
    return np.sum(p ** 2 * w)


def whole(z, w):
    e = np.exp(z)
    p = e / e.sum()
    return np.sum(p * w) ** 2


def repeated(z, w):
    for _ in range(3):
        e = np.exp(z - z.max())
        z = e / e.sum() * w + z
    return np.sum(z)


def likelihood(z, w):
    e = np.exp(z)
    p = e / e.sum(axis=1)[:, None]
    return -np.mean(np.log(p[np.arange(3), np.array([0, 2, 1])]))


def used_besides(z, w):
    e = np.exp(z)
    p = e / e.sum(axis=1, keepdims=True)
    return np.sum(p * w * e)


def over_another_axis(z, w):
    e = np.exp(z)
    p = e / e.sum(axis=0)
    return np.sum(np.sum(p * w, axis=1) ** 2)


def of_other_numbers(z, w):
    p = np.exp(z) / (1 + np.sum(w ** 2, axis=0))
    return np.sum(p * (p - np.sum(p * w, axis=0)))


ALL = (rows, columns, whole, repeated, likelihood, used_besides, over_another_axis, of_other_numbers)


def given():
    random = np.random.default_rng(0)
    return random.normal(size=(3, 4)), random.normal(size=(3, 4))


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.__name__)
def test_gradients_are_slopes(f):
    z, w = given()
    found, step = recto.grad(f)(z, w), 1e-6
    for place in np.ndindex(z.shape):
        more, less = z.copy(), z.copy()
        more[place] += step
        less[place] -= step
        assert abs(found[place] - (f(more, w) - f(less, w)) / (2 * step)) < 1e-7


@pytest.mark.parametrize("f", (rows, columns, whole, likelihood), ids=lambda f: f.__name__)
def test_gradients_do_not_divide_again(f):
    code = [line.split("#")[0] for line in recto.grad(f).source(*given()).splitlines()]
    assert sum("e / " in line or "e_bar / " in line or "t_bar / " in line for line in code) == 1


def test_small_weights_do_not_lose_the_others():
    z = np.array([[-1000.0, 0.0, 1.0, 700.0], [5.0, 4.0, -800.0, 2.0], [1.0, 2.0, 3.0, 4.0]])
    assert np.all(np.isfinite(recto.grad(rows)(z, given()[1])))


def test_second_derivatives_and_batches():
    z, w = given()
    hessian = recto.hessian(whole)(z[:, 0], w[:, 0])
    np.testing.assert_allclose(hessian, np.transpose(hessian), atol=1e-15)
    np.testing.assert_allclose(recto.vmap(recto.grad(whole))(z, w),
                               [recto.grad(whole)(a, b) for a, b in zip(z, w)], rtol=1e-12)
