"""The libraries, their rows, and the refusals that are known."""

from __future__ import annotations

import importlib
import importlib.metadata
import pathlib

from .rows import Row

MODULES = {
    "Optax": "rows_optax",
    "Chex": "rows_chex",
    "RLax": "rows_rlax",
    "Jraph": "rows_jraph",
    "Distrax": "rows_distrax",
    "Equinox": "rows_equinox",
    "Jaxopt": "rows_others",
    "Optimistix": "rows_others",
    "BlackJAX": "rows_others",
    "Diffrax": "rows_others",
}
REFUSED = pathlib.Path(__file__).with_name("refused.txt")


def rows(library: str) -> list[Row]:
    module = importlib.import_module(f".{MODULES[library]}", __package__)
    if MODULES[library] == "rows_others":
        return module.ROWS_OF[library.lower()]
    return module.ROWS


def version(library: str) -> str:
    return importlib.metadata.version(library.lower())


def refused() -> dict[tuple[str, str], str]:
    """(library, row) -> what the refusal says, of those that compiled code does not know."""
    found = {}
    for line in REFUSED.read_text().splitlines():
        if line and not line.startswith("#"):
            library, name, words = line.split(" | ")
            found[library, name] = words
    return found
