"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out.

Names are imported when they are first used: a process that finds its programs in the disk cache needs no front end.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from .core import sources
from .core.dtypes import PRECISIONS, Settings, settings
from .core.errors import (
    AnotherSize,
    AtMost,
    CompileError,
    InternalError,
    NeedsArrays,
    NeedsSize,
    NeedsSlots,
    NeedsStatic,
    NoRows,
    Span,
)
from .frontend.outside.foreign_arrays import array_of, is_foreign
from .frontend.outside.paths import ABSENT, Path, Space, fetch, found_in
from .frontend.outside.slots import Slot
from .frontend.outside.snapshot import Snapshot, key_of, keys_of, same_value
from .frontend.state.signature import (
    Argument,
    Cut,
    FromHeap,
    Given,
    HeapParts,
    Kept,
    Out,
    Outer,
    Perhaps,
    Reading,
    Shared,
    Store,
    Stretch,
    Unless,
    Worded,
    ViewOf,
    Which,
    outs,
)
from .frontend.state.texts import Payload
from .frontend.state.values import Instance
from .ir import printer
from .ir.builder import TABLE
from .ir.evaluate import evaluate
from .ir.program import Program, Type, Var, check

if TYPE_CHECKING:
    from .frontend.interpreter import Interpreter

LAZY = {
    "by_host_alone": "library.core.coverage",
    "read": "frontend.entry",
    "lowered": "pipeline",
    "Lowered": "lower",
    "Members": "lower",
    "Partitioned": "lower",
    "Tiling": "lower",
    "meshes": "lower",
    "optimise": "pipeline",
    "optimise_reading": "pipeline",
    "numpy_source": "pipeline",
    "numpy_lines": "pipeline",
    "printed": "pipeline",
    "primitive_source": "ir.printer",
}
RULES = {
    name: f"frontend.transforms.{name}"
    for name in (
        "collectives",
        "host_functions",
        "jax_trees",
        "lax_control",
        "pmap",
        "transformations",
        "tree_functions",
    )
} | {"cotangents": "frontend.transforms.edits.cotangents"}
CUSTOM, TREES = "primitives.control.custom_rules", "frontend.transforms.leaf_trees"
RECORDS = {
    "Program": "ir.program",
    "Call": "ir.program",
    "Var": "ir.program",
    "Const": "ir.program",
    "Message": "frontend.state.texts",
    "JvpRule": CUSTOM,
    "VjpRule": CUSTOM,
    "Recompute": CUSTOM,
    "Pattern": "core.sparsity",
    "Linear": "frontend.transforms.derivatives",
    "Leaf": TREES,
    "Fixed": TREES,
    "Node": TREES,
}

__all__ = [
    "ABSENT",
    "AnotherSize",
    "Argument",
    "AtMost",
    "CompileError",
    "Snapshot",
    "Instance",
    "InternalError",
    "NeedsArrays",
    "NeedsSlots",
    "NoRows",
    "NeedsSize",
    "NeedsStatic",
    "Cut",
    "FromHeap",
    "HeapParts",
    "Unless",
    "Worded",
    "Given",
    "Kept",
    "Out",
    "Outer",
    "PRECISIONS",
    "ViewOf",
    "Perhaps",
    "Shared",
    "Store",
    "Stretch",
    "Which",
    "Path",
    "Payload",
    "Program",
    "Reading",
    "Settings",
    "Slot",
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
    "primitive",
    "RECORDS",
    "record_class",
    "rules",
    *LAZY,
]


def rules(module: str) -> Any:
    """The front end's rules for what the facade exports, which are found there by name."""
    return importlib.import_module("." + RULES[module], __name__)


@functools.cache
def record_class(name: str) -> Any:
    """A dataclass that the disk cache keeps. (Most are needed for derivatives alone.)"""
    return getattr(importlib.import_module("." + RECORDS[name], __name__), name)


def primitive(name: str) -> Any:
    """The record of a primitive. Raises KeyError if there is none."""
    importlib.import_module(".primitives", __name__)  # they enter themselves
    return TABLE[name]


def __getattr__(name: str) -> Any:
    if name == "read_source":
        return importlib.import_module(".reader", __name__).read
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("." + LAZY[name], __name__), name)
