"""Newton's method with the Hessian by jacfwd(jacrev(…)): logistic regression in a handful of steps.

    python examples/newton.py
"""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

import datasets
import recto
from logistic_regression import accuracy, with_ones


def loss(weights: Any, inputs: Any, labels: Any, penalty: float = 1e-3) -> Any:
    """Minus the mean log-likelihood, with a penalty on the squared weights."""
    scores = inputs @ weights
    return np.mean(np.logaddexp(0, scores) - labels * scores) + 0.5 * penalty * np.sum(weights ** 2)


def hessian(function: Callable) -> Callable:
    """Forward mode over reverse mode."""
    return recto.jacfwd(recto.jacrev(function))


@recto.jit
def newton(weights: Any, inputs: Any, labels: Any, tolerance: float = 1e-10, limit: int = 50) -> tuple:
    """Newton's method, with steps halved until the loss falls.

    Returns:
        weights, the loss before each step f64[limit], the number of steps
    """
    history = np.full(limit, np.nan)
    steps = 0
    while steps < limit:
        value, gradient = recto.value_and_grad(loss)(weights, inputs, labels)
        history[steps] = value
        if np.max(np.abs(gradient)) < tolerance:
            break
        direction = -np.linalg.solve(hessian(loss)(weights, inputs, labels), gradient)
        size = 1.0
        while loss(weights + size * direction, inputs, labels) > value + 1e-4 * size * (gradient @ direction):
            size = size / 2
        weights = weights + size * direction
        steps += 1
    return weights, history, steps


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tolerance", type=float, default=1e-10, help="of the largest component of the gradient")
    given = parser.parse_args(arguments)
    parts = datasets.breast_cancer()
    train, test = with_ones(parts.train_inputs), with_ones(parts.test_inputs)
    weights, history, steps = newton(np.zeros(train.shape[1]), train, parts.train_labels, given.tolerance)
    print("step   loss")
    for k, value in enumerate(np.asarray(history)[:int(steps) + 1]):
        print(f"{k:4}   {value:.12f}")
    print(f"accuracy in training {accuracy(weights, train, parts.train_labels):.1%}, "
          f"in the test {accuracy(weights, test, parts.test_labels):.1%}")
    matrix = np.asarray(recto.jit(hessian(loss))(weights, train, parts.train_labels))
    print(f"condition of the Hessian there: {np.linalg.cond(matrix):.0f}")


if __name__ == "__main__":
    main()
