"""Spectra of segments: periodograms, Welch's method, spectrograms, the short-time Fourier transform."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import fft, signal

from recto.transform.library import read_as

PADDING = {"even": "reflect", "constant": "edge", "zeros": "constant"}


def windowed(window: Any, nperseg: Any, n: int) -> tuple:
    """The window and its length; a segment is no longer than the signal."""
    if isinstance(window, (str, tuple)):
        nperseg = min(256 if nperseg is None else int(nperseg), n)
        return signal.get_window(window, nperseg), nperseg
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if n < len(window):
        raise ValueError("window is longer than input signal")
    if nperseg is not None and nperseg != len(window):
        raise ValueError("value specified for nperseg is different from length of window")
    return window, len(window)


def extended(x: Any, n: int, boundary: Any) -> Any:
    """The signal with so many samples more at both ends."""
    if boundary == "odd":
        before, after = x[..., n:0:-1], x[..., -2 : -n - 2 : -1]
        return np.concatenate([2 * x[..., :1] - before, x, 2 * x[..., -1:] - after], axis=-1)
    if boundary not in PADDING:
        raise ValueError(
            f"Unknown boundary option '{boundary}', must be one of: even, odd, constant, zeros, None"
        )
    return np.pad(x, [(0, 0)] * (x.ndim - 1) + [(n, n)], mode=PADDING[boundary])


def without_trend(x: Any, detrend: Any) -> Any:
    if callable(detrend):
        return detrend(x)
    return signal.detrend(x, type=detrend, axis=-1) if detrend else x


def transforms(x: Any, window: Any, step: int, nfft: int, detrend: Any, onesided: bool) -> Any:
    """The discrete Fourier transforms of the windowed segments: segments, then frequencies."""
    starts = step * np.arange((x.shape[-1] - len(window)) // step + 1)
    parts = x[..., starts[:, None] + np.arange(len(window))]
    parts = window * without_trend(parts, detrend)
    return fft.rfft(parts, nfft) if onesided else fft.fft(parts, nfft)


def spectra(
    x: Any,
    y: Any,
    fs: Any,
    window: Any,
    nperseg: Any,
    noverlap: Any,
    nfft: Any,
    detrend: Any,
    onesided: bool,
    scaling: str,
    axis: int,
    power: bool = True,
    boundary: Any = None,
    padded: bool = False,
) -> tuple:
    """Frequencies, times, and for each segment the products conj(X) Y, or the X themselves; segments come last."""
    same = y is None or y is x
    x = np.moveaxis(np.asarray(x), axis, -1)
    y = x if same else np.moveaxis(np.asarray(y), axis, -1)
    given = np.result_type(x.dtype, y.dtype, np.complex64)
    n = max(x.shape[-1], y.shape[-1])
    x, y = [np.pad(z, [(0, 0)] * (z.ndim - 1) + [(0, n - z.shape[-1])]) for z in (x, y)]
    window, nperseg = windowed(window, nperseg, n)
    nfft = nperseg if nfft is None else int(nfft)
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    step = nperseg - noverlap
    if boundary is not None:
        x = extended(x, nperseg // 2, boundary)
    if padded:
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, (-(x.shape[-1] - nperseg) % step) % nperseg)])
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Unknown scaling: {scaling!r}")
    scale = 1.0 / (fs * np.sum(window * window)) if scaling == "density" else 1.0 / np.sum(window) ** 2
    onesided = onesided and x.dtype.kind != "c" and y.dtype.kind != "c"
    found = transforms(x, window, step, nfft, detrend, onesided)
    if power:
        other = found if same else transforms(y, window, step, nfft, detrend, onesided)
        twice = np.ones(found.shape[-1])
        if onesided:
            twice[1 : (nfft + 1) // 2] = 2.0
        found = (np.abs(found) ** 2 if same else np.conj(found) * other) * (scale * twice)
    else:
        found = found * np.sqrt(scale)
    frequencies = fft.rfftfreq(nfft, 1 / fs) if onesided else fft.fftfreq(nfft, 1 / fs)
    times = (np.arange(found.shape[-2]) * step + (0.0 if boundary is not None else nperseg / 2)) / fs
    found = np.swapaxes(found, -1, -2)
    if given == np.complex64:
        found = found.astype(np.complex64 if found.dtype.kind == "c" else np.float32)
    return frequencies, times, np.moveaxis(found, -2, axis - 1 if axis < 0 else axis)


def median_bias(n: int) -> float:
    """The mean of the median of exponential variables (Allen et al. Phys. Rev. D 85, 122006 (2012), appendix B)."""
    k = 2 * np.arange(1.0, (n - 1) // 2 + 1)
    return 1 + np.sum(1.0 / (k + 1) - 1.0 / k)


def averaged(products: Any, average: str) -> Any:
    if products.shape[-1] == 1:
        return products[..., 0]
    if average == "mean":
        return np.mean(products, axis=-1)
    if average != "median":
        raise ValueError(f"Parameter average={average!r} must be 'median' or 'mean'!")
    bias = median_bias(products.shape[-1]).astype(np.real(products).dtype)
    if products.dtype.kind == "c":
        return (np.median(np.real(products), axis=-1) + np.median(np.imag(products), axis=-1) * 1j) / bias
    return np.median(products, axis=-1) / bias


@read_as("scipy.signal.csd")
def csd(
    x: Any,
    y: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: Any = None,
    noverlap: Any = None,
    nfft: Any = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple:
    frequencies, _, products = spectra(
        x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis
    )
    return frequencies, averaged(products, average)


@read_as("scipy.signal.welch")
def welch(
    x: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: Any = None,
    noverlap: Any = None,
    nfft: Any = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple:
    """Welch: The use of the fast Fourier transform for the estimation of power spectra. IEEE Trans. Audio
    Electroacoust. 15 (1967)."""
    return csd(x, None, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


@read_as("scipy.signal.periodogram")
def periodogram(
    x: Any,
    fs: Any = 1.0,
    window: Any = "boxcar",
    nfft: Any = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
) -> tuple:
    x = np.moveaxis(np.asarray(x), axis, -1)
    if nfft is not None and nfft < x.shape[-1]:
        x, nfft = x[..., :nfft], None
    frequencies, power = welch(
        x, fs, "boxcar" if window is None else window, x.shape[-1], 0, nfft, detrend, return_onesided, scaling
    )
    return frequencies, np.moveaxis(power, -1, axis)


@read_as("scipy.signal.coherence")
def coherence(
    x: Any,
    y: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: Any = None,
    noverlap: Any = None,
    nfft: Any = None,
    detrend: Any = "constant",
    axis: int = -1,
) -> tuple:
    how = (fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)
    frequencies, both = csd(x, y, *how)
    return frequencies, np.abs(both) ** 2 / welch(x, *how)[1] / welch(y, *how)[1]


@read_as("scipy.signal.spectrogram")
def spectrogram(
    x: Any,
    fs: Any = 1.0,
    window: Any = ("tukey", 0.25),
    nperseg: Any = None,
    noverlap: Any = None,
    nfft: Any = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    mode: str = "psd",
) -> tuple:
    if mode not in ("psd", "complex", "magnitude", "angle", "phase"):
        raise ValueError(f"unknown value for mode {mode}")
    window, nperseg = windowed(window, nperseg, x.shape[axis])
    noverlap = nperseg // 8 if noverlap is None else noverlap
    frequencies, times, found = spectra(
        x, None, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, mode == "psd"
    )
    if mode == "magnitude":
        found = np.abs(found)
    elif mode in ("angle", "phase"):
        found = np.angle(found)
        found = np.unwrap(found, axis=axis - 1 if axis < 0 else axis) if mode == "phase" else found
    return frequencies, times, found


@read_as("scipy.signal.stft")
def stft(
    x: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: Any = 256,
    noverlap: Any = None,
    nfft: Any = None,
    detrend: Any = False,
    return_onesided: bool = True,
    boundary: Any = "zeros",
    padded: bool = True,
    axis: int = -1,
    scaling: str = "spectrum",
) -> tuple:
    return spectra(
        x,
        None,
        fs,
        window,
        nperseg,
        noverlap,
        nfft,
        detrend,
        return_onesided,
        "density" if scaling == "psd" else scaling,
        axis,
        False,
        boundary,
        padded,
    )


@read_as("scipy.signal.istft")
def istft(
    Zxx: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: Any = None,
    noverlap: Any = None,
    nfft: Any = None,
    input_onesided: bool = True,
    boundary: bool = True,
    time_axis: int = -1,
    freq_axis: int = -2,
    scaling: str = "spectrum",
) -> tuple:
    """Segments, weighted by the window, are added where they overlap, and divided by the sum of its squares."""
    Zxx = np.asarray(Zxx)
    rank = Zxx.ndim
    Z = np.moveaxis(Zxx, (freq_axis, time_axis), (-2, -1))
    count, full = Z.shape[-1], 2 * (Z.shape[-2] - 1) if input_onesided else Z.shape[-2]
    window, length = windowed(window, full if nperseg is None else int(nperseg), full)
    size = full + (input_onesided and length == full + 1) if nfft is None else int(nfft)
    step = length - (length // 2 if noverlap is None else int(noverlap))
    parts = fft.irfft(Z, size, axis=-2) if input_onesided else fft.ifft(Z, size, axis=-2)
    window = window.astype(parts.real.dtype)
    scale = np.sum(window) if scaling == "spectrum" else np.sqrt(fs * np.sum(window * window))
    parts = parts[..., :length, :] * (scale * window)[:, None]
    x = np.zeros((*parts.shape[:-2], length + (count - 1) * step), parts.dtype)
    norm = np.zeros(x.shape[-1], window.dtype)
    for k in range(count):
        x[..., k * step : k * step + length] += parts[..., k]
        norm[k * step : k * step + length] += window * window
    if boundary:
        x, norm = x[..., length // 2 : -(length // 2)], norm[length // 2 : -(length // 2)]
    x = x / np.where(norm > 1e-10, norm, 1.0)
    if rank > 2 and time_axis % rank != rank - 1:
        x = np.moveaxis(x, -1, time_axis % rank - (freq_axis % rank < time_axis % rank))
    return np.arange(x.shape[0]) / fs, x  # of the first axis, as in SciPy
