"""scipy.ndimage and scipy.signal."""
import numpy as np
from scipy import fft, fftpack, ndimage, signal

from .call import row

rng = np.random.default_rng(3)
IMAGE, KERNEL = rng.normal(size=(6, 7)), rng.normal(size=(3, 2))
X, B, A = rng.normal(size=12), np.array([0.2, 0.3, 0.1]), np.array([1.5, -0.4, 0.2, 0.05])
COUNTS = rng.integers(0, 9, size=(5, 6))


@row(IMAGE, KERNEL)
def windows_of_weights(x, w):
    return [ndimage.correlate(x, w, mode=mode) for mode in ("reflect", "mirror", "nearest", "wrap")] + [
        ndimage.convolve(x, w, mode="constant", cval=2.0), ndimage.convolve(x, w, origin=(0, -1)),
        ndimage.correlate1d(x, w[:, 0], axis=0, origin=1), ndimage.convolve1d(x[0], w[0])]


@row(rng.normal(size=(12, 13)), rng.normal(size=(10, 11)))
def a_large_window(x, w):
    return ndimage.convolve(x, w, mode="wrap"), signal.convolve(x, w, mode="same")


@row(IMAGE)
def smoothed(x):
    return (ndimage.gaussian_filter(x, 0.7), ndimage.gaussian_filter(x, (1.0, 0.5), order=(1, 2), mode="nearest"),
            ndimage.gaussian_filter1d(x, 0.5, axis=0, order=1, truncate=3.0), ndimage.uniform_filter(x, 3),
            ndimage.uniform_filter1d(x, 4, axis=0), ndimage.gaussian_filter(x, 0.5, radius=1))


@row(IMAGE)
def slopes(x):
    return (ndimage.laplace(x), ndimage.laplace(x, mode="wrap"), ndimage.sobel(x, axis=0), ndimage.prewitt(x),
            ndimage.gaussian_laplace(x, 0.6), ndimage.gaussian_gradient_magnitude(x, 0.6))


@row(IMAGE)
def ranks(x):
    return (ndimage.maximum_filter(x, 3), ndimage.minimum_filter(x, size=(1, 2), mode="nearest"),
            ndimage.median_filter(x, 3), ndimage.maximum_filter(x, 2, origin=(0, -1)), signal.medfilt(x, 3))


@row(COUNTS, IMAGE.astype(np.float32), gradient=False)
def dtypes_of_images(counts, x):
    return (ndimage.uniform_filter(counts, 3), ndimage.convolve(counts, np.ones((2, 2))), ndimage.laplace(counts),
            ndimage.gaussian_filter(x, 1.0), ndimage.maximum_filter(counts, 2), signal.convolve(counts, counts))


@row(IMAGE, np.array([[0.3, 2.5, 4.9, -0.2], [1.7, 0.2, 5.5, 3.1]]))
def between_pixels(x, places):
    return (ndimage.map_coordinates(x, places, order=1), ndimage.map_coordinates(x, places, order=1, mode="nearest"),
            ndimage.map_coordinates(x, places, order=0, cval=-1.0))


@row(X, B)
def convolutions(x, b):
    return [f(x, b, mode) for f in (signal.convolve, signal.correlate, signal.fftconvolve)
            for mode in ("full", "same", "valid")] + [
        signal.convolve(b, x, "same"), signal.convolve(x, b, method="fft")]


@row(IMAGE, KERNEL)
def two_dimensions(x, w):
    return [f(x, w, mode=mode, boundary=boundary) for f in (signal.convolve2d, signal.correlate2d)
            for mode, boundary in (("full", "fill"), ("same", "wrap"), ("valid", "fill"), ("same", "symm"))] + [
        signal.convolve2d(x, w, fillvalue=1.5), signal.fftconvolve(x, w, "same"), signal.convolve(x, w, "valid")]


@row(X, B, A)
def linear_filters(x, b, a):
    return (signal.lfilter(b, a, x), signal.lfilter(b, [1.0], x), signal.lfilter(b, a, IMAGE, axis=0),
            signal.lfilter(b, a, x, zi=signal.lfilter_zi(b, a) * x[0]), signal.filtfilt(b, a[:2], x))


@row(X, IMAGE, B, A)
def states_of_filters(x, rows, b, a):
    zi, sos = signal.lfilter_zi(b, a), np.stack([np.concatenate([b, a[:3] / a[0]]), [1.0, 0.5, 0.0, 1.0, 0.2, 0.1]])
    z = signal.sosfilt_zi(sos)
    return (signal.lfilter(b, a, rows, zi=zi[None] * x[0]), signal.lfilter(b, a, rows, axis=0, zi=zi[:, None]),
            signal.lfilter(b, a, rows[None], axis=1, zi=zi[None, :, None]),
            signal.lfilter(b[:2], 2.0, rows, 0, [[x[0]]]), signal.sosfilt(sos, x, zi=z * x[0]),
            signal.sosfilt(sos, rows, zi=z[:, None] * rows[:, :1]), z)


@row(X, IMAGE)
def older_transforms(x, rows):
    return (np.real(fftpack.ifft(fftpack.fft(x, 16)[:8])), np.abs(fftpack.fft2(rows)), np.imag(fftpack.fftn(rows)),
            np.real(fftpack.fftshift(fftpack.ifft(rows, axis=0))))


@row(X, IMAGE)
def of_signals(x, rows):
    sections = signal.butter(3, 0.3, output="sos")
    return (signal.sosfilt(sections, x), signal.detrend(rows, axis=0), signal.detrend(x, type="constant"),
            signal.hilbert(x), fft.irfft(fft.rfft(rows, axis=0) ** 2, axis=0), signal.savgol_filter(x, 5, 2),
            signal.savgol_filter(rows, 3, 1, axis=0, mode="nearest"))


@row(COUNTS, np.arange(9), gradient=False)
def integers_are_rounded(counts, x):
    at = np.array([[1.2, 3.3, 0.5, 9.0], [2.0, 4.5, 0.5, 1.0]])
    images = [counts.astype(d) for d in (np.uint8, np.int32)] + [-counts, counts > 4]
    return (signal.convolve(x, x[:3], method="fft"), signal.correlate(x, x[:4], "same", method="fft"),
            [ndimage.map_coordinates(image, at, order=1, cval=7.6) for image in images],
            [ndimage.gaussian_gradient_magnitude(image, 1.0) for image in images],
            signal.savgol_filter(x ** 2 % 7, 5, 2), signal.savgol_filter(x ** 2 % 7, 4, 2, mode="nearest"),
            signal.savgol_filter(x ** 2 % 7, 4, 1))


@row(*[X.astype(d) for d in (np.float32, np.complex64)], COUNTS[0].astype(np.int16), gradient=False, near=1e-5)
def dtypes_of_spectra(x, z, k):
    found = []
    for v in (x, z, k, k.astype(np.float16)):
        found += [signal.welch(v, nperseg=4)[1], signal.stft(v, nperseg=4)[2], signal.csd(v, v, nperseg=4)[1],
                  signal.csd(v, v[::-1], nperseg=4)[1], signal.detrend(v),
                  signal.filtfilt([0.5, 0.2], [1, 0.3], v, padlen=3)]
    found += [signal.hilbert(x), signal.hilbert(k), signal.savgol_filter(x, 5, 2), signal.lfilter(x[:2], x[2:4], x)]
    return found, [v.dtype == np.float32 for v in found]
