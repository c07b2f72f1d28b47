"""np.stack and its like of lists whose number of items data decide."""
import numpy as np
import pytest

import recto

X = np.random.default_rng(3).normal(size=(6, 4))


def chosen(x):
    kept = []
    for row in x:
        if row[0] > 0:
            kept.append(row)
    return kept


def windows(x):
    around = [x[i:i + 3, j:j + 2] for i in range(3) for j in range(3)]
    return [w for w, k in zip(around, np.ravel(x[:3, :3] > 0).tolist()) if k]


JOINED = [
    lambda x: np.stack(chosen(x)), lambda x: np.stack(chosen(x), axis=1), lambda x: np.stack(chosen(x), -1),
    lambda x: np.vstack(chosen(x)), lambda x: np.concatenate(chosen(x)), lambda x: np.hstack(chosen(x)),
    lambda x: np.column_stack(chosen(x)), lambda x: np.stack(windows(x)), lambda x: np.stack(windows(x), 1),
    lambda x: np.stack(windows(x), axis=-1).sum(axis=-1)]


@pytest.mark.xla
@pytest.mark.parametrize("joined", JOINED)
def test_joined_as_by_numpy(joined):
    for x in (X, -X):
        np.testing.assert_array_equal(recto.jit(joined)(x), joined(x))


@pytest.mark.parametrize("joined, says", [
    (lambda x: np.concatenate(windows(x)), "np.concatenate of a list of computed length is not supported where"),
    (lambda x: np.vstack(windows(x)), "np.vstack of a list of computed length is not supported where"),
    (lambda x: np.block(chosen(x)), "np.block of a list of computed length")])
def test_what_is_not_joined_is_refused(joined, says):
    with pytest.raises(recto.CompileError, match=says):
        recto.jit(joined).program(X)
