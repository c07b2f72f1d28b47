"""Images of another size: `jax.image`.

>>> import numpy as np
>>> from recto import image
>>> image.resize(np.array([[0.0, 1.0]]), (1, 4), "linear")
Array([[0.  , 0.25, 0.75, 1.  ]], dtype=float64)
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from .lax._compiled import compiled_function as _compiled

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

__all__ = ["ResizeMethod", "resize", "scale_and_translate"]


class ResizeMethod(enum.Enum):
    """The methods by which values between pixels are computed."""

    NEAREST = 0
    LINEAR = 1
    LANCZOS3 = 2
    LANCZOS5 = 3
    CUBIC = 4
    CUBIC_PYTORCH = 5
    AREA = 6

    @staticmethod
    def from_string(s: str) -> ResizeMethod:
        """The method of a name, such as "bilinear"."""
        found = NAMES.get(s)
        if found is None:
            raise ValueError(f"unknown resize method {s!r}; there are: {', '.join(NAMES)}")
        return ResizeMethod[found]


NAMES = {
    "nearest": "NEAREST",
    **dict.fromkeys(("linear", "bilinear", "trilinear", "triangle"), "LINEAR"),
    "lanczos3": "LANCZOS3",
    "lanczos5": "LANCZOS5",
    **dict.fromkeys(("cubic", "bicubic", "tricubic"), "CUBIC"),
    **dict.fromkeys(("cubic-pytorch", "bicubic-pytorch"), "CUBIC_PYTORCH"),
    "area": "AREA",
}


def _method(method: Any) -> str:
    return ResizeMethod.from_string(method).name if isinstance(method, str) else method.name


@_compiled("shape", "method", "antialias", "precision")
def resize(
    image: ArrayLike, shape: Sequence[int], method: Any, antialias: bool = True, precision: Any = None
) -> Array:
    """The image with another number of pixels along each axis.

    Args:
        method: a `ResizeMethod`, or "nearest", "linear", "cubic", "cubic-pytorch", "lanczos3", "lanczos5", "area".
        antialias: let the kernel grow with the pixels where there are fewer of them than before.
    """
    name = _method(method)
    if len(shape) != image.ndim:
        raise ValueError(
            f"resize: the shape {tuple(shape)} is for {len(shape)} axes, the image has {image.ndim}"
        )
    if name == "NEAREST":
        return _nearest(image, shape)
    image = _floating(image)
    for axis, (m, n) in enumerate(zip(image.shape, shape)):
        if m != n:
            image = _resampled(
                image, axis, n, np.asarray(n / m, image.dtype), image.dtype.type(0), name, antialias
            )
    return image


@_compiled("shape", "spatial_dims", "method", "antialias", "precision")
def scale_and_translate(
    image: ArrayLike,
    shape: Sequence[int],
    spatial_dims: Sequence[int],
    scale: ArrayLike,
    translation: ArrayLike,
    method: Any,
    antialias: bool = True,
    precision: Any = None,
) -> Array:
    """The image, of which place x along spatial_dims[k] has come to x * scale[k] + translation[k].

    Pixels lie at half-integers. What comes from outside of the image is 0.
    """
    name = _method(method)
    if name == "NEAREST":
        raise ValueError("scale_and_translate: nearest-neighbour resampling is not supported")
    image = _floating(image)
    for k, axis in enumerate(spatial_dims):
        image = _resampled(image, axis, shape[axis], scale[k], translation[k], name, antialias)
    return image


def _floating(image: Any) -> Any:
    return image if image.dtype.kind in "fc" else image.astype(np.float64)


def _nearest(image: Any, shape: Sequence[int]) -> Any:
    for axis, (m, n) in enumerate(zip(image.shape, shape)):
        if m != n:
            places = (np.arange(n, dtype=np.float32) + np.float32(0.5)) * np.float32(m) / np.float32(n)
            image = np.take(image, np.floor(places).astype(np.int32), axis)
    return image


def _resampled(
    image: Any, axis: int, size: int, scale: Any, translation: Any, name: str, antialias: bool
) -> Any:
    """One axis: a product with a matrix of weights."""
    weights = _weights(image.shape[axis], size, scale, translation, name, antialias).astype(image.dtype)
    return np.moveaxis(np.tensordot(np.moveaxis(image, axis, -1), weights, axes=([-1], [0])), -1, axis)


def _weights(m: int, n: int, scale: Any, translation: Any, name: str, antialias: bool) -> Any:
    """weights[i, j]: how much of pixel i goes into pixel j; each column sums to 1, or is 0 outside of the image."""
    step = 1.0 / scale
    padded = name == "CUBIC_PYTORCH" and not antialias
    places = (np.arange(n) + 0.5) * step - translation * step - 0.5
    if name == "AREA":
        weights = _overlaps(m, n, step, translation)
    elif padded:
        weights = _at_edges(_kernel(name, antialias, np.abs(places[None, :] - np.arange(-2, m + 2)[:, None])))
    else:
        wide = np.maximum(step, 1.0) if antialias else 1.0
        weights = _kernel(name, antialias, np.abs(places[None, :] - np.arange(m)[:, None]) / wide)
    total = np.sum(weights, axis=0, keepdims=True)
    large = np.abs(total) > 1000.0 * float(np.finfo(np.float32).eps)
    weights = np.where(large, weights / np.where(total != 0, total, 1.0), 0.0)
    inside = (places >= -0.5) & (places <= m - 0.5)
    return weights if padded else np.where(inside[None, :], weights, 0.0)


def _at_edges(weights: Any) -> Any:
    """The weights without those of two pixels beyond each edge, which have the values of the pixels at the edges."""
    m = weights.shape[0] - 4
    row, below, above = np.arange(m)[:, None], weights[0] + weights[1], weights[m + 2] + weights[m + 3]
    inner = weights[2 : m + 2]
    return inner + np.where(row == 0, below[None, :], 0.0) + np.where(row == m - 1, above[None, :], 0.0)


def _overlaps(m: int, n: int, step: Any, translation: Any) -> Any:
    """Lengths of what pixels of both images have in common."""
    start = np.arange(n) * step - translation * step
    low = np.maximum(start[None, :], np.arange(m)[:, None] * 1.0)
    high = np.minimum((start + step)[None, :], np.arange(m)[:, None] + 1.0)
    return np.maximum(0.0, high - low)


def _kernel(name: str, antialias: bool, x: Any) -> Any:
    """The weight of a pixel at a distance: the triangle, cubic convolution (Keys, 1981), or a windowed sinc."""
    if name == "LINEAR":
        return np.maximum(0.0, 1.0 - x)
    if name in ("CUBIC", "CUBIC_PYTORCH"):
        a = -0.5 if name == "CUBIC" or antialias else -0.75
        near = ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
        far = ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
        return np.where(x >= 2.0, 0.0, np.where(x >= 1.0, far, near))
    radius = 3.0 if name == "LANCZOS3" else 5.0
    product = radius * np.sin(np.pi * x) * np.sin(np.pi * x / radius)
    inside = np.where(x > 1e-3, product / np.where(x != 0, np.pi**2 * x**2, 1.0), 1.0)
    return np.where(x > radius, 0.0, inside)


_refuse_other_names(globals())
