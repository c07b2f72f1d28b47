"""NumPy implementations of the special functions that generated source may call, for emitted files.

Each is an ordinary function, accurate to a few units in the last place in double precision, which Recto reads
like any other; a file gets the text of those that it calls.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable

import numpy as np

from ..core.parsing import parse


def erf(x):
    # the Taylor series near 0, else by what is missing to 1
    x = np.asarray(x)
    near = np.clip(x, -1.0, 1.0)
    term = near
    total = near
    for k in range(1, 22):
        term = -term * near * near / k
        total = total + term / (2 * k + 1)
    far = np.sign(x) * (1 - erfc(np.abs(x)))
    value = np.where(np.abs(x) < 1, 2 / np.sqrt(np.pi) * total, far)
    return value.astype(x.dtype)[()]


def erfc(x):
    # exp(x * x) * erfc(x) * (1 + 2 * x) is smooth in (x - 4) / (x + 4):
    # its Chebyshev series
    x = np.asarray(x)
    coefficients = np.array(
        [
            1.1774832005374487,
            -0.007260796620301901,
            -0.081265123236185,
            0.06009212804122225,
            -0.02875393558027666,
            0.01059566336347286,
            -0.003136927294554264,
            0.0007456494372536184,
            -0.0001369696503010054,
            1.7183861600300937e-05,
            -7.158364623450346e-07,
            -2.4261399442449534e-07,
            5.5765709395703566e-08,
            -2.1057869513809494e-09,
            -1.1717889351884957e-09,
            1.9098355172456688e-10,
            1.408871764208813e-11,
            -6.901108320480815e-12,
            9.167958364111294e-14,
            2.1454508286554553e-13,
            -1.4716575027010623e-14,
            -6.668675118770408e-15,
            7.504598509880083e-16,
            2.22009300666632e-16,
        ]
    )
    size = np.minimum(np.abs(x), 1e15)
    t = (size - 4) / (size + 4)
    last = np.zeros_like(t)
    this = np.zeros_like(t)
    for k in range(len(coefficients) - 1, 0, -1):
        last, this = this, 2 * t * this - last + coefficients[k]
    scaled = (t * this - last + coefficients[0]) / (1 + 2 * size)
    near = scaled * np.exp(-size * size)
    return np.where(x < 0, 2 - near, near).astype(x.dtype)[()]


def erfinv(y):
    # a closed formula good to three digits, then Halley's method
    y = np.asarray(y)
    small = 1 - np.abs(y)
    log = np.log(np.maximum(small * (1 + np.abs(y)), 1e-300))
    half = 2 / (np.pi * 0.147) + log / 2
    x = np.sqrt(np.sqrt(half * half - log / 0.147) - half)
    for _ in range(4):
        missing = erfc(x) - small
        error = np.where(np.abs(y) < 0.5, np.abs(y) - erf(x), missing)
        step = error / (2 / np.sqrt(np.pi) * np.exp(-x * x))
        x = x + step / (1 - x * step)
    bounded = np.where(small > 0, x, np.where(small == 0, np.inf, np.nan))
    return (np.sign(y) * bounded).astype(y.dtype)[()]


def gammaln(x):
    # Stirling's series for x + 8, and the recurrence down to x;
    # the reflection formula below 1 / 2
    x = np.asarray(x)
    z = np.where(x < 0.5, 1 - x, x)
    product = np.ones_like(z)
    for k in range(8):
        product = product * np.where(z < 1e15, z + k, 1.0)
    far = np.where(z < 1e15, z + 8, z)
    r = 1 / (far * far)
    inner = 1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * 691 / 360360))
    series = 1 / 12 - r * (1 / 360 - r * inner)
    stirling = (far - 0.5) * np.log(far) - far + 0.5 * np.log(2 * np.pi)
    value = stirling + series / far - np.log(product)
    sine = np.sin(np.pi * np.where(x < 0.5, x % 1, 0.5))
    turned = np.log(np.pi) - np.log(np.abs(sine)) - value
    return np.where(x < 0.5, turned, value).astype(x.dtype)[()]


def gamma(x):
    # Stirling's series for x + 8, and the recurrence down to x;
    # the reflection formula below 1 / 2
    x = np.asarray(x)
    z = np.where(x < 0.5, 1 - x, np.minimum(x, 200))
    product = np.ones_like(z)
    for k in range(8):
        product = product * (z + k)
    far = z + 8
    r = 1 / (far * far)
    inner = 1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * 691 / 360360))
    series = 1 / 12 - r * (1 / 360 - r * inner)
    root = far ** (far / 2 - 0.25)
    size = np.sqrt(2 * np.pi) * np.exp(series / far - far) * root
    value = size / product * root
    rest = x - np.round(x)
    odd = np.round(x) % 2 == 1
    sine = np.where(odd, -1, 1) * np.sin(np.pi * np.where(x < 0.5, rest, 0.5))
    turned = np.pi / np.where(x < 0.5, sine, 1) / value
    pole = (x < 0) & (rest == 0)
    result = np.where(pole, np.nan, np.where(x < 0.5, turned, value))
    return np.where(np.isnan(x), x, result).astype(x.dtype)[()]


def digamma(x):
    # the asymptotic series for x + 10, and the recurrence down to x;
    # the reflection formula for negative x
    x = np.asarray(x)
    z = np.where(x <= 0, 1 - x, x)
    total = np.zeros_like(z)
    for k in range(10):
        total = total + 1 / (z + k)
    far = z + 10
    r = 1 / (far * far)
    inner = 1 / 252 - r * (1 / 240 - r * (1 / 132 - r * 691 / 32760))
    series = r * (1 / 12 - r * (1 / 120 - r * inner))
    value = np.log(far) - 0.5 / far - series - total
    tangent = np.tan(np.pi * np.where(x <= 0, x % 1, 0.5))
    turned = value - np.pi / tangent
    return np.where(x <= 0, turned, value).astype(x.dtype)[()]


def polygamma(n, x):
    # (-1) ** (n + 1) * n! * zeta(n + 1, x), Hurwitz' zeta function
    # by Euler and Maclaurin's formula; the reflection formula for
    # negative x and n up to 4
    n, x = np.asarray(n), np.asarray(x)
    z = np.where(x < 0, 1 - x, x)
    s = n + 1.0
    total = np.zeros_like(s + z)
    for k in range(12):
        total = total + (z + k) ** -s
    far = z + 12
    total = total + far ** (1 - s) / (s - 1) + 0.5 * far**-s
    bernoulli = np.array([1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510])
    term = s * far ** (-s - 1) / 2
    for k in range(8):
        total = total + bernoulli[k] * term
        term = term * (s + 2 * k + 1) * (s + 2 * k + 2) / (far * far)
        term = term / ((2 * k + 3) * (2 * k + 4))
    sign = np.where(n % 2 == 0, -1.0, 1.0)
    value = np.where(n == 0, digamma(x), sign * np.exp(gammaln(s)) * total)
    cot = 1 / np.tan(np.pi * np.where(x < 0, x % 1, 0.5))
    csc = 1 + cot * cot
    slope = np.where(n == 1, -csc, np.where(n == 2, 2 * cot * csc, np.nan))
    slope = np.where(n == 3, -2 * csc * (1 + 3 * cot * cot), slope)
    slope = np.where(n == 4, 8 * cot * csc * (2 + 3 * cot * cot), slope)
    turned = (-1.0) ** n * value - np.pi**s * slope
    value = np.where((x < 0) & (n > 0), turned, value)
    return value.astype(x.dtype)[()]


# -- which of them a file needs ------------------------------------------------------------------------------

FUNCTIONS = {f.__name__: f for f in (erf, erfc, erfinv, gammaln, gamma, digamma, polygamma)}


def needed_functions(names: Iterable[str]) -> list[str]:
    """The functions of these names and those that they call, each behind what it calls."""
    found: list[str] = []
    for function in sorted(names):
        found += [n for n in [*needed_functions(called_names(function)), function] if n not in found]
    return found


def called_names(function: str) -> set[str]:
    tree = parse(inspect.getsource(FUNCTIONS[function]))
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in FUNCTIONS}


def text(function: str) -> str:
    return inspect.getsource(FUNCTIONS[function]).rstrip()
