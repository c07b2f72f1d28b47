"""While loops of numbers that are known are run while compiling: what they compute may be a size, an axis, a shape."""
import collections

import corpus
import numpy as np
import pytest
import scipy.signal

import recto

pytestmark = pytest.mark.xla


def next_power(n):
    k = 1
    while k < n:
        k = k << 1
    return k


def spectrum(x):
    return np.abs(np.fft.fft(x, n=2 * next_power(len(x))))


def odd_part(x):
    n = len(x)
    while n % 2 == 0:
        n //= 2
    return x.reshape(n, -1).sum(axis=1)


def in_a_nest(x):
    total = 0.0
    for k in range(3):
        size = 1
        while size < len(x) - k:
            size *= 2
        total += x.sum() * size
    return total


def with_an_else(x):
    n = 12
    while n > 5:
        n -= 3
    else:
        n += len(x)
    return np.tile(x, n)


@pytest.mark.parametrize("function", [spectrum, odd_part, in_a_nest, with_an_else], ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", [5, 12])
def test_they_are_known(function, size):
    x = np.arange(1.0, size + 1)
    assert np.allclose(recto.jit(function)(x), function(x))


def of_an_argument(x, n):
    k = 1
    while k < n:
        k *= 2
    return x * k


def test_a_loop_over_data_stays_one():
    assert recto.jit(of_an_argument)(2.0, 9) == of_an_argument(2.0, 9)
    assert "while" in recto.jit(of_an_argument).source(2.0, 9)


def window(n):
    return scipy.signal.get_window("hann", n)


def power(x, n):
    return scipy.signal.welch(x, 100, nperseg=n)[1]


def test_integers_of_functions_that_are_called_while_compiling_are_static():
    x = np.random.default_rng(0).normal(size=64)
    for n in (8, 16):
        assert np.allclose(recto.jit(window)(n), window(n))
        assert np.allclose(recto.jit(power)(x, n), power(x, n))


def started(n, start=[1, 2, 3]):  # noqa: B006 (a list from outside)
    path = np.zeros((n, 3))
    path[0] = start
    path[1, :2] = START
    for k in range(2, n):
        path[k] = path[k - 1] * 0.5
    return path


START = [0.25, 4.0]


def test_lists_from_outside_are_assigned_to_rows():
    assert np.array_equal(recto.jit(started)(4), started(4))


# -- tests that ask for what changes without an assignment -------------------------------------------------------------


class Flag:
    def __init__(self):
        self.left = 3

    def __bool__(self):
        self.left -= 1
        return self.left > 0


def popped(x, n):
    q = [x, x + 1.0, x + 2.0]
    k, t = 0, 0.0
    while q and k < n:
        t += q.pop()
        k += 1
    return t, k, q


def until_found(x, n):
    out = []
    k = 0
    while not out and k < n:
        x *= 0.5
        k += 1
        if x < 0.5:
            out.append(x)
    return k, out


def queue(x, n):
    q = collections.deque([x, x + 1])
    k, t = 0, 0.0
    while k < n and q:
        v = q.popleft()
        t += v
        if v > 1:
            q.append(v / 2)
        k += 1
    return t, k


def countdown(x, n):
    q = [1.0, x, 3.0]
    while n > 0 and q:
        x += q.pop()
        n -= 1
    return x, n


def either(x, n):
    q = [x, 2.0]
    k = 0
    while q or k < n:
        if q:
            x += q.pop()
        k += 1
    return x, k


def flag(x, n):
    f = Flag()
    k = 0
    while f and k < n:
        x *= 2
        k += 1
    return x, k


def alias(x, n):
    q = [x, 2.0, 3.0]
    r = q
    k = 0
    while r and k < n:
        q.pop()
        k += 1
    return len(r), k


def keys(x, n):
    d = {"a": x, "b": 2 * x}
    k = 0
    while d and k < n:
        x += d.popitem()[1]
        k += 1
    return x, k


def otherwise(x, n):
    q = [x]
    k = 0
    while q and k < n:
        q.pop()
        k += 1
    else:
        x += 1
    return x, k


WAITING = [1.0, 2.0]


def waiting(x, n):
    k = 0
    while WAITING and k < n:
        x += WAITING.pop()
        k += 1
    return x, k


CHANGED = [popped, until_found, queue, countdown, either, flag, alias, keys, otherwise, waiting]
NUMBERS = [(3.0, 9), (0.2, 9), (3.0, 2), (0.2, 0), (1.0, 1)]


@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
@pytest.mark.parametrize("function", CHANGED, ids=lambda f: f.__name__)
def test_containers_and_objects_that_the_body_changes_end_the_loop(function, numbers):
    for options in ({}, {"static_argnames": "n"}):
        WAITING[:] = [1.0, 2.0]
        wanted, left = function(*numbers), WAITING.copy()
        WAITING[:] = [1.0, 2.0]
        corpus.same(recto.jit(function, **options)(*numbers), wanted, "result")
        assert WAITING == left
