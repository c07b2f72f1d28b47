"""Complex scalars and arrays."""
import cmath

import numpy as np


def parts(z):
    return z.real, z.imag, np.conj(z), np.abs(z), np.angle(z), z * z.conj()


def from_polar(r, theta):
    return r * np.exp(1j * theta)


def complex_quadratic(a, b, c):
    root = np.sqrt(b * b - 4 * a * c + 0j)
    return (-b + root) / (2 * a), (-b - root) / (2 * a)


def horner_complex(coefficients, z):
    total = np.zeros_like(z)
    for c in coefficients:
        total = total * z + c
    return total


def mobius(z, a, b, c, d):
    return (a * z + b) / (c * z + d)


def roots_of_unity(n):
    w = np.zeros(n, dtype=complex)
    w[0] = 1
    step = np.exp(2j * np.pi / n)
    for k in range(1, n):
        w[k] = w[k - 1] * step
    return w


def write_parts(z, scale):
    """Real and imaginary parts are views that can be written."""
    z = z.copy()
    z.real *= scale
    z.imag[0] = -1
    return z


def winding_number(path, centre):
    total = 0.0
    for i in range(len(path)):
        here, there = path[i] - centre, path[(i + 1) % len(path)] - centre
        total += np.angle(there / here)
    return int(np.rint(total / (2 * np.pi)))


def impedance(frequency, resistance, inductance, capacitance):
    omega = 2 * np.pi * frequency
    z = resistance + 1j * omega * inductance + 1 / (1j * omega * capacitance)
    return np.abs(z), np.degrees(np.angle(z))


def gaussian_integer_gcd(a, b):
    """Euclid on the lattice of complex integers."""
    while b != 0:
        q = a / b
        q = complex(round(q.real), round(q.imag))
        a, b = b, a - q * b
    return a


def cmath_functions(z):
    return cmath.exp(z), cmath.sqrt(z), cmath.phase(z), abs(z), z**2, z.conjugate(), cmath.log(z)


def hermitian_form(a, x):
    return np.vdot(x, a @ x), np.trace(a @ a.conj().T), a.conj().T


def accumulates_to_complex(x):
    """A float carry that becomes complex in the loop."""
    total = 0.0
    for k in range(x.size):
        total = total + x[k] * 1j**k
    return total


def transcendental(z):
    return np.exp(z), np.log(z), np.sin(z) * np.cosh(z), z**0.5, np.power(z, 3), np.sqrt(z)


def quadrant(z):
    if z.real >= 0:
        return 1 if z.imag >= 0 else 4
    return 2 if z.imag >= 0 else 3


def joukowski(z, sheets):
    """Iterated map with a branch for points that come too near the pole."""
    for _ in range(sheets):
        if np.min(np.abs(z)) < 0.2:
            z = z + 0.5
        else:
            z = 0.5 * (z + 1 / z)
    return z


def examples():
    rng = np.random.default_rng(19)
    z = rng.normal(size=4) + 1j * rng.normal(size=4)
    yield parts, (z,)
    yield parts, (z.astype(np.complex64).reshape(2, 2),)
    yield from_polar, (rng.uniform(1, 2, 3), rng.normal(size=3))
    yield from_polar, (2.0, np.pi / 3)
    yield complex_quadratic, (1.0, 2.0, 5.0)
    yield complex_quadratic, (1.0, -3.0, 2.0)
    yield complex_quadratic, (np.array([1.0, 2.0]), 1.0, np.array([-1.0, 3.0]))
    yield horner_complex, (rng.normal(size=4), z)
    yield horner_complex, (np.array([1j, 2.0]), z[:1])
    yield mobius, (z, 1, 1j, 0.5, 3)
    yield mobius, (0.3 + 0.1j, 2.0, 1.0, 1j, 1.0)
    yield roots_of_unity, (6,)
    yield roots_of_unity, (1,)
    yield write_parts, (z, 2.0)
    yield write_parts, (z[:1].astype(np.complex64), 3)
    circle = np.exp(2j * np.pi * np.arange(7) / 7)
    yield winding_number, (circle, 0.1 + 0.2j)
    yield winding_number, (circle[::-1], 0j)
    yield winding_number, (circle, 3.0)
    yield impedance, (np.array([50.0, 60.0, 1000.0]), 10.0, 0.1, 1e-5)
    yield impedance, (100.0, 1.0, 0.01, 1e-4)
    yield gaussian_integer_gcd, (10 + 11j, 13 - 13j)
    yield gaussian_integer_gcd, (5 + 0j, 0j)
    yield cmath_functions, (1.0 + 2j,)
    yield cmath_functions, (-0.5 - 0.1j,)
    yield hermitian_form, (z.reshape(2, 2), z[:2])
    yield hermitian_form, (np.eye(2), np.array([1.0, 2.0]))
    yield accumulates_to_complex, (rng.normal(size=5),)
    yield accumulates_to_complex, (np.zeros(1),)
    yield transcendental, (z,)
    yield transcendental, (z[:2].astype(np.complex64),)
    for v in (1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j):
        yield quadrant, (v,)
    yield joukowski, (z, 3)
    yield joukowski, (np.array([0.1 + 0.05j, 2.0]), 2)
