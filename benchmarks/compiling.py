"""Seconds of the first call of programs that took more than five once, each in a process of its own, caches off.

    python -m benchmarks.compiling NAME         measures one of them, without the time to start and import
"""
from __future__ import annotations

import json
import linecache
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import compiling_programs as programs
from .harness import ROOT, environment
from .report import table

LIMIT = 5.0             # s
ROUNDS = 1


class Work(NamedTuple):
    """arguments: made when it is measured. before: the seconds that it took when it was found; `transform`: of what."""
    function: Any
    arguments: Callable[[], tuple]
    before: str
    transform: str = "jit"
    static: tuple[int, ...] = ()
    reason: str = ""


def draw(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape)


def lists(n: int) -> list:
    return draw(n, n).tolist()


def written(text: str) -> Callable:
    """A function from its text."""
    name = f"<{text.split('(')[0].removeprefix('def ')}>"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    space: dict[str, Any] = {"np": np}
    exec(compile(text, name, "exec"), space)
    return next(v for k, v in space.items() if k in ("nested", "branched"))


def smoothing() -> tuple:
    f = np.array([[1.0, 0.1], [0.0, 1.0]])
    return draw(25, 2), np.array([np.eye(2)] * 25), f, 0.01 * np.eye(2)


def filtering() -> tuple:
    f = np.array([[1.0, 0.1], [0.0, 1.0]])
    return list(draw(25, 1)), f, np.array([[1.0, 0.0]]), 0.01 * np.eye(2), np.eye(1)


def riccati(n: int) -> tuple:
    return 0.9 * np.linalg.qr(draw(n, n))[0], draw(n, 2), np.eye(n), np.eye(2)


def gas() -> tuple:
    y, x = np.mgrid[:64, :64] / 64
    inside = np.abs(y - 0.5) < 0.25
    return 1.0 + inside, inside - 0.5, 0.1 * np.sin(4 * np.pi * x), np.full((64, 64), 2.5), 1 / 64, 0.1


def letters() -> tuple:
    shapes = {name: draw(10 + 32 + 1, 32) / 10 for name in ("change", "forget", "ingate", "outgate")}
    return {**shapes, "predict": draw(33, 10)}, draw(20, 8, 10), np.eye(10)[np.arange(160).reshape(20, 8) % 10]


UNROLLED = "XLA: the filter i != j makes lists of known length, 20 loops are unrolled, 20 sorts"
WORK: dict[str, Work] = {
    "product of 16 × 16 lists of lists": Work(programs.product_of_lists, lambda: (lists(16), lists(16)), "10.8"),
    "product of 60 × 60 lists of lists": Work(programs.product_of_lists, lambda: (lists(60), lists(60)), "> 60"),
    "distances in a nested comprehension, 30 × 20": Work(
        programs.distances, lambda: (draw(30, 3), draw(20, 3)), "> 35"),
    "`np.ndindex`, 30 × 30": Work(programs.by_positions, lambda: (draw(30, 30),), "20"),
    "`itertools.combinations`, 90,000 pairs": Work(programs.pairs, lambda: (draw(425),), "> 15"),
    "a list of medians, 20 points": Work(programs.median_slopes, lambda: (np.arange(20.0), draw(20)), "12–17",
                                         reason=UNROLLED),
    "… its gradient": Work(programs.median_slopes, lambda: (np.arange(20.0), draw(20)), "> 18", "grad 1",
                           reason=UNROLLED),
    "30 items that a function computes": Work(programs.computed_items, lambda: (draw(50),), "11"),
    "recursive FFT, 1024": Work(programs.fft, lambda: (draw(1024),), "36",
                                reason="XLA: recursion is read call by call, 1,023 calls"),
    "Mandelbrot set, list of lists, 20 × 20": Work(
        programs.mandelbrot, lambda: (list(np.linspace(-2, 1, 20)), list(np.linspace(-1, 1, 20))), "24"),
    "game of life, lists of lists, 60 × 100": Work(
        programs.life_of_lists, lambda: (np.random.default_rng(1).integers(0, 2, (60, 100)).tolist(), 10), "> 60"),
    "smoother with `[F] * n`, 25 steps": Work(programs.smoothed, smoothing, "9.7"),
    "filter over a zip of lists, 25 steps": Work(programs.filtered, filtering, "11"),
    "13 loops inside each other": Work(programs.nest(13), lambda: (np.ones(4),), "28"),
    "400 branches that write an array": Work(programs.branches(400), lambda: (draw(50),), "21",
                                             reason="XLA: 400 conditionals on one array"),
    "Riccati equation by doubling, 4 × 4": Work(programs.doubled, lambda: riccati(4), "8.1"),
    "… gradient, 3 × 3": Work(programs.doubled_trace, lambda: riccati(3), "45", "grad 0"),
    "flow with projection, gradient": Work(programs.flow_loss, lambda: (draw(40, 40), draw(40, 40), draw(40, 40)), "15",
                                           "grad 0"),
    "compressible flow, 64 × 64": Work(programs.euler_2d, gas, "7.1–10.6"),
    "LSTM, gradient": Work(programs.lstm_loss, letters, "9.4", "grad 0"),
    "Gaussian mixture, gradient": Work(
        programs.mixture_loss, lambda: ((np.zeros(5), draw(5, 2), np.array([np.eye(2)] * 5)), draw(200, 2)), "9.3",
        "grad 0"),
    "ball in a box, batched gradient": Work(programs.bouncing, lambda: (np.abs(draw(8, 4)),), "5.9", "vmap grad"),
    "Newton's root, batched second derivative": Work(programs.root, lambda: (np.arange(1.0, 9.0),), "13",
                                                     "vmap grad grad"),
    "Gaussian process, hessian": Work(programs.gaussian_process, lambda: (np.zeros(3), draw(60), draw(60)), "5.2",
                                      "hessian"),
}


def transformed(work: Work) -> Callable:
    import recto                        # not by the process that only starts others
    function = written(work.function) if isinstance(work.function, str) else work.function
    match work.transform.split():
        case ["grad", number]:
            return recto.grad(function, argnums=int(number))
        case ["vmap", *orders]:
            for _ in orders:
                function = recto.grad(function)
            return recto.vmap(function)
        case ["hessian"]:
            return recto.hessian(function)
    return recto.jit(function)


def once(name: str) -> dict[str, Any]:
    """Seconds of the first call; whether it agrees with plain Python, where that is computed."""
    import recto
    work = WORK[name]
    function = transformed(work)
    recto.grad(lambda x: x * x)(1.0)    # what is imported once
    start = time.process_time(), time.perf_counter()
    value = recto.block_until_ready(function(*work.arguments()))
    took = [time.process_time() - start[0], time.perf_counter() - start[1]]
    agrees = True
    if work.transform == "jit":
        plain = written(work.function) if isinstance(work.function, str) else work.function
        pairs = zip(recto.tree.leaves(value), recto.tree.leaves(plain(*work.arguments())), strict=True)
        agrees = all(np.allclose(a, b, 1e-8, 1e-10) for a, b in pairs)
    return {"cpu": took[0], "wall": took[1], "agrees": bool(agrees)}


def measure(name: str) -> dict[str, Any]:
    """The quickest of some processes."""
    found = []
    for _ in range(ROUNDS):
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.compiling", name]
        done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stderr[-2000:]}"
        found.append(json.loads(done.stdout.splitlines()[-1]))
    assert all(f["agrees"] for f in found), f"{name}: it disagrees with Python"
    return min(found, key=lambda f: f["wall"])


def row_of(name: str, found: dict[str, Any]) -> list[str]:
    least = min(found["wall"], found["cpu"])            # other processes may have the machine
    mark = f" **> {LIMIT:g}**" * (least > LIMIT)
    return [name, WORK[name].before, f"{found['wall']:.2f}", f"{found['cpu']:.2f}{mark}", WORK[name].reason]


def report() -> str:
    rows = []
    for name in WORK:
        rows.append(row_of(name, measure(name)))
        print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    return INTRODUCTION + table(["program", "as found", "now", "processor", "where"], rows)


INTRODUCTION = f"""Seconds of the first call, without imports, in a fresh process with caches off: programs of other
people took more than {LIMIT:g} s once ("as found", on another day and machine); these are written anew after them, of
the same sizes. "processor": the seconds of all threads; "where" says what takes the time of the longest.

"""

if __name__ == "__main__":
    print(json.dumps(once(sys.argv[1])))
