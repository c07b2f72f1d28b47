"""`jax.numpy.vectorize`: a function of rows over all leading axes, by vmap."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import recto


def vectorize(pyfunc: Callable, *, excluded: Any = frozenset(), signature: str | None = None) -> Callable:
    """The function with `signature`'s axes for each element of the axes before them."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return over_rows(pyfunc, excluded, signature, args, kwargs)

    return call


def ranks(signature: str | None, count: int) -> list[int]:
    """The number of axes that each argument has for the function itself."""
    if signature is None:
        return [0] * count
    inputs = signature.split("->")[0]
    found = []
    for part in inputs.split(")")[:-1]:
        names = part.split("(")[1].strip()
        found.append(0 if names == "" else len(names.split(",")))
    return found


def over_rows(pyfunc: Callable, excluded: Any, signature: str | None, args: tuple, kwargs: dict) -> Any:
    moving = [k for k in range(len(args)) if k not in excluded and args[k] is not None]
    cores = ranks(signature, len(moving))
    arrays = [np.asarray(args[k]) for k in moving]
    leading = [x.shape[: x.ndim - n] for x, n in zip(arrays, cores)]
    shape = np.broadcast_shapes(*leading)

    def whole(*rows: Any) -> Any:
        found = dict(zip(moving, rows))
        return pyfunc(*[found.get(k, value) for k, value in enumerate(args)], **kwargs)

    if len(shape) == 0:
        return whole(*arrays)
    count = math.prod(shape)
    wide = [
        np.broadcast_to(x, shape + x.shape[x.ndim - n :]).reshape((count,) + x.shape[x.ndim - n :])
        for x, n in zip(arrays, cores)
    ]
    results = recto.vmap(whole)(*wide)
    if isinstance(results, tuple):
        return tuple([np.reshape(result, shape + result.shape[1:]) for result in results])
    return np.reshape(results, shape + results.shape[1:])
