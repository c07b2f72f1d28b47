"""Static trip counts of while loops whose tests depend only on static values.

time = 0.0                                      for _ in range(501):        # counted by running `time += 0.1`
while time <= 50.0:                    ⇒            time += 0.1
    time += 0.1                                     history = np.hstack((history, step(x)))
    history = np.hstack((history, step(x)))
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import gast
import numpy as np

from ....core.errors import CompileError
from ....core.parsing import nodes_in
from ...frame import Frame
from ...interpreter import Interpreter
from ...state.values import Counted, Sym
from ..branches import travel

MOST = 20_000  # rounds that are counted
FIXED = (bool, int, float, complex, str, type(None), np.generic)
FEW_ITERATIONS = 256  # rounds of a loop that computes nothing but numbers, which are known then


def static_trip_count(interp: Interpreter, frame: Frame, node: gast.While, most: int = MOST) -> int | None:
    """The number of iterations of a while loop that nothing leaves; None if that is not known, or more than
    `most`."""
    statements, asked = counting_statements(node), names_loaded(node.test)
    alone = decides_itself(node)  # no function of the user's is called in it
    if not statements or not alone and any(may_change_outside(interp, frame, name) for name in asked):
        return None

    names = asked.union(*map(names_loaded, statements))

    def run() -> int | None:
        if not all(is_fixed(value_before(interp, frame, node, name)) for name in names):
            return None  # a list, say, or an object: they change without an assignment
        for count in range(most + 1):
            condition = interp.truth(frame, node.test)
            if isinstance(condition, Sym):
                return None
            if not condition:
                return count
            interp.block(frame, list(statements))
        return None

    try:
        return travel(interp, run).value
    except CompileError:
        return None


def is_fixed(value: Any) -> bool:
    """Whether it is a value that is known and can't change, or a function of Python's that only looks at
    such."""
    if isinstance(value, tuple):
        return all(map(is_fixed, value))
    return isinstance(value, FIXED) or any(value is function for function in PURE)


def value_before(interp: Interpreter, frame: Frame, node: gast.While, name: str) -> Any:
    """The value of a variable before the loop; None of one that the loop itself has to set."""
    if name in frame.local and name not in frame.variables:
        return None
    return interp.evaluate(frame, gast.copy_location(gast.Name(name, gast.Load(), None, None), node))


def decides_itself(node: gast.While) -> bool:
    """Whether everything in a loop decides how many iterations there are, and nothing else."""
    return len(counting_statements(node)) == len(node.body)


def may_change_outside(interp: Interpreter, frame: Frame, name: str) -> bool:
    """Whether a function that the body calls may change a variable."""
    if name in frame.variables:
        return False
    return frame.host is None or interp.outside.changes(frame.host.__globals__, name)


@functools.lru_cache(256)
def counting_statements(node: gast.While) -> tuple[Any, ...]:
    """The statements of the body that decide how many iterations there are: assignments to the names that the test asks
    for, and to those that these ask for. None of them if something else may change these names too."""
    if any(map(may_begin_anew, node.body)) or not is_simple(node.test):
        return ()
    names, found = names_loaded(node.test), list[Any]()
    assigned = [s for s in node.body if is_plain_assignment(s)]
    while True:
        found = [s for s in assigned if target_of(s) in names]
        more = names.union(*[names_loaded(s.value) for s in found])
        if more == names:
            break
        names = more
    stored = [n for n in own_nodes(node.body) if stores(n) & names]
    return tuple(found) if len(stored) == len(found) else ()


def is_plain_assignment(statement: Any) -> bool:
    """x = … or x += …, of names, constants, operators, comparisons, and questions about texts alone"""
    match statement:
        case gast.Assign(targets=[gast.Name()]) | gast.AugAssign(target=gast.Name()):
            return is_simple(statement.value)
    return False


SIMPLE = gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp, gast.operator, gast.unaryop, gast.expr_context
ASKING = gast.Compare, gast.BoolOp, gast.cmpop, gast.boolop, gast.Subscript, gast.Slice
PURE = (len, ord, chr, abs, min, max, int, float, str)


def is_simple(expression: Any) -> bool:
    """Whether an expression only asks for what is known of numbers and texts."""
    match expression:
        case gast.Call(func=gast.Attribute(value=owner, attr=name), keywords=[]) if hasattr(str, name):
            return all(map(is_simple, (owner, *expression.args)))
        case gast.Call(func=gast.Name(), keywords=[]):
            return all(map(is_simple, expression.args))
    return isinstance(expression, (*SIMPLE, *ASKING)) and all(
        map(is_simple, gast.iter_child_nodes(expression))
    )


def may_begin_anew(node: Any) -> bool:
    """Whether a statement holds a `continue` of the loop that it stands in, or a `yield`."""
    if isinstance(node, (gast.For, gast.While)):
        return any(isinstance(n, (gast.Yield, gast.YieldFrom)) for n in nodes_in(node))
    return isinstance(node, (gast.Continue, gast.Yield, gast.YieldFrom)) or any(
        map(may_begin_anew, gast.iter_child_nodes(node))
    )


def target_of(statement: Any) -> str:
    target = statement.targets[0] if isinstance(statement, gast.Assign) else statement.target
    return target.id


def names_loaded(expression: Any) -> frozenset[str]:
    return frozenset([n.id for n in nodes_in(expression) if isinstance(n, gast.Name)])


def own_nodes(statements: list[Any]) -> Iterator[Any]:
    for statement in statements:
        yield from nodes_in(statement)


def stores(node: Any) -> frozenset[str]:
    """The names that a node itself binds, deletes or declares to be of another scope."""
    match node:
        case gast.Name(ctx=gast.Store() | gast.Del()):
            return frozenset([node.id])
        case gast.Global() | gast.Nonlocal():
            return frozenset(node.names)
        case gast.FunctionDef() | gast.ClassDef():
            return frozenset([node.name])
        case gast.alias():
            return frozenset([(node.asname or node.name).partition(".")[0]])
    return frozenset()


@functools.lru_cache(256)
def as_counted(node: gast.While) -> gast.For:
    """The loop as one over as many numbers, without its `else`."""
    place = lambda new: gast.copy_location(new, node)
    target = place(gast.Name("<round>", gast.Store(), None, None))
    return place(gast.For(target, place(gast.Constant(None, None)), node.body, [], None))


def counter(iterations: int) -> Counted:
    return Counted(iterations, lambda i: i, (0, iterations, 1))
