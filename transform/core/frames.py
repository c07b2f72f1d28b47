"""Frames: those of a traceback are Recto's, a library's, or the user's; and how many the compiler may use."""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator

from .errors import CompileError, Span

STACK = 12_000  # frames of the compiler: calls and blocks inside each other take some twenty each
LIBRARIES = tuple({os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "platstdlib")}) + (
    "<frozen ",
)
INSTALLED = os.sep + "site-packages" + os.sep


@contextlib.contextmanager
def deep_stack(place: Callable[[], Span | None] = lambda: None) -> Iterator[None]:
    """Inside, functions may call each other as deep as programs nest. Raises CompileError, at the place, for deeper
    ones."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, STACK))
    try:
        yield
    except RecursionError:
        raise CompileError("this nests too deeply to be compiled", "break it up", place()) from None
    finally:
        sys.setrecursionlimit(limit)


def is_ours(frame: types.FrameType) -> bool:
    return (
        frame.f_globals.get("__name__", "").partition(".")[0] == "recto"
        or frame.f_code.co_filename == "<recto>"
    )


def is_library(file: str) -> bool:
    """Whether a file is of the standard library, or installed."""
    return file.startswith(LIBRARIES) or INSTALLED in file


def is_standard(file: str) -> bool:
    return file.startswith(LIBRARIES) and INSTALLED not in file


def is_users(frame: types.FrameType, called: bool) -> bool:
    """Whether a frame is the user's, or that of a library which he called."""
    return not is_ours(frame) and (called or not is_library(frame.f_code.co_filename))


def own_frames(trace: types.TracebackType | None) -> types.TracebackType | None:
    """The frames of the user's code, and of libraries that it calls."""
    kept, users = [], False
    while trace is not None:
        users = is_users(trace.tb_frame, users)
        if users:
            kept.append(trace)
        trace = trace.tb_next
    found = None
    for entry in reversed(kept):
        found = types.TracebackType(found, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return found


def inside(file: str) -> str:
    """A library's file from its package on: json/encoder.py."""
    folder = INSTALLED if INSTALLED in file else next((p for p in LIBRARIES if file.startswith(p)), "")
    return file.rpartition(folder)[2] if folder else os.path.basename(file)


def module_of(file: str) -> str:
    """The module or package that a library's file belongs to: logging, matplotlib."""
    return inside(file).split(os.sep)[0].removesuffix(".py")
