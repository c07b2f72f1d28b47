"""recto.tree's flatten, structure and unflatten in compiled code.

A structure is a static value. It compares with other structures of compiled code; a tree can also be built
from a structure that the runtime made outside.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from ...core.errors import CompileError
from ..interpreter import Interpreter
from ..state.entered import may_be_entered, own_names
from ..state.values import External
from .lax_control import flatten as taken
from .leaf_trees import Fixed, Leaf, Node, Structure, Tree, in_order, build_value


def order_leaves(tree: Tree) -> list[Leaf]:
    """The leaves in the order of sorted keys."""
    if isinstance(tree, Leaf):
        return [tree]
    items = in_order(tree).items if isinstance(tree, Node) else ()
    return [leaf for item in items for leaf in order_leaves(item)]


def flatten(interp: Interpreter, value: Any, is_leaf: Any = None) -> tuple[list, Structure]:
    """The leaves of a tree, and its structure."""
    tree, leaves = taken(interp, value, is_leaf)
    order = order_leaves(tree)
    number = {leaf.number: k for k, leaf in enumerate(order)}
    found = interp.trail.allocate([leaves[leaf.number] for leaf in order])
    return found, Structure(renumber_leaves(tree, number), len(order))


def renumber_leaves(tree: Tree, number: dict[int, int]) -> Tree:
    """The tree with other numbers for its leaves."""
    if isinstance(tree, Leaf):
        return Leaf(number[tree.number], False)
    if not isinstance(tree, Node):
        return tree
    return Node(tree.kind, tree.keys, tuple([renumber_leaves(item, number) for item in tree.items]))


def structure(interp: Interpreter, value: Any, is_leaf: Any = None) -> Structure:
    return flatten(interp, value, is_leaf)[1]


def unflatten(interp: Interpreter, structure: Any, leaves: Any) -> Any:
    """The tree of a structure with other leaves."""
    found = interp.known_items(leaves, "the leaves")
    if isinstance(structure, External):  # another one later is another program
        structure = structure.identity
    if structure.num_leaves != len(found):
        raise CompileError(
            f"ValueError: a structure of {structure.num_leaves} leaves got {len(found)} of them"
        )
    if isinstance(structure, Structure):
        return build_value(interp, structure.tree, lambda leaf: found[leaf.number], constructs=True)
    marked = taken_apart(structure.unflatten([Fixed(k) for k in range(len(found))]))
    return build_value(interp, marked, lambda leaf: found[leaf.number], constructs=True)


def taken_apart(value: Any) -> Tree:
    """The tree of a value of the host, whose leaves are numbers that are marked."""
    if isinstance(value, Fixed):
        return Leaf(value.value, False)
    if isinstance(value, dict):
        return Node(dict, tuple(value), tuple(map(taken_apart, value.values())))
    if isinstance(value, (list, tuple)):
        return Node(type(value), (), tuple(map(taken_apart, value)))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return Node(type(value), tuple(names), tuple([taken_apart(getattr(value, name)) for name in names]))
    names = list(own_names(value)) if may_be_entered(value) and not isinstance(value, Structure) else []
    parts = [taken_apart(getattr(value, name)) for name in names]
    return (
        Node(type(value), tuple(names), tuple(parts))
        if any(isinstance(p, (Leaf, Node)) for p in parts)
        else Fixed(value)
    )
