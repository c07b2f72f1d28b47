"""One function where the forward sweep calls one that also gives residuals, and the program its plain form.

    p = densities(x, w)                         p, _ = densities(x, w)
    …                                   =>      …
    p, e = densities_1(x, w)                    p, e = densities(x, w)

Of two functions that compute the same, of which one gives more of its values, that one is called at both places (value
numbering says so: `congruence`).
"""

from __future__ import annotations

import dataclasses

from ...analysis.value_numbering import ValueNumbering
from ...ir.program import Call, Program, Var, walk, with_programs
from ...passes.simplify.naming import Names


@dataclasses.dataclass(frozen=True)
class Instead:
    """Another function for one, and which of its results are those of that one."""

    program: Program
    places: tuple[int, ...]


def with_shared_functions(program: Program) -> Program:
    """The program in which such functions are called, at any depth."""
    functions = {id(p): p for call in walk(program) if call.primitive.name == "call" for p in call.programs()}
    if len(functions) < 2:
        return program
    numbering = ValueNumbering()
    numbers = {key: numbering.of(p) for key, p in functions.items()}
    longest = sorted(functions.values(), key=lambda p: -len(p.results))
    instead: dict[int, Instead] = {}
    for p in longest:
        for q in longest:
            places = results_among(p, q, numbers)
            if places is not None and id(q) not in instead:
                instead[id(p)] = Instead(q, places)
                break
    return Change(instead).of(program) if instead else program


def results_among(p: Program, q: Program, numbers: dict[int, list[int]]) -> tuple[int, ...] | None:
    """The results of q that those of p are, if q has more of them and does little else, and nothing in
    loops."""
    if len(p.results) >= len(q.results) or [v.type for v in p.parameters] != [v.type for v in q.parameters]:
        return None
    (inner, own), (more, longer) = ((sum(1 for _ in walk(f)) - len(f.body), len(f.body)) for f in (p, q))
    if inner != more or 2 * own < longer:
        return None
    theirs = numbers[id(q)]
    places = [theirs.index(n) if n in theirs else -1 for n in numbers[id(p)]]
    return tuple(places) if -1 not in places and len(set(places)) == len(places) else None


class Change:
    """Other functions in a program, and in all that it calls."""

    def __init__(self, instead: dict[int, Instead]):
        self.instead = instead
        self.done: dict[int, tuple[Program, Program]] = {}

    def of(self, program: Program) -> Program:
        if id(program) not in self.done:
            names = Names(program)
            body = [self.call(with_programs(c, self.inner), names, c) for c in program.body]
            changed = dataclasses.replace(program, body=tuple(body))
            self.done[id(program)] = program, changed
        return self.done[id(program)][1]

    def inner(self, program: Program) -> Program:
        return self.of(self.instead[id(program)].program if id(program) in self.instead else program)

    def call(self, call: Call, names: Names, old: Call) -> Call:
        """The call, with outputs that nobody reads for the results that the other function gives beside."""
        found = next((self.instead[id(p)] for p in old.programs() if id(p) in self.instead), None)
        if found is None or call.primitive.name != "call":
            return call
        outputs = [Var(names.fresh(f"call_{k}"), r.type) for k, r in enumerate(found.program.results)]
        for k, var in zip(found.places, old.outputs, strict=True):
            outputs[k] = var
        return dataclasses.replace(call, outputs=tuple(outputs))
