"""Modules named as JAX's, with functions of the same names that must not run: what is tested is how code is read."""
from __future__ import annotations

import importlib
import sys
import types
from typing import Any

import numpy as np
import pytest

NAMES = {
    "jax": "grad jit vmap value_and_grad checkpoint closure_convert eval_shape typeof custom_jvp custom_vjp make_jaxpr "
           "ensure_compile_time_eval",
    "jax.numpy": "sin cos tanh exp sum mean dot take take_along_axis zeros arange where sort asarray maximum put "
                 "concatenate reshape einsum issubdtype finfo promote_types result_type vectorize repeat zeros_like "
                 "expand_dims sqrt",
    "jax.numpy.linalg": "norm solve",
    "jax.lax": "scan cond fori_loop while_loop exp stop_gradient",
    "jax.nn": "relu softmax",
    "jax.random": "normal split",
    "jax.scipy": "",
    "jax.scipy.special": "logsumexp",
    "jax.tree": "map leaves flatten structure reduce transpose map_with_path leaves_with_path",
    "jax.tree_util": "tree_map tree_leaves keystr",
    "jax.ops": "segment_sum segment_max",
    "jax.flatten_util": "ravel_pytree",
    "jax.dtypes": "canonicalize_dtype",
}


class JitFunction:
    """As jax.numpy's compiled functions are: no Python function, and not hashable by what it holds."""
    def __init__(self, module: str, name: str):
        self.__module__, self.__name__ = module, name

    @classmethod
    def around(cls, function):
        """As `jax.jit` of a function."""
        made = cls(function.__module__, function.__name__)
        made.__wrapped__, made.__qualname__ = function, function.__qualname__
        return made

    def __call__(self, *args, **kwargs):
        raise AssertionError(f"{self.__name__} of JAX is run")


JitFunction.__module__ = "jaxlib._jax"


class Ruled(JitFunction):
    """As `jax.custom_jvp` of a function."""


Ruled.__module__ = "jax._src.custom_derivatives"


class _ScalarMeta(type):
    pass


def function(module: str, name: str):
    if name in ("dot", "norm"):
        return JitFunction(module, name)
    made = types.FunctionType(JitFunction.__call__.__code__, {"__name__": "jax._src"}, name)
    made.__module__, made.__qualname__ = module, name
    return made


def install(monkeypatch) -> types.ModuleType:
    """The module `jax`, as `import jax` gives it."""
    modules = {name: types.ModuleType(name) for name in NAMES}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
        for f in NAMES[name].split():
            setattr(module, f, function(name, f))
        holder, _, last = name.rpartition(".")
        if holder:
            setattr(modules[holder], last, module)
    jax: Any = modules["jax"]
    scalar = _ScalarMeta("float32", (), {"__module__": "jax.numpy", "dtype": np.dtype(np.float32)})
    jax.numpy.float32 = scalar
    jax.numpy.pi = np.pi
    return jax


def install_for(user: types.ModuleType, which: str, monkeypatch) -> types.ModuleType:
    """The stand-in, or "jax" itself where it is installed, as `jax` and `jnp` of a module."""
    if which == "jax":
        pytest.importorskip("jax")
        for name in NAMES:
            importlib.import_module(name)
        found = importlib.import_module("jax")
    else:
        found = install(monkeypatch)
    monkeypatch.setattr(user, "jax", found)
    monkeypatch.setattr(user, "jnp", found.numpy)
    return found
