"""A progress bar for long loops, shown only on a terminal."""
from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.progress import track

Item = TypeVar("Item")


def shown(items: Sequence[Item], text: str) -> Iterable[Item]:
    """The items, with a bar while they last; without one where the output is not a terminal."""
    return track(items, text, transient=True, disable=not sys.stdout.isatty())
