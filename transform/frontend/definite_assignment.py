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
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import gast

from ..core.source import COMPREHENSIONS, parameters_of, stored_names

SCOPES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Lambda)
# parts of these may be skipped, are computed in another order than they are listed, or have variables of their own
PARTLY = (gast.BoolOp, gast.IfExp, gast.Compare, gast.Assert, gast.Dict, *COMPREHENSIONS)

State = frozenset[str] | None  # the names that are set; None where nobody gets


@functools.lru_cache(512)
def definite_reads(function: Any) -> frozenset:
    """The nodes of a function that read a variable which is surely set."""
    flow = Flow(unsettled_names(function))
    if isinstance(function, SCOPES[:2]):
        flow.block(function.body, frozenset(parameters_of(function)) - flow.unsettled)
    return frozenset(flow.definite)


@functools.lru_cache(512)
def set_by_iteration(function: Any, loop: Any) -> frozenset[str]:
    """The names that are surely set behind a loop of this function whose body has run at least once."""
    flow = Flow(unsettled_names(function))
    return flow.iteration(loop, frozenset()) or frozenset()


@functools.lru_cache(512)
def overwritten_by_iteration(function: Any, loop: Any) -> frozenset[str]:
    """The names that each iteration of a loop sets, and of which none reads what was there before it.

    Names that functions made inside read are left out, for these may be called at any time.
    """
    flow = Flow(unsettled_names(function))
    names = flow.iteration(loop, frozenset()) or frozenset()
    inner = [n for n in gast.walk(function) if isinstance(n, SCOPES) and n is not function]
    read = {
        name.id for name in read_names([*loop.body, getattr(loop, "test", None)]) if name not in flow.definite
    }
    return names - read - {name.id for name in read_names(inner)}


def read_names(parts: Iterable[Any]) -> Iterator[Any]:
    """The nodes that read names, in these parts of the syntax tree: `x += 1` reads x."""
    for node in (node for part in parts if part is not None for node in gast.walk(part)):
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            yield node.target
        elif isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Load, gast.Del)):
            yield node


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


def meet(*states: State) -> State:
    """The variables that are assigned on all of several paths."""
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
                state = self.expressions(node.items, state)
                self.block(node.body, state)
                return state
            case gast.Match():
                state = self.expression(node.subject, state)  # the names of patterns are not counted
                guarded = lambda case: self.expression(case.guard, state) if case.guard else state
                return meet(state, *(self.block(case.body, guarded(case)) for case in node.cases))
            case gast.FunctionDef() | gast.ClassDef() | gast.Import() | gast.ImportFrom():
                return state | (stored_names((node,)) - self.unsettled)
            case gast.Assign():
                return self.expressions([node.value, *node.targets], state)
            case gast.AugAssign(target=gast.Name() as target) if target.id in state:
                self.definite.add(target)
                return self.expression(node.value, state)
            case gast.AnnAssign() | gast.AugAssign():
                return self.expressions([node.value, node.target], state) if node.value else state
        return self.expression(node, state)

    def loop(self, node: Any, state: State) -> State:
        state = self.expression(node.test if isinstance(node, gast.While) else node.iter, state)
        around, self.breaks, self.continues = (self.breaks, self.continues), [], []
        self.block(node.body, self.entered(node, state))
        left, (self.breaks, self.continues) = self.breaks, around
        endless = (
            isinstance(node, gast.While) and isinstance(node.test, gast.Constant) and bool(node.test.value)
        )
        return meet(*left, None if endless else self.block(node.orelse, state))

    def entered(self, node: Any, state: State) -> State:
        """The variables that are assigned at the beginning of a loop's body."""
        return state if isinstance(node, gast.While) else self.expression(node.target, state)

    def iteration(self, node: Any, state: State) -> State:
        """The variables set where a loop ends, by itself or by `break`, behind an iteration from this
        state."""
        end = self.block(node.body, self.entered(node, state))
        return meet(end, *self.continues, *self.breaks)

    def attempt(self, node: Any, state: State) -> State:
        whole = self.block(node.orelse, self.block(node.body, state))
        ends = meet(whole, *(self.block(handler.body, state) for handler in node.handlers))
        last = self.block(node.finalbody, state)
        return None if ends is None or last is None else ends | last

    def expression(self, node: Any, state: State) -> State:
        """Note the reads of an expression, or of the target of an assignment; gives what is set behind it."""
        if isinstance(node, gast.Name):
            if isinstance(node.ctx, gast.Store):
                return state | ({node.id} - self.unsettled)
            if isinstance(node.ctx, gast.Load) and node.id in state:
                self.definite.add(node)
            return state
        if isinstance(node, SCOPES):
            return state
        if isinstance(node, gast.NamedExpr):
            return self.expressions([node.value, node.target], state)
        if isinstance(node, PARTLY):
            for child in gast.iter_child_nodes(node):
                self.expression(child, state)
            return state
        return self.expressions(gast.iter_child_nodes(node), state)

    def expressions(self, nodes: Iterable[Any], state: State) -> State:
        """One behind the other."""
        for node in nodes:
            state = self.expression(node, state)
        return state
