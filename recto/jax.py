"""Recto's functions in programs of JAX: as functions with a derivative, which JAX calls on the host.

>>> import numpy as np, recto
>>> def energy(x):
...     total = 0.0
...     for k in range(1, len(x)):
...         total += (x[k] - x[k - 1]) ** 2
...     return total

`recto.jax.wrap(energy)` can be called inside `jax.jit`, `jax.grad` and `jax.vmap`. JAX is imported when `wrap` is
called first; it must be installed.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from ._api.derivatives import vjp
from ._api.host import ShapeDtypeStruct
from ._api.jit import jit
from ._api.shapes import eval_shape
from ._api.vmap import vmap
from ._boundary.argument_checks import check_arguments
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._convention.methods import P

__all__ = ["wrap"]


@check_arguments
def wrap(function: Callable[P, Any]) -> Callable[P, Any]:
    """A function for JAX, which computes what `function` does; compiled by Recto, and called through `pure_callback`.

    Its arguments and results are arrays or containers of arrays. Reverse mode gives Recto's derivatives, of any order;
    `jax.vmap` calls `recto.vmap(function)` once for the batch. Forward mode is refused, as for all functions with a
    `jax.custom_vjp`.
    """
    jax = importlib.import_module("jax")

    @jax.custom_vjp
    def wrapped(*args: Any) -> Any:
        return called(jax, function, args)

    def forward(*args: Any) -> tuple:
        return wrapped(*args), args

    def backward(args: tuple, bar: Any) -> tuple:
        leaves, tree = jax.tree.flatten(args)
        moving = tuple(np.issubdtype(leaf.dtype, np.inexact) for leaf in leaves)
        bar = jax.tree.map(lambda b: None if b.dtype == jax.dtypes.float0 else b, bar)  # None: of integers
        bars = iter(wrap(pullback(function, tree, moving))(leaves, bar))
        zero = lambda leaf: np.zeros(np.shape(leaf), jax.dtypes.float0)
        return jax.tree.unflatten(tree, [next(bars) if m else zero(x) for m, x in zip(moving, leaves)])

    wrapped.defvjp(forward, backward)
    return functools.wraps(function)(wrapped)


@functools.cache
def pullback(function: Callable[..., Any], tree: Any, moving: tuple[bool, ...]) -> Callable[..., Any]:
    """(leaves, cotangent of the result) -> cotangents of the floating-point leaves."""

    def pulled(leaves: Any, bar: Any) -> Any:
        def of_moving(*values: Any) -> Any:
            rest, full = list(values), []
            for k in range(len(moving)):
                full.append(rest.pop(0) if moving[k] else leaves[k])
            return function(*tree_of(full))

        given = [leaves[k] for k in range(len(moving)) if moving[k]]
        return list(vjp(of_moving, *given)[1](bar))

    build = places_of(tree, len(moving))
    tree_of = lambda leaves: filled(build, leaves)
    return pulled


def places_of(tree: Any, count: int) -> Any:
    """The containers of a tree of JAX's, with the numbers of the leaves."""
    return tree.unflatten(list(range(count)))


def filled(build: Any, leaves: Any) -> Any:
    """The same with the leaves in the place of their numbers."""
    if isinstance(build, dict):
        return {key: filled(value, leaves) for key, value in build.items()}
    if isinstance(build, tuple):
        return tuple([filled(value, leaves) for value in build])
    if isinstance(build, list):
        return [filled(value, leaves) for value in build]
    return None if build is None else leaves[build]


def called(jax: Any, function: Callable[..., Any], args: tuple) -> Any:
    shapes = jax.tree.map(lambda x: ShapeDtypeStruct(np.shape(x), x.dtype), args)
    result = eval_shape(function, *shapes)
    leaves, tree = jax.tree.flatten(result)
    types = jax.tree.unflatten(tree, [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in leaves])
    ndim = [np.ndim(x) for x in jax.tree.leaves(args)]

    def on_host(*values: Any) -> Any:
        found = batched(function, np.ndim(jax.tree.leaves(values)[0]) - ndim[0])(
            *jax.tree.map(np.asarray, values)
        )
        return jax.tree.map(np.asarray, found)

    return jax.pure_callback(on_host, types, *args, vmap_method="broadcast_all")


@functools.cache
def batched(function: Callable[..., Any], levels: int) -> Callable[..., Any]:
    """The function of so many batch axes, compiled."""
    for _ in range(levels):
        function = vmap(function)
    return jit(function)


_refuse_other_names(globals())
