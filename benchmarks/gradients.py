"""Gradients of loops that write arrays, of `while` and of training steps: time by the function's and JAX's.

The functions are in `gradient_kernels.py`, their ports with JAX's combinators in `gradients_jax.py`.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import fresh
from . import gradient_kernels as kernels
from .harness import Case, Side, Times, compare, in_turns, numbers, that_agree, timed, working
from .report import Record, table, verdict

ROUNDS, COMPILE_ROUNDS = 15, 15
BUDGET = 0.4            # s for the samples of a case on a side; at least three are taken
SLOW = 2.0              # s: a derivative that takes longer runs once
SHORT, LONG = 10, 1_000_000
SIDES = {"recto": "benchmarks.gradients_recto", "jax": "benchmarks.gradients_jax"}
EAGER = {"torch": "benchmarks.gradients_torch", "autograd": "benchmarks.gradients_autograd"}


class Work(NamedTuple):
    """A function to differentiate with respect to its first argument.

    arguments: the sizes -> positional arguments; static ones by name in `static`.
    port: its name on the other sides, where it is another.
    step: is the derivative to be measured a step of gradient descent?
    targets: for gradient / primal, for Recto / JAX, for megabytes of temporary memory.
    """
    function: Callable
    arguments: Callable[..., tuple]
    sizes: tuple[tuple[int, ...], ...]
    small: tuple[int, ...]
    static: tuple[str, ...] = ()
    port: str = ""
    step: bool = False
    targets: tuple[float | None, float | None, float | None] = (None, None, None)


class Measured(NamedTuple):
    """A function and its derivative on one side; what `harness.Case` has, and more.

    once: seconds of the call of the derivative that gave the value.
    """
    value: Callable[[], list[float]]
    once: Callable[[], float]
    primal: Callable[[], float]
    sample: Callable[[], float]
    compiling: Callable[[], float]
    memory: Callable[[], int]


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).random(shape)


def weighted(*shape: int) -> tuple[np.ndarray, np.ndarray]:
    return random(*shape), np.random.default_rng(1).random(shape)


def positive(n: int) -> np.ndarray:
    """A symmetric positive definite matrix."""
    return random(n, n) @ random(n, n).T + n * np.eye(n)


def dense(*sizes: int) -> list[np.ndarray]:
    """Weights and bias of each layer."""
    return [x for a, b in zip(sizes, sizes[1:]) for x in ((random(a, b) - 0.5) / np.sqrt(a), random(b))]


def labels(n: int) -> np.ndarray:
    return np.eye(10)[np.arange(n) % 10]


def images(n: int) -> tuple:
    filters = tuple((random(3, 3, a, b) - 0.5) / np.sqrt(9 * a) for a, b in ((1, 16), (16, 32)))
    return (*filters, *dense(32, 10)), random(n, 28, 28, 1), labels(n)


def line(n: int) -> tuple:
    return (random(n),)


def stencil(dimensions: int) -> Callable[..., tuple]:
    """Arguments of a sweep over a grid of that many dimensions, some steps of it."""
    return lambda n, steps: (*weighted(*[n] * dimensions), steps)


def factorised(n: int) -> tuple:
    return positive(n), random(n, n)


def solved(n: int) -> tuple:
    return positive(n), random(n)


def states(steps: int) -> tuple:
    return random(1000), random(1000), 0.1 * random(1000), steps


def sequence(n: int) -> tuple:
    return random(64), random(64, 64) / 64, 0.1 * random(n, 64)


STEPS = ("steps",)
SIZES, SWEEPS = ((1000,), (4000,), (16_000,)), ((40, 5), (120, 5), (120, 20), (400, 10))
ONE_LARGE = (*SWEEPS[:3], (400, 1))         # ten sweeps of 400 x 400 take JAX's gradient minutes
MATRICES, SYSTEMS = ((40,), (120,)), ((40,), (120,), (400,))
LONG_LOOPS = ((1000,), (10_000,))
LIKE_JAX = (None, 1 / 0.95, None)
WORK: dict[str, Work] = {
    "in-place recurrence": Work(kernels.recurrence, line, SIZES, (40,), targets=(5.0, None, None)),
    "— JAX as a scan": Work(kernels.recurrence, line, SIZES, (40,), port="recurrence_scan"),
    "Seidel 2-D, scalar loops (N, T)": Work(kernels.seidel, stencil(2), ONE_LARGE, (6, 2), STEPS),
    "— JAX as scans along rows": Work(kernels.seidel, stencil(2), SWEEPS, (6, 2), STEPS, "seidel_scan"),
    "Jacobi 1-D (N, T)": Work(kernels.jacobi_1d, stencil(1), ((1000, 100), (100_000, 100)), (20, 3), STEPS),
    "Jacobi 2-D (N, T)": Work(kernels.jacobi_2d, stencil(2), ((100, 50), (500, 20)), (7, 3), STEPS),
    "heat 3-D (N, T)": Work(kernels.heat_3d, stencil(3), ((20, 20), (60, 20)), (5, 2), STEPS),
    "Cholesky, by rows": Work(kernels.cholesky, factorised, MATRICES, (20,)),
    "Cholesky, scalar loops": Work(kernels.cholesky_scalar, factorised, MATRICES, (20,)),
    "LU, by rows": Work(kernels.lu, factorised, MATRICES, (20,)),
    "LU, scalar loops": Work(kernels.lu_scalar, factorised, MATRICES, (20,)),
    "triangular solve, by rows": Work(kernels.triangular_solve, solved, SYSTEMS, (20,)),
    "triangular solve, scalar loops": Work(
        kernels.triangular_solve_scalar, solved, SYSTEMS, (20,), port="triangular_solve"),
    "tanh RNN, 1000 states (steps)": Work(kernels.rnn, states, LONG_LOOPS, (50,), STEPS),
    "tanh RNN, matrix of 64 (steps)": Work(kernels.rnn_matrix, sequence, LONG_LOOPS, (50,)),
    "Newton `while` (n); JAX: Equinox": Work(
        kernels.newton, lambda n: (1.0 + random(n),), ((1000,), (100_000,)), (5,)),
    "dynamic `while`, 1000 states (steps); JAX: Equinox": Work(
        kernels.long_while, lambda n: (random(1000), random(1000), n), LONG_LOOPS, (50,),
        targets=(3.0, None, 5.0)),
    "MLP 784-256-256-10, training step (batch)": Work(
        kernels.mlp, lambda n: (dense(784, 256, 256, 10), random(n, 784), labels(n)), ((32,), (128,)), (2,),
        step=True, targets=LIKE_JAX),
    "convolutions 3x3, 1-16-32, training step (batch)": Work(
        kernels.convolution, images, ((16,),), (1,), step=True, targets=LIKE_JAX),
    "— peers by their own convolution": Work(
        kernels.convolution, images, ((16,),), (1,), port="own_convolution", step=True),
}
TITLES = {f"{name}; {sizes}": (name, sizes) for name, work in WORK.items() for sizes in work.sizes}


def split(work: Work, sizes: tuple[int, ...]) -> tuple[tuple, dict[str, Any]]:
    """Positional arguments, and the static ones by name."""
    arguments = work.arguments(*sizes)
    count = len(arguments) - len(work.static)
    return arguments[:count], dict(zip(work.static, arguments[count:]))


def measured(prepare: Callable, work: Work, sizes: tuple[int, ...]) -> Measured:
    """A case of a side.

    `prepare(work, sizes)` gives functions without arguments, which run the function, its derivative, and what
    `lower().compile()` made of that, and wait; seconds to compile it, and the bytes of temporary memory.
    """
    run_primal, run, run_compiled, seconds, temporary = prepare(work, sizes)
    run_primal()
    first = []

    def value() -> list[float]:
        start = time.perf_counter()
        result = run_compiled()
        first.append(time.perf_counter() - start)
        return numbers(result)

    samples = timed(run_primal), timed(run)
    return Measured(value, lambda: first[0], *samples, lambda: seconds, lambda: temporary)


def eager(primal: Callable, gradient: Callable) -> tuple:
    """What `prepare` gives where nothing is compiled."""
    return primal, gradient, gradient, 0.0, 0


def cases(prepare: Callable, ports: Callable[[Work], bool] = lambda work: True) -> dict[str, Callable]:
    return {title: functools.partial(measured, prepare, WORK[name], sizes) for title, (name, sizes) in TITLES.items()
            if ports(WORK[name])}


class Found(NamedTuple):
    """What a side took: function and derivative, seconds to compile the derivative, its temporary bytes."""
    primal: Times
    gradient: Times
    compiling: float
    memory: int


def collect(workers: dict[str, Side], title: str) -> dict[str, Found]:
    """All about a case, the sides in turns; asserts that they compute the same."""
    there = that_agree(workers, title)
    once = {name: side.ask("once", title) for name, side in there.items()}
    quick = {name: side for name, side in there.items() if once[name] <= SLOW}
    for side in quick.values():
        side.ask("sample", title)               # the first call of a compiled function compiles
    times = in_turns(quick, title, ROUNDS, BUDGET, least=3, commands=("primal", "sample"))
    for name in there.keys() - quick.keys():
        times[name] = [Times([there[name].ask("primal", title)]), Times([once[name]])]
    return {name: Found(*times[name], side.ask("compiling", title), side.ask("memory", title))
            for name, side in there.items()}


def shown(title: str, found: dict[str, Found]) -> dict[str, Found]:
    """What was found, on its way to the table: the section takes minutes."""
    cells = [*row_of(title, found), *(eager_row(title, found) or [])[3:]]
    print(" | ".join(cells), file=sys.stderr, flush=True)
    return found


def measure(titles: list[str]) -> dict[str, dict[str, Found]]:
    with working({**SIDES, **EAGER}) as workers:
        return {title: shown(title, collect(workers, title)) for title in titles}


def seconds(value: float) -> str:
    """With three digits, in the unit that suits."""
    units = {"s": 1.0, "ms": 1e3, "µs": 1e6}
    unit, factor = next((u, f) for u, f in units.items() if value * f >= 1 or u == "µs")
    digits = max(0, 3 - len(str(int(value * factor))))
    return f"{value * factor:.{digits}f} {unit}"


def judged(value: float, target: float | None) -> str:
    if value < 0.01:
        return f"{value:.5f}"
    return f"{value:.2f}" if target is None else verdict(value, target)


def row_of(title: str, found: dict[str, Found]) -> list[str]:
    name, sizes = TITLES[title]
    ours, theirs = found["recto"], found.get("jax")
    slower, jax, memory = WORK[name].targets
    row = [name, ", ".join(f"{n:,}" for n in sizes), seconds(ours.primal.best), seconds(ours.gradient.best),
           judged(ours.gradient.best / ours.primal.best, slower),
           f"{ours.gradient.median / ours.primal.median:.2f}"]
    if theirs is None:
        return [*row, *["–"] * 4, judged(ours.memory / 1e6, memory), "–", f"{1e3 * ours.compiling:.0f}", "–"]
    against = ours.gradient.best / theirs.gradient.best
    median = ours.gradient.median / theirs.gradient.median
    return [*row, seconds(theirs.gradient.best), f"{theirs.gradient.best / theirs.primal.best:.1f}",
            judged(against, jax), judged(median, None),
            judged(ours.memory / 1e6, memory), f"{theirs.memory / 1e6:.2f}",
            f"{1e3 * ours.compiling:.0f}", f"{1e3 * theirs.compiling:.0f}"]


def eager_row(title: str, found: dict[str, Found]) -> list[str] | None:
    """Recto beside the sides that compile nothing; None where there are none."""
    name, sizes = TITLES[title]
    ours, row = found["recto"].gradient.best, []
    for peer in EAGER:
        times = found[peer].gradient.best if peer in found else None
        row += [seconds(times), judged(ours / times, None)] if times else ["–", "–"]
    return [name, ", ".join(f"{n:,}" for n in sizes), seconds(ours), *row] if EAGER.keys() & found else None


def records_of(title: str, found: dict[str, Found]) -> list[Record]:
    return [Record(title, f"{peer}, gradients", times.gradient.best / found["recto"].gradient.best)
            for peer, times in found.items() if peer != "recto"]


HEADS = ["function", "size", "recto", "its gradient", "gradient / function", "median", "jax gradient",
         "jax gradient / function", "recto / jax, gradients", "median", "MB, recto", "MB, jax",
         "ms to compile, recto", "jax"]
EAGER_HEADS = ["function", "size", "recto, gradient",
               *(head for peer in EAGER for head in (f"{peer}, gradient", f"recto / {peer}"))]
EAGERLY = """The same run, beside what compiles nothing. PyTorch runs the loops over slices and states, `while` and
training steps eagerly, with a thread for each core, as XLA; the recurrence keeps its elements in a list. autograd
takes the functions as they are, where they write no arrays. Elements of matrices one by one, and what PyTorch has as
a call of LAPACK, are left out."""
INTRODUCTION = f"""f64; times are the best of up to {ROUNDS} samples. "MB" is the peak of temporary memory of
the compiled gradient; "ms to compile" is once, from source to executable. What takes more than {SLOW:g} s ran
once. Rows that begin with a dash have another port to JAX, to which an expert would come. Reverse mode
through `while` is Equinox's `while_loop(kind="checkpointed")`. Wanted: the gradient of the recurrence in at
most 5 times the function's time at every n, that of the dynamic `while` in 3 times and 5 MB, training steps
in at most 1 / 0.95 of JAX's time."""


def compile_case(gradient: Callable, text: str) -> Case:
    """The time from the source of a loop to the executable of its gradient."""
    given = np.linspace(0.0, 1.0, 16)

    def sample() -> float:
        function = fresh.function(text)
        start = time.perf_counter()
        gradient(function).lower(given).compile()
        return time.perf_counter() - start

    return Case(lambda: numbers(gradient(fresh.function(text, 0))(given)), sample)


def compile_cases(gradient: Callable, text: str) -> dict[str, Callable]:
    return {f"loop {n}": functools.partial(compile_case, gradient, text.replace("ROUNDS", str(n)))
            for n in (SHORT, LONG)}


def compile_times() -> str:
    times = compare(SIDES, [f"loop {n}" for n in (SHORT, LONG)], COMPILE_ROUNDS)
    rows = []
    for side, target in (("recto", 1.2), ("jax", None)):
        short, long = (times[f"loop {n}"][side] for n in (SHORT, LONG))
        rows.append([side, f"{1e3 * short.best:.1f}", f"{1e3 * long.best:.1f}",
                     judged(long.best / short.best, target), f"{long.median / short.median:.2f}"])
    lengths = [f"n = {n:,}" for n in (SHORT, LONG)]
    return table(["ms to compile a gradient", *lengths, "ratio, best (target 1.2)", "median"], rows)


def report() -> tuple[str, list[Record]]:
    measured = measure(list(TITLES))
    rows = [row_of(title, found) for title, found in measured.items()]
    beside = [row for title, found in measured.items() if (row := eager_row(title, found))]
    records = [record for title, found in measured.items() for record in records_of(title, found)]
    parts = [INTRODUCTION, table(HEADS, rows), *([EAGERLY, table(EAGER_HEADS, beside)] if beside else [])]
    return "\n\n".join([*parts, compile_times()]), records
