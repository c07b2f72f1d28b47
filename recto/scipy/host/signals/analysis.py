"""scipy.signal: extremes, periodograms of uneven samples, parts of the spectrum, division of polynomials, filters of
images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ..images.grey import rank_filter
from .filters import convolve, correlate, lfilter, medfilt
from .peaks import bases, widths


@read_as("scipy.signal.argrelextrema")
def argrelextrema(
    data: Any, comparator: Callable[..., Any], axis: int = 0, order: int = 1, mode: str = "clip"
) -> tuple:
    if order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        raise ValueError("mode must be 'clip' or 'wrap'")
    data = np.asarray(data)
    n = data.shape[axis]
    kept = np.ones(data.shape, bool)
    for shift in range(1, order + 1):
        for at in (np.arange(n) + shift, np.arange(n) - shift):
            at = np.clip(at, 0, n - 1) if mode == "clip" else at % n
            kept = kept & comparator(data, np.take(data, at, axis=axis))
    return np.nonzero(kept)


@read_as("scipy.signal.argrelmax")
def argrelmax(data: Any, axis: int = 0, order: int = 1, mode: str = "clip") -> tuple:
    return argrelextrema(data, np.greater, axis, order, mode)


@read_as("scipy.signal.argrelmin")
def argrelmin(data: Any, axis: int = 0, order: int = 1, mode: str = "clip") -> tuple:
    return argrelextrema(data, np.less, axis, order, mode)


def around_peaks(x: Any, peaks: Any, wlen: Any) -> tuple:
    """The samples that are peaks, their depths, and their bases."""
    mask = np.zeros(len(x), bool)
    mask[peaks] = True
    low, high = bases(stop_gradient(x), mask, wlen)
    return mask, x - np.maximum(x[low], x[high]), low, high


@read_as("scipy.signal.peak_prominences")
def peak_prominences(x: Any, peaks: Any, wlen: Any = None) -> tuple:
    x, peaks = np.asarray(x, np.float64), np.asarray(peaks)
    _, depths, low, high = around_peaks(x, peaks, wlen)
    return depths[peaks], low[peaks], high[peaks]


@read_as("scipy.signal.peak_widths")
def peak_widths(
    x: Any, peaks: Any, rel_height: Any = 0.5, prominence_data: Any = None, wlen: Any = None
) -> tuple:
    if prominence_data is not None:
        unsupported("peak_widths: compiled code computes the prominences itself: leave prominence_data= out")
    x, peaks = np.asarray(x, np.float64), np.asarray(peaks)
    mask, depths, low, high = around_peaks(x, peaks, wlen)
    found = widths(x, mask, rel_height, depths, low, high)
    return tuple([values[peaks] for values in found])


@read_as("scipy.signal.lombscargle")
def lombscargle(
    x: Any,
    y: Any,
    freqs: Any,
    precenter: bool = False,
    normalize: Any = False,
    *,
    weights: Any = None,
    floating_mean: bool = False,
) -> Any:
    """Scargle: Studies in astronomical time series analysis II. Astrophys. J. 263 (1982)."""
    if weights is not None or floating_mean or normalize not in (False, True, "power", "normalize"):
        unsupported("lombscargle: compiled code has no weights, floating_mean and amplitudes")
    x, y, w = np.asarray(x, np.float64), np.asarray(y, np.float64), np.asarray(freqs, np.float64)
    y = y - np.mean(y) if precenter else y
    angles = np.reshape(w, (-1, 1)) * x
    delay = np.arctan2(np.sum(np.sin(2 * angles), axis=1), np.sum(np.cos(2 * angles), axis=1)) / 2
    angles = angles - delay[:, None]
    c, s = np.cos(angles), np.sin(angles)
    found = 0.5 * ((c @ y) ** 2 / np.sum(c * c, axis=1) + (s @ y) ** 2 / np.sum(s * s, axis=1))
    found = np.reshape(found, w.shape)
    return found if normalize in (False, "power") else found * 2 / np.sum(y * y)


@read_as("scipy.signal.czt")
def czt(x: Any, m: Any = None, w: Any = None, a: Any = 1 + 0j, *, axis: int = -1) -> Any:
    """The z-transform along a spiral, by its definition (Rabiner, Schafer, Rader: The chirp z-transform algorithm. IEEE
    Trans. Audio Electroacoust. 17 (1969))."""
    x = np.moveaxis(np.asarray(x), axis, -1)
    n = x.shape[-1]
    m = n if m is None else m
    w = np.exp(-2j * np.pi / m) if w is None else np.asarray(w, np.complex128)
    steps = np.arange(n)
    powers = w ** (steps[:, None] * np.arange(m)) * (np.asarray(a, np.complex128) ** -steps)[:, None]
    return np.moveaxis(x @ powers, -1, axis)


@read_as("scipy.signal.zoom_fft")
def zoom_fft(x: Any, fn: Any, m: Any = None, *, fs: Any = 2, endpoint: bool = False, axis: int = -1) -> Any:
    low, high = (0.0, fn) if np.ndim(fn) == 0 else (fn[0], fn[1])
    m = np.asarray(x).shape[axis] if m is None else m
    span = (high - low) * m / (m - 1) if endpoint else high - low
    return czt(x, m, np.exp(-2j * np.pi * span / (m * fs)), np.exp(2j * np.pi * low / fs), axis=axis)


@read_as("scipy.signal.deconvolve")
def deconvolve(signal: Any, divisor: Any) -> tuple:
    """The quotient and the rest of two polynomials, the highest power first."""
    num, den = np.atleast_1d(signal), np.atleast_1d(divisor)
    if num.ndim > 1 or den.ndim > 1:
        raise ValueError("signal and divisor must be 1-D.")
    if len(den) > len(num):
        return np.zeros(0), num
    impulse = np.where(np.arange(len(num) - len(den) + 1) == 0, 1.0, 0.0)
    found = lfilter(num.astype(np.float64), den.astype(np.float64), impulse)
    return found, num - convolve(den.astype(np.float64), found, "full", "direct")


@read_as("scipy.signal.wiener")
def wiener(im: Any, mysize: Any = None, noise: Any = None) -> Any:
    """Lim: Two-dimensional signal and image processing (1990), p. 548."""
    im = np.asarray(im, np.float64)
    sizes = [3] * im.ndim if mysize is None else [mysize] * im.ndim if np.ndim(mysize) == 0 else list(mysize)
    window, count = np.ones(sizes), float(np.prod(sizes))
    mean = correlate(im, window, "same") / count
    spread = correlate(im * im, window, "same") / count - mean * mean
    noise = np.mean(spread) if noise is None else noise
    calm = spread < noise
    found = (im - mean) * (1 - noise / np.where(calm, 1.0, spread)) + mean
    return np.where(calm, mean, found)


@read_as("scipy.signal.medfilt2d")
def medfilt2d(input: Any, kernel_size: Any = 3) -> Any:
    if np.ndim(input) != 2:
        raise ValueError("medfilt2d: the image must have two dimensions")
    return medfilt(input, kernel_size)


@read_as("scipy.signal.order_filter")
def order_filter(a: Any, domain: Any, rank: int) -> Any:
    domain = np.asarray(domain)
    if any([k % 2 == 0 for k in domain.shape]):
        raise ValueError("Each dimension of domain argument should have an odd number of elements.")
    return rank_filter(a, rank, None, domain, None, "constant", 0.0)


@read_as("scipy.signal.vectorstrength")
def vectorstrength(events: Any, period: Any) -> tuple:
    events, period = np.asarray(events, np.float64), np.asarray(period, np.float64)
    angles = 2 * np.pi * events / period[..., None]
    found = np.mean(np.cos(angles), axis=-1) + 1j * np.mean(np.sin(angles), axis=-1)
    return np.abs(found), np.angle(found)
