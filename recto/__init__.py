"""Recto: source transformations of unmodified NumPy functions, compiled through XLA.

    >>> import numpy as np, recto
    >>> @recto.jit
    ... def f(x):
    ...     total = 0.0
    ...     for value in x:
    ...         if value > 0:
    ...             total += np.sqrt(value)
    ...     return total
    >>> float(f(np.array([4.0, -1.0, 9.0])))
    5.0

Names are imported when they are first used: what only prints source (`recto.emit`, the command line) never loads XLA.
"""

from __future__ import annotations

import importlib
import pathlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what `_find` gives, for type checkers
    from . import (
        checkpoint_policies as checkpoint_policies,
        debug as debug,
        distributed as distributed,
        image as image,
        jax as jax,
        lax as lax,
        nn as nn,
        numpy as numpy,
        ops as ops,
        optim as optim,
        random as random,
        scipy as scipy,
        sharding as sharding,
        stax as stax,
        testing as testing,
        torch as torch,
        tree as tree,
        tree_util as tree_util,
    )
    from recto.runtime import (
        Array as Array,
        Device as Device,
        NamedSharding as NamedSharding,
        Shard as Shard,
        make_mesh as make_mesh,
        block_until_ready as block_until_ready,
        default_device as default_device,
        device_count as device_count,
        device_get as device_get,
        device_put as device_put,
        devices as devices,
        from_dlpack as from_dlpack,
        local_device_count as local_device_count,
        local_devices as local_devices,
        process_count as process_count,
        process_index as process_index,
        time_limit as time_limit,
    )
    from .sharding import P as P
    from recto.transform import CompileError as CompileError, InternalError as InternalError
    from recto.transform.core.public import (
        CompileAttributeError as CompileAttributeError,
        CompileAxisError as CompileAxisError,
        CompileImportError as CompileImportError,
        CompileIndexError as CompileIndexError,
        CompileKeyError as CompileKeyError,
        CompileLinAlgError as CompileLinAlgError,
        CompileNameError as CompileNameError,
        CompileOverflowError as CompileOverflowError,
        CompileTypeError as CompileTypeError,
        CompileValueError as CompileValueError,
        CompileZeroDivisionError as CompileZeroDivisionError,
    )
    from ._api.bound import bound as bound
    from ._api.custom_rules import (
        checkpoint as checkpoint,
        cotangent_of as cotangent_of,
        custom_jvp as custom_jvp,
        custom_vjp as custom_vjp,
        remat as remat,
    )
    from ._api.derivatives import (
        grad as grad,
        hessian as hessian,
        hvp as hvp,
        jacfwd as jacfwd,
        jacobian as jacobian,
        jacrev as jacrev,
        jvp as jvp,
        linear_transpose as linear_transpose,
        linearize as linearize,
        stop_gradient as stop_gradient,
        value_and_grad as value_and_grad,
        vjp as vjp,
    )
    from ._api.explaining import explain as explain
    from ._api.exporting.export import export as export
    from ._api.exporting.exported import Exported as Exported
    from ._api.exporting.exported_sizes import ExportedSizes as ExportedSizes, load as load
    from ._api.global_arrays import (
        make_array_from_callback as make_array_from_callback,
        make_array_from_process_local_data as make_array_from_process_local_data,
        make_array_from_single_device_arrays as make_array_from_single_device_arrays,
    )
    from ._api.host import (
        ShapeDtypeStruct as ShapeDtypeStruct,
        host as host,
        io_callback as io_callback,
        pure_callback as pure_callback,
    )
    from ._api.jax_style import (
        closure_convert as closure_convert,
        custom_gradient as custom_gradient,
        debug_nans as debug_nans,
        default_backend as default_backend,
        enable_x64 as enable_x64,
        host_count as host_count,
        host_id as host_id,
        host_ids as host_ids,
        default_matmul_precision as default_matmul_precision,
        ensure_compile_time_eval as ensure_compile_time_eval,
        fwd_and_bwd as fwd_and_bwd,
        print_environment_info as print_environment_info,
        named_call as named_call,
        named_scope as named_scope,
        process_indices as process_indices,
    )
    from ._api.jit import Function as Function, jit as jit
    from ._api.pmap import pmap as pmap
    from ._api.references import (
        Ref as Ref,
        ds as ds,
        empty_ref as empty_ref,
        float0 as float0,
        free_ref as free_ref,
        freeze as freeze,
        new_ref as new_ref,
    )
    from ._parallel.shard_map import (
        shard_map as shard_map,
    )
    from ._parallel.placement import (
        clear_caches as clear_caches,
        copy_to_host_async as copy_to_host_async,
        effects_barrier as effects_barrier,
        live_arrays as live_arrays,
        reshard as reshard,
        set_mesh as set_mesh,
        smap as smap,
        typeof as typeof,
    )
    from ._api.shapes import eval_shape as eval_shape
    from ._api.vmap import vmap as vmap
    from ._dispatch.ahead_of_time import Compiled as Compiled
    from ._dispatch.config import config as config, disable_jit as disable_jit
    from ._show.emit import emit as emit
    from ._show.generate import generate as generate

__all__ = [
    "Array",
    "CompileAttributeError",
    "CompileAxisError",
    "CompileError",
    "CompileImportError",
    "CompileIndexError",
    "CompileKeyError",
    "CompileLinAlgError",
    "CompileNameError",
    "CompileOverflowError",
    "CompileTypeError",
    "CompileValueError",
    "CompileZeroDivisionError",
    "Compiled",
    "Device",
    "Exported",
    "ExportedSizes",
    "Function",
    "InternalError",
    "NamedSharding",
    "P",
    "Ref",
    "ShapeDtypeStruct",
    "Shard",
    "block_until_ready",
    "bound",
    "checkpoint",
    "checkpoint_policies",
    "clear_caches",
    "closure_convert",
    "config",
    "copy_to_host_async",
    "cotangent_of",
    "custom_gradient",
    "custom_jvp",
    "custom_vjp",
    "debug",
    "debug_nans",
    "default_backend",
    "default_device",
    "default_matmul_precision",
    "device_count",
    "device_get",
    "device_put",
    "devices",
    "disable_jit",
    "distributed",
    "ds",
    "effects_barrier",
    "emit",
    "empty_ref",
    "enable_x64",
    "ensure_compile_time_eval",
    "eval_shape",
    "explain",
    "export",
    "float0",
    "free_ref",
    "freeze",
    "from_dlpack",
    "fwd_and_bwd",
    "generate",
    "grad",
    "hessian",
    "host",
    "host_count",
    "host_id",
    "host_ids",
    "hvp",
    "image",
    "io_callback",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jax",
    "jit",
    "jvp",
    "lax",
    "linear_transpose",
    "linearize",
    "live_arrays",
    "load",
    "local_device_count",
    "local_devices",
    "make_array_from_callback",
    "make_array_from_process_local_data",
    "make_array_from_single_device_arrays",
    "make_mesh",
    "named_call",
    "named_scope",
    "new_ref",
    "nn",
    "numpy",
    "ops",
    "optim",
    "pmap",
    "print_environment_info",
    "process_count",
    "process_index",
    "process_indices",
    "pure_callback",
    "random",
    "remat",
    "reshard",
    "scipy",
    "set_mesh",
    "shard_map",
    "sharding",
    "smap",
    "stax",
    "stop_gradient",
    "testing",
    "time_limit",
    "torch",
    "tree",
    "tree_util",
    "typeof",
    "value_and_grad",
    "vjp",
    "vmap",
]

_HOMES = {
    "recto.runtime": "Array Device NamedSharding Shard block_until_ready default_device device_count device_get "
    "device_put devices from_dlpack make_mesh "
    "local_device_count local_devices process_count process_index time_limit",
    "recto.sharding": "P",
    "recto.transform": "CompileError InternalError",
    "recto.transform.core.public": "CompileAttributeError CompileAxisError CompileImportError CompileIndexError "
    "CompileKeyError CompileLinAlgError CompileNameError CompileOverflowError CompileTypeError "
    "CompileValueError CompileZeroDivisionError",
    "recto._api.bound": "bound",
    "recto._dispatch.config": "config disable_jit",
    "recto._api.custom_rules": "checkpoint cotangent_of custom_jvp custom_vjp remat",
    "recto._api.derivatives": "grad hessian hvp jacfwd jacobian jacrev jvp linear_transpose linearize stop_gradient "
    "value_and_grad vjp",
    "recto._api.explaining": "explain",
    "recto._api.exporting.export": "export",
    "recto._api.exporting.exported": "Exported",
    "recto._api.exporting.exported_sizes": "ExportedSizes load",
    "recto._show.emit": "emit",
    "recto._show.generate": "generate",
    "recto._api.global_arrays": "make_array_from_callback make_array_from_process_local_data "
    "make_array_from_single_device_arrays",
    "recto._api.host": "ShapeDtypeStruct host io_callback pure_callback",
    "recto._api.jit": "Function jit",
    "recto._api.jax_style": "closure_convert custom_gradient debug_nans default_backend enable_x64 host_count host_id "
    "host_ids named_call named_scope process_indices default_matmul_precision "
    "ensure_compile_time_eval fwd_and_bwd print_environment_info",
    "recto._api.references": "Ref ds empty_ref float0 free_ref freeze new_ref",
    "recto._parallel.shard_map": "shard_map",
    "recto._parallel.placement": "clear_caches copy_to_host_async effects_barrier live_arrays reshard "
    "set_mesh smap typeof",
    "recto._api.shapes": "eval_shape",
    "recto._dispatch.ahead_of_time": "Compiled",
    "recto._api.pmap": "pmap",
    "recto._api.vmap": "vmap",
}
_MODULES = (
    "checkpoint_policies",
    "debug",
    "distributed",
    "image",
    "jax",
    "lax",
    "nn",
    "numpy",
    "ops",
    "optim",
    "random",
    "scipy",
    "sharding",
    "stax",
    "testing",
    "torch",
    "tree",
    "tree_util",
)
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def _beside() -> list[str]:
    """The folder of `recto.transform` and `recto.runtime` in a checkout without the symbolic links to them in
    this folder (git makes files of those where there are none): beside it. Others' folders of these names are
    left alone.
    """
    here = pathlib.Path(__file__).parent
    setup = here.parent / "setup.cfg"
    if (here / "transform").is_dir() or not setup.is_file():
        return []
    return [str(here.parent)] if "name = recto\n" in setup.read_text(encoding="utf-8") else []


__path__ += _beside()
__version__ = "0.1.0"


def _attribute(name: str) -> Any:
    try:
        return _find(name)
    except AttributeError as error:
        error.__traceback__ = None  # the user's frames are added from here on
        raise


if not TYPE_CHECKING:  # type checkers know the names above, and refuse others
    __getattr__ = _attribute


def _find(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name not in _HOME:
        from recto.transform.core.spelling import no_attribute  # for errors only

        raise no_attribute(__name__, name, __dir__())
    found = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
