"""Counts the rows by library: `python -m tests.jax_libraries [--write] [library …]`, from the root.

`--write` runs all libraries, each in a process of its own, and writes the table of docs/libraries.md and the list of
refusals.
"""

from __future__ import annotations

import pathlib
import re
import signal
import subprocess
import sys
import time

import recto

from . import libraries, optax_step
from .rows import Row, check

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "libraries.md"
BEGIN, END = "<!-- counts by library -->\n", "<!-- end of the counts -->\n"
SOURCE, SOURCE_END = "<!-- source of a step -->\n", "<!-- end of the source -->\n"
SECONDS = 300
LINE = re.compile(r"(.*?) \((\d+\.\d) s\): (.*)")


def tried(row: Row) -> str:
    """ "ok", or why a row is not."""
    signal.alarm(SECONDS)
    try:
        check(row)
    except recto.CompileError as error:
        return "refused: " + first_line(error)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    finally:
        signal.alarm(0)
    return "ok"


def first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [""]
    return lines[0].replace(" | ", " / ")[:110]


def stop(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s")


def try_all(library: str) -> None:
    recto.config.update("enable_x64", False)
    signal.signal(signal.SIGALRM, stop)
    for row in libraries.rows(library):
        begun = time.perf_counter()
        found = tried(row)
        print(f"{row.name} ({time.perf_counter() - begun:.1f} s): {found}", flush=True)


def in_processes(names: list[str]) -> dict[str, dict[str, str]]:
    """The results of the rows, by library."""
    command = [sys.executable, "-m", "tests.jax_libraries"]
    running = {n: subprocess.Popen([*command, n], stdout=subprocess.PIPE, text=True) for n in names}
    outputs = {name: process.communicate()[0] for name, process in running.items()}
    return {
        name: {m[1]: m[3] for line in text.splitlines() if (m := LINE.fullmatch(line))}
        for name, text in outputs.items()
    }


def table(found: dict[str, dict[str, str]]) -> str:
    lines = ["| library | version | rows | as in JAX |", "| --- | --- | --- | --- |"]
    for name, results in found.items():
        good = sum(text == "ok" for text in results.values())
        lines.append(f"| {name} | {libraries.version(name)} | {len(results)} | {good} |")
    return "\n".join(lines) + "\n"


def replace(begin: str, new: str, end: str) -> None:
    """Put a generated part into the page, between its marks."""
    text = PAGE.read_text()
    PAGE.write_text(re.sub(f"{begin}.*?{end}", lambda _: begin + new + end, text, flags=re.S))


def write_down(found: dict[str, dict[str, str]]) -> None:
    replace(BEGIN, table(found), END)
    replace(SOURCE, f"```text\n{optax_step.source().strip()}\n```\n", SOURCE_END)
    lines = ["# library | row | what the refusal says (`python -m tests.jax_libraries --write`)"]
    for name, results in found.items():
        lines += [f"{name} | {row} | {words}" for row, words in results.items() if words != "ok"]
    libraries.REFUSED.write_text("\n".join(lines) + "\n")


def main(arguments: list[str]) -> None:
    if arguments == ["--write"]:
        write_down(in_processes([*libraries.MODULES]))
    for library in arguments if arguments != ["--write"] else []:
        try_all(library)


if __name__ == "__main__":
    main(sys.argv[1:])
