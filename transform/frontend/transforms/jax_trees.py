"""Trees as `jax.tree` takes them apart, in code that calls it.

Unlike `recto.tree`, a class is a container only if it is registered; objects of other classes, text and functions are
leaves. JAX's registry says which are; nothing of JAX is run. Dataclasses of modules that don't use JAX are containers,
as they are for `recto.tree`. Other trees are taken apart down to the leaves of the first one only.
"""

from __future__ import annotations

import collections
import dataclasses
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...core.keys import sorted_keys
from ...core.registered import STRUCTURE, structural_attributes
from ...ir.builder import Builder, Sym
from ...ir.program import Type
from ..control.branches import travel
from ..dispatch import ATTRIBUTE
from ..expressions.containers import plain
from ..interpreter import Interpreter
from ..lists.growing import is_growing
from ..state.values import Array, External, Instance
from .leaf_trees import Fixed, Leaf, Node, Structural, Structure, Tree, as_instance, describe, build_value
from .tree_functions import order_leaves, unflatten

ORDERED = (collections.OrderedDict, collections.defaultdict)  # dicts of Python's library that are containers


class Attribute(NamedTuple):
    """The placeholder of an attribute while a flatten function is asked which ones it takes."""

    name: str


class Parts(NamedTuple):
    """The attributes of a registered class that are children, in their order; the others are structure."""

    children: tuple[str, ...]


# -- classes -------------------------------------------------------------------------------------------------


def registry() -> dict[type, Any]:
    """JAX's: class -> (flatten, unflatten). It is empty where JAX is not loaded."""
    return getattr(sys.modules.get("jax._src.tree_util"), "_registry", {})


def uses_jax(cls: type) -> bool:
    """Whether a class is defined in a module that has JAX among its globals."""
    space = vars(sys.modules.get(cls.__module__, sys))
    modules = [value.__name__ for value in space.values() if isinstance(value, types.ModuleType)]
    return any(name.partition(".")[0] == "jax" for name in modules)


def is_node_class(cls: type) -> bool:
    """Whether the objects of a class are containers."""
    if cls in registry() or cls in STRUCTURE:
        return True
    return dataclasses.is_dataclass(cls) and not uses_jax(cls)


def check_unregistered(cls: type) -> None:
    """Refuse classes that JAX would know as trees as soon as the first object is made."""
    if hasattr(cls, "tree_flatten"):
        raise CompileError(
            f"class {cls.__name__} is not registered with JAX, and its objects are taken for a tree",
            "make an object of it once, outside of the compiled function",
        )


def parts_of(cls: type, names: tuple[str, ...]) -> Parts:
    """The attributes of a class that are children: its flatten function is asked about an object that holds
    names."""
    entry = registry().get(cls)
    if entry is None:
        fixed = structural_attributes(cls)
        return Parts(tuple(name for name in names if name not in fixed))
    asked = object.__new__(cls)
    for name in names:
        object.__setattr__(asked, name, Attribute(name))
    try:
        children = tuple(entry.to_iter(asked)[0])
    except Exception:
        children = (None,)
    if not all(isinstance(child, Attribute) for child in children):
        raise CompileError(
            f"class {cls.__name__} is registered with JAX as a tree whose children are not its attributes",
            "register a dataclass, or let its flatten function return attributes",
        )
    return Parts(tuple(child.name for child in children))


# -- taking apart --------------------------------------------------------------------------------------------


def opened(interp: Interpreter, value: Any) -> Any:
    """A value whose items, if it is a container, are at hand."""
    value = plain(interp, interp.settled(value))
    if isinstance(value, External) and is_node_class(type(value.unread)):
        return as_instance(interp, value)
    return interp.known_items(value, "a list in a tree") if is_growing(value) else value


def entered(value: Any) -> Node | None:
    """The container that a value is, with its items in place of trees; None for a leaf."""
    if isinstance(value, (list, tuple)):
        return Node(type(value), (), tuple(value))
    if isinstance(value, dict):
        return Node(dict, tuple(value), tuple(value.values()))
    if not isinstance(value, Instance):
        return None
    if issubclass(value.cls, dict) and "recto_items" in value.attributes:
        return Node(value.cls, tuple(value.attributes), tuple(value.attributes.values()))
    if not is_node_class(value.cls):
        check_unregistered(value.cls)
        return None
    own = {name: v for name, v in value.attributes.items() if not name.startswith("__")}
    held = {**defaults_of(value.cls), **own}
    children = parts_of(value.cls, tuple(held)).children
    names = (*children, *(name for name in held if name not in children))
    items = [held[name] if name in children else Structural(held[name]) for name in names]
    return Node(value.cls, names, tuple(items))


def defaults_of(cls: type) -> dict[str, Any]:
    """The fields of a dataclass that its class holds, for objects that have none of their own."""
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    return {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}


def take(interp: Interpreter, value: Any, leaves: list, is_leaf: Any = None) -> Tree:
    """The tree of a value; its leaves go to `leaves` in JAX's order."""
    value = opened(interp, value)
    if is_leaf is not None and interp.static(interp.call(is_leaf, [value], {}), "the result of is_leaf"):
        leaves.append(value)
        return Leaf(len(leaves) - 1, False)
    if value is None:
        return Fixed(None)
    node = entered(value)
    if node is None:
        leaves.append(value)
        return Leaf(len(leaves) - 1, False)
    found = {}
    for key, item in in_key_order(node):
        found[key] = item if isinstance(item, Structural) else take(interp, item, leaves, is_leaf)
    return Node(node.kind, node.keys, tuple([found[key] for key in keys_of(node)]))


def keys_of(node: Node) -> tuple:
    return node.keys or tuple(range(len(node.items)))


def in_key_order(node: Node) -> list[tuple[Any, Any]]:
    """(key, item) of a container in the order of the leaves."""
    pairs = [*zip(keys_of(node), node.items)]
    if node.kind is not dict:
        return pairs
    items = dict(pairs)
    return [(key, items[key]) for key in sorted_keys(node.keys)]


def up_to(interp: Interpreter, tree: Tree, value: Any) -> Iterator[Any]:
    """The values in the places of a tree's leaves."""
    if isinstance(tree, Leaf):
        yield value
        return
    value = opened(interp, value)
    if isinstance(tree, Structural):
        return
    if isinstance(tree, Fixed):
        if value is not None:
            raise differing(interp, tree, value)
        return
    node = entered(value)
    if node is None or not alike(tree, node):
        raise differing(interp, tree, value)
    items = dict(zip(keys_of(node), node.items))
    for key, part in in_key_order(tree):
        if not isinstance(part, Structural):
            yield from up_to(interp, part, items[key])


def alike(one: Node, other: Node) -> bool:
    """Whether these containers are alike. The order of a dict's keys makes no difference."""
    same = set(one.keys) == set(other.keys) if one.kind is dict else one.keys == other.keys
    return one.kind is other.kind and same and len(one.items) == len(other.items)


def differing(interp: Interpreter, tree: Tree, value: Any) -> CompileError:
    message = f"the structures differ: {describe(tree)} and {describe(take(interp, value, []))}"
    return CompileError(message, kind=ValueError)


# -- jax.tree ------------------------------------------------------------------------------------------------


def flatten(interp: Interpreter, tree: Any, is_leaf: Any = None) -> tuple[list, Structure]:
    leaves: list = []
    found = take(interp, tree, leaves, is_leaf)
    return interp.trail.allocate(leaves), Structure(found, len(leaves))


def leaves(interp: Interpreter, tree: Any, is_leaf: Any = None) -> list:
    return flatten(interp, tree, is_leaf)[0]


def structure(interp: Interpreter, tree: Any, is_leaf: Any = None) -> Structure:
    return flatten(interp, tree, is_leaf)[1]


def map(interp: Interpreter, f: Any, tree: Any, *rest: Any, is_leaf: Any = None) -> Any:
    """f(leaf, …) for the leaves of a tree, and what stands in their places in others."""
    first, found = flatten(interp, tree, is_leaf)[::-1]
    columns = [found, *(list(up_to(interp, first.tree, other)) for other in rest)]
    results = [interp.call(f, list(row), {}) for row in zip(*columns)]
    return build_value(interp, first.tree, lambda leaf: results[leaf.number])


def flatten_up_to(interp: Interpreter, structure: Structure, tree: Any) -> list:
    return interp.trail.allocate(list(up_to(interp, structure.tree, tree)))


def children(interp: Interpreter, structure: Structure) -> list:
    """The structures of a container's children."""
    node = structure.tree
    if not isinstance(node, Node):
        return []
    parts = [part for _, part in in_key_order(node) if not isinstance(part, Structural)]
    return interp.trail.allocate([numbered(part) for part in parts])


def compose(interp: Interpreter, structure: Structure, inner: Structure) -> Structure:
    """The structure with another in the places of its leaves."""

    def filled(tree: Tree) -> Tree:
        if isinstance(tree, Leaf):
            return inner.tree
        return Node(tree.kind, tree.keys, tuple(map_items(filled, tree))) if isinstance(tree, Node) else tree

    return numbered(filled(structure.tree))


def map_items(function: Callable, tree: Node) -> list[Tree]:
    return [function(item) for item in tree.items]


def numbered(tree: Tree) -> Structure:
    """A part of a tree as a structure of its own."""
    count = 0

    def renumbered(part: Tree) -> Tree:
        nonlocal count
        if isinstance(part, Leaf):
            count += 1
            return Leaf(count - 1, False)
        if not isinstance(part, Node):
            return part
        found = {key: renumbered(item) for key, item in in_key_order(part)}
        return Node(part.kind, part.keys, tuple([found[key] for key in keys_of(part)]))

    made = renumbered(tree)
    return Structure(made, count)


class Method:
    """A method of a structure."""

    def __init__(self, rule: Callable, structure: Structure):
        self.rule, self.structure = rule, structure

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return self.rule(interp, self.structure, *args, **kwargs)


METHODS_OF_STRUCTURES = {
    "unflatten": unflatten,
    "flatten_up_to": flatten_up_to,
    "children": children,
    "compose": compose,
}


@ATTRIBUTE.of(Structure)
def structure_attribute(interp: Interpreter, obj: Structure, name: str) -> Any:
    if name in METHODS_OF_STRUCTURES:
        return Method(METHODS_OF_STRUCTURES[name], obj)
    if name == "num_leaves":
        return obj.num_leaves
    if name == "num_nodes":
        return nodes_in(obj.tree)
    raise CompileError(f"AttributeError: a structure has no attribute {name!r} in compiled code")


def nodes_in(tree: Tree) -> int:
    inner = [t for t in tree.items if not isinstance(t, Structural)] if isinstance(tree, Node) else []
    return 1 + sum([nodes_in(t) for t in inner])


# -- with paths ----------------------------------------------------------------------------------------------


def flatten_with_path(interp: Interpreter, tree: Any, is_leaf: Any, keys: Any) -> tuple[list, Structure]:
    """([(path, leaf), …], structure). keys: the classes of the keys of dicts, sequences and objects."""
    found, shape = flatten(interp, tree, is_leaf)
    paths = list(paths_to(shape.tree, (), keys))
    return interp.trail.allocate(list(zip(paths, found))), shape


def paths_to(tree: Tree, path: tuple, keys: Any) -> Iterator[tuple]:
    if isinstance(tree, Leaf):
        yield path
    if not isinstance(tree, Node):
        return
    by_name = tree.kind is not dict and bool(tree.keys) or hasattr(tree.kind, "_fields")
    kind = keys[2] if by_name else keys[0] if tree.kind is dict else keys[1]
    names = dict(enumerate(getattr(tree.kind, "_fields", ())))
    for key, part in in_key_order(tree):
        if not isinstance(part, Structural):
            step = kind(names.get(key, key))
            yield from paths_to(part, (*path, step), keys)


def nodes(interp: Interpreter, structure: Structure) -> int:
    return nodes_in(structure.tree)


# -- jax.eval_shape ------------------------------------------------------------------------------------------


def eval_shape(
    interp: Interpreter, cls: type, fun: Any, args: Any, kwargs: Any, arrays_only: bool = False
) -> Any:
    """The shapes and dtypes of what fun(*args, **kwargs) returns, as objects of a class. `arrays_only`: what is no
    array stays as it is."""
    builder = Builder(interp.builder)

    def given(value: Any) -> Any:
        """The arguments, with parameters in the places of structs and arrays."""
        leaves: list = []
        tree = take(interp, value, leaves)
        return build_value(interp, tree, lambda leaf: stand_in(interp, builder, cls, leaves[leaf.number]))

    def step() -> tuple:
        result = interp.call(fun, [given(a) for a in args], {k: given(v) for k, v in kwargs.items()})
        found: list = []
        tree = take(interp, result, found)
        return tree, [
            type_of(interp, cls, leaf) if is_array(leaf, cls, arrays_only) else leaf for leaf in found
        ]

    tree, types = travel(interp, step, builder).value
    made = [struct(interp, cls, t) if isinstance(t, Type) else t for t in types]
    assert len(order_leaves(tree)) == len(made)
    return build_value(interp, tree, lambda leaf: made[leaf.number])


def struct(interp: Interpreter, cls: type, type: Type) -> Instance:
    return interp.trail.allocate(Instance(cls, {"shape": type.shape, "dtype": type.dtype}))


def is_array(leaf: Any, cls: type, arrays_only: bool) -> bool:
    """Whether a leaf has a shape and a dtype. Python's numbers have them in JAX's eval_shape."""
    if isinstance(leaf, Instance):
        return leaf.cls is cls
    return (
        isinstance(leaf, (Sym, Array))
        or not arrays_only
        and isinstance(leaf, (int, float, complex, np.generic))
    )


def stand_in(interp: Interpreter, builder: Builder, cls: type, leaf: Any) -> Any:
    if isinstance(leaf, Instance) and leaf.cls is cls:
        kind = Type(canonical(leaf.attributes["dtype"]), tuple(leaf.attributes["shape"]))
    elif isinstance(leaf, (Sym, Array)) and not (isinstance(leaf, Sym) and leaf.is_const):
        kind = leaf.type
    else:
        return leaf
    made = builder.parameter(kind)
    return interp.trail.allocate(Array(made)) if kind.shape or isinstance(leaf, Array) else made


def type_of(interp: Interpreter, cls: type, leaf: Any) -> Type:
    if isinstance(leaf, Instance) and leaf.cls is cls:
        return Type(leaf.attributes["dtype"], leaf.attributes["shape"])
    return interp.sym(leaf).type if isinstance(leaf, (Sym, int, float, complex, np.generic)) else leaf.type


RULES: dict[str, Callable] = {
    f.__name__: f
    for f in (children, eval_shape, flatten, flatten_up_to, flatten_with_path, leaves, map, nodes, structure)
}
