"""scipy.fftpack: the complex transforms of scipy.fft (real transforms pack their results differently), and
the cosine transforms of both modules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import fft as modern

from recto.transform.library import read_as, unsupported


@read_as("scipy.fftpack.fft")
def fft(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    return modern.fft(x, n, axis)


@read_as("scipy.fftpack.ifft")
def ifft(x: Any, n: Any = None, axis: int = -1, overwrite_x: bool = False) -> Any:
    return modern.ifft(x, n, axis)


@read_as("scipy.fftpack.fft2")
def fft2(x: Any, shape: Any = None, axes: Any = (-2, -1), overwrite_x: bool = False) -> Any:
    return modern.fft2(x, shape, axes)


@read_as("scipy.fftpack.ifft2")
def ifft2(x: Any, shape: Any = None, axes: Any = (-2, -1), overwrite_x: bool = False) -> Any:
    return modern.ifft2(x, shape, axes)


@read_as("scipy.fftpack.fftn")
def fftn(x: Any, shape: Any = None, axes: Any = None, overwrite_x: bool = False) -> Any:
    return modern.fftn(x, shape, axes)


@read_as("scipy.fftpack.ifftn")
def ifftn(x: Any, shape: Any = None, axes: Any = None, overwrite_x: bool = False) -> Any:
    return modern.ifftn(x, shape, axes)


# -- cosine transforms (Makhoul: A fast cosine transform in one and two dimensions. IEEE Trans. ASSP 28 (1980)) -------


def second(x: Any) -> Any:
    """Along the last axis, y[k] = 2 Σ x[n] cos(π k (2 n + 1) / (2 N))."""
    n = x.shape[-1]
    around = np.concatenate([x[..., ::2], x[..., 1::2][..., ::-1]], axis=-1)
    return 2 * np.real(modern.fft(around) * np.exp(-0.5j * np.pi / n * np.arange(n)))


def inverse_of_second(y: Any) -> Any:
    n = y.shape[-1]
    mirrored = np.concatenate([np.zeros(y.shape[:-1] + (1,)), y[..., :0:-1]], axis=-1)
    around = np.real(modern.ifft(0.5 * np.exp(0.5j * np.pi / n * np.arange(n)) * (y - 1j * mirrored)))
    x, half = np.zeros(y.shape), (n + 1) // 2
    x[..., ::2] = around[..., :half]
    x[..., 1::2] = around[..., half:][..., ::-1]
    return x


def factors(n: int, norm: Any, orthogonal: Any) -> Any:
    """What the second transform is multiplied by, place by place."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm!r}; should be "backward", "ortho" or "forward".')
    if orthogonal is not None and orthogonal != (norm == "ortho"):
        unsupported("compiled code knows no orthogonalize= of cosine transforms that norm= does not imply")
    whole = 1 / np.sqrt(2 * n) if norm == "ortho" else 1 / (2 * n) if norm == "forward" else 1.0
    first = np.sqrt(0.5) if norm == "ortho" else 1.0
    return whole * np.concatenate([np.full(1, first), np.ones(n - 1)])


def transformed(x: Any, type: int, n: Any, axis: int, norm: Any, orthogonal: Any, inverse: bool) -> Any:
    """The second cosine transform, or the third, which is its inverse but for a factor."""
    if type not in (2, 3):
        unsupported("compiled code has cosine transforms of type 2 and 3")
    x = np.moveaxis(np.asarray(x), axis, -1)
    if x.dtype.kind == "c":
        return transformed(np.real(x), type, n, -1, norm, orthogonal, inverse) + 1j * transformed(
            np.imag(x), type, n, -1, norm, orthogonal, inverse
        )
    length = x.shape[-1] if n is None else n
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    x = np.pad(x[..., :length], [(0, 0)] * (x.ndim - 1) + [(0, max(length - x.shape[-1], 0))]).astype(
        np.float64
    )
    scale = factors(length, norm if type == 2 else SWAPPED.get(norm, norm), orthogonal)
    found = second(x) * scale if (type == 2) != inverse else inverse_of_second(x / scale)
    return np.moveaxis(found.astype(dtype), -1, axis)


# the third transform undoes the second
SWAPPED = {None: "forward", "backward": "forward", "forward": "backward"}


@read_as("scipy.fft.idct")
def idct(
    x: Any,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    orthogonalize: Any = None,
) -> Any:
    return transformed(x, type, n, axis, norm, orthogonalize, True)


def along_axes(x: Any, type: int, s: Any, axes: Any, norm: Any, orthogonal: Any, inverse: bool) -> Any:
    x = np.asarray(x)
    places = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    if s is not None:
        unsupported("compiled code knows no s= of cosine transforms of several axes")
    for axis in places:
        x = transformed(x, type, None, axis, norm, orthogonal, inverse)
    return x


@read_as("scipy.fft.dctn")
def dctn(
    x: Any,
    type: int = 2,
    s: Any = None,
    axes: Any = None,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    *,
    orthogonalize: Any = None,
) -> Any:
    return along_axes(x, type, s, axes, norm, orthogonalize, False)


@read_as("scipy.fft.idctn")
def idctn(
    x: Any,
    type: int = 2,
    s: Any = None,
    axes: Any = None,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    orthogonalize: Any = None,
) -> Any:
    return along_axes(x, type, s, axes, norm, orthogonalize, True)


@read_as("scipy.fftpack.dct")
def old_dct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    return transformed(x, type, n, axis, norm, None, False)


@read_as("scipy.fftpack.idct")
def old_idct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    """The transform of the other type, without a factor."""
    return transformed(x, 5 - type, n, axis, norm, None, False)
