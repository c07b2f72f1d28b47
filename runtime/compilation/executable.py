"""Compile StableHLO text: `compile`, and the `Executable` that it returns."""

import functools
import re
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .. import _xla
from .._xla import Aval, Buffer, Device
from ..device import processes
from ..device.client import current_device, is_local, platform_key, platform_of, register_lapack
from ..device.sharding import Layout, Sharding, SingleDeviceSharding, sharding_of
from ..host.callbacks import original_exception
from ..host.kernel_calls import Hosted, keep
from ..host.interrupts import has_polls
from ..settings import settings
from . import mlir
from .cache import default_store, executable_key
from .native import register_kernels

ONE_KERNEL = (
    "xla_cpu_small_while_loop_byte_threshold"  # bytes: a loop that accesses fewer in a round is one kernel
)
LEAST, FEW, MANY = 1 << 10, 1 << 18, 1 << 22
# LLVM orders machine instructions a second time, after it has chosen registers. In a loop that is one kernel of several
# hundred writes that took minutes and more than 10 GB; processors that run instructions out of order gain nothing.
CPU: dict[str, Any] = {"-post-RA-scheduler": "false"}
# A GPU runs the operations of an iteration as one CUDA graph, however few they are (XLA asks for five), and two
# iterations as one; or whole loops, with their tests, without the host.
GRAPHS: dict[str, Any] = {
    "xla_gpu_graph_min_graph_size": 1,
    "xla_gpu_enable_while_loop_unrolling": "WHILE_LOOP_UNROLLING_DOUBLE_BUFFER",
}
WHOLE_LOOPS: dict[str, Any] = {
    "xla_gpu_enable_command_buffer": "FUSION,CUBLAS,CUBLASLT,CUDNN,CUSTOM_CALL,DYNAMIC_SLICE_FUSION,WHILE,CONDITIONAL"
}
# YNNPACK, to which XLA's CPU gives large reductions, computes with integers of 8 bits without wrapping around: the mean
# of a - b, both uint8, was another one. (Floats are safe: maxima and minima are no matter of its any more, see
# transform/primitives/lowering/extremes.py.)
WITHOUT_YNNPACK: dict[str, Any] = {"xla_cpu_experimental_ynn_fusion_type": ""}
EIGHT_BITS = re.compile(r"[<x]u?i8>")
UNKNOWN_OPTION = "No such compile option", "is not a valid enum value"
FORBIDDEN = {"xla_cpu_copy_insertion_use_region_analysis": "it miscompiles loops that mutate arrays"}

_lock = threading.Lock()
_known: weakref.WeakValueDictionary[tuple[Any, ...], "Executable"] = weakref.WeakValueDictionary()


class Executable:
    """A compiled program on one device, or on those of its layout; `device` is the first of this process. `text` is
    the StableHLO it was made from, `raw` is jaxlib's object.
    """

    def __init__(
        self,
        raw: Any,
        text: str,
        device: Device,
        callbacks: tuple[Any, ...] = (),
        blob: bytes = b"",
        layout: Layout | None = None,
    ) -> None:
        self.raw, self.text, self.device, self.callbacks, self.blob = raw, text, device, callbacks, blob
        self.layout = layout
        self.stops = has_polls(text)  # may it end before it is done?

    def __repr__(self) -> str:
        size = sum(self.memory_analysis()[part] for part in ("argument", "output", "temp"))
        place = f"{len(self.layout.devices)} devices" if self.layout else self.device
        return f"<Executable on {place}, {size} bytes>"

    def hlo(self) -> str:
        """The HLO text after all optimisations."""
        return self.raw.hlo_modules()[0].to_string()

    def cost_analysis(self) -> dict[str, float]:
        """XLA's estimates: 'flops', 'bytes accessed', 'transcendentals' ..."""
        return dict(self.raw.cost_analysis())

    def memory_analysis(self) -> dict[str, int]:
        """Bytes: 'argument', 'output', 'temp', 'alias' (outputs written into donated arguments), 'code'."""
        stats = self.raw.get_compiled_memory_stats()
        return {
            "argument": stats.argument_size_in_bytes,
            "output": stats.output_size_in_bytes,
            "temp": stats.temp_size_in_bytes,
            "alias": stats.alias_size_in_bytes,
            "code": stats.generated_code_size_in_bytes,
        }

    def serialize(self) -> bytes:
        """For `load`, in another process too. Raises ValueError if the program has host callbacks."""
        if self.callbacks:
            raise ValueError("a program with host callbacks cannot be serialised")
        # XLA's CPU can't serialise an executable that was itself deserialised (it loses the kernels), nor one that
        # sorts and has run: keep the bytes it came from, or was stored as
        return _pack(self.text, self.blob or self.device.client.serialize_executable(self.raw))

    @property
    def parameters(self) -> tuple[Aval, ...]:
        """The whole arrays that it takes."""
        return self._avals[0]

    @property
    def results(self) -> tuple[Aval, ...]:
        return self._avals[1]

    @functools.cached_property
    def places(self) -> tuple[tuple[Sharding, ...], tuple[Sharding, ...]]:
        """The required sharding of each parameter, and that of each result."""
        parameters, results = self._entry
        if self.layout is None:
            here = SingleDeviceSharding(self.device)
            return (here,) * len(parameters), (here,) * len(results)
        return self.layout.parameters, self.layout.chosen(self.raw, results)

    @functools.cached_property
    def _entry(self) -> tuple[tuple[Aval, ...], tuple[Aval, ...]]:
        return _xla.entry_avals(self.raw)

    @functools.cached_property
    def _avals(self) -> tuple[tuple[Aval, ...], tuple[Aval, ...]]:
        if self.layout is None:
            return self._entry
        parameters, results = (
            tuple(aval._replace(shape=place.whole_shape(aval.shape)) for aval, place in zip(avals, places))
            for avals, places in zip(self._entry, self.places)
        )
        return parameters, results

    @functools.cached_property
    def _handlers(self) -> list[Any]:
        return _xla.handlers(
            self.results, [p.raw(len(a.shape)) for a, p in zip(self.results, self.places[1])]
        )

    def run(self, buffers: Sequence[Buffer]) -> list[Buffer]:
        """Run on buffers already on the device. Asynchronous, unless the program has callbacks or is for several
        devices: those that communicate must not overlap (see `dispatch`).

        Raises TypeError if the number, a dtype, a shape or a device is not as compiled; what a callback
        raised.
        """
        buffers = list(buffers)
        _check(buffers, self.parameters, self.places[0])
        return self.run_unchecked(buffers, self._handlers)

    def run_unchecked(self, buffers: list[Buffer], handlers: list[Any]) -> list[Buffer]:
        """The same without looking at the arguments: a wrong dtype or shape would be reinterpreted silently."""
        try:
            results = _xla.execute(self.raw, buffers, handlers)
            if self.callbacks or self.layout or self.stops:
                _xla.block(results)
        except (_xla.Failure, ValueError) as error:
            raise original_exception(error) from None
        return results


def _check(buffers: list[Buffer], parameters: tuple[Aval, ...], places: tuple[Sharding, ...]) -> None:
    if len(buffers) != len(parameters):
        raise TypeError(f"the program takes {len(parameters)} arguments, {len(buffers)} were given")
    for position, (buffer, wanted) in enumerate(zip(buffers, parameters)):
        if not isinstance(buffer, Buffer):
            raise TypeError(f"argument {position} is no buffer but {type(buffer).__name__}")
        given = buffer.aval
        if (given.dtype, given.shape) != (wanted.dtype, wanted.shape):
            raise TypeError(f"argument {position} must be {show(wanted)}, but {show(given)} was given")
        if not _xla.alike(buffer._sharding, places[position].raw(len(wanted.shape))):
            raise TypeError(f"argument {position} is on {sharding_of(buffer)}, not on {places[position]}")


def show(aval: Aval) -> str:
    """`float64[3,4]`"""
    return f"{aval.dtype}[{','.join(map(str, aval.shape))}]"


def compile(
    text: str,
    *,
    callbacks: tuple[Callable[..., Any], ...] = (),
    options: Mapping[str, Any] | None = None,
    layout: Layout | None = None,
    short_rounds: bool = False,
    hosted: Mapping[int, Hosted] = {},
) -> Executable:
    """Compile StableHLO text for the current device (or those of a layout), or find it: in this process, then
    on disk.

    `options` are fields of XLA's DebugOptions; by default those of `settings.xla_options`. `callbacks[i]` is called
    by the custom calls `@xla_ffi_python_cpu_callback` (or `_gpu_`) with `index = i`; such programs are never cached.
    `short_rounds`: no operation in a loop is worth several threads, so that loops had better be native kernels, each
    as a whole; on a GPU, graphs that run without the host. `hosted`: the Python functions that native kernels call, by
    number; such programs are never cached either.

    Raises ValueError for text that is not valid StableHLO and for unknown or forbidden options.
    """
    options = settings.xla_options if options is None else options
    for name in options:
        if name in FORBIDDEN:
            raise ValueError(f"the option {name} is refused: {FORBIDDEN[name]}")
    place, flags = layout or current_device(), tuple(sorted(options.items()))
    setting = Setting(place, flags, MANY if short_rounds else FEW, options_for(text, place, short_rounds))
    prepare_calls(text)
    if layout is not None:
        processes.compare_programs(text, tuple(sorted({d.process_index for d in layout.devices})))
    if callbacks or hosted:
        made = _compile(text, tuple(callbacks), setting)
        made.callbacks += keep(hosted)
        return made
    with _lock:
        known = _known.get((text, setting))
    return known or _remember((text, setting), _from_disk_or_compile(text, setting))


def prepare_calls(text: str) -> None:
    """Register the functions of C that a program calls."""
    if "@lapack_" in text or '"lapack_' in text:
        register_lapack()
    has_polls(text)
    register_kernels(text)


def options_for(text: str, place: Device | Layout, short_rounds: bool) -> tuple[tuple[str, Any], ...]:
    """The options for loops on a GPU, and for 8-bit integers on the CPU."""
    device = place.devices[0] if isinstance(place, Layout) else place
    if platform_of(device) == "cpu":
        return tuple(WITHOUT_YNNPACK.items()) if EIGHT_BITS.search(text) else ()
    if platform_of(device) != "cuda" or '"stablehlo.while"' not in text:
        return ()
    return (*GRAPHS.items(), *(WHOLE_LOOPS.items() if short_rounds else ()))


class Setting(NamedTuple):
    """For what a program is compiled, and how: fields of DebugOptions, the value of ONE_KERNEL, fields that other
    versions of XLA may not have.
    """

    place: Device | Layout
    flags: tuple[tuple[str, Any], ...] = ()
    one_kernel: int = FEW
    perhaps: tuple[tuple[str, Any], ...] = ()

    @property
    def devices(self) -> tuple[Device, ...]:
        return self.place.devices if isinstance(self.place, Layout) else (self.place,)

    @property
    def first(self) -> Device:
        """The first device of this process. Raises ValueError if all belong to others."""
        if not (local := [d for d in self.devices if is_local(d)]):
            raise ValueError("the program is for devices of other processes only")
        return local[0]

    @property
    def layout(self) -> Layout | None:
        return self.place if isinstance(self.place, Layout) else None

    @property
    def backend(self) -> dict[str, Any]:
        if platform_of(self.devices[0]) != "cpu":
            return {}
        return {ONE_KERNEL: self.one_kernel, **CPU}

    def options(self) -> Any:
        partitioned = self.layout is not None and self.layout.partitioned
        return _xla.compile_options(self.devices, partitioned, self.all_flags, self.backend)

    @property
    def all_flags(self) -> dict[str, Any]:
        """The user's come last."""
        return {**dict(self.perhaps), **dict(self.flags)}

    def key(self) -> dict[str, Any]:
        """The part of it on which the machine code depends (the text says the rest)."""
        place: dict[str, Any]
        if isinstance(self.place, Layout):
            place = {"devices": [device.id for device in self.devices], "partitioned": self.place.partitioned}
        else:
            place = {"device": self.place.id}
        group = {"process": processes.process_index(), "of": processes.process_count()}
        kind = platform_key(self.devices[0])
        return {**self.backend, **self.all_flags, **place, **(group if group["of"] > 1 else {}), **kind}


def _remember(key: tuple[Any, ...], made: Executable) -> Executable:
    with _lock:
        return _known.setdefault(key, made)


def _from_disk_or_compile(text: str, setting: Setting) -> Executable:
    store, key = default_store(), executable_key(text, setting.key())
    if (blob := store.get(key)) is not None:
        try:
            return _deserialize(text, blob, setting)
        except _xla.Failure:
            pass  # of a jaxlib built otherwise: written anew below
    made = _compile(text, (), setting)
    if store.is_on:
        made.blob = setting.first.client.serialize_executable(made.raw)
        store.put(key, made.blob)
    return made


def _compile(text: str, callbacks: tuple[Any, ...], setting: Setting) -> Executable:
    module, wrapped = mlir.with_callbacks(text, callbacks) if callbacks else (text, ())
    try:
        raw = _xla.compile_and_load(setting.first.client, module, setting.devices, setting.options(), wrapped)
    except _xla.Failure as error:
        if (
            setting.one_kernel > LEAST and setting.backend
        ):  # XLA refuses kernels in which it would divide work among threads
            return _compile(text, callbacks, setting._replace(one_kernel=LEAST))
        if setting.perhaps and any(
            words in str(error) for words in UNKNOWN_OPTION
        ):  # of another version of XLA
            return _compile(text, callbacks, setting._replace(perhaps=()))
        raise ValueError(f"XLA refused the program: {error}") from error
    return Executable(raw, text, setting.first, callbacks, layout=setting.layout)


def _deserialize(text: str, blob: bytes, setting: Setting) -> Executable:
    raw = _xla.deserialize(setting.first.client, blob, setting.devices, setting.options())
    return Executable(raw, text, setting.first, blob=blob, layout=setting.layout)


def load(blob: bytes) -> Executable:
    """Load the result of `Executable.serialize` on the current device.

    Only for blobs you made: loading one may run any machine code. Raises ValueError if it is not sound.
    """
    try:
        text, raw = _unpack(blob)
        prepare_calls(text)
        return _deserialize(text, raw, Setting(current_device()))
    except (_xla.Failure, UnicodeDecodeError) as error:
        raise ValueError(f"not a serialised executable of this version: {error}") from None


def _pack(text: str, raw: bytes) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(8, "little") + encoded + raw


def _unpack(blob: bytes) -> tuple[str, bytes]:
    end = 8 + int.from_bytes(blob[:8], "little")
    return blob[8:end].decode(), blob[end:]
