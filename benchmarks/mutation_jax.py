"""JAX's side of `mutation`: the same loops with its combinators and functional updates."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.lax import cond, fori_loop, while_loop

from .mutation import cases


def recurrence(a):
    return fori_loop(1, a.shape[0], lambda i, a: a.at[i].set(0.5 * a[i - 1] + a[i]), a)


def swaps(a):
    n = a.shape[0]

    def swap(i, a):
        low, high = a[i], a[n - 1 - i]
        return a.at[i].set(high).at[n - 1 - i].set(low)

    return fori_loop(0, n // 2, swap, a)


def two_arrays(a, b):
    def step(i, pair):
        a, b = pair
        a = a.at[i].set(0.5 * b[i - 1] + 1.0)
        return a, b.at[i].set(0.25 * a[i - 1] + 2.0)

    return fori_loop(1, a.shape[0], step, (a, b))


def branches(a):
    def step(i, a):
        return cond(
            a[i] > a[i - 1], lambda a: a.at[i].set(a[i] - 0.5 * a[i - 1]), lambda a: a.at[i - 1].set(a[i] + 1.0), a
        )

    return fori_loop(1, a.shape[0], step, a)


def insertion_sort(a):
    def out_of_order(state):
        j, a = state
        return (j > 0) & (a[j - 1] > a[j])

    def swap(state):
        j, a = state
        low, high = a[j], a[j - 1]
        return j - 1, a.at[j - 1].set(low).at[j].set(high)

    return fori_loop(1, a.shape[0], lambda i, a: while_loop(out_of_order, swap, (i, a))[1], a)


def common_subsequence(x, y):
    n, m = x.shape[0], y.shape[0]

    def cell(i, j, longest):
        same = x[i - 1] == y[j - 1]
        value = jnp.where(same, longest[i - 1, j - 1] + 1, jnp.maximum(longest[i - 1, j], longest[i, j - 1]))
        return longest.at[i, j].set(value)

    row = lambda i, longest: fori_loop(1, m + 1, lambda j, longest: cell(i, j, longest), longest)
    return fori_loop(1, n + 1, row, jnp.zeros((n + 1, m + 1), jnp.int64))


FUNCTIONS = {
    "in-place recurrence": recurrence,
    "swaps": swaps,
    "two arrays reading each other": two_arrays,
    "writes under branches": branches,
    "insertion sort": insertion_sort,
    "longest common subsequence (2-D)": common_subsequence,
}


def prepare(name: str, arguments: list) -> Callable[[], Any]:
    compiled, given = jax.jit(FUNCTIONS[name]), [jax.device_put(a) for a in arguments]
    return lambda: jax.block_until_ready(compiled(*given))


# Where JAX copies the array in every iteration, a large one takes hours.
CASES = {title: case for title, case in cases(prepare, large=False).items() if title.rsplit(" ", 1)[0] in FUNCTIONS}
