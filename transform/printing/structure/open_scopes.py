"""Programs whose branches and bodies use the variables around them, as Python's do.

    cond(p, x, branches=(then(a): sin(a), …))       =>      cond(p, branches=(then(): sin(x), …))

Every variable has a name of its own, so that calls may be moved between branches, bodies and what is around:
`open_scopes(program)`, and back: `close_block(block, parameters)`. In a block the operands of a control primitive are
predicate, bounds and first carried values; the parameters of a body are the index and the carried values.
(Compare Danvy and Schultz, "Lambda-dropping", 2000, and for the way back Johnsson, "Lambda lifting", 1985.)
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...ir.program import Atom, Call, Program, Var
from ..text.names import unique

MARK = "'"  # in no name of Python's
LEAD = {"fori_loop": 2, "while_loop": 0}


@dataclasses.dataclass(frozen=True)
class Block:
    """A program that is not closed."""

    name: str
    parameters: tuple[Var, ...]
    body: tuple[Call, ...]
    results: tuple[Atom, ...]

    @functools.cached_property
    def reads(self) -> frozenset[Var]:
        """The variables that are operands or results in it, at any depth."""
        inner = [blocks(call) for call in self.body]
        own = {v for call in self.body for v in call.operands if type(v) is Var}
        own.update(v for v in self.results if type(v) is Var)
        return frozenset(own).union(*(b.reads for held in inner for b in held))

    @functools.cached_property
    def partial(self) -> dict[frozenset[tuple[Var, Atom]], "Block"]:
        """The results of its partial evaluation, by the facts about the variables that it reads."""
        return {}


def open_scopes(program: Program) -> Block:
    return _opened(program, {}, itertools.count())


def _opened(program: Program, known: Mapping[Var, Atom], numbers: Iterator[int]) -> Block:
    """`known`: what those parameters are that are not the block's own."""
    env = dict(known)

    def fresh(v: Var) -> Var:
        env[v] = Var(f"{v.name}{MARK}{next(numbers)}", v.type)
        return env[v]

    own = tuple(fresh(p) for p in program.parameters if p not in known)
    body = []
    for call in program.body:
        operands = tuple(env.get(o, o) for o in call.operands)
        operands, params = _open_control(call, operands, numbers)
        outputs = tuple(map(fresh, call.outputs))
        body.append(Call(outputs, call.primitive, operands, params, call.span))
    return Block(program.name, own, tuple(body), tuple(env.get(r, r) for r in program.results))


def _open_control(call: Call, operands: tuple[Atom, ...], numbers: Iterator[int]) -> tuple[tuple, tuple]:
    """The operands and parameters of a call in a block."""
    name, params = call.primitive.name, dict(call.params)
    if name == "cond":
        inner = [_opened(p, dict(zip(p.parameters, operands[1:])), numbers) for p in params["branches"]]
        return operands[:1], tuple({**params, "branches": tuple(inner)}.items())
    if name not in LEAD:
        return operands, call.params
    lead, fixed = LEAD[name], params.pop("invariant")
    for key in ("body", "test"):
        if key in params:
            p = params[key]
            first = 1 if key == "body" and lead else 0
            known = dict(zip(p.parameters[first : first + fixed], operands[lead:]))
            params[key] = _opened(p, known, numbers)
    return (*operands[:lead], *operands[lead + fixed :]), tuple(params.items())


def blocks(call: Call) -> list[Block]:
    """The blocks that a call holds."""
    if not call.params:
        return []
    held = [v for _, value in call.params for v in (value if isinstance(value, tuple) else (value,))]
    return [v for v in held if isinstance(v, Block)]


def free(found: Block) -> dict[Var, None]:
    """The variables that a block takes from outside, in the order of their use."""
    own, out = set(found.parameters), {}
    for call in found.body:
        inner = [v for b in blocks(call) for v in free(b)]
        out.update({v: None for v in (*call.operands, *inner) if isinstance(v, Var) and v not in own})
        own.update(call.outputs)
    out.update({r: None for r in found.results if isinstance(r, Var) and r not in own})
    return out


def close_block(block: Block, parameters: Sequence[Var]) -> Program:
    """The program of a block; `parameters` are all that it uses from outside, and its own."""
    names: dict[Var, Var] = {}
    taken: set[str] = set()

    def named(v: Var) -> Var:
        found = unique(v.name.split(MARK)[0], taken)
        taken.add(found)
        names[v] = Var(found, v.type)
        return names[v]

    inner = tuple(map(named, parameters))
    body = []
    for call in block.body:
        call = _closed_control(call)
        operands = tuple(names[o] if isinstance(o, Var) else o for o in call.operands)
        body.append(Call(tuple(map(named, call.outputs)), call.primitive, operands, call.params, call.span))
    results = tuple(names[r] if isinstance(r, Var) else r for r in block.results)
    return Program(block.name, inner, tuple(body), results)


def _closed_control(call: Call) -> Call:
    held = blocks(call)
    if not held:
        return call
    params, name = dict(call.params), call.primitive.name
    own = {p for b in held for p in b.parameters}
    taken = tuple(v for v in dict.fromkeys(v for b in held for v in free(b)) if v not in own)
    if name not in LEAD:
        change = lambda v: close_block(v, taken) if isinstance(v, Block) else v
        params = {k: tuple(map(change, v)) if isinstance(v, tuple) else change(v) for k, v in params.items()}
        return dataclasses.replace(call, operands=(*call.operands, *taken), params=tuple(params.items()))
    lead = LEAD[name]
    for key in ("body", "test"):
        if key in params:
            p = params[key].parameters
            first = 1 if key == "body" and lead else 0
            params[key] = close_block(params[key], (*p[:first], *taken, *p[first:]))
    operands = (*call.operands[:lead], *taken, *call.operands[lead:])
    return dataclasses.replace(call, operands=operands, params=_sorted({**params, "invariant": len(taken)}))


def _sorted(params: dict[str, Any]) -> tuple:
    return tuple(sorted(params.items()))
