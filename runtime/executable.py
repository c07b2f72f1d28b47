"""StableHLO text to something that runs: `compile`, and the `Executable` it gives."""
import functools
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _mlir, _xla, buffers as _buffers
from ._xla import Aval, Buffer, Device
from .cache import default_store, executable_key
from .callbacks import original
from .client import client, current_device, placement, register_lapack

BACKEND = {"xla_cpu_small_while_loop_byte_threshold": 65536}  # more loop bodies become one native kernel
FORBIDDEN = {"xla_cpu_copy_insertion_use_region_analysis": "it miscompiles loops that mutate arrays"}

_lock = threading.Lock()
_known: weakref.WeakValueDictionary[tuple, "Executable"] = weakref.WeakValueDictionary()


class Executable:
    """A compiled program on one device. `text` is the StableHLO it was made from, `raw` is jaxlib's object.
    """

    def __init__(self, raw: Any, text: str, device: Device, callbacks: tuple = (), blob: bytes = b"") -> None:
        self.raw, self.text, self.device, self.callbacks, self.blob = raw, text, device, callbacks, blob

    def __repr__(self) -> str:
        size = sum(self.memory_analysis()[part] for part in ("argument", "output", "temp"))
        return f"<Executable on {self.device}, {size} bytes>"

    def hlo(self) -> str:
        """The HLO text after all optimisations."""
        return self.raw.hlo_modules()[0].to_string()

    def cost_analysis(self) -> dict[str, float]:
        """XLA's estimates: 'flops', 'bytes accessed', 'transcendentals' ..."""
        return dict(self.raw.cost_analysis())

    def memory_analysis(self) -> dict[str, int]:
        """Bytes: 'argument', 'output', 'temp', 'alias' (outputs written into donated arguments), 'code'."""
        stats = self.raw.get_compiled_memory_stats()
        return {"argument": stats.argument_size_in_bytes, "output": stats.output_size_in_bytes,
                "temp": stats.temp_size_in_bytes, "alias": stats.alias_size_in_bytes,
                "code": stats.generated_code_size_in_bytes}

    def serialize(self) -> bytes:
        """For `load`, in another process too. Raises ValueError if the program has host callbacks."""
        if self.callbacks:
            raise ValueError("a program with host callbacks cannot be serialised")
        # XLA's CPU can't serialise an executable that was itself deserialised (it loses the kernels), nor one that
        # sorts and has run: keep the bytes it came from, or was stored as
        return _pack(self.text, self.blob or client().serialize_executable(self.raw))

    @property
    def parameters(self) -> tuple[Aval, ...]:
        return self._avals[0]

    @property
    def results(self) -> tuple[Aval, ...]:
        return self._avals[1]

    @functools.cached_property
    def _avals(self) -> tuple[tuple[Aval, ...], tuple[Aval, ...]]:
        return _xla.entry_avals(self.raw)

    @functools.cached_property
    def _handlers(self) -> list:
        return _xla.handlers(self.results, placement(self.device))

    def run(self, buffers: Sequence[Buffer]) -> list[Buffer]:
        """Run on buffers already on the device. Asynchronous, unless the program has callbacks.

        Raises TypeError if the number, a dtype, a shape or a device is not as compiled; what a callback
        raised.
        """
        buffers = list(buffers)
        _check(buffers, self.parameters, self.device)
        return self.run_unchecked(buffers, self._handlers)

    def run_unchecked(self, buffers: list[Buffer], handlers: list) -> list[Buffer]:
        """The same without looking at the arguments: a wrong dtype or shape would be reinterpreted silently.
        """
        try:
            results = _xla.execute(self.raw, buffers, handlers)
            if self.callbacks:
                _xla.block(results)
        except (_xla.Failure, ValueError) as error:
            raise original(error) from None
        return results


def _check(buffers: list[Buffer], parameters: tuple[Aval, ...], device: Device) -> None:
    if len(buffers) != len(parameters):
        raise TypeError(f"the program takes {len(parameters)} arguments, {len(buffers)} were given")
    for position, (buffer, wanted) in enumerate(zip(buffers, parameters)):
        if not isinstance(buffer, Buffer):
            raise TypeError(f"argument {position} is no buffer but {type(buffer).__name__}")
        given = buffer.aval
        if (given.dtype, given.shape) != (wanted.dtype, wanted.shape):
            raise TypeError(f"argument {position} must be {show(wanted)}, but {show(given)} was given")
        if _xla.devices_of(buffer) != [device]:
            raise TypeError(f"argument {position} is on {_xla.devices_of(buffer)}, the program on {device}")


def show(aval: Aval) -> str:
    """`float64[3,4]`"""
    return f"{aval.dtype}[{','.join(map(str, aval.shape))}]"


def compile(text: str, *, callbacks: tuple[Callable, ...] = (),
            options: Mapping[str, Any] = {}) -> Executable:
    """Compile StableHLO text for the current device, or find it: in this process, then on disk.

    `options` are fields of XLA's DebugOptions. `callbacks[i]` is called by the custom calls
    `@xla_ffi_python_cpu_callback` with `index = i`; such programs are never cached.

    Raises ValueError for text that is not valid StableHLO and for unknown or forbidden options.
    """
    for name in options:
        if name in FORBIDDEN:
            raise ValueError(f"the option {name} is refused: {FORBIDDEN[name]}")
    device = current_device()
    if "@lapack_" in text or '"lapack_' in text:
        register_lapack()
    if callbacks:
        return _compile(text, tuple(callbacks), options, device)
    key = (text, tuple(sorted(options.items())), device.id)
    with _lock:
        known = _known.get(key)
    return known or _remember(key, _from_disk_or_compile(text, options, device))


def _remember(key: tuple, made: Executable) -> Executable:
    with _lock:
        return _known.setdefault(key, made)


def _from_disk_or_compile(text: str, options: Mapping[str, Any], device: Device) -> Executable:
    store, key = default_store(), executable_key(text, {**BACKEND, **options, "device": device.id})
    if (blob := store.get(key)) is not None:
        try:
            return _deserialize(text, blob, options, device)
        except _xla.Failure:
            pass  # of a jaxlib built otherwise: written anew below
    made = _compile(text, (), options, device)
    if store.folder is not None:
        made.blob = client().serialize_executable(made.raw)
        store.put(key, made.blob)
    return made


def _compile(text: str, callbacks: tuple, options: Mapping[str, Any], device: Device) -> Executable:
    module, wrapped = _mlir.with_callbacks(text, callbacks) if callbacks else (text, ())
    try:
        raw = _xla.compile_and_load(client(), module, device, _options(options, device), wrapped)
    except _xla.Failure as error:
        raise ValueError(f"XLA refused the program: {error}") from error
    return Executable(raw, text, device, callbacks)


def _options(options: Mapping[str, Any], device: Device) -> Any:
    return _xla.compile_options(device, dict(options), BACKEND)


def _deserialize(text: str, blob: bytes, options: Mapping[str, Any], device: Device) -> Executable:
    raw = _xla.deserialize(client(), blob, device, _options(options, device))
    return Executable(raw, text, device, blob=blob)


def load(blob: bytes) -> Executable:
    """What `Executable.serialize` gave, on the current device.

    Only for blobs you made: loading one may run any machine code. Raises ValueError if it is not sound.
    """
    try:
        text, raw = _unpack(blob)
        if "lapack_" in text:
            register_lapack()
        return _deserialize(text, raw, {}, current_device())
    except (_xla.Failure, UnicodeDecodeError) as error:
        raise ValueError(f"not a serialised executable of this version: {error}") from None


def _pack(text: str, raw: bytes) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(8, "little") + encoded + raw


def _unpack(blob: bytes) -> tuple[str, bytes]:
    end = 8 + int.from_bytes(blob[:8], "little")
    return blob[8:end].decode(), blob[end:]
