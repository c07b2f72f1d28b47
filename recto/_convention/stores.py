"""Write-back after a call: attributes, items, globals and whole arrays of the caller's objects.

All objects are looked up before any is changed, as the function found them.
"""

from __future__ import annotations

import collections
import gc
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from recto import transform
from recto.runtime import Array, host_value
from recto.transform import (
    CompileError,
    Cut,
    FromHeap,
    Given,
    HeapParts,
    Instance,
    Kept,
    Out,
    Outer,
    Path,
    Perhaps,
    Shared,
    Store,
    Stretch,
    Unless,
    Worded,
    ViewOf,
    Which,
)

from recto.transform.frontend.outside.derived_containers import base_of
from recto.transform.frontend.outside.keyed_tables import is_own, values_in
from recto.transform.frontend.outside.number_lists import inner_lists
from recto.transform.frontend.outside.object_rows import namespace_of
from recto.transform.frontend.state.texts import fill_template

from .arguments import at
from .heaps import Heaps
from .objects import has_apart_keys
from .places import compiled_fetch
from .tree_classes import SKIPPED, attribute_names, is_tree_class, put_together

YOUNG_FIRST = (1, 2)  # generations of objects; to look through the last takes long in a large process
LEAVES = frozenset({bool, int, float, complex, str, type(None), np.ndarray, Array})  # what most arguments are


class Stores:
    """The changes of one program.

    Args:
        met: paths of the objects from outside that were read.
    """

    def __init__(self, stores: list[Store], met: Iterable[Path], heaps: list[HeapParts]):
        self.stores, self.met = stores, tuple(met)
        self.outer = tuple(
            {
                n.path: None
                for n in homes([*[(s.target, s.value) for s in stores], heaps])
                if isinstance(n, Outer)
            }
        )
        self.given = tuple(
            {n.place: None for s in stores for n in homes((s.target, s.value)) if isinstance(n, Given)}
        )
        self.written = {s.target: s.kind == "rows" for s in stores}
        self.homes = (*map(Outer, self.outer), *map(Given, self.given))
        self.fetched = compiled_fetch(self.outer)
        self.arrays = [(self.homes.index(s.target), s.key) for s in stores if s.kind == "arrays"]
        self.tables = [self.homes.index(s.target) for s in stores if s.kind in ("table", "lists")]
        self.changes = [
            (self.homes.index(s.target), CHANGES[s.kind], s.key, s.value.number, KINDS[s.value.kind])
            for s in stores
            if isinstance(s.value, Kept)
        ]
        # every change is a number or an array, on every path
        self.is_plain = len(self.changes) == len(stores)

    def located(self, args: tuple, kwargs: dict) -> tuple:
        """The caller's objects, in the order of `homes`, which stand for them.

        Raises:
            CompileError: one that is changed is reached in two ways that the program takes for two objects.
        """
        found = (*self.fetched(), *[at(args, kwargs, place) for place in self.given])
        for home, name in self.arrays:
            check_own_arrays(found[home], name)
        for home in self.tables:
            check_own_values(found[home])
        inside = [id(c) for c in containers((*args, *kwargs.values()))]
        if inside:
            self.check_apart(dict(zip(self.homes, found)), inside)
        return found

    def check_apart(self, found: dict[Any, Any], inside: list[int]) -> None:
        """inside: the identities of the containers among the arguments."""
        outside = {id(transform.fetch(path)) for path in self.met}
        for target, in_rows in self.written.items():
            given = isinstance(target, Given) or is_argument(target.path)
            numbers = [id(found[target])]
            if in_rows:
                numbers += [id(row) for _, row in inner_lists(found[target])]
            if isinstance(target, Outer) and target.path.root[0] == "rows":
                numbers = list(map(id, found[target]))
                given = all(map(is_argument, target.path.root[1:]))
            times = [inside.count(n) + (isinstance(target, Given) and n in outside) for n in numbers]
            if max(times, default=0) > given:
                raise CompileError(
                    "an object that the function changes is passed twice, or is also read from outside",
                    "pass a copy of it",
                )

    def apply(self, located: tuple, results: tuple, heaps: Heaps) -> None:
        if self.is_plain:
            known = [kept(results[number]) for _, _, _, number, kept in self.changes]
            for (home, change, key, _, _), value in zip(self.changes, known):
                change(located[home], key, value)
            return
        found = dict(zip(self.homes, located))
        made: dict[Any, Any] = {}
        if heaps.parts:
            heaps.value_of = lambda part: value_of(part, results, found, made, heaps)
        values = [value_of(s.value, results, found, made, heaps) for s in self.stores]
        for store, value in zip(self.stores, values):
            if value is not SKIPPED:
                CHANGES[store.kind](found[store.target], store.key, value)
            else:
                remove(found[store.target], store)


def is_argument(path: Path) -> bool:
    """Whether it leads to an argument itself, or to a list or dict in one."""
    return path.root[0] == "slot" and all(kind == "item" for kind, _ in path.steps)


def homes(structure: Any) -> Iterator[Outer | Given]:
    """The stand-ins for the caller's objects in stored values."""
    match structure:
        case Outer() | Given():
            yield structure
        case ViewOf():
            yield from homes(structure.base)
        case Which():
            yield from (home for _, home in structure.known)
        case Unless():
            yield from (*homes(structure.value), *homes(structure.otherwise))
        case Shared() | Perhaps():
            yield from homes(structure.value)
        case HeapParts(given=Outer()):
            yield structure.given
        case Instance():
            yield from homes(list(structure.attributes.values()))
        case dict():
            yield from homes(list(structure.values()))
        case list() | tuple():
            for item in structure:
                yield from homes(item)


def containers(values: Iterable[Any], plain: set[type] | None = None) -> Iterator[Any]:
    """The lists, dicts and dataclasses among values and inside of them, as often as they are there. (What slots stand
    for, and what it holds, is found by paths.) `plain`: classes whose objects have turned out to be none."""
    plain = set(LEAVES) if plain is None else plain
    for value in values:
        if type(value) in plain:
            continue
        if type(value) in (collections.defaultdict, collections.Counter):
            continue
        if isinstance(value, dict) and has_apart_keys(value):
            continue
        if isinstance(value, dict):
            yield value
            yield from containers(value.values(), plain)
        elif isinstance(value, (list, tuple)):
            yield value
            yield from containers(value, plain)
        elif is_tree_class(value):
            yield value
            yield from containers([getattr(value, name) for name in attribute_names(value)], plain)
        else:
            plain.add(type(value))


def fill_in_text(structure: Worded, results: Sequence) -> str:
    """The text with its values put in."""
    return fill_template(structure.template, tuple(np.asarray(results[o.number]) for o in structure.values))


def value_of(
    structure: Any, results: tuple, found: dict[Any, Any], made: dict[Any, Any], heaps: Heaps
) -> Any:
    """The stored value. `made` are the new objects that stand at several places."""
    inside = lambda part: value_of(part, results, found, made, heaps)
    match structure:
        case Kept():
            return KINDS[structure.kind](results[structure.number])
        case Out():
            return results[structure.number]
        case Outer() | Given():
            return found[structure]
        case Shared():
            if structure.number not in made:
                made[structure.number] = inside(structure.value)
            return made[structure.number]
        case Which():
            return which_of(structure, results, found, inside, made)
        case ViewOf():
            return part_of(inside(structure.base), structure.steps, results)
        case FromHeap():
            return heaps.pick(structure)
        case Perhaps():
            return inside(structure.value) if results[structure.flag.number] else SKIPPED
        case Worded():
            return fill_in_text(structure, results)
        case Unless():
            return inside(structure.value if results[structure.flag.number] else structure.otherwise)
        case Cut():
            return cut_on_host(structure, results)
        case Instance():
            return put_together(
                structure.cls, present({k: inside(v) for k, v in structure.attributes.items()})
            )
        case dict():
            return present({k: inside(v) for k, v in structure.items()})
        case list():
            return [inside(v) for v in structure]
        case tuple():
            items = [inside(v) for v in structure]
            return type(structure)(*items) if hasattr(structure, "_fields") else tuple(items)
    return structure


def present(values: dict) -> dict:
    """The items and attributes that are there on the path that was taken."""
    return {k: v for k, v in values.items() if v is not SKIPPED}


def which_of(
    structure: Which,
    results: tuple,
    found: dict[Any, Any],
    value_of: Callable[[Any], Any],
    made: dict[Any, Any],
) -> Any:
    """The array of the caller's that is stored, or a new one."""
    memory = position(structure.memory, results)
    home = dict(structure.known).get(memory)
    if home is not None:
        return found[home]
    if ("memory", memory) not in made:
        made["memory", memory] = value_of(structure.value)
    return made["memory", memory]


def part_of(array: Any, steps: tuple, results: tuple) -> Any:
    """A view of an array of NumPy's; a copy, of what is none."""
    view = np.asarray(array)
    for step in steps:
        view = view[tuple([position(p, results) for p in step])] if isinstance(step, tuple) else step(view)
    return view.view() if view is array else view


def position(part: Any, results: tuple) -> Any:
    """A part of an index."""
    if isinstance(part, Out):
        return int(np.asarray(results[part.number]))
    if not isinstance(part, Stretch):
        return part
    first, size = position(part.first, results), position(part.size, results)
    last = first + size * part.step
    return slice(first, last if last >= 0 else None, part.step) if size else slice(0, 0)


def counted_part(structure: Cut, results: Sequence) -> np.ndarray:
    """As much as counts of a result of computed length."""
    sizes = {
        axis: int(np.asarray(results[n.number])) if isinstance(n, Out) else n for axis, n in structure.sizes
    }
    whole = np.asarray(results[structure.data.number])
    return whole[tuple(slice(sizes.get(k)) for k in range(whole.ndim))]


def cut_on_host(structure: Cut, results: tuple) -> Any:
    """A result of computed length as an array of NumPy's own, or a list."""
    part = counted_part(structure, results)
    if not structure.listed:
        return part.copy()
    if (
        structure.stored == "number"
        and {*structure.kinds} <= {list}
        and part.ndim == 1 + len(structure.kinds)
    ):
        return part.tolist()
    number = np.generic.item if structure.stored == "number" else lambda v: v
    return nested_containers(
        part, (list, *structure.kinds), lambda v: v.copy() if isinstance(v, np.ndarray) else number(v)
    )


def nested_containers(part: Any, kinds: tuple[type, ...], item: Callable[[Any], Any]) -> Any:
    """An array as the containers that it stands for, from outside in, and their items."""
    return kinds[0]([nested_containers(v, kinds[1:], item) for v in part]) if kinds else item(part)


KINDS: dict[str, Callable[[Array], Any]] = {
    "array": lambda x: np.array(host_value(x)),
    "scalar": lambda x: host_value(x)[()],
    "number": lambda x: host_value(x).item(),
}


def remove(target: Any, store: Store) -> None:
    """Take away what is not there on the path that was taken."""
    if store.kind == "attribute":
        if store.key in attribute_names(target):
            delete_attribute(target, store.key)
    elif store.kind == "cell":
        del target.cell_contents
    else:
        of_base(target, "pop")(store.key, None)


def of_base(target: Any, name: str) -> Callable:
    """A method of the container of Python's library that an object is of, or of a class derived from."""
    return getattr(base_of(type(target)), name).__get__(target)


def replace_items(target: dict, key: None, value: dict) -> None:
    of_base(target, "clear")()
    for name, item in value.items():
        of_base(target, "__setitem__")(name, item)


def replace_all(target: Any, key: None, value: list) -> None:
    of_base(target, "clear")()
    of_base(target, "extend")(value)


def replace_table(target: Any, key: None, columns: tuple[list, ...]) -> None:
    """Put other keys, and their values, into a dict, or other items into a set. A key that was there stays the object
    that it is, and so does a value of another class that is equal."""
    if isinstance(target, set):
        items = dict.fromkeys(columns[0])
        for item in [item for item in target if item not in items]:
            target.discard(item)
        for item in items:
            target.add(item)
        return
    known = {k: (k, v) for k, v in target.items()}
    found = []
    for name, value in zip(*columns):
        old_name, old = known.get(name, (name, value))
        if isinstance(old, np.ndarray):
            old[...] = value
        found.append((old_name, old if isinstance(old, np.ndarray) or is_same_item(old, value) else value))
    if [*known] != [name for name, _ in found]:
        target.clear()
    for name, value in found:
        target[name] = value


def replace_lists(target: dict | list, key: None, columns: tuple[list, ...]) -> None:
    """Put other keys, and lists, into a dict of lists, or other lists into a list.

    The first numbers are those of the caller's own lists, which get their items; the other lists are new. The items
    come with the numbers of their lists.
    """
    *names, numbers, pairs = columns
    held: list[list] = values_in(target)
    items: dict[int, list] = {}
    for number, item in pairs:
        items.setdefault(number, []).append(item)
    found = {}
    for number in dict.fromkeys(numbers):
        found[number] = held[number] if number < len(held) else []
        new = items.get(number, [])
        kept = [old if is_same_item(old, item) else item for old, item in zip(found[number], new)]
        found[number][:] = kept + new[len(kept) :]
    values = [found[number] for number in numbers]
    if isinstance(target, dict):
        replace_table(target, None, (*names, values))
    else:
        target[:] = values


def replace_in_rows(target: list, key: None, value: list) -> None:
    """Put numbers into the lists in a list, which stay what they are."""
    if type(value[0]) is not list:
        target[:] = value
        return
    for row, new in zip(target, value, strict=True):
        replace_in_rows(row, None, new)


def set_attribute(target: Any, name: str, value: Any) -> None:
    """Set an attribute to what the program found for it, in which a `__setattr__` of the class has had its part.
    (A masked array has other names for its mask and its fill value than the class that stands for it.)"""
    past_own(target, "__setattr__")(target, OF_MASKED.get(name, name), value)


def set_column(objects: list, name: str, values: list) -> None:
    """Set an attribute of several objects, or an item of several dicts or lists. (Behind these values may be those of
    new objects.) A number that comes back as one of another class has not changed if it is equal."""
    for obj, value in zip(objects, values):
        held = namespace_of(obj)
        if type(held[name]) is not type(value) and is_same_number(held[name], value):
            continue
        (set_attribute if held is not obj else type(obj).__setitem__)(obj, name, value)


def is_same_item(old: Any, new: Any) -> bool:
    """Whether what a program gives for a number, or a tuple of numbers, is what was passed of it. (An int
    among floats is passed as a float.)"""
    if type(old) is tuple and type(new) is tuple:
        return len(old) == len(new) and all(map(is_same_item, old, new))
    return type(old) is int and old == new or is_same_number(old, new)


def is_same_number(one: Any, other: Any) -> bool:
    """Whether two numbers of several classes are the same, with their signs."""
    pair = np.asarray([one]), np.asarray([other])
    return pair[0].dtype == pair[1].dtype and pair[0].tobytes() == pair[1].tobytes()


def check_own_arrays(objects: list, name: str) -> None:
    """Raise CompileError for arrays that something else than these objects may hold, or share memory with. There it
    would be seen whether they are written, or others come in their place."""
    own = lambda: all(namespace_of(obj) is not obj and is_own(obj.__dict__, name) for obj in objects)
    check_own(own, f"{name!r} of the objects in a list", "give each object a separate array: x.copy()")


def check_own_values(table: Any) -> None:
    """The same for the arrays, or lists, in a dict or list."""
    if not isinstance(table, (dict, list)):
        return
    own = lambda: all(is_own(table, key) for key in (table if isinstance(table, dict) else range(len(table))))
    kinds, where = {*map(type, values_in(table))}, f"in a {'dict' if isinstance(table, dict) else 'list'}"
    if np.ndarray in kinds:
        check_own(own, where, "give each key a separate array: x.copy()")
    elif list in kinds:
        check_own(own, where, "make each a separate list: list(x)", "lists")


def check_own(are_own: Callable[[], bool], where: str, way_out: str, what: str = "arrays") -> None:
    for generation in YOUNG_FIRST:
        if are_own():
            return
        gc.collect(generation)  # the compiler's own references, if it has just run
    if not are_own():
        raise CompileError(
            f"the {what} {where} are changed, and one of them is also held elsewhere"
            + (", or is a view of another array" if what == "arrays" else ""),
            way_out,
        )


def delete_attribute(target: Any, name: str) -> None:
    """Delete an attribute, of which a `__delattr__` of the class knows already."""
    past_own(target, "__delattr__")(target, name)


def past_own(target: Any, method: str) -> Callable:
    """The method that an object, or a class, would have if no class wrote one of its own."""
    found = getattr(type(target), method)
    written = isinstance(found, types.FunctionType)
    return getattr(type if isinstance(target, type) else object, method) if written else found


OF_MASKED = {"recto_mask": "mask", "recto_fill": "fill_value"}
CHANGES: dict[str, Callable[[Any, Any, Any], None]] = {
    "attribute": set_attribute,
    "no attribute": lambda target, name, value: delete_attribute(target, name),
    "global": lambda target, name, value: target.__setitem__(name, value),
    "no global": lambda target, name, value: target.__delitem__(name),
    "cell": lambda target, name, value: setattr(target, "cell_contents", value),
    "item": lambda target, key, value: of_base(target, "__setitem__")(key, value),
    "delete": lambda target, key, value: of_base(target, "__delitem__")(key),
    "list": lambda target, key, value: target.__setitem__(slice(None), value),
    "rows": replace_in_rows,
    "column": set_column,
    "arrays": set_column,
    "dict": replace_items,
    "table": replace_table,
    "lists": replace_lists,
    "items": replace_all,
    "call": lambda target, key, value: getattr(target, key[0])(*key[1]),
    "extend": lambda target, key, value: target.extend(value),
}
