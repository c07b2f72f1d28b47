"""From a Python function to its syntax tree: text, spans and what it reads from outside."""
from __future__ import annotations

import ast
import functools
import inspect
import linecache
import types
from typing import Any, Callable, Iterable, Iterator

import gast

from .errors import CompileError
from .mangling import mangled
from .syntax import children, definitions, to_gast


@functools.lru_cache(1024)
def function_tree(code: types.CodeType) -> Any:
    """The gast node (FunctionDef or Lambda) that a code object was compiled from.

    Raises:
        CompileError: where there is no source (built-ins, `exec` of a string, a REPL that keeps none).
    """
    lines = tuple(linecache.getlines(code.co_filename))
    if not lines:
        raise CompileError(f"the source of {code.co_name} is not available ({code.co_filename})",
                           "define it in a file, a notebook cell or through linecache; code made by exec has no source")
    tree = _module_tree(lines, code.co_filename)
    nodes = [n for n in (_lambdas(tree) if code.co_name == "<lambda>" else definitions(tree)) if _is_source_of(n, code)]
    if nodes:
        return to_gast(nodes[-1])                   # the innermost: a lambda's code lies within the lambdas around it
    raise CompileError(
        f"the source of {code.co_name} was not found at line {code.co_firstlineno} of {code.co_filename}",
        "the file has changed since it was imported",
    )


@functools.lru_cache(64)
def _module_tree(lines: tuple[str, ...], filename: str) -> ast.Module:
    try:
        return mangled(ast.parse("".join(lines), filename))
    except SyntaxError as error:
        raise CompileError(f"{filename} does not parse: {error}") from None


def _lambdas(tree: ast.AST) -> Iterator[ast.Lambda]:
    return (n for n in ast.walk(tree) if isinstance(n, ast.Lambda))


def _is_source_of(node: ast.AST, code: types.CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return _spans_code(node, code)
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    private = code.co_name.startswith("__") and node.name.endswith(code.co_name)      # see mangling.py
    return (node.name == code.co_name or private) and first == code.co_firstlineno


def _spans_code(node: ast.Lambda, code: types.CodeType) -> bool:
    """Several lambdas may share a line: the code's own positions say which one it is."""
    places = [p for p in code.co_positions() if None not in p and p[2] != p[3]]
    inside = lambda p: (node.body.lineno, node.body.col_offset) <= (p[0], p[2]) and \
        (p[1], p[3]) <= (node.body.end_lineno, node.body.end_col_offset)
    arguments = len(node.args.args) + len(node.args.posonlyargs) == code.co_argcount
    return node.lineno == code.co_firstlineno and arguments and any(map(inside, places)) and \
        all(inside(p) for p in places if p[2] >= 0 and (p[0], p[2]) != (node.lineno, node.col_offset))


def unwrap(function: Any) -> Any:
    """The plain Python function under functools.wraps-style wrappers."""
    return inspect.unwrap(function)


@functools.lru_cache(1024)
def suspension(node: Any) -> Any:
    """What makes a function itself (not one inside it) a generator or a coroutine; None for ordinary functions."""
    if isinstance(node, gast.AsyncFunctionDef):
        return node
    return min(_names(node).suspensions, key=lambda n: (n.lineno, n.col_offset), default=None)


def local_names(node: Any) -> frozenset[str]:
    """Names that a function binds: parameters and everything assigned in it, but not in functions inside it."""
    return _names(node).local


class Names:
    """What statements bind, what they declare as global or nonlocal, and where they yield or await."""

    def __init__(self, nodes: Iterable[Any], parameters: Iterable[str] = ()):
        self.bound, self.declared, self.suspensions = set(parameters), set(), []
        pending = list(nodes)
        while pending:
            node = pending.pop()
            binder = BINDERS.get(type(node))
            if binder is not None:
                self.bound.update(binder(node))
            elif isinstance(node, (gast.Global, gast.Nonlocal)):
                self.declared.update(node.names)
            elif isinstance(node, (gast.Yield, gast.YieldFrom, gast.Await)):
                self.suspensions.append(node)
            if type(node) not in CLOSED:
                pending += children(node)
        self.local = frozenset(self.bound - self.declared)


@functools.lru_cache(1024)
def _names(node: Any) -> Names:
    """Of a function."""
    parameters = [n.id for n in gast.walk(node.args) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Param)]
    return Names(node.body if isinstance(node.body, list) else [node.body], parameters)


def _walrus_targets(node: Any) -> list[str]:
    """A comprehension has its own variables, but for those that := binds."""
    return [n.target.id for n in gast.walk(node) if isinstance(n, gast.NamedExpr)]


def _imported(node: Any) -> list[str]:
    return [(a.asname or a.name).split(".")[0] for a in node.names]


COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
CLOSED = frozenset(
    [gast.Name, gast.Constant, gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda, *COMPREHENSIONS]
)
BINDERS: dict[type, Callable[[Any], Iterable[str]]] = {
    gast.Name: lambda n: () if isinstance(n.ctx, gast.Load) else (n.id,),
    gast.FunctionDef: lambda n: (n.name,), gast.ClassDef: lambda n: (n.name,),
    gast.Lambda: _walrus_targets, **dict.fromkeys(COMPREHENSIONS, _walrus_targets),
    gast.Import: _imported, gast.ImportFrom: _imported,
    gast.MatchAs: lambda n: (n.name,) if n.name else (), gast.MatchStar: lambda n: (n.name,) if n.name else (),
    gast.MatchMapping: lambda n: (n.rest,) if n.rest else ()}


@functools.lru_cache(4096)
def stored_names(nodes: tuple) -> frozenset[str]:
    """Names assigned anywhere in these statements (a loop's body)."""
    return frozenset(Names(nodes).bound)
