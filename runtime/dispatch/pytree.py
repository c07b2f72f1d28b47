"""Trees of containers, from jaxlib's C++ registry, which the dispatcher uses too.

Nodes: tuple, list, dict (keys sorted), namedtuple, OrderedDict, defaultdict, None (empty), and what is
registered. All else is a leaf; an `Array` is a leaf here (the dispatcher alone looks inside).
"""

import collections
import dataclasses
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import _xla
from .._xla import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey, Structure
from ..arrays.array import Array
from .exact import PLAIN, bare, told_apart

REGISTRY = _xla.Registry()
REGISTRY.register_dataclass_node(Array, ["buf"], [])
LEAF = _xla.leaf_structure(REGISTRY)
KEYS: tuple[type[Any], type[Any], type[Any], type[Any]] = (  # of paths
    DictKey,
    FlattenedIndexKey,
    GetAttrKey,
    SequenceKey,
)
BOX = REGISTRY.flatten(Array(0))[1]  # an Array around one buffer


def _is_array(value: Any) -> bool:
    return type(value) is Array


def flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], Structure]:
    """(leaves, structure). `is_leaf(subtree)` stops the descent. Raises ValueError for dicts of unsortable
    keys.
    """
    if is_leaf is None:
        return REGISTRY.flatten(tree, _is_array)
    return REGISTRY.flatten(tree, lambda value: type(value) is Array or is_leaf(value))


def unflatten(structure: Structure, leaves: Iterable[Any]) -> Any:
    """The tree of this structure with these leaves. Raises ValueError if their number differs."""
    return structure.unflatten(leaves)


def structure(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> Structure:
    """The structure of a tree, without its leaves; structures compare by ==, and hash."""
    return flatten(tree, is_leaf)[1]


def leaves(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> list[Any]:
    """The leaves in order."""
    return flatten(tree, is_leaf)[0]


def map(
    function: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Callable[[Any], bool] | None = None
) -> Any:
    """`function(leaf, *corresponding)`, as a tree like the first. Raises ValueError if another has no such
    prefix.
    """
    firsts, shape = flatten(tree, is_leaf)
    columns = [shape.flatten_up_to(other) for other in rest]
    return shape.unflatten([function(*row) for row in zip(firsts, *columns)])


def flatten_with_path(
    tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> tuple[list[tuple[Any, ...]], Structure]:
    """([(path, leaf), ...], structure); a path is a tuple of keys, for `show_path`."""

    def stop(_: Any, value: Any) -> bool:
        return type(value) is Array or (is_leaf is not None and is_leaf(value))

    return REGISTRY.flatten_with_path(tree, stop)


def show_path(path: Sequence[Any]) -> str:
    """`['layers'][0].weight`"""
    return "".join(str(key) for key in path)


def register_class(
    cls: type,
    flatten: Callable[..., Any],
    unflatten: Callable[..., Any],
    with_keys: Callable[..., Any] | None = None,
) -> type:
    """Make a class a node: `flatten(x) -> (children, data)`, `unflatten(data, children) -> x`; `data` must
    hash.

    `with_keys(x) -> ([(key, child), ...], data)` names the children in paths. Raises ValueError if registered
    before.
    """
    REGISTRY.register_node(cls, flatten, unflatten, with_keys)
    return cls


def register_dataclass(
    cls: type, data_fields: Sequence[str] | None = None, meta_fields: Sequence[str] = ()
) -> type:
    """Make a dataclass a node: data fields are children, meta fields are part of the structure (must hash).

    By default every field that is not a meta field is data. Rebuilt with keyword arguments. Raises TypeError
    for names that are not fields taken by `__init__`, or if fields are left out.
    """
    names = [field.name for field in dataclasses.fields(cls) if field.init]
    data = [name for name in names if name not in meta_fields] if data_fields is None else list(data_fields)
    if sorted([*data, *meta_fields]) != sorted(names):
        raise TypeError(f"fields of {cls.__name__} are {names}, not {[*data, *meta_fields]}")
    if meta_fields:
        register_attributes(cls, data, meta_fields, lambda attributes: cls(**attributes))
    else:
        REGISTRY.register_dataclass_node(cls, data, [])
    return cls


def register_attributes(
    cls: type,
    children: Sequence[str],
    structure: Sequence[str],
    make: Callable[[dict[str, Any]], Any],
    check: Callable[[Any], None] | None = None,
) -> None:
    """Make a class a node of its attributes; `make(attributes)` makes an instance again. `check(value)` may refuse one:
    C++ would follow an object that holds itself without end.

    C++ compares data by `==`; attributes of the structure are told apart here where Python takes them for equal.
    """
    keys = [_xla.GetAttrKey(name) for name in children]
    flatten = _flattener(children, structure)
    if check is not None:
        flatten = _checking(check, flatten)

    def with_keys(value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        held, fixed = flatten(value)
        return tuple(zip(keys, held)), fixed

    def unflatten(structural: tuple[Any, ...], leaves: Iterable[Any]) -> Any:
        return make({**dict(zip(children, leaves)), **dict(zip(structure, map(bare, structural)))})

    register_class(cls, flatten, unflatten, with_keys)


def _checking(
    check: Callable[[Any], None], flatten: Callable[..., Any]
) -> Callable[[Any], tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """The function that takes an object apart, with a check of every eighth: C++ returns to one that holds itself."""
    turns = itertools.cycle([True, *[False] * 7])

    def checked(value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        if next(turns):
            check(value)
        return flatten(value)

    return checked


def _flattener(
    children: Sequence[str], structure: Sequence[str]
) -> Callable[[Any], tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """The function that takes an object apart, written out, as it runs at every call."""
    held, fixed = ("".join(f"value.{name}, " for name in names) for names in (children, structure))
    plain = " and ".join(f"type(fixed[{k}]) in PLAIN" for k in range(len(structure))) or "True"
    names: dict[str, Any] = {
        "PLAIN": PLAIN,
        "told_apart": told_apart,
        "type": type,
        "tuple": tuple,
        "map": map,
    }
    exec(
        f"def flatten(value):\n    fixed = ({fixed})\n"
        f"    return ({held}), fixed if {plain} else tuple(map(told_apart, fixed))\n",
        names,
    )
    return names["flatten"]


class Constant:
    """A node without leaves which unflattens to the value itself: for parts of a result known beforehand."""

    def __init__(self, value: Any) -> None:
        self.value = value


register_class(Constant, lambda node: ((), node.value), lambda value, _: value)


# --- dictionaries with an order or a default ------------------------------------------------------


def _keyed_items(mapping: Any) -> list[Any]:
    return [(_xla.DictKey(key), value) for key, value in mapping.items()]


def _default_dict(data: tuple[Any, ...], values: Iterable[Any]) -> collections.defaultdict[Any, Any]:
    factory, keys = data
    return collections.defaultdict(factory, zip(keys, values))


def _default_data(mapping: collections.defaultdict[Any, Any]) -> tuple[Any, ...]:
    return mapping.default_factory, tuple(mapping)


register_class(
    collections.OrderedDict,
    lambda d: (tuple(d.values()), tuple(d)),
    lambda keys, values: collections.OrderedDict(zip(keys, values)),
    lambda d: (_keyed_items(d), tuple(d)),
)
register_class(
    collections.defaultdict,
    lambda d: (tuple(d.values()), _default_data(d)),
    _default_dict,
    lambda d: (_keyed_items(d), _default_data(d)),
)


# --- structures as plain data ---------------------------------------------------------------------


def describe(shape: Structure) -> Any:
    """A structure as nested tuples of types and node data: pickles if these do (structures themselves do
    not).
    """
    node = shape.node_data()
    if node is None:
        return "*" if shape.num_leaves else None
    return (*node, tuple(describe(child) for child in shape.children()))


def rebuild(described: Any) -> Structure:
    """The structure that `describe` described."""
    if described is None:
        return structure(None)
    if described == "*":
        return LEAF
    kind, data, children = described
    return _xla.node(REGISTRY, kind, data, [rebuild(child) for child in children])
