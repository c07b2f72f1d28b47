"""The trail: a log of every write to state that outlives a statement, so that branches and loops know what
they changed.

A location is (object, key): a Frame's variable, an Array's content, a container's content, an Instance's attribute,
the interpreter's own registers (error code, world). `scope()` runs something and gives the set of locations written
with their values before and after, and puts the old values back.
"""

from __future__ import annotations

from typing import Any

from ...core.errors import CompileError
from .entered import BEFORE
from .values import UNSET, Array, Instance, Maybe

HOLDING = (list, tuple, dict, Instance, Maybe, Array)

CONTENT = "content"  # the key for a list's or dict's whole content, and for an Array's
ALIASES = "aliases"  # the key for what an Array may share memory with: undone with a path, and not reported


class Registers(dict):
    """Named registers of the interpreter that branches and loops carry like variables."""

    origin = 0


class Kinship(dict):
    """May-alias relation of containers (by id; container_aliases.py): undone with a path, and not reported."""

    def __init__(self) -> None:
        self.members: dict[int, Any] = {}


def read(obj: Any, key: Any) -> Any:
    match obj:
        case Array():
            return obj.sym if key == CONTENT else (obj.may_aliases, obj.watch)
        case list():
            return tuple(obj)
        case Instance():
            return obj.attributes.get(key, UNSET)
        case Registers():
            return obj.get(key, UNSET)
        case Kinship():
            return obj.get(key, ())
        case dict():
            return dict(obj)
    return obj.variables.get(key, UNSET)  # a Frame


def restore(obj: Any, key: Any, value: Any) -> None:
    """Write without logging."""
    match obj:
        case Array() if key == ALIASES:
            obj.may_aliases, obj.watch = value
        case Array():
            obj.sym = value
        case list():
            obj[:] = value
        case Instance():
            _set_or_remove(obj.attributes, key, value)
        case Registers():
            _set_or_remove(obj, key, value)
        case Kinship():
            obj[key] = value
        case dict():
            obj.clear()
            obj.update(value)
        case _:
            _set_or_remove(obj.variables, key, value)


def _set_or_remove(mapping: dict, key: Any, value: Any) -> None:
    if value is UNSET:
        mapping.pop(key, None)
    else:
        mapping[key] = value


class Change:
    """One written location: the value before the scope and at its end; for an array also its version at the end."""

    __slots__ = ("obj", "key", "before", "after", "version")

    def __init__(self, obj: Any, key: Any, before: Any):
        self.obj, self.key, self.before, self.after, self.version = obj, key, before, None, 0

    @property
    def location(self) -> tuple[int, Any]:
        return id(self.obj), self.key


class Trail:
    """The log, and the serial numbers of everything made while reading (what is born in a scope ends with it).

    `outside` counts how often what was there before the function has been written, or such a write undone; `written`
    are the objects. `kept` are the containers and objects among the arguments and outside that have been; the last
    of these has the number `given`.
    """

    def __init__(self) -> None:
        self.log: list[tuple[Any, Any, Any, int]] = []
        self.serial = BEFORE  # what was there before the function has this number or none
        # containers: id -> serial, and the object to keep its id
        self.allocations: dict[int, tuple[int, Any]] = {}
        self.kin = Kinship()
        self.outside = 0
        self.written: dict[int, Any] = {}
        self.given = 0
        self.kept: dict[int, Any] = {}
        # What functions with a cache have given, by its id: their names, and what it is.
        self.cached: dict[int, tuple[str, Any]] = {}
        self.seen: list[Any] = []  # what `state_outside` has named by its id, kept for that

    def allocate(self, obj: Any) -> Any:
        """Number a new object. Arrays, Frames and Instances carry their number; containers are kept in a table."""
        self.serial += 1
        if isinstance(obj, (list, dict)):
            self.allocations[id(obj)] = self.serial, obj
        else:
            obj.origin = self.serial
        return obj

    def allocated_at(self, obj: Any) -> int:
        """When an object was made; 0 for what was there from the start."""
        return self.allocations.get(id(obj), (0,))[0] if isinstance(obj, (list, dict)) else obj.origin

    def touch(self, obj: Any, key: Any) -> None:
        """Log the present value of a location that is about to be written.

        Raises:
            CompileError: a cache holds it, and would return it again.
        """
        if id(obj) in self.cached and key != ALIASES:
            raise CompileError(
                f"the result of {self.cached[id(obj)][0]} is changed, but its cache would return it again",
                "change a copy: .copy()",
            )
        self.log.append((obj, key, read(obj, key), version_of(obj)))
        if self.is_outside(obj):
            self.outside += 1
            self.written[id(obj)] = obj
        if self.given and isinstance(obj, (list, dict, Instance)) and self.is_given(obj):
            self.kept[id(obj)] = obj

    def is_given(self, obj: Any) -> bool:
        """Whether the caller has this container or object too, so that it is seen where the call fails."""
        return not isinstance(obj, (Registers, Kinship)) and 0 < self.allocated_at(obj) <= self.given

    def state_outside(self) -> tuple:
        """Names what is outside: it is another one after a write to that, or to what was put into it."""
        found: dict[int, tuple] = {}
        for obj in self.written.values():
            self._look(obj, found)
        return self.outside, tuple(found.items())

    def _look(self, obj: Any, found: dict[int, tuple]) -> None:
        """Note what each object holds that is reached from one, by ids."""
        obj = obj.root if isinstance(obj, Array) else obj
        if id(obj) in found or isinstance(obj, Registers) or not isinstance(obj, HOLDING):
            return
        match obj:
            case list() | tuple():
                parts = list(obj)
            case dict():
                parts = list(obj.values())
            case Instance():
                parts = list(obj.attributes.values())
            case _:
                parts = [obj.value] if isinstance(obj, Maybe) else []
        found[id(obj)] = version_of(obj), *map(id, parts)
        self.seen += [obj, *parts]
        for part in parts:
            self._look(part, found)

    def is_outside(self, obj: Any) -> bool:
        """Whether it was there before the function."""
        return not isinstance(obj, (Registers, Kinship)) and self.allocated_at(obj) <= BEFORE

    def write(self, obj: Any, key: Any, value: Any) -> None:
        self.touch(obj, key)
        if isinstance(obj, Array):
            obj.version += 1
        restore(obj, key, value)

    def mark(self) -> int:
        return len(self.log)

    def rewind(self, mark: int, serial: int) -> dict[tuple[int, Any], Change]:
        """Undo everything since the mark; the changes, in the order of first write.

        Objects born after `serial` are left as they are and not reported: nobody outside the scope has them.
        """
        changes: dict[tuple[int, Any], Change] = {}
        owner = lambda obj, key: obj.members[key] if isinstance(obj, Kinship) else obj
        old = [entry for entry in self.log[mark:] if self.allocated_at(owner(*entry[:2])) <= serial]
        for obj, key, before, _ in old:
            if key != ALIASES and not isinstance(obj, Kinship):
                changes.setdefault((id(obj), key), Change(obj, key, before))
        for change in changes.values():
            change.after, change.version = read(change.obj, change.key), version_of(change.obj)
        self.outside += any(self.is_outside(change.obj) for change in changes.values())
        for obj, key, before, version in reversed(old):
            restore(obj, key, before)
            if isinstance(obj, Array):
                obj.version = version
        del self.log[mark:]
        return changes


def version_of(obj: Any) -> int:
    return obj.version if isinstance(obj, Array) else 0
