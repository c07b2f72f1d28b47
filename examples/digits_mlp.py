"""A network with two hidden layers classifies handwritten digits.

    python examples/digits_mlp.py                                   # 1,797 digits of scikit-learn
    python examples/digits_mlp.py --mnist FOLDER --hidden 512 512   # MNIST, from its IDX files
    python examples/digits_mlp.py --torch                           # compared with the same network in PyTorch

`predict` is written for one image; the loss batches it with vmap. At the end, the example prints the generated
gradient of the loss.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import datasets
import recto
from progress import shown

CLASSES = 10
Params = list[tuple[Any, Any]]


def initial(sizes: Sequence[int], seed: int, dtype: Any = np.float32) -> Params:
    """Weights and biases of each layer, (inputs, outputs) and (outputs,)."""
    keys = recto.random.split(recto.random.key(seed), len(sizes) - 1)
    init = recto.nn.initializers.he_normal(dtype=dtype)
    return [(np.asarray(init(key, (m, n))), np.zeros(n, dtype)) for key, m, n in zip(keys, sizes[:-1], sizes[1:])]


def predict(params: Params, image: Any) -> Any:
    """The logarithms of the probabilities of the classes, for one image."""
    activations = image
    for weights, biases in params[:-1]:
        activations = np.maximum(activations @ weights + biases, 0)
    weights, biases = params[-1]
    logits = activations @ weights + biases
    return logits - np.log(np.sum(np.exp(logits)))


batched_predict = recto.vmap(predict, in_axes=(None, 0))


def loss(params: Params, images: Any, targets: Any) -> Any:
    """Minus the mean log-probability of the targets, one-hot rows."""
    return -np.mean(np.sum(batched_predict(params, images) * targets, axis=1))


@recto.jit
def step(params: Params, images: Any, targets: Any, rate: Any) -> tuple[Params, Any]:
    """The parameters after a step of gradient descent, and the loss before it."""
    value, gradients = recto.value_and_grad(loss)(params, images, targets)
    return recto.tree.map(lambda p, g: p - rate * g, params, gradients), value


@recto.jit
def accuracy(params: Params, images: Any, labels: Any) -> Any:
    return np.mean(np.argmax(batched_predict(params, images), axis=1) == labels)


def one_hot(labels: np.ndarray) -> np.ndarray:
    return np.eye(CLASSES, dtype=np.float32)[labels]


def batches(parts: datasets.Split, size: int, epoch: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Images and targets, in an order that depends on the epoch alone."""
    for rows in datasets.batches(len(parts.train_labels), size, epoch):
        yield parts.train_inputs[rows], one_hot(parts.train_labels[rows])


def train(params: Params, parts: datasets.Split, epochs: int, size: int, rate: float) -> Params:
    """Stochastic gradient descent; after each epoch its time and the accuracies are printed."""
    for epoch in range(epochs):
        start = time.perf_counter()
        for images, targets in shown(list(batches(parts, size, epoch)), f"epoch {epoch + 1:2}"):
            params, _ = step(params, images, targets, rate)
        recto.block_until_ready(params)
        print(f"epoch {epoch + 1:2}: {time.perf_counter() - start:6.2f} s   {scores(params, parts)}")
    return params


def scores(params: Params, parts: datasets.Split) -> str:
    on_train = accuracy(params, parts.train_inputs, parts.train_labels)
    on_test = accuracy(params, parts.test_inputs, parts.test_labels)
    return f"accuracy in training {float(on_train):.2%}, in the test {float(on_test):.2%}"


def beside_torch(params: Params, parts: datasets.Split, size: int, rate: float, steps: int) -> None:
    """Print the losses of both for the same weights and batches."""
    import digits_mlp_torch
    given = first_batches(parts, size, steps)
    ours, theirs = losses(params, given, rate), digits_mlp_torch.losses(params, given, rate)
    print("step   Recto      PyTorch    difference")
    for k in range(0, steps, 7):
        print(f"{k:4}   {ours[k]:.6f}   {theirs[k]:.6f}   {abs(ours[k] - theirs[k]):.1e}")
    print(f"largest difference in {steps} steps: {max(abs(a - b) for a, b in zip(ours, theirs)):.1e}")


def first_batches(parts: datasets.Split, size: int, steps: int) -> list[tuple[np.ndarray, np.ndarray]]:
    found = []
    for epoch in range(steps):
        found += batches(parts, size, epoch)
        if len(found) >= steps:
            break
    return found[:steps]


def losses(params: Params, given: list, rate: float) -> list[float]:
    """The loss before each step."""
    found = []
    for images, targets in given:
        params, value = step(params, images, targets, rate)
        found.append(float(value))
    return found


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mnist", metavar="FOLDER", help="where MNIST's four IDX files are")
    parser.add_argument("--hidden", type=int, nargs="+", default=[128, 64], help="sizes of the hidden layers")
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--batch", type=int, default=32, help="images in a step")
    parser.add_argument("--rate", type=float, default=0.1, help="step size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--torch", action="store_true", help="compare 50 steps with PyTorch first")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    given = options(arguments)
    parts = datasets.mnist(given.mnist) if given.mnist else datasets.digits()
    params = initial([parts.train_inputs.shape[1], *given.hidden, CLASSES], given.seed)
    print(f"{len(parts.train_labels)} digits to train with, {len(parts.test_labels)} to test; "
          f"layers {', '.join(str(len(w)) for w, _ in params)}, {CLASSES}")
    if given.torch:
        beside_torch(params, parts, given.batch, given.rate, 50)
    train(params, parts, given.epochs, given.batch, given.rate)
    images, targets = next(batches(parts, given.batch, 0))
    print(f"\nthe gradient of the loss\n\n{recto.grad(loss).source(params, images, targets)}")


if __name__ == "__main__":
    main()
