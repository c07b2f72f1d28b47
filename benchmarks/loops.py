"""ns a turn of loops that mutate arrays, small and large: run in place, a turn costs the same whatever the size.

    python benchmarks/loops.py [name …]

Columns: through XLA at two sizes · the same loop in Python on a NumPy array · how many times faster · copies in loops.
"""
from __future__ import annotations

import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))

from lowering.harness import compiled, copies
from lowering.shapes import SHAPES
from recto.runtime import put

SIZES = {"insertion_sort": (400, 1600), "bubble_sort": (400, 1600), "shortest_paths": (20_000, 200_000),
         "row_product": (40_000, 1_000_000), "whole_tape": (4_000, 32_000)}
USUAL = (20_000, 1_000_000)
REPEATS = 5


def best(run, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return min(times)


def through_xla(name: str, n: int) -> tuple[float, int]:
    """Seconds a turn, and copies inside loops."""
    program, arguments, _, turns = SHAPES[name](n)
    exe, buffers = compiled(program), [put(a) for a in arguments]
    return best(lambda: [r.block_until_ready() for r in exe.run(buffers)], REPEATS) / turns, copies(exe)


def in_python(name: str, n: int) -> float:
    _, arguments, plain, turns = SHAPES[name](n)
    return best(lambda: plain(*(np.array(a) for a in arguments)), 1) / turns


def row(name: str) -> list[str]:
    """Small, large, in Python where it is small, how many times faster that makes it, copies."""
    small, large = SIZES.get(name, USUAL)
    (first, _), (second, copied) = through_xla(name, small), through_xla(name, large)
    python = in_python(name, small)
    return [f"{1e9 * first:.1f}", f"{1e9 * second:.1f}", f"{1e9 * python:.0f}", f"{python / first:.0f}x", str(copied)]


HEADS = ["loop", "small", "large", "Python", "faster", "copies"]


def report() -> tuple:
    """A section of `RESULTS.md`, and its records."""
    from benchmarks.report import Record, table
    rows = {name: row(name) for name in SHAPES}
    text = "Nanoseconds a turn of the shapes in `tests/lowering/shapes.py`, built without the front end, at two " \
        "sizes; copies of whole arrays inside loops in the optimised HLO.\n\n"
    records = [Record(name, "python", float(cells[3].removesuffix("x"))) for name, cells in rows.items()]
    return text + table(HEADS, [[name, *cells] for name, cells in rows.items()]), records


def main(names: list[str]) -> None:
    print("{:16} {:>9} {:>9} {:>9} {:>8} {:>6}   (ns a turn)".format(*HEADS))
    for name in names or SHAPES:
        print("{:16} {:>9} {:>9} {:>9} {:>8} {:>6}".format(name, *row(name)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
