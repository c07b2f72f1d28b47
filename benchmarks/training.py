"""Steps of the examples: steady time, first step cold and from a warm disk cache, compile times, memory.

The arguments are in `training_data.py`, the steps in `training_recto.py` (from `examples/`), `training_jax.py`,
`training_torch.py`, `training_autograd.py` and, by hand, `training_numpy.py`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

from .gradients import seconds
from .harness import ROOT, Side, Times, agree, environment, in_turns, that_agree, working
from .report import LEAST, Record, mean, table
from .start import caches
from .training_data import NUMPY, TITLES, WORK

ROUNDS, STARTS = 60, 5
BUDGET = 1.0            # s for the samples of a case on a side; at least five are taken
TOLERANCE = 1e-4        # of results in float32, relative
OTHERS = ("numpy", "torch", "autograd")
COMPILERS = ("recto", "jax")
SIDES = {side: f"benchmarks.training_{side}" for side in (*COMPILERS, *OTHERS)}


class Start(NamedTuple):
    """The starts of a step on one side, in processes of their own; bytes of memory, of those with empty caches."""
    cold: Times
    warm: Times
    reading: Times
    compiling: Times
    memory: list[int]


def steady(workers: dict[str, Side], title: str, rounds: int = ROUNDS) -> dict[str, Times]:
    """The samples of a step, the sides in turns, after one that does not count; they compute the same."""
    there = that_agree(workers, title, TOLERANCE)
    for side in there.values():
        side.ask("sample", title)
    return {name: times for name, (times,) in in_turns(there, title, rounds, BUDGET, least=5).items()}


def process(side: str, title: str, what: str, env: dict[str, str]) -> dict:
    """The figures of `training_cases` from a process of its own."""
    command = [sys.executable, "-m", "benchmarks.training_cases", side, title, what]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def starts(title: str, rounds: int = STARTS) -> dict[str, Start]:
    """Starts with empty caches, each followed by one with what it left there, the sides in turns."""
    found = {side: Start(Times(), Times(), Times(), Times(), []) for side in COMPILERS}
    for _ in range(rounds):
        for side, kept in found.items():
            with tempfile.TemporaryDirectory() as folder:
                cold, warm = (process(side, title, "step", caches(folder)) for _ in range(2))
            assert agree([cold["value"], warm["value"]]), f"{title}: {side} computes something else from its cache"
            kept.cold.samples.append(cold["seconds"])
            kept.warm.samples.append(warm["seconds"])
            kept.memory.append(cold["bytes"])
            phases = process(side, title, "phases", environment())
            kept.reading.samples.append(phases["front end"])
            kept.compiling.samples.append(phases["XLA"])
    return found


def spread(times: Times) -> str:
    """The median, and the quartiles."""
    low, _, high = statistics.quantiles(times.samples, n=4)
    return f"{seconds(times.median)} ({seconds(low).split()[0]}–{seconds(high)})"


def step_row(title: str, found: dict[str, Times]) -> list[str]:
    ours, theirs = found["recto"], found["jax"]
    ratios = [theirs.median / ours.median, theirs.best / ours.best]
    row = [title, spread(ours), spread(theirs), *(f"{r:.2f}" for r in ratios)]
    for other in OTHERS:
        times = found.get(other)
        row += [spread(times), f"{times.median / ours.median:.2f}"] if times else ["–", "–"]
    return row


def start_row(title: str, found: dict[str, Start]) -> list[str]:
    both = [found[side] for side in COMPILERS]
    pairs = zip(*((s.cold.median, s.warm.median, s.reading.median, s.compiling.median) for s in both))
    times = [text for ours, theirs in pairs for text in (seconds(ours), seconds(theirs), f"{theirs / ours:.2f}")]
    return [title, *times, *(f"{statistics.median(s.memory) / 1e6:.0f}" for s in both)]


STEP_HEADS = ["step", "recto", "jax", "jax / recto", "of the best",
              *(head for other in OTHERS for head in (other, f"{other} / recto"))]
START_HEADS = ["step", *(f"{what}{side}" for what in ("cold, ", "warm, ", "front end, ", "XLA, ")
                         for side in ("recto", "jax", "jax / recto")), "MB, recto", "MB, jax"]


def step_records(title: str, found: dict[str, Times]) -> list[Record]:
    return [Record(title, peer, times.median / found["recto"].median) for peer, times in found.items()
            if peer != "recto"]


def start_records(title: str, found: dict[str, Start]) -> list[Record]:
    ours, theirs = found["recto"], found["jax"]
    kinds = {"jax, first step, cold": "cold", "jax, first step, warm": "warm", "jax, front end": "reading",
             "jax, XLA": "compiling"}
    return [Record(title, peer, getattr(theirs, kind).median / getattr(ours, kind).median)
            for peer, kind in kinds.items()]


def slower_first(rows: list[list[str]], column: int) -> list[list[str]]:
    """The rows in their order, those before the others whose ratio is too small."""
    return sorted(rows, key=lambda row: float(row[column]) >= LEAST)


def means(records: list[Record]) -> str:
    by_peer = {peer: [r.ratio for r in records if r.peer == peer] for peer in dict.fromkeys(r.peer for r in records)}
    return "Geometric means, peer / recto: " + "; ".join(f"{p} {mean(found):.2f}" for p, found in by_peer.items())


def told(row: list[str]) -> list[str]:
    """A row on its way to the table: the section takes minutes."""
    print(" | ".join(row), file=sys.stderr, flush=True)
    return row


def measure_steps(titles: list[str], rounds: int = ROUNDS) -> tuple[list[list[str]], list[Record]]:
    rows, records = [], []
    with working(SIDES) as workers:
        for title in titles:
            found = steady(workers, title, rounds)
            rows.append(told(step_row(title, found)))
            records += step_records(title, found)
    return rows, records


def measure_starts(titles: list[str], rounds: int = STARTS) -> tuple[list[list[str]], list[Record]]:
    rows, records = [], []
    for title in titles:
        found = starts(title, rounds)
        rows.append(told(start_row(title, found)))
        records += start_records(title, found)
    return rows, records


INTRODUCTION = f"""Medians, and in brackets quartiles, of up to {ROUNDS} samples, taken in turns; the arrays are on
the device but where "{NUMPY[2:]}" is said. Above 1, Recto is faster; wanted: {LEAST:g}. Logistic regression and
swish are in float64, networks in float32. NumPy's gradients are written by hand. PyTorch runs functions by torch.func
and torch.compile (which needs a C++ compiler; without one eagerly), networks as modules eagerly, which torch.compile
makes no faster here. Every sample waits for its result. Recto's calls return when it is there and JAX's before, as is
the default of each. All sides have a thread for each core. In PyTorch, autograd and NumPy the loops over steps are
Python's."""
STARTING = f"""A first step in a process of its own: importing the library (NumPy is there), putting the arguments
on the device, and the step, with empty and with full disk caches; then the times of `.lower()` and `.compile()`, after
a small function was compiled; and by how much memory grew at most in the cold start. Medians of {STARTS}."""


def report() -> tuple[str, list[Record]]:
    steps, records = measure_steps(list(TITLES))
    begun, more = measure_starts(list(WORK))
    text = f"{INTRODUCTION}\n\n{table(STEP_HEADS, slower_first(steps, 3))}\n\n{STARTING}\n\n" \
        f"{table(START_HEADS, slower_first(begun, 3))}\n\n{means(records + more)}."
    return text, records + more
