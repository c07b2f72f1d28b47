"""autograd's side of `gradients`: the functions as they are, with its wrapped NumPy, where they write no arrays."""

import functools
from collections.abc import Callable
from types import FunctionType

import autograd.numpy
from autograd import grad

from . import gradient_kernels as kernels
from .gradients import Work, cases, eager, split

TAKEN = ("rnn", "rnn_matrix", "newton", "long_while", "cross_entropy", "mlp", "convolved", "convolution")
PORTS = {"np": autograd.numpy}              # the functions, and their globals
for name in TAKEN:
    PORTS[name] = FunctionType(getattr(kernels, name).__code__, PORTS)


def descent(function: Callable) -> Callable:
    """A step of gradient descent."""
    def step(parameters, *data):
        return [p - 0.1 * g for p, g in zip(parameters, grad(function)(parameters, *data))]
    return step


def prepare(work: Work, sizes: tuple[int, ...]) -> tuple:
    arguments, static = split(work, sizes)
    function = functools.partial(PORTS[work.function.__name__], **static)
    derivative = descent(function) if work.step else grad(function)
    return eager(functools.partial(function, *arguments), functools.partial(derivative, *arguments))


CASES = cases(prepare, lambda work: work.function.__name__ in PORTS and not work.port)
