"""A smaller program that fails in the same way: statements and parts of expressions are taken away one by one."""
from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator

Fails = Callable[[str, str], bool]          # of a module's source and a call
SIMPLER = ((r"-?\b\d+(\.\d+)?(e-?\d+)?\b", "1"), (r"-?\b\d+\.\d+(e-?\d+)?\b", "0.0"), (r", [^\[\]()]+\]", "]"))
LITERALS = ("0", "1", "2.0", "1.5")


def shrink(source: str, call: str, fails: Fails, most: int = 600) -> tuple[str, str]:
    """The smallest module and call found with so many trials. `fails(source, call)` must hold at the start."""
    left = most

    def trial(source: str, call: str) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and fails(source, call)
    before = ""
    while left > 0 and before != source + call:
        before = source + call
        source = smaller_program(source, lambda s: trial(s, call))
        source, call = fewer_parameters(source, call, trial)
        call = smaller_call(call, lambda c: trial(source, c))
    return source, call


def smaller_program(source: str, fails: Callable[[str], bool]) -> str:
    """Go through the tree once, keeping every change after which it still fails."""
    tree = ast.parse(source)
    k = 0
    while (new := change(tree, k)) is not Ended:
        text = text_of(new) if new is not None else None
        if text is not None and len(text) < len(unparsed(tree)) and fails(text):
            tree = new
        else:
            k += 1
    return unparsed(tree)


class Ended:
    """There is no change of this number."""


def text_of(tree: ast.AST) -> str | None:
    """The source of a tree; None if a change left no program (a number where an f-string has its format)."""
    try:
        return unparsed(tree)
    except ValueError:
        return None


def unparsed(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def change(tree: ast.Module, number: int) -> ast.Module | type[Ended] | None:
    """A copy of the tree after its change of a number; None if that changes nothing."""
    new = copy.deepcopy(tree)
    for k, apply in enumerate(changes(new)):
        if k == number:
            return new if apply() is not False else None
    return Ended


def changes(tree: ast.Module) -> Iterator[Callable[[], object]]:
    """Statements first, outer before inner and last before first; then expressions."""
    bodies = [getattr(node, field) for node in ast.walk(tree) for field in ("body", "orelse", "finalbody", "cases")
              if isinstance(getattr(node, field, None), list)]
    for body in bodies:
        for k in reversed(range(len(body))):
            yield lambda body=body, k=k: removed(body, k)
    for body in bodies:
        for k, statement in enumerate(body):
            for inner in ("body", "orelse"):
                if isinstance(getattr(statement, inner, None), list) and not isinstance(statement, ast.ClassDef):
                    yield lambda body=body, k=k, s=statement, inner=inner: body.__setitem__(
                        slice(k, k + 1), getattr(s, inner) or [ast.Pass()])
    yield from expression_changes(tree)


def removed(body: list, k: int) -> object:
    if isinstance(body[k], ast.Pass) or isinstance(body[k], ast.FunctionDef) and body[k].name == "f":
        return False
    if len(body) == 1 and isinstance(body[k], ast.match_case):
        return False
    body[k:k + 1] = [] if len(body) > 1 else [ast.Pass()]
    return True


def expression_changes(tree: ast.Module) -> Iterator[Callable[[], object]]:
    for parent in ast.walk(tree):
        if isinstance(parent, (ast.pattern, ast.arguments, ast.JoinedStr)):
            continue
        for field, value in ast.iter_fields(parent):
            for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.expr) and is_read(child):
                    yield from replacements(parent, field, k, child)
            if isinstance(value, list) and len(value) > 1 and field in ("elts", "args", "keywords", "values"):
                for k in range(len(value)):
                    yield lambda parent=parent, field=field, k=k: shorter(parent, field, k)


def is_read(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)


def shorter(parent: ast.AST, field: str, k: int) -> object:
    if isinstance(parent, (ast.Dict, ast.BoolOp, ast.MatchSequence)):
        return False
    del getattr(parent, field)[k]
    return True


def replacements(parent: ast.AST, field: str, k: int | None, child: ast.expr) -> Iterator[Callable[[], object]]:
    """A part of the expression instead of it, or a literal."""
    for part in ast.iter_child_nodes(child):
        if isinstance(part, ast.expr) and is_read(part) and not isinstance(part, (ast.Slice, ast.Starred)):
            yield lambda part=part: put(parent, field, k, part)
    if not isinstance(child, (ast.Constant, ast.Name, ast.Slice, ast.Starred)):
        for text in LITERALS:
            yield lambda text=text: put(parent, field, k, ast.parse(text, mode="eval").body)


def put(parent: ast.AST, field: str, k: int | None, new: ast.expr) -> None:
    if k is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[k] = new


# -- arguments -----------------------------------------------------------------------------------------------

def fewer_parameters(source: str, call: str, trial: Fails) -> tuple[str, str]:
    """Without parameters that make no difference."""
    k = 0
    while True:
        tree, values = ast.parse(source), ast.parse(call, mode="eval")
        f = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f")
        if k >= len(f.args.args) or len(f.args.args) < 2:
            return source, call
        del f.args.args[k]
        del values.body.elts[k]
        new = unparsed(tree), ast.unparse(values)
        if trial(*new):
            source, call = new
        else:
            k += 1


def smaller_call(call: str, fails: Callable[[str], bool]) -> str:
    """Simpler numbers, shorter arrays."""
    for pattern, new in SIMPLER:
        found = [m.span() for m in re.finditer(pattern, call)]
        for start, end in reversed(found):
            if "float" in call[start - 5:start] or call[start - 3:start] in ("int", "loa"):
                continue
            shorter = call[:start] + new + call[end:]
            if shorter != call and len(shorter) <= len(call) and fails(shorter):
                call = shorter
    return call
