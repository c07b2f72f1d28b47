"""Accumulators: an element is assigned its first addend instead of 0, if only other elements change in between (dead
store elimination), and what one line of the user's adds to a cotangent is added at one place.

a[i] = 0;  a[i - 1] += u;  a[i] += v                        =>        a[i - 1] += u;  a[i] = v
old = a[i];  a[i] = 0;  a[i - 1] += u;  a[i] += old - v     =>        a[i - 1] += u;  a[i] -= v
x_bar += u;  y_bar += v;  x_bar += w                        =>        y_bar += v;  x_bar += u;  x_bar += w
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...analysis.constants import everywhere
from ...analysis.def_use import makers
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Program, Var, with_programs
from ..text.words import NUMBER

Place = tuple[tuple[Atom, int], ...]  # of an element or window, by axis: a variable and what is added to it
Offset = Callable[[Atom], tuple[Atom, int]]


class Step(NamedTuple):
    """array[place] += change, in three calls."""

    read: Call
    total: Call
    write: Call
    change: Atom
    place: Place


def without_zeros(program: Program, body: Sequence[Call], offset: Offset) -> list[Call]:
    """The calls of a program, less the zeros that are only added to."""
    calls = makers(body)
    out = list(body)
    for zero in body:
        if zero.primitive.name == "update_slice" and everywhere(zero.operands[1], 0, calls):
            steps = _additions(program, out, zero, offset)
            out = _rewritten(out, zero, steps, offset) if steps else out
    return out


def _additions(program: Program, body: list[Call], zero: Call, offset: Offset) -> list[Step]:
    """The values added to other elements of an array, and last to the one set to 0; nothing if more happens
    to it."""
    array, steps = zero.outputs[0], []
    place, sizes = _place(zero, 2, offset), zero.param("sizes")
    while True:
        step = None if array in program.results else _step(program, body, array, offset)
        if step is None or step.read.param("sizes") != sizes:
            return []
        steps.append(step)
        if step.place == place:
            return steps
        if not any(a == b and abs(p - q) >= n for (a, p), (b, q), n in zip(place, step.place, sizes)):
            return []
        array = step.write.outputs[0]


def _step(program: Program, body: list[Call], array: Var, offset: Offset) -> Step | None:
    """The addition to an element of an array that is all that happens to it."""
    users = [c for c in body if array in c.operands]
    if [c.primitive.name for c in users] != ["dynamic_slice", "update_slice"] or users[1].operands[
        0
    ] != array:
        return None
    read, write = users
    total = next((c for c in body if write.operands[1] in c.outputs), None)
    if total is None or total.primitive.name not in ("add", "sub") or read.outputs[0] not in total.operands:
        return None
    once = lambda v: v not in program.results and sum(c.operands.count(v) for c in body) == 1
    if (
        not once(read.outputs[0])
        or not once(total.outputs[0])
        or _place(read, 1, offset) != _place(write, 2, offset)
    ):
        return None
    first, second = total.operands
    if first != read.outputs[0] and total.primitive.name == "sub":
        return None
    return Step(read, total, write, second if first == read.outputs[0] else first, _place(read, 1, offset))


def _place(call: Call, first: int, offset: Offset) -> Place:
    return tuple(map(offset, call.operands[first:]))


def _rewritten(body: list[Call], zero: Call, steps: list[Step], offset: Offset) -> list[Call]:
    last = steps[-1]
    renewed = _of_what_was_there(body, zero, last, offset)
    out = []
    for call in body:
        if call is zero or call is last.read and not renewed or renewed and call.outputs == renewed.outputs:
            continue
        if call is last.total:
            out += [renewed] if renewed else []
            if call.primitive.name == "add":
                continue
            call = dataclasses.replace(call, primitive=TABLE["neg"], operands=(last.change,))
        if call is last.write and last.total.primitive.name == "add":
            call = dataclasses.replace(call, operands=(call.operands[0], last.change, *call.operands[2:]))
        operands = tuple(zero.operands[0] if o == zero.outputs[0] else o for o in call.operands)
        out.append(dataclasses.replace(call, operands=operands) if operands != call.operands else call)
    return out


def _of_what_was_there(body: list[Call], zero: Call, last: Step, offset: Offset) -> Call | None:
    """The call that makes the change, if it is of the element before the zero, with the element read where it is set.

    It is still there, and so a[i] = a[i] - u is a[i] -= u.
    """
    made = next((c for c in body if last.change in c.outputs), None)
    if (
        made is None
        or made.primitive.name not in ("add", "sub")
        or sum(last.change in c.operands for c in body) != 1
    ):
        return None
    same = lambda c: (
        c.primitive.name == "dynamic_slice"
        and c.params == last.read.params
        and c.operands[0] == zero.operands[0]
        and _place(c, 1, offset) == last.place
    )
    old = {v for c in body if same(c) for v in c.outputs}
    if made.operands[0] not in old:
        return None
    return dataclasses.replace(made, operands=(last.read.outputs[0], *made.operands[1:]))


# -- additions to one cotangent --------------------------------------------------------------------------------


def with_updates_together(program: Program) -> Program:
    """The program, where an addition whose sum is only added to once more, for the same line of the user's, stands
    right before that."""
    body = [with_programs(call, with_updates_together) for call in program.body]
    uses = Counter(a for call in body for a in call.operands if isinstance(a, Var))
    uses.update(r for r in program.results if isinstance(r, Var))
    made = {call.outputs[0]: call for call in body if adds(call)}
    found: list[Call] = []
    placed: set[int] = set()
    for call in reversed(body):  # the last first: whole chains come together
        if id(call) not in placed:
            together = chain(call, made, uses)
            placed.update(map(id, together))
            found += together
    return dataclasses.replace(program, body=tuple(reversed(found)))


def chain(last: Call, made: dict[Atom, Call], uses: Counter[Var]) -> list[Call]:
    """An addition, and those before it to which it adds; the last first."""
    found = [last]
    while adds(found[-1]):
        call, before = found[-1], made.get(found[-1].operands[0])
        if before is None or uses[before.outputs[0]] > 1 or cotangent(before) != cotangent(call):
            break
        found.append(before)
    return found


def adds(call: Call) -> bool:
    return call.primitive.name in ("add", "sub")


def cotangent(call: Call) -> tuple[str, str | None, int]:
    """The cotangent that a call adds to, and the line of the user's for which it does."""
    span = call.span
    return NUMBER.sub("", call.outputs[0].name), span and span.file, span.line if span else 0
