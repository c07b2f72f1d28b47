"""functools.cache and lru_cache: a function that has one may not be seen to be called more often than in Python."""
import functools

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
RANDOM = np.random.default_rng(0)
CALLS = {"n": 0}


@functools.lru_cache(None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.cache
def grid(n):
    return np.linspace(0, 1, n)


@functools.cache
def near(k):
    return [k - 1, k + 1]


@functools.cache
def noise(k):
    return RANDOM.normal() + k


@functools.cache
def counted(k):
    CALLS["n"] += 1
    return k * 2


@functools.cache
def told(k):
    print("computing", k)
    return k


class Costs:
    def __init__(self, w):
        self.w = w

    @functools.lru_cache(maxsize=8)     # noqa: B019 (it is how people write it)
    def cost(self, k):
        return self.w * k

    def scaled(self, x, by=1.0):
        return self.w * x * by

    doubled = functools.partialmethod(scaled, by=2.0)


def numbers(x):
    return fibonacci(12) * x + sum(near(3))


def arrays(x):
    return grid(5) * x + grid(5)[2]


def copied(x):
    y = grid(4).copy()
    y[0] = x
    return y


def method(x):
    return Costs(2.0).cost(x) + Costs(3.0).doubled(x)


def made_inside(x):
    @functools.cache
    def factorial(n):
        return 1 if n == 0 else n * factorial(n - 1)
    return factorial(5) * x


@pytest.mark.parametrize("function", [numbers, arrays, copied, method, made_inside], ids=lambda f: f.__name__)
def test_results_are_pythons(function):
    assert np.allclose(recto.jit(function)(2.0), function(2.0))


def drawn(x):
    return noise(x) - noise(x)


def counts(x):
    return counted(x) + counted(x)


def tells(x):
    return told(x) + told(x)


def array_written(x):
    grid(4)[0] = x
    return grid(4)


def array_changed_in_place(x):
    y = grid(4)
    y += x
    return y


def list_lengthened(x):
    near(3).append(x)
    return len(near(3))


def made_inside_and_written(x):
    @functools.cache
    def row(k):
        return [k]
    row(x).append(1.0)
    return len(row(x))


@pytest.mark.parametrize("function, says", [
    (drawn, "noise prints, draws random numbers or calls the host"),
    (tells, "told prints, draws random numbers or calls the host"),
    (counts, "counted changes existing objects"), (array_written, "the result of grid is changed"),
    (array_changed_in_place, "the result of grid is changed"), (list_lengthened, "the result of near is changed"),
    (made_inside_and_written, "the result of row is changed")], ids=lambda v: getattr(v, "__name__", ""))
def test_what_a_cache_would_show_is_refused(function, says):
    with pytest.raises(recto.CompileError, match=says):
        recto.jit(function)(2.0)
