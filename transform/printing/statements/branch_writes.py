"""Sinking writes into branches: a value that only one branch gives is written there.

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
from ...ir.builder import TABLE
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


Done = dict[int, tuple[Program, Program]]  # functions, and what they have become


def with_branch_writes(program: Program) -> Program:
    """The program with such writes in branches, at any depth."""
    return _with_writes(program, frozenset(), {})


def _with_writes(program: Program, blank: frozenset[Var], done: Done) -> Program:
    """`blank`: parameters that hold zeros there."""
    made = makers(program.body)
    body = [_inner(call, made, done) for call in program.body]
    program = with_chosen_sums(dataclasses.replace(program, body=tuple(body)))
    for call in program.body:
        if call.primitive.name == "cond" and call.outputs:
            while (found := _sunk(program, call.outputs, blank)) is not None:
                program, call = found
    return program


def with_chosen_sums(program: Program) -> Program:
    """x[i] += t if p else 0, as a branch that gives t, or as an output of the branch before that has the same
    condition."""
    chains = chains_of(program)
    body: list[Call] = []
    place = {p.name: -1 for p in program.parameters}
    for call in program.body:
        zero = _zero_side(call, chains)
        if zero is None or not any(write.adds for write in _writes(call, chains)):
            place.update((v.name, len(body)) for v in call.outputs)
            body.append(call)
            continue
        p, value = call.operands[0], call.operands[2 - zero]
        at = next((k for k, c in enumerate(body) if c.primitive.name == "cond" and c.operands[0] == p), None)
        if at is None or isinstance(value, Var) and place[value.name] >= at:
            nothing = Program("side", (), (), ())
            body.append(Call((), TABLE["cond"], (p,), (("branches", (nothing, nothing)),), call.span))
            at = len(body) - 1
        body[at] = _with_output(body[at], call.outputs[0], value, call.operands[1 + zero], zero)
        place[call.outputs[0].name] = at
    return dataclasses.replace(program, body=tuple(body))


def _zero_side(call: Call, chains: DefUse) -> int | None:
    """The side that is 0, if a call chooses between 0 and another number."""
    if call.primitive.name != "select" or call.outputs[0].type.shape or not isinstance(call.operands[0], Var):
        return None
    zeros = [is_zero(o, chains.made, signs=(1,)) for o in call.operands[1:]]
    return zeros.index(True) if sum(zeros) == 1 else None


def _with_output(call: Call, output: Var, value: Atom, zero: Atom, side: int) -> Call:
    """The branches with another output: `zero` on one side, and the value on the other."""
    branches = []
    for k, branch in enumerate(call.param("branches")):
        given = zero if k == side else value
        if isinstance(value, Var):
            parameter = Var(Names(branch).fresh(value.name), value.type)
            branch = dataclasses.replace(branch, parameters=(*branch.parameters, parameter))
            given = zero if k == side else parameter
        branches.append(dataclasses.replace(branch, results=(*branch.results, given)))
    operands = (*call.operands, value) if isinstance(value, Var) else call.operands
    params = (("branches", tuple(branches)),)
    return dataclasses.replace(call, outputs=(*call.outputs, output), operands=operands, params=params)


def _inner(call: Call, made: dict[str, Call], done: Done) -> Call:
    """A call with such writes in the branches of the programs that it holds."""
    if not any(call.programs()):
        return call
    if call.primitive.name == "call":
        return with_programs(call, lambda p: _function(p, done))
    blank: frozenset[Var] = frozenset()
    if is_loop(call):
        view = LoopView(call)
        blank = frozenset(p for o, p in zip(view.carries, view.inner_carries) if is_zero(o, made))
    return with_programs(call, lambda p: _with_writes(p, blank, done))


def _function(program: Program, done: Done) -> Program:
    if id(program) not in done:
        done[id(program)] = program, _with_writes(program, frozenset(), done)
    return done[id(program)][1]


def _sunk(program: Program, outputs: tuple[Var, ...], blank: frozenset[Var]) -> tuple[Program, Call] | None:
    """The program with one write of these outputs in the branches of their call, and that call."""
    chains = chains_of(program)
    at = next(k for k, c in enumerate(program.body) if not set(outputs).isdisjoint(c.outputs))
    call = program.body[at]
    known = {*program.parameters, *(v for c in program.body[:at] for v in c.outputs)}
    for write in _writes(call, chains):
        places = write.starts if write.array in outputs else (write.array, *write.starts)
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
    """Whether a write goes to the place that was read."""
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
    """The branches, of which one writes and the other leaves the array alone (or what the branches made of it)."""
    k, own = call.outputs.index(write.value), write.array in call.outputs
    j = call.outputs.index(write.array) if own else k
    given = [o for o in (*write.starts, *(() if own else (write.array,))) if isinstance(o, Var)]
    branches = []
    for number, branch in enumerate(call.param("branches")):
        names = Names(branch)
        more = {o: Var(names.fresh(o.name), o.type) for o in dict.fromkeys(given)}
        calls, result = [], branch.results[j] if own else more[write.array]
        if number != zero:
            values: dict[Atom, Atom] = {**more, write.array: result, write.value: branch.results[k]}
            for c in write.calls:
                outs = tuple(Var(names.fresh(v.name), v.type) for v in c.outputs)
                calls.append(
                    dataclasses.replace(c, outputs=outs, operands=tuple(values.get(o, o) for o in c.operands))
                )
                values.update(zip(c.outputs, outs))
            result = calls[-1].outputs[0]
        results = _changed(branch.results, j, result, k)
        branches.append(
            dataclasses.replace(
                branch,
                parameters=(*branch.parameters, *more.values()),
                body=(*branch.body, *calls),
                results=results,
            )
        )
    outputs = _changed(call.outputs, j, write.calls[-1].outputs[0], k)
    params = {**dict(call.params), "branches": tuple(branches)}
    return dataclasses.replace(
        call,
        outputs=outputs,
        operands=(*call.operands, *dict.fromkeys(given)),
        params=tuple(sorted(params.items())),
    )


def _changed(items: tuple, j: int, new: Atom, k: int) -> tuple:
    """The items with the j-th replaced, and without the k-th if that is another one."""
    return tuple([new if n == j else item for n, item in enumerate(items) if n == j or n != k])
