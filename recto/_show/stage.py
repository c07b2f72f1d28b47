"""One view of a function: lines of text, each with its line in the user's source."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Sequence
from typing import Any

from recto.transform import Span

Line = tuple[str, int | None]  # text, and the line of the user's file
TITLES = {
    "source": "your function",
    "program": "program",
    "numpy": "as NumPy, optimised",
    "transformed": "transformed",
    "tangent": "tangent",
    "batch": "batch",
    "drawing": "drawing",
    "stablehlo": "StableHLO",
    "hlo": "optimised HLO",
}


@dataclasses.dataclass(frozen=True)
class Stage:
    """One view of a function; `first` is the number of its first line."""

    name: str
    title: str
    language: str
    lines: tuple[Line, ...]
    first: int | None = None
    drawing: str = ""  # SVG, in the place of lines

    @property
    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines)


def of_source(user: Any, lines: Sequence[tuple[str, Span | None]]) -> list[Stage]:
    """The user's function and its printed form: lines, with the places that they come from."""
    mine, first = lines_of(user)
    printed = tuple((text, line_in(user, span)) for text, span in lines)
    return [
        Stage("source", TITLES["source"], "python", tuple(mine), first),
        Stage("transformed", "printed", "python", printed),
    ]


def line_in(user: Any, span: Span | None) -> int | None:
    """The line of a place, if it is in the file of the user's function."""
    code = getattr(user, "__code__", None)
    return span.line if span is not None and code is not None and span.file == code.co_filename else None


def lines_of(user: Any) -> tuple[list[Line], int | None]:
    """The user's source, and the number of its first line."""
    try:
        text, first = inspect.getsourcelines(user)
    except (OSError, TypeError):
        return [("# no source", None)], None
    left = min((len(t) - len(t.lstrip()) for t in text if t.strip()), default=0)
    return [(t.rstrip("\n")[left:], first + k) for k, t in enumerate(text)], first
