"""Name hints: words for unnamed values, from the operations that made them."""

from __future__ import annotations

import functools
import re

from ...ir.callee import HOSTED

KEPT = re.compile(r"_(saved|rows|snapshots)(_\d+)*$")
NUMBER = re.compile(r"_\d+")
UNPACKED = re.compile(
    r"_[a-zA-Z]\w*_\d+$"
)  # sin_params_0: of an array in a container, which has another name here
SPECIFIED = re.compile(r"^(reduce|integer|triangular)_")  # sum_x for reduce_sum_x
SUFFIX = re.compile(r"(_\d+)+$")
DERIVED = re.compile(r"(_bar|_dot|_saved|_batch|_\d+)+$")
SWEEPS = ("_bar", "_dot", "_saved")
TECHNICAL = frozenset(["not_", "and_", "or_", "not", "and", "or"])
MADE_UP = {"array", "value"}  # the front end's names for what has none
WRITES = ("put_slice", "update_slice", "scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max")
PARTS = ("dynamic_slice", "slice", "gather")
CHOICES = ("select", "select_region")
ARITHMETIC = (
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "dot",
    "integer_pow",
    *CHOICES,
    "broadcast",
    "cast",
    "reduce_sum",
)
SAME_NUMBERS = ("broadcast", "reshape", "cast")  # give the numbers of their operand
TEMPORARY = ("add", "sub", "mul", "div", "neg", "dot")
LOOPS = ("fori_loop", "while_loop")
CALLS = ("ruled_call", "call")
FUNCTIONS = ("sigmoid", "logaddexp", "log1p", "expm1", "sqrt")  # what arithmetic may become
MAKERS = (
    *WRITES,
    *PARTS,
    *ARITHMETIC,
    *CALLS,
    *HOSTED,
    "concatenate",
    "cond",
    "fori_loop",
    "while_loop",
    "min",
    "max",
    "ge",
    "le",
    "gt",
    "lt",
)
WORDS = {
    "reduce_sum": "total",
    "reduce_prod": "product",
    "reduce_max": "highest",
    "reduce_min": "lowest",
    "reduce_all": "all_true",
    "reduce_any": "any_true",
    "integer_pow": "power",
    "pow": "power",
    **dict.fromkeys([*CHOICES, "cond"], "chosen"),
    "broadcast": "spread",
    "concatenate": "joined",
    "reshape": "shaped",
    "transpose": "turned",
    "flip": "flipped",
    "fori_loop": "result",
    "while_loop": "result",
    "call": "result",
    "dynamic_slice": "part",
    "slice": "part",
    "gather": "part",
    "put_slice": "updated",
    "update_slice": "updated",
    "lt": "less",
    "gt": "greater",
    "le": "at_most",
    "ge": "at_least",
    "eq": "equal",
    "ne": "differs",
    "and": "both",
    "or": "either",
    "not": "opposite",
    "cast": "converted",
    "to_int": "whole",
    "iota": "count",
    "abs": "size",
    "round": "rounded",
    "eye": "identity",
    "triangle_of": "triangle",
    "diagonal": "diagonal",
}
MATRICES = ("eye", "triangle_of", "diagonal")  # what choices by the place in a matrix are printed as


def without_writes(name: str) -> str:
    """array for update_slice_array."""
    made_by = next((w for w in WRITES if name.startswith(w + "_")), None)
    return name[len(made_by) + 1 :] if made_by else name


@functools.lru_cache(1 << 15)
def from_primitive(name: str, primitive: str) -> bool:
    """Whether a name was made from a primitive's: sin, sin_x, sin_1."""
    stem = primitive.rstrip("_")
    return name.rstrip("_") == stem or SUFFIX.sub("", name).rstrip("_") == stem or name.startswith(stem + "_")


def same_but_number(a: str, b: str) -> bool:
    """Whether these name the same cotangent: x_bar and x_1_bar."""
    return a.endswith(SWEEPS) and NUMBER.sub("", a) == NUMBER.sub("", b)
