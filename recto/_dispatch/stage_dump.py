"""RECTO_DUMP=folder: write every stage of every function that is compiled to files."""

from __future__ import annotations

import inspect
import os
import shutil
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

from recto import transform
from recto.transform import Program
from recto.transform.core.spelling import plain_text
from recto.transform.ir.stages import showing

REPRO = """# Runs the optimised program under NumPy and through XLA on the same numbers.
import pathlib

import numpy as np
from recto import runtime, transform

here = pathlib.Path(__file__).parent
program = transform.read_source((here / "2-optimised.py").read_text())
rng = np.random.default_rng(0)
values = [np.asarray(rng.uniform(1, 2, p.type.shape)).astype(p.type.dtype) for p in program.parameters]
executable = runtime.compile(transform.lowered(program).text)
for mine, xla in zip(transform.evaluate(program, *values), executable.run([runtime.put(v) for v in values])):
    print(np.asarray(mine), runtime.host_values([xla])[0], sep="\\n")
"""


def dump(function: Callable, program: Program, optimised: Program, stablehlo: str) -> None:
    """Write the source, the program after every stage, the text for XLA and repro.py into RECTO_DUMP/<function>."""
    root = os.environ.get("RECTO_DUMP")
    if not root:
        return
    folder = os.path.join(root, program.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    files = {
        "0-source.py": source_text(function),
        "1-program.py": transform.primitive_source(program),
        "2-optimised.py": transform.primitive_source(optimised),
        **stages("2", lambda: transform.optimise(program)),
        **stages("3", lambda: transform.lowered(optimised)),
        "3-stablehlo.mlir": stablehlo,
        **stages("4", lambda: transform.numpy_source(optimised), "4-numpy.py"),
        "repro.py": REPRO,
    }
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def stages(number: str, run: Callable[[], Any], last: str | None = None) -> dict[str, str]:
    """The results of the stages, 2a-simplify.py, 2b-dead_code.py …, and the text that is `last`."""
    found: list[tuple[str, str]] = []
    with showing(lambda name, program: found.append((name, transform.primitive_source(program)))):
        result = run()
    files = {f"{number}{letter}-{name}.py": text for letter, (name, text) in zip(ascii_lowercase, found)}
    return {**files, last: result} if last else files


def source_text(function: Callable) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return f"# no source: {plain_text(function)}\n"
