"""Attention, and products of matrices with scales."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._normalisation import softmax


def dot_product_attention(
    query: Any,
    key: Any,
    value: Any,
    bias: Any = None,
    mask: Any = None,
    *,
    scale: Any = None,
    is_causal: bool = False,
) -> Any:
    """softmax(query · key * scale + bias) · value for each head (Vaswani et al. 2017).

    Args:
        query: (..., times, heads, features)
        key, value: (..., places, heads or fewer, features): with fewer heads, neighbouring queries share one
        bias: added to the logits, broadcast to (..., heads, times, places)
        mask: where false, a place is not seen; as bias
        scale: 1 / sqrt(features) by default
        is_causal: places behind the query's own time are not seen

    Returns:
        (..., times, heads, features of value)
    """
    groups = query.shape[-2] // key.shape[-2]
    if groups > 1:
        key, value = np.repeat(key, groups, axis=-2), np.repeat(value, groups, axis=-2)
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    logits = np.einsum("...tnh,...snh->...nts", query, key) * scale
    if bias is not None:
        logits = logits + bias
    if mask is not None:
        logits = np.where(mask, logits, _lowest(logits))
    if is_causal:
        seen = np.arange(query.shape[-3])[:, None] >= np.arange(key.shape[-3])
        logits = np.where(seen, logits, _lowest(logits))
    return np.einsum("...nts,...snh->...tnh", softmax(logits), value)


def _lowest(logits: Any) -> Any:
    """Far below all logits, but finite: a row that sees nothing gets equal weights, not NaN."""
    return 0.7 * np.finfo(logits.dtype).min


def scaled_matmul(
    lhs: Any, rhs: Any, lhs_scales: Any, rhs_scales: Any, preferred_element_type: Any = np.float32
) -> Any:
    """Products of matrices of narrow floats, whose blocks along the last axis have scales.

    Args:
        lhs, rhs: [batch, m, k] and [batch, n, k].
        lhs_scales, rhs_scales: [batch, m, blocks] and [batch, n, blocks].

    Returns:
        [batch, m, n], in `preferred_element_type`; sums are those of float32.

    >>> import numpy as np
    >>> from recto import nn
    >>> half = np.full((1, 1, 1), 0.5)
    >>> nn.scaled_matmul(np.ones((1, 1, 4)), np.ones((1, 1, 4)), half, half)
    array([[[1.]]], dtype=float32)
    """
    if not lhs.ndim == rhs.ndim == lhs_scales.ndim == rhs_scales.ndim == 3:
        raise ValueError("scaled_matmul requires all inputs to be 3-dimensional arrays")
    products = np.matmul(_scaled(lhs, lhs_scales), np.swapaxes(_scaled(rhs, rhs_scales), 1, 2))
    return products.astype(preferred_element_type)


def _scaled(x: Any, scales: Any) -> Any:
    if x.shape[-1] % scales.shape[-1]:
        raise ValueError(f"{x.shape[-1]} elements are not divided evenly into {scales.shape[-1]} blocks")
    return x.astype(np.float32) * np.repeat(
        scales.astype(np.float32), x.shape[-1] // scales.shape[-1], axis=-1
    )
