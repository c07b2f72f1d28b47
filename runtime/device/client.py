"""The one CPU client of this process, its devices, and the default device."""

import contextlib
import functools
import os
import re
import threading
from collections.abc import Iterator
from typing import Any

from .. import _xla
from .._xla import Device, Sharding

_lock = threading.RLock()
_client: Any = None
_wanted: int | None = None
_asynchronous: bool | None = None


def client() -> Any:
    """The client, made on first need. Raises RuntimeError in a forked child of a process that had made one."""
    if _xla.FORKED.value:
        raise RuntimeError(
            "Recto cannot be used in a forked child once its parent has used it: XLA's "
            "threads do not survive fork(). Use multiprocessing.get_context('spawn'), or "
            "start the children first."
        )
    return _client or _make()


def _make() -> Any:
    global _client
    with _lock:
        if _client is None:
            _client = _xla.make_client(_requested_devices(), asynchronous())
        return _client


def set_num_cpu_devices(number: int) -> None:
    """Set the number of devices that the CPU is divided into. Raises RuntimeError if the client is there
    already."""
    global _wanted
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"the number of CPU devices must be a positive integer, not {number!r}")
    with _lock:
        if _client is not None and _client.device_count() != number:
            raise RuntimeError(
                f"the number of CPU devices is {_client.device_count()} by now: set it before the "
                "first array, devices() or compiled call, or by RECTO_NUM_CPU_DEVICES in the "
                "environment"
            )
        _wanted = number


def set_asynchronous(on: bool) -> None:
    """Whether calls return before their results are there. Raises RuntimeError if the client is there already."""
    global _asynchronous
    with _lock:
        if _client is not None and asynchronous() != on:
            raise RuntimeError(
                "whether calls are asynchronous is settled by now: set it before the first array, "
                "devices() or compiled call, or by RECTO_ASYNCHRONOUS in the environment"
            )
        _asynchronous = on


def asynchronous() -> bool:
    """Do calls return before their results are there? Unless it is asked for, no: what takes less than 0.1 ms would
    take several times as long, as threads must be woken for it.
    """
    if _asynchronous is not None:
        return _asynchronous
    return os.environ.get("RECTO_ASYNCHRONOUS", "0").lower() not in ("0", "", "false", "off")


def num_cpu_devices() -> int:
    """The number of devices that the CPU is, or will be, divided into."""
    if _client is not None:
        return _client.device_count()
    flag = re.search(r"xla_force_host_platform_device_count=(\d+)", os.environ.get("XLA_FLAGS", ""))
    return _requested_devices() or (int(flag[1]) if flag else 1)


def _requested_devices() -> int | None:
    """Set before, or from RECTO_NUM_CPU_DEVICES; None leaves it to XLA_FLAGS. Raises ValueError if it is no positive
    integer.
    """
    text = os.environ.get("RECTO_NUM_CPU_DEVICES")
    if _wanted is not None:
        return _wanted
    if text is None:
        return None
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"RECTO_NUM_CPU_DEVICES must be a positive integer, not {text!r}")
    return int(text)


def _mark_forked() -> None:
    if _client is not None:
        _xla.FORKED.set_global(True)


os.register_at_fork(after_in_child=_mark_forked)


def devices() -> list[Device]:
    """All devices of this process, in order of their ids. Creates the client."""
    return list(client().local_devices())


def device_count() -> int:
    """The number of devices."""
    return len(devices())


local_devices, local_device_count = devices, device_count  # one process has them all


def current_device() -> Device:
    """The device of the innermost `default_device`, else the first device."""
    client()  # raises in a forked child
    wanted = _xla.DEFAULT_DEVICE.value
    return _first() if wanted is None else _by_id(wanted)


@functools.cache
def _first() -> Device:
    return client().local_devices()[0]


@functools.cache
def _by_id(number: int) -> Device:
    return next(device for device in devices() if device.id == number)


@contextlib.contextmanager
def default_device(device: Device | None) -> Iterator[None]:
    """A context manager: in its block (and thread), new arrays and compilations use `device`; None means the first.

    Raises TypeError if `device` is not one of `devices()`.
    """
    if not (device is None or isinstance(device, Device)):
        raise TypeError(f"a device of recto.devices() is wanted, not {type(device).__name__}")
    before = _xla.DEFAULT_DEVICE.swap_local(None if device is None else device.id)
    try:
        yield
    finally:
        _xla.DEFAULT_DEVICE.set_local(before)


@functools.cache
def placement(device: Device) -> Sharding:
    """The sharding that puts a whole array on one device."""
    return _xla.sharding_on(device)


@functools.cache
def register_lapack() -> None:
    """Make the custom calls `lapack_*_ffi` available. Does its work once. Raises ImportError without SciPy."""
    client()
    _xla.register_lapack_targets()
