"""`jax.tree_util`: the functions of `recto.tree` by their longer names."""

from __future__ import annotations

import functools
import types

from recto import tree

tree_util = types.SimpleNamespace(
    tree_all=tree.all,
    tree_flatten=tree.flatten,
    tree_leaves=tree.leaves,
    tree_map=tree.map,
    tree_reduce=tree.reduce,
    tree_structure=tree.structure,
    tree_transpose=tree.transpose,
    tree_unflatten=tree.unflatten,
    Partial=functools.partial,
)
