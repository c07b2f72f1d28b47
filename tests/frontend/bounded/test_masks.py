"""What one mask selects stays where it lies: nothing is moved to the front where lengths are surely equal."""
import numpy as np
import pytest

import recto

R = np.random.default_rng(5)


def escape(Z, C):
    for _ in range(4):
        I = np.abs(Z) < 2
        Z[I] = Z[I] ** 2 + C[I]
    return Z


def several_masks(Z, C):
    I, J = Z > 0, C > 0
    Z[I] += 2 * C[I]
    Z[J] = np.sin(C[J]) * Z[J]
    return np.sum(Z[I] * C[I]) + Z


def on_leading_axes(Z, C):
    I = Z[..., 0] > 0
    C[I] = Z[I] * 2 + C[I]
    return C


@pytest.mark.parametrize("shape", [(30,), (5, 6), (2, 3, 4)])
@pytest.mark.parametrize("function", [escape, several_masks, on_leading_axes])
def test_selections_by_one_mask_stay_in_place(function, shape):
    Z, C = R.normal(size=(2, *shape))
    if function is on_leading_axes and len(shape) < 3:
        shape = (*shape, 2)
        Z, C = R.normal(size=(2, *shape))
    program = recto.jit(function).program(Z, C)
    assert "cumsum" not in str(program) and "scatter" not in str(program)
    np.testing.assert_allclose(recto.jit(function)(Z.copy(), C.copy()), function(Z.copy(), C.copy()), rtol=1e-12)


def two_masks(Z, C):
    return Z[Z > 0] + C[C > 0]


def test_other_masks_need_not_be_as_long():
    Z, C = np.ones((2, 4, 5))
    C[0, 0] = -1
    np.testing.assert_array_equal(recto.jit(two_masks)(Z, Z), two_masks(Z, Z))
    with pytest.raises(ValueError):
        recto.jit(two_masks)(Z, C)


def changed_between(Z):
    I = Z > 0
    first = Z[I]
    I[0] = False
    return first.sum() + Z[I].sum()


def test_a_mask_that_changes_is_another():
    Z = R.normal(size=(4, 5))
    np.testing.assert_allclose(recto.jit(changed_between)(Z), changed_between(Z))
