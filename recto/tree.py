"""Trees of containers: tuples, lists, dicts, namedtuples, None, and registered classes, with arrays and numbers as
leaves. The leaves of a dict are in the order of its sorted keys. The leaves of an object of another class are the
floating-point arrays and numbers that it holds; without any it is a leaf.

`map`, `leaves`, `structure`, `flatten`, `unflatten`, `reduce`, `all` and `ravel` work inside compiled functions too.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from recto import runtime, transform
from recto.runtime import pytree
from recto.runtime.dispatch.pytree import show_path

from ._convention.objects import open_objects
from ._convention.tree_classes import note_class, note_dataclass

from ._boundary.argument_checks import F as _F, check_arguments, checked_outside
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._dispatch.tree_registration import register_dataclasses

if TYPE_CHECKING:
    from recto.transform import Interpreter

__all__ = [
    "all",
    "broadcast",
    "flatten",
    "flatten_with_path",
    "leaves",
    "leaves_with_path",
    "map",
    "map_with_path",
    "ravel",
    "reduce",
    "reduce_associative",
    "register_class",
    "register_dataclass",
    "register_node",
    "show_path",
    "structure",
    "transpose",
    "unflatten",
]
Stop = Callable[[Any], bool] | None


def _compiled_rule(rule: str, module: str = "tree_functions") -> Callable[[_F], _F]:
    """A decorator. `rule`: what compiled code calls instead."""

    def read(interp: Interpreter, args: list, kwargs: dict) -> Any:
        return getattr(transform.rules(module), rule)(interp, *args, **kwargs)

    def enter(function: _F) -> _F:
        tidy: Any = check_arguments(function)
        tidy.__recto_call__ = read
        return tidy

    return enter


def prepare_tree(tree: Any, is_leaf: Stop) -> Any:
    """A tree whose objects of plain classes are taken apart, and whose dataclasses are registered."""
    register_dataclasses([tree])
    return tree if is_leaf else open_objects(tree)


@_compiled_rule("tree_map", "lax_control")
def map(function: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Stop = None) -> Any:
    """The tree with function(leaf, …) for its leaves, and those in their places in the other trees.

    >>> import recto
    >>> recto.tree.map(lambda x, y: x + y, {"a": 1, "b": (2,)}, {"a": 10, "b": (20,)})
    {'a': 11, 'b': (22,)}

    Args:
        is_leaf: is a part taken for a leaf?

    Raises:
        ValueError: the trees are not alike (in compiled code CompileError).
    """
    register_dataclasses([tree, *rest])
    if is_leaf is None:
        tree, rest = open_objects(tree), tuple([open_objects(other) for other in rest])
    return pytree.map(function, tree, *rest, is_leaf=is_leaf)


@_compiled_rule("tree_leaves", "lax_control")
def leaves(tree: Any, is_leaf: Stop = None) -> list:
    """The leaves, from left to right.

    >>> import recto
    >>> recto.tree.leaves({"b": (2, 3), "a": 1})
    [1, 2, 3]
    """
    return pytree.leaves(prepare_tree(tree, is_leaf), is_leaf)


@_compiled_rule("structure")
def structure(tree: Any, is_leaf: Stop = None) -> Any:
    """The structure of a tree, without its leaves. Structures compare by ==.

    >>> import recto
    >>> recto.tree.structure((1, [2, None]))
    PyTreeDef((*, [*, None]))
    """
    return pytree.structure(prepare_tree(tree, is_leaf), is_leaf)


@_compiled_rule("flatten")
def flatten(tree: Any, is_leaf: Stop = None) -> tuple[list, Any]:
    """(leaves, structure).

    >>> import recto
    >>> leaves, structure = recto.tree.flatten({"b": 2, "a": [1]})
    >>> recto.tree.unflatten(structure, [leaf * 10 for leaf in leaves])
    {'a': [10], 'b': 20}
    """
    return pytree.flatten(prepare_tree(tree, is_leaf), is_leaf)


@_compiled_rule("unflatten")
def unflatten(structure: Any, leaves: Sequence) -> Any:
    """The tree of a structure with these leaves. Raises ValueError if their number is another."""
    return pytree.unflatten(structure, leaves)


@check_arguments
def register_class(
    cls: type,
    flatten: Callable[..., Any],
    unflatten: Callable[..., Any],
    with_keys: Callable[..., Any] | None = None,
) -> type:
    """Make a class a tree: `flatten(x)` gives (children, data), and `unflatten(data, children)` makes x again.

    Compiled functions take instances as arguments whose children, and data as far as it is read, are attributes.

    >>> import numpy as np, recto
    >>> class Line:
    ...     def __init__(self, slope, name):
    ...         self.slope, self.name = slope, name
    >>> Line = recto.tree.register_class(Line, lambda line: ((line.slope,), line.name),
    ...                                  lambda name, children: Line(*children, name))
    >>> recto.jit(lambda line, x: line.slope * x)(Line(2.0, "a"), np.ones(2))
    Array([2., 2.], dtype=float64)

    Args:
        flatten: the children come in the order of the leaves; data must hash, and says all else that matters. Data are
            compared by what they hold, with types and signs, not by an `__eq__` of their own.
        with_keys: gives ([(key, child), …], data), for paths.

    Raises:
        ValueError: the class is registered.
    """
    pytree.register_class(
        cls,
        _exactly(flatten),
        lambda data, children: unflatten(runtime.bare(data), children),
        with_keys and _exactly(with_keys),
    )
    note_class(cls, flatten)
    return cls


def _exactly(flatten: Callable[..., Any]) -> Callable[..., Any]:
    def apart(value: Any) -> tuple:
        children, data = flatten(value)
        return children, runtime.told_apart(data)

    return apart


register_node = register_class


@check_arguments
def static(**kwargs: Any) -> Any:
    """A field of a dataclass that is no leaf, but part of the structure; arguments as of `dataclasses.field`.

    >>> import dataclasses
    >>> from recto import tree
    >>> @dataclasses.dataclass
    ... class Power:
    ...     x: float
    ...     n: int = tree.static(default=2)
    >>> tree.leaves(Power(3.0))
    [3.0]
    """
    metadata = {"static": True, **(kwargs.pop("metadata", None) or {})}
    return dataclasses.field(metadata=metadata, **kwargs)


def register_dataclass(
    cls: type, data_fields: Sequence[str] | None = None, meta_fields: Sequence[str] = ()
) -> type:
    """Make a dataclass a tree: data fields are children, meta fields are part of the structure and must hash.

    Dataclasses that are passed to compiled functions become trees by themselves; their fields that hold arrays,
    numbers and containers are children then.

    Args:
        data_fields: by default every field that is not a meta field.

    Raises:
        TypeError: names that are not fields, or fields left out.
        ValueError: the class is registered.
    """
    pytree.register_dataclass(cls, data_fields, meta_fields)
    known = {*meta_fields, *[field.name for field in dataclasses.fields(cls) if field.metadata.get("static")]}
    fields = [field.name for field in dataclasses.fields(cls) if field.init and field.name not in known]
    note_dataclass(cls, fields if data_fields is None else data_fields, meta_fields)
    return cls


_NOTHING = object()


@checked_outside
def reduce(function: Callable[..., Any], tree: Any, initializer: Any = _NOTHING) -> Any:
    """function(… function(function(initializer, leaf), leaf) …, leaf); without an initializer it begins with a leaf.

    >>> import recto
    >>> recto.tree.reduce(lambda total, x: total + x, {"a": 1, "b": (2, 3)})
    6
    """
    if initializer is _NOTHING:
        return functools.reduce(function, leaves(tree))
    return functools.reduce(function, leaves(tree), initializer)


def all(tree: Any) -> Any:
    """Whether all leaves are true."""
    return builtins.all(leaves(tree))


def broadcast(prefix: Any, full: Any, is_leaf: Stop = None) -> Any:
    """The tree `full` whose leaves are replaced by the leaves of a prefix of it, each repeated for all below its place.

    >>> import recto
    >>> recto.tree.broadcast({"a": 1, "b": 2}, {"a": [0, 0], "b": 0})
    {'a': [1, 1], 'b': 2}
    """
    return map(lambda leaf, part: map(lambda _: leaf, part), prefix, full, is_leaf=is_leaf)


def reduce_associative(
    operation: Callable[..., Any], tree: Any, *, identity: Any = _NOTHING, is_leaf: Stop = None
) -> Any:
    """The leaves combined in pairs, the results in pairs, and so on: `operation` must be associative.

    Raises TypeError for a tree without leaves, if no identity is given.

    >>> import recto
    >>> recto.tree.reduce_associative(lambda x, y: x + y, [1, 2, (3, 4)])
    10
    """
    found = leaves(tree, is_leaf)
    if len(found) == 0:
        if identity is _NOTHING:
            raise TypeError("reduce_associative of a tree without leaves needs an identity")
        return identity
    while len(found) > 1:
        pairs = [operation(found[k], found[k + 1]) for k in range(0, len(found) - 1, 2)]
        found = pairs + found[2 * len(pairs) :]
    return found[0]


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
            parts.append(np.reshape(vector[start : start + size], shapes[k]))
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


@checked_outside
def flatten_with_path(tree: Any, is_leaf: Stop = None) -> tuple[list[tuple], Any]:
    """([(path, leaf), …], structure); a path is a tuple of keys, which `show_path` writes out.

    >>> import recto
    >>> pairs, _ = recto.tree.flatten_with_path({"layers": [1, 2]})
    >>> [(recto.tree.show_path(path), leaf) for path, leaf in pairs]
    [("['layers'][0]", 1), ("['layers'][1]", 2)]
    """
    register_dataclasses([tree])
    return pytree.flatten_with_path(tree, is_leaf)


@checked_outside
def leaves_with_path(tree: Any, is_leaf: Stop = None) -> list[tuple]:
    """[(path, leaf), …]."""
    return flatten_with_path(tree, is_leaf)[0]


@checked_outside
def map_with_path(function: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Stop = None) -> Any:
    """The tree with function(path, leaf, …) for its leaves."""
    pairs, shape = flatten_with_path(tree, is_leaf)
    others = [shape.flatten_up_to(other) for other in rest]
    return unflatten(shape, [function(path, leaf, *more) for (path, leaf), *more in zip(pairs, *others)])


_refuse_other_names(globals())
