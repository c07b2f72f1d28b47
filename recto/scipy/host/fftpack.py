"""scipy.fftpack: the complex transforms of scipy.fft (real transforms pack their results differently), and
the cosine and sine transforms of both modules.
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
    """The factors of the second transform, element by element."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm!r}; should be "backward", "ortho" or "forward".')
    if orthogonal is not None and orthogonal != (norm == "ortho"):
        unsupported("compiled code knows no orthogonalize= of cosine transforms that norm= does not imply")
    whole = 1 / np.sqrt(2 * n) if norm == "ortho" else 1 / (2 * n) if norm == "forward" else 1.0
    first = np.sqrt(0.5) if norm == "ortho" else 1.0
    return whole * np.concatenate([np.full(1, first), np.ones(n - 1)])


def of_first(x: Any) -> Any:
    """y[k] = x[0] + (-1)^k x[N - 1] + 2 Σ x[n] cos(π k n / (N - 1)), of the numbers between."""
    return np.real(modern.fft(np.concatenate([x, x[..., -2:0:-1]], axis=-1)))[..., : x.shape[-1]]


def of_fourth(x: Any) -> Any:
    """y[k] = 2 Σ x[n] cos(π (2 k + 1) (2 n + 1) / (4 N))."""
    n = x.shape[-1]
    turns = np.exp(-0.5j * np.pi / n * np.arange(n))
    spectrum = modern.fft(x * turns, 2 * n)[..., :n]
    return 2 * np.real(spectrum * turns * np.exp(-0.25j * np.pi / n))


def sines_of_first(x: Any) -> Any:
    """y[k] = 2 Σ x[n] sin(π (k + 1) (n + 1) / (N + 1))."""
    zero = np.zeros(x.shape[:-1] + (1,))
    odd = np.concatenate([zero, x, zero, -x[..., ::-1]], axis=-1)
    return -np.imag(modern.fft(odd))[..., 1 : x.shape[-1] + 1]


def scaled(x: Any, type: int, norm: Any, orthogonal: Any, inverse: bool, sines: bool) -> Any:
    """The first or fourth transform, which is its own inverse but for a factor."""
    n = x.shape[-1]
    factors(n, norm, orthogonal)
    if type == 1 and n < 2 and not sines:
        raise ValueError("DCT-I is not defined for size < 2")
    size = 2 * n if type == 4 else 2 * (n + 1) if sines else 2 * (n - 1)
    norm = SWAPPED.get(norm, norm) if inverse else norm
    whole = 1 / np.sqrt(size) if norm == "ortho" else 1 / size if norm == "forward" else 1.0
    if type == 4:
        return whole * (alternating(n) * of_fourth(x[..., ::-1]) if sines else of_fourth(x))
    if sines:
        return whole * sines_of_first(x)
    ends = np.ones(n)
    if norm == "ortho":
        ends[0], ends[-1] = np.sqrt(2), np.sqrt(2)
    return whole * of_first(x * ends) / ends


def alternating(n: int) -> Any:
    return 1.0 - 2.0 * (np.arange(n) % 2)


def transformed(
    x: Any, type: int, n: Any, axis: int, norm: Any, orthogonal: Any, inverse: bool, sines: bool = False
) -> Any:
    """A cosine or sine transform, or its inverse."""
    if type not in (1, 2, 3, 4):
        raise ValueError(f"invalid transform type ({type})")
    x = np.moveaxis(np.asarray(x), axis, -1)
    if x.dtype.kind == "c":
        real, imaginary = [
            transformed(part, type, n, -1, norm, orthogonal, inverse, sines)
            for part in (np.real(x), np.imag(x))
        ]
        return np.moveaxis(real + 1j * imaginary, -1, axis)
    length = x.shape[-1] if n is None else n
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    x = np.pad(x[..., :length], [(0, 0)] * (x.ndim - 1) + [(0, max(length - x.shape[-1], 0))])
    found = along_last(x.astype(np.float64), type, norm, orthogonal, inverse, sines)
    return np.moveaxis(found.astype(dtype), -1, axis)


def along_last(x: Any, type: int, norm: Any, orthogonal: Any, inverse: bool, sines: bool) -> Any:
    """Sine transforms of type 2 and 3 are cosine transforms of numbers in another order, of changing signs."""
    if type in (1, 4):
        return scaled(x, type, norm, orthogonal, inverse, sines)
    n, second_next = x.shape[-1], (type == 2) != inverse
    scale = factors(n, norm if type == 2 else SWAPPED.get(norm, norm), orthogonal)
    if second_next:
        found = second(x * alternating(n) if sines else x) * scale
        return found[..., ::-1] if sines else found
    found = inverse_of_second((x[..., ::-1] if sines else x) / scale)
    return found * alternating(n) if sines else found


# the third transform undoes the second
OPPOSITE = {1: 1, 2: 3, 3: 2, 4: 4}
SWAPPED = {None: "forward", "backward": "forward", "forward": "backward"}


@read_as("scipy.fft.dct")
def dct(
    x: Any,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    orthogonalize: Any = None,
) -> Any:
    return transformed(x, type, n, axis, norm, orthogonalize, False, False)


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
    return transformed(x, type, n, axis, norm, orthogonalize, True, False)


@read_as("scipy.fft.dst")
def dst(
    x: Any,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    orthogonalize: Any = None,
) -> Any:
    return transformed(x, type, n, axis, norm, orthogonalize, False, True)


@read_as("scipy.fft.idst")
def idst(
    x: Any,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: Any = None,
    overwrite_x: bool = False,
    workers: Any = None,
    orthogonalize: Any = None,
) -> Any:
    return transformed(x, type, n, axis, norm, orthogonalize, True, True)


def along_axes(
    x: Any, type: int, s: Any, axes: Any, norm: Any, orthogonal: Any, inverse: bool, sines: bool = False
) -> Any:
    x = np.asarray(x)
    places = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    if s is not None:
        unsupported("compiled code knows no s= of cosine transforms of several axes")
    for axis in places:
        x = transformed(x, type, None, axis, norm, orthogonal, inverse, sines)
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
    return along_axes(x, type, s, axes, norm, orthogonalize, False, False)


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
    return along_axes(x, type, s, axes, norm, orthogonalize, True, False)


@read_as("scipy.fft.dstn")
def dstn(
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
    return along_axes(x, type, s, axes, norm, orthogonalize, False, True)


@read_as("scipy.fft.idstn")
def idstn(
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
    return along_axes(x, type, s, axes, norm, orthogonalize, True, True)


@read_as("scipy.fftpack.dct")
def old_dct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    return transformed(x, type, n, axis, norm, None, False, False)


@read_as("scipy.fftpack.idct")
def old_idct(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    """The transform of the type that undoes it, without a factor."""
    return transformed(x, OPPOSITE[type], n, axis, norm, None, False, False)


@read_as("scipy.fftpack.dst")
def old_dst(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    return transformed(x, type, n, axis, norm, None, False, True)


@read_as("scipy.fftpack.idst")
def old_idst(
    x: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: bool = False
) -> Any:
    """The transform of the type that undoes it, without a factor."""
    return transformed(x, OPPOSITE[type], n, axis, norm, None, False, True)
