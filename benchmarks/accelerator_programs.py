"""What `accelerator` measures: functions by name, what is made of them, their arguments, sizes and tolerances."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

RATE = 0.1              # of a step of gradient descent
CLASSES = 16
EXACT, SINGLE, PRODUCTS = 1e-8, 1e-4, 3e-2      # tolerances: float64; float32; float32 whose products may be in TF32


class Work(NamedTuple):
    """A program.

    function: its name in `accelerator_kernels` and `accelerator_jax`. how: what is made of it, see `transformed`.
    arguments: from a generator of random numbers in the dtype and the sizes. gpu, cpu: sizes. static: keywords.
    tolerance: of the largest difference of an array, relative to the largest number in it.
    """
    function: str
    how: str
    arguments: Callable[..., tuple]
    gpu: tuple[int, ...]
    cpu: tuple[int, ...]
    dtype: str = "float32"
    tolerance: float = SINGLE
    static: dict[str, Any] | None = None
    in_axes: Any = 0

    def transformed(self, function: Callable, value_and_grad: Any, vmap: Any, descent: Any, squares: Any) -> Callable:
        """`forward`, `gradient` (and value) by the first argument, `step` of descent, `batch`, or `norms`: of the
        gradient of each sample.
        """
        known = functools.partial(function, **self.static) if self.static else function
        return {
            "forward": lambda: known,
            "gradient": lambda: value_and_grad(known),
            "step": lambda: descent(known),
            "batch": lambda: vmap(known, in_axes=self.in_axes),
            "norms": lambda: vmap(squares(known), in_axes=self.in_axes),
        }[self.how]()

    def given(self, sizes: tuple[int, ...], dtype: str = "") -> tuple:
        return self.arguments(Random(dtype or self.dtype), *sizes)


class Random:
    """Arrays of one dtype: always the same."""

    def __init__(self, dtype: str) -> None:
        self.dtype, self.generator = np.dtype(dtype), np.random.default_rng(0)

    def uniform(self, *shape: int) -> np.ndarray:
        return self.generator.random(shape, self.dtype)

    def around(self, *shape: int, scale: float = 1.0) -> np.ndarray:
        """Uniform numbers around 0."""
        return (self.uniform(*shape) - self.dtype.type(0.5)) * self.dtype.type(2.0 * scale)

    def weights(self, *shape: int) -> np.ndarray:
        """For products that keep the size of what they are given."""
        return self.around(*shape, scale=(3.0 / np.prod(shape[:-1])) ** 0.5)

    def zeros(self, *shape: int) -> np.ndarray:
        return np.zeros(shape, self.dtype)

    def one_hot(self, count: int, classes: int = CLASSES) -> np.ndarray:
        return np.eye(classes, dtype=self.dtype)[self.generator.integers(0, classes, count)]


def network(random: Random, batch: int, *sizes: int) -> tuple:
    parameters = [x for n, m in zip(sizes, (*sizes[1:], CLASSES)) for x in (random.weights(n, m), random.zeros(m))]
    return parameters, random.uniform(batch, sizes[0]), random.one_hot(batch)


def pictures(random: Random, batch: int, side: int, first: int, second: int) -> tuple:
    filters = [random.weights(3, 3, 3, first), random.weights(3, 3, first, second)]
    parameters = [*filters, random.weights(second, CLASSES), random.zeros(CLASSES)]
    return parameters, random.uniform(batch, side, side, 3), random.one_hot(batch)


def text(random: Random, batch: int, length: int, width: int) -> tuple:
    shapes = ((width, 3 * width), (width, width), (width, 4 * width), (4 * width, width))
    ones = [random.zeros(width) + random.dtype.type(1) for _ in range(2)]
    x, targets = (random.around(batch, length, width) for _ in range(2))
    return [*(random.weights(*shape) for shape in shapes), *ones], x, targets


def sequences(random: Random, length: int, batch: int, inputs: int, hidden: int) -> tuple:
    parameters = [random.weights(inputs, 4 * hidden), random.weights(hidden, 4 * hidden), random.zeros(4 * hidden)]
    return parameters, random.around(length, batch, inputs), random.around(length, batch, hidden)


def logits(random: Random, rows: int, classes: int) -> tuple:
    return random.around(rows, classes), random.one_hot(rows, classes)


def bodies(random: Random, count: int) -> tuple:
    return random.around(count, 3), random.around(count, 3, scale=0.1), random.uniform(count) / random.dtype.type(count)


def still_bodies(random: Random, count: int) -> tuple:
    return random.around(count, 3), random.uniform(count) / random.dtype.type(count)


def grid(random: Random, side: int) -> tuple:
    return (random.uniform(side, side),)


def weighted_grid(random: Random, side: int) -> tuple:
    return random.uniform(side, side), random.around(side, side)


def numbers(random: Random, count: int) -> tuple:
    return (np.linspace(0.01, 100.0, count, dtype=random.dtype),)


def vector_and_matrix(random: Random, size: int) -> tuple:
    return random.around(size), random.weights(size, size)


def positive_system(random: Random, size: int) -> tuple:
    matrix = random.around(size, size)
    return random.around(size), matrix @ matrix.T / random.dtype.type(size / 10) + np.eye(size, dtype=random.dtype)


def tridiagonals(random: Random, rows: int, columns: int) -> tuple:
    right, lower, upper = (random.around(rows, columns) for _ in range(3))
    return right, lower, random.uniform(rows, columns) + random.dtype.type(3), upper


def lines(random: Random, batch: int, length: int) -> tuple:
    return random.uniform(batch, length), 0.7


WORK: dict[str, Work] = {
    "MLP, training step": Work("mlp", "step", network, (4096, 784, 1024, 1024), (64, 32, 48, 48), tolerance=PRODUCTS),
    "convolutional network, training step": Work(
        "convolution", "step", pictures, (256, 32, 64, 128), (4, 10, 8, 16), tolerance=PRODUCTS),
    "transformer block, gradient": Work(
        "transformer", "gradient", text, (8, 1024, 1024), (2, 16, 32), tolerance=PRODUCTS, static={"heads": 8}),
    "N-body, 10 steps": Work("n_body", "forward", bodies, (4096,), (48,), static={"steps": 10}),
    "N-body, 4 steps, gradient": Work("n_body_loss", "gradient", bodies, (4096,), (48,), static={"steps": 4}),
    "heat equation, 100 steps": Work("heat", "forward", grid, (2048,), (64,), static={"steps": 50}),
    "heat equation, 100 steps, gradient": Work(
        "jacobi_2d", "gradient", weighted_grid, (1024,), (64,), "float64", EXACT, {"steps": 50}),
    "Newton's method (`while`)": Work("newton", "forward", numbers, (1_000_000,), (1000,), "float64", EXACT),
    "Newton's method (`while`), gradient": Work(
        "newton", "gradient", numbers, (1_000_000,), (1000,), "float64", EXACT),
    "LSTM, 200 steps, gradient": Work(
        "lstm", "gradient", sequences, (200, 128, 256, 512), (20, 8, 12, 16), tolerance=PRODUCTS),
    "vmap of a gradient: its norm for each sample": Work(
        "sample_loss", "norms", network, (1024, 784, 256), (16, 32, 24), tolerance=PRODUCTS, in_axes=(None, 0, 0)),
    "vmap of a `while`": Work("root", "batch", numbers, (1_000_000,), (1000,), "float64", EXACT),
    "matrix-vector chain, 200 products": Work(
        "products", "forward", vector_and_matrix, (4096,), (64,), tolerance=PRODUCTS, static={"steps": 200}),
    "layer norm and softmax, gradient": Work("normalized_loss", "gradient", logits, (8192, 4096), (64, 32)),
    "conjugate gradients (`while`)": Work(
        "conjugate_gradients", "forward", positive_system, (4096,), (64,), "float64", 1e-6),
    "conjugate gradients (`while`), gradient": Work(
        "solved_loss", "gradient", positive_system, (2048,), (64,), "float64", 1e-6),
    "vmap of a loop that writes": Work(
        "recurrence", "batch", lines, (8192, 1000), (16, 50), in_axes=(0, None)),
    "vmap of a loop that writes in a branch": Work(
        "limited", "batch", lines, (8192, 1000), (16, 50), "float64", EXACT, in_axes=(0, None)),
    "tridiagonal systems, loops over rows": Work(
        "tridiagonal", "forward", tridiagonals, (1000, 4096), (30, 16), "float64", EXACT),
    "tridiagonal systems, loops over rows, gradient": Work(
        "tridiagonal_loss", "gradient", tridiagonals, (1000, 4096), (30, 16), "float64", EXACT),
    "transformer block": Work(
        "transformer", "forward", text, (8, 1024, 1024), (2, 16, 32), tolerance=PRODUCTS, static={"heads": 8}),
    "layer norm and softmax": Work("normalized_loss", "forward", logits, (8192, 4096), (64, 32)),
    "convolutional network by shifted products, training step": Work(
        "shifted", "step", pictures, (256, 32, 64, 128), (4, 10, 8, 16), tolerance=PRODUCTS),
    "N-body, a loop over the bodies": Work("pulls_by_body", "forward", still_bodies, (4096,), (48,)),
}
