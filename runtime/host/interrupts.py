"""Ctrl-C and time limits for loops that XLA runs: both increment a number that the loops read (`machine_code`).

A program reads the number when it begins and fails once it is another, so nothing is ever reset. The handler of SIGINT
that counts goes on to Python's own. Where machine code can't be loaded, loops are not stopped: on other systems than
Linux on x86-64 and aarch64, and where no page may be made executable.
"""

import contextlib
import ctypes
import functools
import mmap
import numbers
import platform
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from .. import _xla
from .machine_code import CODE, COUNT, LISTINGS, MESSAGE, PYTHON, SIGACTION, assemble

NOW, CHECK = "recto_interrupts_now", "recto_interrupts_check"  # custom calls
TEXT = "recto: interrupted"
AGAIN = 0.05  # seconds: how often loops are stopped that begin when the time is over
_loading = threading.Lock()
_over: list[float] = []  # the limits, in seconds, that are over and whose blocks have not been left


class Page:
    """The functions in memory, for as long as the process runs."""

    def __init__(self, listing: str, handler: int):
        code, starts = assemble(listing)
        self.memory = mmap.mmap(-1, 2 * CODE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        libc = ctypes.CDLL(None, use_errno=True)
        data = {PYTHON: handler, SIGACTION: address_of(libc.sigaction)}
        for place, value in data.items():
            self.memory[place : place + 8] = value.to_bytes(8, sys.byteorder)
        self.memory[MESSAGE : MESSAGE + len(TEXT) + 1] = TEXT.encode() + b"\0"
        self.memory[CODE : CODE + len(code)] = code
        if libc.mprotect(ctypes.c_void_p(self.address + CODE), ctypes.c_size_t(CODE), 1 | 4):  # read, execute
            raise OSError(ctypes.get_errno(), "no page may be made executable")
        self.count = ctypes.c_int64.from_address(self.address + COUNT)
        self.functions = {name: self.address + CODE + start for name, start in starts.items()}


def page() -> Page | None:
    """The functions, registered with XLA; None where loops can't be stopped."""
    with _loading:
        return _load()


@functools.cache
def _load() -> Page | None:
    listing = LISTINGS.get(platform.machine()) if sys.platform == "linux" else None
    handler = handler_of_python()
    if listing is None or handler is None:
        return None
    try:
        made = Page(listing, handler)
    except (OSError, AttributeError, ValueError):
        return None
    _xla.register_function(NOW, made.functions["now"])
    _xla.register_function(CHECK, made.functions["check"])
    return made


def handler_of_python() -> int | None:
    """The address of the C function that is Python's handler of signals; None if it is unknown.

    It is installed for every signal that Python handles.
    """
    for number in (signal.SIGINT, *signal.valid_signals()):
        if callable(signal.getsignal(number)) and (address := handler_of(number)):
            return address
    if threading.current_thread() is not threading.main_thread():  # only there may handlers be installed
        return None
    unused = [n for n in signal.valid_signals() if signal.getsignal(n) is signal.SIG_DFL]
    spare = max(unused, default=None)
    if spare is None:
        return None
    signal.signal(spare, lambda *_: None)  # Python handles none: a process in the background ignores SIGINT
    try:
        return handler_of(spare)
    finally:
        signal.signal(spare, signal.SIG_DFL)


def handler_of(number: int) -> int | None:
    """The address of the C function that handles a signal, if it is Python's."""
    libc, found = ctypes.CDLL(None), ctypes.create_string_buffer(256)
    if libc.sigaction(int(number), None, found):
        return None
    address = int.from_bytes(found.raw[:8], sys.byteorder)
    return address if same_library(libc, address, address_of(ctypes.pythonapi.PyErr_CheckSignals)) else None


def address_of(function: Any) -> int:
    """The address of a C function."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def same_library(libc: ctypes.CDLL, one: int, other: int) -> bool:
    """Whether two functions belong to the same library, or executable."""

    class Info(ctypes.Structure):
        _fields_ = [
            ("file", ctypes.c_char_p),
            ("base", ctypes.c_void_p),
            ("name", ctypes.c_char_p),
            ("address", ctypes.c_void_p),
        ]

    found = [Info(), Info()]
    known = [libc.dladdr(ctypes.c_void_p(a), ctypes.byref(info)) for a, info in zip((one, other), found)]
    return all(known) and found[0].base == found[1].base


def polls() -> tuple[str, str] | None:
    """The custom calls by which loops find out that they are to stop, or None: the number of interrupts so far, and a
    check that it is still the same."""
    return (NOW, CHECK) if page() else None


def has_polls(text: str) -> bool:
    """Whether a program in StableHLO makes such calls. They are registered then."""
    return NOW in text and page() is not None


def symbols() -> dict[str, int]:
    """The symbols to which kernels refer, by name: the number of interrupts so far, and the message of a
    kernel that was stopped."""
    found = page()
    if found is None:
        return {}
    return {"recto_interrupts": found.address + COUNT, "recto_interrupted": found.address + MESSAGE}


def interrupt() -> None:
    """Stop the loops that run now, in all threads."""
    found = page()
    if found is not None:
        found.count.value += 1


def is_interrupt(error: BaseException) -> bool:
    return TEXT in str(error)


def reason_of_stop() -> BaseException:
    """The exception that stopped a program: TimeoutError or KeyboardInterrupt. Raises what Python's own
    handler raises."""
    ctypes.pythonapi.PyErr_CheckSignals()
    return (
        TimeoutError(f"compiled code ran for longer than {_over[-1]:g} s") if _over else KeyboardInterrupt()
    )


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """A context manager: compiled loops in its block raise TimeoutError after so many seconds.

    The limit applies to the process: loops in other threads are stopped as well. Loops are stopped where Ctrl-C stops
    them (the page "Running" of the documentation); their results and writes are lost.

    Raises:
        RuntimeError: loops can't be stopped on this system.
        TypeError, ValueError: seconds are not a number above 0.

    >>> import recto
    >>> def endless(x):
    ...     while x > 0:
    ...         x = x + 0.5
    ...     return x
    >>> with recto.time_limit(0.1):
    ...     recto.jit(endless)(1.0)
    Traceback (most recent call last):
        ...
    TimeoutError: compiled code ran for longer than 0.1 s
    """
    if not isinstance(seconds, numbers.Real):
        raise TypeError(f"time_limit: seconds must be a number, not {seconds!r}")
    if not seconds > 0:
        raise ValueError(f"time_limit: seconds must be above 0, not {seconds!r}")
    if page() is None:
        raise RuntimeError("compiled loops can't be stopped on this system")
    left = threading.Event()

    def watch() -> None:
        over = not left.wait(seconds)
        if over:
            _over.append(seconds)
        while not left.is_set():
            interrupt()
            left.wait(AGAIN)
        if over:
            _over.remove(seconds)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        left.set()
        watcher.join()
