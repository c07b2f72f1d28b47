"""Signals: filters, correlation, envelopes and codes."""
import numpy as np


def convolve_loops(x, h):
    y = np.zeros(len(x) + len(h) - 1)
    for i in range(len(x)):
        for j in range(len(h)):
            y[i + j] += x[i] * h[j]
    return y


def iir_direct_form(b, a, x):
    """Transposed direct form II: a delay line that shifts."""
    state = np.zeros(len(b))
    y = np.zeros_like(x)
    for n, value in enumerate(x):
        y[n] = b[0] * value + state[0]
        for k in range(len(b) - 1):
            state[k] = b[k + 1] * value - a[k + 1] * y[n] + state[k + 1]
    return y


def moving_average(x, width):
    kernel = np.ones(width) / width
    return np.convolve(x, kernel, mode="valid"), np.convolve(x, kernel, mode="same")


def median_filter(x):
    padded = np.pad(x, 2, mode="edge")
    out = np.zeros_like(x)
    for i in range(x.size):
        out[i] = np.median(padded[i : i + 5])
    return out


def hann_spectrum(x, rate):
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(x.size) / x.size)
    spectrum = np.abs(np.fft.rfft(x * window)) ** 2
    return np.fft.rfftfreq(x.size, 1 / rate), spectrum / np.sum(window**2)


def zero_crossings(x):
    count = 0
    positions = np.zeros(x.size)
    for i in range(1, x.size):
        if (x[i - 1] < 0) != (x[i] < 0):
            positions[count] = i - x[i] / (x[i] - x[i - 1])
            count += 1
    return count, positions


def envelope(x, attack, release):
    level = 0.0
    out = np.zeros_like(x)
    for i in range(len(x)):
        height = abs(x[i])
        rate = attack if height > level else release
        level += rate * (height - level)
        out[i] = level
    return out


def cross_correlation_lag(x, y):
    """The shift at which two signals agree best."""
    best, best_lag = -np.inf, 0
    for lag in range(-len(x) + 1, len(x)):
        total = 0.0
        for i in range(max(0, lag), min(len(x), len(x) + lag)):
            total += x[i] * y[i - lag]
        if total > best:
            best, best_lag = total, lag
    return best_lag, best


def run_length_encode(x):
    """Values and lengths in arrays of full size, with the number of runs."""
    values, lengths = np.zeros_like(x), np.zeros(len(x), dtype=np.int64)
    runs = 0
    for i, value in enumerate(x):
        if i == 0 or value != x[i - 1]:
            values[runs] = value
            runs += 1
        lengths[runs - 1] += 1
    return values, lengths, runs


def delta_modulation(x, step):
    """One bit a sample, the step grows while the bits agree."""
    bits = np.zeros(len(x), dtype=bool)
    track, last = 0.0, False
    for i, value in enumerate(x):
        up = value > track
        step = step * 1.5 if i > 0 and up == last else step / 1.5
        track += step if up else -step
        bits[i] = up
        last = up
    return bits, track


def lms_canceller(x, target, taps, rate):
    """Adaptive filter with a rolled delay line."""
    w = np.zeros(taps)
    line = np.zeros(taps)
    error = np.zeros(x.size)
    for n in range(x.size):
        line = np.roll(line, 1)
        line[0] = x[n]
        error[n] = target[n] - w @ line
        w += 2 * rate * error[n] * line
    return w, error


def upsample_linear(x, factor):
    out = np.zeros((x.size - 1) * factor + 1)
    for i in range(x.size - 1):
        for k in range(factor):
            t = k / factor
            out[i * factor + k] = (1 - t) * x[i] + t * x[i + 1]
    out[-1] = x[-1]
    return out


def dither(x, levels):
    """Quantise, pushing the error on to the next sample."""
    error = 0.0
    out = np.zeros(x.shape, dtype=np.int64)
    for i in range(x.shape[0]):
        wanted = x[i] * levels + error
        out[i] = int(np.floor(wanted + 0.5))
        error = wanted - out[i]
    return out


def karplus_strong(excitation, samples, loss):
    """A plucked string: a ring buffer fed back on itself."""
    ring = excitation.copy()
    n = ring.size
    out = np.zeros(samples)
    for t in range(samples):
        here, there = t % n, (t + 1) % n
        out[t] = ring[here]
        ring[here] = loss * 0.5 * (ring[here] + ring[there])
    return out


def examples():
    rng = np.random.default_rng(26)
    x = rng.normal(size=10)
    yield convolve_loops, (x, rng.normal(size=3))
    yield convolve_loops, (np.array([1, 2]), np.array([5]))
    yield iir_direct_form, (np.array([0.2, 0.3, 0.1]), np.array([1.0, -0.4, 0.2]), x)
    yield iir_direct_form, (np.array([2.0]), np.array([1.0]), x.astype(np.float32))
    yield moving_average, (x, 3)
    yield moving_average, (np.arange(4), 2)
    yield median_filter, (x,)
    yield median_filter, (np.array([9, 1, 5]),)
    yield hann_spectrum, (x, 100.0)
    yield hann_spectrum, (rng.normal(size=7).astype(np.float32), 1.0)
    yield zero_crossings, (x,)
    yield zero_crossings, (np.array([1.0]),)
    yield zero_crossings, (np.array([-1.0, 2.0, -2.0], np.float32),)
    yield envelope, (x, 0.5, 0.1)
    yield envelope, (np.zeros(2), 0.5, 0.1)
    yield cross_correlation_lag, (x, np.roll(x, -3))
    yield cross_correlation_lag, (np.array([1, 0, 0]), np.array([0, 0, 1]))
    yield run_length_encode, (np.array([3, 3, 1, 1, 1, 3]),)
    yield run_length_encode, (np.zeros(0),)
    yield run_length_encode, (np.array([True, False]),)
    yield delta_modulation, (x, 0.3)
    yield delta_modulation, (x[:1], 1.0)
    yield lms_canceller, (x, np.convolve(x, [0.5, 0.2])[:10], 2, 0.05)
    yield lms_canceller, (x, x, 1, 0.1)
    yield upsample_linear, (x[:4], 3)
    yield upsample_linear, (np.array([7]), 2)
    yield dither, (np.linspace(0.03, 0.91, 8), 3)
    yield dither, (np.array([0.5, 0.5]), 1)
    yield karplus_strong, (x[:4], 9, 0.99)
    yield karplus_strong, (np.array([1.0]), 3, 0.5)
