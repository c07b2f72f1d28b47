"""Objects that may be written, in lists and dicts of computed length: a heap holds their parts, and they are numbers.

    accounts.append(Account(x))     ⇒       heap.total.append(x);  accounts.members.append(number)
    accounts[k].total += x          ⇒       heap.total[accounts.members[k]] += x

Each kind of objects has one heap: the objects of a class, the lists of one length, the dicts with the same texts as
keys. An object is made there, so that it is the same under all its names, in whatever lists it is.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import itertools
import types
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ....core.errors import CompileError
from ....core.registered import STRUCTURE
from ....ir.builder import Facts, Sym
from ....library.core.index import Index, part_of_axis
from ...interpreter import Interpreter, operation
from ...lists.from_outside import set_born
from ...lists.growing import is_growing, made_growing
from ...lists.items import is_list, parts_type, place_of_part, place_of_record
from ...lists.layouts import Kind, NUMBERS, Nullable, Texts
from ...lists.places import UNKNOWN, NeedsType, Site
from ...model_operations import called_in_models
from ...models.number_dicts import item_there
from ...state.entered import BEFORE
from ...lists.text_forms import NONE, forms_of
from ...state.values import (
    CLASS,
    HEAP,
    KIND,
    NUMBER,
    UNSET,
    Array,
    Instance,
    SealedByIdentity,
    describe,
    is_record,
    may_be_unset,
)
from ..model import Model
from ...outside.paths import ABSENT
from .columns import count_lists_alike
from .families import specials_of
from .nullable import UnsetList
from .texts import ListOfTexts


FIRST = BEFORE + 1  # the number of what a function makes first


class Heap(Model):
    """parts: of each part of the objects a list; kind: what they are."""


class HeapOf(SealedByIdentity):
    """The heap that an object, or a list of objects, belongs to, which is no part of them."""

    def __str__(self) -> str:
        return "a heap"


class Record(Model):
    """An object in a heap: its number there, and its kind. classes: which of those of its kind it may be of."""

    hidden = (HEAP, NUMBER, KIND, CLASS)
    classes: ClassVar[tuple[type, ...]]


class RecordOfList(Record):
    """A list of known length."""

    __recto_class__ = list

    def __len__(self):
        return count_of_parts(self)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[k] for k in range(len(self))[index]]
        return read_part(self, checked_index(self, index))

    def __setitem__(self, index, value):
        write_part(self, checked_index(self, index), value)

    def __contains__(self, value):
        return value in self[:]

    def __eq__(self, other):
        return isinstance(other, list) and self[:] == list(other)

    def __lt__(self, other):
        return self[:] < list(other) if isinstance(other, list) else NotImplemented

    def __le__(self, other):
        return self[:] <= list(other) if isinstance(other, list) else NotImplemented

    def __gt__(self, other):
        return self[:] > list(other) if isinstance(other, list) else NotImplemented

    def __ge__(self, other):
        return self[:] >= list(other) if isinstance(other, list) else NotImplemented

    def __add__(self, other):
        return self[:] + list(other)

    def copy(self):
        return copied(self)


class RecordOfDict(Record):
    """A dict with known texts as keys."""

    __recto_class__ = dict

    def __len__(self):
        return count_of_parts(self)

    def __getitem__(self, key):
        return read_part(self, checked_key(self, key))

    def __setitem__(self, key, value):
        write_part(self, checked_key(self, key, "another key"), value)

    def __iter__(self):
        return iter(names_of(self))

    def __contains__(self, key):
        return key in names_of(self)

    def __eq__(self, other):
        return isinstance(other, dict) and dict(self.items()) == dict(other)

    def keys(self):
        return names_of(self)

    def values(self):
        return [self[key] for key in names_of(self)]

    def items(self):
        return [(key, self[key]) for key in names_of(self)]

    def get(self, key, default=None):
        return self[key] if key in names_of(self) else default

    def update(self, *others, **named):
        for key, value in dict(*others, **named).items():
            self[key] = value

    def copy(self):
        return copied(self)


RecordOfList.classes = RecordOfDict.classes = ()
STRUCTURE[RecordOfList] = STRUCTURE[RecordOfDict] = frozenset([KIND])


@functools.cache
def record_class(*classes: type) -> type:
    """The class of objects of these classes: derived from the user's, if it is one; a model of a list or a dict; or
    one that looks for what each of them has."""
    first = classes[0]
    if first in (list, dict):
        return RecordOfList if first is list else RecordOfDict
    if len(classes) > 1:
        return class_of_several(classes)
    made = type(first)(
        first.__name__, (first, Record), {"__recto_class__": first, "__slots__": (), "classes": classes}
    )
    STRUCTURE[made] = frozenset([KIND])
    return made


def class_of_several(classes: tuple[type, ...]) -> type:
    """The class of objects that may be of several, with the methods of the one that these are derived from."""
    common = common_class(classes)
    bases = (Record,) if common is object else (common, Record)
    own = {"__recto_class__": common, "__slots__": (), "classes": classes, **specials_of(classes)}
    made = type(common)(" or ".join([cls.__name__ for cls in classes]), bases, own)
    STRUCTURE[made] = frozenset([KIND])
    return made


@operation
def narrowed_record(interp: Interpreter, record: Instance, classes: Sequence[type]) -> Instance:
    """An object of which it is known that it is of one of these classes."""
    return interp.trail.allocate(Instance(record_class(*classes), dict(record.attributes)))


@operation
def recorded(interp: Interpreter, place: Any, value: Any) -> Any:
    """The value made at a place, or of a class: an object in a heap, if that has been asked for."""
    asked = place_of_record(place)
    kind = interp.growing.types.get(asked) if interp.growing is not None else None
    if kind is None:
        return value
    values = parts_of(kind, value)
    if values is None and isinstance(value, Instance) and value.cls in kind.classes:
        raise NeedsType({asked: kind.joined(Kind((value.cls, tuple(value.attributes))))})
    layouts = [layout_of(interp, v) for v in values or () if v is not ABSENT]
    counted = len(kind.classes) > 1 or not all(isinstance(found, Same) for found in layouts)
    if values is None or None in layouts or not counted:
        raise NeedsType({asked: None})
    return new_record(interp, interp.heap_of(kind, asked), class_in_heap(value), values)


def class_in_heap(value: Any) -> type:
    return value.cls if isinstance(value, Instance) else type(value)


def new_record(interp: Interpreter, heap: HeapOf, cls: type, values: list) -> Instance:
    """A new object of a class that holds these values; a part that it has not is ABSENT."""
    kind, parts = heap.value.attributes[KIND], heap.value.attributes["parts"]
    for name, part, v in zip(kind.names, parts, values):
        if v is not ABSENT:
            check_same(interp, kind, name, part, v)
    own = counted_lists(heap.value)
    count_lists_alike(interp, own)
    number = interp.length_of(own[0])
    asked: dict[Any, Any] = {}  # by all parts: the function is read again for each question
    for part, v in zip(parts, values):
        try:
            if v is ABSENT or v is UNSET:
                interp.skip_item(part)
            elif may_be_unset(v):
                interp.append_unsure(part, v)
            elif not isinstance(part, Same):
                interp.call_method(part, "append", [v])
        except NeedsType as found:
            asked |= found.types_alone()
    if asked:
        raise NeedsType(asked)
    if heap.value.attributes["classes"] is not None:
        interp.call_method(heap.value.attributes["classes"], "append", [kind.classes.index(cls)])
    count_lists_alike(interp, own)
    return record_of(interp, heap, number, (cls,), kind.classes.index(cls))


def counted_lists(heap: Instance) -> list:
    """The lists that have an item for each object of a heap."""
    parts = [part for part in heap.attributes["parts"] if not isinstance(part, Same)]
    classes = heap.attributes["classes"]
    return [*itertools.chain.from_iterable(map(lists_with_all, parts)), *([classes] if classes else [])]


def lists_with_all(part: Instance) -> list:
    """The lists of numbers and arrays that have an item for each of a list."""
    if "columns" not in part.attributes:
        return [part.attributes.get("members", part)]
    return list(itertools.chain.from_iterable(map(lists_with_all, part.attributes["columns"])))


def count_of(interp: Interpreter, heap: Instance) -> Any:
    """The number of objects in a heap."""
    return interp.length_of(counted_lists(heap)[0])


def check_same(interp: Interpreter, kind: Kind, name: Any, part: Any, value: Any) -> None:
    """A part that was the same for all objects, or was not, stays so; else they are not read as such."""
    place = place_of_part(kind, name)
    unset = value is UNSET or may_be_unset(value)
    if not isinstance(part, Same) and value is None or unset and is_for_unset(part):
        return  # the list asks for what it needs
    if may_be_unset(value):
        known = interp.growing.types[place]
        layout = value.value if known is UNKNOWN or isinstance(known, Same) else known
        layout = layout if layout is known else parts_type(interp, layout)
        raise NeedsType({place: None if layout is None else nullable(layout, unset=True)})
    found = layout_of(interp, value)
    if isinstance(part, Instance) and holds_texts(part) and texts_in(found) is not None:
        return  # the list asks for what it needs
    if (isinstance(part, Same) or isinstance(found, (Same, Texts))) and found != part:
        known = interp.growing.types[place]
        raise NeedsType({place: found if known is UNKNOWN else with_none(known, found)})


def is_for_unset(part: Any) -> bool:
    """Whether it is a list of what may not be set."""
    return isinstance(part, Instance) and issubclass(part.cls, UnsetList)


def holds_texts(part: Instance) -> bool:
    """Whether it is a list of texts, or of what may not be set, and else is a text."""
    return part.cls is ListOfTexts or is_for_unset(part) and holds_texts(part.attributes["columns"][1])


def texts_in(layout: Any) -> tuple | None:
    """The forms of the texts, or None, of a layout of such."""
    if isinstance(layout, Same):
        return forms_of(layout.value)
    if layout == Nullable():
        return (NONE,)
    return layout.forms if isinstance(layout, Texts) else None


def with_none(known: Any, found: Any) -> Nullable | Texts | None:
    """The layout of a part that is None, not set, or another text, and something else in turn."""
    words = [texts_in(layout) for layout in (known, found)]
    if None not in words:
        return Texts(words[0]).joined(Texts(words[1]))
    for absent in (UNSET, None):
        if Same(absent) in (known, found):
            other = found if known == Same(absent) else known
            if other == Same(None):
                return Nullable(Nullable(), unset=True)
            if texts_in(other) is not None:
                other = Texts(texts_in(other))
            return None if isinstance(other, Same) else nullable(other, absent is UNSET)
    return None


def nullable(layout: Any, unset: bool) -> Nullable | None:
    """The layout of what has this one, or is None; or is not set."""
    if unset and isinstance(layout, Nullable) and not layout.unset:
        return Nullable(layout, unset=True)
    return Nullable(unset=unset).joined(layout)


@operation
def copied_record(interp: Interpreter, record: Instance, copy: Callable[[Any], Any]) -> Instance:
    """A new object with a copy of what another one holds."""
    kind = record.attributes[KIND]
    cls = record.cls.classes[0] if record.cls.classes else kind.classes[0]
    own = kind.names_of(cls)
    parts = [part_copied(interp, record, name, copy) if name in own else ABSENT for name in kind.names]
    return new_record(interp, record.attributes[HEAP], cls, parts)


def part_copied(interp: Interpreter, record: Instance, name: Any, copy: Callable[[Any], Any]) -> Any:
    """The copy of a part of an object. One that is not set is not set in the copy."""
    part = part_of_record(interp, record, name)
    if part is UNSET:
        return part
    return dataclasses.replace(part, value=copy(part.value)) if may_be_unset(part) else copy(part)


@called_in_models
def copied(interp: Interpreter, record: Instance) -> Instance:
    return copied_record(interp, record, lambda part: part)


def parts_of(kind: Kind, value: Any) -> list | None:
    """The parts of an object of this kind; None of another one."""
    match value:
        case list() if kind.classes == (list,) and len(value) == len(kind.names):
            return value
        case dict() if kind.classes == (dict,) and tuple(value) == kind.names:
            return list(value.values())
        case Instance() if value.cls in kind.classes and set(value.attributes) <= set(
            kind.names_of(value.cls)
        ):
            own = kind.names_of(value.cls)
            return [value.attributes.get(name, UNSET if name in own else ABSENT) for name in kind.names]
    return None


@operation
def heap_of(interp: Interpreter, kind: Kind, asked: Any) -> HeapOf:
    """The heap of a kind of objects, which is there before anything else in the function.

    Raises:
        NeedsType: their parts are none that arrays can hold; read again without what has `asked` for them.
    """
    builder, serial = interp.places.start or (outermost(interp.builder), FIRST)
    heap = next((rows.heap for rows in interp.outside.rows if rows.heap.attributes[KIND] == kind), None)
    heap = heap or interp.places.heaps.get((kind, builder))
    if heap is None:
        known = [interp.growing.types.setdefault(place_of_part(kind, name), UNKNOWN) for name in kind.names]
        if None in known:
            raise NeedsType({asked: None})
        heap = interp.places.heaps[kind, builder] = interp.trail.allocate(Instance(Heap, {KIND: kind}))
        with interp.inside(builder):
            heap.attributes["parts"] = tuple([list_of_part(interp, kind, name) for name in kind.names])
            heap.attributes["classes"] = list_of_classes(interp, kind) if len(kind.classes) > 1 else None
        set_born(heap, serial)
    return HeapOf(heap)


def outermost(builder: Any) -> Any:
    while builder.parent is not None:
        builder = builder.parent
    return builder


def list_of_part(interp: Interpreter, kind: Kind, name: Any) -> Any:
    place = place_of_part(kind, name)
    found = interp.growing.types[place]
    owner = "item" if kind.classes == (list,) else name_of_owner(kind, name)
    return found if isinstance(found, Same) else made_growing(interp, Site(place, f"{owner}_{name}"), [])


def list_of_classes(interp: Interpreter, kind: Kind) -> Instance:
    """The list of the numbers of the objects' classes."""
    place = place_of_part(kind, CLASS)
    interp.growing.types[place] = NUMBERS
    return made_growing(interp, Site(place, f"{common_class(kind.classes).__name__.lower()}_class"), [])


def common_class(classes: Sequence[type]) -> type:
    """The nearest class that these are derived from."""
    return next(cls for cls in classes[0].__mro__ if all(issubclass(c, cls) for c in classes))


def name_of_owner(kind: Kind, name: Any) -> str:
    """The name of the class whose objects have a part."""
    owners = [cls for cls in kind.classes if name in kind.names_of(cls)]
    common = common_class(owners)
    return (owners[0] if common is object else common).__name__.lower()


class Same(SealedByIdentity):
    """The layout of a part that is the same for all objects of a kind: None, a text, a function."""


SAME = (str, bytes, type(None), types.FunctionType, type, enum.Enum, np.dtype)


def layout_of(interp: Interpreter, value: Any) -> Any:
    """The layout of a part of an object; None if there is none."""
    if value is UNSET:
        return Same(UNSET)
    if may_be_unset(value):
        layout = parts_type(interp, value.value)
        return None if layout is None else nullable(layout, unset=True)
    value = interp.read(value)
    return Same(value) if isinstance(value, SAME) else parts_type(interp, value)


@operation
def record_at(interp: Interpreter, heap: HeapOf, number: Any) -> Instance:
    """The object of a number in a heap."""
    kind, classes = heap.value.attributes[KIND], heap.value.attributes["classes"]
    found = 0 if classes is None else item_there(interp, classes, number)
    if isinstance(found, Sym) and not found.is_const:
        interp.builder.site.facts[found.atom.name] = Facts(frozenset(), 0, len(kind.classes) - 1)
    return record_of(interp, heap, number, kind.classes, found)


def record_of(
    interp: Interpreter, heap: HeapOf, number: Any, classes: tuple[type, ...], found: Any
) -> Instance:
    """An object in a heap that is of one of these classes, whose number among those of its kind has been found."""
    kind = heap.value.attributes[KIND]
    attributes = {HEAP: heap, NUMBER: number, KIND: kind, CLASS: found}
    return interp.trail.allocate(Instance(record_class(*classes), attributes))


@operation
def number_of(interp: Interpreter, heap: HeapOf, value: Any) -> Any:
    """The number of an object that becomes an item of a list of such."""
    value = interp.settled(value)
    if is_record(value) and value.attributes[HEAP] == heap:
        return value.attributes[NUMBER]
    if is_list(value) and interp.growing.types.get(value.attributes["site"].place) is not None:
        raise NeedsType({value.attributes["site"].place: None})  # it is no array then
    parts_type(interp, value)  # which asks for it as an object in a heap
    called = heap.value.attributes[KIND].called
    if is_record(value):
        other = value.attributes[KIND].called
        raise CompileError(
            f"a list of computed length holds objects of several kinds ({called} and {other})",
            "make a list for each class; lists have one length, and dicts one set of keys",
        )
    raise CompileError(
        f"a list of computed length holds a {called} that is made in the function, and {describe(value)}",
        "make all of them in the function",
    )


@called_in_models
def part_named(interp: Interpreter, record: Instance, name: str) -> Instance:
    """The list of a part of all objects in the heap."""
    kind = record.attributes[KIND]
    new = [(cls, (name,)) for cls in record.cls.classes if name not in kind.names_of(cls)]
    if new:
        both = kind.joined(Kind(*new))
        raise NeedsType({place_of_record(cls): both for cls in kind.classes})
    return record.attributes[HEAP].value.attributes["parts"][kind.names.index(name)]


@operation
def part_of_record(interp: Interpreter, record: Instance, name: Any) -> Any:
    """A part of an object, which may not be set."""
    part = part_named(interp, record, name)
    return part.value if isinstance(part, Same) else item_there(interp, part, record.attributes[NUMBER])


@called_in_models
def read_part(interp: Interpreter, record: Instance, name: Any) -> Any:
    return interp.read(part_of_record(interp, record, name))


@operation
@called_in_models
def write_part(interp: Interpreter, record: Instance, name: str, value: Any) -> None:
    """Another value for a part of an object."""
    part = part_named(interp, record, name)
    if is_held(interp, part, record.attributes[NUMBER], value):
        return  # behind `record.name += value`
    check_same(interp, record.attributes[KIND], name, part, value)
    if not isinstance(part, Same):
        interp.call_method(part, "replace_item", [record.attributes[NUMBER], value])


def is_held(interp: Interpreter, part: Any, number: Any, value: Any) -> bool:
    """Whether an array is the row in which the part of this number lies."""
    if not isinstance(value, Array) or value.base is None or not is_growing(part):
        return False
    row = item_there(interp, part, number)
    return isinstance(row, Array) and row.base is value.base and same_place(row.lens.index, value.lens.index)


def same_place(one: Index | None, other: Index | None) -> bool:
    """Whether two basic indices give the same part of an array."""
    if one is None or other is None or not one.basic or not other.basic:
        return False
    return list(map(part_of_axis, one.items)) == list(map(part_of_axis, other.items))


@called_in_models
def count_of_parts(interp: Interpreter, record: Instance) -> int:
    return len(record.attributes[KIND].names)


@called_in_models
def names_of(interp: Interpreter, record: Instance) -> list:
    return interp.trail.allocate(list(record.attributes[KIND].names))


@called_in_models
def checked_index(interp: Interpreter, record: Instance, index: Any) -> int:
    """An index from 0 on."""
    count = len(record.attributes[KIND].names)
    index = interp.static(index, "the index of a heterogeneous list")
    if not -count <= index < count:
        interp.fail_if(interp.sym(True), IndexError, ("list index out of range",))
    return index % count


@called_in_models
def checked_key(interp: Interpreter, record: Instance, key: Any, what: str = "") -> str:
    key = interp.static(key, "the key of a dict in a list of computed length")
    if key in record.attributes[KIND].names:
        return key
    if what:
        raise CompileError(
            f"a dict in a list of computed length gets another key, {key!r}",
            "create the dict with all its keys",
        )
    interp.fail_if(interp.sym(True), KeyError, (key,))
    return record.attributes[KIND].names[0]


@operation
def as_own(interp: Interpreter, record: Instance) -> Any:
    """An object outside of the heap, with what one in it holds."""
    kind = record.attributes[KIND]
    if len(record.cls.classes) > 1:
        record = interp.narrowed_record(record, [interp.known_class(record)])
    names = kind.names_of(record.cls.classes[0]) if record.cls.classes else kind.names
    parts = {name: interp.part_of_record(record, name) for name in names}
    if kind.classes[0] in (list, dict):
        return interp.trail.allocate(parts if kind.classes == (dict,) else list(parts.values()))
    return interp.trail.allocate(Instance(record.cls.classes[0], parts))


def holds_records(heap: Instance) -> bool:
    """Whether the objects of a heap hold others in heaps, or lists that may be those of others."""
    return any(isinstance(part, Instance) and is_of_others(part) for part in heap.attributes["parts"])


def is_of_others(part: Instance) -> bool:
    return "pool" in part.attributes or any(map(is_of_others, part.attributes.get("columns", ())))


@operation
def items_of_record(interp: Interpreter, record: Instance) -> list:
    """The items that a loop over a list, or a dict, in a heap goes through."""
    names = record.attributes[KIND].names
    if record.cls is RecordOfDict:
        return list(names)
    return [read_part(interp, record, name) for name in names]


@operation
def is_one_record(interp: Interpreter, x: Instance, y: Instance) -> Any:
    """Whether two objects in heaps are one."""
    same = x.attributes[HEAP] == y.attributes[HEAP]
    return interp.compare("Eq", x.attributes[NUMBER], y.attributes[NUMBER]) if same else False
