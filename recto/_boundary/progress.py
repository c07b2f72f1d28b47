"""A line on the standard error while a function is compiled for more than two seconds, if it is a terminal or
a notebook.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

PATIENCE = 2.0  # seconds before anything is said
EVERY = 0.5


def is_watched() -> bool:
    """Whether the standard error is a terminal, or a notebook's."""
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


@contextlib.contextmanager
def compiling(name: str) -> Iterator[None]:
    """While a function of this name is compiled. The line says how long it has taken so far."""
    if not is_watched():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=tell, args=(name, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def tell(name: str, done: threading.Event) -> None:
    """Write the line again and again; at the end it says how long it took."""
    start, said = time.perf_counter(), False
    while not done.wait(EVERY if said else PATIENCE):
        said = True
        say(f"recto: compiling {name} … {time.perf_counter() - start:.1f} s")
    if said:
        say(f"recto: compiled {name} in {time.perf_counter() - start:.1f} s\n")


def say(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # it has been closed
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()
