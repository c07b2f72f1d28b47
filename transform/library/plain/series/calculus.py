"""Derivatives and integrals of series."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bases import along_first, floating, of_bases
from .evaluation import val


def moved(c: Any, axis: int) -> Any:
    return np.moveaxis(floating(c), axis, 0)


@of_bases("der")
def der(basis: str, c: Any, m: int = 1, scl: Any = 1, axis: int = 0) -> Any:
    if m < 0:
        raise ValueError("The order of derivation must be non-negative")
    c = moved(c, axis)
    dtype = c.dtype
    if m >= len(c):
        return np.moveaxis(c[:1] * 0, 0, axis)
    for _ in range(m):
        c = derivative(basis, (c * scl).astype(dtype))
    return np.moveaxis(c, 0, axis)


def derivative(basis: str, c: Any) -> Any:
    n = len(c)
    k = np.arange(n) * 1.0
    if basis == "legendre":  # P'[n] = sum of (2 k + 1) P[k] for k = n - 1, n - 3, …
        return along_first(2 * k[:-1] + 1, c) * sums_of_every_other(c)[1:]
    if basis == "chebyshev":  # T'[n] = n times the sum of 2 T[k], but T[0]
        sums = sums_of_every_other(along_first(k, c) * c)[1:]
        return along_first(np.where(k[:-1] == 0, 1.0, 2.0), c) * sums
    if basis == "laguerre":  # L'[n] = minus the sum of all before
        return -np.cumsum(c[:0:-1], axis=0)[::-1]
    return along_first(2 * k[1:] if basis == "hermite" else k[1:], c) * c[1:]


def sums_of_every_other(c: Any) -> Any:
    """c[k] + c[k + 2] + c[k + 4] …"""
    n = len(c)
    c = np.concatenate([c, np.zeros((n % 2, *c.shape[1:]), c.dtype)]) if n % 2 else c
    pairs = c.reshape((-1, 2, *c.shape[1:]))
    return np.cumsum(pairs[::-1], axis=0)[::-1].reshape(c.shape)[:n]


@of_bases("int")
def integral(
    basis: str, c: Any, m: int = 1, k: Any = None, lbnd: Any = 0, scl: Any = 1, axis: int = 0
) -> Any:
    if m < 0:
        raise ValueError("The order of integration must be non-negative")
    constants = [] if k is None else list(k) if np.iterable(k) else [k]
    if len(constants) > m:
        raise ValueError("Too many integration constants")
    if np.ndim(lbnd) != 0:
        raise ValueError("lbnd must be a scalar.")
    if np.ndim(scl) != 0:
        raise ValueError("scl must be a scalar.")
    c = moved(c, axis)
    dtype = c.dtype
    for i in range(m):
        found = antiderivative(basis, (c * scl).astype(dtype))
        missing = (constants[i] if i < len(constants) else 0) - val(basis, lbnd, found)
        c = np.concatenate([(found[:1] + missing).astype(dtype), found[1:]])
    return np.moveaxis(c, 0, axis)


def antiderivative(basis: str, c: Any) -> Any:
    """Any of them: up[k] c[k] is added behind each place, down[k] c[k] before it."""
    n = len(c)
    k = np.arange(n) * 1.0
    zero = c[:1] * 0
    if basis == "laguerre":  # the integral of L[k] is L[k] - L[k + 1]
        return np.concatenate([c, zero]) - np.concatenate([zero, c])
    if basis == "hermite":
        return np.concatenate([zero, c / along_first(2 * (k + 1), c)])
    if basis == "legendre":  # (P[k + 1] - P[k - 1]) / (2 k + 1)
        return both_sides(c / along_first(2 * k + 1, c), zero)
    if basis == "chebyshev":  # T[k + 1] / (2 k + 2) - T[k - 1] / (2 k - 2)
        behind = c / along_first(np.where(k == 0, 1.0, 2 * k + 2), c)
        before = c[2:] / along_first(2 * k[2:] - 2, c)
        return np.concatenate([zero, behind]) - np.concatenate([zero, before, *[zero] * min(n, 2)])
    return np.concatenate([zero, c / along_first(k + 1, c)])


def both_sides(c: Any, zero: Any) -> Any:
    """Each item behind its place, and with the other sign before it; of the first there is no place before."""
    return np.concatenate([zero, c]) - np.concatenate([c[1:], zero, zero])
