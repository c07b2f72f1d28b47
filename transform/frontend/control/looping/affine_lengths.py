"""Affine lengths: if every iteration of a counted loop appends the same number of items, the list's length is
an affine function of the loop index.

Such a length needs no slot in the carry, and after the loop the list is an array of known length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....core.dtypes import canonical
from ....ir.builder import Sym
from ....ir.program import Type
from ...bounded.extents import BoundedArray, attributes_of, plus
from ...interpreter import Interpreter
from ...state.integer_facts import difference
from ...state.values import Array
from ..branches import name_of
from ..joining.templates import Affine, Slot
from .loop_carries import Carry


def speculate_affine_length(carry: Carry) -> bool:
    """Assume that every iteration lengthens something at its end by as much as the first reading does. False
    if it does not."""
    template, ends = carry.template, (carry.change.before, carry.change.after)
    if not isinstance(template, BoundedArray) or not all(isinstance(v, (Array, BoundedArray)) for v in ends):
        return False
    bounds = [template.attributes, *(attributes_of(v, [0]) for v in ends)]
    by = difference(bounds[2].get("hi0"), bounds[1].get("hi0"))
    if (
        not by
        or by != template.growth.get(0)
        or any(isinstance(b.get("lo0"), Sym) or b.get("lo0") for b in bounds)
    ):
        return False
    template.attributes["hi0"] = Affine(bounds[1]["hi0"], by)
    return True


def has_affine_length(carry: Carry) -> bool:
    """Whether it is something whose length is thought to follow from the index."""
    return isinstance(carry.template, BoundedArray) and isinstance(
        carry.template.attributes.get("hi0"), Affine
    )


def retract_affine_length(carry: Carry) -> bool:
    """A length is carried after all. True if it was thought to follow from the index."""
    found = has_affine_length(carry)
    if found:
        length = Slot(Type(canonical(np.int64), (), True), (None, None), f"{name_of(carry.change)}_hi")
        carry.template.attributes["hi0"] = length
    return found


def set_length(interp: Interpreter, template: Any, iterations: Callable[[], Any] | None) -> None:
    """The length that the template will be filled with: behind so many iterations, or None for the one at
    entry."""
    length = template.attributes.get("hi0") if isinstance(template, BoundedArray) else None
    if isinstance(length, Affine):
        length.value = (
            None
            if iterations is None
            else plus(interp, length.start, interp.binary("Mult", iterations(), length.step))
        )


def grown(interp: Interpreter, carry: Carry, value: Any, iterations: int | None) -> Any:
    """A value behind the loop: an array where its length is known, else with what room is left behind it."""
    if not isinstance(value, BoundedArray) or not isinstance(carry.template, BoundedArray):
        return value
    by, before, size = carry.template.growth.get(0), carry.change.before, value.data.shape[0]
    if by and iterations is not None and isinstance(before, (Array, BoundedArray)):
        used = (
            before.data.shape[0] - (before.spare or 0)
            if isinstance(before, BoundedArray)
            else before.shape[0]
        )
        value.spare = size - used - iterations * by if carry.template.spare is not None else None
    length = value.attributes.get("hi0")
    if not has_affine_length(carry) or isinstance(length, Sym) or set(value.extents) != {0}:
        return value
    return value.data if length == size else interp.get_item(value.data, slice(None, length))
