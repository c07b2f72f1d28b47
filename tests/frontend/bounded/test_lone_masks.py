"""Masks that are one truth value: of arrays without axes, and of whole arrays, x[x[0] > 1]."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def roots(r):
    out = np.zeros(r.shape)
    out[r > 0] = np.sqrt(r[r > 0])
    return out


def set_where(r):
    out = np.ones(r.shape)
    out[r < 1] = 5.0
    return out


def both_sides(r):
    out, mask = np.empty_like(r), r > 1
    out[mask] = r[mask] * 2
    out[~mask] = -r[~mask]
    return out


def counted(r):
    return r[r > 0].size, r[r > 0].sum(), np.any(r[np.asarray(np.logical_or(r < -1, r > 3))])


def chosen_or_none(x):
    return x[x.ravel()[0] > 1]


def added_to(x):
    y = x.copy()
    y[x.ravel()[0] > 1] += 2.0
    return y


FUNCTIONS = [roots, set_where, both_sides, counted, chosen_or_none, added_to]
ARGUMENTS = [np.asarray(4.0), np.asarray(-4.0), np.arange(2.0, 5.0), np.arange(-3.0, 3.0).reshape(2, 3)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_lone_masks_are_numpys(function):
    compiled = recto.jit(function)
    for x in ARGUMENTS:
        found, wanted = compiled(x.copy()), function(x.copy())
        pairs = zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]
        assert all(np.shape(a) == np.shape(b) and np.array_equal(a, b) for a, b in pairs), x


def test_derivatives_and_batches_of_lone_masks():
    assert float(recto.grad(lambda r: roots(r))(np.asarray(4.0))) == 0.25
    assert float(recto.grad(lambda r: roots(r))(np.asarray(-4.0))) == 0.0
    batch = np.array([4.0, -1.0, 9.0])
    assert np.array_equal(recto.vmap(roots)(batch), [2.0, 0.0, 3.0])
    assert np.array_equal(recto.vmap(both_sides)(batch), [8.0, 1.0, 18.0])


def written_where_true_already(x, limit):
    y = x == x
    y[~(y > np.copysign(limit, -0.5))] = 3
    return y


def test_a_choice_between_true_and_what_is_found_to_be_true():
    x = np.array([True, False])
    for limit in (1.0, 0.0):
        wanted = written_where_true_already(x, limit)
        assert np.array_equal(recto.jit(written_where_true_already)(x, limit), wanted)
