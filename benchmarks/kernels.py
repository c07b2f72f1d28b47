"""Loop kernels in the manner of PolyBench: time by NumPy's, Numba's and JAX's, and of their gradients by JAX's.

The functions are in `kernels_numpy.py`, some in `gradient_kernels.py` and `windows_kernels.py`. JAX's ports in
`kernels_jax.py` are what an expert would write: matrix products, masks and scans where the loops allow it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import gradient_kernels, windows_kernels
from . import kernels_numpy as kernels
from .gradients import Found, Work, collect, factorised, measured, random, seconds, solved, split, stencil
from .harness import Case, Side, agree, numbers, timed, working
from .report import LEAST, Record, mean, table
from .windows import line, symmetric, triangle, two

SIDES = {"recto": "benchmarks.kernels_recto", "jax": "benchmarks.kernels_jax"}
NUMBA = {"numba": "benchmarks.kernels_numba"}
SAMPLES = 5             # of NumPy and Numba


def randoms(*shapes: tuple[int, ...]) -> Callable[..., tuple]:
    """Arrays whose shapes are given by places in the sizes, no two alike."""
    return lambda *sizes: tuple(np.random.default_rng(seed).random([sizes[k] for k in shape])
                                for seed, shape in enumerate(shapes))


def system(n: int) -> tuple:
    matrix, right = solved(n)
    return matrix / n, right


def bases(n: int) -> tuple:
    """Scores of pairs, and a sequence."""
    return random(4, 4), (4.0 * random(n)).astype(int)


PRODUCTS = {"gemm", "2mm", "3mm", "atax", "bicg", "mvt", "gesummv", "gemver", "syrk", "syr2k", "symm", "trmm",
            "correlation", "covariance", "doitgen"}         # whose loops are a few matrix products
STEPS = ("steps",)
SQUARE, VECTOR = (0, 0), (0,)
WORK: dict[str, Work] = {
    "gemm": Work(kernels.gemm, randoms((0, 2), (2, 1), (0, 1), (0, 1)), ((120, 100, 80),), (6, 5, 4)),
    "2mm": Work(
        kernels.two_products, randoms((0, 1), (1, 2), (2, 3), (0, 3), (0, 3)), ((120, 100, 80, 90),), (6, 5, 4, 3)
    ),
    "3mm": Work(kernels.three_products, randoms(*[SQUARE] * 5), ((60,),), (6,)),
    "atax": Work(kernels.atax, randoms((0, 1), (1,), (1,)), ((600, 500),), (6, 5)),
    "bicg": Work(kernels.bicg, randoms((0, 1), (1,), (0,), (1,)), ((600, 500),), (6, 5)),
    "mvt": Work(kernels.mvt, randoms(SQUARE, *[VECTOR] * 4), ((500,),), (6,)),
    "gesummv": Work(kernels.gesummv, randoms(SQUARE, SQUARE, VECTOR, VECTOR), ((500,),), (6,)),
    "gemver": Work(kernels.gemver, randoms(SQUARE, *[VECTOR] * 6), ((500,),), (6,)),
    "syrk": Work(windows_kernels.syrk, two, ((100, 80),), (12, 5)),
    "syr2k": Work(kernels.syr2k, randoms((0, 1), (0, 1), SQUARE, SQUARE), ((100, 80),), (12, 5)),
    "symm": Work(windows_kernels.symm, symmetric, ((80, 60),), (12, 5)),
    "trmm": Work(windows_kernels.trmm, triangle, ((100, 80),), (12, 5)),
    "cholesky": Work(windows_kernels.cholesky_by_elements, factorised, ((120,),), (12,)),
    "lu": Work(windows_kernels.lu, factorised, ((160,),), (12,)),
    "ludcmp": Work(kernels.ludcmp, system, ((120,),), (12,)),
    "trisolv": Work(windows_kernels.triangular_solve, solved, ((400,),), (12,)),
    "durbin": Work(windows_kernels.durbin, line, ((400,),), (12,)),
    "gramschmidt": Work(windows_kernels.gram_schmidt, factorised, ((120,),), (12,)),
    "correlation": Work(windows_kernels.correlation, randoms((0, 1), (1, 1)), ((300, 200),), (12, 5)),
    "covariance": Work(kernels.covariance, randoms((0, 1), (1, 1)), ((300, 200),), (12, 5)),
    "doitgen": Work(kernels.doitgen, randoms((0, 1, 2), (2, 2), (0, 1, 2)), ((40, 30, 50),), (4, 3, 5)),
    "floyd-warshall": Work(kernels.floyd_warshall, randoms(SQUARE, SQUARE), ((120,),), (8,)),
    "nussinov": Work(kernels.nussinov, bases, ((60,),), (9,)),
    "jacobi-1d (N, T)": Work(gradient_kernels.jacobi_1d, stencil(1), ((10_000, 100),), (20, 3), STEPS),
    "jacobi-2d (N, T)": Work(gradient_kernels.jacobi_2d, stencil(2), ((150, 50),), (7, 3), STEPS),
    "seidel-2d (N, T)": Work(gradient_kernels.seidel, stencil(2), ((120, 10),), (6, 2), STEPS, "seidel_scan"),
    "fdtd-2d (T, N, M)": Work(
        kernels.fdtd_2d, randoms((0,), *[(1, 2)] * 4), ((50, 120, 140),), (3, 6, 7)
    ),
    "heat-3d (N, T)": Work(gradient_kernels.heat_3d, stencil(3), ((30, 20),), (5, 2), STEPS),
    "adi (N, T)": Work(kernels.adi, stencil(2), ((100, 10),), (7, 2), STEPS),
    "deriche (W, H)": Work(kernels.deriche, randoms((0, 1), (0, 1)), ((400, 300),), (7, 8)),
}
TITLES = {f"{name}; {work.sizes[0]}": name for name, work in WORK.items()}


def with_value(prepare: Callable) -> Callable:
    """The sides are to agree in the gradient and in what the function gives."""
    def prepared(work: Work, sizes: tuple[int, ...]) -> tuple:
        primal, gradient, compiled, *more = prepare(work, sizes)
        return primal, gradient, lambda: (compiled(), primal()), *more
    return prepared


def cases(prepare: Callable) -> dict[str, Callable]:
    return {title: functools.partial(measured, with_value(prepare), WORK[name], WORK[name].sizes[0])
            for title, name in TITLES.items()}


def forward(compiled: Callable[[Callable], Callable], name: str) -> Case:
    """A side that has no gradients."""
    work = WORK[name]
    arguments, static = split(work, work.sizes[0])
    function = compiled(work.function)
    run = functools.partial(function, *arguments, *static.values())
    return Case(lambda: numbers(run()), timed(run))


class Row(NamedTuple):
    """What a kernel took, in seconds; Numba's is None where it refuses."""
    title: str
    numpy: float
    numba: float | None
    found: dict[str, Found]

    @property
    def primal(self) -> float:
        return self.found["jax"].primal.best / self.found["recto"].primal.best

    @property
    def gradient(self) -> float:
        return self.found["jax"].gradient.best / self.found["recto"].gradient.best

    @property
    def numbas(self) -> float | None:
        return self.numba and self.numba / self.found["recto"].primal.best

    @property
    def least(self) -> float:
        """The least of peer / Recto."""
        return min(self.primal, self.gradient, self.numbas or self.primal)


def checked(title: str, case: Any, value: list[float]) -> float:
    """The best time of a side without gradients, which is to give the value of the others."""
    assert agree([case.value(), value]), f"{title}: {case.value()} where the others have {value}"
    return min(case.sample() for _ in range(SAMPLES))


def numba_time(side: Side | None, title: str, value: list[float]) -> float | None:
    if not side or not side.ask("has", title):
        return None
    ask = lambda command: lambda: side.ask(command, title)
    return checked(title, Case(ask("value"), ask("sample")), value)


def measure(titles: list[str]) -> list[Row]:
    rows = []
    with working(SIDES) as workers, working(NUMBA) as compilers:
        for title in titles:
            found, name = collect(workers, title), TITLES[title]
            value = workers["recto"].ask("value", title)[-1:]
            numpy = checked(title, forward(lambda f: f, name), value)
            rows.append(Row(title, numpy, numba_time(compilers.get("numba"), title, value), found))
            print(" | ".join(row_of(rows[-1])), file=sys.stderr, flush=True)
    return rows


def judged(value: float) -> str:
    """A ratio, marked where Recto is slower."""
    return f"{value:.2f}" if value >= LEAST else f"**{value:.2f}**"


def row_of(row: Row) -> list[str]:
    name = TITLES[row.title]
    ours, theirs = row.found["recto"], row.found["jax"]
    numba = ["–", "–"] if row.numba is None else [seconds(row.numba), judged(row.numbas)]
    return [name, ", ".join(f"{n:,}" for n in WORK[name].sizes[0]), seconds(row.numpy), numba[0],
            seconds(ours.primal.best), seconds(theirs.primal.best), numba[1], judged(row.primal),
            seconds(ours.gradient.best), seconds(theirs.gradient.best), judged(row.gradient),
            f"{ours.gradient.best / ours.primal.best:.2f}"]


HEADS = ["kernel", "size", "numpy", "numba", "recto", "jax", "numba / recto", "jax / recto", "recto, gradient",
         "jax, gradient", "jax / recto, gradients", "gradient / function, recto"]


def records_of(row: Row) -> list[Record]:
    numba = [] if row.numbas is None else [Record(row.title, "numba", row.numbas)]
    return [Record(row.title, "jax", row.primal), Record(row.title, "jax, gradients", row.gradient), *numba,
            Record(row.title, "numpy", row.numpy / row.found["recto"].primal.best)]


def means(rows: list[Row]) -> str:
    """Geometric means by peer: of all kernels, of products and of the others."""
    records = [record for row in rows for record in records_of(row)]
    lines = []
    for peer in dict.fromkeys(record.peer for record in records):
        ratios = {kind: [r.ratio for r in records if r.peer == peer and kind(TITLES[r.row])]
                  for kind in (bool, PRODUCTS.__contains__, lambda name: name not in PRODUCTS)}
        lines.append([peer, *(f"{mean(found):.2f} ({len(found)})" if found else "–" for found in ratios.values())])
    return table(["peer / recto, geometric means (of kernels)", "all", "products", "others"], lines)


def report() -> tuple[str, list[Record]]:
    rows = sorted(measure(list(TITLES)), key=lambda row: row.least)
    records = [record for row in rows for record in records_of(row)]
    return f"{INTRODUCTION}\n\n{table(HEADS, map(row_of, rows))}\n\n{means(rows)}", records


INTRODUCTION = f"""f64; times are the best of several samples. Above 1, Recto is faster; below {LEAST:g} the ratio is
bold, and these rows stand first. The loops are as PolyBench has them, the innermost one a slice as a rule. Ports to
JAX are matrix products, masks and scans where these loops can be written so, and have no loops for the "products"
below the table. Numba compiles the functions as they are, without gradients."""
