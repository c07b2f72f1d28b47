"""Which names of a program are the user's, and what the others are called in source for people."""
from __future__ import annotations

import builtins
import keyword
import re
from typing import Iterable

from ..build import TABLE
from ..program import Program, subprograms

SUFFIX = re.compile(r"(_\d+)+$")
DERIVED = re.compile(r"(_bar|_dot|_saved|_batch|_\d+)+$")
RESERVED = frozenset([*keyword.kwlist, "np", "special", "ml_dtypes", *(n for n in dir(builtins) if n[0].islower())])
SWEEPS = ("_bar", "_dot", "_saved")
TECHNICAL = frozenset(["not_", "and_", "or_", "not", "and", "or"])
MADE_UP = {"array", "value"}            # the front end's names for what has none
WRITES = ("put_slice", "update_slice", "scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max")
PARTS = ("dynamic_slice", "slice", "gather")
WORDS = {"reduce_sum": "total", "reduce_prod": "product", "reduce_max": "highest", "reduce_min": "lowest",
         "reduce_all": "all_true", "reduce_any": "any_true", "integer_pow": "power", "pow": "power",
         "select": "chosen", "cond": "chosen", "broadcast": "spread", "concatenate": "joined", "reshape": "shaped",
         "transpose": "turned", "flip": "flipped", "fori_loop": "result", "while_loop": "result", "call": "result",
         "dynamic_slice": "part", "slice": "part", "gather": "part", "put_slice": "updated", "update_slice": "updated",
         "lt": "less", "gt": "greater", "le": "at_most", "ge": "at_least", "eq": "equal", "ne": "differs",
         "and": "both", "or": "either", "not": "opposite", "cast": "converted", "iota": "count", "abs": "size",
         "round": "rounded"}


class Names:
    """The names of all values of a program and of those it holds."""

    def __init__(self, program: Program):
        self.all: set[str] = set()
        self.users: set[str] = set()
        made_up: set[str] = set(MADE_UP)
        for p in subprograms(program):
            self.all.update(v.name for v in p.parameters)
            for call in p.body:
                for v in call.outputs:
                    self.all.add(v.name)
                    made = from_primitive(v.name, call.primitive.name) or is_technical(v.name)
                    (made_up if made else self.users).add(self.base(v.name))
            self.users.update(v.name for v in p.parameters)
        self.made_up = made_up - self.users | MADE_UP

    def base(self, name: str) -> str:
        """s for s_1, where the program has both; x_bar for x_bar_1, and for x_1_bar where the program has x and x_1."""
        stem = SUFFIX.sub("", name)
        sweep = next((s for s in SWEEPS if stem.endswith(s)), "")
        if sweep:
            return self.base(stem.removesuffix(sweep)) + sweep
        return stem if stem in self.all else name

    def is_users(self, name: str, primitive: str) -> bool:
        """Whether the user gave this name to a result of a primitive, or to what it is derived from (x_bar, x_dot)."""
        stem = DERIVED.sub("", name)
        if from_primitive(name, primitive) or is_technical(name) or stem in MADE_UP:
            return False
        if stem == SUFFIX.sub("", name) or stem in self.users:
            return True
        return stem not in self.made_up and not any(from_primitive(stem, p) for p in TABLE)

    def is_made_up(self, name: str, primitive: str = "") -> bool:
        """Whether nobody chose this name."""
        return without_writes(DERIVED.sub("", name)) in MADE_UP or bool(primitive) and from_primitive(name, primitive)

    def given(self, name: str, primitive: str) -> list[str]:
        """The name that the user gave to a value, or to the array that it is an update of; none if there is none."""
        found = self.printed(name, primitive)
        updates = primitive in WRITES and found != name
        return [] if self.is_made_up(found) or self.is_made_up(name, primitive) and not updates else [found]

    def printed(self, name: str, primitive: str) -> str:
        """What a value is called: as the user named it, else a word for what it is."""
        base = self.base(name)
        sweep = next((s for s in SWEEPS if base.endswith(s)), "")
        if sweep:
            source = base.removesuffix(sweep)
            made_by = next((p for p in WRITES + PARTS if from_primitive(source, p)), "")
            return self.printed(source, made_by) + sweep if made_by and source not in self.users else base
        stem = primitive.rstrip("_")
        if stem and is_technical(base):
            return WORDS.get(stem, stem)
        if not stem or not from_primitive(base, primitive):
            return base
        operand = SUFFIX.sub("", base)[len(stem) + 1:].strip("_")
        if stem in WRITES and operand:
            return operand
        if stem in PARTS and operand:
            return f"{operand}_part"
        if operand:
            return f"{stem.removeprefix('reduce_').removeprefix('integer_')}_{operand}"
        return WORDS.get(stem, stem)


def without_writes(name: str) -> str:
    """array for update_slice_array."""
    made_by = next((w for w in WRITES if name.startswith(w + "_")), None)
    return name[len(made_by) + 1:] if made_by else name


def is_technical(name: str) -> bool:
    """Whether a name was made from that of a primitive that has since become another: not_ of what is now x != y."""
    return SUFFIX.sub("", name) in TECHNICAL


def from_primitive(name: str, primitive: str) -> bool:
    """Whether a name was made from a primitive's: sin, sin_x, sin_1."""
    stem = primitive.rstrip("_")
    return name.rstrip("_") == stem or SUFFIX.sub("", name).rstrip("_") == stem or name.startswith(stem + "_")


def unique(wanted: str, taken: Iterable[str]) -> str:
    """The name, else name_1, name_2 …"""
    found, count = wanted, 0
    while found in taken:
        count += 1
        found = f"{wanted}_{count}"
    return found
