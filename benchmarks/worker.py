"""One side of a comparison, as a process: commands come in by lines, answers go out as lines of JSON.

    python -m benchmarks.worker benchmarks.dispatch

    has CASE       is there such a case?
    value CASE     what it computes
    sample CASE    seconds of one sample
"""
from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

from .harness import Case


def answer(cases: dict[str, Callable[[], Case]], made: dict[str, Case], command: str, name: str) -> Any:
    if command == "has":
        return name in cases
    if name not in made:
        made[name] = cases[name]()
    return getattr(made[name], command)()


def main(module: str) -> None:
    cases = importlib.import_module(module).CASES
    made: dict[str, Case] = {}
    for line in sys.stdin:
        command, _, name = line.rstrip("\n").partition(" ")
        print(json.dumps(answer(cases, made, command, name)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
