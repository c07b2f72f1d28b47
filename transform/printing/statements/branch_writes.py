"""Sinking writes into branches: what only one branch gives is written there.

    z = f(x) if p else 0                                    if p:
    saved[i] = z                            =>                  saved[i] = f(x)

    t = f(x) if p else 0                                    if p:
    x_bar[i] += t                           =>                  x_bar[i] += f(x)

The first where `saved` holds zeros: it begins as zeros, and the loop does nothing else to it. For printing
alone: XLA would copy the array into the branch.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from ...analysis.constants import is_zero
from ...analysis.def_use import DefUse, chains_of, makers
from ...analysis.loops import LoopView, is_loop
from ...ir.program import Atom, Call, Program, Var, with_programs
from ...passes.simplify.naming import Names


class Write(NamedTuple):
    """Calls that write an output of a branch into an array: a read and an addition, or none, and the write."""

    value: Var
    array: Var
    starts: tuple[Atom, ...]
    calls: tuple[Call, ...]

    @property
    def adds(self) -> bool:
        return len(self.calls) > 1


def with_branch_writes(program: Program, blank: frozenset[Var] = frozenset()) -> Program:
    """The program with such writes in branches, at any depth. `blank`: parameters that hold zeros there."""
    made = makers(program.body)
    body = [_inner(call, made) for call in program.body]
    program = dataclasses.replace(program, body=tuple(body))
    for call in body:
        if call.primitive.name == "cond" and call.outputs:
            while (found := _sunk(program, call.outputs, blank)) is not None:
                program, call = found
    return program


def _inner(call: Call, made: dict[str, Call]) -> Call:
    """A call with such writes in the branches of the programs that it holds."""
    if not any(call.programs()) or call.primitive.name == "call":
        return call
    blank: frozenset[Var] = frozenset()
    if is_loop(call):
        view = LoopView(call)
        blank = frozenset(p for o, p in zip(view.carries, view.inner_carries) if is_zero(o, made))
    return with_programs(call, lambda p: with_branch_writes(p, blank))


def _sunk(program: Program, outputs: tuple[Var, ...], blank: frozenset[Var]) -> tuple[Program, Call] | None:
    """The program with one write of these outputs in the branches of their call, and that call."""
    chains = chains_of(program)
    at = next(k for k, c in enumerate(program.body) if not set(outputs).isdisjoint(c.outputs))
    call = program.body[at]
    known = {*program.parameters, *(v for c in program.body[:at] for v in c.outputs)}
    for write in _writes(call, chains):
        places = (write.array, *write.starts)
        early = all(not isinstance(o, Var) or o in known for o in places)
        if not early or write.array in call.operands or not (write.adds or write.array in blank):
            continue
        zero = _zero_branch(call, write.value)
        if zero is None:
            continue
        new = _with_write(call, write, zero)
        gone = set(map(id, write.calls))
        body = [new if c is call else c for c in program.body if id(c) not in gone]
        return dataclasses.replace(program, body=tuple(body)), new
    return None


def _writes(call: Call, chains: DefUse) -> Iterator[Write]:
    """The writes of outputs of a call to arrays that nothing else reads behind it."""
    for value in call.outputs:
        users = [use.call for use in chains.uses.get(value.name, ())]
        if len(users) != 1 or users[0] is None:
            continue
        (user,) = users
        calls: tuple[Call, ...] = (user,)
        if user.primitive.name == "add":
            read = next((chains.maker(o, "dynamic_slice") for o in user.operands if o != value), None)
            last = [use.call for use in chains.uses.get(user.outputs[0].name, ())]
            if read is None or len(last) != 1 or last[0] is None or not chains.used_once(read.outputs[0]):
                continue
            calls = (read, user, last[0])
            if not _is_addition(read, last[0]):
                continue
        write = calls[-1]
        if write.primitive.name != "update_slice" or type(write.operands[0]) is not Var:
            continue
        if write.operands[1] != (value if len(calls) == 1 else user.outputs[0]):
            continue
        array = write.operands[0]
        if all(use.call in calls for use in chains.uses.get(array.name, ())):
            yield Write(value, array, write.operands[2:], calls)


def _is_addition(read: Call, write: Call) -> bool:
    """Does a write go to the place that was read?"""
    same = write.primitive.name == "update_slice" and read.operands == (
        write.operands[0],
        *write.operands[2:],
    )
    return same and read.params == write.params


def _zero_branch(call: Call, value: Var) -> int | None:
    """The branch that gives zeros for an output, if the other one does not."""
    k = call.outputs.index(value)
    zeros = [is_zero(b.results[k], makers(b.body), signs=(1,)) for b in call.param("branches")]
    return zeros.index(True) if sum(zeros) == 1 else None


def _with_write(call: Call, write: Write, zero: int) -> Call:
    """The branches, of which one writes and the other leaves the array alone."""
    k, given = (
        call.outputs.index(write.value),
        (write.array, *(o for o in write.starts if isinstance(o, Var))),
    )
    branches = []
    for number, branch in enumerate(call.param("branches")):
        names = Names(branch)
        more = {o: Var(names.fresh(o.name), o.type) for o in dict.fromkeys(given)}
        calls, result = [], more[write.array]
        if number != zero:
            values: dict[Atom, Atom] = {**more, write.value: branch.results[k]}
            for c in write.calls:
                outs = tuple(Var(names.fresh(v.name), v.type) for v in c.outputs)
                calls.append(
                    dataclasses.replace(c, outputs=outs, operands=tuple(values.get(o, o) for o in c.operands))
                )
                values.update(zip(c.outputs, outs))
            result = calls[-1].outputs[0]
        results = (*branch.results[:k], result, *branch.results[k + 1 :])
        branches.append(
            dataclasses.replace(
                branch,
                parameters=(*branch.parameters, *more.values()),
                body=(*branch.body, *calls),
                results=results,
            )
        )
    outputs = (*call.outputs[:k], write.calls[-1].outputs[0], *call.outputs[k + 1 :])
    params = {**dict(call.params), "branches": tuple(branches)}
    return dataclasses.replace(
        call,
        outputs=outputs,
        operands=(*call.operands, *dict.fromkeys(given)),
        params=tuple(sorted(params.items())),
    )
