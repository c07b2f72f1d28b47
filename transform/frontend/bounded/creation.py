"""Create arrays of a computed size: np.zeros(n), np.arange(lo, hi), np.linspace(a, b, n). The data have the
size of the upper bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_integer, kind
from ...core.errors import CompileError, NeedsStatic, RaisesWhenReached
from ...ir.builder import Sym, arithmetic as primitive
from ..interpreter import Interpreter
from ..state.integer_facts import facts_of, interval, only_arguments
from ..state.values import Array, DynamicText, External, Instance
from .assumed_sizes import assume_size
from .extents import BoundedExtent, BoundedArray, larger, make, not_below
from .functions import arithmetic, name_of, run

LARGEST = 1 << 40
SHAPED = (np.zeros, np.ones, np.empty, np.full)
SQUARE = (np.eye, np.identity, np.tri)
BOUND = "mark the arguments it comes from as static (static_argnames), or give an upper bound: recto.bound(n, 1000)"


def sizes_of(function: Any, args: list, kwargs: dict) -> list[Any]:
    """The arguments that determine the size of the result."""
    if function in SHAPED:
        shape = kwargs.get("shape", args[0] if args else ())
        return list(shape) if isinstance(shape, (list, tuple)) else [shape]
    if function in SQUARE or function is np.arange:
        return [*args, *(v for k, v in kwargs.items() if k in ("start", "stop", "step", "N", "M", "n"))]
    return [kwargs.get("num", args[2] if len(args) > 2 else 50)] if function is np.linspace else []


def has_computed_size(function: Any, args: list, kwargs: dict) -> bool:
    """Whether it makes an array whose size is an integer that is neither static nor computed from arguments
    alone. (The bounds of np.arange may be floats.)"""
    if function not in RULES:
        return False
    sizes = [s for s in sizes_of(function, args, kwargs) if isinstance(s, Sym) and not s.is_const]
    kinds = "iuf" if function is np.arange else "iu"
    whole = all(not s.shape and kind(s.dtype) in kinds for s in sizes)
    return bool(sizes) and whole and not only_arguments(sizes)


def create(interp: Interpreter, function: Any, args: list, kwargs: dict) -> Any:
    try:
        return RULES[function](interp, function, *args, **kwargs)
    except TypeError as error:
        if "argument" in str(error):
            raise CompileError(f"these arguments of {name_of(function)} with a computed size") from error
        raise


def capacity(interp: Interpreter, n: Any, what: str) -> tuple[int, Any]:
    """The most that a size can be, and the size; a ValueError at the end of the call where it is negative."""
    if not isinstance(n, Sym) or n.is_const:
        n = int(interp.static(n, what))
        return n, n
    most = interval(n)[1]
    if most is None or most > LARGEST:
        error = NeedsStatic(f"{what} is dynamic, and has no known upper bound", n.origins, BOUND)
        if n.origins is not None:
            raise error
        most, size = assume_size(interp, n, error)
        if most < 0 and what.startswith("the size"):
            raise RaisesWhenReached("negative dimensions are not allowed", ValueError)
        return max(0, most), size
    return max(0, most), n


def check_size(interp: Interpreter, n: Any, message: str) -> Any:
    if not_below(interp, n, 0):
        return n
    interp.fail_if(interp.sym(interp.compare("Lt", n, 0)), ValueError, (message,))
    return larger(interp, n, 0)


def create_bounded(interp: Interpreter, function: Any, shape: Any, *args: Any, **kwargs: Any) -> Any:
    sizes = shape if isinstance(shape, (list, tuple)) else [shape]
    found = [capacity(interp, n, f"the size in {name_of(function)}") for n in sizes]
    ends = [check_size(interp, n, "negative dimensions are not allowed") for _, n in found]
    whole = tuple(most for most, _ in found)
    data = run(interp, np.zeros if function is np.empty else function, whole, *args, **kwargs)
    extents = {k: BoundedExtent(most, 0, n) for k, ((most, _), n) in enumerate(zip(found, ends))}
    return make(interp, data, extents, safe=True, zeroed=function in (np.zeros, np.empty))


def square(
    interp: Interpreter, function: Any, N: Any, M: Any = None, k: Any = 0, dtype: Any = float, n: Any = None
) -> Any:
    if function is np.identity:
        M, dtype = None, M if M is not None else dtype
    found = [capacity(interp, s, f"the size in {name_of(function)}") for s in (N, N if M is None else M)]
    ends = [larger(interp, s, 0) for _, s in found]
    rows, columns = (most for most, _ in found)
    data = run(interp, np.tri if function is np.tri else np.eye, rows, columns, k, dtype=dtype)
    return make(
        interp, data, {a: BoundedExtent(m, 0, s) for a, ((m, _), s) in enumerate(zip(found, ends))}, safe=True
    )


def arange(
    interp: Interpreter, function: Any, start: Any, stop: Any = None, step: Any = 1, dtype: Any = None
) -> Any:
    """start + step * (0 1 2 …)"""
    start, stop = (0, start) if stop is None else (start, stop)
    if any(not is_whole(v) for v in (start, stop, step)):
        return arange_of_floats(interp, start, stop, step, dtype)
    step = int(interp.static(step, "the step of np.arange"))
    if not step:
        raise CompileError("ZeroDivisionError: division by zero")
    gap = arithmetic(interp, "Sub", stop, start) if step > 0 else arithmetic(interp, "Sub", start, stop)
    size = abs(step)
    n = gap if size == 1 else arithmetic(interp, "FloorDiv", arithmetic(interp, "Add", gap, size - 1), size)
    most, n = capacity(interp, n, "the length of np.arange")
    line = run(interp, np.arange, most)
    places = arithmetic(interp, "Add", arithmetic(interp, "Mult", line, step) if step != 1 else line, start)
    wanted = canonical(np.int64) if dtype is None else dtype
    data = places if places.dtype == wanted else run(interp, np.asarray, places, dtype=wanted)
    return make(interp, data, {0: BoundedExtent(most, 0, larger(interp, n, 0))}, safe=True)


def arange_of_floats(interp: Interpreter, start: Any, stop: Any, step: Any, dtype: Any) -> Any:
    """start + k * step, as many as the quotient rounded up. (NumPy takes the first two numbers, and goes on with their
    difference.)"""
    zero = interp.compare("Eq", step, 0)
    if isinstance(zero, Sym):
        interp.fail_if(interp.sym(zero), ZeroDivisionError, ("division by zero",))
        step = interp.item(interp.call_host(np.where, [zero, one_like(step), step], {}))
    elif zero:
        raise CompileError("ZeroDivisionError: division by zero")
    quotient = arithmetic(interp, "Div", arithmetic(interp, "Sub", stop, start), step)
    most, n = capacity(interp, interp.call(math.ceil, [quotient], {}), "the length of np.arange")
    second = arithmetic(interp, "Add", start, step)
    found = canonical(np.arange(*map(one_like, (start, stop, step)), dtype=dtype).dtype)
    line, first, second = (
        run(interp, np.asarray, v, dtype=found) for v in (run(interp, np.arange, most), start, second)
    )
    data = arithmetic(
        interp, "Add", arithmetic(interp, "Mult", line, arithmetic(interp, "Sub", second, first)), first
    )
    return make(interp, data, {0: BoundedExtent(most, 0, larger(interp, n, 0))}, safe=True)


def one_like(value: Any) -> Any:
    """1 in the class of a number, Python's or NumPy's."""
    if isinstance(value, Sym) and not value.weak:
        return value.dtype.type(1)
    return {"i": 1, "b": 1, "f": 1.0}[kind(value.dtype)] if isinstance(value, Sym) else type(value)(1)


def is_whole(value: Any) -> bool:
    if isinstance(value, (Sym, Array)):
        return is_integer(value.dtype) and not value.shape
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def linspace(
    interp: Interpreter,
    function: Any,
    start: Any,
    stop: Any,
    num: Any,
    endpoint: Any = True,
    dtype: Any = None,
) -> Any:
    most, n = capacity(interp, num, "the length of np.linspace")
    n = check_size(interp, n, "Number of samples must be non-negative.")
    parts = arithmetic(interp, "Sub", n, 1) if interp.static(endpoint, "endpoint of np.linspace") else n
    step = arithmetic(interp, "Div", arithmetic(interp, "Sub", stop, start), larger(interp, parts, 1))
    line = run(interp, np.arange, most)
    data = arithmetic(interp, "Add", arithmetic(interp, "Mult", line, step), start)
    if endpoint:
        last = run(interp, np.logical_and, interp.compare("Eq", line, parts), interp.compare("Gt", parts, 0))
        data = run(interp, np.where, last, stop, data)
    data = run(interp, np.asarray, data, dtype=dtype) if dtype is not None else data
    return make(interp, data, {0: BoundedExtent(most, 0, n)})


RULES: dict[Any, Callable] = {
    **dict.fromkeys(SHAPED, create_bounded),
    **dict.fromkeys(SQUARE, square),
    np.arange: arange,
    np.linspace: linspace,
}


# -- recto.bound ---------------------------------------------------------------------------------------------------


def bind_bound(interp: Interpreter, n: Any, most: Any) -> Any:
    """recto.bound(n, most) in compiled code: n, of which it is known how large it can be, and checked."""
    most = int(interp.static(most, "the bound of recto.bound"))
    if isinstance(n, (list, Instance, External)) and not isinstance(n, BoundedArray):
        return interp.bound_list(n, most)
    n = interp.wrap(interp.sym(n)) if isinstance(n, Array) else n
    if not is_whole(n):
        raise CompileError("TypeError: recto.bound takes an integer", "convert it with int(…)")
    if not isinstance(n, Sym) or n.is_const:
        if int(interp.static(n, "n")) > most:
            raise CompileError(f"ValueError: {n} is more than its bound {most}")
        return n
    text = DynamicText([(n, "", ""), f" is more than its bound {most}"])
    interp.fail_if(interp.sym(interp.compare("Gt", n, most)), ValueError, interp.payload((text,), True))
    value = interp.sym(n)
    held = interp.wrap(least(interp, value, most))
    facts = facts_of(n)
    interp.builder.site.facts[held.atom.name] = facts._replace(
        sources=None,
        hi=most if facts.hi is None else min(most, facts.hi),
        terms=((held.atom.name, 1),),
        const=0,
    )
    return held


def least(interp: Interpreter, value: Sym, most: int) -> Sym:
    return primitive("minimum", value, interp.builder.lift(np.asarray(most, value.dtype)))
