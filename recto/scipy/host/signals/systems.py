"""Linear systems in discrete time, and frequency responses."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

TWO_PI = 2.0 * np.pi


@read_as("scipy.signal.tf2ss")
def tf2ss(num: Any, den: Any) -> tuple:
    """The controller canonical form (Kailath: Linear systems, 1980, section 2.1)."""
    num, den = np.atleast_2d(np.asarray(num)), np.atleast_1d(np.asarray(den))
    order = len(den) - 1
    if num.shape[1] > order + 1:
        raise ValueError("Improper transfer function. `num` is longer than `den`.")
    num, den = num / den[0], den / den[0]
    num = np.concatenate([np.zeros((len(num), order + 1 - num.shape[1])), num], axis=1)
    d = num[:, :1]
    if order == 0:
        return np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((len(num), 1)), d
    a = np.concatenate([-den[None, 1:], np.eye(order - 1, order)])
    return a, np.eye(order, 1), num[:, 1:] - d * den[1:], d


def state_space(system: Any) -> tuple:
    """The matrices A, B, C, D and the time step of (num, den, dt) or (A, B, C, D, dt)."""
    if not isinstance(system, (tuple, list)) or len(system) not in (3, 5):
        unsupported("compiled code knows systems as tuples: (num, den, dt) or (A, B, C, D, dt)")
    if len(system) == 3:
        return (*tf2ss(system[0], system[1]), system[2])
    a, b, c, d = [np.atleast_2d(np.asarray(part)) for part in system[:4]]
    return a, b, c, d, system[4]


def simulate(system: tuple, u: Any, x0: Any) -> tuple:
    """x[k + 1] = A x[k] + B u[k], y[k] = C x[k] + D u[k]: the outputs and the states."""
    a, b, c, d = system[:4]
    x = np.zeros((len(u), len(a)))
    if x0 is not None:
        x[0] = np.asarray(x0)
    for k in range(len(u) - 1):
        x[k + 1] = a @ x[k] + b @ u[k]
    return x @ c.T + u @ d.T, x


@read_as("scipy.signal.dlsim")
def dlsim(system: Any, u: Any, t: Any = None, x0: Any = None) -> tuple:
    made = state_space(system)
    dt = made[4]
    u = np.atleast_1d(np.asarray(u))
    u = u[:, None] if u.ndim == 1 else u
    if t is not None:
        t = np.asarray(t)
        count = int(np.floor(t[-1] / dt)) + 1
        places = np.linspace(0.0, t[-1], num=count)
        u = np.stack([np.interp(places, t, u[:, k]) for k in range(u.shape[1])], axis=1)
    else:
        places = np.linspace(0.0, (len(u) - 1) * dt, num=len(u))
    y, x = simulate(made, u, x0)
    return (places, y, x) if len(system) == 5 else (places, y)


def answers(system: Any, x0: Any, t: Any, n: Any, step: bool) -> tuple:
    """The outputs for an impulse, or a step, of each input."""
    made = state_space(system)
    inputs, n = made[1].shape[1], 100 if n is None else n
    t = np.linspace(0, n * made[4], n, endpoint=False) if t is None else np.asarray(t)
    found = []
    for k in range(inputs):
        u = np.zeros((len(t), inputs))
        u[slice(None) if step else 0, k] = 1.0
        found.append(dlsim(system, u, t, x0))
    return found[0][0], tuple([one[1] for one in found])


@read_as("scipy.signal.dimpulse")
def dimpulse(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> tuple:
    return answers(system, x0, t, n, False)


@read_as("scipy.signal.dstep")
def dstep(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> tuple:
    return answers(system, x0, t, n, True)


# -- frequencies ---------------------------------------------------------------------------------------------


def polynomial(c: Any, z: Any) -> Any:
    """Horner's method along the first axis of the coefficients, lowest power first."""
    found = c[-1] + 0.0 * z
    for k in range(len(c) - 2, -1, -1):
        found = c[k] + found * z
    return found


def angles(worN: Any, whole: bool, fs: Any, include_nyquist: bool) -> Any:
    """Angular frequencies per sample: so many, or those that are given."""
    if worN is None or isinstance(worN, int):
        last = TWO_PI if whole else np.pi
        return np.linspace(0, last, 512 if worN is None else worN, endpoint=include_nyquist and not whole)
    return TWO_PI * np.atleast_1d(np.asarray(worN)) / fs


@read_as("scipy.signal.freqz")
def freqz(
    b: Any,
    a: Any = 1,
    worN: Any = 512,
    whole: bool = False,
    plot: Any = None,
    fs: Any = TWO_PI,
    include_nyquist: bool = False,
) -> tuple:
    """The frequency response of a digital filter: B(1 / z) / A(1 / z) on the unit circle."""
    if plot is not None:
        unsupported("freqz: compiled code knows no plot=; draw what it returns")
    b, a = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if b.ndim > 1 or a.ndim > 1:
        unsupported("freqz: compiled code has coefficients of one filter; recto.vmap takes many")
    w = angles(worN, whole, fs, include_nyquist)
    z = np.exp(-1j * w)
    of_w, of_h = dtypes_of_response(b, a, worN, whole)
    return (w * (fs / TWO_PI)).astype(of_w), (polynomial(b, z) / polynomial(a, z)).astype(of_h)


def dtypes_of_response(b: Any, a: Any, worN: Any, whole: bool) -> tuple:
    """The dtypes of the frequencies and of the response: those that are given have the dtype of the
    coefficients, also if it is complex; of a number of them, the response for a constant denominator is a
    transform of the numerator."""
    given = np.result_type(b.dtype, a.dtype)
    given = given if given.kind in "fc" else np.dtype(np.float64)
    complex_of = lambda dtype: np.dtype(
        np.complex64 if dtype in (np.float32, np.complex64) else np.complex128
    )
    if not (worN is None or isinstance(worN, int)):
        return given, complex_of(given)
    count = (512 if worN is None else worN) * (1 if whole else 2)
    transformed = a.size == 1 and count >= len(b)
    real = np.dtype(np.float32 if complex_of(given) == np.complex64 else np.float64)
    return real, complex_of(b.dtype if transformed else given)


@read_as("scipy.signal.freqz_sos", "scipy.signal.sosfreqz")
def freqz_sos(sos: Any, worN: Any = 512, whole: bool = False, fs: Any = TWO_PI) -> tuple:
    """The product of the responses of second-order sections."""
    sos = np.asarray(sos)
    w = angles(worN, whole, fs, False)
    z, h = np.exp(-1j * w), 1.0 + 0j * w
    for k in range(len(sos)):
        h = h * (polynomial(sos[k, :3], z) / polynomial(sos[k, 3:], z))
    return w * (fs / TWO_PI), h


@read_as("scipy.signal.group_delay")
def group_delay(system: Any, w: Any = 512, whole: bool = False, fs: Any = TWO_PI) -> tuple:
    """-dφ/dω of a filter (b, a), by the coefficients k c[k] of c = b * reversed(a) (J. O. Smith: Introduction to
    digital filters, appendix F); 0 where the response is singular."""
    b, a = [np.atleast_1d(np.asarray(part)) for part in system]
    at = angles(w, whole, fs, False)
    c = np.convolve(b, np.conj(a[::-1]))
    z = np.exp(-1j * at)
    num, den = polynomial(c * np.arange(len(c)), z), polynomial(c, z)
    singular = np.abs(den) < 10 * 2.0**-52
    delay = np.where(singular, 0.0, np.real(num / np.where(singular, 1.0, den)) - len(a) + 1)
    return at * (fs / TWO_PI), delay
