"""Folders and files that only their owner can write.

The disk cache holds machine code, so whoever can write an entry can run code as the user who reads it. Where users
have numbers (Linux, macOS) a folder is trusted only if it belongs to the user of this process and neither its group
nor others may write to it, and a file only if that holds for the file as well. Windows has no such numbers: there
nothing is tested, and what keeps others out is that the cache lies in the user's profile.
"""

import os
import pathlib
import stat

WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
# no link is followed, and nothing waits for the writer of a pipe
READING = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


def user() -> int | None:
    """The user of this process; None where users have no numbers."""
    return os.getuid() if hasattr(os, "getuid") else None


def make(folder: pathlib.Path) -> list[pathlib.Path]:
    """Make a folder, and those above it that are missing, for the user alone. Gives all that were missing.

    Raises OSError.
    """
    missing = [folder]
    while not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for path in reversed(missing):
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:  # another process was faster
            if not path.is_dir():
                raise
    return missing


def fault_of(folder: pathlib.Path) -> str | None:
    """Why a folder is not to be trusted, and what to do; None if it may be. Raises OSError if there is none."""
    status, own = os.stat(folder), user()
    if own is None:
        return None
    if status.st_uid != own:
        return (
            f"{folder} belongs to another user (number {status.st_uid}, this process is number {own}): "
            "remove it, or set RECTO_CACHE_DIR to a folder of your own"
        )
    if status.st_mode & WRITABLE_BY_OTHERS:
        return (
            f"other users may write to {folder} (mode {stat.S_IMODE(status.st_mode):o}): "
            f"chmod -R go-w {folder}, or set RECTO_CACHE_DIR to a folder of your own"
        )
    return None


def read(path: pathlib.Path) -> bytes | None:
    """The contents of a regular file of the user's own, which counts as used now; None for anything else.

    Raises OSError.
    """
    descriptor = os.open(path, READING)
    with open(descriptor, "rb") as file:
        if not is_own(os.fstat(descriptor)):
            return None
        os.utime(descriptor if os.utime in os.supports_fd else path)
        return file.read()


def is_own(status: os.stat_result) -> bool:
    """Whether it is a regular file of the user's, that nobody else may write."""
    if not stat.S_ISREG(status.st_mode):
        return False
    return user() is None or status.st_uid == user() and not status.st_mode & WRITABLE_BY_OTHERS
