"""Tree classes: dataclasses and registered classes, whose instances are containers of leaves.

The first instance of a class decides which of its attributes are children and which belong to its structure.
"""

from __future__ import annotations

import collections
import dataclasses
import dis
import functools
import itertools
import operator
import re
import sys
import types
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from recto.transform import CompileError, Instance, Type, is_foreign
from recto.transform.core.hosted.handles import handle_of, is_handled, is_handled_class, object_of
from recto.transform.core.registered import ORIGINALS, STRUCTURE, is_generated, is_static_field
from recto.transform.core.sparsity import Pattern, is_sparse, is_sparse_class, pattern_of
from recto.transform.frontend.outside.derived_containers import SHARED
from recto.transform.frontend.outside.snapshot import is_of_python
from recto.transform.frontend.state.texts import fill_template
from recto.transform.library.plain.composite import put_together as put_together_composite
from recto.transform.library.plain.composite import stands_for_composite

# Containers of Python's library by what the compiler's models of them hold (transform/frontend/models/).
SKIPPED = object()  # there is none, on the path that was taken
LIBRARY: dict[type, Callable[..., Any]] = {
    collections.deque: lambda entries, maxlen: collections.deque(entries, length_of(maxlen)),
    collections.defaultdict: lambda default_factory, recto_items: collections.defaultdict(
        default_factory, recto_items
    ),
    collections.OrderedDict: lambda recto_items: collections.OrderedDict(recto_items),
    collections.Counter: lambda recto_items: collections.Counter(recto_items),
    set: lambda members: set(members),
    dict: lambda names, entries: dict(zip(names, entries)),
    list: lambda **parts: list_of_parts(**parts),
    tuple: lambda entries: tuple(entries),
}


def length_of(maxlen: Any) -> int | None:
    """The greatest length of a deque, which a program may have computed."""
    return None if maxlen is None else operator.index(maxlen)


_parts: dict[type, "Parts"] = {}  # of dataclasses that are registered
_said: set[type] = set()  # dataclasses that the user registered
_trees: weakref.WeakKeyDictionary[type, bool] = weakref.WeakKeyDictionary()  # are others trees?
_flatten: dict[type, Callable] = {}  # of classes that the user registered with a function


class Parts(NamedTuple):
    """The attributes of a class that are children, in their order, and those that are part of the structure."""

    children: tuple[str, ...]
    structure: tuple[str, ...] = ()


class Attribute(NamedTuple):
    """A stand-in for an attribute while a flatten function is examined."""

    name: str


def loaded_runtime() -> Any:
    """`recto.runtime`; None in a process that only prints source, and has none of its objects."""
    return sys.modules.get("recto.runtime")


def is_device_array(value: Any) -> bool:
    """Whether it is a recto.Array."""
    runtime = loaded_runtime()
    return runtime is not None and isinstance(value, runtime.Array)


def is_tree_class(value: Any) -> bool:
    """Whether it is an instance of a class that is a tree."""
    if type(value) in _flatten or is_sparse(value):
        return True
    return is_tree_dataclass(type(value)) and not (isinstance(value, Pattern) or is_foreign(value))


def is_tree_dataclass(cls: type) -> bool:
    """Whether it is a dataclass whose objects consist of their fields, or that the user registered. (Others
    are objects.)"""
    if not dataclasses.is_dataclass(cls):
        return False
    found = _trees.get(cls)
    if found is None:
        found = _trees[cls] = not keeps_more(cls) and not may_hold_itself(cls)
    return found or cls in _said


def may_hold_itself(cls: type) -> bool:
    """Whether a field is declared to hold an object of the class, or any object."""
    own = re.compile(rf"\b{re.escape(cls.__name__)}\b")
    declared = [field.type for field in dataclasses.fields(cls)]
    return any(t is object or t == "object" or own.search(str(t)) for t in declared)


ANYTHING = (list, dict, tuple, Any, *"list dict tuple List Dict Tuple Any".split())


def holds_anything(cls: type) -> bool:
    """Whether a field of a dataclass is declared to hold containers of anything, and so perhaps of the object
    itself."""
    declared = [field.type for field in dataclasses.fields(cls)]
    return any(t in ANYTHING or re.search(r"\bAny\b|^typing\.\w+$", str(t)) for t in declared)


def circle(value: Any) -> CompileError:
    """The refusal of an argument that holds itself."""
    name = type(value).__name__
    return CompileError(f"{name} that holds itself: it is no tree", "pass the parts that the function needs")


def keeps_more(cls: type) -> bool:
    """Whether objects of a dataclass have attributes that are no fields: its methods set any, or it has
    cached properties."""
    fields = {field.name for field in dataclasses.fields(cls)}
    members = [member for owner in cls.__mro__ for member in vars(owner).values()]
    methods = [part for member in members for part in (member, *accessors(member))]
    return any(
        isinstance(member, functools.cached_property)
        or isinstance(member, types.FunctionType)
        and not is_generated(member)
        and not fields.issuperset(names_set(member.__code__))
        for member in methods
    )


def accessors(member: Any) -> tuple:
    return (member.fget, member.fset) if isinstance(member, property) else ()


def names_set(code: types.CodeType) -> Iterator[str]:
    """The names of the attributes that a method sets, by itself or as the texts that it gives to `__setattr__`."""
    yield from (i.argval for i in dis.get_instructions(code) if i.opname == "STORE_ATTR")
    if {"__setattr__", "setattr"}.intersection(code.co_names):
        yield from (name for name in code.co_consts if isinstance(name, str) and name.isidentifier())


def attributes_of(value: Any) -> Parts:
    """The attributes of an instance. Raises CompileError if a registered class has children of another kind."""
    cls = type(value)
    if is_sparse(value):
        return Parts(("data",))
    if cls in _flatten:
        return attributes_by_flatten(cls, tuple(attribute_names(value)))
    return _parts.get(cls) or guess_children(value)


def note_class(cls: type, flatten: Callable) -> None:
    """A class that the user registers with a flatten function."""
    _flatten[cls] = flatten


def note_parts(cls: type, found: Parts) -> None:
    """Keep the parts of a dataclass, which an instance has shown."""
    _parts[cls] = found
    if dataclasses.is_dataclass(cls):
        STRUCTURE[cls] = frozenset(found.structure)


def note_dataclass(cls: type, children: Iterable[str], structure: Iterable[str]) -> None:
    """A dataclass that the user registers."""
    _parts[cls] = Parts(tuple(children), tuple(structure))
    _said.add(cls)
    STRUCTURE[cls] = frozenset(structure)


def instances(values: Iterable, around: tuple = ()) -> Iterator[Any]:
    """The instances of tree classes among values, and inside them. Raises CompileError where one holds itself."""
    for value in values:
        parts: Iterable = ()
        if is_handled(value):
            yield value
        elif is_tree_class(value):
            yield value
            parts = [getattr(value, name) for name in attributes_of(value).children]
        elif isinstance(value, (dict, list, tuple)):
            parts = value.values() if isinstance(value, dict) else value
        if parts and any(value is outer for outer in around):
            raise circle(value)
        yield from instances(parts, (*around, value))


def refuse_other_attributes(values: Iterable) -> None:
    """Raise CompileError if a dataclass among these values, or inside them, has attributes that are no fields: C++,
    which takes it apart by its fields, passes them by."""
    for value in instances(values):
        fields = getattr(type(value), "__dataclass_fields__", None)
        others = set() if fields is None else getattr(value, "__dict__", {}).keys() - fields.keys()
        if others:
            name = next(name for name in vars(value) if name in others)
            raise CompileError(
                f"an object of the dataclass {type(value).__name__} among the arguments has the attribute {name}, "
                "which is none of its fields",
                f"declare it as a field: {name}: float = 0.0, say, or {name}: object = None",
            )


def put_together(cls: type, attributes: dict[str, Any]) -> Any:
    """An instance with these attributes, whose `__init__` is not run; a container of Python's library; the caller's
    own object that has a handle."""
    if is_handled_class(cls):
        return object_of(attributes["handle"])
    if cls in LIBRARY:
        return LIBRARY[cls](**attributes)
    if cls in ORIGINALS:
        return ORIGINALS[cls](**attributes)
    if stands_for_composite(cls):
        return put_together_composite(cls, attributes)
    if is_sparse_class(cls):
        return unflatten_sparse(cls, attributes["pattern"], [attributes["data"]])
    made = blank(cls)
    if attributes.pop(SHARED, None) is True:
        made.__dict__ = made
    if isinstance(made, dict):
        store = (
            collections.OrderedDict.__setitem__
            if isinstance(made, collections.OrderedDict)
            else dict.__setitem__
        )
        for key, value in attributes.pop("recto_items").items():
            store(made, key, value)
    if isinstance(made, list):
        list.extend(made, attributes.pop("entries"))
    if isinstance(made, collections.deque):
        collections.deque.__init__(made, attributes.pop("entries"), length_of(attributes.pop("maxlen", None)))
    fill(made, attributes)
    return made


def blank(cls: type) -> Any:
    """An object of a class that holds nothing yet."""
    return next(c for c in cls.__mro__ if not is_of_python(c)).__new__(cls)


def fill(made: Any, parts: Mapping) -> None:
    """Put the items into a new list or dict, the attributes into a new object."""
    if type(made) is list:
        made.extend(parts.values())
    elif type(made) is dict:
        made.update(parts)
    else:
        for name, value in parts.items():
            object.__setattr__(made, name, value)


def list_of_parts(
    columns: Any = (),
    members: Any = None,
    pool: Any = None,
    pairs: Any = None,
    given: Any = None,
    values: Any = None,
    unset: bool = False,
    inside: Any = (),
) -> Any:
    """A list of tuples, from its columns; one of lists, from their numbers and the pool of all items, by these; one
    with items that are None, from the values and truth values that say where there is one; one of texts, from the
    numbers of their templates and the values inside."""
    if given is not None:
        absent = SKIPPED if unset else None
        return [value if flag else absent for flag, value in zip(given, values)]
    if pairs is not None:
        lists: collections.defaultdict[int, list] = collections.defaultdict(list)
        for number, value in pairs:
            lists[int(number)].append(value)
        return lists
    if inside:
        numbers = itertools.repeat(0) if members is None else members
        return [fill_template(pool[int(number)], values) for number, values in zip(numbers, zip(*inside))]
    if members is not None:
        return [pool[int(number)] for number in members]
    return list(zip(*columns))


def is_registered(cls: type) -> bool:
    """Whether the children of its instances are known."""
    return cls in _parts or cls in _flatten


def guess_children(value: Any) -> Parts:
    """The children of a dataclass: static fields, text, functions, classes and whole objects are structure,
    others children."""
    fields = [f for f in dataclasses.fields(value) if hasattr(value, f.name)]
    names = [f.name for f in fields]
    children = tuple(f.name for f in fields if not is_static_field(f) and is_child(getattr(value, f.name)))
    return Parts(children, tuple(name for name in names if name not in children))


def is_child(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, (list, tuple, dict, bool, int, float, complex, np.generic, np.ndarray))
        or isinstance(value, (Type, Instance))
        or is_tree_class(value)
        or is_handled(value)
        or is_device_array(value)
        or is_foreign(value)
    )


def flatten_handled(value: Any) -> tuple[tuple, None]:
    return (handle_of(value),), None


def unflatten_handled(data: None, children: Iterable) -> Any:
    (handle,) = children
    return object_of(handle)


def flatten_sparse(value: Any) -> tuple[tuple, Pattern]:
    return (value.data,), pattern_of(value)


def unflatten_sparse(cls: type, pattern: Pattern, children: Iterable) -> Any:
    """A sparse matrix of SciPy's, whose index arrays are its own. Where the child is no array but stands for one, in
    trees of something else, the matrix holds that."""
    (data,) = children
    made, parts = cls.__new__(cls), [array.copy() for array in pattern.arrays]
    if is_device_array(data) or isinstance(data, np.ndarray):
        if np.shape(data) != pattern.stored:
            raise CompileError(
                f"a batch of sparse matrices is none of SciPy's: its data have shape {np.shape(data)}",
                "return the array A.data, or A.toarray()",
            )
        data = np.array(data)
        if pattern.format == "coo":
            return cls((data, tuple(parts)), shape=pattern.shape)
        return cls((data, *parts), shape=pattern.shape)
    made.__dict__.update(data=data, pattern=pattern)
    return made


# -- classes with a flatten function ---------------------------------------------------------------------------------


def attribute_names(value: Any) -> Iterator[str]:
    """The names of an instance's attributes: in the order of a dataclass's fields, else in that of
    assignment."""
    if dataclasses.is_dataclass(value):
        yield from (f.name for f in dataclasses.fields(value))
        return
    yield from getattr(value, "__dict__", ())
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        yield from (name for name in ((slots,) if isinstance(slots, str) else slots) if hasattr(value, name))


def attributes_by_flatten(cls: type, names: tuple[str, ...]) -> Parts:
    """The attributes that a flatten function takes: it is asked about an object whose attributes are their
    names."""
    asked = object.__new__(cls)
    for name in names:
        object.__setattr__(asked, name, Attribute(name))
    try:
        children, data = _flatten[cls](asked)
        children, structure = tuple(children), tuple(attributes_in(data))
    except Exception:
        children, structure = (None,), ()
    if not all(isinstance(child, Attribute) for child in children):
        raise CompileError(
            f"class {cls.__name__} is registered as a tree whose children are not its attributes",
            "let its flatten function return attributes, as in ((self.a, self.b), self.name), or make "
            "it a dataclass",
        )
    STRUCTURE[cls] = frozenset(structure)
    return Parts(tuple(child.name for child in children), structure)


def attributes_in(data: Any) -> Iterator[str]:
    """The attributes in a registered class's data: those that determine the structure as they are."""
    if isinstance(data, Attribute):
        yield data.name
    elif isinstance(data, dict):
        for item in data.values():
            yield from attributes_in(item)
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from attributes_in(item)
