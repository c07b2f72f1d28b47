"""recto.tree, outside compiled code and inside."""
import dataclasses
from typing import NamedTuple

import numpy as np
import pytest

import recto
from recto import tree

pytestmark = pytest.mark.xla


class Pair(NamedTuple):
    left: object
    right: object


@dataclasses.dataclass
class Line:
    slope: object
    offset: object
    name: str = "line"


tree.register_dataclass(Line, meta_fields=("name",))
TREES = {
    "number": 1.5, "tuple": (1.0, (2.0, 3.0)), "list": [np.ones(2), [np.zeros((2, 2))]],
    "dict": {"b": 1.0, "a": {"y": np.ones(3), "x": 2.0}}, "named": Pair(np.ones(2), {"k": 3.0}),
    "dataclass": Line(np.ones(2), 0.5), "empty": ((), {"a": 1.0}, []), "with None": {"a": None, "b": 2.0},
}


def shuffled(t):
    """Taken apart, changed, put together."""
    leaves, structure = tree.flatten(t)
    return tree.unflatten(structure, [leaf * (k + 1) for k, leaf in enumerate(leaves)])


def same(a, b):
    assert tree.structure(a) == tree.structure(b)
    for x, y in zip(tree.leaves(a), tree.leaves(b)):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("name", TREES)
def test_taken_apart_and_put_together(name):
    same(recto.jit(shuffled)(TREES[name]), shuffled(TREES[name]))
    leaves, structure = tree.flatten(TREES[name])
    same(recto.jit(lambda leaves: tree.unflatten(structure, leaves))(leaves), TREES[name])


@pytest.mark.parametrize("name", TREES)
def test_as_a_vector(name):
    t = TREES[name]
    vector, unravel = tree.ravel(t)
    assert vector.ndim == 1 and len(vector) == sum(np.size(leaf) for leaf in tree.leaves(t))
    same(unravel(vector), t)
    np.testing.assert_array_equal(recto.jit(lambda t: tree.ravel(t)[0])(t), vector)
    same(recto.jit(lambda v: unravel(v))(vector), t)

    def there_and_back(t):
        v, back = tree.ravel(t)
        return back(v * v)
    same(recto.jit(there_and_back)(t), tree.map(lambda x: x * x, t))


def test_structures_in_compiled_code():
    @recto.jit
    def compared(a, b):
        same_kind = tree.structure(a) == tree.structure(b)
        return same_kind, tree.structure(a).num_leaves
    assert compared({"x": 1.0, "y": 2.0}, {"y": 1.0, "x": 2.0})[0] is True
    assert compared({"x": 1.0}, {"y": 1.0})[0] is False
    assert compared((1.0, 2.0), [1.0, 2.0]) == (False, 2)


def test_another_structure_is_another_program():
    """As an argument, as a free variable that changes, and from one closure to the next."""
    pair, keyed = tree.structure((1.0, 2.0)), tree.structure({"a": 1.0, "b": 2.0})
    built = recto.jit(lambda structure, leaves: tree.unflatten(structure, leaves))
    makers = [recto.jit(lambda leaves, s=s: tree.unflatten(s, leaves)) for s in (pair, keyed)]
    current = pair
    free = recto.jit(lambda leaves: tree.unflatten(current, leaves))
    for _ in range(2):
        for structure, maker in zip((pair, keyed), makers):
            current = structure
            for found in (built(structure, [1.0, 2.0]), free([1.0, 2.0]), maker([1.0, 2.0])):
                assert tree.structure(found) == structure


def test_a_loop_carries_what_is_put_together():
    @recto.jit
    def run(t, n):
        for _ in range(n):
            leaves, structure = tree.flatten(t)
            t = tree.unflatten(structure, [2 * leaf for leaf in leaves])
        return t
    same(run({"b": np.ones(2), "a": np.zeros(1)}, 3), {"b": np.full(2, 8.0), "a": np.zeros(1)})


def test_reductions():
    t = {"a": np.arange(3.0), "b": (2.0, 5.0)}
    total = lambda t: tree.reduce(lambda s, x: s + np.sum(x), t, 0.0)
    assert float(recto.jit(total)(t)) == total(t) == 10.0
    assert tree.reduce(lambda a, b: a * b, (2, 3, 4)) == 24
    assert tree.all({"a": 1, "b": [True]}) and not tree.all((1, 0))
    positive = recto.jit(lambda t: tree.all(tree.map(lambda x: np.all(x > 0), t)))
    assert positive((np.ones(2), 1.0)) and not positive((np.ones(2), -1.0))


def test_inside_out():
    rows = [{"loss": 1.0, "norm": np.ones(2)}, {"loss": 2.0, "norm": np.zeros(2)}]
    found = tree.transpose(tree.structure([0, 0]), tree.structure({"loss": 0, "norm": 0}), rows)
    assert found["loss"] == [1.0, 2.0] and found["norm"][0].sum() == 2.0


def test_paths():
    pairs = tree.leaves_with_path({"w": [1, 2], "line": Line(3, 4)})
    assert [(tree.show_path(path), leaf) for path, leaf in pairs] == [
        ("['line'].slope", 3), ("['line'].offset", 4), ("['w'][0]", 1), ("['w'][1]", 2)]
    named = tree.map_with_path(lambda path, x, y: f"{tree.show_path(path)}={x + y}", {"a": 1}, {"a": 2})
    assert named == {"a": "['a']=3"}


def test_parts_taken_for_leaves():
    t = {"a": (1, 2), "b": (3, 4)}
    is_pair = lambda x: isinstance(x, tuple)
    assert tree.map(sum, t, is_leaf=is_pair) == {"a": 3, "b": 7}
    assert tree.leaves(t, is_leaf=is_pair) == [(1, 2), (3, 4)]
    assert tree.structure(t, is_leaf=is_pair).num_leaves == 2


def test_trees_that_do_not_fit():
    structure = tree.structure((1.0, 2.0))
    with pytest.raises(ValueError):
        tree.unflatten(structure, [1.0])
    with pytest.raises(recto.CompileError, match="2 leaves got 1"):
        recto.jit(lambda x: tree.unflatten(structure, [x]))(1.0)


def test_registered_classes():
    class Polar:
        def __init__(self, r, angle):
            self.r, self.angle = r, angle
    tree.register_node(Polar, lambda p: ((p.r, p.angle), None), lambda _, parts: Polar(*parts))
    doubled = tree.map(lambda x: 2 * x, Polar(1.0, 2.0))
    assert (doubled.r, doubled.angle) == (2.0, 4.0)
