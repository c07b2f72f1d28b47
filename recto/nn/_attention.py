"""Scaled dot-product attention."""

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
