"""Nanoseconds of an iteration of loops that write arrays, as plain NumPy functions: compiled, and as Python runs them.

Recto compiles them to native functions where llvmlite is installed; "xla" is Recto with XLA's own loops. The idiomatic
form in JAX (`fori_loop`, `while_loop`, `.at[].set`) is in `mutation_jax.py`.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

import numpy as np

from .harness import Case, compare, numbers
from .report import Record, table

ROUNDS = 9
LIMIT = 10.0        # ns
ENOUGH = 0.01       # s a sample


def recurrence(a):
    for i in range(1, a.shape[0]):
        a[i] = 0.5 * a[i - 1] + a[i]
    return a


def swaps(a):
    n = a.shape[0]
    for i in range(n // 2):
        a[i], a[n - 1 - i] = a[n - 1 - i], a[i]
    return a


def two_arrays(a, b):
    for i in range(1, a.shape[0]):
        a[i] = 0.5 * b[i - 1] + 1.0
        b[i] = 0.25 * a[i - 1] + 2.0
    return a, b


def branches(a):
    for i in range(1, a.shape[0]):
        if a[i] > a[i - 1]:
            a[i] = a[i] - 0.5 * a[i - 1]
        else:
            a[i - 1] = a[i] + 1.0
    return a


def insertion_sort(a):
    for i in range(1, a.shape[0]):
        j = i
        while j > 0 and a[j - 1] > a[j]:
            a[j - 1], a[j] = a[j], a[j - 1]
            j -= 1
    return a


def common_subsequence(x, y):
    n, m = x.shape[0], y.shape[0]
    longest = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if x[i - 1] == y[j - 1]:
                longest[i, j] = longest[i - 1, j - 1] + 1
            else:
                longest[i, j] = max(longest[i - 1, j], longest[i, j - 1])
    return longest


def recurrence_2d(a):
    n = a.shape[0]
    for i in range(1, n):
        for j in range(1, n):
            a[i, j] = 0.25 * (a[i - 1, j] + a[i, j - 1] + 2.0 * a[i, j])
    return a


def base_pairs(bases):
    """Nussinov's algorithm."""
    n = bases.shape[0]
    table = np.zeros((n, n), dtype=np.int64)
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            best = max(table[i, j - 1], table[i + 1, j])
            if i < j - 1:
                best = max(best, table[i + 1, j - 1] + (1 if bases[i] + bases[j] == 3 else 0))
            for k in range(i + 1, j):
                best = max(best, table[i, k] + table[k + 1, j])
            table[i, j] = best
    return table


def collatz(starts):
    steps = np.zeros(starts.shape[0], dtype=np.int64)
    for k in range(starts.shape[0]):
        x, count = starts[k], 0
        while x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            count += 1
        steps[k] = count
    return steps


def knapsack(weights, values):
    best = np.zeros(10 * weights.shape[0] + 1)
    for i in range(weights.shape[0]):
        for c in range(10 * weights.shape[0], weights[i] - 1, -1):
            best[c] = max(best[c], best[c - weights[i]] + values[i])
    return best


def binary_search(sorted_, wanted):
    places = np.zeros(wanted.shape[0], dtype=np.int64)
    for k in range(wanted.shape[0]):
        low, high = 0, sorted_.shape[0]
        while low < high:
            middle = (low + high) // 2
            if sorted_[middle] < wanted[k]:
                low = middle + 1
            else:
                high = middle
        places[k] = low
    return places


def floats(n: int, count: int = 1) -> list[np.ndarray]:
    return [np.random.default_rng(k).random(n) for k in range(count)]


def letters(n: int) -> list[np.ndarray]:
    return [np.random.default_rng(k).integers(0, 4, n) for k in range(2)]


def square(n: int) -> list[np.ndarray]:
    return [np.random.default_rng(0).random((n, n))]


def packed(n: int) -> list[np.ndarray]:
    return [np.random.default_rng(0).integers(1, 20, n), np.random.default_rng(1).random(n)]


# name -> (function, arguments for n, iterations for n, a small n, a large n)
WORK: dict[str, tuple[Callable, Callable, Callable, int, int]] = {
    "in-place recurrence": (recurrence, floats, lambda n: n - 1, 20_000, 1_000_000),
    "swaps": (swaps, floats, lambda n: n // 2, 20_000, 1_000_000),
    "two arrays reading each other": (two_arrays, lambda n: floats(n, 2), lambda n: n - 1, 20_000, 1_000_000),
    "writes under branches": (branches, floats, lambda n: n - 1, 20_000, 1_000_000),
    "insertion sort": (insertion_sort, floats, lambda n: n * n // 4, 400, 3_000),
    "longest common subsequence (2-D)": (common_subsequence, letters, lambda n: n * n, 100, 1_000),
    "recurrence (2-D)": (recurrence_2d, square, lambda n: n * n, 100, 1_000),
    "Nussinov (2-D)": (base_pairs, lambda n: letters(n)[:1], lambda n: n ** 3 // 6, 60, 400),
    "Collatz, integers": (collatz, lambda n: [np.arange(1, n + 1)], lambda n: 10 * n, 1_000, 30_000),
    "knapsack": (knapsack, packed, lambda n: 10 * n * n, 30, 300),
    "binary search": (binary_search, lambda n: [np.sort(floats(n)[0]), floats(n, 2)[1]], lambda n: n * n.bit_length(),
                      1_000, 30_000),
}


def case(prepare: Callable, name: str, n: int) -> Case:
    """`prepare(name, arguments)` gives a function without arguments that runs the loop once and waits for it."""
    _, arguments, iterations, *_ = WORK[name]
    run = prepare(name, arguments(n))

    def sample() -> float:
        runs, start = 0, time.perf_counter()
        while runs == 0 or time.perf_counter() - start < ENOUGH:
            run()
            runs += 1
        return (time.perf_counter() - start) / runs / iterations(n)

    return Case(lambda: numbers(run()), sample)


def cases(prepare: Callable, large: bool = True) -> dict[str, Callable[[], Case]]:
    sizes = {f"{name} {n}": (name, n) for name, row in WORK.items() for n in (row[3:] if large else row[3:4])}
    return {title: functools.partial(case, prepare, *which) for title, which in sizes.items()}


SIDES = {side: f"benchmarks.mutation_{side}" for side in ("recto", "xla", "jax", "python", "numba")}


def records_of(name: str, times: dict) -> list[Record]:
    """With JAX and Python at the small size, with Numba at both."""
    sizes = {n: times[f"{name} {n}"] for n in WORK[name][3:]}
    return [Record(f"{name}, {n:,}", side, found[side].best / found["recto"].best)
            for n, found in sizes.items() for side in ("jax", "numba", "python") if side in found]


def report() -> tuple[str, list[Record]]:
    titles = [f"{name} {n}" for name, row in WORK.items() for n in row[3:]]
    times = compare(SIDES, titles, ROUNDS)
    rows = [row_of(name, times) for name in WORK]
    heads = ["loop", "small n", "large n", "recto, small", "recto, large", "xla, small", "xla, large", "jax, small",
             "recto / jax", "median", "numba, small", "numba, large", "recto / numba, small", "large", "Python, small",
             "Python / recto"]
    text = (
        f"Nanoseconds an iteration (best of {ROUNDS}). Wanted: at most {LIMIT:g}, for any n; never slower than JAX.\n"
        "Recto's loops are native functions, compiled by LLVM; xla: the same without llvmlite, run by XLA.\n\n"
        + table(heads, rows)
    )
    return text, [record for name in WORK for record in records_of(name, times)]


def row_of(name: str, times: dict) -> list[str]:
    *_, small, large = WORK[name]
    little, big = times[f"{name} {small}"], times[f"{name} {large}"]
    nanoseconds = [1e9 * side.best for side in (little["recto"], big["recto"])]
    ours = [f"{t:.1f}" if t <= LIMIT else f"{t:.1f} **> {LIMIT:g}**" for t in nanoseconds]
    other = lambda found, side: f"{1e9 * found[side].best:.1f}" if side in found else "–"
    ratio = lambda found, side, time: (f"{time(found['recto']) / time(found[side]):.2f}" if side in found else "–")
    best, median = (lambda times: times.best), (lambda times: times.median)
    return [name, f"{small:,}", f"{large:,}", *ours, other(little, "xla"), other(big, "xla"), other(little, "jax"),
            ratio(little, "jax", best), ratio(little, "jax", median), other(little, "numba"), other(big, "numba"),
            ratio(little, "numba", best), ratio(big, "numba", best), other(little, "python"),
            f"{little['python'].best / little['recto'].best:.0f}"]
