"""One side of `accelerator`, as a process: commands come in by lines, answers go out as lines of JSON.

    python -m benchmarks.accelerator_worker recto gpu

    hello            the device, and the version of the library
    first PROGRAM FOLDER    put its arguments on the device; seconds of the first call; results go to FOLDER as .npz
    sample PROGRAM   mean seconds of a call whose result is waited for, and of calls of which the last is waited for
"""
from __future__ import annotations

import importlib
import json
import os
import pathlib
import sys
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .accelerator_programs import WORK, Work

ENOUGH = 0.025          # s a sample


class Running(NamedTuple):
    """A program that was compiled, and its arguments on the device."""
    function: Callable
    given: tuple


def differences(work: Work, host: tuple, leaves: list) -> dict[str, np.ndarray]:
    """The arrays of a result by number; of a training step, what it adds to the parameters."""
    found = [np.asarray(x) for x in leaves]
    if work.how == "step":
        found = [x - old if k < len(host[0]) else x for k, (x, old) in enumerate(zip(found, [*host[0], 0]))]
    return {str(k): x for k, x in enumerate(found)}


class Programs:
    """The programs of one library on one device; the arguments of the last one are kept."""

    def __init__(self, side: str, platform: str) -> None:
        self.side, self.library = side, importlib.import_module(f"benchmarks.accelerator_{side}")
        self.platform, self.device = platform, self.library.device(platform)
        self.library.warm(self.device)
        self.running: dict[str, Running] = {}

    def hello(self) -> dict:
        return {"device": getattr(self.device, "device_kind", str(self.device)), "version": self.library.VERSION}

    def first(self, title: str, folder: str) -> dict:
        self.running.clear()
        work = WORK[title]
        host = work.given(work.gpu if self.platform == "gpu" else work.cpu)
        function, given = self.library.compiled(work), self.library.put(host, self.device)
        start = time.perf_counter()
        result = self.library.wait(function(*given))
        seconds = time.perf_counter() - start
        self.running[title] = Running(function, given)
        file = pathlib.Path(folder, f"{self.side}.npz")
        np.savez(file, **differences(work, host, self.library.leaves(result)))
        return {"seconds": seconds, "file": str(file)}

    def sample(self, title: str) -> list[float]:
        function, given = self.running[title]
        calls, start = 0, time.perf_counter()
        while calls == 0 or time.perf_counter() - start < ENOUGH:
            self.library.wait(function(*given))
            calls += 1
        waited = (time.perf_counter() - start) / calls
        start = time.perf_counter()
        for _ in range(calls):
            result = function(*given)
        self.library.wait(result)
        return [waited, (time.perf_counter() - start) / calls]


def answer(make: Callable[[], Programs], kept: list[Programs], line: str) -> dict:
    """What a command gives, or the error's last line and the end of its traceback."""
    try:
        if not kept:
            kept.append(make())
        command, *words = line.rstrip("\n").split("\t")
        return {"answer": getattr(kept[0], command)(*words)}
    except Exception as error:
        text = "".join(traceback.format_exception(error))
        return {"error": f"{type(error).__name__}: {error}"[:2000], "traceback": text[-3000:]}


def main(side: str, platform: str) -> None:
    """Answers go to what standard output was; what else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    kept: list[Programs] = []
    for line in sys.stdin:
        print(json.dumps(answer(lambda: Programs(side, platform), kept, line)), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
