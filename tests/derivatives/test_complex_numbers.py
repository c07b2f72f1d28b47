"""Gradients by one complex number: both halves of it count, also through loops of unknown length."""

from __future__ import annotations

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def escape(c):
    z = 0j
    while abs(z) < 2:
        z = z * z + c
    return abs(z)


def left_early(c):
    z, total = c, 0.0
    for k in range(20):
        z = z * c + 0.1j
        total += (z * z).imag
        if abs(z) > 3:
            break
    return total


def beside_another(c, scale=2.0):
    z = c
    while z.real < 4:
        z = z * (1.5 + 0.2j) + scale * c
    return z.imag * scale


@pytest.mark.parametrize("function", [escape, left_early, beside_another])
@pytest.mark.parametrize("kind", [np.complex128, lambda c: np.array(c)])
def test_both_halves_of_the_gradient(function, kind):
    at, step = 0.81 + 0.62j, 1e-6
    along = lambda d: (function(at + step * d) - function(at - step * d)) / (2 * step)
    wanted = along(1) - 1j * along(1j)
    value, found = recto.value_and_grad(function)(kind(at))
    np.testing.assert_allclose(value, function(at))
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
    np.testing.assert_allclose(recto.vmap(recto.grad(function))(np.array([at, at])), [wanted] * 2, rtol=1e-6)
