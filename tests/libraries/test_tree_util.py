"""recto.tree_util: JAX's longer names, classes with methods for trees, structures and keys."""
import numpy as np
import pytest

import recto
from recto import tree, tree_util

pytestmark = pytest.mark.xla


class Pair:
    def __init__(self, left, right, name="pair"):
        self.left, self.right, self.name = left, right, name

    def tree_flatten(self):
        return (self.left, self.right), self.name

    def tree_flatten_with_keys(self):
        keys = [(tree_util.GetAttrKey("left"), self.left), (tree_util.GetAttrKey("right"), self.right)]
        return keys, self.name

    @classmethod
    def tree_unflatten(cls, data, children):
        return cls(*children, data)


class Keyed(Pair):
    pass


class Switch:
    """Of two values that compare by what they are."""

    def __init__(self, on):
        self.on = on

    def __eq__(self, other):
        return self.on == other.on

    def __hash__(self):
        return hash(self.on)


class Late(Pair):
    pass


class Named(Pair):
    pass


tree_util.register_pytree_node_class(Pair)
tree_util.register_pytree_with_keys_class(Keyed)
tree_util.register_static(Switch)
tree_util.register_pytree_node(Late, Pair.tree_flatten, lambda data, children: Late(*children, data))
tree_util.register_pytree_with_keys(Named, Pair.tree_flatten_with_keys, Named.tree_unflatten)


@pytest.mark.parametrize("cls", [Pair, Keyed, Late, Named])
def test_registered_classes_are_trees(cls):
    doubled = tree_util.tree_map(lambda x: 2 * x, cls(1.0, [2.0], "mine"))
    assert type(doubled) is cls and (doubled.left, doubled.right, doubled.name) == (2.0, [4.0], "mine")
    gradient = recto.grad(lambda p: p.left * np.sin(p.right))(cls(2.0, 0.0))
    assert type(gradient) is cls and (float(gradient.left), float(gradient.right)) == (0.0, 2.0)
    x = cls(np.arange(3.0), np.ones(3))
    np.testing.assert_array_equal(recto.vmap(lambda p: p.left * p.right + 1)(x), [1.0, 2.0, 3.0])


def test_paths_of_classes_with_keys():
    for cls, wanted in ((Keyed, [".left", ".right[0]"]), (Named, [".left", ".right[0]"])):
        pairs, _ = tree_util.tree_flatten_with_path(cls(1, [2]))
        assert [tree_util.keystr(path) for path, _ in pairs] == wanted
    (path, _), *_ = tree_util.tree_leaves_with_path({"a": [0]})
    assert path == (tree_util.DictKey("a"), tree_util.SequenceKey(0))
    assert tree_util.keystr(path, simple=True, separator=".") == "a.0"


def test_static_classes_have_no_leaves():
    assert tree_util.tree_leaves((Switch(True), 1.0)) == [1.0]
    assert tree_util.tree_structure(Switch(True)) == tree_util.tree_structure(Switch(True)) \
        != tree_util.tree_structure(Switch(False))


def test_structures():
    structure = tree_util.tree_structure((1, [2, 3]))
    leaf = tree_util.tree_structure(0)
    assert tree_util.treedef_is_leaf(leaf) and not tree_util.treedef_is_leaf(structure)
    assert not tree_util.treedef_is_leaf(tree_util.tree_structure(None))
    assert tree_util.treedef_children(structure) == [leaf, tree_util.tree_structure([2, 3])]
    assert tree_util.treedef_tuple(tree_util.treedef_children(structure)) == structure
    assert isinstance(structure, tree_util.PyTreeDef)
    assert tree_util.is_tree_node([]) and not tree_util.is_tree_node(1.0)
    assert tree_util.all_leaves([1, np.ones(2)]) and not tree_util.all_leaves([1, []])
    assert list(tree_util.flatten_one_level([1, (2,)])[0]) == [1, (2,)]
    assert [child for _, child in tree_util.flatten_one_level_with_keys({"a": 5})[0]] == [5]
    with pytest.raises(ValueError, match="a leaf"):
        tree_util.flatten_one_level(1)


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_leaves_combined_in_pairs(count):
    words = [chr(97 + k) for k in range(count)]
    assert tree.reduce_associative(lambda a, b: a + b, words) == "".join(words)
    x = list(np.arange(1.0, count + 1))
    total = recto.jit(lambda x: tree.reduce_associative(lambda a, b: a * b, x))(x)
    assert float(total) == np.prod(x)


def test_trees_without_leaves():
    assert tree.reduce_associative(max, [], identity=7) == 7
    with pytest.raises(TypeError, match="identity"):
        tree.reduce_associative(max, [])


def test_prefixes_are_repeated():
    prefix, full = {"a": 1.0, "b": (2.0, 3.0)}, {"a": [0, {"c": 0}], "b": (0, [0])}
    wanted = {"a": [1.0, {"c": 1.0}], "b": (2.0, [3.0])}
    assert tree.broadcast(prefix, full) == wanted
    with pytest.raises(ValueError):
        tree.broadcast({"a": 1}, full)
