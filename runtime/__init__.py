"""The runtime: compiles StableHLO text and runs it on arrays. The only part of Recto that imports jaxlib.

    exe = compile(text)                  # compilation/executable.py   text -> Executable (memory, disk, XLA)
    f = dispatcher(name, load)           # dispatch/fast_path.py       a callable by the C++ fast path
    x = device_put(np.arange(3.0))       # transfer.py                 host <-> device, whole trees
    NamedSharding, Mesh, Layout          # device/sharding.py          several devices
    Array, install                       # arrays/array.py             NumPy's protocol in front of a buffer
    pytree                               # dispatch/pytree.py          trees of containers
    Store, default_store                 # compilation/cache.py        bytes on disk between processes
    settings                             # settings.py                 enable_x64, options of XLA

Importing creates no client and no thread, and never imports jax.
"""

from ._xla import Aval, Buffer, Device, Failure
from .arrays.array import MUTATORS, Array, Shard
from .arrays.eager import boxed, small_values
from .compilation.cache import Info, Store, default_folder, default_store, executable_key, jaxlib_version
from .compilation.executable import Executable, compile, load
from .compilation.jax_file import jax_file
from .compilation.mlir import from_portable, portable, pretty, stablehlo_version, verify
from .compilation.native import compiles_kernels
from .device.buffers import canonical, host_values, is_readable, is_supported, put, write_back
from .device.client import (
    address_of,
    asynchronous,
    client,
    current_device,
    default_device,
    default_platform,
    device_at,
    device_count,
    devices,
    is_local,
    join,
    live_buffers,
    local_device_count,
    local_devices,
    num_cpu_devices,
    platform_key,
    platform_of,
    register_lapack,
    set_asynchronous,
    set_num_cpu_devices,
)
from .device.processes import (
    barrier,
    disconnect,
    is_joined,
    process_count,
    process_index,
    publish,
    published,
)
from .device.sharding import (
    Layout,
    Mesh,
    NamedSharding,
    PartitionSpec,
    Sharding,
    SingleDeviceSharding,
    make_mesh,
    sharding_of,
)
from .dispatch import pytree
from .dispatch.exact import (
    Exact,
    bare,
    compare_objects_by,
    has_equals,
    has_own_equality,
    on_exact,
    told_apart,
)
from .dispatch.fast_path import (
    Frozen,
    Loaded,
    Unfinished,
    check,
    dispatcher,
    fast_route,
    on_copies,
    with_prepared_arguments,
)
from .frames import raise_by
from .host.callbacks import original_exception
from .host.interrupts import interrupt, polls, time_limit
from .settings import Settings, settings
from .transfer import (
    asarray,
    block_until_ready,
    device_get,
    device_put,
    from_dlpack,
    from_local,
    from_parts,
    host_value,
    scalars,
)

__all__ = [
    "Shard",
    "live_buffers",
    "boxed",
    "small_values",
    "MUTATORS",
    "Array",
    "Aval",
    "Buffer",
    "Device",
    "Exact",
    "Executable",
    "Frozen",
    "Failure",
    "Info",
    "Layout",
    "Loaded",
    "Mesh",
    "NamedSharding",
    "PartitionSpec",
    "Settings",
    "Sharding",
    "SingleDeviceSharding",
    "Store",
    "asarray",
    "asynchronous",
    "block_until_ready",
    "canonical",
    "check",
    "client",
    "compile",
    "compiles_kernels",
    "current_device",
    "address_of",
    "default_device",
    "default_platform",
    "device_at",
    "platform_key",
    "platform_of",
    "default_folder",
    "default_store",
    "device_count",
    "device_get",
    "device_put",
    "devices",
    "dispatcher",
    "executable_key",
    "barrier",
    "disconnect",
    "from_dlpack",
    "from_local",
    "from_parts",
    "is_joined",
    "is_local",
    "is_readable",
    "jax_file",
    "join",
    "process_count",
    "process_index",
    "publish",
    "published",
    "from_portable",
    "host_value",
    "host_values",
    "is_supported",
    "jaxlib_version",
    "load",
    "local_device_count",
    "local_devices",
    "make_mesh",
    "num_cpu_devices",
    "portable",
    "pretty",
    "put",
    "pytree",
    "register_lapack",
    "scalars",
    "set_asynchronous",
    "set_num_cpu_devices",
    "settings",
    "sharding_of",
    "stablehlo_version",
    "Unfinished",
    "fast_route",
    "on_copies",
    "on_exact",
    "with_prepared_arguments",
    "bare",
    "compare_objects_by",
    "has_equals",
    "has_own_equality",
    "told_apart",
    "interrupt",
    "original_exception",
    "polls",
    "raise_by",
    "time_limit",
    "verify",
    "write_back",
]
