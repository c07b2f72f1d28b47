"""scipy.fftpack: the complex transforms, which are those of scipy.fft. (Its real ones pack their results otherwise.)"""
from __future__ import annotations

from typing import Any

from scipy import fft as modern

from recto.transform.library import read_as


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
