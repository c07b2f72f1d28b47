"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out.

Names are imported when they are first used: a process that finds its programs in the disk cache needs no front end.
"""
from __future__ import annotations

import importlib
from typing import Any

from .dtypes import Settings, settings
from .errors import CompileError, InternalError, NeedsStatic, Span
from .evaluate import evaluate
from .frontend.paths import Path, Space, fetch, keys_of
from .frontend.signature import Argument, Cut, Out, Reading, outs
from .frontend.texts import Payload
from .frontend.values import Instance
from .program import Program, Type, Var, check

LAZY = {"read": "frontend.entry", "lowered": "lower", "Lowered": "lower", "Members": "lower", "Partitioned": "lower",
        "Tiling": "lower", "meshes": "lower",
        "optimise": "passes", "run": "passes", "numpy_source": "printing", "primitive_source": "printing"}

__all__ = [
    "Argument",
    "CompileError",
    "Instance",
    "InternalError",
    "NeedsStatic",
    "Cut",
    "Out",
    "Path",
    "Payload",
    "Program",
    "Reading",
    "Settings",
    "Space",
    "Span",
    "Type",
    "Var",
    "check",
    "evaluate",
    "fetch",
    "keys_of",
    "outs",
    "read_source",
    "settings",
    *LAZY,
]


def __getattr__(name: str) -> Any:
    if name == "read_source":
        return importlib.import_module(".reader", __name__).read
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("." + LAZY[name], __name__), name)
