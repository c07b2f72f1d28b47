"""The memory of an `Array`: a buffer of a device, or a small array of the host that becomes one when it is asked for.

Functions of small arrays outside of compiled code compute on the host. Their results stay there until a compiled
function wants them: a transfer costs more than most of these functions.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from .. import _xla
from ..device import buffers
from ..device.client import has_other_devices
from ..settings import settings

SMALL = 16384  # bytes; above, computing costs more than a transfer
ORDINARY = frozenset(np.dtype(c) for c in "?bBhHiIlLqQefdFD")
NARROW = frozenset(np.dtype(c) for c in "?bBhHiIefF")
SCALARS = frozenset(dtype.type for dtype in ORDINARY)
B = TypeVar("B", bound="Boxed")


class Boxed:
    """One value, rebound by in-place writes. Either the slot `buf` is set, or `seen` is a value of the host.

    `seen` is a read-only view of the buffer `held`; or, if `held` is None, a read-only array that owns its memory, or a
    scalar of NumPy's. Reading `buf` gives up the view (so that the buffer can be donated), or makes the buffer.
    `loose` is the buffer that was made so, on the first device for want of another place.
    """

    __slots__ = ("__weakref__", "buf", "held", "loose", "seen")

    buf: Any
    held: Any
    loose: Any
    seen: Any

    def __init__(self, buf: Any) -> None:
        self.buf, self.seen = buf, None

    def __getattr__(self, name: str) -> Any:
        """Called where a slot is not set."""
        if name == "buf":
            seen, held = self.seen, self.held
            self.buf = found = buffers.put_first(seen) if held is None else held
            if held is None and has_other_devices():
                self.loose = found
            self.seen = self.held = None
            return found
        if name in ("seen", "held", "loose"):
            return None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def read(self) -> np.ndarray:
        """The value on the host, read-only; waits for it. The view is kept for the next time."""
        seen = self.seen
        if seen is not None:
            return seen
        buf = self.buf
        value = buffers.host(buf)
        if not (buf.aval.weak_type or buffers.is_gathered(buf)):
            self.held, self.seen = buf, value
            self._forget_buf()
        return value

    def is_on_host(self) -> bool:
        """Whether there is no buffer yet."""
        return self.seen is not None and self.held is None

    def is_placed(self) -> bool:
        """Whether it has a buffer on a device that was chosen, or where it was computed."""
        buffer = self.buf if self.seen is None else self.held
        return buffer is not None and buffer is not self.loose

    def become(self, other: Boxed) -> None:
        """Take over the value of another, which has it alone or does not change it."""
        if other.is_on_host():
            self.held, self.seen = None, other.seen
            self._forget_buf()
        else:
            self.buf, self.seen, self.held = other.buf, None, None

    def _forget_buf(self) -> None:
        try:
            del self.buf
        except AttributeError:  # another thread was faster, or there was none
            pass


def small(kind: type[B], value: Any, fresh: bool) -> B | None:
    """A small array of the host as `kind`, without a transfer; None if it must be one. It is copied if somebody else
    could change it."""
    if value.nbytes > SMALL or _xla.DEFAULT_DEVICE.value is not None:
        return None
    if value.dtype not in (ORDINARY if settings.enable_x64 else NARROW):
        if value.dtype not in ORDINARY:
            return None
        value, fresh = value.astype(buffers.canonical(value.dtype)), True
    if isinstance(value, np.generic):
        return on_host(kind, value)
    if type(value) is not np.ndarray:
        return None
    if not fresh or value.base is not None:
        value = value.copy()
    value.setflags(write=False)
    return on_host(kind, value)


def on_host(kind: type[B], value: Any) -> B:
    """A scalar of NumPy's, or a read-only array, of an ordinary dtype as `kind`."""
    box = kind.__new__(kind)
    box.held, box.seen = None, value
    return box


def element(kind: type[B], value: Any) -> B | None:
    """A scalar of NumPy's, which is an element of a `kind`, as a `kind` of its own."""
    return on_host(kind, value) if type(value) in SCALARS and _xla.DEFAULT_DEVICE.value is None else None
