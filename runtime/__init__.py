"""Text and arrays: StableHLO in, executables and arrays out. The only part of Recto that imports jaxlib.

    exe = compile(text)                  # executable.py   text -> Executable (memory, disk, XLA)
    f = dispatcher(name, load)           # dispatch.py     a callable by the C++ fast path
    x = device_put(np.arange(3.0))       # transfer.py     host <-> device, whole trees
    Array, install                       # array.py        NumPy's protocol in front of a buffer
    pytree                               # pytree.py       trees of containers
    Store, default_store                 # cache.py        bytes on disk between processes
    settings                             # settings.py     enable_x64

Importing creates no client and no thread, and never imports jax.
"""
from . import pytree
from ._host import functions, install
from ._mlir import pretty, verify
from ._xla import Aval, Buffer, Device, Failure
from .array import Array
from .buffers import canonical, host_values, is_supported, put, write_back
from .cache import Info, Store, default_folder, default_store, executable_key
from .client import client, current_device, default_device, devices, register_lapack
from .dispatch import Loaded, Unfinished, dispatcher, fast_route
from .executable import Executable, compile, load
from .settings import Settings, settings
from .transfer import asarray, block_until_ready, device_get, device_put, from_dlpack

__all__ = [
    "Array", "Aval", "Buffer", "Device", "Executable", "Failure", "Info", "Loaded", "Settings", "Store",
    "asarray",
    "block_until_ready", "canonical", "client", "compile", "current_device", "default_device",
    "default_folder",
    "default_store", "device_get", "device_put", "devices", "dispatcher", "executable_key", "from_dlpack",
    "functions",
    "host_values", "install", "is_supported", "load", "pretty", "put", "pytree", "register_lapack",
    "settings", "Unfinished", "fast_route",
    "verify", "write_back",
]
