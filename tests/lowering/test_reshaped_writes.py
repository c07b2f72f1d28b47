"""Arrays in a new shape that are shifted within themselves: XLA reads the old shape while it overwrites it, if let."""

import numpy as np
import pytest

import recto


def reshaped(x):
    y = x.reshape(-1)
    y[1:] = y[:-1]
    return y


def row(x):
    y = x[0].copy()
    y[1:] = y[:-1]
    return y


def blocks(x):
    y = x.reshape(3, -1)
    y[1:] = y[:-1]
    return y


def column(x):
    y = x.T.copy()
    y[1:] = y[:-1]
    return y


def there_and_back(x):
    y = x.reshape(-1)
    y[1:] = y[:-1]
    y[:-2] += y[2:]
    return y.reshape(1, -1)


def wider(x):
    y = x[None, 0]
    y[:, 1:] = y[:, :-1]
    return y


def shift(y):
    y[1:] = y[:-1]


def by_helper(x):
    y = np.squeeze(x)
    shift(y)
    return y


def from_another(x):
    z = x.reshape(-1)
    y = z.copy()
    y[1:] = z[:-1]
    return y


def in_a_loop(x):
    y = np.ravel(x)
    for k in range(3):
        y[k + 1:] += y[:len(y) - k - 1]
    return y


@pytest.mark.parametrize("donated", [(), 0])
@pytest.mark.parametrize("n", [6, 600])
@pytest.mark.parametrize(
    "f", [reshaped, row, blocks, column, there_and_back, wider, by_helper, from_another, in_a_loop]
)
def test_as_numpy(f, n, donated):
    x = np.random.default_rng(0).normal(size=(1, n))
    expected = f(x.copy())
    found = recto.jit(f, donate_argnums=donated)(recto.device_put(x))
    np.testing.assert_array_equal(found, expected)
