"""NumPy's functions of arrays of computed length, written in Python: they are read as the user's are.

An array whose length data decide is sliced, indexed and measured in them as any other.
"""

from __future__ import annotations

import numpy as np

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


def listed(a):
    """a.tolist() of an array with one axis."""
    return [v.item() for v in a]


def rows_listed(a):
    """a.tolist() of an array with several axes."""
    return [row.tolist() for row in a]


def convolved(a, v):
    """np.convolve(a, v, "full"), by the items of v."""
    if len(a) == 0:
        raise ValueError("a cannot be empty")
    if len(v) == 0:
        raise ValueError("v cannot be empty")
    out = np.zeros(len(a) + len(v) - 1, (a[:1] * v[:1]).dtype)
    for k in range(len(v)):
        out[k : k + len(a)] += a * v[k]
    return out


def middle_convolved(a, v):
    """np.convolve(a, v, "same")"""
    first = (min(len(a), len(v)) - 1) // 2
    return convolved(a, v)[first : first + max(len(a), len(v))]


def inner_convolved(a, v):
    """np.convolve(a, v, "valid")"""
    return convolved(a, v)[min(len(a), len(v)) - 1 : max(len(a), len(v))]


def slope(y, h):
    """np.gradient of items at the same distance."""
    if len(y) < 2:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are "
            "required."
        )
    out = np.empty(len(y), (y[:1] * 1.0).dtype)
    out[1:-1] = (y[2:] - y[:-2]) / (2.0 * h)
    out[0] = (y[1] - y[0]) / h
    out[-1] = (y[-1] - y[-2]) / h
    return out


def slope_between(y, x):
    """np.gradient of items at these places."""
    if len(x) != len(y):
        raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    step = np.diff(x)
    first = step[0]
    before, after = step[:-1], step[1:]
    out = np.empty(len(y), (y[:1] * 1.0).dtype)
    low = -after / (before * (before + after))
    middle = (after - before) / (before * after)
    high = before / (after * (before + after))
    out[1:-1] = low * y[:-2] + middle * y[1:-1] + high * y[2:]
    out[0] = (y[1] - y[0]) / first
    out[-1] = (y[-1] - y[-2]) / step[-1]
    return out


def variance_of(x, ddof):
    """np.cov(x, ddof=ddof)"""
    x = x.astype(np.float64)
    centred = x - np.mean(x)
    return np.asarray(np.sum(centred * centred) / max(len(x) - ddof, 0))


def covariance_of(x, y, ddof):
    """np.cov(x, y, ddof=ddof)"""
    if len(x) != len(y):
        raise ValueError(
            "all the input array dimensions except for the concatenation axis must match exactly"
        )
    x, y = x.astype(np.float64), y.astype(np.float64)
    a, b = x - np.mean(x), y - np.mean(y)
    n = max(len(x) - ddof, 0)
    both = np.sum(a * b) / n
    return np.array([[np.sum(a * a) / n, both], [both, np.sum(b * b) / n]])


def correlation_of(x, y):
    """np.corrcoef(x, y)"""
    found = covariance_of(x, y, 1)
    deviation = np.sqrt(np.diag(found))
    return np.clip(found / deviation[:, None] / deviation[None, :], -1.0, 1.0)


def folded_between(ufunc, x, starts, dtype):
    """ufunc.reduceat(x, starts) along the first axis: from each start to the next, or the item alone where that is not
    larger."""
    n, x, starts = len(x), x.astype(dtype), starts.astype(np.int64)
    outside = (starts < 0) | (starts >= n)
    if np.any(outside):
        raise IndexError(f"index {starts[np.argmax(outside)]} out-of-bounds in reduceat [0, {n})")
    ends = np.append(starts[1:], n)
    out = x[starts]
    for k in range(len(starts)):
        for j in range(starts[k] + 1, ends[k]):
            out[k] = ufunc(out[k], x[j])
    return out


def in_lexical_order(keys):
    """np.lexsort: by the last key first."""
    order = np.argsort(keys[0], kind="stable")
    for key in keys[1:]:
        if len(key) != len(order):
            raise ValueError("all keys need to be the same shape")
        order = order[np.argsort(key[order], kind="stable")]
    return order


def places_among_bins(x, bins, right):
    """np.digitize"""
    if np.all(bins[1:] >= bins[:-1]):
        return np.searchsorted(bins, x, "left" if right else "right")
    if np.any(bins[1:] > bins[:-1]):
        raise ValueError("bins must be monotonically increasing or decreasing")
    return len(bins) - np.searchsorted(bins[::-1], x, "left" if right else "right")


def softmax_of(x, axis):
    keeps = axis is not None
    terms = np.exp(x - np.max(x, axis=axis, keepdims=keeps))
    return terms / np.sum(terms, axis=axis, keepdims=keeps)


def log_softmax_of(x, axis):
    keeps = axis is not None
    top = np.max(x, axis=axis, keepdims=keeps)
    shifted = x - np.where(np.isfinite(top), top, 0)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=keeps))


def log_of_sum(a, axis, weights, keepdims):
    a = a * 1.0
    top = np.max(a, axis=axis, keepdims=axis is not None, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    total = np.sum(np.exp(a - top) * weights, axis=axis, keepdims=axis is not None)
    result = np.log(total) + top
    if keepdims and axis is None:
        return np.reshape(result, (1,) * a.ndim)
    return result if keepdims or axis is None else np.squeeze(result, axis=axis)
