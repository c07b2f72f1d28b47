"""Find a Python function's syntax tree: its source text, its spans, and the names that it reads from outside."""

from __future__ import annotations

import __future__
import ast
import contextlib
import copy
import functools
import inspect
import itertools
import textwrap
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import gast

from .errors import CompileError
from .mangling import has_private, mangle_names
from .parsing import compile_tree, parse
from .sources import UNFILED, load_with, remember, texts
from .syntax import child_nodes, definitions, to_gast

FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, n).compiler_flag for n in __future__.all_feature_names)
)
Definition = ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef


def function_tree(function: types.FunctionType) -> Any:
    """The gast node (FunctionDef or Lambda) that a function was compiled from.

    Raises:
        CompileError: if there is no source (built-ins, `exec` of a string, a REPL that keeps none), or the text of its
            file is not the one that the function was compiled from.
    """
    code = function.__code__
    load_with(code.co_filename, function.__globals__)
    with contextlib.suppress(LookupError):
        return _exact_tree(code)
    lines = next(texts(code.co_filename), None)
    if lines is None or code.co_filename in UNFILED:
        raise CompileError(
            f"the source of {code.co_name} is not available ({code.co_filename})",
            WITHOUT_SOURCE.get(code.co_filename, IN_A_FILE),
        )
    tree = _rewritten_tree(code, lines) if _is_rewritten(function) else None
    if tree is None:
        raise CompileError(
            f"the source of {code.co_name} was not found at line {code.co_firstlineno} of "
            f"{code.co_filename}: the file has changed since it was imported",
            "reload the module (importlib.reload), or start Python again",
        )
    return tree


PROMPT = "Python's prompt keeps no source before 3.13: use IPython, a file, or python -c"
KEEP = (
    "keep the text that exec runs: linecache.cache[name] = (len(text), None, text.splitlines(True), name); "
    "exec(compile(text, name, 'exec'), …), with a name of its own for each text"
)
IN_A_FILE = "define it in a file, a notebook cell or through linecache"
WITHOUT_SOURCE = {"<string>": KEEP, "<stdin>": PROMPT, "<console>": PROMPT}


def is_exact(function: types.FunctionType) -> bool:
    """Whether the text of a function that was read compiles to its code. (Import hooks may rewrite what they
    import.)"""
    try:
        return _exact_tree(function.__code__) is not None
    except LookupError:
        return False


@functools.lru_cache(1024)
def _exact_tree(code: types.CodeType) -> Any:
    """The tree of a text that compiles to this code. Raises LookupError where there is none (now)."""
    for lines in texts(code.co_filename):
        node = _node_of(code, lines)
        if node is not None:
            remember(code.co_filename, code.co_name, lines)
            return to_gast(node)
    raise LookupError(code.co_name)


def _is_rewritten(function: types.FunctionType) -> bool:
    """Whether the function's module was imported by a hook, which may compile something else than the text
    (pytest does)."""
    loader = function.__globals__.get("__loader__")
    kind = loader if isinstance(loader, type) else type(loader)
    return loader is not None and not kind.__module__.startswith(
        ("importlib", "_frozen_importlib", "zipimport")
    )


def _node_of(code: types.CodeType, lines: tuple[str, ...]) -> ast.AST | None:
    """The node in a text that compiles to this code: first where the code says that it stands, then anywhere."""
    statements = _statements(lines, code.co_filename)
    near = [k for k, s in enumerate(statements) if _first_line(s) <= code.co_firstlineno <= _last_line(s)]
    others = (k for k, s in enumerate(statements) if k not in near and _defines(s, code.co_name))
    for k in itertools.chain(near, others):
        node = _matching(code, lines, _codes(lines, code.co_filename, k, code.co_flags & FUTURE))
        if node is not None:
            return node
    return next((n for n in _definitions_of(code, lines) if _is_compiled_alone(n, code)), None)


def _matching(
    code: types.CodeType, lines: tuple[str, ...], codes: Iterable[types.CodeType]
) -> ast.AST | None:
    """The node of the code object among these, of a text, that is the same."""
    same = [c for c in codes if c.co_name == code.co_name and what_it_does(c) == what_it_does(code)]
    same.sort(
        key=lambda c: (c.co_firstlineno, [*c.co_positions()]) != (code.co_firstlineno, [*code.co_positions()])
    )
    for candidate in same:
        nodes = [n for n in _definitions_of(candidate, lines) if _is_source_of(n, candidate)]
        if nodes:
            return nodes[-1]  # the innermost: a lambda's code lies within the lambdas around it
    return None


def _definitions_of(code: types.CodeType, lines: tuple[str, ...]) -> list[Definition]:
    """The functions of a text that may be called so; of lambdas those that begin at the code's line."""
    if code.co_name == "<lambda>":
        return _lambdas(lines, code.co_filename).get(code.co_firstlineno, [])
    known = _definitions(lines, code.co_filename)
    return [n for n in known if n.name == code.co_name or n.name.endswith(code.co_name)]


@functools.lru_cache(64)
def _definitions(lines: tuple[str, ...], filename: str) -> list[Any]:
    return [*definitions(_module_tree(lines, filename))]


def what_it_does(code: types.CodeType) -> tuple[Any, ...]:
    """A code object without its place: equal for functions of equal text, wherever they stand."""
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_flags & ~FUTURE, code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount
    return code.co_name, code.co_code, _constant(code.co_consts), code.co_exceptiontable, names, counts


def _constant(value: Any) -> Any:
    """A constant of code, with its type and sign."""
    match value:
        case types.CodeType():
            return what_it_does(value)
        case tuple():
            return tuple, *map(_constant, value)
        case frozenset():
            return frozenset, frozenset(map(_constant, value))
    return type(value), repr(value)


def _is_compiled_alone(node: ast.AST, code: types.CodeType) -> bool:
    """Whether a function was compiled by itself, without its layout and decorators. (IPython's autoreload
    does that.)"""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    plain: Any = copy.copy(node)
    plain.decorator_list = []
    text = ast.unparse(plain)
    inside = "class __autoreload_class__:\n" + textwrap.indent(text, "    ")
    made = [
        c
        for t in (text, inside, ast.unparse(node))
        for c in _inner(compile_tree(parse(t), code.co_filename, flags=code.co_flags & FUTURE))
    ]
    return any(c.co_name == code.co_name and what_it_does(c) == what_it_does(code) for c in made)


@functools.lru_cache(256)
def _rewritten_tree(code: types.CodeType, lines: tuple[str, ...]) -> Any:
    """The tree at the code's line, if what its text compiles to occurs in the code that a hook has made of it."""
    for k, s in enumerate(_statements(lines, code.co_filename)):
        if _first_line(s) <= code.co_firstlineno <= _last_line(s):
            for c in _codes(lines, code.co_filename, k, code.co_flags & FUTURE):
                if (c.co_name, c.co_firstlineno) == (code.co_name, code.co_firstlineno) and _occurs(c, code):
                    node = next((n for n in _definitions_of(code, lines) if _is_source_of(n, c)), None)
                    return to_gast(node) if node is not None else None
    return None


def _occurs(c: types.CodeType, code: types.CodeType) -> bool:
    """Whether code has all names and constants of another."""
    given = {_constant(v) for v in code.co_consts if not isinstance(v, types.CodeType)}
    inner = {v.co_name: v for v in code.co_consts if isinstance(v, types.CodeType)}
    return {*c.co_names, *c.co_varnames} <= {*code.co_names, *code.co_varnames} and all(
        v.co_name in inner and _occurs(v, inner[v.co_name])
        if isinstance(v, types.CodeType)
        else v is None or _constant(v) in given
        for v in c.co_consts
    )


@functools.lru_cache(64)
def _module_tree(lines: tuple[str, ...], filename: str) -> ast.Module:
    """The tree with private names as they are compiled: most texts have none, and need no tree of their own."""
    return (
        mangle_names(_parse_function.__wrapped__(lines, filename))
        if any(map(has_private, lines))
        else _parse_function(lines, filename)
    )


@functools.lru_cache(64)
def _parse_function(lines: tuple[str, ...], filename: str) -> ast.Module:
    try:
        tree: ast.Module = parse("".join(lines), filename)
        return tree
    except SyntaxError as error:
        raise CompileError(f"{filename} does not parse: {error}") from None


def _statements(lines: tuple[str, ...], filename: str) -> list[ast.stmt]:
    return _parse_function(lines, filename).body


@functools.lru_cache(256)
def _codes(lines: tuple[str, ...], filename: str, k: int, flags: int) -> tuple[types.CodeType, ...]:
    """All code objects in a statement of a module. (What a module imports, Python compiles calls of differently.)"""
    statement = _statements(lines, filename)[k]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return ()
    return tuple(
        _inner(compile_tree(ast.Module([*_imports(lines, filename), statement], []), filename, flags=flags))
    )


@functools.lru_cache(64)
def _imports(lines: tuple[str, ...], filename: str) -> list[ast.stmt]:
    """The imports of a module that are not in functions or classes."""
    found: list[ast.stmt] = []
    pending: list[ast.AST] = [*_statements(lines, filename)]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__":
            found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
    return found


def _inner(code: types.CodeType) -> Iterator[types.CodeType]:
    for value in code.co_consts:
        if isinstance(value, types.CodeType):
            yield value
            yield from _inner(value)


def _first_line(statement: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(d.lineno for d in decorators)])


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _defines(statement: ast.stmt, name: str) -> bool:
    """Whether a function of this name is made somewhere in the statement."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(
        isinstance(n, kinds) and n.name == name or name == "<lambda>" and isinstance(n, ast.Lambda)
        for n in ast.walk(statement)
    )


@functools.lru_cache(64)
def _lambdas(lines: tuple[str, ...], filename: str) -> dict[int, list[Definition]]:
    """The lambdas of a text by their lines."""
    found: dict[int, list[Definition]] = {}
    for node in ast.walk(_module_tree(lines, filename)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _is_source_of(node: Definition, code: types.CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return _spans_code(node, code)
    private = code.co_name.startswith("__") and node.name.endswith(code.co_name)  # see mangling.py
    return (node.name == code.co_name or private) and _first_line(node) == code.co_firstlineno


def _spans_code(node: ast.Lambda, code: types.CodeType) -> bool:
    """Several lambdas may share a line: the code's own positions say which one it is."""
    places: list[Any] = [p for p in code.co_positions() if None not in p and p[2] != p[3]]
    inside: Callable[[Any], bool] = lambda p: (
        (node.body.lineno, node.body.col_offset) <= (p[0], p[2])
        and (p[1], p[3]) <= (node.body.end_lineno or 0, node.body.end_col_offset or 0)
    )
    arguments = len(node.args.args) + len(node.args.posonlyargs) == code.co_argcount
    if node.lineno != code.co_firstlineno or not arguments:
        return False
    if not places:  # Python 3.12 and later give no positions to the return of a constant
        made = _inner(
            compile_tree(ast.Module([ast.copy_location(ast.Expr(node), node)], []), code.co_filename)
        )
        return any(what_it_does(c) == what_it_does(code) for c in made)
    return any(map(inside, places)) and all(
        inside(p) for p in places if p[2] >= 0 and (p[0], p[2]) != (node.lineno, node.col_offset)
    )


def unwrap(function: Any) -> Any:
    """The plain Python function under functools.wraps-style wrappers."""
    return inspect.unwrap(function)


@functools.lru_cache(1024)
def suspension(node: Any) -> Any:
    """The node that makes a function itself (not one inside it) a generator or a coroutine; None for ordinary
    functions."""
    if isinstance(node, gast.AsyncFunctionDef):
        return node
    return min(_names(node).suspensions, key=lambda n: (n.lineno, n.col_offset), default=None)


def is_generator(node: Any) -> bool:
    """Whether it is a generator function."""
    found = _names(node).suspensions if isinstance(node, gast.FunctionDef) else []
    return bool(found) and not any(isinstance(n, gast.Await) for n in found)


def local_names(node: Any) -> frozenset[str]:
    """Names that a function binds: parameters and everything assigned in it, but not in functions inside it."""
    return _names(node).local


class Names:
    """The names that statements bind or declare as global or nonlocal, and the places where they yield or
    await."""

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
                pending += child_nodes(node)
        self.local = frozenset(self.bound - self.declared)


@functools.lru_cache(1024)
def _names(node: Any) -> Names:
    """The names in a function."""
    return Names(node.body if isinstance(node.body, list) else [node.body], parameters_of(node))


def parameters_of(function: Any) -> list[str]:
    """The names of a function's parameters."""
    return [
        n.id for n in gast.walk(function.args) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Param)
    ]


def _walrus_targets(node: Any) -> list[str]:
    """A comprehension has its own variables, but for those that := binds."""
    return [n.target.id for n in gast.walk(node) if isinstance(n, gast.NamedExpr)]


def _imported_names(node: Any) -> list[str]:
    return [(a.asname or a.name).split(".")[0] for a in node.names]


COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
CLOSED = frozenset(
    [
        gast.Name,
        gast.Constant,
        gast.FunctionDef,
        gast.AsyncFunctionDef,
        gast.ClassDef,
        gast.Lambda,
        *COMPREHENSIONS,
    ]
)
BINDERS: dict[type, Callable[[Any], Iterable[str]]] = {
    gast.Name: lambda n: () if isinstance(n.ctx, gast.Load) else (n.id,),
    gast.FunctionDef: lambda n: (n.name,),
    gast.ClassDef: lambda n: (n.name,),
    gast.Lambda: _walrus_targets,
    **dict.fromkeys(COMPREHENSIONS, _walrus_targets),
    gast.Import: _imported_names,
    gast.ImportFrom: _imported_names,
    gast.MatchAs: lambda n: (n.name,) if n.name else (),
    gast.MatchStar: lambda n: (n.name,) if n.name else (),
    gast.MatchMapping: lambda n: (n.rest,) if n.rest else (),
}


@functools.lru_cache(4096)
def stored_names(nodes: tuple[Any, ...]) -> frozenset[str]:
    """Names assigned anywhere in these statements (a loop's body)."""
    return frozenset(Names(nodes).bound)
