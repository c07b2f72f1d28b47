"""Choose names: keep the user's, and derive the others."""

from __future__ import annotations

import builtins
import functools
import keyword
import re
from collections.abc import Iterable

from ...core.sources import Lines, texts
from ...ir.builder import TABLE
from ...ir.callee import HOSTED
from ...ir.program import Call, Program, Var, subprograms, walk
from .words import (
    CALLS,
    CHOICES,
    DERIVED,
    FUNCTIONS,
    LOOPS,
    MADE_UP,
    MAKERS,
    MATRICES,
    PARTS,
    SAME_NUMBERS,
    SPECIFIED,
    SUFFIX,
    SWEEPS,
    TECHNICAL,
    TEMPORARY,
    UNPACKED,
    WORDS,
    WRITES,
    from_primitive,
    without_writes,
)

IDENTIFIER = re.compile(r"[^\W\d]\w*")
RESERVED = frozenset(
    [
        *keyword.kwlist,
        "np",
        "lu_factor",
        "math",
        "or_nan",
        "reversed_states",
        "special",
        "sparse",
        "ml_dtypes",
        *(n for n in dir(builtins) if n[0].islower()),
    ]
)


class Names:
    """The names of all values of a program and of those it holds."""

    def __init__(self, program: Program):
        self.all: set[str] = set()
        self.users: set[str] = set()
        self.callees: dict[str, set[str]] = {}  # what is called where results are named call_x
        self.returned: dict[str, str] = {}  # and what that calls the result
        self.counters: set[str] = set()  # integers that loops leave behind and nobody has named
        self.makers: dict[str, str] = {}  # what `maker` has found
        self.written = identifiers(program)
        made_up: set[str] = set(MADE_UP)
        programs = list(subprograms(program))
        for p in programs:
            self.all.update(v.name for v in (*p.parameters, *(v for call in p.body for v in call.outputs)))
        for p in programs:
            for call in p.body:
                self._note_callee(call)
                for v in call.outputs:
                    if call.primitive.name in LOOPS and not v.type.shape and v.type.dtype.kind in "iu":
                        self.counters.add(self.base(v.name))
                    made = self.is_made_by(v.name, call.primitive.name) or self.is_technical(v.name)
                    (made_up if made else self.users).add(self.base(v.name))
            self.users.update(v.name for v in p.parameters if p is program or not self.is_technical(v.name))
        self.made_up = made_up - self.users | MADE_UP
        self.temporary = "temp" if "t" in self.users else "t"

    def _note_callee(self, call: Call) -> None:
        program = dict(call.params).get("program")
        if isinstance(program, Program):
            for v, result in zip(call.outputs, program.results):
                self.callees.setdefault(self.base(v.name), set()).add(program.name)
                if isinstance(result, Var):
                    self.returned.setdefault(self.base(v.name), SUFFIX.sub("", result.name))

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
        if self.is_made_by(name, primitive) or self.is_technical(name) or stem in MADE_UP:
            return False
        if stem == SUFFIX.sub("", name) or stem in self.users:
            return True
        return stem not in self.made_up and not any(from_primitive(stem, p) for p in TABLE)

    def is_made_up(self, name: str, primitive: str = "") -> bool:
        """Whether nobody chose this name."""
        return (
            without_writes(DERIVED.sub("", name)) in MADE_UP
            or bool(primitive)
            and from_primitive(name, primitive)
        )

    def given(self, name: str, primitive: str) -> list[str]:
        """The name that the user gave to a value, or to the array that it is an update of; none if there is none."""
        found = self.printed(name, primitive)
        updates = primitive in WRITES and found != name
        return [] if self.is_made_up(found) or self.is_made_up(name, primitive) and not updates else [found]

    def printed(self, name: str, primitive: str) -> str:
        """The name of a value: the user's name, or a word for its kind."""
        base = self.base(name)
        sweep = next((s for s in SWEEPS if base.endswith(s)), "")
        if sweep:
            source = base.removesuffix(sweep)
            made_by = self.maker(source) if source not in self.users else ""
            if made_by in SAME_NUMBERS:  # before it is summed or shaped, the cotangent of x is not x_bar
                return self.temporary + sweep
            return self.printed(source, made_by) + sweep if made_by else base
        stem = primitive.rstrip("_")
        if self.is_technical(base) and not from_primitive(base, primitive):
            made = self.maker(base).rstrip("_")
            if made in TEMPORARY and stem in FUNCTIONS:  # 1 / (1 + exp(-x)), which has become a sigmoid
                return stem
            stem = made
        if primitive in MATRICES and SUFFIX.sub("", base) == self.maker(base):
            return WORDS[primitive]
        stem = next((c for c in CHOICES[::-1] if stem in CHOICES and from_primitive(base, c)), stem)
        if not stem or not from_primitive(base, stem):
            return base
        return self.worded(stem, SUFFIX.sub("", base)[len(stem) + 1 :].strip("_"), base)

    def parameters(self, program: Program) -> list[str]:
        """The names that a called function gives its parameters; the cotangent of a nameless result is
        out_bar."""

        def one(name: str) -> str:
            technical = self.is_technical(name) and name not in self.users
            found = self.printed(name, "") if technical else name
            stem = SUFFIX.sub("", found).removesuffix("_bar")
            made_up = stem in TABLE and stem not in self.users
            made_up |= technical and stem in (self.temporary, *WORDS.values())
            return "out_bar" if made_up and found.endswith("_bar") else found

        return [one(p.name) for p in program.parameters]

    def worded(self, stem: str, operand: str, name: str) -> str:
        """The words for the result of a primitive, called `name` in the program, of an operand."""
        if stem in (*WRITES, *CHOICES) and operand:
            return self.printed(operand, self.maker(operand))
        if stem in PARTS and operand:
            return f"{self.printed(operand, self.maker(operand))}_part"
        if stem in HOSTED:
            return "result"
        if stem in LOOPS:
            return "rounds" if name in self.counters else WORDS[stem]
        if stem in CALLS:
            returned = self.returned.get(name, "")
            if returned.endswith("_bar") and not self.is_technical(returned.removesuffix("_bar")):
                return returned  # the cotangent of a parameter of the function that is pulled back
            return self.called(self.callees.get(name, set()), operand)
        if stem in TEMPORARY and self.maker(name):
            return self.temporary
        if operand:
            return f"{SPECIFIED.sub('', stem)}_{operand}"
        return WORDS.get(stem, stem)

    def called(self, callees: set[str], operand: str) -> str:
        """sigmoid_x for sigmoid(x)."""
        found = f"{min(callees)}_{operand}" if len(callees) == 1 and operand else ""
        functions = set().union(*self.callees.values())
        return found if found.isidentifier() and found not in functions else "result"

    def is_technical(self, name: str) -> bool:
        """Whether a name was made from a primitive's, of this value or of one that has since become another.

        not_ of what is now x != y, add of what is now x - y; sub_x if there is an x, so that it is not the user's.
        """
        return bool(self.maker(DERIVED.sub("", name)))

    def maker(self, name: str) -> str:
        """The primitive that a name was made from."""
        if name not in self.makers:
            stem = SUFFIX.sub("", name)
            self.makers[name] = (
                stem.rstrip("_")
                if stem in TECHNICAL
                else next((p for p in MAKERS if self.is_made_by(name, p)), "")
            )
        return self.makers[name]

    def is_made_by(self, name: str, primitive: str) -> bool:
        """Whether a name was made from a primitive's, and that of an operand: neg_x if there is an x."""
        if not from_primitive(name, primitive):
            return False
        rest = SUFFIX.sub("", name)[len(primitive.rstrip("_")) + 1 :].strip("_")
        known = (
            not rest or primitive in HOSTED or rest in self.all or rest in MADE_UP or UNPACKED.search(name)
        )
        if known or self.written and rest in self.written and SUFFIX.sub("", name) not in self.written:
            return True  # add_softmin, where the user's softmin has become a part of another value
        return bool(self.is_technical(rest) or any(self.is_made_by(rest, p) for p in TABLE))


def identifiers(program: Program) -> frozenset[str]:
    """The names in the files that a program stems from; none where a file has no text."""
    files = {call.span.file for call in walk(program) if call.span}
    every = [next(texts(file), None) for file in files]
    return frozenset().union(*map(identifiers_of, every)) if all(every) else frozenset()


@functools.lru_cache(64)
def identifiers_of(lines: Lines) -> frozenset[str]:
    return frozenset(IDENTIFIER.findall("\n".join(lines)))


def unique(wanted: str, taken: Iterable[str]) -> str:
    """The name, else name_1, name_2 …"""
    found, count = wanted, 0
    while found in taken:
        count += 1
        found = f"{wanted}_{count}"
    return found
