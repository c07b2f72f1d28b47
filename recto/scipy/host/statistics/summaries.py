"""Summaries that leave the ends of samples out."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from recto.transform.library import read_as

from ..samples import propagates

SCALES = {"normal": special.erfinv(0.5) * 2.0 * np.sqrt(2.0)}


@read_as("scipy.stats.iqr")
def iqr(
    x: Any,
    axis: Any = None,
    rng: Any = (25, 75),
    scale: Any = 1.0,
    nan_policy: str = "propagate",
    interpolation: str = "linear",
    keepdims: bool = False,
) -> Any:
    """The difference of two percentiles, the quartiles usually."""
    propagates("iqr", nan_policy)
    if isinstance(scale, str):
        if scale.lower() not in SCALES:
            raise ValueError(f"{scale} not a valid scale for `iqr`")
        scale = SCALES[scale.lower()]
    if len(rng) != 2:
        raise TypeError("`rng` must be a two element sequence.")
    low, high = min(rng) / 100, max(rng) / 100
    if low < 0 or high > 1:
        raise ValueError("Elements of `rng` must be in the range [0, 100].")
    x = np.asarray(x)
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    axis = tuple(axis) if isinstance(axis, list) else axis
    ends = [np.quantile(x, p, axis=axis, method=interpolation, keepdims=keepdims) for p in (low, high)]
    return ((ends[1] - ends[0]) / scale).astype(x.dtype)[()]


@read_as("scipy.stats.trim_mean")
def trim_mean(
    a: Any, proportiontocut: float, axis: Any = 0, *, nan_policy: str = "propagate", keepdims: bool = False
) -> Any:
    """The mean without so many of the least and of the largest numbers."""
    propagates("trim_mean", nan_policy)
    a = np.asarray(a)
    a, place = (np.ravel(a), 0) if axis is None else (a, axis)
    if keepdims and axis is None:
        return np.reshape(trim_mean(a, proportiontocut), (1,) * np.ndim(a))
    count = a.shape[place]
    cut = int(proportiontocut * count)
    if cut > count - cut:
        raise ValueError("Proportion too big.")
    inner = np.moveaxis(np.sort(a, axis=place), place, -1)[..., cut : count - cut]
    missing = np.any(np.isnan(a), axis=place) if a.dtype.kind == "f" else False
    found = np.where(missing, np.nan, np.mean(inner, axis=-1))
    found = found.astype(a.dtype) if a.dtype.kind == "f" else found
    return np.expand_dims(found, place) if keepdims else found[()]
