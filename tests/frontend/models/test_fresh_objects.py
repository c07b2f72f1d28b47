"""Objects among the arguments: a program is found by what an object is made of, and never when that has changed."""
from __future__ import annotations

import collections
import gc
import threading
import time
import types
import weakref

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([0.5, 1.5, 2.5])


def body_class():
    """A class of its own for each test, which may change it."""
    class Body:
        kind = 2.0

        def __init__(self, x=X, mass=1.0):
            self.x, self.mass = np.array(x), mass

        def energy(self):
            return self.mass * np.sum(self.x) * self.kind

        @property
        def twice(self):
            return 2 * self.x
    return Body


def check_calls(function, makers, versions=None):
    """Each call gives what Python gives; so many versions are compiled for all of them."""
    compiled = recto.jit(function)
    for make in makers:
        np.testing.assert_allclose(np.asarray(compiled(make()), float), np.asarray(function(make()), float))
    if versions is not None:
        assert len(compiled.versions) == versions
    return compiled


# -- one program for all objects of a kind ---------------------------------------------------------------------------

def energy_and_more(body):
    return body.energy() + body.twice.sum()


def test_new_objects_of_a_class_compile_once():
    Body = body_class()
    check_calls(energy_and_more, [lambda k=k: Body(X + k) for k in range(5)], versions=1)


def test_numbers_that_differ_are_passed_from_the_second_on():
    Body = body_class()
    check_calls(energy_and_more, [lambda k=k: Body(X, 0.5 + k) for k in range(6)], versions=2)


def test_numbers_that_must_be_known_are_compiled_in():
    class Grid:
        def __init__(self, n): self.n = n
    check_calls(lambda g: np.ones(g.n).sum() + g.n, [lambda n=n: Grid(n) for n in (2, 3, 2, 4)])


def test_numbers_that_select_what_is_returned_are_compiled_in():
    class Method:
        def __init__(self, order): self.order = order

    def shaped(method):
        if method.order == 1:
            return X
        return X[:2]
    check_calls(shaped, [lambda n=n: Method(n) for n in (1, 2, 1)])


def test_classes_of_numbers_are_told_apart():
    Body = body_class()
    check_calls(lambda b: 3 // b.mass, [lambda m=m: Body(X, m) for m in (2, 2.0, True, np.float32(2), 1)])
    compiled = recto.jit(lambda b: isinstance(b.mass, float))
    assert [bool(compiled(Body(X, m))) for m in (2, 2.0, 3, 3.0)] == [False, True, False, True]


def test_objects_in_containers_and_in_objects():
    Body = body_class()

    class Pair:
        def __init__(self, a, b): self.a, self.bodies = a, [b, a]

    pair = lambda k: Pair(Body(X + k), Body(X * k, 3.0))
    check_calls(lambda p: p.a.energy() + p.bodies[0].energy() * p.bodies[1].mass,
                [lambda k=k: pair(k) for k in range(3)], versions=1)
    check_calls(lambda bs: sum(b.energy() for b in bs), [lambda k=k: [Body(X + k), Body(X - k)] for k in range(3)],
                versions=1)
    check_calls(lambda bs: sum(b.energy() for b in bs), [lambda n=n: [Body(X)] * n for n in (1, 2, 3)])
    check_calls(lambda d: d["a"].energy() * d["s"], [lambda k=k: {"a": Body(X + k), "s": float(k)} for k in range(3)],
                versions=1)


def test_a_call_with_a_new_object_takes_microseconds():
    """(Reading it anew takes milliseconds.)"""
    Body = body_class()
    compiled = recto.jit(energy_and_more)
    compiled(Body()), compiled(Body())
    best = min(elapsed(compiled, [Body() for _ in range(10)]) for _ in range(5))
    assert best < 10 * 0.5e-3


def elapsed(function, objects):
    start = time.perf_counter()
    for each in objects:
        function(each)
    return time.perf_counter() - start


def test_objects_and_arrays_in_turn():
    Body = body_class()
    compiled = recto.jit(lambda b: b * 2 if isinstance(b, np.ndarray) else b.x * 2)
    for _ in range(3):
        assert compiled(X).tolist() == compiled(Body()).tolist() == (2 * X).tolist()
    assert len(compiled.versions) == 2


# -- never stale -----------------------------------------------------------------------------------------------------

def changes(Body):
    """What changes an object, or its class, between two calls."""
    def shadowed():
        body = Body()
        body.energy = lambda: 100.0
        return body

    def own_constant():
        body = Body()
        body.kind = 7.0
        return body

    class Derived(Body):
        def energy(self):
            return -super().energy()
    yield "another subclass", Derived
    yield "a method of the object's own", shadowed
    yield "a class constant of the object's own", own_constant
    yield "none", Body
    Body.kind = 3.0
    yield "a class constant", Body
    Body.energy = lambda self: 1.0
    yield "a method", Body
    Body.twice = property(lambda self: self.x * 5)
    yield "a property", Body
    Body.twice = X
    yield "a property that is none any more", Body
    Body.__getattr__ = lambda self, name: X
    del Body.twice
    yield "an attribute that __getattr__ gives", Body


def test_every_change_is_seen():
    Body = body_class()
    compiled = recto.jit(energy_and_more)
    compiled(Body())
    for what, make in changes(Body):
        for body in (make(), make()):
            assert float(compiled(body)) == pytest.approx(float(energy_and_more(body))), what


class Slotted:
    __slots__ = ("_mass", "x")

    def __init__(self, x, mass):
        self.x, self._mass = x, mass

    @property
    def mass(self):
        return self._mass


def test_slots():
    check_calls(lambda s: s.x * s.mass, [lambda k=k: Slotted(X + k, k + 1.0) for k in range(4)], versions=2)
    empty = object.__new__(Slotted)
    compiled = recto.jit(lambda s: 1 if hasattr(s, "x") else 0)
    assert [int(compiled(s)) for s in (Slotted(X, 1.0), empty, Slotted(X, 2.0))] == [1, 0, 1]


def test_what_attributes_are():
    check_calls(lambda s: 0 if s.v is None else np.sum(s.v) if isinstance(s.v, np.ndarray) else len(s.v), [
        lambda v=v: types.SimpleNamespace(v=v) for v in (None, X, X[:2], X.astype(np.float32), "abc", [1, 2], None)])


def test_identities():
    Body = body_class()
    compiled = recto.jit(lambda a, b: (a is b, a.x is b.x))
    one, other = Body(), Body()
    other.x = one.x
    for a, b in ((one, one), (one, other), (one, Body()), (one, one)):
        assert [bool(v) for v in compiled(a, b)] == [a is b, a.x is b.x]


def test_the_callers_own_object_is_returned():
    Body = body_class()
    compiled = recto.jit(lambda b: (b, {"x": b.x}))
    for body in (Body(), Body(X + 1)):
        given, rest = compiled(body)
        assert given is body and rest["x"].tolist() == body.x.tolist()


def moved(a, b):
    a.x = a.x + b.x
    b.x[0] = 7.0
    b.mass += a.mass
    return b


def test_each_object_is_changed_by_its_own_call():
    Body = body_class()
    compiled = recto.jit(moved)
    for k in range(3):
        a, b, c, d = Body(X + k, k), Body(X * k, 2.0), Body(X + k, k), Body(X * k, 2.0)
        assert moved(a, b) is b and compiled(c, d) is d
        assert [v.x.tolist() for v in (a, b)] == [v.x.tolist() for v in (c, d)] and (a.mass, b.mass) == (c.mass, d.mass)
    one, other = Body(), Body()
    moved(one, one), compiled(other, other)
    assert one.x.tolist() == other.x.tolist() and one.mass == other.mass


def test_objects_are_not_kept():
    Body = body_class()
    compiled = recto.jit(energy_and_more)
    body = Body()
    compiled(body), compiled(body)
    gone = weakref.ref(body)
    del body
    gc.collect()
    assert gone() is None


def test_threads_have_objects_of_their_own():
    Body = body_class()
    compiled, wrong = recto.jit(lambda b: b.energy() + np.sum(np.sin(b.x))), []
    compiled(Body())

    def work(k):
        for n in range(50):
            body = Body(X + k * 100 + n)
            if not np.isclose(float(compiled(body)), body.energy() + np.sum(np.sin(body.x))):
                wrong.append(k)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    [t.start() for t in threads], [t.join() for t in threads]
    assert not wrong


# -- containers of Python's library ----------------------------------------------------------------------------------

Deque, Default, Counter = collections.deque, collections.defaultdict, collections.Counter


def steps_of_a_deque(d, x):
    d.append(x)
    d.appendleft(d[1] * 2)
    d.rotate(1)
    d.popleft()
    return sum(d) + len(d)


def steps_of_a_set(s, x):
    s.add(4)
    s.discard(1)
    s.update({9, 8})
    return x * len(s) if 3 in s else x


def steps_of_a_defaultdict(d, x):
    d["new"] += x
    d["a"] = d["a"] * 2
    return d["missing"] + d["a"], list(d)


def steps_of_a_counter(c, x):
    c["b"] += 2
    c.update(a=3)
    return x * c["nothing"], c.total()


def steps_of_a_list_in_a_defaultdict(d, x):
    d["k"].append(x)
    d["l"].append(x * 2)
    return len(d["k"])


def most_common(c, x):
    return [key for key, _ in c.most_common(2)], x


def raises_half_way(d, x):
    d["a"] += x
    if x > 0:
        raise ValueError("positive")
    d["b"] += x


CONTAINERS = {
    steps_of_a_deque: [lambda: Deque([1.0, 2.0]), lambda: Deque([3.0, 4.0]), lambda: Deque([3.0, 4.0], maxlen=3),
                       lambda: Deque([1.0, 2.0, 3.0])],
    steps_of_a_set: [lambda: {1, 2, 3}, lambda: {3, 4, "a"}, lambda: {1}],
    steps_of_a_defaultdict: [lambda: Default(float, a=1.0), lambda: Default(float, a=2.5, b=1.0),
                             lambda: Default(lambda: 3.0, a=2.0)],
    steps_of_a_counter: [lambda: Counter(a=1), lambda: Counter(a=2, b=3), Counter],
    steps_of_a_list_in_a_defaultdict: [lambda: Default(list), lambda: Default(list, k=[1.0])],
    most_common: [lambda: Counter("abracadabra"), lambda: Counter("bbc")],
    raises_half_way: [lambda: Default(float), lambda: Default(float, b=1.0), lambda: Counter(a=1.5)],
}


def observed(function, container, x):
    try:
        value = function(container, x)
    except Exception as error:
        value = type(error).__name__, str(error)
    left = list(container.items()) if isinstance(container, dict) else list(container)
    return repr([type(container), left, getattr(container, "maxlen", None)]), plain(value)


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if value is None or isinstance(value, str) else float(value)


@pytest.mark.parametrize("function", CONTAINERS, ids=lambda f: f.__name__)
def test_containers_are_changed_as_python_changes_them(function):
    compiled = recto.jit(function)
    for make in (*CONTAINERS[function], *CONTAINERS[function]):
        mine, theirs = make(), make()
        for x in (0.5, -1.5):
            assert observed(compiled, mine, x) == observed(function, theirs, x)
