"""The coefficients of splines through pixels, by recursive filters, and the weights of splines between pixels (Unser,
Aldroubi, Eden: B-spline signal processing, parts I and II. IEEE Trans. Signal Process. 41 (1993)).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as

from ..ndimage import no_output

POLES = {
    2: (np.sqrt(8.0) - 3.0,),
    3: (np.sqrt(3.0) - 2.0,),
    4: (
        np.sqrt(664.0 - np.sqrt(438976.0)) + np.sqrt(304.0) - 19.0,
        np.sqrt(664.0 + np.sqrt(438976.0)) - np.sqrt(304.0) - 19.0,
    ),
    5: (
        np.sqrt(67.5 - np.sqrt(4436.25)) + np.sqrt(26.25) - 6.5,
        np.sqrt(67.5 + np.sqrt(4436.25)) - np.sqrt(26.25) - 6.5,
    ),
}
ENDS = {
    "constant": "mirror",
    "grid-constant": "mirror",
    "mirror": "mirror",
    "wrap": "mirror",
    "nearest": "reflect",
    "reflect": "reflect",
    "grid-mirror": "reflect",
    "grid-wrap": "wrap",
}


def first_weights(n: int, z: float, ends: str) -> Any:
    """The first value of the filter forwards, as weights of the samples: a sum over the extended signal."""
    k = np.arange(n)
    if ends == "wrap":
        return np.where(k == 0, 1.0, z ** (n - k)) / (1.0 - z**n)
    if ends == "reflect":
        before = np.where(k == 0, 1.0, np.where(k == n - 1, z**n, z**k + z ** (2 * n - 1 - k)))
        # (SciPy's last term takes the sum so far for the first sample.)
        weights = before * (1.0 + z ** (2 * n - 1)) + np.where(k == n - 1, z**k, 0.0)
        return weights * z / (1.0 - z ** (2 * n)) + np.where(k == 0, 1.0, 0.0)
    weights = np.where((k == 0) | (k == n - 1), z**k, z**k + z ** (2 * n - 2 - k))
    return weights / (1.0 - z ** (2 * n - 2))


def last_value(c: Any, z: float, ends: str) -> Any:
    """The first value of the filter backwards."""
    n = len(c)
    if ends == "wrap":
        k = np.arange(n)
        return np.tensordot(np.where(k == n - 1, 1.0, z ** (k + 1)), c, 1) * z / (z**n - 1.0)
    if ends == "reflect":
        return c[n - 1] * z / (z - 1.0)
    return (z * c[n - 2] + c[n - 1]) * z / (z * z - 1.0)


def filtered(x: Any, order: int, ends: str) -> Any:
    """Along the first axis."""
    n, c = len(x), x
    if n == 1:
        return c
    for z in POLES[order]:
        c = c * ((1.0 - z) * (1.0 - 1.0 / z))
        c = np.concatenate([np.tensordot(first_weights(n, z, ends), c, 1)[None], c[1:]])
        for i in range(1, n):
            c[i] = c[i] + z * c[i - 1]
        c = np.concatenate([c[:-1], last_value(c, z, ends)[None]])
        for i in range(n - 2, -1, -1):
            c[i] = z * (c[i + 1] - c[i])
    return c


def check_order(order: int, lowest: int = 0) -> None:
    if order < lowest or order > 5:
        raise RuntimeError("spline order not supported")


def coefficients(x: Any, order: int, mode: str) -> Any:
    """The coefficients of the spline through an image of double precision."""
    if mode not in ENDS:
        raise RuntimeError("boundary mode not supported")
    for axis in range(x.ndim) if order > 1 else ():
        x = np.moveaxis(filtered(np.moveaxis(x, axis, 0), order, ENDS[mode]), 0, axis)
    return x


@read_as("scipy.ndimage.spline_filter1d")
def spline_filter1d(
    input: Any, order: int = 3, axis: int = -1, output: Any = np.float64, mode: str = "mirror"
) -> Any:
    check_order(order)
    x, dtype = np.asarray(input), output_dtype(np.asarray(input), output)
    if order > 1:
        x = wider(x)
        x = np.moveaxis(filtered(np.moveaxis(x, axis, 0), order, ENDS[mode]), 0, axis)
    return x.astype(dtype)


@read_as("scipy.ndimage.spline_filter")
def spline_filter(input: Any, order: int = 3, output: Any = np.float64, mode: str = "mirror") -> Any:
    check_order(order, 2)
    x = np.asarray(input)
    return coefficients(wider(x), order, mode).astype(output_dtype(x, output))


def wider(x: Any) -> Any:
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def output_dtype(x: Any, output: Any) -> Any:
    """The dtype that output= names; complex, if the image is."""
    if isinstance(output, np.ndarray):
        no_output(output)
    return np.result_type(output, np.complex64) if x.dtype.kind == "c" else output


def weights_between(part: Any, order: int) -> list:
    """The values of the B-splines of an order that are not 0 at a place between two knots: de Boor's recursion."""
    weights = [np.ones(part.shape)]
    for d in range(1, order + 1):
        left = [0.0, *[(part - j + d) / d * weights[j - 1] for j in range(1, d + 1)]]
        right = [*[(j + 1 - part) / d * weights[j] for j in range(d)], 0.0]
        weights = [a + b for a, b in zip(left, right)]
    return weights
