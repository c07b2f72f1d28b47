"""Options of a compiled function: static and donated arguments, a device, shardings."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from recto import runtime
from recto.runtime import Array, pytree
from recto.transform.core.spelling import did_you_mean

from .._convention.arguments import Entered


@dataclasses.dataclass(frozen=True)
class Options:
    static_argnums: tuple[int, ...] = ()
    static_argnames: tuple[str, ...] = ()
    donate_argnums: tuple[int, ...] = ()
    inline: bool = False
    device: Any = None
    shardings: tuple | None = None  # in_shardings, out_shardings
    parallel: Any = None  # of pmap

    def __reduce__(self) -> tuple:
        """With the platform and number of the device: devices do not pickle."""
        values = [getattr(self, f.name) for f in dataclasses.fields(self)]
        return with_device, (
            None if self.device is None else runtime.address_of(self.device),
            *values[:4],
            *values[5:],
        )


def with_device(device: tuple[str, int] | None, *options: Any) -> Options:
    found = None if device is None else runtime.device_at(*device)
    return Options(*options[:4], found, *options[4:])


def on_device(device: Any, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """The arguments with their arrays and numbers on a device. (What is written back is, to the originals.)"""

    def move(x: Any) -> Any:
        if isinstance(x, Array):
            return x if x.device == device else runtime.device_put(x, device)
        if isinstance(x, (bool, int, float, complex, np.generic, np.ndarray)):
            return Array(runtime.put(np.asarray(x), device, weak=type(x) in (bool, int, float, complex)))
        return x

    return pytree.map(move, (args, kwargs))


def donated_leaves(argnums: Sequence[int], entered: Entered, shift: int) -> tuple[int, ...]:
    """Positions of the parameters that stem from donated arguments."""
    if not argnums:
        return ()
    counts = [len(pytree.leaves(a)) for a in entered.args]
    starts = np.cumsum([0, *counts])
    return tuple(shift + k for n in argnums for k in range(starts[n], starts[n + 1]))


def parameters_of(function: Callable) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except Exception:  # there is none, or an object of the user's raises where it is looked at
        return []


def check_options(function: Any, options: Options) -> None:
    """Raises ValueError for arguments that the function does not have."""
    try:
        parameters = inspect.signature(function.__wrapped__).parameters
    except Exception:
        return
    kinds, count = {p.kind for p in parameters.values()}, len(function.parameter_names)
    numbers = (
        ()
        if inspect.Parameter.VAR_POSITIONAL in kinds
        else (*options.static_argnums, *options.donate_argnums)
    )
    for n in numbers:
        if not -count <= n < count:
            raise ValueError(f"{function.__name__} has no argument number {n}: it takes {count}")
    for name in options.static_argnames if inspect.Parameter.VAR_KEYWORD not in kinds else ():
        if name not in parameters:
            meant = did_you_mean(name, parameters)
            raise ValueError(f"{function.__name__} has no argument {name!r}{meant and ': ' + meant}")


def all_static(function: Any, options: Options) -> tuple[int, ...]:
    """Static positions: those named by number and those named by name."""
    check_options(function, options)
    names = function.parameter_names
    by_name = [names.index(n) for n in options.static_argnames if n in names]
    dispatch_on_count = [n % len(names) if n < 0 and names else n for n in options.static_argnums]
    return tuple(sorted({*dispatch_on_count, *by_name}))
