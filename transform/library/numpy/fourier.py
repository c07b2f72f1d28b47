"""The functions of numpy.fft and scipy.fft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, complex_dtype, is_complex, is_inexact
from ...core.errors import CompileError
from ...ir.builder import Builder, convert
from ..core.arrays import constant_in, describe, full_like, normalize_axis, strong_array, window
from ..core.table import implements, prim
from .joining import roll
from .shapes import permute
from .ufuncs import apply_ufunc

STATIC = ("n", "s", "axis", "axes", "norm", "overwrite_x", "workers", "plan")

# -- one transform along one axis ----------------------------------------------------------------------------


def scale_of(norm: str | None, n: int, forward: bool) -> float:
    """The factor of the result, beyond the 1/n of the inverse transform."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise CompileError(
            f"norm must be one of 'backward', 'ortho', 'forward', not {norm!r}", kind=ValueError
        )
    wanted = {None: 0.0, "backward": 0.0, "ortho": 0.5, "forward": 1.0}[norm]
    return float(n) ** (-wanted if forward else wanted)


def as_complex(x: Any) -> Any:
    return x if is_complex(x.dtype) else convert(x, complex_dtype(as_real(x).dtype))


def as_real(x: Any) -> Any:
    """Floating; half precision becomes single."""
    dtype = x.dtype if is_inexact(x.dtype) else canonical(np.float64)
    return convert(x, np.float32 if dtype.itemsize == 2 else dtype)


def resize_axis(x: Any, axis: int, n: int) -> Any:
    """x cropped, or filled up with zeros, to a length."""
    size = x.shape[axis]
    if n <= size:
        return window(x, axis, 0, n)
    high = tuple(n - size if k == axis else 0 for k in range(x.ndim))
    none = (0,) * x.ndim
    return prim.pad(x, full_like(x, 0, shape=()), low=none, high=high, interior=none)


def transform(a: Any, kind: str, n: int | None, axis: int, norm: str | None) -> Any:
    x = strong_array(a)
    x = as_real(x) if kind == "rfft" else as_complex(x)
    if kind == "rfft" and is_complex(x.dtype):
        raise CompileError(f"{describe(x)} is complex: rfft transforms real signals", kind=TypeError)
    if not x.ndim:
        raise CompileError("a Fourier transform needs at least one dimension", kind=ValueError)
    axis = normalize_axis(axis, x.ndim, x)
    n = (x.shape[axis] - 1) * 2 if n is None and kind == "irfft" else x.shape[axis] if n is None else n
    if n < 1:
        raise CompileError(f"invalid number of data points ({n}) specified", kind=ValueError)
    x = resize_axis(x, axis, n // 2 + 1 if kind == "irfft" else n)
    last = [*(k for k in range(x.ndim) if k != axis), axis]
    y = prim.fft(permute(x, last), kind=kind, length=n)
    y = permute(y, [int(k) for k in np.argsort(last)])
    scale = scale_of(norm, n, kind in ("fft", "rfft"))
    return y if scale == 1 else y * full_like(y, scale)


# -- the functions -------------------------------------------------------------------------------------------


def _enter(name: str, function: Callable) -> None:
    function.__name__ = name
    implements(getattr(np.fft, name), f"scipy.fft.{name}", static=STATIC)(function)


def _along_axis(name: str) -> None:
    def function(
        a: Any,
        n: int | None = None,
        axis: int = -1,
        norm: str | None = None,
        out: Any = None,
        *,
        overwrite_x: bool = False,
        workers: Any = None,
        plan: Any = None,
    ) -> Any:
        return transform(a, name, n, axis, norm)

    _enter(name, function)


for _name in ("fft", "ifft", "rfft", "irfft"):
    _along_axis(_name)


def swapped_norm(norm: str | None) -> str:
    return {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}[norm]


def hfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
    """The transform of a signal with Hermitian symmetry: the inverse transform of the conjugate, scaled."""
    x = as_complex(strong_array(a))
    return transform(prim.conj(x), "irfft", n, axis, swapped_norm(norm))


def ihfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
    return prim.conj(transform(a, "rfft", n, axis, swapped_norm(norm)))


_enter("hfft", hfft)
_enter("ihfft", ihfft)


def sizes_and_axes(x: Any, s: Any, axes: Any) -> tuple[list, list[int]]:
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    axes = [normalize_axis(k, x.ndim, x) for k in axes]
    sizes = [None] * len(axes) if s is None else [None if n == -1 else n for n in s]
    if len(sizes) != len(axes):
        raise CompileError("shape and axes have different lengths", kind=ValueError)
    return sizes, axes


def transform_many(
    x: Any, kind: str, sizes: Sequence[int | None], axes: Sequence[int], norm: str | None
) -> Any:
    for n, axis in list(zip(sizes, axes))[::-1]:
        x = transform(x, kind, n, axis, norm)
    return x


def fftn_of(kind: str, a: Any, s: Any, axes: Any, norm: str | None) -> Any:
    """Real transforms take the last axis first, and give it back last."""
    x = strong_array(a)
    sizes, axes = sizes_and_axes(x, s, axes)
    if not axes:
        raise CompileError(f"{kind}n has no axis to transform", "use the array itself")
    if kind in ("fft", "ifft"):
        return transform_many(as_complex(x), kind, sizes, axes, norm)
    if kind == "rfft":
        return transform_many(
            transform(x, "rfft", sizes[-1], axes[-1], norm), "fft", sizes[:-1], axes[:-1], norm
        )
    x = transform_many(as_complex(x), "ifft", sizes[:-1], axes[:-1], norm)
    return transform(x, "irfft", sizes[-1], axes[-1], norm)


def _many(kind: str, suffix: str, default: Any) -> None:
    def function(
        a: Any,
        s: Any = None,
        axes: Any = default,
        norm: str | None = None,
        out: Any = None,
        *,
        overwrite_x: bool = False,
        workers: Any = None,
        plan: Any = None,
    ) -> Any:
        return fftn_of(kind, a, s, axes, norm)

    _enter(kind + suffix, function)


for _kind in ("fft", "ifft", "rfft", "irfft"):
    _many(_kind, "n", None)
    _many(_kind, "2", (-2, -1))


# -- frequencies and shifts ----------------------------------------------------------------------------------


@implements(np.fft.fftfreq, "scipy.fft.fftfreq", static=("n", "device"), builder=True)
def fftfreq(n: int, d: Any = 1.0, device: Any = None, *, builder: Builder | None = None) -> Any:
    return _frequencies(np.fft.fftfreq(n) * n, n, d, builder)


@implements(np.fft.rfftfreq, "scipy.fft.rfftfreq", static=("n", "device"), builder=True)
def rfftfreq(n: int, d: Any = 1.0, device: Any = None, *, builder: Builder | None = None) -> Any:
    return _frequencies(np.fft.rfftfreq(n) * n, n, d, builder)


def _frequencies(counts: np.ndarray, n: int, d: Any, builder: Builder | None) -> Any:
    counts = constant_in(builder, np.rint(counts).astype(canonical(np.float64)))
    return apply_ufunc(np.multiply, counts, apply_ufunc(np.divide, 1.0, apply_ufunc(np.multiply, d, n)))


def _shift_axes(x: Any, axes: Any) -> list[int]:
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    return [normalize_axis(k, x.ndim, x) for k in axes]


@implements(np.fft.fftshift, "scipy.fft.fftshift", static=("axes",))
def fftshift(x: Any, axes: Any = None) -> Any:
    x = strong_array(x)
    axes = _shift_axes(x, axes)
    return roll(x, [x.shape[k] // 2 for k in axes], axes)


@implements(np.fft.ifftshift, "scipy.fft.ifftshift", static=("axes",))
def ifftshift(x: Any, axes: Any = None) -> Any:
    x = strong_array(x)
    axes = _shift_axes(x, axes)
    return roll(x, [-(x.shape[k] // 2) for k in axes], axes)
