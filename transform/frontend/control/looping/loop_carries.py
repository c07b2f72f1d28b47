"""Loop carries and widening: templates of the carried values, with slots, matched against the values at the
end of an iteration. (Widening: Cousot and Cousot, "Abstract interpretation", 1977.)
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ....core.dtypes import canonical
from ....ir.builder import Sym
from ....ir.program import Type
from ....ir.unions import Members, join_sides, several, side_of
from ...bounded.extents import BoundedArray, attributes_of
from ...interpreter import Interpreter
from ...state.contiguity import may_be_permuted
from ...state.integer_facts import difference
from ...state.places import Places
from ...state.trail import Change
from ...state.values import (
    NEVER,
    CLASS,
    HEAP,
    NUMBER,
    UNSET,
    Array,
    Instance,
    Maybe,
    Option,
    Picked,
    Poison,
    is_number,
    is_record,
    with_figures,
    is_unsure,
)
from ..branches import Route
from ...lists.text_forms import CarriedText, number_of_text, texts_of
from ..joining.join import joined_type
from ..joining.mapping import equal_values
from ..joining.templates import Affine, ArraySlot, Slot
from ..joining.unlike_values import Unlike, parts_of
from ...models.picked import can_be_picked, number_object


@dataclasses.dataclass
class Carry:
    """A location that the loop carries: its value at entry, the joined template of all rounds, and what it is at the
    head of the round that is being read, if it was carried there."""

    change: Change
    template: Any
    head: Any = NEVER


@dataclasses.dataclass(frozen=True)
class Placeholder:
    """Stands for an array's content where only its type matters."""

    type: Type


def content_at(route: Route, array: Array) -> Placeholder:
    """Stands for the content of an array at the end of a route. Raises where that can't be read."""
    content = route.root_content(array.root)
    if isinstance(content, Poison):
        raise content.fail()
    return Placeholder(array.type)


def shallow_copy(obj: Any) -> Any:
    """A container with what it holds now."""
    return obj.like(dict(obj.attributes)) if isinstance(obj, Instance) else type(obj)(obj)


class Widening:
    """Makes of a template the value to join with the entry: what the iteration left, or where its types are narrower,
    stand-ins of the joined type. Lists keep their allocation sites."""

    def __init__(self, places: Places):
        self.places = places

    def __call__(self, template: Any, after: Any) -> Any:
        if template is after and isinstance(after, (list, dict, Instance)):
            return after
        match template:
            case Slot():
                return Sym(None, TypeOnly(template.type, template.members))
            case Affine():
                return Sym(None, TypeOnly(Type(canonical(np.int64), (), True)))
            case CarriedText():
                return template.with_slots(lambda slot: self(slot, None))
            case Picked():
                return Picked(self(template.number, None), template.members)
            case ArraySlot():
                array = Array(Sym(None, TypeOnly(template.slot.type)))
                array.origin = 1 << 60
                array.may_aliases, array.turned = template.may_aliases, template.turned
                array.which = self(template.which, None)
                return array
            case Unlike():
                flags = tuple([self(flag, None) for flag in template.flags])
                members = tuple([self(t, v) for t, v in template.pairs(after)])
                return dataclasses.replace(template, flags=flags, members=members)
            case Maybe():
                inner = after.value if type(after) is type(template) else after
                value, flag = self(template.value, inner), self(template.flag, None)
                return dataclasses.replace(template, value=value, flag=flag)
            case list() | tuple():
                alike = isinstance(after, (list, tuple)) and len(after) == len(template)
                items = map(self, template, after if alike else [None] * len(template))
                if hasattr(template, "_fields"):
                    return type(template)(*items)
                return self.places.keep(type(template)(items), template)
            case dict():
                return self.places.keep({k: self(t, after.get(k)) for k, t in template.items()}, template)
            case BoundedArray():
                return self._slice(template, after)
            case Instance() if isinstance(after, Instance):
                wider = template.like(self(template.attributes, after.attributes))
                wider.origin = after.origin
                return wider
        return template

    def _slice(self, template: BoundedArray, after: Any) -> Any:
        if not isinstance(after, (Array, BoundedArray)):
            return template
        axes = [k for k in range(after.ndim) if f"lo{k}" in template.attributes]
        given = attributes_of(after, axes)
        wider = template.like({name: self(t, given.get(name)) for name, t in template.attributes.items()})
        wider.origin = after.origin
        return wider


@dataclasses.dataclass(frozen=True)
class TypeOnly:
    type: Type
    members: Members | None = None


class CarryUnifier:
    """Matches a value against a carry's template."""

    def __init__(self, interp: Interpreter, route: Route, sides: dict[int, Any]):
        self.interp, self.route, self.sides = interp, route, sides
        self.held: dict[int, Any] = {}  # id of a template -> the value that stands there

    def check(self, template: Any, value: Any) -> bool:
        if value is NEVER:  # anything will do
            for slot in slots_of(template):
                self.sides.setdefault(id(slot), NEVER)
            return True
        if template is value and isinstance(value, (list, dict, Instance)):
            return True  # what it holds is carried by itself
        value = self.route.held(value)
        if isinstance(template, (ArraySlot, list, dict, Instance)):
            if self.held.setdefault(id(template), value) is not value:
                return False  # what was one object in two places is two
        match template:
            case Slot():
                return self._slot(template, value)
            case ArraySlot():
                return self._array(template, value)
            case Affine():
                known = difference(value, template.start if template.value is None else template.value)
                return known == (0 if template.value is None else template.step)
            case CarriedText():
                return self._text(template, value)
            case Picked():
                return self._picked(template, value)
            case Maybe():
                return self._maybe(template, value)
            case Unlike():
                return self._unlike(template, value)
            case Poison():
                return True
            case BoundedArray():
                return self._sliced(template, value)
            case Instance() if is_record(template):
                return (
                    is_record(value)
                    and value.attributes[HEAP] == template.attributes[HEAP]
                    and set(value.cls.classes) <= set(template.cls.classes)
                    and all(
                        self.check(template.attributes[key], value.attributes[key]) for key in (NUMBER, CLASS)
                    )
                )
            case Instance():
                return (
                    isinstance(value, Instance)
                    and value.cls is template.cls
                    and self.check(template.attributes, value.attributes)
                )
            case dict():
                return (
                    isinstance(value, dict)
                    and list(value) == list(template)
                    and all(self.check(template[k], value[k]) for k in template)
                )
            case list() | tuple():
                return (
                    isinstance(value, (list, tuple))
                    and len(value) == len(template)
                    and all(map(self.check, template, value))
                )
        return template is value or type(template) is type(value) and equal_values(template, value)

    def _slot(self, slot: Slot, value: Any, in_array: bool = False) -> bool:
        if value is NEVER:
            self.sides[id(slot)] = NEVER
            return True
        if not is_number(value):
            return False
        if slot.type.shape:  # what an array holds
            fits = joined_type(slot.type, value.type) == slot.type
        else:
            joined = join_sides(slot.side, side_of(value))
            fits = (
                joined is not None
                and joined.type == slot.type
                and (
                    slot.counts or several(joined) == slot.members or in_array and len(joined.told_apart) == 1
                )
            )
        if not fits:
            return False
        self.sides[id(slot)] = value
        return True

    def _array(self, slot: ArraySlot, value: Any) -> bool:
        if value is NEVER:
            self.sides.update((id(s), NEVER) for s in slots_of(slot))
            return True
        if not isinstance(value, Array):
            plain = slot.which is None and not slot.slot.type.shape
            return plain and self._slot(slot.slot, value, in_array=True)
        if (
            value.shape != slot.slot.type.shape
            or joined_type(slot.slot.type, value.type).dtype != slot.slot.type.dtype
        ):
            return False
        if (
            isinstance(self.route.root_content(value.root), Poison)
            or may_be_permuted(value)
            and not slot.turned
        ):
            return False
        if slot.which is not None and (value.which is None or not self.check(slot.which, value.which)):
            return False
        self.sides[id(slot.slot)] = self.route.content(self.interp, value)
        return True

    def _sliced(self, template: BoundedArray, value: Any) -> bool:
        if not isinstance(template.data, ArraySlot):  # the same in every iteration
            return template is value
        if not isinstance(value, (Array, BoundedArray)) or value.ndim != len(template.data.slot.type.shape):
            return False
        extents, capacity = value.extents if isinstance(value, BoundedArray) else {}, template.data.slot.type
        axes = [k for k in range(value.ndim) if f"lo{k}" in template.attributes]
        attributes = attributes_of(value, axes)
        data = attributes["data"]
        for k, size in enumerate(data.shape):
            full, most = size, capacity.shape[k]
            if k == 0 and getattr(value, "spare", None) is not None and template.spare is not None:
                full, most = size - value.spare, most - template.spare
            fits = full <= most + template.growth.get(k, 0) if k in axes else size == capacity.shape[k]
            front = (
                size <= capacity.shape[k]
                or not isinstance(attributes[f"lo{k}"], Sym)
                and attributes[f"lo{k}"] == 0
            )
            if not fits or not front or k in extents and (k not in axes or extents[k].mask is not None):
                return False
        if joined_type(capacity, data.type).dtype != capacity.dtype or isinstance(
            self.route.root_content(data.root), Poison
        ):
            return False
        self.sides[id(template.data.slot)] = self.route.content(self.interp, data)
        bounds = [f"{end}{k}" for k in axes for end in ("lo", "hi")]
        return all(self.check(template.attributes[b], attributes[b]) for b in bounds)

    def _picked(self, template: Picked, value: Any) -> bool:
        if not isinstance(value, Picked) and not can_be_picked(value):
            return False
        number, members = number_object(self.interp, value)
        return members.keys() <= template.members.keys() and self.check(template.number, number)

    def _text(self, template: CarriedText, value: Any) -> bool:
        known = texts_of(value)
        if known is None or not known.keys() <= set(template.forms):
            return False
        for form, slots in zip(template.forms, template.values):
            if not all(map(self.check, slots, known.get(form, [NEVER] * len(slots)))):
                return False
        return template.number is None or self.check(template.number, number_of_text(value, template.forms))

    def _unlike(self, template: Unlike, value: Any) -> bool:
        given = parts_of(value)
        if given is None or not set(given.kinds) <= set(template.kinds):
            return False
        for kind, flag, member in zip(template.kinds, template.flags, template.members):
            held = given.member(kind, NEVER)
            held = fill_bottom(member) if held is NEVER else held
            if not self.check(flag, given.flag(kind)) or not self.check(member, held):
                return False
        return True

    def _maybe(self, template: Maybe, value: Any) -> bool:
        absent = None if isinstance(template, Option) else UNSET
        inner, flag = (
            (NEVER, False)
            if value is absent
            else (value.value, value.flag)
            if type(value) is type(template) or is_unsure(value) and is_unsure(template)
            else (value, True)
        )
        if inner is NEVER and not isinstance(template.value, (Slot, ArraySlot, BoundedArray)):
            inner = fill_bottom(template.value)
        return self.check(template.value, inner) and self.check(template.flag, flag)


def fill_bottom(template: Any) -> Any:
    match template:
        case Unlike():
            return NEVER
        case Slot() | ArraySlot() | BoundedArray() | Picked() | CarriedText():
            return NEVER
        case Option():
            return None
        case Maybe():
            return UNSET
        case tuple() if hasattr(template, "_fields"):
            return type(template)(*map(fill_bottom, template))
        case list() | tuple():
            return type(template)(map(fill_bottom, template))
        case Instance() if is_record(template):
            return with_figures(template, fill_bottom)
        case Instance():
            return template.like(fill_bottom(template.attributes))
        case dict():
            return {k: fill_bottom(v) for k, v in template.items()}
    return template


def slots_of(template: Any) -> list[Slot]:
    """The slots of a template, in order, each once."""
    found: dict[int, Slot] = {}
    _find_slots(template, found)
    return list(found.values())


def _find_slots(t: Any, found: dict[int, Slot]) -> None:
    match t:
        case Slot():
            found[id(t)] = t
        case Picked():
            _find_slots(t.number, found)
        case CarriedText():
            _find_slots((t.number, *t.values), found)
        case ArraySlot():
            found[id(t.slot)] = t.slot
            _find_slots(t.which, found)
        case Unlike():
            _find_slots((*t.flags, *t.members), found)
        case Maybe():
            _find_slots(t.value, found)
            _find_slots(t.flag, found)
        case list() | tuple():
            for item in t:
                _find_slots(item, found)
        case dict():
            for item in t.values():
                _find_slots(item, found)
        case _ if hasattr(t, "attributes"):
            _find_slots(t.attributes, found)


def clear(template: Any) -> None:
    """Forget the arrays made from a template, so that it can be filled again."""
    match template:
        case ArraySlot():
            template.array = None
        case Unlike():
            clear(template.members)
        case Maybe():
            clear(template.value)
        case list() | tuple():
            for item in template:
                clear(item)
        case dict():
            for item in template.values():
                clear(item)
        case _ if hasattr(template, "attributes"):
            clear(template.attributes)


def arrays_of(value: Any) -> list[Array]:
    match value:
        case Array():
            return [value]
        case Unlike():
            return arrays_of(value.members)
        case Maybe():
            return arrays_of(value.value)
        case list() | tuple():
            return [a for item in value for a in arrays_of(item)]
        case dict():
            return [a for item in value.values() for a in arrays_of(item)]
        case _ if hasattr(value, "attributes"):
            return arrays_of(value.attributes)
    return []


def array_slots(template: Any) -> list[ArraySlot]:
    """The array slots of a template, in order."""
    return [t for t, _ in _pairs(template, None) if isinstance(t, ArraySlot)]


def array_roots(template: Any, value: Any) -> list[Array | None]:
    """For each array slot of a template the root of the array that a value has there."""
    return [
        v.root if isinstance(v, Array) else None
        for t, v in _pairs(template, value)
        if isinstance(t, ArraySlot)
    ]


def _pairs(template: Any, value: Any) -> list[tuple[Any, Any]]:
    """The leaves of a template with the parts of a value of its structure (None where it has none)."""
    match template:
        case Unlike():
            return [pair for t, v in template.pairs(value) for pair in _pairs(t, v)]
        case Maybe():
            return _pairs(template.value, value.value if type(value) is type(template) else value)
        case Instance():
            array = isinstance(template, BoundedArray) and isinstance(value, Array)
            return _pairs(
                template.attributes, {"data": value} if array else getattr(value, "attributes", None)
            )
        case dict():
            part = value if isinstance(value, dict) else {}
            return [pair for k, t in template.items() for pair in _pairs(t, part.get(k))]
        case list() | tuple():
            parts = (
                value
                if isinstance(value, (list, tuple)) and len(value) == len(template)
                else [None] * len(template)
            )
            return [pair for t, v in zip(template, parts) for pair in _pairs(t, v)]
    return [(template, value)]
