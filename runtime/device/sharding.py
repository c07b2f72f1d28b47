"""The layout of an array on several devices: `Mesh`, `PartitionSpec`, `NamedSharding`, `SingleDeviceSharding`.

    mesh = make_mesh((2, 4), ("data", "model"))
    NamedSharding(mesh, PartitionSpec("data"))          # axis 0 in two parts, each on four devices

C++ knows a sharding by the devices, in order of their ids, and the number of the part that each holds
(`raw`); the raw sharding of a buffer carries the named one it was made from.
"""

import functools
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import numpy as np

from .. import _xla
from .._xla import Aval, Buffer, Device
from .client import devices as all_devices, is_local, placement


class Unconstrained:
    """The entry of a PartitionSpec that leaves an axis to XLA."""

    def __repr__(self) -> str:
        return "UNCONSTRAINED"


UNCONSTRAINED = Unconstrained()


class PartitionSpec(tuple[Any, ...]):
    """For each axis of an array: None (whole everywhere), the name of a mesh axis, or several names.

    Axes behind the last entry are whole. `PartitionSpec.UNCONSTRAINED` leaves an axis to XLA (in constraints only).

    >>> PartitionSpec("data", None, ("x", "y"))
    PartitionSpec('data', None, ('x', 'y'))
    """

    UNCONSTRAINED = UNCONSTRAINED

    def __new__(cls, *parts: Any) -> "PartitionSpec":
        for part in parts:
            names = part if isinstance(part, (tuple, list)) else (part,)
            if not all(n is None or n is UNCONSTRAINED or isinstance(n, str) for n in names):
                raise TypeError(
                    f"a PartitionSpec is made of names of mesh axes, tuples of them and None, not {part!r}"
                )
        return super().__new__(cls, [_plain(p) for p in parts])

    def __repr__(self) -> str:
        return f"PartitionSpec({', '.join(map(repr, self))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return PartitionSpec, tuple(self)

    @property
    def names(self) -> tuple[tuple[str, ...] | None, ...]:
        """The mesh axes of every axis; None where it is unconstrained."""
        return tuple(
            None if p is UNCONSTRAINED else () if p is None else (p,) if isinstance(p, str) else p
            for p in self
        )


def _plain(part: Any) -> Any:
    """An entry without needless containers: () is None, ("x",) is "x"."""
    if not isinstance(part, (tuple, list)):
        return part
    return part[0] if len(part) == 1 else tuple(part) or None


EVERYWHERE_WHOLE = PartitionSpec()


class Mesh:
    """Devices in an array whose axes have names.

    Args:
        devices: an array (or nested lists) of devices.
        axis_names: one for each axis of it.

    Raises:
        ValueError: names that are not as many as axes, or twice; a device twice.
    """

    def __init__(self, devices: Any, axis_names: str | Sequence[str]) -> None:
        self.devices = np.array(devices, dtype=object)
        self.axis_names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
        if self.devices.ndim != len(self.axis_names) or len(set(self.axis_names)) < len(self.axis_names):
            raise ValueError(
                f"a mesh of shape {self.devices.shape} needs as many different names of axes, "
                f"not {self.axis_names}"
            )
        if not all(isinstance(d, Device) for d in self.devices.flat):
            raise TypeError("a mesh is made of devices: see recto.devices()")
        if len(set(self.devices.flat)) < self.devices.size:
            raise ValueError("a device is in the mesh twice")
        self.devices.flags.writeable = False
        self._key = self.axis_names, self.devices.shape, tuple([d.id for d in self.devices.flat])

    @property
    def shape(self) -> Mapping[str, int]:
        """The size of each axis, by name."""
        return MappingProxyType(dict(zip(self.axis_names, self.devices.shape)))

    @property
    def size(self) -> int:
        return self.devices.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        """`Mesh(data: 2, model: 4)`"""
        return f"Mesh({', '.join(f'{n}: {k}' for n, k in self.shape.items())})"


def make_mesh(
    shape: Sequence[int], axis_names: Sequence[str], devices: Sequence[Device] | None = None
) -> Mesh:
    """A mesh of the first devices. Raises ValueError if there are not enough."""
    found = all_devices() if devices is None else list(devices)
    needed = math.prod(shape)
    if needed > len(found):
        raise ValueError(f"a mesh of shape {tuple(shape)} needs {needed} devices, of {len(found)}")
    return Mesh(np.array(found[:needed], dtype=object).reshape(shape), axis_names)


class Sharding:
    """The part of an array that each device holds."""

    devices: tuple[Device, ...]  # in order of their ids

    @property
    def device_set(self) -> set[Device]:
        return set(self.devices)

    def shard_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of every part of an array. Raises ValueError where an axis can't be divided evenly."""
        raise NotImplementedError

    def whole_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of the array whose parts have this shape."""
        return tuple(shape)

    def devices_indices_map(self, shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        """The part of an array of this shape that each device holds."""
        raise NotImplementedError

    def raw(self, ndim: int) -> _xla.Sharding:
        """The sharding as C++ knows it, for arrays of so many axes."""
        raise NotImplementedError

    def is_equivalent_to(self, other: "Sharding", ndim: int) -> bool:
        """Whether they lay out an array of so many axes alike."""
        return _xla.alike(self.raw(ndim), other.raw(ndim))

    @property
    def is_fully_replicated(self) -> bool:
        """Whether every device has the whole array."""
        raise NotImplementedError


class SingleDeviceSharding(Sharding):
    """The whole array on one device."""

    is_fully_replicated = True

    def __init__(self, device: Device) -> None:
        self.device, self.devices = device, (device,)

    def shard_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return tuple(shape)

    def devices_indices_map(self, shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        return {self.device: tuple(slice(0, n) for n in shape)}

    def raw(self, ndim: int) -> _xla.Sharding:
        return placement(self.device)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SingleDeviceSharding) and self.device == other.device

    def __hash__(self) -> int:
        return hash(self.device)

    def __repr__(self) -> str:
        return f"SingleDeviceSharding({self.device})"


class NamedSharding(Sharding):
    """Axes of an array divided over axes of a mesh; over the other axes of the mesh the parts are repeated.

    Args:
        mesh: the devices.
        spec: a PartitionSpec (or a tuple such as ("data", None)).

    Raises:
        ValueError: names that the mesh has not, or twice.
    """

    def __init__(self, mesh: Mesh, spec: PartitionSpec | tuple[Any, ...] = EVERYWHERE_WHOLE) -> None:
        self.mesh, self.spec = mesh, spec if isinstance(spec, PartitionSpec) else PartitionSpec(*spec)
        used = [name for names in self.spec.names for name in names or ()]
        for name in used:
            if name not in mesh.axis_names:
                raise ValueError(f"{self.spec} names the axis {name!r}, which {mesh} has not")
        if len(set(used)) < len(used):
            raise ValueError(f"{self.spec} names an axis of the mesh twice")
        self.devices = tuple(sorted(mesh.devices.flat, key=lambda d: d.id))

    def names(self, ndim: int) -> tuple[tuple[str, ...], ...]:
        """The mesh axes of each of so many axes. Raises ValueError if the spec has more."""
        if len(self.spec) > ndim:
            raise ValueError(f"{self.spec} is for arrays of at least {len(self.spec)} axes, not {ndim}")
        return tuple(names or () for names in self.spec.names) + ((),) * (ndim - len(self.spec))

    def parts(self, ndim: int) -> tuple[int, ...]:
        """Into how many parts each axis is divided."""
        return tuple(math.prod(self.mesh.shape[n] for n in names) for names in self.names(ndim))

    def shard_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        for axis, (n, parts) in enumerate(zip(shape, self.parts(len(shape)))):
            if n % parts:
                raise ValueError(
                    f"axis {axis} of an array of shape {tuple(shape)} can't be divided into {parts} "
                    f"equal parts, as {self.spec} over {self.mesh} asks: pad it, or choose another "
                    "spec"
                )
        return tuple(n // parts for n, parts in zip(shape, self.parts(len(shape))))

    def whole_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return tuple(n * parts for n, parts in zip(shape, self.parts(len(shape))))

    def global_shape(self, local: Sequence[int]) -> tuple[int, ...]:
        """The shape of the array of which this process holds a block of this shape."""
        numbers = self.numbers(len(local))
        mine = np.isin(numbers, [k for k, d in enumerate(self.devices) if is_local(d)])
        places = np.argwhere(mine.any(axis=-1))
        if not len(places):
            raise ValueError(f"{self} is over devices of other processes only")
        blocks = places.max(0) - places.min(0) + 1
        return tuple([n * parts // int(b) for n, parts, b in zip(local, numbers.shape, blocks)])

    @property
    def is_fully_replicated(self) -> bool:
        return all(self.mesh.shape[n] == 1 for names in self.spec.names for n in names or ())

    def numbers(self, ndim: int) -> np.ndarray:
        """The devices (their places in `devices`) that hold each part: an array of the parts, and an axis of
        repeats."""
        place = {device: k for k, device in enumerate(self.devices)}
        grid = np.vectorize(place.__getitem__, otypes=[np.int64])(self.mesh.devices)
        used = [name for names in self.names(ndim) for name in names]
        order = [*used, *(n for n in self.mesh.axis_names if n not in used)]
        return grid.transpose([self.mesh.axis_names.index(n) for n in order]).reshape(*self.parts(ndim), -1)

    def devices_indices_map(self, shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        sizes = self.shard_shape(shape)
        numbers = self.numbers(len(shape))
        found = {}
        for place in np.ndindex(numbers.shape):
            part = tuple(slice(k * n, (k + 1) * n) for k, n in zip(place, sizes))
            found[self.devices[numbers[place]]] = part
        return found

    def raw(self, ndim: int) -> _xla.Sharding:
        return _raw(self, ndim)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedSharding) and (self.mesh, self.spec) == (other.mesh, other.spec)

    def __hash__(self) -> int:
        return hash((self.mesh, self.spec))

    def __repr__(self) -> str:
        return f"NamedSharding({self.mesh}, {self.spec})"


class Layout(NamedTuple):
    """The layout of a program and its arrays over several devices.

    `partitioned`: XLA divides the program, which is about whole arrays (and chooses where a result's sharding
    is None). Else every device runs the program, which is about the parts.
    """

    parameters: tuple[Sharding, ...]
    results: tuple[Sharding | None, ...]
    devices: tuple[Device, ...]
    partitioned: bool

    def meshes(self) -> list[Mesh]:
        """The meshes of its shardings, those of results first."""
        named = [s.mesh for s in (*self.results, *self.parameters) if isinstance(s, NamedSharding)]
        return list(dict.fromkeys(named))

    def chosen(self, executable: Any, results: Sequence[Aval]) -> tuple[Sharding, ...]:
        """The shardings of the results, those that XLA chose too."""
        if not self.partitioned:
            return cast("tuple[Sharding, ...]", self.results)  # all are given
        ranks = [len(aval.shape) for aval in results]
        tiles = _xla.result_tiles(executable, ranks)
        return tuple(
            sharding or found(t, self.devices, n, self.meshes())
            for sharding, t, n in zip(self.results, tiles, ranks, strict=True)
        )


@functools.lru_cache(4096)
def _raw(sharding: NamedSharding, ndim: int) -> _xla.Sharding:
    numbers = None if sharding.is_fully_replicated else sharding.numbers(ndim)
    raw = _xla.tiled_sharding(sharding.devices, numbers)
    raw.named = sharding
    return raw


def sharding_of(buffer: Buffer) -> Sharding:
    """The sharding of a buffer."""
    raw = buffer._sharding
    known = getattr(raw, "named", None)
    if known is None:
        known = raw.named = SingleDeviceSharding(_xla.devices_of(buffer)[0])
    return known


def found(tiles: Any, devices: tuple[Device, ...], ndim: int, wanted: Sequence[Mesh] = ()) -> NamedSharding:
    """The sharding that XLA chose, in terms of one of the meshes if it can be said so.

    Args:
        tiles: XLA's: which devices hold each part, as `NamedSharding.numbers`; None where all have everything.
    """
    for mesh in wanted:
        if tiles is None:
            return NamedSharding(mesh)
        for spec in _specs(mesh, tiles.shape[:ndim], ()):
            sharding = NamedSharding(mesh, spec)
            if sharding.devices == devices and np.array_equal(
                _sort_last_axis(sharding.numbers(ndim)), _sort_last_axis(tiles)
            ):
                return sharding
    if tiles is None:
        return NamedSharding(Mesh(np.array(devices, dtype=object), ("device",)))
    grid = np.array(devices, dtype=object)[tiles]
    names = [f"axis_{k}" for k in range(ndim)]
    return NamedSharding(Mesh(grid, (*names, "repeat")), PartitionSpec(*names))


def _sort_last_axis(numbers: np.ndarray) -> np.ndarray:
    return np.sort(numbers, axis=-1)


def _specs(mesh: Mesh, parts: Sequence[int], used: tuple[str, ...]) -> Any:
    """The PartitionSpecs with so many parts of each axis, trailing None left out."""
    if all(n == 1 for n in parts):
        yield PartitionSpec()
        return
    for names in _products(mesh, parts[0], used):
        for rest in _specs(mesh, parts[1:], (*used, *names)):
            yield PartitionSpec(names[0] if len(names) == 1 else names or None, *rest)


def _products(mesh: Mesh, size: int, used: tuple[str, ...]) -> Any:
    """Axes of the mesh, in any order, of so many devices together."""
    if size == 1:
        yield ()
        return
    for name in mesh.axis_names:
        n = mesh.shape[name]
        if name not in used and n > 1 and size % n == 0:
            for rest in _products(mesh, size // n, (*used, name)):
                yield (name, *rest)
