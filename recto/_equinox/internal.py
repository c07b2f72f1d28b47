"""`equinox.internal`: loops, and marks for JAX's tracers that mean nothing here."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from recto import lax

from . import functions as public


def same(x: Any, *args: Any, **kwargs: Any) -> Any:
    return x


def unvmap_any(x: Any) -> Any:
    return np.any(x)


def unvmap_all(x: Any) -> Any:
    return np.all(x)


def unvmap_max(x: Any) -> Any:
    return np.max(x)


def nextafter(x: Any) -> Any:
    """The next number above x, with the derivative of x."""
    x = np.asarray(x)
    return x + lax.stop_gradient(np.nextafter(x, np.asarray(np.inf, x.dtype)) - x)


def prevbefore(x: Any) -> Any:
    x = np.asarray(x)
    return x + lax.stop_gradient(np.nextafter(x, np.asarray(-np.inf, x.dtype)) - x)


def while_loop(
    cond_fun: Callable,
    body_fun: Callable,
    init_val: Any,
    *,
    max_steps: int | None = None,
    buffers: Any = None,
    kind: Any = None,
    checkpoints: Any = None,
    base: int = 16,
) -> Any:
    if max_steps is None:
        return lax.while_loop(cond_fun, body_fun, init_val)

    def goes_on(carry: Any) -> Any:
        return np.logical_and(cond_fun(carry[1]), carry[0] < max_steps)

    return lax.while_loop(goes_on, lambda carry: (carry[0] + 1, body_fun(carry[1])), (0, init_val))[1]


def scan(
    f: Callable,
    init: Any,
    xs: Any,
    length: int | None = None,
    *,
    buffers: Any = None,
    kind: Any = None,
    checkpoints: Any = None,
) -> Any:
    return lax.scan(f, init, xs, length)


functions = types.SimpleNamespace(
    cached_filter_eval_shape=public.filter_eval_shape,
    nextafter=nextafter,
    nonbatchable=same,
    nondifferentiable=same,
    nondifferentiable_backward=same,
    nontraceable=same,
    noinline=same,
    prevbefore=prevbefore,
    scan=scan,
    unvmap_all=unvmap_all,
    unvmap_any=unvmap_any,
    unvmap_max=unvmap_max,
    while_loop=while_loop,
)
