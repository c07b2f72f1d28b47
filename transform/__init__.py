"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out.

Names are imported when they are first used: a process that finds its programs in the disk cache needs no front end.
"""
from __future__ import annotations

import importlib
from typing import Any

from .core import sources
from .core.dtypes import Settings, settings
from .core.errors import CompileError, InternalError, NeedsStatic, Span
from .frontend.state.foreign_arrays import array_of, is_foreign
from .frontend.state.paths import ABSENT, Path, Space, fetch, found_in
from .frontend.state.signature import Argument, Cut, Out, Reading, Unless, outs
from .frontend.state.snapshot import Snapshot, key_of, keys_of, same_value
from .frontend.state.texts import Payload
from .frontend.state.values import Instance
from .ir import printer
from .ir.evaluate import evaluate
from .ir.program import Program, Type, Var, check

LAZY = {"read": "frontend.entry", "lowered": "pipeline", "Lowered": "lower", "Members": "lower", "Partitioned": "lower",
        "Tiling": "lower", "meshes": "lower",
        "optimise": "pipeline", "optimise_reading": "pipeline", "numpy_source": "pipeline", "numpy_lines": "pipeline",
        "printed": "pipeline",
        "primitive_source": "ir.printer"}

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
