"""Item layouts of lists represented by one array: numbers, arrays of one shape, tuples and lists of one
length of such items.

Each item is a row of the array; `Item` describes how to rebuild it. A list that is an item is a view of its
row: a write to either is seen in both. Arrays, and lists that are appended, stay separate objects that may
alias the row, so a write to one invalidates the other (see state/aliases.py).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import KEYS_ARE_DATA, CompileError, NeedsArrays, NeedsSlots, NoRows
from ...ir.builder import TABLE, Sym
from ...ir.unions import with_members
from ..model_operations import called_in_models
from ..interpreter import Interpreter, operation
from ..python_errors import name_in_errors, python_class
from ..state.container_aliases import may_alias_set
from ..state.aliases import may_be
from ..state.entered import is_entered, is_shared, path_to
from ..state.values import (
    External,
    KIND,
    Array,
    Instance,
    Maybe,
    Option,
    Poison,
    Sealed,
    is_displaced,
    is_number,
    is_record,
    is_unsure,
)
from ..bounded.extents import BoundedArray, array_under
from ..outside.kinds import is_plain_class
from ..outside.keyed_tables import TABLES, table_of
from ..outside.object_rows import CONTAINERS, columns_of, names_of
from ..outside.paths import Path, fetch
from ..outside.slots import Slot
from ..state.places import Places
from ..state.sets import Set
from .layouts import (
    Item,
    Kind,
    Nesting,
    Nullable,
    Parts,
    Ragged,
    Records,
    Texts,
    is_kept_apart,
    is_weak,
    join_item_types,
)
from .text_forms import forms_of
from .places import (
    SHORT,
    UNKNOWN,
    Lists,
    NeedsType,
    Site,
    is_keyed,
    is_tried,
    may_stand_twice,
    place_of_keys,
    stored_into,
)


@operation
def note_objects(interp: Interpreter, *values: Any) -> None:
    """Note objects that can't be read as paths leave them, but may be read in heaps (entry.py)."""
    note_in(interp.places, interp.growing, values)


def note_in(places: Places, lists: Lists | None, values: Sequence[Any]) -> None:
    for value in values:
        if isinstance(value, Maybe):
            note_in(places, lists, [value.value])
        elif isinstance(value, Instance) and not is_record(value) and may_be_record(value.cls):
            place = place_of_record(value.cls)
            if lists is None or place not in lists.types:
                places.unsure.setdefault(place, Kind((value.cls, tuple(value.attributes))))
    kinds = [value.attributes[KIND] for value in values if is_record(value)]
    both = kinds[0].joined(kinds[1]) if len(kinds) == 2 else None
    if both is not None and both not in kinds:
        places.unsure.update({place_of_record(cls): both for cls in both.classes})


FEW, MANY = 4, 100  # objects from outside, changed ones, and others: loops over so many are unrolled
SLOT = "slot"  # in keys of arguments that are to stand in slots
ROWS = "rows"  # in keys of lists from outside, the objects in which lie in a heap (models/bounded/object_rows.py)


def place_of_record(place: Any) -> tuple:
    """The key of the objects made at a place, or of a class, and whether they are made in a heap."""
    return "record", place


def place_of_part(kind: Kind, name: Any) -> tuple:
    """The key of the list of a part of all objects of a kind."""
    return "part", name, kind


def may_be_record(cls: type) -> bool:
    """Whether its objects can lie in a heap: whether it is a class of the user's own."""
    return is_plain_class(cls) and not hasattr(cls, "__recto_class__")


def ask_for_record(interp: Interpreter, value: Any) -> None:
    """Read again with an object in a heap for what is made where this one was, unless that has been tried."""
    place = place_of_rows(interp, [value])
    if place is not None:
        ask_for(interp, place)
    match value:
        case list():
            place, kind = interp.places.of(value), Kind((list, tuple(range(len(value)))))
        case dict() if all(isinstance(key, str) for key in value):
            place, kind = interp.places.of_dict(value), Kind((dict, tuple(value)))
        case Instance() if may_be_record(value.cls):
            place, kind = value.cls, Kind((value.cls, tuple(value.attributes)))
        case _:
            return
    if place is not None and place_of_record(place) not in interp.growing.types:
        raise NeedsType({place_of_record(place): kind})


@operation
def ask_for_rows(interp: Interpreter, path: Path) -> None:
    """Read again with the objects in a heap that are in a list from outside, unless that has been tried."""
    if interp.unrolls:
        return
    known = interp.growing.types if interp.growing is not None else {}
    items = fetch(path)
    if type(items) is not list or (ROWS, path) in known or isinstance(columns_of(items), str):
        return
    kind = Kind((type(items[0]), names_of(items[0]) or ()))
    asked: dict[Any, Any] = {(ROWS, path): Records(kind)}
    if type(items[0]) not in CONTAINERS:
        asked[place_of_record(type(items[0]))] = kind
    raise NeedsType(asked, wished=True)


def ask_for_many_rows(interp: Interpreter, items: Any) -> None:
    """Read again with objects from outside in a heap if there are so many of them that a loop over them had better stay
    one; of those that are changed fewer, since texts that they hold would be known otherwise."""
    place = place_of_rows(interp, items)
    if place is not None and len(items) > (FEW if is_entered(items[0]) else MANY):
        ask_for(interp, place)


def place_of_rows(interp: Interpreter, items: Any) -> tuple | None:
    """The key of a list of objects from outside, which may be rows; None of anything else."""
    if not isinstance(items, list) or not items:
        return None
    item = items[0] if interp.passed is None else interp.passed.original(items[0])
    path = path_to(interp.outside, item)
    if path is not None and path.steps and path.steps[-1][0] == "item":
        return ROWS, Path(path.root, path.steps[:-1])
    key = interp.passed.holder_of(item, path) if interp.passed is not None else None
    return None if key is None else (SLOT, key)


def need_rows(interp: Interpreter, path: Path) -> None:
    """Have the objects in a heap that are in a list from outside. Raises CompileError if that can't be."""
    ask_for_rows(interp, path)
    if interp.growing is None or interp.growing.types.get((ROWS, path)) is None:
        why = columns_of(fetch(path))
        if interp.growing is not None and (ROWS, path) in interp.growing.refused:
            raise interp.growing.refused[ROWS, path]
        raise no_rows(path, why if isinstance(why, str) else "loops are unrolled")


def no_rows(path: Path, why: str) -> NoRows:
    """The refusal of lists of objects whose lengths data decide."""
    return NoRows(
        f"membership of the objects in {name_of(path)} in a list depends on data, "
        f"and they can't be rows of arrays: {why}",
        "keep their data in arrays, or give all of them the same attributes, with numbers of one type",
    )


def name_of(path: Path) -> str:
    """The name of a list from outside in messages."""
    return f"argument {path.root[1].place[0]}" if path.root[0] == "slot" and not path.steps else str(path)


def ask_for_slot(interp: Interpreter, key: int | str | None, rows: bool = False) -> None:
    """Call again with a slot for an argument that is a list of objects, unless that has been tried: then they can be
    rows of arrays. `rows`: it is a list of lists that is passed as one array, others of which come in their place."""
    if key is not None and interp.passed is not None and (SLOT, key) not in interp.passed.tried:
        if rows or interp.passed.holds_objects(key) or interp.passed.holds_numbers(key):
            raise NeedsSlots(frozenset([(key,)]))


def has_no_items(interp: Interpreter, growing: Any) -> bool:
    """Whether nothing has been put into a list, as far as it has been read. (Else its type would be known. It
    is not guessed, since what is computed from an item may be put into the list.)"""
    if interp.growing is None or not is_list(growing) or is_pooled(growing):
        return False
    return interp.growing.types.get(growing.attributes["site"].place) is UNKNOWN


def rows_of(interp: Interpreter, growing: Instance) -> Any:
    """The array of the items of a list; of one in a pool, what belongs to it."""
    if "viewed" in growing.attributes:
        interp.check_view(growing.attributes["viewed"])
    if is_pooled(growing):
        return interp.rows_in_pool(growing)
    return interp.settled(growing.attributes["rows"])


def is_pooled(value: Any) -> bool:
    """Whether it is a list that is an item of another one, whose lists differ in length."""
    return stands_for_list(value) and "pool" in value.attributes and "number" in value.attributes


def site_of(value: Instance) -> Site:
    """The place where a list that is no Python list is made."""
    return value.attributes["site" if "site" in value.attributes else "origin"]


def is_list_of_records(value: Any) -> bool:
    """Whether it is a list of objects in a heap, of which it has the numbers."""
    return stands_for_list(value) and isinstance(value.attributes.get("pool"), Sealed)


def stands_for_list(value: Any) -> bool:
    """Whether it is a list that is no Python list while reading. (A user's object may have attributes of any
    name.)"""
    return isinstance(value, Instance) and getattr(value.cls, "__recto_class__", None) is list


def parts_type(interp: Interpreter, value: Any) -> Item | Parts | Ragged | Records | Nullable | None:
    """The type of an item that may be a tuple of unlike parts, each of which a row can be, a list, an object, or
    None."""
    value = interp.read(value)
    if may_be_none(interp, value):
        return Nullable().joined(Nullable() if value is None else parts_type(interp, value.value))
    value = interp.settled(value)
    if is_record(value):
        return Records(value.attributes[KIND])
    if is_ragged(interp, value):
        value = value.attributes["members"] if is_list_of_records(value) else value
        pool = interp.settled(value.attributes["pool"]) if is_pooled(value) else None
        return Ragged(None if pool is None else pool.attributes["origin"].place)
    forms = forms_of(value)
    if forms is not None:
        return Texts(forms)
    found = item_type(interp, value)
    if found is None and interp.growing is not None:
        ask_for_record(interp, value)
    if found is not None or type(value) is not tuple or not value:
        return found
    types = [parts_type(interp, v) for v in value]
    return None if None in types else Parts(tuple([t for t in types if t is not None]))


def may_be_none(interp: Interpreter, value: Any) -> bool:
    """Whether it is None, or may be, for all that is known here."""
    if not isinstance(value, Option):
        return value is None
    return value.flag is not True and not (isinstance(value.flag, Sym) and value.flag.atom in interp.present)


def is_ragged(interp: Interpreter, value: Any) -> bool:
    """Whether it is a list that may be longer or shorter than others like it."""
    if (
        is_pooled(value)
        or stands_for_list(value)
        and "columns" in value.attributes
        or is_list_of_records(value)
    ):
        return True
    return is_list(value) and isinstance(rows_of(interp, value), BoundedArray)


def item_type(interp: Interpreter, value: Any) -> Item | None:
    """The type of an item; None where it is none that a row can be."""
    value = interp.read(value)
    if isinstance(value, (Sym, Array)):  # its type alone: an iteration that has ended may have made it
        return Item(value.type.dtype, value.type.shape, isinstance(value, Sym) and value.weak)
    if is_number(value):
        sym = interp.sym(value)
        return Item(sym.dtype, sym.shape, sym.weak)
    if is_list(value):
        found, rows = item_of_list(interp, value), rows_of(interp, value)
        if isinstance(rows, BoundedArray):
            return None  # it may be longer or shorter than the others: see parts_type
        return found._replace(shape=rows.shape, nesting=found.nesting.around(list))
    if type(value) is tuple and value:
        types = [item_type(interp, v) for v in value]
        if types[0] is None or any(t != types[0] for t in types):
            return None
        return types[0]._replace(shape=(len(value), *types[0].shape), nesting=types[0].nesting.around(tuple))
    if interp.places.of(value) is not None:
        ask_for(interp, interp.places.of(value))
    return None


def ask_for(interp: Interpreter, place: Any, made: bool = True) -> None:
    """Read again with one array for the list made here, unless that has been tried or can't be."""
    if type(place) is tuple and place[0] in (ROWS, SLOT):
        return ask_for_slot(interp, place[1]) if place[0] == SLOT else ask_for_rows(interp, place[1])
    if is_tried(interp, place, made):
        return
    types, known = {place: UNKNOWN}, interp.places.made_at(place)
    if made and known is not None and types_of_lists(interp, known, types) is None:
        return
    among_arguments = interp.passed is not None and type(place) is tuple and place[0] == "argument"
    if among_arguments and interp.passed.decides(place[1]):
        return
    if among_arguments and (place[1],) not in interp.passed.tried:
        raise NeedsArrays(interp.passed.wanted(place[1]))
    raise NeedsType(types)


def ask_for_computed_keys(interp: Interpreter, place: Any, key: Any, many: bool = False) -> None:
    """Read again with a set or dict of computed keys made here, if this key is data, or there are many that are; unless
    that has been tried. (What depends on loop indices and arguments alone is known where loops are unrolled; but each
    call may find other keys in what is changed outside.)"""
    whose = place[1][0] if is_keyed(place) and type(place[1]) is tuple else None
    found = key_type(interp, key, whose == "entered") if many or isinstance(key, (Sym, tuple)) else None
    if found is None or place is None or is_tried(interp, place):
        return
    if whose == "argument":
        ask_for_slot(interp, place[1][1])
    else:
        raise NeedsType({place: found}, keys=True)


def ask_for_table(interp: Interpreter, obj: Any, key: Any, often: bool = False) -> None:
    """Read again with a dict from outside among what may change, which has computed keys then, if this key is data.
    `often`: take arguments for that too, which may be known, as where items of the dict are assigned."""
    if not isinstance(obj, External) or type(obj.unread) not in TABLES or is_shared(obj):
        return
    often = often or is_stored_into(interp, obj)
    if key_type(interp, key, often) is not None and not isinstance(table_of(obj.unread), str):
        interp.outside.change(obj)


def ask_for_pool(interp: Interpreter, path: Path) -> None:
    """Read again with the lists in the list from outside at a path, one of which data choose, in a pool, unless that
    has been tried or can't be."""
    place = place_of_keys(("entered", path))
    if is_tried(interp, place) or isinstance(table_of(fetch(path)), str):
        return
    raise NeedsType({place: UNKNOWN}, keys=True, wished=True)


def is_stored_into(interp: Interpreter, obj: External) -> bool:
    """Whether the functions that are being read assign items of what has the name of this dict."""
    name = obj.path.steps[-1][1] if obj.path.steps else obj.path.root[-1]
    if isinstance(name, Slot) and isinstance(name.place[0], int):
        parameters = interp.calls[0].node.args
        name = dict(enumerate([a.id for a in (*parameters.posonlyargs, *parameters.args)])).get(name.place[0])
    return isinstance(name, str) and any(name in stored_into(frame.node) for frame in interp.calls)


def ask_for_keys_at_hand(interp: Interpreter, made: dict, needed: bool = True) -> None:
    """Read again with computed keys in a dict that has numbers, tuples of them or texts as keys, unless that has been
    tried: which of them are there, and in which order, depends on data. Not `needed`: it can be read as it is."""
    asked = keys_not_tried(interp, made, made)
    for found in asked.values():
        raise NeedsType(asked, keys=needed, wished=not needed or isinstance(found, Texts))


def ask_for_order(interp: Interpreter, made: dict) -> None:
    """Read again with computed keys in a dict that is returned, if its keys come in another order on some path."""
    if any(map(is_displaced, made.values())):
        ask_for_keys_at_hand(interp, made, needed=False)


def type_of_keys(interp: Interpreter, made: dict) -> Item | Parts | Texts | None:
    """The type of the keys of a dict that has numbers, tuples of them, or texts as keys; None of any other."""
    if made and all(type(key) is str for key in made):
        return Texts(tuple([(key,) for key in made]))
    parts = [v for key in made for v in (key if type(key) is tuple else (key,))]
    if not made or not all(is_number(v) or type(v) is str for v in parts):
        return None
    return functools.reduce(join_item_types, [parts_type(interp, key) for key in made])


def note_keys_in_doubt(interp: Interpreter, made: Any, joined: Any, sides: list) -> None:
    """Behind two paths a dict has a list under a key that one of them has set, or its keys in two orders, or a set has
    other items: what can't be read with that may be read with computed keys (entry.py)."""
    if all(isinstance(side, Set) for side in sides) and isinstance(joined, Poison):
        note_keys(interp, made, dict.fromkeys(item for side in sides for item in side))
    if not isinstance(made, dict) or not all(isinstance(side, dict) for side in sides):
        return  # (the attributes of an object are a dict, too)
    items = joined.values() if isinstance(joined, dict) else ()
    in_two_orders = isinstance(joined, Poison)
    if in_two_orders or any(is_unsure(v) and holds_items(v.value) for v in items):
        note_keys(interp, made, functools.reduce(operator.or_, sides))


def note_keys(interp: Interpreter, made: Any, items: dict) -> None:
    """Note keys in a dict, or items of a set, that can't be read as they are, but may be read as computed
    ones (entry.py)."""
    interp.places.unsure.update(keys_not_tried(interp, made, items))


def keys_not_tried(interp: Interpreter, made: Any, items: dict) -> dict[Any, Item | Parts | Texts]:
    """The type of these keys, by the place of the dict or set; nothing where computed keys have been tried or can't
    be."""
    of_set = isinstance(made, Instance)
    place = made.attributes["made_at"].place if of_set else interp.places.of_dict(made)
    found = None if place is None or is_tried(interp, place) else type_of_keys(interp, items)
    return {} if found is None else {place: found}


def holds_items(value: Any) -> bool:
    return isinstance(value, list) or stands_for_list(value)


def key_type(interp: Interpreter, key: Any, always: bool = False) -> Item | Parts | Ragged | None:
    """The type of a key, or of each of several in an array or a list represented by one; None if it is
    static. `always`: whether it is data though it may be known where loops are unrolled."""
    if isinstance(key, Sym):
        is_data = always or not key.origins or key.origins <= interp.long_loops or is_held(interp, key)
        return Item(key.dtype, (), key.weak) if is_data and not key.is_const else None
    if type(key) is tuple and any(isinstance(v, Sym) and key_type(interp, v, always) for v in key):
        return parts_type(interp, as_key(interp, key)) if all(map(is_number, key)) else None
    if isinstance(key, Array) and key.ndim == 1:
        return Item(key.dtype)
    if is_list(key):
        found = item_of_list(interp, key)
        return (
            found
            if len(found.shape) == len(found.nesting.kinds) and list not in found.nesting.kinds
            else None
        )
    return None


def is_held(interp: Interpreter, key: Sym) -> bool:
    """Whether a key comes from containers among the arguments, which could not be read with known keys."""
    if interp.passed is None or KEYS_ARE_DATA not in interp.passed.tried:
        return False
    return any(type(place) is tuple and len(place) > 1 for place in key.origins)


@called_in_models
def as_key(interp: Interpreter, key: Any) -> Any:
    """A key, which must be one that Python can hash."""
    key = interp.settled(key)
    cls = python_class(key)
    if cls is not None and cls.__hash__ is None:
        raise CompileError(f"TypeError: unhashable type: {name_in_errors(cls)!r}", kind=TypeError)
    if is_record(key):
        interp.key(key, "a dict key or an item of a set")
    return key


def types_of_lists(interp: Interpreter, value: Any, types: dict[Any, Any]) -> Item | None:
    """The layout of the present items of a list, if they can be rows; `types` gets it, and those of lists
    that are items. (UNKNOWN where they are none yet: that is a type too.)"""
    place = interp.places.of(value)
    if place is None or type(value) is not list:
        return item_type(interp, value)
    types.setdefault(place, UNKNOWN)
    try:
        found = [types_of_lists(interp, v, types) for v in value]
    except CompileError:  # one can't be read
        return UNKNOWN
    if UNKNOWN in found or not found:
        return UNKNOWN
    joined = functools.reduce(join_item_types, found)
    types[place] = None if is_kept_apart(joined, value) else joined
    if types[place] is None:
        return None
    if not isinstance(joined, Item):  # lists whose lengths differ, say
        return UNKNOWN
    return joined._replace(shape=(len(value), *joined.shape), nesting=joined.nesting.around(list))


def item_of_list(interp: Interpreter, growing: Instance) -> Item:
    """The layout of the items of a list."""
    rows = rows_of(interp, growing)
    shape = array_under(rows).shape[1:]
    weak = growing.attributes["weak"]
    weak = weak if isinstance(weak, frozenset) else weak is True
    return Item(rows.dtype, shape, weak, growing.attributes["nesting"])


def is_mutable(growing: Instance) -> bool:
    """Whether its items are arrays, or lists, which may be written."""
    return list in growing.attributes["nesting"].kinds or not is_made_of_numbers(growing)


def is_made_of_numbers(growing: Instance) -> bool:
    """Whether its items are numbers, or tuples and lists of numbers."""
    if is_pooled(growing):
        return True
    rows = growing.attributes["rows"]
    if isinstance(rows, Poison):
        raise rows.fail()
    return rows.ndim == 1 + len(growing.attributes["nesting"].kinds)


def row_of(interp: Interpreter, value: Any, dtype: np.dtype, owner: Site | bool = True) -> Sym:
    """An item as a row; of one that is a list the length can't change any more, unless the `owner`, the list that it
    is put into, gets another layout."""
    value = interp.settled(value)
    if isinstance(value, tuple):
        parts = [row_of(interp, v, dtype) for v in value]
        parts = [TABLE["reshape"](p, shape=(1, *p.shape)) for p in parts]
        return TABLE["concatenate"](*parts, axis=0) if len(parts) > 1 else parts[0]
    if isinstance(value, Instance):
        for held in (value, *filter(is_list, may_alias_set(interp.trail, value))):
            interp.trail.write(held, "sealed", owner)
        value = rows_of(interp, value)
    sym = interp.builder.lift(interp.sym(value))
    return sym.astype(dtype) if sym.dtype != dtype or sym.weak else sym


def is_list(value: Any) -> bool:
    """Whether it is a list that is one array."""
    return isinstance(value, Instance) and isinstance(value.attributes.get("site"), Sealed)


def arrays_in(interp: Interpreter, value: Any) -> Iterator[Array]:
    """The arrays that an item, or the rows of a list, are made of."""
    value = interp.settled(value)
    if isinstance(value, BoundedArray):
        yield value.data
    elif isinstance(value, Array):
        yield value
    elif isinstance(value, Instance):
        yield from arrays_in(interp, rows_of(interp, value))
    for part in value if isinstance(value, tuple) else ():
        yield from arrays_in(interp, part)


def from_row(interp: Interpreter, growing: Instance, row: Any) -> Any:
    """The item that a row stands for."""
    return item_from(interp, growing, row, growing.attributes["nesting"])


def own_number(interp: Interpreter, value: Any) -> Any:
    """A number of an array as one of Python's own."""
    return interp.wrap(TABLE["cast"](interp.sym(value), dtype=value.dtype, weak=True))


def item_from(interp: Interpreter, growing: Instance, row: Any, nesting: Nesting) -> Any:
    if not isinstance(row, Array) or not row.ndim:
        weak = growing.attributes["weak"]
        number = own_number(interp, row) if is_weak(weak) else row
        return with_members(number, weak) if isinstance(weak, frozenset) else number
    if nesting.kinds[:1] == (tuple,):
        return tuple(
            [item_from(interp, growing, interp.get_item(row, k), nesting.inner) for k in range(row.shape[0])]
        )
    if nesting.kinds:
        rows = rows_of(interp, growing)
        changes = growing.attributes["site"].is_variable
        many = changes or isinstance(rows, BoundedArray) or rows.shape[0] > SHORT
        sealed = growing.attributes["site"] if many and not nesting.inner.kinds else True
        if may_stand_twice(interp, growing):
            row = interp.array(interp.content(row))
        attributes = {**growing.attributes, "rows": row, "nesting": nesting.inner, "sealed": sealed}
        if row.root is not array_under(rows).root:
            row.root.frozen = "it is an item of a list whose length is computed"
        return interp.trail.allocate(Instance(growing.cls, attributes))
    if is_place_of_item(interp, growing, row):
        return row
    item = interp.array(interp.content(row))
    may_be(interp.trail, item, row)
    return item


def is_place_of_item(interp: Interpreter, growing: Instance, row: Array) -> bool:
    """Whether a row is where an array lies that is an item, so that what is written to either is seen in
    both. Not if another row may stand for the same array."""
    data = array_under(growing.attributes.get("rows"))
    own = row.base is not None and isinstance(data, Array) and row.root is data.root
    return own and not may_stand_twice(interp, growing)
