"""The training step that docs/libraries.md prints: Optax's adam, and a model in NumPy."""
import numpy as np
import optax

import recto

adam = optax.adam(1e-2)


def loss(params, x, y):
    return np.mean((x @ params["w"] + params["b"] - y) ** 2)


def step(params, state, x, y):
    gradients = recto.grad(loss)(params, x, y)
    updates, state = adam.update(gradients, state, params)
    return optax.apply_updates(params, updates), state


def source() -> str:
    params = {"w": np.zeros(3, np.float32), "b": np.float32(0)}
    x, y = np.ones((8, 3), np.float32), np.ones(8, np.float32)
    with recto.enable_x64(False):
        return recto.jit(step).source(params, adam.init(params), x, y)
