"""`vars(x)` and `x.__dict__` are views of an object's attributes."""
from __future__ import annotations

import copy
import dataclasses
import functools
import types

import numpy as np
import pytest

import recto
from recto import CompileError


class Point:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def tagged(self):
        d = self.__dict__
        d["id"] = "Point"
        return d

    def twice(self):
        return Point(**{name: 2 * value for name, value in vars(self).items()})


class Bag:
    def __init__(self, **named):
        self.__dict__.update(named)

    @functools.cached_property
    def total(self):
        return self.p + self.q


class Slotted:
    __slots__ = ("a", "__dict__")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Tenfold:
    def __init__(self, x):
        self.__dict__["x"] = x

    @property
    def x(self):
        return 10 * self.__dict__["x"]


@dataclasses.dataclass
class Pair:
    x: float
    y: float


def used_up(o):
    d = vars(o)
    first, c = d.pop("a"), d.setdefault("c", 4.0)
    d |= {"e": first + c}
    del d["b"]
    return list(o.__dict__), d.pop("absent", 0.5), o.e


def emptied(o):
    name, value = vars(o).popitem()
    vars(o).clear()
    return name, value, len(vars(o))


def of_cached(x):
    bag = Bag(p=x, q=2 * x)
    before = "total" in vars(bag)
    return before, bag.total, "total" in vars(bag)


def point():
    return Point(1.5, np.array([1.0, 2.0]))


ROWS = {
    "a view that is written": (lambda x: Point(x, 2.0).tagged()["id"], 3.0),
    "keywords from attributes": (lambda x: Point(x, x + 1).twice().b, 3.0),
    "attributes from keywords": (lambda x: Bag(p=x, q=2 * x).q, 3.0),
    "attributes as a dict": (lambda x: dict(vars(Pair(x, 2 * x))), 3.0),
    "two stars": (lambda x: Pair(**vars(Pair(x, 4.0))).x, 3.0),
    "a dict display": (lambda o: {**vars(o), "z": 1.0}, point),
    "union": (lambda o: vars(o) | {"z": 1.0}, point),
    "slots are not in it": (lambda x: dict(vars(Slotted(x, x + 1))), 3.0),
    "past a property": (lambda x: Tenfold(x).x, 3.0),
    "values of an object from outside": (lambda o: sum(np.sum(v) for v in vars(o).values()), point),
    "names, in order": (lambda o: (list(vars(o)), "a" in vars(o), "z" in o.__dict__, len(o.__dict__)), point),
    "a namespace": (lambda o: sum(vars(o).values()), lambda: types.SimpleNamespace(a=1.0, b=2.0)),
    "update": (lambda o: (o.__dict__.update(a=o.a + 1, c=7.0), o.c)[1], point),
    "pop, setdefault, del": (used_up, point),
    "popitem, clear": (emptied, point),
    "equality": (lambda x: (vars(Pair(x, 1.0)) == {"x": x, "y": 1.0}, isinstance(vars(Pair(x, x)), dict)), 3.0),
    "a copy": (lambda o: (vars(o).copy(), copy.deepcopy(vars(o))), point),
    "cached properties": (of_cached, 3.0),
}


def plainly(value):
    if isinstance(value, dict):
        return [(k, plainly(v)) for k, v in value.items()]
    return [plainly(v) for v in value] if isinstance(value, (list, tuple)) else np.asarray(value).tolist()


@pytest.mark.parametrize("name", ROWS)
def test_vars_means_what_it_means_in_python(name):
    f, given = ROWS[name]
    mine, theirs = (given(), given()) if callable(given) else (given, given)
    assert plainly(recto.jit(f)(mine)) == plainly(f(theirs))
    if callable(given):
        assert plainly(vars(mine)) == plainly(vars(theirs))


def test_an_attribute_that_is_new_at_the_next_call_is_seen():
    o, f = point(), recto.jit(lambda o: list(vars(o)))
    assert f(o) == ["a", "b"]
    o.c = 1.0
    assert f(o) == ["a", "b", "c"]


def squares(x):
    bag = Bag(p=x, q=np.sin(x))
    for name in ("p", "q"):
        vars(bag)[name] = bag.__dict__[name] ** 2
    return sum(vars(bag).values())


def test_derivatives_and_batches_through_a_namespace():
    xs = np.array([0.3, 1.2, -0.7])
    np.testing.assert_allclose(recto.vmap(recto.grad(squares))(xs), 2 * xs + 2 * np.sin(xs) * np.cos(xs), rtol=1e-12)


@pytest.mark.parametrize("f, reason", [
    (lambda o: vars(o), "can't leave compiled code"),
    (lambda o: vars(o).update({"x" if o.b[0] > 0 else "y": 1.0}), "text"),
    (lambda o: vars(o.a), "__dict__"),
])
def test_refused(f, reason):
    with pytest.raises(CompileError, match=reason):
        recto.jit(f)(point())


def set_on_one_path(x):
    bag = Bag(p=x)
    if x > 0:
        bag.new = 2.0
    try:
        found = vars(bag)["new"]
    except KeyError:
        found = -1.0
    vars(bag).update(third=3.0)
    return found + vars(bag).get("new", 0.5) + bag.third


def shown_on_one_path(x):
    bag = Bag(p=x)
    if x > 0:
        bag.new = 2.0
    return sorted(vars(bag).items())


def test_an_attribute_that_is_set_on_one_path_is_there_on_that_path():
    for x in (1.0, -1.0):
        assert recto.jit(set_on_one_path)(x) == set_on_one_path(x)
        with pytest.raises(CompileError, match="the key 'new' of this dict is set on one path only"):
            recto.jit(shown_on_one_path)(x)
