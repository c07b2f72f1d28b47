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
from ._derivatives import grad, jvp, value_and_grad
from ._jit import Compiled, Function, jit
from . import numpy

__all__ = [
    "Array",
    "Compiled",
    "CompileError",
    "Function",
    "block_until_ready",
    "config",
    "debug",
    "default_device",
    "device_get",
    "device_put",
    "devices",
    "disable_jit",
    "from_dlpack",
    "grad",
    "jit",
    "jvp",
    "numpy",
    "tree",
    "value_and_grad",
]
__version__ = "0.1.0"
