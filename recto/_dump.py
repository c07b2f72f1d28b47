"""RECTO_DUMP=folder: every stage of every function that is compiled, as files."""
from __future__ import annotations

import inspect
import os
from typing import Any, Callable

from recto import transform
from recto.transform.spelling import plain_text

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


def dump(function: Callable, program: Any, optimised: Any, stablehlo: str) -> None:
    """Write 0-source.py, 1-program.py, 2-optimised.py, 9-stablehlo.mlir and repro.py into RECTO_DUMP/<function>."""
    root = os.environ.get("RECTO_DUMP")
    if not root:
        return
    folder = os.path.join(root, program.name)
    os.makedirs(folder, exist_ok=True)
    stages = {"0-source.py": source_text(function), "1-program.py": transform.primitive_source(program),
              "2-optimised.py": transform.primitive_source(optimised), "9-stablehlo.mlir": stablehlo, "repro.py": REPRO}
    for name, text in stages.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def source_text(function: Callable) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return f"# no source: {plain_text(function)}\n"
