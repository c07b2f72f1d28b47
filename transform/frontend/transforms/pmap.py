"""pmap and sharding constraints: single-program multiple-data (SPMD) execution on several devices.

A pmapped function that Python calls is read for one member (`member`): every device runs that program on its part,
and collectives are communication. One that compiled code calls is a batch of members that lies along a mesh (`pmap`):
XLA divides it among the devices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...ir.program import Call, Program
from ...passes.simplify.inlining import inline
from ...passes.vectorize.batch import batch
from ...passes.vectorize.collectives import collect
from ..interpreter import Interpreter
from ..state.values import External
from .leaf_trees import Leaf, Node, Tree, leaves_of, build_value, take
from .subprogram import wrap_leaf
from .vmap import Mapped, first_failing, normal, pick_lane, axes_by_leaf, vmap


class DeviceCount(int):
    """The size of an axis whose members are devices."""


def on_devices(interp: Interpreter) -> bool:
    """Whether what is being read is run by every device on its own part."""
    return any(isinstance(n, DeviceCount) for n in interp.axes.values())


# -- every device runs the program ---------------------------------------------------------------------------------


def member(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    in_axes: Any,
    out_axes: Any,
    name: str,
    size: int,
) -> Any:
    """The function on the parts of one device: arguments and results have 1 in place of the number of devices."""
    mapped = Mapped(interp, function, args, kwargs, in_axes, name, lambda sizes: DeviceCount(size), "pmap")
    isolated, axes = mapped.isolated, mapped.axes
    found = differing(isolated.program, mapped.mask, size, name)
    operands = isolated.operands(interp)
    for number in axes:
        x = operands[isolated.shift + number]
        operands[isolated.shift + number] = TABLE["reshape"](x, shape=isolated.type_of(number).shape)
    results = list(inline(interp.builder, isolated.program, operands))
    settle(interp, mapped, results, found, name, size)
    interp.members = name, size
    return leave(interp, mapped, results, found, out_axes)


def differing(program: Program, mask: Sequence[bool], size: int, name: str) -> Sequence[bool]:
    """The results that differ between the members. Raises CompileError for collectives that not all of them
    reach."""
    batched, found = batch(program, mask, size, name=name)
    for call in calls_in(batched):
        if call.primitive.name == "collective" and call.param("name") == name:
            raise CompileError(
                "a collective in a loop or branch that not all members of the batch take",
                "call it outside, or make the condition the same for all (by psum or pmax)",
            ).at(call.span)
    return found


def calls_in(program: Program) -> Iterator[Call]:
    for call in program.body:
        yield call
        for inner in call.programs():
            yield from calls_in(inner)


def settle(
    interp: Interpreter, mapped: Mapped, results: list[Sym], found: Sequence[bool], axis_name: str, size: int
) -> None:
    """Arguments that the function writes, and what it raises: the first member that fails counts."""
    isolated, axes = mapped.isolated, mapped.axes
    for k, leaf in enumerate(isolated.written):
        new = results[isolated.count + k]
        if found[isolated.count + k] and leaf not in axes:
            name = mapped.name_of(leaf)
            raise CompileError(
                f"pmap of a function that writes mapped values into the unmapped {name}",
                "give it an axis in in_axes",
            )
        interp.overwrite(isolated.leaves[leaf], with_one(new, axes[leaf]) if leaf in axes else new)
    gather = lambda x: collect(interp.builder, "all_gather", [x], name=axis_name, size=size, axis=0)
    gathered = {
        key: gather(results[what.number])
        for key, what in isolated.registers
        if isinstance(what, Leaf) and found[what.number]
    }
    lanes = {key: first_failing(gathered[key]) for key in ("error", "failed") if key in gathered}
    for key, what in isolated.registers:
        new = results[what.number] if isinstance(what, Leaf) else what
        interp.trail.write(
            interp.registers,
            key,
            new
            if key not in gathered
            else pick_lane(
                gathered[key], lanes.get("failed" if key == "failed" else "error", np.asarray(0, np.int64))
            ),
        )


def leave(
    interp: Interpreter, mapped: Mapped, results: list[Sym], found: Sequence[bool], out_axes: Any
) -> Any:
    """The return value of the function, as the part of one device."""
    places = axes_by_leaf(out_axes, mapped.isolated.result, "out_axes")

    def leaf(x: Leaf) -> Any:
        value, axis = results[x.number], places[x.number]
        if axis is None:
            if found[x.number]:
                raise CompileError(
                    "out_axes is None for a result that differs between the devices",
                    "psum and similar functions give equal results on all devices",
                    kind=ValueError,
                )
            return wrap_leaf(interp, x, value)
        whole = value.type.update(shape=(1, *value.shape))
        return interp.array(with_one(value, normal(axis, value.ndim + 1, "out_axes", whole)))

    return build_value(interp, mapped.isolated.result, leaf)


def with_one(x: Sym, axis: int) -> Sym:
    """x with an axis of length 1."""
    return TABLE["reshape"](x, shape=(*x.shape[:axis], 1, *x.shape[axis:]))


# -- XLA divides the program ---------------------------------------------------------------------------------------


def pmap(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    in_axes: Any,
    out_axes: Any,
    name: Any,
    size: int | None,
    devices: tuple[int, ...],
) -> Any:
    """A batch of members, laid along the devices; inside of another pmap the batch stays on the device."""
    if on_devices(interp):
        return vmap(interp, function, args, kwargs, in_axes, out_axes, name, size)
    axis = name if isinstance(name, str) else "devices"

    def laid(x: Sym) -> Sym:
        n = x.shape[0]
        if n > len(devices):
            raise too_many(n, len(devices))
        return TABLE["constrain"](x, mesh=((axis, n),), devices=devices[:n], spec=((axis,),))

    return vmap(interp, function, args, kwargs, in_axes, out_axes, name, size, laid)


def too_many(size: int, count: int) -> CompileError:
    return CompileError(
        f"pmap over {size} values needs {size} devices; there are {count}",
        "use vmap for the inner axis, or set RECTO_NUM_CPU_DEVICES",
    )


# -- constraints ---------------------------------------------------------------------------------------------------


def constrain_arrays(interp: Interpreter, x: Any, tilings: Any) -> Any:
    """The arrays of a container, each where it is wanted; `tilings` is a tree of (mesh, devices, spec) that may stop
    early."""
    if on_devices(interp):
        raise CompileError("a sharding constraint inside of pmap", "every device sees its own part only")
    leaves: list = []
    tree = take(interp, x, leaves)
    places = dict(match_prefix(tilings, tree))

    def leaf(found: Leaf) -> Any:
        value = interp.sym(leaves[found.number])
        tiling = places[found.number]
        if tiling is not None:
            mesh, devices, spec = tiling
            value = TABLE["constrain"](value, mesh=mesh, devices=devices, spec=spec)
        return value if found.scalar else interp.array(value)

    return build_value(interp, tree, leaf)


def match_prefix(tilings: Any, tree: Tree) -> Iterator[tuple[int, Any]]:
    """The entry of the prefix tree for every leaf."""
    if tilings is None or hasattr(tilings, "spec"):
        yield from ((leaf.number, tilings) for leaf in leaves_of(tree))
        return
    items = tuple(tilings.values() if isinstance(tilings, dict) else tilings)
    keys = tuple(tilings) if isinstance(tilings, dict) else ()
    if not isinstance(tree, Node) or len(tree.items) != len(items) or keys and set(keys) != set(tree.keys):
        raise CompileError("the shardings do not match the structure of the value")
    ordered = [items[keys.index(k)] for k in tree.keys] if keys else items
    for one, part in zip(ordered, tree.items):
        yield from match_prefix(one, part)


def as_plain_python(interp: Interpreter, value: Any) -> Any:
    """A static object, and what it is made of, as plain Python; objects from outside are guarded."""
    value = interp.settled(value)
    if isinstance(value, External):
        return value.identity
    match value:
        case dict():
            return {k: as_plain_python(interp, v) for k, v in value.items()}
        case list() | tuple() if type(value) in (list, tuple):
            return type(value)([as_plain_python(interp, v) for v in value])
    return interp.static(value, "a sharding")
