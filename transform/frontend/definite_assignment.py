"""Definite assignment: the reads of local variables that are surely set, whatever path leads to them.

    for k in range(n):
        if x[k] < 0:
            first = k
            break
    else:
        first = n
    return first            <- definite: each way out of the loop has set it

A forward dataflow analysis on the syntax tree (Gosling et al., *The Java Language Specification*, ch. 16). It is
conservative: a name that is deleted, or declared global or nonlocal, is never definite, and neither is what only the
body of a `with` or `try` has set, since an exception may leave it.

>>> import gast
>>> def names(text):
...     function = gast.parse(text).body[0]
...     definite = definite_reads(function)
...     return sorted({n.id for n in gast.walk(function) if isinstance(n, gast.Name) and n in definite})
>>> names("def f(p):\\n    if p:\\n        a = b = 1\\n    else:\\n        a = 2\\n    return a + b")
['a', 'p']
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import gast

SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)

State = frozenset[str] | None  # the names that are set; None where nobody gets


@functools.lru_cache(512)
def definite_reads(function: Any) -> frozenset:
    """The nodes of a function that read a variable which is surely set."""
    flow = Flow(unsettled_names(function))
    if isinstance(function, SCOPES[:2]):
        flow.block(function.body, frozenset(parameters(function)) - flow.unsettled)
    return frozenset(flow.definite)


@functools.lru_cache(512)
def set_by_iteration(function: Any, loop: Any) -> frozenset[str]:
    """The names that are surely set behind a loop of this function whose body has run at least once."""
    flow = Flow(unsettled_names(function))
    return flow.iteration(loop, frozenset()) or frozenset()


def unsettled_names(function: Any) -> frozenset[str]:
    """The names of which nothing is known: deleted, of another scope, or of a handler, at whose end they go."""
    found: set[str] = set()
    for node in gast.walk(function):
        match node:
            case gast.Global() | gast.Nonlocal():
                found.update(node.names)
            case gast.Name(ctx=gast.Del()):
                found.add(node.id)
            case gast.ExceptHandler(name=gast.Name() as name):
                found.add(name.id)
            case gast.ExceptHandler(name=str() as name):
                found.add(name)
    return frozenset(found)


def parameters(function: Any) -> Iterable[str]:
    given = function.args
    nodes = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return [node.id for node in nodes if node is not None]


def meet(*states: State) -> State:
    """What is set where paths come together."""
    reached = [s for s in states if s is not None]
    return frozenset.intersection(*reached) if reached else None


class Flow:
    """One pass over the statements of a function, in the order in which they run."""

    def __init__(self, unsettled: frozenset[str]):
        self.unsettled = unsettled
        self.definite: set[Any] = set()
        self.breaks: list[State] = []
        self.continues: list[State] = []

    def block(self, statements: Sequence[Any], state: State) -> State:
        for statement in statements:
            state = self.statement(statement, state)
        return state

    def statement(self, node: Any, state: State) -> State:
        if state is None:
            return None
        match node:
            case gast.Return() | gast.Raise():
                self.expression(node, state)
                return None
            case gast.Break():
                self.breaks.append(state)
                return None
            case gast.Continue():
                self.continues.append(state)
                return None
            case gast.If():
                state = self.expression(node.test, state)
                return meet(self.block(node.body, state), self.block(node.orelse, state))
            case gast.For() | gast.AsyncFor() | gast.While():
                return self.loop(node, state)
            case gast.Try():
                return self.attempt(node, state)
            case gast.With() | gast.AsyncWith():
                for item in node.items:
                    state = self.stored(item.optional_vars, self.expression(item.context_expr, state))
                self.block(node.body, state)
                return state
            case gast.Match():
                state = self.expression(node.subject, state)
                return meet(state, *(self.block(c.body, self.case(c, state)) for c in node.cases))
            case gast.FunctionDef() | gast.AsyncFunctionDef() | gast.ClassDef():
                return state | ({node.name} - self.unsettled)
            case gast.Import() | gast.ImportFrom():
                names = {(a.asname or a.name).split(".")[0] for a in node.names}
                return state | (names - self.unsettled)
            case gast.Assign():
                state = self.expression(node.value, state)
                for target in node.targets:
                    state = self.stored(target, state)
                return state
            case gast.AnnAssign():
                return (
                    state
                    if node.value is None
                    else self.stored(node.target, self.expression(node.value, state))
                )
            case gast.AugAssign():
                return self.stored(node.target, self.expression(node.value, state))
        return self.expression(node, state)

    def case(self, case: Any, state: State) -> State:
        """What is set in a case of a match statement: the pattern's names, as gast stores them, are not counted."""
        return state if case.guard is None else self.expression(case.guard, state)

    def loop(self, node: Any, state: State) -> State:
        state = self.expression(node.test if isinstance(node, gast.While) else node.iter, state)
        around, self.breaks, self.continues = (self.breaks, self.continues), [], []
        entry = state if isinstance(node, gast.While) else self.stored(node.target, state)
        self.block(node.body, entry)
        left, (self.breaks, self.continues) = self.breaks, around
        endless = (
            isinstance(node, gast.While) and isinstance(node.test, gast.Constant) and bool(node.test.value)
        )
        return meet(*left, None if endless else self.block(node.orelse, state))

    def iteration(self, node: Any, state: State) -> State:
        """What is set where a loop ends, by itself or by `break`, behind an iteration from this state."""
        entry = state if isinstance(node, gast.While) else self.stored(node.target, state)
        end = self.block(node.body, entry)
        return meet(end, *self.continues, *self.breaks)

    def attempt(self, node: Any, state: State) -> State:
        whole = self.block(node.orelse, self.block(node.body, state))
        ends = meet(whole, *(self.block(handler.body, state) for handler in node.handlers))
        last = self.block(node.finalbody, state)
        return None if ends is None or last is None else ends | last

    def expression(self, node: Any, state: State) -> State:
        """Note the reads of an expression; gives what is set behind it, with `name := value`."""
        if isinstance(node, gast.Name):
            if isinstance(node.ctx, gast.Load) and node.id in state:
                self.definite.add(node)
            return state
        if isinstance(node, SCOPES):
            return state
        if isinstance(node, gast.NamedExpr):
            return self.stored(node.target, self.expression(node.value, state))
        partly = isinstance(node, (gast.BoolOp, gast.IfExp, gast.Compare, gast.Assert, *COMPREHENSIONS))
        inner = state
        for child in children(node):
            inner = self.expression(child, inner if not partly else state)
        return state if partly else inner

    def stored(self, target: Any, state: State) -> State:
        """What is set behind an assignment to this target."""
        if target is None:
            return state
        names = {
            n.id for n in gast.walk(target) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store)
        }
        self.expression(target, state)
        return state | (names - self.unsettled)


def children(node: Any) -> Iterable[Any]:
    """The nodes below one, in the order in which they are evaluated."""
    found = list(gast.iter_child_nodes(node))
    return [*node.values, *node.keys] if isinstance(node, gast.Dict) and None not in node.keys else found
