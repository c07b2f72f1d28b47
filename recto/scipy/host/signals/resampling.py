"""Other numbers of samples: by the Fourier transform, and by filters between samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import fft, signal

from recto.transform.library import read_as, unsupported

from .... import lax
from .filters import extended_by_pad, sosfilt, sosfilt_zi

BACKGROUNDS = {"mean": np.mean, "median": np.median, "minimum": np.min, "maximum": np.max}


def spectral_window(window: Any, n: int) -> Any:
    """A factor for every frequency, in the order of the transform."""
    if callable(window):
        return window(fft.fftfreq(n))
    if not isinstance(window, np.ndarray):
        return fft.fftshift(signal.get_window(window, n))
    if window.shape != (n,):
        raise ValueError(
            f"window.shape={window.shape} != ({n},), i.e., window length is not equal to number of frequency "
            "bins!"
        )
    return window


@read_as("scipy.signal.resample")
def resample(x: Any, num: int, t: Any = None, axis: int = 0, window: Any = None, domain: str = "time") -> Any:
    """The lowest frequencies of the transform, or zeros for higher ones; the middle frequency of an even number stands
    for two."""
    if domain not in ("time", "freq"):
        raise ValueError(f"Parameter domain={domain!r} not in ('time', 'freq')!")
    x = np.moveaxis(np.asarray(x), axis, -1)
    n = x.shape[-1]
    factors = None if window is None else spectral_window(window, n)
    if domain == "time" and x.dtype.kind != "c":
        found = of_real(x, num, factors)
    else:
        found = of_complex(fft.fft(x) if domain == "time" else x, num, factors)
    found = np.moveaxis(found, -1, axis)
    if t is None:
        return found
    return found, t[0] + (t[1] - t[0]) * (n / num) * np.arange(num)


def of_real(x: Any, num: int, factors: Any) -> Any:
    n = x.shape[-1]
    spectrum, few = fft.rfft(x), min(n, num)
    if factors is not None:  # of each pair of frequencies the mean
        count = spectrum.shape[-1]
        folded = np.concatenate([factors[:1], (factors[1:count] + factors[-count + 1 :][::-1]) / 2])
        spectrum = (spectrum * folded).astype(spectrum.dtype)
    spectrum = spectrum[..., : few // 2 + 1]
    if few % 2 == 0 and num != n:
        middle = spectrum[..., -1:] * (2 if num < n else 0.5)
        spectrum = np.concatenate([spectrum[..., :-1], middle], axis=-1)
    return fft.irfft(spectrum * (num / n), n=num)


def of_complex(spectrum: Any, num: int, factors: Any) -> Any:
    n = spectrum.shape[-1]
    spectrum = spectrum if factors is None else spectrum * factors
    few = min(n, num)
    half = few // 2 + 1
    low, high = spectrum[..., :half], spectrum[..., n - (few - half) :]
    gap = np.zeros((*spectrum.shape[:-1], num - few), spectrum.dtype)
    if few % 2 == 0 and num < n:
        middle = low[..., -1:] + spectrum[..., n - few // 2 : n - few // 2 + 1]
        low = np.concatenate([low[..., :-1], middle], axis=-1)
    elif few % 2 == 0 and num > n:
        middle = low[..., -1:] / 2
        low, high = np.concatenate([low[..., :-1], middle], axis=-1), np.concatenate([middle, high], axis=-1)
        gap = gap[..., 1:]
    return fft.ifft(np.concatenate([low, gap, high], axis=-1) * (num / n))


@read_as("scipy.signal.upfirdn")
def upfirdn(
    h: Any, x: Any, up: int = 1, down: int = 1, axis: int = -1, mode: str = "constant", cval: Any = 0
) -> Any:
    """Zeros between the samples, a filter of finite response, and of the result one sample in so many (Vaidyanathan:
    Multirate systems and filter banks, 1993, section 4.3)."""
    if mode != "constant" or cval:
        unsupported("upfirdn: compiled code has mode='constant' with cval=0")
    h, x = np.asarray(h), np.asarray(x)
    if h.ndim != 1 or h.size == 0:
        raise ValueError("h must be 1-D with non-zero length")
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    dtype = np.result_type(h, x, np.float32)
    if dtype.kind == "c":
        if h.dtype.kind == "c":
            return upfirdn(np.real(h), x, up, down, axis) + 1j * upfirdn(np.imag(h), x, up, down, axis)
        return upfirdn(h, np.real(x), up, down, axis) + 1j * upfirdn(h, np.imag(x), up, down, axis)
    rows = np.moveaxis(x.astype(dtype), axis, -1)
    shape, size = rows.shape, len(h)
    found = lax.conv_general_dilated(
        rows.reshape((-1, 1, shape[-1])),
        np.flip(h).astype(dtype)[None, None],
        (int(down),),
        [(size - 1, size - 1)],
        lhs_dilation=(int(up),),
    )
    return np.moveaxis(found.reshape((*shape[:-1], -1)), -1, axis)


@read_as("scipy.signal.resample_poly")
def resample_poly(
    x: Any,
    up: int,
    down: int,
    axis: int = 0,
    window: Any = ("kaiser", 5.0),
    padtype: str = "constant",
    cval: Any = None,
) -> Any:
    x = np.asarray(x)
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    if padtype != "constant" and padtype not in BACKGROUNDS or cval:
        unsupported(f"resample_poly: compiled code has no padtype={padtype!r} with cval={cval}")
    common = math.gcd(up, down)
    up, down = up // common, down // common
    if up == down == 1:
        return x.copy()
    count = -(-x.shape[axis] * up // down)
    h = low_pass(x, window, max(up, down)) * up
    half = (len(h) - 1) // 2
    before = down - half % down
    skipped = (half + before) // down
    length = ((x.shape[axis] - 1) * up + len(h) + before - 1) // down + 1
    behind = max(0, (count + skipped - length) * down)
    h = np.concatenate([np.zeros(before, h.dtype), h, np.zeros(behind, h.dtype)])
    background = BACKGROUNDS[padtype](x, axis=axis, keepdims=True) if padtype in BACKGROUNDS else None
    y = np.moveaxis(upfirdn(h, x if background is None else x - background, up, down, axis), axis, -1)
    y = np.moveaxis(y[..., skipped : skipped + count], -1, axis)
    return y if background is None else (y + background).astype(y.dtype)


def low_pass(x: Any, window: Any, rate: int) -> Any:
    """The filter that is given, or one that lets the lower frequencies through."""
    if isinstance(window, (list, np.ndarray)):
        h = np.asarray(window)
        if h.ndim > 1:
            raise ValueError("window must be 1-D")
        return h
    h = signal.firwin(20 * rate + 1, 1.0 / rate, window=window)
    return h.astype(x.dtype) if x.dtype.kind in "fc" else h


@read_as("scipy.signal.sosfiltfilt")
def sosfiltfilt(sos: Any, x: Any, axis: int = -1, padtype: Any = "odd", padlen: Any = None) -> Any:
    """`filtfilt` of second-order sections."""
    sos = np.asarray(sos)
    taps = 2 * len(sos) + 1
    if padlen is None and padtype is not None:
        taps -= int(np.minimum(np.sum(sos[:, 2] == 0), np.sum(sos[:, 5] == 0)))
    x, edge = extended_by_pad(np.moveaxis(np.asarray(x), axis, -1), padtype, padlen, taps)
    zi = np.reshape(sosfilt_zi(sos), (len(sos), *[1] * (x.ndim - 1), 2))
    y = sosfilt(sos, x, -1, zi * x[..., :1])[0][..., ::-1]
    y = sosfilt(sos, y, -1, zi * y[..., :1])[0][..., ::-1]
    return np.moveaxis(y[..., edge : y.shape[-1] - edge], -1, axis)


@read_as("scipy.signal.decimate")
def decimate(
    x: Any, q: int, n: Any = None, ftype: Any = "iir", axis: int = -1, zero_phase: bool = True
) -> Any:
    """Every q-th sample, behind a filter against aliases."""
    x = np.asarray(x)
    dtype = x.dtype if x.dtype.kind in "fc" and x.dtype != np.float16 else np.dtype(np.float64)
    if not isinstance(ftype, str):
        unsupported("decimate: compiled code has ftype='iir' and 'fir'")
    if ftype == "fir":
        b = signal.firwin((20 * q if n is None else n) + 1, 1.0 / q, window="hamming").astype(dtype)
        if zero_phase:
            return resample_poly(x, 1, q, axis=axis, window=b)
        y = np.moveaxis(upfirdn(b, x, 1, q, axis), axis, -1)
        return np.moveaxis(y[..., : -(-x.shape[axis] // q)], -1, axis)
    if ftype != "iir":
        raise ValueError("invalid ftype")
    sos = signal.cheby1(8 if n is None else n, 0.05, 0.8 / q, output="sos").astype(dtype)
    y = sosfiltfilt(sos, x, axis) if zero_phase else sosfilt(sos, x, axis)
    return np.moveaxis(np.moveaxis(y, axis, -1)[..., ::q], -1, axis)
