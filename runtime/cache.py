"""Bytes kept on disk between processes: compiled executables, and whatever the facade wants to find again.

An entry is one file, `<folder>/<first two of key>/<key>`: a magic line, the SHA-256 of (key, payload), the
payload. What does not check out (truncated, corrupt, of another key, of another format) counts as absent and
is written anew. Writes go to a temporary file first and are renamed into place, so concurrent processes see
all of an entry or nothing.
"""
import contextlib
import functools
import hashlib
import os
import pathlib
import platform
import re
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

import jaxlib

MAGIC = b"recto-cache-1\n"
DEFAULT_LIMIT = 2 << 30
_KEY = re.compile(r"[0-9A-Za-z_.-]{3,200}")


class Info(NamedTuple):
    """Where the store is and how full: bytes on disk, the limit in bytes, number of entries."""

    folder: str
    entries: int
    bytes: int
    limit: int


class Store:
    """A folder of entries, the least recently used removed when all together exceed `limit` bytes.

    A disabled store (folder None) keeps nothing and finds nothing. Failures of the file system (full, read-
    only) are not errors: the entry is simply not kept.
    """

    def __init__(self, folder: str | os.PathLike | None, limit: int = DEFAULT_LIMIT) -> None:
        self.folder = None if folder is None else pathlib.Path(folder)
        self.limit = limit
        self._unswept = limit  # bytes written since the last sweep; the first write sweeps

    def get(self, key: str) -> bytes | None:
        """The payload, or None if there is no sound entry."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return _payload(key, content)

    def put(self, key: str, payload: bytes) -> None:
        """Keep (or replace) an entry."""
        if self.folder is None:
            return
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
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
        return Info(str(self.folder or ""), len(sizes), sum(sizes), self.limit)

    def _path(self, key: str) -> pathlib.Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"a key is 3 to 200 letters, digits and _.- but not {key!r}")
        return self.folder / key[:2] / key

    def _files(self) -> Iterator[tuple[pathlib.Path, os.stat_result]]:
        for path in self.folder.glob("??/*") if self.folder else ():
            with contextlib.suppress(OSError):
                yield path, path.stat()

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
    sound = content.startswith(MAGIC) and content[len(MAGIC):start] == _digest(key, content[start:])
    return content[start:] if sound else None


def _write_atomically(path: pathlib.Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
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
    """RECTO_CACHE_DIR, else XDG_CACHE_HOME/recto, else ~/.cache/recto; None if RECTO_CACHE=0."""
    if os.environ.get("RECTO_CACHE", "1").lower() in ("0", "false", "off"):
        return None
    if chosen := os.environ.get("RECTO_CACHE_DIR"):
        return pathlib.Path(chosen)
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "recto"


def default_store() -> Store:
    """The store of `default_folder()` as the environment says now."""
    return _store(default_folder())


@functools.cache
def _store(folder: pathlib.Path | None) -> Store:
    return Store(folder)


def executable_key(text: str, options: dict | tuple = ()) -> str:
    """SHA-256 (hex) over everything a compiled executable depends on: program, options, flags, jaxlib, CPU.
    """
    parts = (text, repr(sorted(dict(options).items())), os.environ.get("XLA_FLAGS", ""), jaxlib.__version__,
             cpu())
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
