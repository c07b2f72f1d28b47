"""May-alias analysis of lists, dicts and objects: the join of two paths' containers may alias either.

A joined container has items of its own. A write to it invalidates the containers that it may alias, and vice
versa, as for arrays (aliases.py); containers have no field for the relation, so the trail holds it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.errors import CompileError
from .trail import CONTENT, Trail
from .values import NEVER, Instance, Maybe, Poison, describe

if TYPE_CHECKING:
    from ..interpreter import Interpreter
    from ..control.joining.join import Joining
    from ..control.joining.templates import Maker


def may_alias_set(trail: Trail, obj: Any) -> tuple[Any, ...]:
    """The containers that may be the same as this one."""
    return trail.kin.get(id(obj), ())


def containers_may_alias(trail: Trail, a: Any, b: Any) -> bool:
    return a is b or any(k is b for k in may_alias_set(trail, a))


def add_may_alias(trail: Trail, a: Any, b: Any) -> None:
    """Two containers may be one."""
    if not containers_may_alias(trail, a, b):
        trail.kin.members.update({id(a): a, id(b): b})
        trail.write(trail.kin, id(a), (*may_alias_set(trail, a), b))
        trail.write(trail.kin, id(b), (*may_alias_set(trail, b), a))


def relate_all(trail: Trail, pairs: list[tuple[Any, Any]]) -> None:
    """The first of each pair is new and may be the second, and whatever that may be so far."""
    for new, old in [(first, other) for first, second in pairs for other in own_alias_set(trail, second)]:
        add_may_alias(trail, new, old)


def own_alias_set(trail: Trail, obj: Any) -> list[Any]:
    """A container made while reading, and what it may be."""
    known = isinstance(obj, (list, dict, Instance)) and trail.allocated_at(obj)
    return [obj, *may_alias_set(trail, obj)] if known else []


def relate_joined(
    trail: Trail, joining: Joining, maker: Maker, dead: int | None, originals: dict[int, Any]
) -> None:
    """Record that a container made by joining two paths may alias those of the paths.

    dead: the path on which the call has failed, if one has. Nobody uses its containers again but the caller, who must
    find in each place the one that was there; `originals`: those of which it is known where they are, by ids.
    """
    objects = {id(o): o for o in joining.kept}
    made = [
        (maker.filled[id(t)], [objects[k] for k in key])
        for key, t in joining.containers.items()
        if id(t) in maker.filled
    ]
    pairs = [
        (new, other)
        for k, (new, sides) in enumerate(made)
        for other, theirs in made[:k]
        if any(containers_may_alias(trail, a, b) for a, b in zip(sides, theirs) if a is not NEVER)
    ]
    relate_all(trail, [(new, side) for new, sides in made for k, side in enumerate(sides) if k != dead])
    for new, sides in made if dead is not None else ():
        for old in own_alias_set(trail, sides[dead]):
            if trail.is_outside(old) and old is not originals.get(id(new)):
                add_may_alias(trail, new, old)
    for new, other in pairs:
        add_may_alias(trail, new, other)


@dataclasses.dataclass
class AliasSet:
    """The may-alias sets of the containers that a loop carries, by their templates: older ones, and each
    other."""

    older: list[tuple[Any, Any]] = dataclasses.field(default_factory=list)  # (template, older container)
    twins: list[tuple[Any, Any]] = dataclasses.field(default_factory=list)  # two templates

    def note(self, trail: Trail, found: list[tuple[Any, Any]], serial: int) -> bool:
        """`found` are templates with the containers there at the loop's entry or behind a round. Whether any
        of it is new."""
        older = [
            (t, o)
            for t, value in found
            for o in own_alias_set(trail, value)
            if trail.allocated_at(o) <= serial
        ]
        twins = [
            (t, u)
            for k, (t, v) in enumerate(found)
            for u, w in found[:k]
            if t is not u and containers_may_alias(trail, v, w)
        ]
        return any([_add(self.older, older), _add(self.twins, twins)])

    def relate(self, trail: Trail, maker: Maker) -> None:
        """Record the may-alias sets of the containers made from the templates."""
        relate_all(trail, [(maker.filled[id(t)], old) for t, old in self.older if id(t) in maker.filled])
        for one, other in self.twins:
            if id(one) in maker.filled and id(other) in maker.filled:
                add_may_alias(trail, maker.filled[id(one)], maker.filled[id(other)])


def _add(known: list[tuple[Any, Any]], pairs: list[tuple[Any, Any]]) -> bool:
    """Append the pairs that are not there yet, by identity; True if there were any."""
    before = len(known)
    for a, b in pairs:
        if not any(a is x and b is y for x, y in known):
            known.append((a, b))
    return len(known) > before


def check_apart(interp: Interpreter, obj: Any) -> None:
    """Refuse to change the length of a container that may be another one."""
    if may_alias_set(interp.trail, obj):
        error = CompileError(
            f"this may be an alias of {describe(obj)}, whose items change", "make a new one, or a copy"
        )
        error.grows, error.site = isinstance(obj, list), interp.places.of(obj)  # unless it is one array
        raise error


def invalidate_aliases(interp: Interpreter, obj: Any) -> None:
    """A container is written: what may be the same can't be read any more."""
    choice = interp.places.choices.get(id(obj))
    for other in may_alias_set(interp.trail, obj) if choice is None or not choice.writing else ():
        poison = Poison(
            f"{describe(other)} may be the same as another one that was written",
            f"copy one of them (the write is at {interp.span})",
            interp.span,
            shared=True,
        )
        if isinstance(other, Instance):
            interp.note_objects(other)
            for name in other.attributes:
                interp.trail.write(other, name, poison)
        else:
            for value in (other, obj):
                if isinstance(value, list) and value and interp.places.of(value) is not None:
                    interp.places.written[interp.places.of(value)] = len(value)
            interp.trail.touch(other, CONTENT)
            for key in other if isinstance(other, dict) else range(len(other)):
                other[key] = poison


def containers(template: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """The containers in a template, with those that stand there in a value of its structure."""
    if isinstance(template, Maybe):
        yield from containers(template.value, value.value if type(value) is type(template) else value)
        return
    for t, v in template.pairs(value) if isinstance(template, Poison) else ():
        yield from containers(t, v)
    if type(template) is not type(value):
        return
    if isinstance(template, (list, dict, Instance)):
        yield template, value
    if isinstance(template, Instance):
        template, value = template.attributes, value.attributes
    if isinstance(template, dict):
        for key in template:
            yield from containers(template[key], value.get(key))
    elif isinstance(template, (list, tuple)):
        for t, v in zip(template, value):
            yield from containers(t, v)
