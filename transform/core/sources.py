"""The texts that functions may have been compiled from: what a file holds now, and what it held when it was noted."""
from __future__ import annotations

import linecache
import types
from collections.abc import Iterator
from typing import Any

KEPT = 4                        # texts of one file
_noted: dict[str, list[tuple[str, ...]]] = {}


def note(filename: str) -> None:
    """Keep what a file holds now: it may be edited before its functions are read."""
    lines = _now(filename)
    texts = _noted.setdefault(filename, [])
    if lines and (not texts or texts[0] != lines):
        _noted[filename] = [lines, *texts][:KEPT]


def note_text_of(function: Any) -> None:
    """Keep the text of a function's file, whatever is wrapped around it."""
    for _ in range(16):
        code = getattr(function, "__code__", None)
        if isinstance(code, types.CodeType):
            return note(code.co_filename)
        function = getattr(function, "__wrapped__", None) or getattr(function, "func", None)


def texts(filename: str) -> Iterator[tuple[str, ...]]:
    """The texts of a file, the newest first, as tuples of lines; none if there is no source."""
    cached = linecache.cache.get(filename, ())
    old = [tuple(cached[2])] if len(cached) == 4 else []
    now = _now(filename)
    if now:
        yield now
    yield from (text for text in [*old, *_noted.get(filename, ())] if text and text != now)


def _now(filename: str) -> tuple[str, ...]:
    linecache.checkcache(filename)
    return tuple(linecache.getlines(filename))
