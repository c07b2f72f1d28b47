"""The implementations of `Array`'s operators: a table that the facade fills; NumPy on the host by default.

`functions` maps a NumPy function or ufunc (`np.sum`, `np.add`) or a name ("getitem", "setitem", "astype",
"at_set" ...) to a function of `Array`s with the arguments of the key. It may return NotImplemented, "not with
these arguments". What the table does not do, NumPy does on the host, and the result becomes an `Array` of
exactly NumPy's dtype.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..device import buffers
from .boxed import Boxed, small

functions: dict[Any, Callable] = {}


def install(table: Mapping[Any, Callable]) -> None:
    """Add to (or replace in) the table of computations."""
    functions.update(table)


def call(kind: type[Boxed], key: Any, /, *args: Any, on_host: Callable | None = None, **kwargs: Any) -> Any:
    """`key(*args, **kwargs)` by the table, else by `on_host` (default: the key itself) on NumPy values."""
    if (function := functions.get(key)) is not None:
        result = function(*args, **kwargs)
        if result is not NotImplemented:
            return result
    return compute(kind, on_host or key, args, kwargs)


def compute(kind: type[Boxed], function: Callable, args: tuple, kwargs: dict) -> Any:
    """By NumPy. Results become `kind`; an `out=` argument is written to (rebound) and returned."""
    if kwargs.get("out") is not None:
        return _compute_into(function, args, kwargs)
    args, kwargs = tuple([unwrap(value) for value in args]), unwrap(kwargs) if kwargs else kwargs
    return wrap(kind, function(*args, **kwargs), type(function) is np.ufunc)


def _compute_into(function: Callable, args: tuple, kwargs: dict) -> Any:
    out = kwargs["out"]
    targets = out if isinstance(out, tuple) else (out,)
    drafts = tuple(map(_draft, targets))
    function(*unwrap(args), **{**unwrap(kwargs), "out": drafts if isinstance(out, tuple) else drafts[0]})
    for target, draft in zip(targets, drafts):
        if isinstance(target, Boxed):
            rebind(target, draft)
    return targets[0] if len(targets) == 1 else out


def _draft(target: Any) -> Any:
    return np.array(target.read()) if isinstance(target, Boxed) else target


def mutate(target: Boxed, function: Callable, /, *args: Any, **kwargs: Any) -> Any:
    """`function(draft, ...)`, which writes into a host copy of the target; then the target is rebound to the
    copy.
    """
    draft = _draft(target)
    result = function(draft, *unwrap(args), **unwrap(kwargs))
    rebind(target, draft)
    return result


def rebind(target: Boxed, value: np.ndarray) -> None:
    if target.is_on_host():
        target.become(wrap(type(target), value))
    else:
        target.become(type(target)(buffers.put(value, buffers.place_of(target.buf))))


def unwrap(value: Any) -> Any:
    """Every `Array` in nested tuples, lists, dicts and slices as a NumPy value. A weak scalar is a Python
    number.
    """
    if isinstance(value, Boxed):
        return value_of(value)
    if isinstance(value, (tuple, list)):
        return _rebuild(value, map(unwrap, value))
    if isinstance(value, dict):
        return {key: unwrap(item) for key, item in value.items()}
    if isinstance(value, slice):
        return slice(unwrap(value.start), unwrap(value.stop), unwrap(value.step))
    return value


def value_of(array: Boxed) -> Any:
    seen = array.seen
    if seen is not None:
        return seen
    value = array.read()
    return value.item() if value.ndim == 0 and array.buf.aval.weak_type else value


def wrap(kind: type[Boxed], value: Any, fresh: bool = False) -> Any:
    """NumPy arrays and scalars that a device can hold as `kind`, also inside tuples and lists; the rest as it
    is. `fresh`: nobody else has arrays that own their memory.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        if (boxed := small(kind, value, fresh)) is not None:
            return boxed
        return kind(buffers.put(value)) if buffers.is_supported(value.dtype) else value
    if isinstance(value, (tuple, list)):
        return _rebuild(value, (wrap(kind, item) for item in value))
    return value


def _rebuild(like: tuple | list, items: Any) -> Any:
    """A tuple, namedtuple or list of the items, as `like` is."""
    return type(like)._make(items) if hasattr(like, "_make") else type(like)(items)
