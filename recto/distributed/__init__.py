"""Several processes, on one machine or many, that compute together: every one runs the same program.

`initialize` joins the processes. From then on `recto.devices()` lists the devices of all of them, meshes and
shardings may be over any, and compiled functions and `pmap` communicate between processes. `save` and `load`
write and read arrays by parts. The page "Several devices" of the documentation has an example, and the page
"Scale" the costs.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from recto import runtime
from recto.runtime import Array, NamedSharding, Sharding, process_count, process_index, pytree

from .._boundary.argument_checks import check_arguments
from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from .._api.jit import jit as _jit
from ._checkpoints import load, save
from ._launchers import complete_from_environment as _found

__all__ = [
    "barrier",
    "from_local",
    "gather",
    "initialize",
    "is_initialized",
    "load",
    "process_count",
    "process_index",
    "save",
    "shutdown",
]


@check_arguments
def initialize(
    coordinator_address: str | None = None,
    num_processes: int | None = None,
    process_id: int | None = None,
    *,
    coordinator_bind_address: str | None = None,
    heartbeat_timeout_seconds: int = 10,
    initialization_timeout: int = 300,
    shutdown_timeout_seconds: int = 300,
) -> None:
    """Join this process with the others; returns when all have called it. Call it before devices are used.

    What is not given is taken from the variables RECTO_COORDINATOR_ADDRESS, RECTO_NUM_PROCESSES, RECTO_PROCESS_ID, and
    then from those of Slurm, Open MPI, PMI (MPICH, Intel MPI) and indexed jobs of Kubernetes.

    Args:
        coordinator_address: "host:port" at which process 0 is reached; it listens there.
        num_processes: how many processes there are.
        process_id: the number of this one, from 0.
        coordinator_bind_address: where process 0 listens; by default on all interfaces, if the host is not this
            machine's own ("localhost", "127.0.0.1").
        heartbeat_timeout_seconds: if a process gives no sign of life for so long, all others end with an error.
        initialization_timeout: how many seconds to wait for the other processes.
        shutdown_timeout_seconds: how many seconds a process waits for the others when it ends.

    Raises:
        ValueError: something is neither given nor found, or is out of range.
        RuntimeError: devices are in use already, this has been called before, or the others do not come.
    """
    address, size, process = _found(coordinator_address, num_processes, process_id)
    if not 0 <= process < size:
        raise ValueError(f"process_id is 0 to {size - 1} for {size} processes, not {process}")
    host, _, port = address.rpartition(":")
    if not (host and port.isdecimal()):
        raise ValueError(f"coordinator_address is 'host:port', not {address!r}")
    runtime.join(
        address,
        size,
        process,
        bind=coordinator_bind_address,
        heartbeat=heartbeat_timeout_seconds,
        start=initialization_timeout,
        end=shutdown_timeout_seconds,
    )


@check_arguments
def shutdown() -> None:
    """Wait for all processes to call this, and part. It happens by itself when a process ends without an exception.

    Raises RuntimeError if another process has failed.
    """
    runtime.disconnect()


def is_initialized() -> bool:
    """Whether this process is joined with others."""
    return runtime.is_joined()


@check_arguments
def barrier(name: str, timeout_seconds: float = 300.0) -> None:
    """Wait until all processes call this with the same name. A name is used once.

    Raises RuntimeError if a process fails, or does not come in time.
    """
    runtime.barrier(f"user/{name}", timeout_seconds)


@check_arguments
def from_local(tree: Any, sharding: NamedSharding, global_shape: tuple | None = None) -> Any:
    """Global arrays of which each process gives its own part.

    Args:
        tree: arrays: the block of the whole array that this process's devices are to hold.
        sharding: the layout of the whole arrays.
        global_shape: of the whole array; by default an axis that is divided over processes is as many times longer.

    Raises:
        ValueError: the shapes do not fit the sharding.

    >>> import numpy as np, recto
    >>> from recto.sharding import NamedSharding, P, make_mesh
    >>> rows = NamedSharding(make_mesh((1,), ("batch",)), P("batch"))
    >>> recto.distributed.from_local(np.ones((4, 2)), rows).shape
    (4, 2)
    """
    return runtime.from_local(tree, sharding, global_shape)


@check_arguments
def gather(tree: Any) -> Any:
    """The tree with each array as NumPy's, whole in every process. All processes have to call it.

    >>> import numpy as np, recto
    >>> recto.distributed.gather({"a": recto.device_put(np.arange(3.0))})
    {'a': array([0., 1., 2.])}
    """
    return pytree.map(_whole, tree)


def _whole(x: Any) -> Any:
    if not isinstance(x, Array):
        return x
    if not runtime.is_readable(x.buf):
        x = _everywhere(x.sharding)(x)
    return np.asarray(x)


@functools.lru_cache(256)
def _everywhere(sharding: Sharding) -> Any:
    assert isinstance(sharding, NamedSharding), "an array on one device of another process"
    return _jit(_same, out_shardings=NamedSharding(sharding.mesh))


def _same(x: Any) -> Any:
    return x


_refuse_other_names(globals())
