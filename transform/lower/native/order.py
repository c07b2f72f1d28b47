"""Scheduling of in-place updates: the order of calls, and the arrays that they overwrite.

    b = update_slice(a, v, i)               x = dynamic_slice(a, j)
    x = dynamic_slice(a, j)         ⇒       b = update_slice(a, v, i)        b is a, overwritten

A program is pure, but a kernel has one buffer for all versions of an array. This is correct if every version
is read before the next one is written, and no version is overwritten twice. Scalars, and arrays of one
element, are in registers. (Hudak and Bloss, "The aggregate update problem in functional programming
systems", 1985.)
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.def_use import makers
from ...analysis.loops import LoopView, is_loop
from ...ir.program import Atom, Call, Program, Var
from .scalars import Refused


def has_buffer(atom: Atom) -> bool:
    return atom.type.size != 1


class Order:
    """Facts about programs, computed once for each.

    replaces: whether, where one branch leaves an array as it is, the other one, which makes another, writes that
        into its buffer.
    replaced_any: whether there is such a branch.
    """

    def __init__(self, replaces: bool = False) -> None:
        self.replaces, self.replaced_any = replaces, False
        self.known: dict[int, tuple[_Region, Program]] = {}

    def region(self, program: Program) -> _Region:
        if id(program) not in self.known:
            self.known[id(program)] = _Region(self, program), program
        return self.known[id(program)][0]

    def calls(self, program: Program) -> list[Call]:
        """The calls in such an order. Raises Refused if there is none."""
        return self.region(program).order()

    def written(self, program: Program) -> frozenset[int]:
        """The parameters whose buffers a program overwrites."""
        return self.region(program).written

    def roots(self, program: Program) -> tuple[int | None, ...]:
        """For each result the parameter whose buffer it is in."""
        return self.region(program).roots

    def copied(self, program: Program, call: Call) -> frozenset[int]:
        """The operands that a call of the program overwrites copies of: they are results too."""
        return self.region(program).copied.get(id(call), frozenset())

    def overwritten(self, call: Call) -> frozenset[int]:
        """The operands whose buffers a call overwrites."""
        if call.primitive.access == "write":
            return frozenset([0] if has_buffer(call.operands[0]) else [])
        if is_loop(call):
            view = LoopView(call)
            found = {k - view.shift for k in self.written(view.body)}
            if any(k < view.first for k in found) or view.test and self.written(view.test):
                raise Refused("an array that every round begins with is overwritten")
            return frozenset(found | {view.first + k for k in self.replaced(call)})
        if call.primitive.name == "cond":
            written = {1 + k for branch in call.param("branches") for k in self.written(branch)}
            return frozenset(written.union(self.made_anew(call).values()))
        return self.written(call.param("program")) if call.primitive.name == "call" else frozenset()

    def sources(self, call: Call) -> list[int | None]:
        """For each output the operand whose buffer it is in."""
        if call.primitive.access == "write":
            return [0]
        if is_loop(call):
            return [LoopView(call).first + k for k in range(len(call.outputs))]
        if call.primitive.name == "cond":
            then, orelse = map(self.roots, call.param("branches"))
            same = once([a + 1 if a is not None and a == b else None for a, b in zip(then, orelse)])
            anew = self.made_anew(call)
            return [anew.get(k, source) for k, source in enumerate(same)]
        if call.primitive.name == "call":
            return once(list(self.roots(call.param("program"))))
        return [None] * len(call.outputs)

    def made_anew(self, call: Call) -> dict[int, int]:
        """The outputs of a cond that one branch makes anew, where the other leaves an operand: with that operand."""
        if not self.replaces:
            return {}
        roots = list(zip(*map(self.roots, call.param("branches"))))
        taken = [root for pair in roots for root in pair if root is not None]
        found = {}
        for k, (a, b) in enumerate(roots):
            root = b if a is None else a if b is None else None
            if root is not None and taken.count(root) == 1:
                found[k] = root + 1
        self.replaced_any |= bool(found)
        return found

    def replaced(self, call: Call) -> list[int]:
        """The carries of a loop whose arrays a round does not leave in their own buffers: they are copied there."""
        view = LoopView(call)
        own = view.first + view.shift
        roots = enumerate(self.roots(view.body))
        return [k for k, root in roots if has_buffer(view.body.results[k]) and root != own + k]


def once(sources: list[int | None]) -> list[int | None]:
    """The same with None for what comes again."""
    return [None if source in sources[:k] else source for k, source in enumerate(sources)]


class _Region:
    """The arrays of a program: versions, who reads and who overwrites them, and the buffers that they are in."""

    def __init__(self, owner: Order, program: Program):
        self.program, self.made = program, makers(program.body)
        self.version = {p.name: p.name for p in program.parameters}
        self.root: dict[str, int] = {p.name: k for k, p in enumerate(program.parameters)}
        self.readers: dict[str, list[Call]] = {}
        self.overwriting: dict[int, list[str]] = {}
        written: set[int] = set()
        for call in program.body:
            overwritten = owner.overwritten(call)
            arrays = {k: o.name for k, o in enumerate(call.operands) if isinstance(o, Var) and has_buffer(o)}
            for k, name in arrays.items():
                self.readers.setdefault(self.version.get(name, name), []).append(call)
                if k in overwritten:
                    self.overwriting.setdefault(id(call), []).append(self.version.get(name, name))
                    written |= {self.root[name]} if name in self.root else set()
            for var, source in zip(call.outputs, owner.sources(call)):
                if has_buffer(var) and source in arrays:
                    name = arrays[source]
                    self.version[var.name] = (
                        var.name if source in overwritten else self.version.get(name, name)
                    )
                    if name in self.root:
                        self.root[var.name] = self.root[name]
        self.written = frozenset(written)
        self.copied = self.take_copies(owner)
        self.roots = tuple(
            [self.root.get(r.name) if isinstance(r, Var) and has_buffer(r) else None for r in program.results]
        )

    def last_versions(self) -> set[str]:
        """The versions that are results."""
        results = [r.name for r in self.program.results if isinstance(r, Var) and has_buffer(r)]
        return {self.version.get(name, name) for name in results}

    def take_copies(self, owner: Order) -> dict[int, frozenset[int]]:
        """The operands that calls overwrite although they are results, by call: arrays made here, not
        parameters."""
        found: dict[int, frozenset[int]] = {}
        last = {name for name in self.last_versions() if name not in self.root}
        for call in self.program.body:
            versions = self.overwriting.get(id(call), ())
            if last.isdisjoint(versions):
                continue
            self.overwriting[id(call)] = [version for version in versions if version not in last]
            names = {k: o.name for k, o in enumerate(call.operands) if isinstance(o, Var)}
            found[id(call)] = frozenset(
                k
                for k in owner.overwritten(call)
                if k in names and self.version.get(names[k], names[k]) in last
            )
        return found

    def order(self) -> list[Call]:
        self.check_last_versions()
        order: list[Call] = []
        state: dict[
            int, bool
        ] = {}  # of calls by id: are they in the order? (False: what goes before them is not)

        def put(call: Call) -> None:
            if id(call) in state:
                if not state[id(call)]:
                    raise Refused("a version of an array is read after the next one is written")
                return
            state[id(call)] = False
            for before in self.before(call):
                put(before)
            state[id(call)] = True
            order.append(call)

        for call in self.program.body:
            put(call)
        return order

    def before(self, call: Call) -> Iterator[Call]:
        """The calls that must precede a call."""
        for o in call.operands:
            if isinstance(o, Var) and o.name in self.made:
                yield self.made[o.name]
        for version in self.overwriting.get(id(call), ()):
            for reader in self.readers[version]:
                if reader is not call:
                    yield reader

    def check_last_versions(self) -> None:
        """No result may be overwritten, and no call may read twice what it overwrites."""
        gone = {version for versions in self.overwriting.values() for version in versions}
        if gone & self.last_versions():
            raise Refused("two versions of an array are results")
        for call in self.program.body:
            given = [
                self.version.get(o.name, o.name)
                for o in call.operands
                if isinstance(o, Var) and has_buffer(o)
            ]
            if any(given.count(version) > 1 for version in self.overwriting.get(id(call), ())):
                raise Refused("a call reads what it overwrites as another operand")
