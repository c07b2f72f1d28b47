"""Operators and truth tests on abstract values: Python's protocols, and NumPy's for arrays."""

from __future__ import annotations

import collections
import dataclasses
import operator
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_complex
from ...core.errors import CompileError
from ...core.registered import is_generated
from ...ir.builder import TABLE, Sym
from ...library.plain.composite import stands_for_composite
from ...library.numpy.operators import binary_operator, to_condition, unary_operator
from ..bounded.elementwise import binary_sliced, unary_sliced
from ..lists.functions import as_arrays
from ..lists.growing import is_growing
from ..lists.items import is_made_of_numbers, rows_of
from ..lists.places import is_asked_for, is_decided_by_data, is_tried, place_here
from ..decisions import note_decision
from ..dispatch import TRUTH
from ..generator_functions import equal_items, in_order, joined, repeated
from ..interpreter import Interpreter, operation
from ..models.model import content, is_model
from ..state.contiguity import lie_as
from ..python_errors import (
    as_told_by_python,
    check_operator,
    class_name,
    is_index,
    is_number_of_times,
    lacks,
    leaves_to,
    refuse_text,
    told_by_numpy,
    type_error,
    unsupported_operands,
)
from ..state.environment import CONTAINERS
from ..state.integer_facts import learn, note_sources
from ..state.path_conditions import note_comparison
from ..state.sets import Set
from ..state.host_calls import refuse_use
from ..outside.kinds import OF_NUMPY
from ..state.values import (
    Array,
    Bound,
    Closure,
    DynamicText,
    External,
    HostMethod,
    Instance,
    Option,
    Partial,
    View,
    class_of,
    compute,
    contains_dynamic,
    describe,
    is_number,
    is_record,
)
from .containers import has_method, plain, surely
from .union_types import operands_told_apart, on_members, unions_in, with_types

STATIC_BINARY: dict[str, Callable] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "MatMult": operator.matmul,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "BitAnd": operator.and_,
}
POLYNOMIAL = ("Add", "Sub", "Mult", "Div", "MatMult")  # the same expression of sizes for all of them
STATIC_UNARY: dict[str, Callable] = {
    "UAdd": operator.pos,
    "USub": operator.neg,
    "Invert": operator.invert,
    "Not": operator.not_,
}
SPECIAL = {
    "Add": "add",
    "Sub": "sub",
    "Mult": "mul",
    "Div": "truediv",
    "FloorDiv": "floordiv",
    "Mod": "mod",
    "Pow": "pow",
    "MatMult": "matmul",
    "LShift": "lshift",
    "RShift": "rshift",
    "DivMod": "divmod",
    "BitOr": "or",
    "BitAnd": "and",
    "BitXor": "xor",
    "Eq": "eq",
    "NotEq": "ne",
    "Lt": "lt",
    "LtE": "le",
    "Gt": "gt",
    "GtE": "ge",
    "USub": "neg",
    "UAdd": "pos",
    "Invert": "invert",
}


SYMBOLS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "MatMult": "@",
    "DivMod": "divmod()",
    "LShift": "<<",
    "RShift": ">>",
    "BitOr": "|",
    "BitXor": "^",
    "BitAnd": "&",
    "Eq": "==",
    "NotEq": "!=",
    "Lt": "<",
    "LtE": "<=",
    "Gt": ">",
    "GtE": ">=",
}
UNARY_SYMBOLS = {"UAdd": "+", "USub": "-", "Invert": "~"}
NOT_NUMBERS = (
    type(None),
    dict,
    DynamicText,
    HostMethod,
    Closure,
    Bound,
    Partial,
    *OF_NUMPY,
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    frozenset,
    slice,
)
NUMERIC = frozenset([Array, Sym, bool, int, float, complex])


# -- operators -----------------------------------------------------------------------------------------------------


@operation
def binary(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """x op y for abstract values; op is the name of its ast class."""
    if unions_in((x, y)):
        numbers = lambda pair: interp.wrap(binary_operator(op, *operands(interp, *pair)))
        return on_members(interp, numbers, [interp.settled(v) for v in (x, y)], SYMBOLS[op])
    if op == "Pow" and type(x) is Array and not x.ndim and is_bool(x.dtype) and type(y) is int and y == 2:
        return interp.call_host(np.square, [x], {})  # a short cut of NumPy's, with a dtype of its own
    if Array in (type(x), type(y)) and type(x) in NUMERIC and type(y) in NUMERIC:  # mostly, and quickly
        with told_by_numpy(interp.trying, STATIC_BINARY.get(op), (x, y)):
            result = binary_operator(op, operand(interp, x, y), operand(interp, y, x))
        return laid(op, interp.wrap(result), x, y)
    found = operands_told_apart(interp, (x, y), lambda *pair: binary(interp, op, *pair))
    if found is not None:
        return found[0]
    x, y = (as_set(interp, plain(interp, interp.as_model(interp.settled(v)))) for v in (x, y))
    if op == "Mult" and (is_number_of_times(x, y) or is_number_of_times(y, x)):
        x, y = (
            interp.call_method(v, "__index__", []) if is_number_of_times(v, o) else v
            for v, o in ((x, y), (y, x))
        )
    if is_special(interp, op, x, y):
        if is_array(x) != is_array(y):
            if any(isinstance(v, Instance) and class_of(v) is set for v in (x, y)):
                raise unsupported_operands(SYMBOLS[op], x, y)
            x, y = (sequence_as_array(interp, v) for v in (x, y))
            if not is_special(interp, op, x, y):
                return binary(interp, op, x, y)
        if not (op == "Mod" and isinstance(x, str)):
            check_operator(STATIC_BINARY[op], x, y)
        if op == "Add" and type(x) is list and is_growing(y):
            return interp.call(joined, [interp.empty_list(place_here(interp)), x, y], {})
        return special(interp, op, x, y) if not is_sliced(x, y) else binary_sliced(interp, op, x, y)
    if op == "BitOr" and isinstance(x, dict) and isinstance(y, dict):
        return interp.trail.allocate(surely(interp, x) | surely(interp, y))
    if not contains_dynamic(x) and not contains_dynamic(y):
        return static_binary(interp, op, x, y)
    if isinstance(x, str) and op == "Mod":
        return interp.percent_text(x, y)
    if op == "Add" and (isinstance(x, DynamicText) or isinstance(y, DynamicText)):
        return interp.concatenate_texts(x, y)
    if op == "Mult" and any(isinstance(v, str | DynamicText) for v in (x, y)):
        text, times = (x, y) if isinstance(x, str | DynamicText) else (y, x)
        if type(times) is int or isinstance(times, Sym) and is_index(times):
            return interp.repeated_text(text, times)
    if isinstance(x, NOT_NUMBERS) or isinstance(y, NOT_NUMBERS):
        raise unsupported_operands(SYMBOLS[op], x, y)
    if isinstance(x, (list, tuple, str)) or isinstance(y, (list, tuple, str)):
        return sequence_binary(interp, op, x, y)
    if interp.trying:
        y = interp.test_division(op, x, y)
    try:
        with told_by_numpy(interp.trying, STATIC_BINARY.get(op), (x, y)):
            result = binary_operator(op, *operands(interp, x, y))
    except CompileError as refusal:
        with as_told_by_python(refusal):
            check_operator(STATIC_BINARY[op], x, y)
        raise
    return learn(laid(op, with_types(interp.wrap(result), STATIC_BINARY[op], (x, y)), x, y), op, x, y)


def as_set(interp: Interpreter, value: Any) -> Any:
    """The keys or items of a dict, and sets, as members that operators take."""
    if is_model(value, set) and isinstance(content(value), Set):
        return content(value)
    if not isinstance(value, View) or value.name == "values":
        return value
    return Set(interp.key(item, "an item of a set") for item in interp.known_items(value, describe(value)))


def laid(op: str, result: Any, *operands: Any) -> Any:
    """The result of an operator. Products of matrices lie in the order of their axes."""
    return result if op == "MatMult" else lie_as(result, operands)


def is_array(value: Any) -> bool:
    return isinstance(value, Array) or is_sliced(value)


def sequence_as_array(interp: Interpreter, value: Any) -> Any:
    """The array that NumPy makes of a list, tuple or deque of computed length beside an array; anything else itself."""
    if is_growing(value):
        return as_arrays(interp, [value])[0]
    if isinstance(value, Instance) and class_of(value) in (list, tuple, collections.deque):
        return interp.call(np.array, [interp.call(list, [value], {})], {})
    return value


def is_sequence_beside_number(x: Any, y: Any) -> bool:
    """Whether one is a list or tuple, and the other a number of Python's. (NumPy's make an array of the list.)"""
    python = lambda v: type(v) in (bool, int, float, complex) or isinstance(v, Sym) and v.weak and not v.shape
    sequence = lambda v: isinstance(v, (list, tuple))
    return sequence(x) and python(y) or sequence(y) and python(x)


def is_sliced(*values: Any) -> bool:
    """Whether one of them is a slice of computed length."""
    return any(isinstance(v, Instance) and v.cls is np.ndarray for v in values)


def operand(interp: Interpreter, value: Any, beside: Any = None, compared: bool = False) -> Any:
    """A value for the library: Syms of the current builder; Python numbers stay as they are. An integer of more than 64
    bits beside a float is one, x / math.factorial(30), unless it is `compared` only."""
    if isinstance(value, range) and (
        isinstance(beside, Array) or isinstance(beside, Sym) and not beside.weak
    ):
        return interp.sym(np.asarray(value, canonical(np.int64)))
    if type(value) is int and value.bit_length() > 64 and not compared:
        if isinstance(beside, (Sym, Array)) and beside.dtype.kind in "fc" and value.bit_length() < 1024:
            return float(value)
        raise CompileError(f"OverflowError: Python integer {value} is too large for 64 bits")
    return value if type(value) in (bool, int, float, complex) else interp.sym(value)


def operands(interp: Interpreter, x: Any, y: Any, compared: bool = False) -> list[Any]:
    """The operands of an operator. Beside a complex number of Python's, np.float64 is the float that it is by its
    class: complex(1) + np.float64(2) is a complex of Python's."""
    float64 = isinstance(y, Sym) and not y.weak and not y.shape and y.dtype == np.float64
    if float64 and (type(x) is complex or isinstance(x, Sym) and x.weak and is_complex(x.dtype)):
        y = TABLE["cast"](y, dtype=np.dtype(float), weak=True)
    return [operand(interp, x, y, compared), operand(interp, y, x, compared)]


def static_binary(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    x, y = map(interp.outside.whole, (x, y))
    if isinstance(x, str):
        refuse_text(y)
    result = compute(STATIC_BINARY[op], x, y)
    if op not in POLYNOMIAL:
        note_decision(interp, STATIC_BINARY[op], (x, y), result)
    if isinstance(result, Set):
        return interp.make_set(result)
    return interp.new_list(result) if isinstance(result, list) else interp.wrap(result)


def sequence_binary(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """list + list, tuple + tuple, list * n; with an array on one side it is NumPy's."""
    repeats = op == "Mult" and (isinstance(x, Sym) or isinstance(y, Sym))
    if repeats and not all(is_index(v) for v in (x, y) if isinstance(v, Sym)):
        raise unsupported_operands("*", x, y)
    if any(isinstance(v, str | External) for v in (x, y)):
        raise unsupported_operands(SYMBOLS[op], x, y)
    if op != "Mult" and is_sequence_beside_number(x, y):
        hint = "with np.asarray(…) of the sequence it is an operation on each item"
        raise unsupported_operands(SYMBOLS[op], x, y, hint)
    if any(isinstance(v, Array) or isinstance(v, Sym) and op != "Mult" for v in (x, y)):
        x, y = (interp.stack_numbers(v) if isinstance(v, (list, tuple)) else v for v in (x, y))
        return interp.wrap(binary_operator(op, operand(interp, x), operand(interp, y)))
    if op == "Mult":
        items, times = (y, x) if isinstance(x, Sym) else (x, y)
        place = place_here(interp)
        refused = is_tried(interp, place) and not is_asked_for(interp, place)
        if isinstance(items, list) and is_decided_by_data(interp, times) and not refused:
            return interp.call(repeated, [interp.empty_list(place_here(interp)), items, times], {})
        x, y = (
            interp.static(v, "the number of repetitions of a sequence") if isinstance(v, Sym) else v
            for v in (x, y)
        )
    result = compute(STATIC_BINARY[op], x, y)
    return interp.new_list(result) if isinstance(result, list) else result


def special(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """An operator on objects of user classes: __add__, then __radd__. What gives NotImplemented does not count."""
    name = SPECIAL[op]
    for value, method, other in methods_tried(interp, op, x, y):
        if isinstance(value, type) and defines_method(interp, value, method):
            return interp.call(interp.outside.member(type(value), method), [value, other], {})
        if defines_method(interp, value, method) and not leaves_to(op, value, other):
            if value is y and is_of_numpy(x) and interp.becomes_array(y):
                return binary(interp, op, x, interp.as_numpy_array(y))
            result = interp.call_method(value, method, [other])
            if result is not NotImplemented:
                return result
    if op == "NotEq" and any(defines_method(interp, v, "__eq__") for v in (x, y)):
        return unary(interp, "Not", interp.compare("Eq", x, y))
    if op in ("Eq", "NotEq"):
        return equal_objects(interp, op, x, y)
    if op in SYMBOLS_OF_ORDER and all(is_growing(v) or type(v) is list for v in (x, y)):
        pair = [x, y] if op in ("Lt", "LtE") else [y, x]
        return interp.call(in_order, [*pair, op in ("LtE", "GtE")], {})
    if op in SYMBOLS_OF_ORDER and (fields := compared_fields(interp, f"__{name}__", x, y)) is not None:
        return interp.compare(op, *fields)
    if is_record(x) and is_record(y):  # only where it is reached: behind equal numbers in tuples
        classes = f"{class_of(x).__name__!r} and {class_of(y).__name__!r}"
        message = f"{SYMBOLS[op]!r} not supported between instances of {classes}"
        interp.fail_if(interp.sym(True), TypeError, (message,))
        return False
    raise unsupported_operands(SYMBOLS[op], x, y, f"define __{name}__")


def is_of_numpy(value: Any) -> bool:
    """Whether it is an array, or a number of NumPy's, whose operators come before those of the right operand."""
    if isinstance(value, External):
        return isinstance(value.unread, (np.ndarray, np.generic))
    return is_array(value) or isinstance(value, np.generic) or isinstance(value, Sym) and not value.weak


def methods_tried(interp: Interpreter, op: str, x: Any, y: Any) -> list[tuple[Any, str, Any]]:
    """The methods of an operator in Python's order. That of the right operand comes first if its class derives from the
    left one's and, except for comparisons, has it anew; where both are of one class, __radd__ is not tried."""
    own, reflected = (x, f"__{SPECIAL[op]}__", y), (y, reflected_method(op), x)
    left, right = class_of_operand(x), class_of_operand(y)
    if left is None or right is None:
        return [own, reflected]
    if left is right:
        return [own, reflected] if op in MIRRORED else [own]
    name = reflected[1]
    anew = op in MIRRORED or interp.outside.member(right, name) is not interp.outside.member(left, name)
    return [reflected, own] if issubclass(right, left) and anew else [own, reflected]


def class_of_operand(value: Any) -> type | None:
    """The class of an object of the user's."""
    if isinstance(value, Instance):
        return value.cls
    return type(value.unread) if isinstance(value, External) else None


def defines_method(interp: Interpreter, value: Any, name: str) -> bool:
    """Whether the class of an object defines the method in Python, and not a decorator such as dataclass. (A class has
    the methods of its metaclass.)"""
    if isinstance(value, type) and type(value) is not type:
        return isinstance(interp.outside.member(type(value), name), types.FunctionType)
    if not isinstance(value, (Instance, External)):
        return False
    method = interp.outside.member(value.cls if isinstance(value, Instance) else type(value.unread), name)
    written = isinstance(method, types.FunctionType) and not is_generated(method)
    return written or isinstance(method, Closure) or hasattr(method, "__recto_function__")


def is_of_users_class(value: Any) -> bool:
    """Whether it is an object of the user's class, and no array or container."""
    return isinstance(value, Instance) and not (
        is_growing(value) or is_sliced(value) or is_model(value) or stands_for_composite(value.cls)
    )


def is_special(interp: Interpreter, op: str, x: Any, y: Any) -> bool:
    """Whether an operator means a method of an object, made in the function or outside."""
    if isinstance(x, Instance) or isinstance(y, Instance):
        return True
    name = SPECIAL.get(op)
    return name is not None and (
        defines_method(interp, x, f"__{name}__")
        or defines_method(interp, y, reflected_method(op))
        or op == "NotEq"
        and any(defines_method(interp, v, "__eq__") for v in (x, y))
    )


def reflected_method(op: str) -> str:
    """The method of the right operand."""
    return f"__{MIRRORED[op]}__" if op in MIRRORED else f"__r{SPECIAL[op]}__"


MIRRORED = {"Eq": "eq", "NotEq": "ne", "Lt": "gt", "Gt": "lt", "LtE": "ge", "GtE": "le"}
SYMBOLS_OF_ORDER = ("Lt", "LtE", "Gt", "GtE")


def equal_objects(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """Equality of objects whose class has no __eq__ of the user's: that of a dataclass, field by field, or identity."""
    if is_growing(x) or is_growing(y):
        return equal_lists(interp, op, x, y)
    if x is y:
        return op == "Eq"
    fields = compared_fields(interp, "__eq__", x, y)
    if fields is not None:
        return interp.compare(op, *fields)
    same = interp.compare("Is", x, y)
    return same if op == "Eq" else unary(interp, "Not", same)


def compared_fields(interp: Interpreter, name: str, x: Any, y: Any) -> list[tuple] | None:
    """The fields that a method generated by dataclass compares; None if it compares nothing."""
    kinds = {
        class_of(v) if isinstance(v, Instance) else type(v.unread) if isinstance(v, External) else None
        for v in (x, y)
    }
    cls = kinds.pop()
    if kinds or cls is None:
        return None
    method = interp.outside.member(cls, name)
    if not isinstance(method, types.FunctionType) or not is_generated(method):
        return None
    owner = next(kind for kind in cls.__mro__ if name in vars(kind))
    names = [f.name for f in dataclasses.fields(owner) if f.compare]
    return [tuple([interp.get_attribute(v, n) for n in names]) for v in (x, y)]


def equal_lists(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """Equality of two lists, of which one is one array: item by item."""
    if not all(is_growing(v) or type(v) is list for v in (x, y)):
        return op != "Eq"
    lengths = [interp.length_of(v) for v in (x, y)]
    if not all(isinstance(n, int) for n in lengths):
        result = interp.call(equal_items, [x, y], {})
        return result if op == "Eq" else unary(interp, "Not", result)
    if lengths[0] != lengths[1]:
        return op != "Eq"
    result: Any = True
    if is_growing(x) and is_growing(y) and all(is_made_of_numbers(v) for v in (x, y)):
        equal = [rows_of(interp, v) for v in (x, y)]
        same_shape = equal[0].shape == equal[1].shape
        result = interp.call_host(np.all, [interp.compare("Eq", *equal)], {}) if same_shape else False
    else:
        for k in range(lengths[0]):
            items = [interp.get_item(v, k) for v in (x, y)]
            result = both(interp, result, interp.truth_of(interp.compare("Eq", *items)))
    return result if op == "Eq" else unary(interp, "Not", result)


@operation
def both(interp: Interpreter, x: Any, y: Any) -> Any:
    """Python's `and` of two truth values that are both computed."""
    if not isinstance(x, Sym):
        return y if x else x
    if not isinstance(y, Sym):
        return x if y else False
    result = note_sources(to_condition(interp.sym(x)) & to_condition(interp.sym(y)), x, y)
    return note_comparison(interp, result, "And", x, y)


@operation
def unary(interp: Interpreter, op: str, x: Any) -> Any:
    if op == "Not":
        value = truth_of(interp, x)
        return (
            (not value)
            if not isinstance(value, Sym)
            else note_comparison(
                interp,
                note_sources(interp.wrap(unary_operator("Not", interp.sym(value))), value),
                "Not",
                value,
            )
        )
    x = interp.settled(x)
    if is_sliced(x):
        return unary_sliced(interp, op, x)
    if isinstance(x, Instance) or isinstance(x, External) and defines_method(interp, x, f"__{SPECIAL[op]}__"):
        return interp.call_method(x, f"__{SPECIAL[op]}__", [])
    if not contains_dynamic(x):
        x = interp.outside.whole(x)
        return interp.wrap(note_decision(interp, STATIC_UNARY[op], [x], compute(STATIC_UNARY[op], x)))
    if isinstance(x, (list, tuple, dict)):
        message = f"bad operand type for unary {UNARY_SYMBOLS[op]}: {type(x).__name__!r}"
        raise CompileError(f"TypeError: {message}", kind=TypeError)
    if op == "Invert":
        check_operator(operator.invert, x)
    apply = lambda values: interp.wrap(unary_operator(op, interp.sym(values[0])))
    result = (
        on_members(interp, apply, [x], UNARY_SYMBOLS[op])
        if unions_in(x)
        else with_types(apply([x]), STATIC_UNARY[op], [x])
    )
    return learn(lie_as(result, [x]), "Sub" if op == "USub" else "", 0, x)


@operation
def either(interp: Interpreter, x: Any, y: Any) -> Any:
    if not isinstance(x, Sym):
        return x if x else y
    if not isinstance(y, Sym):
        return True if y else x
    result = note_sources(to_condition(interp.sym(x)) | to_condition(interp.sym(y)), x, y)
    return note_comparison(interp, result, "Or", x, y)


@operation
def truth_of(interp: Interpreter, value: Any) -> Any:
    """A Python bool where the truth is known, else a dynamic bool[]."""
    value = interp.read(value)
    if isinstance(value, Option):
        return both(interp, truth_of(interp, value.flag), truth_of(interp, value.value))
    return TRUTH(interp, value)


@TRUTH.of(object)
def truth_of_static(interp: Interpreter, value: Any) -> bool:
    if type(value) in (int, float):
        note_decision(interp, operator.ne, (value, 0), value != 0)
    return bool(surely(interp, value, ordered=False))


@TRUTH.of(Sym, Array)
def truth_of_number(interp: Interpreter, value: Sym | Array) -> Any:
    sym = interp.sym(value)
    if sym.is_const and sym.size == 1:
        return bool(sym.value)
    if sym.size != 1:
        with told_by_numpy(interp.trying, bool, (value,)):
            raise CompileError(
                f"the truth value of {sym.type} is ambiguous: it has {sym.size} elements",
                "use np.any(…) or np.all(…), or an index",
                kind=ValueError,
            )
    truth = note_sources(to_condition(sym), value)
    return truth if truth is sym else note_comparison(interp, truth, "NotEq", value, 0)


TRUTH.of(Closure, Bound, Partial, HostMethod)(lambda interp, value: True)


@TRUTH.of(External)
def external_truth(interp: Interpreter, value: External) -> Any:
    for name in ("__bool__", "__len__"):
        if has_method(interp, value, name):
            return truth_by_method(interp, value, name)
    kind = type(value.unread)
    counted = isinstance(value.unread, CONTAINERS)  # whose length is guarded
    if counted or not (hasattr(kind, "__bool__") or hasattr(kind, "__len__")):
        return bool(value.unread)
    return bool(value.value)


@TRUTH.of(Instance)
def instance_truth(interp: Interpreter, value: Instance) -> Any:
    refuse_use(value, "the truth of")
    for name in ("__bool__", "__len__"):
        if defines_method(interp, value, name):
            return truth_by_method(interp, value, name)
    return True


def truth_by_method(interp: Interpreter, value: Any, name: str) -> Any:
    """The truth value that a method gives: of `__bool__` one of Python's, of `__len__` an integer."""
    found = interp.read(interp.call_method(value, name, []))
    kind = interp.sym(found).type if is_number(found) else None
    is_pythons = kind is not None and kind.weak and kind.dtype == bool
    if name == "__bool__" and not is_pythons:
        cls = class_name(found) or (None if kind is None else f"numpy.{kind.dtype.name}")
        said = None if cls is None else f"__bool__ should return bool, returned {cls}"
        raise type_error(said or "__bool__ should return bool", said, "return bool(…)")
    if name == "__len__" and not is_pythons and (kind is None or kind.dtype.kind not in "iu"):
        raise lacks(found, "__index__", f"{describe(found)} cannot be interpreted as an integer")
    return truth_of(interp, found)
