"""The commands of a page: they are run, and on request their outputs are written anew.

    python tests/cli/pages.py docs/cli.md           # rewrites outputs that have changed: read the diff

A block that begins with ```python and a comment that names a file is written as that file. In a ```console block a
line that begins with $ is a command; behind it stands what it prints; `[exit 1]` at the end is its exit code.
"""
from __future__ import annotations

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator

try:
    from .running import forked
except ImportError:                 # as a script
    from running import forked

BLOCK = re.compile(r"^```(python|toml|yaml|console)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (\S+\.(?:py|toml|yaml))\n")
TIMES = re.compile(r"\d[\d.e+-]* (?:ns|µs|ms|s)\b|\d[\d.]* x NumPy|in \d[\d.]* s")


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with its output; a backslash continues a command."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines, more = part.split("\n"), 1
        while lines[more - 1].endswith("\\"):
            more += 1
        yield "\n".join(lines[:more]), "\n".join(lines[more:])


def run(command: str, folder: pathlib.Path) -> str:
    """What a command prints, with its exit code if that is not 0."""
    # A file that a command of the page edits may have the size and, to the second, the time of what bytecode was of.
    environment = {"NO_COLOR": "1", "COLUMNS": "110", "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    words = shlex.shlex(command.replace("\\\n", ""), posix=True, punctuation_chars=True)
    words.whitespace_split = True
    arguments = list(words)
    plain = arguments[0] == "recto" and not {"|", ">"} & set(arguments) and hasattr(os, "fork")
    code, out = (run_forked if plain else run_by_shell)(arguments[1:] if plain else command, folder, environment)
    out = "\n".join(line.rstrip() for line in out.replace(str(folder) + "/", "").split("\n"))
    return out + f"[exit {code}]\n" * (code != 0)


def run_forked(arguments: list[str], folder: pathlib.Path, environment: dict[str, str]) -> tuple[int, str]:
    """`recto …`, in a fork of a process that has imported it."""
    with tempfile.NamedTemporaryFile("r") as printed:
        out = pathlib.Path(printed.name)
        code = forked(arguments, folder, [pathlib.Path(os.devnull), out, out], **environment)
        return code, printed.read()


def run_by_shell(command: str, folder: pathlib.Path, environment: dict[str, str]) -> tuple[int, str]:
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    root = str(pathlib.Path(__file__).resolve().parents[2])
    done = subprocess.run(["bash", "-c", command], cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120,
                          env={**os.environ, **environment, "PATH": path, "PYTHONPATH": root})
    return done.returncode, done.stdout


def executed(page: str) -> Iterator[tuple[int, str, str, str]]:
    """(where its output begins in the page, command, output there, output now) for every command of a page."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        for found in BLOCK.finditer(page):
            kind, text = found.groups()
            file = FILE.match(text)
            if kind != "console" and file:
                (folder / file[1]).parent.mkdir(parents=True, exist_ok=True)
                (folder / file[1]).write_text(text[file.end():].lstrip("\n"))
            at = found.start(2)
            for command, output in commands(text) if kind == "console" else ():
                at = page.index(f"$ {command}\n", at) + len(command) + 3
                yield at, command, output, run(command, folder)


def same(want: str, got: str) -> bool:
    """Equal but for times; a line of dots stands for any lines."""
    plain = [TIMES.sub("TIME", re.sub(r" +", " ", t.strip())) for t in (want, got)]
    parts = re.split(r"(?<![^\n])(\.\.\.)(?![^\n])", plain[0])
    pattern = "".join(".*" if part == "..." else re.escape(part) for part in parts)
    return re.fullmatch(pattern, plain[1], re.S) is not None


def updated(page: str) -> str:
    for at, _, want, got in reversed(list(executed(page))):
        if not same(want, got):
            page = page[:at] + got + page[at + len(want):]
    return page


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        path.write_text(updated(path.read_text()))
