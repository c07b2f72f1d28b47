"""The graph of imports: which module imports which, at the top or inside a function; and what is wrong with it."""
from __future__ import annotations

import ast
import functools
import pathlib
import re
from collections import Counter
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


@functools.cache
def modules(root: pathlib.Path = ROOT) -> dict[str, pathlib.Path]:
    """Every module by its absolute name."""
    found = {}
    for part in PARTS:
        for path in sorted((root / part).rglob("*.py")):
            tail = path.relative_to(root).with_suffix("").parts
            lead = tail if part == "recto" else ("recto", *tail)
            found[".".join(lead[:-1] if lead[-1] == "__init__" else lead)] = path
    return found


@functools.cache
def tree(path: pathlib.Path) -> ast.Module:
    return ast.parse(path.read_text())


@functools.cache
def imports(root: pathlib.Path = ROOT) -> tuple[Import, ...]:
    """All imports of one module of ours by another, but for those that only type checkers see."""
    known = modules(root)
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
            elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            elif not isinstance(child, ast.expr):
                inner = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
                yield from visit(child, deferred or inner)
    yield from visit(tree(path), False)


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


# -- what is wrong -----------------------------------------------------------------------------------------------------

Floors = tuple[tuple[str, ...], ...]


def going_up(package: str, floors: Floors, root: pathlib.Path = ROOT) -> list[str]:
    """Imports inside a package from a floor above. The compiler and the runtime are not inside the facade, which
    imports them anywhere."""
    apart = ("recto.transform", "recto.runtime") if package == "recto" else ()

    def floor(module: str) -> int:
        part = module.removeprefix(package + ".").split(".")[0]
        return next(k for k, names in enumerate(floors) if part in names)
    inside = [x for x in imports(root) if all(m.startswith(package + ".") and not m.startswith(apart)
                                              for m in (x.source, x.target))]
    assert inside
    return [f"{x.source} imports {x.target}" for x in inside if floor(x.source) < floor(x.target)]


def circles(root: pathlib.Path = ROOT) -> list[list[str]]:
    """Modules that import themselves through others, wherever these imports stand. To import a module runs the packages
    that it lies in as well, but for those in which the importing module lies: these are there."""
    return cycles([(x.source, target) for x in imports(root) for target in (x.target, *packages_run(x))])


def packages_run(found: Import) -> list[str]:
    parts = found.target.split(".")
    around = [".".join(parts[:k]) for k in range(1, len(parts))]
    return [package for package in around if not found.source.startswith(f"{package}.") and found.source != package]


def rooms(root: pathlib.Path = ROOT) -> dict[str, int]:
    """The number of modules in each folder."""
    return Counter(path.parent.relative_to(root).as_posix() for path in modules(root).values()
                   if path.name != "__init__.py")


def late(root: pathlib.Path = ROOT) -> set[tuple[str, str]]:
    """The modules of ours that are imported only inside functions, with who imports them."""
    early = {(x.source, x.target) for x in imports(root) if not x.deferred}
    return {(x.source, x.target) for x in imports(root) if x.deferred} - early


def without_reason(root: pathlib.Path = ROOT) -> list[str]:
    """Imports inside functions, of any module, that no comment gives a reason for: on the line, on the one above, or
    for the import just before."""
    found = []
    for module, path in modules(root).items():
        lines = path.read_text().splitlines()
        nodes = {n.lineno: n for n in within_functions(tree(path))}
        ends: set[int] = set()                  # of imports that have a reason
        for line, node in sorted(nodes.items()):
            said = "  # " in lines[line - 1] or lines[line - 2].lstrip().startswith("# ") or line - 1 in ends
            if said:
                ends.add(node.end_lineno or line)
            else:
                found.append(f"{module}:{line}")
    return found


def within_functions(module: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports inside functions; each function is walked once, with the functions inside it."""
    pending: list[tuple[ast.AST, bool]] = [(module, False)]
    while pending:
        node, inside = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) and inside:
            yield node
        inside = inside or isinstance(node, ast.FunctionDef)
        pending += [(child, inside) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]


OURS = re.compile(r"\.|recto\b|\{__name__|\{__package__|\{transform")


def by_text(root: pathlib.Path = ROOT) -> set[str]:
    """Modules that import others of ours by a name in a text, or look for them among those that are loaded."""
    return {module for module, path in modules(root).items() if any(map(OURS.match, texts_imported(tree(path))))}


def texts_imported(module: ast.Module) -> Iterator[str]:
    """The names of modules in texts: where they stand, or in constants and tables of the module."""
    assigned = [node for node in module.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    constants = {target.id: node.value for node in assigned
                 for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                 if isinstance(target, ast.Name)}

    def texts(node: ast.AST | None) -> Iterator[str]:
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr():
                yield ast.unparse(node)[2:]
            case ast.BinOp(left=left):
                yield from texts(left)
            case ast.Name(id=name) if name in constants:
                yield from texts(constants.pop(name))
            case ast.Subscript(value=value):
                yield from texts(value)
            case ast.Dict(values=values):
                for value in values:
                    yield from texts(value)
            case ast.DictComp(value=value):
                yield from texts(value)
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and call.args:
            called = ast.unparse(call.func)
            if called.split(".")[-1] in ("import_module", "__import__") or called.endswith("modules.get"):
                yield from texts(call.args[0])


# -- the graph in figures: `python tests/imports.py` -------------------------------------------------------------------

def figures(root: pathlib.Path = ROOT) -> Iterator[str]:
    """Lines of a table: folders with their modules and what they import, and the faults of the whole graph."""
    inside = {module: path.parent.relative_to(root).as_posix() for module, path in modules(root).items()}
    leads = {folder: {inside[x.target] for x in imports(root) if inside[x.source] == folder} - {folder}
             for folder in sorted(set(inside.values()))}
    yield f"{'folder':45}{'modules':>8}  imports from"
    for folder, others in leads.items():
        yield f"{folder:45}{rooms(root).get(folder, 0):>8}  {', '.join(sorted(others))}"
    yield f"{len(inside)} modules, {len(leads)} folders, at most {max(rooms(root).values())} modules in one"
    yield f"{len(circles(root))} cycles, {len(late(root))} imports in functions, {len(by_text(root))} by text"


if __name__ == "__main__":
    print(*figures(), sep="\n")
