"""`mutation` without any compiler: Python's loops over NumPy arrays."""

from collections.abc import Callable
from typing import Any

from .mutation import WORK, cases


def prepare(name: str, arguments: list) -> Callable[[], Any]:
    return lambda: WORK[name][0](*[a.copy() for a in arguments])


CASES = cases(prepare, large=False)
