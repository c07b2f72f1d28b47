"""Convert Python's syntax trees to gast's, and walk over them.

A function of a few hundred lines has thousands of nodes, and gast's conversion by node class took most of the
time of a reading. So the fields of each class are copied here directly, and operators and contexts are
shared, as Python's parser shares them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import gast
from gast import ast3

AST = ast.AST


def _same_kinds() -> dict[type[ast.AST], type[ast.AST]]:
    """Python's node classes -> gast's, where these have the same fields."""
    both = {
        getattr(ast, name, None): cls
        for name, cls in vars(gast).items()
        if isinstance(cls, type) and issubclass(cls, AST)
    }
    special = {name.removeprefix("visit_") for name in vars(ast3.Ast3ToGAst) if name.startswith("visit_")}
    return {
        old: new
        for old, new in both.items()
        if isinstance(old, type) and old.__name__ not in special and old is not new
    }


SAME = _same_kinds()
SHARED = {old: new() for old, new in SAME.items() if not old._fields and not old._attributes}


class _Converter(ast3.Ast3ToGAst):  # type: ignore[misc]  # gast has no types
    """gast's converter for the nodes that differ; the others are copied."""

    def _visit(self, node: Any) -> Any:
        kind = type(node)
        if kind is list:
            return [self._visit(n) for n in node]
        same = SAME.get(kind)
        if same is not None:
            return SHARED.get(kind) or self._copied(node, same)
        if kind is ast.Name:
            return _name_node(node)
        return self.visit(node) if isinstance(node, AST) else node

    def _copied(self, node: Any, kind: type[ast.AST]) -> Any:
        new = kind.__new__(kind)
        fields = vars(new)
        fields.update(vars(node))
        for name in kind._fields:
            value = fields[name]
            if type(value) is list or isinstance(value, AST):
                fields[name] = self._visit(value)
        return new


def _name_node(node: ast.Name) -> Any:
    new = gast.Name.__new__(gast.Name)
    vars(new).update(vars(node), ctx=SHARED[type(node.ctx)], annotation=None, type_comment=None)
    return new


def to_gast(node: AST) -> Any:
    """The result of gast.ast_to_gast, without its cost.

    >>> gast.dump(to_gast(ast.parse("x + 1").body[0])) == gast.dump(gast.ast_to_gast(ast.parse("x + 1").body[0]))
    True
    """
    return _Converter()._visit(node)


def child_nodes(node: Any) -> list[Any]:
    """The nodes right below one, in order, without contexts and operators."""
    found = []
    for value in [getattr(node, name, None) for name in node._fields]:
        if type(value) is list:
            found += [v for v in value if isinstance(v, AST)]
        elif isinstance(value, AST) and value._fields:
            found.append(value)
    return found


def definitions(tree: AST) -> Iterator[Any]:
    """The function definitions of a module, at any depth. They are statements: expressions are passed over."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, field, ())
            pending += below if type(below) is list else ()
