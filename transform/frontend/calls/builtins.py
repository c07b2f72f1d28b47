"""Python's builtins on abstract values, and calls that need their argument unevaluated (sum over a generator
expression …).
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import copy
import dataclasses
import functools
import heapq
import itertools
import operator
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np


from ...core.errors import CompileError
from ...core.spelling import did_you_mean
from ...ir.builder import Sym
from ...ir.unions import python_bool
from ...library import find_host
from .. import generator_functions
from ..bounded.extents import BoundedArray, not_below
from ..bounded.functions import call_sliced, length
from ..lists.growing import (
    list_of_rows,
    is_growing,
)
from ..decisions import note_decision
from ..control.context_managers import leave_manager, managed_by
from ..assignment.attributes import delete_as_object, set_arguments, set_as_object
from ..expressions.builtin_reductions import fold, fold_generator
from ..expressions.comprehensions import listing
from ..expressions.containers import dict_, frozenset_, has_method, surely
from ..expressions.effects import print_values, text_of
from ..expressions.iterables import counted_range
from ..expressions.operators import defines_method, is_of_users_class, special
from ..expressions.iterators import (
    iterator_over,
    make_enumerate,
    make_filter,
    make_map,
    make_reversed,
    make_zip,
    next_,
    nth,
    source_over,
)
from ..expressions.itertools_functions import (
    empty_lists,
    make_accumulate,
    make_batched,
    make_chain,
    chained_from,
    make_combinations,
    make_compress,
    counting,
    make_cycle,
    dropped_while,
    make_groupby,
    make_repeat,
    make_islice,
    star_mapped,
    taken_while,
    make_tee,
    zipped_longest,
)
from ..expressions.union_types import with_types
from ..dispatch import LENGTH
from ..interpreter import Interpreter, operation
from ..outside.kinds import EXCEPTIONS_MADE
from ..models import mappings, protocols, sequences  # noqa: F401
from ..models.bounded import columns, lists_of_lists, nullable, records  # noqa: F401
from ..models.bounded.tuples import tuple_around
from ..control import picked_attributes  # noqa: F401
from ..models.derived import is_of_derived, model_of_class
from ..models.model import is_list_model, is_model, iterated
from ..expressions.classes import isinstance_, type_of
from ..models.functions import Cached, bind, bound_to, update_wrapper
from ..models.outside import is_container
from ..lists.items import rows_of
from ..lists.places import place_here
from ..model_operations import OPERATIONS
from ..regular_expressions import REGULAR_EXPRESSIONS
from ..models.signatures import SIGNATURES
from ..models.sets import NumberSet, make_set, no_order
from ..state.aliases import overlap
from ..state.environment import CONTAINERS
from ..state.integer_facts import learn
from ..state.purity import check_plain_class
from ..python_errors import as_told_by_python, check_operator, is_index, lacks, refuse_text
from ..state.values import (
    MADE,
    Array,
    Bound,
    Closure,
    Counted,
    External,
    HostMethod,
    Instance,
    Partial,
    Super,
    compute,
    contains_dynamic,
    describe,
    is_record,
)
from .attributes import class_of, getattr_, hasattr_, setattr_
from .numpy_errors import check_as_python, check_numbers
from .copies import deep, shallow, replaced_dataclass
from .placeholders import make_array
from .python_text import Compared, integer_text
from .random_draws.drawing import MAKERS
from .sorting import sorted_list


@operation
def length_of(interp: Interpreter, value: Any) -> Any:
    return LENGTH(interp, interp.settled(value))


@LENGTH.of(Array)
def length_of_array(interp: Interpreter, value: Array) -> int:
    if not value.shape:
        raise CompileError("TypeError: len() of unsized object")
    return value.shape[0]


@LENGTH.of(External)
def length_outside(interp: Interpreter, value: External) -> Any:
    if has_method(interp, value, "__len__"):
        return interp.call_method(value, "__len__", [])
    counted = isinstance(value.unread, CONTAINERS)  # whose length is guarded
    return compute(len, value.unread if counted else value.value)


LENGTH.of(object)(lambda interp, value: compute(len, surely(interp, value, ordered=False)))
LENGTH.of(Instance)(lambda interp, value: interp.call_method(value, "__len__", []))
LENGTH.of(BoundedArray)(lambda interp, value: length(interp, value, 0))


def range_(interp: Interpreter, *args: Any) -> range | Counted:
    if not 1 <= len(args) <= 3:
        raise CompileError(f"TypeError: range expected 1 to 3 arguments, got {len(args)}")
    lo, hi, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    for bound in (lo, hi, step):
        if type(bound) is int and not -(2**63) <= bound < 2**63:
            raise CompileError(
                "OverflowError: the bounds of range fit in 64 bits in compiled code",
                "range(2**63 - 1) is as good as endless; or write a while loop",
            )
        if not is_index(bound):
            hint = "convert it with int(…)"
            raise lacks(bound, "__index__", f"{describe(bound)} cannot be interpreted as an integer", hint)
    if isinstance(bound, Array) or any(isinstance(b, Array) for b in (lo, hi, step)):
        lo, hi, step = (interp.sym(b) if isinstance(b, Array) else b for b in (lo, hi, step))
    whole = lambda v: (
        v if isinstance(v, Sym) and not v.is_const else int(v.value if isinstance(v, Sym) else v)
    )
    bounds = whole(lo), whole(hi), whole(step)
    if not any(isinstance(b, Sym) for b in bounds):
        return compute(range, *bounds)
    return counted_range(interp, *bounds)


def bare_object(interp: Interpreter, cls: Any, *args: Any, **kwargs: Any) -> Instance:
    """object.__new__(cls): an object without attributes."""
    cls = interp.outside.whole(cls)
    check_plain_class(cls)
    if args or kwargs:
        raise CompileError("object.__new__ with arguments for __init__", "object.__new__(cls)")
    return interp.trail.allocate(Instance(cls, {}))


def list_(interp: Interpreter, *args: Any) -> Any:
    items = iterated(args[0]) if args else None
    if args and is_number_set(args[0]):
        raise no_order()
    if is_list_model(items):
        return interp.call_method(items, "copy", [])
    if is_growing(items):
        return list_of_rows(interp, items, rows_of(interp, items))
    source = interp.computed_source(items)
    if source is not None:
        return interp.list_of(source)
    return interp.new_list(interp.known_items(args[0], "list(…)") if args else [])


def tuple_(interp: Interpreter, *args: Any) -> Any:
    if not args:
        return ()
    if is_model(args[0], tuple):
        return args[0]
    value = iterated(args[0])
    if interp.computed_source(value) is None and not is_list_model(value):
        return tuple(interp.known_items(args[0], "tuple(…)"))
    return tuple_around(interp, list_(interp, args[0]))


def decorate_with_cache(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
    """functools.cache, and lru_cache with or without arguments."""
    if args and callable_(interp, args[0]):
        return interp.construct(Cached, [args[0]], {})
    return Partial(Cached, (), {})


def dataclass_(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
    """The decorator of a class that is made in a function."""
    if not args:
        return Partial(dataclasses.dataclass, (), kwargs)
    return compute(functools.partial(dataclasses.dataclass, *args, **kwargs))


def field(interp: Interpreter, **kwargs: Any) -> Any:
    return compute(
        functools.partial(dataclasses.field, **{k: interp.static_argument(v, k) for k, v in kwargs.items()})
    )


def descriptor(kind: type) -> Callable:
    """property, staticmethod and classmethod of functions, in the body of a class."""
    return lambda interp, *functions: kind(*functions)


def named_tuple(interp: Interpreter, *args: Any, **kwargs: Any) -> type:
    """collections.namedtuple: one class for each place where one is made."""
    given = [interp.static_argument(a, "namedtuple") for a in args]
    named = {k: interp.static_argument(v, "namedtuple") for k, v in kwargs.items()}
    key = place_here(interp), repr((given, named))
    if key not in interp.classes:
        interp.classes[key] = compute(lambda: collections.namedtuple(*given, **{**named, "module": MADE}))
    return interp.classes[key]


def best_of(interp: Interpreter, n: Any, items: Any, key: Any, largest: bool) -> list:
    """heapq.nlargest, nsmallest: what sorted gives, of which the first n items."""
    count = max(interp.static(n, "the number of items"), 0)
    return interp.get_item(sorted_list(interp, items, key, largest), slice(None, count))


def merge(interp: Interpreter, *iterables: Any, key: Any = None, reverse: Any = False) -> Any:
    """heapq.merge, which reads its iterables when it is called, and not when its result is read."""
    reverse = bool(interp.static(reverse, "reverse="))
    given = [iterables, key, reverse, *empty_lists(interp, "items", "ranks")]
    return iterator_over(interp, interp.call(generator_functions.merged, given, {}))


def slice_(interp: Interpreter, *bounds: Any) -> slice:
    return interp.slice_of(*bounds)


def divmod_(interp: Interpreter, x: Any, y: Any) -> Any:
    x, y = interp.settled(x), interp.settled(y)
    if any(is_of_users_class(v) for v in (x, y)):
        return special(interp, "DivMod", x, y)
    check_numbers(divmod, [x, y], {})
    check_operator(divmod, x, y)
    return interp.binary("FloorDiv", x, y), interp.binary("Mod", x, y)


def number(name: str) -> Callable:
    """int, float, bool, complex, abs, round, pow, divmod: computed on static values, by the table on dynamic ones."""
    function = getattr(builtins, name)

    def run(interp: Interpreter, *args: Any, **kwargs: Any) -> Any:
        if name == "bool" and args:
            truth = interp.truth_of(args[0])
            return python_bool(truth)
        if args and isinstance(args[0], BoundedArray):
            return call_sliced(interp, function, list(args), kwargs)
        if any(isinstance(a, Instance) for a in args):
            return interp.call_method(args[0], f"__{name}__", list(args[1:]))
        check_numbers(function, list(args), kwargs)
        if not contains_dynamic((args, kwargs)):
            args = tuple([interp.outside.whole(a) for a in args])
            result = compute(functools.partial(function, *args, **kwargs))
            return interp.wrap(note_decision(interp, function, args, result, kwargs))
        args, kwargs = with_power_above_zero(interp, name, args, kwargs)
        try:
            result = interp.apply_host(find_host(function), list(args), dict(kwargs))
        except CompileError as refusal:
            with as_told_by_python(refusal):
                check_as_python(function, list(args), kwargs)
            raise
        return with_types(keep_facts(name, result, args), functools.partial(function, **kwargs), args)

    return run


def make_iterator(interp: Interpreter, value: Any, *sentinel: Any) -> Any:
    """iter(iterable), or iter(function, sentinel)."""
    if not sentinel:
        return iterator_over(interp, value)
    return interp.generator(generator_functions.called_until, value, *sentinel)


def with_power_above_zero(interp: Interpreter, name: str, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """The arguments of pow with a modulus, where the exponent may be negative: it is that of the inverse then."""
    given = dict(zip(("base", "exp", "mod"), args)) | kwargs
    if name != "pow" or len(given) < 3 or given["mod"] is None or not_below(interp, given["exp"], 0):
        return args, kwargs
    base, exponent = interp.call(generator_functions.as_power_above_zero, list(given.values()), {})
    return (base, exponent, given["mod"]), {}


def index(interp: Interpreter, value: Any) -> Any:
    """operator.index, which asks an object for its `__index__`."""
    value = interp.settled(value)
    if isinstance(value, (Instance, External)) and defines_method(interp, value, "__index__"):
        return interp.call_method(value, "__index__", [])
    return interp.call_host(operator.index, [value], {})


def keep_facts(name: str, result: Any, args: tuple) -> Any:
    """int(i) of an integer is that integer."""
    return learn(result, "Add", args[0], 0) if name == "int" and len(args) == 1 else result


def print_(interp: Interpreter, *args: Any, **kwargs: Any) -> None:
    print_values(interp, args, kwargs)


def callable_(interp: Interpreter, value: Any) -> bool:
    if isinstance(value, Instance):
        return any("__call__" in vars(kind) for kind in value.cls.__mro__)
    if isinstance(value, External):
        return callable(value.unread)
    return isinstance(value, (Closure, Bound, Partial, HostMethod)) or callable(value)


def partial_(interp: Interpreter, function: Any, *args: Any, **kwargs: Any) -> Partial:
    return Partial(function, args, kwargs)


def reduce_(interp: Interpreter, function: Any, iterable: Any, *initial: Any) -> Any:
    source = interp.computed_source(iterable)
    if source is not None:
        return interp.consume_generator(generator_functions.reduced, function, source, *initial)
    items = [*initial, *interp.known_items(iterable, "reduce(…)")]
    if not items:
        raise CompileError("TypeError: reduce() of empty iterable with no initial value")
    return functools.reduce(lambda a, b: interp.call_back(function, [a, b]), items)


def str_(interp: Interpreter, *args: Any) -> Any:
    if len(args) == 1 and (contains_dynamic(args) or is_container(args[0])):
        return interp.text_of_dynamic(args[0])
    if contains_dynamic(args):
        raise CompileError(
            "the text of a dynamic value is not known while compiling",
            "print it, or format it outside the compiled function",
        )
    refuse_text(list(args))
    return compute(str, *args) if len(args) != 1 else text_of(interp, args[0], "s")


def repr_(interp: Interpreter, value: Any) -> Any:
    return interp.text_of_dynamic(value, "r")


def format_(interp: Interpreter, value: Any, spec: Any = "") -> Any:
    return interp.format_text(f"{{:{interp.static(spec, 'a format specification')}}}", (value,), {})


def super_(interp: Interpreter, *args: Any) -> Any:
    """super() in a method: attributes are looked up behind the class that defines the method."""
    made = interp.calls[-1]
    if made.home is not None and not args:
        return Super(made.home, made.variables[made.node.args.args[0].id])
    frame = next(f for f in reversed(interp.calls) if f.host is not None)
    code = frame.host.__code__
    if args:
        return Super(args[0], args[1])
    if "__class__" not in code.co_freevars:
        raise CompileError("RuntimeError: super(): no arguments", "call it in a method")
    cls = frame.host.__closure__[code.co_freevars.index("__class__")].cell_contents
    this = frame.variables[code.co_varnames[0]]
    return Super(model_of_class(cls) if is_of_derived(this) else cls, this)


def replace_(interp: Interpreter, obj: Any, **changes: Any) -> Any:
    """dataclasses.replace"""
    if not isinstance(obj, Instance):
        raise CompileError(f"TypeError: dataclasses.replace of {describe(obj)}")
    obj = interp.as_own(obj) if is_record(obj) else obj
    if dataclasses.is_dataclass(obj.cls):
        return replaced_dataclass(interp, obj, changes)
    unknown = changes.keys() - obj.attributes.keys()
    if unknown:
        name = obj.cls.__name__
        first = min(unknown)
        raise CompileError(
            f"TypeError: {name}() got an unexpected keyword argument {first!r}",
            did_you_mean(first, obj.attributes) or None,
        )
    made = interp.trail.allocate(Instance(obj.cls, {**obj.attributes, **changes}))
    return interp.recorded(obj.cls, made)


def get_as_object(interp: Interpreter, obj: Any, name: Any) -> Any:
    """object.__getattribute__, which is getattr but for the class's own __getattr__."""
    obj, name = interp.settled(obj), interp.static(name, "the name of an attribute")
    if isinstance(interp.outside.member(class_of(obj), "__getattr__"), types.FunctionType | Closure):
        raise CompileError(
            f"object.__getattribute__ of {describe(obj)}, whose class defines __getattr__",
            "read the attribute: x.name, or getattr(x, name)",
        )
    return interp.get_attribute(obj, name)


BUILTINS: dict[Any, Callable] = {
    **MAKERS,
    **{function: function for function in OPERATIONS},
    generator_functions.nth: nth,
    generator_functions.leave_manager: leave_manager,
    contextlib.contextmanager: lambda i, function: Partial(generator_functions.managed_by, (function,), {}),
    generator_functions.managed_by: managed_by,
    contextlib.suppress: lambda i, *kinds: managed_by(i, generator_functions.suppressed, *kinds),
    contextlib.nullcontext: lambda i, *value: managed_by(i, generator_functions.hold_value, *value),
    np.printoptions: lambda i, **options: managed_by(i, generator_functions.printing_with, options),
    contextlib.closing: lambda i, thing: managed_by(i, generator_functions.closing, thing),
    object.__new__: bare_object,
    len: length_of,
    range: range_,
    isinstance: isinstance_,
    type: type_of,
    object.__new__: bare_object,
    getattr: getattr_,
    object.__getattribute__: get_as_object,
    object.__setattr__: set_as_object,
    **dict.fromkeys(EXCEPTIONS_MADE, set_arguments),
    object.__delattr__: delete_as_object,
    vars: lambda interp, x: interp.get_attribute(x, "__dict__"),
    hasattr: hasattr_,
    setattr: setattr_,
    list: list_,
    tuple: tuple_,
    dict: dict_,
    set: make_set,
    frozenset: frozenset_,
    map: make_map,
    filter: lambda i, function, values: make_filter(i, function, source_over(i, values)),
    sorted: sorted_list,
    enumerate: make_enumerate,
    reversed: make_reversed,
    next: next_,
    iter: make_iterator,
    print: print_,
    zip: make_zip,
    **SIGNATURES,
    **REGULAR_EXPRESSIONS,
    callable: callable_,
    str: str_,
    repr: repr_,
    format: format_,
    np.shares_memory: overlap("shares_memory"),
    np.may_share_memory: overlap("may_share_memory"),
    **{f: integer_text(f, spec) for f, spec in ((hex, "#x"), (bin, "#b"), (oct, "#o"), (chr, "c"))},
    divmod: divmod_,
    super: super_,
    functools.partial: partial_,
    functools.reduce: reduce_,
    functools.cmp_to_key: lambda i, compare: Partial(Compared, (compare,), {}),
    heapq.nsmallest: lambda i, n, items, key=None: best_of(i, n, items, key, False),
    heapq.nlargest: lambda i, n, items, key=None: best_of(i, n, items, key, True),
    heapq.merge: merge,
    dataclasses.replace: replace_,
    dataclasses.dataclass: dataclass_,
    dataclasses.field: field,
    copy.copy: shallow,
    copy.deepcopy: deep,
    slice: slice_,
    **{
        f: make_combinations(f)
        for f in (
            itertools.product,
            itertools.combinations,
            itertools.permutations,
            itertools.pairwise,
            itertools.combinations_with_replacement,
        )
    },
    itertools.chain: make_chain,
    itertools.chain.from_iterable: chained_from,
    itertools.islice: make_islice,
    itertools.count: counting,
    itertools.repeat: make_repeat,
    itertools.cycle: make_cycle,
    itertools.accumulate: make_accumulate,
    itertools.starmap: star_mapped,
    itertools.takewhile: taken_while,
    itertools.dropwhile: dropped_while,
    itertools.filterfalse: lambda i, function, values: make_filter(
        i, function, source_over(i, values), keep=False
    ),
    itertools.zip_longest: zipped_longest,
    itertools.compress: make_compress,
    itertools.tee: make_tee,
    itertools.groupby: make_groupby,
    **({itertools.batched: make_batched} if hasattr(itertools, "batched") else {}),  # since Python 3.12
    functools.wraps: lambda i, wrapped, *a, **k: Partial(functools.update_wrapper, (), {"wrapped": wrapped}),
    functools.update_wrapper: update_wrapper,
    bound_to: bind,
    np.ndarray: make_array,
    types.MethodType: bind,
    functools.lru_cache: decorate_with_cache,
    functools.cache: decorate_with_cache,
    **{kind: descriptor(kind) for kind in (property, staticmethod, classmethod)},
    collections.namedtuple: named_tuple,
    **{
        getattr(builtins, name): number(name)
        for name in ("int", "float", "bool", "complex", "abs", "round", "pow")
    },
    operator.index: index,
    **{getattr(builtins, name): fold(name) for name in ("sum", "min", "max", "any", "all")},
}


# -- forms that read their argument themselves ---------------------------------------------------------------------


def zip_items(interp: Interpreter, frame: Any, node: gast.Call) -> tuple[bool, Any]:
    """zip(*rows): the columns, where the number of rows is computed."""
    if (
        len(node.args) != 1
        or not isinstance(node.args[0], gast.Starred)
        or any(not k.arg for k in node.keywords)
    ):
        return False, None
    rows = interp.evaluate(frame, node.args[0].value)
    if interp.computed_source(rows) is not None and not isinstance(interp.length_of(rows), int):
        return True, interp.transposed(rows)
    named = {k.arg: interp.read(interp.evaluate(frame, k.value)) for k in node.keywords}
    return True, interp.call(zip, interp.known_items(rows, "a starred argument"), named)


def in_any_order(function: Any) -> Callable:
    """sorted(list(…)), and others that do not depend on the order in which a list has the members of a set."""

    def form(interp: Interpreter, frame: Any, node: gast.Call) -> tuple[bool, Any]:
        match node.args:
            case [gast.Call(func=gast.Name(id="list" | "tuple" as name), args=[inner], keywords=[])] if (
                not isinstance(inner, gast.Starred)
                and all(k.arg for k in node.keywords)
                and interp.lookup(frame, name) in (list, tuple)
            ):
                value = interp.read(interp.evaluate(frame, inner))
                listed = getattr(builtins, name)
                given = value if is_number_set(value) else interp.call(listed, [value], {})
                named = {k.arg: interp.read(interp.evaluate(frame, k.value)) for k in node.keywords}
                return True, interp.call(function, [given], named)
            case [gast.GeneratorExp() as items] if function is sorted and all(k.arg for k in node.keywords):
                listed = interp.evaluate(frame, listing(items))
                named = {k.arg: interp.read(interp.evaluate(frame, k.value)) for k in node.keywords}
                return True, interp.call(sorted, [listed], named)
        return False, None

    return form


def list_of_generated(interp: Interpreter, frame: Any, node: gast.Call) -> tuple[bool, Any]:
    """list(f(x) for x in xs)"""
    match node.args:
        case [gast.GeneratorExp() as items] if not node.keywords:
            return True, interp.evaluate(frame, listing(items))
    return False, None


def is_number_set(value: Any) -> bool:
    """Whether it is a set whose members data decide."""
    return isinstance(value, Instance) and value.cls is NumberSet


SPECIAL_FORMS: dict[Any, Callable] = {
    **{function: in_any_order(function) for function in (sorted, len, set, frozenset)},
    **dict.fromkeys((sum, any, all, min, max), fold_generator),
    zip: zip_items,
    list: list_of_generated,
}
