"""Recto's side of `training`: the steps of the examples, from their own functions.

A maker takes arguments from `training_data` and gives the compiled step, its arguments, and what to compare of the
result.
"""

import importlib
import pathlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import recto

from .training_cases import Side, cases
from .training_data import HEADS

EXAMPLES = str(pathlib.Path(__file__).resolve().parents[1] / "examples")
same = lambda result: result


def example(name: str) -> Any:
    """A module of `examples/`; asked for when its step is made, so that a process pays for no other."""
    if EXAMPLES not in sys.path:
        sys.path.append(EXAMPLES)
    return importlib.import_module(name)


def logistic_step(*given: Any) -> tuple:
    loss = example("logistic_regression").loss

    @recto.jit
    def descent(weights: Any, inputs: Any, labels: Any, rate: Any) -> Any:
        return weights - rate * recto.grad(loss)(weights, inputs, labels)
    return descent, (*given, 0.5), same


def logistic_descent(*given: Any) -> tuple:
    return example("logistic_regression").descend, (*given, 0.5, 300), same


def swish(x: Any) -> tuple:
    curves = example("swish")
    return curves.derivatives(curves.swish, 3)[-1], (x,), same


def mlp(*given: Any) -> tuple:
    return example("digits_mlp").step, (*given, 0.1), recto.tree.leaves


def convnet(params: Any, images: Any, targets: Any) -> tuple:
    _, apply = example("digits_convnet").network(16)
    optimizer = recto.optim.adam(recto.optim.warmup_cosine(0.005, 50, 500))

    def loss(params: Any, images: Any, targets: Any) -> Any:
        return -np.mean(np.sum(apply(params, images) * targets, axis=1))

    @recto.jit
    def step(i: int, state: Any, images: Any, targets: Any) -> Any:
        return optimizer.update(i, recto.grad(loss)(optimizer.get_params(state), images, targets), state)

    check = lambda state: recto.jit(loss)(optimizer.get_params(state), images, targets)
    return step, (5, optimizer.init(params), images, targets), check


def hessian(*given: Any) -> tuple:
    newtons = example("newton")
    return recto.jit(newtons.hessian(newtons.loss)), given, same


def newton(*given: Any) -> tuple:
    return example("newton").newton, given, lambda result: (result[0], int(result[2]))


def transformer(params: Any, text: Any) -> tuple:
    letters = example("transformer")
    optimizer, step = letters.trainer(HEADS, 0.003, 1000)
    check = lambda result: (result[0], recto.jit(letters.loss)(optimizer.get_params(result[1]), text, HEADS))
    return step, (5, optimizer.init(params), text), check


def put(tree: Any) -> Any:
    return recto.tree.map(lambda x: recto.device_put(x) if isinstance(x, np.ndarray) else x, tree)


MAKERS: dict[str, Callable] = {f.__name__: f for f in (
    logistic_step, logistic_descent, swish, mlp, convnet, hessian, newton, transformer)}
SIDE = Side(MAKERS, put, recto.block_until_ready)
CASES = cases(SIDE)


def warm() -> None:
    """What is imported and made once."""
    recto.jit(recto.grad(lambda x: x * x))(1.0)
