"""Functions of `math`, of Python's own numbers in each lane."""
from __future__ import annotations

import math

import numpy as np
import pytest

import recto

NAMES = (
    "acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs factorial floor gamma"
    " isqrt lgamma log log10 log1p log2 radians sin sinh sqrt tan tanh trunc isfinite isinf isnan"
).split()
ABOVE_ONE, BELOW_ONE = ("acosh", "factorial", "gamma", "isqrt"), ("acos", "asin", "atanh")


@pytest.mark.xla
@pytest.mark.parametrize("name", NAMES)
def test_lanes_are_pythons_numbers(name):
    function = getattr(math, name)
    points = [1, 2, 4] if name in ABOVE_ONE else [0.1, 0.5, 0.9] if name in BELOW_ONE else [1.5, 2.0, 4.25]

    def computed(x):
        """The numbers are made inside, of Python's."""
        k, number = 0, points[0]
        while k < x:
            k, number = k + 1, points[0]
            if k == 1:
                number = points[1]
            if k == 2:
                number = points[2]
        return function(number)

    found = recto.vmap(computed)(np.array([0.0, 0.5, 1.5]))
    np.testing.assert_allclose(found, [function(p) for p in points], rtol=1e-14, atol=1e-15)
