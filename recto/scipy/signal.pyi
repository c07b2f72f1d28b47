# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

@_jit
def argrelextrema(data: ArrayLike, comparator: Any, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0,
    order: Any = 1, mode: Any = 'clip') -> _Array: ...

@_jit
def argrelmax(data: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0, order: Any = 1, mode:
    Any = 'clip') -> _Array: ...

@_jit
def argrelmin(data: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0, order: Any = 1, mode:
    Any = 'clip') -> _Array: ...

@_jit
def chirp(t: ArrayLike, f0: ArrayLike, t1: ArrayLike, f1: ArrayLike, method: str = 'linear', phi: ArrayLike =
    0, vertex_zero: bool = True, *, complex: bool = False) -> _Array: ...

@_jit
def coherence(x: ArrayLike, y: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'hann_periodic', nperseg: Any =
    None, noverlap: Any = None, nfft: Any = None, detrend: Any = 'constant', axis: SupportsIndex |
    Sequence[SupportsIndex] | None = -1) -> tuple[_Array, _Array]: ...

@_jit
def convolve(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', method: str = 'auto') -> _Array: ...

@_jit
def convolve2d(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', boundary: str = 'fill', fillvalue:
    ArrayLike = 0) -> _Array: ...

@_jit
def correlate(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', method: str = 'auto') -> _Array: ...

@_jit
def correlate2d(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', boundary: str = 'fill', fillvalue:
    ArrayLike = 0) -> _Array: ...

@_jit
def csd(x: ArrayLike, y: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'hann_periodic', nperseg: Any = None,
    noverlap: Any = None, nfft: Any = None, detrend: Any = 'constant', return_onesided: bool = True,
    scaling: str = 'density', axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, average: str =
    'mean') -> tuple[_Array, _Array]: ...

@_jit
def czt(x: ArrayLike, m: Any = None, w: Any = None, a: Any = ..., *, axis: SupportsIndex |
    Sequence[SupportsIndex] | None = -1) -> _Array: ...

@_jit
def decimate(x: ArrayLike, q: ArrayLike, n: Any = None, ftype: str = 'iir', axis: SupportsIndex |
    Sequence[SupportsIndex] | None = -1, zero_phase: bool = True) -> _Array: ...

@_jit
def deconvolve(signal: ArrayLike, divisor: ArrayLike) -> tuple[_Array, _Array]: ...

@_jit
def detrend(data: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, type: str = 'linear',
    bp: ArrayLike = 0, overwrite_data: bool = False) -> _Array: ...

@_jit
def dimpulse(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> Any: ...

@_jit
def dlsim(system: Any, u: ArrayLike, t: Any = None, x0: Any = None) -> Any: ...

@_jit
def dstep(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> Any: ...

@_jit
def fftconvolve(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', axes: Any = None) -> _Array: ...

@_jit
def filtfilt(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, padtype: str = 'odd', padlen: Any = None, method: str = 'pad', irlen: Any = None) -> _Array: ...

@_jit
def find_peaks(x: ArrayLike, height: Any = None, threshold: Any = None, distance: Any = None, prominence: Any
    = None, width: Any = None, wlen: Any = None, rel_height: ArrayLike = 0.5, plateau_size: Any =
    None) -> tuple[_Array, Any]: ...

@_jit
def freqz(b: ArrayLike, a: ArrayLike = 1, worN: ArrayLike = 512, whole: bool = False, plot: Any = None, fs:
    ArrayLike = 6.283185307179586, include_nyquist: bool = False) -> tuple[_Array, _Array]: ...

@_jit
def freqz_sos(sos: ArrayLike, worN: ArrayLike = 512, whole: bool = False, fs: ArrayLike =
    6.283185307179586) -> tuple[_Array, _Array]: ...

@_jit
def gausspulse(t: ArrayLike, fc: ArrayLike = 1000, bw: ArrayLike = 0.5, bwr: ArrayLike = -6, tpr: ArrayLike =
    -60, retquad: bool = False, retenv: bool = False) -> Any: ...

@_jit
def group_delay(system: Any, w: ArrayLike = 512, whole: bool = False, fs: ArrayLike =
    6.283185307179586) -> tuple[_Array, _Array]: ...

@_jit
def hilbert(x: ArrayLike, N: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1) -> _Array: ...

@_jit
def istft(Zxx: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'hann_periodic', nperseg: Any = None, noverlap:
    Any = None, nfft: Any = None, input_onesided: bool = True, boundary: bool = True, time_axis: ArrayLike
    = -1, freq_axis: ArrayLike = -2, scaling: str = 'spectrum') -> tuple[_Array, _Array]: ...

@_jit
def lfilter(b: ArrayLike, a: ArrayLike, x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, zi: Any = None) -> Any: ...

@_jit
def lfilter_zi(b: ArrayLike, a: ArrayLike) -> _Array: ...

@_jit
def lombscargle(x: ArrayLike, y: ArrayLike, freqs: ArrayLike, *, precenter: Any = ..., normalize: bool =
    False, weights: Any = None, floating_mean: bool = False) -> _Array: ...

@_jit
def medfilt(volume: ArrayLike, kernel_size: Any = None) -> _Array: ...

@_jit
def medfilt2d(input: ArrayLike, kernel_size: ArrayLike = 3) -> _Array: ...

@_jit
def oaconvolve(in1: ArrayLike, in2: ArrayLike, mode: Any = 'full', axes: Any = None) -> _Array: ...

@_jit
def order_filter(a: ArrayLike, domain: ArrayLike, rank: ArrayLike) -> _Array: ...

@_jit
def peak_prominences(x: ArrayLike, peaks: ArrayLike, wlen: Any = None) -> tuple[_Array, _Array, _Array]: ...

@_jit
def peak_widths(x: ArrayLike, peaks: ArrayLike, rel_height: ArrayLike = 0.5, prominence_data: Any = None,
    wlen: Any = None) -> tuple[_Array, _Array, _Array, _Array]: ...

@_jit
def periodogram(x: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'boxcar', nfft: Any = None, detrend: Any =
    'constant', return_onesided: bool = True, scaling: str = 'density', axis: SupportsIndex |
    Sequence[SupportsIndex] | None = -1) -> tuple[_Array, _Array]: ...

@_jit
def resample(x: ArrayLike, num: ArrayLike, t: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None
    = 0, window: Any = None, domain: str = 'time') -> Any: ...

@_jit
def resample_poly(x: ArrayLike, up: ArrayLike, down: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex]
    | None = 0, window: Any = ('kaiser', 5.0), padtype: str = 'constant', cval: Any = None) -> _Array: ...

@_jit
def savgol_filter(x: ArrayLike, window_length: ArrayLike, polyorder: ArrayLike, deriv: ArrayLike = 0, delta:
    ArrayLike = 1.0, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, mode: Any = 'interp', cval:
    ArrayLike = 0.0) -> _Array: ...

@_jit
def sawtooth(t: ArrayLike, width: ArrayLike = 1) -> _Array: ...

@_jit
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, zi: Any =
    None) -> Any: ...

@_jit
def sosfilt_zi(sos: ArrayLike) -> _Array: ...

@_jit
def sosfiltfilt(sos: ArrayLike, x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1,
    padtype: str = 'odd', padlen: Any = None) -> _Array: ...

@_jit
def sosfreqz(*args: ArrayLike, **kwargs: Any) -> tuple[_Array, _Array]: ...

@_jit
def spectrogram(x: ArrayLike, fs: ArrayLike = 1.0, window: Any = ('tukey_periodic', 0.25), nperseg: Any =
    None, noverlap: Any = None, nfft: Any = None, detrend: Any = 'constant', return_onesided: bool = True,
    scaling: str = 'density', axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, mode: Any =
    'psd') -> tuple[_Array, _Array, _Array]: ...

@_jit
def square(t: ArrayLike, duty: ArrayLike = 0.5) -> _Array: ...

@_jit
def stft(x: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'hann_periodic', nperseg: ArrayLike = 256, noverlap:
    Any = None, nfft: Any = None, detrend: Any = False, return_onesided: bool = True, boundary: str =
    'zeros', padded: bool = True, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, scaling: str =
    'spectrum') -> tuple[_Array, _Array, _Array]: ...

@_jit
def sweep_poly(t: ArrayLike, poly: ArrayLike, phi: ArrayLike = 0) -> _Array: ...

@_jit
def tf2ss(num: ArrayLike, den: ArrayLike) -> _Array: ...

@_jit
def upfirdn(h: ArrayLike, x: ArrayLike, up: ArrayLike = 1, down: ArrayLike = 1, axis: SupportsIndex |
    Sequence[SupportsIndex] | None = -1, mode: Any = 'constant', cval: ArrayLike = 0) -> _Array: ...

@_jit
def vectorstrength(events: ArrayLike, period: ArrayLike) -> tuple[_Array, _Array]: ...

@_jit
def welch(x: ArrayLike, fs: ArrayLike = 1.0, window: Any = 'hann_periodic', nperseg: Any = None, noverlap: Any
    = None, nfft: Any = None, detrend: Any = 'constant', return_onesided: bool = True, scaling: str =
    'density', axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, average: str =
    'mean') -> tuple[_Array, _Array]: ...

@_jit
def wiener(im: ArrayLike, mysize: Any = None, noise: Any = None) -> _Array: ...

@_jit
def zoom_fft(x: ArrayLike, fn: ArrayLike, m: Any = None, *, fs: ArrayLike = 2, endpoint: bool = False, axis:
    SupportsIndex | Sequence[SupportsIndex] | None = -1) -> _Array: ...
