"""scipy.signal: wave forms, extremes, peaks at given places, parts of the spectrum, filters of images."""
import numpy as np
from scipy import signal

from .call import row

rng = np.random.default_rng(20)
T = np.linspace(0.03, 3.1, 9)
SIGNAL = np.sin(np.linspace(0.0, 9.0, 30)) + 0.2 * rng.normal(size=30)
IMAGE = rng.normal(size=(6, 7))
PEAKS = signal.find_peaks(SIGNAL)[0]
UNEVEN = np.sort(rng.uniform(0.0, 10.0, size=15))


@row(T, 1.3)
def sweeps(t, f):
    methods = ("linear", "quadratic", "logarithmic", "hyperbolic")
    return [signal.chirp(t, f, 2.0, 4.0, method, 30) for method in methods] + [
        signal.chirp(t, f, 2.0, 4.0, "quadratic", vertex_zero=False), signal.chirp(t, f, 2.0, 3.0, complex=True),
        signal.sweep_poly(t, [0.3, -1.0, f], 20), signal.gausspulse(t - 1.5, 2.0 * f, retquad=True, retenv=True)]


@row(T)
def periodic_shapes(t):
    return (signal.sawtooth(t * 7), signal.sawtooth(t, 0.3), signal.square(t * 5), signal.square(t, 0.2),
            signal.square(t, 1.5), signal.sawtooth(-t, 0.0), signal.gausspulse(t, 1.5))


@row(SIGNAL, gradient=False)
def places_of_extremes(x):
    return (signal.argrelmax(x), signal.argrelmin(x, order=2), signal.argrelextrema(x, np.greater_equal, mode="wrap"),
            len(signal.argrelmax(IMAGE + x[0], axis=1)[1]))


@row(SIGNAL)
def peaks_at_given_places(x):
    return signal.peak_prominences(x, PEAKS), signal.peak_widths(x, PEAKS, 0.7), signal.peak_prominences(x, PEAKS,
            wlen=9)[0]


@row(UNEVEN, SIGNAL[:15])
def spectra_of_parts(t, x):
    w = np.array([0.3, 1.1, 2.0])
    return (signal.lombscargle(t, x, w), signal.lombscargle(t, x, w, normalize=True), signal.czt(x), signal.czt(
        x, 5, np.exp(-0.2j), 0.9 * np.exp(0.3j)), signal.zoom_fft(x, [0.2, 0.6], 6), signal.zoom_fft(x, 0.5, 4, fs=3,
                                                                                                    endpoint=True))


@row(SIGNAL[:7], np.array([2.0, 0.5, -0.3]))
def quotients_of_polynomials(x, y):
    return signal.deconvolve(x, y), signal.deconvolve(np.convolve(x, y), y)[0], signal.vectorstrength(x, 0.7)


@row(IMAGE)
def filters_of_images(x):
    return (signal.wiener(x), signal.wiener(x, (3, 5), 0.4), signal.medfilt2d(x, 3), signal.order_filter(x,
            np.ones((3, 3)), 2))
