"""Images at other places: splines of order 0 to 5 between the pixels, with SciPy's boundary modes."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..ndimage import narrow, no_output, per_axis, total
from .splines import check_order, coefficients, weights_between, wider

MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap")
PADDED = {"nearest": "edge", "grid-constant": "constant"}
BEYOND = 12  # pixels around an image whose splines have no exact condition at the ends


def prepared(input: Any, order: int, mode: str, cval: Any, prefilter: bool) -> tuple:
    """The coefficients of the spline, and how many pixels were added on each side."""
    x = wider(np.asarray(input))
    if (
        np.asarray(input).dtype.kind == "b" and order > 1
    ):  # of which rounding decides: 0.9999999999999999 is False
        unsupported(
            "ndimage: splines through truth values: convert the image, x.astype(float), or take order=1"
        )
    if not prefilter or order < 2:
        return x, 0
    if mode not in PADDED:
        return coefficients(x, order, mode), 0
    if mode == "nearest":
        x = np.pad(x, BEYOND, mode="edge")
    else:
        x = np.pad(x, BEYOND, constant_values=cval)
    return coefficients(x, order, mode), BEYOND


def folded(at: Any, n: int, mode: str) -> Any:
    """Places, or indices, within an image of n pixels along an axis."""
    if mode == "nearest":
        return np.clip(at, 0, n - 1)
    if mode == "grid-wrap":
        return at % n
    if mode == "wrap" and n > 1:
        low, high = at + (n - 1) * (np.floor(-at / (n - 1)) + 1), at - (n - 1) * np.floor(at / (n - 1))
        return np.where(at < 0, low, np.where(at > n - 1, high, at))
    if mode in ("reflect", "grid-mirror"):
        at = at % (2 * n)
        return np.where(at >= n, 2 * n - 1 - at, at)
    if mode in ("mirror", "wrap"):
        at = at % max(2 * n - 2, 1)
        return np.where(at > n - 1, 2 * n - 2 - at, at) if n > 1 else 0 * at
    return at


def taps(at: Any, n: int, order: int, mode: str) -> list:
    """For places along an axis: the pixels around, which of them lie outside of the image, and their weights."""
    at = at if mode == "constant" else folded(at, n, mode)
    at = np.clip(at, 0.0, n - 1.0) if mode == "constant" else at
    centre = at if order % 2 else at + 0.5
    whole = np.floor(centre)
    weights = weights_between(centre - whole, order)
    first = whole.astype(np.int64) - order // 2
    found = []
    for k, weight in enumerate(weights):
        index = first + k
        outside = (index < 0) | (index >= n) if mode == "grid-constant" else None
        within = np.clip(index, 0, n - 1) if mode == "grid-constant" else folded(index, n, ends_of(mode))
        found.append((within, outside, weight))
    return found


def ends_of(mode: str) -> str:
    """The continuation of splines beyond the pixels."""
    return "mirror" if mode in ("constant", "wrap") else mode


def inside(at: Any, n: int) -> Any:
    return (at >= 0) & (at <= n - 1)


def check_mode(mode: str, order: int) -> None:
    check_order(order)
    if mode not in MODES:
        raise RuntimeError("boundary mode not supported")


def as_pixels(found: Any, like: Any) -> Any:
    """In the dtype of the image: integers are rounded, half away from 0."""
    if like.dtype.kind == "u":
        found = np.clip(found, 0.0, float(np.iinfo(like.dtype).max))
    if like.dtype.kind in "iu":
        found = found + np.where(found > 0, 0.5, -0.5)
    return narrow(found, like)


def at_places(x: Any, places: list, like: Any, order: int, mode: str, cval: Any, added: int) -> Any:
    """The spline with coefficients x at places: an array for each axis, all of one shape."""
    shape, rank = places[0].shape, len(places)
    indices, weight, beyond = [], 1.0, np.zeros((1,) * (rank + len(shape)), bool)
    for axis, at in enumerate(places):
        around = taps(at + added, x.shape[axis], order, mode)
        across = (*[order + 1 if k == axis else 1 for k in range(rank)], *shape)
        indices.append(np.reshape(np.stack([index for index, _, _ in around]), across))
        weight = weight * np.reshape(np.stack([share for _, _, share in around]), across)
        if mode == "grid-constant":
            beyond = beyond | np.reshape(np.stack([out for _, out, _ in around]), across)
    values = x[tuple(indices)]
    values = np.where(beyond, cval, values) if mode == "grid-constant" else values
    found = np.sum(weight * values, axis=tuple(range(rank)))
    if mode == "constant":
        known = np.ones(shape, bool)
        for at, n in zip(places, x.shape):
            known = known & inside(at, n)
        found = np.where(known, found, cval)
    return as_pixels(found, like)


def by_axis(x: Any, places: list, like: Any, order: int, mode: str, cval: Any, added: int) -> Any:
    """At the places of a grid: one vector for each axis."""
    known = np.ones((1,) * x.ndim, bool)
    for axis, at in enumerate(places):
        n, shape = x.shape[axis], [1] * x.ndim
        shape[axis] = -1
        terms = []
        for index, out, weight in taps(at + added, n, order, mode):
            value = np.take(x, index, axis=axis)
            value = value if out is None else np.where(np.reshape(out, shape), cval, value)
            terms.append(np.reshape(weight, shape) * value)
        x = total(terms)
        known = known & np.reshape(inside(at, n), shape)
    return as_pixels(np.where(known, x, cval) if mode == "constant" else x, like)


@read_as("scipy.ndimage.map_coordinates")
def map_coordinates(
    input: Any,
    coordinates: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    no_output(output)
    check_mode(mode, order)
    image, places = np.asarray(input), np.asarray(coordinates)
    if image.dtype == np.float16:
        raise RuntimeError("data type not supported")
    if places.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if image.ndim < 1 or places.ndim < 2:
        raise RuntimeError("input and output rank must be > 0")
    if places.shape[0] != image.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    x, added = prepared(image, order, mode, cval, prefilter)
    each = [places[k].astype(np.float64) for k in range(image.ndim)]
    return at_places(x, each, image, order, mode, cval, added)


@read_as("scipy.ndimage.shift")
def shift(
    input: Any,
    shift: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    no_output(output)
    check_mode(mode, order)
    image = np.asarray(input)
    x, added = prepared(image, order, mode, cval, prefilter)
    moves = per_axis(shift, image.ndim)
    places = [np.arange(n) - 1.0 * moves[k] for k, n in enumerate(image.shape)]
    return by_axis(x, places, image, order, mode, cval, added)


@read_as("scipy.ndimage.zoom")
def zoom(
    input: Any,
    zoom: Any,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
    *,
    grid_mode: bool = False,
) -> Any:
    no_output(output)
    check_mode(mode, order)
    image = np.asarray(input)
    factors = per_axis(zoom, image.ndim)
    sizes = [int(round(n * factor)) for n, factor in zip(image.shape, factors)]
    if prefilter and all([factor == 1 for factor in factors]):
        return image.copy()
    x, added = prepared(image, order, mode, cval, prefilter)
    places = []
    for n, m in zip(image.shape, sizes):
        if grid_mode:
            places.append((np.arange(m) + 0.5) * (n / m if m else 1.0) - 0.5)
        else:
            places.append(np.arange(m) * ((n - 1) / (m - 1) if m != 1 else 1.0))
    return by_axis(x, places, image, order, mode, cval, added)


@read_as("scipy.ndimage.affine_transform")
def affine_transform(
    input: Any,
    matrix: Any,
    offset: Any = 0.0,
    output_shape: Any = None,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """The image at matrix @ place + offset."""
    no_output(output)
    check_mode(mode, order)
    image, matrix = np.asarray(input), np.asarray(matrix, np.float64)
    n, shape = image.ndim, image.shape if output_shape is None else tuple(output_shape)
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError("no proper affine matrix provided")
    offsets = np.asarray(offset, np.float64) + np.zeros(n)
    if matrix.ndim == 2 and matrix.shape[1] == n + 1 and matrix.shape[0] in (n, n + 1):
        if matrix.shape[0] == n + 1:
            if not np.all(matrix[n] == np.array([0.0] * n + [1.0])):
                raise ValueError(
                    f"Expected homogeneous transformation matrix with shape {matrix.shape} for image shape "
                    f"{image.shape}, but bottom row was not equal to {[0] * n + [1]}"
                )
        matrix, offsets = matrix[:n, :n], matrix[:n, n]
    if matrix.shape[0] != n:
        raise RuntimeError("affine matrix has wrong number of rows")
    if matrix.ndim == 2 and matrix.shape[1] != len(shape):
        raise RuntimeError("affine matrix has wrong number of columns")
    x, added = prepared(image, order, mode, cval, prefilter)
    if matrix.ndim == 1:
        steps = [(np.arange(shape[k]) + offsets[k] / matrix[k]) * matrix[k] for k in range(n)]
        return by_axis(x, steps, image, order, mode, cval, added)
    grid = np.meshgrid(*[np.arange(m) for m in shape], indexing="ij")
    places = [total([matrix[k, j] * grid[j] for j in range(len(shape))]) + offsets[k] for k in range(n)]
    return at_places(x, places, image, order, mode, cval, added)


@read_as("scipy.ndimage.rotate")
def rotate(
    input: Any,
    angle: Any,
    axes: Any = (1, 0),
    reshape: bool = True,
    output: Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: Any = 0.0,
    prefilter: bool = True,
) -> Any:
    """In the plane of two axes, by degrees; of a larger size, which a known angle decides, unless reshape=False."""
    no_output(output)
    check_mode(mode, order)
    image = np.asarray(input)
    if image.ndim < 2:
        raise ValueError("input array should be at least 2D")
    if len(axes) != 2:
        raise ValueError("axes should contain exactly two values")
    first, second = sorted([axis + image.ndim if axis < 0 else axis for axis in axes])
    if first < 0 or second >= image.ndim:
        raise ValueError("invalid rotation plane specified")
    height, width = image.shape[first], image.shape[second]
    sizes = turned_shape(float(angle), height, width) if reshape else (height, width)
    c, s = cosine(angle), cosine(angle - 90.0)
    turn = np.stack([np.stack([c, s]), np.stack([-s, c])])
    centre = turn @ ((np.array(sizes) - 1) / 2)
    offset = (np.array([height, width]) - 1) / 2 - centre
    planes = np.moveaxis(image, (first, second), (-2, -1))
    rows = np.reshape(planes, (-1, height, width))
    made = [
        affine_transform(rows[k], turn, offset, sizes, None, order, mode, cval, prefilter)
        for k in range(len(rows))
    ]
    return np.moveaxis(np.reshape(np.stack(made), (*planes.shape[:-2], *sizes)), (-2, -1), (first, second))


def cosine(angle: Any) -> Any:
    """The cosine of an angle in degrees; exact for right angles."""
    found = np.cos(np.deg2rad(angle % 360))
    return np.where(angle % 90 == 0, np.round(found), found)[()]


def turned_shape(angle: float, height: int, width: int) -> tuple:
    """The size of the rectangle around a turned one."""
    c, s = abs(float(cosine(angle))), abs(float(cosine(angle - 90.0)))
    return int(c * height + s * width + 0.5), int(s * height + c * width + 0.5)
