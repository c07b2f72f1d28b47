"""Dicts and sets from outside whose keys are data: read as those with computed keys that are made inside.

    self.counts[k] += 1     ⇒       counts.values[place_of(counts.keys, k)] += 1

The keys and the values are passed as arrays at every call (outside/keyed_tables.py). Behind the call the caller's own
dict or set gets what has changed (stores.py).
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from ....core.dtypes import PYTHON_CLASSES, canonical
from ....core.errors import CompileError
from ...bounded.extents import Sliced, array_under
from ...interpreter import Interpreter, operation
from ...lists.from_outside import as_before
from ...lists.growing import KEYS, made_growing
from ...lists.layouts import Item, Nesting, Parts, Texts, join_item_types
from ...lists.places import UNKNOWN, Site, is_asked_for, place_of_keys
from ...lists.rooms import with_all_room
from ...outside.keyed_tables import Column, Items, Table, room_for, table_of
from ...outside.number_lists import DTYPES
from ...outside.paths import Path, fetch
from ...state.entered import Entered
from ...state.values import Instance, Poison
from ..model import MODELS, content, is_model
from ..number_dicts import NumberDict
from ..sets import NumberSet
from .object_rows import count_of
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
    if id(value) not in outside.writes.objects or not is_asked_for(interp, place):
        return None
    table = table_of(value)
    if isinstance(table, str):
        raise CompileError(
            f"{path} is a {type(value).__name__} from outside with keys that are data, and {table}",
            "let its keys be numbers, tuples of numbers or texts, and its values numbers",
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
    """The lists of the keys and the values of a dict, or of the items of a set."""
    held = content(made) if is_model(content(made), dict) else made
    return [held.attributes[n] for n in ("members", "names", "entries") if n in held.attributes]


def with_arrays(interp: Interpreter, value: Any, table: Table, place: tuple, path: Path) -> Instance:
    """The dict or set with what is passed of it."""
    room = room_for(len(value))
    count = count_of(interp, value, path, room)
    passed = lambda site, items, part: list_passed(interp, site, items, Part(path, part, room), count)
    if type(value) is set:
        made = Instance(NumberSet, {"members": passed(Site(place, "items"), table.keys, "keys")})
        guard_fits(interp, path, room, place)
        return made
    values = place_of_keys(("values", place))
    names = passed(Site(place, KEYS), table.keys, "keys")
    entries = passed(Site(values, "values"), table.values, "values")
    guard_fits(interp, path, room, place, values)
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
    room: int

    def column(self, index: int | None, dtype: np.dtype, shape: tuple[int, ...], texts: tuple) -> Path:
        """The path to one of its columns."""
        return Path(("table", self.path, self.room, self.name, index, dtype.name, shape, texts, self.name))


def guard_fits(interp: Interpreter, path: Path, room: int, *places: tuple) -> None:
    """Guard what the arrays take for granted of the dict or set."""
    found = [interp.growing.types.get(place, UNKNOWN) for place in places]
    if UNKNOWN in found:
        interp.outside.guard(path.then("length", None), 0)
        return
    told = [(is_of_tuples(layout), tuple(map(told_of, columns_of(layout)))) for layout in found]
    interp.outside.guard(Path(("fits", path, room, told[0], told[1] if len(told) > 1 else None)), True)


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
            f"{path} has keys that are data, and holds numbers of several types: "
            + ", ".join(sorted(column.classes)),
            "let them be of one type",
        )
    return joined


def list_passed(interp: Interpreter, site: Site, items: Items | None, part: Part, count: Any) -> Instance:
    """The list that holds as much of the arrays as counts."""
    known = interp.growing.types.get(site.place, UNKNOWN)
    own = UNKNOWN if items is None else layout_of_items(items, part.path)
    found = own if known is UNKNOWN else known if own is UNKNOWN else join_item_types(known, own)
    if found is None:
        raise CompileError(
            f"the {part.name} of {part.path} become something else, and its keys are data",
            "let them be of one type",
        )
    interp.growing.types[site.place] = found
    if isinstance(found, Texts):  # each of which is a key once at most
        values = place_of_keys(("values", site.place))
        most = max(part.room, len(found.forms))
        interp.growing.rooms.update(dict.fromkeys((site.place, values), most))
    made = made_growing(interp, site, [])
    if found is UNKNOWN:
        return made
    texts = tuple([form[0] for form in found.forms]) if isinstance(found, Texts) else ()
    leaves = lists_with_all(made)
    for k, leaf in enumerate(leaves):
        rows = array_under(leaf.attributes["rows"])
        at = part.column(k if len(leaves) > 1 else None, rows.dtype, rows.shape[1:], texts)
        content = interp.content(interp.outside.capture(interp, fetch(at), at))
        counted = interp.trail.birth(Sliced({"data": interp.array(content), "lo0": 0, "hi0": count}))
        leaf.attributes["rows"] = with_all_room(interp, leaf, counted)
    return made


def contents(interp: Interpreter, lists: list[Instance]) -> list[Any]:
    """What the lists hold, to ask later whether that has changed."""
    return [
        content_of_rows(interp, leaf.attributes["rows"]) for part in lists for leaf in lists_with_all(part)
    ]


def content_of_rows(interp: Interpreter, rows: Any) -> tuple[Any, ...]:
    """The array in which the items of a list stand, and from where to where."""
    if isinstance(rows, Poison):
        raise rows.fail()
    extent = rows.extents[0] if isinstance(rows, Sliced) else None
    ends = () if extent is None else (extent.mask, extent.lo, extent.hi)
    return interp.content(array_under(rows)).atom, *[getattr(end, "atom", end) for end in ends]
