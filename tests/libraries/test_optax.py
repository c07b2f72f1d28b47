"""Optax as it is, with a model in NumPy, where it is installed: the parameters after 20 steps are those of JAX."""
import numpy as np
import pytest

import recto

optax, jax = pytest.importorskip("optax"), pytest.importorskip("jax")

OPTIMISERS = {
    "sgd": optax.sgd(0.1), "momentum": optax.sgd(0.1, 0.9), "adam": optax.adam(1e-2), "adamw": optax.adamw(1e-2),
    "rmsprop": optax.rmsprop(1e-2), "chain": optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-2))}


def loss(p, x, y):
    return np.mean((np.tanh(x @ p["w"] + p["b"]) - y) ** 2)


def loss_jax(p, x, y):
    return jax.numpy.mean((jax.numpy.tanh(x @ p["w"] + p["b"]) - y) ** 2)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_steps_are_those_of_jax(name):
    optimiser, draw = OPTIMISERS[name], np.random.default_rng(0).standard_normal

    def step(p, state, x, y):
        updates, state = optimiser.update(recto.grad(loss)(p, x, y), state, p)
        return optax.apply_updates(p, updates), state

    def step_jax(p, state, x, y):
        updates, state = optimiser.update(jax.grad(loss_jax)(p, x, y), state, p)
        return optax.apply_updates(p, updates), state

    x, y = draw((8, 3)).astype(np.float32), draw((8, 2)).astype(np.float32)
    theirs = p = {"w": draw((3, 2)).astype(np.float32), "b": np.zeros(2, np.float32)}
    compiled, compiled_by_jax = recto.jit(step), jax.jit(step_jax)
    their_state = optimiser.init(p)
    state = jax.tree.map(np.asarray, their_state)
    for _ in range(20):
        p, state = compiled(p, state, x, y)
        theirs, their_state = compiled_by_jax(theirs, their_state, x, y)
    for key in p:
        np.testing.assert_allclose(p[key], theirs[key], 1e-4, 1e-6)
