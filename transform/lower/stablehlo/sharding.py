"""Programs for several devices: partitioned by XLA according to shardings, or run by each device on its own
part (SPMD).

Partitioned     the program is about whole arrays; parameters, results and `constrain` calls say how they lie
Members         every device runs the program, which communicates by collectives
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...ir.program import Program
from ...primitives.control.sharding import Mesh, Names


class Tiling(NamedTuple):
    """The layout of an array on a mesh: axes of the mesh with sizes, its devices in order, and what divides
    each axis."""

    mesh: Mesh
    devices: tuple[int, ...]
    spec: tuple[Names, ...]


class Partitioned(NamedTuple):
    """The layouts of parameters and results (None: XLA chooses), and the number of devices."""

    parameters: tuple[Tiling, ...]
    results: tuple[Tiling | None, ...]
    size: int


class Members(NamedTuple):
    """The name of the axis of devices, and how many there are."""

    name: str
    size: int


Spread = Partitioned | Members


def meshes(program: Program) -> Iterator[tuple[Mesh, tuple[int, ...]]]:
    """The meshes that a program names, with their devices."""
    for call in program.body:
        if call.primitive.name == "constrain":
            yield call.param("mesh"), call.param("devices")
        for inner in call.programs():
            yield from meshes(inner)


def attribute(spread: Spread | None) -> str:
    """The attributes of a module: how many devices."""
    if spread is None:
        return ""
    kind = "partitions" if isinstance(spread, Partitioned) else "replicas"
    return f" attributes {{mhlo.num_{kind} = {spread.size} : i32}}"


def mesh_text(symbol: str, mesh: Sequence[tuple[str, int]], devices: Sequence[int]) -> str:
    """The declaration of a mesh; devices are numbered in order of their ids."""
    axes = ", ".join(f"{json.dumps(name)}={size}" for name, size in mesh)
    order = sorted(devices)
    numbers = [order.index(d) for d in devices]
    listed = "" if numbers == sorted(numbers) else f", device_ids=[{', '.join(map(str, numbers))}]"
    return f"sdy.mesh @{symbol} = <[{axes}]{listed}>"


def sharding_text(symbol: str, spec: Sequence[Names], ndim: int) -> str:
    """The attribute of an array."""
    whole = [*spec, *[()] * (ndim - len(spec))]
    return f"#sdy.sharding<@{symbol}, [{', '.join(map(_axis, whole))}]>"


def _axis(names: Names) -> str:
    return "{?}" if names is None else "{" + ", ".join(map(json.dumps, names)) + "}"
