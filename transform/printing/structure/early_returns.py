"""Recover early returns: a choice at the end of a function => if p: return …

    y = a if p else b                   if p:
    …                           =>          return f(a)
    return f(y)                         return f(b)

So it is for a choice between what is raised, and nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...ir.program import Atom, Call, Program, Type
from .open_scopes import MARK, Block
from .partial_evaluation import Env, assume, has_effect, needed, substitute, residual, within

AFTERWARDS = 3  # calls that may be repeated before a return
RESULT = "result"  # the front end's name for what a function returns
ERROR = "error"  # its name for the code of what the function raises


@dataclasses.dataclass(frozen=True)
class Leave:
    """The primitive of a call that leaves a loop, or the function, where its predicate holds.

    branch   computes what the loop's results become, in the order of `places`; or the function's results
    how      "break" or "return"
    places   which results of the loop those are
    """

    name: str = "leave"
    kind: str = "control"
    effect: bool = True
    access: None = None
    batch: None = None
    multiple: bool = False

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return ()


def are_few(calls: Sequence[Call]) -> bool:
    """Whether calls may be repeated before a return."""
    return len(calls) <= AFTERWARDS and not any(has_effect(c) or c.primitive.kind == "control" for c in calls)


def early_returns(block: Block) -> Block:
    """A last choice between results, or of what is raised, as the user's return in an if."""
    at = next((k for k in reversed(range(len(block.body))) if is_last_choice(block, block.body[k])), None)
    call = None if at is None else block.body[at]
    if call is None or not (gives_results(call) or decides_failure(block, call)):
        return block
    later = block.body[at + 1 :]
    if not are_few(later):
        return block
    sides = []
    for side, branch in zip((True, False), branches_of(call)):
        env: Env = {}
        assume(env, call.operands[0], side, block.body[:at], {})
        sides.append(ending(branch, call, later, block.results, env))
    first = 1 if len(sides[0].body) > 0 and not sides[1].body else 0
    params = {"branch": early_returns(sides[first]), "how": "return", "opposite": bool(first), "places": ()}
    leave = Call((), Leave(), call.operands[:1], tuple(sorted(params.items())), call.span)
    other = early_returns(sides[1 - first])
    return dataclasses.replace(block, body=(*block.body[:at], leave, *other.body), results=other.results)


def is_last_choice(block: Block, call: Call) -> bool:
    return call.primitive.name == "cond" or decides_failure(block, call)


def gives_results(call: Call) -> bool:
    return any(v.name.split(MARK)[0].startswith(RESULT) for v in call.outputs)


def decides_failure(block: Block | Program, call: Call) -> bool:
    """Is it a choice that gives the code of what is raised, which is a result of the function?"""
    if call.primitive.name not in ("cond", "select"):
        return False
    codes = {
        c.operands[0]
        for c in block.body
        if c.primitive.name == "cast"
        and c.outputs[0].type.dtype == np.int32
        and c.outputs[0] in block.results
        and not c.outputs[0].type.shape
    }
    return any(v in codes and v.name.split(MARK)[0].startswith(ERROR) for v in call.outputs)


def branches_of(call: Call) -> Sequence[Block]:
    if call.primitive.name == "cond":
        return call.param("branches")
    return [Block("side", (), (), (operand,)) for operand in call.operands[1:]]


def ending(branch: Block, call: Call, later: Sequence[Call], results: Sequence[Atom], env: Env) -> Block:
    """A branch and what follows the choice."""
    branch = within(branch, env)
    env.update(zip(call.outputs, branch.results))
    left = residual(later, env)
    ends = substitute(results, env)
    return Block(branch.name, (), tuple(needed([*branch.body, *left], ends)), ends)
