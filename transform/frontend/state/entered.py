"""Mutated outside objects: read as abstract values, and written back after the call.

A reading first assumes that nothing outside changes. If something does, `ReadAgain` names it, and the
function is read again with that object *entered*: an object becomes an Instance, a list or dict one like
those made inside, a global or a variable of an enclosing function an attribute of an Instance that stands for
its scope. So branches and loops carry its changes, and one object is one abstract value, whatever path leads
to it.

    self.n += 1                     n = …                           # a hidden parameter, fetched at every call
                            ⇒       n = n + 1                       # a hidden result: stored in self.n
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import types
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...library.plain.composite import is_masked, parts_of_composite
from ..outside.derived_containers import is_derived
from ..outside.paths import Path, Space, parent, partition
from ..outside.snapshot import is_of_python
from .values import UNSET, External, Instance

if TYPE_CHECKING:
    from ..interpreter import Interpreter

BEFORE = 1  # the serial number of what was there before the function: the least that an object has
NUMBERS = (int, float, complex, np.generic)
# (models/)
LIBRARY = (set, collections.deque, collections.defaultdict, collections.Counter, collections.OrderedDict)


class ReadAgain(Exception):
    """Something that has to be known from the start turned out while reading.

    target: the object that is changed, or None if memories have to be numbered; name: of the attribute or variable
    that is; appended: whether it is a list that gets longer, and that is all so far.
    """

    def __init__(self, target: Any, name: Any = None, appended: bool = False):
        super().__init__()
        self.target, self.name, self.appended = target, name, appended


@dataclasses.dataclass
class Writes:
    """The outside objects that are known to be changed by the function.

    objects     id -> object that is changed (a cell of a closure, the dict of a module, an object, a container)
    names       (id, name) of the attributes and variables that are
    appended    ids of lists that only get longer
    fixed       paths of numbers among these that have to be known while compiling
    varying     paths of other numbers that are passed at every call, as these are, and of lists of such numbers
    follows     whether it depends on data which arrays are stored, so that their memories have to be numbered
    """

    objects: dict[int, Any] = dataclasses.field(default_factory=dict)
    names: set[tuple[int, Any]] = dataclasses.field(default_factory=set)
    appended: dict[int, Any] = dataclasses.field(default_factory=dict)
    fixed: set[Path] = dataclasses.field(default_factory=set)
    varying: frozenset[Path] = frozenset()
    follows: bool = False

    def learn(self, found: ReadAgain) -> None:
        if found.target is None:
            self.follows = True
            return
        if found.appended and id(found.target) not in self.objects:
            self.appended[id(found.target)] = found.target
            return
        self.appended.pop(id(found.target), None)
        self.objects[id(found.target)] = found.target
        if found.name is not None:
            self.names.add((id(found.target), found.name))

    def passes(self, path: Path) -> bool:
        """Whether a number at this path, or the numbers of a list, are passed at every call."""
        while self.varying and path.steps and path not in self.varying and path.steps[-1][0] == "item":
            path = parent(path)
        return path in self.varying

    def __bool__(self) -> bool:
        return bool(self.objects or self.appended)


@dataclasses.dataclass
class Entered:
    """An object that is changed: how to find it, its abstract value, and what that held at first.

    `before` is what has been read of attributes; of a container it is a copy.
    """

    path: Path
    value: Any
    before: Any
    kind: str  # "attribute", "global", "cell", "list", "dict", "appended", "model", "derived"


class Attributes(dict):
    """The attributes of an object from outside, or the variables of a scope: each is read when it is first asked for.

    holder: that object; before: what has been read.
    """

    def __init__(self, holder: Any, names: Callable[[], Iterable[str]], read: Callable[[str], Any]):
        super().__init__()
        self.holder, self.names, self.read = holder, names, read
        self.before: dict[str, Any] = {}

    def load(self, name: str) -> None:
        if name not in self.before:
            self.before[name] = value = self.read(name)
            if value is not UNSET:
                super().__setitem__(name, value)

    def load_all(self) -> None:
        for name in self.names():
            self.load(name)

    def __contains__(self, name: object) -> bool:
        self.load(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> Any:
        self.load(name)
        return super().__getitem__(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self.load(name)
        super().__setitem__(name, value)

    def get(self, name: str, default: Any = None) -> Any:
        self.load(name)
        return super().get(name, default)

    def pop(self, name: str, *default: Any) -> Any:
        self.load(name)
        return super().pop(name, *default)

    def __iter__(self) -> Iterator[str]:
        self.load_all()
        return super().__iter__()

    def __len__(self) -> int:
        self.load_all()
        return super().__len__()

    def keys(self) -> Any:
        self.load_all()
        return super().keys()

    def values(self) -> Any:
        self.load_all()
        return super().values()

    def items(self) -> Any:
        self.load_all()
        return super().items()


class ContainerAttributes(Attributes):
    """The attributes of an object of a class that is derived from a container, with what its model holds: the items.

    held: the items at first, once they have been read.
    """

    held: Any = None


class Appended(External):
    """A list from outside of which only the end is known: what the function has appended.

    Whoever wants to know what else it holds has it read again, as a whole.
    """

    __slots__ = ("list", "tail")

    def __init__(self, value: list, path: Path, outside: Any, tail: Any):
        self.list, self.path, self.outside, self.tail = value, path, outside, tail

    @property
    def unread(self) -> Any:  # type: ignore[override]
        raise ReadAgain(self.list)


def own_names(value: Any) -> Iterator[str]:
    """The attributes that an object itself has: in its __dict__, and in slots."""
    yield from getattr(value, "__dict__", ())
    yield from (name for name in slots_of(type(value)) if hasattr(value, name))


def slots_of(cls: type) -> Iterator[str]:
    """The attributes for which the objects of a class have slots. (A namespace has one for its __dict__.)"""
    for base in cls.__mro__:
        yield from (
            name
            for name, member in vars(base).items()
            if isinstance(member, types.MemberDescriptorType) and name != "__dict__"
        )


def has_slot(cls: type, name: str) -> bool:
    return any(isinstance(vars(c).get(name), types.MemberDescriptorType) for c in cls.__mro__)


def may_be_entered(value: Any) -> bool:
    """Whether it is an object of a class written in Python, or a container that may be changed."""
    cls = type(value)
    return (
        cls in (list, dict, *LIBRARY)
        or is_derived(cls)
        or bool(is_of_python(cls) or cls is types.SimpleNamespace)
        and not issubclass(cls, (list, dict, tuple, set, str, int, float, type, np.ndarray))
    )


def is_entered(value: Any) -> bool:
    """Whether it is an object from outside that is changed."""
    return isinstance(value, Instance) and isinstance(value.attributes, Attributes)


def path_to(outside: Any, value: Any) -> Path | None:
    """The path by which an object from outside was met first; None for any other value."""
    if isinstance(value, External):
        return value.path
    found = outside.entered.get(id(value.attributes.holder if is_entered(value) else value))
    return found.path if found is not None and found.value is value else None


def is_shared(obj: External) -> bool:
    """Whether it is an argument that stands for all that are equal to it."""
    kind, value = obj.path.root[:2]
    own = type(value).__eq__ is not object.__eq__ and kind == "argument" and not is_derived(type(value))
    return own and not isinstance(
        value, (types.FunctionType, type, types.BuiltinFunctionType, types.MethodType)
    )


def is_varying(value: Any) -> bool:
    """Whether it is a number that is passed at every call where it is changed. (Truth values, and members of
    enumerations, are told apart while reading.)"""
    return isinstance(value, NUMBERS) and not isinstance(value, (bool, np.bool_, enum.Enum))


def holds_numbers(value: list) -> bool:
    """Whether it is a list of nothing but numbers and tuples of numbers, or an empty one, which may be one
    array."""
    return all(is_varying(v) or type(v) is tuple and all(map(is_varying, v)) for v in value)


def scope_instance(attributes: Attributes) -> Instance:
    """Stands for the variables of a module or of an enclosing function."""
    made = Instance(types.SimpleNamespace, attributes)
    made.origin = BEFORE
    return made


def cell_of(function: types.FunctionType, name: str) -> Any:
    return function.__closure__[function.__code__.co_freevars.index(name)]


def scope_of(outside: Any, interp: Interpreter, space: dict) -> Instance:
    """Stands for the globals of a module that are changed."""
    if id(space) not in outside.entered:

        def read(name: str) -> Any:
            if name not in space:
                outside.guard(Path(("defined", Space(space), name)), False)
                return UNSET
            return outside.part(
                interp, outside.changes(space, name), space[name], Path(("global", Space(space), name))
            )

        variables = Attributes(space, lambda: list(space), read)
        outside.entered[id(space)] = Entered(
            Path(("space", Space(space))), scope_instance(variables), variables.before, "global"
        )
    return outside.entered[id(space)].value


def cell_outside(outside: Any, interp: Interpreter, function: types.FunctionType, name: str) -> Instance:
    """Stands for a variable of an enclosing function that is changed."""
    cell = cell_of(function, name)
    if id(cell) not in outside.entered:
        path = Path(("cell", function, name))
        read = lambda name: outside.part(interp, outside.changes(cell, name), cell.cell_contents, path)
        variables = Attributes(cell, lambda: [name], read)
        outside.entered[id(cell)] = Entered(
            Path(("cell object", function, name)), scope_instance(variables), variables.before, "cell"
        )
    return outside.entered[id(cell)].value


def class_scope(outside: Any, interp: Interpreter, cls: type | types.FunctionType) -> Instance:
    """Stands for the attributes of a class, or of a function, that are assigned."""
    if id(cls) not in outside.entered:
        path = Path(("argument", cls))
        is_class = isinstance(cls, type)

        def read(name: str) -> Any:
            if name not in vars(cls):
                outside.guard(path.then("own", name), False)
                return UNSET
            place = Path(("member", cls, name)) if is_class else path.then("attribute", name)
            return outside.part(interp, True, vars(cls)[name], place)

        attributes = Attributes(cls, list, read)
        outside.add(interp, cls, Entered(path, scope_instance(attributes), attributes.before, "attribute"))
    return outside.entered[id(cls)].value


def masked_array(outside: Any, interp: Interpreter, cls: type, children: dict, path: Path) -> Instance:
    """A masked array from outside: data, mask and fill value are captured; whether it has a mask is guarded."""
    parts = {}
    for name, place in (("recto_data", "data"), ("recto_mask", "mask"), ("recto_fill", "_fill_value")):
        inside = path.then("attribute", place)
        absent = np.bool_ if name == "recto_mask" else type(None)
        if children[name] is None:
            outside.guard(inside.then("attribute", "__class__"), absent)
        parts[name] = None if children[name] is None else outside.wrap(interp, children[name], inside)
    made = Instance(cls, parts)
    made.origin = BEFORE
    return made


def structured_array(outside: Any, interp: Interpreter, value: Any, path: Path) -> Instance:
    """A structured array from outside: its fields are captured."""
    outside.guard(path.then("attribute", "__class__"), type(value))
    known = outside.paths.setdefault(id(value), (path, value))[0]
    if known != path:
        outside.guards[Path(("partition", known, path))] = partition([value, value])
    if known not in outside.composites:
        cls, children, fixed = parts_of_composite(value)
        if is_masked(value):
            outside.composites[known] = masked_array(outside, interp, cls, children, known)
            return outside.composites[known]
        outside.guard(known.then("attribute", "dtype"), value.dtype)
        fields = {
            name: outside.wrap(interp, field, known.then("item", name))
            for name, field in children["recto_fields"].items()
        }
        interp.trail.allocations[id(fields)] = BEFORE, fields
        outside.composites[known] = Instance(cls, {"recto_fields": fields, **fixed})
        outside.composites[known].origin = BEFORE
    return outside.composites[known]
