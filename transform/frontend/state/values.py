"""Abstract values: the values of Python expressions while their function is read.

a plain Python object        static: known now
Sym                          a dynamic scalar (weak: a Python number) or NumPy scalar: immutable
Array                        a dynamic ndarray: a reference with identity, or a view of another Array
list tuple dict namedtuple   containers of abstract values
Instance                     an object whose class is the user's and whose attributes are abstract values
External                     an object from outside (global, closure cell, argument attribute) reached by a path
Closure, Bound               functions defined inside the function that is read; methods
Counted                      an iterable of known or dynamic length whose items are computed from an index
Iterator, View               what is read once, item by item; what shows the keys, values or items of a dict
Maybe, Option, Poison, UNSET, NEVER  results of joining branches that do not agree
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...core.errors import CompileError, NeedsStatic, Span
from ...core.hosted.handles import HostObject, is_handled_class
from ...core.spelling import plain_text
from ...ir.builder import Sym
from ...ir.program import Type
from ..outside.kinds import OF_NUMPY, Held, is_plain_class
from ..outside.paths import Path

if TYPE_CHECKING:
    from ..interpreter import Interpreter


class Unsettled(CompileError):
    """A loop's carry changes its type or structure: the loop can't stay a loop."""

    def __init__(self, message: str, hint: str | None = None, loop: int | None = None):
        super().__init__(message, hint)
        self.loop = loop


class Sentinel:
    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return self.name


UNSET = Sentinel("UNSET")  # a variable that has no value yet
NEVER = Sentinel("NEVER")  # the value of a path that is never taken to the end (it raised)
END = Sentinel("END")  # what an iterator gives that has no more items


class Array:
    """A dynamic ndarray. A root holds its content (`sym`); a view reads and writes its base through a lens.

    `version` counts the writes to a root. `frozen` says why it must not be written, or is the list from outside that it
    stands for, which would have to be entered, or what is raised then. An array that came out of joining
    two paths may be the same memory as other roots, its `may_aliases`, and they have it among theirs: a write to one
    makes the others unreadable (`watch`: these roots with their versions, as they were when both were last consistent).
    `origin` is a serial number, to tell arrays made on a path from older ones. `turned`: in NumPy its elements may lie
    in another order than that of its axes, as those of `x.T + 1` do. `which`: the number of the memory that a root is,
    where that is followed (`Writes.follows`); None where it is not known. `outgrown`: the name of the list whose rows
    these were, before a longer array took their place.
    """

    __slots__ = (
        "sym",
        "base",
        "lens",
        "type",
        "version",
        "frozen",
        "watch",
        "may_aliases",
        "origin",
        "called",
        "turned",
        "which",
        "outgrown",
    )

    def __init__(
        self,
        sym: Sym | None,
        base: "Array | None" = None,
        lens: "Lens | None" = None,
        type: Type | None = None,
    ):
        self.sym, self.base, self.lens = sym, base, lens
        self.type: Type = sym.type if sym is not None else type
        self.version = 0
        self.frozen: str | External | Exception | None = None
        self.watch: tuple[tuple[Array, int], ...] = ()
        self.may_aliases: tuple[Array, ...] = ()
        self.origin = 0
        self.called: str | None = None  # the first variable that held it
        self.turned = False
        self.which: Any = None
        self.outgrown: str | None = None

    shape = property(lambda s: s.type.shape)
    dtype = property(lambda s: s.type.dtype)
    ndim = property(lambda s: s.type.ndim)
    size = property(lambda s: s.type.size)

    @property
    def root(self) -> "Array":
        array = self
        while array.base is not None:
            array = array.base
        return array

    def __repr__(self) -> str:
        return f"<array {self.type}>"


@dataclasses.dataclass(frozen=True)
class Lens:
    """The relation of a view to its base: get(its content) -> content; put(its content, new) -> that, or why not."""

    get: Callable[[Sym], Sym]
    put: Callable[[Sym, Sym], Sym] | str
    index: Any = None  # the Index of a basic-slice view: those compose
    keeps: bool = False  # contiguous where the base is


@dataclasses.dataclass
class Maybe:
    """A variable set on some paths only: its value, and a dynamic bool that says whether it is set. displaced: it is an
    item of a dict that was set behind other keys on one path, and before them on another."""

    value: Any
    flag: Any
    name: str
    span: Span | None
    displaced: bool = False


@dataclasses.dataclass
class Option(Maybe):
    """A value on some paths and None on the others: the flag says whether it is a value."""


@dataclasses.dataclass
class Displaced(Maybe):
    """An item of a dict, or an attribute, that is set on every path (the flag is True), but on some of them behind keys
    that are behind its own on others."""


def is_unsure(value: Any) -> bool:
    """Whether a variable may be unset."""
    return isinstance(value, Maybe) and not isinstance(value, Option)


def is_displaced(value: Any) -> bool:
    """Whether it is an item that was set behind other keys on one path, and before them on another."""
    return isinstance(value, Displaced) or isinstance(value, Maybe) and value.displaced


def may_be_unset(value: Any) -> bool:
    """Whether it is unsure, and not only its place among others."""
    return is_unsure(value) and not isinstance(value, Displaced)


@dataclasses.dataclass(frozen=True)
class Poison:
    """A variable whose values on two paths do not fit together: an error once it is read."""

    message: str
    hint: str | None = None
    span: Span | None = None
    loop: int | None = None  # the loop (id of its node) whose iterations do not fit together
    sources: frozenset | None = None  # what would have to be static for the paths to be told apart
    grows: bool = False  # they are the items of a list, and differ in number
    site: Any = None  # where the list is made that would have to be one array, as the other is
    lists: tuple = ()  # where the lists are made that are of unlike lengths
    aliases: bool = False  # an array that it may be was written
    shared: bool = False  # a container that it may be was written

    def pairs(self, value: Any) -> Sequence[tuple[Any, Any]]:
        return ()  # what is carried in its place, each with the part of a value that stands for it

    def fail(self) -> CompileError:
        error = (
            Unsettled(self.message, self.hint, loop=self.loop)
            if self.loop
            else NeedsStatic(self.message, self.sources, self.hint)
            if self.sources
            else CompileError(self.message, self.hint)
        )
        error.origin, error.grows, error.site, error.lists = self.span, self.grows, self.site, self.lists
        error.aliases, error.shared = self.aliases, self.shared
        return error


class Instance:
    """An object of a user class made while reading: attributes are abstract values."""

    __slots__ = ("cls", "attributes", "origin")

    def __init__(self, cls: type, attributes: dict[str, Any]):
        self.cls, self.attributes, self.origin = cls, attributes, 0

    def like(self, attributes: dict[str, Any]) -> "Instance":
        """An object of the same kind with other attributes."""
        return Instance(self.cls, attributes)


def is_stream(value: Any) -> bool:
    """Whether it is a generator of random numbers, or what one is made of. (`handle` is what there is of it.)"""
    return isinstance(value, Instance) and is_handled_class(value.cls)


def is_host_object(value: Any) -> bool:
    """Whether it is what a function of the host gave, whose class is not known."""
    return isinstance(value, Instance) and value.cls is HostObject


# The attributes of an object in a heap. CLASS: the number of its class among those of its kind.
HEAP, NUMBER, KIND, CLASS = "recto_heap", "recto_number", "recto_kind", "recto_class"


def is_record(value: Any) -> bool:
    """Is it an object in a heap (models/bounded/records.py)? (Attributes that paths leave unlike are no dict.)"""
    held = value.attributes if isinstance(value, Instance) else None
    return isinstance(held, dict) and NUMBER in held and KIND in held


def with_figures(record: Instance, function: Callable[[Any], Any]) -> Instance:
    """An object in a heap with other numbers: its own, and that of its class. The heap is what it is."""
    figures = {key: function(record.attributes[key]) for key in (NUMBER, CLASS)}
    return record.like({**record.attributes, **figures})


def is_of_several(value: Any) -> bool:
    """Whether it is an object in a heap that may be of several classes."""
    return is_record(value) and len(value.cls.classes) > 1


class External:
    """An object from outside the function, by the path that leads to it.

    `unread` is the object for whoever has what it reads of it recorded (see environment.py); `value` is the object as a
    whole, all of which is guarded; `identity` the object for whoever asks which one it is.
    """

    __slots__ = ("unread", "path", "outside")

    def __init__(self, unread: Any, path: "Path", outside: Any):
        self.unread, self.path, self.outside = unread, path, outside

    @property
    def value(self) -> Any:
        return self.outside.whole(self)

    @property
    def identity(self) -> Any:
        return self.outside.identity(self)

    def __repr__(self) -> str:
        return f"<external {self.path}>"


MADE = "recto.made"  # the module of classes that are made while reading


def is_made(cls: Any) -> bool:
    return isinstance(cls, type) and cls.__module__ == MADE


@dataclasses.dataclass(frozen=True, eq=False)
class Picked:
    """One of several objects of one class from outside, or members of an enumeration, which data choose: its number,
    and the objects by numbers."""

    number: Any
    members: dict[int, Any]
    cls = property(lambda self: type(object_of(next(iter(self.members.values())))))


def object_of(value: Any) -> Any:
    """An object from outside itself, to look at what does not change."""
    return value.unread if isinstance(value, External) else value


@dataclasses.dataclass(eq=False)
class Closure:
    """A function defined (def or lambda) inside the function that is read; it sees its frame's variables when
    called."""

    node: Any
    frame: Any
    defaults: list
    kw_defaults: dict[str, Any]
    name: str
    home: type | None = None  # the class whose method it is, if that is made in a function
    origin: int = 0  # when it was made


@dataclasses.dataclass(frozen=True, eq=False)
class Bound:
    """A method with its object: calls put `self` first."""

    function: Any
    self: Any


@dataclasses.dataclass(frozen=True, eq=False)
class Partial:
    function: Any
    args: tuple
    kwargs: dict


@dataclasses.dataclass(frozen=True, eq=False)
class Super:
    """super(): the object seen from behind a class."""

    cls: type
    self: Any


@dataclasses.dataclass(frozen=True, eq=False)
class Chosen:
    """One of two functions, depending on a dynamic condition."""

    flag: Any
    then: Any
    orelse: Any


@dataclasses.dataclass(frozen=True, eq=False)
class HostMethod:
    """A method of an array or container that the method table implements: `a.sum`, `xs.append`."""

    name: str
    self: Any


class Iterator:
    """An iterator, read once, item by item (expressions/iterators.py).

    kind: its class in Python; state: how far it has been read, a list that is undone with a path; sources: the
    iterators that it reads.
    """

    sources: Sequence[Iterator] = ()
    driven = False  # is it a generator, in whose body the consumer's is read?
    returned: Any = None  # what a generator has returned that has just ended

    def __init__(self, kind: type, state: list[Any]):
        self.kind, self.state = kind, state

    def pull(self, interp: Interpreter) -> Any:
        """The next item, or END."""
        raise NotImplementedError

    def counted(self, interp: Interpreter) -> Counted | None:
        """The items that are left, if an index computes them."""
        return None

    def advance(self, interp: Interpreter, n: int) -> None:
        """Leave out n items of a counted iterator."""
        raise NotImplementedError

    def leaves(self) -> Iterable[Iterator]:
        """The iterators at the bottom, which read no others."""
        return ()

    def machinery(self) -> set[int]:
        """The ids of what changes when it is read."""
        return {id(self.state)}.union(*[source.machinery() for source in self.sources])


class View:
    """The result of a dict's keys, values or items: it shows the dict as it is whenever it is read."""

    kinds: ClassVar[dict[str, type]] = {
        "keys": type({}.keys()),
        "values": type({}.values()),
        "items": type({}.items()),
    }

    def __init__(self, name: str, of: Any):
        self.name, self.of, self.kind = name, of, self.kinds[name]


class Listed(list):
    """Items known one by one; `item(k)` reads the k-th anew, so that a loop sees what its body has changed.

    `check` refuses lists that have become longer or shorter; `place`: where the list is made, or gone through, that
    may be one array.
    """

    __slots__ = ("item", "check", "place")

    def __init__(
        self, items: Iterable[Any], item: Callable[[int], Any], check: Callable[[], None] = lambda: None
    ):
        super().__init__(items)
        self.item, self.check, self.place = item, check, None


class DynamicText:
    """The abstract value of an f-string with dynamic parts: good for print, assert and raise only."""

    __slots__ = ("parts", "sources")
    returned = False

    def __init__(self, parts: list):
        self.parts = parts  # str, or (value, spec, conversion)
        known = [s for p in parts if isinstance(p, tuple) and (s := sources_of_part(p[0]))]
        self.sources = frozenset().union(*known) if known else None  # what would have to be static to know it


def sources_of_part(value: Any) -> frozenset | None:
    """The values that would have to be known to know the text of a value: of one of two texts, or of a number."""
    if isinstance(value, Sym):
        return value.origins if not value.ndim and value.dtype.kind in "iubf" else None
    return getattr(value, "sources", None)


class Counted:
    """An iterable of `length` items; `item(i)` is the i-th, for a static or a dynamic i. `bounds`: (lo, hi, step) when
    it counts a range, so that the loop keeps the user's own index; `at(index)`: the item then, if not the index itself.
    """

    __slots__ = ("length", "item", "bounds", "at")

    def __init__(self, length: Any, item: Callable, bounds: tuple | None = None, at: Callable | None = None):
        self.length, self.item, self.bounds, self.at = length, item, bounds, at


def class_of(value: Instance) -> type:
    """The class of an object as the function sees it."""
    return getattr(value.cls, "__recto_class__", value.cls)


NUMBERS = (bool, int, float, complex, np.generic)


def is_number(value: Any) -> bool:
    """A static or dynamic scalar."""
    return isinstance(value, (Sym, *NUMBERS))


def is_carried(value: Any) -> bool:
    """Whether a value can stand beside None: it is made of numbers and arrays."""
    if isinstance(value, tuple):
        return all(map(is_carried, value))
    of_user = isinstance(value, External) and is_plain_class(type(value.unread))
    return of_user or value is NEVER or isinstance(value, (Array, Sym, Picked, *NUMBERS))


def is_dynamic(value: Any) -> bool:
    return isinstance(value, (Sym, Array))


def contains_dynamic(value: Any) -> bool:
    match value:
        case (
            Sym()
            | Array()
            | Maybe()
            | Instance()
            | Counted()
            | DynamicText()
            | Iterator()
            | View()
            | Picked()
        ):
            return True
        case Partial():
            return any(map(contains_dynamic, (*value.args, *value.kwargs.values())))
        case list() | tuple() | set():
            return any(map(contains_dynamic, value))
        case dict():
            return any(map(contains_dynamic, value.values()))
        case BaseException():
            return any(map(contains_dynamic, (*value.args, *vars(value).values())))
    return isinstance(value, slice) and any(map(contains_dynamic, (value.start, value.stop, value.step)))


def no_array(value: External) -> CompileError:
    """The refusal of an outside object where an array is wanted."""
    if isinstance(value.unread, np.ndarray):
        return CompileError(
            f"{value.path} has dtype object, which compiled code can't hold",
            "arrays hold booleans, integers, floats or complex numbers",
        )
    return CompileError(f"{describe(value)} can't be used as an array")


class Sealed:
    """A value of the compiler's own that compiled code may return: it goes through as it is."""

    def __init__(self, value: Any):
        self.value = value


class SealedByValue(Sealed):
    """One that is the same as another of its class with an equal value."""

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


class SealedByIdentity(Sealed):
    """One that is the same as another of its class with the same object."""

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and other.value is self.value

    def __hash__(self) -> int:
        return hash(id(self.value))


def describe(value: Any) -> str:
    """The description of a value in error messages."""
    match value:
        case None:
            return "None"
        case Held():
            return f"an array of dtype {value.value.dtype}"
        case Sym():
            return f"a dynamic scalar {value.type}" if not value.shape else str(value.type)
        case Array():
            return str(value.type)
        case Instance() if value.cls is np.ndarray:
            return f"a slice of computed length of {value.attributes['data'].type}"
        case Instance() if value.cls is HostObject:
            return "an object of the host"
        case Instance() if issubclass(value.cls, list) and "nesting" in value.attributes:
            return "a list that is one array"
        case Instance():
            return f"an object of class {class_of(value).__name__}"
        case External():
            path, kind = str(value.path), type(value.unread).__name__
            return path if path.endswith(f" {kind}") else f"{path} ({kind})"
        case Picked():
            return f"one of {len(value.members)} objects of class {value.cls.__name__}"
        case Closure():
            return f"the function {value.name}"
        case Option():
            return f"{describe(value.value)} or None"
        case Maybe() | Poison():
            return "a variable that may be unset"
        case DynamicText():
            return "a text with dynamic values"
        case Iterator() | View():
            name = value.kind.__name__
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        case tuple() if hasattr(value, "_fields"):
            return f"a {type(value).__name__}"
        case list() | tuple() | dict():
            return f"a {type(value).__name__} of {len(value)} item{'s' * (len(value) != 1)}"
        case str() | int() | float() | complex():
            text = f" {plain_text(value)}" if type(value) in (str, int, float, complex, bool) else ""
            return f"{type(value).__name__}{text}"
        case _ if isinstance(value, CALLABLES):
            return describe_callable(value)
    return f"an object of class {type(value).__name__}"


CALLABLES = (*OF_NUMPY, type, HostMethod, Bound, types.FunctionType, types.BuiltinFunctionType)


def describe_callable(value: Any) -> str:
    match value:
        case HostMethod():
            return f"the method {value.name}"
        case Bound():
            return describe(value.function).replace("function", "method")
        case type():
            return f"the class {value.__name__}"
    return f"the function {value.__name__}"


def compute(function: Callable, *args: Any) -> Any:
    """A static operation; what it raises is the user's error."""
    try:
        return function(*args)
    except CompileError:
        raise
    except Exception as error:
        raise raised_by(error) from None


def raised_by(error: Exception, hint: str | None = None) -> CompileError:
    """The refusal of what Python itself refuses."""
    refusal = CompileError(f"{type(error).__name__}: {error}", hint)
    refusal.raised = error
    return refusal
