"""Narrow tapes: a loop saves only the part of each row that a later loop reads.

    for k in range(n): saved[k] = t              =>     for k in range(n): saved[k, k:] = t[k:]
    for k in …: … saved[k, k:] …

The later loop tells which part of a row it reads, as a function of its counter; where the earlier one writes the same
row, that is the part it writes. Rows are 0 before, and nobody looks at the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...analysis.affine import Affine, constant, plus, symbol
from ...analysis.constants import is_zero
from ...analysis.def_use import chains_of
from ...analysis.loops import LoopView
from ...ir.program import Call, Program, Var

if TYPE_CHECKING:
    from .slice_demand import Bounds, DemandAnalysis

Part = tuple[
    tuple[int, Affine, Affine], ...
]  # axis of a row, first position, one behind the last: of the counter


class Reader(NamedTuple):
    """A later loop, and the parameter of its body that is the saved array."""

    call: Call
    parameter: Var


def saving_loops(program: Program) -> Iterator[tuple[Call, Var, list[Reader]]]:
    """The loops that save, the parameter of their bodies that is the array, and who reads it."""
    chains = chains_of(program)
    for call in program.body:
        if call.primitive.name != "fori_loop":
            continue
        loop = LoopView(call)
        for out, begins, parameter in zip(call.outputs, loop.carries, loop.inner_carries):
            found = [use.call and reader(*use) for use in chains.uses.get(out.name, ())]
            if found and None not in found and is_zero(begins, chains.made):
                yield call, parameter, found


def reader(call: Call, k: int) -> Reader | None:
    loop = LoopView(call) if call.primitive.name == "fori_loop" else None
    return (
        Reader(call, loop.body.parameters[k + loop.shift]) if loop and loop.lead <= k < loop.first else None
    )


class Read(NamedTuple):
    """The part of a row that a later loop reads: in terms of its counter."""

    row: Affine
    counter: str
    part: Part


def row_read(body: "DemandAnalysis", array: Var) -> Read | None:
    """The part read of a parameter's rows, if that is a part of one in each round."""
    call = body.uses[array.name][0].call if body.used_once(array) else None
    spec = body.parts.get(call.outputs[0].name) if call is not None else None
    if not spec or call.primitive.name != "dynamic_slice" or not one_row(call):
        return None
    return Read(body.form(call.operands[1]), body.program.parameters[0].name, body.key(spec))


def part_saved(body: "DemandAnalysis", call: Call) -> "Bounds | None":
    """The part of a saved row that later loops read."""
    array, _, *starts = call.operands
    reads = body.reads.get(array.name) if isinstance(array, Var) else None
    if not reads or not body.used_once(array) or not one_row(call) or not body.only_returned(call.outputs[0]):
        return None
    part = written_part(reads, body.form(starts[0]), body.program.parameters[0].name)
    return part and body.spec_of({a: bounds for a, *bounds in part})


def one_row(call: Call) -> bool:
    """Whether it reads or writes x[k] as a whole."""
    shape = call.operands[0].type.shape
    return call.param("drop") == (0,) and call.param("sizes")[1:] == shape[1:]


def written_part(reads: list[Read], row: Affine, counter: str) -> Part | None:
    """The part of a row that is written, in terms of the earlier loop's counter; None: all of it."""
    found = {read_part(read, row, counter) for read in reads}
    return found.pop() if len(found) == 1 else None


def read_part(read: Read, row: Affine, counter: str) -> Part | None:
    """The part that is read, where the rows are the same."""
    if [row.terms, read.row.terms] != [symbol(name).terms for name in (counter, read.counter)]:
        return None  # rows are not one after the other
    same = plus(symbol(counter), constant(row.const - read.row.const))
    found = []
    for axis, *bounds in read.part:
        if any(set(dict(form.terms)) - {read.counter} for form in bounds):
            return None  # it depends on more
        found.append(
            (
                axis,
                *(plus(constant(form.const), same, dict(form.terms).get(read.counter, 0)) for form in bounds),
            )
        )
    return tuple(found)
