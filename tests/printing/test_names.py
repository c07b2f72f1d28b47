"""Views have the names that the user gave them, in printed derivatives too; results have arrays of their own."""
import numpy as np
import pytest

import recto

X, W = np.linspace(0.1, 1.2, 12), np.linspace(-0.5, 0.5, 16).reshape(4, 4)


def gates(x, w):
    i, f, g = np.split(np.concatenate([x[:8] * 2.0, x[4:8]]), 3)
    return np.sum(np.tanh(i) * f + np.exp(g) @ w)


def rows(x, w):
    first, last = w[0], w[-1]
    return np.sum(np.sin(first * x[:4]) * np.cos(last))


def turned(x, w):
    t = w.T
    return np.sum(np.exp(t @ x[:4]) * t[0])


def written(x, w):
    y = x * 2.0
    head = y[:3]
    head += 1.0
    return np.sum(np.sin(head) * y[1:4])


@pytest.mark.parametrize("function, names", [
    (gates, ["i_bar", "g_bar"]), (rows, ["first_bar", "last_bar"]), (turned, ["t_bar"]),
    (written, ["head_bar"]),
], ids=lambda given: getattr(given, "__name__", None))
def test_gradients_name_views(function, names):
    gradient = recto.grad(function, argnums=(0, 1))
    source = gradient.source(X, W)
    assert [name for name in names if name not in source] == []
    space = {}
    exec(source, space)
    for found, wanted in zip(space[f"grad_{function.__name__}"](X.copy(), W), gradient(X.copy(), W), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


def test_a_name_that_moves_on_stays_with_the_first_value():
    """x = x[1:] names no second value: its cotangent is written into that of x."""
    def trimmed(x):
        x = x[1:-1]
        return np.sum(x * x)

    assert "x_bar_1" not in recto.grad(trimmed).source(X)


def test_results_are_arrays_of_their_own():
    """Who writes into one result of a printed function changes no other, as with those of a compiled one."""
    gradient = recto.grad(lambda a, b: np.sum((a + b) ** 2), argnums=(0, 1))
    space = {}
    exec(gradient.source("f64[3]", "f64[3]"), space)
    first, second = space["grad_f"](np.ones(3), np.ones(3))
    first += 1.0
    assert second.tolist() == [4.0, 4.0, 4.0]
