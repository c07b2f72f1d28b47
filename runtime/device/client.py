"""The clients of this process, one for the CPU and one for each kind of accelerator that is asked for; their devices,
those of other processes too; and the default device.
"""

import contextlib
import ctypes
import functools
import importlib.metadata
import importlib.util
import os
import pathlib
import re
import threading
from collections.abc import Iterator
from typing import Any

import jaxlib

from .. import _xla
from .._xla import Device, Sharding
from . import processes
from .plugins import Plugin, plugins, resolve_platform

_lock = threading.RLock()
_client: Any = None
_others: dict[
    str, Any
] = {}  # clients of other platforms than the default one, and what making one failed with
_several = False  # is there any device but one of the CPU?
_wanted: int | None = None
_asynchronous: bool | None = None


def client(platform: str | None = None) -> Any:
    """The client of a platform (None: the default one), made on first need.

    Raises RuntimeError in a forked child of a process that had made one, and if the platform has no devices.
    """
    if _xla.FORKED.value:
        raise RuntimeError(
            "Recto cannot be used in a forked child once its parent has used it: XLA's "
            "threads do not survive fork(). Use multiprocessing.get_context('spawn'), or "
            "start the children first."
        )
    if platform is not None and (name := resolve_platform(platform)) != default_platform():
        return _others.get(name) or _make_other(name)
    return _client or _make()


def default_platform() -> str:
    """RECTO_PLATFORM, else "cpu": accelerators are used where asked for. Raises RuntimeError for unknown names."""
    return resolve_platform(os.environ.get("RECTO_PLATFORM", "").lower() or "cpu")


def _make_other(name: str) -> Any:
    with _lock:
        if name not in _others:
            _others[name] = _made(name)
        return _others[name]


def _make() -> Any:
    global _client
    with _lock:
        if _client is None:
            _client = _made(default_platform())
        return _client


def has_other_devices() -> bool:
    """Whether arrays can lie elsewhere than on the first device of the CPU."""
    return _several


def _made(platform: str) -> Any:
    global _several
    made = _started(platform)
    _several = _several or platform != "cpu" or len(made.devices()) > 1
    return made


def _started(platform: str) -> Any:
    if platform != "cpu":
        return start_client(plugins()[platform])
    group = processes.group()
    if group is None:
        return _xla.make_client(_requested_devices(), asynchronous())
    return _xla.joined_client(
        _requested_devices(), asynchronous(), group.link, group.process, group.size, group.host
    )


def start_client(plugin: Plugin) -> Any:
    """The client of a plugin. Raises RuntimeError, with what the plugin says, if it does not start."""
    group = processes.group()
    options = {**(_xla.gpu_options() if plugin.platform in ("cuda", "rocm") else {}), **dict(plugin.options)}
    if group is not None:
        options |= {"node_id": group.process, "num_nodes": group.size}
    try:
        if (package := CUDA_TARGETS.get(plugin.package)) is not None:
            check_version(package.replace("_", "-"))
        if plugin.platform == "cuda":
            preload_libraries()
        functions = _xla.load_plugin(plugin.platform, str(plugin.library))
        if functions is not None and package is not None:
            _xla.register_cuda_targets(functions, package)
        return _xla.plugin_client(plugin.platform, options, group and group.link)
    except (_xla.Failure, ImportError) as error:
        raise RuntimeError(
            f"the plugin {plugin.library.name} for {plugin.platform} does not start: {error}"
        ) from None


def check_version(package: str) -> None:
    """Raise ImportError unless a package is there, of the version that jaxlib has: 0.10 with any 0.10."""
    found, own = importlib.metadata.version(package), jaxlib.__version__
    if found.split(".")[:2] != own.split(".")[:2]:
        raise ImportError(
            f"{package} {found} goes with jaxlib {found}, not with {own}: install that of one version"
        )


CUDA_TARGETS = {"xla_cuda13": "jax_cuda13_plugin", "xla_cuda12": "jax_cuda12_plugin"}
# In an order in which each finds those that it needs; with CUDA 13 all but the last stand in one package.
LIBRARIES = (
    "cudart nvrtc cublasLt cublas nccl cupti nvJitLink cusparse cusolver cufft nvshmem_host cudnn".split()
)


def preload_libraries() -> None:
    """Load NVIDIA's libraries from its packages, if they are installed, so that the plugin finds them."""
    spec = importlib.util.find_spec("nvidia")
    folders = [pathlib.Path(f) for f in (spec.submodule_search_locations or () if spec else ())]
    for name in LIBRARIES:
        for path in (p for folder in folders for p in sorted(folder.glob(f"**/lib/lib{name}.so*"))[:1]):
            with contextlib.suppress(OSError):  # the plugin says what it misses
                ctypes.CDLL(str(path))


def platform_of(device: Device) -> str:
    """The name of a device's platform: "cpu", "cuda" … (jaxlib says "gpu" of some)."""
    for name, made in _others.items():
        if device.client is made:
            return name
    return default_platform()


def platform_key(device: Device) -> dict[str, str]:
    """The properties besides the program on which machine code depends: nothing on the CPU, whose own key is
    everywhere; elsewhere the kind of the device, and the versions of driver and plugin.
    """
    if (name := platform_of(device)) == "cpu":
        return {}
    return {"platform": name, "kind": device.device_kind, "version": device.client.platform_version}


def join(address: str, size: int, process: int, **how: Any) -> None:
    """Make this process one of several, see `processes.connect`. Raises RuntimeError if the client is there already."""
    with _lock:
        if _client is not None or processes.group() is not None:
            raise RuntimeError(
                "this process has devices already, and they can't be joined with those of others: call "
                "recto.distributed.initialize before the first array, devices() or compiled call, and once"
            )
        processes.connect(address, size, process, **how)


def set_num_cpu_devices(number: int) -> None:
    """Set the number of devices that the CPU is divided into. Raises RuntimeError if the client is there
    already."""
    global _wanted
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"the number of CPU devices must be a positive integer, not {number!r}")
    with _lock:
        if _client is not None and local_device_count() != number:
            raise RuntimeError(
                f"the number of CPU devices is {local_device_count()} by now: set it before the "
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
    """Whether calls return before their results are there. Unless it is asked for, no: what takes less than
    0.1 ms would take several times as long, as threads must be woken for it.
    """
    if _asynchronous is not None:
        return _asynchronous
    return os.environ.get("RECTO_ASYNCHRONOUS", "0").lower() not in ("0", "", "false", "off")


def num_cpu_devices() -> int:
    """The number of devices that the CPU is, or will be, in this process."""
    if _client is not None:
        return local_device_count()
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
    if _client is not None or _others:
        _xla.FORKED.set_global(True)


os.register_at_fork(after_in_child=_mark_forked)


def devices(backend: str | None = None) -> list[Device]:
    """All devices of a platform, those of other processes too, in order of their ids. Creates the client.

    Args:
        backend: "cpu", "gpu", "cuda", "rocm", "tpu" … None: the default, the CPU unless RECTO_PLATFORM names another.

    Raises:
        RuntimeError: no plugin is installed for it, or there are no such devices.
    """
    return list(client(backend).devices())


def local_devices(backend: str | None = None) -> list[Device]:
    """The devices of this process, in order of their ids, see `devices`."""
    return list(client(backend).local_devices())


def device_count(backend: str | None = None) -> int:
    """The number of devices of all processes, see `devices`."""
    return len(devices(backend))


def local_device_count(backend: str | None = None) -> int:
    """The number of devices of this process, see `devices`."""
    return len(local_devices(backend))


def device_at(platform: str, number: int) -> Device:
    """The device with this id. Raises RuntimeError if there is none."""
    for device in devices(platform):
        if device.id == number:
            return device
    raise RuntimeError(f"there is no device {platform}:{number} in this process")


def address_of(device: Device) -> tuple[str, int]:
    """The key by which `device_at` finds a device, in another process too."""
    return platform_of(device), device.id


def is_local(device: Device) -> bool:
    """Whether the device belongs to this process."""
    return device.process_index == processes.process_index()


def current_device() -> Device:
    """The device of the innermost `default_device`, else the first device."""
    client()  # raises in a forked child
    wanted = _xla.DEFAULT_DEVICE.value
    return _first() if wanted is None else _at(wanted)


def live_buffers(platform: str | None = None) -> list[Any]:
    """The buffers on the devices of this process, or on those of one platform."""
    found = client()
    return list(found.live_buffers()) if platform in (None, found.platform) else []


def first_device() -> Device:
    """The first device, whatever the default one is."""
    client()  # raises in a forked child
    return _first()


@functools.cache
def _first() -> Device:
    return client().local_devices()[0]


@functools.cache
def _at(address: tuple[str, int]) -> Device:
    return device_at(*address)


def refuse_other(device: Device) -> None:
    """Raise ValueError for a device of another process."""
    if not is_local(device):
        raise ValueError(f"{device} belongs to process {device.process_index}: see recto.local_devices()")


@contextlib.contextmanager
def default_device(device: Device | None) -> Iterator[None]:
    """A context manager: in its block (and thread), new arrays and compilations use `device`; None means the first.

    Raises TypeError if `device` is not one of `devices()`.
    """
    if not (device is None or isinstance(device, Device)):
        raise TypeError(f"a device of recto.devices() is wanted, not {type(device).__name__}")
    if device is not None:
        refuse_other(device)
    before = _xla.DEFAULT_DEVICE.swap_local(None if device is None else address_of(device))
    try:
        yield
    finally:
        _xla.DEFAULT_DEVICE.set_local(before)


@functools.cache
def placement(device: Device) -> Sharding:
    """The sharding that puts a whole array on one device. Raises ValueError for a device of another process."""
    refuse_other(device)
    return _xla.sharding_on(device)


@functools.cache
def register_lapack() -> None:
    """Make the custom calls `lapack_*_ffi` of the CPU available. Does its work once. Raises ImportError without
    SciPy.
    """
    client("cpu")
    _xla.register_lapack_targets()
