"""Which names of a program are the user's, and which the compiler made up."""
from __future__ import annotations

import builtins
import keyword
import re
from typing import Iterable

from ..build import TABLE
from ..program import Program, subprograms

SUFFIX = re.compile(r"(_\d+)+$")
DERIVED = re.compile(r"(_bar|_dot|_saved|_batch|_\d+)+$")
RESERVED = frozenset(keyword.kwlist) | {"np", "special", "ml_dtypes"} | frozenset(n for n in dir(builtins) if n[0].islower())


class Names:
    """The names of all values of a program and of those it holds."""

    def __init__(self, program: Program):
        self.all: set[str] = set()
        self.users: set[str] = set()
        made_up: set[str] = set()
        for p in subprograms(program):
            self.all.update(v.name for v in p.parameters)
            for call in p.body:
                for v in call.outputs:
                    self.all.add(v.name)
                    (made_up if _from_primitive(v.name, call.primitive.name) else self.users).add(self.base(v.name))
            self.users.update(v.name for v in p.parameters)
        self.made_up = made_up - self.users

    def base(self, name: str) -> str:
        """s for s_1, where the program has both."""
        stem = SUFFIX.sub("", name)
        return stem if stem in self.all else name

    def is_users(self, name: str, primitive: str) -> bool:
        """Whether the user gave this name to a result of a primitive, or to what it is derived from (x_bar, x_dot)."""
        if _from_primitive(name, primitive):
            return False
        stem = DERIVED.sub("", name)
        if stem == SUFFIX.sub("", name) or stem in self.users:
            return True
        return stem not in self.made_up and not any(_from_primitive(stem, p) for p in TABLE)


def _from_primitive(name: str, primitive: str) -> bool:
    stem = primitive.rstrip("_")
    return name.rstrip("_") == stem or SUFFIX.sub("", name).rstrip("_") == stem or name.startswith(stem + "_")


def unique(wanted: str, taken: Iterable[str]) -> str:
    """The name, else name_1, name_2 …"""
    found, count = wanted, 0
    while found in taken:
        count += 1
        found = f"{wanted}_{count}"
    return found
