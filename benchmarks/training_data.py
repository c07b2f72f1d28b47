"""What the training steps are run on: sizes as in `examples/`, numbers from a generator, the same for all sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

FLOAT = np.float32
CLASSES = 10
CHARACTERS, CONTEXT, WIDTH, BLOCKS = 54, 64, 64, 2         # the transformer's
HEADS = 4


class Work(NamedTuple):
    """A step of an example: its name on each side, and its arguments as NumPy arrays.

    batch: positions of the arguments that stay NumPy arrays in a second row; the others are always on the device.
    """
    step: str
    arguments: Callable[[], tuple]
    batch: tuple[int, ...] = ()


def normal(*shape: int, dtype: Any = FLOAT) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(dtype)


def one_hot(count: int) -> np.ndarray:
    return np.eye(CLASSES, dtype=FLOAT)[np.arange(count) % CLASSES]


def tumours() -> tuple:
    """Weights, measurements and labels of the size of scikit-learn's breast-cancer set, in float64."""
    inputs = np.hstack([np.ones((455, 1)), normal(455, 30, dtype=float)])
    noise = normal(455, dtype=float)
    return np.zeros(31), inputs, (inputs @ normal(31, dtype=float) + 2.0 * noise > 0).astype(int)


def network(count: int, *sizes: int) -> tuple:
    """Layers, a batch of images in rows, and their targets."""
    layers = [(normal(n, m) * FLOAT(np.sqrt(2.0 / n)), np.zeros(m, FLOAT)) for n, m in zip(sizes, sizes[1:])]
    return layers, np.random.default_rng(0).random((count, sizes[0]), FLOAT), one_hot(count)


def block(inputs: int, outputs: int) -> list:
    """The parameters of a convolution, its normalisation, ReLU and pooling, as stax keeps them."""
    filters = normal(3, 3, inputs, outputs) * FLOAT(np.sqrt(2.0 / (9 * inputs)))
    offsets = np.zeros(outputs, FLOAT)
    return [(filters, offsets.reshape(1, 1, 1, -1)), (offsets, np.ones(outputs, FLOAT)), (), ()]


def pictures(count: int, side: int) -> tuple:
    """Parameters of the convolutional network with 16 and 32 channels, images, and their targets."""
    flat = 32 * (side // 4) ** 2 if side % 4 == 0 else 32 * ((side // 2 - 1) // 2) ** 2
    dense = (normal(flat, CLASSES) * FLOAT(1.0 / np.sqrt(flat)), np.zeros(CLASSES, FLOAT))
    params = [*block(1, 16), *block(16, 32), (), dense, ()]
    return params, np.random.default_rng(0).random((count, side, side, 1), FLOAT), one_hot(count)


def letters(count: int = 16) -> tuple:
    """The transformer's parameters, and rows of numbers of characters."""
    def weights(n: int, m: int) -> np.ndarray:
        return normal(n, m) * FLOAT(1.0 / np.sqrt(n))
    blocks = [{"qkv": weights(WIDTH, 3 * WIDTH), "out": weights(WIDTH, WIDTH), "up": weights(WIDTH, 4 * WIDTH),
               "down": weights(4 * WIDTH, WIDTH), "scales": np.ones((2, WIDTH), FLOAT)} for _ in range(BLOCKS)]
    params = {"characters": FLOAT(0.1) * normal(CHARACTERS, WIDTH), "places": FLOAT(0.1) * normal(CONTEXT, WIDTH),
              "blocks": blocks, "logits": weights(WIDTH, CHARACTERS)}
    return params, np.random.default_rng(0).integers(0, CHARACTERS, (count, CONTEXT + 1))


def points(count: int) -> tuple:
    return (np.linspace(-3.0, 3.0, count, endpoint=False),)


WORK: dict[str, Work] = {
    "logistic regression 455 × 31, a step": Work("logistic_step", tumours, (1, 2)),
    "logistic regression 455 × 31, 300 steps": Work("logistic_descent", tumours),
    "swish, third derivative, 1,200": Work("swish", lambda: points(1200)),
    "swish, third derivative, 1,000,000": Work("swish", lambda: points(1_000_000)),
    "MLP 64-128-64-10, 32 images": Work("mlp", lambda: network(32, 64, 128, 64, 10), (1, 2)),
    "MLP 784-512-512-10, 128 images": Work("mlp", lambda: network(128, 784, 512, 512, 10), (1, 2)),
    "convnet 16-32 with adam, 32 of 8 × 8": Work("convnet", lambda: pictures(32, 8)),
    "convnet 16-32 with adam, 32 of 28 × 28": Work("convnet", lambda: pictures(32, 28)),
    "logistic regression 455 × 31, Hessian": Work("hessian", tumours),
    "logistic regression 455 × 31, Newton's method": Work("newton", tumours),
    "transformer with adamw, 16 × 64 letters": Work("transformer", letters),
}
NUMPY = "; the batch in NumPy"
TITLES = {**{title: (title, False) for title in WORK},
          **{title + NUMPY: (title, True) for title, work in WORK.items() if work.batch}}
