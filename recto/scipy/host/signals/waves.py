"""scipy.signal: wave forms."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported


def phase_of_chirp(t: Any, f0: Any, t1: Any, f1: Any, method: str, vertex_zero: bool) -> Any:
    """2 π times the integral of the frequency, which leads from f0 to f1."""
    if method in ("linear", "lin", "li"):
        return 2 * np.pi * (f0 * t + 0.5 * (f1 - f0) / t1 * t * t)
    if method in ("quadratic", "quad", "q"):
        beta = (f1 - f0) / t1**2
        if vertex_zero:
            return 2 * np.pi * (f0 * t + beta * t**3 / 3)
        return 2 * np.pi * (f1 * t + beta * ((t1 - t) ** 3 - t1**3) / 3)
    same = f0 == f1
    if method in ("logarithmic", "log", "lo"):
        if f0 * f1 <= 0.0:
            raise ValueError("For a logarithmic chirp, f0 and f1 must be nonzero and have the same sign.")
        rate = np.log(np.where(same, 2.0, f1 / f0)) / t1
        return 2 * np.pi * np.where(same, f0 * t, f0 / rate * np.expm1(rate * t))
    if method in ("hyperbolic", "hyp"):
        if f0 == 0 or f1 == 0:
            raise ValueError("For a hyperbolic chirp, f0 and f1 must be nonzero.")
        pole = -f1 * t1 / np.where(same, 1.0, f0 - f1)
        return 2 * np.pi * np.where(same, f0 * t, -pole * f0 * np.log(np.abs(1 - t / pole)))
    raise ValueError("method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic'")


@read_as("scipy.signal.chirp")
def chirp(
    t: Any,
    f0: Any,
    t1: Any,
    f1: Any,
    method: str = "linear",
    phi: Any = 0,
    vertex_zero: bool = True,
    *,
    complex: bool = False,
) -> Any:
    phase = phase_of_chirp(np.asarray(t, np.float64), f0, t1, f1, method, vertex_zero) + np.deg2rad(phi)
    return np.exp(1j * phase) if complex else np.cos(phase)


@read_as("scipy.signal.sweep_poly")
def sweep_poly(t: Any, poly: Any, phi: Any = 0) -> Any:
    """A cosine whose frequency is a polynomial of time."""
    c = np.asarray(poly.c if isinstance(poly, np.poly1d) else poly, np.float64)
    powers = np.arange(len(c), 0, -1)
    whole = np.concatenate([c / powers, np.zeros(1)])
    return np.cos(2 * np.pi * np.polyval(whole, np.asarray(t, np.float64)) + np.deg2rad(phi))


@read_as("scipy.signal.sawtooth")
def sawtooth(t: Any, width: Any = 1) -> Any:
    t, w = np.asarray(t, np.float64), np.asarray(width, np.float64)
    part = np.mod(t, 2 * np.pi)
    rises = part < w * 2 * np.pi
    up = part / (np.pi * np.where(w == 0, 1.0, w)) - 1
    down = (np.pi * (w + 1) - part) / (np.pi * np.where(w == 1, 1.0, 1 - w))
    return np.where((w >= 0) & (w <= 1), np.where(rises, up, down), np.nan)


@read_as("scipy.signal.square")
def square(t: Any, duty: Any = 0.5) -> Any:
    t, w = np.asarray(t, np.float64), np.asarray(duty, np.float64)
    high = np.mod(t, 2 * np.pi) < w * 2 * np.pi
    return np.where((w >= 0) & (w <= 1), np.where(high, 1.0, -1.0), np.nan)


@read_as("scipy.signal.gausspulse")
def gausspulse(
    t: Any,
    fc: Any = 1000,
    bw: Any = 0.5,
    bwr: Any = -6,
    tpr: Any = -60,
    retquad: bool = False,
    retenv: bool = False,
) -> Any:
    if isinstance(t, str):
        unsupported("gausspulse: compiled code has no t='cutoff' of frequencies that are computed")
    t = np.asarray(t, np.float64)
    rate = -((np.pi * fc * bw) ** 2) / (4.0 * np.log(10.0 ** (bwr / 20.0)))
    envelope = np.exp(-rate * t * t)
    found = [envelope * np.cos(2 * np.pi * fc * t)]
    found = found + ([envelope * np.sin(2 * np.pi * fc * t)] if retquad else [])
    found = found + ([envelope] if retenv else [])
    return tuple(found) if len(found) > 1 else found[0]
