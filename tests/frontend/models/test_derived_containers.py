"""Classes derived from containers of Python's library, whose objects the function makes."""
from __future__ import annotations

import collections
import copy

import numpy as np
import pytest

import recto


class Recent(collections.deque):
    def mean(self):
        return sum(self) / len(self)


class Window(collections.deque):
    def __init__(self, n):
        super().__init__(maxlen=n)
        self.seen = 0

    def append(self, value):
        super().append(value)
        self.seen += 1


class Bare(collections.deque):
    """Its __init__ does not call that of deque."""

    def __init__(self):
        self.n = 1


class Votes(collections.Counter):
    def most(self):
        return max(self.values())


class Table(collections.OrderedDict):
    def last(self):
        return self[next(reversed(self))]


class Sums(collections.defaultdict):
    def __init__(self):
        super().__init__(float)


def windowed(x):
    w = Window(3)
    for k in range(10):
        w.append(x * k)
    return w.seen, sum(w), w.maxlen, w


def filtered(x):
    q = Recent()
    for k in range(200):
        if x * k > 3:
            q.append(x * k)
    return len(q), q.mean()


def limited(x):
    q = Recent([x], maxlen=2)
    q.append(2 * x)
    q.append(3 * x)
    return q.mean(), len(q), q[0], isinstance(q, collections.deque), type(q) is Recent


def kinds_of_results(x):
    q = Recent([x, 1.0])
    p = q.copy()
    p.append(2.0)
    return p.mean(), q.mean(), type(p) is Recent, type(p * 2) is Recent, len(p * 2), sum(q + p)


def copied(x):
    q = copy.copy(Recent([x, 1.0]))
    r = copy.deepcopy(q)
    r.append(5.0)
    return type(q) is Recent, len(q), r.mean()


def bare(x):
    b = Bare()
    b.append(x)
    return b.n, b[0], b.maxlen


def ordered(x):
    t = Table(a=x, b=2 * x)
    t.move_to_end("a")
    return t.last(), t


def summed(x):
    s = Sums()
    s["a"] += x
    s["a"] += 1
    s["b"] += x * x
    return s["a"] * s["b"], s


def counted(x):
    v = Votes("abca")
    v["a"] += x
    return v.most(), v


ROWS = [windowed, filtered, limited, kinds_of_results, copied, bare, ordered, summed, counted]


def plainly(value):
    """What can be compared with ==, with the classes of containers."""
    if isinstance(value, dict):
        return type(value), [(k, plainly(v)) for k, v in value.items()], vars(value) if vars_of(value) else None
    if isinstance(value, collections.deque):
        return type(value), [plainly(v) for v in value], value.maxlen, {k: plainly(v) for k, v in vars(value).items()}
    return tuple(map(plainly, value)) if isinstance(value, tuple) else np.asarray(value).tolist()


def vars_of(value):
    return getattr(value, "__dict__", None)


@pytest.mark.parametrize("f", ROWS, ids=lambda f: f.__name__)
def test_derived_containers_mean_what_they_mean_in_python(f):
    assert plainly(recto.jit(f)(1.5)) == plainly(f(1.5))


def test_derivatives_and_batches_through_derived_containers():
    xs = np.array([0.5, 1.5, 2.0])
    np.testing.assert_allclose(recto.vmap(recto.grad(lambda x: summed(x)[0]))(xs), 3 * xs ** 2 + 2 * xs, rtol=1e-12)
    np.testing.assert_allclose(recto.vmap(recto.grad(lambda x: limited(x)[0]))(xs), np.full(3, 2.5), rtol=1e-12)
