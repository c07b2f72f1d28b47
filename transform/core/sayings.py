"""Sayings: what a call has printed or logged before it turned out to need more room, which is not said again."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator


class _Before(threading.local):
    count = 0


_before = _Before()


def said_before() -> int:
    """How many sayings the call that begins now has behind it."""
    return _before.count


@contextlib.contextmanager
def saying_after(count: int) -> Iterator[None]:
    """Inside, a call is begun again that had come to so many sayings."""
    outer, _before.count = _before.count, count
    try:
        yield
    finally:
        _before.count = outer
