"""Signs of cotangents in printed gradients: outermost, and never two."""
from __future__ import annotations

import numpy as np
import pytest

import recto


def spread(x, mu, var):
    return np.sum(3 * np.exp(-0.5 * (x[:, None] - mu) ** 2 / var))


def newton(A, k, y, dt):
    residual = y - dt * (A @ y - k * y ** 3)
    return np.sum(residual * np.sin(y))


def clipped(x, y):
    err = np.sqrt(np.sum((x - y) ** 2))
    return 2.0 / err


def iterated(A, B, x):
    """Two products with transposes of what the loop does not change."""
    P = np.diag(x)
    for _ in range(5):
        P = np.tanh(A @ P @ A.T)
        P = P + B @ P @ B.T
    return np.sum(P ** 2)


PROGRAMS = {
    spread: ((0, 1), ("f64[10]", "f64[3]", "f64[3]")),
    newton: ((0, 2), ("f64[3,3]", "f64", "f64[3]", "f64")),
    clipped: ((0, 1), ("f64[4]", "f64[4]")),
}


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_no_sign_stands_inside_of_a_sum_or_a_product(function):
    argnums, types = PROGRAMS[function]
    source = recto.grad(function, argnums=argnums).source(*types)
    assert not any(text in source for text in ("sum(-", "outer(-", "dot(-", "(-t", "- -", "+ -"))


def test_transposes_of_invariants_are_pulled_back_where_they_are_used():
    """All that line 1 of the body adds to A_bar stands below the comment of that line, and before no other line's."""
    source = recto.grad(iterated, argnums=(0, 1)).source("f64[3,3]", "f64[3,3]", "f64[3]")
    of_b, of_a = source[source.rindex("    for "):].split("# P = np.tanh(A @ P @ A.T)")
    assert "B_bar +=" in of_b and "A_bar" not in of_b
    assert "A_bar +=" in of_a and "B_bar +=" not in of_a


def test_they_are_right():
    random = np.random.default_rng(0)
    A, B, x = 0.5 * random.normal(size=(3, 3)), 0.5 * random.normal(size=(3, 3)), random.normal(size=3)
    for which, matrix in enumerate((A, B)):
        bar = recto.grad(iterated, argnums=which)(A, B, x)
        for i, j in ((0, 1), (2, 2)):
            step = np.zeros((3, 3))
            step[i, j] = 1e-6
            ends = [iterated(*(m + s * step if k == which else m for k, m in enumerate((A, B))), x) for s in (1, -1)]
            np.testing.assert_allclose(bar[i, j], (ends[0] - ends[1]) / 2e-6, rtol=1e-6)
