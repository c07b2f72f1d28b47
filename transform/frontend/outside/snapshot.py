"""Snapshots: the content of an outside object as a comparable value, for guards of data that are used as a
whole.

    a list, tuple, deque, dict, set …    its class and its items; of slices and ranges the bounds
    a number or text                     its class and its exact value: 0.0 is not -0.0, 1 is not True
    a function, class, module, member    the object itself: what it consists of is guarded where it is read
    any other object                     the object itself, its class and what its attributes hold

No method of a user's class is run for it.
"""

from __future__ import annotations

import collections
import enum
import functools
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .foreign_arrays import PROTOCOLS

ATOMS = frozenset([bool, int, float, complex, str, bytes, type(None), type(Ellipsis), type(NotImplemented)])
EXACT = frozenset([bool, int, str, bytes, type(None)])  # of which equal ones of one type are the same
NAMED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.CodeType,
    np.ufunc,
    enum.Enum,
    type(np.sum),
)
# classes of immutable values, with an __eq__ of their own (by name: not imported here)
VALUES = frozenset(
    """
    fractions.Fraction decimal.Decimal datetime.date datetime.time datetime.timedelta datetime.timezone
    pathlib.PosixPath pathlib.PurePosixPath pathlib.WindowsPath pathlib.PureWindowsPath re.Pattern uuid.UUID
""".split()
)
SEQUENCES = (list, tuple, collections.deque)
HEAP, IMMUTABLE = 1 << 9, 1 << 8  # flags of classes: made while running; by C, for what nobody sees
LARGEST = 1 << 20  # bytes of an array that is taken as a whole


def is_of_python(cls: type) -> bool:
    """Whether a class was made by a class statement. What objects of others hold, nobody sees."""
    return cls.__flags__ & (HEAP | IMMUTABLE) == HEAP


class Opaque(Exception):
    """An object that may change in a way that can't be followed."""


class Same:
    """An object, equal to itself alone."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


class Snapshot:
    """The content of a value when it was read. `holds(value)`: whether it holds the same now.

    `items`: a copy where the value is a list or tuple of ints and texts, which can be compared quickly.

    Raises:
        Opaque: if the value is something that can't be followed.
    """

    __slots__ = ("value", "token", "items", "types")

    def __init__(self, value: Any):
        try:
            self.value, self.token = value, content_token(value)
        except Opaque:
            raise
        except Exception as error:  # of the user's, where an object is looked at
            raise Opaque(type(value).__name__) from error
        simple = type(value) in (list, tuple) and all(type(item) in EXACT for item in value)
        self.items = type(value)(value) if simple else None
        self.types = [*map(type, value)] if simple else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and other.token == self.token

    __hash__ = None  # type: ignore[assignment]  # as Python asks for

    def holds(self, value: Any) -> bool:
        try:
            return content_token(value) == self.token
        except Exception:
            return False


def same_value(a: Any, b: Any) -> bool:
    """Whether two immutable values are the same, with their types and signs."""
    try:
        return a is b or type(a) is type(b) and content_token(a) == content_token(b)
    except Exception:
        return False


def keys_of(value: dict[Any, Any]) -> Snapshot:
    """The keys of a dict in their order; objects of users' classes are compared by identity."""
    return Snapshot(tuple([key_token(key) for key in dict.keys(value)]))


def key_token(key: Any) -> Any:
    if type(key) is tuple:
        return tuple(map(key_token, key))
    return key if type(key) in ATOMS or issubclass(type(key), (np.generic, *NAMED)) else Same(key)


def key_of(value: Any) -> Any:
    """An object as a key: equal for objects of one class with the same content, whatever its __eq__ compares.

    Objects that hold arrays are equal to themselves alone: those arrays are fetched from them at every call.
    """
    if str(type(value).__module__).split(".")[0] == "recto":
        return value
    try:
        return content_token(value, objects=False)
    except Exception:
        return Same(value)


def content_token(value: Any, around: tuple[Any, ...] = (), objects: bool = True) -> Any:
    """The content of a value, as something that hashes. `objects`: whether every object is different from all
    others."""
    kind = type(value)
    if kind in EXACT:
        return kind, value
    if kind in ATOMS:
        return kind, repr(value)
    if issubclass(kind, NAMED):
        return Same(value)
    if issubclass(kind, (np.generic, np.dtype)):
        return of_numpy(value)
    if kind is Same:
        return value
    if any(outer is value for outer in around):
        return "around", next(k for k, outer in enumerate(around) if outer is value)
    return of_compound(value, kind, (value, *around), objects)


def of_numpy(value: Any) -> Any:
    if isinstance(value, np.dtype):
        return np.dtype, value.str, repr(value)
    if value.dtype.hasobject:
        raise Opaque(type(value).__name__)
    return type(value), value.dtype.str, value.tobytes()


def of_compound(value: Any, kind: type, around: tuple[Any, ...], objects: bool) -> Any:
    """(What a class that is derived from a container defines itself is not asked.)"""
    inside = lambda items: tuple([content_token(item, around, objects) for item in items])
    if issubclass(kind, dict):
        return kind, inside(dict.keys(value)), inside(dict.values(value)), of_attributes(value, inside)
    for container in (*SEQUENCES, set, frozenset):
        if issubclass(kind, container):
            items = inside(container.__iter__(value))
            return kind, items if container in SEQUENCES else frozenset(items), of_attributes(value, inside)
    if kind is slice or kind is range:
        return kind, inside((value.start, value.stop, value.step))
    if kind is functools.partial:
        return kind, inside((value.func, value.args, value.keywords))
    if kind is types.MethodType:
        return kind, inside((value.__func__, value.__self__))
    if is_value(kind):
        return kind, value
    if issubclass(kind, np.ndarray) and value.dtype == object:
        return kind, value.shape, inside(value.ravel().tolist())
    return of_bytes(value, kind, objects) or of_object(value, kind, inside, objects)


def is_value(kind: type) -> bool:
    """Whether it is one of the classes of immutable values."""
    return (
        f"{kind.__module__}.{kind.__qualname__}" in VALUES
        and getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is kind
    )


def of_bytes(value: Any, kind: type, objects: bool) -> Any:
    """Arrays of numbers, of NumPy or Python; None for anything else."""
    if kind in (bytearray, memoryview):
        return kind, bytes(value)
    if is_typed_array(kind):
        return kind, value.typecode, value.tobytes()
    if not objects and any(hasattr(kind, name) for name in PROTOCOLS):
        raise Opaque(kind.__name__)
    if issubclass(kind, np.ndarray):
        if value.nbytes > LARGEST or value.dtype.hasobject:
            raise Opaque(f"an array of {value.nbytes} bytes")
        return kind, value.dtype.str, value.shape, np.ndarray.tobytes(value)
    return None


def is_typed_array(kind: type) -> bool:
    """Whether it is Python's array.array."""
    return (kind.__module__, kind.__qualname__) == ("array", "array")


def of_object(
    value: Any, kind: Any, inside: Callable[[Iterable[Any]], tuple[Any, ...]], objects: bool
) -> Any:
    """An object of a class written in Python: itself, and what its attributes hold."""
    if kind.__module__.split(".")[0] in ("recto", "jaxlib"):
        return Same(value)
    if not (is_of_python(kind) or kind is types.SimpleNamespace):
        raise Opaque(kind.__name__)
    own = objects or kind.__eq__ is object.__eq__
    return Same(value) if own else kind, of_attributes(value, inside)


def of_attributes(value: Any, inside: Callable[[Iterable[Any]], tuple[Any, ...]]) -> Any:
    """The content of an object's attributes: those in its __dict__ and in slots."""
    if not is_of_python(type(value)) and type(value) is not types.SimpleNamespace:
        return ()
    found = dict(object.__getattribute__(value, "__dict__")) if type(value).__dictoffset__ else {}
    for cls in type(value).__mro__:
        for name, member in vars(cls).items():
            if isinstance(member, types.MemberDescriptorType):
                found.update(slot(value, name, member))
    return (*found, *inside(found.values()))


def slot(value: Any, name: str, member: Any) -> dict[str, Any]:
    try:
        return {name: member.__get__(value)}
    except AttributeError:
        return {}
