"""Recto: NumPy functions, unmodified, transformed as source and compiled through XLA.

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
"""
from recto.runtime import (Array, block_until_ready, default_device, device_get, device_put, devices, from_dlpack)
from recto.transform import CompileError

from . import debug, tree
from ._config import config, disable_jit
from ._custom import checkpoint, custom_jvp, custom_vjp
from ._derivatives import (grad, hessian, hvp, jacfwd, jacobian, jacrev, jvp, linear_transpose, linearize,
                           stop_gradient, value_and_grad, vjp)
from ._jit import Compiled, Function, jit
from ._vmap import vmap
from . import numpy, random

__all__ = [
    "Array",
    "Compiled",
    "CompileError",
    "Function",
    "block_until_ready",
    "checkpoint",
    "config",
    "custom_jvp",
    "custom_vjp",
    "debug",
    "default_device",
    "device_get",
    "device_put",
    "devices",
    "disable_jit",
    "from_dlpack",
    "grad",
    "hessian",
    "hvp",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jit",
    "jvp",
    "lax",
    "linear_transpose",
    "linearize",
    "numpy",
    "random",
    "stop_gradient",
    "tree",
    "value_and_grad",
    "vjp",
    "vmap",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name in ("lax", "testing"):
        import importlib
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
