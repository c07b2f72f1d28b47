"""Ten whole programs, unmodified: Recto against NumPy in Python, and ports to Numba and JAX.

The programs are in `programs_numpy.py`; ports in `programs_numba.py` and `programs_jax.py`.
"""
from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import programs_numpy as programs
from .gradients import seconds
from .harness import Times, in_turns, numbers, that_agree, timed, working
from .report import LEAST, Record, table

ROUNDS, BUDGET, FEWEST = 15, 4.0, 5
TOLERANCE = 1e-7
SIDES = {"recto": "benchmarks.programs_recto", "numpy": "benchmarks.programs_python",
         "numba": "benchmarks.programs_numba", "jax": "benchmarks.programs_jax"}


class Work(NamedTuple):
    """A program. arguments: a size -> positional arguments, made anew for each call; `shown` says what the size is."""
    function: Callable
    arguments: Callable[[int], tuple]
    size: int
    small: int
    shown: str
    static: tuple[int, ...] = ()


class Measured(NamedTuple):
    """A program on one side; what `harness.Case` has, and the seconds of the first call."""
    value: Callable[[], list[float]]
    sample: Callable[[], float]
    first: Callable[[], float]


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def pendulum(n: int) -> tuple:
    return np.sin(1.5 * np.cos(0.06 * np.arange(n))) + 0.1 * rng().normal(size=n), 0.02


def channel(n: int) -> tuple:
    y, x = np.mgrid[:n, :2 * n]
    return 1 + 0.01 * rng().random((n, 2 * n)), (x - n / 2) ** 2 + (y - n / 2) ** 2 < (n / 8) ** 2, 100, 0.8


def bodies(n: int) -> tuple:
    draw = rng()
    return draw.normal(size=(n, 3)), 0.1 * draw.normal(size=(n, 3)), draw.random(n) / n, 0.01, 100


def control(n: int) -> tuple:
    draw = rng()
    return 0.98 * np.linalg.qr(draw.normal(size=(n, n)))[0], draw.normal(size=(n, 2)), np.eye(n), np.eye(2), 1e-10


def letters(n: int) -> tuple:
    draw = rng()
    hidden, kinds = 64, 27
    return (0.01 * draw.normal(size=(hidden, kinds)), 0.01 * draw.normal(size=(hidden, hidden)),
            0.01 * draw.normal(size=(kinds, hidden)), draw.integers(0, kinds, 26 * n), 26, 0.01)


def tube(n: int) -> tuple:
    left = np.arange(n) < n // 2
    u = np.array([np.where(left, 1.0, 0.125), np.zeros(n), np.where(left, 2.5, 0.25)])
    return u, 1 / n, 0.2, 1.4


WORK: dict[str, Work] = {
    "unscented Kalman filter": Work(programs.ukf, pendulum, 500, 6, "{} measurements"),
    "lattice Boltzmann": Work(programs.lattice_boltzmann, channel, 64, 8, "{} × 128 cells, 100 steps", (2,)),
    "bodies, as objects": Work(programs.nbody, bodies, 12, 3, "{} bodies, 100 steps"),
    "Hamiltonian Monte Carlo": Work(programs.hmc, lambda n: (rng(), n, 20, 0.15), 1000, 5, "{} samples, 20 leapfrogs",
                                    (1,)),
    "game of life": Work(programs.life, lambda n: (rng().integers(0, 2, (n, n)), 100), 128, 6,
                         "{0} × {0} cells, 100 generations"),
    "Riccati iteration": Work(programs.riccati, control, 8, 2, "{0} × {0}"),
    "character RNN": Work(programs.char_rnn, letters, 40, 2, "{} parts of 25 letters, 64 units", (4,)),
    "particle filter": Work(programs.particle_filter, lambda n: (np.cos(0.3 * np.arange(100)), n, 3), 1000, 10,
                            "{} particles, 100 steps", (1, 2)),
    "agents in lists": Work(programs.agents, lambda n: (rng(), n, 20, 60, 0.5), 400, 40, "{} agents, 60 days",
                            (1, 2, 3)),
    "finite volumes": Work(programs.finite_volume, tube, 400, 12, "{} cells"),
}


def measured(prepare: Callable, name: str) -> Measured:
    """`prepare(name, work)` gives a function of the arguments that runs the program and waits for it."""
    work = WORK[name]
    run = prepare(name, work)
    took: list[float] = []

    def call() -> Any:
        return run(*work.arguments(work.size))

    def first() -> Any:
        start = time.perf_counter()
        found = call()
        took.append(time.perf_counter() - start)
        return found

    return Measured(lambda: numbers(first()), timed(call), lambda: took[0])


def cases(prepare: Callable, names: Any = WORK) -> dict[str, Callable[[], Measured]]:
    return {name: functools.partial(measured, prepare, name) for name in names}


def measure(names: Any = WORK) -> dict[str, tuple[dict[str, Times], dict[str, float]]]:
    """Samples by program and side, and the seconds of the first call."""
    found = {}
    with working(SIDES) as workers:
        for name in names:
            sides = that_agree(workers, name, TOLERANCE)
            first = {side: worker.ask("first", name) for side, worker in sides.items()}
            times = {side: samples[0] for side, samples in in_turns(sides, name, ROUNDS, BUDGET, FEWEST).items()}
            found[name] = times, first
            print(" | ".join(row_of(name, *found[name])), file=sys.stderr, flush=True)
    return found


HEADS = ["program", "size", "numpy", "recto", "numpy / recto", "numba", "numba / recto", "jax", "jax / recto",
         "first call: recto", "numba", "jax"]


def row_of(name: str, times: dict[str, Times], first: dict[str, float]) -> list[str]:
    work, ours = WORK[name], times["recto"].median
    cell = lambda side: seconds(times[side].median) if side in times else "–"
    ratio = lambda side: f"{times[side].median / ours:.2f}" if side in times else "–"
    started = [f"{first[side]:.2f} s" if side in first else "–" for side in ("recto", "numba", "jax")]
    return [name, work.shown.format(work.size), cell("numpy"), cell("recto"), marked(times["numpy"].median / ours),
            cell("numba"), ratio("numba"), cell("jax"), ratio("jax"), *started]


def marked(value: float) -> str:
    return f"{value:.2f}" if value >= LEAST else f"**{value:.2f}**"


def report() -> tuple[str, list[Record]]:
    found = measure()
    records = [Record(name, side, times[side].median / times["recto"].median)
               for name, (times, _) in found.items() for side in times if side != "recto"]
    return INTRODUCTION + table(HEADS, [row_of(name, *row) for name, row in found.items()]), records


INTRODUCTION = """Whole programs, unmodified: classes, lists, NumPy's random numbers drawn on the host. Medians of
samples taken in turns; all sides give the same numbers as NumPy. Numba and JAX have ports by hand, without classes;
"–": there is none. First calls include compiling, caches off.

"""
