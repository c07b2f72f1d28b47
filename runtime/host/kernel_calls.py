"""Python functions called from native kernels.

A kernel calls `recto_host_call(number, places, message)`: the number that the process has for the function, an array of
the addresses of operands and results, and room for the text of an exception. It gives 0; or 2, and the text has the
ticket of the exception (callbacks.py).
"""

import ctypes
import functools
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import numpy as np

from .._xla import Aval
from .callbacks import Site, Ticket, check_results

RAISED = 2  # what a call gives after an exception
LONGEST_TEXT = 511  # bytes of it that a kernel has room for
SYMBOL = "recto_host_call"


class Hosted(Protocol):
    """A function of arrays that gives a tuple of arrays, with their types."""

    function: Callable[..., tuple[Any, ...]]
    operands: Sequence[Any]
    results: Sequence[Any]


class HostedFunction:
    """A function that kernels call, for as long as their executable holds it."""

    def __init__(self, hosted: Hosted):
        avals = lambda types: tuple([Aval(t.shape, t.dtype) for t in types])
        site = Site(avals(hosted.operands), avals(hosted.results))
        self.function = check_results(hosted.function, site)
        self.operands = [View(aval) for aval in site.operands if aval is not None]
        self.results = [View(aval) for aval in site.results if aval is not None]
        self.places = ctypes.c_void_p * (len(self.operands) + len(self.results))

    def __call__(self, places: int) -> None:
        addresses = self.places.from_address(places)
        given = [view.at(address) for view, address in zip(self.operands, addresses)]
        for array in given:
            array.flags.writeable = False
        made = self.function(*given)
        for view, address, value in zip(self.results, addresses[len(given) :], made):
            view.at(address)[...] = value


class View:
    """An array of this type in memory."""

    def __init__(self, aval: Aval):
        self.dtype, self.shape = aval.dtype, aval.shape
        self.bytes = ctypes.c_char * (int(np.prod(aval.shape)) * aval.dtype.itemsize)

    def at(self, address: Any) -> np.ndarray:
        return np.ndarray(self.shape, self.dtype, cast(Any, self.bytes.from_address(address)))


_functions: weakref.WeakValueDictionary[int, HostedFunction] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def keep(hosted: Mapping[int, Hosted]) -> tuple[HostedFunction, ...]:
    """Functions that kernels may call by these numbers, for as long as what is returned is held."""
    made = {number: HostedFunction(h) for number, h in hosted.items()}
    with _lock:
        _functions.update(made)
    return tuple(made.values())


@functools.cache
def address() -> int:
    """The address of `recto_host_call`."""
    return ctypes.cast(_entry, ctypes.c_void_p).value or 0


def _called(number: int, places: int, message: int) -> int:
    try:
        _functions[number](places)
    except Ticket as ticket:
        text = str(ticket).encode()[:LONGEST_TEXT]
        ctypes.memmove(message, text + b"\0", len(text) + 1)
        return RAISED
    return 0


_entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(_called)
