"""Loops over slices whose bounds are computed: time by JAX's, and of their gradients, and by plain NumPy.

The functions are in `windows_kernels.py`; JAX's ports in `windows_jax.py` use masks on whole axes.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable

import numpy as np

from . import windows_kernels as kernels
from .gradients import Found, Work, collect, factorised, judged, measured, random, seconds, solved
from .harness import working
from .report import Record, mean, table

SIDES = {"recto": "benchmarks.windows_recto", "jax": "benchmarks.windows_jax"}
SLOWER = 5.0            # gradient / function: the most that is wanted
FORWARD, BACKWARD = 1.5, 10.0           # JAX / Recto, geometric means: the least that is wanted


def line(n: int) -> tuple:
    return 0.5 / n * random(n), random(n)


def two(n: int, m: int) -> tuple:
    return random(n, m), random(n, n), random(n, n)


def triangle(n: int, m: int) -> tuple:
    return random(n, n) / n, random(n, m), random(n, m)


def symmetric(n: int, m: int) -> tuple:
    return random(n, n) / n, random(n, m), random(n, m), random(n, m)


def sparse(n: int, each: int) -> tuple:
    """A matrix with about `each` elements a row, as values, columns and row starts; and a vector."""
    rng = np.random.default_rng(n)
    counts = rng.integers(0, 2 * each + 1, n)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return rng.random(starts[-1]), rng.integers(0, n, starts[-1]), starts, rng.random(n)


def pictures(n: int) -> tuple:
    return random(4, n, n, 3), random(3, 3, 3, 8) - 0.5, random(4, n - 2, n - 2, 8)


# Of kernels that PolyBench has: its sizes SMALL and MEDIUM, where it factorises matrices the square ones.
LINE = ((120,), (400,))
WORK: dict[str, Work] = {
    "Cholesky, by columns": Work(kernels.cholesky, factorised, LINE, (12,)),
    "Cholesky, by elements": Work(kernels.cholesky_by_elements, factorised, LINE, (12,)),
    "LU": Work(kernels.lu, factorised, LINE, (12,)),
    "triangular solve": Work(kernels.triangular_solve, solved, LINE, (12,)),
    "Durbin": Work(kernels.durbin, line, LINE, (12,)),
    "Gram–Schmidt": Work(kernels.gram_schmidt, factorised, ((80,), (240,)), (12,)),
    "syrk": Work(kernels.syrk, two, ((80, 60), (240, 200)), (12, 5)),
    "trmm": Work(kernels.trmm, triangle, ((60, 80), (200, 240)), (12, 5)),
    "symm": Work(kernels.symm, symmetric, ((60, 80), (200, 240)), (12, 5)),
    "correlation": Work(
        kernels.correlation, lambda n, m: (random(n, m), random(m, m)), ((100, 80), (260, 240)), (12, 5)
    ),
    "CSR product, scalar loop": Work(kernels.csr_product, sparse, ((100, 5), (2000, 10)), (12, 3)),
    "CSR product, slices": Work(kernels.csr_product_by_slices, sparse, ((100, 5), (500, 10)), (12, 3)),
    "convolution by windows": Work(kernels.convolution, pictures, ((16,), (32,)), (6,)),
}
TITLES = {f"{name}; {sizes}": (name, sizes) for name, work in WORK.items() for sizes in work.sizes}


def cases(prepare: Callable) -> dict[str, Callable]:
    return {title: functools.partial(measured, prepare, WORK[name], sizes) for title, (name, sizes) in TITLES.items()}


def plain(title: str) -> float:
    """The time of the function as Python and NumPy run it, the best of three."""
    name, sizes = TITLES[title]
    work, times = WORK[name], []
    for _ in range(3):
        arguments = work.arguments(*sizes)
        start = time.perf_counter()
        work.function(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def row_of(title: str, found: dict[str, Found], numpy: float) -> list[str]:
    name, sizes = TITLES[title]
    ours, theirs = found["recto"], found["jax"]
    return [name, ", ".join(f"{n:,}" for n in sizes), seconds(numpy), seconds(ours.primal.best),
            seconds(theirs.primal.best), f"{theirs.primal.best / ours.primal.best:.2f}", seconds(ours.gradient.best),
            seconds(theirs.gradient.best), f"{theirs.gradient.best / ours.gradient.best:.2f}",
            judged(ours.gradient.best / ours.primal.best, SLOWER), f"{ours.memory / 1e6:.2f}",
            f"{theirs.memory / 1e6:.2f}", f"{1e3 * ours.compiling:.0f}", f"{1e3 * theirs.compiling:.0f}"]


HEADS = [
    "function",
    "size",
    "numpy",
    "recto",
    "jax",
    "jax / recto",
    "recto, gradient",
    "jax, gradient",
    "jax / recto, gradients",
    "gradient / function, recto",
    "MB, recto",
    "MB, jax",
    "ms to compile, recto",
    "jax",
]


def records_of(title: str, found: dict[str, Found], numpy: float) -> list[Record]:
    ours, theirs = found["recto"], found["jax"]
    return [Record(title, "jax", theirs.primal.best / ours.primal.best),
            Record(title, "jax, gradients", theirs.gradient.best / ours.gradient.best),
            Record(title, "numpy", numpy / ours.primal.best)]


def measure() -> tuple[list[list[str]], list[Record]]:
    """The rows of the table, and what they compare."""
    rows, records = [], []
    with working(SIDES) as workers:
        for title in TITLES:
            found, numpy = collect(workers, title), plain(title)
            rows.append(row_of(title, found, numpy))
            print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
            records += records_of(title, found, numpy)
    return rows, records


def report() -> tuple[str, list[Record]]:
    rows, records = measure()
    forward, backward, host = (mean([r.ratio for r in records if r.peer == peer])
                               for peer in ("jax", "jax, gradients", "numpy"))
    means = (
        f"Geometric means: JAX / Recto {forward:.2f} forward (wanted: {FORWARD:g}), {backward:.2f} for "
        f"gradients (wanted: {BACKWARD:g}); NumPy / Recto {host:.1f}."
    )
    return f"{INTRODUCTION}\n\n{table(HEADS, rows)}\n\n{means}", records


INTRODUCTION = """f64; times are the best of several samples, taken in turns. Above 1, Recto is faster. "MB" is the peak
of temporary memory of the compiled gradient; "ms to compile" is once, from source to executable, of the gradient.
Sizes are PolyBench's SMALL and MEDIUM where it has the kernel (its matrices made square where they are factorised)."""
