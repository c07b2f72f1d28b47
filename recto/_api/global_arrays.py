"""JAX's names for arrays whose parts are given by each process: see `recto.distributed.from_local`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto import runtime
from recto.runtime import Array, NamedSharding

from .._boundary.argument_checks import check_arguments


@check_arguments
def make_array_from_callback(
    shape: tuple, sharding: NamedSharding, data_callback: Callable[..., Any], dtype: Any = None
) -> Array:
    """The array whose part on each device is data_callback(index), for the slices of that part.

    Only the parts of this process's devices are asked for.

    >>> import numpy as np, recto
    >>> from recto.sharding import NamedSharding, P, make_mesh
    >>> rows = NamedSharding(make_mesh((1,), ("batch",)), P("batch"))
    >>> recto.make_array_from_callback((3,), rows, lambda index: np.arange(100.0)[index])
    Array([0., 1., 2.], dtype=float64)
    """
    part = data_callback if dtype is None else lambda index: np.asarray(data_callback(index), dtype)
    return runtime.from_parts(sharding, shape, part)


@check_arguments
def make_array_from_process_local_data(
    sharding: NamedSharding, local_data: Any, global_shape: tuple | None = None
) -> Any:
    """Arrays of which each process gives its own part: see `recto.distributed.from_local`."""
    return runtime.from_local(local_data, sharding, global_shape)


@check_arguments
def make_array_from_single_device_arrays(
    shape: tuple, sharding: NamedSharding, arrays: Sequence[Array]
) -> Array:
    """The array whose parts are these arrays, one on each device of this process.

    Raises ValueError if a device of the sharding has no part, or the shape is another.
    """
    by_device = {x.device: x for x in arrays}
    places = sharding.devices_indices_map(shape)
    by_index = {repr(places[d]): x for d, x in by_device.items() if d in places}
    wanted = [d for d in sharding.devices if runtime.is_local(d)]
    if missing := [d for d in wanted if d not in by_device]:
        raise ValueError(f"no array is on {missing[0]}: each device of this process gives its part")
    return runtime.from_parts(sharding, shape, lambda index: by_index[repr(index)])
