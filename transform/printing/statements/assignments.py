"""Parallel assignments: bind several names at once, and order the assignments before a compound statement."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...ir.program import Atom, Call, Type, Var
from ..text.buffers import NOTHING, Buffer, Buffers
from ..text.trees import is_default, names
from ..text.values import EITHER, STRONG, exactly
from .block import Block

Assignment = tuple[str, ast.expr, Var]


def perhaps_python(type: Type) -> frozenset[bool]:
    """Whether what a name holds may be a Python number: any scalar whose dtype Python has, where statements gave it."""
    return EITHER if not type.shape and is_default(type.dtype) else STRONG


def parallel(block: Block, wanted: Sequence[Assignment]) -> None:
    """target = node for all, as if at once: in an order that needs no temporaries, else as a tuple."""
    left = [(t, n, v) for t, n, v in wanted if not (isinstance(n, ast.Name) and n.id == t)]
    done = [t for t, n, _ in wanted if isinstance(n, ast.Name) and n.id == t]
    while left:
        free = next((a for a in left if not any(a[0] in names(n) for t, n, _ in left if t != a[0])), None)
        if free is None:
            return assign_in_parallel(block, left)
        left.remove(free)
        one_of_several(block, free, left, done)
        done.append(free[0])


def one_of_several(
    block: Block, assignment: Assignment, later: Sequence[Assignment], done: Sequence[str]
) -> None:
    """One assignment; in place (+=) only if the later ones don't read that array, and those done don't hold it."""
    target, node, var = assignment
    read = NOTHING.union(block.storage.of_names(done), *(block.storage.read_by(n) for _, n, _ in later))
    if var.type.shape and read & block.storage.buffers.get(target, NOTHING):
        block.bind(target, node, var.type)
        block.emit(ast.Assign([ast.Name(target, ast.Store())], node), block.spans.get(var.name))
    else:
        block.assign_name(target, node, var, block.spans.get(var.name), len(block.program.body) + 1)


def assign_in_parallel(block: Block, left: Sequence[Assignment]) -> None:
    """a, b = b, a"""
    shared = [block.storage.shared_with(exactly(n, v.type)) for _, n, v in left]
    for (target, _, var), buffers in zip(left, shared):
        block.storage.bind(target, buffers or new_buffers(var.type), var.type)
    targets = ast.Tuple([ast.Name(t, ast.Store()) for t, _, _ in left], ast.Store())
    block.emit(
        ast.Assign([targets], ast.Tuple([n for _, n, _ in left], ast.Load())),
        block.spans.get(left[0][2].name),
    )


def new_buffers(type: Type) -> Buffers:
    """Those of a result that is new."""
    return frozenset({Buffer()}) if type.shape else NOTHING


def settle_waiting(block: Block, stay: set[str], moved: Buffers) -> None:
    """Assign what waits, but for variables that stay, numbers, and short reads of arrays that don't change."""
    for variable in block.wanted_variables(block.index):
        value = block.env[variable]
        stays = variable in stay or block.is_short(value) and not block.storage.read_by(value.node) & moved
        if block.is_waiting(variable) and not stays and not block.outlives(variable):
            block.materialise(variable)


def only_here(block: Block, call: Call, atom: Atom) -> bool:
    """Whether an operand of a call is wanted for this place alone."""
    return (
        isinstance(atom, Var)
        and block.uses.last[atom.name] == block.index
        and list(call.operands).count(atom) == 1
    )


def shared_by(block: Block, atoms: Sequence[Atom]) -> Buffers:
    """The buffers that the arrays of some operands lie in."""
    return NOTHING.union(*(block.storage.shared_with(block.value(a)) for a in atoms))
