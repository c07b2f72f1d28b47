"""Outside objects, and objects in a heap, chosen by data: where paths join, a number is carried that identifies one of
several objects.

node = node.left if x < node.v else node.right      ⇒       node = left[node] if x < v[node] else right[node]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..lists.items import Kind, may_be_record, place_of_record
from ..lists.places import Lists
from ..models.picked import can_be_picked, number_object
from ..state.places import Places
from ..state.values import HEAP, NEVER, NUMBER, Instance, Maybe, Picked, is_record, object_of


def pick(joining: Any, a: Any, b: Any, name: str) -> Any:
    """One of the objects that two paths leave, if these are of one class."""
    given = [v for v in (a, b) if v is not NEVER]
    if not all(isinstance(v, Picked) or can_be_picked(v) for v in given):
        return joining.poison(a, b, name)
    numbers, members = zip(*[number_object(joining, v) for v in (a, b)])
    found = dict(sorted((members[0] | members[1]).items()))
    if len({type(object_of(v)) for v in found.values()}) > 1:
        return joining.poison(a, b, name)
    return Picked(joining.number(*numbers, f"{name}_number"), found)


def note_objects(places: Places, lists: Lists | None, values: Iterable[Any]) -> None:
    """Paths leave values unlike: what can't be read with them may be read with their objects in heaps (entry.py)."""
    for value in values:
        if isinstance(value, Maybe):
            note_objects(places, lists, [value.value])
        elif isinstance(value, Instance) and not is_record(value) and may_be_record(value.cls):
            place = place_of_record(value.cls)
            if lists is None or place not in lists.types:
                places.unsure.setdefault(place, Kind(value.cls, tuple(value.attributes)))


def pick_record(joining: Any, a: Any, b: Any, name: str) -> Any:
    """One of two objects in one heap (models/bounded/records.py)."""
    given = [v for v in (a, b) if v is not NEVER]
    heaps = [v.attributes[HEAP] for v in given if is_record(v)]
    if len(heaps) < len(given) or heaps[0] != heaps[-1]:
        return joining.poison(a, b, name)
    numbers = [v if v is NEVER else v.attributes[NUMBER] for v in (a, b)]
    return given[0].like({**given[0].attributes, NUMBER: joining.number(*numbers, f"{name}_number")})
