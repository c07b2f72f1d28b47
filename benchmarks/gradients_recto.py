"""Recto's side of `gradients`: the functions as they are."""

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import recto

from . import fresh
from .gradients import Work, cases, compile_cases, split


TOOK: dict[str, float] = {}     # seconds to compile: what was compiled before comes from the cache in memory


def descent(function: Callable) -> Callable:
    """A step of gradient descent."""
    def step(parameters, *data):
        gradient = recto.grad(function)(parameters, *data)
        return [p - 0.1 * g for p, g in zip(parameters, gradient)]
    return recto.jit(step)


def on_device(tree: Any) -> Any:
    return recto.tree.map(lambda x: recto.device_put(x) if isinstance(x, np.ndarray) else x, tree)


def derivative(work: Work, static: dict) -> tuple[Callable, Callable]:
    """The function and its derivative, to be compiled."""
    function = functools.partial(work.function, **static) if static else work.function
    return recto.jit(function), descent(function) if work.step else recto.grad(function)


def prepare(work: Work, sizes: tuple[int, ...]) -> tuple[Callable, Callable, Callable, float, int]:
    arguments, static = split(work, sizes)
    primal, gradient = derivative(work, static)
    given = on_device(arguments)
    start = time.perf_counter()
    compiled = gradient.lower(*given).compile()
    again = repr((work.function.__name__, static, recto.tree.map(np.shape, arguments)))
    took = TOOK.setdefault(again, time.perf_counter() - start)
    run = lambda f: lambda: recto.block_until_ready(f(*given))
    return run(primal), run(gradient), run(compiled), took, compiled.memory_analysis()["temp"]


recto.grad(lambda x: x * x)(1.0)            # what is imported once is not the time to compile a gradient
CASES = {**cases(prepare), **compile_cases(recto.grad, fresh.source("gradient_trips"))}
