"""From the lines of a printed function to the lines of the user's that they stem from, and back; also as a file.

The file is a source map (ECMA-426, version 3), which editors and debuggers read: for each line a segment of four
numbers, each as its difference from the one before, in base 64.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from recto.transform.core.sources import cell_of

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Place(NamedTuple):
    """A printed line (from 1), and where it comes from: file, line (from 1), column (from 0), function."""

    printed: int
    file: str
    line: int
    column: int
    function: str


class SourceMap(tuple[Place, ...]):
    """The places of all lines that come from the user's, in order."""

    __slots__ = ()

    @staticmethod
    def of(lines: Sequence[tuple[str, Any]]) -> "SourceMap":
        return SourceMap(
            Place(k, span.file, span.line, span.column, span.function)
            for k, (text, span) in enumerate(lines, 1)
            if span is not None and text.strip()
        )

    def origin(self, printed: int) -> Place | None:
        """The origin of a printed line."""
        return next((p for p in self if p.printed == printed), None)

    def printed(self, line: int, file: str | None = None) -> list[int]:
        """The printed lines that a line of the user's became."""
        return [p.printed for p in self if p.line == line and file in (None, p.file)]

    def __repr__(self) -> str:
        rows = (f"{p.printed:>4}  {cell_of(p.file) or os.path.basename(p.file)}:{p.line}" for p in self)
        return "\n".join(["line  comes from", *rows])

    def text(self, file: str) -> str:
        """The map of a file as JSON; the user's files are named from the file's folder."""
        sources = list(dict.fromkeys(p.file for p in self))
        folder = os.path.dirname(os.path.abspath(file))
        found = {
            "version": 3,
            "file": os.path.basename(file),
            "sources": [named(source, folder) for source in sources],
            "names": [],
            "mappings": ";".join(segments(self, sources)),
        }
        return json.dumps(found, indent=1) + "\n"


def named(source: str, folder: str) -> str:
    return source if source.startswith("<") else os.path.relpath(source, folder).replace(os.sep, "/")


def segments(places: SourceMap, sources: list[str]) -> Iterator[str]:
    """A segment for each printed line, empty for one of our own."""
    before = (0, 0, 0)
    found = {p.printed: p for p in places}
    for k in range(1, max(found, default=0) + 1):
        place = found.get(k)
        if place is None:
            yield ""
            continue
        now = sources.index(place.file), place.line - 1, place.column
        yield "".join(map(digits, (0, *(a - b for a, b in zip(now, before)))))
        before = now


def digits(number: int) -> str:
    """A number in base 64 (VLQ): five bits a digit, the lowest first; the first has the sign."""
    left, text = (abs(number) << 1) | (number < 0), ""
    while True:
        left, part = left >> 5, left & 31
        text += DIGITS[part | (32 if left else 0)]
        if not left:
            return text
