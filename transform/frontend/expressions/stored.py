"""Stores into integer arrays: check that a number fits, and raise NumPy's error before anything changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import is_complex, is_float, is_integer, short_name
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ...ir.unions import as_number
from ...library import find_host
from ...library.core.python_numbers import integer_in, own_integer
from ...primitives import select
from ..bounded.extents import array_under
from ..interpreter import Interpreter, operation
from ..state.values import Array, External
from .containers import plain
from .union_types import depends_on_path


def cast_augmenting_integer(interp: Interpreter, owner: Any, value: Any) -> Any:
    """A Python integer in the dtype of the array that it is about to change: if it does not fit, nothing is changed."""
    array = array_under(owner)
    if not (isinstance(array, Array) and array.dtype.kind in "iu" and type(value) is Sym) or value.is_const:
        return value
    return integer_as(interp, value, array.dtype)


def integer_as(interp: Interpreter, value: Sym, dtype: np.dtype) -> Sym:
    number = as_number(value)
    return convert(interp.sym(number), dtype) if number.weak and number.dtype.kind == "i" else value


@operation
def cast_stored(interp: Interpreter, owner: Any, value: Any, basic: bool = True) -> Any:
    """A number, or a list of numbers, in the dtype of the integer array in which it is about to be stored; it raises if
    it does not fit.

    NumPy stores int(value) of Python's numbers, and of its own where the index is `basic` and the integers have a sign.
    Otherwise it casts its own. (Arrays without axes are cast.)
    """
    array = array_under(owner)
    if not (isinstance(array, Array) and is_integer(array.dtype)):
        return value
    if isinstance(plain(interp, value), (list, tuple)):
        return items_in(interp, value, array.dtype)
    return number_in(interp, value, array.dtype, basic)


def number_in(interp: Interpreter, value: Any, dtype: np.dtype, own: bool) -> Any:
    """A number as it is stored in integers; `own`: NumPy's have to fit, too, if these have a sign."""
    if isinstance(value.unread if isinstance(value, External) else value, np.generic):
        value = interp.sym(value)
    if type(value) is Sym and is_complex(value.dtype):
        return value  # (refused)
    if type(value) is not float and not (type(value) is Sym and has_to_fit(value, dtype, own)):
        return value
    if type(value) is float or is_float(value.dtype):
        return integer_in(interp.sym(value), dtype)
    if value.is_const and not np.can_cast(value.dtype, dtype):
        known, limits = value.value.item(), np.iinfo(dtype)
        if not limits.min <= known <= limits.max:
            raise CompileError(f"Python integer {known} out of bounds for {dtype.name}", kind=OverflowError)
        return convert(value, dtype)
    if not value.weak and not np.can_cast(value.dtype, dtype):
        value = own_integer(interp.sym(value), dtype)
    return value if value.is_const else integer_as(interp, value, dtype)


def has_to_fit(value: Sym, dtype: np.dtype, own: bool) -> bool:
    """Whether NumPy raises if this number does not fit, and does not cast it.

    Raises:
        CompileError: that depends on the path.
    """
    types = value.members or value.union or [value.type]
    if own and dtype.kind == "i" or all(t.weak for t in types):
        return True
    some = any(t.weak for t in types)
    # (or not defined)
    alike = lambda t: np.can_cast(t.dtype, dtype) or is_float(t.dtype) and dtype.itemsize == 8
    if some and not all(t.weak or alike(t) for t in types):
        raise depends_on_path(value, f"a conversion to {dtype.name}")
    return some


def items_in(interp: Interpreter, value: Any, dtype: np.dtype) -> Any:
    """The numbers of a list, and of lists in it, as an array of integers stores them: each as an element."""
    value = plain(interp, value)
    if isinstance(value, (list, tuple)):
        return [items_in(interp, v, dtype) for v in value]
    if isinstance(value, External):
        value = interp.sym(value)
    if type(value) is int:
        return convert(interp.sym(value), dtype)
    value = interp.sym(value) if isinstance(value, np.generic) else value
    return (
        value if isinstance(value, Sym) and is_complex(value.dtype) else number_in(interp, value, dtype, True)
    )


# -- what NumPy's functions store --------------------------------------------------------------------------------


def of_first(args: list, kwargs: dict) -> Any:
    return args[0].dtype if isinstance(args[0], Array) else None


def of_argument(args: list, kwargs: dict) -> Any:
    return args[1] if len(args) > 1 else kwargs.get("dtype")


class Stored(NamedTuple):
    """The argument of a function that is converted by np.array(…, dtype), and the dtype. `element`: a number
    is stored as an element is. `each`: the items of a list are converted alone."""

    position: int
    name: str
    dtype_of: Callable[[list, dict], Any] = of_first
    element: bool = False
    each: bool = False


STORES = {
    np.array: Stored(0, "object", of_argument),
    np.asarray: Stored(0, "a", of_argument),
    np.asanyarray: Stored(0, "a", of_argument),
    np.ascontiguousarray: Stored(0, "a", of_argument),
    np.asfortranarray: Stored(0, "a", of_argument),
    np.put: Stored(2, "v"),
    np.place: Stored(2, "vals"),
    np.putmask: Stored(2, "values"),
    np.insert: Stored(2, "values"),
    np.put_along_axis: Stored(2, "values"),
    np.fill_diagonal: Stored(1, "val"),
    np.piecewise: Stored(2, "funclist", each=True),
    np.max: Stored(4, "initial", element=True),
    np.min: Stored(4, "initial", element=True),
    **{
        t: Stored(0, "value", lambda args, kwargs, t=t: t)
        for t in np.sctypeDict.values()
        if issubclass(t, np.integer)
    },
}
STORING = {
    host.function: how for function, how in STORES.items() if (host := find_host(function)) is not None
}
# they cast no arrays but safely
SAFELY = {find_host(function).function for function in (np.place, np.putmask)}


def check_safe(value: Any, dtype: np.dtype) -> None:
    if isinstance(value, Array) and not np.can_cast(value.dtype, dtype):
        raise CompileError(
            f"Cannot cast array data from {short_name(value.dtype)} to {short_name(dtype)} according to "
            "the rule 'safe'",
            f"convert it first: .astype({dtype.name!r})",
            kind=TypeError,
        )


def as_stored(interp: Interpreter, host: Any, args: list, kwargs: dict) -> tuple[list, dict]:
    """The arguments of a function of the table that stores one of them in integers: the numbers in a list fit, and so
    does a number of Python's."""
    how = STORING[host.function]
    dtype = how.dtype_of(args, kwargs) if args else None
    if host.function in SAFELY and dtype is not None:
        check_safe(args[how.position] if len(args) > how.position else kwargs.get(how.name), dtype)
    if dtype is None or not isinstance(dtype, (type, str, np.dtype)) or not is_integer(np.dtype(dtype)):
        return args, kwargs
    fit = lambda v: argument_in(interp, v, np.dtype(dtype), how)
    args = [fit(v) if k == how.position else v for k, v in enumerate(args)]
    return args, {k: fit(v) if k == how.name else v for k, v in kwargs.items()}


def argument_in(interp: Interpreter, value: Any, dtype: np.dtype, how: Stored) -> Any:
    inside = plain(interp, value)
    if not isinstance(inside, (list, tuple)):
        return number_in(interp, value, dtype, how.element)
    one = how._replace(each=False)
    return (
        [argument_in(interp, v, dtype, one) for v in inside] if how.each else items_in(interp, value, dtype)
    )


# -- exceptions on the way ---------------------------------------------------------------------------------------


def unless_raised(interp: Interpreter, before: Any, new: Sym, old: Sym) -> Sym:
    """The new content; the old one if the call has failed since the register of errors was `before`."""
    found = interp.registers["error"]
    if found is before or not isinstance(found, Sym):
        return new
    return select(broadcast_to(interp.sym(found) == 0, new.shape), new, old)


@operation
def unchanged_if_raised(interp: Interpreter, array: Array, before: Any, change: Callable[[], Any]) -> Any:
    """A change of an array, and what it gives; no change if the call has failed since the register of errors was
    `before`."""
    old = interp.content(array)
    given = change()
    if interp.registers["error"] is not before:
        interp.overwrite(array, unless_raised(interp, before, interp.content(array), old))
    return given
