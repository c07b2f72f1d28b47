"""x.flags, which tell how an array lies in memory."""
from __future__ import annotations

import numpy as np
import pytest

import recto

X = np.arange(12.0).reshape(3, 4)


def of_views(x):
    views = x, x[1:], x[:, 1:], x.T, x[0], x[::2], x.T + 1, x + 1, x.reshape(4, 3)
    return [(v.flags.c_contiguous, v.flags["C_CONTIGUOUS"], v.flags.contiguous, v.flags.writeable) for v in views]


def of_columns(x):
    return [v.flags.f_contiguous for v in (x, x[0], x[:, 0], x + 1)], [v.flags.owndata for v in (x + 1, x[1:])]


def of_copies(x):
    made = [x.T.copy(), x.T.copy("K"), x.T.copy(order="K"), x.copy("K")]
    return [v.flags.c_contiguous for v in made], [v.strides for v in (x.T, x[::2, 1:], x[:, 0], x[1, 2], x + 1)]


def of_parts(x):
    z = x + 1j
    made = [z.real, z.imag.T, z.real[1:], x.view(np.uint64)]
    return [v.flags.c_contiguous for v in made], [v.strides for v in made]


def chosen(x):
    return x.reshape(-1) if x.flags.c_contiguous else x.T.reshape(-1)


@pytest.mark.xla
@pytest.mark.parametrize("function", [of_views, of_columns, of_copies, of_parts, chosen])
def test_flags_are_those_of_numpy(function):
    np.testing.assert_array_equal(recto.jit(function)(X)[0], function(X)[0])
    assert function is chosen or recto.jit(function)(X) == function(X)


class Model:
    def __init__(self, q):
        self.q = q


@pytest.mark.xla
def test_the_layout_of_an_array_from_outside_is_guarded():
    model = Model(X.copy())
    f = recto.jit(lambda m: m.q.sum() if m.q.flags.c_contiguous else 0.0)
    assert f(model) == X.sum()
    model.q = np.asfortranarray(X)
    with pytest.raises(recto.CompileError, match="only if it is C-contiguous"):
        f(model)


def test_flags_that_are_not_known_are_refused():
    with pytest.raises(recto.CompileError, match="f_contiguous of an array's flags is not supported"):
        recto.jit(lambda x: (x.T + 1).flags.f_contiguous)(X)
