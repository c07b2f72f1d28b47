"""Buffers: arrays in device memory, one level below `Array`. Transfers between host and device, waiting.

A buffer is immutable and may still be under computation. `host` is zero copy: a read-only view which keeps
the buffer alive. Never use bare `np.asarray(buffer)`: on a failed buffer it is silently an array of objects.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import _xla
from .._xla import Aval, Buffer, Device
from ..host.callbacks import original_exception
from ..settings import settings
from .client import client, current_device, placement
from .sharding import NamedSharding, Sharding, SingleDeviceSharding, sharding_of

Place = Device | Sharding | None  # a device, or several with a sharding; None: the current device

_NARROW = {
    np.dtype(wide): np.dtype(narrow)
    for wide, narrow in (("f8", "f4"), ("c16", "c8"), ("i8", "i4"), ("u8", "u4"))
}


def is_supported(dtype: np.dtype) -> bool:
    """Can a device hold it? bool, integers and floats to 64 bits, complex to 128, and those of `ml_dtypes`."""
    if dtype.kind in "fc":
        return dtype.itemsize <= (8 if dtype.kind == "f" else 16)
    return dtype.kind in "biu" or dtype.type.__module__ == "ml_dtypes"


def canonical(dtype: np.dtype) -> np.dtype:
    """The dtype a host array has on a device: native byte order, and 32 bits where 64 are switched off.

    Raises TypeError for dtypes no device holds (object, str, datetime64, longdouble, structured).
    """
    if not is_supported(dtype):
        raise TypeError(f"arrays of dtype {dtype} cannot be put on a device")
    native = dtype.newbyteorder("=")
    return native if settings.enable_x64 else _NARROW.get(native, native)


def put(value: Any, place: Place = None, weak: bool = False) -> Buffer:
    """Copy a host value to a device (default: the current one), or in parts to several; the value may be changed as
    soon as this returns.

    Raises TypeError for masked arrays and for dtypes that no device holds; ValueError where parts would be uneven.
    """
    array = plain(np.asanyarray(value))
    dtype = canonical(array.dtype)
    array, aval = array.astype(dtype, copy=False), Aval(array.shape, dtype, weak)
    if isinstance(place, NamedSharding):
        return _put_parts(array, aval, place)
    device: Any = place.device if isinstance(place, SingleDeviceSharding) else place or current_device()
    return _xla.put(array, aval, device, placement(device))


def put_scalars(values: np.ndarray) -> list[Buffer]:
    """Copy the elements of a host array to the current device, each into a buffer of its own."""
    values = np.ravel(values).astype(canonical(values.dtype), copy=False)
    device, aval = current_device(), Aval((), values.dtype, False)
    place = placement(device)
    return [_xla.put(value, aval, device, place) for value in values]


def _put_parts(array: np.ndarray, aval: Aval, sharding: NamedSharding) -> Buffer:
    places = sharding.devices_indices_map(aval.shape)
    part = aval._replace(shape=sharding.shard_shape(aval.shape))
    parts = [_xla.put(array[places[device]], part, device, placement(device)) for device in sharding.devices]
    return _xla.join_buffers(parts, aval, sharding.devices, sharding.raw(array.ndim))


def plain(array: np.ndarray) -> np.ndarray:
    """The same array, if an ndarray is all that it is. Raises TypeError for subclasses, masked arrays above
    all.
    """
    if type(array) in (np.ndarray, np.memmap):
        return array
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("a masked array would lose its mask: pass x.filled(value), or data and mask apart")
    kind = f"{type(array).__module__}.{type(array).__name__}"
    raise TypeError(f"a {kind} would lose what it adds to an ndarray: pass np.asarray(x) if that is meant")


def device_of(buffer: Buffer) -> Device:
    """The device that holds the buffer (the first, of several)."""
    return _xla.devices_of(buffer)[0]


def place_of(buffer: Buffer) -> Device | Sharding:
    """The device that holds the buffer, or the sharding over several."""
    sharding = sharding_of(buffer)
    return sharding.device if isinstance(sharding, SingleDeviceSharding) else sharding


def move(buffer: Buffer, place: Device | Sharding) -> Buffer:
    """The same array elsewhere (between several devices through the host); the buffer itself if it is there."""
    target = place if isinstance(place, Sharding) else SingleDeviceSharding(place)
    if _xla.alike(buffer._sharding, target.raw(len(buffer.aval.shape))):
        return buffer
    if isinstance(target, SingleDeviceSharding) and len(_xla.devices_of(buffer)) == 1:
        return _xla.put(buffer, buffer.aval, target.device, placement(target.device))
    return put(host(buffer), target, buffer.aval.weak_type)


def shards(buffer: Buffer) -> list[tuple[Device, tuple[slice, ...], Buffer]]:
    """For each device, the place of its part in the array, and the part."""
    sharding, aval = sharding_of(buffer), buffer.aval
    if isinstance(sharding, SingleDeviceSharding):
        return [(sharding.device, tuple(slice(0, n) for n in aval.shape), buffer)]
    client()  # raises in a forked child
    places = sharding.devices_indices_map(aval.shape)
    part = aval._replace(shape=sharding.shard_shape(aval.shape))
    return [
        (device, places[device], _xla.with_shape(found, part, placement(device)))
        for device, found in zip(sharding.devices, _xla.buffers_of_devices(buffer))
    ]


def host(buffer: Buffer) -> np.ndarray:
    """Wait, and view as a read-only ndarray (zero copy; a copy for bfloat16, float8, int4 ...).

    Raises what the computation of the buffer raised; RuntimeError if it has been deleted (donated).
    """
    if buffer.aval.dtype.kind != "V" and buffer.aval.dtype.type.__module__ == "numpy":
        try:
            return np.asarray(memoryview(buffer))
        except BufferError:
            pass
    block([buffer])
    client()
    if len(_xla.devices_of(buffer)) > 1:
        return _gather_parts(buffer)
    return _read_only(_xla.exotic_to_numpy(buffer))


def _gather_parts(buffer: Buffer) -> np.ndarray:
    """The parts put together; the first one where all devices have everything."""
    found = shards(buffer)
    if sharding_of(buffer).is_fully_replicated:
        return host(found[0][2])
    whole = np.empty(buffer.aval.shape, buffer.aval.dtype)
    for _, place, part in found:
        whole[place] = host(part)
    return _read_only(whole)


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def block(buffers: Sequence[Buffer]) -> None:
    """Wait until all are computed. Raises what their computation raised (a callback's exception as it was)."""
    try:
        _xla.block(buffers)
    except (_xla.Failure, ValueError) as error:
        found = original_exception(error)
        if found is error:
            raise
        raise found from None


def host_values(buffers: Iterable[Buffer]) -> list[np.ndarray]:
    """The host values of several buffers, zero copy and read-only; waits for all, raises what any of them
    raised.
    """
    return [host(buffer) for buffer in buffers]


def write_back(target: np.ndarray, buffer: Buffer) -> None:
    """Copy a buffer into a NumPy array of the same shape, casting within the same kind. Waits.

    Raises ValueError if the shapes differ or the target is read-only, TypeError if the dtype cannot be cast.
    """
    value = host(buffer)
    if target.shape != value.shape:
        raise ValueError(f"cannot write an array of shape {value.shape} into one of shape {target.shape}")
    np.copyto(target, value, casting="same_kind")
