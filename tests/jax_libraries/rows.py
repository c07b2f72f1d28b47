"""What a row says, and how its result is compared with JAX's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import numpy as np

import recto


class Row(NamedTuple):
    """A function of a library with arguments.

    grad       the derivative of the sum of its results with respect to the first argument is compared as well
    reference  the function for JAX, where it differs: models in NumPy
    steps      the function takes and returns a state; it is called so many times
    wide       in float64, because the result depends on how float32 is rounded
    """

    name: str
    function: Callable
    args: tuple
    grad: bool = False
    tolerance: float = 2e-5
    reference: Callable | None = None
    steps: int = 0
    wide: bool = False


def draw(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def total(function: Callable) -> Callable:
    """The sum of the floating-point results."""

    def summed(*args: Any) -> Any:
        leaves = jax.tree.leaves(function(*args))
        return sum(jax.numpy.sum(x) for x in leaves if jax.numpy.issubdtype(x.dtype, jax.numpy.floating))

    return summed


def check(row: Row) -> None:
    """Raises what Recto raises, or AssertionError where the results differ."""
    if not row.wide:
        return check_here(row)
    with jax.enable_x64(True), recto.enable_x64(True):
        check_here(row._replace(args=jax.tree.map(doubled, row.args)))


def doubled(leaf: Any) -> Any:
    leaf = np.asarray(leaf)
    return leaf.astype(np.float64) if leaf.dtype == np.float32 else leaf


def check_here(row: Row) -> None:
    reference = row.reference or row.function
    expected = result(jax.jit(reference), row)
    compare(result(recto.jit(row.function), row), expected, row.tolerance)
    if row.grad:
        expected = jax.jit(jax.grad(total(reference)))(*row.args)
        compare(recto.jit(recto.grad(total(row.function)))(*row.args), expected, 10 * row.tolerance)


def result(compiled: Callable, row: Row) -> Any:
    if not row.steps:
        return compiled(*row.args)
    state, *rest = row.args
    for _ in range(row.steps):
        state = compiled(state, *rest)
    return state


def compare(found: Any, expected: Any, tolerance: float) -> None:
    """The same structure; leaves of the same shape, dtype and values."""
    assert jax.tree.structure(found) == jax.tree.structure(expected), (
        f"structure {jax.tree.structure(found)} is not {jax.tree.structure(expected)}"
    )
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        if jax.dtypes.issubdtype(b.dtype, jax.dtypes.prng_key):
            b = jax.random.key_data(b)
        a, b = np.asarray(a), np.asarray(b)
        assert a.shape == b.shape and kind(a) == kind(b), f"{a.dtype}{a.shape} is not {b.dtype}{b.shape}"
        np.testing.assert_allclose(a, b, tolerance, tolerance)


def kind(x: np.ndarray) -> np.dtype:
    """The dtype, with 32 bits for Python's numbers among results."""
    return np.dtype(x.dtype.str.replace("8", "4")) if x.dtype in (np.float64, np.int64) and x.ndim == 0 else x.dtype
