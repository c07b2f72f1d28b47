"""Recto's side of `accelerator`: the functions as they are."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from typing import Any

import numpy as np

import recto

from . import accelerator_kernels as kernels
from .accelerator_programs import RATE, Work

VERSION = "with jaxlib " + importlib.metadata.version("jaxlib")


def descent(function: Callable) -> Callable:
    """A step of gradient descent."""
    def step(parameters, *data):
        value, gradient = recto.value_and_grad(function)(parameters, *data)
        return [p - RATE * g for p, g in zip(parameters, gradient)], value
    return step


def squares(function: Callable) -> Callable:
    """The square of the norm of the gradient."""
    def square(parameters, *data):
        return sum(np.sum(g * g) for g in recto.grad(function)(parameters, *data))
    return square


def compiled(work: Work) -> Callable:
    function = getattr(kernels, work.function)
    return recto.jit(work.transformed(function, recto.value_and_grad, recto.vmap, descent, squares))


def device(platform: str) -> Any:
    return recto.devices(platform)[0]


def put(tree: Any, where: Any) -> Any:
    moved = lambda x: recto.device_put(x, where) if isinstance(x, np.ndarray) else x
    return recto.block_until_ready(recto.tree.map(moved, tree))


wait, leaves = recto.block_until_ready, recto.tree.leaves


def warm(where: Any) -> None:
    """What is imported, made and set once: products are of TensorFloat-32, as JAX's are where nothing is said."""
    recto.config.update("matmul_precision", "tensorfloat32")
    wait(recto.jit(recto.grad(lambda x: x * x))(recto.device_put(np.float64(1.0), where)))
