"""Compare the gradients that Recto prints with the adjoints by hand: a Markdown table of lines, names, tapes, time.

    python -m tests.derivatives.by_hand.compare [folder] [name ...]     # the printed gradients are written to folder

lines         without comments, docstrings, blank lines, imports and the helper reversed_states; of the adjoint by hand
              with the functions of its module that it calls
temporaries   names that are assigned, other than those of the program and their x_bar and x_saved
tape          the most bytes that lists and arrays named x_saved, x_rows, states, held hold at one time
ms            of CPU under plain NumPy, the median of runs that take turns (set OPENBLAS_NUM_THREADS=1)
"""
from __future__ import annotations

import ast
import functools
import inspect
import pathlib
import statistics
import sys
import time
import types
from collections.abc import Callable

import numpy as np

import recto

from .table import Entry, entries

HELPER = "reversed_states"
DERIVED = ("_bar", "_saved", "_0")
HEADER = ("program", "lines of f", "by hand", "printed", "ratio", "temporaries by hand", "printed", "tape by hand",
          "printed", "ms by hand", "printed", "ratio")


# -- sources -------------------------------------------------------------------------------------------------

def definitions(source: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def names_read(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def with_callees(function: Callable) -> list[ast.FunctionDef]:
    """The definitions of a function and of the functions of its module that it calls."""
    known = definitions(inspect.getsource(inspect.getmodule(function)))
    found = [known[function.__name__]]
    for node in found:
        found += [known[name] for name in sorted(names_read(node)) if name in known and known[name] not in found]
    return found


@functools.cache
def gradient(function: Callable, argnums: int | tuple[int, ...]) -> Callable:
    """One object for all arguments: it is read and compiled once for each of their types."""
    return recto.grad(function, argnums=argnums)


def printed(entry: Entry) -> str:
    """The gradient that Recto prints."""
    return gradient(entry.function, entry.argnums).source(*entry.args).rstrip("\n") + "\n"


def parts_of(source: str) -> list[ast.FunctionDef]:
    """The definitions of a printed gradient, without the helper."""
    return [node for name, node in definitions(source).items() if name != HELPER]


# -- measures of sources --------------------------------------------------------------------------------------

def line_count(nodes: list[ast.FunctionDef]) -> int:
    """Lines that hold code other than a docstring, as `ast` places it."""
    return len({(node.name, line) for node in nodes for line in code_lines(node)})


def code_lines(node: ast.FunctionDef) -> set[int]:
    body = node.body[1:] if ast.get_docstring(node) else node.body
    places = [part for statement in body for part in ast.walk(statement) if hasattr(part, "lineno")]
    heads = [line for part in [node, *places] if isinstance(part, (ast.FunctionDef, ast.For, ast.While, ast.If))
             for line in else_lines(part)]
    return {node.lineno, *heads, *(line for part in places for line in (part.lineno, part.end_lineno)),
            *(line for part in places if isinstance(part, ast.expr) for line in range(part.lineno, part.end_lineno))}


def else_lines(node: ast.AST) -> list[int]:
    """The line of an `else:`, which `ast` does not place."""
    orelse = getattr(node, "orelse", [])
    elif_ = isinstance(node, ast.If) and len(orelse) == 1 and isinstance(orelse[0], ast.If)
    return [orelse[0].lineno - 1] if orelse and not elif_ else []


def names_bound(nodes: list[ast.FunctionDef]) -> list[set[str]]:
    """The names that each function assigns."""
    return [{part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
            for node in nodes]


def names_of(function: Callable) -> set[str]:
    """Arguments and variables of the program and of the functions that it calls."""
    nodes = with_callees(function)
    return {part.arg for node in nodes for part in ast.walk(node) if isinstance(part, ast.arg)}.union(
        *names_bound(nodes))


def temporaries(nodes: list[ast.FunctionDef], function: Callable) -> int:
    own = names_of(function)
    known = own | {name + suffix for name in own for suffix in DERIVED}
    return sum(len(names - known) for names in names_bound(nodes))


# -- measures of runs -----------------------------------------------------------------------------------------

def bytes_held(tree: object, seen: set[int]) -> int:
    """Bytes of arrays and numbers in lists, tuples and arrays; each object once."""
    if id(tree) in seen:
        return 0
    if isinstance(tree, (list, tuple)):
        return sum(bytes_held(part, seen) for part in tree)
    seen.add(id(tree))
    return tree.nbytes if isinstance(tree, (np.ndarray, np.generic)) else 8 if isinstance(tree, float) else 0


def tape_bytes(function: Callable, args: tuple) -> int:
    """The most that tapes hold at one time, seen from each call in the function, of all its frames together."""
    held: dict[int, int] = {}
    most = 0

    def watch(frame: types.FrameType, event: str, _: object) -> None:
        nonlocal most
        tapes = [value for name, value in list(frame.f_locals.items())
                 if name == "held" or any(part in name for part in ("saved", "states", "_rows"))]
        if tapes:
            ended = event == "return" and frame.f_code.co_name != HELPER
            held[id(frame)] = 0 if ended else bytes_held(tapes, {id(arg) for arg in args})
            most = max(most, sum(held.values()))

    sys.setprofile(watch)
    try:
        function(*args)
    finally:
        sys.setprofile(None)
    return most


def run_times(first: Callable, second: Callable, args: tuple, seconds: float = 2.0) -> tuple[float, float]:
    """Medians in milliseconds of runs that take turns."""
    times: tuple[list[float], list[float]] = [], []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[0]) < 9:
        for function, found in zip((first, second), times):
            start = time.thread_time()
            function(*args)
            found.append(time.thread_time() - start)
    return statistics.median(times[0]) * 1e3, statistics.median(times[1]) * 1e3


# -- the table ------------------------------------------------------------------------------------------------

def loaded(source: str, name: str) -> Callable:
    space: dict[str, Callable] = {}
    exec(compile(source, f"{name}.py", "exec"), space)
    return space[name]


def row(name: str, entry: Entry, source: str) -> list[str]:
    derived = loaded(source, f"grad_{name}")
    hand, text = with_callees(entry.by_hand), parts_of(source)
    ours, theirs = line_count(text), line_count(hand)
    slow, quick = run_times(derived, entry.by_hand, entry.args)
    return [name, str(line_count(with_callees(entry.function))), str(theirs), str(ours), f"{ours / theirs:.2f}",
            str(temporaries(hand, entry.function)), str(temporaries(text, entry.function)),
            str(tape_bytes(entry.by_hand, entry.args)), str(tape_bytes(derived, entry.args)),
            f"{quick:.3f}", f"{slow:.3f}", f"{slow / quick:.2f}"]


def main(folder: str | None = None, *names: str) -> None:
    print("| " + " | ".join(HEADER) + " |")
    print("|---" + "|---:" * (len(HEADER) - 1) + "|")
    for name, entry in entries().items():
        if names and name not in names:
            continue
        source = printed(entry)
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            (pathlib.Path(folder) / f"{name}.py").write_text(source)
        print("| " + " | ".join(row(name, entry, source)) + " |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
