"""A row: a function that calls SciPy or NumPy, with arguments to try it on.

    @row(X, 1.5)
    def normal_logpdf(x, scale):
        return stats.norm.logpdf(x, 0.5, scale)
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

ROWS: dict[str, "Row"] = {}


@dataclasses.dataclass(frozen=True)
class Row:
    """
    Attributes:
        gradient: is the law of derivatives tried?
        batch: is the law of batches tried?
        near: how far the numbers may be from SciPy's, for methods that only keep a tolerance
    """
    function: Callable
    args: tuple[Any, ...]
    gradient: bool = True
    batch: bool = True
    near: float | None = None


def row(*args: Any, **fields: Any) -> Callable:
    def enter(function: Callable) -> Callable:
        assert function.__name__ not in ROWS, function.__name__
        ROWS[function.__name__] = Row(function, args, **fields)
        return function
    return enter
