"""`recto.tree` under the longer names of `jax.tree_util`, and the methods of structures that code in JAX's
style uses.

>>> import recto
>>> recto.tree_util.tree_map(lambda x: 2 * x, {"a": 1, "b": (2,)})
{'a': 2, 'b': (4,)}
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from recto.runtime import pytree

from . import tree
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from .tree import register_dataclass

__all__ = [
    "DictKey",
    "FlattenedIndexKey",
    "GetAttrKey",
    "KeyEntry",
    "KeyPath",
    "Partial",
    "PyTreeDef",
    "SequenceKey",
    "all_leaves",
    "default_registry",
    "flatten_one_level",
    "flatten_one_level_with_keys",
    "is_tree_node",
    "keystr",
    "register_dataclass",
    "register_pytree_node",
    "register_pytree_node_class",
    "register_pytree_with_keys",
    "register_pytree_with_keys_class",
    "register_static",
    "tree_all",
    "tree_broadcast",
    "tree_flatten",
    "tree_flatten_with_path",
    "tree_leaves",
    "tree_leaves_with_path",
    "tree_map",
    "tree_map_with_path",
    "tree_reduce",
    "tree_reduce_associative",
    "tree_structure",
    "tree_transpose",
    "tree_unflatten",
    "treedef_children",
    "treedef_is_leaf",
    "treedef_tuple",
]

DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey = pytree.KEYS
KeyEntry, KeyPath = Any, tuple[Any, ...]
PyTreeDef = pytree.Structure
Partial = functools.partial  # its arguments are leaves, as in JAX
default_registry = pytree.REGISTRY

tree_all, tree_broadcast, tree_flatten, tree_leaves, tree_map = (
    tree.all,
    tree.broadcast,
    tree.flatten,
    tree.leaves,
    tree.map,
)
tree_flatten_with_path, tree_leaves_with_path, tree_map_with_path = (
    tree.flatten_with_path,
    tree.leaves_with_path,
    tree.map_with_path,
)
tree_reduce, tree_reduce_associative, tree_structure = tree.reduce, tree.reduce_associative, tree.structure
tree_transpose, tree_unflatten = tree.transpose, tree.unflatten


def keystr(keys: KeyPath, *, simple: bool = False, separator: str = "") -> str:
    """A path written out; `simple`: the keys alone, without brackets and quotes, with a separator between.

    >>> import recto
    >>> [(path, _)], _ = recto.tree_util.tree_flatten_with_path({"layers": [1]})
    >>> recto.tree_util.keystr(path), recto.tree_util.keystr(path, simple=True, separator="/")
    ("['layers'][0]", 'layers/0')
    """
    return separator.join([_alone(key) if simple else str(key) for key in keys])


def _alone(key: Any) -> str:
    return str(next(getattr(key, name) for name in ("key", "idx", "name") if hasattr(key, name)))


# -- classes -------------------------------------------------------------------------------------------------


def register_pytree_node(
    nodetype: type,
    flatten_func: Callable[..., Any],
    unflatten_func: Callable[..., Any],
    flatten_with_keys_func: Callable[..., Any] | None = None,
) -> None:
    """`recto.tree.register_class`."""
    tree.register_class(nodetype, flatten_func, unflatten_func, flatten_with_keys_func)


def register_pytree_node_class(cls: type) -> type:
    """A decorator of a class with the methods `tree_flatten()` and, a class method, `tree_unflatten(data, children)`.

    >>> import recto
    >>> @recto.tree_util.register_pytree_node_class
    ... class Pair:
    ...     def __init__(self, left, right):
    ...         self.left, self.right = left, right
    ...     def tree_flatten(self):
    ...         return (self.left, self.right), None
    ...     @classmethod
    ...     def tree_unflatten(cls, data, children):
    ...         return cls(*children)
    >>> recto.tree.leaves(Pair(1, 2))
    [1, 2]
    """
    return tree.register_class(cls, _of_method("tree_flatten"), cls.tree_unflatten)  # type: ignore[attr-defined]


def register_pytree_with_keys(
    nodetype: type,
    flatten_with_keys: Callable[..., Any],
    unflatten_func: Callable[..., Any],
    flatten_func: Callable[..., Any] | None = None,
) -> None:
    """Like `register_pytree_node`; `flatten_with_keys(x)` gives ([(key, child), …], data)."""

    def without_keys(value: Any) -> tuple:
        pairs, data = flatten_with_keys(value)
        return [child for _, child in pairs], data

    tree.register_class(nodetype, flatten_func or without_keys, unflatten_func, flatten_with_keys)


def register_pytree_with_keys_class(cls: type) -> type:
    """Like `register_pytree_node_class`, of a class with the method `tree_flatten_with_keys()`."""
    own = _of_method("tree_flatten") if hasattr(cls, "tree_flatten") else None
    unflatten = cls.tree_unflatten  # type: ignore[attr-defined]
    register_pytree_with_keys(cls, _of_method("tree_flatten_with_keys"), unflatten, own)
    return cls


def _of_method(name: str) -> Callable[[Any], Any]:
    return lambda value: getattr(value, name)()


def register_static(cls: type) -> type:
    """A decorator of a class whose instances are part of the structure and have no leaves; they must hash."""
    pytree.register_class(cls, lambda value: ((), value), lambda value, _: value)
    return cls


# -- structures ----------------------------------------------------------------------------------------------


def all_leaves(iterable: Iterable, is_leaf: Callable[..., Any] | None = None) -> bool:
    """Whether none of these is a container."""
    return all([treedef_is_leaf(pytree.structure(value, is_leaf)) for value in iterable])


def is_tree_node(tree: Any) -> bool:
    """Whether this is a container, or None, rather than a leaf."""
    return not treedef_is_leaf(pytree.structure(tree))


def flatten_one_level(tree: Any) -> tuple[Any, Any]:
    """(children, data) of a container. Raises ValueError for a leaf."""
    found = pytree.REGISTRY.flatten_one_level(tree)
    if found is None:
        raise ValueError(f"a leaf can't be taken apart: {tree!r}")
    return found


def flatten_one_level_with_keys(tree: Any) -> tuple[Any, Any]:
    """([(key, child), …], data) of a container. Raises ValueError for a leaf."""
    found = pytree.REGISTRY.flatten_one_level_with_keys(tree)
    if found is None:
        raise ValueError(f"a leaf can't be taken apart: {tree!r}")
    return found


def treedef_children(treedef: Any) -> list:
    """The structures of a container's children."""
    return treedef.children()


def treedef_is_leaf(treedef: Any) -> bool:
    """Whether this is the structure of a leaf."""
    return treedef.num_nodes == 1 and treedef.num_leaves == 1


def treedef_tuple(treedefs: Iterable) -> Any:
    """The structure of a tuple of trees of these structures."""
    return pytree.structure(tuple([pytree.unflatten(s, [0] * s.num_leaves) for s in treedefs]))


_refuse_other_names(globals())
