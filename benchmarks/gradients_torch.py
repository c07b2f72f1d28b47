"""PyTorch's side of `gradients`, run eagerly: loops over slices and states, `while`, and training steps.

Writes into slices are those of the NumPy functions; nothing that is written over is wanted again by a derivative. The
recurrence, of which that is not true, keeps its elements in a list. Loops over single elements of matrices would take
minutes, and for the factorisations of matrices PyTorch has calls of LAPACK, which are no loops: these are left out.
"""

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from .gradient_kernels import diffused
from .gradients import Work, cases, eager, split


def recurrence(x):
    last, *others = x.unbind()
    elements = [last]
    for item in others:
        last = 0.5 * last * item + 1.0
        elements.append(last)
    return torch.sum(torch.stack(elements))


def jacobi_1d(line, weights, steps):
    a, b = line.clone(), line.clone()
    for _ in range(steps):
        b[1:-1] = (a[:-2] + a[1:-1] + a[2:]) / 3.0
        a[1:-1] = (b[:-2] + b[1:-1] + b[2:]) / 3.0
    return torch.sum(weights * a)


def jacobi_2d(grid, weights, steps):
    smooth = lambda a: 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
    a, b = grid.clone(), grid.clone()
    for _ in range(steps):
        b[1:-1, 1:-1] = smooth(a)
        a[1:-1, 1:-1] = smooth(b)
    return torch.sum(weights * a)


def heat_3d(cube, weights, steps):
    a, b = cube.clone(), cube.clone()
    for _ in range(steps):
        b[1:-1, 1:-1, 1:-1] = diffused(a)
        a[1:-1, 1:-1, 1:-1] = diffused(b)
    return torch.sum(weights * a)


def rnn(start, weights, bias, steps):
    h = start
    for _ in range(steps):
        h = torch.tanh(weights * h + bias)
    return torch.sum(h * h)


def rnn_matrix(start, weights, inputs):
    h = start
    for item in inputs:
        h = torch.tanh(weights @ h + item)
    return torch.sum(h * h)


def newton(a):
    x, step = torch.ones_like(a), torch.ones_like(a)
    while torch.max(torch.abs(step)) > 1e-12:
        step = (x ** 5 - a) / (5.0 * x ** 4)
        x = x - step
    return torch.sum(x)


def long_while(start, weights, count):
    h, i = start, 0
    while i < count:
        h = torch.tanh(weights * h + 0.1)
        i += 1
    return torch.sum(h * h)


def mlp(parameters, images, labels):
    *inner, weights, bias = parameters
    x = images
    for w, b in zip(inner[::2], inner[1::2]):
        x = torch.tanh(x @ w + b)
    return F.cross_entropy(x @ weights + bias, labels)


def own_convolution(parameters, images, labels):
    """With images and filters, channels last, as views in PyTorch's order."""
    first, second, weights, bias = parameters
    x = torch.relu(F.conv2d(images.permute(0, 3, 1, 2), first.permute(3, 2, 0, 1)))
    x = torch.relu(F.conv2d(x, second.permute(3, 2, 0, 1)))
    return F.cross_entropy(torch.mean(x, dim=(2, 3)) @ weights + bias, labels)


PORTS = {name: value for name, value in globals().items() if isinstance(value, FunctionType)}


def port_of(work: Work) -> str:
    return work.port or work.function.__name__


def gradient(function: Callable) -> Callable:
    """With respect to the first argument, a tensor or a list of them."""
    def derivative(first: Any, *rest: Any) -> Any:
        several = isinstance(first, list)
        leaves = [x.detach().requires_grad_() for x in (first if several else [first])]
        found = torch.autograd.grad(function(leaves if several else leaves[0], *rest), leaves)
        return found if several else found[0]
    return derivative


def descent(function: Callable) -> Callable:
    """A step of gradient descent."""
    def step(parameters, *data):
        return [p - 0.1 * g for p, g in zip(parameters, gradient(function)(parameters, *data))]
    return step


def put(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [put(item) for item in value]
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value


def prepare(work: Work, sizes: tuple[int, ...]) -> tuple:
    arguments, static = split(work, sizes)
    function = functools.partial(PORTS[port_of(work)], **static)
    derivative = descent(function) if work.step else gradient(function)
    given = put(arguments)
    return eager(functools.partial(function, *given), functools.partial(derivative, *given))


CASES = cases(prepare, lambda work: port_of(work) in PORTS)
