"""Outside objects, and objects in a heap, chosen by data: where paths join, a number is carried that identifies one of
several objects.

node = node.left if x < node.v else node.right      ⇒       node = left[node] if x < v[node] else right[node]
"""

from __future__ import annotations

from typing import Any

from ...models.picked import can_be_picked, is_integer_member, number_object
from ...models.bounded.records import record_class
from ...state.values import CLASS, HEAP, KIND, NEVER, NUMBER, Instance, Picked, is_record, object_of


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


def pick_integer_member(joining: Any, a: Any, b: Any, name: str) -> Any:
    """One of two members of an IntEnum; beside another integer a member is the integer that it is."""
    given = [v for v in (a, b) if v is not NEVER]
    if len({v.cls if isinstance(v, Picked) else type(object_of(v)) for v in given}) == 1:
        return pick(joining, a, b, name)
    if any(isinstance(v, Picked) for v in given):
        return joining.poison(a, b, name)
    return joining.number(
        *(v if v is NEVER or not is_integer_member(v) else int(object_of(v)) for v in (a, b)), name
    )


def pick_record(joining: Any, a: Any, b: Any, name: str) -> Any:
    """One of two objects in one heap (models/bounded/records.py)."""
    given = [v for v in (a, b) if v is not NEVER]
    heaps = [v.attributes[HEAP] for v in given if is_record(v)]
    if len(heaps) < len(given) or heaps[0] != heaps[-1]:
        return joining.poison(a, b, name)
    joined = {}
    for key, called in ((NUMBER, "number"), (CLASS, "class")):
        held = [v if v is NEVER else v.attributes[key] for v in (a, b)]
        joined[key] = joining.number(*held, f"{name}_{called}")
    classes = [cls for cls in given[0].attributes[KIND].classes if any(cls in v.cls.classes for v in given)]
    cls = record_class(*classes) if classes else given[0].cls
    return Instance(cls, {**given[0].attributes, **joined})
