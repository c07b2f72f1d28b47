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
from .client import client, current_device, first_device, is_local, placement
from .sharding import NamedSharding, Sharding, SingleDeviceSharding, sharding_of

Place = Device | Sharding | None  # a device, or several with a sharding; None: the current device

_NARROW = {
    np.dtype(wide): np.dtype(narrow)
    for wide, narrow in (("f8", "f4"), ("c16", "c8"), ("i8", "i4"), ("u8", "u4"))
}


def is_supported(dtype: np.dtype) -> bool:
    """Whether a device can hold it. bool, integers and floats to 64 bits, complex to 128, and those of
    `ml_dtypes`."""
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


def put_first(value: np.ndarray) -> Buffer:
    """Copy a host array, as it is, to the first device."""
    device = first_device()
    return _xla.put(value, Aval(value.shape, value.dtype, False), device, placement(device))


def put_scalars(values: np.ndarray) -> list[Buffer]:
    """Copy the elements of a host array to the current device, each into a buffer of its own."""
    values = np.ravel(values).astype(canonical(values.dtype), copy=False)
    device, aval = current_device(), Aval((), values.dtype, False)
    place = placement(device)
    return [_xla.put(value, aval, device, place) for value in values]


def _put_parts(array: np.ndarray, aval: Aval, sharding: NamedSharding) -> Buffer:
    places = sharding.devices_indices_map(aval.shape)
    part = aval._replace(shape=sharding.shard_shape(aval.shape))
    return joined(
        {d: _xla.put(array[places[d]], part, d, placement(d)) for d in sharding.devices if is_local(d)},
        aval,
        sharding,
    )


def joined(parts: dict[Device, Buffer], aval: Aval, sharding: NamedSharding) -> Buffer:
    """One array of the parts that the devices of this process hold. Raises ValueError if there are none."""
    if not parts:
        raise ValueError(f"{sharding} is over devices of other processes only")
    devices = [
        device for device in sharding.devices if device in parts
    ]  # in order of their ids, as C++ wants it
    return _xla.join_buffers([parts[d] for d in devices], aval, devices, sharding.raw(len(aval.shape)))


def put_local(value: Any, sharding: NamedSharding, shape: tuple[int, ...] | None = None) -> Buffer:
    """One array of the parts that each process gives: `value` is the part of this process.

    `shape`: of the whole array; by default an axis is as many times longer than here as there are parts of it in
    other processes. Raises ValueError if the part of this process is not a block of the array of that shape.
    """
    local = plain(np.asanyarray(value))
    local = local.astype(canonical(local.dtype), copy=False)
    whole = sharding.global_shape(local.shape) if shape is None else tuple(shape)
    places = {d: p for d, p in sharding.devices_indices_map(whole).items() if is_local(d)}
    if not places:
        raise ValueError(f"{sharding} is over devices of other processes only")
    starts = [min(p[k].start for p in places.values()) for k in range(len(whole))]
    stops = tuple([max(p[k].stop for p in places.values()) for k in range(len(whole))])
    wanted = tuple([stop - start for start, stop in zip(starts, stops)])
    if wanted != local.shape:
        raise ValueError(
            f"of an array of shape {whole}, this process holds a part of shape {wanted}, not {local.shape}"
        )
    part = Aval(sharding.shard_shape(whole), local.dtype, False)
    parts = {
        device: _xla.put(
            local[tuple([slice(s.start - a, s.stop - a) for s, a in zip(place, starts)])],
            part,
            device,
            placement(device),
        )
        for device, place in places.items()
    }
    return joined(parts, part._replace(shape=whole), sharding)


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


def is_addressable(buffer: Buffer) -> bool:
    """Whether all devices that hold a part of it belong to this process."""
    return all(map(is_local, _xla.devices_of(buffer)))


def is_readable(buffer: Buffer) -> bool:
    """Whether the devices of this process hold every element."""
    sharding = sharding_of(buffer)
    if sharding.is_fully_replicated or is_addressable(buffer):
        return True
    places = sharding.devices_indices_map(buffer.aval.shape).items()
    parts = {repr(place) for _, place in places}
    return parts == {repr(place) for device, place in places if is_local(device)}


def place_of(buffer: Buffer) -> Device | Sharding:
    """The device that holds the buffer, or the sharding over several."""
    sharding = sharding_of(buffer)
    return sharding.device if isinstance(sharding, SingleDeviceSharding) else sharding


def move(buffer: Buffer, place: Device | Sharding) -> Buffer:
    """The same array elsewhere (between several devices, and platforms, through the host); the buffer itself if it is
    there.
    """
    target = place if isinstance(place, Sharding) else SingleDeviceSharding(place)
    if _xla.alike(buffer._sharding, target.raw(len(buffer.aval.shape))):
        return buffer
    sources = _xla.devices_of(buffer)
    if (
        isinstance(target, SingleDeviceSharding)
        and len(sources) == 1
        and sources[0].client is target.device.client
    ):
        return _xla.put(buffer, buffer.aval, target.device, placement(target.device))
    if not is_readable(buffer):
        raise RuntimeError(
            f"an array on {sharding_of(buffer)} can't be moved by one of its processes to {target}: all of them "
            "have to call recto.jit(lambda x: x, out_shardings=…)(x)"
        )
    return put(host(buffer), target, buffer.aval.weak_type)


def shards(buffer: Buffer) -> list[tuple[Device, tuple[slice, ...], Buffer]]:
    """The part on each device of this process, with its position in the array."""
    sharding, aval = sharding_of(buffer), buffer.aval
    if isinstance(sharding, SingleDeviceSharding):
        return [(sharding.device, tuple(slice(0, n) for n in aval.shape), buffer)]
    client()  # raises in a forked child
    places = sharding.devices_indices_map(aval.shape)
    part = aval._replace(shape=sharding.shard_shape(aval.shape))
    return [
        (device, places[device], _xla.with_shape(found, part, placement(device)))
        for device, found in zip(
            filter(is_local, sharding.devices), _xla.buffers_of_devices(buffer), strict=True
        )
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


def is_gathered(buffer: Buffer) -> bool:
    """Whether its host value is a copy: of several parts, or of a dtype that NumPy does not have."""
    return buffer.aval.dtype.type.__module__ != "numpy" or len(_xla.devices_of(buffer)) > 1


def _gather_parts(buffer: Buffer) -> np.ndarray:
    """The parts put together; the first one where all devices have everything."""
    found = shards(buffer)
    if sharding_of(buffer).is_fully_replicated:
        return host(found[0][2])
    if not is_readable(buffer):
        raise RuntimeError(
            f"parts of this array, on {sharding_of(buffer)}, are in other processes: recto.distributed.gather(x) "
            "gives each process all of it; x.addressable_shards are the parts of this one"
        )
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
