"""Calls: user functions are read (once per type signature), host functions looked up, classes instantiated."""
from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.errors import CompileError, NeedsStatic, span_of
from ...core.source import function_tree, local_names, suspension
from ...ir.builder import Sym
from ...library import HOST, METHODS, check_fit, find_host
from ...library.numpy.operators import max_, min_
from ..bounded.creation import create, has_computed_size
from ..bounded.functions import call_sliced, check_same_kind, holds_sliced, sized_by_data
from ..lists.functions import JOINED, as_arrays, joined
from ..bounded.result_ranges import learn_result
from ..control.branches import value_unless_failed
from ..control.loop_carries import arrays_of
from ..decisions import note_decision
from ..expressions.containers import plain, surely
from ..expressions.stored import STORING, as_stored, unchanged_if_raised
from ..expressions.union_types import on_members, unions_in, with_types
from ..expressions.views import shared_result
from ..interpreter import (BRANCH_LIMIT, DEPTH_LIMIT, EXPRESSIONS, NORMAL, RESULT, Frame, Interpreter,
                           operation)
from ..state.aliases import consistent
from ..state.contiguity import ANY_ORDER, IN_ORDER, lie_as, lie_in_any_order
from ..state.diagnostics import refuse
from ..state.integer_facts import origins_of
from ..outside.other_libraries import OUTSIDE
from ..outside.paths import is_own
from ..state.purity import check_pure, full_name, refuse_hidden_state, unknown
from ..state.sets import Set
from ..outside.snapshot import keys_of
from ..state.values import (NEVER, Array, Bound, Chosen, Closure, Counted, External, HostMethod, Instance,
                            Iterator, Maybe, Partial, Path, View, compute, contains_dynamic, describe, is_unsure)
from .binding import bind, called
from .builtins import BUILTINS, SPECIAL_FORMS
from .methods import call_host_method
from .numpy_errors import judged
from .specialise import call_specialised

def run_call(interp: Interpreter, frame: Frame, node: gast.Call) -> Any:
    function = interp.evaluate(frame, node.func)
    form = SPECIAL_FORMS.get(function) if isinstance(function, (type, types.BuiltinFunctionType)) else None
    if form is not None:
        done, value = form(interp, frame, node)
        if done:
            return value
    args: list = []
    for a in node.args:
        if isinstance(a, gast.Starred):
            args += interp.known_items(interp.evaluate(frame, a.value), "a starred argument")
        else:
            args.append(interp.read(interp.evaluate(frame, a)))
    kwargs: dict = {}
    for k in node.keywords:
        value = interp.read(interp.evaluate(frame, k.value))
        if k.arg is None:
            value = plain(interp, value)
            check_mapping(value, kwargs)
            kwargs.update(value)
        else:
            kwargs[k.arg] = value
    host = find_host(function)
    if host is not None and not host.writes and "out" not in kwargs:
        return call_host(interp, function, args, kwargs, host) if function not in BUILTINS else \
            call(interp, function, args, kwargs)
    if not may_act(function, args, kwargs):
        return call(interp, function, args, kwargs)
    return value_unless_failed(interp, frame, lambda: call(interp, function, args, kwargs))


def may_act(function: Any, args: list, kwargs: dict) -> bool:
    """Does a call perhaps do something that is seen even if the whole call fails: write an array, print?"""
    if isinstance(function, HostMethod):
        host = METHODS.get(function.name)
        return isinstance(function.self, Array) and (function.name == "fill" or host is not None and host.writes)
    if _hashable(function) and function in BUILTINS:
        users = (Closure, Bound, Partial, Chosen, types.FunctionType, functools.partial)
        return function is print or any(isinstance(a, users) for a in (*args, *kwargs.values()))
    return True


EXPRESSIONS[gast.Call] = run_call


def parts_of_partial(interp: Interpreter, made: functools.partial) -> Partial:
    """A partial that was made outside; its function and arguments are read from there."""
    path = Path(("argument", made))
    held = lambda name, key, v: interp.external(v, path.then("attribute", name).then("item", key))
    args = [held("args", k, v) for k, v in enumerate(made.args)]
    kwargs = {k: held("keywords", k, v) for k, v in made.keywords.items()}
    interp.outside.guard(path.then("attribute", "keywords").then("keys", None), keys_of(made.keywords))
    return Partial(interp.external(made.func, path.then("attribute", "func")), tuple(args), kwargs)


def check_mapping(value: Any, kwargs: dict) -> None:
    """** takes a dict of new names."""
    if not isinstance(value, dict):
        raise CompileError(f"TypeError: argument after ** must be a mapping, not {describe(value)}")
    twice = [name for name in value if name in kwargs]
    if twice:
        raise CompileError(f"TypeError: got multiple values for keyword argument {twice[0]!r}")


@operation
def call(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """function(*args, **kwargs) for any abstract callable."""
    match function:
        case Closure():
            return call_closure(interp, function, args, kwargs)
        case Bound():
            return call(interp, function.function, [function.self, *args], kwargs)
        case Partial():
            return call(interp, function.function, [*function.args, *args], {**function.kwargs, **kwargs})
        case HostMethod():
            return call_host_method(interp, function, args, kwargs)
        case External():
            return call_external(interp, function, args, kwargs)
        case Instance():
            return call_method(interp, function, "__call__", args, kwargs)
        case Array() | Sym():
            raise CompileError(f"{describe(function)} can't be called",
                               "square brackets index an array: x[i]", kind=TypeError)
        case Chosen():
            return interp.fork(
                interp.sym(function.flag),
                lambda: call(interp, function.then, list(args), dict(kwargs)),
                lambda: call(interp, function.orelse, list(args), dict(kwargs)),
            )
        case functools._lru_cache_wrapper():
            return call(interp, function.__wrapped__, args, kwargs)
        case functools.partial():
            made = parts_of_partial(interp, function)
            return call(interp, made.function, [*made.args, *args], {**made.kwargs, **kwargs})
        case types.MethodType():
            refuse_hidden_state(function)
            owner = function.__self__
            if not isinstance(owner, type):
                owner = interp.external(owner, Path(("argument", function), (("attribute", "__self__"),)))
            return call(interp, function.__func__, [owner, *args], kwargs)
    builtin = BUILTINS.get(function) if _hashable(function) else None
    if builtin is not None:
        return called(full_name(function), builtin, [interp, *args], kwargs)
    if getattr(function, "__recto_inline__", False) and isinstance(function.__recto_function__, types.FunctionType):
        return call_inline(interp, function.__recto_function__, args, kwargs)
    if hasattr(function, "__recto_function__"):
        return call(interp, function.__recto_function__, args, kwargs)
    if hasattr(function, "__recto_call__"):             # a derivative: reads its function and differentiates it
        return fitted(function, lambda: function.__recto_call__(interp, args, kwargs), args, kwargs)
    if hasattr(function, "__recto_reading__"):          # jit and its like inside compiled code
        given, named = [plain(interp, a) for a in args], {k: plain(interp, v) for k, v in kwargs.items()}
        return fitted(function, lambda: function.__recto_reading__(*given, **named), given, named)
    if find_host(function) is not None:
        return call_host(interp, function, args, kwargs)
    if isinstance(function, type):
        return interp.construct(function, args, kwargs)
    if isinstance(function, types.FunctionType) and not _library_function(function):
        return (call_inline if is_own(function) else call_specialised)(interp, function, args, kwargs)
    return call_static(interp, function, args, kwargs)


def fitted(function: Any, run: Callable[[], Any], args: list, kwargs: dict) -> Any:
    """What a function of Recto's own does; if the arguments do not fit its signature, that is the user's error."""
    try:
        return run()
    except TypeError:
        check_fit(getattr(function, "__name__", type(function).__name__), function, args, kwargs)
        raise


def _hashable(function: Any) -> bool:
    try:
        hash(function)
        return True
    except TypeError:
        return False


def _library_function(function: Any) -> bool:
    return (function.__module__ or "").split(".")[0] in ("numpy", "scipy", "math", "functools", "itertools", "operator")


def call_external(interp: Interpreter, function: External, args: list, kwargs: dict) -> Any:
    method = interp.outside.member(type(function.unread), "__call__")
    if isinstance(method, types.FunctionType):
        return call(interp, method, [function, *args], kwargs)
    if not callable(function.unread):
        raise CompileError(f"TypeError: {describe(function)} is not callable")
    raise CompileError(f"{describe(function)} can't be called in compiled code", OUTSIDE, kind=TypeError)


def call_static(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """A host function without an entry: computed now if nothing dynamic goes in and it is pure."""
    check_pure(function)
    owner = next((a.unread if isinstance(a, External) else a for a in args[:1]), None)
    method = isinstance(function, types.FunctionType) and getattr(type(owner), function.__name__, None) is function
    name = full_name(types.MethodType(function, owner) if method else function)
    plain = [static_argument(interp, a, name) for a in args]
    named = {k: static_argument(interp, v, name) for k, v in kwargs.items()}
    result = note_decision(interp, function, plain, compute(functools.partial(function, *plain, **named)), named)
    if type(result) is frozenset and isinstance(getattr(function, "__self__", None), Set):
        return Set(result)                              # s.union(…) of a set
    return interp.wrap(result)


@operation
def static_argument(interp: Interpreter, value: Any, name: str) -> Any:
    value = plain(interp, value)
    if isinstance(value, External):
        return interp.outside.whole(value)
    if isinstance(value, (list, tuple)):
        items = [static_argument(interp, v, name) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {k: static_argument(interp, v, name) for k, v in surely(value).items()}
    if isinstance(value, NOT_STATIC) and not (isinstance(value, Sym) and value.is_const):
        raise unknown(name, describe(value))
    return interp.static(value, f"an argument of {name}")


NOT_STATIC = (Sym, Array, Instance, Closure, Bound, Partial, HostMethod, Iterator, View)


# -- user functions ------------------------------------------------------------------------------------------------

@operation
def make_closure(interp: Interpreter, frame: Frame, node: Any, name: str) -> Closure:
    """A function defined here; defaults are computed now, free names are looked up when it is called."""
    defaults = [interp.evaluate(frame, d) for d in node.args.defaults]
    named = {
        a.id: interp.evaluate(frame, d) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults) if d is not None
    }
    return Closure(node, frame, defaults, named, name)


def call_closure(interp: Interpreter, function: Closure, args: list, kwargs: dict) -> Any:
    frame = Frame(function.name, function.frame.file, local_names(function.node), function.frame, function.frame.host,
                  function.node)
    return run_frame(interp, frame, function.node, args, kwargs, function.defaults, function.kw_defaults)


@operation
def call_inline(interp: Interpreter, function: types.FunctionType, args: list, kwargs: dict) -> Any:
    """Read a Python function into the current builder."""
    interp.outside.code(function)
    node = function_tree(function)
    frame = Frame(function.__name__, function.__code__.co_filename, local_names(node), None, function, node)
    default = lambda name, v: interp.external(v, Path(("default", function, name)))
    names = [a.id for a in (*node.args.posonlyargs, *node.args.args)]
    defaults = [
        default(n, v)
        for n, v in zip(names[len(names) - len(function.__defaults__ or ()) :], function.__defaults__ or ())
    ]
    named = {n: default(n, v) for n, v in (function.__kwdefaults__ or {}).items()}
    return run_frame(interp, frame, node, args, kwargs, defaults, named)


@operation
def run_frame(
    interp: Interpreter, frame: Frame, node: Any, args: list, kwargs: dict, defaults: list, named: dict
) -> Any:
    interp.trail.birth(frame)
    frame.error = interp.registers["error"]
    inside = sum(f.node is node for f in interp.calls)
    branches = interp.builder.depth - interp.specialising
    if len(interp.calls) > DEPTH_LIMIT or BRANCH_LIMIT < inside <= branches:
        raise too_deep(frame, [*args, *kwargs.values()])
    stop = suspension(node)
    if stop is not None:
        raise refuse(stop).at(span_of(stop, frame.file, frame.name))
    frame.variables.update(bind(interp, frame.name, node.args, args, kwargs, defaults, named))
    interp.calls.append(frame)
    counted = interp.budget.unrolling(interp, frame, node, frame.name) if inside else contextlib.nullcontext()
    try:
        with counted:
            if isinstance(node, gast.Lambda):
                return interp.evaluate(frame, node.body)
            interp.block(frame, node.body)
            return result_of(interp, frame)
    finally:
        interp.calls.pop()


def too_deep(frame: Frame, args: list) -> CompileError:
    """Recursion must end on static values: the integers that the call depends on would have to be static."""
    sources = frozenset().union(*(origins_of(a) or () for a in args if isinstance(a, Sym)))
    return NeedsStatic(
        f"{frame.name} calls itself without a static end",
        sources,
        "recursion must end on static values (shapes, Python ints): mark the argument as static, or write a loop",
    )


def result_of(interp: Interpreter, frame: Frame) -> Any:
    """What the call returns: None where the body ends without a return."""
    exit = frame.exit
    if not isinstance(exit, Sym) and exit == NORMAL:
        return None
    if isinstance(exit, Sym):
        def fall_through() -> None:
            interp.trail.write(frame, RESULT, None)
        interp.fork(interp.sym(exit) == NORMAL, fall_through, lambda: None)
    value = frame.variables.get(RESULT, NEVER)
    # from here on writes to what it may share memory with count again
    consistent(interp.trail, [a for a in arrays_of(value) if not a.watch])
    return value.value if is_unsure(value) else value


@operation
def call_method(interp: Interpreter, obj: Any, name: str, args: list, kwargs: dict | None = None) -> Any:
    return call(interp, interp.get_attribute(obj, name), args, kwargs or {})


# -- host functions ------------------------------------------------------------------------------------------------

@operation
def call_host(interp: Interpreter, function: Any, args: list, kwargs: dict, host: Any = None) -> Any:
    """A function of the table. Without dynamic arguments it is computed by NumPy itself, unless it makes arrays."""
    before = interp.registers["error"]
    args, kwargs = list(map(interp.settled, args)), {name: interp.settled(v) for name, v in kwargs.items()}
    if isinstance(function, np.ufunc) and function.nin < len(args) <= function.nargs and "out" not in kwargs:
        outs = tuple(args[function.nin:])
        args, kwargs = args[:function.nin], {**kwargs, "out": outs if function.nout > 1 else outs[0]}
    if interp.growing is not None:
        stacked = joined(interp, function, args, kwargs) if function in JOINED else None
        if stacked is not None:
            return stacked
        args, kwargs = as_arrays(interp, args), as_arrays(interp, kwargs)
    if holds_sliced(args) or holds_sliced(kwargs) or sized_by_data(interp, function, args):
        function = function or host_function(host)
        return fitted(function, lambda: call_sliced(interp, function, args, kwargs), args, kwargs)
    if has_computed_size(function, args, kwargs):
        return create(interp, function, args, kwargs)
    host = host or find_host(function)
    out = kwargs.pop("out", None)
    if host.function in STORING:
        args, kwargs = as_stored(interp, host, args, kwargs)
    if host.writes and args and isinstance(args[0], Array):
        return unchanged_if_raised(interp, args[0], before, lambda: apply_host(interp, host, args, kwargs))
    if (
        not host.builder
        and not host.writes
        and not contains_dynamic((args, kwargs))
        and not _has_external_array((args, kwargs))
    ):
        plain = [static_argument(interp, a, "") for a in args]
        named = {k: static_argument(interp, v, "") for k, v in kwargs.items()}
        result = compute(functools.partial(function, *plain, **named))
        result = interp.wrap(note_decision(interp, function, plain, result, named))
    else:
        masked = {"out": out} if out is not None and "where" in kwargs else {}      # where the mask is false, out stays
        result = apply_host(interp, host, args, {**kwargs, **masked})
        result = result if kwargs else with_types(result, function, args)
    if interp.trying:
        result = interp.test_result(function, args, kwargs, result)
    return result if out is None else write_out(interp, out, result, before)


def host_function(host: Any) -> Any:
    """A host function that an entry of the table stands for."""
    return next((f for f, entry in HOST.items() if entry is host), None)


def _has_external_array(value: Any) -> bool:
    if isinstance(value, External):
        return isinstance(value.unread, (list, tuple, dict))
    return isinstance(value, (list, tuple)) and any(map(_has_external_array, value)) or \
        isinstance(value, dict) and any(map(_has_external_array, value.values()))


@operation
def apply_host(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    """A function of the table on dynamic arguments. What it raises is the user's fault if NumPy raises too."""
    try:
        return applied(interp, host, args, kwargs)
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise judged(host, args, kwargs, error) from error


def applied(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
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
    if host.function in ANY_ORDER:
        return lie_in_any_order(made)
    return learn_result(interp, host, args, lie_as(made, args if host.function not in IN_ORDER else ()))


def check_special(name: str, value: Any = None) -> None:
    """Refuse round and math.trunc of what Python has no such method of: arrays, and some of NumPy's numbers."""
    types = [t.dtype.type for t in value.union or [value.type] if not t.weak] if isinstance(value, Sym) else []
    for kind in [np.ndarray] if isinstance(value, Array) else types:
        if not hasattr(kind, name):
            python = {"b": "bool", "f": "float"}.get(value.dtype.kind, "int")
            raise CompileError(f"type numpy.{kind.__name__} doesn't define {name} method",
                               f"convert it first: {python}(…)", kind=TypeError)


def is_numpy_number(value: Any) -> bool:
    return isinstance(value, np.generic) or isinstance(value, Sym) and not value.weak


CHOOSING = (max_, min_)            # what they give has the types of both


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
    def convert(value: Any) -> Any:
        match value:
            case Sym() | Array() | Maybe():
                return interp.sym(value)
            case list() | tuple():
                items = [convert(v) for v in value]
                return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
            case Counted():
                return [convert(v) for v in interp.known_items(value, "this iterable")]
            case External():
                if isinstance(value.unread, (list, tuple)):
                    items = plain(interp, value)
                    return convert(items if hasattr(items, "_fields") else list(items))
                return value.value
            case Instance():
                raise CompileError(f"{describe(value)} can't go into a NumPy function")
            case Iterator() | View():
                raise CompileError(f"{describe(value)} can't go into a NumPy function", "make a list of it: list(…)")
        function = isinstance(value, (Closure, Bound, Partial)) or callable(value) and not isinstance(value, type)
        return (lambda *a, **k: interp.sym(call(interp, value, [interp.wrap(x) for x in a], k))) if function else value
    return convert


def write_first(interp: Interpreter, host: Any, args: list, kwargs: dict) -> None:
    """np.add.at, np.put, a.sort() …: the first argument changes."""
    target = args[0]
    if not isinstance(target, Array):
        raise CompileError(f"{describe(target)} can't be changed in place",
                           "make it an array first: np.array(…)")
    interp.store(target, run_host(interp, host, args, kwargs))


@operation
def write_out(interp: Interpreter, out: Any, result: Any, error: Any) -> Any:
    """out=: the result is written into an array, which is returned; not if it has failed since this register of
    errors."""
    if isinstance(out, tuple):
        pairs = list(zip(out, result if isinstance(result, tuple) else (result,)))
        written = tuple(write_out(interp, o, r, error) if o is not None else r for o, r in pairs)
        return written if isinstance(result, tuple) else written[0]
    if not isinstance(out, Array):
        raise CompileError(f"TypeError: out= must be an array, not {describe(out)}")
    value = interp.sym(result)
    if value.shape != out.shape:
        raise CompileError(f"ValueError: out= has type {out.type}, the result is {value.type}")
    check_same_kind(value, out)
    unchanged_if_raised(interp, out, error, lambda: interp.store(out, value))
    return out
