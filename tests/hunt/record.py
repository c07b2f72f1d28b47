"""A row of docs/reliability.md for what has been done with a seed."""
from __future__ import annotations

import datetime
import pathlib
import subprocess
from typing import Any

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "reliability.md"


def row(seed: int, total: dict[str, Any]) -> str:
    """Date, seed, commit, programs, refused, agreeing by law, explained by name, mismatches."""
    counts, explained = total["counts"], total["explained"]
    agree = ", ".join(f"{name.partition(':')[0]} {n}" for name, n in counts.items() if name.endswith(": agrees"))
    names = ", ".join(f"{name} {n}" for name, n in explained.most_common())
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=PAGE.parent, capture_output=True,
                            text=True).stdout.strip()
    written, refused = counts["program: written"], counts["program: refused"]
    share = f"{refused} ({100 * refused / max(1, written):.0f} %)"
    cells = (datetime.date.today().isoformat(), seed, commit, written, share, agree, names, len(total["mismatches"]))
    return f"| {' | '.join(map(str, cells))} |"


def record(seed: int, total: dict[str, Any]) -> None:
    """Add the row at the end of the table of runs."""
    lines = PAGE.read_text().rstrip("\n").split("\n")
    last = next(k for k, line in enumerate(lines) if line.startswith("| date"))
    while lines[last + 1].startswith("|"):
        last += 1
    PAGE.write_text("\n".join([*lines[:last + 1], row(seed, total), *lines[last + 1:]]) + "\n")
