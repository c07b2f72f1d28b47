"""What a compiled function holds is freed with it, and does not grow without bound."""
import dataclasses
import gc
import weakref

import numpy as np
import pytest

import recto
from recto import runtime

pytestmark = pytest.mark.usefixtures("few_objects")

X = np.arange(3.0)


@dataclasses.dataclass
class Pair:
    a: object


class Holder:
    """An object that holds its own compiled method."""

    def __init__(self, w):
        self.w, self.f = w, recto.jit(self.scaled)

    def scaled(self, x):
        return x * self.w[0]


def writing(w):
    def f(x):
        x[0] = w[1]
        return x
    return recto.jit(f)


def writing_into_what_it_reads(w):
    holder = Holder(w)

    def f(x):
        x[0] = holder.w[0]
        return x
    holder.f = recto.jit(f)
    return holder.f


def raising(w):
    def f(x):
        if x[0] > w[0] + 5:
            raise ValueError("large")
        return Pair(x)
    return recto.jit(f)


def printing(w):
    def f(x):
        print(x[0], w[0])
        return x
    return recto.jit(f)


def sized(w):
    f = recto.jit(lambda x, n: np.zeros(n) + x[0] * w[0])
    return lambda x: f(x, 3)


def pair(w):
    f = recto.jit(lambda d: d.a * w[0])
    return lambda x: f(Pair(x))


MAKERS = {
    "outside array": lambda w: recto.jit(lambda x: x * w.sum()),
    "result with a constant": lambda w: recto.jit(lambda x: (x * w[0], "text", None)),
    "writes": writing, "writes, and is held by what it reads": writing_into_what_it_reads, "raises": raising,
    "prints": printing, "sizes": sized, "dataclass": pair, "held by its object": lambda w: Holder(w).f,
    "gradient": lambda w: recto.grad(lambda x: np.sum(x * w[:3])),
    "batched gradient": lambda w: recto.vmap(recto.grad(lambda x: np.sum(x * w[0]))),
    "pullback": lambda w: lambda x: recto.vjp(lambda x: x * w[:3], x)[1](x),
}


@pytest.fixture(autouse=True)
def no_disk_cache(monkeypatch):
    monkeypatch.setenv("RECTO_CACHE", "0")


@pytest.mark.parametrize("kind", MAKERS)
def test_a_dropped_function_frees_what_it_captured(kind, capsys):
    w = np.ones(5)
    f = MAKERS[kind](w)
    for x in (X.copy(), X.copy(), recto.device_put(X)):
        f(x)
    alive = weakref.ref(w)
    del f, w
    gc.collect()
    gc.collect()
    assert alive() is None


def test_executables_are_freed_with_their_functions():
    gc.collect()
    before = len(runtime.compilation.executable._known)
    for k in range(20):
        recto.jit(lambda x: x * (k + 0.125))(X)
    gc.collect()
    assert len(runtime.compilation.executable._known) <= before


SCALE = 0


def test_the_values_that_are_remembered_are_bounded(monkeypatch):
    f = recto.jit(lambda x: x * SCALE)
    with pytest.warns(RuntimeWarning, match=r"compiled 32 times: 31 times SCALE had changed \(to .*30.*\n.*argument"):
        for k in range(40):
            monkeypatch.setitem(globals(), "SCALE", k)
            assert f(2.0) == 2 * k
    assert len(f.versions) == 32
    for k in (39, 0, 20):           # the first was forgotten
        monkeypatch.setitem(globals(), "SCALE", k)
        assert f(2.0) == 2 * k


@pytest.mark.parametrize("calls, reason", [
    (((np.ones(k),) for k in range(1, 33)), r"argument x had changed \(to .*f64\[32\].*\n.*pad arrays"),
    (((k, 1.0) for k in range(32)), r"argument x had changed \(to .*30, 31.*\n.*values that recur"),
    ((([1.0] * k,) for k in range(32)), r"argument x had changed \(to .*a list of 31"),
    (((lambda v: 2 * v, 1.0) for k in range(32)), r"argument x had changed \(to .*function at .*\n.*make it once"),
    ((({"n": k, "a": 1.0},) for k in range(32)), r"argument x\['n'\] had changed")])
def test_a_function_that_is_compiled_again_and_again_warns_of_what_changed(calls, reason):
    """An array's size, a static number, the length of a list, a function, a number in a container."""
    def f(x, y=0.0):
        if callable(x):
            return x(y)
        if isinstance(x, dict):
            return np.zeros(x["n"]) + x["a"]
        if isinstance(x, list):
            return sum(x)
        return np.zeros(x) + y if isinstance(x, int) else x * 2

    compiled = recto.jit(f)
    with pytest.warns(RuntimeWarning, match=f"f has been compiled 32 times: 31 times {reason}"):
        for arguments in list(calls):
            compiled(*arguments)
