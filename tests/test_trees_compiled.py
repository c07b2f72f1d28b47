"""recto.tree inside compiled code."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def test_map_and_leaves_in_compiled_code():
    @recto.jit
    def step(params, gradients, rate):
        new = recto.tree.map(lambda p, g: p - rate * g, params, gradients)
        return new, sum(np.sum(x ** 2) for x in recto.tree.leaves(new))
    params = {"b": (np.ones(2), np.zeros(3)), "a": np.full(2, 2.0)}
    new, norm = step(params, params, 0.5)
    assert np.allclose(new["b"][0], 0.5) and np.allclose(new["a"], 1.0)
    assert float(norm) == 2.5


def test_a_training_loop_over_a_tree():
    def loss(p, x):
        return np.sum((x @ p["w"] + p["b"] - 1.0) ** 2)

    @recto.jit
    def train(p, x):
        for _ in range(200):
            g = recto.grad(loss)(p, x)
            p = recto.tree.map(lambda v, d: v - 0.02 * d, p, g)
        return p
    x = np.linspace(-1, 1, 12).reshape(6, 2)
    p = train({"w": np.zeros((2, 1)), "b": np.zeros(1)}, x)
    assert float(recto.jit(loss)(p, x)) < 1e-6


def test_structures_that_differ():
    with pytest.raises(recto.CompileError, match="structures differ"):
        recto.jit(lambda a, b: recto.tree.map(lambda x, y: x + y, a, b))((1.0, 2.0), (1.0,))
