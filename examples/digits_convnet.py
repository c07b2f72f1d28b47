"""A convolutional network from recto.stax classifies handwritten digits; recto.optim's adam trains it.

    python examples/digits_convnet.py --epochs 12
"""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import datasets
import recto
from digits_mlp import CLASSES, batches
from progress import shown
from recto import optim, stax

FLOAT = np.float32


def network(channels: int) -> tuple:
    """init and apply: two convolutions, each with normalisation and pooling, and a dense layer."""
    def block(count: int) -> list:
        return [stax.Conv(count, (3, 3), padding="SAME", dtype=FLOAT), stax.BatchNorm(dtype=FLOAT), stax.Relu,
                stax.MaxPool((2, 2), strides=(2, 2))]
    return stax.serial(*block(channels), *block(2 * channels), stax.Flatten,
                       stax.Dense(CLASSES, dtype=FLOAT), stax.LogSoftmax)


def as_images(inputs: np.ndarray) -> np.ndarray:
    """Rows of pixels as square images with one channel."""
    side = int(inputs.shape[1] ** 0.5)
    return inputs.reshape(-1, side, side, 1)


def accuracy(predict: Any, params: Any, inputs: np.ndarray, labels: np.ndarray) -> float:
    logs = predict(params, as_images(inputs))
    return float(np.mean(np.argmax(np.asarray(logs), axis=1) == labels))


def train(parts: datasets.Split, channels: int, epochs: int, size: int, rate: float) -> tuple[float, float]:
    """The accuracies in training and in the test after the last epoch."""
    init, apply = network(channels)
    steps = epochs * (len(parts.train_labels) // size)
    optimizer = optim.adam(optim.warmup_cosine(rate, steps // 10, steps))
    predict = recto.jit(apply)

    def loss(params: Any, images: Any, targets: Any) -> Any:
        return -np.mean(np.sum(apply(params, images) * targets, axis=1))

    @recto.jit
    def step(i: int, state: Any, images: Any, targets: Any) -> Any:
        return optimizer.update(i, recto.grad(loss)(optimizer.get_params(state), images, targets), state)

    _, params = init(recto.random.key(0), as_images(parts.train_inputs).shape)
    state, i = optimizer.init(params), 0
    for epoch in range(epochs):
        start = time.perf_counter()
        for rows, targets in shown(list(batches(parts, size, epoch)), f"epoch {epoch + 1:2}"):
            state, i = step(i, state, as_images(rows), targets), i + 1
        params = recto.block_until_ready(optimizer.get_params(state))
        found = (accuracy(predict, params, parts.train_inputs, parts.train_labels),
                 accuracy(predict, params, parts.test_inputs, parts.test_labels))
        print(f"epoch {epoch + 1:2}: {time.perf_counter() - start:6.2f} s   "
              f"accuracy in training {found[0]:.2%}, in the test {found[1]:.2%}")
    return found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mnist", metavar="FOLDER", help="where MNIST's four IDX files are")
    parser.add_argument("--channels", type=int, default=16, help="of the first convolution; the second has twice")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=32, help="images in a step")
    parser.add_argument("--rate", type=float, default=0.005, help="the largest step size")
    given = parser.parse_args(arguments)
    parts = datasets.mnist(given.mnist) if given.mnist else datasets.digits()
    train(parts, given.channels, given.epochs, given.batch, given.rate)


if __name__ == "__main__":
    main()
