"""Dicts and sets from outside whose keys are data: read as those with computed keys that are made inside.

    self.counts[k] += 1     ⇒       counts.values[place_of(counts.keys, k)] += 1

The keys and the values are passed as arrays at every call (outside/keyed_tables.py). Values that are lists lie in a
pool (lists_of_lists.py), in which the number of a list is its place in the dict. Behind the call the caller's own dict
or set gets what has changed, and its lists their items (stores.py).
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from ....core.dtypes import PYTHON_CLASSES, canonical
from ....core.errors import CompileError
from ...bounded.extents import BoundedArray, array_under
from ...interpreter import Interpreter, operation
from ...lists.from_outside import as_before
from ...lists.growing import made_growing
from ...lists.items import is_pooled, site_of
from ...lists.layouts import NUMBERS, Item, Nesting, Parts, Ragged, Texts, join_item_types
from ...lists.places import KEYS, UNKNOWN, Site, is_asked_for, is_keyed, place_of_keys
from ...lists.capacity import with_full_capacity
from ...outside.keyed_tables import LISTS, Column, Items, Lists, Table, item_count, capacity_for, table_of
from ...outside.number_lists import DTYPES
from ...outside.paths import Path, fetch
from ...state.entered import Entered, ReadAgain
from ...state.values import Instance, Maybe, Poison
from ..model import MODELS, content, is_model
from ..number_dicts import NumberDict
from ..sets import NumberSet
from .lists_of_lists import ListOfLists, make_pool, place_of_pool
from .object_rows import count_of, count_passed
from .records import lists_with_all


@operation
def table_outside(interp: Interpreter, value: Any, path: Path) -> Instance | None:
    """A dict or set from outside with computed keys, if that has been asked for; None otherwise.

    Raises:
        CompileError: it can't have them.
    """
    outside = interp.outside
    known = outside.entered.get(id(value))
    if known is not None:
        return known.value if known.kind == "table" else None
    place = place_of_keys(("entered", path))
    if not is_asked_for(interp, place):
        return None
    table = table_of(value)
    if id(value) not in outside.writes.objects:
        if isinstance(value, list) and not isinstance(table, str):
            raise ReadAgain(value)
        return None
    if isinstance(table, str):
        raise CompileError(
            f"{path} is a {type(value).__name__} from outside with dynamic keys, and {table}",
            "use numbers, tuples of numbers or strings as keys, and numbers as values",
        )
    outside.guard(path.then("attribute", "__class__"), type(value))
    outside.met[path] = value
    before: list[Any] = []

    def make() -> Instance:
        made = with_arrays(interp, value, table, place, path)
        before.extend(contents(interp, lists_in(made)))
        return made

    made = as_before(interp, make)
    outside.add(interp, value, Entered(path, made, before, "table"))
    return made


@operation
def note_table(interp: Interpreter, made: dict, value: dict, path: Path) -> None:
    """Note where a dict from outside is from whose keys are known so far, if they may be data."""
    if not isinstance(table_of(value), str):
        interp.places.note_dict(made, place_of_keys(("entered", path)))


def lists_in(made: Instance) -> list[Instance]:
    """The lists of the keys and values of a dict, or of the items of a set. Of values that are lists there are their
    numbers, and the items with the numbers of their lists."""
    if made.cls is ListOfLists:
        return [made.attributes["members"], made.attributes["pool"].attributes["pairs"]]
    held = content(made) if is_model(content(made), dict) else made
    found = [held.attributes[n] for n in ("members", "names", "entries") if n in held.attributes]
    return [*found[:-1], *lists_in(found[-1])] if found[-1].cls is ListOfLists else found


def has_lists(made: Instance) -> bool:
    """Whether it is a dict whose values are lists, or a list of lists."""
    held = content(made) if is_model(content(made), dict) else made
    return held.attributes.get("entries", held).cls is ListOfLists


def is_list_outside(value: Instance) -> bool:
    """Whether it is a list in a dict from outside, or a list of such lists."""
    pool = value.attributes["pool"] if is_pooled(value) else None
    pool = pool.value if isinstance(pool, Maybe) else pool
    origin = None if pool is None else pool.attributes["origin"].place
    origin = site_of(value).place if value.cls is ListOfLists else origin
    while is_keyed(origin) and type(origin[1]) is tuple and origin[1][0] != "entered":
        origin = origin[1][1]
    return is_keyed(origin) and type(origin[1]) is tuple


def with_arrays(interp: Interpreter, value: Any, table: Table, place: tuple, path: Path) -> Instance:
    """The dict or set with what is passed of it."""
    capacity = capacity_for(len(value))
    count = count_of(interp, value, path, capacity)
    passed = lambda site, items, part: list_passed(interp, site, items, Part(path, part, capacity), count)
    if type(value) is set:
        made = Instance(NumberSet, {"members": passed(Site(place), table.keys, "keys"), "reordered": True})
        guard_fits(interp, path, capacity, place)
        return made
    values = place_of_keys(("values", place))
    names = None if type(value) is list else passed(Site(place, KEYS), table.keys, "keys")
    if isinstance(table.values, Lists) or isinstance(interp.growing.types.get(values), Ragged):
        found = table.values.items if isinstance(table.values, Lists) else None
        entries = pool_passed(interp, Site(values, "values"), found, path, count, capacity)
    else:
        entries = passed(Site(values, "values"), table.values, "values")
    if names is None:
        guard_fits(interp, path, capacity, values)
        return entries
    guard_fits(interp, path, capacity, place, values)
    inside = Instance(NumberDict, {"names": names, "entries": entries})
    if type(value) is dict:
        return inside
    cls = MODELS[type(value)]
    others = [n for n in ("default_factory",) if hasattr(value, n)]
    attributes = {n: interp.external(getattr(value, n), path.then("attribute", n)) for n in others}
    return Instance(cls, {cls.content: inside, **attributes})


@dataclasses.dataclass(frozen=True)
class Part:
    """The keys or the values of a dict or set at a path, with so much room."""

    path: Path
    name: str
    capacity: int

    def column(self, index: int | None, dtype: np.dtype, shape: tuple[int, ...], texts: tuple) -> Path:
        """The path to one of its columns."""
        return Path(
            ("table", self.path, self.capacity, self.name, index, dtype.name, shape, texts, self.name)
        )


def guard_fits(interp: Interpreter, path: Path, capacity: int, *places: tuple) -> None:
    """Guard what the arrays take for granted of the dict or set."""
    found = [interp.growing.types.get(place, UNKNOWN) for place in places]
    if UNKNOWN in found:
        interp.outside.guard(path.then("length", None), 0)
        return
    told = [
        told_of_pool(interp, place, path) if isinstance(layout, Ragged) else told_of_items(layout)
        for place, layout in zip(places, found)
    ]
    keys, *held = [None, *told] if isinstance(fetch(path), list) else told
    interp.outside.guard(Path(("fits", path, capacity, keys, held[0] if held else None)), True)


def told_of_items(layout: Any) -> tuple:
    """Are they tuples, and what their columns may hold."""
    return is_of_tuples(layout), tuple(map(told_of, columns_of(layout)))


def told_of_pool(interp: Interpreter, place: tuple, path: Path) -> tuple:
    """The room for the items of lists, and what these may be."""
    inside = interp.growing.types[place_of_pool(place)].parts[1]
    return LISTS, item_capacity_for(fetch(path)), None if inside is UNKNOWN else told_of_items(inside)


def is_of_tuples(layout: Any) -> bool:
    return isinstance(layout, Parts) or isinstance(layout, Item) and layout.nesting.kinds == (tuple,)


def columns_of(layout: Any) -> list[Any]:
    """The layouts of the columns."""
    if isinstance(layout, Parts):
        return list(layout.parts)
    if is_of_tuples(layout):
        return [Item(layout.dtype, layout.shape[1:], layout.weak)] * layout.shape[0]
    return [layout]


def told_of(layout: Item | Texts) -> tuple:
    """The shape of what a column may hold, and the texts, or the names of the classes of numbers."""
    if isinstance(layout, Texts):
        return (), True, tuple([form[0] for form in layout.forms])
    strong = {m.dtype.name for m in layout.members if not m.weak}
    python = set() if layout.shape else {PYTHON_CLASSES[m.dtype.kind].__name__ for m in layout.members}
    return layout.shape, False, tuple(sorted(strong | python))


def layout_of_items(items: Items, path: Path) -> Any:
    """The layout of the list of these."""
    found = [layout_of(column, path) for column in items.columns]
    if not items.are_tuples:
        return found[0]
    if any(layout != found[0] for layout in found):
        return Parts(tuple(found))
    return found[0]._replace(shape=(len(found), *found[0].shape), nesting=Nesting(tuple))


def layout_of(column: Column, path: Path) -> Any:
    """The layout of the list of what stands in a column."""
    if column.texts:
        return Texts(tuple([(text,) for text in dict.fromkeys(column.texts)]))
    python = {cls.__name__: Item(np.dtype(dtype), (), True) for cls, dtype in DTYPES.items()}
    found = [
        Item(canonical(np.dtype(name)), column.shape) if column.shape or name not in python else python[name]
        for name in sorted(column.classes)
    ]
    joined = functools.reduce(join_item_types, found)
    if joined is None:
        raise CompileError(
            f"{path} has dynamic keys, and holds numbers of several types: "
            + ", ".join(sorted(column.classes)),
            "give them one type",
        )
    return joined


def list_passed(interp: Interpreter, site: Site, items: Items | None, part: Part, count: Any) -> Instance:
    """The list that holds as much of the arrays as counts."""
    known = interp.growing.types.get(site.place, UNKNOWN)
    own = UNKNOWN if items is None else layout_of_items(items, part.path)
    found = own if known is UNKNOWN else known if own is UNKNOWN else join_item_types(known, own)
    if found is None:
        raise CompileError(
            f"the {part.name} of {part.path} change their type, and its keys are dynamic",
            "give them one type",
        )
    interp.growing.types[site.place] = found
    if isinstance(found, Texts):  # each of which is a key once at most
        values = place_of_keys(("values", site.place))
        most = max(part.capacity, len(found.forms))
        interp.growing.capacities.update(dict.fromkeys((site.place, values), most))
    made = made_growing(interp, site, [])
    if found is not UNKNOWN:
        texts = tuple([form[0] for form in found.forms]) if isinstance(found, Texts) else ()
        fill(interp, lists_with_all(made), part, count, texts)
    return made


def fill(interp: Interpreter, leaves: list, part: Part, count: Any, texts: tuple = ()) -> None:
    """Put as much of the columns that are passed as counts into the lists of numbers that stand for a list."""
    for k, leaf in enumerate(leaves):
        rows = array_under(leaf.attributes["rows"])
        at = part.column(k if len(leaves) > 1 else None, rows.dtype, rows.shape[1:], texts)
        content = interp.content(interp.outside.capture(interp, fetch(at), at))
        set_counted(interp, leaf, interp.array(content), count)


def set_counted(interp: Interpreter, leaf: Instance, data: Any, count: Any) -> None:
    """Put the first rows of an array into a list of numbers."""
    counted = interp.trail.allocate(BoundedArray({"data": data, "lo0": 0, "hi0": count}))
    leaf.attributes["rows"] = with_full_capacity(interp, leaf, counted)


def pool_passed(
    interp: Interpreter, site: Site, items: Items | None, path: Path, count: Any, capacity: int
) -> Instance:
    """The lists that are the values of a dict, each with its place there as its number, and all their items."""
    types, place = interp.growing.types, place_of_pool(site.place)
    layout = types.setdefault(site.place, Ragged())
    if not isinstance(layout, Ragged) or layout.shared is not None:
        raise CompileError(
            f"{path} has dynamic keys and lists as values, and gets lists that are also stored elsewhere",
            "put copies into it: list(x)",
        )
    own = UNKNOWN if items is None else layout_of_items(items, path)
    pairs = types.setdefault(place, Parts((NUMBERS, UNKNOWN)))
    known = pairs.parts[1] if isinstance(pairs, Parts) else None
    found = own if known is UNKNOWN else known if own is UNKNOWN else known and join_item_types(known, own)
    if found is None:
        raise CompileError(
            f"the items of the lists in {path} change their type, and its keys are dynamic",
            "give them one type",
        )
    types[place] = Parts((NUMBERS, found))
    members = interp.list_within(site, "members", NUMBERS, [])
    set_counted(interp, members, interp.array(np.arange(capacity)), count)
    pool = make_pool(interp, site, count)
    held = fetch(path)
    most = item_capacity_for(held)
    total = count_passed(interp, item_count(held), Path(("item count", path)), most)
    numbers, *rows = lists_with_all(pool.attributes["pairs"])
    if found is not UNKNOWN:
        fill(interp, [numbers], Part(path, "numbers", most), total)
        fill(interp, rows, Part(path, "items", most), total)
    return interp.trail.allocate(Instance(ListOfLists, {"members": members, "pool": pool, "origin": site}))


def item_capacity_for(container: dict | list) -> int:
    """The room for the items of all lists in a dict or list."""
    return capacity_for(item_count(container))


def contents(interp: Interpreter, lists: list[Instance]) -> list[Any]:
    """The contents of the lists, to ask later whether they have changed."""
    return [
        content_of_rows(interp, leaf.attributes["rows"]) for part in lists for leaf in lists_with_all(part)
    ]


def content_of_rows(interp: Interpreter, rows: Any) -> tuple[Any, ...]:
    """The array in which the items of a list stand, and from where to where."""
    if isinstance(rows, Poison):
        raise rows.fail()
    extent = rows.extents[0] if isinstance(rows, BoundedArray) else None
    ends = () if extent is None else (extent.mask, extent.lo, extent.hi)
    return interp.content(array_under(rows)).atom, *[getattr(end, "atom", end) for end in ends]
