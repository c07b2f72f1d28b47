"""Constant propagation in printed functions, for variables that are flags: the integers that each may be, on each path
(Wegman and Zadeck, "Constant propagation with conditional branches", 1991; here with sets of values).

error = 0                             v = 0
while error == 0 and v < n:    ⇒      while v < n:
    …                                     …
if error == 1:
    raise IndexError
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..text.trees import opposite

Values = frozenset[int]
Env = dict[str, Values]  # what is known of variables
MOST = 6  # values of one flag

COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def with_known_flags(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, in which no question is asked whose answer is known."""
    return _Flags().block(statements, {}, [], [])[0]


class _Flags:
    """Follows the statements in their order. What loops carry is found first, without changing anything."""

    def __init__(self) -> None:
        self.looking = 0  # loops around that are followed for what they carry

    def block(
        self, statements: Sequence[ast.stmt], env: Env | None, broken: list[Env], continued: list[Env]
    ) -> tuple[list[ast.stmt], Env | None]:
        """The rest of a block, and the facts behind it: None if nobody gets there. What is known where it
        breaks and continues a loop is added to the lists."""
        kept: list[ast.stmt] = []
        for s in statements:
            if env is None:
                break
            found, env = self.statement(s, env, broken, continued)
            kept += found
        return kept, env

    def statement(
        self, s: ast.stmt, env: Env, broken: list[Env], continued: list[Env]
    ) -> tuple[list[ast.stmt], Env | None]:
        match s:
            case ast.If():
                return self.branch(s, env, broken, continued)
            case ast.For() | ast.While():
                return self.loop(s, env, broken, continued)
            case ast.Break():
                broken.append(env)
                return [s], None
            case ast.Continue():
                continued.append(env)
                return [s], None
            case ast.FunctionDef():
                return [s], env
        if hasattr(s, "body"):  # with, try: nothing is known of what happens there
            known = without(env, [s])
            for kind, envs in ((ast.Break, broken), (ast.Continue, continued)):
                envs += [known] if any(isinstance(n, kind) for n in ast.walk(s)) else []
            return [s], known
        if not self.looking:
            _Choices(env).visit(s)
        if isinstance(s, (ast.Return, ast.Raise)):
            return [s], None
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name):
            return [s], update_fact(env, s.targets[0].id, values(s.value, env))
        return [s], without(env, [s])

    def branch(
        self, s: ast.If, env: Env, broken: list[Env], continued: list[Env]
    ) -> tuple[list[ast.stmt], Env | None]:
        answer = truth(s.test, env)
        if answer is not None:
            found, after = self.block(s.body if answer else s.orelse, env, broken, continued)
            return (found, after) if not self.looking else ([s], after)
        then, after = self.block(s.body, narrow_facts(env, s.test, True), broken, continued)
        orelse, other = self.block(s.orelse, narrow_facts(env, s.test, False), broken, continued)
        if not self.looking:
            s.test, s.body, s.orelse = simplify_test(s.test, env), then, orelse
            if not then and orelse:
                s.test, s.body, s.orelse = opposite(s.test), orelse, []
            elif not then and any(isinstance(n, ast.Call) for n in ast.walk(s.test)):
                s.body = [ast.Pass()]  # what it asks may be said, drawn or refused
            elif not then:
                return [], join_facts([after, other])
        return [s], join_facts([after, other])

    def loop(
        self, s: ast.For | ast.While, env: Env, broken: list[Env], continued: list[Env]
    ) -> tuple[list[ast.stmt], Env | None]:
        head = env
        self.looking += 1
        while True:  # what is known where each round begins
            again: list[Env] = []
            _, end = self.block(s.body, self.begun(s, head), [], again)
            wider = join_facts([head, end, *again])
            if wider == head:
                break
            head = wider or {}
        self.looking -= 1
        left: list[Env] = []
        body, _ = self.block(s.body, self.begun(s, head), left, [])
        orelse, end = self.block(s.orelse, self.ended(s, head), broken, continued)
        if not self.looking:
            s.body, s.orelse = body, orelse
            if isinstance(s, ast.While):
                s.test = simplify_test(s.test, head)
        return [s], join_facts([end, *left])

    def begun(self, s: ast.For | ast.While, head: Env) -> Env:
        return narrow_facts(head, s.test, True) if isinstance(s, ast.While) else without(head, [s.target])

    def ended(self, s: ast.For | ast.While, head: Env) -> Env | None:
        if isinstance(s, ast.For):
            return without(head, [s.target])
        return None if truth(s.test, head) is True else narrow_facts(head, s.test, False)


# -- what is known ---------------------------------------------------------------------------------------------------


def update_fact(env: Env, name: str, known: Values | None) -> Env:
    rest = {k: v for k, v in env.items() if k != name}
    return rest if known is None else {**rest, name: known}


def without(env: Env, nodes: Iterable[ast.AST]) -> Env:
    """The facts that remain if the variables are assigned unknown values."""
    stored = {
        n.id
        for node in nodes
        for n in ast.walk(node)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    return {k: v for k, v in env.items() if k not in stored} if stored else env


def join_facts(envs: Iterable[Env | None]) -> Env | None:
    """The facts that hold on all paths that reach a point."""
    found = [e for e in envs if e is not None]
    if not found:
        return None
    first, *others = found
    both = {k: v.union(*(e[k] for e in others)) for k, v in first.items() if all(k in e for e in others)}
    return {k: v for k, v in both.items() if len(v) <= MOST}


def values(node: ast.expr, env: Env) -> Values | None:
    """The integers that an expression may be; None if they are not known."""
    match node:
        case ast.Constant(int() as value):
            return frozenset([value])
        case ast.Name(name):
            return env.get(name)
        case ast.Call(ast.Attribute(ast.Name("np"), "int32" | "int64"), [ast.Constant(int() as value)], []):
            return frozenset([value])
        case ast.IfExp(test, body, orelse):
            answer = truth(test, env)
            sides = [
                values(side, narrow_facts(env, test, given))
                for side, given in ((body, True), (orelse, False))
                if answer is None or answer is given
            ]
            return None if None in sides else frozenset().union(*sides)
    return None


def truth(test: ast.expr, env: Env) -> bool | None:
    """The answer to a question, if it is known."""
    match test:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARE:
            a, b = values(left, env), values(right, env)
            answers = {COMPARE[type(op)](x, y) for x in a or () for y in b or ()}
            return answers.pop() if len(answers) == 1 else None
        case ast.UnaryOp(ast.Not(), operand):
            answer = truth(operand, env)
            return None if answer is None else not answer
        case ast.BoolOp(op, parts):
            stops, known = isinstance(op, ast.Or), True
            for part in parts:  # each is asked where those before have not answered it
                answer = truth(part, env)
                if answer is stops:
                    return stops
                known &= answer is not None
                env = narrow_facts(env, part, not stops)
            return (not stops) if known else None
        case ast.Name() | ast.Constant():
            answers = {bool(v) for v in values(test, env) or ()}
            return answers.pop() if len(answers) == 1 else None
    return None


def narrow_facts(env: Env, test: ast.expr, answer: bool) -> Env:
    """The facts where a test has this value."""
    match test:
        case ast.Compare(ast.Name(name), [op], [right]) if name in env and type(op) in COMPARE:
            other = values(right, env)
            if other is not None and len(other) == 1:
                (value,) = other
                left = frozenset(v for v in env[name] if COMPARE[type(op)](v, value) is answer)
                return {**env, name: left} if left else env
        case ast.UnaryOp(ast.Not(), operand):
            return narrow_facts(env, operand, not answer)
        case ast.BoolOp(op, parts) if isinstance(op, ast.And) is answer:
            for part in parts:
                env = narrow_facts(env, part, answer)
        case ast.Name(name) if name in env:
            left = frozenset(v for v in env[name] if bool(v) is answer)
            return {**env, name: left} if left else env
    return env


# -- what is left of questions ---------------------------------------------------------------------------------------


def simplify_test(test: ast.expr, env: Env) -> ast.expr:
    """A question without the parts whose answer is known."""
    answer = truth(test, env)
    if answer is not None:
        return ast.Constant(answer)
    if not isinstance(test, ast.BoolOp):
        return test
    parts = []
    for part in test.values:  # (where one of them is the answer, so is the whole)
        if truth(part, env) is None:
            parts.append(simplify_test(part, env))
        env = narrow_facts(env, part, isinstance(test.op, ast.And))
    return parts[0] if len(parts) == 1 else ast.BoolOp(test.op, parts)


class _Choices(ast.NodeTransformer):
    """y for x if left == 1 else y, where left is not 1."""

    def __init__(self, env: Env):
        self.env = env

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        answer = truth(node.test, self.env)
        if answer is not None:
            return self.visit(node.body if answer else node.orelse)
        known = values(node, self.env)
        if known is not None and len(known) == 1:
            return ast.Constant(*known)
        self.generic_visit(node)
        return node
