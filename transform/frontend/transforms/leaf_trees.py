"""Containers with numbered leaves: how arguments and results of differentiated functions are taken apart.

Unlike the signatures of `specialise`, anything that is not an array, a number or a container stays in the tree as it
is: a function passed as an argument is called by the function that gets it.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.keys import sorted_keys
from ...core.registered import STRUCTURE
from ...core.spelling import plain_text
from ...ir.builder import Sym
from ..expressions.containers import plain
from ..interpreter import Interpreter
from ..lists.growing import is_growing
from ..state.values import Array, External, Instance


FLOATING = (float, complex, np.inexact)             # numbers known now that may be differentiated; ints stay static


@dataclasses.dataclass(frozen=True)
class Leaf:
    """The k-th array or number; `scalar` is no array."""
    number: int
    scalar: bool


@dataclasses.dataclass(frozen=True)
class Fixed:
    """A value that is no array, number or container."""
    value: Any


@dataclasses.dataclass(frozen=True)
class Structural(Fixed):
    """A number or another value that is part of the structure of a registered class."""


@dataclasses.dataclass(frozen=True)
class Node:
    """A container: its class, its keys (of dicts and instances), its items."""
    kind: type
    keys: tuple
    items: tuple

    def alike(self, other: Any) -> bool:
        return isinstance(other, Node) and (self.kind, self.keys, len(self.items)) == (
            other.kind, other.keys, len(other.items))


Tree = Leaf | Fixed | Node


def take(interp: Interpreter, value: Any, leaves: list, whole: bool = False) -> Tree:
    """The tree of a value; its arrays and numbers go to `leaves` (an array that is there twice is two leaves). `whole`:
    a list that is one array stays that, and is one leaf; else each of its items is."""
    value = plain(interp, interp.settled(value))
    if is_growing(value) and not whole:
        value = interp.known_items(value, "a list among the arguments")
    inside = lambda v: take(interp, v, leaves, whole)
    if isinstance(value, FLOATING):
        value = interp.sym(value)
    match value:
        case Sym():
            leaves.append(value)
            return Leaf(len(leaves) - 1, True)
        case Array():
            leaves.append(value)
            return Leaf(len(leaves) - 1, False)
        case list() | tuple():
            return Node(type(value), (), tuple(map(inside, value)))
        case dict():
            return Node(dict, tuple(value), tuple(map(inside, value.values())))
        case Instance():
            fixed = STRUCTURE.get(value.cls, ())
            items = tuple([Structural(v) if k in fixed else inside(v) for k, v in value.attributes.items()])
            return Node(value.cls, tuple(value.attributes), items)
    return Fixed(value)


def put(interp: Interpreter, tree: Tree, leaf: Callable[[Leaf], Any], fixed: Callable[[Any], Any] | None = None) -> Any:
    """A value with this tree."""
    if isinstance(tree, Leaf):
        return leaf(tree)
    if isinstance(tree, Fixed):
        return fixed(tree.value) if fixed and not isinstance(tree, Structural) else tree.value
    items = [put(interp, t, leaf, fixed) for t in tree.items]
    if tree.kind is dict:
        return interp.trail.birth(dict(zip(tree.keys, items)))
    if tree.keys:
        return interp.trail.birth(Instance(tree.kind, dict(zip(tree.keys, items))))
    if hasattr(tree.kind, "_fields"):
        return tree.kind(*items)
    return interp.trail.birth(items) if issubclass(tree.kind, list) else tuple(items)


def leaves_of(tree: Tree) -> Iterator[Leaf]:
    """The leaves, from left to right."""
    if isinstance(tree, Leaf):
        yield tree
    for item in tree.items if isinstance(tree, Node) else ():
        yield from leaves_of(item)


def in_order(tree: Node) -> Node:
    """A container whose keys, if it is a dict, are sorted."""
    if tree.kind is not dict:
        return tree
    keys = sorted_keys(tree.keys)
    items = dict(zip(tree.keys, tree.items))
    return Node(dict, tuple(keys), tuple([items[k] for k in keys]))


def pairs(tree: Tree, other: Tree, leaves: list, what: str) -> Iterator[tuple[Leaf, Any]]:
    """The leaves of a tree, each with what stands in its place in another; None, or no array, stands for zeros."""
    if isinstance(tree, Leaf):
        if isinstance(other, Node):
            raise CompileError(f"{what}: a container stands where an array is expected")
        yield tree, leaves[other.number] if isinstance(other, Leaf) else other.value
    elif isinstance(tree, Node):
        if isinstance(other, Fixed) and other.value is None:
            other = Node(tree.kind, tree.keys, (other,) * len(tree.items))
        if not tree.alike(other):
            raise CompileError(f"{what} does not have the structure of the value", f"expected {describe(tree)}")
        for a, b in zip(tree.items, other.items):
            yield from pairs(a, b, leaves, what)
    elif isinstance(other, Leaf):
        raise CompileError(f"{what}: a number stands where {kind_of(tree.value)} is, which holds none",
                           "None stands for what has no tangent; make the class of an object a dataclass")


def kind_of(value: Any) -> str:
    """What a message calls a value that holds no number."""
    value = value.value if isinstance(value, External) else value
    return f"an object of class {type(value).__name__}"


def describe(tree: Tree) -> str:
    """The structure as text: (*, {'b': *})."""
    match tree:
        case Leaf():
            return "*"
        case Fixed():
            return plain_text(tree.value)
        case Node(kind, keys, items) if keys:
            inner = ", ".join(f"{plain_text(k)}: {describe(v)}" for k, v in zip(keys, items))
            return "{" + inner + "}" if kind is dict else f"{kind.__name__}({inner})"
    inner = ", ".join(map(describe, tree.items))
    return f"[{inner}]" if issubclass(tree.kind, list) else f"({inner}{',' * (len(tree.items) == 1)})"
