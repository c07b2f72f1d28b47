"""The layout of arrays on several devices, for `device_put`, `jit` and inside compiled functions.

>>> import numpy as np, recto
>>> from recto.sharding import Mesh, NamedSharding, PartitionSpec as P
>>> mesh = Mesh(recto.devices()[:1], ("batch",))
>>> recto.device_put(np.ones((4, 2)), NamedSharding(mesh, P("batch"))).sharding
NamedSharding(Mesh(batch: 1), PartitionSpec('batch'))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from recto import runtime, transform
from recto.runtime import Mesh, NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding, make_mesh
from recto.transform import CompileError
from recto.transform.core.spelling import plain_text
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._boundary.argument_checks import check_arguments
from ._dispatch.device_placement import tiling
from ._convention.transformation import rules

if TYPE_CHECKING:
    from recto.transform import Interpreter

__all__ = [
    "Mesh",
    "NamedSharding",
    "P",
    "PartitionSpec",
    "Sharding",
    "SingleDeviceSharding",
    "make_mesh",
    "with_sharding_constraint",
]

P = PartitionSpec


@check_arguments
def with_sharding_constraint(x: Any, shardings: Any) -> Any:
    """x, laid out so. In compiled code it is a demand on XLA, which divides the work so; elsewhere x is moved.

    Its derivative puts the same demand on cotangents; a batch axis is left to XLA.

    Args:
        x: an array, or a container of arrays.
        shardings: a sharding, or a container of them that may stop early; None where XLA may choose.

    Raises:
        CompileError: an axis that can't be divided evenly, or inside of pmap. (ValueError outside of compiled code.)
    """
    return runtime.device_put(x, shardings)


def _as_plain_sharding(interp: Interpreter, value: Any) -> Any:
    """A sharding (or a container of them) that compiled code has got hold of; it is guarded."""
    return transform.rules("pmap").as_plain_python(interp, value)


def _call_constraint(interp: Interpreter, args: list, kwargs: dict) -> Any:

    def demand(x: Any, shardings: Any) -> Any:
        return rules().bind_constraint(interp, x, _tilings(_as_plain_sharding(interp, shardings)))

    return demand(*args, **kwargs)


def _tilings(shardings: Any) -> Any:
    if isinstance(shardings, Sharding):
        if (name := runtime.platform_of(shardings.devices[0])) != runtime.default_platform():
            raise CompileError(
                f"a sharding constraint over devices of {name}, which is not the default platform",
                f"in_shardings and out_shardings, or RECTO_PLATFORM={name} in the environment",
            )
        return tiling(shardings)
    if shardings is None:
        return None
    if isinstance(shardings, dict):
        return {k: _tilings(v) for k, v in shardings.items()}
    if type(shardings) in (list, tuple):
        return [_tilings(v) for v in shardings]
    raise CompileError(
        f"a sharding is needed, not {plain_text(shardings)}",
        "NamedSharding(mesh, spec)" if isinstance(shardings, PartitionSpec) else None,
    )


with_sharding_constraint.__recto_call__ = _call_constraint


def _make_object(kind: type) -> Any:
    """Compile a class of this module to the object itself."""

    def read(interp: Interpreter, args: list, kwargs: dict) -> Any:
        given = (
            [_as_plain_sharding(interp, a) for a in args],
            {k: _as_plain_sharding(interp, v) for k, v in kwargs.items()},
        )
        try:
            return kind(*given[0], **given[1])
        except (TypeError, ValueError) as error:
            raise CompileError(f"{type(error).__name__}: {error}") from None

    return staticmethod(read)


for _kind in (Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding):
    _kind.__recto_call__ = _make_object(_kind)


_refuse_other_names(globals())
