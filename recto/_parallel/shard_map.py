"""`shard_map`: a function of blocks, run for all blocks of arrays that a mesh of devices divides."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from recto import transform
from recto.runtime import Mesh, PartitionSpec

from .. import tree
from .._boundary.argument_checks import check_arguments
from .._api.jit import Function, jit
from .._api.signatures import FunctionDecorator
from .._api.vmap import vmap
from .._convention.methods import P, R

Names = tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Blocks:
    """The division of an array: for each axis the names of the axes of the mesh, and their sizes."""

    axes: tuple[Names, ...]
    sizes: tuple[tuple[str, int], ...]

    def names(self) -> Names:
        """The axes of the mesh that divide it, in the order of the mesh."""
        found = [name for axis in self.axes for name in axis]
        return tuple([name for name, _ in self.sizes if name in found])


@dataclasses.dataclass(frozen=True)
class Plan:
    """Everything about the mesh that the program depends on."""

    sizes: tuple[tuple[str, int], ...]
    inputs: Any
    outputs: Any


@overload
def shard_map(
    f: Callable[P, R],
    /,
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    axis_names: Any = frozenset(),
    check_vma: bool = True,
    check_rep: bool = True,
) -> Function[P, R]: ...
@overload
def shard_map(
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    axis_names: Any = frozenset(),
    check_vma: bool = True,
    check_rep: bool = True,
) -> FunctionDecorator: ...


@check_arguments
def shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    axis_names: Any = frozenset(),
    check_vma: bool = True,
    check_rep: bool = True,
) -> Any:
    """Call f once for each device of a mesh, with the blocks of its arguments that the device has.

    Inside f, the collectives of `recto.lax` communicate along the axes of the mesh. The program is one batch over the
    blocks, which XLA divides among the devices; it can be differentiated, batched and printed.

    Args:
        f: a function of blocks. Without it, a decorator is returned.
        mesh: the mesh; by default that of `recto.set_mesh`.
        in_specs: for each argument, or tree prefix, the PartitionSpec by which it is divided: the axes of the mesh (a
            name, a tuple of names, or None) for each axis of the array. An axis of the mesh that is not there means
            that all devices get the same.
        out_specs: likewise for the results; blocks that all devices have in common are taken from the first one.
        axis_names, check_vma, check_rep: accepted, and without effect: all axes are mapped, and nothing is checked.

    Raises:
        CompileError: an axis of an array that can't be divided evenly (when called).

    >>> import numpy as np, recto
    >>> from recto.sharding import Mesh, PartitionSpec as P
    >>> mesh = Mesh(recto.devices()[:1], ("rows",))
    >>> total = recto.shard_map(lambda x: recto.lax.psum(x.sum(), "rows"), mesh=mesh, in_specs=P("rows"), out_specs=P())
    >>> total(np.arange(4.0))
    Array(6., dtype=float64)
    """
    if f is None:
        return lambda f: shard_map(f, mesh=mesh, in_specs=in_specs, out_specs=out_specs)
    return jit(mapped(f, plan_of(mesh or current_mesh(), in_specs, out_specs)))


class Sharded:
    """The function that `shard_map` makes inside compiled code."""

    def __init__(self, function: Any, plan: Plan):
        self.function, self.plan = function, plan

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        return interp.call(run, [self.function, self.plan, *args], kwargs)


def _read_shard_map(interp: Any, args: list, kwargs: dict) -> Any:
    known = transform.rules("pmap").as_plain_python
    given = {
        name: known(interp, kwargs[name]) for name in ("mesh", "in_specs", "out_specs") if name in kwargs
    }
    mesh = given.pop("mesh", None) or current_mesh()
    if args:
        return Sharded(args[0], plan_of(mesh, **given))
    return Later(plan_of(mesh, **given))


class Later:
    """A decorator inside compiled code."""

    def __init__(self, plan: Plan):
        self.plan = plan

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        return Sharded(args[0], self.plan)


setattr(shard_map, "__recto_call__", _read_shard_map)  # noqa: B010
MESHES: list[Mesh] = []  # those of `set_mesh`, the innermost one last


def current_mesh() -> Mesh:
    if not MESHES:
        raise ValueError("shard_map needs a mesh: shard_map(…, mesh=…), or recto.set_mesh(mesh)")
    return MESHES[-1]


def plan_of(mesh: Mesh, in_specs: Any, out_specs: Any) -> Plan:
    sizes = tuple([(str(name), int(size)) for name, size in mesh.shape.items()])
    return Plan(sizes, blocks_of(in_specs, sizes), blocks_of(out_specs, sizes))


def blocks_of(specs: Any, sizes: tuple) -> Any:
    """Plain data in the place of each PartitionSpec."""
    if isinstance(specs, PartitionSpec):
        axes = tuple([() if a is None else tuple(a) if isinstance(a, (tuple, list)) else (a,) for a in specs])
        unknown = [name for axis in axes for name in axis if name not in dict(sizes)]
        if unknown:
            raise ValueError(f"the mesh has the axes {', '.join(dict(sizes))}, and not {unknown[0]!r}")
        return Blocks(axes, sizes)
    if specs is None:
        return Blocks((), sizes)
    if isinstance(specs, dict):
        return {key: blocks_of(value, sizes) for key, value in specs.items()}
    if isinstance(specs, (tuple, list)):
        return tuple([blocks_of(value, sizes) for value in specs])
    raise TypeError(f"a PartitionSpec is needed, not {specs!r}")


def mapped(f: Callable[..., Any], plan: Plan) -> Callable[..., Any]:
    """The function of whole arrays."""

    def shard_mapped(*args: Any) -> Any:
        return run(f, plan, *args)

    return shard_mapped


def run(f: Callable[..., Any], plan: Plan, *args: Any) -> Any:
    """Plain Python, which is read: a batch over the blocks."""
    inputs = plan.inputs if isinstance(plan.inputs, tuple) else (plan.inputs,) * len(args)
    blocks = tuple([divided(one, arg) for one, arg in zip(inputs, args)])
    batch = f
    for name, size in reversed(plan.sizes):
        axes = tuple([axes_for(one, name) for one in inputs])
        batch = vmap(batch, in_axes=axes, out_axes=0, axis_name=name, axis_size=size)
    return joined(plan.outputs, batch(*blocks))


def axes_for(blocks: Any, name: str) -> Any:
    """The batch axis of blocks for one axis of the mesh: the first one, or none."""
    if isinstance(blocks, Blocks):
        return 0 if name in blocks.names() else None
    if isinstance(blocks, dict):
        return {key: axes_for(value, name) for key, value in blocks.items()}
    return tuple([axes_for(value, name) for value in blocks])


def divided(blocks: Any, value: Any) -> Any:
    """The blocks of the arrays in a tree, along new first axes."""
    if isinstance(blocks, Blocks):
        return tree.map(lambda leaf: divided_array(blocks, leaf), value)
    if isinstance(blocks, dict):
        return {key: divided(blocks[key], value[key]) for key in blocks}
    return tuple([divided(one, item) for one, item in zip(blocks, value)])


def divided_array(blocks: Blocks, x: Any) -> Any:
    names, sizes, shape, at = blocks.names(), dict(blocks.sizes), [], {}
    x = np.asarray(x)
    for k, n in enumerate(x.shape):
        parts = 1
        for name in blocks.axes[k] if k < len(blocks.axes) else ():
            at[name] = len(shape)
            shape.append(sizes[name])
            parts = parts * sizes[name]
        if n % parts:
            raise ValueError(f"axis {k} of an array of shape {x.shape} can't be divided into {parts} blocks")
        shape.append(n // parts)
    places = [at[name] for name in names]
    return np.moveaxis(np.reshape(x, tuple(shape)), places, list(range(len(places))))


def joined(blocks: Any, value: Any) -> Any:
    """The inverse, of blocks along first axes for all axes of the mesh."""
    if isinstance(blocks, Blocks):
        return tree.map(lambda leaf: joined_array(blocks, leaf), value)
    if isinstance(blocks, dict):
        return {key: joined(blocks[key], value[key]) for key in blocks}
    return tuple([joined(one, item) for one, item in zip(blocks, value)])


def joined_array(blocks: Blocks, x: Any) -> Any:
    found, names = blocks.names(), []
    for name, _ in blocks.sizes:  # take away the axes of the mesh along which all blocks are one
        if name in found:
            names.append(name)
        else:
            x = np.take(x, 0, len(names))
    order, shape, inner = [], [], x.ndim - len(names)
    for k in range(inner):
        length = x.shape[len(names) + k]
        for name in blocks.axes[k] if k < len(blocks.axes) else ():
            order.append(names.index(name))
            length = length * dict(blocks.sizes)[name]
        order.append(len(names) + k)
        shape.append(length)
    return np.reshape(np.transpose(x, order), tuple(shape))
