"""JAX's functions whose signature or meaning differs from the function of the same name here."""

from __future__ import annotations

import types

from collections.abc import Callable
from typing import Any

import numpy as np

import recto
from recto import lax as rlax, random as rrandom


def with_hints(function: Callable) -> Callable:
    """The function with the keywords of JAX's that say how a device computes, and not what.

    `preferred_element_type` is the dtype of the result; XLA chooses the one of the sums.
    """

    def call(
        *args: Any,
        precision: Any = None,
        preferred_element_type: Any = None,
        out_sharding: Any = None,
        accuracy: Any = None,
        **kwargs: Any,
    ) -> Any:
        result = function(*args, **kwargs)
        return result if preferred_element_type is None else result.astype(preferred_element_type)

    return call


def floating(function: Callable) -> Callable:
    """The function of small integers in the default floating-point dtype: NumPy computes those of 8 bits in float16,
    and those of 16 bits in float32."""

    def call(x: Any, /, *args: Any, **kwargs: Any) -> Any:
        x = np.asarray(x) if isinstance(x, (bool, np.bool_)) else x
        small = getattr(x, "dtype", np.dtype(float)).kind in "biu" and x.dtype.itemsize < 4
        return function(x.astype(np.float64) if small else x, *args, **kwargs)

    return call


def take(
    a: Any,
    indices: Any,
    axis: int | None = None,
    out: Any = None,
    mode: str | None = None,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    fill_value: Any = None,
) -> Any:
    """As NumPy's, but for indices out of range, which give `fill_value`."""
    if mode == "clip" or mode == "wrap":
        return np.take(a, indices, axis, mode=mode)
    if mode is not None and mode != "fill":
        raise ValueError("the mode of jax.numpy.take is 'fill', 'clip' or 'wrap'")
    a, indices = np.asarray(a), np.asarray(indices)
    a, axis = (np.ravel(a), 0) if axis is None else (a, axis % a.ndim)
    n = a.shape[axis]
    inside = (indices >= -n) & (indices < n)
    found = np.take(a, np.where(inside, indices, 0), axis)
    inside = np.reshape(inside, indices.shape + (1,) * (a.ndim - axis - 1))
    return np.where(inside, found, filling(a.dtype, fill_value))


def take_along_axis(
    arr: Any, indices: Any, axis: int | None = -1, mode: str | None = None, fill_value: Any = None
) -> Any:
    """As NumPy's, but for indices out of range, which give `fill_value`."""
    if mode is not None and mode != "fill" and mode != "clip":
        raise ValueError("the mode of jax.numpy.take_along_axis is 'fill' or 'clip'")
    arr, indices = np.asarray(arr), np.asarray(indices)
    arr, axis = (np.ravel(arr), 0) if axis is None else (arr, axis)
    n = arr.shape[axis]
    if mode == "clip":
        return np.take_along_axis(arr, np.clip(indices, 0, n - 1), axis)
    inside = (indices >= -n) & (indices < n)
    return np.where(
        inside, np.take_along_axis(arr, np.where(inside, indices, 0), axis), filling(arr.dtype, fill_value)
    )


def filling(dtype: Any, value: Any) -> Any:
    """The fill value for elements out of range: NaN, the least signed integer, the greatest unsigned one, or
    True."""
    if value is not None:
        return np.asarray(value, dtype)
    if dtype.kind in "fc":
        return np.asarray(np.nan, dtype)
    if dtype.kind == "b":
        return True
    return np.asarray(np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max, dtype)


def like(function: Callable, fresh: Callable) -> Callable:
    """A function as `zeros_like`, which in JAX also takes the shape and dtype of an array in its place."""

    def call(
        a: Any, *args: Any, dtype: Any = None, shape: Any = None, device: Any = None, **kwargs: Any
    ) -> Any:
        if hasattr(a, "shape") and hasattr(a, "dtype") and not hasattr(a, "astype"):
            return fresh(
                a.shape if shape is None else shape, *args, dtype=a.dtype if dtype is None else dtype
            )
        if shape is not None:
            return fresh(shape, *args, dtype=np.asarray(a).dtype if dtype is None else dtype)
        return function(a, *args, dtype=dtype)

    return call


def sort(
    a: Any,
    axis: int | None = -1,
    *,
    kind: Any = None,
    order: Any = None,
    stable: bool = True,
    descending: bool = False,
) -> Any:
    result = np.sort(a, axis)
    return np.flip(result, -1 if axis is None else axis) if descending else result


def out_of_place(name: str) -> Callable:
    """A function that changes its argument in NumPy, and returns the changed copy in JAX."""
    function = getattr(np, name)

    def call(a: Any, *args: Any, inplace: bool = True, **kwargs: Any) -> Any:
        if inplace:
            raise ValueError("arrays of JAX can't be changed: pass inplace=False")
        changed = np.array(a)
        function(changed, *args, **kwargs)
        return changed

    return call


def cond(pred: Any, *rest: Any, **kwargs: Any) -> Any:
    """As `recto.lax.cond`, and in the form `cond(pred, x, true_fun, y, false_fun)`."""
    if len(rest) == 4 and callable(rest[1]) and callable(rest[3]):
        return rlax.cond(pred, lambda: rest[1](rest[0]), lambda: rest[3](rest[2]))
    return rlax.cond(pred, *rest, **kwargs)


def without_seed_sharding(function: Callable) -> Callable:
    """A function of jax.random, with the keyword that says on which devices the result lies."""

    def call(*args: Any, out_sharding: Any = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return call


def each(make: Callable, names: str, home: Any) -> dict[str, Callable]:
    return {name: make(getattr(home, name)) for name in names.split()}


functions = types.SimpleNamespace(
    take=take,
    take_along_axis=take_along_axis,
    sort=sort,
    **{name: out_of_place(name) for name in ("fill_diagonal", "place", "put", "put_along_axis")},
    **each(
        with_hints,
        "arange array asarray broadcast_to convolve correlate dot einsum empty full inner matmul "
        "ones ravel reshape tensordot vdot vecdot zeros",
        np,
    ),
    **{
        f"{name}_like": like(getattr(np, f"{name}_like"), getattr(np, name))
        for name in ("empty", "full", "ones", "zeros")
    },
    **each(
        floating,
        "exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh tanh "
        "arcsinh arccosh arctanh",
        np,
    ),
)
linalg = types.SimpleNamespace(**each(with_hints, "matmul multi_dot tensordot vecdot", np.linalg))
lax = types.SimpleNamespace(
    cond=cond,
    **each(
        with_hints,
        "broadcast broadcast_in_dim broadcasted_iota cbrt cos exp exp2 expm1 log log1p logistic reshape "
        "sin sqrt tan tanh",
        rlax,
    ),
)
random = types.SimpleNamespace(
    **each(
        without_seed_sharding,
        "bernoulli beta bits categorical cauchy dirichlet exponential gamma gumbel laplace loggamma "
        "logistic multivariate_normal normal orthogonal permutation poisson rademacher randint "
        "truncated_normal uniform",
        rrandom,
    )
)
top = types.SimpleNamespace(
    remat=recto.checkpoint,
    **{
        name: getattr(recto, name)
        for name in (
            "block_until_ready",
            "checkpoint",
            "custom_gradient",
            "ds",
            "empty_ref",
            "free_ref",
            "freeze",
            "named_call",
            "named_scope",
            "new_ref",
            "shard_map",
            "custom_jvp",
            "custom_vjp",
            "grad",
            "hessian",
            "jacfwd",
            "jacrev",
            "jit",
            "jvp",
            "linear_transpose",
            "linearize",
            "pure_callback",
            "value_and_grad",
            "vjp",
            "vmap",
        )
    },
)
__all__ = ["functions", "lax", "linalg", "random", "top"]
