"""Lists of objects from outside whose objects lie in a heap: read as lists of computed length, whatever they hold.

    for agent in agents: agent.x += dt      ⇒       for k in range(n): heap.x[agents.members[k]] += dt

The heap begins with the objects of these lists: of each attribute an array is passed at every call
(outside/object_rows.py). So the lists may be filtered, sorted and lengthened, and loops over them stay loops. Behind
the call the caller's own objects get what has changed (stores.py).
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ....core.dtypes import canonical
from ....ir.builder import TABLE, Facts, Sym
from ...bounded.extents import BoundedArray, array_under, bound_count, plus
from ...interpreter import Interpreter, operation
from ...lists.from_outside import set_born
from ...lists.growing import growing_of
from ...lists.items import ROWS, ask_for_record, no_rows, place_of_part, place_of_record
from ...lists.layouts import NUMBERS, Item, Kind, Texts, is_mixed
from ...lists.places import UNKNOWN, Site, place_of_keys
from ...outside.object_rows import (
    CONTAINERS,
    Column,
    class_of_rows,
    columns_of,
    describe_rows,
    objects_in,
    capacity_for,
)
from ...outside.paths import Path, fetch
from ...state.entered import BEFORE
from ...state.values import KIND, External, Instance, Poison
from .lists_of_lists import ListOfRecords
from .records import Heap, HeapOf, Same, lists_with_all, name_of_owner, outermost, texts_in
from .texts import ListOfTexts, Table


@dataclasses.dataclass
class RowsOfHeap:
    """The objects from outside with which a heap begins.

    paths: to the lists that they are in; lists: the abstract values of these, and what they held at first; columns:
    what the objects hold; before: what the lists of the heap held at first.
    """

    paths: tuple[Path, ...]
    heap: Instance
    columns: dict[str, Column]
    lists: list[tuple[Instance, Any]]
    before: dict[str, Any]

    @property
    def path(self) -> Path:
        return Path(("rows", *self.paths))


def enter_rows(interp: Interpreter) -> None:
    """Begin heaps with the objects of the lists from outside for which that has been asked."""
    groups: dict[Any, list[Path]] = {}
    for place, layout in interp.growing.types.items() if interp.growing is not None else ():
        if type(place) is tuple and place[0] == ROWS and layout is not None:
            kind = layout.kind
            groups.setdefault(kind if kind.classes[0] in CONTAINERS else kind.classes[0], []).append(place[1])
    for key, paths in groups.items():
        kind = key if isinstance(key, Kind) else interp.growing.types.get(place_of_record(key))
        if kind is None:
            raise no_rows(paths[0], "objects of their class are not supported")
        with interp.inside(outermost(interp.builder)):
            begin_heap(interp, kind, tuple(paths))


def begin_heap(interp: Interpreter, kind: Kind, paths: tuple[Path, ...]) -> None:
    outside, lists = interp.outside, [fetch(path) for path in paths]
    objects = objects_in(lists)
    columns = columns_of(objects)
    if isinstance(columns, str):
        raise no_rows(paths[0], columns)
    if len(kind.classes) > 1:
        raise no_rows(paths[0], f"objects of other classes join them ({kind.called})")
    new = [name for name in kind.names if name not in columns]
    if new:
        raise no_rows(paths[0], f"they, or others that join them, get an attribute {new[0]!r}")
    outside.guard(Path(("class of rows", *paths)), class_of_rows(lists))
    capacity, ends = capacity_for(len(objects)), [0]
    counts = [count_of(interp, items, path, capacity) for items, path in zip(lists, paths)]
    for n in counts:
        ends.append(bound_count(interp, plus(interp, ends[-1], n), capacity))
    heap = interp.trail.allocate(Instance(Heap, {KIND: kind, "classes": None}))
    parts = tuple([part_of(interp, kind, name, columns[name], paths, ends[-1]) for name in kind.names])
    tables = tuple([(n, texts_of(part)) for n, part in zip(kind.names, parts) if texts_of(part)])
    outside.guard(Path(("form of rows", paths, tables)), describe_rows(lists, tables))
    if all(isinstance(part, Same) for part in parts):
        raise no_rows(paths[0], "they hold no numbers")
    heap.attributes["parts"] = parts
    interp.places.heaps[kind, outermost(interp.builder)] = heap
    made = [
        list_of_rows(interp, path, heap, capacity, first, n) for path, first, n in zip(paths, ends, counts)
    ]
    set_born(heap, BEFORE)
    before = {n: content_of(interp, part) for n, part in zip(kind.names, parts) if not isinstance(part, Same)}
    held = [(v, content_of(interp, v.attributes["members"])) for v in made]
    outside.rows.append(RowsOfHeap(paths, heap, columns, held, before))


def count_of(interp: Interpreter, items: list, path: Path, capacity: int) -> Sym:
    """The number of items of a list from outside, of so many at most: data, which are passed at every
    call."""
    return count_passed(interp, len(items), path.then("length", None), capacity)


def count_passed(interp: Interpreter, found: int, path: Path, capacity: int) -> Sym:
    """A number of items, which a path leads to, of so many at most."""
    count = interp.outside.number(interp, found, path)
    site, name = count.builder.site, count.atom.name
    site.origins.pop(name, None)
    site.facts[name] = Facts(lo=0, terms=((name, 1),))
    return bound_count(interp, TABLE["minimum"](count, interp.sym(capacity)), capacity)


@operation
def row_outside(interp: Interpreter, value: Any, path: Path) -> Instance | None:
    """A list from outside whose objects lie in a heap, or such an object; None of anything else."""
    for rows in interp.outside.rows:
        lists = [fetch(p) for p in rows.paths]
        for items, (made, _) in zip(lists, rows.lists):
            if items is value:
                return made
        objects = objects_in(lists)
        for number, obj in enumerate(objects):
            if obj is value:
                same = Path(("partition", path, rows.path.then("item", number)))
                interp.outside.guards[same] = "0 0"
                return interp.record_at(HeapOf(rows.heap), number)
        if type(value) is type(objects[0]):
            ask_for_record(interp, External(value, path, interp.outside))
            interp.outside.guards[Path(("apart", path, *rows.paths))] = True
    return None


def content_of(interp: Interpreter, part: Instance) -> list[tuple[Any, Any]]:
    """The content of a list, to ask later whether it is changed."""
    found = []
    for growing in lists_with_all(part):
        rows = growing.attributes["rows"]
        if isinstance(rows, Poison):
            raise rows.fail()
        found.append((rows, interp.content(array_under(rows)).atom))
    return found


def is_changed(interp: Interpreter, part: Instance, before: list[tuple[Any, Any]]) -> bool:
    """Whether a list holds something else than before."""
    pairs = zip(content_of(interp, part), before, strict=True)
    return any(rows is not old or atom != known for (rows, atom), (old, known) in pairs)


def texts_of(part: Any) -> tuple[str | None, ...]:
    """The texts that a list of the numbers of texts knows; none of any other part."""
    if isinstance(part, Same) or part.cls is not ListOfTexts:
        return ()
    return tuple([form[0] for form in part.attributes["table"].value])


def part_of(
    interp: Interpreter, kind: Kind, name: str, column: Column, paths: tuple[Path, ...], count: Any
) -> Any:
    """The list of what the objects hold under a name."""
    place = place_of_part(kind, name)
    known = interp.growing.types.get(place, UNKNOWN)
    if column.cls is None:
        return texts_from_outside(interp, kind, name, column, paths, count)
    rows = fetch(path := Path(("column", paths, (), name)))
    own = item_of_column(column, rows)
    found = own if known is UNKNOWN else known
    if not isinstance(found, Item) or is_mixed(found) and not column.is_mixed or found.joined(own) != found:
        raise no_rows(paths[0], f"their attribute {name!r} changes its type")
    interp.growing.types[place] = found
    content = interp.content(interp.outside.capture(interp, rows, path))
    content = content if content.dtype == found.dtype else TABLE["cast"](content, dtype=found.dtype)
    return counted(interp, content, found, Site(place, f"{name_of_owner(kind, name)}_{name}"), count)


def item_of_column(column: Column, rows: np.ndarray) -> Item:
    """The layout of what is passed of a column."""
    own = Item(canonical(rows.dtype), rows.shape[1:], column.is_weak)
    return own._replace(weak=own.members | NUMBERS.members) if column.is_mixed else own


def texts_from_outside(
    interp: Interpreter, kind: Kind, name: str, column: Column, paths: tuple[Path, ...], count: Any
) -> Any:
    """The list of the numbers of texts; or the one text that all objects hold."""
    place = place_of_part(kind, name)
    known = interp.growing.types.get(place, UNKNOWN)
    forms = tuple([(text,) for text in column.texts])
    if len(forms) == 1 and known in (UNKNOWN, Same(column.texts[0])):
        return interp.growing.types.setdefault(place, Same(column.texts[0]))
    before = texts_in(known) if known is not UNKNOWN else ()
    if before is None or not all(len(form) == 1 and type(form[0]) in (str, type(None)) for form in before):
        raise no_rows(paths[0], f"their attribute {name!r} changes its type")
    found = interp.growing.types[place] = Texts(before).joined(Texts(forms))
    texts = tuple([form[0] for form in found.forms])
    rows = fetch(path := Path(("column", paths, texts, name)))
    site = Site(place, f"{name_of_owner(kind, name)}_{name}")
    inside = place_of_keys(("text", site.place))
    interp.growing.types.setdefault(inside, NUMBERS)
    content = interp.content(interp.outside.capture(interp, rows, path))
    numbers = counted(interp, content, NUMBERS, site.inner(inside), count)
    attributes = {"columns": (numbers,), "table": Table(found.forms), "origin": site}
    return interp.trail.allocate(Instance(ListOfTexts, attributes))


def counted(interp: Interpreter, content: Any, item: Item, site: Site, count: Any) -> Instance:
    """The list of the first `count` rows of an array."""
    part = interp.trail.allocate(BoundedArray({"data": interp.array(content), "lo0": 0, "hi0": count}))
    return growing_of(interp, part, item.weak, item.nesting, site)


def list_of_rows(
    interp: Interpreter, path: Path, heap: Instance, capacity: int, first: Any, count: Any
) -> Instance:
    """A list of objects that stand one after another in a heap."""
    site = Site((ROWS, path), str(path).rsplit(".", 1)[-1])
    place = place_of_keys(("members", site.place))
    interp.growing.types.setdefault(place, NUMBERS)
    numbers = interp.binary("Add", interp.call_host(np.arange, [capacity], {}), first)
    members = counted(interp, interp.content(numbers), NUMBERS, site.inner(place), count)
    made = interp.trail.allocate(
        Instance(ListOfRecords, {"members": members, "pool": HeapOf(heap), "origin": site})
    )
    set_born(made, BEFORE)
    return made
