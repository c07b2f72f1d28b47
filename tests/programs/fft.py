"""numpy.fft."""
import numpy as np


def power_spectrum(x):
    spectrum = np.fft.rfft(x - x.mean())
    return np.fft.rfftfreq(x.size), np.abs(spectrum) ** 2 / x.size


def round_trip(x):
    return np.fft.ifft(np.fft.fft(x)), np.fft.irfft(np.fft.rfft(x.real), n=x.size)


def low_pass(x, cut):
    spectrum = np.fft.fft(x)
    keep = np.abs(np.fft.fftfreq(x.size)) <= cut
    return np.real(np.fft.ifft(np.where(keep, spectrum, 0)))


def fast_convolve(x, h):
    n = x.size + h.size - 1
    return np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(h, n), n)


def spectral_derivative(u):
    k = 1j * np.fft.fftfreq(u.size, 1 / u.size)
    return np.real(np.fft.ifft(k * np.fft.fft(u)))


def poisson_periodic(f):
    """The mean of the right side is dropped, and so is that of the answer."""
    n, m = f.shape
    kx = np.fft.fftfreq(n, 1 / n)[:, None]
    ky = np.fft.fftfreq(m, 1 / m)
    symbol = kx**2 + ky**2
    symbol[0, 0] = 1.0
    spectrum = -np.fft.fft2(f) / symbol
    spectrum[0, 0] = 0.0
    return np.real(np.fft.ifft2(spectrum))


def analytic_signal(x):
    n = x.size
    gain = np.zeros(n)
    gain[0] = 1
    gain[1 : (n + 1) // 2] = 2
    if n % 2 == 0:
        gain[n // 2] = 1
    z = np.fft.ifft(np.fft.fft(x) * gain)
    return np.abs(z), z.imag


def autocorrelation_fft(x):
    padded = np.concatenate([x - x.mean(), np.zeros_like(x)])
    power = np.abs(np.fft.fft(padded)) ** 2
    r = np.fft.ifft(power).real
    return r[: len(x)] / r[0]


def shifted_image(image, dy, dx):
    """A translation by fractions of a pixel, as phases."""
    fy = np.fft.fftfreq(image.shape[0])[:, np.newaxis]
    fx = np.fft.fftfreq(image.shape[1])
    spectrum = np.fft.fft2(image) * np.exp(-2j * np.pi * (fy * dy + fx * dx))
    return np.fft.ifft2(spectrum).real


def centred_spectrum(image):
    return np.fft.fftshift(np.abs(np.fft.fft2(image))), np.fft.ifftshift(np.fft.fftshift(image))


def short_time(x, width, hop):
    frames = (x.size - width) // hop + 1
    window = np.sin(np.pi * (np.arange(width) + 0.5) / width)
    out = np.zeros((frames, width // 2 + 1))
    for i in range(frames):
        out[i] = np.abs(np.fft.rfft(window * x[i * hop : i * hop + width]))
    return out


def heat_spectral(u, dt, steps):
    k = np.fft.rfftfreq(u.size, 1 / u.size)
    decay = np.exp(-dt * k**2)
    spectrum = np.fft.rfft(u)
    for _ in range(steps):
        spectrum *= decay
    return np.fft.irfft(spectrum, u.size)


def multidimensional(a):
    short = np.fft.fft(a, n=3, axis=-1, norm="ortho")
    return np.fft.fftn(a), np.fft.fft(a, axis=0), np.fft.rfft2(a.real), short


def examples():
    rng = np.random.default_rng(37)
    x = rng.normal(size=8)
    yield power_spectrum, (x,)
    yield power_spectrum, (x[:5],)
    yield round_trip, (x,)
    yield round_trip, (x[:5] + 1j * x[3:],)
    yield low_pass, (x, 0.2)
    yield low_pass, (x, 0.0)
    yield fast_convolve, (x, rng.normal(size=3))
    yield fast_convolve, (np.arange(3), np.array([2]))
    yield spectral_derivative, (np.sin(2 * np.pi * np.arange(9) / 9),)
    yield spectral_derivative, (rng.normal(size=6),)
    yield poisson_periodic, (rng.normal(size=(4, 6)),)
    yield poisson_periodic, (rng.normal(size=(1, 3)),)
    yield analytic_signal, (x,)
    yield analytic_signal, (x[:7],)
    yield autocorrelation_fft, (x,)
    yield autocorrelation_fft, (np.array([1, 5, 2]),)
    yield shifted_image, (rng.normal(size=(4, 5)), 0.5, -1.0)
    yield shifted_image, (np.eye(3), 1.0, 0.0)
    yield centred_spectrum, (rng.normal(size=(4, 5)),)
    yield centred_spectrum, (np.ones((1, 2)),)
    yield short_time, (rng.normal(size=16), 6, 3)
    yield short_time, (rng.normal(size=4), 4, 1)
    yield heat_spectral, (x, 0.01, 3)
    yield heat_spectral, (x[:5], 0.1, 0)
    yield multidimensional, (rng.normal(size=(3, 4)),)
    yield multidimensional, (rng.normal(size=(2, 5)) + 1j,)
