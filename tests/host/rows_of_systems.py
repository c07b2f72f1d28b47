"""scipy.signal: frequency responses, systems in discrete time, spectra of segments. Cosine transforms."""
import numpy as np
from scipy import fft, fftpack, linalg, signal

from .call import row

rng = np.random.default_rng(7)
X, PAIR = rng.normal(size=20), rng.normal(size=(2, 20))
B, A = np.array([0.2, 0.3, 0.1]), np.array([1.5, -0.4, 0.2, 0.05])
SECTIONS = signal.butter(4, 0.3, output="sos")
MATRICES = (0.4 * rng.normal(size=(2, 2)), *[rng.normal(size=shape) for shape in ((2, 2), (1, 2), (1, 2))])


@row(B, A)
def frequency_responses(b, a):
    return (signal.freqz(b, a, 7), signal.freqz(b, worN=6, whole=True), signal.freqz(b, a, [0.1, 2.0], fs=6.0),
            signal.freqz(b, 1, 5, include_nyquist=True),
            signal.freqz_sos(np.hstack([SECTIONS[:, :3] * b[0], SECTIONS[:, 3:]]), 5),
            signal.group_delay((b, a), 6)[1])


@row(B, A, X[:6])
def filters_as_systems(b, a, u):
    return (signal.dimpulse((b, a, 1), n=5), signal.dstep((b, a, 0.5), n=4), signal.dlsim((b, a, 1), u),
            signal.dlsim((b[:1], a[:1], 1), u), signal.dlsim((b, a, 0.5), u, t=np.arange(6) * 0.7))


@row(*MATRICES, PAIR.T[:5])
def matrices_as_systems(a, b, c, d, u):
    return signal.dlsim((a, b, c, d, 0.1), u, x0=u[0]), signal.dimpulse((a, b, c, d, 1), n=3)


@row(X, PAIR)
def power_spectra(x, pair):
    return (signal.periodogram(x), signal.periodogram(pair, 10.0, "hann", nfft=32, scaling="spectrum", axis=1),
            signal.welch(x, nperseg=8), signal.welch(pair, 2.0, nperseg=7, noverlap=2, average="median"),
            signal.welch(pair.T, nperseg=6, detrend="linear", axis=0), signal.csd(x, pair[0, :15], nperseg=8),
            signal.coherence(x, pair[1], nperseg=6), signal.welch(x, window=np.ones(6), return_onesided=False))


@row(X, PAIR)
def spectra_of_segments(x, pair):
    return (signal.spectrogram(x, nperseg=8), signal.spectrogram(pair, 3.0, nperseg=7, mode="magnitude"),
            signal.spectrogram(x, nperseg=6, nfft=8, mode="complex"), signal.stft(x, nperseg=8),
            signal.stft(pair.T, 2.0, nperseg=6, noverlap=2, axis=0, boundary="odd", detrend="constant"),
            signal.stft(x, nperseg=5, boundary=None, padded=False, scaling="psd"))


@row(X + 1j * PAIR[0], gradient=False)
def spectra_of_complex_signals(x):
    return signal.periodogram(x), signal.welch(x, nperseg=8), signal.stft(x, nperseg=6, boundary="even")


@row(X[:5], PAIR)
def cosine_transforms(x, pair):
    made = [f(v, t, norm=norm) for f in (fft.dctn, fft.idct) for v in (x, pair) for t in (2, 3)
            for norm in (None, "ortho", "forward")]
    made += [f(x, t, norm=norm) for f in (fft.dct, fft.idct, fft.dst, fft.idst) for t in (1, 2, 3, 4)
             for norm in (None, "ortho", "forward")]
    made += [f(x, t, norm=norm) for f in (fftpack.dct, fftpack.idct, fftpack.dst, fftpack.idst) for t in (1, 2, 3, 4)
             for norm in (None, "ortho")] + [fft.dstn(pair, 1), fft.idstn(pair, norm="ortho"), fft.dctn(pair, 4)]
    return (*made, fft.dct(pair, axis=0), fft.dct(x, n=7), fft.idct(pair, n=11), fft.dctn(pair, norm="ortho"),
            fft.idctn(pair, axes=(1,)), fftpack.dct(x), fftpack.idct(x), fftpack.idct(pair, norm="ortho"),
            fft.dct(x[:1]), fft.dct(np.arange(4)), fft.idct(x + 1j * x ** 2))


@row(X[:6])
def matrices_of_vectors(x):
    return (linalg.leslie(x, x[1:]), linalg.fiedler(x), [linalg.fiedler_companion(x[:n]) for n in range(2, 7)],
            [linalg.convolution_matrix(x[:4], n, mode) for n in (3, 4, 7) for mode in ("full", "same", "valid")],
            linalg.eigh_tridiagonal(x, x[1:], eigvals_only=True))


@row(X[:3], gradient=False)
def matrices_of_sizes(x):
    return (linalg.hilbert(4) * x[0], linalg.hadamard(8), linalg.hadamard(1), linalg.helmert(5),
            linalg.helmert(3, True), linalg.dft(5), linalg.dft(4, "n"), linalg.dft(3, "sqrtn"), linalg.pascal(5),
            linalg.pascal(4, "lower"), linalg.pascal(4, "upper", exact=False))


@row(rng.normal(size=(9, 12)) + 1j * rng.normal(size=(9, 12)))
def segments_put_together(z):
    return (signal.istft(z), signal.istft(z, 2.0, "boxcar", nperseg=15, noverlap=9, scaling="psd"),
            signal.istft(z[:, None] * np.ones(2)[:, None], freq_axis=0, time_axis=2),
            signal.istft(z, input_onesided=False, boundary=False))


@row(rng.normal(size=(3, 3)), rng.normal(size=(3, 3)))
def exponentials_and_products_of_factors(a, e):
    products = linalg.qr_multiply(a[:, :2], e, "right")[0] ** 2, linalg.qr_multiply(a, e[0])[1] ** 2
    return linalg.expm_frechet(a, e), products


@row(rng.normal(size=(3, 3)), gradient=False)
def factors_and_inverses_by_formulas(a):
    t, z = linalg.schur(a)
    return (linalg.rsf2csf(t, z), linalg.invhilbert(5), linalg.invpascal(6), linalg.invpascal(4, "lower"),
            linalg.invpascal(4, "upper", exact=False))


@row(X, PAIR)
def slopes_of_smoothed_signals(x, pair):
    modes = ("interp", "mirror", "constant", "nearest", "wrap")
    return [signal.savgol_filter(x, 5, 3, d, 0.3, mode=mode, cval=1.0) for d in range(5) for mode in modes] + [
        signal.savgol_filter(pair.T, 6, 3, deriv=1, axis=0)]


@row(X, PAIR)
def trends_in_pieces(x, pair):
    return (signal.detrend(x, bp=3), signal.detrend(pair.T, axis=0, bp=[9, 3, 10]),
            signal.detrend(x, type="constant", bp=[3]))


@row(X, PAIR)
def numbers_of_samples(x, pair):
    z = pair + 1j * x
    return [(signal.resample(x, num), signal.resample(pair, num, axis=1, window="hann"),
             signal.resample(z, num, axis=1), signal.resample(x, num, np.arange(20) * 0.1, window=np.arange(20.0)),
             signal.resample(z, num, axis=1, window=lambda f: np.exp(-f * f), domain="freq"))
            for num in (7, 8, 20, 21, 30)]


@row(X, PAIR)
def rational_rates(x, pair):
    made = [(signal.resample_poly(x, up, down), signal.resample_poly(pair, up, down, 1, padtype="median"),
             signal.resample_poly(x, up, down, window=[1.0, 2.0, 3.0, 1.0]),
             signal.upfirdn([1.0, 2j, 3.0], x, up, down),
             signal.upfirdn(x[:3], pair, up, down)) for up, down in ((3, 2), (2, 3), (4, 2), (1, 1))]
    return made, signal.resample_poly(x + 1j * x ** 2, 2, 1)


@row(np.tile(X, 3))
def decimations(x):
    sections, given = signal.butter(3, 0.3, output="sos"), ({"n": 3}, {"ftype": "fir"}, {"n": 2, "zero_phase": False},
                                                            {"ftype": "fir", "zero_phase": False, "n": 11})
    return (*[signal.decimate(x, q, **how) for q, how in zip((2, 3, 2, 4), given)], signal.sosfiltfilt(sections, x),
            signal.decimate(np.stack([x, -x]), 2, n=2, axis=1),
            signal.sosfiltfilt(sections, x, padtype="even", padlen=5))


@row(np.tile(X, 3).astype(np.float32), np.arange(60) ** 2 % 7, gradient=False, near=1e-5)
def dtypes_of_resampled_signals(x, k):
    made = [(signal.decimate(v, 2, n=2), signal.decimate(v, 3, ftype="fir"), signal.resample(v, 9),
             signal.resample_poly(v, 3, 2), signal.resample_poly(v, 3, 2, padtype="mean"), signal.detrend(v, bp=4),
             signal.savgol_filter(v, 5, 3, deriv=1), signal.welch(v, nperseg=4, average="median")[1],
             signal.lfilter_zi(v[1:3], v[1:4])) for v in (x, k)]
    return made, [v.dtype == np.float32 for made_of in made for v in made_of]


WALK = np.cumsum(rng.normal(size=60))
STEPS = rng.integers(0, 4, size=60)


@row(WALK, STEPS, np.where(np.arange(60) % 7 == 3, np.nan, WALK), gradient=False, batch=False)
def peaks(x, k, holes):
    given = [{}, {"height": 0}, {"height": (-1.0, 2)}, {"height": x - 0.1}, {"height": [None, x]}, {"threshold": 0.3},
             {"threshold": (0.1, 1.0)}, {"distance": 4}, {"distance": 6.5, "height": 0}, {"prominence": 0.8},
             {"prominence": (0.2, 3), "wlen": 11}, {"width": 1.5}, {"width": (1, 4), "rel_height": 0.7},
             {"plateau_size": (1, 3), "height": 1, "distance": 2, "prominence": 1, "width": 0}, {"height": 1e9}]
    return [(*signal.find_peaks(v, **how),) for v in (x, k, holes) for how in given]


@row(WALK, batch=False)
def properties_of_peaks(x):
    found, of = signal.find_peaks(x, height=-50, threshold=0, prominence=0.3, width=0, rel_height=0.4)
    return [np.sum(of[name] ** 2) for name in ("peak_heights", "left_thresholds", "right_thresholds", "prominences",
                                               "widths", "width_heights", "left_ips", "right_ips")], np.sum(x[found])
