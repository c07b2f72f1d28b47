"""Result structure: the dynamic leaves of a function's return value become outputs of the program."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from ..core.errors import CompileError
from ..core.keys import has_order
from ..ir.builder import Sym
from ..library import original
from ..library.plain.composite import HeldArray, parts_of_held
from .bounded.extents import BoundedArray, count, to_front
from .control.joining.unlike_values import Unlike, as_chosen
from .expressions.effects import template
from .interpreter import Interpreter
from .lists.growing import is_growing
from .lists.items import ask_for_order, is_pooled, rows_of
from .lists.layouts import is_weak
from .outside.kinds import Held
from .state.values import (
    HEAP,
    KIND,
    NEVER,
    NUMBER,
    Array,
    Counted,
    Displaced,
    DynamicText,
    External,
    Instance,
    Maybe,
    Option,
    Picked,
    Poison,
    class_of,
    is_dynamic,
    is_record,
    is_unsure,
)
from .models.bounded.lists_of_lists import ListOfLists, ListOfRecords
from .models.bounded.object_rows import RowsOfHeap
from .models.bounded.tables_outside import is_list_outside
from .models.bounded.records import HeapOf, Same, as_own, count_of, holds_records
from .models.model import content, parts_of
from .models.number_dicts import NumberDict
from .models.outside import is_container
from .models.sets import NumberSet
from .state.sets import Set
from .state.signature import Cut, FromHeap, HeapParts, Out, Outer, Perhaps, Unless, Worded
from .state.texts import ChosenText
from .models.returned import check_returned, chosen_of, is_function


BOUNDS = ("start", "stop", "step")


def leave(interp: Interpreter, value: Any, outputs: Outputs) -> Any:
    """The structure of what the function returns; dynamic leaves become outputs."""
    match value:
        case Sym():
            return out(interp, interp.sym(value), outputs)
        case Array():
            return out(interp, interp.content(value), outputs)
        case Option() if isinstance(value.flag, Sym) and value.flag.atom not in interp.present:
            return Unless(leave(interp, value.value, outputs), out(interp, interp.sym(value.flag), outputs))
        case Picked():
            return chosen_of(
                interp, value, lambda v: leave(interp, v, outputs), lambda v: out(interp, v, outputs)
            )
        case Unlike():
            return as_chosen(
                value, lambda v: leave(interp, v, outputs), lambda v: out(interp, interp.sym(v), outputs)
            )
        case ChosenText():
            flag = out(interp, interp.sym(value.flag), outputs)
            return Unless(leave(interp, value.then, outputs), flag, leave(interp, value.orelse, outputs))
        case DynamicText():
            return leave_text(interp, value, lambda sym: out(interp, sym, outputs))
        case Maybe() | Poison():
            return leave(
                interp, interp.read(value) if not isinstance(value, Option) else value.value, outputs
            )
        case list():
            return [leave(interp, v, outputs) for v in value]
        case dict():
            ask_for_order(interp, value)
            return {k: leave_part(interp, v, outputs) for k, v in value.items()}
        case tuple():
            items = [leave(interp, v, outputs) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        case slice() if any(map(is_dynamic, bounds_of(value))):
            return Instance(slice, {k: leave(interp, v, outputs) for k, v in zip(BOUNDS, bounds_of(value))})
        case BoundedArray():
            return leave_sliced(interp, value, outputs)
        case Instance():
            return leave_object(interp, value, outputs)
        case External():
            return caller_object(value)
        case Held():
            return Instance(HeldArray, parts_of_held(value.value))
        case Counted():
            return leave(interp, [value.item(k) for k in range(value.length)], outputs)
        case Set():
            return set(value)
    if value is NEVER:
        return None
    check_returned(value)
    return value


def leave_object(interp: Interpreter, value: Instance, outputs: Outputs) -> Any:
    """The structure of an object, or of a list that stands for Python's."""
    if outputs.storing and (is_pooled(value) or value.cls is ListOfLists) and is_list_outside(value):
        raise CompileError(
            "a list selected by run-time data from an outside container can't be stored in another container",
            "put copies of them there: list(x)",
        )
    if is_growing(value):
        return leave_list(interp, value, outputs)
    if value.cls is ListOfRecords:
        number = outputs.number_of_heap(value.attributes["pool"])
        return FromHeap(number, leave(interp, value.attributes["members"], outputs), listed=True)
    if is_record(value) and outputs.lone is value:
        return leave(interp, as_own(interp, value), outputs)
    if is_record(value):
        number = outputs.number_of_heap(value.attributes[HEAP])
        return FromHeap(number, leave(interp, value.attributes[NUMBER], outputs))
    if value in entered_objects(interp):
        return caller_object(entered_objects(interp)[value])  # `return self`
    if value.cls in (NumberSet, NumberDict):
        keys = as_keys(value.attributes[value.cls.content], leave(interp, content(value), outputs))
        own = value.attributes.keys() - {value.cls.content, *value.cls.hidden}
        rest = {k: leave(interp, v, outputs) for k, v in value.attributes.items() if k in own}
        return Instance(class_of(value), {value.cls.content: keys, **rest})
    cls, parts = parts_of(value)
    function = original if interp.outside.synonyms else lambda value: value
    return Instance(
        cls, {k: function(v) if is_function(v) else leave_part(interp, v, outputs) for k, v in parts.items()}
    )


def leave_part(interp: Interpreter, value: Any, outputs: Outputs) -> Any:
    """The structure of an item of a dict or an attribute, which may be there on some paths only."""
    if isinstance(value, Displaced) or not is_unsure(value):
        return leave(interp, value, outputs)
    return Perhaps(leave(interp, value.value, outputs), out(interp, interp.sym(value.flag), outputs))


def bounds_of(value: slice) -> list:
    return [getattr(value, name) for name in BOUNDS]


def caller_object(value: External) -> Any:
    """The caller's own object, which is returned."""
    if value.path.root[0] == "slot" or is_container(value) and isinstance(value.unread, dict):
        return Outer(value.path)
    return value.identity


def entered_objects(interp: Interpreter) -> dict[Instance, External]:
    """The caller's objects that are changed, by their abstract values."""
    outside = interp.outside
    return {
        e.value: External(outside.writes.objects[key], e.path, outside)
        for key, e in outside.entered.items()
        if e.kind in ("attribute", "derived")
    }


def as_keys(items: Any, left: Any) -> Any:
    """The structure of a list of numbers, which are to be Python's and NumPy's own: they are keys."""
    if isinstance(left, Instance) and "columns" in left.attributes:  # tuples of numbers of unlike types
        pairs = zip(items.attributes["columns"], left.attributes["columns"])
        return left.like({**left.attributes, "columns": tuple([as_keys(*pair) for pair in pairs])})
    if not isinstance(left, Cut):
        return left
    return dataclasses.replace(left, stored="number" if is_weak(items.attributes["weak"]) else "scalar")


def leave_sliced(interp: Interpreter, value: BoundedArray, outputs: Outputs) -> Cut:
    """A slice of computed length, which is cut to its size on the host."""
    for axis in value.extents:
        value = to_front(interp, value, axis)
    sizes = [(axis, count(interp, extent)) for axis, extent in value.extents.items()]
    data = out(interp, interp.content(value.data), outputs)
    return Cut(data, tuple((axis, out(interp, n, outputs) if isinstance(n, Sym) else n) for axis, n in sizes))


def leave_text(interp: Interpreter, text: DynamicText, leave_number: Callable[[Sym], Out]) -> Worded:
    """A text whose dynamic values are put in on the host."""
    values: list[Sym] = []
    return Worded(template(interp, text, values), tuple(map(leave_number, values)))


def leave_list(interp: Interpreter, value: Instance, outputs: Outputs) -> Cut:
    """A list that is one array."""
    rows, kinds = rows_of(interp, value), value.attributes["nesting"].kinds
    if isinstance(rows, BoundedArray):
        return dataclasses.replace(leave_sliced(interp, rows, outputs), listed=True, kinds=kinds)
    return Cut(out(interp, interp.content(rows), outputs), (), listed=True, kinds=kinds)


def leave_heap(interp: Interpreter, heap: Instance, structure: Callable[[Any], Any]) -> HeapParts:
    """All objects of a kind."""
    kind, parts = heap.attributes[KIND], dict(zip(heap.attributes[KIND].names, heap.attributes["parts"]))
    same = {name: part.value for name, part in parts.items() if isinstance(part, Same)}
    lists = {name: structure(part) for name, part in parts.items() if name not in same}
    classes = None if heap.attributes["classes"] is None else structure(heap.attributes["classes"])
    given = [Outer(rows.path) for rows in interp.outside.rows if rows.heap is heap]
    return HeapParts(kind.value, structure(count_of(interp, heap)), classes, same, lists, *given)


class Outputs(list):
    """The results of a program. heaps: those that objects in the results are in, by their numbers; lone: the
    only object in a heap, which can be made without the others; storing: whether they are results that will
    be stored. stored: whether such objects are among these."""

    def __init__(self, value: Any, outside: Sequence[RowsOfHeap]):
        super().__init__()
        self.heaps: list[HeapOf] = []
        self.storing = self.stored = False
        heap = value.attributes[HEAP].value if is_record(value) else None
        apart = (
            heap is not None and not holds_records(heap) and all(heap is not rows.heap for rows in outside)
        )
        self.lone = value if apart else None

    def number_of_heap(self, heap: HeapOf) -> int:
        self.stored |= self.storing
        if heap not in self.heaps:
            self.heaps.append(heap)
        return self.heaps.index(heap)

    def leave_heaps(self, interp: Interpreter, structure: Callable[[Any], Any]) -> list[HeapParts]:
        """The content of the objects, which may be objects in other heaps."""
        left: list[HeapParts] = []
        while len(left) < len(self.heaps):
            left.append(leave_heap(interp, self.heaps[len(left)].value, structure))
        return left


def out(interp: Interpreter, sym: Sym, outputs: Outputs) -> Out:
    outputs.append(sym)
    return Out(len(outputs) - 1)


def returns_in_order(structure: Any, containers: list) -> bool:
    """Whether the keys of a dict that is returned are in the order of those of one among the arguments."""
    given = {tuple(made) for _, made, _ in containers if isinstance(made, dict) and has_order(made)}
    structure = structure.attributes if isinstance(structure, Instance) else structure
    parts = structure.values() if isinstance(structure, dict) else structure
    if not isinstance(structure, (dict, list, tuple)):
        return False
    is_given = isinstance(structure, dict) and tuple(structure) in given
    return is_given or any(returns_in_order(part, containers) for part in parts)
