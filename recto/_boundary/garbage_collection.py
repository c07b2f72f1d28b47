"""Fewer garbage collections while a function is compiled, or a command of the command line runs.

The compiler makes many small objects that stay until it is done: the collector, which looks for cycles after every 700
new objects, would take a tenth of the time and find little.
"""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Iterator

OBJECTS = 50_000  # new ones, behind which the collector looks at them
LOCK = threading.Lock()
before: list[tuple[int, int, int]] = []  # the thresholds of the process, once for each compilation under way


@contextlib.contextmanager
def few_collections() -> Iterator[None]:
    """The collector waits for more objects. Afterwards its thresholds are as they were, unless the user has changed
    them meanwhile; where they are larger, or the collector is off (0), they stay.
    """
    with LOCK:
        now = gc.get_threshold()
        before.append(before[0] if before else now)
        if 0 < now[0] < OBJECTS:
            gc.set_threshold(OBJECTS, *now[1:])
    try:
        yield
    finally:
        with LOCK:
            given = before.pop()
            if not before and gc.get_threshold()[0] == OBJECTS:
                gc.set_threshold(*given)
