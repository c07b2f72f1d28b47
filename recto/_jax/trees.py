"""`jax.tree` and `jax.tree_util`: trees as JAX takes them apart (transform/frontend/transforms/jax_trees.py).

The functions here are read, or stand for rules; they are not called by Python.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterable
from typing import Any

from recto import transform, tree_util as own

NOTHING = object()


class Rule:
    """A function that the compiler has a rule for."""

    def __init__(self, name: str, module: str = "jax_trees"):
        self.__name__ = self.__qualname__ = name
        self.module = module

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        return getattr(transform.rules(self.module), self.__name__)(interp, *args, **kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"{self.__name__} is for compiled code")


flatten, leaves, map, structure, children, nodes = [
    Rule(name) for name in ("flatten", "leaves", "map", "structure", "children", "nodes")
]
unflatten = Rule("unflatten", "tree_functions")
_flatten_with_path = Rule("flatten_with_path")


def reduce(function: Callable, tree: Any, initializer: Any = NOTHING, is_leaf: Any = None) -> Any:
    found = leaves(tree, is_leaf)
    if initializer is NOTHING:
        return functools.reduce(function, found)
    return functools.reduce(function, found, initializer)


def all(tree: Any, *, is_leaf: Any = None) -> Any:
    result = True
    for leaf in leaves(tree, is_leaf):
        result = result and leaf
    return result


def transpose(outer_treedef: Any, inner_treedef: Any, pytree_to_transpose: Any) -> Any:
    parts = outer_treedef.flatten_up_to(pytree_to_transpose)
    inner = structure(parts[0]) if inner_treedef is None else inner_treedef
    rows = [inner.flatten_up_to(part) for part in parts]
    return unflatten(inner, [unflatten(outer_treedef, list(column)) for column in zip(*rows)])


def broadcast(prefix_tree: Any, full_tree: Any, is_leaf: Any = None) -> Any:
    return map(lambda leaf, part: map(lambda _: leaf, part), prefix_tree, full_tree, is_leaf=is_leaf)


def flatten_with_path(tree: Any, is_leaf: Any = None, is_leaf_takes_path: bool = False) -> tuple[list, Any]:
    if is_leaf_takes_path:
        raise ValueError("is_leaf_takes_path=True is not known in compiled code")
    return _flatten_with_path(tree, is_leaf, (own.DictKey, own.SequenceKey, own.GetAttrKey))


def leaves_with_path(tree: Any, is_leaf: Any = None, is_leaf_takes_path: bool = False) -> list:
    return flatten_with_path(tree, is_leaf, is_leaf_takes_path)[0]


def map_with_path(
    f: Callable, tree: Any, *rest: Any, is_leaf: Any = None, is_leaf_takes_path: bool = False
) -> Any:
    pairs, shape = flatten_with_path(tree, is_leaf, is_leaf_takes_path)
    others = [shape.flatten_up_to(other) for other in rest]
    rows = zip(pairs, *others)
    return unflatten(shape, [f(row[0][0], row[0][1], *row[1:]) for row in rows])


def all_leaves(iterable: Iterable, is_leaf: Any = None) -> bool:
    for value in iterable:
        if nodes(structure(value, is_leaf)) != 1 or structure(value, is_leaf).num_leaves != 1:
            return False
    return True


def treedef_is_leaf(treedef: Any) -> bool:
    return nodes(treedef) == 1 and treedef.num_leaves == 1


def registered(cls: Any, *args: Any, **kwargs: Any) -> Any:
    """A class that is registered while code is read: it has been registered outside, or is refused as a tree."""
    return cls


def registered_node(nodetype: Any, *args: Any, **kwargs: Any) -> None:
    return None


functions = types.SimpleNamespace(
    all=all,
    broadcast=broadcast,
    flatten=flatten,
    flatten_with_path=flatten_with_path,
    leaves=leaves,
    leaves_with_path=leaves_with_path,
    map=map,
    map_with_path=map_with_path,
    reduce=reduce,
    structure=structure,
    transpose=transpose,
    unflatten=unflatten,
)
tree_util = types.SimpleNamespace(
    **{f"tree_{name}": function for name, function in vars(functions).items()},
    all_leaves=all_leaves,
    treedef_children=children,
    treedef_is_leaf=treedef_is_leaf,
    Partial=functools.partial,
    register_pytree_node=registered_node,
    register_pytree_with_keys=registered_node,
    register_pytree_node_class=registered,
    register_pytree_with_keys_class=registered,
    register_dataclass=registered,
    register_static=registered,
)
