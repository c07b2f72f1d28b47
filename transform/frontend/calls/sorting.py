"""`sorted` and `list.sort`: evaluated while compiling if the keys are static, otherwise a stable sort of the
keys as arrays.
"""

from __future__ import annotations

import itertools
import operator
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...ir.unions import number_type
from ...library import find_host
from ..bounded.extents import within
from ..decisions import note_order
from ..expressions.operators import defines_method
from ..interpreter import Interpreter, operation
from ..lists.growing import is_growing
from ..lists.items import stands_for_list
from ..lists.places import SHORT, UNKNOWN, NeedsType, is_tried
from ..lists.text_forms import known_texts, number_of_text
from ..models.model import is_list_model, is_model, iterated
from ..python_errors import check_operator
from ..state.aliases import may_be
from ..state.texts import PickedText
from ..state.values import (
    HEAP,
    NEVER,
    NUMBER,
    Array,
    Instance,
    contains_dynamic,
    describe,
    is_number,
    is_record,
)
from .python_text import order_by_comparing, ranks


@operation
def sorted_list(interp: Interpreter, iterable: Any, key: Any = None, reverse: Any = False) -> Any:
    inside = iterated(iterable)
    if is_model(iterable, set) or is_growing(inside):
        iterable = inside
    source = None if is_growing(iterable) or is_list_model(iterable) else interp.computed_source(iterable)
    is_long = key is not None and has_many_items(iterable)
    if is_long and source is None:
        source = interp.iterator_over(iterable)
    if source is not None:
        iterable = interp.list_of(source, is_long=is_long)
    if is_growing(iterable) or is_list_model(iterable):
        length = interp.length_of(iterable)
        if key is None or not isinstance(length, int) or length > SHORT:
            return sorted_growing(interp, iterable, key, reverse)
    items = interp.known_items(iterable, "sorted(…)")
    whole = [v if key is None else interp.call_back(key, [v]) for v in items]
    if any(k is NEVER for k in whole):  # the key has failed
        return interp.new_list(items)
    keys = static_heads([interp.items_of_record(k) if is_record_of_list(k) else k for k in whole])
    if any(isinstance(k, Instance) or defines_method(interp, k, "__lt__") for k in keys):
        return interp.new_list(
            in_direction(lambda v, k: sorted_by_comparing(interp, v, k), items, keys, reverse)
        )
    if contains_dynamic(keys):
        ask_for_rows_sorted(interp, iterable, items)
        for one, other in itertools.pairwise(keys):
            check_operator(operator.lt, other, one)
        return interp.new_list(sorted_by_data(interp, items, keys, reverse))
    order = note_order(interp, keys, bool(reverse))
    return interp.new_list([items[k] for k in order])


def is_record_of_list(value: Any) -> bool:
    """Whether it is a list in a heap, which is compared by its items."""
    return is_record(value) and stands_for_list(value)


def ask_for_rows_sorted(interp: Interpreter, made: Any, items: list) -> None:
    """Read again with one array for a list of lists that data order, unless that has been tried. (Each place of the
    sorted list may hold any of them.)"""
    place = interp.places.of(made)
    alike = all(type(v) is list and len(v) == len(items[0]) for v in items)
    if place is not None and alike and len(items) > 1 and not is_tried(interp, place):
        raise NeedsType({place: UNKNOWN}, wished=True)


def has_many_items(iterable: Any) -> bool:
    """Whether it is an array or a range of more items than had better be told apart."""
    if isinstance(iterable, range):
        return len(iterable) > SHORT
    return isinstance(iterable, Array) and iterable.ndim > 0 and iterable.shape[0] > SHORT


def static_heads(keys: list) -> list:
    """The static items that tuples begin with, as many of each: pairs (name, array) sort by their names. The keys
    themselves where two such heads are equal, since the items behind them decide."""
    if not contains_dynamic(keys) or not all(isinstance(k, tuple) for k in keys):
        return keys
    static = [list(itertools.takewhile(lambda v: not contains_dynamic(v), k)) for k in keys]
    heads = [tuple(head[: min(map(len, static))]) for head in static]
    return keys if any_equal(heads) else heads


def any_equal(heads: list[tuple]) -> bool:
    """Whether two of these tuples are equal. (1, 1.0 and True are.)"""
    texts = {str(head) for head in heads}
    try:
        return len(set(heads)) < len(heads) or len(texts) < len(heads)
    except TypeError:  # a list has no hash
        return any(itertools.starmap(operator.eq, itertools.combinations(heads, 2)))


def sorted_growing(interp: Interpreter, items: Instance, key: Any, reverse: Any) -> Instance:
    made = interp.call_method(items, "copy", [])
    interp.call_method(made, "sort", [], {"key": key, "reverse": bool(interp.static(reverse, "reverse="))})
    return made


def sorted_by_comparing(interp: Interpreter, items: list, keys: list) -> list:
    """The items in the order of keys that are objects with a __lt__."""
    order = order_by_comparing(interp, keys)
    if order is not None:
        return [items[k] for k in order]
    return reorder_items(interp, items, interp.call_host(np.argsort, [ranks(interp, keys)], {}))


def in_direction(sort: Any, items: list, keys: list, reverse: Any) -> list:
    """sort(items, keys), or so that they fall; equal ones keep their order."""
    return sort(items[::-1], keys[::-1])[::-1] if reverse else sort(items, keys)


def sorted_by_data(interp: Interpreter, items: list, keys: list, reverse: Any) -> list:
    if all(a is b for a, b in zip(items, keys)) and all(isinstance(k, (Sym, int, float)) for k in keys):
        array = interp.wrap(find_host(np.sort)(interp.stack_numbers(items)))
        result = [numbers_like(items, interp.get_item(array, k)) for k in range(len(items))]
        return result[::-1] if reverse else result
    return in_direction(lambda v, k: reorder_items(interp, v, order_of(interp, k)), items, keys, reverse)


def order_of(interp: Interpreter, keys: list) -> Any:
    """The positions of the keys in their order, as an array."""
    columns = [interp.array(interp.stack_numbers(column)) for column in columns_of(keys)]
    if len(columns) == 1:
        return interp.call_host(np.argsort, columns, {"kind": "stable"})
    return interp.call_host(np.lexsort, [tuple(columns[::-1])], {})


def columns_of(keys: list) -> list[list]:
    """Numbers that have the order of the keys; of tuples a column for each place, the first counts most."""
    if all(map(is_number, keys)):
        return [keys]
    forms = forms_in_order(keys)
    if forms is not None:
        return [[number_of_text(k, forms) for k in keys]]
    if not all(isinstance(k, (tuple, list)) and len(k) == len(keys[0]) for k in keys):
        odd = next(k for k in keys if not is_number(k))
        raise CompileError(f"sorted by dynamic keys: {describe(odd)}", "use np.argsort")
    return [column for parts in zip(*keys) for column in columns_of(list(parts))]


def forms_in_order(texts: list) -> tuple | None:
    """All that these texts may be, in their order; None if they are not texts, or not known."""
    found = [known_texts(text) for text in texts]
    known = {form for forms in found for form in forms or ()}
    is_known = None not in found and all(len(form) == 1 and type(form[0]) is str for form in known)
    return tuple(sorted(known)) if is_known else None


def reorder_items(interp: Interpreter, items: list, order: Any) -> list:
    """The items in a computed order: they are all made alike."""
    first = items[0]
    if all(map(is_number, items)):
        array = interp.get_item(interp.array(interp.stack_numbers(items)), order)
        return [numbers_like(items, interp.get_item(array, k)) for k in range(len(items))]
    if all(isinstance(v, Array) and v.type == first.type for v in items):
        rows = interp.get_item(interp.array(interp.stack_numbers(items)), order)
        made = [interp.array(interp.sym(interp.get_item(rows, k))) for k in range(len(items))]
        for new, old in itertools.product(made, items):
            may_be(interp.trail, new, old)
        return made
    if all(
        is_record(v) and v.cls is first.cls and v.attributes[HEAP] == first.attributes[HEAP] for v in items
    ):
        numbers = reorder_items(interp, [v.attributes[NUMBER] for v in items], order)
        return [interp.record_at(first.attributes[HEAP], number) for number in numbers]
    if all(isinstance(v, tuple) and type(v) is type(first) and len(v) == len(first) for v in items):
        rows = zip(*[reorder_items(interp, list(column), order) for column in zip(*items)])
        return [tuple(row) if type(first) is tuple else type(first)(*row) for row in rows]
    if all(v is first or type(v) is str and v == first for v in items):
        return items
    forms = forms_in_order(items)
    if forms is not None:
        numbers = interp.array(interp.stack_numbers([number_of_text(v, forms) for v in items]))
        places = [interp.sym(interp.get_item(interp.get_item(numbers, order), k)) for k in range(len(items))]
        return [PickedText(place, tuple([text for (text,) in forms])) for place in places]
    place = lambda k: within(interp, interp.get_item(order, k), 0, len(items) - 1)
    return [interp.get_item(items, place(k)) for k in range(len(items))]


def numbers_like(items: list, number: Any) -> Any:
    """A number of Python's, if all of these are."""
    weak = all(number_type(v).weak for v in items)
    return TABLE["cast"](number, dtype=number.dtype, weak=True) if weak else number
