"""Logistic regression by gradient descent: four points, then 569 tumours (scikit-learn's breast-cancer set).

    python examples/logistic_regression.py --steps 300 --rate 0.5
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import datasets
import recto

TOY_INPUTS = np.array([[0.52, 1.12, 0.77], [0.88, -1.08, 0.15], [0.52, 0.06, -1.30], [0.74, -2.49, 1.39]])
TOY_LABELS = np.array([True, True, False, True])


def sigmoid(x: Any) -> Any:
    return 0.5 * (np.tanh(x / 2) + 1)


def predictions(weights: Any, inputs: Any) -> Any:
    """The probability that a label is 1."""
    return sigmoid(inputs @ weights)


def loss(weights: Any, inputs: Any, labels: Any) -> Any:
    """Minus the mean log-likelihood of the labels."""
    chances = predictions(weights, inputs)
    return -np.mean(np.log(chances * labels + (1 - chances) * (1 - labels)))


@recto.jit
def descend(weights: Any, inputs: Any, labels: Any, rate: float, steps: int) -> Any:
    """The weights after gradient descent; the loop is compiled with the rest."""
    for _ in range(steps):
        weights = weights - rate * recto.grad(loss)(weights, inputs, labels)
    return weights


def accuracy(weights: Any, inputs: Any, labels: Any) -> float:
    return float(np.mean((np.asarray(predictions(weights, inputs)) > 0.5) == labels))


def with_ones(inputs: Any) -> Any:
    """A column of ones in front: its weight is the intercept."""
    return np.hstack([np.ones((len(inputs), 1)), inputs])


def train(parts: datasets.Split, rate: float, steps: int) -> tuple[Any, float, float]:
    """The weights, and the accuracy on training and test rows."""
    train_inputs, test_inputs = with_ones(parts.train_inputs), with_ones(parts.test_inputs)
    weights = descend(np.zeros(train_inputs.shape[1]), train_inputs, parts.train_labels, rate, steps)
    return (weights, accuracy(weights, train_inputs, parts.train_labels),
            accuracy(weights, test_inputs, parts.test_labels))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--rate", type=float, default=0.5, help="step size")
    given = parser.parse_args(arguments)

    weights = np.zeros(3)
    print(f"four points\n  loss before: {loss(weights, TOY_INPUTS, TOY_LABELS):.4f}")
    weights = descend(weights, TOY_INPUTS, TOY_LABELS, given.rate, given.steps)
    print(f"  loss after:  {float(loss(weights, TOY_INPUTS, TOY_LABELS)):.4f}")

    parts = datasets.breast_cancer()
    weights, on_train, on_test = train(parts, given.rate, given.steps)
    print(f"breast cancer: {len(parts.train_labels)} rows to train with, {len(parts.test_labels)} to test")
    print(f"  accuracy in training {on_train:.1%}, in the test {on_test:.1%}")
    print(f"\nthe gradient\n\n{recto.grad(loss).source(weights, with_ones(parts.train_inputs), parts.train_labels)}")


if __name__ == "__main__":
    main()
