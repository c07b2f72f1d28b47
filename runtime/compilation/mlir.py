"""The MLIR bindings: parse, print and verify modules, and make modules with host callbacks.

Everyday compilation does not pass here (text goes straight to XLA); the bindings are imported on first need,
17 ms.
"""

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _xla
from .._xla import Aval
from ..host import callbacks
from .native import KERNEL

_lock = threading.Lock()  # a context is not thread safe
_DTYPES = {
    "i1": "bool",
    "bf16": "bfloat16",
    "f16": "f2",
    "f32": "f4",
    "f64": "f8",
    "complex<f32>": "c8",
    "complex<f64>": "c16",
    **{f"{sign}i{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}


@functools.cache
def _context() -> Any:
    """One context for the process, with every dialect that StableHLO text may mention."""
    from jaxlib.mlir import ir  # on first need: see above
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    registry, context = ir.DialectRegistry(), ir.Context()
    _jax_mlir_ext.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    for dialect in (stablehlo, chlo, sdy):
        dialect.register_dialect(context)
    return context


def parse(text: str) -> Any:
    """Text to `ir.Module`, verified. Raises ValueError with MLIR's message (line and column of the text)."""
    from jaxlib.mlir import ir  # as in `_context`

    context = _context()
    with _lock, context:
        try:
            return ir.Module.parse(text)
        except ir.MLIRError as error:
            raise ValueError(f"not valid StableHLO: {error}") from None


def pretty(text: str, locations: bool = False) -> str:
    """StableHLO in any form (generic too), printed in its readable form, with its native kernels. Raises ValueError
    if it does not parse.
    """
    module = parse(text)
    with _lock:
        printed = module.operation.get_asm(enable_debug_info=locations, pretty_debug_info=locations)
    _, mark, kernels = text.partition(KERNEL)
    return printed + mark + kernels


def verify(text: str) -> None:
    """Raise ValueError, with MLIR's message, unless the text is a well-typed module."""
    parse(text)


def stablehlo_version() -> str:
    """The version of StableHLO that writes portable artifacts."""
    from jaxlib.mlir.dialects import stablehlo  # as in `_context`

    return stablehlo.get_current_version()


def portable(text: str) -> tuple[bytes, str]:
    """A module as a portable artifact of StableHLO, and the version of StableHLO that wrote it.

    The artifact is for the oldest version that can express the program. chlo is expanded; custom calls keep their
    names.
    Raises ValueError for a program that no portable version can express.
    """
    from jaxlib.mlir.dialects import stablehlo  # as in `_context`

    twelve_weeks = stablehlo.StablehloCompatibilityRequirement.WEEK_12
    versions = (
        stablehlo.get_minimum_version(),
        stablehlo.get_version_from_compatibility_requirement(twelve_weeks),
    )
    for version in versions:
        try:
            return _xla.portable_artifact(text, version), stablehlo.get_current_version()
        except _xla.Failure as error:
            failure = error
    raise ValueError(f"the program is not portable: {failure}") from None


def from_portable(artifact: bytes) -> str:
    """The text of a portable artifact. Raises ValueError if it is none, or of a version that is too new."""
    from jaxlib.mlir import ir  # as in `_context`
    from jaxlib.mlir.dialects import stablehlo

    context = _context()
    with _lock, context:
        try:
            return str(ir.Module.parse(stablehlo.deserialize_portable_artifact_str(artifact)))
        except (ir.MLIRError, ValueError, RuntimeError) as error:
            raise ValueError(str(error)) from None


def with_callbacks(
    text: str, functions: tuple[Callable[..., Any], ...]
) -> tuple[Any, list[Callable[..., Any]]]:
    """The parsed module and the checked form of each callback, in order.

    Raises ValueError if the text calls a callback that is not given, or one callback with two different
    types.
    """
    module = parse(text)
    found: dict[int, callbacks.Site] = {}
    with _lock:
        module.operation.walk(lambda op: _note_site(op, found))
    if any(index >= len(functions) for index in found):
        raise ValueError(f"the program calls callback {max(found)}, but {len(functions)} were given")
    unused = callbacks.Site((), ())
    return module, [callbacks.check_results(f, found.get(i, unused)) for i, f in enumerate(functions)]


def _note_site(operation: Any, found: dict[int, callbacks.Site]) -> Any:
    from jaxlib.mlir import ir  # as in `_context`

    if operation.name == "stablehlo.custom_call" and _target(operation) in callbacks.TARGETS:
        index = int(ir.IntegerAttr(operation.attributes["backend_config"]["index"]).value)
        site = callbacks.Site(_avals(operation.operands), _avals(operation.results))
        if found.setdefault(index, site) != site:
            raise ValueError(f"callback {index} is called with two types: give each call its own index")
    return ir.WalkResult.ADVANCE


def _target(operation: Any) -> str:
    return str(operation.attributes["call_target_name"]).strip('"')


def _avals(values: Any) -> tuple[Aval | None, ...]:
    return tuple(_aval(value.type) for value in values)


def _aval(kind: Any) -> Aval | None:
    from jaxlib.mlir import ir  # as in `_context`

    if "token" in str(kind):
        return None
    tensor = ir.RankedTensorType(kind)
    return Aval(tuple(tensor.shape), np.dtype(_DTYPES[str(tensor.element_type)]))
