"""A store of bytes on disk between processes: compiled executables, and records of the facade.

An entry is one file, `<folder>/<first two of key>/<key>`: a magic line, the SHA-256 of (key, payload), the
payload. What does not check out (truncated, corrupt, of another key, of another format) counts as absent and
is written anew. Writes go to a temporary file first and are renamed into place, so concurrent processes see
all of an entry or nothing.

Executables are machine code. The digest finds damage; it is no signature, and a secret kept beside the entries would
not make it one: who can write those can write that. What keeps others out is that folder and entries belong to the
user alone (`ownership.py`). A folder that others can write to is not used, with one warning.
"""

import contextlib
import functools
import hashlib
import os
import pathlib
import platform
import re
import tempfile
import threading
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import jaxlib

from . import ownership

MAGIC = b"recto-cache-2\n"
DEFAULT_LIMIT = 2 << 30
TEMPORARY = ".recto-"
_KEY = re.compile(r"([a-z]+-)?[0-9a-f]{64}")


class Info(NamedTuple):
    """The folder of the store, and its size: bytes on disk, the limit in bytes, number of entries; and why it
    is not used ("" if it is)."""

    folder: str
    entries: int
    bytes: int
    limit: int
    refused: str = ""


class Store:
    """A folder of entries, the least recently used removed when all together exceed `limit` bytes.

    A disabled store (folder None) keeps nothing and finds nothing, and so does one whose folder other users can write
    to: of that the first call warns. Failures of the file system (full, read-only) are not errors: the entry is
    simply not kept.
    """

    def __init__(self, folder: str | os.PathLike[str] | None, limit: int = DEFAULT_LIMIT) -> None:
        self.folder = None if folder is None else pathlib.Path(folder).absolute()
        self.limit = limit
        self._unswept = limit  # bytes written since the last sweep; the first write sweeps
        # None: the folder was not looked at
        self._trusted: bool | None = None if folder is not None else False
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        """The payload, or None if there is no sound entry."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            content = ownership.read(path) if self._is_trusted() else None
        except OSError:
            return None
        return _payload(key, content) if content is not None else None

    def put(self, key: str, payload: bytes) -> None:
        """Keep (or replace) an entry."""
        if self.folder is None:
            return
        path = self._path(key)
        with contextlib.suppress(OSError):
            if not self._is_trusted(make=True):
                return
            if not path.parent.exists():
                ownership.make(path.parent)
            _write_atomically(path, MAGIC + _digest(key, payload) + payload)
            self._unswept += len(payload)
            if self._unswept > self.limit // 16:
                self._sweep()

    def clear(self) -> None:
        """Remove all entries."""
        for path, _ in self._files():
            _remove(path)

    def info(self) -> Info:
        sizes = [status.st_size for _, status in self._files()]
        refused = None
        with contextlib.suppress(OSError):
            refused = ownership.fault_of(self.folder) if self.folder else None
        return Info(str(self.folder or ""), len(sizes), sum(sizes), self.limit, refused or "")

    @property
    def is_on(self) -> bool:
        """Whether entries can be kept, as far as is known."""
        return self._trusted is not False

    def _is_trusted(self, make: bool = False) -> bool:
        """Whether the folder may be used. Looked at once, when it is there; with `make` it is made. Raises
        OSError."""
        if self._trusted is None:
            with self._lock:
                fault = self._fault(make) if self._trusted is None else None
                self._trusted = fault is None if self._trusted is None else self._trusted
            if fault is not None:
                warnings.warn(
                    f"the disk cache is off, since it holds machine code: {fault} "
                    "(RECTO_CACHE=0 turns it off without this warning)",
                    stacklevel=2,
                )
        return self._trusted

    def _fault(self, make: bool) -> str | None:
        assert self.folder is not None
        new = ownership.make(self.folder) if make and not self.folder.is_dir() else []
        return next(filter(None, map(ownership.fault_of, [self.folder, *new])), None)

    def _path(self, key: str) -> pathlib.Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"a key is 64 hexadecimal digits, perhaps after a word and -, but not {key!r}")
        assert self.folder is not None
        return self.folder / key[:2] / key

    def _files(self) -> Iterator[tuple[pathlib.Path, os.stat_result]]:
        """The entries, and what writers left behind that were killed: nothing else that may lie in the folder."""
        for path in self.folder.glob("??/*") if self.folder else ():
            if _KEY.fullmatch(path.name) or path.name.startswith(TEMPORARY):
                with contextlib.suppress(OSError):
                    yield path, path.lstat()

    def _sweep(self) -> None:
        """Remove the least recently used entries until the rest fits in 7/8 of the limit, if it exceeds the
        limit.
        """
        self._unswept = 0
        files = sorted(self._files(), key=lambda item: item[1].st_mtime_ns)
        total = sum(status.st_size for _, status in files)
        goal = total if total <= self.limit else self.limit * 7 // 8
        for path, status in files:
            if total <= goal:
                break
            _remove(path)
            total -= status.st_size


def _digest(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\0" + payload).digest()


def _payload(key: str, content: bytes) -> bytes | None:
    start = len(MAGIC) + 32
    sound = content.startswith(MAGIC) and content[len(MAGIC) : start] == _digest(key, content[start:])
    return content[start:] if sound else None


def _write_atomically(path: pathlib.Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        _remove(pathlib.Path(name))
        raise


def _remove(path: pathlib.Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def default_folder() -> pathlib.Path | None:
    """RECTO_CACHE_DIR, else where the user's caches are (platformdirs); None if RECTO_CACHE=0."""
    if os.environ.get("RECTO_CACHE", "1").lower() in ("0", "false", "off"):
        return None
    if chosen := os.environ.get("RECTO_CACHE_DIR"):
        return pathlib.Path(chosen)
    import platformdirs  # takes a millisecond

    return pathlib.Path(platformdirs.user_cache_dir("recto", appauthor=False))


def default_store() -> Store:
    """The store of `default_folder()` as the environment says now."""
    return _store(default_folder())


@functools.cache
def _store(folder: pathlib.Path | None) -> Store:
    return Store(folder)


def jaxlib_version() -> str:
    return jaxlib.__version__


def executable_key(text: str, options: dict[Any, Any] | tuple[Any, ...] = ()) -> str:
    """SHA-256 (hex) over everything a compiled executable depends on: program, options, flags, jaxlib, CPU."""
    parts = (
        text,
        repr(sorted(dict(options).items())),
        os.environ.get("XLA_FLAGS", ""),
        jaxlib.__version__,
        cpu(),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@functools.cache
def cpu() -> str:
    """Model and feature flags of the CPU: an executable made for others may die of SIGILL."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    wanted = ("model name", "flags", "Features", "CPU part")
    return "\n".join(dict.fromkeys(line for line in lines if line.startswith(wanted)))
