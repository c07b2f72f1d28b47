"""Functions that were decorated with JAX's transformations outside of compiled code: their translation to
Recto's.

Only attributes and closures are looked at; nothing of JAX is run.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

import recto

from .vectorized import vectorize


def converted(value: Any) -> Any:
    """The function with Recto's transformation in place of JAX's; None for any other object."""
    kind, home = type(value).__name__, type(value).__module__
    if home == "jax._src.custom_derivatives":
        return RULED[kind](value) if kind in RULED else None
    if isinstance(value, types.FunctionType) and value.__globals__.get("__name__", "").startswith("jax."):
        made = MADE.get(value.__code__.co_qualname)
        return made and made(inspect.getclosurevars(value).nonlocals)
    inner = getattr(value, "__wrapped__", None)
    return converted(inner) if home.startswith("jaxlib") and inner is not None else None


def custom_jvp(value: Any) -> Any:
    """(Rules that know symbolic zeros take arrays of zeros as well.)"""
    if value.jvp is None:
        return None
    made = recto.custom_jvp(value.fun, nondiff_argnums=tuple(value.nondiff_argnums))
    made.defjvp(value.jvp)
    return made


def custom_vjp(value: Any) -> Any:
    if value.fwd is None or getattr(value, "symbolic_zeros", False):
        return None
    if getattr(value.fun, "__code__", value).co_qualname == "custom_gradient.<locals>.wrapped_fun":
        return recto.custom_gradient(inspect.getclosurevars(value.fun).nonlocals["fun"])
    made = recto.custom_vjp(value.fun, nondiff_argnums=tuple(value.nondiff_argnums))
    made.defvjp(value.fwd, value.bwd)
    return made


RULED: dict[str, Callable] = {"custom_jvp": custom_jvp, "custom_vjp": custom_vjp}


def jacobian(make: Callable) -> Callable:
    def of(held: dict) -> Any:
        return None if held["has_aux"] or held["holomorphic"] else make(held["fun"], argnums=held["argnums"])

    return of


def gradient(held: dict) -> Any:
    inner = closure(held["value_and_grad_f"])
    return recto.grad(inner["fun"], argnums=inner["argnums"], has_aux=inner["has_aux"])


def closure(function: types.FunctionType) -> dict[str, Any]:
    """The variables that a function of JAX's closes over, behind the wrapper for tracebacks."""
    held = inspect.getclosurevars(function).nonlocals
    return closure(held["fun"]) if function.__code__.co_qualname.startswith("api_boundary.") else dict(held)


def batched(held: dict) -> Any:
    return recto.vmap(
        held["fun"],
        in_axes=held["in_axes"],
        out_axes=held["out_axes"],
        axis_name=name_of_axis(held.get("axis_name")),
    )


def name_of_axis(name: Any) -> Any:
    return name if isinstance(name, str) else None


MADE: dict[str, Callable[[dict], Any]] = {
    "api_boundary.<locals>.reraise_with_filtered_traceback": lambda held: converted(held["fun"]),
    "vmap.<locals>.vmap_f": batched,
    "grad.<locals>.grad_f": gradient,
    "value_and_grad.<locals>.value_and_grad_f": lambda held: recto.value_and_grad(
        held["fun"], argnums=held["argnums"], has_aux=held["has_aux"]
    ),
    "jacfwd.<locals>.jacfun": jacobian(recto.jacfwd),
    "jacrev.<locals>.jacfun": jacobian(recto.jacrev),
    "checkpoint.<locals>.fun_remat": lambda held: recto.checkpoint(held["fun"]),
    "vectorize.<locals>.wrapped": lambda held: vectorize(
        held["pyfunc"], excluded=held["excluded"], signature=held["signature"]
    ),
    "ExtendNameStackContextManager.__call__.<locals>.wrapper": lambda held: held["func"],
}
