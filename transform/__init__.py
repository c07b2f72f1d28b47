"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out.

Names are imported when they are first used: a process that finds its programs in the disk cache needs no front end.
"""
from __future__ import annotations

import importlib
from typing import Any

from . import printer, sources
from .dtypes import Settings, settings
from .errors import CompileError, InternalError, NeedsStatic, Span
from .evaluate import evaluate
from .frontend.foreign import array_of, is_foreign
from .frontend.paths import ABSENT, Path, Space, fetch, found_in
from .frontend.signature import Argument, Cut, Out, Reading, Unless, outs
from .frontend.snapshot import Snapshot, key_of, keys_of, same_value
from .frontend.texts import Payload
from .frontend.values import Instance
from .program import Program, Type, Var, check

LAZY = {"read": "frontend.entry", "lowered": "pipeline", "Lowered": "lower", "Members": "lower", "Partitioned": "lower",
        "Tiling": "lower", "meshes": "lower",
        "optimise": "pipeline", "numpy_source": "pipeline", "numpy_lines": "pipeline", "printed": "pipeline",
        "primitive_source": "printer"}

__all__ = [
    "ABSENT",
    "Argument",
    "CompileError",
    "Snapshot",
    "Instance",
    "InternalError",
    "NeedsStatic",
    "Cut",
    "Unless",
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
    "array_of",
    "check",
    "evaluate",
    "fetch",
    "found_in",
    "is_foreign",
    "key_of",
    "keys_of",
    "outs",
    "same_value",
    "read_source",
    "settings",
    "sources",
    *LAZY,
]


def __getattr__(name: str) -> Any:
    if name == "read_source":
        return importlib.import_module(".reader", __name__).read
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("." + LAZY[name], __name__), name)
