"""Tables in Markdown, and the page on which they are gathered."""
from __future__ import annotations

import importlib.metadata
import os
import pathlib
import platform
import re
from typing import Iterable

PAGE = pathlib.Path(__file__).with_name("results.md")
HEAD = """# Results

Written by `python -m benchmarks`. Ratios are Recto's time by the other's: below 1 Recto is faster. Both sides of a
ratio were measured in the same run, in processes of their own, sample by sample in turns. "best" and "median" are over
the samples. The load is that of the machine (other processes included) while the section was measured; single figures
mean little on a busy machine, and differences below a quarter are noise.
"""


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
    """Processor, cores, versions."""
    model = platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        found = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
        model = found[1] if found else model
    versions = ", ".join(f"{name} {version(name)}" for name in ("jaxlib", "jax", "numpy", "numba") if version(name))
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}"


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
    """Title -> section."""
    parts = re.split(r"^(?=## )", page, flags=re.M)[1:]
    return {part.partition("\n")[0][3:]: part.strip() + "\n" for part in parts}


def update(title: str, text: str, order: list[str]) -> None:
    """Write a section to the page; the others stay as they are."""
    known = sections(PAGE.read_text()) if PAGE.exists() else {}
    known[title] = text
    PAGE.write_text("\n".join([HEAD, *(known[t] for t in order if t in known)]))
