"""The devices of a compiled call: one device; several, among which XLA divides the program according to shardings;
or several that each run the program on their part (`pmap`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from recto import runtime, transform
from recto.runtime import (
    Array,
    Aval,
    Layout,
    Mesh,
    NamedSharding,
    PartitionSpec,
    Sharding,
    SingleDeviceSharding,
)
from recto.transform import Argument, CompileError, Program, Reading, Type
from recto.transform.core.spelling import plain_text

from .._convention.arguments import Entered
from .._convention.transformation import rules
from .._convention.tree_prefix import replace_leaves, spread_prefix

if TYPE_CHECKING:
    from recto.transform import Interpreter


def aval(t: Type) -> Aval:
    return Aval(t.shape, t.dtype, t.weak)


@dataclasses.dataclass
class Placed:
    """The placement of a call, for the lowering and the runtime; None if it runs on one device."""

    spread: Any
    layout: Layout | None
    parameters: tuple[Aval, ...]
    results: tuple[Aval, ...]

    def target(self) -> dict[str, Any]:
        """For what `transform.lowered` writes the program."""
        device = self.layout.devices[0] if self.layout else runtime.current_device()
        return {"spread": self.spread, "polls": runtime.polls(), "platform": runtime.platform_of(device)}


@dataclasses.dataclass(frozen=True)
class Parallel:
    """The options of pmap. `devices`: their ids."""

    in_axes: Any
    out_axes: Any
    name: str
    size: int | None
    devices: tuple[int, ...] | None


def arrange(function: Any, entered: Entered) -> "PartitionedProgram | PerDeviceProgram":
    """The arrangement of a call; the reading is `.reads`, the arguments are `.entered`."""
    if function.options.parallel is not None:
        return PerDeviceProgram(function, entered, function.options.parallel)
    return PartitionedProgram(function, entered)


class SingleDeviceProgram:
    """A function read as it is, for looking at its program."""

    def __init__(self, function: Any, entered: Entered):
        self.reads, self.entered = function.__wrapped__, entered


def shardings_of(given: Any, wanted: Any, device: Any) -> tuple | None:
    """The options of jit. Raises TypeError for what is no sharding, ValueError together with a device."""
    if given is None and wanted is None:
        return None
    if device is not None:
        raise ValueError(
            "device and shardings are both given: SingleDeviceSharding(device) is a sharding too"
        )
    for what, shardings in (("in_shardings", given), ("out_shardings", wanted)):
        ends = lambda x: x is None or isinstance(x, (Sharding, PartitionSpec))
        for sharding in runtime.pytree.leaves(shardings, is_leaf=ends):
            if not (sharding is None or isinstance(sharding, Sharding)):
                raise TypeError(
                    f"{what} is made of shardings and None, not {plain_text(sharding)}"
                    + ": NamedSharding(mesh, spec)" * isinstance(sharding, PartitionSpec)
                )
    return given, wanted


def tiling(sharding: Sharding) -> Any:
    """A sharding as the compiler has it."""
    if isinstance(sharding, SingleDeviceSharding):
        return transform.Tiling((("device", 1),), (sharding.device.id,), ())
    mesh = sharding.mesh
    ids = tuple([d.id for d in mesh.devices.flat])
    return transform.Tiling(tuple(mesh.shape.items()), ids, sharding.spec.names)


# -- one program for whole arrays ----------------------------------------------------------------------------------


class PartitionedProgram:
    """The program is about whole arrays. Where shardings are given or arguments have them, XLA divides it."""

    def __init__(self, function: Any, entered: Entered):
        self.reads, self.entered = function.__wrapped__, entered
        self.given, self.wanted = function.options.shardings or (None, None)
        given = [
            *spread_prefix(self.given, entered.args, "in_shardings"),
            *spread_prefix(None, entered.kwargs, "in_shardings"),
        ]
        self.names = [argument.name for argument, _ in given]
        self.places = [
            place or own_sharding(leaf) for (_, place), leaf in zip(given, entered.leaves, strict=True)
        ]

    @property
    def alone(self) -> bool:
        """Whether the call runs on one device as far as the arguments say."""
        return not (self.given or self.wanted or any(self.places))

    def placed(self, reading: Reading, program: Program) -> Placed:
        types = [p.type for p in program.parameters], program.result_types
        parameters, results = (tuple(map(aval, side)) for side in types)
        captured = [own_sharding(transform.fetch(path)) for path in reading.captures]
        places, targets = [*captured, *self.places], self.targets(reading, len(results))
        devices, mesh = common([*places, *targets], transform.meshes(program))
        if devices is None:
            return Placed(None, None, parameters, results)
        if reading.prints:
            raise CompileError("a function that prints, on several devices", "print its result")
        check_reachable(devices)
        whole = NamedSharding(mesh) if mesh is not None else SingleDeviceSharding(devices[0])
        places = [whole if place is None else place for place in places]
        names = ["" for _ in captured] + self.names
        for name, place, given in zip(
            [*names, *["the result"] * len(results)], [*places, *targets], [*parameters, *results]
        ):
            check_even(name, place, given)
        single = len(devices) == 1
        targets = [whole if target is None and single else target for target in targets]
        layout = Layout(tuple(places), tuple(targets), devices, not single)
        divided = (
            None
            if single
            else transform.Partitioned(
                tuple(map(tiling, places)),
                tuple([None if t is None else tiling(t) for t in targets]),
                len(devices),
            )
        )
        return Placed(divided, layout, parameters, results)

    def targets(self, reading: Reading, count: int) -> list[Sharding | None]:
        """The shardings of results: by out_shardings; written arrays stay where they were."""
        found: list[Sharding | None] = [None] * count
        for parameter, result in zip(reading.mutated, reading.contents):
            found[result] = self.places[parameter]
        for out, sharding in spread_prefix(self.wanted, reading.structure, "out_shardings"):
            found[out.number] = sharding or found[out.number]
        return found


def own_sharding(leaf: Any) -> Sharding | None:
    """The sharding of an argument that lies on several devices."""
    if not isinstance(leaf, Array):
        return None
    sharding = leaf.sharding
    return sharding if len(sharding.devices) > 1 else None


def common(places: Iterable[Sharding | None], meshes: Iterable[tuple]) -> tuple[tuple | None, Mesh | None]:
    """The devices of all shardings and meshes (None: there are none), and a mesh of them.

    Raises CompileError if they are over different devices.
    """
    places = list(places)
    by_id = {d.id: d for d in runtime.devices()} if (meshes := list(meshes)) else {}
    by_id |= {d.id: d for s in places if s is not None for d in s.devices}
    made = [
        Mesh(
            np.array([by_id[k] for k in ids], dtype=object).reshape([n for _, n in axes]),
            [n for n, _ in axes],
        )
        for axes, ids in meshes
    ]
    known = [s for s in places if s is not None] + [NamedSharding(mesh) for mesh in made]
    found = {sharding.devices for sharding in known}
    if len(found) > 1:
        described = ", ".join(sorted(dict.fromkeys(map(repr, known))))
        raise CompileError(
            f"the shardings are over different devices: {described}",
            "all shardings of a call are over the same devices",
        )
    mesh = next((s.mesh for s in known if isinstance(s, NamedSharding)), None)
    return (found.pop() if found else None), mesh


def check_reachable(devices: Iterable[Any]) -> None:
    """Raise CompileError if no device is one of this process."""
    if not any(map(runtime.is_local, devices)):
        raise CompileError(
            f"this call is for devices of other processes only; this is process {runtime.process_index()}",
            "all processes call it, with a mesh over devices of each: recto.devices() lists them",
        )


def check_even(name: str, place: Sharding | None, given: Aval) -> None:
    try:
        if place is not None:
            place.shard_shape(given.shape)
    except ValueError as error:
        raise CompileError(f"{name or 'a global array'}: {error}") from None


# -- every device runs the program on its part ---------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False)
class DeviceShard:
    """A pmapped function as one device sees it: the front end calls it with the device's parts."""

    function: Any
    options: tuple
    __recto_always__ = True

    @property
    def __wrapped__(self) -> Any:
        return self.function

    @property
    def __name__(self) -> str:
        return getattr(self.function, "__name__", "f")

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return rules().member(interp, self.function, args, kwargs, *self.options)


class PerDeviceProgram:
    """The program is about the parts of one device."""

    def __init__(self, function: Any, entered: Entered, options: Parallel):
        self.options = options
        given = list(self.axes(entered))
        self.argument_axes = [axis for _, axis in given]
        self.size = self.agreed({a.name: a.type.shape[axis] for a, axis in given if axis is not None})
        self.devices = self.chosen()
        self.mesh = Mesh(np.array(self.devices, dtype=object), (options.name,))
        axes = {argument.place: axis for argument, axis in given}

        def part(argument: Any) -> Any:
            axis = axes[argument.place]
            return (
                argument
                if axis is None
                else dataclasses.replace(argument, type=with_one(argument.type, axis))
            )

        self.entered = dataclasses.replace(
            entered,
            args=[replace_leaves(a, part) for a in entered.args],
            kwargs={k: replace_leaves(v, part) for k, v in entered.kwargs.items()},
        )
        plain = function.__wrapped__
        self.reads = DeviceShard(
            plain.function, (options.in_axes.tree, options.out_axes.tree, options.name, self.size)
        )

    alone = False

    def axes(self, entered: Entered) -> Iterable[tuple[Argument, int | None]]:
        """Every leaf of the arguments and the axis that is mapped."""
        for tree, axes in ((entered.args, self.options.in_axes.tree), (entered.kwargs, 0)):
            for argument, axis in spread_prefix(axes, tree, "in_axes"):
                what = f"in_axes: of {argument.name}, {argument.type},"
                yield argument, None if axis is None else normal(axis, argument.type.ndim, what)

    def agreed(self, sizes: dict[str, int]) -> int:
        """The number of members."""
        known = {*sizes.values(), *([self.options.size] if self.options.size is not None else [])}
        if len(known) > 1:
            given = [f"axis_size: {self.options.size}"] if self.options.size is not None else []
            listed = ", ".join([*given, *(f"{name}: {n}" for name, n in sizes.items())])
            raise CompileError(f"pmap got arguments of different sizes along the mapped axis ({listed})")
        if not known:
            raise CompileError(
                "pmap has nothing to map over: every in_axes is None", "give axis_size, or an axis"
            )
        return known.pop()

    def chosen(self) -> tuple:
        everything = runtime.devices()
        ids = self.options.devices
        devices = everything if ids is None else [d for d in everything if d.id in ids]
        if self.size > len(devices):
            raise CompileError(
                f"pmap over {self.size} values needs {self.size} devices; there are {len(devices)}",
                "use vmap for the inner axis, or set RECTO_NUM_CPU_DEVICES=…",
            )
        check_reachable(devices[: self.size])
        return tuple(devices[: self.size])

    def along(self, axis: int | None) -> NamedSharding:
        return NamedSharding(
            self.mesh, PartitionSpec(*[None] * axis, self.options.name) if axis is not None else ()
        )

    def placed(self, reading: Reading, program: Program) -> Placed:
        captured = [NamedSharding(self.mesh) for _ in reading.captures]
        places = [*captured, *map(self.along, self.argument_axes)]
        targets = [self.along(axis) for axis in self.result_axes(reading, program)]
        layout = Layout(tuple(places), tuple(targets), self.devices, False)
        parameters = [
            whole_array_type(p.type, place) for p, place in zip(program.parameters, places, strict=True)
        ]
        results = [whole_array_type(t, place) for t, place in zip(program.result_types, targets, strict=True)]
        return Placed(
            transform.Members(self.options.name, self.size), layout, tuple(parameters), tuple(results)
        )

    def result_axes(self, reading: Reading, program: Program) -> list[int | None]:
        axes: list[int | None] = [None] * len(program.result_types)
        for parameter, result in zip(reading.mutated, reading.contents):
            axes[result] = self.argument_axes[parameter]
        for out, axis in spread_prefix(self.options.out_axes.tree, reading.structure, "out_axes"):
            ndim = program.result_types[out.number].ndim
            axes[out.number] = None if axis is None else normal(axis, ndim, "out_axes:")
        return axes


def normal(axis: Any, ndim: int, what: str) -> int:
    if not isinstance(axis, (int, np.integer)) or isinstance(axis, bool):
        raise CompileError(f"{what} axes are integers and None, not {plain_text(axis)}")
    if not -ndim <= axis < ndim:
        raise CompileError(f"{what} axis {axis} is out of range")
    return int(axis) % ndim


def with_one(t: Type, axis: int) -> Type:
    return t.update(shape=(*t.shape[:axis], 1, *t.shape[axis + 1 :]))


def whole_array_type(t: Type, place: NamedSharding) -> Aval:
    """The array whose parts have this type."""
    return Aval(place.whole_shape(t.shape), t.dtype, t.weak)
