"""Trees with numbered leaves: the structure of arguments and results of differentiated functions.

Unlike the signatures of `specialise`, anything that is not an array, a number or a container stays in the tree as it
is: a function passed as an argument is called by the function that gets it.
"""

from __future__ import annotations

import dataclasses
import enum
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...core.keys import sorted_keys
from ...core.registered import STRUCTURE, is_generated, structural_attributes
from ...core.spelling import plain_text
from ...ir.builder import Sym
from ..bounded.extents import BoundedArray, note_bounds
from ..expressions.containers import plain
from ..interpreter import Interpreter
from ..lists.growing import BoundedList, is_growing
from ..models.model import Model
from ..models.number_dicts import NumberDict
from ..models.sets import NumberSet
from ..models.sparse_matrices import check_whole
from ..outside.snapshot import keys_of
from ..state.entered import LIBRARY, may_be_entered, own_names, slots_of
from ..state.values import NEVER, Array, External, Instance, Lens, Maybe, is_made


FLOATING = (float, complex, np.inexact)  # numbers known now that may be differentiated; ints stay static


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
class Held(Fixed):
    """The content of an object of a plain class besides its leaves."""


@dataclasses.dataclass(frozen=True)
class Node:
    """A container: its class, its keys (of dicts and instances), its items."""

    kind: type
    keys: tuple
    items: tuple

    def alike(self, other: Any) -> bool:
        return isinstance(other, Node) and (self.kind, self.keys, len(self.items)) == (
            other.kind,
            other.keys,
            len(other.items),
        )


@dataclasses.dataclass(frozen=True, eq=False)
class View(Fixed):
    """A view of an array, which is a leaf or the caller's: its tree, and the lenses from that to the view. As a leaf it
    is made once, wherever it stands."""

    value: tuple[Leaf | Fixed, tuple[Lens, ...]]


@dataclasses.dataclass(frozen=True)
class Unsure(Fixed):
    """A value that is set, or not None, on some paths only: the tree of its value, that of its flag, and its
    value inside."""

    value: tuple[Any, Leaf | Fixed, Maybe]


Tree = Leaf | Fixed | Node


@dataclasses.dataclass(frozen=True)
class Objects:
    """The rule by which objects of plain classes are taken apart: their content stays in the tree as it is,
    unless `holds(value)`.

    seen: those that have been taken apart, by their ids; inside: whether it is an object that is taken apart.
    """

    holds: Callable[[Any], bool]
    seen: dict[int, Any] = dataclasses.field(default_factory=dict)
    inside: bool = False

    def note(self, value: Any) -> None:
        """Raises CompileError if an object is there twice: a write by one way would not be seen by the other."""
        key = value.unread if isinstance(value, External) else value
        if id(key) in self.seen:
            raise CompileError(
                f"{kind_of(value)} is reached in two ways in what is differentiated or batched",
                "hold it in one place only, or pass its arrays",
            )
        self.seen[id(key)] = key


def floating_parts() -> Objects:
    """Floating-point arrays and numbers are the leaves of objects."""
    return Objects(lambda value: is_inexact(value.dtype) if isinstance(value, (Sym, Array)) else True)


def take(
    interp: Interpreter, value: Any, leaves: list, whole: bool = False, objects: Objects | None = None
) -> Tree:
    """The tree of a value; its arrays and numbers go to `leaves` (an array that is there twice is two leaves).

    Args:
        whole: a list that is one array stays that, and is one leaf; else each of its items is.
        objects: objects of plain classes are taken apart; else they stay as they are.
    """
    given = value = value if value is NEVER else interp.settled(value)
    value = plain(interp, value)
    if objects is not None and is_plain_object(value):
        objects.note(value)
        value, objects = open_outside_object(interp, value), dataclasses.replace(objects, inside=True)
    if is_growing(value) and not whole:
        value = interp.known_items(value, "a list among the arguments")
    if objects is not None and objects.inside:
        return taken_inside(interp, given, value, leaves, whole, objects)
    return take_leaves(interp, value, leaves, lambda v: take(interp, v, leaves, whole, objects))


def taken_inside(
    interp: Interpreter, given: Any, value: Any, leaves: list, whole: bool, objects: Objects
) -> Tree:
    """The tree of what an object holds, or of the object; without leaves it stays as it is."""
    if isinstance(value, (Sym, Array, *FLOATING)) and not objects.holds(value):
        return Held(value)
    count = len(leaves)
    tree = take_leaves(interp, value, leaves, lambda v: take(interp, v, leaves, whole, objects))
    return tree if len(leaves) > count else Held(given)


def take_leaves(interp: Interpreter, value: Any, leaves: list, inside: Callable[[Any], Tree]) -> Tree:
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
            fixed = structural_attributes(value.cls)
            items = tuple([Structural(v) if k in fixed else inside(v) for k, v in value.attributes.items()])
            return Node(value.cls, tuple(value.attributes), items)
    return Fixed(value)


def is_plain_object(value: Any) -> bool:
    """Whether it is an object of a user's class that is no registered tree."""
    cls = (
        type(value.unread)
        if isinstance(value, External)
        else value.cls
        if isinstance(value, Instance)
        else None
    )
    if cls is None or isinstance(value, Instance) and (dataclasses.is_dataclass(cls) or cls in STRUCTURE):
        return False
    own = cls.__module__.split(".")[0] == "recto" and not is_made(cls)
    return (
        not own
        and cls not in LIBRARY
        and not issubclass(cls, (Model, types.ModuleType, enum.Enum))
        and (isinstance(value, Instance) or may_be_entered(value.unread))
    )


def open_outside_object(interp: Interpreter, value: Any) -> Any:
    """An object from outside as an Instance with all that it holds; any other value itself."""
    if not isinstance(value, External) or not is_plain_object(value):
        return value
    return as_instance(interp, value)


def as_instance(interp: Interpreter, value: External) -> Instance:
    """An object from outside with all that it holds."""
    held, outside = value.unread, interp.outside
    names = list(dict.fromkeys(own_names(held)))
    if hasattr(held, "__dict__"):
        outside.guard(value.path.then("attribute", "__dict__").then("keys", None), keys_of(vars(held)))
    for name in slots_of(type(held)):
        outside.guard(value.path.then("has", name), name in names)
    part = lambda name: interp.external(getattr(held, name), value.path.then("attribute", name))
    return Instance(type(held), {name: part(name) for name in names})


def build_value(
    interp: Interpreter,
    tree: Tree,
    leaf: Callable[[Any], Any],
    fixed: Callable[[Any], Any] | None = None,
    constructs: bool = False,
) -> Any:
    """A value with this tree.

    Args:
        leaf: gives what stands for a `Leaf` or a `View`.
        constructs: dataclasses are called, as functions of trees do it outside.
    """
    if isinstance(tree, Leaf | View):
        return leaf(tree)
    if isinstance(tree, Unsure):
        held, flag, inside = tree.value
        value, known = (build_value(interp, t, leaf, fixed) for t in (held, flag))
        return dataclasses.replace(inside, value=value, flag=known)
    if isinstance(tree, Fixed):
        return fixed(tree.value) if fixed and not isinstance(tree, Structural) else tree.value
    items = [build_value(interp, t, leaf, fixed, constructs) for t in tree.items]
    if tree.kind is dict:
        return interp.trail.allocate(dict(zip(tree.keys, items)))
    if tree.kind is np.ndarray:
        return sliced_array(interp, dict(zip(tree.keys, items)))
    if tree.keys or not issubclass(tree.kind, (list, tuple)):
        parts = dict(zip(tree.keys, items))
        if constructs and is_constructed(tree.kind, parts):
            return interp.construct(tree.kind, [], parts)
        return interp.trail.allocate(check_whole(Instance(tree.kind, parts)))
    if hasattr(tree.kind, "_fields"):
        return tree.kind(*items)
    return interp.trail.allocate(items) if issubclass(tree.kind, list) else tuple(items)


def is_constructed(cls: type, parts: dict[str, Any]) -> bool:
    """Whether it is a dataclass of the user's that does something with its fields, all of which are parts of
    the tree."""
    if not dataclasses.is_dataclass(cls) or not hasattr(cls, "__post_init__") or STRUCTURE.get(cls):
        return False
    own = isinstance(cls.__init__, types.FunctionType) and is_generated(cls.__init__)
    return own and parts.keys() == {field.name for field in dataclasses.fields(cls) if field.init}


def sliced_array(interp: Interpreter, attributes: dict[str, Any]) -> BoundedArray:
    """A slice of computed length of these parts."""
    made = interp.trail.allocate(BoundedArray(attributes))
    note_bounds(interp, made)
    return made


def without_keys(tree: Tree, what: str) -> Tree:
    """The tree, which is not to hold a set or dict whose keys are computed: these are no leaves, and are not known."""
    if has_keys(tree):
        raise CompileError(
            f"{what} a set or dict whose keys are computed", "use arrays, or a dict whose keys are known"
        )
    return tree


def has_keys(tree: Tree) -> bool:
    return isinstance(tree, Node) and (tree.kind in KEYED or any(map(has_keys, tree.items)))


def has_window(tree: Tree) -> bool:
    """Whether a slice of computed length is among the results. (It is an ndarray with attributes.)"""
    return isinstance(tree, Node) and (tree.kind is np.ndarray or any(map(has_window, tree.items)))


KEYED = NumberSet, NumberDict
# of what has computed length, or computed keys: the part that is no structure
CONTENT = {np.ndarray: "data", BoundedList: "rows", NumberSet: "", NumberDict: "entries"}


def with_form(tree: Tree, leaves: list) -> Tree:
    """The tree of what has the lengths and the kinds of items that a value of this tree and these leaves has."""
    if not isinstance(tree, Node):
        return tree
    content = CONTENT.get(tree.kind)
    own = [content in (None, key) for key in tree.keys or (None,) * len(tree.items)]
    items = [
        with_form(item, leaves) if inside else Structural(value_in(item, leaves))
        for item, inside in zip(tree.items, own, strict=True)
    ]
    return dataclasses.replace(tree, items=tuple(items))


def value_in(tree: Leaf | Fixed, leaves: list) -> Any:
    return leaves[tree.number] if isinstance(tree, Leaf) else tree.value


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
            raise CompileError(f"{what}: expected an array, not a container")
        yield tree, leaves[other.number] if isinstance(other, Leaf) else other.value
    elif isinstance(tree, Node):
        if isinstance(other, Fixed) and other.value is None:
            other = Node(tree.kind, tree.keys, (other,) * len(tree.items))
        if not tree.alike(other):
            raise CompileError(
                f"{what} does not match the structure of the value", f"expected {describe(tree)}"
            )
        for a, b in zip(tree.items, other.items):
            yield from pairs(a, b, leaves, what)
    elif isinstance(other, Leaf):
        raise CompileError(
            f"{what}: got a number for {kind_of(tree.value)}, which holds no numbers",
            "use None for parts without a tangent",
        )


def kind_of(value: Any) -> str:
    """The description, in messages, of a value that holds no number."""
    value = value.unread if isinstance(value, External) else value
    return f"an object of class {(value.cls if isinstance(value, Instance) else type(value)).__name__}"


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


@dataclasses.dataclass(frozen=True)
class Structure:
    """A tree whose leaves are numbered in their order: that of sorted keys.

    Dicts keep the order of their own keys, so that a loop may carry what is put together; it makes no difference else.
    """

    tree: Tree
    num_leaves: int

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Structure) and by_key(self.tree) == by_key(other.tree)

    def __hash__(self) -> int:
        return hash(self.num_leaves)

    def __repr__(self) -> str:
        return f"PyTreeDef({describe(self.tree)})"


def by_key(tree: Tree) -> Tree:
    """The tree with all dicts in the order of sorted keys."""
    if not isinstance(tree, Node):
        return tree
    tree = in_order(tree)
    return Node(tree.kind, tree.keys, tuple(map(by_key, tree.items)))


def lenses_of(view: Array) -> list[Lens]:
    """The lenses that lead from the root of a view to it."""
    found = []
    while view.base is not None and view.lens is not None:
        found.append(view.lens)
        view = view.base
    return found[::-1]


def is_known_lens(lens: Lens) -> bool:
    """Whether the place of a view depends on nothing that was computed inside."""
    return not any(map(holds_computed, (lens.get, lens.put, lens.index)))


def holds_computed(value: Any) -> bool:
    """Whether there is a computed value in this, or in what a function has from around it."""
    match value:
        case Sym() | Array() | Instance():
            return True
        case list() | tuple():
            return any(map(holds_computed, value))
        case dict():
            return any(map(holds_computed, value.values()))
        case types.FunctionType():
            return any(holds_computed(cell.cell_contents) for cell in value.__closure__ or ())
    return dataclasses.is_dataclass(value) and holds_computed(list(vars(value).values()))
