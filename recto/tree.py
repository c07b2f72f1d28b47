"""Trees of containers: tuples, lists, dicts, namedtuples, None, and registered classes, with arrays and numbers as
leaves."""

import importlib
from collections.abc import Callable
from typing import Any

from recto.runtime import pytree
from recto.runtime.pytree import (
    flatten,
    flatten_with_path,
    register_class,
    register_dataclass,
    structure,
    unflatten,
)

__all__ = [
    "flatten",
    "flatten_with_path",
    "leaves",
    "map",
    "register_class",
    "register_dataclass",
    "structure",
    "unflatten",
]


def map(function: Callable, tree: Any, *rest: Any) -> Any:
    """The tree with function(leaf, …) for its leaves, and those in their places in the other trees.

    >>> import recto
    >>> recto.tree.map(lambda x, y: x + y, {"a": 1, "b": (2,)}, {"a": 10, "b": (20,)})
    {'a': 11, 'b': (22,)}
    """
    return pytree.map(function, tree, *rest)


def leaves(tree: Any) -> list:
    """The leaves, from left to right; dicts in the order of their sorted keys.

    >>> import recto
    >>> recto.tree.leaves({"b": (2, 3), "a": 1})
    [1, 2, 3]
    """
    return pytree.leaves(tree)


def _compiled(rule: str) -> Callable:
    """What compiled code calls instead."""
    def call(interp: Any, args: list, kwargs: dict) -> Any:
        rules = importlib.import_module("recto.transform.frontend.combinators")
        return getattr(rules, rule)(interp, *args, **kwargs)
    return call


map.__recto_call__, leaves.__recto_call__ = _compiled("tree_map"), _compiled("tree_leaves")
