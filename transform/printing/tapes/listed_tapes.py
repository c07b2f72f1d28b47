"""Tapes of counted loops as lists: arrays with a row for each round => one list of tuples.

    xs = zeros((n, 3)); ys = zeros(n)                       for i in range(n):
    for i in range(n):                                          record(x)               # states.append(x)
        xs[i] = x                                               y = f(x)
        y = f(x)                                =>              record(y)               # saved.append(y)
        ys[i] = y                                               x = g(x, y)
        x = g(x, y)                                         for k in reversed(range(n)):
    for k in reversed(range(n)):                                x = recall(k)           # x = states[k]
        … xs[k] … ys[k]                                         y = recall(k)
                                                                … x … y

So a person keeps them, where there are several, or where the later loop needs no index. What the rounds begin with
stands on one list, what they compute on another.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from ...analysis.affine import Affine, affine, constant, minus, plus
from ...analysis.constants import is_zero
from ...analysis.counters import counting
from ...analysis.def_use import DefUse, chains_of
from ...analysis.loop_exits import integer
from ...analysis.loops import LoopView
from ...ir.program import Atom, Call, Const, Program, Var, with_programs
from ...passes.simplify.dead_code import dead_code
from ..text.names import unique
from .recorded_states import affine_forms, trips
from .taping import recall, record, tapes_of, with_body


NAMELESS = re.compile(r"value(_\d+)*")


class Row(NamedTuple):
    """A carried array in which a loop saves a value in every round, for one later loop.

    carry: its number. put: the call that writes the value. reads: what the later loop reads of it, with its counter.
    """

    carry: int
    put: Call
    value: Var
    reads: list[Call]


def with_listed_tapes(program: Program, loops: str, tapes: Iterator[int] | None = None) -> Program:
    """The program with lists for such arrays, and the programs that it holds. `loops`: the primitive of those that
    save."""
    if tapes is None:
        tapes = itertools.count(max(tapes_of(program), default=-1) + 1)
    body = [with_programs(c, lambda p: with_listed_tapes(p, loops, tapes)) for c in program.body]
    program = dataclasses.replace(program, body=tuple(body))
    chains = chains_of(program)
    for call in program.body:
        for later, rows in rows_of(call, chains, program) if call.primitive.name == loops else ():
            if is_worth_a_list(later, rows):
                return with_listed_tapes(
                    dead_code(replace_tapes(program, call, later, rows, tapes)), loops, tapes
                )
    return program


def rows_of(call: Call, chains: DefUse, program: Program) -> list[tuple[Call, list[Row]]]:
    """The values that a loop saves, by the loop that reads them."""
    found: dict[int, tuple[Call, list[Row]]] = {}
    view, counter = LoopView(call), counter_of(call)
    if counter is None:
        return []
    iterations = trips(view, affine_forms(program.body))
    inner = chains_of(view.body)
    for k, (out, begins, parameter) in enumerate(zip(call.outputs, view.carries, view.inner_carries)):
        uses = chains.uses.get(out.name, ())
        if len(uses) != 1 or uses[0].call is None or not is_zero(begins, chains.made):
            continue
        later, put = uses[0].call, only_row_write(view, inner, counter, k, parameter)
        reads = reads_of(program, iterations, later, uses[0].number) if put else None
        if put and reads and isinstance(value := put.operands[1], Var):
            row = Row(k, put, value, reads)
            found.setdefault(id(later), (later, []))[1].append(row)
    return list(found.values())


def counter_of(call: Call) -> Var | None:
    """The variable that counts the rounds of a loop from 0, if there is such a variable in its body; a
    counted loop must be of known length, and not be left."""
    view = LoopView(call)
    if view.test is not None:
        begun = zip(view.carries, view.inner_carries, range(view.first, view.first + len(view.carries)))
        return next((p for o, p, k in begun if is_number(o, 0) and counting(view.body, k) == 1), None)
    known = all(isinstance(o, Const) for o in view.bounds) and is_number(view.bounds[0], 0)
    left = any(c.primitive.name == "leave" for c in view.body.body)
    return view.index[0] if known and not left and call.param("step") == 1 else None


def is_number(atom: Atom, wanted: int) -> bool:
    return integer(atom) == wanted


def only_row_write(view: LoopView, inner: DefUse, counter: Var, k: int, parameter: Var) -> Call | None:
    """The call that writes a row of a carried array, if nothing else is done with the array: array[i] = value."""
    uses = inner.uses.get(parameter.name, ())
    result = view.body.results[k]
    put = inner.maker(result, "update_slice")
    if put is None or len(uses) != 1 or uses[0].call is not put or put.operands[0] != parameter:
        return None
    if (
        not isinstance(result, Var)
        or len(inner.uses[result.name]) != 1
        or not isinstance(put.operands[1], Var)
    ):
        return None
    if view.test is not None and view.test.parameters[view.first + k].name in chains_of(view.test).uses:
        return None
    return put if is_row(put, counter, put.operands[2:], parameter) else None


def is_row(call: Call, counter: Var, starts: tuple[Atom, ...], array: Var) -> bool:
    """Whether it is a whole row of an array, that of the counter."""
    whole = call.param("sizes") == (1, *array.type.shape[1:]) and call.param("drop") == (0,)
    return whole and starts[0] == counter and all(isinstance(o, Const) for o in starts[1:])


def reads_of(program: Program, iterations: Affine | None, later: Call, number: int) -> list[Call] | None:
    """The calls that read rows of a saved array in a later loop, which goes through the rounds in reverse."""
    if later.primitive.name != "fori_loop" or later.param("step") != -1:
        return None
    view = LoopView(later)
    last = affine(view.bounds[0], affine_forms(program.body))
    if last is None or iterations is None or minus(plus(last, constant(1)), iterations) != constant(0):
        return None
    if not is_number(view.bounds[1], -1) or not view.lead <= number < view.first:
        return None
    array = view.body.parameters[number + view.shift]
    uses = chains_of(view.body).uses.get(array.name, ())
    reads = [u.call for u in uses if u.call is not None and u.call.primitive.name == "dynamic_slice"]
    if len(reads) < len(uses) or any(c.operands[0] != array for c in reads):
        return None
    return reads if all(is_row(c, view.index[0], c.operands[1:], array) for c in reads) else None


def needs_index(later: Call, rows: list[Row]) -> bool:
    """Whether the later loop uses its counter otherwise."""
    view = LoopView(later)
    mine = {id(c) for row in rows for c in row.reads}
    others = [c for c in view.body.body if id(c) not in mine]
    return any(view.index[0] in c.operands for c in others) or view.index[0] in view.body.results


def is_worth_a_list(later: Call, rows: list[Row]) -> bool:
    return len(rows) > 1 or not needs_index(later, rows)


def replace_tapes(
    program: Program, call: Call, later: Call, rows: list[Row], tapes: Iterator[int]
) -> Program:
    """The program with lists in the place of these arrays."""
    view = LoopView(call)
    states = [row for row in rows if row.value in view.body.parameters]
    others = [row for row in rows if row.value not in view.body.parameters]
    together = all(is_there(view, row.value, others) for row in states)
    groups = [rows] if together else [group for group in (states, others) if group]
    numbers = [next(tapes) for _ in groups]
    swaps = {id(call): without_rows(call, groups, numbers), id(later): recalling(later, groups, numbers)}
    return dataclasses.replace(program, body=tuple([swaps.get(id(c), c) for c in program.body]))


def is_there(view: LoopView, value: Var, others: list[Row]) -> bool:
    """Whether what a round begins with is still there, under its name, when all others are computed."""
    if not others or value not in view.inner_carries:
        return True
    place = chains_of(view.body).place
    last = max(place[row.value.name] for row in others)
    result = view.body.results[view.inner_carries.index(value)]
    return isinstance(result, Const) or place.get(result.name, len(view.body.body)) >= last


def without_rows(call: Call, groups: list[list[Row]], numbers: list[int]) -> Call:
    """The loop that saves, without the arrays."""
    view = LoopView(call)
    rows = [row for group in groups for row in group]
    gone, puts = {row.carry for row in rows}, {id(row.put) for row in rows}
    keep = lambda items: tuple([x for k, x in enumerate(items) if k not in gone])
    body = [c for c in view.body.body if id(c) not in puts]
    for group, number in zip(groups, numbers):
        values = [row.value for row in group]
        made = [k + 1 for k, c in enumerate(body) if not set(values).isdisjoint(c.outputs)]
        body.insert(max(made, default=0), record(number, values, call.span))
    parameters = (*view.index, *view.inner_invariants, *keep(view.inner_carries))
    inner = dataclasses.replace(
        view.body, parameters=parameters, body=tuple(body), results=keep(view.body.results)
    )
    operands = (*view.bounds, *view.invariants, *keep(view.carries))
    params = dict(call.params)
    if view.test is not None:
        asked = (*view.test.parameters[: view.first], *keep(view.test.parameters[view.first :]))
        params["test"] = dataclasses.replace(view.test, parameters=asked)
    call = Call(keep(call.outputs), call.primitive, operands, tuple(params.items()), call.span)
    return with_body(call, inner)


def recalling(later: Call, groups: list[list[Row]], numbers: list[int]) -> Call:
    """The loop that reads the arrays, with lists in their place."""
    view = LoopView(later)
    rows = [row for group in groups for row in group]
    index = view.index if needs_index(later, rows) else ()
    reads = {id(c) for row in rows for c in row.reads}
    names: dict[Var, Var] = {}
    arrays = {c.operands[0] for row in rows for c in row.reads}
    taken = [
        recall(n, [row.reads[0].outputs[0] for row in g], g[0].reads[0].span, *index)
        for g, n in zip(groups, numbers)
    ]
    rest = [renamed(c, names) for c in view.body.body if id(c) not in reads]
    places = [k for k, p in enumerate(view.inner_invariants) if p not in arrays]
    parameters = (*view.index, *(view.inner_invariants[k] for k in places), *view.inner_carries)
    results = tuple([names.get(r, r) if isinstance(r, Var) else r for r in view.body.results])
    body = dataclasses.replace(view.body, parameters=parameters, body=(*taken, *rest), results=results)
    operands = (*view.bounds, *(view.invariants[k] for k in places), *view.carries)
    params = {**dict(later.params), "invariant": len(places)}
    return with_body(dataclasses.replace(later, operands=operands, params=tuple(params.items())), body)


def named(row: Row, body: Program, names: dict[Var, Var]) -> Var:
    """The value read of a row, under the name of the saved value if it has none of its own.

    The other calls that read it get it in `names`.
    """
    first = row.reads[0].outputs[0]
    if NAMELESS.fullmatch(first.name):
        taken = {
            v.name for v in (*body.parameters, *(o for c in body.body for o in c.outputs), *names.values())
        }
        first = Var(unique(row.value.name, taken), first.type)
    names.update({c.outputs[0]: first for c in row.reads})
    return first


def renamed(call: Call, names: dict[Var, Var]) -> Call:
    operands = tuple([names.get(o, o) if isinstance(o, Var) else o for o in call.operands])
    return dataclasses.replace(call, operands=operands)
