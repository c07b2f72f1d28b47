"""Sharding constraints on arrays, for programs that XLA partitions among devices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.primitive import Primitive
from ...ir.program import Type

Mesh = tuple[tuple[str, int], ...]  # axes with their sizes
Names = tuple[str, ...] | None  # the mesh axes that divide an axis; None leaves it to XLA


def constrain_type(x: Type, *, mesh: Mesh, devices: tuple[int, ...], spec: tuple[Names, ...]) -> Type:
    """The type of x. Raises CompileError where the parts would not be even."""
    if len(spec) > x.ndim:
        raise CompileError(f"a sharding of {len(spec)} axes is for no {x}")
    sizes = dict(mesh)
    for axis, names in enumerate(spec):
        parts = int(np.prod([sizes[n] for n in names or ()]))
        if x.shape[axis] % parts:
            raise CompileError(
                f"axis {axis} of {x} can't be divided into {parts} equal parts",
                "pad it, or choose another sharding",
            )
    return x


def batch_constrain(
    p: Primitive,
    n: int,
    operands: tuple[Any, ...],
    batched: tuple[bool, ...],
    *,
    spec: tuple[Names, ...],
    **params: Any,
) -> Any:
    """The batch axis is left to XLA."""
    return p(*operands, spec=(None, *spec), **params)


def lower_constrain(
    emit: Any, x: Any, *, out: Type, mesh: Mesh, devices: tuple[int, ...], spec: tuple[Names, ...]
) -> Any:
    if len(devices) == 1:
        return x
    return emit(
        "sdy.sharding_constraint", x, sharding=emit.module.sharding(mesh, devices, spec, len(x.shape))
    )


constrain = Primitive(
    "constrain",
    lambda x, **params: np.array(x),
    constrain_type,
    lower_constrain,
    batch_constrain,
    "linear",
    transpose=(lambda ct, x, **params: constrain(ct, **params),),
    show="_0",
    foldable=False,
)
