"""Table of the differences between the platforms for which XLA compiles.

cpu     LAPACK; Python callbacks; loops are native functions that check whether they are to stop
cuda    cuSOLVER; Python callbacks by way of the host
other   what StableHLO has: Cholesky factors and triangular systems alone; no callbacks

On all but the CPU, updates of a scatter come in any order, products of float32 are rounded to fewer digits unless more
are asked for, convolutions are of real floating-point numbers, barriers and calls keep operations from being fused, and
each step of a loop is slow.
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
        in_order: are the updates of a scatter written in their order, so that the last one stays?
        exact_products: are products of float32 rounded as float32 without being asked?
        any_convolution: are there convolutions of integers and of complex numbers?
        free_barriers: are barriers taken away before operations are fused?
        fast_steps: does a loop of small steps take no longer than what is in it?
        opaque_reads: are reads of an array that a loop overwrites kept apart as calls that are not inlined? Where each
            operation is a kernel, nothing is fused with such a call, and a product in it calls no library.
    """

    name: str
    solver: str | None = None
    callback: str | None = None
    stops_loops: bool = False
    in_order: bool = False
    exact_products: bool = False
    any_convolution: bool = False
    free_barriers: bool = False
    fast_steps: bool = False
    opaque_reads: bool = False


CPU = Platform(
    "cpu",
    "lapack",
    "xla_ffi_python_cpu_callback",
    stops_loops=True,
    in_order=True,
    exact_products=True,
    any_convolution=True,
    free_barriers=True,
    fast_steps=True,
    opaque_reads=True,
)
CUDA = Platform("cuda", "cusolver", "xla_ffi_python_gpu_callback")
PLATFORMS = {platform.name: platform for platform in (CPU, CUDA)}


def platform_named(name: str) -> Platform:
    """The platform; one that is not in the table has what StableHLO has."""
    return PLATFORMS.get(name) or Platform(name)
