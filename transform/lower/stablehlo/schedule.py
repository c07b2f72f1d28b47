"""Scheduling of in-place updates: which calls of a region overwrite an array, in which order calls run, and
which reads must come first.

XLA keeps an update in place only if every read of the old version comes before it *by data dependence*, and is not
fused into something that comes after it. So, in the body of a loop, for the arrays that it overwrites:

    a_1 = update_slice(a, v, i)                ⇒    x = call @do_dynamic_slice(a, j)      never inlined: x is a value
    x = dynamic_slice(a, j)                         i = call @fence(i, x)                 never inlined: i needs x
                                                    a_1 = update_slice(a, v, i)

(Hudak and Bloss, "The aggregate update problem in functional programming systems", 1985.)
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...analysis.loops import LoopView, is_loop
from ...ir.builder import TABLE
from ...ir.callee import HOSTED
from ...ir.program import Atom, Call, Program, Type, Var

SMALL = 16  # elements: smaller arrays are copied, not guarded
SURELY_USED = {"cond": 1, "fori_loop": 1, "while_loop": 0}
OPAQUE_HOLDERS = ("call", *HOSTED)
NO_LINKS: dict[int, int] = {}
CACHED = 1 << 18  # bytes: what a core has at hand
WINDOW = 4  # a write of more than 1/WINDOW of the array is a new array, as good as a copy


class Step(NamedTuple):
    """One call of a region: `opaque` if it must stay a call of its own, `tokens` what must be read before it."""

    call: Call
    opaque: bool = False
    tokens: tuple[Var, ...] = ()


class Plan(NamedTuple):
    """The calls of a region in order, and the names of the variables that are versions of overwritten arrays."""

    steps: list[Step]
    mutable: frozenset[str]


def large(t: Type) -> bool:
    return t.size > SMALL


def better_copied(call: Call) -> bool:
    """Whether a call writes at many places, of an array that is at hand.

    The reads of such places and the fences would be calls of their own, of half a microsecond together; XLA seldom
    copies such an array, and sooner than that.
    """
    array, many = call.operands[0].type, any(x.type.shape for x in call.operands[2:])
    return many and array.size * array.dtype.itemsize <= CACHED


class Analysis:
    """Facts about programs, computed once for each."""

    def __init__(self, in_place: bool = True) -> None:
        self.in_place = in_place
        self._roots: dict[int, tuple[tuple[int | None, ...], Program]] = {}
        self._effects: dict[int, tuple[bool, Program]] = {}

    def roots(self, program: Program) -> tuple[int | None, ...]:
        """For each result the parameter whose buffer it is, if the parameters may be overwritten."""
        if id(program) not in self._roots:
            origin = {p.name: k for k, p in enumerate(program.parameters)}
            for call in program.body:
                for operand, output in self.links(call).items():
                    source = call.operands[operand]
                    if isinstance(source, Var) and source.name in origin:
                        origin[call.outputs[output].name] = origin[source.name]
            found = tuple(origin.get(r.name) if isinstance(r, Var) else None for r in program.results)
            self._roots[id(program)] = found, program
        return self._roots[id(program)][0]

    def effects(self, call: Call) -> bool:
        """Whether the call, or one that it holds, does more than compute."""
        return call.primitive.effect or any(map(self.has_effects, call.programs()))

    def has_effects(self, program: Program) -> bool:
        if id(program) not in self._effects:
            self._effects[id(program)] = any(map(self.effects, program.body)), program
        return self._effects[id(program)][0]

    def overwrites(self, program: Program) -> bool:
        """Whether it gives back the buffer of a parameter, changed."""
        unchanged = {p.name for p in program.parameters}
        return any(
            root is not None and isinstance(result, Var) and result.name not in unchanged
            for root, result in zip(self.roots(program), program.results)
        )

    def links(self, call: Call) -> dict[int, int]:
        """Operand -> the output that takes its buffer, for the arrays that a call overwrites."""
        if not self.in_place:
            return NO_LINKS
        if call.primitive.access == "write":
            x, u = call.operands[0].type, call.operands[1].type
            return {0: 0} if large(x) and u.size * WINDOW <= x.size and not better_copied(call) else NO_LINKS
        if call.primitive.name in ("native", "acting_native"):
            in_place = call.param("kernel").in_place
            return {operand: output for output, operand in in_place if large(call.outputs[output].type)}
        if call.primitive.kind != "control":
            return NO_LINKS
        if is_loop(call):
            first = LoopView(call).first
            return {first + k: k for k, v in enumerate(call.outputs) if large(v.type)}
        return self.branch_links(call.param("branches")) if call.primitive.name == "cond" else NO_LINKS

    def branch_links(self, branches: Sequence[Program]) -> dict[int, int]:
        """Operand of a cond -> the output that takes its buffer."""
        links: dict[int, int] = {}
        for k, (then, orelse) in enumerate(zip(*map(self.roots, branches))):
            unchanged = all(
                b.results[k] == b.parameters[r] for b, r in zip(branches, (then, orelse)) if r is not None
            )
            if then is not None and then == orelse and large(branches[0].results[k].type) and not unchanged:
                links.setdefault(then + 1, k)
        return links

    def plan(self, program: Program, owned: frozenset[int], shared: frozenset[int]) -> Plan:
        """The plan of a region.

        Args:
            owned: parameters whose buffers the region may overwrite.
            shared: parameters that a region around overwrites.
        """
        writers, mutable = self._writers(program, owned, shared)
        if not mutable or not self.in_place:
            return Plan([Step(call) for call in program.body], frozenset())
        region = _Region(self, program, writers, mutable, {program.parameters[k].name for k in shared})
        return Plan(region.steps(), frozenset(mutable))

    def _writers(
        self, program: Program, owned: frozenset[int], shared: frozenset[int]
    ) -> tuple[dict[str, int], set[str]]:
        """Variable -> the call (its number) that overwrites it; the versions of overwritten arrays."""
        foreign = {p.name for k, p in enumerate(program.parameters) if k not in owned}
        kept = self._chains_to_results(program)
        writers: dict[str, int] = {}
        root: dict[str, str] = {}
        for number, call in enumerate(program.body):
            for operand, output in self.links(call).items():
                source, target = call.operands[operand], call.outputs[output].name
                if not isinstance(source, Var) or source.name in foreign:
                    continue
                if source.name not in writers or target in kept:
                    writers[source.name] = number
                root[target] = root.get(source.name, source.name)
        written = {root.get(name, name) for name in writers}
        versions = written | {name for name, first in root.items() if first in written}
        return writers, versions | {program.parameters[k].name for k in shared}

    def _chains_to_results(self, program: Program) -> set[str]:
        """Versions of arrays from which the results of the program came by overwriting."""
        kept = {r.name for r in program.results if isinstance(r, Var)}
        for call in reversed(program.body):
            for operand, output in self.links(call).items():
                source = call.operands[operand]
                if call.outputs[output].name in kept and isinstance(source, Var):
                    kept.add(source.name)
        return kept


class _Region:
    """The calls of a region as a graph: data dependences, and reads before the call that overwrites what they read."""

    def __init__(
        self,
        analysis: Analysis,
        program: Program,
        writers: dict[str, int],
        mutable: set[str],
        shared: set[str],
    ):
        self.analysis = analysis
        self.mutable, self.writers, self.shared = mutable, writers, shared
        self.calls = list(program.body)
        self.given = len(self.calls)  # element reads are added after them
        self.made_by = {v.name: k for k, call in enumerate(self.calls) for v in call.outputs}
        self.readers: dict[str, list[int]] = {}
        self.overwritten: dict[int, list[str]] = {}
        for name, number in writers.items():
            self.overwritten.setdefault(number, []).append(name)
        self.tokens: dict[int, tuple[Var, ...]] = {}
        for number in range(self.given):
            self._note_reads(number)

    def _note_reads(self, number: int) -> None:
        call = self.calls[number]
        read = {
            o.name
            for o in call.operands
            if isinstance(o, Var) and o.name in self.mutable and self.writers.get(o.name) != number
        }
        for name in read:
            self.readers.setdefault(name, []).append(number)
        if any(name in self.writers for name in read) and number not in self.tokens:
            self.tokens[number] = self._tokens(number)

    def _tokens(self, number: int) -> tuple[Var, ...]:
        """Scalars that are known only when the call is done; if it has none, an element of its first result."""
        outputs = self.calls[number].outputs
        scalars = tuple(v for v in outputs if not v.type.shape)
        if scalars or not outputs:
            return scalars[:4]
        array = next((v for v in outputs if v.type.size), None)
        if array is None:
            return ()
        element = _element(array, f"{array.name}.element")
        self.calls.append(element)
        self.made_by[element.outputs[0].name] = len(self.calls) - 1
        self._note_reads(len(self.calls) - 1)
        return element.outputs

    def steps(self) -> list[Step]:
        order = self._order()
        before: dict[int, int] = {}  # call -> bit set of the calls that are done when its results are known
        steps = []
        for number in order:
            call = self.calls[number]
            needed = 1 << number if call.primitive.name != "cond" else 0
            for source in self._sources(self._surely_used(call)):
                needed |= before[source]
            tokens: list[Var] = []
            for reader in self._unfenced(number, needed, before) if number in self.overwritten else ():
                tokens.extend(self.tokens[reader])
                for source in self._sources(self.tokens[reader]):
                    needed |= before[source]
            before[number] = needed
            steps.append(Step(call, self._opaque(number), tuple(tokens)))
        return self._without_idle(steps)

    def _surely_used(self, call: Call) -> tuple[Atom, ...]:
        """The operands that the call can't do without: what a loop or a branch is given it may only pass on."""
        return call.operands[: SURELY_USED.get(call.primitive.name)]

    def _sources(self, atoms: Iterable[Atom]) -> list[int]:
        """The calls that made the atoms."""
        made_by = self.made_by
        return [made_by[a.name] for a in atoms if type(a) is Var and a.name in made_by]

    def _unfenced(self, number: int, needed: int, before: dict[int, int]) -> list[int]:
        """The readers of what the call overwrites on which it does not depend yet, without those others depend on."""
        readers = {
            r
            for name in self.overwritten[number]
            for r in self.readers.get(name, ())
            if r in before
            and not needed >> r & 1
            and r in self.tokens
            and all(source in before for source in self._sources(self.tokens[r]))
        }
        return sorted(r for r in readers if not any(s != r and before[s] >> r & 1 for s in readers))

    def _opaque(self, number: int) -> bool:
        """Whether the call must stay one, for XLA not to read an old version later or do an update twice.

        A read of a small part always; another if its version will be overwritten or was made by an update here.
        """
        call = self.calls[number]
        if call.primitive.kind == "control" and call.primitive.name not in OPAQUE_HOLDERS or not call.outputs:
            return False
        reads = [o.name for o in call.operands if isinstance(o, Var) and o.name in self.mutable]
        if not reads or number in self.overwritten:
            return False
        if (
            call.primitive.access == "read"
            and call.outputs[0].type.size * WINDOW <= call.operands[0].type.size
        ):
            return True
        return any(name in self.writers or name in self.shared or self._is_update(name) for name in reads)

    def _is_update(self, name: str) -> bool:
        return name in self.made_by and self.calls[self.made_by[name]].primitive.access == "write"

    def _without_idle(self, steps: list[Step]) -> list[Step]:
        """The steps without the element reads that no fence came to need."""
        used = {t.name for step in steps for t in step.tokens}
        idle = {call.outputs[0].name for call in self.calls[self.given :]} - used
        return [s for s in steps if not s.call.outputs or s.call.outputs[0].name not in idle]

    def _order(self) -> list[int]:
        """Calls after what they depend on, reads before the call that overwrites, else as they were.

        Where a cycle makes that impossible (the old version is still needed), the write goes first and XLA copies.
        """
        data = [set(self._sources(call.operands)) for call in self.calls]
        last_effect: int | None = None
        for number, call in enumerate(self.calls):
            if self.analysis.effects(call):
                if last_effect is not None:
                    data[number].add(last_effect)
                last_effect = number
        reads: list[set[int]] = [set() for _ in self.calls]
        for name, number in self.writers.items():
            readers = [r for r in self.readers.get(name, ()) if r != number]
            tokens = self._sources(token for r in readers for token in self.tokens.get(r, ()))
            reads[number].update(readers, tokens)
        rank = [self._rank(k) for k in range(len(self.calls))]
        return _topological_order(rank, data, reads)

    def _rank(self, number: int) -> tuple[int, int]:
        """Element reads go right after the call that made the array."""
        return (number, 0) if number < self.given else (self._sources(self.calls[number].operands[:1])[0], 1)


def _topological_order(rank: list[tuple[int, int]], data: list[set[int]], reads: list[set[int]]) -> list[int]:
    """Topological order, the lowest rank first; `reads` are dependences that may be dropped to break a cycle."""
    after: dict[int, list[int]] = {}
    for number in range(len(rank)):
        for source in data[number] | reads[number]:
            after.setdefault(source, []).append(number)
    missing = [len(d | r) for d, r in zip(data, reads)]
    ready = [(rank[k], k) for k in range(len(rank)) if not missing[k]]
    heapq.heapify(ready)
    waiting = set(range(len(rank)))
    order: list[int] = []
    while waiting:
        if ready:
            number = heapq.heappop(ready)[1]
        else:
            number = min((k for k in waiting if data[k].isdisjoint(waiting)), key=lambda k: rank[k])
        waiting.discard(number)
        order.append(number)
        for successor in after.get(number, ()):
            missing[successor] -= 1
            if not missing[successor] and successor in waiting:
                heapq.heappush(ready, (rank[successor], successor))
    return order


def _element(array: Var, name: str) -> Call:
    """A read of the first element of an array."""
    ndim = array.type.ndim
    params = {
        "starts": (0,) * ndim,
        "limits": (1,) * ndim,
        "strides": (1,) * ndim,
        "drop": tuple(range(ndim)),
    }
    return Call(
        (Var(name, Type(array.type.dtype)),), TABLE["slice_"], (array,), tuple(sorted(params.items()))
    )
