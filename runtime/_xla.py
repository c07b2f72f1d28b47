"""The private names of `jaxlib`, gathered: nearly every use of `jaxlib._jax` in Recto is in this file.

They are the private API of exactly `jaxlib==0.10.2`. After an upgrade this file and `_mlir.py` are what to
read again; the test-suite of `runtime/` is the upgrade test. Importing this module creates no client, starts
no thread and never imports `jax` (`without_jax` hides it from the few C++ functions that would).
"""
import gc
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL",
                      "2")  # hides INFO and WARNING lines; read when jaxlib is imported

import numpy as np
from jaxlib import cpu_feature_guard

cpu_feature_guard.check_cpu_features()  # an error in words instead of SIGILL on an old CPU
from jaxlib import _jax, xla_client

Buffer = xla_client.ArrayImpl
Device = xla_client.Device
Sharding = xla_client.GSPMDSharding
Structure = _jax.pytree.PyTreeDef
Registry = _jax.pytree.PyTreeRegistry
DictKey = _jax.pytree.DictKey
Failure = _jax.JaxRuntimeError
unset = _jax.config.unset


class Aval(NamedTuple):
    """What is known of an array before it exists. `dtype` is an `np.dtype`; `weak_type` marks Python numbers.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    weak_type: bool = False


class Fast(NamedTuple):
    """What the C++ dispatcher keeps for one signature (a tuple with exactly these fields)."""

    xla_executable: Any
    out_pytree_def: Any
    in_shardings: list
    out_shardings: list
    out_avals: list
    out_committed: list
    kept_var_bitvec: list
    in_device_local_layouts: list
    const_args: list


def _flag(name: str, value: Any, install: Callable | None = None) -> Any:
    """A process-wide state (with a thread-local override) that the C++ dispatcher looks at on every call."""
    state = _jax.config.Config(name, value, include_in_jit_key=install is not set_hook_state)
    if install is not None:
        install(state)
    return state


set_hook_state = _jax.jax_jit.set_post_hook_state
ENABLE_X64 = _flag("recto_enable_x64", True, _jax.jax_jit.set_enable_x64_state)
DISABLE_JIT = _flag("recto_disable_jit", False, _jax.jax_jit.set_disable_jit_state)
AFTER_CALL = _flag("recto_after_call", None, set_hook_state)  # callable(function, args, kwargs, result)
DEFAULT_DEVICE = _flag("recto_default_device", None)          # id of a device, or None for the first
FORKED = _flag("recto_forked",
               False)                         # part of the key: a forked child misses every entry

_jax.set_tracebacks_enabled(False)                            # saves 0.2 us a call, 1 us under a deep stack
gc.callbacks.append(lambda *_: _jax.collect_garbage())        # frees references parked by C++ threads
_hiding = threading.Lock()


def without_jax(function: Callable, *args: Any) -> Any:
    """Call a C++ function that tries `import jax` behind our back, and make that import fail."""
    if sys.modules.get("jax") is not None:
        return function(*args)
    with _hiding:
        sys.modules["jax"] = None
        try:
            return function(*args)
        finally:
            sys.modules.pop("jax", None)


def make_client(num_devices: int | None) -> Any:
    """A new CPU client; its arrays do not mix with those of another client."""
    return xla_client.make_cpu_client(num_devices=num_devices)


def device_list(device: Device) -> Any:
    return xla_client.DeviceList((device,))


def sharding_on(device: Device) -> Sharding:
    """The trivial sharding: everything on one device."""
    return Sharding(device_list(device), xla_client.HloSharding.replicate())


def devices_of(buffer: Buffer) -> list[Device]:
    return list(buffer._sharding._internal_device_list)


def put(value: Any, aval: Aval, device: Device, sharding: Sharding) -> Buffer:
    """Copy a host array, or a buffer of another device, to `device`; the source is free again on return."""
    during_call = _jax.HostBufferSemantics.IMMUTABLE_ONLY_DURING_CALL
    return _jax.batched_device_put(aval, sharding, [value], [device], True, True, during_call,
                                   enable_x64=True)


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


def fast_path(name: str, function: Callable, miss: Callable, static_argnums: list, static_argnames: list,
              registry: Registry, fallback: Callable) -> Callable:
    """The C++ dispatcher; `miss(*args, **kwargs)` returns (result, Fast or None, forget this entry)."""
    return _jax.pjit(name, function, miss, static_argnums, static_argnames, ("recto",), registry, fallback,
                     _ENTRIES)


_ENTRIES = _jax.PjitFunctionCache(capacity=16384)


def handlers(avals: Iterable[Aval], sharding: Sharding) -> list:
    """One per result: makes the buffer of that result. Checks nothing."""
    return [_jax.array_result_handler(aval, sharding, True, True) for aval in avals]


def execute(executable: Any, buffers: list[Buffer], result_handlers: list) -> list[Buffer]:
    """Run without any check: only byte counts are compared."""
    return executable.execute_sharded(buffers).consume_with_handlers(result_handlers)


def node(registry: Registry, kind: type, data: Any, children: Sequence[Structure]) -> Structure:
    return Structure.from_node_data_and_children(registry, (kind, data), children)


def leaf_structure(registry: Registry) -> Structure:
    return registry.flatten(0)[1]


def compile_options(device: Device, flags: dict[str, Any], backend: dict[str, Any]) -> Any:
    """`flags`: fields of XLA's DebugOptions. `backend`: entries of its map `xla_backend_extra_options`."""
    options = xla_client.CompileOptions()
    options.env_option_overrides = list(flags.items())
    assignment = xla_client.DeviceAssignment.create(np.array([[device.id]]))
    build = options.executable_build_options  # `options` must outlive it (else a dangling pointer)
    options.device_assignment = build.device_assignment = assignment
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


def compile_and_load(client: Any, module: Any, device: Device, options: Any, callbacks: Sequence = ()) -> Any:
    """`module`: StableHLO text, or an `ir.Module` (the only route that takes callbacks)."""
    extra = (list(callbacks),) if callbacks else ()
    return client.compile_and_load(module, device_list(device), options, *extra)


def deserialize(client: Any, blob: bytes, device: Device, options: Any) -> Any:
    return client.deserialize_executable(blob, device_list(device), options)


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
    from jaxlib.cpu import _lapack
    _lapack.initialize()
    for name, target in _lapack.registrations().items():
        xla_client.register_custom_call_target(name, target, platform="cpu", api_version=1)


def to_dlpack(buffer: Buffer) -> Any:
    return _jax.buffer_to_dlpack_managed_tensor(buffer, None)


def from_dlpack(capsule: Any, device: Device) -> Buffer:
    """A buffer without an aval; zero copy where the memory is 64-byte aligned."""
    return without_jax(_jax.dlpack_managed_tensor_to_buffer, capsule, device, None)


def with_aval(buffer: Buffer, sharding: Sharding) -> Buffer:
    """The same memory as a buffer that knows its shape and dtype (those made by C++ alone do not)."""
    seen = np.asarray(memoryview(buffer))
    return buffer._rewrap_with_aval_and_sharding(Aval(seen.shape, seen.dtype), sharding)
