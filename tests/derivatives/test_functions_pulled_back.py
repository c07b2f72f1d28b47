"""Functions stay functions in gradients: each is pulled back by one function of its own, whatever it is made of."""
from __future__ import annotations

import numpy as np
import pytest

import recto
from recto.testing import check_grads


def pairs(q, m):
    f = np.zeros_like(q)
    for i in range(len(q)):
        for j in range(len(q)):
            if i != j:
                d = q[j] - q[i]
                r2 = d @ d + 0.01
                f[i] += m[i] * m[j] * d / r2 ** 1.5
    return f


def chain(q, m):
    f = np.zeros_like(q)
    for i in range(1, len(q)):
        d = q[i] - q[i - 1]
        length = np.sqrt(np.sum(d * d))
        f[i] -= m[i] * (length - 1.0) * d / length
        f[i - 1] += m[i] * (length - 1.0) * d / length
    return f


def cut_off(q, m):
    f = np.zeros_like(q)
    for i in range(len(q)):
        r2 = np.sum(q[i] ** 2)
        if r2 < 2.0:
            f[i] = m[i] * q[i] * np.exp(-r2)
    return f


FORCES = [pairs, chain, cut_off]


def twice(force):
    def two(q, m):
        a = force(q, m)
        b = force(q + 0.1 * a, m)
        return np.sum(b ** 2)
    return two


def stepped(force):
    def steps(q, m):
        p = np.zeros_like(q)
        for _ in range(3):
            p = p + 0.1 * force(q, m)
            q = q + 0.1 * p
        return np.sum(q ** 2 + p ** 2)
    return steps


def inputs():
    rng = np.random.default_rng(3)
    return rng.normal(size=(5, 3)), rng.uniform(0.5, 1.5, 5)


@pytest.mark.parametrize("force", FORCES)
def test_a_function_called_twice_is_pulled_back_by_one_function(force):
    source = recto.grad(twice(force), (0, 1)).source(*inputs())
    name = force.__name__
    assert source.count(f"def {name}_vjp(") == 1
    assert source.count(f"{name}_vjp(") == 3
    assert source.count(f"def {name}(") == 1


@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize("around", [twice, stepped])
def test_what_follows_from_coordinates_is_not_saved(force, around):
    """Distances between points are computed again from the points."""
    source = recto.grad(around(force), (0, 1)).source(*inputs())
    body = source[source.index(f"def {force.__name__}("):]
    assert "_saved" not in body[:body.index("\n\n\n")]


@pytest.mark.xla
@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize("around", [twice, stepped])
def test_gradients(force, around):
    check_grads(around(force), inputs(), order=1, modes=["rev"])
