"""`for state in reversed_states(step, state, rounds)`: read the loop over reversed states that printed
derivatives contain.

The function is recognised by its text. The loop goes through the states of a sequence, last first: `iterate`.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import gast

from ...core.errors import CompileError
from ...core.parsing import parse
from ...core.printed_helpers import REVERSED_STATES
from ...core.source import function_tree
from ...core.syntax import to_gast
from ...ir.builder import TABLE, Sym
from ..interpreter import Interpreter, operation
from ..state.values import Counted
from .lax_control import ITERATIONS, flatten, widen_number
from .leaf_trees import leaves_of, build_value
from .subprogram import Subprogram, read_subprogram

WHAT = "reversed_states"


@functools.cache
def tree_of_reversed_states() -> str:
    return gast.dump(to_gast(parse(REVERSED_STATES)).body[0])


@operation
def is_printed_helper(interp: Interpreter, function: types.FunctionType) -> bool:
    """Whether a function of this name is the one that printed files define."""
    return gast.dump(function_tree(function)) == tree_of_reversed_states()


@operation
def reversed_states(interp: Interpreter, step: Any, state: Any, iterations: Any) -> Counted:
    """The states before each of these iterations, the last one first."""
    before = interp.states(step, state)
    bounds = (interp.binary("Sub", iterations, 1), -1, -1)
    length = None if isinstance(iterations, Sym) else max(iterations, 0)
    return Counted(length, lambda i: before(interp.binary("Sub", bounds[0], i)), bounds, before)


@operation
def states(interp: Interpreter, step: Any, state: Any) -> Callable[[Any], Any]:
    """The state before the k-th iteration, for a k."""
    step = stepping(interp, step, state)

    def before(k: Any) -> Any:
        found = interp.builder.bind(
            TABLE["iterate"],
            [interp.sym(k), *step.operands(interp)],
            {"body": step.program, "invariant": len(step.captured)},
        )
        return step.rebuilt(interp, step.result, found)

    return before


def stepping(interp: Interpreter, step: Any, state: Any) -> Subprogram:
    """An iteration, in the types that the state keeps."""
    tree, leaves = flatten(interp, state)
    for _ in range(ITERATIONS):
        value = build_value(interp, tree, lambda leaf: leaves[leaf.number])
        found = read_subprogram(interp, step, value if isinstance(value, tuple) else [value], {}, WHAT)
        if found.written or found.registers or found.changed:
            raise CompileError("the function of reversed_states changes what it is given")
        kinds = [p.type for p in found.program.parameters[found.shift :]]
        results = [leaf.number for leaf in leaves_of(found.result)]
        if results == list(range(len(kinds))) and all(
            a.matches(t) for a, t in zip(kinds, found.program.result_types)
        ):
            return found
        leaves = [
            widen_number(interp, leaf, found.program.result_types[k])
            for k, leaf in zip(results, leaves, strict=True)
        ]
    raise CompileError("what the function of reversed_states returns is not a state as it is given")
