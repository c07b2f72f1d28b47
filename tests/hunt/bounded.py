"""Python code run with bounds on its steps and on the size of its integers: the same bounds on every machine."""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

STEPS, BITS = 4000, 300


class Runaway(BaseException):
    """Too many steps, or an integer that grows without end."""


class TooLong(BaseException):
    """A law takes minutes. (No Exception: programs catch those.)"""


@contextlib.contextmanager
def bounded(filename: str, steps: int = STEPS) -> Iterator[None]:
    """Raises Runaway where code of a file takes too many lines or makes huge integers."""
    left = steps

    def follow(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != filename:
            return None
        left -= 1
        if left < 0 or any(type(v) is int and v.bit_length() > BITS for v in frame.f_locals.values()):
            raise Runaway
        return follow

    def go_on(ignored: Any) -> None:
        """Python ignores what is raised while a generator is deleted, and stops to follow: follow again."""
        sys.settrace(follow)
        frame = sys._getframe()
        while (frame := frame.f_back) is not None:
            if frame.f_code.co_filename == filename:
                frame.f_trace = follow
    before, hook = sys.gettrace(), sys.unraisablehook
    sys.settrace(follow)
    sys.unraisablehook = go_on
    try:
        yield
    finally:
        sys.settrace(before)
        sys.unraisablehook = hook
