"""The registry of functions that the text of models calls: functions of the front end, which receive the
interpreter first.
"""

from __future__ import annotations

from typing import Any

OPERATIONS: list[Any] = []


def called_in_models(function: Any) -> Any:
    """Enter a function (interp, …) that the text of a model calls without the interpreter."""
    OPERATIONS.append(function)
    return function
