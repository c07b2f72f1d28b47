"""Derivatives and batches with respect to objects of plain classes: their floating-point parts are the leaves."""
from __future__ import annotations

import collections
import copy
import types

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([0.3, -0.2, 0.9])


class Base:
    made = 0

    def __init__(self, n, m):
        self.w, self.b = np.linspace(-1, 1, n * m).reshape(n, m), np.full(m, 0.1)
        self.name, self.size, self.seen = "layer", n, None

    def __call__(self, x):
        self.seen = x @ self.w + self.b
        return self.activate(self.seen)


class Layer(Base):
    def activate(self, x):
        return np.tanh(x)

    @property
    def norm(self):
        return np.sum(self.w ** 2)


class Net:
    __slots__ = ("calls", "layers", "order", "rates", "scale")

    def __init__(self):
        self.layers = [Layer(3, 4), Layer(4, 2)]
        self.scale, self.order, self.calls = 0.5, np.array([1, 0]), 0
        self.rates = {"l2": np.float64(0.1), "name": "ridge"}

    def loss(self, x):
        self.calls += 1
        for layer in self.layers:
            x = layer(x)
        return np.sum(x[self.order] ** 2) * self.scale + self.rates["l2"] * self.layers[0].norm


def floats(value):
    """The floating-point numbers of an object, by where they are."""
    is_array = isinstance(value, (np.ndarray, recto.Array)) and value.dtype.kind == "f"
    if isinstance(value, (float, np.floating)) or is_array:
        return {"": np.asarray(value)}
    names = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else \
        [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
    part = (lambda n: value[n]) if isinstance(value, (dict, list)) else lambda n: getattr(value, n)
    return {f"{n}/{k}": v for n in names for k, v in floats(part(n)).items()}


def slopes(function, obj, *rest):
    """Central differences of a function by the floating-point parts of an object."""
    def along(place, index, step):
        moved = copy.deepcopy(obj)
        holder, name = moved, place.split("/")
        for n in name[:-2]:
            holder = holder[int(n)] if isinstance(holder, list) else holder[n] if isinstance(holder, dict) \
                else getattr(holder, n)
        value = np.array(holder[name[-2]] if isinstance(holder, dict) else getattr(holder, name[-2]))
        value[index] += step
        if isinstance(holder, dict):
            holder[name[-2]] = value
        else:
            setattr(holder, name[-2], value)
        return function(moved, *rest)
    return {place: np.array([(along(place, i, 1e-6) - along(place, i, -1e-6)) / 2e-6
                             for i in np.ndindex(value.shape)]).reshape(value.shape)
            for place, value in floats(obj).items()}


def tagged(net, x):
    """Changes what the net holds, of every kind."""
    value = net.loss(x)
    net.rates["last"] = value
    net.scale = net.scale * 2.0
    net.layers[0].b += 1.0
    return value * net.scale


@pytest.mark.parametrize("function", [Net.loss, tagged], ids=["loss", "tagged"])
@pytest.mark.parametrize("transform", ["grad", "jit of grad", "vjp", "value_and_grad"])
def test_gradients_are_objects_of_the_class(function, transform):
    net, plain = Net(), Net()
    function(plain, X)
    gradient = {"grad": lambda: recto.grad(function)(net, X),
                "jit of grad": lambda: recto.jit(lambda n, x: recto.grad(function)(n, x))(net, X),
                "vjp": lambda: recto.vjp(function, net, X)[1](1.0)[0],
                "value_and_grad": lambda: recto.value_and_grad(function)(net, X)[1]}[transform]()
    assert type(gradient) is Net and type(gradient.layers[0]) is Layer
    assert gradient.order is None and gradient.calls is None and gradient.layers[1].name is None
    found, wanted = floats(gradient), slopes(function, Net(), X)
    assert found.keys() == wanted.keys()
    for place in wanted:
        np.testing.assert_allclose(found[place], wanted[place], atol=1e-8, err_msg=place)
    assert net.calls == plain.calls == 1 and net.scale == plain.scale
    mine, theirs = floats(net), floats(plain)
    assert mine.keys() == theirs.keys()
    for place in theirs:
        np.testing.assert_allclose(mine[place], theirs[place], atol=1e-12, err_msg=place)


def test_directions_are_objects():
    net = Net()
    gradient = recto.grad(Net.loss)(net, X)
    _, slope = recto.jvp(Net.loss, (net, X), (gradient, np.zeros(3)))
    np.testing.assert_allclose(slope, sum(np.sum(g ** 2) for g in floats(gradient).values()))


def test_jacobians_and_hessians_are_objects_of_objects():
    s = types.SimpleNamespace(a=2.0, v=np.array([1.0, 3.0]), label="s")
    for jacobian in (recto.jacfwd, recto.jacrev):
        found = jacobian(lambda s: s.a ** 2 * s.v)(s)
        assert found.label is None and found.a.tolist() == [4.0, 12.0] and found.v.tolist() == [[4.0, 0.0], [0.0, 4.0]]
    found = recto.hessian(lambda s: s.a ** 2 * s.v[0])(s)
    assert float(found.a.a) == 2.0 and found.v.a.tolist() == [4.0, 0.0] and found.v.v.tolist() == [[0, 0], [0, 0]]


class Body:
    def __init__(self, x, v, dt=0.1):
        self.x, self.v, self.dt, self.name = x, v, dt, "body"

    def step(self, force=0.0):
        return self.x + self.dt * (self.v + force)


def test_batches_map_the_arrays_of_objects():
    bodies = Body(np.arange(6.0).reshape(3, 2), np.ones((3, 2)))
    assert recto.vmap(Body.step)(bodies).tolist() == bodies.step().tolist()
    one, forces = Body(np.arange(2.0), np.ones(2)), np.arange(3.0)
    found = recto.vmap(Body.step, in_axes=(None, 0))(one, forces)
    assert found.tolist() == [one.step(f).tolist() for f in forces]
    slopes = recto.vmap(recto.grad(lambda b: np.sum(b.step() ** 2)))(bodies)
    assert type(slopes) is Body and np.allclose(slopes.x, 2 * bodies.step())


def test_lists_of_objects_and_shared_arrays():
    shared = np.ones(2)
    bodies = [Body(shared, shared), Body(X[:2], 2 * shared, 1.0)]
    found = recto.grad(lambda bs: sum(np.sum(b.step()) for b in bs))(bodies)
    assert [type(g) for g in found] == [Body, Body]
    assert found[0].x.tolist() == [1.0, 1.0] and np.allclose(found[0].v, 0.1) and float(found[1].dt) == 4.0


def test_what_can_not_be_differentiated_is_refused():
    looped = types.SimpleNamespace(a=1.0)
    looped.own = looped
    with pytest.raises(recto.CompileError, match="is reached in two ways"):
        recto.grad(lambda s: s.a ** 2)(looped)
    with pytest.raises(recto.CompileError, match="it holds no floating-point number"):
        recto.grad(lambda s: 1.0 * s.n)(types.SimpleNamespace(n=3))
    with pytest.raises(ValueError, match="holds itself"):
        recto.tree.leaves(looped)


@pytest.mark.parametrize("compiled", [False, True])
def test_trees_and_optimisers(compiled):
    net = Net()
    init, update, params = recto.optim.sgd(0.1)
    gradient = recto.grad(Net.loss)(copy.deepcopy(net), X)

    def descend(net, gradient):
        return recto.tree.map(lambda p, g: p - 0.1 * g, net, gradient), params(update(0, gradient, init(net)))
    for new in (recto.jit(descend) if compiled else descend)(net, gradient):
        assert type(new) is Net and type(new.layers[1]) is Layer and new.layers[1].name == "layer"
        found, before, slope = floats(new), floats(net), floats(gradient)
        assert found.keys() == before.keys()
        for place in before:
            np.testing.assert_allclose(found[place], before[place] - 0.1 * slope[place], atol=1e-12)
    assert np.asarray(new.order).tolist() == [1, 0] and new.calls == net.calls


def test_leaves_are_the_floating_parts():
    net = Net()
    leaves, structure = recto.tree.flatten({"net": net, "n": 3})
    assert len(leaves) == 1 + len(floats(net))
    again = recto.tree.unflatten(structure, leaves)["net"]
    assert type(again) is Net and again.rates == net.rates and again.layers[0].w is net.layers[0].w
    assert recto.tree.leaves(types.SimpleNamespace(n=3)) == [types.SimpleNamespace(n=3)]
    assert recto.tree.leaves(collections.deque([1.0])) == [collections.deque([1.0])]


class Counter:
    def __init__(self):
        self.calls, self.factor, self.total = 0, 0.5, 1.0


def counted(x, counter, table):
    for v in x:
        counter.calls += 1
        counter.factor *= 0.5
        counter.total = counter.total + v * v
        table["n"] += 1
        table["sum"] += v
    return counter.total * table["sum"]


def chosen(x, counter, table):
    table["a" if x[0] > 1 else "b"] += x[0]
    counter.factor = 2.0 if x[1] > 0 else counter.factor
    return table["a"] * x[1]


@pytest.mark.parametrize("function", [counted, chosen])
@pytest.mark.parametrize("transform", [recto.grad, recto.value_and_grad, lambda f: recto.jit(recto.grad(f))])
def test_numbers_are_stored_as_the_same_classes_as_by_a_plain_call(function, transform):
    states = [(Counter(), {"n": 0, "sum": 0.0, "a": 1.0, "b": 2.0}) for _ in range(2)]
    recto.jit(function)(X, *states[0])
    transform(function)(X, *states[1])
    plain, differentiated = [[*vars(counter).values(), *table.values()] for counter, table in states]
    assert [type(v) for v in differentiated] == [type(v) for v in plain]
    np.testing.assert_allclose(differentiated, plain)
