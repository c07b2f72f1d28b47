"""Counts the rows by library: `python -m tests.jax_libraries [--write] [library …]`, from the root.

`--write` writes the table of docs/libraries.md and the list of refusals.
"""
from __future__ import annotations

import pathlib
import re
import signal
import sys
import time

import recto

from . import libraries
from .rows import check

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "libraries.md"
BEGIN, END = "<!-- counts by library -->\n", "<!-- end of the counts -->\n"
SECONDS = 300


def tried(row: libraries.Row) -> str:
    """"ok", or why a row is not."""
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


def main(arguments: list[str]) -> None:
    recto.config.update("enable_x64", False)
    signal.signal(signal.SIGALRM, stop)
    write = "--write" in arguments
    names = [name for name in arguments if name != "--write"] or [*libraries.MODULES]
    found: dict[str, dict[str, str]] = {}
    for name in names:
        found[name] = {}
        for row in libraries.rows(name):
            begun = time.perf_counter()
            found[name][row.name] = tried(row)
            print(f"{name} {row.name}: {found[name][row.name]} ({time.perf_counter() - begun:.1f} s)", flush=True)
    print(table(found))
    if write:
        write_down(found)


def table(found: dict[str, dict[str, str]]) -> str:
    lines = ["| library | version | rows | as in JAX |", "| --- | --- | --- | --- |"]
    for name, results in found.items():
        good = sum(text == "ok" for text in results.values())
        lines.append(f"| {name} | {libraries.version(name)} | {len(results)} | {good} |")
    return "\n".join(lines) + "\n"


def write_down(found: dict[str, dict[str, str]]) -> None:
    text = PAGE.read_text()
    PAGE.write_text(re.sub(f"{BEGIN}.*?{END}", lambda _: BEGIN + table(found) + END, text, flags=re.S))
    lines = ["# library | row | what the refusal says (`python -m tests.jax_libraries --write`)"]
    for name, results in found.items():
        lines += [f"{name} | {row} | {words}" for row, words in results.items() if words != "ok"]
    libraries.REFUSED.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
