"""Eight batched functions: what they print is kept in tests/batching/golden."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import recto


class Entry(NamedTuple):
    """A batched function, arguments for it, and the same by a loop over the lanes."""
    batched: Callable
    args: tuple
    looped: Callable[..., Any]


def loss(params, x, y):
    h = x
    for W, b in params[:-1]:
        h = np.tanh(h @ W + b)
    W, b = params[-1]
    return np.sum((h @ W + b - y) ** 2)


def newton(a):
    x = a
    while abs(x * x - a) > 1e-9:
        x = x - (x * x - a) / (2 * x)
    return x


def insertion_sort(a):
    for i in range(1, len(a)):
        value, j = a[i], i
        while j > 0 and a[j - 1] > value:
            a[j] = a[j - 1]
            j -= 1
        a[j] = value


def smoothed(x, k):
    y = x.copy()
    for i in range(1, len(x)):
        y[i] = k * y[i - 1] + (1 - k) * x[i]
    return y


def huber(r, delta):
    if abs(r) <= delta:
        return 0.5 * r * r
    return delta * (abs(r) - 0.5 * delta)


def distance(x, y):
    return np.sqrt(np.sum((x - y) ** 2))


def position(a, v):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < v:
            lo = mid + 1
        else:
            hi = mid
    return lo


def collatz(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def per_lane(f: Callable, count: int | None = None) -> Callable:
    """f for every row of the first `count` arguments; the others are shared."""
    def looped(*args):
        rows = args[:count]
        found = [f(*(x[k] for x in rows), *args[len(rows):]) for k in range(len(rows[0]))]
        return np.stack([np.asarray(value) for value in found])
    return looped


def sorted_rows(a):
    for row in a:
        insertion_sort(row)
    return a


def mlp() -> tuple[list, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    sizes = (4, 6, 5, 2)
    params = [(rng.normal(size=s), rng.normal(size=s[1])) for s in zip(sizes, sizes[1:])]
    return params, rng.normal(size=(8, 4)), rng.normal(size=(8, 2))


def gradients_one_by_one(params, x, y):
    gradient = recto.grad(loss)
    found = [gradient(params, *lane) for lane in zip(x, y)]
    return [tuple(np.stack([np.asarray(g[k][part]) for g in found]) for part in range(2)) for k in range(len(params))]


def table() -> dict[str, Entry]:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(5, 3)), rng.normal(size=(4, 3))
    positive = np.array([0.25, 2.0, 9.0, 100.0])
    return {
        "mlp_gradients": Entry(recto.vmap(recto.grad(loss), in_axes=(None, 0, 0)), mlp(), gradients_one_by_one),
        "newton": Entry(recto.vmap(newton), (positive,), per_lane(newton)),
        "insertion_sort": Entry(recto.vmap(insertion_sort), (rng.normal(size=(4, 6)),), sorted_rows),
        "smoothed": Entry(recto.vmap(smoothed, in_axes=(0, None)), (x, 0.3), per_lane(smoothed, 1)),
        "huber_slope": Entry(recto.vmap(recto.grad(huber), in_axes=(0, None)), (np.array([-3.0, -0.5, 0.25, 2.0]), 1.0),
                             lambda r, delta: np.clip(r, -delta, delta)),
        "distances": Entry(recto.vmap(recto.vmap(distance, in_axes=(None, 0)), in_axes=(0, None)), (x, y),
                           lambda x, y: np.array([[distance(a, b) for b in y] for a in x])),
        "position": Entry(recto.vmap(position, in_axes=(None, 0)), (np.arange(16.0), np.array([-1.0, 3.5, 15.5])),
                          lambda a, v: np.searchsorted(a, v)),
        "collatz": Entry(recto.vmap(collatz), (np.array([1, 6, 7, 27]),), per_lane(collatz)),
    }
