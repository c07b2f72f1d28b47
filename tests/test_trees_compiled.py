"""recto.tree inside compiled code."""
import dataclasses

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


def test_map_and_leaves_in_compiled_code():
    @recto.jit
    def step(params, gradients, rate):
        new = recto.tree.map(lambda p, g: p - rate * g, params, gradients)
        return new, sum(np.sum(x ** 2) for x in recto.tree.leaves(new))
    params = {"b": (np.ones(2), np.zeros(3)), "a": np.full(2, 2.0)}
    new, norm = step(params, params, 0.5)
    assert np.allclose(new["b"][0], 0.5) and np.allclose(new["a"], 1.0)
    assert float(norm) == 2.5


def test_a_training_loop_over_a_tree():
    def loss(p, x):
        return np.sum((x @ p["w"] + p["b"] - 1.0) ** 2)

    @recto.jit
    def train(p, x):
        for _ in range(200):
            g = recto.grad(loss)(p, x)
            p = recto.tree.map(lambda v, d: v - 0.02 * d, p, g)
        return p
    x = np.linspace(-1, 1, 12).reshape(6, 2)
    p = train({"w": np.zeros((2, 1)), "b": np.zeros(1)}, x)
    assert float(recto.jit(loss)(p, x)) < 1e-6


def test_structures_that_differ():
    with pytest.raises(recto.CompileError, match="structures differ"):
        recto.jit(lambda a, b: recto.tree.map(lambda x, y: x + y, a, b))((1.0, 2.0), (1.0,))


TREES = {
    "keys in another order": lambda: recto.tree.map(lambda x, y: x - y, {"w": 1.0, "b": 2.0}, {"b": 10.0, "w": 20.0}),
    "a container beside a leaf": lambda: recto.tree.map(lambda x, y: x + y["k"], (1.0, 2.0), ({"k": 3.0}, {"k": 4.0})),
    "an initializer by name": lambda: recto.tree.reduce(lambda a, b: 2 * a + b, {"w": 1.0, "b": 2.0}, initializer=5.0),
    "no initializer": lambda: recto.tree.reduce(lambda a, b: 2 * a + b, {"w": 1.0, "b": 2.0}),
}


@pytest.mark.parametrize("name", TREES)
def test_trees_are_the_same_inside_and_outside(name):
    assert recto.tree.map(float, recto.jit(TREES[name])()) == TREES[name]()


def test_none_is_no_leaf_beside_a_value():
    for run in (recto.jit, lambda f: f):
        with pytest.raises((recto.CompileError, ValueError)):
            run(lambda: recto.tree.map(lambda x, y: x, (1.0, None), (2.0, 3.0)))()


def pair(x):
    return isinstance(x, tuple)


PAIRS = {"b": (np.arange(2.0), 3.0), "a": [(1.0, np.ones(2)), None]}
OTHERS = {"b": 10.0, "a": [{"k": 20.0}, None]}
WITH_LEAVES = {
    "map": lambda t: recto.tree.map(lambda p: p[0] * p[1], t, is_leaf=pair),
    "map with another tree": lambda t: recto.tree.map(
        lambda p, o: p[0] + (o["k"] if isinstance(o, dict) else o), t, OTHERS, is_leaf=pair),
    "map of what is missing": lambda t: recto.tree.map(
        lambda p: 0.5 if p is None else p, [1.0, None, (t["b"][0], None)], is_leaf=lambda x: x is None),
    "leaves": lambda t: [x * y for x, y in recto.tree.leaves(t, is_leaf=lambda x: type(x) is tuple)],
    "by position": lambda t: len(recto.tree.leaves(t, pair)),
    "everything": lambda t: recto.tree.leaves(t, is_leaf=lambda x: True)[0]["b"][1],
    "nothing": lambda t: recto.tree.leaves(t, is_leaf=lambda x: False),
    "structure": lambda t: recto.tree.structure(t, is_leaf=pair).num_leaves,
    "flatten": lambda t: recto.tree.unflatten(recto.tree.flatten(t, is_leaf=pair)[1], [1.0, 2.0]),
}


@pytest.mark.parametrize("title", WITH_LEAVES)
def test_parts_taken_for_leaves(title):
    function = WITH_LEAVES[title]
    found, expected = recto.jit(function)(PAIRS), function(PAIRS)
    assert recto.tree.structure(found) == recto.tree.structure(expected)
    for x, y in zip(recto.tree.leaves(found), recto.tree.leaves(expected), strict=True):
        np.testing.assert_array_equal(x, y)


def test_what_is_leaf_says_is_known_while_compiling():
    with pytest.raises(recto.CompileError, match="the result of is_leaf must be known"):
        recto.jit(lambda t: recto.tree.leaves(t, is_leaf=lambda x: np.sum(x["a"]) > 1))({"a": np.ones(2)})


def test_parts_taken_for_leaves_that_differ():
    with pytest.raises(recto.CompileError, match="structures differ"):
        recto.jit(lambda t: recto.tree.map(lambda x, y: x, t, [1.0], is_leaf=pair))([(1.0,), (2.0,)])


@dataclasses.dataclass
class Counted:
    w: np.ndarray
    n: int
    width: float = 1.0

    def __post_init__(self):
        self.n = int(self.n)
        self.w = np.asarray(self.w, float)


@pytest.mark.parametrize("function", [
    lambda p: recto.tree.map(lambda leaf: leaf * 1.5, p),
    lambda p: recto.tree.unflatten(recto.tree.structure(p), [leaf * 2.5 for leaf in recto.tree.leaves(p)]),
    lambda p: recto.tree.map(lambda a, b: a + b / 2, {"a": [p]}, {"a": [p]})["a"][0],
])
def test_dataclasses_are_called_as_they_are_outside(function):
    """What `__post_init__` does with the fields is done to the new leaves."""
    theirs = function(Counted(np.arange(3), 3))
    ours = recto.jit(function)(Counted(np.arange(3), 3))
    assert [np.asarray(x).tolist() for x in dataclasses.astuple(ours)] == [
        np.asarray(x).tolist() for x in dataclasses.astuple(theirs)]
    assert ours.n.dtype == np.int64
