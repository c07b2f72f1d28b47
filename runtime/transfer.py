"""Transfer whole trees between host and device."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _xla
from ._xla import Device
from .arrays.array import Array
from .device import buffers
from .device.client import current_device, is_local, placement
from .device.sharding import NamedSharding, Sharding
from .dispatch import pytree
from .frames import with_tidy_errors


@with_tidy_errors
def asarray(value: Any, device: Device | Sharding | None = None) -> Array:
    """One host value (anything `np.asarray` takes, or an exporter of DLPack) or `Array` as an `Array`.

    dtype as NumPy says; with x64 off, 64 bits become 32. The host value is copied. Raises TypeError for
    masked arrays and for dtypes that no device holds.
    """
    if isinstance(value, Array):
        return value if device is None else value.to_device(device)
    return Array(buffers.put(value, device))


@with_tidy_errors
def from_local(tree: Any, sharding: NamedSharding, shape: tuple[int, ...] | None = None) -> Any:
    """The tree with each leaf as an `Array` of which every process gives its part, see `buffers.put_local`."""
    return pytree.map(lambda leaf: Array(buffers.put_local(leaf, sharding, shape)), tree)


@with_tidy_errors
def from_parts(
    sharding: NamedSharding, shape: tuple[int, ...], part: Callable[[tuple[Any, ...]], Any]
) -> Array:
    """The array whose parts are `part(index)`, for the index (slices) of each device of this process."""
    sizes, made = sharding.shard_shape(shape), {}
    for device, place in sharding.devices_indices_map(shape).items():
        if is_local(device):
            made[device] = buffers.put(part(place), device)
            if made[device].aval.shape != sizes:
                raise ValueError(f"the part {place} has the shape {made[device].aval.shape}, not {sizes}")
    dtype = next((b.aval.dtype for b in made.values()), np.dtype(float))
    return Array(buffers.joined(made, _xla.Aval(tuple(shape), dtype), sharding))


def scalars(values: np.ndarray) -> list[Array]:
    """The elements of a host array as `Array`s without axes: what their puts have in common is done once."""
    return [Array(buffer) for buffer in buffers.put_scalars(values)]


def host_value(value: Any) -> np.ndarray:
    """A result of compiled code, read-only; waits, and raises what its computation raised."""
    return value.read() if type(value) is Array else np.asarray(value)


@with_tidy_errors
def device_put(tree: Any, device: Any = None) -> Any:
    """The tree with each leaf converted to an `Array` on the device (default: its own, or the current device).

    Args:
        device: a device, a sharding, or a tree prefix of them.

    Raises:
        ValueError: an array that a sharding can't divide evenly.
        TypeError: something else for a device.
    """
    if device is None or isinstance(device, (Device, Sharding)):
        return pytree.map(lambda leaf: asarray(leaf, device), tree)
    ends = lambda x: x is None or isinstance(x, (Device, Sharding))

    def put(place: Any, part: Any) -> Any:
        if not ends(place):
            raise TypeError(
                f"device_put: device must be one of recto.devices(), a sharding or None, not {place!r}"
            )
        return device_put(part, place)

    return pytree.map(put, device, tree, is_leaf=ends)


@with_tidy_errors
def device_get(tree: Any) -> Any:
    """The tree with each `Array` converted to an ndarray (read-only, zero-copy). Waits; other leaves are unchanged."""
    return pytree.map(lambda leaf: leaf.read() if isinstance(leaf, Array) else leaf, tree)


@with_tidy_errors
def block_until_ready(tree: Any) -> Any:
    """Wait for every `Array` of the tree, and return the tree. Raises the exception of any of their computations."""
    buffers.block([leaf.buf for leaf in pytree.leaves(tree) if isinstance(leaf, Array)])
    return tree


@with_tidy_errors
def from_dlpack(value: Any, device: Device | None = None, copy: bool | None = None) -> Array:
    """Import an array by DLPack. It is copied unless `copy` is False, in which case later writes to it are seen."""
    if copy is not False:
        return asarray(np.from_dlpack(value), device)
    device = device or current_device()
    raw = _xla.from_dlpack(value.__dlpack__(), device)
    return Array(_xla.with_aval(raw, placement(device)))
