"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out.

Names are imported when they are first used: a process that finds its programs in the disk cache needs no front end, and
one that catches an error needs no more than errors.
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

if TYPE_CHECKING:  # the names of HOMES, for type checkers
    from .frontend.entry import read as read
    from .frontend.interpreter import Interpreter as Interpreter
    from .frontend.outside.foreign_arrays import array_of as array_of, is_foreign as is_foreign
    from .frontend.outside.paths import (
        ABSENT as ABSENT,
        Path as Path,
        Space as Space,
        fetch as fetch,
        found_in as found_in,
    )
    from .frontend.outside.slots import Slot as Slot
    from .frontend.outside.snapshot import (
        Snapshot as Snapshot,
        key_of as key_of,
        keys_of as keys_of,
        same_value as same_value,
    )
    from .frontend.state.signature import (
        Argument as Argument,
        Cut as Cut,
        FromHeap as FromHeap,
        Given as Given,
        HeapParts as HeapParts,
        Kept as Kept,
        Out as Out,
        Outer as Outer,
        Perhaps as Perhaps,
        Reading as Reading,
        Shared as Shared,
        Store as Store,
        Stretch as Stretch,
        Unless as Unless,
        ViewOf as ViewOf,
        Which as Which,
        Worded as Worded,
        outs as outs,
    )
    from .frontend.state.texts import Payload as Payload
    from .frontend.state.values import Instance as Instance
    from .ir.evaluate import evaluate as evaluate
    from .ir.printer import primitive_source as primitive_source
    from .ir.program import Program as Program, Type as Type, Var as Var, check as check
    from .library.core.coverage import by_host_alone as by_host_alone
    from .lower import (
        Lowered as Lowered,
        Members as Members,
        Partitioned as Partitioned,
        Tiling as Tiling,
        meshes as meshes,
    )
    from .pipeline import (
        lowered as lowered,
        numpy_lines as numpy_lines,
        numpy_source as numpy_source,
        optimise as optimise,
        optimise_reading as optimise_reading,
        printed as printed,
    )
    from .reader import read as read_source

HOMES = {
    "frontend.entry": "read",
    "frontend.outside.foreign_arrays": "array_of is_foreign",
    "frontend.outside.paths": "ABSENT Path Space fetch found_in",
    "frontend.outside.slots": "Slot",
    "frontend.outside.snapshot": "Snapshot key_of keys_of same_value",
    "frontend.state.signature": "Argument Cut FromHeap Given HeapParts Kept Out Outer Perhaps Reading Shared Store "
    "Stretch Unless ViewOf Which Worded outs",
    "frontend.state.texts": "Payload",
    "frontend.state.values": "Instance",
    "ir.evaluate": "evaluate",
    "ir.printer": "primitive_source",
    "ir.program": "Program Type Var check",
    "library.core.coverage": "by_host_alone",
    "lower": "Lowered Members Partitioned Tiling meshes",
    "pipeline": "lowered numpy_lines numpy_source optimise optimise_reading printed",
}
HOME = {name: home for home, names in HOMES.items() for name in names.split()}
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
    "AnotherSize",
    "AtMost",
    "CompileError",
    "InternalError",
    "NeedsArrays",
    "NeedsSize",
    "NeedsSlots",
    "NeedsStatic",
    "NoRows",
    "PRECISIONS",
    "RECORDS",
    "Settings",
    "Span",
    "primitive",
    "read_source",
    "record_class",
    "rules",
    "settings",
    "sources",
    *HOME,
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
    return importlib.import_module(".ir.builder", __name__).TABLE[name]


def _find(name: str) -> Any:
    if name == "read_source":
        return importlib.import_module(".reader", __name__).read
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module("." + HOME[name], __name__), name)
    return found


if not TYPE_CHECKING:  # type checkers know the names above, and refuse others
    __getattr__ = _find
