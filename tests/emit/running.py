"""Emitted files and the transforms that they were made of, run on the same numbers."""
from __future__ import annotations

import ast
import copy
import pathlib
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

import recto
from recto import transform
from recto._convention.arguments import Argument, Entered
from recto._show.emit import Plan
from recto._convention.epilogue import result_of
from recto._show.stages import some_sizes

from .functions import Call, arguments

HERE = pathlib.Path(__file__).parent


class Planned(NamedTuple):
    """A transformed function for the types of a call, with values for all of its arguments."""
    plan: Plan
    values: dict[str, Any]
    entered: Entered
    reading: transform.Reading

    @property
    def name(self) -> str:
        return self.plan.chained.name


def planned(call: Call, chain: str) -> Planned:
    given = arguments(call, chain)
    plan = Plan.of(call.function, chain, given)
    entered, reading = plan.read(some_sizes(plan))
    rng = np.random.default_rng(1)
    drawn = {n: drawn_for(a, rng) for n, a in zip(plan.chained.names, entered.args) if n not in given}
    return Planned(plan, given | drawn, entered, reading)


def drawn_for(abstract: Any, rng: np.random.Generator) -> Any:
    """Numbers for a tangent or a cotangent."""
    match abstract:
        case Argument():
            return rng.uniform(-1, 1, abstract.type.shape).astype(abstract.type.dtype)
        case list() | tuple():
            return type(abstract)(drawn_for(a, rng) for a in abstract)
        case dict():
            return {k: drawn_for(a, rng) for k, a in abstract.items()}
    return abstract


def in_memory(made: Planned) -> Any:
    """What the transform gives, by the interpreter."""
    values = copy.deepcopy(made.values)
    dynamic = [values[n] for n, a in zip(made.plan.chained.names, made.entered.args) if holds_arguments(a)]
    captured = [transform.fetch(p) for p in made.reading.captures]
    program = transform.optimise(made.reading.program)
    with np.errstate(all="ignore"):
        results = transform.evaluate(program, *captured, *recto.tree.leaves(dynamic))
    value = result_of(made.reading, results)
    new = [results[k] for k in made.reading.contents if k >= len(recto.tree.leaves(value))]
    return [value, *new]


def holds_arguments(abstract: Any) -> bool:
    if isinstance(abstract, (list, tuple, dict)):
        return any(map(holds_arguments, abstract.values() if isinstance(abstract, dict) else abstract))
    return isinstance(abstract, Argument)


def passed(made: Planned, text: str) -> list[Any]:
    """The arguments of the emitted function, in its order."""
    captured = {str(p.steps[-1][1] if p.steps else p.root[-1]): transform.fetch(p) for p in made.reading.captures}
    return [copy.deepcopy({**captured, **made.values}[n]) for n in parameter_names(text, made.name)]


def parameter_names(text: str, name: str) -> list[str]:
    found = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name)
    return [a.arg for a in found.args.args]


def run_isolated(folder: pathlib.Path, calls: Sequence[tuple[str, str, list]]) -> tuple[list, list[str]]:
    """The results of emitted files in a process that can import NumPy alone, and what else it had loaded."""
    (folder / "calls.pickle").write_bytes(pickle.dumps(calls))
    command = [sys.executable, "-I", HERE / "isolated.py", folder / "calls.pickle", folder / "results.pickle"]
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return pickle.loads((folder / "results.pickle").read_bytes())


def agree(got: Any, want: Any, what: str) -> None:
    assert not isinstance(got, str), got
    found, expected = (recto.tree.leaves(v) for v in (got, want))
    assert len(found) == len(expected), f"{what} gives {len(found)} arrays, not {len(expected)}"
    for a, b in zip(found, expected):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-9, atol=1e-11, err_msg=what)
