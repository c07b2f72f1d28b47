"""Partial evaluation of a block for known variables: decided branches, folded flags.

left = 3 if p else 0;  y = cond(left == 0, …)      where p is True      =>      y = the second branch's

(Jones, Gomard and Sestoft, "Partial Evaluation and Automatic Program Generation", 1993.)
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ...analysis.comparisons import are_opposite
from ...ir.program import Atom, Call, Const, Var
from .open_scopes import Block, blocks

Env = dict[Var, Atom]
Cases = dict[Var, set[int]]  # flags that stay after their loop, and the values that they may have
COMPUTED = {"eq", "ne", "lt", "le", "gt", "ge", "not_", "and_", "or_", "cast", "add", "sub"}


@dataclasses.dataclass(frozen=True)
class Alias:
    """The primitive of a call that only gives its operands other names."""

    name: str = "alias"
    effect: bool = False
    kind: str = "discrete"
    access: None = None


def substitute(atoms: Iterable[Atom], env: Env) -> tuple[Atom, ...]:
    """The atoms as they are known now; a variable may be known as another one."""

    def final(atom: Atom) -> Atom:
        while isinstance(atom, Var) and atom in env:
            atom = env[atom]
        return atom

    return tuple(map(final, atoms))


def residual(calls: Sequence[Call], env: Env) -> list[Call]:
    """The calls that are left; what becomes of the outputs of the others is added to `env`."""
    out: list[Call] = []
    for call in calls:
        out += step(call, env)
    return out


def step(call: Call, env: Env) -> list[Call]:
    """The residual of one call under partial evaluation."""
    call = specialise_call(call, env)
    name = call.primitive.name
    if name == "alias":
        env.update(zip(call.outputs, call.operands))
        return []
    if name == "cond" and isinstance(call.operands[0], Const):
        taken = call.param("branches")[0 if call.operands[0].value else 1]
        env.update(zip(call.outputs, taken.results))
        return list(taken.body)
    found = fold_call(call)
    if found is None:
        return [call]
    env[call.outputs[0]] = found
    return []


def specialise_call(call: Call, env: Env) -> Call:
    """The call with what is known put in, also in the blocks that it holds."""
    call = changed_blocks(call, lambda block: within(block, env))
    operands = substitute(call.operands, env)
    if all(map(operator.is_, operands, call.operands)):
        return call
    return Call(call.outputs, call.primitive, operands, call.params, call.span)


def changed_blocks(call: Call, change: Callable[[Block], Block]) -> Call:
    """The call with the blocks that it holds changed; the call itself if each stays what it is."""
    held = blocks(call)
    changed = {id(block): change(block) for block in held}
    if all(changed[id(block)] is block for block in held):
        return call
    each = lambda v: changed.get(id(v), v)
    params = tuple((k, tuple(map(each, v)) if isinstance(v, tuple) else each(v)) for k, v in call.params)
    return Call(call.outputs, call.primitive, call.operands, params, call.span)


def within(block: Block, env: Env) -> Block:
    """The residual of a block: it is found once for the facts about the variables that it reads."""
    reads = block.reads
    mentioned = [v for v in env if v in reads] if len(env) < len(reads) else [v for v in reads if v in env]
    inner = dict(zip(mentioned, substitute(mentioned, env)))
    key = frozenset(inner.items())
    if key not in block.partial:
        body = tuple(residual(block.body, inner))
        left = Block(block.name, block.parameters, body, substitute(block.results, inner))
        left.partial[frozenset()] = left
        block.partial[key] = left
    return block.partial[key]


def fold_call(call: Call) -> Atom | None:
    """The one result of a call, where the operands that are known tell it: of integers and truth values."""
    out = call.outputs[0].type if len(call.outputs) == 1 else None
    if out is None or out.shape:
        return None
    name, operands = call.primitive.name, call.operands
    if name == "select" and len(operands) == 3:
        p, x, y = operands
        chosen = x if x == y else (x if p.value else y) if isinstance(p, Const) else None
        return retype_atom(chosen, out)
    if name in ("and_", "or_") and out.dtype == bool:
        for x, y in (operands, operands[::-1]):
            if isinstance(x, Const):
                return retype_atom(y if bool(x.value) == (name == "and_") else x, out)
    if name in COMPUTED and out.dtype.kind in "bi" and all(map(is_whole, operands)):
        value = call.primitive.numpy(*(o.value for o in operands), **dict(call.params))
        return Const(np.asarray(value, out.dtype), out)
    return None


def is_whole(atom: Atom) -> bool:
    return isinstance(atom, Const) and atom.type.dtype.kind in "bi"


def retype_atom(atom: Atom | None, out: Any) -> Atom | None:
    """The atom as one of this type; None if it is none."""
    if isinstance(atom, Const):
        return Const(atom.value.astype(out.dtype), out)
    return atom if atom is not None and atom.type.matches(out) else None


def needed_calls(calls: Sequence[Call], results: Iterable[Atom]) -> list[Call]:
    """The calls that the results need, and those with an effect."""
    wanted, out = {r for r in results if isinstance(r, Var)}, []
    for call in reversed(calls):
        if has_effect(call) or wanted.intersection(call.outputs):
            out.append(call)
            wanted.update(used_variables(call))
    return out[::-1]


def has_effect(call: Call) -> bool:
    inner = (c for p in (*call.programs(), *blocks(call)) for c in p.body)
    return call.primitive.effect or any(map(has_effect, inner))


def used_variables(call: Call) -> set[Var]:
    return {o for o in call.operands if isinstance(o, Var)}.union(*(b.reads for b in blocks(call)))


def assume(env: Env, p: Atom, side: bool, around: Sequence[Call], cases: Cases) -> None:
    """Note that a truth value is known, and what follows for those it is made of, and that are made of it."""
    if not isinstance(p, Var):
        return
    env[p] = Const(np.asarray(side), p.type)
    made = next((c for c in around if c.outputs == (p,)), None)
    match made and made.primitive.name:
        case "not_":
            assume(env, made.operands[0], not side, around, cases)
        case "and_" | "or_" if side == (made.primitive.name == "and_"):
            for o in made.operands:
                assume(env, o, side, around, cases)
        case "eq" | "ne" if isinstance(made.operands[1], Const):
            flag, n = made.operands
            equal = side == (made.primitive.name == "eq")
            possible = [v for v in cases.get(flag, ()) if (v == int(n.value)) == equal]
            if len(possible) == 1:
                env[flag] = Const(np.asarray(possible[0], flag.type.dtype), flag.type)
    for call in around:
        if made and are_opposite(made, call):
            env.setdefault(call.outputs[0], Const(np.asarray(not side), p.type))
        if (
            call.primitive.name in ("not_", "and_", "or_", "eq", "ne", "select")
            and call.outputs[0] not in env
        ):
            step(call, env)
