"""Contractions of bounded arrays: elements outside the extents are set to 0 along the axes that are summed
over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ..interpreter import Interpreter
from .extents import (
    BoundedExtent,
    BoundedArray,
    check_lengths,
    make,
    mask_outside,
    moved_to,
    only_inside,
    shape_of,
    to_front,
)


def contract(interp: Interpreter, subscripts: str, operands: list[Any], product: Callable[..., Any]) -> Any:
    """A product whose axes are named by letters, as in np.einsum; product(*arrays) computes it for plain arrays."""
    inputs, output = subscripts.split("->")
    names = inputs.split(",")
    operands = [compact_operand(interp, o) if isinstance(o, BoundedArray) else o for o in operands]
    shared: dict[str, BoundedExtent] = {}
    for letters, o in zip(names, operands):
        for k, extent in (o.extents if isinstance(o, BoundedArray) else {}).items():
            shared.setdefault(letters[k], extent)
    arrays = [interp.array(zero_outside(interp, o, letters, shared)) for letters, o in zip(names, operands)]
    result = product(*arrays)
    left = {output.index(c): e for c, e in shared.items() if c in output}
    return make(interp, result, left) if left else result


def compact_operand(interp: Interpreter, value: Any) -> Any:
    """The operand with masked selections compacted."""
    for k in list(value.extents) if isinstance(value, BoundedArray) else ():
        if isinstance(value, BoundedArray) and value.extents[k].mask is not None:
            value = to_front(interp, value, k)
    return value


def zero_outside(interp: Interpreter, value: Any, letters: str, shared: dict[str, BoundedExtent]) -> Any:
    """An operand at the positions that its axes share with the others, 0 elsewhere."""
    own = value.extents if isinstance(value, BoundedArray) else {}
    sym = mask_outside(interp, value) if isinstance(value, BoundedArray) else interp.sym(value)
    new: dict[int, BoundedExtent] = {}
    for k, letter in enumerate(letters):
        if letter not in shared:
            continue
        target = shared[letter]
        extent = own.get(k) or BoundedExtent(sym.shape[k], 0, sym.shape[k])
        check_lengths(interp, extent, target, "shapes not aligned")
        sym = moved_to(interp, sym, k, extent, target)
        if k not in own:
            new[k] = target
    return only_inside(interp, sym, new)


def matmul(interp: Interpreter, x: Any, y: Any) -> Any:
    ranks = len(shape_of(x)), len(shape_of(y))
    if not all(ranks):
        raise CompileError("ValueError: matmul: an operand has no axes")
    letters = {(1, 1): "i,i->", (1, 2): "i,ij->j", (2, 1): "ij,j->i", (2, 2): "ij,jk->ik"}.get(
        ranks
    ) or stack_letters(x, y)
    return contract(interp, letters, [x, y], lambda a, b: interp.call_host(np.matmul, [a, b], {}))


def stack_letters(x: Any, y: Any) -> str:
    """The axes of a product of stacks of matrices; an axis of length 1 that is spread out has a letter of its own."""
    ranks = [len(shape_of(v)) for v in (x, y)]
    cores = ["j" if ranks[0] == 1 else "ij", "j" if ranks[1] == 1 else "jk"]
    widest = max(r - len(c) for r, c in zip(ranks, cores))
    batch = "abcdefgh"[:widest]
    names = []
    for v, core, own in zip((x, y), cores, ("ABCDEFGH", "STUVWXYZ")):
        shape = shape_of(v)[: len(shape_of(v)) - len(core)]
        extents = v.extents if isinstance(v, BoundedArray) else {}
        lead = batch[widest - len(shape) :]
        names.append(
            "".join(own[k] if n == 1 and k not in extents else c for k, (c, n) in enumerate(zip(lead, shape)))
            + core
        )
    return f"{names[0]},{names[1]}->{batch}{'i' * (ranks[0] > 1)}{'k' * (ranks[1] > 1)}"
