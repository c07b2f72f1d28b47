"""The first call of a function by many threads at once: all get what one thread alone gets."""
import collections
import dataclasses
import sys
import threading

import numpy as np
import pytest

import recto

THREADS = 16
WEIGHTS, SCALE = np.arange(3.0), 2.0


@pytest.fixture(autouse=True)
def quick_switches(monkeypatch):
    monkeypatch.setenv("RECTO_CACHE", "0")
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def written(x, v):
    x[:] = v


def refused(x):
    if x.sum() > 7:
        raise ValueError("too large")
    return x


def pair_of(k):
    """Of a class that nothing has seen before."""
    cls = classes[k // THREADS]
    return cls(np.full(2, float(k)), 1.0)


classes = collections.defaultdict(lambda: dataclasses.make_dataclass("Pair", ["a", "b"]))


def writes(f, k):
    x = np.zeros(3)
    f(x, float(k))
    return x


def tries(f, k):
    try:
        return f(np.full(1, float(k)))
    except ValueError as error:
        return str(error)


KINDS = {       # what makes a function, a call by the thread number k, what it must give
    "outside array":
        (lambda: recto.jit(lambda x: x * WEIGHTS.sum()), lambda f, k: f(k), lambda k: 3 * k),
    "outside number":
        (lambda: recto.jit(lambda x: x * SCALE), lambda f, k: f(k), lambda k: 2 * k),
    "dataclass":
        (lambda: recto.jit(lambda d: d.a * 2 + d.b), lambda f, k: f(pair_of(k)), lambda k: np.full(2, 2.0 * k + 1)),
    "integers that must be known":
        (lambda: recto.jit(lambda n: np.zeros(n)), lambda f, k: f(k + 1), lambda k: np.zeros(k + 1)),
    "integers in a list":
        (lambda: recto.jit(lambda s: [np.zeros(n) for n in s][0]), lambda f, k: f([k + 1, 2, 3]),      # noqa: RUF015
         lambda k: np.zeros(k + 1)),
    "text":
        (lambda: recto.jit(lambda x, m: x if m == "odd" else x * 2), lambda f, k: f(k, ["even", "odd"][k % 2]),
         lambda k: k * (2 - k % 2)),
    "text in a list":
        (lambda: recto.jit(lambda v: v[1] * (2 if v[0] == "a" else 3)), lambda f, k: f(["ab"[k % 2], k]),
         lambda k: k * (2 + k % 2)),
    "arrays and text":
        (lambda: recto.jit(lambda x, m: x if isinstance(m, str) else x * m),
         lambda f, k: f(np.ones(2), ["s", np.full(2, 3.0)][k % 2]), lambda k: np.full(2, 1.0 + 2 * (k % 2))),
    "writes":
        (lambda: recto.jit(written), writes, lambda k: np.full(3, float(k))),
    "exceptions":
        (lambda: recto.jit(refused), tries, lambda k: "too large" if k > 7 else np.full(1, float(k))),
    "gradients":
        (lambda: recto.grad(lambda x: np.sum(x**3)), lambda f, k: f(np.full(2, float(k))),
         lambda k: np.full(2, 3.0 * k * k)),
    "batches":
        (lambda: recto.vmap(lambda x: np.sum(x * WEIGHTS)), lambda f, k: f(np.full((2, 3), float(k))),
         lambda k: np.full(2, 3.0 * k)),
    "static arguments that are equal":
        (lambda: recto.jit(lambda x, t: x if t[0] is True else 2 * x, static_argnums=1),
         lambda f, k: f(k, (True,) if k % 2 else (1,)), lambda k: k * (2 - k % 2)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_call_by_many_threads(kind):
    make, call, wanted = KINDS[kind]
    f, barrier, wrong = make(), threading.Barrier(THREADS), []

    def work(k):
        barrier.wait()
        try:
            got = call(f, k)
            if not np.array_equal(got, wanted(k)):
                wrong.append((k, got))
        except Exception as error:
            wrong.append((k, error))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert np.array_equal(call(f, 3), wanted(3))
