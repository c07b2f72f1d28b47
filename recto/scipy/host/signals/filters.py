"""Convolutions and linear filters."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import fft

from recto.transform.library import read_as, unsupported

from .. import ndimage


def centred(full: Any, shape: tuple) -> Any:
    """The middle part of a full convolution."""
    return full[tuple([slice((m - n) // 2, (m - n) // 2 + n) for m, n in zip(full.shape, shape)])]


def cut(full: Any, first: tuple, second: tuple, mode: str) -> Any:
    """The part of a full convolution of these shapes that a mode asks for."""
    if mode == "full":
        return full
    if mode == "same":
        return centred(full, first)
    if mode != "valid":
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    larger = [m >= n for m, n in zip(first, second)]
    if not all(larger) and any(larger):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    return centred(full, tuple([abs(m - n) + 1 for m, n in zip(first, second)]))


def full_convolution(x: Any, y: Any) -> Any:
    if x.ndim == 1:
        return np.convolve(x, y)
    small, large = (x, y) if x.size < y.size else (y, x)
    around = np.pad(large, [(n - 1, n - 1) for n in small.shape])
    shape = tuple([m + n - 1 for m, n in zip(x.shape, y.shape)])
    dtype = np.result_type(x, y)
    return ndimage.slide(around.astype(dtype), np.flip(small).astype(dtype), shape)


@read_as("scipy.signal.convolve")
def convolve(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    x, y = np.asarray(in1), np.asarray(in2)
    if x.ndim != y.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if x.ndim == 0:
        return x * y
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    dtype = np.result_type(x, y)
    if method == "fft":
        found = fftconvolve(x, y, mode)
        return np.round(found).astype(dtype) if dtype.kind in "iu" else found.astype(dtype)
    return cut(full_convolution(x, y), x.shape, y.shape, mode)


@read_as("scipy.signal.correlate")
def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    y = np.asarray(in2)
    y = np.conj(y) if y.dtype.kind == "c" else y
    return convolve(in1, np.flip(y), mode, method)


@read_as("scipy.signal.fftconvolve", "scipy.signal.oaconvolve")
def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """Convolve by the convolution theorem."""
    x, y = np.asarray(in1), np.asarray(in2)
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if axes is not None:
        unsupported("fftconvolve: compiled code knows no axes=")
    real = x.dtype.kind != "c" and y.dtype.kind != "c"
    shape = tuple([m + n - 1 for m, n in zip(x.shape, y.shape)])
    fast, axes = [fft.next_fast_len(n, real) for n in shape], tuple(range(x.ndim))
    if real:
        full = fft.irfftn(fft.rfftn(x, fast, axes=axes) * fft.rfftn(y, fast, axes=axes), fast, axes=axes)
    else:
        full = fft.ifftn(fft.fftn(x, fast, axes=axes) * fft.fftn(y, fast, axes=axes), axes=axes)
    return cut(full[tuple([slice(0, n) for n in shape])], x.shape, y.shape, mode)


# -- two dimensions, with boundaries -------------------------------------------------------------------------


def two_dimensional(in1: Any, in2: Any, name: str) -> tuple:
    x, y = np.asarray(in1), np.asarray(in2)
    if not x.ndim == y.ndim == 2:
        raise ValueError(f"{name} inputs must both be 2-D arrays")
    dtype = np.result_type(x, y)
    if dtype.kind not in "iufc" or dtype == np.float16:
        raise ValueError("convolve2d not available for this type.")
    return x, y


@read_as("scipy.signal.convolve2d")
def convolve2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    x, y = two_dimensional(in1, in2, "convolve2d")
    if mode == "valid" and any([m < n for m, n in zip(x.shape, y.shape)]):
        x, y = y, x
    dtype = np.result_type(x, y)
    widths = [(n - 1, n - 1) for n in y.shape]
    if boundary == "fill":
        around = np.pad(x.astype(dtype), widths, constant_values=fillvalue)
    elif boundary in ("wrap", "symm"):
        around = np.pad(x.astype(dtype), widths, mode="wrap" if boundary == "wrap" else "symmetric")
    else:
        raise ValueError(
            "Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm')."
        )
    shape = tuple([m + n - 1 for m, n in zip(x.shape, y.shape)])
    return cut(ndimage.slide(around, np.flip(y).astype(dtype), shape), x.shape, y.shape, mode)


@read_as("scipy.signal.correlate2d")
def correlate2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    x, y = two_dimensional(in1, in2, "correlate2d")
    if mode == "valid" and any([m < n for m, n in zip(x.shape, y.shape)]):
        unsupported("correlate2d: compiled code wants the larger array first")
    turned = np.flip(np.conj(y) if y.dtype.kind == "c" else y)
    if mode != "same":
        return convolve2d(x, turned, mode, boundary, fillvalue)
    full = convolve2d(x, turned, "full", boundary, fillvalue)
    return full[tuple([slice(n // 2, n // 2 + m) for m, n in zip(x.shape, y.shape)])]


# -- linear filters ------------------------------------------------------------------------------------------


def coefficients(b: Any, a: Any) -> tuple:
    """Numerator and denominator of one length, the first of the denominator 1."""
    b, a = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    n = max(len(a), len(b))
    longer = lambda c: np.concatenate([c, np.zeros(n - len(c), c.dtype)])
    return longer(b) / a[0], longer(a) / a[0]


@read_as("scipy.signal.lfilter")
def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """The transposed direct form II (Oppenheim, Schafer: Discrete-time signal processing, section 6.3)."""
    x, zi = np.asarray(x), None if zi is None else np.asarray(zi)
    given = [np.asarray(b).dtype, np.asarray(a).dtype, x.dtype]
    dtype = np.result_type(*given) if zi is None else np.result_type(*given, zi.dtype)
    if dtype.kind not in "fc" or dtype == np.float16:
        raise NotImplementedError(f"input type '{dtype}' not supported")
    answers = np.size(a) > 1  # to what it gave before? (Else NaN goes as far as the filter reaches.)
    b, a = [c.astype(dtype) for c in coefficients(np.asarray(b, dtype), np.asarray(a, dtype))]
    x = np.moveaxis(x.astype(dtype), axis, 0)
    order = len(a) - 1
    if zi is None:
        z = np.zeros((order,) + x.shape[1:], dtype)
    else:
        z = first_states(zi.astype(dtype), axis, (order,) + x.shape[1:])
    y = np.zeros(x.shape, dtype)
    for n in range(len(x)):
        y[n] = b[0] * x[n] + (z[0] if order else 0.0)
        for k in range(order):
            z[k] = (z[k + 1] if k + 1 < order else 0.0) + b[k + 1] * x[n]
            if answers:
                z[k] -= a[k + 1] * y[n]
    y = np.moveaxis(y, 0, axis)
    return y if zi is None else (y, np.moveaxis(z, 0, axis))


def first_states(zi: Any, axis: int, shape: tuple) -> Any:
    """The states in which filters start, those along `axis` first, repeated along the other axes."""
    if zi.ndim != len(shape):
        raise ValueError("object of too small depth for desired array")
    z = np.moveaxis(zi, axis, 0)
    if z.shape[0] != shape[0] or any([n != 1 and n != m for n, m in zip(z.shape[1:], shape[1:])]):
        raise ValueError(
            f"Unexpected shape for zi: expected {shape}, found {z.shape} (with axis {axis} first)"
        )
    return np.broadcast_to(z, shape).copy()


@read_as("scipy.signal.lfilter_zi")
def lfilter_zi(b: Any, a: Any) -> Any:
    """The state in which a filter answers a step at once: z = A z + B, with A the companion matrix."""
    b, a = coefficients(b, a)
    one = np.eye(len(a) - 1, dtype=a.dtype)
    companion = np.concatenate([-a[1:][:, None], one[:, :-1]], axis=1)
    return np.linalg.solve(one - companion, b[1:] - a[1:] * b[0])


@read_as("scipy.signal.filtfilt")
def filtfilt(
    b: Any,
    a: Any,
    x: Any,
    axis: int = -1,
    padtype: Any = "odd",
    padlen: Any = None,
    method: str = "pad",
    irlen: Any = None,
) -> Any:
    """Forwards and backwards, from states that fit the ends (Gustafsson: Determining the initial states in
    forward-backward filtering. IEEE Trans. Signal Process. 44 (1996), as `lfilter_zi`)."""
    if method != "pad":
        unsupported("filtfilt: compiled code has method='pad'")
    taps = max(len(np.atleast_1d(a)), len(np.atleast_1d(b)))
    x, n = extended_by_pad(np.moveaxis(np.asarray(x), axis, -1), padtype, padlen, taps)
    zi = lfilter_zi(b, a)
    y = lfilter(b, a, x, -1, zi * x[..., :1])[0][..., ::-1]
    y = lfilter(b, a, y, -1, zi * y[..., :1])[0][..., ::-1]
    return np.moveaxis(y[..., n : y.shape[-1] - n], -1, axis)


def extended_by_pad(x: Any, padtype: Any, padlen: Any, taps: int) -> tuple:
    """The signal with more at both ends, three times as much as the filter is long, and how much that is."""
    if padtype not in ("even", "odd", "constant", None):
        raise ValueError(
            f"Unknown value '{padtype}' given to padtype. padtype must be 'even', 'odd', 'constant', or None."
        )
    n = 0 if padtype is None else 3 * taps if padlen is None else padlen
    if x.shape[-1] <= n:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {n}.")
    if n > 0:
        before, after = x[..., n:0:-1], x[..., -2 : -n - 2 : -1]
        if padtype == "odd":
            before, after = 2 * x[..., :1] - before, 2 * x[..., -1:] - after
        elif padtype == "constant":
            before, after = x[..., :1] + 0 * before, x[..., -1:] + 0 * after
        x = np.concatenate([before, x, after], axis=-1)
    return x, n


@read_as("scipy.signal.sosfilt")
def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """Second-order sections one after the other."""
    sos, x = np.asarray(sos), np.asarray(x)
    if zi is None:
        for k in range(len(sos)):
            x = lfilter(sos[k, :3], sos[k, 3:], x, axis)
        return x
    zi = np.asarray(zi)
    shape = list(x.shape)
    shape[axis] = 2
    if zi.shape != (len(sos), *shape):
        raise ValueError(f"Invalid zi shape: zi must have shape {(len(sos), *shape)}, got {zi.shape}.")
    last = []
    for k in range(len(sos)):
        x, z = lfilter(sos[k, :3], sos[k, 3:], x, axis, zi[k])
        last.append(z)
    return x, np.stack(last)


@read_as("scipy.signal.sosfilt_zi")
def sosfilt_zi(sos: Any) -> Any:
    """The states of the sections in which they answer a step at once: each takes what those before make of it."""
    sos = np.asarray(sos)
    if sos.ndim != 2 or sos.shape[1] != 6:
        raise ValueError("sos must be shape (n_sections, 6)")
    states, step = [], 1.0
    for k in range(len(sos)):
        b, a = sos[k, :3], sos[k, 3:]
        states.append(step * lfilter_zi(b, a))
        step = step * b.sum() / a.sum()
    return np.stack(states)


@read_as("scipy.signal.detrend")
def detrend(
    data: Any, axis: int = -1, type: str = "linear", bp: Any = 0, overwrite_data: bool = False
) -> Any:
    """Without the mean, or without lines of least squares, one between each two break points."""
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    x = np.asarray(data)
    if type in ("constant", "c"):
        return x - np.mean(x, axis=axis, keepdims=True)
    x = np.moveaxis(x, axis, -1)
    if x.dtype not in (np.float32, np.float64, np.complex64, np.complex128):
        x = x.astype(np.float64)
    if isinstance(bp, np.ndarray):
        unsupported("detrend: compiled code knows bp= as a number or a list, whose pieces are known sizes")
    ends = [0, *(bp if isinstance(bp, (list, tuple)) else [bp]), x.shape[-1]]
    if max(ends) > x.shape[-1]:
        raise ValueError("Breakpoints must be less than length of data along given axis.")
    ends = sorted(set(ends))
    parts = [without_line(x[..., low:high]) for low, high in zip(ends[:-1], ends[1:])]
    return np.moveaxis(np.concatenate(parts, axis=-1), -1, axis)


def without_line(x: Any) -> Any:
    x = x - np.mean(x, axis=-1, keepdims=True)
    if x.shape[-1] == 1:
        return x
    t = np.arange(x.shape[-1]) - (x.shape[-1] - 1) / 2
    t = (t / np.sqrt(np.sum(t * t))).astype(np.real(x).dtype)
    return x - np.sum(x * t, axis=-1, keepdims=True) * t


@read_as("scipy.signal.hilbert")
def hilbert(x: Any, N: Any = None, axis: int = -1) -> Any:
    """The analytic signal: no negative frequencies, twice the positive ones."""
    x = np.asarray(x)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    n = x.shape[axis] if N is None else N
    if n <= 0:
        raise ValueError("N must be positive.")
    k = np.arange(n)
    factors = np.where((k == 0) | (2 * k == n), 1.0, np.where(2 * k < n, 2.0, 0.0))
    spectrum = fft.fft(x, n, axis)
    factors = factors.astype(np.float32 if spectrum.dtype == np.complex64 else np.float64)
    shape = [1] * x.ndim
    shape[axis] = n
    return fft.ifft(spectrum * np.reshape(factors, shape), axis=axis)


@read_as("scipy.signal.medfilt")
def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    volume = np.asarray(volume)
    if volume.dtype.kind not in "iu" and volume.dtype not in (np.float32, np.float64):
        raise ValueError(f"dtype={volume.dtype} is not supported by medfilt")
    kernel_size = 3 if kernel_size is None else kernel_size
    if np.any(np.asarray(kernel_size) % 2 != 1):
        raise ValueError("Each element of kernel_size should be odd.")
    return ndimage.median_filter(volume, kernel_size, mode="constant", cval=0)


def slopes_of_powers(places: Any, order: int, deriv: int) -> Any:
    """A derivative of 1, x, x², … at places, the rows."""
    factors = [math.prod(range(k - deriv + 1, k + 1)) if k >= deriv else 0 for k in range(order + 1)]
    return np.array(factors, np.float64) * places[:, None] ** np.maximum(np.arange(order + 1) - deriv, 0)


@read_as("scipy.signal.savgol_filter")
def savgol_filter(
    x: Any,
    window_length: int,
    polyorder: int,
    deriv: int = 0,
    delta: Any = 1.0,
    axis: int = -1,
    mode: str = "interp",
    cval: Any = 0.0,
) -> Any:
    """Polynomials of least squares in a sliding window (Savitzky, Golay. Anal. Chem. 36 (1964)); at the ends, those of
    the first and last window."""
    if mode not in ("mirror", "constant", "nearest", "interp", "wrap"):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    if polyorder >= window_length:
        raise ValueError("polyorder must be less than window_length.")
    x = np.moveaxis(np.asarray(x), axis, -1)
    if mode == "interp" and window_length > x.shape[-1]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    x = x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)
    half, rest = window_length // 2, window_length - window_length // 2
    places = np.arange(window_length) - half + (0.5 if window_length % 2 == 0 else 0.0)
    polynomial = np.linalg.pinv(places[:, None] ** np.arange(polyorder + 1)) / delta**deriv
    fitted = (
        slopes_of_powers(places, polyorder, deriv) @ polynomial
    )  # values of a window => of its polynomial
    weights = (slopes_of_powers(np.zeros(1), polyorder, deriv)[0] @ polynomial)[::-1]
    if mode != "interp":
        found = ndimage.convolve1d(x, weights, -1, None, mode, cval)
    else:
        inside = ndimage.convolve1d(x, weights, -1, None, "constant")
        fitted = fitted.astype(x.dtype)
        first, last = x[..., :window_length] @ fitted.T, x[..., -window_length:] @ fitted.T
        found = np.concatenate(
            [first[..., :half], inside[..., half : x.shape[-1] - half], last[..., rest:]], axis=-1
        )
    return np.moveaxis(found, -1, axis)
