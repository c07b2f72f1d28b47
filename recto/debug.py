"""Checks that find run-time faults in compiled code. They cost time, and are off by default.

>>> import numpy as np, recto
>>> @recto.jit
... def pick(x, i):
...     return x[i]
>>> with recto.debug.checks():
...     pick(np.arange(3.0), 5)
Traceback (most recent call last):
    ...
IndexError: index 5 is out of bounds for axis 0 with size 3
"""

from __future__ import annotations

import builtins
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from recto.transform import settings

from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._boundary.argument_checks import check_arguments
from ._convention.transformation import call_by_rule as _called

MAKERS = ("key", "PRNGKey", "key_data", "wrap_key_data")  # they make keys or look at them
KINDS = ("bounds", "nan", "overflow", "division", "keys")

SWITCH = {"1": True, "0": False, "": False}


class KeyReuseError(RuntimeError):
    """A random key was used twice: what was drawn with it is not independent."""


class KeyLedger:
    """A ledger of the keys that have been used, and for what.

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
            return  # the function itself will say so
        key, before = tuple(words.tolist()), self.uses.get(tuple(words.tolist()))
        if before is not None and (before, name) != ("fold_in", "fold_in"):
            raise KeyReuseError(f"{name}: the key {words} has been used by {before}")
        self.uses[key] = name


keys: KeyLedger | None = None  # while keys are checked
_dependents: list[Callable[[], None]] = []  # called after the checks have changed


def kinds_of_faults(value: bool | int | str) -> tuple[str, ...]:
    """The kinds of faults that a setting means: all, none, or those in a list "bounds,nan"."""
    if not isinstance(value, str) or value in SWITCH:
        return KINDS if SWITCH.get(value, value) else ()
    kinds = [k.strip() for k in value.split(",")]
    unknown = [k for k in kinds if k not in KINDS]
    if unknown:
        raise ValueError(f"there are no checks of {unknown[0]!r}: {', '.join(KINDS)}")
    return tuple(k for k in KINDS if k in kinds)


def use(kinds: tuple[str, ...], ledger: KeyLedger | None = None) -> None:
    """Check for these kinds of faults from here on; `ledger`: the keys that have been used."""
    global keys
    settings.checks = kinds
    keys = (ledger or KeyLedger()) if "keys" in kinds else None
    for settle in _dependents:
        settle()


def note_dependent(settle: Callable[[], None]) -> None:
    """Have a function called whenever the checks have changed."""
    _dependents.append(settle)


@contextlib.contextmanager
@check_arguments
def checks(
    *, bounds: bool = True, nan: bool = True, overflow: bool = True, division: bool = True, keys: bool = True
) -> Iterator[None]:
    """Inside, compiled functions raise what NumPy would warn of or Python would raise, with the user's line.

    Functions are compiled once more for this; without checks they are what they were. Derivatives and batches are
    checked like any other code. Of several faults in a call the first is raised. What nobody reads is not computed, and
    not checked. `recto.config.update("checks", True)` and RECTO_CHECKS=1 turn checks on for the whole process.

    Args:
        bounds: IndexError for a computed index out of bounds, and for a computed slice of constant length that reaches
            over the end.
        nan: FloatingPointError where an operation gives NaN and none of its operands holds any.
        overflow: OverflowError where integers do not fit their dtype: sums, products, powers, shifts, negation, and
            floating numbers that are cast to integers.
        division: ZeroDivisionError for a division by zero, of integers and of floating numbers.
        keys: a random key that is used twice. Outside of compiled code that is a KeyReuseError, if the words of the key
            have been used since checks were turned on. In compiled code it is a CompileError, if one key is used twice
            on one path or in each round of a loop.
    """
    given = {"bounds": bounds, "nan": nan, "overflow": overflow, "division": division, "keys": keys}
    before, ledger = settings.checks, globals()["keys"]
    use(tuple(k for k, on in given.items() if on), ledger)
    try:
        yield
    finally:
        use(before, ledger)


def print(fmt: str, *args: Any, ordered: bool = False, **kwargs: Any) -> None:
    """print(fmt.format(*args, **kwargs)), also in compiled code: there Python's own print works as well.

    >>> import recto
    >>> recto.jit(lambda x: recto.debug.print("x = {:.1f}", x))(2.0)
    x = 2.0
    """
    builtins.print(fmt.format(*args, **kwargs))


def callback(
    callback: Callable[..., Any], *args: Any, ordered: bool = False, partitioned: bool = False, **kwargs: Any
) -> None:
    """callback(*args, **kwargs) on the host, in the order of the program; what it returns is dropped.

    >>> import recto
    >>> seen = []
    >>> recto.jit(lambda x: recto.debug.callback(seen.append, 2 * x))(2.0)
    >>> seen
    [4.0]
    """
    callback(*args, **kwargs)


def breakpoint() -> None:
    """Stop in the debugger, with the variables of the compiled function as they are there."""
    sys.breakpointhook()


_called("bind_debug_callback", callback)
_called("bind_breakpoint", breakpoint)
use(kinds_of_faults(os.environ.get("RECTO_CHECKS", "0")))
_refuse_other_names(globals())
