"""What the sides of `training` have in common: cases for a worker, and a first step for a process of its own.

    python -m benchmarks.training_cases recto "swish, third derivative, 1,200" step
    {"seconds": 0.21, "bytes": 31260672, "value": [...]}

`step`: seconds to import the library, to put the arguments on the device and to make the first step, and by how much
the process's memory grew at most in that time. `phases`: seconds of `.lower()` and of `.compile()`, after a small
function was compiled.
"""

from __future__ import annotations

import functools
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from .harness import Case, numbers, timed
from .training_data import TITLES, WORK

ASIDE = ("argparse", "rich.progress")       # what the examples import for their command lines: not counted


class Side(NamedTuple):
    """makers: by name, arguments -> (step, its arguments, what is compared of its result).

    put: takes the arrays of a tree to the device. wait: until a result is there.
    """
    makers: dict[str, Callable]
    put: Callable[[Any], Any]
    wait: Callable[[Any], Any]


def made(side: Side, title: str, arguments: tuple = ()) -> tuple[Callable, tuple, Callable]:
    """The step of a title, its arguments where they are wanted, and what is compared."""
    name, host = TITLES[title]
    work = WORK[name]
    given = [x if host and k in work.batch else side.put(x) for k, x in enumerate(arguments or work.arguments())]
    step, arguments, check = side.makers[work.step](*given)
    stay = lambda x: host and any(x is y for k, y in enumerate(given) if k in work.batch)
    return step, tuple(x if stay(x) or isinstance(x, (int, float)) else side.put(x) for x in arguments), check


def case(side: Side, title: str) -> Case:
    step, given, check = made(side, title)
    return Case(lambda: numbers(check(step(*given))), timed(lambda: side.wait(step(*given))))


def cases(side: Side) -> dict[str, Callable[[], Case]]:
    return {title: functools.partial(case, side, title) for title, (name, _) in TITLES.items()
            if WORK[name].step in side.makers}


def peak() -> int:
    """The largest memory of this process so far, in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def first(name: str, title: str) -> dict:
    arguments = WORK[TITLES[title][0]].arguments()
    for module in ASIDE:
        importlib.import_module(module)
    before, start = peak(), time.perf_counter()
    side = importlib.import_module(f"benchmarks.training_{name}").SIDE
    step, given, check = made(side, title, arguments)
    result = side.wait(step(*given))
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "bytes": peak() - before, "value": numbers(check(result))}


def phases(name: str, title: str) -> dict:
    module = importlib.import_module(f"benchmarks.training_{name}")
    module.warm()
    step, given, _ = made(module.SIDE, title)
    times = [time.perf_counter()]
    lowered = step.lower(*given)
    times.append(time.perf_counter())
    lowered.compile()
    times.append(time.perf_counter())
    return {"front end": times[1] - times[0], "XLA": times[2] - times[1]}


if __name__ == "__main__":
    side, title, what = sys.argv[1:]
    print(json.dumps({"step": first, "phases": phases}[what](side, title)), flush=True)
