"""Checks for finding faults. They cost time, and are off unless asked for.

    >>> import recto
    >>> key = recto.random.key(0)
    >>> with recto.debug.checks():
    ...     a = recto.random.normal(key)
    ...     b = recto.random.uniform(key)
    Traceback (most recent call last):
        ...
    recto.debug.KeyReuseError: uniform: the key [0 0] has been used by normal
"""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np

from recto.transform import settings

from ._boundary import missing_from as _missing_from
MAKERS = ("key", "PRNGKey", "key_data", "wrap_key_data")      # they make keys or look at them


class KeyReuseError(RuntimeError):
    """A random key was used twice: what was drawn with it is not independent."""


class KeyLedger:
    """Which keys have been used, and for what.

    A key is good for one draw or one split, or for any number of fold_ins with different numbers.
    """

    def __init__(self) -> None:
        self.uses: dict[tuple, str] = {}

    def note(self, name: str, args: tuple, kwargs: dict) -> None:
        """Record a use. Raises KeyReuseError if there has been one."""
        if name in MAKERS:
            return
        words = np.asarray(args[0] if args else kwargs.get("key"))
        if words.shape != (2,) or words.dtype != np.uint32:
            return                              # the function itself will say so
        key, before = tuple(words.tolist()), self.uses.get(tuple(words.tolist()))
        if before is not None and (before, name) != ("fold_in", "fold_in"):
            raise KeyReuseError(f"{name}: the key {words} has been used by {before}")
        self.uses[key] = name


keys: KeyLedger | None = None       # while checks are on


@contextlib.contextmanager
def checks() -> Iterator[None]:
    """Inside, using a random key twice is an error.

    A call outside of compiled code raises KeyReuseError when the words of its key have been used since checks were
    turned on. A compiled function is checked when it is compiled (so turn checks on before its first call): using one
    key on one path twice, or in each turn of a loop, is a CompileError.
    """
    global keys
    before = keys, settings.checks
    keys, settings.checks = keys or KeyLedger(), True
    try:
        yield
    finally:
        keys, settings.checks = before


__getattr__ = _missing_from(globals())
