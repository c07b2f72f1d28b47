"""The tree that a printed function returns: the user's result, and the changes that the call makes."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto.transform.core.hosted.handles import is_handled_class
from recto.transform.core.sparsity import is_sparse_class
from recto.transform import (
    AnotherSize,
    Cut,
    FromHeap,
    Given,
    Instance,
    Kept,
    Out,
    Outer,
    Path,
    Payload,
    Perhaps,
    Program,
    Reading,
    Shared,
    Store,
    Stretch,
    Unless,
    ViewOf,
    Which,
    Worded,
    outs,
)
from recto.transform.frontend.state.texts import source_of
from recto.transform.core.parsing import parse
from recto.transform.printing import (
    Container,
    Errors,
    Fields,
    FromList,
    IfGiven,
    IfThere,
    Items,
    Known,
    Lists,
    Matrix,
    Part,
    Place,
    Raised,
    Texts,
    View,
    Words,
)

LIBRARY: dict[type, str] = {  # containers that are made from what they hold
    tuple: "tuple",
    collections.deque: "collections.deque",
    collections.OrderedDict: "collections.OrderedDict",
    collections.Counter: "collections.Counter",
}
PLAIN = (int, float, complex, str, bool, type(None))  # what a literal stands for


class Caller:
    """The objects that the printed function is given, and may store.

    Args:
        given: the arguments' names, abstract values and trees.
    """

    def __init__(self, program: Program, captures: Sequence[Path], given: list[tuple[str, Any, Any]]):
        self.program, self.given = program, given
        self.captures = {path: k for k, path in enumerate(captures)}
        self.stored: list[Any] = []  # parameters of the program that become results
        self.named: set[str] = set()  # arguments that the function mentions
        self.outside: dict[str, tuple] = {}  # roots of paths: objects from outside that become arguments

    def found(self, home: Given | Outer) -> Any:
        """The representation of an object in a tree of results.

        Raises:
            TypeError: it has no name.
        """
        if isinstance(home, Outer):
            return self.found_outside(home.path)
        first, *keys = home.place
        name, _, tree = next(g for k, g in enumerate(self.given) if first in (k, g[0]))
        steps: list[Any] = []
        for key in keys:
            match tree:
                case Fields(trees):
                    tree, step = trees[key], key
                case dict() | list() | tuple():
                    tree, step = tree[key], Known(key)
                case _:
                    raise TypeError("a part of an object")
            steps.append(step)
        if isinstance(tree, FromList):
            raise TypeError("a list that an array stands for")
        if isinstance(tree, int):
            return self.result(tree)
        self.named.add(name)
        return Place(name, tuple(steps))

    def found_outside(self, path: Path) -> Any:
        if path in self.captures:
            return self.result(self.captures[path])
        steps = tuple(map(step_of, path.steps))
        if argument := argument_at(path, [(n, value) for n, value, _ in self.given]):
            self.named.add(argument)
            return Place(argument, steps)
        name = path.root[-1]
        name = name.rpartition(".")[2] if isinstance(name, str) else ""  # of a module within a package
        if not name.isidentifier() or name in {n for n, _, _ in self.given}:
            raise TypeError("an object that the function has no name for")
        if self.outside.setdefault(name, path.root) != path.root:
            raise TypeError("two objects of one name")
        return Place(name, steps)

    def result(self, parameter: int) -> int:
        self.stored.append(self.program.parameters[parameter])
        return len(self.program.results) + len(self.stored) - 1


def step_of(step: tuple[str, Any]) -> Any:
    """A step of a path, as one of a `Place`.

    Raises:
        TypeError: it has no source.
    """
    kind, key = step
    if kind == "attribute":
        return key
    if kind == "item" and isinstance(key, PLAIN):
        return Known(key)
    raise TypeError("a step that has no source")


def result_tree(reading: Reading, names: list[str], caller: Caller) -> Any:
    """The tree that the printed function returns: the user's result, then the contents of mutated arguments,
    then a dict of the call's other changes; None: flat.

    Args:
        names: of the arguments.
    """
    positions_of = lambda structure: positions(structure, caller.found)
    try:
        result = positions_of(reading.structure)
        changed = {
            **{
                text_of(s, names, [(n, v) for n, v, _ in caller.given]): positions_of(s.value)
                for s in reading.stores
            },
            **{f"{path}[...]": number for path, number in reading.overwritten},
        }
    except TypeError:
        return None
    new = [k for k in reading.contents if k not in set(outs(reading.structure))] + [changed] * bool(changed)
    if not new:
        return result
    if result != Known(None):
        return result, *new
    return tuple(new) if len(new) > 1 else new[0]


def text_of(store: Store, names: Sequence[str], given: Sequence[tuple[str, Any]] = ()) -> str:
    """The changed place as source: self.n, table['a'], xs[:], history.extend.

    Args:
        names: of the positional arguments.
        given: the names and values of all arguments; an object that is none of them is called by its class.
    """
    target = place_text(store.target, names, given)
    match store.kind:
        case "global" | "cell":
            return str(store.key)
        case "attribute" | "column" | "arrays":
            return f"{target}.{store.key}"
        case "item":
            return f"{target}[{store.key!r}]"
        case "extend":
            return f"{target}.extend"
        case "call":
            return f"{target}.{store.key[0]}"
        case "list" | "rows" | "items" | "dict" | "table" | "lists":
            return f"{target}[:]"
    return f"del {target}.{store.key}" if store.kind == "no attribute" else f"del {target}[{store.key!r}]"


def argument_at(path: Path, given: Sequence[tuple[str, Any]]) -> str | None:
    """The name of the argument that a path begins at."""
    if path.root[0] != "argument":
        return None
    return next((n for n, value in given if value is path.root[-1]), None)


def place_text(target: Outer | Given, names: Sequence[str], given: Sequence[tuple[str, Any]]) -> str:
    """An object as code: m.layers[0]."""
    if isinstance(target, Outer) and target.path.root[0] == "rows":
        texts = [f"{place_text(Outer(path), names, given)}[:]" for path in target.path.root[1:]]
        return " and ".join(texts)
    if isinstance(target, Outer) and target.path.root[0] == "slot":
        place = target.path.root[1].place
        root = place_text(Given(place), names, given)
        return str(dataclasses.replace(target.path, root=("name", root)))
    if isinstance(target, Outer):
        argument = argument_at(target.path, given)
        return str(dataclasses.replace(target.path, root=("name", argument)) if argument else target.path)
    first, *rest = target.place
    text = names[first] if isinstance(first, int) and first < len(names) else str(first)
    return text + "".join(
        f"[{key!r}]" if isinstance(key, int) or not key.isidentifier() else f".{key}" for key in rest
    )


def errors_of(reading: Reading) -> Errors | None:
    """The exceptions that the program may raise; None if there is none, or it can't be written down."""
    places = {register: reading.behind + 1 + k for k, register in enumerate(reading.payload)}
    raised = []
    for kind, arguments, _ in map(shown_error, reading.errors):
        dynamic = isinstance(arguments, Payload)
        templates, registers = (arguments.templates, arguments.registers) if dynamic else (arguments, ())
        sources = tuple(map(template_source, templates))
        names = arguments.names if dynamic else ()
        if None in sources or any(r not in places for r in registers):
            return None
        raised.append(Raised(kind, sources, tuple(places[r] for r in registers), names))
    return Errors(reading.behind, tuple(raised)) if raised else None


def shown_error(error: tuple) -> tuple:
    """A program's exception, as it is printed."""
    kind, _, span = error
    no_room = f"the program has no room for so many items ({span})"
    return (ValueError, (no_room,), span) if kind is AnotherSize else error


def template_source(item: Any) -> str | None:
    """An argument of an exception, as source."""
    source = source_of(item)
    try:
        parse(source, mode="eval")
    except SyntaxError:
        return None
    return source


def positions(structure: Any, place: Callable[[Given | Outer], Any]) -> Any:
    """The tree for a structure. place: what stands in it for an object of the caller's."""
    positions_of = lambda part: positions(part, place)
    match structure:
        case Out():
            return structure.number
        case Cut():
            sizes = tuple((k, n.number if isinstance(n, Out) else Known(n)) for k, n in structure.sizes)
            part = Part(structure.data.number, sizes)
            return Items(part, structure.kinds, structure.stored == "number") if structure.listed else part
        case Unless():
            return IfGiven(
                positions_of(structure.value), structure.flag.number, positions_of(structure.otherwise)
            )
        case Worded():
            source = template_source(structure.template)
            if source is None:
                raise TypeError("a text that has no source")
            return Words(source, tuple(o.number for o in structure.values))
        case FromHeap():
            raise TypeError("objects of heaps have no source")
        case Perhaps():
            return IfThere(positions_of(structure.value), structure.flag.number)
        case Kept():
            return structure.number
        case Shared() | Which():
            return positions_of(structure.value)
        case Outer() | Given():
            return place(structure)
        case ViewOf():
            view = positions_of(structure.base)
            for step in structure.steps:
                view = View(view, index_of(step))
            return view
        case dict():
            if not all(isinstance(k, PLAIN) for k in structure):
                raise TypeError("a key that has no source")
            return {k: positions_of(v) for k, v in structure.items()}
        case list() | tuple():
            items = [positions_of(v) for v in structure]
            return items if isinstance(structure, list) else tuple(items)
        case Instance():
            return positions_in_object(structure, positions_of)
        case slice():
            return Fields(
                {k: positions_of(getattr(structure, k)) for k in ("start", "stop", "step")}, "slice"
            )
    if isinstance(structure, (*PLAIN, np.generic)):
        return Known(structure)
    raise TypeError("a result that has no source")


def positions_in_object(structure: Instance, positions_of: Callable[[Any], Any]) -> Any:
    """The tree for an object, or for a container of computed length."""
    if is_handled_class(structure.cls):
        return positions_of(structure.attributes["handle"])
    if is_sparse_class(structure.cls):
        return Matrix(
            positions_of(structure.attributes["data"]),
            structure.attributes["pattern"],
            structure.cls.__name__,
        )
    if structure.cls is list and isinstance(structure.attributes.get("pool"), tuple):
        return texts(structure.attributes, positions_of)
    if structure.cls is list and "pool" in structure.attributes:
        pairs = structure.attributes["pool"].attributes["pairs"].attributes["columns"]
        return Lists(*map(positions_of, (structure.attributes["members"], *pairs)))
    if structure.cls in (set, dict, list):
        trees = positions_of(list(structure.attributes.values()))
        return Container(structure.cls.__name__, tuple(trees[0] if structure.cls is list else trees))
    if structure.cls is slice:
        return Fields({k: positions_of(v) for k, v in structure.attributes.items()}, "slice")
    if structure.cls in LIBRARY:
        given = {k: positions_of(v) for k, v in structure.attributes.items() if v is not None}
        return Fields({k: plain_items(v) for k, v in given.items()}, LIBRARY[structure.cls])
    return {k: positions_of(v) for k, v in structure.attributes.items()}


def plain_items(tree: Any) -> Any:
    """The array of items, which a constructor takes as well."""
    return tree.array if isinstance(tree, Items) and not (tree.kinds or tree.plain) else tree


def texts(held: dict[str, Any], positions_of: Callable[[Any], Any]) -> Texts:
    """The tree for a list of texts.

    Raises:
        TypeError: it has none.
    """
    forms = [template_source(item) for item in held["pool"]]
    if None in forms:
        raise TypeError("texts that have no source")
    numbers = None if held["members"] is None else positions_of(held["members"])
    return Texts(numbers, tuple(forms), positions_of(held["inside"]))


def index_of(step: Any) -> tuple:
    """One step from an array to its view, as an index.

    Raises:
        TypeError: it has none.
    """
    if not isinstance(step, tuple):
        raise TypeError("a view that is not sliced")
    return tuple(map(index_item, step))


def index_item(item: Any) -> Any:
    if isinstance(item, Out):
        return item.number
    if not isinstance(item, Stretch):
        return Known(item)
    if not isinstance(item.first, int) or not isinstance(item.size, int):
        raise TypeError("a slice that begins, or ends, where a result says")
    last = item.first + item.size * item.step
    return slice(item.first, last if last >= 0 else None, None if item.step == 1 else item.step)
