"""Collectives of groups of members, and those that are composed of others: what NumPy computes of the whole batch."""
import numpy as np
import pytest

import recto
from recto import lax

pytestmark = pytest.mark.xla
X = np.random.RandomState(0).normal(size=(4, 4, 6))
GROUPS = [[0, 2], [3, 1]]
MEMBERS = {k: group for group in GROUPS for k in group}


def each(function, x=X):
    return np.asarray(recto.vmap(function, axis_name="i")(x))


def by_hand(function, x=X):
    """function(the rows of the group, the place in it), for each member."""
    return np.stack([function(x[MEMBERS[k]], MEMBERS[k].index(k)) for k in range(len(x))])


REDUCTIONS = {"psum": np.sum, "pmean": np.mean, "pmax": np.max, "pmin": np.min}


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_of_groups(name):
    found = each(lambda v: getattr(lax, name)(v, "i", axis_index_groups=GROUPS))
    np.testing.assert_allclose(found, by_hand(lambda rows, k: REDUCTIONS[name](rows, axis=0)), rtol=1e-14)
    whole = (X * 10).astype(np.int32)
    found = each(lambda v: getattr(lax, name)(v, "i", axis_index_groups=GROUPS), whole)
    np.testing.assert_allclose(found, by_hand(lambda rows, k: REDUCTIONS[name](rows, axis=0), whole))


def test_groups_of_different_sizes_have_sums():
    groups = [[0, 1, 3], [2]]
    found = each(lambda v: lax.psum(v, "i", axis_index_groups=groups))
    np.testing.assert_allclose(found[2], X[2])
    np.testing.assert_allclose(found[[0, 1, 3]], np.broadcast_to(X[[0, 1, 3]].sum(0), (3, 4, 6)))
    with pytest.raises(ValueError, match="the same size"):
        each(lambda v: lax.all_gather(v, "i", axis_index_groups=groups))


def test_gradients_of_group_sums():
    """A member's cotangents are summed over its group."""
    def weighted(x, w):
        return np.sum(w * recto.vmap(lambda v: lax.psum(v * v, "i", axis_index_groups=GROUPS), axis_name="i")(x))
    w = np.random.RandomState(1).normal(size=X.shape)
    wanted = 2 * X * by_hand(lambda rows, k: rows.sum(0), w)
    np.testing.assert_allclose(recto.grad(weighted)(X, w), wanted, rtol=1e-13)


@pytest.mark.parametrize("tiled", [False, True])
def test_gathering_scattering_and_exchanging_in_groups(tiled):
    join = lambda rows, axis: np.concatenate([*rows], axis) if tiled else np.stack([*rows], axis)
    part = lambda x, k: x[2 * k:2 * k + 2] if tiled else x[k]
    x = X if tiled else X[:, :2]
    gathered = each(lambda v: lax.all_gather(v, "i", axis=1, tiled=tiled, axis_index_groups=GROUPS), x)
    np.testing.assert_allclose(gathered, by_hand(lambda rows, k: join(rows, 1), x))
    scattered = each(lambda v: lax.psum_scatter(v, "i", tiled=tiled, axis_index_groups=GROUPS), x)
    np.testing.assert_allclose(scattered, by_hand(lambda rows, k: part(rows.sum(0), k), x))
    swapped = each(lambda v: lax.all_to_all(v, "i", 0, 1, tiled=tiled, axis_index_groups=GROUPS), x)
    np.testing.assert_allclose(swapped, by_hand(lambda rows, k: join([part(row, k) for row in rows], 1), x))


def test_exchanging_blocks_of_all():
    found = each(lambda v: lax.all_to_all(v, "i", 0, 1, tiled=True))
    np.testing.assert_allclose(found, np.stack([np.concatenate([x[k:k + 1] for x in X], 1) for k in range(4)]))


def test_shuffles_exchanges_and_broadcasts():
    np.testing.assert_allclose(each(lambda v: lax.pshuffle(v, "i", [2, 0, 3, 1])), X[[2, 0, 3, 1]])
    np.testing.assert_allclose(each(lambda v: lax.pswapaxes(v, "i", 0)), np.swapaxes(X, 0, 1))
    np.testing.assert_allclose(each(lambda v: lax.pbroadcast(v, "i", 2)), np.broadcast_to(X[2], X.shape))
    with pytest.raises(recto.CompileError, match="outside of a named axis"):
        lax.pshuffle(X, "i", [0])
    with pytest.raises(ValueError, match="permutation"):
        each(lambda v: lax.pshuffle(v, "i", [0, 0, 1, 2]))
