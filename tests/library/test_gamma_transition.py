"""The incomplete gamma functions of large a about x = a."""

import numpy as np
import pytest
from scipy import special

import recto

RNG = np.random.default_rng(5)
A = 10 ** RNG.uniform(2.2, 9, 600)
PARTS = {"below": special.gammainc, "above": special.gammaincc}


@pytest.mark.xla
@pytest.mark.parametrize("part", PARTS)
def test_values_are_scipys(part):
    """Within four deviations: SciPy's series ends too early beyond."""
    x = A + RNG.uniform(-4, 4, A.size) * np.sqrt(A)
    np.testing.assert_allclose(recto.jit(PARTS[part])(A, x), PARTS[part](A, x), rtol=2e-11)


@pytest.mark.xla
@pytest.mark.parametrize("a", [150.0, 199.5, 199.99, 250.0, 3e3, 1e5, 1e7])
def test_recurrence_holds_across_the_edges(a):
    """P(a, x) - P(a + 1, x) = x^a exp(-x) / Γ(a + 1), DLMF 8.8.5, also where one is of the expansion and one is not."""
    spread = np.concatenate([np.linspace(-0.35, 0.35, 29) * a, np.linspace(-30, 30, 40) * np.sqrt(a)])
    x = a + spread[np.abs(spread) < 0.9 * a]
    below, above = (recto.jit(f) for f in PARTS.values())
    step = np.exp(a * np.log(x) - x - special.gammaln(a + 1))
    differences = below(a, x) - below(a + 1, x), above(a + 1, x) - above(a, x)
    for found, scale in zip(differences, (below(a, x), above(a + 1, x))):
        scale = np.asarray(scale) + step
        assert np.max(np.abs(found - step) / np.where(scale > 1e-290, scale, np.inf)) < 1e-15 * a + 1e-11


@pytest.mark.xla
@pytest.mark.parametrize("a", [250.0, 1e4, 1e6])
def test_derivatives_are_differences(a):
    x = a + 0.7 * np.sqrt(a)
    found = recto.grad(special.gammainc, (0, 1))(a, x)
    h = 1e-3 * np.sqrt(a)
    f = special.gammainc
    wanted = [(f(a + h, x) - f(a - h, x)) / (2 * h), (f(a, x + h) - f(a, x - h)) / (2 * h)]
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
