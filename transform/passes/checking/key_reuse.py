"""Key reuse analysis: two draws with the same random key would not be independent.

By value numbering: values computed by the same operation from the same values get the same number. A key is
used where it is hashed with counters, once on a path and in an iteration of a loop; `fold_in` may hash it
often, with distinct numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ...analysis.loops import LoopView, is_loop
from ...core.errors import CompileError, Span
from ...ir.program import Atom, Call, Const, Program, Var

HASH = "threefry_2x32"
MOVED = ("reshape", "broadcast", "copy")


Steps = tuple[Hashable, ...]  # places of calls; of loops with the number of the turn


class Use(NamedTuple):
    """A use of a key, for a fold_in or a draw: the place, and the calls and loop iterations on the way there."""

    fold: bool
    span: Span | None
    path: Steps


Uses = dict[tuple[int, int], Use]  # the numbers of a key's words -> its use


def check_keys(program: Program, differentiated: bool = False) -> None:
    """Raises CompileError at the second use of a key. What is differentiated may compute a hash again."""
    search = Search(differentiated)
    search.block(program, [search.new() for _ in program.parameters], {}, ())


class Search:
    def __init__(self, differentiated: bool):
        self.differentiated = differentiated
        self.numbers: dict[Hashable, int] = {}
        self.counters: set[int] = set()  # values that count: 0, 1, 2 …

    def new(self) -> int:
        """The number of a value that is like no other."""
        return self.number(("new", len(self.numbers)))

    def number(self, made: Hashable) -> int:
        return self.numbers.setdefault(made, len(self.numbers))

    def block(self, program: Program, given: Sequence[int], uses: Uses, path: Steps) -> list[int]:
        """The numbers of a program's results, for those of its parameters."""
        known = {p.name: n for p, n in zip(program.parameters, given)}
        for call in program.body:
            operands = [self.atom(o, known) for o in call.operands]
            results = self.call(call, operands, uses, path)
            known.update((v.name, n) for v, n in zip(call.outputs, results))
        return [self.atom(r, known) for r in program.results]

    def atom(self, atom: Atom, known: dict[str, int]) -> int:
        if isinstance(atom, Var):
            return known[atom.name]
        return self.number(("const", str(atom.type), atom.value.tobytes()))

    def call(self, call: Call, operands: list[int], uses: Uses, path: Steps) -> Sequence[int]:
        name = call.primitive.name
        if name == "call":
            program = call.param("program")
            if program.name == HASH:
                self.use(call, operands, uses, path)
                return [self.number((HASH, k, *operands)) for k in (0, 1)]
            return self.block(program, operands, uses, (*path, call.span))
        if name == "cond":
            return self.branches(call, operands, uses, path)
        if is_loop(call):
            return self.loop(call, operands, uses, path)
        if call.primitive.effect or call.primitive.kind == "control":
            return [self.new() for _ in call.outputs]
        results = [self.number((name, call.params, k, *operands)) for k in range(len(call.outputs))]
        if name == "iota" or name in MOVED and operands[0] in self.counters:
            self.counters.update(results)
        return results

    def use(self, call: Call, operands: list[int], uses: Uses, path: Steps) -> None:
        k0, k1, _, counter = operands
        last = call.operands[-1]
        constant_rows = isinstance(last, Const) and len(last.type.shape) > 1
        use = Use(counter not in self.counters and not constant_rows, call.span, path)
        before = uses.setdefault((k0, k1), use)
        if before is use:
            return
        same = before.span == use.span and before.path == use.path and (self.differentiated or any_loop(path))
        if before.fold and use.fold or same:
            return
        places = [innermost_place(u) for u in (before, use)]
        first = f": first at {places[0]}" if places[0] and places[0] != places[1] else ""
        hint = "key, sub = recto.random.split(key) makes new ones"
        raise CompileError(f"a random key is used twice{first}", hint).at(places[1])

    def branches(self, call: Call, operands: list[int], uses: Uses, path: Steps) -> list[int]:
        programs = call.param("branches")
        taken = [dict(uses) for _ in programs]
        ends = [self.block(p, operands[1:], found, path) for p, found in zip(programs, taken)]
        for found in taken:
            uses.update(found)
        return [a if a == b else self.new() for a, b in zip(*ends)]

    def loop(self, call: Call, operands: list[int], uses: Uses, path: Steps) -> list[int]:
        """Two turns: what one uses that the loop does not change, the next uses again."""
        loop = LoopView(call)
        fixed = operands[loop.lead : loop.first]
        for turn in (1, 2):
            carried = [self.new() for _ in call.outputs] if turn > 1 else operands[loop.first :]
            index = [self.new() for _ in loop.index]
            self.block(loop.body, [*index, *fixed, *carried], uses, (*path, (call.span, turn)))
        return [self.new() for _ in call.outputs]


def any_loop(path: Steps) -> bool:
    """Whether the way leads through a loop. Those of the library (poisson has two) start with the same
    key."""
    return any(isinstance(step, tuple) and not isinstance(step, Span) for step in path)


def innermost_place(use: Use) -> Span | None:
    """The user's innermost place that uses a key."""
    spans = [*(s for s in use.path if isinstance(s, Span)), use.span]
    return next((s for s in reversed(spans) if s), None)
