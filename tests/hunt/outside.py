"""What programs change outside of their function: objects of the module, and the states of generators."""
from __future__ import annotations

import copy
import random
import types
from typing import Any

import numpy as np

STREAMS = (np.random.Generator, np.random.RandomState, random.Random)
KEPT = (bool, int, float, complex, list, dict, np.ndarray, *STREAMS)


def stream_state(stream: Any) -> Any:
    """The state of a generator of random numbers, as something that compares."""
    if isinstance(stream, random.Random):
        return stream.getstate()
    if isinstance(stream, np.random.Generator):
        return repr(stream.bit_generator.state)
    return repr(stream.get_state())


def is_state(name: str, value: Any) -> bool:
    """Does a variable of a module belong to its state?"""
    return not name.startswith("_") and (isinstance(value, KEPT) or is_object(value))


def is_object(value: Any) -> bool:
    """An object of a class of the program."""
    return hasattr(value, "__dict__") and not callable(value) and not isinstance(value, (type, types.ModuleType))


def state_of(space: dict[str, Any]) -> dict[str, Any]:
    """The variables of a module that its functions may change, and of the generators behind np.random and random."""
    found = {name: value for name, value in space.items() if is_state(name, value)}
    return {**found, "np.random": np.random.mtrand._rand, "random": random._inst}


class Snapshot:
    """The state of a module, to which it can be set back. Objects stay the same objects."""

    def __init__(self, space: dict[str, Any]):
        self.space = space
        self.names = [name for name, value in space.items() if is_state(name, value)]
        self.now = {name: space[name] for name in self.names}
        self.contents = copy.deepcopy(self.now)

    def restore(self) -> None:
        np.random.seed(1)
        random.seed(1)
        fresh = copy.deepcopy(self.contents)
        for name in [n for n in self.space if is_state(n, self.space[n]) and n not in self.now]:
            del self.space[name]                    # a global that the function has made
        for name in self.names:
            self.space[name] = set_back(self.now[name], fresh[name])


def set_back(value: Any, fresh: Any) -> Any:
    """The object with its first contents."""
    match value:
        case list() | np.ndarray() if not isinstance(value, np.ndarray) or value.shape:
            value[:] = fresh
        case dict():
            value.clear()
            value.update(fresh)
        case np.random.Generator():
            value.bit_generator.state = fresh.bit_generator.state
        case np.random.RandomState():
            value.set_state(fresh.get_state())
        case random.Random():
            value.setstate(fresh.getstate())
        case _ if is_object(value):
            value.__dict__.clear()
            value.__dict__.update(vars(fresh))
        case _:
            return fresh
    return value
