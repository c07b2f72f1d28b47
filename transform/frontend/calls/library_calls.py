"""Call functions of the library's table on abstract values: `np.sum(x, axis=0)`, `math.sin(t)`, `out=`."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from ...core.dtypes import is_complex
from ...core.errors import CompileError, NeedsStatic, must_be_known
from ...ir.builder import Sym, broadcast_to
from ...library import HOST, find_host, find_read_if
from ...library.numpy.operators import max_, min_
from ...library.numpy.selection.by_condition import SIZED_BY_DATA
from ..bounded.creation import create, has_computed_size
from ..bounded.elementwise import holds_sliced
from ..bounded.functions import call_sliced, check_same_kind, signature_of, sized_by_data
from ..bounded.result_ranges import learn_result
from ..decisions import note_decision
from ..expressions.containers import plain
from ..expressions.stored import STORING, as_stored, unchanged_if_raised
from ..expressions.union_types import on_members, unions_in, with_types
from ..expressions.views import shared_result
from ..interpreter import Interpreter, operation
from ..lists.functions import JOINED, as_arrays, as_blocks, product_of_list, stack_bounded_list
from ..lists.growing import is_growing
from ..state.contiguity import ANY_ORDER, IN_ORDER, lie_as, lie_in_any_order
from ..models.model import content, is_list_model, is_model, iterated
from ..models.sparse_matrices import method_instead
from ..outside.kinds import Held, not_of_held
from ..state.values import (
    Array,
    Bound,
    Closure,
    Counted,
    DynamicText,
    External,
    Instance,
    Iterator,
    Maybe,
    Poison,
    Partial,
    View,
    compute,
    contains_dynamic,
    describe,
)
from .array_flags import with_order_in_memory
from .binding import call_own_function, is_left_out
from ..bounded.assumed_sizes import integers_known
from ..python_errors import told_by_numpy
from .numpy_errors import called_by, check_as_python, check_numbers, diagnose
from .placeholders import held_result, placeholder


def refuse_dynamic_texts(values: list) -> None:
    for value in values:
        if isinstance(value, DynamicText):
            raise must_be_known("a text that goes into a library function", describe(value), value.sources)


def refuse_sets(values: list) -> None:
    """NumPy takes a set or a dict for one object."""
    for value in values:
        if is_model(value, set, frozenset, dict) and is_growing(content(value)):
            raise CompileError(
                f"{describe(value)} can't be passed to a NumPy function", "make a list of it: list(…)"
            )


@operation
def call_host(interp: Interpreter, function: Any, args: list, kwargs: dict, host: Any = None) -> Any:
    """A function of the table. Without dynamic arguments it is computed by NumPy itself, unless it makes arrays."""
    answer = interp.by_protocol(function, args, kwargs)
    if answer is NotImplemented:
        answer = held_result(interp, function, args, kwargs)
    if answer is NotImplemented:
        answer = interp.for_each_text(args, kwargs, lambda a, k: call_host(interp, function, a, k, host))
    if answer is not NotImplemented:
        return answer
    before = interp.registers["error"]
    if function not in ITERATING:
        refuse_sets([*args, *kwargs.values()])
    args = [(iterated if function in ITERATING else content)(interp.settled(v)) for v in args]
    kwargs = {
        name: content(interp.settled(v)) for name, v in kwargs.items() if not is_left_out(interp, name, v)
    }
    if function in ITERATING:
        listed = lambda v: interp.known_items(v, function.__name__) if isinstance(v, Iterator | View) else v
        args = [listed(v) for v in args]
    if isinstance(function, np.ufunc) and function.nin < len(args) <= function.nargs and "out" not in kwargs:
        outs = tuple(args[function.nin :])
        args, kwargs = args[: function.nin], {**kwargs, "out": outs if function.nout > 1 else outs[0]}
    if getattr(function, "__module__", None) in ("math", "cmath"):
        check_numbers(function, args, kwargs)
        if any(isinstance(v, Sym) and v.weak and is_complex(v.dtype) for v in args):
            check_as_python(function, args, kwargs)
    plain = find_read_if(function, args, kwargs)
    if plain is not None:
        return interp.call(plain, args, kwargs)
    method = method_instead(function, args)
    if method is not None:
        return interp.call_method(args[0], method, args[1:], kwargs)
    of_list = stack_bounded_list(interp, function, args, kwargs) if function in JOINED else None
    of_list = product_of_list(interp, args, kwargs) if function is math.prod else of_list
    if of_list is not None:
        return of_list
    if interp.growing is not None:
        args = [as_blocks(interp, v) for v in args] if function is np.block else args
        args, kwargs = as_arrays(interp, args), as_arrays(interp, kwargs)
    if function in COUNTING:
        listed = lambda v: isinstance(v, (list, tuple)) and contains_dynamic(v)
        args = [interp.call_host(np.array, [list(v)], {}) if listed(v) else v for v in args]
    if holds_sliced(args) or holds_sliced(kwargs) or sized_by_data(interp, function, args, kwargs):
        function = function or host_function(host)
        return call_own_function(function, lambda: call_sliced(interp, function, args, kwargs), args, kwargs)
    stands_in = placeholder(interp, function, args, kwargs)
    if stands_in is not None:
        return stands_in
    if has_computed_size(function, args, kwargs):
        return create(interp, function, args, kwargs)
    return call_entry(interp, function, args, kwargs, host or find_host(function), before)


def call_entry(interp: Interpreter, function: Any, args: list, kwargs: dict, host: Any, before: Any) -> Any:
    """A function of the table, with out=. `before`: the register of errors before the call."""
    args, kwargs = with_order_in_memory(interp, host, args, kwargs)
    args, kwargs, out = without_out(function, host, args, kwargs)
    if host.function in STORING:
        args, kwargs = as_stored(interp, host, args, kwargs)
    if host.writes and args and isinstance(args[0], Array):
        if interp.trying and is_ufunc_at(function):
            args[1], _ = interp.test_index(args[0], args[1])
        return unchanged_if_raised(interp, args[0], before, lambda: apply_host(interp, host, args, kwargs))
    if (
        not host.builder
        and not host.writes
        and not contains_dynamic((args, kwargs))
        and not _has_external_array((args, kwargs))
    ):
        plain = [interp.static_argument(a, "") for a in args]
        named = {k: interp.static_argument(v, "") for k, v in kwargs.items()}
        result = compute(functools.partial(function, *plain, **named))
        columns = isinstance(result, np.ndarray) and not result.flags.c_contiguous
        result = interp.wrap(note_decision(interp, function, plain, result, named))
        result = lie_in_any_order(result) if columns else result
    else:
        # where the mask is false, out stays
        masked = {"out": out} if out is not None and "where" in kwargs else {}
        result = apply_host(interp, host, args, {**kwargs, **masked})
        result = result if kwargs else with_types(result, function, args)
    if interp.trying:
        result = interp.test_result(function, args, kwargs, result)
    if isinstance(out, Array):
        result = cast_to_out(interp, host, args, out, result)
    spreads = isinstance(function, np.ufunc) or function is np.clip
    return result if out is None else write_out(interp, out, result, before, spreads)


def without_out(function: Any, host: Any, args: list, kwargs: dict) -> tuple[list, dict, Any]:
    """The arguments without out=, and that. A sum is computed in the dtype of both, the operand and out=."""
    check_takes_out(function, kwargs)
    kwargs = dict(kwargs)
    place = place_of_out(host.function)
    if place is not None and len(args) > place and args[place] is not None:
        kwargs["out"] = args[place]
        args = [*args[:place], None, *args[place + 1 :]]
    out = kwargs.pop("out", None)
    if "dtype" not in kwargs and is_total_into(host, args, out):
        args, kwargs = args[:2], {**kwargs, "dtype": np.result_type(args[0].dtype, out.dtype)}
    return args, kwargs, out


def cast_to_out(interp: Interpreter, host: Any, args: list, out: Array, result: Any) -> Any:
    """The result as out= gets it, if it is cast; places take integers only."""
    if host.function.__name__ in PLACES and not np.can_cast(out.dtype, np.int64):
        raise CompileError(
            f"Cannot cast array data from {out.dtype!r} to dtype('int64') according to the rule 'safe'",
            "give out= the dtype int64",
            kind=TypeError,
        )
    casts = host.function.__name__ in EXTREMES or is_total_into(host, args, out)
    if not casts or result.dtype == out.dtype:
        return result
    return interp.wrap(interp.sym(result).astype(out.dtype))


def check_takes_out(function: Any, kwargs: dict) -> None:
    """NumPy's error if out= is given to one of its functions that has none."""
    signature = signature_of(function) if "out" in kwargs and not isinstance(function, np.ufunc) else None
    if signature is not None and "out" not in signature.parameters and "kwargs" not in signature.parameters:
        name = getattr(function, "__name__", "the function")
        raise CompileError(f"{name}() got an unexpected keyword argument 'out'", kind=TypeError)


@functools.cache
def place_of_out(implementation: Callable) -> int | None:
    """The position of out= among the arguments of a function of the library, if it has one."""
    parameters = inspect.signature(implementation).parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return None
    names = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    return names.index("out") if "out" in names else None


def is_total_into(host: Any, args: list, out: Any) -> bool:
    """Whether it is a sum or product with out=. It is computed in the dtype of both, and cast to that of out=
    then."""
    totals = any(host is HOST[function] for function in TOTALS)
    return (
        totals and args[2:3] in ([], [None]) and isinstance(out, Array) and isinstance(args[0], Array | Sym)
    )


def host_function(host: Any) -> Any:
    """A host function that an entry of the table stands for."""
    return next((f for f, entry in HOST.items() if entry is host), None)


def _has_external_array(value: Any) -> bool:
    if isinstance(value, External):
        return isinstance(value.unread, (list, tuple, dict))
    return (
        isinstance(value, (list, tuple))
        and any(map(_has_external_array, value))
        or isinstance(value, dict)
        and any(map(_has_external_array, value.values()))
    )


@operation
def apply_host(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    """A function of the table on dynamic arguments. What it raises is the user's fault if NumPy raises too."""
    try:
        return apply_host_function(interp, host, args, kwargs)
    except CompileError as error:
        with told_by_numpy(interp.trying, called_by(host), args, kwargs):
            raise error
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise diagnose(host, args, kwargs, error) from error


def apply_host_function(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    """… with integers that have to be known, such as a shape, as they are in this call."""
    try:
        return apply_known(interp, host, args, kwargs)
    except NeedsStatic as error:
        place = error.place
        if error.sources or place is None or not (place in kwargs or place in range(len(args))):
            raise
        args, kwargs = list(args), dict(kwargs)
        given: Any = kwargs if isinstance(place, str) else args
        found: list = []
        given[place] = with_known(interp, given[place], error, found)
        if not found:
            raise
    return apply_host_function(interp, host, args, kwargs)


def with_known(interp: Interpreter, given: Any, error: NeedsStatic, found: list) -> Any:
    """An argument with the integers in it known, which go to `found`. Raises `error` where they can't be."""
    if isinstance(given, (Sym, Array)):
        sym = interp.sym(given)
        if not sym.is_const:
            found.append(integers_known(interp, sym, error))
        return given if sym.is_const else found[-1]
    if isinstance(given, (list, tuple)):
        items = [with_known(interp, v, error, found) for v in given]
        return type(given)(*items) if hasattr(given, "_fields") else type(given)(items)
    return given


def apply_known(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    refuse_dynamic_texts([*args, *kwargs.values()])
    if host.writes:
        return write_first(interp, host, args, kwargs)
    if host.special is not None:
        check_special(host.special, *args[:1])
    if host.each is not None or host.view is not None or host.returned is not None:
        shared = shared_result(interp, host, args, kwargs, library_value(interp))
        if shared is not None:
            return shared
    result = run_host(interp, host, args, kwargs)
    if host.array and np.ndim(result) == 0 and (host.array is True or not is_numpy_number(args[0])):
        return interp.array(result)
    made = interp.wrap(result)
    if host.function in ANY_ORDER or kwargs.get("order") == "F":
        return lie_in_any_order(made)
    return learn_result(interp, host, args, lie_as(made, args if host.function not in IN_ORDER else ()))


def check_special(name: str, value: Any = None) -> None:
    """Refuse round and math.trunc of what Python has no such method of: arrays, and some of NumPy's numbers."""
    types = (
        [t.dtype.type for t in value.union or [value.type] if not t.weak] if isinstance(value, Sym) else []
    )
    for kind in [np.ndarray] if isinstance(value, Array) else types:
        if not hasattr(kind, name):
            python = {"b": "bool", "f": "float"}.get(value.dtype.kind, "int")
            raise CompileError(
                f"type numpy.{kind.__name__} doesn't define {name} method",
                f"convert it first: {python}(…)",
                kind=TypeError,
            )


def is_numpy_number(value: Any) -> bool:
    return isinstance(value, np.generic) or isinstance(value, Sym) and not value.weak


SUMPROD = getattr(math, "sumprod", None)  # since Python 3.12
COUNTING = frozenset((np.bincount, *SIZED_BY_DATA))  # the size of the result depends on the values
ITERATING = (math.prod, math.fsum, np.indices, SUMPROD)
TOTALS = (
    *(np.sum, np.prod, np.cumsum, np.cumprod, np.nansum, np.nanprod, np.nancumsum, np.nancumprod),
    *(np.add.reduce, np.multiply.reduce, np.add.accumulate, np.multiply.accumulate),
)
EXTREMES = ("max_", "min_")  # whose results are cast to out= whatever it is, as those of TOTALS
PLACES = ("argmax", "argmin", "nanargmax", "nanargmin")  # of which out= gets integers only
CHOOSING = (max_, min_)  # what they give has the types of both


def run_host(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    convert = library_value(interp)
    named = {k: convert(v) for k, v in kwargs.items()}
    if host.builder:
        named["builder"] = interp.builder
    interp.ruled = interp.ruled or host.ruled
    values = [convert(a) for a in args]
    if unions_in([values, named]) and host.function not in CHOOSING:

        def run(pair: list) -> Any:
            builder = {"builder": interp.builder} if host.builder else {}
            return host(*pair[0], **{**pair[1], **builder})

        return on_members(interp, run, [values, named], host.function.__name__.rstrip("_"))
    return host(*values, **named)


@operation
def library_value(interp: Interpreter) -> Callable[[Any], Any]:
    """Abstract values as the library takes them."""
    return functools.partial(as_library_value, interp)


def as_library_value(interp: Interpreter, value: Any) -> Any:
    match value:
        case Sym() | Array():
            return interp.sym(value)
        case Maybe() | Poison():
            return as_library_value(interp, interp.settled(value))
        case list() | tuple():
            items = [as_library_value(interp, v) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        case Counted():
            return [as_library_value(interp, v) for v in interp.known_items(value, "this iterable")]
        case External():
            if isinstance(value.unread, (list, tuple)):
                items = plain(interp, value)
                return as_library_value(interp, items if hasattr(items, "_fields") else list(items))
            return value.value
        case Instance() if is_list_model(value):
            raise CompileError(
                f"{getattr(value.cls, 'called', 'a heterogeneous list')} can't be passed to a NumPy function",
                "make an array of numbers: np.array([a for a, b in xs]), np.array([x for x in xs if x is not None])",
            )
        case Instance() if is_model(value):
            return as_library_value(interp, content(value))
        case Instance() if isinstance(interp.outside.member(value.cls, "__array__"), FunctionType | Closure):
            return as_library_value(interp, interp.call_method(value, "__array__", []))
        case Instance():
            raise CompileError(f"{describe(value)} can't be passed to a NumPy function")
        case Held():
            raise not_of_held("what depends on data")
        case Iterator() | View():
            raise CompileError(
                f"{describe(value)} can't be passed to a NumPy function", "make a list of it: list(…)"
            )
    is_type = isinstance(value, type) and value not in (list, tuple)  # of elements
    function = isinstance(value, (Closure, Bound, Partial)) or callable(value) and not is_type
    return functools.partial(call_for_library, interp, value) if function else value


def call_for_library(interp: Interpreter, function: Any, *args: Any, **kwargs: Any) -> Any:
    """The result of a function given to one of the library: an array, a number, or lists and tuples of these."""
    (result,) = as_arrays(interp, [interp.call(function, [interp.wrap(x) for x in args], kwargs)])
    return as_library_value(interp, result) if isinstance(result, (list, tuple)) else interp.sym(result)


def is_ufunc_at(function: Any) -> bool:
    """Whether it is np.add.at, or that of another ufunc."""
    return isinstance(getattr(function, "__self__", None), np.ufunc) and function.__name__ == "at"


def write_first(interp: Interpreter, host: Any, args: list, kwargs: dict) -> None:
    """np.add.at, np.put, a.sort() …: the first argument changes."""
    target = args[0]
    if not isinstance(target, Array):
        raise CompileError(
            f"{describe(target)} can't be changed in place", "make it an array first: np.array(…)"
        )
    interp.store(target, run_host(interp, host, args, kwargs))


def fits_into(shape: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    """Whether an array of one shape can be broadcast to another."""
    pairs = zip(reversed(shape), reversed(whole))
    return len(shape) <= len(whole) and all(a in (1, b) for a, b in pairs)


@operation
def write_out(interp: Interpreter, out: Any, result: Any, error: Any, spreads: bool = False) -> Any:
    """out=: the result is written into an array, which is returned; not if it has failed since this register of
    errors. `spreads`: operands are broadcast to the shape of that array, as those of ufuncs are."""
    if isinstance(out, tuple):
        pairs = list(zip(out, result if isinstance(result, tuple) else (result,)))
        written = tuple(write_out(interp, o, r, error, spreads) if o is not None else r for o, r in pairs)
        return written if isinstance(result, tuple) else written[0]
    if not isinstance(out, Array):
        raise CompileError(f"TypeError: out= must be an array, not {describe(out)}")
    value = interp.sym(result)
    if spreads and fits_into(value.shape, out.shape):
        value = broadcast_to(value, out.shape)
    if value.shape != out.shape:
        raise CompileError(f"out= has type {out.type}, the result is {value.type}", kind=ValueError)
    check_same_kind(value, out)
    unchanged_if_raised(interp, out, error, lambda: interp.store(out, value))
    return out
