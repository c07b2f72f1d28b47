"""Views stored in the caller's attributes: registers record the base array and the position of each view.

    for k in range(0, n, 2):                            inputs_is_part = 0, k
        self.inputs = x[k : k + 2]      ⇒     # after the call: self.inputs = x[k : k + 2]

Branches and loops join arrays by content. If the stored array depends on run-time data (`Writes.follows`),
they also carry a register with the numbers of the base array and of the view's position, which is used after
the call. If the register is not set, the attribute has not been assigned.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from ...ir.builder import Sym
from ...library.core.index import Point, Range
from ...primitives import select
from ..bounded.extents import BoundedArray, array_under, minus
from ..bounded.joins import by_mask
from ..interpreter import Interpreter
from ..state.entered import Attributes
from ..state.values import Array, Instance, Maybe
from .replaced_attributes import number_of


NO_PART = -1  # the number of a new array
MOST = 12  # positions and sizes of a part
NEW = (NO_PART, 0, *[0] * MOST)


@dataclasses.dataclass
class PartOf:
    """The value stored in an attribute: a part of one of the `roots`, along one of the `forms`, those of
    these numbers, with these positions; where there is none, the `array` that branches or loops have joined;
    the value held `before`, where the flags do not all hold."""

    roots: dict[int, Array]
    forms: dict[int, tuple]
    number: Any
    form: Any
    positions: tuple
    flags: tuple
    array: Array | BoundedArray
    before: Any

    @property
    def is_open(self) -> bool:
        """Whether it may be a new array, and no part."""
        return isinstance(self.number, Sym)


def part_register(interp: Interpreter, obj: Instance, name: str) -> str:
    """The name of the register that says which part of an array an attribute holds."""
    return f"{name}_is_part{number_of(interp, obj)}"


def note_part(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """Note that a value is assigned to an attribute of the caller's object."""
    if not isinstance(obj.attributes, Attributes) or not interp.outside.writes.follows:
        return
    register = part_register(interp, obj, name)
    found = (
        part_in(interp, value) or part_elsewhere(interp, value)
        if isinstance(value, (Array, BoundedArray))
        else NEW
    )
    if found is None:
        interp.places.parts.unknown.add(register)
    else:
        interp.trail.write(interp.registers, register, found)


def part_elsewhere(interp: Interpreter, value: Array | BoundedArray) -> Any:
    """The known part of an array that another attribute of the caller's objects holds."""
    for entered in interp.outside.entered.values():
        obj = entered.value
        for name, held in dict.items(obj.attributes) if isinstance(obj, Instance) else ():
            register = part_register(interp, obj, name) if held is value else None
            found = None if register in interp.places.parts.unknown else interp.registers.get(register)
            if isinstance(found, tuple):  # it has been assigned on all paths
                return found
    return None


def part_in(interp: Interpreter, value: Array | BoundedArray) -> tuple | None:
    """The number of the caller's array that this is a part of, the number of the form of the steps to it, and the
    positions in these, as many for all; None if it is not known whether it is one."""
    root, known = array_under(value).root, interp.places.parts
    if by_mask(value):
        return NEW
    if root.origin > interp.trail.given:
        return None if any(other.origin <= interp.trail.given for other in root.may_aliases) else NEW
    positions: list[Any] = []
    form = tuple([form_of(step, positions) for step in steps_to(interp, value)])
    if len(positions) > MOST:
        return None
    if not any(old is root for old in known.roots):
        known.roots.append(root)
    if form not in known.forms:
        known.forms.append(form)
    number = next(k for k, old in enumerate(known.roots) if old is root)
    return number, known.forms.index(form), *positions, *[0] * (MOST - len(positions))


def form_of(step: Any, positions: list[Any]) -> Any:
    """A step with the indices of its positions and sizes, which are added to these, in their places."""
    if not isinstance(step, tuple):
        return step
    form: list[Any] = []
    for item in step:
        if item is None:
            form.append(None)
            continue
        place, size, stride = item
        form.append((len(positions), None if size is None else len(positions) + 1, stride))
        positions += [place] if size is None else [place, size]
    return tuple(form)


def step_with(form: Any, positions: tuple) -> Any:
    """The step that has these positions."""
    if not isinstance(form, tuple):
        return form
    item = lambda at, size, stride: (positions[at], None if size is None else positions[size], stride)
    return tuple([None if part is None else item(*part) for part in form])


def steps_to(interp: Interpreter, value: Array | BoundedArray) -> list[Any]:
    """The steps that lead from a root to its view."""
    array = array_under(value)
    steps = [step_to(interp, view) for view in chain(array)]
    if isinstance(value, BoundedArray):
        extents = [value.extents.get(axis) for axis in range(array.ndim)]
        steps.append(
            tuple(
                [
                    (0, n, 1) if e is None else (e.lo, minus(interp, e.hi, e.lo), 1)
                    for e, n in zip(extents, array.shape)
                ]
            )
        )
    return steps


def step_to(interp: Interpreter, view: Array) -> Any:
    """The step from a base to its view."""
    if view.lens.index is None:
        return view.lens.get
    return tuple([place_of(interp, item) for item in view.lens.index.items])


def place_of(interp: Interpreter, item: Any) -> tuple | None:
    """The begin of a part of an index, with its size and step: no size of a single position, None of a new
    axis."""
    if not isinstance(item, (Point, Range)):
        return None
    place = item.place.const
    for term in item.place.terms:
        at = interp.sym(term.at)
        place += term.step * select(at < 0, at + term.size, at)
    return (place, None, 1) if isinstance(item, Point) else (place, item.size, item.step)


def chain(view: Array) -> list[Array]:
    """The views that lead from a root to a view."""
    return [*chain(view.base), view] if view.base is not None else []


def stored_part(interp: Interpreter, obj: Instance, name: str, value: Any, own: set[int]) -> Any:
    """The value to store in an attribute of the caller's object, which may be a part of an array of the
    caller's. own: the ids of these."""
    inner, known = value.value if isinstance(value, Maybe) else value, interp.places.parts
    array = array_under(inner) if isinstance(inner, (Array, BoundedArray)) else None
    if array is None or array.base is not None or not array.may_aliases or by_mask(inner) or id(array) in own:
        return value
    register, flags = part_register(interp, obj, name), []
    found = None if register in known.unknown else interp.registers.get(register)
    while isinstance(found, Maybe):
        flags.append(found.flag)
        found = found.value
    if not isinstance(found, tuple) or not all(isinstance(v, (int, Sym)) for v in found):
        return value
    number, form, *positions = found
    roots, forms = (
        {k: v for k, v in enumerate(those) if isinstance(one, Sym) or k == one}
        for one, those in ((number, known.roots), (form, known.forms))
    )
    if not roots or not own.issuperset(map(id, roots.values())):
        return value
    before = obj.attributes.before.get(name, inner)
    part = PartOf(roots, forms, number, form, tuple(positions), tuple(flags), inner, before)
    return dataclasses.replace(value, value=part) if isinstance(value, Maybe) else part
