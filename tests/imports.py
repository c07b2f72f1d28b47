"""The graph of imports: which module imports which, at the top or inside a function."""
from __future__ import annotations

import ast
import functools
import pathlib
from collections.abc import Iterator
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ("transform", "runtime", "recto")


class Import(NamedTuple):
    """`deferred`: inside a function."""
    source: str
    target: str
    deferred: bool
    line: int


def modules() -> dict[str, pathlib.Path]:
    """Every module by its absolute name."""
    found = {}
    for part in PARTS:
        for path in (ROOT / part).rglob("*.py"):
            tail = path.relative_to(ROOT).with_suffix("").parts
            lead = tail if part == "recto" else ("recto", *tail)
            found[".".join(lead[:-1] if lead[-1] == "__init__" else lead)] = path
    return found


@functools.cache
def imports() -> tuple[Import, ...]:
    """All imports of one module of ours by another, but for those that only type checkers see."""
    known = modules()
    return tuple(found for module, path in known.items()
                 for found in imports_of(module, path, known) if found.target != module)


def imports_of(module: str, path: pathlib.Path, known: dict[str, pathlib.Path]) -> Iterator[Import]:
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]

    def visit(node: ast.AST, deferred: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ImportFrom):
                lead = package[:len(package) - child.level + 1] if child.level else []
                base = ".".join([*lead, *filter(None, [child.module])])
                for alias in child.names:
                    target = f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base
                    if target in known:
                        yield Import(module, target, deferred, child.lineno)
            elif isinstance(child, ast.Import):
                yield from (Import(module, a.name, deferred, child.lineno) for a in child.names if a.name in known)
            elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
                inner = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
                yield from visit(child, deferred or inner)
    yield from visit(ast.parse(path.read_text()), False)


def cycles(edges: list[tuple[str, str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan 1972)."""
    after: dict[str, list[str]] = {}
    for source, target in edges:
        after.setdefault(source, []).append(target)
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def enter(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in after.get(module, ()):
            if other not in number:
                enter(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            place = stack.index(module)
            component = stack[place:]
            del stack[place:]
            if len(component) > 1:
                found.append(sorted(component))
    for module in after:
        if module not in number:
            enter(module)
    return found
