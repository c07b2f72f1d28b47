"""Native functions that a program brings along: compiled by LLVM (llvmlite, an optional dependency), kept on disk.

The text of a module ends with its kernels, functions in the language of LLVM in comments:

    // kernel:
    // define ptr @recto_native_0123…(ptr %frame) {

Each is compiled once, registered with XLA under its name, which contains a hash of its text, and stays for as long as
the process runs. What is on disk is its object code, which only has to be linked.
"""

import ctypes
import functools
import hashlib
import importlib.util
import re
import threading
from collections.abc import Iterator
from typing import Any

from .. import _xla
from ..host import kernel_calls
from ..host.interrupts import symbols
from .cache import cpu, default_store

KERNEL = "// kernel:\n"
NAME = re.compile(r"^define ptr @(recto_native_[0-9a-f]{32})\(", re.MULTILINE)
ROUTINE = re.compile(r"^declare .*@(random_\w+)\(", re.MULTILINE)
_lock = threading.Lock()
_registered: dict[str, Any] = {}  # name -> the engine that owns the code


@functools.cache
def compiles_kernels() -> bool:
    """Whether there is a compiler for kernels."""
    return importlib.util.find_spec("llvmlite") is not None


def kernels(text: str) -> Iterator[tuple[str, str]]:
    """The kernels of a module: name and text."""
    for part in text.split(KERNEL)[1:]:
        lines = [line[3:] for line in part.splitlines() if line.startswith("// ")]
        code = "\n".join(lines) + "\n"
        found = NAME.search(code)
        if found:
            yield found[1], code


def register_kernels(text: str) -> None:
    """Compile and register the kernels of a module that are not yet. Raises ValueError where there is no compiler."""
    for name, code in kernels(text):
        with _lock:
            if name not in _registered:
                _registered[name] = _registered_engine(name, code)


def _registered_engine(name: str, code: str) -> Any:
    if not compiles_kernels():
        raise ValueError("the program has native loops: llvmlite is needed, and not installed")
    engine = _linked(code)
    _xla.register_function(name, engine.get_function_address(name))
    return engine


@functools.cache
def _llvm() -> Any:
    """LLVM, ready for this processor; with the symbols that kernels use."""
    import llvmlite.binding as llvm  # takes 70 ms: for programs with kernels alone

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, address in {**symbols(), kernel_calls.SYMBOL: kernel_calls.address()}.items():
        llvm.add_symbol(name, address)
    return llvm


@functools.cache
def _add_routine(name: str) -> None:
    """Make a function of NumPy's for random numbers known to LLVM."""
    import numpy.random  # most processes need it not

    library = ctypes.CDLL(numpy.random._generator.__file__)
    _llvm().add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)


def _target() -> Any:
    llvm = _llvm()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="jitdefault",
        jit=True,
    )


def _linked(code: str) -> Any:
    """An engine with the code of a kernel, from disk if it is there."""
    llvm, store = _llvm(), default_store()
    for routine in ROUTINE.findall(code):
        _add_routine(routine)
    parts = code, repr(llvm.llvm_version_info), llvm.get_host_cpu_name(), cpu()
    key = "native-" + hashlib.sha256("\0".join(parts).encode()).hexdigest()
    known = store.get(key)
    machine = _target()
    module = llvm.parse_assembly(code if known is None else "")
    module.name, module.triple, module.data_layout = key, llvm.get_default_triple(), str(machine.target_data)
    if known is None:
        module.verify()
        _optimise(llvm, machine, module)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.set_object_cache(lambda _, data: store.put(key, data), lambda _: known)
    engine.finalize_object()
    return engine


def _optimise(llvm: Any, machine: Any, module: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
