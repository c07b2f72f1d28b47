"""`sorted`, `list.sort` and `list` of many items stay loops and array sorts: programs do not grow with the items."""
from __future__ import annotations

import numpy as np
import pytest

import recto

LINES = 120


def of_tuples(points):
    p = sorted((float(a), float(b)) for a, b in points)
    total = 0.0
    for i in range(1, len(p)):
        total += p[i][0] * p[i - 1][1]
    return total


def of_numbers(points):
    p = sorted(float(a) + 1 for a in points[:, 0])
    return p[0], p[-1], sum(p)


def by_a_key(points):
    p = sorted(points[:, 0], key=lambda v: -abs(v - 0.5))
    return p[0], p[1], p[-1]


def positions(points):
    order = sorted(range(len(points)), key=lambda i: points[i, 1])
    return order[0], order[-1], order[7]


def equal_keys_keep_their_order(points):
    order = sorted(range(len(points)), key=lambda i: (round(points[i, 0], 1), -i), reverse=True)
    same = sorted(range(len(points)), key=lambda i: points[i, 0] > 0.5, reverse=True)
    return order[:5], same[:5], same[-1]


def in_place(points):
    p = [1.0 * v for v in points[:, 1]]
    p.sort(key=lambda v: v * (v - 1))
    return p[0], p[3], p[-1]


def listed(points):
    p = list(2 * float(a) for a in points[:, 0] if a > 0.5)  # noqa: C400
    return len(p), p[0], p[-1], sum(p)


def leaves(value):
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, (tuple, list)) else [float(value)]


@pytest.mark.xla
@pytest.mark.parametrize("n", (8, 40, 300))
@pytest.mark.parametrize("function", (
    of_tuples, of_numbers, by_a_key, positions, equal_keys_keep_their_order, in_place, listed,
), ids=lambda f: f.__name__)
def test_the_order_is_pythons(function, n):
    points = np.random.default_rng(n).random((n, 2))
    compiled = recto.jit(function)
    np.testing.assert_allclose(leaves(compiled(points)), leaves(function(points)), rtol=1e-12)
    if n == 300:
        assert len(str(compiled.program(points)).splitlines()) < LINES
