"""Handles: integers that stand for objects of the host which compiled code passes on.

A generator of random numbers is an object with a state, which no array can hold. In a Program it is an integer; the
Python functions that the program calls (`host_call`) find the object by it. Native code finds where its state lies in a
table (`addresses`), for as long as the object is kept.

>>> import random
>>> owner = random.Random(1)
>>> object_of(handle_of(owner)) is owner
True
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from . import stream_memory


class HostObject:
    """Stands for the class of what a function of the host gave, whatever it is: compiled code only passes it on."""


MOST = 1 << 14  # objects that are kept: those that were used last
BIT_GENERATORS = ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")
HANDLED = frozenset(
    (
        ("numpy.random._generator", "Generator"),
        ("numpy.random.mtrand", "RandomState"),
        ("random", "Random"),
        *((f"numpy.random._{name.lower().removesuffix('dxsm')}", name) for name in BIT_GENERATORS),
        (__name__, "HostObject"),
    )
)

NUMBERED = 1 << 20  # handles that are in the table: those that are larger are not

_objects: OrderedDict[int, Any] = OrderedDict()
_handles: dict[int, int] = {}  # by the object's id, which is its own for as long as it is kept
_numbers = itertools.count(1)
_lock = threading.Lock()
_states: dict[int, Any] | None = None  # of generators, when they were passed last; None: nobody asks for them


def is_handled(value: Any) -> bool:
    """Whether it is an object that compiled code knows by a handle."""
    return is_handled_class(type(value))


def is_handled_class(cls: type) -> bool:
    """(By name: most processes need no numpy.random.)"""
    return (cls.__module__, cls.__qualname__) in HANDLED


def is_generator(value: Any) -> bool:
    """Whether it is a generator of random numbers."""
    return is_handled(value) and not isinstance(value, HostObject)


def handle_of(value: Any) -> np.int64:
    """The number that stands for an object."""
    with _lock:
        number = _handles.get(id(value))
        if number is None:
            number = next(_numbers)
            _objects[number], _handles[id(value)] = value, number
            while len(_objects) > MOST:
                dropped, oldest = _objects.popitem(last=False)
                del _handles[id(oldest)]
                (_states or {}).pop(dropped, None)
                if dropped < NUMBERED:
                    addresses()[dropped] = 0
        else:
            _objects.move_to_end(number)
        if _states is not None and is_generator(value):
            _states[number] = state_of(value)
        return np.int64(number)


def object_of(handle: Any) -> Any:
    """The object that a number stands for; for an array of numbers, as vmap makes them, an array of objects.

    Raises:
        LookupError: if it has been dropped, because more than `MOST` others were used since.
    """
    if np.ndim(handle):
        found = np.empty(np.shape(handle), object)
        for k, number in enumerate(np.ravel(handle)):
            found.flat[k] = object_of(number)
        return found
    number = int(handle)
    with _lock:
        if number not in _objects:
            raise LookupError(
                f"a generator of random numbers was not used while {MOST} others were, and is not kept "
                "any longer; make fewer of them in one call"
            )
        _objects.move_to_end(number)
        return _objects[number]


@functools.cache
def addresses() -> ctypes.Array[Any]:
    """The memory addresses of generator states, by handle; 0: not requested yet."""
    return (ctypes.c_int64 * NUMBERED)()


def address_of(handle: Any) -> int:
    """The address of the state of a generator, or 0; from now on that stands in the table."""
    address = stream_memory.address_of(object_of(handle))
    if int(handle) < NUMBERED:
        addresses()[int(handle)] = address
    return address


# -- calls that are made a second time ----------------------------------------------------------------------


def keep_states() -> None:
    """From now on, the state that a generator has when it is passed is kept, so that `rewind` can restore it."""
    global _states
    with _lock:
        if _states is None:
            _states = {k: state_of(v) for k, v in _objects.items() if is_generator(v)}


def rewind(handles: Iterable[int]) -> None:
    """Restore the states that generators had when they were passed last."""
    for number in handles:
        set_state(object_of(number), (_states or {})[number])


def state_of(generator: Any) -> Any:
    """The state of a generator of random numbers.

    >>> import random
    >>> owner = random.Random(1)
    >>> before = state_of(owner)
    >>> first = owner.random()
    >>> set_state(owner, before)
    >>> owner.random() == first
    True
    """
    if hasattr(generator, "getstate"):
        return generator.getstate()
    if hasattr(generator, "get_state"):
        return generator.get_state(legacy=False)
    return getattr(generator, "bit_generator", generator).state


def set_state(generator: Any, state: Any) -> None:
    if hasattr(generator, "setstate"):
        generator.setstate(state)
    elif hasattr(generator, "set_state"):
        generator.set_state(state)
    else:
        getattr(generator, "bit_generator", generator).state = state


# -- calls that begin again: what they have drawn they draw again, what they have printed they leave out --------


class _Before(threading.local):
    count = 0


_before = _Before()


def said_before() -> int:
    """The number of sayings that the call which begins now has behind it."""
    return _before.count


@contextlib.contextmanager
def saying_after(count: int) -> Iterator[None]:
    """Inside, a call is begun again that had come to so many sayings."""
    outer, _before.count = _before.count, count
    try:
        yield
    finally:
        _before.count = outer
