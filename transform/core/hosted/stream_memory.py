"""Memory layout of the states of random generators, for native code that draws from them.

A `Generator` draws by a `bitgen_t` of C, whose address NumPy gives (`bit_generator.ctypes`). Where the state of a
`RandomState` with the spare normal number, and that of a `random.Random`, lie within their objects, nobody says: the
places are found by looking for a known state in a generator of the same class, and used only if they are found.

>>> import numpy as np, random
>>> address_of(np.random.default_rng(1)) != 0
True
>>> address_of("no generator")
0
"""

from __future__ import annotations

import ctypes
import functools
import random
import struct
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

WORDS = 624  # of the state of a Mersenne twister, of 32 bits each
PLANTED = 0.7265625  # a normal number that is looked for
PROBES = (1, 2)  # seeds of the generators that are looked into


def address_of(generator: Any) -> int:
    """The address of what native code draws from; 0: it is not known.

    Of a `Generator` that is its bitgen_t; of a `RandomState` an aug_bitgen_t (the address of a bitgen_t, whether there
    is a spare normal number, and that); of a `random.Random` the number of the next word, before the 624 words.
    """
    match type(generator):
        case np.random.Generator:
            return generator.bit_generator.ctypes.bit_generator.value or 0
        case np.random.RandomState:
            return at(generator, place_in_state())
        case random.Random:
            return at(generator, place_in_random())
    return 0


def at(owner: Any, place: int | None) -> int:
    return 0 if place is None else id(owner) + place


def memory(owner: Any) -> bytes:
    """The object itself, without what it refers to."""
    return ctypes.string_at(id(owner), type(owner).__basicsize__)


@functools.cache
def place_in_random() -> int | None:
    """The offset of the state of a `random.Random` from its start."""
    found: set[int] = set()
    for seed in PROBES:
        probe = random.Random(seed)
        probe.random()
        *words, index = probe.getstate()[1]
        found.add(memory(probe).find(struct.pack(f"={1 + WORDS}I", index, *words)))
    return found.pop() if len(found) == 1 and -1 not in found else None


@functools.cache
def place_in_state() -> int | None:
    """The offset of the aug_bitgen_t of a `RandomState` from its start."""
    found = {tuple(places_in(np.random.RandomState(seed), PLANTED * seed)) for seed in PROBES}
    only = found.pop() if len(found) == 1 else ()
    return only[0] if len(only) == 1 else None


def places_in(probe: np.random.RandomState, planted: float) -> Iterator[int]:
    """The offsets at which an address of something inside of the object stands before a spare normal
    number."""
    probe.set_state({**probe.get_state(legacy=False), "has_gauss": 1, "gauss": planted})
    data = memory(probe)
    own = range(id(probe), id(probe) + len(data))
    inner = probe._bit_generator.ctypes.bit_generator.value
    for place in range(0, len(data) - 23, 8):
        address, has, number = struct.unpack_from("=Qi4xd", data, place)
        if (address in own or address == inner) and has == 1 and number == planted:
            yield place


@functools.cache
def library() -> ctypes.CDLL:
    """NumPy's functions of C for random numbers."""
    return ctypes.CDLL(np.random._generator.__file__)


@functools.cache
def has_routine(name: str) -> bool:
    """Whether NumPy's library exports this function. (On Windows none.)"""
    return sys.platform != "win32" and hasattr(library(), name)
