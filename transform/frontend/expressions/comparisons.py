"""Comparisons, `is` and `in` on abstract values."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_complex
from ...core.errors import CompileError
from ...ir.builder import Sym
from ...ir.unions import decide_member, python_bool
from ...library.core.index import part_of_axis
from ...library.numpy.operators import (
    binary_operator,
    contains as array_contains,
    to_condition,
    unary_operator,
)
from ...primitives import select
from ..bounded.elementwise import binary_sliced
from ..bounded.extents import BoundedArray
from ..decisions import note_decision, note_lookup
from ..dispatch import CONTAINS
from ..generator_functions import holds_item
from ..interpreter import Interpreter, operation
from ..lists.choices import is_chosen
from ..lists.growing import is_growing, unsuited_operation
from ..lists.items import arrays_in, ask_for_computed_keys, ask_for_table, is_pooled
from ..lists.lookups import is_from_table
from ..state.aliases import arrays_may_alias
from ..python_errors import check_operator, lacks, told_by_numpy, unknown_text, unsupported_operands
from ..state.container_aliases import containers_may_alias
from ..state.contiguity import lie_as
from ..state.diagnostics import IDENTITY
from ..state.integer_facts import note_sources
from ..state.path_conditions import note_comparison
from ..state.host_calls import refuse_use
from ..state.texts import ChosenText, PickedText, may_read
from ..models.picked import is_integer_member, is_member, is_object_outside, is_picked_member, number_object
from ..state.values import (
    UNSET,
    Array,
    DynamicText,
    External,
    Instance,
    Maybe,
    Option,
    Chosen,
    Picked,
    compute,
    contains_dynamic,
    describe,
    is_number,
    is_record,
    object_of,
)
from .containers import (
    for_each_text,
    has_computed_keys,
    has_method,
    holds_external,
    is_element,
    plain,
    surely,
)
from .iterables import is_object
from .operators import (
    NOT_NUMBERS,
    SYMBOLS,
    as_set,
    both,
    defines_method,
    either,
    is_of_numpy,
    is_sequence_beside_number,
    is_sliced,
    is_special,
    operand,
    operands,
    sequence_as_array,
    special,
    truth_of,
    unary,
)
from .union_types import operands_told_apart, check_comparison, with_types

STATIC_COMPARE: dict[str, Callable] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}


def is_text(interp: Interpreter, x: DynamicText, y: str) -> Any:
    """x == y, as far as the number of a text tells, or the known parts of it; None where they don't."""
    if not y and type(x) is DynamicText:
        return unary(interp, "Not", truth_of(interp, x))
    if not isinstance(x, PickedText):
        return None if isinstance(x, ChosenText) or may_read(x, y) else False
    alike = [k for k, text in enumerate(x.texts) if may_read(text, y)]
    if len(alike) > 1 or any(isinstance(x.texts[k], DynamicText) for k in alike):
        return None
    return interp.sym(x.number) == alike[0] if alike else False


@operation
def compare(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    x, y = interp.read(x), interp.read(y)
    if op in ("In", "NotIn"):
        y = interp.settled(y)
    elif isinstance(x, Option) or isinstance(y, Option):
        return compare_option(interp, op, x, y)
    if op in ("Eq", "NotEq") and isinstance(x, str) and isinstance(y, DynamicText):
        x, y = y, x
    if op in ("Eq", "NotEq") and isinstance(x, DynamicText) and isinstance(y, str):
        same = is_text(interp, x, y)
        if same is not None:
            return same if op == "Eq" else unary(interp, "Not", same)
    if op not in ("Is", "IsNot", "In", "NotIn"):
        x, y = (interp.settled(v) if is_picked_member(v) and is_integer_member(v) else v for v in (x, y))
    if op in ("Eq", "NotEq", "Is", "IsNot") and (is_picked_member(x) or is_picked_member(y)):
        same = is_same_member(interp, x, y)
        return same if op in ("Eq", "Is") else unary(interp, "Not", same)
    if op in ("Eq", "NotEq") and (is_compared_by_identity(x, y) or are_plain_objects(interp, x, y)):
        op = "Is" if op == "Eq" else "IsNot"
    looked_up = op in ("In", "NotIn") and has_computed_keys(y)
    if isinstance(x, ChosenText) and not looked_up:
        return interp.for_either(x, lambda text: compare(interp, op, text, y))
    if isinstance(y, ChosenText):
        return interp.for_either(y, lambda text: compare(interp, op, x, text))
    if not looked_up and (isinstance(x, DynamicText) or isinstance(y, DynamicText)):
        if op in ("Is", "IsNot", "Eq", "NotEq") and not all(
            isinstance(v, (str, DynamicText)) for v in (x, y)
        ):
            return op in ("IsNot", "NotEq")  # with None, a number …
        text = x if isinstance(x, DynamicText) else y
        raise unknown_text(
            text, "a text with dynamic values can't be compared", "compare the values themselves"
        )
    if op in ("Is", "IsNot"):
        same = python_bool(identity(interp, x, y))
        return same if op == "Is" else unary(interp, "Not", same)
    if op in ("In", "NotIn"):
        found = python_bool(for_each_text(interp, x, lambda item: CONTAINS(interp, y, item), y))
        return found if op == "In" else unary(interp, "Not", found)
    return compare_settled(interp, op, *(as_set(interp, plain(interp, interp.as_model(v))) for v in (x, y)))


def compare_settled(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """An order, or == or !=, of what is no text that data decide, and not None."""
    if any(isinstance(v, Instance) and "viewed" in v.attributes for v in (x, y)):
        raise CompileError("a comparison of a view of a dict", "compare sets: set(d.keys())")
    if is_of_numpy(x) or is_of_numpy(y):
        x, y = (sequence_as_array(interp, v) for v in (x, y))
    if is_sliced(x, y):
        return binary_sliced(interp, op, x, y)
    if is_special(interp, op, x, y):
        check_operator(STATIC_COMPARE[op], x, y)
        return special(interp, op, x, y)
    if not any(contains_dynamic(v) or holds_external(v) for v in (x, y)):
        x, y = map(interp.outside.whole, (x, y))
        result = compute(STATIC_COMPARE[op], x, y)
        return interp.wrap(note_decision(interp, STATIC_COMPARE[op], (x, y), result))
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)):
        return compare_sequences(interp, op, x, y)
    if op in ("Eq", "NotEq") and (isinstance(x, dict) or isinstance(y, dict)):
        array = next((v for v in (x, y) if isinstance(v, Array) and v.shape), None)
        if array is not None:  # of which no element is a dict
            return interp.call_host(np.full, [array.shape, op == "NotEq"], {})
        return compare_dicts(interp, op, x, y)
    if not all(isinstance(v, (Sym, Array)) or is_number(v) for v in (x, y)) and op in ("Eq", "NotEq"):
        if isinstance(x, (str, type(None))) or isinstance(y, (str, type(None))):
            shape = next((v.shape for v in (x, y) if isinstance(v, Array)), ())
            return interp.call_host(np.full, [shape, op == "NotEq"], {}) if shape else op == "NotEq"
    if is_sequence_beside_number(x, y):
        if op not in ("Eq", "NotEq"):
            raise unsupported_operands(SYMBOLS[op], x, y)
        return op == "NotEq"
    x, y = (_stack_list(interp, v) for v in (x, y))
    check_ordered(op, x, y)
    check_comparison(SYMBOLS[op], x, y)
    given, x, y = (x, y), decide_member(x), decide_member(y)
    with told_by_numpy(interp.trying, STATIC_COMPARE[op], (x, y)):
        result = interp.wrap(binary_operator(op, *operands(interp, x, y, compared=True)))
    result = note_sources(with_types(result, STATIC_COMPARE[op], given), x, y)
    return note_comparison(interp, lie_as(result, (x, y)), op, x, y)


def check_ordered(op: str, x: Any, y: Any) -> None:
    """Python's complex numbers have no order (NumPy's have), nor have texts and numbers."""
    if op in ("Eq", "NotEq"):
        return
    if any(isinstance(v, (str, *NOT_NUMBERS)) for v in (x, y)):
        raise unsupported_operands(SYMBOLS[op], x, y)
    python = all(isinstance(v, (int, float, complex)) or isinstance(v, Sym) and v.weak for v in (x, y))
    if python and any(isinstance(v, complex) or isinstance(v, Sym) and is_complex(v.dtype) for v in (x, y)):
        message = f"complex numbers have no order: {SYMBOLS[op]} of {describe(x)} and {describe(y)}"
        raise unsupported_operands(
            SYMBOLS[op], x, y, "compare real parts, imaginary parts or abs(…)", message
        )


def _stack_list(interp: Interpreter, value: Any) -> Any:
    return interp.stack_numbers(value) if isinstance(value, (list, tuple)) else value


def compare_sequences(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    if op in ("Eq", "NotEq"):
        if isinstance(x, tuple) is not isinstance(y, tuple) or len(x) != len(y):
            return op == "NotEq"
        result: Any = True
        for a, b in zip(x, y):
            result = both(interp, result, truth_of(interp, compare(interp, "Eq", a, b)))
        result = python_bool(result)
        return result if op == "Eq" else unary(interp, "Not", result)
    if isinstance(x, tuple) is not isinstance(y, tuple):
        raise unsupported_operands(SYMBOLS[op], x, y)
    return _lexicographic(interp, op, list(x), list(y))


def compare_dicts(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """== of dicts: they have the same keys, and equal values."""
    given = [surely(interp, v, ordered=False) for v in (x, y)]
    if not all(isinstance(v, dict) for v in given) or x.keys() != y.keys():
        return op == "NotEq"
    result: Any = True
    for key in x:
        result = both(interp, result, truth_of(interp, compare(interp, "Eq", x[key], y[key])))
    result = python_bool(result)
    return result if op == "Eq" else unary(interp, "Not", result)


def _lexicographic(interp: Interpreter, op: str, x: list, y: list) -> Any:
    """x < y of sequences: the first pair that differs decides."""
    if not x or not y:
        return STATIC_COMPARE[op](len(x), len(y))
    strict = {"LtE": "Lt", "GtE": "Gt"}.get(op, op)
    first = interp.sym(compare(interp, strict, x[0], y[0]))
    equal = interp.sym(compare(interp, "Eq", x[0], y[0]))
    rest = lambda: interp.sym(_lexicographic(interp, op, x[1:], y[1:]))
    if any(
        is_record(v) or v is None or isinstance(v, Option) for v in (*x[1:], *y[1:])
    ):  # they may have no order
        return interp.fork(equal, lambda: interp.wrap(rest()), lambda: interp.wrap(first))
    rest = rest()
    return select(to_condition(equal), to_condition(rest), to_condition(first))


def is_same_member(interp: Interpreter, x: Any, y: Any) -> Any:
    """Whether two members of enumerations are the same, of which data choose one at least."""
    if not all(is_picked_member(v) or is_member(v) for v in (x, y)):
        return False
    known = object.__eq__, int.__eq__
    if any(type(v).__eq__ not in known for v in (*members_of(x), *members_of(y))):
        raise CompileError(
            f"== of {describe(x)}, whose class defines __eq__", "compare with `is`, or compare .value"
        )
    one, other = (number_object(interp, v)[0] for v in (x, y))
    return interp.wrap(interp.sym(one) == interp.sym(other))


def is_one_of_outside(value: Any) -> bool:
    """Whether it is an object from outside, or one of several that data choose."""
    return isinstance(value, Picked) or is_object_outside(value)


def is_compared_by_identity(x: Any, y: Any) -> bool:
    """Whether one is a function that data choose, or an object from outside, and no `==` of a class of theirs
    is defined."""
    if isinstance(x, Chosen) or isinstance(y, Chosen):
        return True
    if not (isinstance(x, Picked) or isinstance(y, Picked)) or not all(map(is_one_of_outside, (x, y))):
        return False
    return all(type(object_of(v)).__eq__ is object.__eq__ for v in (*members_of(x), *members_of(y)))


def are_plain_objects(interp: Interpreter, x: Any, y: Any) -> bool:
    """Whether both are objects from outside, whose classes have no `==` of their own."""
    if not (is_object_outside(x) and is_object_outside(y)):
        return False
    kinds, names = (type(x.unread), type(y.unread)), ("__eq__", "__ne__")
    return all(interp.outside.member(cls, name) is getattr(object, name) for cls in kinds for name in names)


def members_of(value: Any) -> list:
    return list(value.members.values()) if isinstance(value, Picked) else [object_of(value)]


def identity(interp: Interpreter, x: Any, y: Any) -> Any:
    refuse_use(x, "the identity of")
    refuse_use(y, "the identity of")
    if isinstance(x, Chosen) or isinstance(y, Chosen):
        chosen, other = (x, y) if isinstance(x, Chosen) else (y, x)
        sides = [identity(interp, side, other) for side in (chosen.then, chosen.orelse)]
        if sides[0] is sides[1]:
            return sides[0]
        sides = [interp.builder.lift(interp.sym(side)) for side in sides]
        return interp.wrap(select(to_condition(interp.sym(chosen.flag)), *sides))
    if isinstance(x, Picked) or isinstance(y, Picked):
        if x is None or y is None:
            return False
        if all(is_one_of_outside(v) for v in (x, y)):
            one, other = (number_object(interp, v)[0] for v in (x, y))
            return interp.wrap(interp.sym(one) == interp.sym(other))
        raise CompileError(
            "the identity of two objects that are selected by run-time data is not supported",
            "compare their contents",
        )
    if x is not y and (is_element(x) or is_element(y)):
        return both_masked(interp, x, y)
    members = [v for v in (x, y) if isinstance(v, (External, enum.Enum))]
    if is_object_outside(x) and is_object_outside(y):
        return x.outside.same(x, y)
    if len(members) == 2:
        one, other = (v.identity if isinstance(v, External) else v for v in members)
        return one is other
    if isinstance(x, Sym) or isinstance(y, Sym):
        if any(v is True or v is False for v in (x, y)) and any(is_python_bool(v) for v in (x, y)):
            return compare(interp, "Eq", x, y)
        if any(v is None or v is NotImplemented or isinstance(v, (str, bool)) for v in (x, y)):
            return False
        raise IDENTITY.error()
    if any(is_growing(v) and is_from_table(v) for v in (x, y)):
        raise CompileError(
            "the identity of a list that is selected by run-time data is not supported",
            "compare their contents, or the positions in the list",
        )
    if is_pooled(x) and is_pooled(y):
        return is_one_in_pool(interp, x, y)
    if is_record(x) and is_record(y):
        return interp.is_one_record(x, y)
    if (
        x is not y
        and is_growing(x)
        and is_growing(y)
        and arrays_may_alias(*[next(arrays_in(interp, v)) for v in (x, y)])
    ):
        raise unsuited_operation(x)  # a row may be read as two objects that are one
    if x is not y and isinstance(x, Array) and isinstance(y, Array) and may_be_one_row(x, y):
        raise CompileError(
            "the identity of two arrays that are items of lists or attributes is not supported",
            "compare their contents, or the objects that hold them",
        )
    if x is not y and may_be_one(interp, x, y):
        same = is_chosen(interp, x, y)
        if same is None:
            raise CompileError(
                f"whether {describe(x)} and {describe(y)} are one object depends on data",
                "compare their contents, or their positions in a list",
            )
        return same
    if x is not y and type(x) is type(y) and isinstance(x, tuple) and may_be_equal(x, y):
        raise CompileError(
            "the identity of two tuples with dynamic values is not supported", "compare their contents"
        )
    return x is y


def may_be_equal(x: Any, y: Any) -> bool:
    """Whether two tuples may hold the same, so that they may be one that several paths have led to."""
    if isinstance(x, tuple) and isinstance(y, tuple):
        return len(x) == len(y) and len(x) > 0 and all(map(may_be_equal, x, y))
    known = all(isinstance(v, (bool, int, float, complex, str, type(None))) for v in (x, y))
    return x == y if known else True


def may_be_one_row(x: Array, y: Array) -> bool:
    """Whether two parts of one array may be items of a list that are one array."""
    if x.base is None or x.base is not y.base or x.lens.index is None or y.lens.index is None:
        return False
    if not (x.lens.index.basic and y.lens.index.basic):
        return False
    one, other = (list(map(part_of_axis, v.lens.index.items)) for v in (x, y))
    dynamic = any(place and place[1][1] for place in (*one, *other))
    return dynamic or one == other


def is_one_in_pool(interp: Interpreter, x: Any, y: Any) -> Any:
    """Whether two lists of lists of lists are one. In a pool each has a number."""
    pools = [interp.settled(v.attributes["pool"]) for v in (x, y)]
    if pools[0] is pools[1]:
        return compare(interp, "Eq", *(v.attributes["number"] for v in (x, y)))
    if containers_may_alias(interp.trail, *pools):
        raise CompileError("whether two lists are one object depends on data", "compare their contents")
    return False


def both_masked(interp: Interpreter, x: Any, y: Any) -> Any:
    """Elements of masked arrays are one object where both are np.ma.masked; each number is an object of its own."""
    if not (is_element(x) and is_element(y)):
        return False
    masked = [truth_of(interp, v.attributes["recto_mask"]) for v in (x, y)]
    if all(isinstance(flag, Sym) for flag in masked) and may_be_one(interp, x, y):
        raise CompileError(
            "whether two elements of masked arrays are one object depends on data",
            "compare each with np.ma.masked",
        )
    return both(interp, *masked)


def is_python_bool(value: Any) -> bool:
    """Whether it is a dynamic bool of Python's. (That of NumPy is another object than True.)"""
    return isinstance(value, Sym) and value.weak and value.dtype.kind == "b"


def may_be_one(interp: Interpreter, x: Any, y: Any) -> bool:
    """Whether two values are one object on some path."""
    if isinstance(x, Array) and isinstance(y, Array):
        return x.base is None and y.base is None and arrays_may_alias(x, y)
    return (
        isinstance(x, (list, dict, Instance))
        and type(x) is type(y)
        and containers_may_alias(interp.trail, x, y)
    )


def compare_option(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """Comparisons of what may be None. It is equal to None and to an equal value, and has no order."""
    if op not in ("Is", "IsNot"):
        found = operands_told_apart(interp, (x, y), lambda *pair: compare(interp, op, *pair))
        if found is not None:
            return found[0]
    if op not in ("Is", "IsNot", "Eq", "NotEq"):
        return compare(interp, op, interp.settled(x), interp.settled(y))
    if op in ("Eq", "NotEq") and isinstance(x, Array) != isinstance(y, Array):
        return compare_elements(interp, op, x, y)
    same = same_option(interp, op in ("Is", "IsNot"), x, y)
    return same if op in ("Is", "Eq") else unary(interp, "Not", same)


def compare_elements(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """Compare an array with a value that may be None: no element is None."""
    array, option = (x, y) if isinstance(x, Array) else (y, x)
    given = truth_of(interp, option.flag)
    present = lambda: compare(interp, op, *(v.value if v is option else v for v in (x, y)))
    absent = lambda: interp.array(interp.builder.lift(np.full(array.shape, op == "NotEq")))
    if not isinstance(given, Sym):
        return present() if given else absent()
    return interp.fork(given, present, absent)


def same_option(interp: Interpreter, as_objects: bool, x: Any, y: Any) -> Any:
    """Whether two values are equal, or one object, where one of them at least may be None: both are None, or
    the given values are the same."""
    if x is None or y is None:
        return is_none(interp, y if x is None else x)
    if as_objects and x is y:
        return True
    place = 0 if isinstance(x, Option) else 1
    option, other = (x, y) if place == 0 else (y, x)
    given = truth_of(interp, option.flag)

    def same_given() -> Any:
        pair = [option.value if k == place else v for k, v in enumerate((x, y))]
        if any(isinstance(v, Option) for v in pair):
            return same_option(interp, as_objects, *pair)
        if not as_objects and any(isinstance(v, (Array, BoundedArray)) for v in pair):
            raise CompileError(f"== of {describe(x)} and {describe(y)}", "compare it with None by `is` first")
        return truth_of(interp, compare(interp, "Is" if as_objects else "Eq", *pair))

    def same_absent() -> Any:
        return is_none(interp, other) if isinstance(other, Option) else False

    if not isinstance(given, Sym):
        return same_given() if given else same_absent()
    if is_number(option.value) and not isinstance(other, Option):
        return both(interp, given, same_given())
    return interp.fork(given, same_given, same_absent)


def is_none(interp: Interpreter, option: Option) -> Any:
    """option is None."""
    if not isinstance(option.flag, Sym):
        return not option.flag
    interp.options = True
    given = to_condition(interp.sym(option.flag))
    absent = unary_operator("Not", given)
    note_comparison(interp, given, "Given", option.flag.atom)
    return note_comparison(interp, note_sources(interp.wrap(absent), given), "Not", given)


@CONTAINS.of(object)
def is_in_static(interp: Interpreter, container: Any, item: Any) -> Any:
    by_items = isinstance(container, (list, tuple)) and (
        contains_dynamic(item) or holds_external([container, item])
    )
    if isinstance(item, (Sym, Array)) or contains_dynamic(container) or by_items:
        result: Any = False
        for other in interp.known_items(container, "this container"):
            result = either(interp, result, truth_of(interp, compare(interp, "Eq", item, other)))
        return result
    item = interp.outside.whole(item) if isinstance(item, External) else item
    return note_decision(
        interp, operator.contains, (container, item), compute(operator.contains, container, item)
    )


@CONTAINS.of(BoundedArray)
def is_in_slice(interp: Interpreter, container: BoundedArray, item: Any) -> Any:
    return interp.call_host(np.any, [compare(interp, "Eq", container, item)], {})


@CONTAINS.of(Sym)
def is_in_number(interp: Interpreter, container: Sym, item: Any) -> Any:
    raise lacks(container, "__contains__", f"{describe(container)} is not iterable")


@CONTAINS.of(Array)
def is_in_array(interp: Interpreter, container: Array, item: Any) -> Any:
    return interp.wrap(array_contains(operand(interp, item), interp.sym(container)))


@CONTAINS.of(dict)
def is_in_dict(interp: Interpreter, container: dict, item: Any) -> Any:
    ask_for_computed_keys(interp, interp.places.of_dict(container), item)
    matches = interp.known_match(container, item)
    if matches is not None:
        return truth_of(interp, interp.call_host(np.any, [matches], {}))
    found = container.get(note_lookup(interp, container, interp.key(item, "a key")), UNSET)
    return truth_of(interp, found.flag) if isinstance(found, Maybe) else found is not UNSET


@CONTAINS.of(External)
def is_in_outside(interp: Interpreter, container: External, item: Any) -> Any:
    ask_for_table(interp, container, item, often=True)
    if isinstance(container.unread, dict):
        keys = interp.outside.keys(container)
        matches = interp.known_match(plain(interp, container), item)
        if matches is not None:
            return truth_of(interp, interp.call_host(np.any, [matches], {}))
        return note_lookup(interp, keys, interp.key(item, "a key")) in keys
    if isinstance(container.unread, (list, tuple)):
        return CONTAINS(interp, plain(interp, container), item)
    if has_method(interp, container, "__contains__"):
        return interp.call_method(container, "__contains__", [item])
    if is_object(interp, container):
        return interp.call(holds_item, [container, item], {})
    given = container.value, interp.static(item, "a key")
    return note_decision(interp, operator.contains, given, compute(operator.contains, *given))


@CONTAINS.of(Instance)
def is_in_object(interp: Interpreter, container: Instance, item: Any) -> Any:
    asks_items = any(defines_method(interp, container, name) for name in ("__iter__", "__getitem__"))
    if asks_items and not defines_method(interp, container, "__contains__"):
        return interp.call(holds_item, [container, item], {})
    return interp.call_method(container, "__contains__", [item])
