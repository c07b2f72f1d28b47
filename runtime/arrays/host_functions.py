"""The implementations of `Array`'s operators: NumPy on the host, or compiled functions where an operand lies elsewhere.

Results of arrays that lie on another device than the default one stay there, as those of compiled functions do. What
compiled functions don't know, NumPy computes, and the result is put there.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .. import _xla
from ..device import buffers
from ..device.client import current_device, has_other_devices, platform_of
from .boxed import SMALL, Boxed, small


def namespace() -> Any:
    """recto.numpy, the functions of arrays: loaded when it is asked for, since it stands above this folder."""
    return importlib.import_module("recto.numpy")


def call(
    kind: type[Boxed], key: Any, /, *args: Any, on_host: Callable[..., Any] | None = None, **kwargs: Any
) -> Any:
    """`key(*args, **kwargs)`; `key`: a function of NumPy's, or a name ("getitem" …) of what `on_host` computes."""
    if has_other_devices() and (place := place_elsewhere((*args, *kwargs.values()))) is not None:
        return compute_there(kind, key, on_host or key, args, kwargs, place)
    return compute(kind, on_host or key, args, kwargs)


def place_elsewhere(values: Iterable[Any]) -> Any:
    """The device of arrays that NumPy does not compute with; None if there are none, or if they are on several."""
    arrays = [array for array in boxes_in(values) if array.is_placed()]
    places = {place_of(array) for array in arrays}
    place = places.pop() if len(places) == 1 else None
    return place if place is not None and any(not is_numpys(array, place) for array in arrays) else None


def boxes_in(values: Iterable[Any]) -> Iterator[Boxed]:
    for value in values:
        if isinstance(value, Boxed):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from boxes_in(value)


def place_of(array: Boxed) -> Any:
    """The device of an array with a buffer; None for one in parts on several devices, which NumPy gathers."""
    devices = _xla.devices_of(array.buf if array.held is None else array.held)
    return devices[0] if len(devices) == 1 else None


def is_numpys(array: Boxed, device: Any) -> bool:
    """Whether NumPy computes with an array on this device. With those on the default one, if that is a CPU,
    or if they are small."""
    wanted = current_device()
    if device.id != wanted.id or (platform := platform_of(device)) != platform_of(wanted):
        return False
    return platform == "cpu" or array.nbytes <= SMALL


def compute_there(
    kind: type[Boxed],
    key: Any,
    on_host: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[Any, Any],
    place: Any,
) -> Any:
    """Call the compiled function of this name, or NumPy's if there is none. Results are moved to the
    place."""
    name = getattr(key, "__name__", "")
    if kwargs.get("out") is None and name and getattr(np, name, None) is key:
        if (function := getattr(namespace(), name, None)) is not None:
            return function(*args, **kwargs)
    return put_there(kind, compute(kind, on_host, args, kwargs), place)


def put_there(kind: type[Boxed], result: Any, place: Any) -> Any:
    """The arrays in a result, at a place."""
    if type(result) is kind:
        return kind(buffers.put(result.read(), place))
    if isinstance(result, (tuple, list)):
        return _rebuild(result, [put_there(kind, item, place) for item in result])
    return result


def compute(
    kind: type[Boxed], function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[Any, Any]
) -> Any:
    """Call NumPy's function. Results become `kind`; an `out=` argument is written (rebound) and returned."""
    if kwargs.get("out") is not None:
        return _compute_into(function, args, kwargs)
    args, kwargs = tuple([unwrap(value) for value in args]), unwrap(kwargs) if kwargs else kwargs
    return wrap(kind, function(*args, **kwargs), type(function) is np.ufunc)


def _compute_into(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[Any, Any]) -> Any:
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


def mutate(target: Boxed, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
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


def _rebuild(like: tuple[Any, ...] | list[Any], items: Any) -> Any:
    """A tuple, namedtuple or list of the items, as `like` is."""
    return type(like)._make(items) if hasattr(like, "_make") else type(like)(items)
