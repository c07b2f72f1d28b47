"""Python's builtins on abstract values, and forms that must see their arguments unread (sum over a generator …)."""
from __future__ import annotations

import builtins
import copy
import dataclasses
import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import kind
from ...core.errors import CompileError
from ...core.spelling import did_you_mean
from ...ir.builder import TABLE, Sym
from ...ir.program import Type
from ...ir.unions import number_type
from ...library import find_host
from ..bounded.extents import Sliced
from ..bounded.functions import call_sliced, length
from ..lists.growing import (as_array, assign_slice, changed, check_index, copied, is_given, is_growing, is_outside,
                             is_written, item_at, lengthened, multiplied, numbers, with_room)
from ..decisions import note_decision, note_order
from ..expressions.builtin_reductions import fold, fold_generator
from ..expressions.containers import has_method, plain, surely
from ..expressions.effects import print_values, text_of
from ..expressions.iterables import counted_range
from ..expressions.iterators import enumerated, filtered, iterator_over, mapped, next_, reversed_, zipped
from ..expressions.itertools_functions import (accumulated, chained, chained_from, combined, compressed, counting,
                                               cycled, dropped_while, repeated, sliced, star_mapped, taken_while,
                                               zipped_longest)
from ..expressions.union_types import depends_on_path, with_types
from ..dispatch import CLASS, LENGTH
from ..interpreter import operation
from ..state.environment import CONTAINERS
from ..state.integer_facts import learn
from ..state.sets import Set
from ..state.values import (Array, Bound, Closure, Counted, DynamicText, External, HostMethod, Instance,
                            Option, Partial, Super, compute, contains_dynamic, describe, refuse_text)
from .copies import deep, shallow

@operation
def length_of(interp: Any, value: Any) -> Any:
    return LENGTH(interp, value)


@LENGTH.of(Array)
def length_of_array(interp: Any, value: Array) -> int:
    if not value.shape:
        raise CompileError("TypeError: len() of unsized object")
    return value.shape[0]


@LENGTH.of(External)
def length_outside(interp: Any, value: External) -> Any:
    if has_method(interp, value, "__len__"):
        return interp.call_method(value, "__len__", [])
    counted = isinstance(value.unread, CONTAINERS)          # whose length is guarded
    return compute(len, value.unread if counted else value.value)


LENGTH.of(object)(lambda interp, value: compute(len, surely(value)))
LENGTH.of(Instance)(lambda interp, value: interp.call_method(value, "__len__", []))
LENGTH.of(Sliced)(lambda interp, value: length(interp, value, 0))


def range_(interp: Any, *args: Any) -> range | Counted:
    if not 1 <= len(args) <= 3:
        raise CompileError(f"TypeError: range expected 1 to 3 arguments, got {len(args)}")
    lo, hi, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    for bound in (lo, hi, step):
        dtype = bound.dtype if isinstance(bound, (Sym, np.generic, Array)) else np.asarray(bound).dtype
        if type(bound) is int and not -2**63 <= bound < 2**63:
            raise CompileError("OverflowError: the bounds of range fit in 64 bits in compiled code",
                               "range(2**63 - 1) is as good as endless; or write a while loop")
        if kind(dtype) not in "iub" or isinstance(bound, (list, tuple)):
            raise CompileError(f"TypeError: {describe(bound)} cannot be interpreted as an integer",
                               "convert it with int(…)")
    if isinstance(bound, Array) or any(isinstance(b, Array) for b in (lo, hi, step)):
        lo, hi, step = (interp.sym(b) if isinstance(b, Array) else b for b in (lo, hi, step))
    whole = lambda v: v if isinstance(v, Sym) and not v.is_const else int(v.value if isinstance(v, Sym) else v)
    bounds = whole(lo), whole(hi), whole(step)
    if not any(isinstance(b, Sym) for b in bounds):
        return compute(range, *bounds)
    return counted_range(interp, *bounds)


@operation
def isinstance_(interp: Any, value: Any, classes: Any) -> bool:
    if isinstance(value, Option):
        raise CompileError(f"isinstance of {describe(value)}", "compare it with None first")
    given = classes if isinstance(classes, tuple) else (classes,)
    classes = tuple(map(interp.outside.whole, given))
    if isinstance(value, Sym) and value.members is not None:
        found = {compute(issubclass, class_of_number(m), classes) for m in value.members}
        return found.pop() if len(found) == 1 else refuse_union(value, "isinstance")
    return compute(interp.outside.subclass, type_of(interp, value), classes)


def class_of_number(t: Type) -> type:
    python = {"b": bool, "i": int, "u": int, "f": float, "c": complex}
    return python[kind(t.dtype)] if t.weak else t.dtype.type


def refuse_union(value: Sym, what: str) -> Any:
    raise depends_on_path(value, what)


def type_of(interp: Any, value: Any) -> type:
    return CLASS(interp, value)


@CLASS.of(Option)
def class_of_option(interp: Any, value: Option) -> type:
    raise CompileError(f"the type of {describe(value)}", "compare it with None first")


@CLASS.of(Sym)
def class_of_scalar(interp: Any, value: Sym) -> type:
    return class_of_number(value.type) if value.members is None else refuse_union(value, "type")


CLASS.of(object)(lambda interp, value: type(value))
CLASS.of(Array)(lambda interp, value: np.ndarray)
CLASS.of(Instance)(lambda interp, value: list if is_growing(value) else value.cls)
CLASS.of(External)(lambda interp, value: type(value.unread))
CLASS.of(Closure, Bound, Partial)(lambda interp, value: type(lambda: None))
CLASS.of(Set)(lambda interp, value: set)


def getattr_(interp: Any, obj: Any, name: str, *default: Any) -> Any:
    name, error = interp.static(name, "the name of an attribute"), interp.registers["error"]
    try:
        value = interp.get_attribute(obj, name)
    except CompileError:
        if default:
            return default[0]
        raise
    if default and interp.registers["error"] is not error:
        interp.trail.write(interp.registers, "error", error)        # else this would count as behind a failure
        raise CompileError(f"the attribute {name} may raise AttributeError, which getattr and hasattr would catch",
                           "let __getattr__, or the property, return a value where there is none")
    return value


def hasattr_(interp: Any, obj: Any, name: str) -> bool:
    missing = object()
    return getattr_(interp, obj, name, missing) is not missing


def setattr_(interp: Any, obj: Any, name: str, value: Any) -> None:
    interp.set_attribute(obj, interp.static(name, "the name of an attribute"), value)


def list_(interp: Any, *args: Any) -> Any:
    if args and is_growing(args[0]):
        return copied(interp, args[0], args[0].attributes["rows"])
    return interp.new_list(interp.known_items(args[0], "list(…)") if args else [])


def tuple_(interp: Any, *args: Any) -> tuple:
    return tuple(interp.known_items(args[0], "tuple(…)")) if args else ()


def dict_(interp: Any, *args: Any, **kwargs: Any) -> dict:
    base = {}
    if args:
        source = plain(interp, args[0]) if isinstance(args[0], External) else args[0]
        base = surely(dict(source)) if isinstance(source, dict) else dict(pairs(interp, source))
    return interp.trail.birth({**base, **kwargs})


def pairs(interp: Any, source: Any) -> list[tuple[Any, Any]]:
    """The keys and values that dict(…) is given one by one."""
    items = interp.known_items(source, "dict(…)")
    found = [interp.known_items(pair, "an item of dict(…)") for pair in items]
    if any(len(pair) != 2 for pair in found):
        raise CompileError("ValueError: dict(…) needs pairs of a key and a value")
    return [(interp.key(key, "a dict key"), value) for key, value in found]


def frozenset_(interp: Any, *args: Any) -> frozenset:
    items = interp.known_items(args[0], "set(…)") if args else ()
    return frozenset(interp.key(v, "an item of a set") for v in items)


def set_(interp: Any, *args: Any) -> Set:
    return Set(frozenset_(interp, *args))


@operation
def sorted_list(interp: Any, iterable: Any, key: Any = None, reverse: Any = False) -> list:
    if is_growing(iterable) and key is None:
        result = interp.call_method(iterable, "copy", [])
        interp.call_method(result, "sort", [])
        if interp.static(reverse, "reverse="):
            interp.call_method(result, "reverse", [])
        return result
    items = interp.known_items(iterable, "sorted(…)")
    keys = [static_head(v if key is None else interp.call(key, [v], {})) for v in items]
    if len({str(k) for k in keys}) < len(keys):         # equal heads: what stands behind them decides
        keys = [v if key is None else interp.call(key, [v], {}) for v in items]
    if contains_dynamic(keys):
        if key is not None or not all(isinstance(k, (Sym, int, float)) for k in keys):
            raise CompileError("sorted by dynamic keys", "use np.argsort")
        array = interp.wrap(find_host(np.sort)(_stack(interp, items)))
        result = [interp_item(interp, array, k) for k in range(len(items))]
        if all(number_type(v).weak for v in items):         # they stay Python's own
            result = [TABLE["cast"](v, dtype=v.dtype, weak=True) for v in result]
        return interp.new_list(result[::-1] if reverse else result)
    order = note_order(interp, keys, bool(reverse))
    return interp.new_list([items[k] for k in order])


def static_head(key: Any) -> Any:
    """The static items that a tuple begins with: pairs (name, array) sort by their names."""
    if not isinstance(key, tuple) or not contains_dynamic(key):
        return key
    return tuple(itertools.takewhile(lambda v: not contains_dynamic(v), key))


def interp_item(interp: Any, array: Any, k: int) -> Any:
    return interp.get_item(array, k)


def slice_(interp: Any, *bounds: Any) -> slice:
    return interp.slice_of(*bounds)


def _stack(interp: Any, items: list) -> Sym:
    return interp.stacked(items)


def divmod_(interp: Any, x: Any, y: Any) -> Any:
    return interp.binary("FloorDiv", x, y), interp.binary("Mod", x, y)


def number(name: str) -> Callable:
    """int, float, bool, complex, abs, round, pow, divmod: computed on static values, by the table on dynamic ones."""
    function = getattr(builtins, name)

    def run(interp: Any, *args: Any, **kwargs: Any) -> Any:
        if name == "bool" and args:
            truth = interp.truth_of(args[0])
            return as_python(truth) if isinstance(truth, Sym) else truth
        if args and isinstance(args[0], Sliced):
            return call_sliced(interp, function, list(args), kwargs)
        if any(isinstance(a, Instance) for a in args):
            return interp.call_method(args[0], f"__{name}__", list(args[1:]))
        if not contains_dynamic((args, kwargs)):
            result = compute(functools.partial(function, *args, **kwargs))
            return interp.wrap(note_decision(interp, function, args, result, kwargs))
        result = interp.apply_host(find_host(function), list(args), dict(kwargs))
        return with_types(keep_facts(name, result, args), functools.partial(function, **kwargs), args)
    return run


def as_python(truth: Sym) -> Sym:
    """A truth value as Python's bool: a sum of two of them is an int."""
    return truth if truth.weak else TABLE["cast"](truth, dtype=np.dtype(bool), weak=True)


def keep_facts(name: str, result: Any, args: tuple) -> Any:
    """int(i) of an integer is that integer."""
    return learn(result, "Add", args[0], 0) if name == "int" and len(args) == 1 else result


def print_(interp: Any, *args: Any, **kwargs: Any) -> None:
    print_values(interp, args, kwargs)


def callable_(interp: Any, value: Any) -> bool:
    if isinstance(value, Instance):
        return any("__call__" in vars(kind) for kind in value.cls.__mro__)
    return isinstance(value, (Closure, Bound, Partial, HostMethod)) or callable(value)


def partial_(interp: Any, function: Any, *args: Any, **kwargs: Any) -> Partial:
    return Partial(function, args, kwargs)


def reduce_(interp: Any, function: Any, iterable: Any, *initial: Any) -> Any:
    items = [*initial, *interp.known_items(iterable, "reduce(…)")]
    if not items:
        raise CompileError("TypeError: reduce() of empty iterable with no initial value")
    return functools.reduce(lambda a, b: interp.call(function, [a, b], {}), items)


def str_(interp: Any, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], (Sym, Array, DynamicText)):
        return interp.text_of_dynamic(args[0])
    if contains_dynamic(args):
        raise CompileError("the text of a dynamic value", "print it, or format it outside the compiled function")
    refuse_text(list(args))
    return compute(str, *args) if len(args) != 1 else text_of(interp, args[0], "s")


def super_(interp: Any, *args: Any) -> Any:
    """super() in a method: attributes are looked up behind the class that defines the method."""
    frame = next(f for f in reversed(interp.calls) if f.host is not None)
    code = frame.host.__code__
    if args:
        return Super(args[0], args[1])
    if "__class__" not in code.co_freevars:
        raise CompileError("RuntimeError: super(): no arguments", "call it in a method")
    cls = frame.host.__closure__[code.co_freevars.index("__class__")].cell_contents
    return Super(cls, frame.variables[code.co_varnames[0]])


def replace_(interp: Any, obj: Any, **changes: Any) -> Any:
    """dataclasses.replace"""
    if not isinstance(obj, Instance):
        raise CompileError(f"TypeError: dataclasses.replace of {describe(obj)}")
    unknown = changes.keys() - obj.attributes.keys()
    if unknown:
        name = obj.cls.__name__
        first = min(unknown)
        raise CompileError(f"TypeError: {name}() got an unexpected keyword argument {first!r}",
                           did_you_mean(first, obj.attributes) or None)
    return interp.trail.birth(Instance(obj.cls, {**obj.attributes, **changes}))


def operator_(op: str) -> Callable:
    def run(interp: Any, x: Any, y: Any) -> Any:
        return interp.binary(op, x, y)
    return run


BUILTINS: dict[Any, Callable] = {
    as_array: as_array,
    changed: changed,
    item_at: item_at,
    numbers: numbers,
    copied: copied,
    multiplied: multiplied,
    is_written: is_written,
    is_outside: is_outside,
    is_given: is_given,
    assign_slice: assign_slice,
    check_index: check_index,
    lengthened: lengthened,
    with_room: with_room,
    len: length_of,
    range: range_,
    isinstance: isinstance_,
    type: type_of,
    getattr: getattr_,
    hasattr: hasattr_,
    setattr: setattr_,
    list: list_,
    tuple: tuple_,
    dict: dict_,
    set: set_,
    frozenset: frozenset_,
    map: mapped,
    filter: lambda i, function, values: filtered(i, function, iterator_over(i, values)),
    sorted: sorted_list,
    enumerate: enumerated,
    reversed: reversed_,
    next: next_,
    iter: lambda i, value: iterator_over(i, value),
    print: print_,
    zip: zipped,
    callable: callable_,
    str: str_,
    divmod: divmod_,
    super: super_,
    functools.partial: partial_,
    functools.reduce: reduce_,
    dataclasses.replace: replace_,
    copy.copy: shallow,
    copy.deepcopy: deep,
    slice: slice_,
    **{f: combined(f) for f in (itertools.product, itertools.combinations, itertools.permutations, itertools.pairwise,
                                itertools.combinations_with_replacement)},
    itertools.chain: chained,
    itertools.chain.from_iterable: chained_from,
    itertools.islice: sliced,
    itertools.count: counting,
    itertools.repeat: repeated,
    itertools.cycle: cycled,
    itertools.accumulate: accumulated,
    itertools.starmap: star_mapped,
    itertools.takewhile: taken_while,
    itertools.dropwhile: dropped_while,
    itertools.filterfalse: lambda i, function, values: filtered(i, function, iterator_over(i, values), keep=False),
    itertools.zip_longest: zipped_longest,
    itertools.compress: compressed,
    functools.wraps: lambda i, *a, **k: Partial(functools.update_wrapper, (), {}),
    functools.update_wrapper: lambda i, f, *a, **k: f,
    functools.lru_cache: lambda i, *a, **k: a[0] if a and callable_(i, a[0]) else Partial(lambda f: f, (), {}),
    **{getattr(builtins, name): number(name) for name in ("int", "float", "bool", "complex", "abs", "round", "pow")},
    **{getattr(builtins, name): fold(name) for name in ("sum", "min", "max", "any", "all")},
    **{
        getattr(operator, f): operator_(op)
        for f, op in [
            ("add", "Add"),
            ("sub", "Sub"),
            ("mul", "Mult"),
            ("truediv", "Div"),
            ("floordiv", "FloorDiv"),
            ("mod", "Mod"),
            ("pow", "Pow"),
            ("matmul", "MatMult"),
            ("and_", "BitAnd"),
            ("or_", "BitOr"),
            ("xor", "BitXor"),
        ]
    },
}


# -- forms that read their argument themselves ---------------------------------------------------------------------

SPECIAL_FORMS: dict[Any, Callable] = dict.fromkeys((sum, any, all, min, max), fold_generator)
