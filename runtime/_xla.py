"""The private names of `jaxlib` in one place: nearly every use of `jaxlib._jax` in Recto is in this file.

They are the private API of jaxlib 0.9 to 0.12, which differ in few places. For a newer version read this file and
`compilation/mlir.py` again; the test-suite of `runtime/` is the upgrade test. Importing this module creates no client,
starts no thread and never imports `jax` (`without_jax` hides it from the few C++ functions that would).
"""

import ctypes
import functools
import gc
import importlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

# hides INFO and WARNING lines; read when jaxlib is imported
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
from jaxlib import cpu_feature_guard

cpu_feature_guard.check_cpu_features()  # an error in words instead of SIGILL on an old CPU
from jaxlib import _jax, xla_client  # noqa: E402 (after the check)

if TYPE_CHECKING:

    class _Opaque:
        """An object of C++, whose attributes have no types."""

        def __init__(self, *args: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    class Buffer(_Opaque): ...

    class Device(_Opaque): ...

    class Sharding(_Opaque): ...

    class Structure(_Opaque): ...

    class Registry(_Opaque): ...
else:
    Buffer = xla_client.ArrayImpl
    Device = xla_client.Device
    Sharding = xla_client.GSPMDSharding
    Structure = _jax.pytree.PyTreeDef
    Registry = _jax.pytree.PyTreeRegistry
DictKey = _jax.pytree.DictKey
GetAttrKey = _jax.pytree.GetAttrKey
SequenceKey = _jax.pytree.SequenceKey
FlattenedIndexKey = _jax.pytree.FlattenedIndexKey
Failure = _jax.JaxRuntimeError
unset = _jax.config.unset


class Aval(NamedTuple):
    """The abstract value of an array: its shape and dtype. `dtype` is an `np.dtype`; `weak_type` marks Python
    numbers."""

    shape: tuple[int, ...]
    dtype: np.dtype
    weak_type: bool = False


class Fast(NamedTuple):
    """The C++ dispatcher's data for one signature (a tuple with exactly these fields)."""

    xla_executable: Any
    out_pytree_def: Any
    in_shardings: list[Any]
    out_shardings: list[Any]
    out_avals: list[Any]
    out_committed: list[Any]
    kept_var_bitvec: list[Any]
    in_device_local_layouts: list[Any]
    const_args: list[Any]


def jax_enable_x64() -> Any:
    """JAX's 64-bit flag, which the C++ dispatcher obeys if JAX is in this process; None if it is not."""
    return getattr(sys.modules.get("jax._src.config"), "enable_x64", None)


def _flag(name: str, value: Any, install: Callable[..., Any] | None = None) -> Any:
    """A process-wide state (with a thread-local override) that the C++ dispatcher looks at on every call.

    If JAX is there, its own stay installed (see `beside_jax`).
    """
    state = _jax.config.Config(name, value, include_in_jit_key=install is not set_hook_state)
    if install is not None and jax_enable_x64() is None:
        install(state)
    return state


set_hook_state = _jax.jax_jit.set_post_hook_state
ENABLE_X64 = _flag("recto_enable_x64", True, _jax.jax_jit.set_enable_x64_state)
DISABLE_JIT = _flag("recto_disable_jit", False, _jax.jax_jit.set_disable_jit_state)
AFTER_CALL = _flag("recto_after_call", None, set_hook_state)  # callable(function, args, kwargs, result)
DEFAULT_DEVICE = _flag("recto_default_device", None)  # (platform, id) of a device, or None for the first
FORKED = _flag("recto_forked", False)  # part of the key: a forked child misses every entry

if jax_enable_x64() is None:
    _jax.set_tracebacks_enabled(False)  # saves 0.2 us a call, 1 us under a deep stack
gc.callbacks.append(lambda *_: _jax.collect_garbage())  # frees references parked by C++ threads
_hiding = threading.Lock()


def without_jax(function: Callable[..., Any], *args: Any) -> Any:
    """Call a C++ function that tries `import jax` behind our back, and make that import fail."""
    if sys.modules.get("jax") is not None:
        return function(*args)
    with _hiding:
        sys.modules["jax"] = None  # type: ignore[assignment]  # as Python documents it: the import fails
        try:
            return function(*args)
        finally:
            sys.modules.pop("jax", None)


def make_client(num_devices: int | None, asynchronous: bool, **processes: Any) -> Any:
    """A new CPU client; its arrays do not mix with those of another client. `processes`: see `joined_client`."""
    return xla_client.make_cpu_client(asynchronous=asynchronous, num_devices=num_devices, **processes)


def joined_client(
    num_devices: int | None, asynchronous: bool, link: Any, process: int, size: int, host: str
) -> Any:
    """The client of one of several processes, which other processes reach at `host`. All of them make one at once."""
    collectives = _jax.make_gloo_tcp_collectives(distributed_client=link, hostname=host)
    return make_client(
        num_devices,
        asynchronous,
        distributed_client=link,
        node_id=process,
        num_nodes=size,
        collectives=collectives,
    )


def coordination_service(address: str, size: int, heartbeat: int, start: int, end: int) -> Any:
    """The server of process 0, by which processes find each other. Times are in seconds."""
    return _jax.get_distributed_runtime_service(
        address, size, heartbeat_timeout=heartbeat, cluster_register_timeout=start, shutdown_timeout=end
    )


def coordination_link(address: str, process: int, heartbeat: int, start: int, end: int) -> Any:
    """A process's link to that server: barriers, texts by keys, and signs of life. Times are in seconds.

    (`missed_heartbeat_callback` cannot be used: C++ can't convert its argument, and ends the process.)
    """
    return _jax.get_distributed_runtime_client(
        address,
        process,
        init_timeout=start,
        shutdown_timeout=end,
        heartbeat_timeout=heartbeat,
        shutdown_on_destruction=False,
    )


def load_plugin(name: str, library: str) -> Any:
    """The functions of a PJRT plugin, loaded once in a process. Raises `Failure` for a file that is none."""
    if xla_client.pjrt_plugin_loaded(name):
        return None
    functions = xla_client.load_pjrt_plugin_dynamically(name, library)
    xla_client.initialize_pjrt_plugin(name)  # of a name that is not loaded: a segmentation fault
    return functions


def plugin_client(name: str, options: dict[str, Any], link: Any) -> Any:
    """A client of a loaded plugin. Raises `Failure`, for example if there is no such device."""
    return xla_client.make_c_api_client(name, options, link)


def gpu_options() -> dict[str, Any]:
    """The options for the client of a GPU from the variables XLA_PYTHON_CLIENT_ALLOCATOR,
    XLA_CLIENT_MEM_FRACTION …"""
    return xla_client.generate_pjrt_gpu_plugin_options()


def register_cuda_targets(functions: Any, package: str) -> None:
    """Make the custom calls of `jax_cuda13_plugin` available: cuSOLVER's and Python callbacks. Its modules are made of
    C++ and don't import JAX. Raises ImportError if it is not installed.
    """
    extension = importlib.import_module(f"{package}.cuda_plugin_extension")
    xla_client.register_custom_type_handler(
        "CUDA", functools.partial(extension.register_custom_type, functions)
    )
    xla_client.register_custom_call_handler(
        "CUDA", functools.partial(extension.register_custom_call_target, functions)
    )
    for name, kind in extension.ffi_types().items():
        xla_client.register_custom_type(name, kind, platform="CUDA")
    for table in (
        extension.ffi_handlers(),
        *[importlib.import_module(f"{package}.{m}").registrations() for m in ("_solver", "_linalg")],
    ):
        for name, target in table.items():
            xla_client.register_custom_call_target(name, target, platform="CUDA", api_version=1)


def device_list(devices: Sequence[Device]) -> Any:
    return xla_client.DeviceList(tuple(devices))


def sharding_on(device: Device) -> Sharding:
    """The trivial sharding: everything on one device."""
    return Sharding(device_list([device]), xla_client.HloSharding.replicate())


def tiled_sharding(devices: Sequence[Device], numbers: np.ndarray | None) -> Sharding:
    """The sharding over several devices: `numbers` says which of them hold each part (its last axis are
    repeats); None where all hold everything.
    """
    if numbers is None:
        return Sharding(device_list(devices), xla_client.HloSharding.replicate())
    proto = xla_client.OpSharding()
    proto.type = xla_client.OpSharding.Type.OTHER
    proto.replicate_on_last_tile_dim = numbers.shape[-1] > 1
    proto.tile_assignment_dimensions = list(numbers.shape if numbers.shape[-1] > 1 else numbers.shape[:-1])
    proto.tile_assignment_devices = [int(k) for k in numbers.flat]
    return Sharding(device_list(devices), xla_client.HloSharding.from_proto(proto))


def alike(one: Sharding, other: Sharding) -> bool:
    """Whether two shardings lay out arrays alike. (C++ compares them by identity.) JAX has classes of its
    own."""
    if one is other:
        return True
    layouts = getattr(one, "_hlo_sharding", None), getattr(other, "_hlo_sharding", None)
    same = None not in layouts and layouts[0] == layouts[1]
    return same and one._internal_device_list == other._internal_device_list


def result_tiles(executable: Any, ranks: Sequence[int]) -> list[np.ndarray | None]:
    """XLA's layout of each result, as `tiled_sharding` takes it."""
    found = map(xla_client.HloSharding.from_proto, executable.get_output_shardings() or ())
    return [_tiles(sharding, ndim) for sharding, ndim in zip(found, ranks, strict=True)]


def _tiles(sharding: Any, ndim: int) -> np.ndarray | None:
    if not sharding.is_tiled():
        return None
    sizes = sharding.tile_assignment_dimensions()
    numbers = np.array(sharding.tile_assignment_devices()).reshape(*sizes[:ndim], -1)
    return None if numbers.size == numbers.shape[-1] else numbers


def devices_of(buffer: Buffer) -> list[Device]:
    return list(buffer._sharding._internal_device_list)


def put(value: Any, aval: Aval, device: Device, sharding: Sharding) -> Buffer:
    """Copy a host array, or a buffer of another device, to `device`; the source is free again on return."""
    during_call = _jax.HostBufferSemantics.IMMUTABLE_ONLY_DURING_CALL
    return _jax.batched_device_put(
        aval, sharding, [value], [device], True, True, during_call, enable_x64=True
    )


def join_buffers(
    parts: Sequence[Buffer], aval: Aval, devices: Sequence[Device], sharding: Sharding
) -> Buffer:
    """Buffers, one on each device, as the parts of one array; nothing is copied.

    (Host arrays given to C++ all at once fail with "bad_function_call" where parts are repeated.)
    """
    return _jax.batched_device_put(aval, sharding, list(parts), list(devices), True, False, enable_x64=True)


def buffers_of_devices(buffer: Buffer) -> list[Buffer]:
    """The part of each device, in order; they do not know their shape (see `with_shape`)."""
    return without_jax(lambda: buffer._arrays)


def with_shape(part: Buffer, aval: Aval, sharding: Sharding) -> Buffer:
    return part._rewrap_with_aval_and_sharding(aval, sharding)


def exotic_to_numpy(buffer: Buffer) -> np.ndarray:
    """The host value of a buffer whose dtype (bfloat16, float8, int4 ...) the buffer protocol refuses."""
    return without_jax(buffer._single_device_array_to_np_array_did_copy)[0]


def block(buffers: Sequence[Buffer]) -> None:
    _jax.batched_block_until_ready(buffers)


def signature(value: Any, enable_x64: bool) -> Aval:
    """Shape, dtype and weakness as the C++ dispatcher sees them. Raises `Failure` for anything not array-
    like.
    """
    seen = _jax.jax_jit._ArgSignatureOfValue(value, enable_x64)
    return Aval(tuple(seen.shape), seen.dtype, seen.weak_type)


def fast_path(
    name: str,
    function: Callable[..., Any],
    miss: Callable[..., Any],
    static_argnums: list[Any],
    static_argnames: list[Any],
    registry: Registry,
    fallback: Callable[..., Any],
) -> Any:
    """The C++ dispatcher; `miss(*args, **kwargs)` returns (result, Fast or None, forget this entry).

    `function(*args, **kwargs)` is called instead inside of `jax.disable_jit()`.
    """
    return _jax.pjit(
        name, function, miss, static_argnums, static_argnames, ("recto",), registry, fallback, _ENTRIES
    )


_ENTRIES = _jax.PjitFunctionCache(capacity=4096)

# What differs between versions of jaxlib. Before 0.10 C++ calls this in each thread that calls the dispatcher:
if hasattr(_jax.jax_jit, "set_thread_local_state_initialization_callback"):
    _jax.jax_jit.set_thread_local_state_initialization_callback(lambda: None)
# Until 0.11.1 a fourth argument keeps C++ from asking jax whether the arrays are as they have to be:
UNCHECKED = (True,) if "_skip_checks" in str(_jax.array_result_handler.__nb_signature__) else ()


def handlers(avals: Iterable[Aval], shardings: Iterable[Sharding]) -> list[Any]:
    """One per result: makes the buffer of that result. Checks nothing."""
    return [
        _jax.array_result_handler(aval, sharding, True, *UNCHECKED)
        for aval, sharding in zip(avals, shardings)
    ]


def execute(executable: Any, buffers: list[Buffer], result_handlers: list[Any]) -> list[Buffer]:
    """Run without any check: only byte counts are compared."""
    return executable.execute_sharded(buffers).consume_with_handlers(result_handlers)


def node(registry: Registry, kind: type, data: Any, children: Sequence[Structure]) -> Structure:
    return _jax.pytree.PyTreeDef.from_node_data_and_children(registry, (kind, data), children)


def leaf_structure(registry: Registry) -> Structure:
    return registry.flatten(0)[1]


def compile_options(
    devices: Sequence[Device], partitioned: bool, flags: dict[str, Any], backend: dict[str, Any]
) -> Any:
    """`flags`: fields of XLA's DebugOptions. `backend`: entries of its map `xla_backend_extra_options`.

    On several devices, every one runs the program (replicas), or XLA divides it among them (`partitioned`).
    """
    options = xla_client.CompileOptions()
    options.env_option_overrides = list(flags.items())
    grid = np.array([[device.id for device in devices]])
    build = options.executable_build_options  # `options` must outlive it (else a dangling pointer)
    options.device_assignment = build.device_assignment = xla_client.DeviceAssignment.create(
        grid if partitioned else grid.T
    )
    if len(devices) > 1:
        options.num_replicas = build.num_replicas = 1 if partitioned else len(devices)
        options.num_partitions = build.num_partitions = len(devices) if partitioned else 1
        build.use_spmd_partitioning = build.use_shardy_partitioner = partitioned
        build.allow_spmd_sharding_propagation_to_output = [partitioned]
    raw = options.SerializeAsString() + b"".join(map(_backend_entry, backend.items()))
    return xla_client.CompileOptions.ParseFromString(raw)


def _backend_entry(item: tuple[str, Any]) -> bytes:
    """CompileOptions.executable_build_options(3).debug_options(3).xla_backend_extra_options(500)[name] =
    value.
    """
    name, value = item
    entry = _field(1, name.encode()) + _field(2, str(value).encode())
    return _field(3, _field(3, _field(500, entry)))


def _field(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _varint(number >> 7)


def compile_and_load(
    client: Any, module: Any, devices: Sequence[Device], options: Any, callbacks: Sequence[Any] = ()
) -> Any:
    """`module`: StableHLO text, or an `ir.Module` (the only route that takes callbacks)."""
    extra = (list(callbacks),) if callbacks else ()
    return client.compile_and_load(module, device_list(devices), options, *extra)


def portable_artifact(text: str, version: str) -> bytes:
    """A StableHLO module in the bytecode of that version of StableHLO."""
    return _jax.mlir.serialize_portable_artifact(text, version)


def deserialize(client: Any, blob: bytes, devices: Sequence[Device], options: Any) -> Any:
    return client.deserialize_executable(blob, device_list(devices), options)


def entry_avals(executable: Any) -> tuple[tuple[Aval, ...], tuple[Aval, ...]]:
    """Parameters and results of a loaded executable, read from its optimised HLO."""
    proto = executable.hlo_modules()[0].as_serialized_hlo_module_proto()
    shapes = xla_client.XlaComputation(proto).program_shape()
    result = shapes.result_shape()
    results = result.tuple_shapes() if result.is_tuple() else [result]
    return tuple(map(_aval, shapes.parameter_shapes())), tuple(map(_aval, results))


def _aval(shape: Any) -> Aval:
    return Aval(tuple(shape.dimensions()), np.dtype(shape.numpy_dtype()))


def register_lapack_targets() -> None:
    """Bind SciPy's LAPACK to the `lapack_*_ffi` custom calls. Raises ImportError without SciPy."""
    from jaxlib.cpu import _lapack  # needs SciPy: for programs with linear algebra alone

    _lapack.initialize()
    for name, target in _lapack.registrations().items():
        xla_client.register_custom_call_target(name, target, platform="cpu", api_version=1)


def register_function(name: str, address: int) -> None:
    """Make a C function of the typed FFI the target of custom calls of that name, for as long as the process runs."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    xla_client.register_custom_call_target(name, new(address, None, None), platform="cpu", api_version=1)


def to_dlpack(buffer: Buffer) -> Any:
    return _jax.buffer_to_dlpack_managed_tensor(buffer, None)


def from_dlpack(capsule: Any, device: Device) -> Buffer:
    """A buffer without an aval; zero copy where the memory is 64-byte aligned."""
    return without_jax(_jax.dlpack_managed_tensor_to_buffer, capsule, device, None)


def with_aval(buffer: Buffer, sharding: Sharding) -> Buffer:
    """The same memory as a buffer that knows its shape and dtype (those made by C++ alone do not)."""
    seen = np.asarray(memoryview(buffer))
    return buffer._rewrap_with_aval_and_sharding(Aval(seen.shape, seen.dtype), sharding)
