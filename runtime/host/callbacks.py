"""Python functions called from inside a compiled program: checked results, and exceptions that keep their
identity.

XLA copies blindly whatever a callback returns and turns its exception into text. The wrapper made here checks
shape and dtype first; an exception is kept under a ticket, the ticket travels through XLA in the error's
text, and `original_exception` finds the exception again wherever that error surfaces.
"""

import collections
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._xla import Aval
from .interrupts import is_interrupt, reason_of_stop

TARGETS = (
    "xla_ffi_python_cpu_callback",
    "xla_ffi_partitioned_python_cpu_callback",
    "xla_ffi_python_gpu_callback",
)
_TICKET = re.compile(r"recto-callback-ticket-(\d+)")
_kept: collections.OrderedDict[int, BaseException] = collections.OrderedDict()
_numbers = itertools.count()
_MOST_KEPT = 256


class Site(NamedTuple):
    """One `custom_call` of a callback: for each operand and result its Aval, or None for a token."""

    operands: tuple[Aval | None, ...]
    results: tuple[Aval | None, ...]


class Ticket(Exception):
    """The exception that XLA sees in place of the user's."""


def check_results(function: Callable[..., Any], site: Site) -> Callable[..., Any]:
    """`function(*arrays)`, without tokens, made safe to hand to XLA.

    The arrays are read-only. The function returns nothing, one array or a sequence of arrays, as the site
    declares.
    """

    def call(*operands: Any) -> tuple[Any, ...]:
        try:
            arrays = [x for x, aval in zip(operands, site.operands) if aval is not None]
            tokens = [x for x, aval in zip(operands, site.operands) if aval is None]
            return _arrange(_sequence(function(*arrays), site), tokens, site)
        except BaseException as error:
            raise Ticket(_keep(error)) from None

    return call


def _sequence(value: Any, site: Site) -> list[Any]:
    """The returned value as one item for each result that is not a token. Raises TypeError if the count
    differs.
    """
    wanted = sum(aval is not None for aval in site.results)
    if wanted == 0 and value is None:
        return []
    items = list(value) if isinstance(value, (tuple, list)) and (wanted != 1 or len(value) == 1) else [value]
    if len(items) != wanted:
        raise TypeError(f"callback returned {len(items)} results, declared {wanted}")
    return items


def _arrange(values: Sequence[Any], tokens: Sequence[Any], site: Site) -> tuple[Any, ...]:
    value, token = iter(values), iter(tokens)
    return tuple(next(token) if aval is None else _conform(next(value), aval) for aval in site.results)


def _conform(value: Any, aval: Aval) -> np.ndarray:
    array = np.asarray(value)
    if array.shape != aval.shape:
        raise TypeError(f"callback returned shape {array.shape}, declared {aval.shape}")
    if not np.can_cast(array.dtype, aval.dtype, "same_kind"):
        raise TypeError(f"callback returned dtype {array.dtype}, declared {aval.dtype}")
    return np.asarray(array, aval.dtype, order="C")


def _keep(error: BaseException) -> str:
    number = next(_numbers)
    _kept[number] = error
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return f"recto-callback-ticket-{number}: {type(error).__name__}: {error}"


def original_exception(error: BaseException) -> BaseException:
    """The exception that a callback raised, or an interrupt, if `error` is XLA's account of it; else `error` itself."""
    text = str(error)
    if found := _TICKET.search(text):
        return _kept.get(int(found[1]), error)
    if is_interrupt(error):
        return reason_of_stop()
    return KeyboardInterrupt() if "CpuCallback error" in text and "KeyboardInterrupt" in text else error
