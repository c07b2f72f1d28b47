"""The table of composites: host functions (NumPy's, math's, Python's) and their meaning in terms of
primitives.

    @implements(np.clip)
    def clip(a, a_min=None, a_max=None): …

The implementation has the host function's signature. Dynamic arguments arrive as Syms (or, in rules and tests, as NumPy
arrays), static ones as the Python values they are: numbers, strings, None, dtypes, shapes, tuples or lists of these.
Host functions which we must not import (SciPy's) are entered by name: `implements("scipy.special.expit")`.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any
from ...core.errors import CompileError, NeedsStatic, must_be_known
from ...core.spelling import did_you_mean
from ...ir.builder import TABLE, Sym

HOST: dict[Any, "Host"] = {}  # host function -> how it is compiled
HOST_BY_NAME: dict[str, "Host"] = {}  # "scipy.special.expit" -> likewise, of modules that we do not import
BY_LAST_NAME: dict[str, list[str]] = {}  # "expit" -> the full names that end so
METHODS: dict[str, "Host"] = {}  # name of an array method -> likewise; the array is the first argument
ATTRIBUTES: dict[str, "Host"] = {}  # name of an array attribute -> likewise
REFUSED: dict[Any, str] = {}  # host function -> why it is not supported
PLAIN = frozenset([bool, int, float, str, type(None)])  # surely static arguments


@dataclasses.dataclass(frozen=True)
class Host:
    """An entry of the library: the implementation of a host function, and its properties.

    array     the result is an array also if it has no axes; of other functions such a result is a NumPy number. "like":
              unless the first argument is a NumPy number
    static    parameters that must be static (an axis, a shape, a dtype): a dynamic value there raises NeedsStatic
    builder   the implementation is given the builder as keyword `builder`: functions that make arrays from nothing
    view      the result is a view of the first argument: view(base, new, *args, **kwargs) gives the base with the
              view's content replaced by `new`. A string: why NumPy refuses writes to it (broadcast_to, diagonal)
    operand   operand(*args) is the position of the argument that the result is a view of, if that is not the first
    when      when(*args, **kwargs) is false: with these arguments the result is a copy (np.asarray with a dtype)
    layout    where the result is a view of a contiguous array only: "ravel" (of any other array it is a copy),
              "reshape" (of any other it may be either), "same" (always a view, contiguous where the base is). Where it
              is the array itself unless its elements lie in another order than is asked for: the default of `order`,
              "K", "C" or "F"
    pieces    the result is a list (or tuple) of views: the rule is view(base, new, *args, piece=k, **kwargs), where k
              is the position of the written piece in the list
    each      the results are views of the arguments, one of each: those of another size can't be written, and why
    returned  a parameter: arrays among its values may be results themselves (the edges of np.histogram)
    special   the special method that Python's function calls (`__trunc__`): not all of NumPy's numbers have it
    named     a composite that people want to see by its name in generated source: it may be built as a program of its
              own and called
    ruled     the result may bring its own derivative rule
    writes    the host function changes its first argument and returns None: the implementation returns that argument's
              new value, which the front end writes back
    """

    function: Callable[..., Any]
    static: frozenset[str] = frozenset()
    builder: bool = False
    array: bool | str = False
    view: Callable[..., Any] | str | None = None
    layout: str | None = None
    operand: Callable[..., int] | None = None
    when: Callable[..., bool] | None = None
    pieces: bool = False
    each: str | None = None
    returned: str | None = None
    special: str | None = None
    writes: bool = False
    ruled: bool = False
    named: bool = False
    positions: tuple[bool, ...] = (False,)  # is a positional argument static? The last stands for the rest

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The implementation, on arguments whose static ones are proved static."""
        if True in self.positions:
            last = len(self.positions) - 1
            positions = [self.positions[min(k, last)] for k in range(len(args))]
            args = tuple([self._static(a, k) if positions[k] else a for k, a in enumerate(args)])
        if kwargs:
            kwargs = {k: self._static(v, k) if k in self.static else v for k, v in kwargs.items()}
        try:
            return self.function(*args, **kwargs)
        except TypeError:
            check_fit(self.name, self.function, args, kwargs)
            raise

    @property
    def name(self) -> str:
        """The host function's name."""
        names = (
            [getattr(f, "__name__", f) for f, host in HOST.items() if host is self]
            + [n for n, host in METHODS.items() if host is self]
            + [self.function.__name__.strip("_")]
        )
        return names[0]

    def _static(self, value: Any, place: int | str) -> Any:
        if type(value) in PLAIN:
            return value
        what: Any = place
        if isinstance(place, int):
            what = [*inspect.signature(self.function).parameters][min(place, len(self.positions) - 1)]
        try:
            return require_static(value, f"{what} of {self.name}")
        except NeedsStatic as error:
            error.place = place
            raise


def check_fit(name: str, function: Callable, args: Sequence, kwargs: dict) -> None:
    """Nothing, if the arguments fit the signature of a function; else the error is the user's."""
    signature = inspect.signature(function)
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        unknown = [key for key in kwargs if key not in signature.parameters]
        if not unknown:
            raise CompileError(f"TypeError: {name}(): {error}") from None
        raise CompileError(
            f"TypeError: {name}(): got an unexpected keyword argument {unknown[0]!r}",
            did_you_mean(unknown[0], signature.parameters) or None,
        ) from None


def make_host(function: Callable, static: tuple[str, ...] = (), **fields: Any) -> Host:
    code = inspect.unwrap(function).__code__  # inspect.signature takes a fifth of the time to import this
    names = code.co_varnames[: code.co_argcount]
    if code.co_flags & inspect.CO_VARARGS:  # *args comes last, and stands for all of them
        names += code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][:1]
    positions = [name in static for name in names]
    return Host(function, frozenset(static), positions=tuple(positions) or (False,), **fields)


def implements(
    *hosts: Any, static: tuple[str, ...] = (), method: str | tuple[str, ...] = (), **fields: Any
) -> Callable:
    """Enter an implementation into the table, for one or several host functions, and for array methods of these names.

    The fields are those of `Host`.
    """

    def enter(function: Callable) -> Callable:
        host = make_host(function, static, **fields)
        for key in dict.fromkeys(hosts):  # NumPy has aliases
            _enter(HOST_BY_NAME if isinstance(key, str) else HOST, key, host)
        for name in (method,) if isinstance(method, str) else method:
            _enter(METHODS, name, host)
        return function

    return enter


def implements_method(*names: str, **fields: Any) -> Callable:
    """Enter an implementation for array methods alone, where they differ from the function of that name."""
    return implements(method=names, **fields)


def implements_attribute(name: str, **fields: Any) -> Callable:
    def enter(function: Callable) -> Callable:
        _enter(ATTRIBUTES, name, make_host(function, **fields))
        return function

    return enter


def _enter(table: dict, key: Any, host: Host) -> None:
    if key in table:
        raise TypeError(f"{key} is implemented twice")
    table[key] = host
    if table is HOST_BY_NAME:
        BY_LAST_NAME.setdefault(key.rpartition(".")[2], []).append(key)


def refuse(reason: str, *hosts: Any, hint: str | None = None, instead: Callable | None = None) -> None:
    """Enter host functions that can't be compiled, whose use is a CompileError with this reason; instead(host): what to
    do, where some uses can."""

    def refused(*args: Any, **kwargs: Any) -> Any:
        raise CompileError(reason, hint)

    for key in hosts:
        _enter(
            HOST_BY_NAME if isinstance(key, str) else HOST, key, Host(instead(key) if instead else refused)
        )
        REFUSED[key] = reason


def find_host(function: Any) -> Host | None:
    """The entry of a host function, also of one that is entered by name; None if there is none."""
    if isinstance(type(function).__hash__, types.FunctionType):  # of a user's class, whose code is not run
        return None
    try:
        if function in HOST:
            return HOST[function]
    except TypeError:  # unhashable: no host function
        return None
    full = entered_name(function)
    return None if full is None else HOST_BY_NAME[full]


def entered_name(function: Any) -> str | None:
    """The name by which a host function is entered, of a module that is not imported here."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str):
        return None
    for full in BY_LAST_NAME.get(name, ()):
        module = sys.modules.get(full.rpartition(".")[0])
        found = getattr(module, name, None)
        if found is function or found is not None and getattr(found, "__recto_function__", None) is function:
            return full
    return None


def require_static(value: Any, what: str) -> Any:
    """The value itself, which must not be dynamic (nor hold a dynamic value)."""
    if isinstance(value, (tuple, list)):
        items = [require_static(v, what) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, Sym) and not value.is_const:
        raise must_be_known(what, f"a dynamic value {value.type}", value.origins)
    if isinstance(value, Sym):
        return value.value.item() if value.value.ndim == 0 else value.value
    return value


class Primitives:
    """The primitives by name, as printed programs have them: `prim.sin(x)`."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return TABLE[name]
        except KeyError:
            raise AttributeError(f"there is no primitive {name}") from None


prim = Primitives()
