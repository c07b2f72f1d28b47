"""Recto's functions in programs of PyTorch: as functions of tensors with a derivative.

>>> import numpy as np, recto
>>> def energy(x):
...     total = 0.0
...     for k in range(1, len(x)):
...         total += (x[k] - x[k - 1]) ** 2
...     return total

`recto.torch.wrap(energy)(tensor)` is a tensor, through which `backward()` goes. PyTorch is imported when `wrap` is
called first; it must be installed.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

from recto import runtime

from . import tree
from ._api.derivatives import vjp
from ._api.jit import jit
from ._api.vmap import vmap
from ._boundary.argument_checks import check_arguments
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._convention.methods import P

__all__ = ["wrap"]


@check_arguments
def wrap(function: Callable[P, Any]) -> Callable[P, Any]:
    """A function of tensors on the CPU, which computes what `function` does; compiled by Recto.

    Its arguments are tensors, numbers, and what else `recto.jit` takes; its result is a tensor or a container of
    tensors. Memory is shared, not copied (DLPack), unless a tensor is not contiguous. Autograd gives Recto's
    derivatives with respect to floating-point tensors, of any order; `torch.vmap` becomes `recto.vmap`.
    """
    torch = importlib.import_module("torch")

    @functools.wraps(function)
    def wrapped(*args: Any) -> Any:
        places = tuple(k for k, a in enumerate(args) if isinstance(a, torch.Tensor))
        rest = tuple(None if k in places else a for k, a in enumerate(args))
        shape: list = []
        found = applied(torch).apply(Work(function, places, rest, shape), *[args[k] for k in places])
        return tree.unflatten(shape[-1], list(found))

    return wrapped


class Work:
    """The computation of one call: a function of the tensors among its arguments, the others of which are
    fixed; `shape` gets the structure of the result."""

    def __init__(
        self, function: Callable[..., Any], places: tuple, rest: tuple, shape: list, levels: int = 0
    ):
        self.function, self.places, self.rest, self.shape, self.levels = function, places, rest, shape, levels

    def __call__(self, tensors: tuple) -> tuple:
        compiled = leaves_of(self.function, self.places, len(self.rest), self.levels)
        found = compiled(self.rest, *map(of_tensor, tensors))
        leaves, structure = tree.flatten(found)
        self.shape.append(structure)
        return tuple([to_tensor(leaf) for leaf in leaves])

    def in_batch(self) -> Work:
        return Work(self.function, self.places, self.rest, self.shape, self.levels + 1)


@functools.cache
def leaves_of(function: Callable[..., Any], places: tuple, count: int, levels: int) -> Callable[..., Any]:
    """(fixed arguments, tensors …) -> the result, compiled; with so many batch axes of the tensors."""

    def placed(rest: Any, *tensors: Any) -> Any:
        return function(*[tensors[places.index(k)] if k in places else rest[k] for k in range(count)])

    made: Callable[..., Any] = placed
    for _ in range(levels):
        made = vmap(made, in_axes=(None,) + (0,) * len(places))
    return jit(made)


@functools.cache
def pullback(
    function: Callable[..., Any], places: tuple, rest: tuple, moving: tuple[bool, ...], levels: int
) -> Callable[..., Any]:
    """(tensors …, cotangents of the results …) -> cotangents of the floating-point tensors."""

    def pulled(*values: Any) -> Any:
        tensors = values[: len(moving)]

        def of_moving(*given: Any) -> Any:
            left, full = list(given), []
            for k in range(len(moving)):
                full.append(left.pop(0) if moving[k] else tensors[k])
            found = function(*[full[places.index(k)] if k in places else rest[k] for k in range(len(rest))])
            return tree.leaves(found)

        given = [tensors[k] for k in range(len(moving)) if moving[k]]
        return tuple(vjp(of_moving, *given)[1](list(values[len(moving) :])))

    made: Callable[..., Any] = pulled
    for _ in range(levels):
        made = vmap(made)
    return made


def of_tensor(tensor: Any) -> Any:
    """The tensor's memory as an array; a copy if it is not contiguous."""
    if tensor.device.type != "cpu":
        raise TypeError(f"recto.torch computes with tensors on the CPU, not on {tensor.device}: pass x.cpu()")
    return runtime.from_dlpack(tensor.detach().contiguous(), copy=False)


def to_tensor(array: Any) -> Any:
    """The array's memory as a tensor."""
    shared = array if isinstance(array, runtime.Array) else runtime.asarray(array)
    return importlib.import_module("torch").from_dlpack(shared)


@functools.cache
def applied(torch: Any) -> Any:
    """The class that PyTorch's autograd calls."""

    class Applied(torch.autograd.Function):
        @staticmethod
        def forward(work: Work, *tensors: Any) -> tuple:
            return work(tensors)

        @staticmethod
        def setup_context(context: Any, inputs: tuple, output: tuple) -> None:
            work, *tensors = inputs
            context.work = work
            context.save_for_backward(*tensors)

        @staticmethod
        def backward(context: Any, *bars: Any) -> tuple:
            work, tensors = context.work, context.saved_tensors
            moving = tuple(t.is_floating_point() or t.is_complex() for t in tensors)
            pulled = pullback(work.function, work.places, work.rest, moving, work.levels)
            found = iter(wrap(pulled)(*tensors, *bars))
            return (None, *[next(found) if m else None for m in moving])

        @staticmethod
        def vmap(info: Any, in_dims: tuple, work: Work, *tensors: Any) -> tuple:
            size = info.batch_size
            first = [
                t.expand(size, *t.shape) if dim is None else t.movedim(dim, 0)
                for t, dim in zip(tensors, in_dims[1:])
            ]
            found = Applied.apply(work.in_batch(), *first)
            return found, (0,) * len(found)

    return Applied


_refuse_other_names(globals())
