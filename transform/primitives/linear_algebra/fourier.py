"""Discrete Fourier transforms along the last axis, without scaling forward and by 1/n backward, as NumPy's.

fft(x, *, kind, length)     "fft", "ifft"    complex [..., n] to complex [..., n],        length = n
                            "rfft"           real [..., n]    to complex [..., n//2 + 1], length = n
                            "irfft"          complex [..., n//2 + 1] to real [..., n],    length = n
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import complex_dtype, is_complex, real_dtype
from ...core.errors import CompileError
from ...ir.builder import TABLE
from ...ir.primitive import Primitive
from ...ir.program import Type
from ..data_movement.shape import iota_along
from ..elementwise import conj, real
from ..lowering.common_forms import i64s

KINDS = ("fft", "ifft", "rfft", "irfft")
WIDE = ("float32", "float64", "complex64", "complex128")


def half(length: int) -> int:
    """The number of coefficients that determine the transform of a real signal."""
    return length // 2 + 1


def fft_type(x: Type, *, kind: str, length: int) -> Type:
    if kind not in KINDS or x.ndim < 1 or x.dtype.name not in WIDE or is_complex(x.dtype) == (kind == "rfft"):
        raise CompileError(f"there is no {kind} of {x}", kind=TypeError)
    if length < 1:
        raise CompileError(f"Invalid number of FFT data points ({length}) specified.", kind=ValueError)
    if x.shape[-1] != (half(length) if kind == "irfft" else length):
        raise CompileError(f"an {kind} of length {length} does not fit {x}", kind=ValueError)
    lead = x.shape[:-1]
    if kind == "irfft":
        return Type(real_dtype(x.dtype), (*lead, length))
    return Type(complex_dtype(x.dtype), (*lead, half(length) if kind == "rfft" else length))


def fft_value(x: Any, *, kind: Any, length: Any) -> Any:
    return getattr(np.fft, kind)(x, length)


def lower_fft(emit: Any, x: Any, *, out: Any, kind: Any, length: Any) -> Any:
    if not out.size:
        return emit.constant(np.zeros(out.shape, out.dtype))
    last, kind = len(x.shape) - 1, f"#stablehlo<fft_type {kind.upper()}>"
    found = emit("stablehlo.fft", emit.undivided(x, last), out=out, fft_type=kind, fft_length=i64s([length]))
    return emit.undivided(found, last)


def batch_fft(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    return p(*operands, **params)


def resize_last_axis(x: Any, size: int) -> Any:
    """x cut off, or continued with zeros, along the last axis."""
    none, have = (0,) * x.ndim, x.shape[-1]
    if size < have:
        return TABLE["slice_"](x, starts=none, limits=(*x.shape[:-1], size), strides=(1,) * x.ndim, drop=())
    if size > have:
        return TABLE["pad"](x, np.zeros((), x.dtype), low=none, high=(*none[1:], size - have), interior=none)
    return x


def middle_weight(like: Any, length: int, outer: float, inner: float) -> Any:
    """`outer` times the coefficients that stand alone (the first; of even lengths the last), `inner` times the rest."""
    place = iota_along(like, like.ndim - 1)
    alone = place == 0
    if length % 2 == 0:
        alone = alone | (place == length // 2)
    return TABLE["select"](alone, like * outer, like * inner)


def fft_back(ct: Any, x: Any, *, kind: Any, length: Any) -> Any:
    """The matrix of a transform is symmetric: fft and ifft are their own transposes.

    rfft is fft, then the first half: its transpose is fft of the cotangent continued by zeros, of which the real part.
    irfft reads the coefficients that do not stand alone twice: themselves and their conjugates.
    """
    if kind in ("fft", "ifft"):
        return fft(ct, kind=kind, length=length)
    if kind == "rfft":
        return real(fft(resize_last_axis(ct, length), kind="fft", length=length))
    return middle_weight(conj(fft(ct, kind="rfft", length=length)), length, 1 / length, 2 / length)


def show_fft(call: Any) -> str:
    kind, length = call.param("kind"), call.param("length")
    return f"np.fft.irfft(_0, {length})" if kind == "irfft" else f"np.fft.{kind}(_0)"


fft = Primitive(
    "fft", fft_value, fft_type, lower_fft, batch_fft, "linear", transpose=(fft_back,), show=show_fft
)
