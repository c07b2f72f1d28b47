"""Sides of a comparison, each in a process of its own, sampled in turns.

The machine may be busy with other things: a sample of one side is followed by one of the other at once, many
times over, and what is compared is the best and the median.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOLERANCE = 1e-9
ENOUGH = 0.005          # s a sample
PACKAGES = ("numba", "torch", "autograd")       # without which a side of this name is left out


class Case(NamedTuple):
    """One thing to measure, on one side.

    value: what it computes, as a flat list of numbers; all sides must agree.
    sample: measures once; gives seconds (a call, an iteration …).
    """
    value: Callable[[], list[float]]
    sample: Callable[[], float]


def per_call(function: Callable, arguments: Iterable[Any], calls: int) -> Callable[[], float]:
    """A sample: the mean time of that many calls."""
    arguments = tuple(arguments)

    def sample() -> float:
        start = time.perf_counter()
        for _ in range(calls):
            function(*arguments)
        return (time.perf_counter() - start) / calls
    return sample


def timed(run: Callable[[], Any]) -> Callable[[], float]:
    """A sample: the mean time of as many calls as take long enough."""
    def sample() -> float:
        runs, start = 0, time.perf_counter()
        while runs == 0 or time.perf_counter() - start < ENOUGH:
            run()
            runs += 1
        return (time.perf_counter() - start) / runs
    return sample


def numbers(tree: Any) -> list[float]:
    """What the leaves of a result hold, arrays of many elements by their mean and a weighted mean."""
    if isinstance(tree, (list, tuple)):
        return [n for item in tree for n in numbers(item)]
    flat = np.asarray(tree, float).ravel()
    if flat.size < 32:
        return flat.tolist()
    return [flat.size, float(flat.mean()), float(flat @ np.linspace(-1.0, 1.0, flat.size))]


def environment(**more: str) -> dict[str, str]:
    """For the processes of both sides: 64-bit numbers, no disk cache; bytecode is kept, as of installed packages."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**usual, "JAX_ENABLE_X64": "1", "RECTO_CACHE": "0", "TF_CPP_MIN_LOG_LEVEL": "3", **more}


class Side:
    """A process that has the cases of one module."""

    def __init__(self, module: str):
        self.module = module
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", module],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command: str, case: str) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{command} {case}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.module} ended in {command} {case}")
        return json.loads(answer)

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class Times:
    """The samples of a case on one side."""

    def __init__(self, samples: Iterable[float] = ()) -> None:
        self.samples = list(samples)

    @property
    def best(self) -> float:
        return min(self.samples)

    @property
    def median(self) -> float:
        return statistics.median(self.samples)


def agree(values: list[list[float]], tolerance: float = TOLERANCE) -> bool:
    """Do all sides compute the same numbers?"""
    return all(
        len(v) == len(values[0]) and all(abs(a - b) <= tolerance * (1 + abs(b)) for a, b in zip(v, values[0]))
        for v in values
    )


def installed(sides: dict[str, str]) -> dict[str, str]:
    """Those of the sides, names with modules, whose package there is; a line says which are left out."""
    absent = [name for name in sides if name in PACKAGES and not importlib.util.find_spec(name)]
    if absent:
        print(f"left out, not being installed: {', '.join(absent)}", file=sys.stderr, flush=True)
    return {name: module for name, module in sides.items() if name not in absent}


@contextlib.contextmanager
def working(sides: dict[str, str]) -> Iterator[dict[str, Side]]:
    """The processes of the sides that are installed."""
    workers = {name: Side(module) for name, module in installed(sides).items()}
    try:
        yield workers
    finally:
        for worker in workers.values():
            worker.close()


def that_agree(workers: dict[str, Side], case: str, tolerance: float = TOLERANCE) -> dict[str, Side]:
    """The sides that have a case; asserts that they compute the same."""
    there = {name: side for name, side in workers.items() if side.ask("has", case)}
    values = {name: side.ask("value", case) for name, side in there.items()}
    assert agree(list(values.values()), tolerance), f"{case}: the sides disagree: {values}"
    return there


def in_turns(sides: dict[str, Side], case: str, rounds: int, budget: float, least: int,
             commands: Sequence[str] = ("sample",)) -> dict[str, list[Times]]:
    """The samples of a case by side and command, each side after the other and then the other way round.

    A side takes no more when its own took `budget` seconds together, but `least` in any case.
    """
    found = {name: [Times() for _ in commands] for name in sides}
    spent = dict.fromkeys(sides, 0.0)
    for turn in range(rounds):
        for name in list(sides)[::1 if turn % 2 else -1]:
            if turn >= least and spent[name] > budget:
                continue
            start = time.perf_counter()
            for command, times in zip(commands, found[name]):
                times.samples.append(sides[name].ask(command, case))
            spent[name] += time.perf_counter() - start
    return found


def compare(sides: dict[str, str], cases: Iterable[str], rounds: int) -> dict[str, dict[str, Times]]:
    """Times by case and side; a side is a name and the module with its cases. A side that lacks a case is left out."""
    with working(sides) as workers:
        found = {case: {name: Times() for name in that_agree(workers, case)} for case in cases}
        found = {case: times for case, times in found.items() if times}
        for _ in range(rounds):
            for case, times in found.items():
                for name, kept in times.items():
                    kept.samples.append(workers[name].ask("sample", case))
        return found
