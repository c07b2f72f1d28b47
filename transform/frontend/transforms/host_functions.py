"""Declared host functions: recto.host, pure_callback, io_callback, debug.*, called from compiled code with
results of declared types.

    @recto.host(result="f64[3]")
    def read(k): …                      world, y = host_call(world, k, callee=read)

A pure one is a `host_value`, without the counter that orders effects: it may be called more often, or not at all.
"""

from __future__ import annotations

import builtins
import functools
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import Sym
from ...ir.literals import parse_type
from ...ir.program import Type
from ...primitives import host_value
from ..bounded.extents import BoundedExtent, BoundedArray, count, make
from ..expressions.containers import plain
from ..expressions.effects import call_on_host, host_callee
from ..frame import Frame
from ..interpreter import Interpreter
from ..outside.paths import Path
from ..outside.host_names import definition_of, written_name
from ..state.values import (
    Array,
    Bound,
    Closure,
    External,
    HostMethod,
    Instance,
    Partial,
    contains_dynamic,
    describe,
)

NUMBERS = {
    float: Type(np.dtype(float), (), True),
    int: Type(np.dtype(np.int64), (), True),
    bool: Type(np.dtype(bool), (), True),
    complex: Type(np.dtype(complex), (), True),
}


def call_declared(
    interp: Interpreter,
    function: Any,
    result: Any,
    args: list,
    kwargs: dict,
    pure: bool = False,
    vectorized: bool = False,
) -> Any:
    """function(*args, **kwargs) on the host.

    Args:
        result: what it gives: a tree of types, strings ("f64[3]"), classes of numbers, dtypes, and whatever else has a
            shape and a dtype; a function of the arguments that gives such a tree; None.
    """
    function, written = host_function(interp, function)
    sliced = list(sliced_in([*args, *kwargs.values()]))
    along: Along = {}
    if isinstance(result, types.FunctionType):
        tree, along = declared_for(interp, result, args, kwargs, sliced)
    else:
        tree = declared_types(result)
    flat = function if isinstance(tree, Type) or tree is None else Flat(function, tree)
    callee, values = host_callee(
        interp,
        flat,
        args,
        kwargs,
        tuple(leaves(tree)),
        written,
        several=flat is not function,
        vectorized=vectorized and not sliced,
        short=tuple(sorted({axis for _, axis in along})),
        unpacked=unpacking(tree),
        defined=functools.partial(definition_of, function),
    )
    if pure:
        found = interp.builder.bind(host_value, values, {"callee": callee})
    else:
        found = call_on_host(interp, callee, values)
    return built(interp, tree, as_long_as(interp, found, along))


class Flat:
    """The function, whose results are taken out of their containers."""

    def __init__(self, function: Callable, tree: Any):
        functools.update_wrapper(self, function, updated=())
        self.function, self.tree = function, tree

    def __call__(self, *args: Any, **kwargs: Any) -> list[Any]:
        return list(leaves_at(self.tree, self.function(*args, **kwargs)))


# -- arguments of computed length --------------------------------------------------------------------------------------


Along = dict[
    tuple[int, int], BoundedExtent
]  # (number of a result, axis) -> the part of an argument that it is as long as


def sliced_in(values: Any) -> Iterator[BoundedArray]:
    """The arrays of computed length among arguments, and in lists of them."""
    for value in values:
        if isinstance(value, BoundedArray):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from sliced_in(value)


def declared_for(
    interp: Interpreter, result: Callable, args: list, kwargs: dict, sliced: list[BoundedArray]
) -> tuple[Any, Along]:
    """The types that a function declares for these arguments, and which axes are as long as an argument of computed
    length: those that it declares longer for a longer argument."""

    def declared(*longer: tuple[BoundedArray, int]) -> Any:
        given = [stand_in(interp, a, longer) for a in args]
        return declared_types(result(*given, **{k: stand_in(interp, v, longer) for k, v in kwargs.items()}))

    tree, along = declared(), Along()
    parts = [(value, axis) for value in sliced for axis in value.extents]
    for value, axis in parts:
        try:
            other = declared((value, axis))
        except ValueError:  # they have to be as long as each other
            other = declared(*parts)
        for k, (one, longer) in enumerate(zip(leaves(tree), leaves(other), strict=True)):
            for at, growth in enumerate(np.subtract(longer.shape, one.shape)):
                if growth not in (0, 1):
                    raise CompileError(
                        f"the declared result is {growth} longer if {describe(value)} is one longer",
                        "give it an array whose length is known",
                    )
                if growth:
                    along.setdefault((k, at), value.extents[axis])
    return tree, along


def as_long_as(interp: Interpreter, found: Sequence[Sym], along: Along) -> Iterator[Any]:
    """The results, of which a part counts along some axes: the first positions, as many as in the arguments."""
    for k, one in enumerate(found):
        parts = {
            axis: BoundedExtent(one.shape[axis], 0, count(interp, part))
            for (number, axis), part in along.items()
            if number == k
        }
        yield make(interp, interp.array(one), parts, safe=True, zeroed=True) if parts else interp.wrap(one)


# -- what is declared --------------------------------------------------------------------------------------------------


def declared_types(result: Any) -> Any:
    """The tree of types that a declaration means."""
    if result is None or isinstance(result, Type):
        return result
    if isinstance(result, External):
        return declared_types(result.value)
    if isinstance(result, str):
        return from_text(result)
    if isinstance(result, type) and result in NUMBERS:
        return NUMBERS[result]
    if isinstance(result, np.dtype) or isinstance(result, type) and issubclass(result, np.generic):
        return Type(canonical(np.dtype(result)))
    if isinstance(result, Array):
        return result.type
    if isinstance(result, Sym):
        return result.type
    if isinstance(result, Instance) and {"shape", "dtype"} <= set(result.attributes):
        result = types.SimpleNamespace(**{k: result.attributes[k] for k in ("shape", "dtype")})
    if hasattr(result, "shape") and hasattr(result, "dtype"):
        return Type(canonical(np.dtype(result.dtype)), tuple(map(int, result.shape)))
    if isinstance(result, dict):
        return {k: declared_types(v) for k, v in result.items()}
    if isinstance(result, (list, tuple)):
        items = [declared_types(v) for v in result]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    raise CompileError(
        f"{describe(result)} does not declare the result of a host function",
        'use "f64[3]", float, np.int64, an array or a recto.ShapeDtypeStruct like it, containers of '
        "these, or None",
    )


def from_text(text: str) -> Type:
    """The type that "f64[3, 4]" or "float" means."""
    if text in ("float", "int", "bool", "complex"):
        return NUMBERS[getattr(builtins, text)]
    try:
        return parse_type(text)
    except CompileError:
        raise CompileError(
            f"{text!r} does not declare the result of a host function", 'as in "f64[3,4]", "i64" or "float"'
        ) from None


def leaves(tree: Any) -> Iterator[Type]:
    if isinstance(tree, Type):
        yield tree
    elif tree is not None:
        for item in tree.values() if isinstance(tree, dict) else tree:
            yield from leaves(item)


def leaves_at(tree: Any, value: Any) -> Iterator[Any]:
    """The parts of a value at the leaves of a tree. Raises TypeError if it is built in another way."""
    if isinstance(tree, Type):
        yield value
    elif isinstance(tree, dict):
        if not isinstance(value, dict) or value.keys() != tree.keys():
            raise TypeError(
                f"a host function gave {value!r:.60}, and a dict with the keys {list(tree)} was declared"
            )
        for key, item in tree.items():
            yield from leaves_at(item, value[key])
    elif tree is not None:
        if not isinstance(value, (list, tuple)) or len(value) != len(tree):
            raise TypeError(f"a host function gave {value!r:.60}, and {len(tree)} values were declared")
        for item, one in zip(tree, value):
            yield from leaves_at(item, one)


def built(interp: Interpreter, tree: Any, found: Iterator[Any]) -> Any:
    """The value with this tree."""
    if isinstance(tree, Type):
        return next(found)
    if tree is None:
        return None
    if isinstance(tree, dict):
        return interp.trail.allocate({k: built(interp, v, found) for k, v in tree.items()})
    items = [built(interp, v, found) for v in tree]
    if hasattr(tree, "_fields"):
        return type(tree)(*items)
    return interp.trail.allocate(items) if isinstance(tree, list) else tuple(items)


def stand_in(interp: Interpreter, value: Any, longer: Sequence[tuple[BoundedArray, int]] = ()) -> Any:
    """The stand-in for an argument in a function that declares the result: for a dynamic argument its type,
    which has a shape and a dtype; for one of computed length the largest, or `longer` by one along an axis."""
    if isinstance(value, BoundedArray):
        more = [sum(value is v and axis == k for v, axis in longer) for k in range(value.ndim)]
        return value.data.type.update(shape=tuple(map(sum, zip(value.data.shape, more))), weak=False)
    value = plain(interp, value)
    if isinstance(value, (Sym, Array)):
        return interp.sym(value).type.update(weak=False)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)([stand_in(interp, v, longer) for v in value])
    if isinstance(value, dict):
        return {k: stand_in(interp, v, longer) for k, v in value.items()}
    return value.value if isinstance(value, External) else value


def unpacking(tree: Any) -> str:
    """The source that takes values out of their containers; nothing if they are in one tuple."""
    if (
        isinstance(tree, Type)
        or tree is None
        or isinstance(tree, tuple)
        and all(isinstance(t, Type) for t in tree)
    ):
        return ""
    return f"(lambda found: ({', '.join(places_of_leaves(tree, 'found'))},))"


def places_of_leaves(tree: Any, text: str) -> Iterator[str]:
    if isinstance(tree, Type):
        yield text
    elif tree is not None:
        for key, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from places_of_leaves(item, f"{text}[{key!r}]")


# -- which function ----------------------------------------------------------------------------------------------------


def host_function(interp: Interpreter, function: Any) -> tuple[Callable, str]:
    """A function that Python can call, and how it is written."""
    if isinstance(function, Closure):
        return made_on_host(interp, function), function.name if function.name.isidentifier() else "callback"
    if isinstance(function, Partial) and not contains_dynamic([*function.args, *function.kwargs.values()]):
        inner, written = host_function(interp, function.function)
        fixed = [interp.static_argument(a, written) for a in function.args]
        return functools.partial(
            inner, *fixed, **{k: interp.static_argument(v, written) for k, v in function.kwargs.items()}
        ), written
    if isinstance(function, Bound) and isinstance(function.self, External):
        return types.MethodType(function.function, function.self.identity), function.function.__name__
    if isinstance(function, HostMethod) and isinstance(function.self, External):
        function = getattr(function.self.identity, function.name)
    if isinstance(function, External):
        function = function.identity
    if not callable(function):
        raise CompileError(
            f"{describe(function)} can't be called on the host",
            "pass a function that was defined outside of the compiled function",
        )
    return function, written_name(function)


def made_on_host(interp: Interpreter, closure: Closure) -> types.FunctionType:
    """The function that Python would make of a def or lambda in compiled code. What it takes from around it must be
    known."""
    outer: Frame = closure.frame
    while outer.host is None and outer.outer is not None:
        outer = outer.outer
    host = outer.host
    code = next(
        (
            c
            for c in codes(host.__code__)
            if c.co_name == closure.name and c.co_firstlineno == getattr(closure.node, "lineno", 0)
        ),
        None,
    )
    if code is None:
        raise CompileError(f"the function {closure.name} can't be called on the host", "define it outside")
    cells = [types.CellType(captured_value(interp, closure, name)) for name in code.co_freevars]
    defaults = tuple([interp.static_argument(d, closure.name) for d in closure.defaults])
    return types.FunctionType(code, host.__globals__, closure.name, defaults or None, tuple(cells))


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const
            yield from codes(const)


def captured_value(interp: Interpreter, closure: Closure, name: str) -> Any:
    owner = closure.frame.owner(name)
    value = (
        interp.read(owner.variables[name], name)
        if owner is not None
        else interp.outside.name(interp, closure.frame, name)
    )
    if contains_dynamic(value):
        raise CompileError(
            f"{name} is computed, and a function on the host can't see it", "pass it as an argument"
        )
    return interp.static_argument(value, name)


def bind_host(interp: Interpreter, host: Any, args: list, kwargs: dict) -> Any:
    """A call of what recto.host made."""
    for name in ("function", "result"):
        interp.outside.guard(Path(("argument", host), (("attribute", name),)), getattr(host, name))
    return call_declared(interp, host.function, host.result, args, kwargs, host.pure, host.vectorized)


def bind_pure_callback(
    interp: Interpreter,
    callback: Any,
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    vmap_method: Any = None,
    vectorized: Any = None,
    **kwargs: Any,
) -> Any:
    together = bool(vectorized) or vmap_method in ("expand_dims", "broadcast_all")
    return call_declared(interp, callback, result_shape_dtypes, list(args), kwargs, True, together)


def bind_io_callback(
    interp: Interpreter,
    callback: Any,
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    ordered: Any = False,
    **kwargs: Any,
) -> Any:
    return call_declared(interp, callback, result_shape_dtypes, list(args), kwargs)


def bind_debug_callback(
    interp: Interpreter,
    callback: Any,
    *args: Any,
    ordered: Any = False,
    partitioned: Any = False,
    **kwargs: Any,
) -> None:
    call_declared(interp, callback, None, list(args), kwargs)


def bind_breakpoint(interp: Interpreter) -> None:
    """The debugger, with the variables of the function as they are."""
    frame = interp.calls[-1]
    found = {
        name: value
        for name, value in frame.variables.items()
        if name.isidentifier() and isinstance(value, (Sym, Array, bool, int, float, complex, str, np.generic))
    }
    call_declared(interp, stop_here, None, [], found)


def stop_here(**variables: Any) -> None:
    """A frame whose variables are those of the compiled function."""
    exec(compile("stop()\npass\n", "<compiled function>", "exec"), {"stop": sys.breakpointhook}, variables)
