"""NumPy's side of `training`: gradients by hand, where that is what one would write."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .training_cases import Side, cases

same = lambda result: result


def gradient(weights: Any, inputs: Any, labels: Any) -> Any:
    """Of minus the mean log-likelihood of logistic regression."""
    return (1 / (1 + np.exp(-(inputs @ weights))) - labels) @ inputs / len(labels)


def logistic_step(*given: Any) -> tuple:
    return lambda weights, *data: weights - 0.5 * gradient(weights, *data), given, same


def logistic_descent(*given: Any) -> tuple:
    def descend(weights: Any, inputs: Any, labels: Any) -> Any:
        for _ in range(300):
            weights = weights - 0.5 * gradient(weights, inputs, labels)
        return weights
    return descend, given, same


def third(x: Any) -> Any:
    """x s''' + 3 s'' with s = 1 / (1 + exp(-x)), whose derivatives are polynomials of s."""
    s = 1 / (1 + np.exp(-x))
    slope = s * (1 - s)
    return slope * (3 * (1 - 2 * s) + x * (1 - 6 * slope))


def swish(x: Any) -> tuple:
    return third, (x,), same


def second(weights: Any, inputs: Any, labels: Any) -> Any:
    """The Hessian of the penalised loss."""
    chances = 1 / (1 + np.exp(-(inputs @ weights)))
    return inputs.T @ (inputs * (chances * (1 - chances))[:, None]) / len(labels) + 1e-3 * np.eye(len(weights))


def hessian(*given: Any) -> tuple:
    return second, given, same


def mlp_step(layers: Any, images: Any, targets: Any, rate: Any) -> tuple:
    """A step of gradient descent by hand-written backpropagation, and the loss before it."""
    seen = [images]
    for weights, biases in layers[:-1]:
        seen.append(np.maximum(seen[-1] @ weights + biases, 0))
    logits = seen[-1] @ layers[-1][0] + layers[-1][1]
    exps = np.exp(logits)
    sums = np.sum(exps, axis=1, keepdims=True)
    value = -np.mean(np.sum((logits - np.log(sums)) * targets, axis=1))
    bar, new = (exps / sums - targets) / np.float32(len(images)), []
    for (weights, biases), inputs in zip(layers[::-1], seen[::-1]):
        new.append((weights - rate * (inputs.T @ bar), biases - rate * np.sum(bar, axis=0)))
        bar = (bar @ weights.T) * (inputs > 0)
    return new[::-1], value


def mlp(*given: Any) -> tuple:
    return mlp_step, (*given, 0.1), lambda result: [*(x for layer in result[0] for x in layer), result[1]]


MAKERS: dict[str, Callable] = {f.__name__: f for f in (logistic_step, logistic_descent, swish, hessian, mlp)}
SIDE = Side(MAKERS, same, same)
CASES = cases(SIDE)
