"""Dead store elimination in printed functions, by the liveness of their variables (a backward analysis; Aho, Lam, Sethi
and Ullman, Compilers, 9.2.5).

y = 0.0                         for i in range(3):
for i in range(3):       ⇒          y = x[i]
    y = x[i]                    return y
return y
"""

from __future__ import annotations

import ast

from ...core.parsing import nodes_in
from ..text.trees import opposite

LOOPS = (ast.For, ast.While)
CREATION = frozenset("zeros zeros_like ones ones_like empty empty_like full full_like eye".split())
Names = frozenset[str]
NONE: Names = frozenset()


def without_dead_stores(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function without x = 0.0, x = y, x = np.zeros(n) where nobody reads that x."""
    found = Liveness()
    functions = [n for s in statements for n in nodes_in(s) if isinstance(n, ast.FunctionDef)]
    found.captured = NONE.union(*map(every, functions))
    found.block(statements, NONE, NONE, NONE, prune=True)
    fill(statements)
    return statements


def fill(statements: list[ast.stmt]) -> None:
    """Nothing is empty: an if that has only an else asks the opposite, one that has nothing goes."""
    for s in statements:
        if isinstance(s, (ast.If, *LOOPS)):
            fill(s.body)
            fill(s.orelse)
        if isinstance(s, ast.If) and not s.body and s.orelse:
            s.test, s.body, s.orelse = opposite(s.test), s.orelse, []
        elif isinstance(s, LOOPS) and not s.body:
            s.body = [ast.Pass()]
    statements[:] = [s for s in statements if not is_idle(s)]
    for s in statements:
        if isinstance(s, ast.If) and not s.body:
            s.body = [ast.Pass()]


def is_idle(s: ast.stmt) -> bool:
    """Whether it is a question that leads to nothing, and computes nothing that might fail."""
    return isinstance(s, ast.If) and not s.body and not any(isinstance(n, ast.Call) for n in nodes_in(s.test))


class Liveness:
    """The variables that may be read later, from the last statement back.

    behind    the variables that are live behind each loop, by its id
    stored    those that are given values anywhere
    captured  those that inner functions mention, which may be called at any time
    """

    def __init__(self) -> None:
        self.behind: dict[int, Names] = {}
        self.stored = NONE
        self.captured = NONE

    @staticmethod
    def of(statements: list[ast.stmt]) -> Liveness:
        found = Liveness()
        found.block(statements, NONE, NONE, NONE)
        found.stored = NONE.union(*map(assigned_names, statements))
        return found

    def block(
        self, statements: list[ast.stmt], after: Names, broken: Names, continued: Names, prune: bool = False
    ) -> Names:
        """The variables that are live before a block. Those live behind it, behind a break and a continue are given.

        prune: take the dead stores away.
        """
        kept = []
        for s in reversed(statements):
            if is_dead(s, after | self.captured):
                continue
            after = self.statement(s, after, broken, continued, prune)
            kept.append(s)
        if prune:
            statements[:] = kept[::-1]
        return after

    def statement(self, s: ast.stmt, after: Names, broken: Names, continued: Names, prune: bool) -> Names:
        match s:
            case ast.Return() | ast.Raise():
                return names_read(s)
            case ast.Break():
                return broken
            case ast.Continue():
                return continued
            case ast.If():
                branches = [
                    self.block(b, after, broken, continued, prune) if b else after for b in (s.body, s.orelse)
                ]
                return names_read(s.test) | branches[0] | branches[1]
            case ast.For() | ast.While():
                return self.loop(s, after, broken, continued, prune)
            case ast.Assign(targets, value):
                stored = NONE.union(*(assigned_names(t) for t in targets))
                return (after - stored) | names_read(value) | NONE.union(*map(names_read, targets))
            case ast.AugAssign(target, _, value):
                return after | names_read(value) | names_read(target) | assigned_names(target)
            case ast.Expr() | ast.Pass() | ast.FunctionDef():
                return after | names_read(s)
        return after | broken | continued | every(s)

    def loop(
        self, s: ast.For | ast.While, after: Names, broken: Names, continued: Names, prune: bool
    ) -> Names:
        test, targets = (
            (names_read(s.test), NONE) if isinstance(s, ast.While) else (NONE, assigned_names(s.target))
        )
        ends = not (isinstance(s, ast.While) and isinstance(s.test, ast.Constant) and s.test.value)
        done = self.block(s.orelse, after, broken, continued, prune) if s.orelse else after
        self.behind[id(s)] = after | done
        header = test | (done if ends else NONE)  # live where a round begins, or the loop ends
        while True:
            body = self.block(s.body, header, after, header) - targets
            if body <= header:
                break
            header |= body
        first = self.block(s.body, header, after, header, prune) - targets
        if isinstance(s, ast.While):
            return header
        return names_read(s.iter) | (first if surely_runs(s) else header)


def is_dead(s: ast.stmt, after: Names) -> bool:
    match s:
        case ast.Assign([ast.Name(name)], value):
            return name not in after and is_plain(value)
    return False


def is_plain(node: ast.expr) -> bool:
    """Whether it only makes a value: numbers, names, new arrays."""
    match node:
        case ast.Constant() | ast.Name():
            return True
        case ast.UnaryOp(_, operand):
            return isinstance(operand, ast.Constant)
        case ast.Attribute(ast.Name("np"), _):
            return True
        case ast.Tuple(items) | ast.List(items):
            return all(map(is_plain, items))
        case ast.Call(ast.Attribute(ast.Name("np"), _), [value], []) if isinstance(value, ast.Constant):
            return True
        case ast.Call(ast.Attribute(ast.Name("np"), name)) if name in CREATION:
            return True
    return False


def surely_runs(s: ast.For) -> bool:
    """Whether it is known that a loop makes a round."""
    match s.iter:
        case ast.Call(ast.Name("reversed"), [inner], []):
            return surely_runs(ast.For(s.target, inner, s.body, []))
        case ast.Call(ast.Name("range"), bounds, []):
            known = [b.value if isinstance(b, ast.Constant) else None for b in bounds]
            return None not in known and len(range(*known)) > 0
    return False


def names_read(node: ast.AST) -> Names:
    """The variables that are read; of a function, all that are mentioned."""
    if isinstance(node, ast.FunctionDef):
        return every(node)
    return frozenset(
        n.id for n in nodes_in(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)
    )


def assigned_names(node: ast.AST) -> Names:
    """The variables that a target gives another value."""
    return frozenset(n.id for n in nodes_in(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def every(node: ast.AST) -> Names:
    return frozenset(n.id for n in nodes_in(node) if isinstance(n, ast.Name))
