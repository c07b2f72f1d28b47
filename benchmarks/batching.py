"""Functions over batches: `recto.vmap` of NumPy code by `jax.vmap` of the same with JAX's combinators.

The functions are in `batching_kernels.py`, their ports in `batching_jax.py`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import batching_kernels as kernels
from .harness import Case, Side, Times, in_turns, numbers, that_agree, timed, working
from .report import Record, table, verdict

ROUNDS = 40
BUDGET = 1.0            # s for the samples of a case on a side; at least three are taken
LIKE_JAX, FIVE_TIMES = 1 / 0.95, 1 / 5
SIDES = {"recto": "benchmarks.batching_recto", "jax": "benchmarks.batching_jax"}


class Work(NamedTuple):
    """A function of one value, and its arguments: the size of the batch -> arguments with a batch.

    target: for Recto's time by JAX's; None where there is none.
    """
    function: Callable
    arguments: Callable[[int], tuple]
    in_axes: Any
    sizes: tuple[int, ...]
    target: float | None = LIKE_JAX


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).random(shape)


def network(n: int) -> tuple:
    sizes = (64, 128, 128, 10)
    return [(random(a, b) / a, random(b)) for a, b in zip(sizes, sizes[1:])], random(n, 64)


def lines(length: int) -> Callable[[int], tuple]:
    return lambda n: (random(n, length), 0.7)


def taken(share: float) -> Callable[[int], tuple]:
    """Lanes of which a share (at least one) takes the heavy branch."""
    def arguments(n: int) -> tuple:
        x = random(n, 256)
        x[:, 0] = -1.0
        x[:max(1, int(n * share)), 0] = 1.0
        return (x,)
    return arguments


WORK: dict[str, Work] = {
    "MLP 64-128-128-10": Work(kernels.mlp, network, (None, 0), (64, 256, 2048)),
    "Newton `while`": Work(kernels.newton, lambda n: (0.01 + 100.0 * random(n),), 0, (100, 10_000, 100_000)),
    "in-place loop, 2000 long": Work(kernels.recurrence, lines(2000), (0, None), (8, 64, 512)),
    "in-place loop, 2000 long, write in a branch": Work(
        kernels.limited, lines(2000), (0, None), (8, 64), FIVE_TIMES),
    "insertion sort, 200 long": Work(kernels.inserted, lambda n: (random(n, 200),), 0, (8, 64), FIVE_TIMES),
    "one heavy branch, one lane takes it": Work(kernels.heavy, taken(0.0), 0, (64,)),
    "one heavy branch, half of the lanes do": Work(kernels.heavy, taken(0.5), 0, (64,)),
}
TITLES = {f"{name}; {size}": (name, size) for name, work in WORK.items() for size in work.sizes}


def measured(prepare: Callable, name: str, size: int) -> Case:
    """A case of a side; `prepare(work, arguments)` gives a function without arguments, which runs and waits."""
    run = prepare(WORK[name], WORK[name].arguments(size))
    return Case(lambda: numbers(run()), timed(run))


def cases(prepare: Callable) -> dict[str, Callable[[], Case]]:
    return {title: functools.partial(measured, prepare, *which) for title, which in TITLES.items()}


def collect(workers: dict[str, Side], title: str) -> dict[str, Times]:
    """The samples of a case, the sides in turns; asserts that they compute the same."""
    found = in_turns(that_agree(workers, title), title, ROUNDS, BUDGET, least=3)
    return {name: times for name, (times,) in found.items()}


def microseconds(t: float) -> str:
    return f"{1e6 * t:,.0f}" if t > 1e-4 else f"{1e6 * t:.1f}"


def row_of(title: str, found: dict[str, Times]) -> list[str]:
    ours, theirs = found["recto"], found["jax"]
    (name, size), best = TITLES[title], ours.best / theirs.best
    target = WORK[name].target
    return [name, f"{size:,}", microseconds(ours.best), microseconds(theirs.best),
            verdict(best, target) if target else f"{best:.2f}", f"{ours.median / theirs.median:.2f}"]


def shown(title: str, found: dict[str, Times]) -> dict[str, Times]:
    """What was found, on its way to the table: the section takes a minute."""
    print(" | ".join(row_of(title, found)), file=sys.stderr, flush=True)
    return found


HEADS = ["function", "batch", "µs, recto", "µs, jax", "recto / jax, best", "median"]
INTRODUCTION = """f64, arrays on the device, one call. "recto / jax" is wanted at 1 / 0.95 or below, and at 1 / 5 where
a batched write depends on the lane's own data: there JAX selects between whole arrays every round."""


def report() -> tuple[str, list[Record]]:
    with working(SIDES) as workers:
        times = {title: shown(title, collect(workers, title)) for title in TITLES}
    records = [Record(title, "jax", found["jax"].best / found["recto"].best) for title, found in times.items()]
    return f"{INTRODUCTION}\n\n{table(HEADS, (row_of(*item) for item in times.items()))}", records
