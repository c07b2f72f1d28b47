"""What the lowering knows of the machines for which XLA compiles: the differences between platforms, in one table.

cpu     LAPACK; Python callbacks; loops are native functions that check whether they are to stop
cuda    cuSOLVER; Python callbacks by way of the host
other   what StableHLO has: Cholesky factors and triangular systems alone; no callbacks
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Platform:
    """A kind of device.

    Args:
        name: as the runtime calls it.
        solver: the library of linear algebra whose routines are custom calls; None: there is none.
        callback: the custom call for Python functions; None: they cannot be called.
        stops_loops: may long loops check by custom calls whether they are to stop?
    """

    name: str
    solver: str | None = None
    callback: str | None = None
    stops_loops: bool = False


CPU = Platform("cpu", "lapack", "xla_ffi_python_cpu_callback", stops_loops=True)
CUDA = Platform("cuda", "cusolver", "xla_ffi_python_gpu_callback")
PLATFORMS = {platform.name: platform for platform in (CPU, CUDA)}


def platform_named(name: str) -> Platform:
    """The platform; one that is not in the table has what StableHLO has."""
    return PLATFORMS.get(name) or Platform(name)
