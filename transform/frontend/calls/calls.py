"""Call dispatch: read user functions (once for each type signature), look up host functions, instantiate
classes.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import operator
import types
from collections.abc import Callable
from typing import Any

import gast

from ...core.errors import CompileError, span_of
from ...core.registered import is_generated
from ...core.source import function_tree, is_generator, local_names, suspension
from ...core.sparsity import is_sparse
from ...ir.builder import Sym
from ...library import METHODS, Read, find_host, find_read, meaning, unknown_name
from ..control.branches import travel, value_unless_failed
from ..control.context_managers import MANAGING, managed_by
from ..control.generators import Generator
from ..control.looping.loop_carries import arrays_of
from ..decisions import note_decision
from ..expressions.containers import for_each_text, plain, surely
from ..expressions.subscripts import item_in, read_index
from ..frame import NORMAL, RESULT, Frame
from ..interpreter import BRANCH_LIMIT, BRANCHING_LIMIT, DEPTH_LIMIT, EXPRESSIONS, Interpreter, operation
from ..state.aliases import consistent
from ..state.diagnostics import YIELD_INSIDE, refuse
from ..state.integer_facts import origins_of
from ..model_operations import OPERATIONS
from ..regular_expressions import call_expression, is_of_expression
from ..models.functions import call_cached
from ..models.mappings import Mapping
from ..models.model import content
from ..models.number_dicts import NumberDict
from ..models.picked import is_integer_member
from ..models.sets import is_known_set
from ..assignment.replaced_attributes import SeenByCaller
from ..outside.other_libraries import OUTSIDE
from ..outside.kinds import is_overloaded
from ..outside.paths import found_in, is_own
from ..outside.pure_python import in_python
from ..recursion import as_read, ask_for_loop_form, check_own_calls, too_deep
from ..state.purity import check_pure, full_name, refuse_hidden_state, unknown
from ..state.sets import Set
from ..outside.snapshot import keys_of
from ..python_errors import check_has_method, lacks
from ..state.values import (
    NEVER,
    Array,
    Bound,
    Chosen,
    Closure,
    External,
    HostMethod,
    Instance,
    Iterator,
    Partial,
    Path,
    View,
    compute,
    contains_dynamic,
    describe,
    is_unsure,
)
from .binding import bind, call_user_function, check_mapping, call_own_function, makes_generator
from .builtins import BUILTINS, SPECIAL_FORMS
from .host_library import acts_on_host, call_hosted, is_hosted
from .library_calls import call_host
from .methods import OF_CLASSES, call_host_method, method_here
from .placeholders import held_result, is_of_held, note_date
from .python_text import call_in_python, object_in_python
from .random_draws.drawing import MAKERS, draw, stream_behind
from .specialise import call_specialised


def run_call(interp: Interpreter, frame: Frame, node: gast.Call) -> Any:
    match node.func:
        case gast.Attribute(value=gast.IfExp() | gast.Subscript() as owner, attr=name) if (
            name in CHANGING_CONTAINERS
        ):
            method = lambda obj: interp.get_attribute(obj, name)
            return on_each_owner(
                interp, frame, owner, lambda obj: run_call_of(interp, frame, node, method(obj))
            )
    return run_call_of(interp, frame, node, interp.evaluate(frame, node.func))


def on_each_owner(interp: Interpreter, frame: Frame, node: Any, run: Callable[[Any], Any]) -> Any:
    """run(container), on the path of each that data choose: (low if x < 1 else high).append(x), d[kind].append(x)"""
    match node:
        case gast.IfExp():
            condition = interp.truth(frame, node.test)
            parts = [node.body, node.orelse]
            if not isinstance(condition, Sym):
                return on_each_owner(interp, frame, parts[not condition], run)
            return interp.fork(condition, *[lambda p=p: on_each_owner(interp, frame, p, run) for p in parts])
        case gast.Subscript():
            value, index = interp.evaluate(frame, node.value), read_index(interp, frame, node.slice)
            return for_each_text(interp, index, lambda key: run(item_in(interp, frame, value, key)), value)
    return run(interp.evaluate(frame, node))


def run_call_of(interp: Interpreter, frame: Frame, node: gast.Call, function: Any) -> Any:
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
            value = content(plain(interp, value))
            check_mapping(value, kwargs)
            kwargs.update(value)
        else:
            kwargs[k.arg] = value
    host = find_host(function)
    if host is not None and not host.writes and "out" not in kwargs:
        return (
            call_host(interp, function, args, kwargs, host)
            if function not in BUILTINS
            else call(interp, function, args, kwargs)
        )
    if not may_act(interp, function, args, kwargs):
        return call(interp, function, args, kwargs)
    return value_unless_failed(interp, frame, lambda: call(interp, function, args, kwargs))


def may_act(interp: Interpreter, function: Any, args: list, kwargs: dict) -> bool:
    """Whether a call perhaps does something that is seen even if the whole call fails, or where that is caught: write
    an array, change a container, print."""
    if isinstance(function, HostMethod):
        host = METHODS.get(function.name)
        own = acts_on_host(function.self) or isinstance(function.self, Iterator)
        return (
            own
            or changes_seen_container(interp, function)
            or isinstance(function.self, Array)
            and (function.name == "fill" or host is not None and host.writes)
        )
    if _hashable(function) and function in BUILTINS:
        users = (Closure, Bound, Partial, Chosen, types.FunctionType, functools.partial)
        return (
            function in CONSUMERS
            and any(isinstance(a, Iterator) for a in args)
            or function in (print, setattr, delattr, object.__setattr__, object.__delattr__)
            or function in MAKERS
            or function not in LAZY
            and any(isinstance(a, users) for a in (*args, *kwargs.values()))
        )
    return not makes_generator(function) and not shows_dict(function)


def shows_dict(function: Any) -> bool:
    """Whether it is the method `items` of a dict with computed keys, whose result shows the dict."""
    return isinstance(function, Bound) and function.function in (NumberDict.items, Mapping.items)


def changes_seen_container(interp: Interpreter, method: HostMethod) -> bool:
    """Whether it is a method that changes a list, a dict or a set of the caller's, or one that a handler may see."""
    obj = method.self.unread if isinstance(method.self, External) else method.self
    if method.name not in CHANGING_CONTAINERS or not (
        isinstance(obj, (list, dict, set)) or is_known_set(obj)
    ):
        return False
    return bool(interp.trying) or isinstance(method.self, External) or obj in SeenByCaller(interp)


CHANGING_CONTAINERS = frozenset(
    """
    append extend insert pop sort reverse clear remove update popitem setdefault add discard
    intersection_update difference_update symmetric_difference_update
""".split()
)
LAZY = (map, filter)  # what they give calls the function where it is read
CONSUMERS = (
    next,
    list,
    tuple,
    set,
    frozenset,
    sorted,
    sum,
    max,
    min,
    any,
    all,
)  # they take items from an iterator


EXPRESSIONS[gast.Call] = run_call


def parts_of_partial(interp: Interpreter, made: functools.partial) -> Partial:
    """A partial that was made outside; its function and arguments are read from there."""
    path = Path(("argument", made))
    held = lambda name, key, v: interp.external(v, path.then("attribute", name).then("item", key))
    args = [held("args", k, v) for k, v in enumerate(made.args)]
    kwargs = {k: held("keywords", k, v) for k, v in made.keywords.items()}
    interp.outside.guard(path.then("attribute", "keywords").then("keys", None), keys_of(made.keywords))
    return Partial(interp.external(made.func, path.then("attribute", "func")), tuple(args), kwargs)


# a member of an IntEnum is an integer for these
OF_NUMBERS = frozenset(
    (abs, bin, bool, chr, complex, divmod, float, hex, int, max, min, oct, pow, range, round, sum)
)
# whichever of two texts it is
TAKE_TEXTS = frozenset(
    (
        print,
        str,
        repr,
        format,
        ascii,
        len,
        bool,
        isinstance,
        type,
        id,
        tuple,
        list,
        dict,
        zip,
        map,
        filter,
        enumerate,
        object.__setattr__,
        *OPERATIONS,
    )
)


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
            raise CompileError(
                f"{describe(function)} can't be called",
                "square brackets index an array: x[i]",
                kind=TypeError,
            )
        case Chosen():
            return interp.fork(
                interp.sym(function.flag),
                lambda: call(interp, function.then, list(args), dict(kwargs)),
                lambda: call(interp, function.orelse, list(args), dict(kwargs)),
            )
        case operator.itemgetter() | operator.attrgetter() | operator.methodcaller():
            return call(interp, object_in_python(interp, function), args, kwargs)
        case functools._lru_cache_wrapper():
            return call_cached(interp, function.__wrapped__, args, kwargs)
        case functools.partial():
            made = parts_of_partial(interp, function)
            return call(interp, made.function, [*made.args, *args], {**made.kwargs, **kwargs})
    known = meaning(function)
    if known is not function:
        interp.outside.synonyms = True
        return call(interp, known, args, kwargs)
    refuse_unknown(function)
    return call_object(interp, function, args, kwargs)


def call_object(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """… for a callable of Python's."""
    stream = stream_behind(interp, function)
    if stream is not None:
        return draw(interp, stream, function.__name__, args, kwargs)
    if is_of_held(function, [*args, *kwargs.values()]):
        return held_result(interp, function, args, kwargs)
    if is_hosted(function):
        return call_hosted(interp, function, args, kwargs)
    read = read_instead(function, args)
    if read is not None and read[0].host_if_static and not contains_dynamic((args, kwargs)):
        return call_static(interp, function, args, kwargs)
    if read is not None:
        return call(interp, read[0].function, read[1], kwargs)
    match function:
        case types.MethodType():
            refuse_hidden_state(function)
            owner = function.__self__
            if not isinstance(owner, type):
                owner = interp.external(owner, Path(("argument", function), (("attribute", "__self__"),)))
            return call(interp, function.__func__, [owner, *args], kwargs)
    if getattr(function, "__code__", None) is MANAGING and function not in BUILTINS:
        return managed_by(interp, function.__wrapped__, *args, **kwargs)
    answer = interp.by_protocol(function, args, kwargs)
    if answer is not NotImplemented:
        return answer
    builtin = BUILTINS.get(function) if _hashable(function) else None
    if builtin is not None and function not in TAKE_TEXTS:
        answer = interp.for_each_text(args, kwargs, lambda a, k: call_object(interp, function, a, k))
        if answer is not NotImplemented:
            return answer
    if builtin is not None and function in OF_NUMBERS:
        args = [interp.settled(a) if is_integer_member(a) else a for a in args]
    if builtin is not None:
        return call_user_function(full_name(function), builtin, [interp, *args], kwargs)
    python = in_python(function)
    if python is not None:
        return call_in_python(interp, function, python, args, kwargs)
    if getattr(function, "__recto_inline__", False) and isinstance(
        function.__recto_function__, types.FunctionType
    ):
        return call_inline(interp, function.__recto_function__, args, kwargs)
    if hasattr(function, "__recto_function__"):
        return call(interp, function.__recto_function__, args, kwargs)
    if has_rule(function):  # a derivative: reads its function and differentiates it
        return call_own_function(
            function, lambda: function.__recto_call__(interp, args, kwargs), args, kwargs
        )
    if hasattr(function, "__recto_reading__"):  # jit and its like inside compiled code
        given, named = [plain(interp, a) for a in args], {k: plain(interp, v) for k, v in kwargs.items()}
        return call_own_function(function, lambda: function.__recto_reading__(*given, **named), given, named)
    if find_host(function) is not None:
        return call_host(interp, function, args, kwargs)
    if isinstance(function, type):
        return interp.construct(function, args, kwargs)
    if isinstance(function, types.FunctionType) and not _library_function(function):
        if function.__name__ == "reversed_states" and interp.is_printed_helper(function):
            return interp.reversed_states(*args, **kwargs)
        if args and isinstance(args[0], Instance) and is_generated(function):
            return interp.run_generated_init(function, args[0], args[1:], kwargs)
        if is_overloaded(function) and any(f.host in interp.outside.numbas for f in interp.calls):
            raise CompileError(
                f"{function.__name__} is overloaded for Numba, and its text is not what Numba compiles",
                "call it in a function that Numba does not compile, or in one with @recto.host(result=…)",
            )
        inline = is_own(function) or makes_generator(function)
        return (call_inline if inline else call_specialised)(interp, function, args, kwargs)
    answer = interp.for_each_text(args, kwargs, lambda a, k: call_object(interp, function, a, k))
    return call_static(interp, function, args, kwargs) if answer is NotImplemented else answer


def has_rule(function: Any) -> bool:
    """Whether an object, or a class for its own calls (a static method), has a rule for calls of it."""
    if isinstance(function, type):
        return isinstance(inspect.getattr_static(function, "__recto_call__", None), staticmethod)
    return hasattr(function, "__recto_call__")


def read_instead(function: Any, args: list) -> tuple[Read, list] | None:
    """The plain Python that stands for a function of SciPy's, or for calling an object of its classes (a spline), with
    its arguments."""
    read = find_read(function)
    if read is None:
        read, args = find_read(found_in(type(function).__mro__, "__call__")), [function, *args]
    return None if read is None else (read, [*read.first, *args])


def _hashable(function: Any) -> bool:
    try:
        hash(function)
        return True
    except TypeError:
        return False


LIBRARIES = ("numpy", "scipy", "math", "functools", "itertools", "operator")  # whose functions have rules


def _library_function(function: Any) -> bool:
    """Whether it is a function of these libraries, and none that is written in terms of others, as total_ordering's
    are."""
    home = (function.__module__ or "").split(".")[0]
    return home in LIBRARIES and not (home == "functools" and "_from_" in function.__qualname__)


def refuse_unknown(function: Any) -> None:
    name = unknown_name(function)
    if name is not None:
        raise CompileError(f"{name} is not known in compiled code", "write it in NumPy, or call it outside")


def call_external(interp: Interpreter, function: External, args: list, kwargs: dict) -> Any:
    refuse_unknown(function.unread)
    result = interp.call_on_elements(function, args, kwargs)
    if result is not NotImplemented:
        return result
    method = interp.outside.member(type(function.unread), "__call__")
    if isinstance(method, types.FunctionType):
        return call(interp, method, [function, *args], kwargs)
    if not callable(function.unread):
        raise lacks(function, "__call__", f"{describe(function)} is not callable")
    raise CompileError(f"{describe(function)} can't be called in compiled code", OUTSIDE, kind=TypeError)


def call_static(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    """A host function without an entry: computed now if nothing dynamic goes in and it is pure."""
    bound = method_here(interp, function, args) if isinstance(function, OF_CLASSES) and args else None
    if bound is not None:
        return call(interp, bound, args[1:], kwargs)
    if is_of_expression(function):
        return call_expression(interp, function, args, kwargs)
    if isinstance(getattr(function, "__self__", None), property):  # @name.setter
        return function(*args)
    check_pure(function)
    note_date(interp, function, args)
    owner = next((a.unread if isinstance(a, External) else a for a in args[:1]), None)
    method = (
        isinstance(function, types.FunctionType) and getattr(type(owner), function.__name__, None) is function
    )
    name = full_name(types.MethodType(function, owner) if method else function)
    plain = [static_argument(interp, a, name) for a in args]
    named = {k: static_argument(interp, v, name) for k, v in kwargs.items()}
    result = note_decision(
        interp, function, plain, compute(functools.partial(function, *plain, **named)), named
    )
    if (
        type(result) is set
        or type(result) is frozenset
        and isinstance(getattr(function, "__self__", None), Set)
    ):
        return interp.make_set(Set(result))  # s.union(…) of a set
    if is_sparse(result):
        return interp.sparse_matrix(result)
    return interp.wrap(result)


@operation
def call_back(interp: Interpreter, function: Any, args: list) -> Any:
    """A function of the user's that a builtin calls for each item: not if it has failed for one before."""
    return value_unless_failed(interp, interp.calls[-1], lambda: call(interp, function, args, {}))


@operation
def static_argument(interp: Interpreter, value: Any, name: str) -> Any:
    value = content(plain(interp, value))
    if isinstance(value, External):
        return interp.outside.whole(value)
    if isinstance(value, (list, tuple)):
        items = [static_argument(interp, v, name) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {k: static_argument(interp, v, name) for k, v in surely(interp, value).items()}
    if isinstance(value, NOT_STATIC) and not (
        isinstance(value, Sym) and (value.is_const or may_be_known(value))
    ):
        raise unknown(name, describe(value))
    return interp.static(value, f"an argument of {name}")


def may_be_known(value: Sym) -> bool:
    """Whether it is an integer that is computed from arguments, which can be static. (Floats would be compiled too
    often.)"""
    return not value.shape and value.dtype.kind in "iub" and bool(origins_of(value))


NOT_STATIC = (Sym, Array, Instance, Closure, Bound, Partial, HostMethod, Iterator, View)


# -- user functions ------------------------------------------------------------------------------------------------


@operation
def make_closure(interp: Interpreter, frame: Frame, node: Any, name: str) -> Closure:
    """A function defined here; defaults are computed now, free names are looked up when it is called."""
    defaults = [interp.evaluate(frame, d) for d in node.args.defaults]
    named = {
        a.id: interp.evaluate(frame, d)
        for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults)
        if d is not None
    }
    return interp.trail.allocate(Closure(node, frame, defaults, named, name))


def call_closure(interp: Interpreter, function: Closure, args: list, kwargs: dict) -> Any:
    file, host = function.frame.file, function.frame.host
    node = as_read(interp, function.node, file)
    frame = Frame(function.name, file, local_names(node), function.frame, host, node)
    frame.home = function.home
    return run_frame(interp, frame, node, args, kwargs, function.defaults, function.kw_defaults)


@operation
def call_inline(interp: Interpreter, function: types.FunctionType, args: list, kwargs: dict) -> Any:
    """Read a Python function into the current builder."""
    interp.outside.code(function)
    file = function.__code__.co_filename
    node = as_read(interp, function_tree(function), file)
    frame = Frame(function.__name__, file, local_names(node), None, function, node)
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
    interp.trail.allocate(frame)
    frame.error = interp.registers["error"]
    inside = sum(f.node is node for f in interp.calls)
    branches = interp.builder.depth - interp.specialising
    too_many = inside > 0 and branches > 0 and count_inlined(interp, node) > BRANCHING_LIMIT
    too_far = len(interp.calls) > DEPTH_LIMIT or BRANCH_LIMIT < inside <= branches
    if too_many or too_far:
        error = too_deep(frame, deciding(interp, frame, [*args, *kwargs.values()]))
        ask_for_loop_form(interp, frame, node, [*args, *kwargs.values()], error)
        if too_far:
            raise error
    stop = suspension(node)
    if stop is not None and not is_generator(node):
        error = YIELD_INSIDE.error() if isinstance(stop, (gast.Yield, gast.YieldFrom)) else refuse(stop)
        raise error.at(span_of(stop, frame.file, frame.name))
    try:
        bound = bind(interp, frame.name, node.args, args, kwargs, defaults, named)
    except CompileError as error:  # Python's function may take what ours does not
        error.catchable, begin = not frame.own, f"TypeError: {frame.name}()"
        if error.message.startswith(begin):
            error.raised = TypeError(f"{frame.full_name}(){error.message.removeprefix(begin)}")
        raise
    frame.variables.update(bound)
    check_own_calls(interp, frame, node)
    if stop is not None:
        return Generator(interp, frame, node.body)
    interp.calls.append(frame)
    counted = interp.budget.unrolling(interp, frame, node, frame.name) if inside else contextlib.nullcontext()
    try:
        with counted:
            if isinstance(node, gast.Lambda):
                return interp.read_apart(lambda: interp.evaluate_any(frame, node.body))
            interp.block(frame, node.body)
            return result_of(interp, frame)
    finally:
        interp.calls.pop()


def count_inlined(interp: Interpreter, node: Any) -> int:
    """The number of calls of a function by itself that have been read in its outermost call."""
    first = next(f for f in interp.calls if f.node is node)
    first.inlined += 1
    return first.inlined


def deciding(interp: Interpreter, frame: Frame, args: list) -> list:
    """The dynamic values that decide whether a call by itself is the last: its arguments, or where these are known the
    tests behind which the function returns."""
    dynamic = [a for a in args if isinstance(a, Sym)]
    caller = next((f for f in reversed(interp.calls) if f.node is frame.node), None)
    if dynamic or caller is None or not isinstance(frame.node, gast.FunctionDef):
        return dynamic
    ends = [s for s in frame.node.body if isinstance(s, gast.If) and isinstance(s.body[-1], gast.Return)]
    return [travel(interp, lambda s=s: interp.truth(caller, s.test)).value for s in ends]


@operation
def result_of(interp: Interpreter, frame: Frame) -> Any:
    """The return value of the call: None if the body ends without a return."""
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
    check_has_method(interp.outside, obj, name)
    return call(interp, interp.get_attribute(obj, name), args, kwargs or {})
