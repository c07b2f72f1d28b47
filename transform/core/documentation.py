"""Locations of the documentation pages, for messages that name one."""

from __future__ import annotations

import os
import pathlib
import sys

FOLDERS = (
    pathlib.Path(__file__).resolve().parents[2] / "docs",  # of a checkout
    pathlib.Path(sys.prefix, "share", "doc", "recto", "docs"),  # of an installation
)


def documentation(page: str) -> str:
    """The path of a page: "numpy.md" → "docs/numpy.md", at the root of a checkout; elsewhere a path that leads there.
    Where no page is installed, its name in the repository."""
    for folder in FOLDERS:
        path = folder / page
        if path.is_file():
            inside = path.is_relative_to(pathlib.Path.cwd())
            return os.path.relpath(path) if inside else str(path)
    return f"docs/{page}"
