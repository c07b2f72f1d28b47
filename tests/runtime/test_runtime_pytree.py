import collections
import dataclasses
import pickle

import numpy as np
import pytest

from recto import runtime
from recto.runtime import pytree

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Layer:
    weight: object
    name: str


class Box:
    def __init__(self, content):
        self.content = content


pytree.register_dataclass(Layer, ["weight"], ["name"])
pytree.register_class(Box, lambda box: ((box.content,), None), lambda _, children: Box(*children))
ORDERED = collections.OrderedDict([("z", 1), ("a", 2)])
DEFAULT = collections.defaultdict(list, {"z": 1, "a": 2})

TREES = [(3, [3]), (None, []), ([1, (2, None)], [1, 2]), ({"b": 1, "a": 2}, [2, 1]), (Point(1, [2]), [1, 2]),
         (ORDERED, [1, 2]), (DEFAULT, [1, 2]), (Layer([1, 2], "n"), [1, 2]), ([], []), ({}, []), ((), [])]


@pytest.mark.parametrize("tree, leaves", TREES, ids=repr)
def test_unflatten_undoes_flatten(tree, leaves):
    found, structure = pytree.flatten(tree)
    assert found == leaves and structure.num_leaves == len(leaves)
    again = pytree.unflatten(structure, found)
    assert again == tree and type(again) is type(tree)
    assert pytree.structure(again) == structure and hash(pytree.structure(again)) == hash(structure)


@pytest.mark.parametrize("tree, leaves", TREES, ids=repr)
def test_structures_travel_as_plain_data(tree, leaves):
    structure = pytree.structure(tree)
    assert pytree.rebuild(pickle.loads(pickle.dumps(pytree.describe(structure)))) == structure


def test_order_and_default_are_kept():
    assert list(pytree.map(str, ORDERED)) == ["z", "a"]
    assert pytree.map(str, DEFAULT)["new"] == []


def test_arrays_are_leaves():
    x = runtime.device_put(np.ones(3))
    found, = pytree.leaves({"x": [x, None]})
    assert found is x
    assert pytree.structure(x) == pytree.structure(0)


def test_map_over_several_trees():
    assert pytree.map(lambda x, y: x + y, {"a": [1, 2]}, {"a": [10, 20]}) == {"a": [11, 22]}
    assert pytree.map(lambda x, y: (x, y), [1, 2], [(3, 4), 5]) == [(1, (3, 4)), (2, 5)]
    assert pytree.map(len, [(1, 2), (3,)], is_leaf=lambda v: isinstance(v, tuple)) == [2, 1]
    with pytest.raises(ValueError):
        pytree.map(max, [1, 2], [1])


def test_paths():
    tree = {"layers": [Layer(1, "n"), Point(2, 3)], "d": collections.OrderedDict(k=4)}
    paths, structure = pytree.flatten_with_path(tree)
    assert [(pytree.show_path(path), leaf) for path, leaf in paths] == [
        ("['d']['k']", 4), ("['layers'][0].weight", 1), ("['layers'][1].x", 2), ("['layers'][1].y", 3)]
    assert structure == pytree.structure(tree)


def test_registration():
    assert pytree.map(lambda x: x + 1, Box([1])).content == [2]
    assert pytree.structure(Layer(1, "a")) != pytree.structure(Layer(1, "b"))
    with pytest.raises(ValueError):
        pytree.register_class(Box, lambda box: ((), None), lambda _, children: None)
    with pytest.raises(TypeError, match="fields of Layer"):
        pytree.register_dataclass(Layer, ["weights"], ["name"])


def test_constants_are_part_of_the_structure():
    structure = pytree.structure([1, pytree.Constant("text")])
    assert pytree.unflatten(structure, [5]) == [5, "text"]


@pytest.mark.parametrize("device", ["cpu", 0, ["cpu"], (None, 3)])
def test_what_is_no_device_is_refused(device):
    with pytest.raises(TypeError, match="device must be one of"):
        runtime.device_put((1.0, 2.0) if isinstance(device, tuple) else [1.0], device)
