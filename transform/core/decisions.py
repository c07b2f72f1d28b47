"""Decisions: record the comparisons and arithmetic of static numbers during a reading; source that is printed
for all sizes must come out the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np


class Decision(NamedTuple):
    """result = function(*args, **kwargs), at a place in the user's source."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    result: Any
    place: Any = None


def numbers(value: Any) -> Iterator[Any]:
    """The items of nested containers, each as it is; numbers of NumPy's as Python's.

    >>> list(numbers(((2, "a"), [3.5])))
    [2, 'a', 3.5]
    """
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, dict):
        yield from numbers([*value.keys(), *value.values()])
    elif isinstance(value, (set, frozenset)):
        yield from numbers(sorted(value, key=repr))
    elif isinstance(value, range):
        yield from (value.start, value.stop, value.step)
    else:
        yield value.item() if isinstance(value, np.generic) else value


def replace_numbers(value: Any, new: Iterator[Any]) -> Any:
    """The container with other items, in the order of `numbers`."""
    if isinstance(value, (list, tuple)):
        items = [replace_numbers(item, new) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        keys = [replace_numbers(key, new) for key in value]
        return dict(zip(keys, [replace_numbers(item, new) for item in value.values()]))
    if isinstance(value, (set, frozenset)):
        return type(value)(replace_numbers(item, new) for item in sorted(value, key=repr))
    return range(next(new), next(new), next(new)) if isinstance(value, range) else next(new)


def slice_places(start: Any, stop: Any, step: Any, size: int) -> range:
    """The positions of a slice in an axis of this size. (Ranges without items are equal.)"""
    return range(*slice(start, stop, step).indices(size))


def place_among(key: Any, keys: tuple[Any, ...]) -> int:
    """The position of a key, or -1."""
    return keys.index(key) if key in keys else -1


def sorting_order(keys: Sequence[Any], reverse: bool) -> list[int]:
    """The positions of keys in sorted order."""
    return sorted(range(len(keys)), key=lambda k: keys[k], reverse=reverse)


def changed_in_place(function: Callable[..., Any], items: Any, *args: Any) -> tuple[Any, Any]:
    """The content of a list or a set after a function has changed it, and the function's result.

    >>> changed_in_place(list.pop, [1, 2])
    ([1], 2)
    """
    items = list(items) if isinstance(items, list) else set(items)
    result = function(items, *args)
    return items, result
