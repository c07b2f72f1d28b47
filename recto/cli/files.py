"""Write emitted files: atomically, and only over files that Recto wrote; or compare them with existing files."""

from __future__ import annotations

import difflib
import os
import pathlib
import tempfile

import click

from .._show.emit import MARK
from .faults import NO, UNWRITABLE, Fault

SHOWN = 12  # lines of a difference


def write(text: str, out: str, force: bool) -> bool:
    """Write a file; False if it held this text already."""
    path = pathlib.Path(out)
    before = current(path)
    if before == text:
        return False
    if before is not None and not is_ours(before) and not force:
        raise Fault(UNWRITABLE, f"{out} was not made by recto", "--force overwrites it")
    try:
        replace(path, text)
    except OSError as error:
        raise Fault(UNWRITABLE, f"{out} can't be written: {error.strerror}") from None
    return True


def replace(path: pathlib.Path, text: str) -> None:
    """The file with this text, whole: readers see the old or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def current(path: pathlib.Path) -> str | None:
    """The content of a file; None if there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(UNWRITABLE, f"{path} can't be read: {error}") from None


def is_ours(text: str) -> bool:
    head = [line for line in text.splitlines()[:40] if line.startswith("#")]
    return any(line.startswith(f"# {MARK} ") for line in head)


def compare(text: str, out: str) -> None:
    """Raises a Fault if the file is not what would be written."""
    before = current(pathlib.Path(out))
    if before is None:
        raise Fault(NO, f"{out} is not there", "emit it without --check")
    if before != text:
        lines = list(
            difflib.unified_diff(before.splitlines(), text.splitlines(), out, "now", n=0, lineterm="")
        )
        more = [f"… {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
        raise Fault(
            NO, "\n".join([f"{out} is out of date", *lines[:SHOWN], *more]), "emit it without --check"
        )


def say(message: str, quiet: bool) -> None:
    """A word about what was done, beside the output."""
    if not quiet:
        click.echo(message, err=True)
