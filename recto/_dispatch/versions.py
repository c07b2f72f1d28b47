"""The versions of a compiled function: one for each set of values read from outside."""
from __future__ import annotations

from typing import Any

from .guards import Guards


class Restart(Exception):
    """Something was learnt while loading that changes how the function is called: call again."""


RETRIED = (Restart, TypeError, ValueError, RuntimeError)
MOST_RETRIES = 200                              # of one call, each of which has learnt something
MOST_VERSIONS, MOST_VARIANTS = 32, 16           # that are kept of a function, and of a version
MOST_SIZES = 4                                  # of an array, that a function is compiled for one by one


class Version:
    """A function under certain values of what it reads from outside: the guards, and the variants compiled for them,
    the one used last first.
    """

    def __init__(self) -> None:
        self.guards = Guards()
        self.variants: list[Any] = []
