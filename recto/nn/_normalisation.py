"""Functions along axes: softmax and related functions, standardisation, one-hot encoding."""

from __future__ import annotations

from typing import Any

import numpy as np

Axes = int | tuple[int, ...] | None


def logsumexp(
    a: Any,
    axis: Axes = None,
    b: Any = None,
    keepdims: bool = False,
    return_sign: bool = False,
    where: Any = None,
) -> Any:
    """log(sum(b * exp(a))) over axes, without overflow; -inf for no terms.

    Args:
        b: factors of the terms
        return_sign: give (log of the absolute sum, its sign)
        where: which terms count
    """
    a = a if where is None else np.where(where, a, -np.inf)
    top = np.max(a, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    terms = np.exp(a - top) if b is None else b * np.exp(a - top)
    total = np.sum(terms, axis=axis, keepdims=True)
    with np.errstate(divide="ignore"):
        result = np.log(np.abs(total) if return_sign else total) + top
    if return_sign:
        return _kept(result, axis, keepdims), _kept(np.sign(total), axis, keepdims)
    return _kept(result, axis, keepdims)


def _kept(x: Any, axis: Axes, keepdims: bool) -> Any:
    return x if keepdims else np.squeeze(x, axis=axis)


def logmeanexp(a: Any, axis: Axes = None, where: Any = None, keepdims: bool = False) -> Any:
    """log(mean(exp(a))) over axes."""
    weight = np.ones_like(a) if where is None else np.where(where, np.ones_like(a), 0)
    return logsumexp(a, axis, where=where, keepdims=keepdims) - np.log(
        np.sum(weight, axis=axis, keepdims=keepdims)
    )


def softmax(x: Any, axis: Axes = -1, where: Any = None) -> Any:
    """exp(x) / sum(exp(x)) along axes; 0 where `where` is false.

    >>> import numpy as np, recto
    >>> recto.nn.softmax(np.array([0.0, np.log(3.0)]))
    array([0.25, 0.75])
    """
    x = x if where is None else np.where(where, x, -np.inf)
    terms = np.exp(x - _shift(x, axis))
    return terms / np.sum(terms, axis=axis, keepdims=True)


def log_softmax(x: Any, axis: Axes = -1, where: Any = None) -> Any:
    """log(softmax(x)), exact where that is tiny."""
    x = x if where is None else np.where(where, x, -np.inf)
    shifted = x - _shift(x, axis)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


def _shift(x: Any, axis: Axes) -> Any:
    """The largest element; 0 where that is infinite."""
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    return np.where(np.isfinite(top), top, 0)


def standardize(
    x: Any, axis: Axes = -1, mean: Any = None, variance: Any = None, epsilon: Any = 1e-5, where: Any = None
) -> Any:
    """(x - mean) / sqrt(variance + epsilon), by those of x along axes unless given."""
    counted = True if where is None else where
    if mean is None:
        mean = np.mean(x, axis=axis, keepdims=True, where=counted)
    if variance is None:
        variance = np.mean((x - mean) ** 2, axis=axis, keepdims=True, where=counted)
    return (x - mean) / np.sqrt(variance + epsilon)


normalize = standardize


def one_hot(x: Any, num_classes: int, *, dtype: Any = float, axis: int = -1) -> Any:
    """1 at the place that an integer names, on a new axis of `num_classes`; zeros for integers out of range.

    >>> import recto
    >>> recto.nn.one_hot(np.array([2, 0]), 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    axis = axis % (np.ndim(x) + 1)
    classes = np.arange(num_classes).reshape((num_classes,) + (1,) * (np.ndim(x) - axis))
    return (np.expand_dims(x, axis) == classes).astype(dtype)
