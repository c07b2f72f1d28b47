"""Sparse matrices in printed source: A where an argument is that matrix, else one that is made of its parts.

    pattern_0_.matrix(A_data) @ x       ⇒       A @ x
    pattern_1_.matrix(A_data) @ y       ⇒       A.T @ y                   (the pattern is that of A.T)
    pattern_0_.csr_matrix(d)            ⇒       sparse.csr_matrix((d, A.indices, A.indptr), A.shape)

A pattern that no argument has is that of a matrix of ones, which stands above the functions.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from ...core.sparsity import TURNED, Pattern
from ...primitives.linear_algebra.sparse import marked
from .constants import array_node
from .trees import call, name, sizes

MARK = re.compile(r"pattern_\d+_$")


class Given(NamedTuple):
    """A matrix that the source can name, and the name of its numbers."""

    node: ast.expr
    pattern: Pattern
    kind: str
    data: str


def with_matrices(functions: list[list[ast.stmt]], given: list[Given]) -> list[list[ast.stmt]]:
    """The functions with matrices for their marks. given: those that are arguments of the last function."""
    if not any(marks_in(f) for f in functions):
        return functions
    made: dict[Pattern, Given] = {}
    done = [Rewriter(given if f is functions[-1] else [], made, f).whole() for f in functions]
    constants: list[ast.stmt] = [ast.Assign([ast.Name(m.data, ast.Store())], ones(m)) for m in made.values()]
    return [constants, *done] if constants else done


def marks_in(function: list[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Name) and MARK.match(n.id) for s in function for n in ast.walk(s))


def ones(m: Given) -> ast.expr:
    """A matrix of ones of a pattern."""
    data = call("np.ones", sizes(m.pattern.stored))
    return made_of(
        m.kind, m.pattern.format, data, [array_node(a) for a in m.pattern.arrays], sizes(m.pattern.shape)
    )


def made_of(kind: str, format: str, data: ast.expr, parts: list[ast.expr], shape: ast.expr) -> ast.expr:
    if format == "coo":
        parts = [ast.Tuple(parts, ast.Load())]
    return call(f"sparse.{kind}", ast.Tuple([data, *parts], ast.Load()), shape=shape)


class Rewriter(ast.NodeTransformer):
    """One function. made: the matrices of ones, by pattern."""

    def __init__(self, given: list[Given], made: dict[Pattern, Given], function: list[ast.stmt]):
        self.given, self.made, self.function = given, made, function

    def whole(self) -> list[ast.stmt]:
        stored = [
            n.id
            for s in self.function
            for n in ast.walk(s)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        ]
        self.own = {g.data for g in self.given if stored.count(g.data) <= 1}
        for statement in self.function:
            self.visit(statement)
            read = {
                n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
            }
            unread = {g.data for g in self.given} - read
            if isinstance(statement, ast.FunctionDef):
                statement.body = [s for s in statement.body if not is_assignment(s, unread)]
        return self.function

    def find(self, pattern: Pattern) -> tuple[Given, bool]:
        """A matrix of this pattern, or of the transposed one."""
        for g in [*self.given, *self.made.values()]:
            if g.pattern is pattern or pattern.format in TURNED and g.pattern is pattern.T:
                return g, g.pattern is not pattern
        called = f"pattern_{len(self.made)}" if self.made else "pattern"
        found = self.made[pattern] = Given(name(called), pattern, f"{pattern.format}_matrix", called)
        return found, False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        pattern = pattern_at(node.func)
        if pattern is None:
            return node
        assert isinstance(node.func, ast.Attribute)
        g, turned = self.find(pattern)
        data, kind = node.args[0], g.kind if node.func.attr == "matrix" else node.func.attr
        itself = (
            isinstance(data, ast.Name)
            and data.id == g.data
            and data.id in self.own
            and (turned or kind == g.kind)
        )
        if itself:
            found = g.node
        else:
            names = {"coo": ("row", "col"), "dia": ("offsets",)}.get(g.pattern.format, ("indices", "indptr"))
            parts: list[ast.expr] = [ast.Attribute(g.node, n, ast.Load()) for n in names]
            shape: ast.expr = ast.Attribute(g.node, "shape", ast.Load())
            if turned and node.func.attr != "matrix":  # of its own class
                back = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
                parts = parts[::-1] if g.pattern.format == "coo" else parts
                return made_of(kind, pattern.format, data, parts, ast.Subscript(shape, back, ast.Load()))
            found = made_of(kind, g.pattern.format, data, parts, shape)
        return ast.Attribute(found, "T", ast.Load()) if turned else found

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        pattern = pattern_at(node)
        if pattern is None or node.attr not in ("rows", "columns"):
            return self.generic_visit(node)
        g, turned = self.find(pattern)
        rows = (node.attr == "rows") != turned
        if g.pattern.format == ("csc" if rows else "csr"):
            return ast.Attribute(g.node, "indices", ast.Load())
        whole = (
            g.node
            if g.pattern.format == "coo"
            else ast.Call(ast.Attribute(g.node, "tocoo", ast.Load()), [], [])
        )
        return ast.Attribute(whole, "row" if rows else "col", ast.Load())


def pattern_at(node: ast.expr) -> Pattern | None:
    """The pattern whose mark's attribute it is."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and MARK.match(node.value.id):
        return marked(node.value.id)
    return None


def is_assignment(statement: ast.stmt, targets: set[str]) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id in targets
    )
