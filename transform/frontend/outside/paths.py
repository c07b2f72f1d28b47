"""Access paths: how an outside object was reached, so that it can be found again at a later call."""

from __future__ import annotations

import builtins
import dataclasses
import importlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .derived_containers import plain
from .foreign_arrays import array_of
from .keyed_tables import fits_table, item_count, rows_of_table
from .number_lists import array_of_numbers, form_of
from .object_rows import are_apart, class_of_rows, describe_rows, objects_in, rows_of_column
from .snapshot import ATOMS, Same, Snapshot, keys_of

from ...core.hosted.handles import handle_of, said_before
from ...core.sparsity import pattern_of
from ...core.spelling import describe_callable, plain_text


class Space(dict[str, Any]):
    """A globals dict as part of a Path: compared by identity."""

    def __init__(self, space: dict[str, Any]):
        super().__init__()
        self.space = space

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return id(self.space)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and other.space is self.space


@dataclasses.dataclass(frozen=True, eq=False)
class Path:
    """The access path to an outside object: a root, then attribute names and item keys.

    root: ("global", globals, name) | ("name", globals, name): a global or a builtin | ("cell", function, name) |
          ("argument", object) | ("slot", Slot): an object among the arguments | ("nones", shape): a new array of None |
          ("member", class, name): what it or a base holds, as it stands there …, see ROOTS
    steps: ("attribute", name) | ("item", key) | ("contents", None): what the whole object holds …, see STEPS
    """

    root: tuple[Any, ...]
    steps: tuple[tuple[str, Any], ...] = ()
    # compares objects by identity, not by users' __eq__
    key: tuple[Any, ...] = dataclasses.field(init=False, repr=False)

    def __post_init__(self) -> None:
        steps = tuple([(kind, by_identity(key)) for kind, key in self.steps])
        object.__setattr__(self, "key", (*map(by_identity, self.root), *steps))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Path, (self.root, self.steps)

    def then(self, kind: str, key: Any) -> "Path":
        return Path(self.root, (*self.steps, (kind, key)))

    def __str__(self) -> str:
        # an object is called by its class
        whole = {"table": 1, "fits": 1, "item count": 1}.get(self.root[0], -1)
        root: Any = "an array of None" if self.root[0] == "nones" else self.root[whole]
        root = str(root) if isinstance(root, Path) else root
        root = root.value if self.root[0] == "slot" else root
        text = root if type(root) is str else describe_callable(root)
        for kind, key in self.steps:
            text += f".{key}" if kind == "attribute" else f"[{plain_text(key)}]" if kind == "item" else ""
        return text


def by_identity(part: Any) -> Any:
    """A part of a path as something that compares."""
    if type(part) is tuple:
        return tuple(map(by_identity, part))
    return part if type(part) in ATOMS or type(part) in (Space, Path) else Same(part)


def is_own(function: Any) -> bool:
    """Whether it is a function of recto itself, that is read like a user's. Or a class of it."""
    return (getattr(function, "__module__", None) or "").startswith("recto.")


def fetch(path: Path) -> Any:
    """The outside object that a path leads to now."""
    value = ROOTS[path.root[0]](*path.root[1:])
    for kind, key in path.steps:
        value = STEPS[kind](value, key)
    return value


def parent(path: Path) -> Path:
    """The path to what holds that to which a path leads."""
    return Path(path.root, path.steps[:-1])


def list_around(path: Path) -> Path:
    """The path to the outermost list of nested ones that a path leads through; itself where there is none."""
    while path.steps and path.steps[-1][0] == "item" and type(fetch(parent(path))) is list:
        path = parent(path)
    return path


def partition(values: list[Any]) -> str:
    """The classes of identical objects among some: for each the place of the first that it is.

    >>> a, b = [], []
    >>> partition([a, b, a])
    '0 1 0'
    """
    first: dict[int, int] = {}
    return " ".join([str(first.setdefault(id(value), k)) for k, value in enumerate(values)])


def found_in(order: Iterable[type], name: str) -> Any:
    """The member of that name in the first of these classes that has it, unbound; ABSENT if none has it."""
    spaces = map(type.__dict__["__dict__"].__get__, order)
    return next((space[name] for space in spaces if name in space), ABSENT)


def _default(function: Any, name: str) -> Any:
    code = function.__code__
    if name in code.co_varnames[code.co_argcount :]:
        return function.__kwdefaults__[name]
    return function.__defaults__[code.co_varnames.index(name) - code.co_argcount]


def _cell(function: Any, name: str) -> Any:
    return function.__closure__[function.__code__.co_freevars.index(name)].cell_contents


def item_of(value: Any, key: Any) -> Any:
    """value[key], without `__missing__`, by which a defaultdict gets the key. Raises KeyError where there is none."""
    if isinstance(value, dict) and not dict.__contains__(value, key):
        raise KeyError(key)
    return value[key]


def _after(order: tuple[type, ...], cls: type) -> tuple[type, ...]:
    return order[order.index(cls) + 1 :]


def lists_at(paths: Iterable[Path]) -> list[list[Any]]:
    return [fetch(path) for path in paths]


ABSENT = NotImplemented  # what guards hold for a name that a class lacks: a value that every process has
ROOTS: dict[str, Callable[..., Any]] = {
    "global": lambda space, name: space.space[name],
    "name": lambda space, name: space.space[name] if name in space.space else getattr(builtins, name),
    "cell": _cell,
    "argument": lambda value: value,
    "slot": lambda slot: slot.value,
    "said": lambda name: said_before(),
    "nones": lambda shape: np.full(shape, None),
    "date": lambda *args: np.datetime64(*args),  # of today
    "default": _default,
    "class": getattr,
    "member": lambda cls, name: found_in(cls.__mro__, name),
    "override": lambda cls, name: found_in(cls.__mro__[:-1], name),  # of a method of `object`
    "super": lambda kind, cls, name: found_in(_after(kind.__mro__, cls), name),
    "subclass": issubclass,
    "import": lambda name: importlib.import_module(name),
    "partition": lambda *paths: partition([fetch(p) for p in paths]),
    "space": lambda space: space.space,
    "defined": lambda space, name: name in space.space,
    "rows": lambda *paths: objects_in(lists_at(paths)),
    "class of rows": lambda *paths: class_of_rows(lists_at(paths)),
    "form of rows": lambda paths, texts: describe_rows(lists_at(paths), texts),
    "apart": lambda path, *paths: are_apart(fetch(path), lists_at(paths)),
    "column": lambda paths, texts, name: rows_of_column(lists_at(paths), name, texts),
    "table": lambda path, *form: rows_of_table(fetch(path), *form[:-1]),
    "fits": lambda path, *form: fits_table(fetch(path), *form),
    "item count": lambda path: item_count(fetch(path)),
    "cell object": lambda function, name: function.__closure__[function.__code__.co_freevars.index(name)],
}
STEPS: dict[str, Callable[..., Any]] = {
    "attribute": getattr,
    "item": item_of,
    "length": lambda value, key: len(value),
    "keys": lambda value, key: keys_of(value),
    "contents": lambda value, key: Snapshot(value),
    "array": lambda value, key: array_of(value),
    "handle": lambda value, key: handle_of(value),
    "has": hasattr,
    "pattern": lambda value, key: pattern_of(value),
    "own": lambda value, key: key in getattr(value, "__dict__", ()),
    "numbers": lambda value, key: array_of_numbers(value),
    "form": lambda value, key: form_of(value),
    "base": lambda value, key: plain(value),  # of an object of a class that is derived from a container
}
