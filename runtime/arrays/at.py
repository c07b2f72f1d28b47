"""`x.at[index].add(v)`: updated copies, without mutation. Repeated indices accumulate, as with `np.add.at`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..frames import tidied_class
from .boxed import Boxed
from .host_functions import call


class At:
    """`x.at`, waiting for its index."""

    __slots__ = ("array",)

    def __init__(self, array: Boxed) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> "AtIndex":
        return AtIndex(self.array, index)


def _update(name: str, write: Callable[..., Any]) -> Callable[..., Any]:
    """An updated copy: key `at_<name>` in the table, called with (array, index, value)."""

    def on_host(array: Any, index: Any, value: Any) -> np.ndarray:
        draft = np.array(array)
        write(draft, index, value)
        return draft

    def method(self: "AtIndex", value: Any) -> Any:
        return call(type(self.array), f"at_{name}", self.array, self.index, value, on_host=on_host)

    method.__name__, method.__doc__ = name, f"A copy of the array, with `{name}` done at the index."
    return method


def _at(ufunc: np.ufunc) -> Callable[..., Any]:
    """`ufunc.at`, with the value first brought to the dtype of the array (within the same kind)."""

    def write(draft: np.ndarray, index: Any, value: Any) -> None:
        ufunc.at(draft, index, value)

    return write


@tidied_class
class AtIndex:
    """`x.at[index]`: `set add subtract multiply divide power min max`, each giving a new array, and `get`."""

    __slots__ = ("array", "index")

    def __init__(self, array: Any, index: Any) -> None:
        self.array, self.index = array, index

    def get(self) -> Any:
        """`x[index]`"""
        return self.array[self.index]

    def apply(self, function: Callable[..., Any]) -> Any:
        """A copy of the array with `x[index]` replaced by `function(x[index])`."""
        return self.set(function(self.get()))

    set = _update("set", np.ndarray.__setitem__)
    add = _update("add", _at(np.add))
    subtract = _update("subtract", _at(np.subtract))
    multiply = _update("multiply", _at(np.multiply))
    divide = _update("divide", _at(np.divide))
    power = _update("power", _at(np.power))
    min = _update("min", _at(np.minimum))
    max = _update("max", _at(np.maximum))
