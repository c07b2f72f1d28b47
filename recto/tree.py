"""Trees of containers: tuples, lists, dicts, namedtuples, None, and registered classes, with arrays and numbers as
leaves. The leaves of a dict are in the order of its sorted keys.

`map`, `leaves`, `structure`, `flatten`, `unflatten`, `reduce`, `all` and `ravel` work inside compiled functions too.
"""
from __future__ import annotations

import builtins
import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto.runtime import pytree
from recto.runtime.pytree import register_class, register_dataclass, show_path
from recto.runtime.pytree import register_class as register_node

__all__ = [
    "all",
    "flatten",
    "flatten_with_path",
    "leaves",
    "leaves_with_path",
    "map",
    "map_with_path",
    "ravel",
    "reduce",
    "register_class",
    "register_dataclass",
    "register_node",
    "show_path",
    "structure",
    "transpose",
    "unflatten",
]
Stop = Callable[[Any], bool] | None


def _compiled(rule: str, module: str = "structures") -> Callable[[Callable], Callable]:
    """A decorator. `rule`: what compiled code calls instead."""
    def read(interp: Any, args: list, kwargs: dict) -> Any:
        rules = importlib.import_module(f"recto.transform.frontend.{module}")
        return getattr(rules, rule)(interp, *args, **kwargs)

    def enter(function: Callable) -> Callable:
        function.__recto_call__ = read
        return function
    return enter


@_compiled("tree_map", "combinators")
def map(function: Callable, tree: Any, *rest: Any, is_leaf: Stop = None) -> Any:
    """The tree with function(leaf, …) for its leaves, and those in their places in the other trees.

    >>> import recto
    >>> recto.tree.map(lambda x, y: x + y, {"a": 1, "b": (2,)}, {"a": 10, "b": (20,)})
    {'a': 11, 'b': (22,)}

    Args:
        is_leaf: is a part taken for a leaf?

    Raises:
        ValueError: the trees are not alike (in compiled code CompileError).
    """
    return pytree.map(function, tree, *rest, is_leaf=is_leaf)


@_compiled("tree_leaves", "combinators")
def leaves(tree: Any, is_leaf: Stop = None) -> list:
    """The leaves, from left to right.

    >>> import recto
    >>> recto.tree.leaves({"b": (2, 3), "a": 1})
    [1, 2, 3]
    """
    return pytree.leaves(tree, is_leaf)


@_compiled("structure")
def structure(tree: Any, is_leaf: Stop = None) -> Any:
    """What remains of a tree without its leaves. Structures compare by ==.

    >>> import recto
    >>> recto.tree.structure((1, [2, None]))
    PyTreeDef((*, [*, None]))
    """
    return pytree.structure(tree, is_leaf)


@_compiled("flatten")
def flatten(tree: Any, is_leaf: Stop = None) -> tuple[list, Any]:
    """(leaves, structure).

    >>> import recto
    >>> leaves, structure = recto.tree.flatten({"b": 2, "a": [1]})
    >>> recto.tree.unflatten(structure, [leaf * 10 for leaf in leaves])
    {'a': [10], 'b': 20}
    """
    return pytree.flatten(tree, is_leaf)


@_compiled("unflatten")
def unflatten(structure: Any, leaves: Sequence) -> Any:
    """The tree of a structure with these leaves. Raises ValueError if their number is another."""
    return pytree.unflatten(structure, leaves)


_NOTHING = object()


def reduce(function: Callable, tree: Any, initializer: Any = _NOTHING) -> Any:
    """function(… function(function(initializer, leaf), leaf) …, leaf); without an initializer it begins with a leaf.

    >>> import recto
    >>> recto.tree.reduce(lambda total, x: total + x, {"a": 1, "b": (2, 3)})
    6
    """
    if initializer is _NOTHING:
        return functools.reduce(function, leaves(tree))
    return functools.reduce(function, leaves(tree), initializer)


def all(tree: Any) -> Any:
    """Are all leaves true?"""
    return builtins.all(leaves(tree))


def ravel(tree: Any) -> tuple[Any, Callable[[Any], Any]]:
    """All elements of all leaves as one vector, and the function that makes such a tree of a vector.

    >>> import numpy as np, recto
    >>> vector, unravel = recto.tree.ravel({"w": np.ones((2, 2)), "b": 5.0})
    >>> vector
    array([5., 1., 1., 1., 1.])
    >>> unravel(2 * vector)["b"]
    array(10.)
    """
    found, shape = flatten(tree)
    shapes = [np.shape(x) for x in found]

    def unravel(vector: Any) -> Any:
        parts, start = [], 0
        for k in range(len(shapes)):
            size = int(np.prod(shapes[k]))
            parts.append(np.reshape(vector[start:start + size], shapes[k]))
            start += size
        return unflatten(shape, parts)
    return np.concatenate([np.reshape(x, -1) for x in found]), unravel


def transpose(outer: Any, inner: Any, tree: Any) -> Any:
    """A tree of structure `outer` whose leaves are trees of structure `inner`, inside out.

    >>> import recto
    >>> outer, inner = recto.tree.structure([0, 0]), recto.tree.structure({"a": 0, "b": 0})
    >>> recto.tree.transpose(outer, inner, [{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    {'a': [1, 3], 'b': [2, 4]}
    """
    rows = [inner.flatten_up_to(part) for part in outer.flatten_up_to(tree)]
    return unflatten(inner, [unflatten(outer, list(column)) for column in zip(*rows)])


# -- with paths ----------------------------------------------------------------------------------------------

def flatten_with_path(tree: Any, is_leaf: Stop = None) -> tuple[list[tuple], Any]:
    """([(path, leaf), …], structure); a path is a tuple of keys, which `show_path` writes out.

    >>> import recto
    >>> pairs, _ = recto.tree.flatten_with_path({"layers": [1, 2]})
    >>> [(recto.tree.show_path(path), leaf) for path, leaf in pairs]
    [("['layers'][0]", 1), ("['layers'][1]", 2)]
    """
    return pytree.flatten_with_path(tree, is_leaf)


def leaves_with_path(tree: Any, is_leaf: Stop = None) -> list[tuple]:
    """[(path, leaf), …]."""
    return flatten_with_path(tree, is_leaf)[0]


def map_with_path(function: Callable, tree: Any, *rest: Any, is_leaf: Stop = None) -> Any:
    """The tree with function(path, leaf, …) for its leaves."""
    pairs, shape = flatten_with_path(tree, is_leaf)
    others = [shape.flatten_up_to(other) for other in rest]
    return unflatten(shape, [function(path, leaf, *more) for (path, leaf), *more in zip(pairs, *others)])
