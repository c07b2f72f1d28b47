"""Tables in Markdown, and the page on which they are gathered."""
from __future__ import annotations

import importlib.metadata
import json
import math
import os
import pathlib
import platform
import re
import statistics
from collections.abc import Iterable
from typing import NamedTuple

PAGE = pathlib.Path(__file__).with_name("RESULTS.md")
LEAST = 0.95            # a peer's time / Recto's, from which on Recto counts as not slower
TOP = ("Summary", "Slower than the peer")
HEAD = """# Results

Written by `python -m benchmarks`. Both sides of a ratio were measured in the same run, in processes of their own,
sample by sample in turns, after a warm-up. "best" and "median" are over the samples. A column says what it divides:
above 1 in "jax / recto", and below 1 in "recto / jax", Recto is faster; a column "ratio" is Recto's time by JAX's.
The load is that of the machine (other processes included) while the section was measured; single figures mean little
on a busy machine, and differences below a quarter are noise there.
"""


class Record(NamedTuple):
    """A comparison: what was measured, with whom (and what of it), the peer's time / Recto's."""
    row: str
    peer: str
    ratio: float


def mean(values: Iterable[float]) -> float:
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:.2f}"


def verdict(value: float, target: float) -> str:
    """The value, and whether it meets the target."""
    return f"{value:.2f}" if value <= target else f"{value:.2f} **> {target:g}**"


def machine() -> str:
    """Processor, cores, versions, and the peers that are not there."""
    model = platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        found = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
        model = found[1] if found else model
    found = {name: version(name) for name in ("jaxlib", "jax", "numpy", "numba", "torch", "autograd")}
    versions = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    absent = ", ".join(name for name, number in found.items() if not number)
    left_out = f"; left out, not being installed: {absent}" if absent else ""
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}{left_out}"


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def section(title: str, text: str, before: tuple[float, ...]) -> str:
    """A section of the page, with the machine and its load."""
    loads = [f"{load:.1f}" for load in (before[0], os.getloadavg()[0])]
    return f"## {title}\n\n{text.strip()}\n\n{machine()}; load {loads[0]} before, {loads[1]} after.\n"


def sections(page: str) -> dict[str, str]:
    """Title -> section; without the top of the page."""
    parts = re.split(r"^(?=## )", page, flags=re.M)[1:]
    found = {part.partition("\n")[0][3:]: part.strip() + "\n" for part in parts}
    return {title: text for title, text in found.items() if title not in TOP}


# -- the top of the page ---------------------------------------------------------------------------

def summary(topic: str, records: list[Record]) -> list[list[str]]:
    """Rows of the summary: a topic's geometric mean against each peer."""
    found: dict[str, list[float]] = {}
    for record in records:
        found.setdefault(record.peer, []).append(record.ratio)
    return [[topic, peer, str(len(ratios)), f"{mean(ratios):.2f}", str(sum(r < LEAST for r in ratios))]
            for peer, ratios in found.items()]


def slower(topic: str, records: list[Record]) -> list[list[str]]:
    """Rows of the list of what is slower than a peer."""
    return [[topic, record.row, record.peer, f"{record.ratio:.3g}"] for record in records if record.ratio < LEAST]


def top(records: dict[str, list[Record]]) -> str:
    """The machine, geometric means by topic, and what is slower than a peer, the slowest first."""
    means = [row for topic, found in records.items() for row in summary(topic, found)]
    listed = [row for topic, found in records.items() for row in slower(topic, found)]
    listed.sort(key=lambda row: float(row[3]))
    return "\n".join([
        HEAD, f"{machine()}; {memory()}.\n", f"## {TOP[0]}\n",
        "Geometric means of the peer's time / Recto's: above 1, Recto is faster. For training steps the times are",
        "medians, elsewhere the best. What a peer does not have, or refuses, is left out.\n",
        table(["topic", "peer", "rows", "peer / recto", f"rows below {LEAST:g}"], means), "", f"## {TOP[1]}\n",
        table(["topic", "row", "peer", "peer / recto"], listed) if listed else "Nothing.", ""])


def memory() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB of memory"


def known_records() -> dict[str, list[Record]]:
    """Title -> the records of its section, kept beside the page."""
    path = PAGE.with_name("results.json")
    if not path.exists():
        return {}
    return {title: [Record(*record) for record in found] for title, found in json.loads(path.read_text()).items()}


def keep(records: dict[str, list[Record]]) -> None:
    """Write them, one a line."""
    rounded = {title: [[r.row, r.peer, float(f"{r.ratio:.4g}")] for r in found] for title, found in records.items()}
    lines = [f"  {json.dumps(title)}: [\n    "
             + ",\n    ".join(json.dumps(r, ensure_ascii=False) for r in found) + "\n  ]"
             for title, found in rounded.items() if found]
    PAGE.with_name("results.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def update(title: str, text: str, order: list[str], records: Iterable[Record] = ()) -> None:
    """Write a section to the page, and the top anew; the others stay as they are."""
    known, noted = sections(PAGE.read_text()) if PAGE.exists() else {}, known_records()
    known[title], noted[title] = text, list(records)
    keep({t: noted[t] for t in order if t in noted and t in known})
    PAGE.write_text("\n".join([top(known_records()), *(known[t] for t in order if t in known)]))
