"""Recover early returns: the paths on which a function ends => if p: return …, if p: raise …

    left = 3 if p else 0                if p:
    y = a if p else b                       return f(a)
    …                           =>      …
    return f(y) if left == 3 else z     return z

The calls of a function are followed to each choice that decides about the code of what is raised, or about a flag that
says that the function has returned. Where that makes the end of the function known on one side, and short, it becomes a
`leave` call there, and the other side is followed on. A choice between results at the end of a function is one as well.
(Compare Baker, "An algorithm for structuring flowgraphs", 1977.)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import Span
from ...ir.program import Atom, Call, Const, Program, Type, Var
from ..statements.raising import Errors
from .open_scopes import MARK, Block, blocks
from .partial_evaluation import (
    Alias,
    Cases,
    Env,
    assume,
    has_effect,
    needed_calls,
    residual,
    step,
    substitute,
    within,
)

AFTERWARDS = 3  # calls that may be repeated before a return
FLAG = "left"  # the front end's name for a flag that says how a block was left
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


def leaving(
    p: Atom, side: bool, branch: Block, span: Span | None, how: str = "return", places: Sequence[int] = ()
) -> Call:
    """The call that leaves where a truth value is the side."""
    params = {"branch": branch, "how": how, "opposite": not side, "places": tuple(places)}
    return Call((), Leave(), (p,), tuple(sorted(params.items())), span)


class Fate(NamedTuple):
    """The fate of a path: the remaining calls, the results of the whole, and the facts."""

    calls: list[Call]
    ends: tuple[Atom, ...]
    known: Env


class Paths:
    """The calls of a block, followed up to the choices at which it is left. `cases`: what flags may be."""

    def __init__(self, cases: Cases):
        self.cases = cases
        self.ends: tuple[Atom, ...] = ()  # the results of the whole

    def asks(self, call: Call) -> bool:
        """Whether both sides of this call are looked at."""
        raise NotImplementedError

    def leaves(self, fate: Fate) -> bool:
        """Whether a path leaves the block."""
        raise NotImplementedError

    def stays(self, ends: Sequence[Atom]) -> bool:
        """Whether a path with these results is not left."""
        raise NotImplementedError

    def is_lost(self, ends: Sequence[Sequence[Atom]]) -> bool:
        """Whether the whole is given up, where these are the results of the sides on which it is left."""
        return False

    def leave(self, p: Var, side: bool, fate: Fate, choice: Call) -> Call:
        """The call that leaves on one side."""
        raise NotImplementedError

    def split(
        self, calls: Sequence[Call], results: Sequence[Atom], tail: Sequence[Call], known: Env
    ) -> tuple[list[Call], tuple[Atom, ...], bool] | None:
        """The calls of a block with its exits, its results, and whether all who get there stay.

        `tail`: what follows the block.
        """
        env, out, calls, stays = dict(known), [], list(calls), False
        while calls:
            now, *later = step(calls.pop(0), env) or [None]
            if now is None:
                continue
            if later:  # the calls of a branch that is known to be taken
                calls = [now, *later, *calls]
                continue
            p = now.operands[0] if self.asks(now) else None
            sides = () if p is None else (True, False)
            fates = {side: self.fate([now, *calls, *tail], p, side, env, out) for side in sides}
            gone = [side for side, fate in fates.items() if self.leaves(fate)]
            if self.is_lost([fates[side].ends for side in gone]):
                return None
            if gone:
                out.append(self.leave(p, gone[0], fates[gone[0]], now))
                assume(env, p, not gone[0], out, self.cases)
                calls.insert(0, now)
                continue
            if fates and all(self.stays(fate.ends) for fate in fates.values()):
                stays = True
            elif fates and now.primitive.name == "cond":
                made = self.nested(now, [*calls, *tail], env, out)
                if made is None:
                    return None
                now, stays = made[0], stays or made[1]
            out.append(now)
        left = dict(env)
        residual(tail, left)
        return out, substitute(results, env), stays or self.stays(substitute(self.ends, left))

    def nested(
        self, call: Call, later: list[Call], env: Env, before: Sequence[Call]
    ) -> tuple[Call, bool] | None:
        """A choice in which the block may be left, and whether whoever comes out of it stays."""
        branches, stays = [], True
        for side, branch in zip((True, False), call.param("branches")):
            bound = Call(call.outputs, Alias(), branch.results)
            inner = dict(env)
            assume(inner, call.operands[0], side, before, self.cases)
            made = self.split(branch.body, branch.results, [bound, *later], inner)
            if made is None:
                return None
            branches.append(Block(branch.name, (), tuple(made[0]), made[1]))
            stays = stays and made[2]
        agree(call, branches, env)
        return with_params(call, branches=tuple(branches)), stays

    def fate(self, calls: Sequence[Call], p: Var, side: bool, env: Env, before: Sequence[Call]) -> Fate:
        """The rest of the whole on one side of a branch."""
        inner = dict(env)
        assume(inner, p, side, before, self.cases)
        left = residual(calls, inner)
        return Fate(left, substitute(self.ends, inner), inner)


class FunctionPaths(Paths):
    """The paths through a function that end early: by an exception, or a return."""

    def __init__(self, block: Block, cases: Cases, errors: Errors | None):
        super().__init__(cases)
        self.ends = block.results
        self.errors, self.code = errors, None if errors is None else errors.code
        code = set() if self.code is None else {block.results[self.code]}
        self.flags = flags(block)
        self.codes = decided(block, {*code, *self.flags})

    def asks(self, call: Call) -> bool:
        return is_choice(call) and not self.codes.isdisjoint(call.outputs)

    def leaves(self, fate: Fate) -> bool:
        if self.code is not None and not isinstance(fate.ends[self.code], Const):
            return False
        left = needed_calls(fate.calls, self.wanted(fate.ends))
        return are_few(left) if self.raises(fate.ends) or self.has_returned(fate.known) else not left

    def raises(self, ends: Sequence[Atom]) -> bool:
        return has_failed(self.errors, ends)

    def has_returned(self, known: Env) -> bool:
        """Whether a flag says so."""
        return any(isinstance(known.get(v), Const) and known[v].value for v in self.flags)

    def stays(self, ends: Sequence[Atom]) -> bool:
        return False

    def wanted(self, ends: Sequence[Atom]) -> tuple[Atom, ...]:
        return that_matter(self.errors, ends)

    def leave(self, p: Var, side: bool, fate: Fate, choice: Call) -> Call:
        values = self.wanted(fate.ends)
        return leaving(
            p, side, Block("leave", (), tuple(needed_calls(fate.calls, values)), values), choice.span
        )


def has_failed(errors: Errors | None, ends: Sequence[Atom]) -> bool:
    """Whether a function with these results raises, as is known."""
    code = None if errors is None else ends[errors.code]
    return isinstance(code, Const) and bool(code.value)


def that_matter(errors: Errors | None, ends: Sequence[Atom]) -> tuple[Atom, ...]:
    """The results of a function that matter: where it raises, those of its message."""
    if errors is None or not has_failed(errors, ends):
        return tuple(ends)
    return tuple(
        r
        if k in errors.positions
        else Const(np.broadcast_to(np.zeros((), r.type.dtype), r.type.shape), r.type)
        for k, r in enumerate(ends)
    )


def with_returns(block: Block, cases: Cases, errors: Errors | None) -> Block:
    """A function with its early returns, and what it raises where it does."""
    paths = FunctionPaths(block, cases, errors)
    if not paths.codes:
        return block
    made = paths.split(block.body, block.results, (), {})
    return block if made is None else dataclasses.replace(block, body=tuple(made[0]), results=made[1])


def flags(block: Block) -> set[Atom]:
    """The flags of a function that say how it was left, behind choices."""
    own = {v for c in block.body if c.primitive.name in ("cond", "select") for v in c.outputs if is_flag(v)}
    return own.union(*(flags(b) for c in block.body if c.primitive.name == "cond" for b in blocks(c)))


def is_flag(v: Var) -> bool:
    return is_called(v, FLAG) and not v.type.shape and v.type.dtype.kind == "i"


def is_called(v: Var, name: str) -> bool:
    """Whether the front end has given it this name."""
    return v.name.split(MARK)[0].startswith(name)


def decided(block: Block, codes: set[Atom]) -> set[Atom]:
    """These variables, and those of choices that they are made from, at any depth."""
    found = set(codes)
    for call in reversed(block.body):
        if found.isdisjoint(call.outputs):
            continue
        if call.primitive.name in ("select", "cast", "add", "maximum"):
            found.update(o for o in call.operands if isinstance(o, Var))
        if call.primitive.name == "cond":
            for branch in call.param("branches"):
                wanted = {r for v, r in zip(call.outputs, branch.results) if v in found}
                found |= decided(branch, wanted)
    return found


def is_choice(call: Call) -> bool:
    """Whether a call depends on a truth value that is not known."""
    choice = call.primitive.name in ("cond", "select")
    return choice and isinstance(call.operands[0], Var) and not call.operands[0].type.shape


def with_params(call: Call, **changes: Any) -> Call:
    return dataclasses.replace(call, params=tuple(sorted({**dict(call.params), **changes}.items())))


def agree(call: Call, branches: Sequence[Block], env: Env) -> None:
    """Note the outputs of a choice that are one number on both sides."""
    for v, then, orelse in zip(call.outputs, *(b.results for b in branches)):
        if isinstance(then, Const) and then == orelse:
            env[v] = Const(then.value, v.type)


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
    leave = leaving(call.operands[0], not first, early_returns(sides[first]), call.span)
    other = early_returns(sides[1 - first])
    return dataclasses.replace(block, body=(*block.body[:at], leave, *other.body), results=other.results)


def is_last_choice(block: Block, call: Call) -> bool:
    return call.primitive.name == "cond" or decides_failure(block, call)


def gives_results(call: Call) -> bool:
    return any(is_called(v, RESULT) for v in call.outputs)


def decides_failure(block: Block | Program, call: Call) -> bool:
    """Whether it is a choice that gives the code of what is raised, which is a result of the function."""
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
    return any(v in codes and is_called(v, ERROR) for v in call.outputs)


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
    return Block(branch.name, (), tuple(needed_calls([*branch.body, *left], ends)), ends)
