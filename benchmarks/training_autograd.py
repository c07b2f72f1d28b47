"""autograd's side of `training`: NumPy code with its wrapped NumPy, where that is without convolutions."""

from collections.abc import Callable
from typing import Any

import autograd.numpy as np
from autograd import elementwise_grad, grad, value_and_grad
from autograd import hessian as hessian_of

from .training_cases import Side, cases

same = lambda result: result


# -- logistic regression, swish ------------------------------------------------------------------------------

def chance_loss(weights, inputs, labels):
    chances = 0.5 * (np.tanh(inputs @ weights / 2) + 1)
    return -np.mean(np.log(chances * labels + (1 - chances) * (1 - labels)))


gradient = grad(chance_loss)


def descent(weights, inputs, labels, rate):
    return weights - rate * gradient(weights, inputs, labels)


def descend(weights, inputs, labels, rate, steps):
    for _ in range(steps):
        weights = descent(weights, inputs, labels, rate)
    return weights


def logistic_step(*given: Any) -> tuple:
    return descent, (*given, 0.5), same


def logistic_descent(*given: Any) -> tuple:
    return descend, (*given, 0.5, 300), same


def swish(x: Any) -> tuple:
    function = lambda x: x / (1.0 + np.exp(-x))
    return elementwise_grad(elementwise_grad(elementwise_grad(function))), (x,), same


# -- a network -----------------------------------------------------------------------------------------------

def predict(layers, images):
    activations = images
    for weights, biases in layers[:-1]:
        activations = np.maximum(activations @ weights + biases, 0)
    weights, biases = layers[-1]
    logits = activations @ weights + biases
    return logits - np.log(np.sum(np.exp(logits), axis=1, keepdims=True))


@value_and_grad
def mlp_loss(layers, images, targets):
    return -np.mean(np.sum(predict(layers, images) * targets, axis=1))


def mlp_step(layers, images, targets, rate):
    value, gradients = mlp_loss(layers, images, targets)
    return [(w - rate * g, b - rate * h) for (w, b), (g, h) in zip(layers, gradients)], value


def mlp(*given: Any) -> tuple:
    return mlp_step, (*given, 0.1), same


# -- Newton's method -----------------------------------------------------------------------------------------

def penalised(weights, inputs, labels, penalty=1e-3):
    scores = inputs @ weights
    return np.mean(np.logaddexp(0, scores) - labels * scores) + 0.5 * penalty * np.sum(weights ** 2)


hessian_of_loss, value_and_gradient = hessian_of(penalised), value_and_grad(penalised)


def hessian(*given: Any) -> tuple:
    return hessian_of_loss, given, same


def newton_steps(weights, inputs, labels, tolerance=1e-10, limit=50):
    history = np.full(limit, np.nan)
    for steps in range(limit):
        value, gradient = value_and_gradient(weights, inputs, labels)
        history[steps] = value
        if np.max(np.abs(gradient)) < tolerance:
            break
        direction = -np.linalg.solve(hessian_of_loss(weights, inputs, labels), gradient)
        size, slope = 1.0, 1e-4 * (gradient @ direction)
        while penalised(weights + size * direction, inputs, labels) > value + size * slope:
            size = size / 2
        weights = weights + size * direction
    return weights, history, steps


def newton(*given: Any) -> tuple:
    return newton_steps, given, lambda result: (result[0], result[2])


MAKERS: dict[str, Callable] = {f.__name__: f for f in (logistic_step, logistic_descent, swish, mlp, hessian, newton)}
SIDE = Side(MAKERS, same, same)
CASES = cases(SIDE)
