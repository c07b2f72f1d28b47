"""Classes that are registered as trees, as arguments of compiled functions."""
import dataclasses

import numpy as np
import pytest

import recto
from recto import tree


class Box:
    __slots__ = "a"

    def __init__(self, a):
        self.a = a


class Layer:
    def __init__(self, w, b, power, calls=0):
        self.w, self.b, self.power, self.calls = w, b, power, calls

    def __call__(self, x):
        return (x @ self.w + self.b) ** self.power


class Table:
    def __init__(self, rows):
        self.rows = rows


@dataclasses.dataclass
class Sized:
    a: object
    n: int


tree.register_class(Box, lambda box: ((box.a,), None), lambda _, children: Box(*children))
tree.register_node(Layer, lambda m: ([m.w, m.b], {"power": m.power}), lambda data, parts: Layer(*parts, **data))
tree.register_class(Table, lambda t: (tuple(t.rows.values()), tuple(t.rows)), lambda k, v: Table(dict(zip(k, v))))
tree.register_dataclass(Sized, ["a"], ["n"])
X = np.array([1.0, 2.0])


def layer(power):
    return Layer(np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones(2), power)


def test_they_pass_a_compiled_call():
    f = recto.jit(lambda box: np.sum(box.a))
    assert [float(f(Box(x))) for x in (X, 2 * X, 5.0, X)] == [3, 6, 5, 3]
    apply, many = recto.jit(lambda m, x: m(x)), recto.jit(lambda layers, x: [m(x) for m in layers["all"]])
    for power in (1, 2, 1):
        assert np.array_equal(apply(layer(power), X), layer(power)(X))
        assert np.array_equal(many({"all": [layer(power)]}, X)[0], layer(power)(X))
    assert [recto.jit(lambda s: np.zeros(s.n) + s.a)(Sized(1.0, n)).shape for n in (3, 4, 3)] == [(3,), (4,), (3,)]
    assert np.array_equal(recto.jit(lambda box: Box(box.a * 2))(Box(X)).a, 2 * X)


def test_they_are_differentiated_and_mapped():
    assert np.array_equal(recto.grad(lambda box: np.sum(box.a**2))(Box(X)).a, 2 * X)
    gradient = recto.grad(lambda m, x: np.sum(m(x)))(layer(1), X)
    assert np.array_equal(gradient.w, np.stack([X, X], 1)) and np.array_equal(gradient.b, np.ones(2))
    assert np.array_equal(recto.vmap(lambda box: np.sum(box.a))(Box(np.ones((2, 3)))), [3.0, 3.0])
    stepped = tree.map(lambda p, g: p - g, layer(1), gradient)          # of one structure
    assert np.array_equal(stepped.b, np.zeros(2)) and stepped.power == 1
    inside = recto.jit(lambda m: tree.map(lambda p: 2 * p, m))(layer(3))
    assert inside.power == 3 and np.array_equal(inside.b, 2 * np.ones(2))


def test_what_their_structure_does_not_say_is_not_there():
    """Two of them would be the same to a compiled function."""
    with pytest.raises(recto.CompileError, match="no attribute 'calls'"):
        recto.jit(lambda m: m.b * m.calls)(layer(1))


def test_children_must_be_attributes():
    with pytest.raises(recto.CompileError, match="class Table is registered .*(.|\n)*hint: let its flatten function"):
        recto.jit(lambda table: table.rows)(Table({"a": X}))
