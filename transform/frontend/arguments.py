"""Abstract values for the arguments: a typed parameter for every dynamic leaf."""

from __future__ import annotations

import dataclasses
import itertools
import types
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..core.errors import NeedsArrays
from ..core.sparsity import Pattern
from ..ir.builder import Facts, convert
from ..library import find_host
from .lists.from_outside import held_rows
from .lists.growing import growing_of, is_growing, list_of, made_at
from .lists.capacity import with_full_capacity
from .lists.items import ask_for_slot, is_made_of_numbers, may_be_record, need_rows, own_number
from .lists.layouts import Item, Nesting
from .bounded.extents import array_under
from .lists.places import UNKNOWN, Site, is_asked_for, place_of_keys
from .interpreter import Interpreter
from .models.model import MODELS
from .models.sparse_matrices import standing_for
from .outside.derived_containers import is_derived
from .outside.slots import Slot
from .state.signature import Argument
from .state.values import Array, Counted, Instance, Path


def enter(interp: Interpreter, value: Any, leaves: list, containers: list, place: tuple) -> Any:
    """Abstract values for the arguments: a typed parameter for every dynamic leaf.

    Args:
        leaves: gets these, with their places.
        containers: gets lists, dicts and objects, with their places and what they hold.
        place: of the value.
    """
    inside = lambda key, part: enter(interp, part, leaves, containers, (*place, key))
    if is_derived(type(value)):
        return interp.external(value, Path(("argument", value)))
    match value:
        case Argument() if value.listed:
            leaves.append((parameter(interp, value), value.place))
            rows = interp.array(leaves[-1][0])
            return enter_rows(interp, rows, Nesting(*value.listed[1:]), containers, place)
        case Argument():
            leaves.append((parameter(interp, value), value.place))
            return leaves[-1][0]
        case list():
            return enter_list(interp, value, leaves, containers, place)
        case dict():
            done = {k: inside(k, value[k]) for k in (sorted(value) if type(value) is dict else value)}
            made = interp.trail.allocate({k: done[k] for k in value})
            if type(value) is dict and len(place) == 1:
                interp.places.note_dict(made, place_of_keys(made_at_entry(place)))
            containers.append((place, made, made.copy()))
            if type(value) is OrderedDict:
                return interp.trail.allocate(Instance(MODELS[OrderedDict], {"recto_items": made}))
            return made
        case tuple():
            items = [inside(k, v) for k, v in enumerate(value)]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        case Instance():
            parts = {k: inside(k, v) for k, v in value.attributes.items()}
            made = interp.trail.allocate(Instance(standing_for(value.cls), parts))
            containers.append((place, made, made.attributes.copy()))
            return made
    if isinstance(value, Pattern):
        return value
    if isinstance(value, Slot):
        if type(value.value) is list and not all(type(v) is list for v in value.value):
            need_rows(interp, Path(("slot", value)))
        return interp.external(value.value, Path(("slot", value)))
    if is_opaque(value):
        return interp.external(value, Path(("argument", value)))
    return value


def enter_list(interp: Interpreter, value: list, leaves: list, containers: list, place: tuple) -> Any:
    """A list among the arguments. One array has no other names, nor have the lists that are its items; these are made
    at one place."""
    inside: list = []
    items = [enter(interp, part, leaves, inside, (*place, k)) for k, part in enumerate(value)]
    if len(place) == 1 and is_asked_for(interp, made_at_entry(place)):
        ask_for_slot(interp, place[0])
    made: Any = list_of(interp, made_at_entry(place), items)
    if not is_growing(made):
        containers += [*inside, (place, made, made.copy() if isinstance(made, list) else None)]
        return made
    rows = made.attributes["rows"]
    if is_made_of_numbers(made):
        if interp.passed is not None and place[:1] not in interp.passed.tried:
            raise NeedsArrays(interp.passed.wanted(place[0]))
        root = array_under(rows)
        root.may_aliases = root.watch = ()
    containers.append((place, made, held_rows(rows)))
    return made


def made_at_entry(place: tuple) -> tuple:
    """The allocation site of a list among the arguments."""
    return ("argument", *(k if isinstance(k, str) or n == 0 else "item" for n, k in enumerate(place)))


def lists_passed_as_arrays(values: Iterable[Any]) -> set:
    """The places of the arguments that are lists, of which an array is passed."""
    return {v.place for v in values if isinstance(v, Argument) and v.listed}


@dataclasses.dataclass
class Passed:
    """The arguments by their positions and names; `tried`: those that were to be passed as arrays before, or, behind
    SLOT, to stand in slots; `containers`: see `enter`; `copies`: what functions in derivatives are given instead."""

    values: list
    names: list
    tried: frozenset
    containers: list = dataclasses.field(default_factory=list)
    copies: dict[int, tuple[Any, Any]] = dataclasses.field(default_factory=dict)

    def original(self, value: Any) -> Any:
        """The container that the caller of a derivative has for one that a function was given."""
        while id(value) in self.copies and self.copies[id(value)][0] is value:
            value = self.copies[id(value)][1]
        return value

    def holder_of(self, value: Any, path: Path | None) -> int | str | None:
        """The argument that is a list of objects, or dicts, of which this is one; None if there is none. `path`: to an
        object that is in a slot."""
        places = [place for place, made, _ in self.containers if made is value]
        kind, root = (None, None) if path is None or path.steps else path.root[:2]
        if kind == "slot":
            places.append(root.place)
        if kind == "argument":
            given = zip(self.names, self.values)
            places += [
                (key, k) for key, v in given if type(v) is list for k, part in enumerate(v) if part is root
            ]
        one = len(places) > 0 and len(places[0]) == 2
        return places[0][0] if one and self.holds_objects(places[0][0]) else None

    def holds_objects(self, key: int | str) -> bool:
        """Whether an argument is a list of nothing but objects, or dicts, of which no number has to be
        known."""
        given = self.values[self.names.index(key)]
        classes = {*map(type, given)} if type(given) is list else set()
        if len(classes) != 1 or not (classes <= {Slot, Instance, dict} or all(map(may_be_record, classes))):
            return False
        read = [v if type(v) is dict else v.attributes for v in given if isinstance(v, (Instance, dict))]
        parts = [part for held in read for part in held.values()]
        return all(isinstance(p, (Argument, str, type(None))) for p in parts)

    def holds_numbers(self, key: int | str) -> bool:
        """Whether an argument is a dict of nothing but numbers that are passed at every call, or lists,
        tuples and dicts of such; or a list of such lists."""
        given = self.values[self.names.index(key)]
        if type(given) is list and given and all(type(v) is list for v in given):
            return consists_of_numbers(given)
        return type(given) is dict and all(map(consists_of_numbers, given.values()))

    def lists_among(self, places: frozenset) -> bool:
        """Whether one of these arguments is a list that is passed as an array."""
        return not places.isdisjoint(lists_passed_as_arrays(self.values))

    def decides(self, name: int | str) -> bool:
        """Whether two numbers or more of an argument decide sizes. Then the others do too, and it is no
        array."""
        return len(list(itertools.islice(known_numbers(self.values[self.names.index(name)]), 2))) == 2

    def wanted(self, name: int | str) -> frozenset:
        """The arguments that are better passed as arrays, where one is to be: it, and other tables of
        numbers."""
        tables = {
            other
            for other, v in zip(self.names, self.values)
            if type(v) is list and v and all(type(row) is list for row in v)
        }
        return frozenset((each,) for each in {name, *tables})


def consists_of_numbers(value: Any) -> bool:
    """Whether there are only numbers that are passed at every call."""
    if type(value) in (list, tuple, dict):
        return all(map(consists_of_numbers, value.values() if type(value) is dict else value))
    return isinstance(value, Argument) and not value.type.shape


def known_numbers(value: Any) -> Iterator[int | float]:
    """The static numbers in lists and tuples."""
    if type(value) in (list, tuple):
        for part in value:
            yield from known_numbers(part)
    elif type(value) in (int, float):
        yield value


def enter_rows(interp: Interpreter, rows: Any, nesting: Nesting, containers: list, place: tuple) -> Any:
    """A list of numbers that is passed as an array: one array, or made of the rows."""
    site = Site(made_at_entry(place))
    if not interp.unrolls and interp.growing.types.get(site.place, UNKNOWN) is not None:
        known = interp.growing.types.get(site.place, UNKNOWN)
        weak = not isinstance(known, Item) or known.weak  # numbers of NumPy's may come among Python's
        found = Item(rows.dtype, rows.shape[1:], weak, nesting)
        if isinstance(known, Item) and known.dtype != found.dtype and known.joined(found) == known:
            found, rows = known, interp.array(convert(interp.sym(rows), known.dtype))
        interp.growing.types[site.place] = found
        made = growing_of(interp, rows, found.weak, nesting, site)
        if interp.sizes.lengthens and len(place) == 1:
            made.attributes["rows"] = with_full_capacity(interp, made, rows)
        containers.append((place, made, held_rows(made.attributes["rows"])))
        return made
    items = [
        enter_item(interp, interp.get_item(rows, k), nesting, containers, (*place, k))
        for k in range(rows.shape[0])
    ]
    made = made_at(interp, site.place, items)
    containers.append((place, made, made.copy()))
    return made


def enter_item(interp: Interpreter, row: Any, nesting: Nesting, containers: list, place: tuple) -> Any:
    if not nesting.kinds:
        return own_number(interp, row)
    if nesting.kinds[0] is list:
        return enter_rows(interp, interp.array(interp.content(row)), nesting.inner, containers, place)
    return tuple(
        [
            enter_item(interp, interp.get_item(row, k), nesting.inner, containers, (*place, k))
            for k in range(row.shape[0])
        ]
    )


def is_opaque(value: Any) -> bool:
    """An object whose attributes are read through a path (configurations, `self`), not a plain static value."""
    plain = (
        str,
        bytes,
        int,
        float,
        complex,
        bool,
        type(None),
        np.dtype,
        type,
        np.generic,
        slice,
        range,
        types.FunctionType,
        types.BuiltinFunctionType,
        types.MethodType,
        frozenset,
        type(Ellipsis),
        np.ufunc,
        Counted,
    )
    known = (
        isinstance(value, plain)
        or hasattr(value, "__recto_function__")
        or callable(value)
        and find_host(value)
    )
    return not known


def parameter(interp: Interpreter, argument: Argument) -> Any:
    sym = interp.builder.parameter(argument.type, argument.name if argument.name.isidentifier() else "x")
    if argument.array:
        array = interp.trail.allocate(Array(sym))
        array.which = -len(interp.builder.parameters) if interp.follows else None
        return array
    if argument.place is not None and not argument.type.shape:
        interp.builder.site.origins[sym.atom.name] = frozenset([argument.place])
    if argument.place is not None and argument.type.dtype.kind in "iub":
        interp.builder.site.facts[sym.atom.name] = Facts(
            frozenset([argument.place]), terms=((sym.atom.name, 1),)
        )
    return sym


def wants_floats(sources: Iterable[Any], args: list, kwargs: dict) -> bool:
    """Whether floats are among these arguments."""
    leaves = [value_at(args, kwargs, place) for place in sources if isinstance(place, tuple)]
    return any(isinstance(v, Argument) and v.type.dtype.kind in "fc" for v in leaves)


def value_at(args: list, kwargs: dict, place: tuple) -> Any:
    """The value at a place of the arguments; None where that is no plain container."""
    found: Any = kwargs[place[0]] if isinstance(place[0], str) else args[place[0]]
    for key in place[1:]:
        if not isinstance(found, (list, tuple, dict)):
            return None
        found = found[key]
    return found
