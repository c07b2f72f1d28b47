"""JAX's names for the placement of arrays, and for the devices and arrays of the process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, overload

import numpy as np

from recto import runtime
from recto.runtime import Array, Mesh, PartitionSpec

from .. import tree
from .._api.host import ShapeDtypeStruct
from .._api.jit import Function
from .._api.signatures import FunctionDecorator
from .._boundary.argument_checks import check_arguments
from .._convention.methods import P, R
from .._dispatch.dispatcher import LIVING
from ..sharding import with_sharding_constraint
from .shard_map import MESHES, current_mesh, shard_map


@contextlib.contextmanager
@check_arguments
def set_mesh(mesh: Mesh) -> Iterator[Mesh]:
    """A context manager: in its block, `recto.shard_map` and `recto.smap` use the mesh.

    >>> import numpy as np, recto
    >>> from recto.sharding import Mesh, PartitionSpec as P
    >>> with recto.set_mesh(Mesh(recto.devices()[:1], ("rows",))):
    ...     recto.shard_map(lambda x: x * 2, in_specs=P("rows"), out_specs=P("rows"))(np.ones(2))
    Array([2., 2.], dtype=float64)
    """
    MESHES.append(mesh)
    try:
        yield mesh
    finally:
        MESHES.pop()


@overload
def smap(f: Callable[P, R], /, *, in_axes: Any = 0, out_axes: Any, axis_name: str) -> Function[P, R]: ...
@overload
def smap(*, in_axes: Any = 0, out_axes: Any, axis_name: str) -> FunctionDecorator: ...


@check_arguments
def smap(f: Callable[..., Any] | None = None, /, *, in_axes: Any = 0, out_axes: Any, axis_name: str) -> Any:
    """`shard_map` over one axis of the mesh of `set_mesh`, with the position of the divided axis for each argument.

    >>> import numpy as np, recto
    >>> from recto.sharding import Mesh
    >>> with recto.set_mesh(Mesh(recto.devices()[:1], ("rows",))):
    ...     recto.smap(lambda x: x * 2, in_axes=0, out_axes=0, axis_name="rows")(np.ones(2))
    Array([2., 2.], dtype=float64)
    """
    if f is None:
        return lambda f: smap(f, in_axes=in_axes, out_axes=out_axes, axis_name=axis_name)
    return shard_map(
        f, mesh=current_mesh(), in_specs=specs(in_axes, axis_name), out_specs=specs(out_axes, axis_name)
    )


def specs(axes: Any, name: str) -> Any:
    """PartitionSpecs in the place of positions."""
    if isinstance(axes, dict):
        return {key: specs(value, name) for key, value in axes.items()}
    if isinstance(axes, (tuple, list)):
        return tuple([specs(value, name) for value in axes])
    if axes is not None and axes < 0:
        raise ValueError("smap: positions of axes are counted from the first one")
    return PartitionSpec() if axes is None else PartitionSpec(*[None] * axes, name)


@check_arguments
def reshard(xs: Any, out_shardings: Any) -> Any:
    """The same arrays, laid out otherwise: `recto.sharding.with_sharding_constraint`."""
    return with_sharding_constraint(xs, out_shardings)


setattr(reshard, "__recto_call__", with_sharding_constraint.__recto_call__)  # noqa: B010


def copy_to_host_async(x: Any) -> Any:
    """The arguments. On the CPU, arrays are in the memory of the host already."""
    return x


@check_arguments
def live_arrays(platform: str | None = None) -> list[Array]:
    """The arrays on the devices of this process. (Small ones that NumPy has computed are on no device.)"""
    return [Array(buffer) for buffer in runtime.live_buffers(platform)]


def effects_barrier() -> None:
    """Wait until all computations that have begun, and what they print or call, are done."""
    for buffer in runtime.live_buffers():
        buffer.block_until_ready()


@check_arguments
def clear_caches() -> None:
    """Forget all compiled programs of this process; functions are compiled again when they are called."""
    for function in [*LIVING]:
        function.clear_cache()


def typeof(x: Any) -> Any:
    """The structure of x with the shape and the dtype of each array.

    >>> import numpy as np, recto
    >>> recto.typeof(np.ones((2, 3)))
    ShapeDtypeStruct(shape=(2, 3), dtype=float64)
    """
    return tree.map(lambda leaf: ShapeDtypeStruct(np.shape(leaf), np.result_type(leaf)), x)
