"""From a Python function to its syntax tree: text, spans and what it reads from outside."""
from __future__ import annotations

import ast
import functools
import inspect
import linecache
import types
from typing import Any, Iterator

import gast

from .errors import CompileError, Span


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
    nodes = [n for n in _functions(_module_tree(lines, code.co_filename)) if _is_source_of(n, code)]
    if nodes:
        return gast.ast_to_gast(nodes[-1])          # the innermost: a lambda's code lies within the lambdas around it
    raise CompileError(f"the source of {code.co_name} was not found at line {code.co_firstlineno} of {code.co_filename}",
                       "the file has changed since it was imported")


@functools.lru_cache(64)
def _module_tree(lines: tuple[str, ...], filename: str) -> ast.Module:
    try:
        return ast.parse("".join(lines), filename)
    except SyntaxError as error:
        raise CompileError(f"{filename} does not parse: {error}") from None


def _functions(tree: ast.AST) -> Iterator[ast.AST]:
    return (n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.AsyncFunctionDef)))


def _is_source_of(node: ast.AST, code: types.CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and _spans_code(node, code)
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno


def _spans_code(node: ast.Lambda, code: types.CodeType) -> bool:
    """Several lambdas may share a line: the code's own positions say which one it is."""
    places = [p for p in code.co_positions() if None not in p and p[2] != p[3]]
    inside = lambda p: (node.body.lineno, node.body.col_offset) <= (p[0], p[2]) and \
        (p[1], p[3]) <= (node.body.end_lineno, node.body.end_col_offset)
    arguments = len(node.args.args) + len(node.args.posonlyargs) == code.co_argcount
    return node.lineno == code.co_firstlineno and arguments and any(map(inside, places)) and \
        all(inside(p) for p in places if p[2] >= 0 and (p[0], p[2]) != (node.lineno, node.col_offset))


def span_of(node: Any, file: str, function: str) -> Span:
    return Span(file, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0, function)


def unwrap(function: Any) -> Any:
    """The plain Python function under functools.wraps-style wrappers."""
    return inspect.unwrap(function)


@functools.lru_cache(1024)
def suspension(node: Any) -> Any:
    """What makes a function a generator or a coroutine (in itself, not in functions inside it); None for ordinary ones."""
    if isinstance(node, gast.AsyncFunctionDef):
        return node
    pending = list(node.body) if isinstance(node.body, list) else [node.body]
    while pending:
        child = pending.pop(0)
        if isinstance(child, (gast.Yield, gast.YieldFrom, gast.Await)):
            return child
        if not isinstance(child, SCOPES):
            pending = [*gast.iter_child_nodes(child), *pending]
    return None


SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda, gast.ClassDef)


@functools.lru_cache(1024)
def local_names(node: Any) -> frozenset[str]:
    """Names that a function binds: parameters and everything assigned in it, but not in functions inside it."""
    bound: set[str] = set()
    declared: set[str] = set()
    for name in gast.walk(node.args):
        if isinstance(name, gast.Name) and isinstance(name.ctx, gast.Param):
            bound.add(name.id)
    body = node.body if isinstance(node.body, list) else [node.body]
    for statement in body:
        _collect(statement, bound, declared)
    return frozenset(bound - declared)


def _collect(node: Any, bound: set[str], declared: set[str]) -> None:
    if isinstance(node, (gast.FunctionDef, gast.ClassDef)):
        bound.add(node.name)
        return
    if isinstance(node, (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)):
        bound.update(n.target.id for n in gast.walk(node) if isinstance(n, gast.NamedExpr))
        return
    if isinstance(node, (gast.Global, gast.Nonlocal)):
        declared.update(node.names)
    if isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Store, gast.Del)):
        bound.add(node.id)
    if isinstance(node, (gast.Import, gast.ImportFrom)):
        bound.update((a.asname or a.name).split(".")[0] for a in node.names)
    if isinstance(node, (gast.MatchAs, gast.MatchStar)) and node.name:
        bound.add(node.name)
    if isinstance(node, gast.MatchMapping) and node.rest:
        bound.add(node.rest)
    for child in gast.iter_child_nodes(node):
        _collect(child, bound, declared)


@functools.lru_cache(4096)
def stored_names(node: Any) -> frozenset[str]:
    """Names assigned anywhere in a statement (for loops: target and body)."""
    bound: set[str] = set()
    for child in (node if isinstance(node, tuple) else (node,)):
        _collect(child, bound, set())
    return frozenset(bound)


@functools.lru_cache(4096)
def loaded_names(node: Any) -> frozenset[str]:
    """Names read anywhere in a statement, functions inside it included."""
    return frozenset(n.id for n in gast.walk(node) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load))
