"""The names of `jax` itself: transformations, scopes, shapes, settings."""

from __future__ import annotations

import types
from typing import Any

import numpy as np

import recto
from recto.transform.core.dtypes import settings

from . import made_inside
from .trees import Rule

SAME = (
    "ShapeDtypeStruct block_until_ready closure_convert custom_gradient grad hessian "
    "jacfwd jacrev jit jvp linear_transpose linearize named_call pure_callback value_and_grad vjp vmap"
)


class scope:
    """A context manager that says how JAX is to compute, and not what."""

    def __init__(self, *args: Any, **kwargs: Any):
        pass

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: Any) -> None:
        return None


class Config:
    """`jax.config`: what it says is Recto's setting."""

    @property
    def jax_enable_x64(self) -> bool:
        return settings.enable_x64

    enable_x64 = x64_enabled = jax_enable_x64
    jax_debug_nans = jax_debug_infs = jax_disable_jit = jax_enable_checks = False
    jax_numpy_dtype_promotion = "standard"
    jax_numpy_rank_promotion = "allow"
    jax_dynamic_shapes = False
    jax_default_dtype_bits = "64"


_eval_shape = Rule("eval_shape")


class Aval:
    """The result of `jax.typeof`: the type of an array."""

    def __init__(self, x: Any):
        self.shape, self.dtype = np.shape(x), np.asarray(x).dtype
        self.ndim, self.size = len(self.shape), int(np.prod(self.shape))
        self.weak_type, self.sharding, self.vma = False, None, frozenset()

    def at_least_vspace(self) -> Any:
        return self


def typeof(x: Any) -> Any:
    return Aval(x)


def checkpoint(
    fun: Any = None,
    *,
    prevent_cse: bool = True,
    policy: Any = None,
    static_argnums: Any = (),
    concrete: bool = False,
) -> Any:
    """As Recto's; whether XLA may undo it is no question here."""
    if policy is not None:
        raise ValueError(
            "policies of jax.checkpoint are not known: recto.checkpoint has 'dots' and 'everything'"
        )
    return (lambda function: recto.checkpoint(function)) if fun is None else recto.checkpoint(fun)


def eval_shape(fun: Any, *args: Any, **kwargs: Any) -> Any:
    return _eval_shape(recto.ShapeDtypeStruct, fun, args, kwargs)


def shapes_of(fun: Any, *args: Any, **kwargs: Any) -> Any:
    """As `eval_shape`; what is no array stays as it is."""
    return _eval_shape(recto.ShapeDtypeStruct, fun, args, kwargs, arrays_only=True)


functions = types.SimpleNamespace(
    checkpoint=checkpoint,
    custom_jvp=made_inside.custom_jvp,
    custom_vjp=made_inside.custom_vjp,
    remat=checkpoint,
    eval_shape=eval_shape,
    typeof=typeof,
    named_scope=scope,
    ensure_compile_time_eval=scope,
    numpy_dtype_promotion=scope,
    numpy_rank_promotion=scope,
    default_matmul_precision=scope,
    transfer_guard=scope,
    default_device=scope,
    **{name: getattr(recto, name) for name in SAME.split()},
)
OBJECTS: dict[str, Any] = {"Array": np.ndarray | np.generic, "config": Config()}
