"""Loop fission: a loop that writes arrays in several places becomes one loop for each write.

    for i in range(n):                          for i in range(n):
        c[i] = f(a[i])                              c[i] = f(a[i])
        d[:i] += a[i] * b[:i]           =>      for i in range(n):
        e[i] = d[i + 1] - e[i + 1]                  d[:i] += a[i] * b[:i]
                                                for i in range(n):
                                                    e[i] = d0[i + 1] - e0[i + 1]

Each of them may be array operations where the loop as a whole is none. Two things make the iterations independent:

    A read of what no earlier iteration has written reads the array that the loop began with (renaming of an
    anti-dependence): `b[i + 1:, j]` in a loop that writes `b[i, j]`, i ascending. What the iteration itself has
    written before is put over it.

    The loop of a write comes before that of another if it writes, in the same iteration or an earlier one, what the
    other one writes. Sums may come in any order.

So the values that are written depend on no other iteration. They are computed in each of the loops; equal ones are one
value when the loops have become array operations. (Allen and Kennedy, "Optimizing Compilers for Modern Architectures",
chapters 2, 5 and 6.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from ...analysis.affine import (
    READ_OF,
    Affine,
    Env,
    Ranges,
    Region,
    Window,
    affine,
    apart,
    axes_left,
    constant,
    everything,
    follow,
    least,
    minus,
    plus,
    region_of,
    same_window,
    symbol,
    window_of,
)
from ...analysis.constants import is_zero
from ...analysis.def_use import chains_of
from ...analysis.loops import LoopView
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for
from ...ir.program import Atom, Call, Const, Program, Var
from ...primitives._rules import pointwise
from ..simplify.inlining import inline
from .iteration_parts import Unfit

NOW, LATER = "now", "later"  # the index, and how many iterations after it another one is, or before it
MOST = 8  # writes


class Term(NamedTuple):
    """A value that is added, or subtracted."""

    minus: bool
    value: Atom


class Write(NamedTuple):
    """A call that makes a new version of what is carried.

    carry, version      which carry, and the number of the version
    call, old           the call, and the version before
    value               what is put into the part, or of the whole shape; old values among it where it is a sum
    terms               what is added to the old values, if that is all that happens to them
    region              the `select_region` outside of which the old values stay
    """

    carry: int
    version: int
    call: Call
    old: Var
    value: Atom
    terms: tuple[Term, ...]
    region: Call | None

    @property
    def whole(self) -> bool:
        return self.call.primitive.name not in READ_OF

    @property
    def starts(self) -> tuple[Atom, ...]:
        return () if self.whole else self.call.operands[2:]

    @property
    def needs(self) -> list[Atom]:
        """The values that the loop of this write must compute."""
        if self.terms:
            values = [t.value for t in self.terms]
        else:
            values = (
                [self.value] if self.region is None else [self.region.operands[0], *self.region.operands[2:]]
            )
        return [*values, *self.starts]


class Over(NamedTuple):
    """A write of the same iteration that covers a part of what is read, or, `whole`, all of it."""

    write: Write
    whole: bool


class Separate(NamedTuple):
    """A loop with one of the writes only.

    calls       those that it needs
    covers      what is to be put over the reads of what is carried, by their results, the newest first
    """

    write: Write
    calls: tuple[Call, ...]
    covers: dict[str, tuple[Over, ...]]


def separated_loop(
    call: Call, live: Sequence[bool], vectorize: Callable[[Call], Program | None]
) -> Program | None:
    """The program, of a counted loop's operands, of a loop for each of its writes; None if they can't be separated.

    Args:
        live: is the final value of a carry used?
        vectorize: what makes array operations of a loop, if it can.
    """
    try:
        found = Fission(call, live)
        return found.program(vectorize)
    except Unfit:
        return None


A = TypeVar("A")
Axes = Sequence[int | None]  # the axes of an array that the axes of a value are; None: another one


def along(transpose: Call, axes: Sequence[A], inward: bool = True) -> list[A]:
    """The meanings of the axes of a transposed array's operand if these are the meanings of its own ones; or
    the other way."""
    order = transpose.param("axes")
    if not inward:
        return [axes[a] for a in order]
    found = list(axes)
    for k, a in enumerate(order):
        found[a] = axes[k]
    return found


def axes_behind(call: Call, var: Var, axes: Axes) -> Axes | None:
    """The axes of a call's result, if those of an operand are these; None if the whole operand is needed for
    any part of the result."""
    name = call.primitive.name
    if name == "transpose":
        return along(call, axes, inward=False)
    if name == "dot" and not any(call.param("batch")):
        kept: list[int | None] = []
        for operand, summed in zip(call.operands, call.param("contract")):
            own = axes if operand == var else [None] * operand.type.ndim
            kept += [own[a] for a in range(operand.type.ndim) if a not in summed]
        return None if call.operands[0] == call.operands[1] else kept
    return axes if call.primitive.batch is pointwise and not call.primitive.multiple else None


class Fission:
    """A counted loop whose bounds are known, and its writes."""

    def __init__(self, call: Call, live: Sequence[bool]):
        self.call, self.view = call, LoopView(call)
        self.body, self.chains = self.view.body, chains_of(self.view.body)
        first, end = (int(o.value) for o in self.view.bounds if isinstance(o, Const))
        indices, self.step = range(first, end, call.param("step")), call.param("step")
        ends = sorted((indices[0], indices[-1]))
        self.ranges: Ranges = ((NOW, constant(ends[0]), constant(ends[1])), (LATER, constant(1), None))
        self.now = self.forms(symbol(NOW))
        self.versions: dict[str, tuple[int, int]] = {}  # carry and number, by the variable
        self.writes: dict[int, list[Write]] = {}
        for k, (p, result) in enumerate(zip(self.view.inner_carries, self.body.results)):
            self.writes[k] = self.chain(k, p, result)
        count = sum(map(len, self.writes.values()))
        if not 0 < count <= MOST or any(True for c in self.body.body for _ in c.programs()):
            raise Unfit
        self.order = [w for k in self.writes if live[k] for w in self.ordered(self.writes[k])]
        self.parts = [self.separate(w) for w in self.order]
        if count == 1 and all(self.is_own(part) for part in self.parts):
            raise Unfit  # it is separate

    def forms(self, index: Affine) -> Env:
        """The affine forms of the integers of an iteration; invariants are symbols."""
        env: Env = {self.view.index[0].name: index}
        for n, p in enumerate(self.view.inner_invariants):
            if not p.type.shape and p.type.dtype.kind in "iu":
                env[p.name] = symbol(f"invariant {n}")
        for call in self.body.body:
            follow(call, env)
        return env

    # -- the writes --------------------------------------------------------------------------------------------------

    def chain(self, k: int, p: Var, result: Atom) -> list[Write]:
        """The writes of a carry, in order."""
        found: list[tuple[Call, Var]] = []
        atom = result
        while atom != p:
            step = self.before(atom, p)
            if step is None:
                raise Unfit
            found.append(step)
            atom = step[1]
        self.versions[p.name] = k, 0
        writes = []
        for version, (call, old) in enumerate(reversed(found), 1):
            self.versions[call.outputs[0].name] = k, version
            writes.append(self.write(k, version, call, old))
        return writes

    def before(self, atom: Atom, p: Var) -> tuple[Call, Var] | None:
        """The call that makes a version of what is carried as p, and the version before."""
        call = self.chains.maker(atom)
        name = call.primitive.name if call is not None else ""
        if call is None or name not in (*READ_OF, "add", "sub", "select_region"):
            return None
        places = (0, 1) if name == "add" else (1,) if name == "select_region" else (0,)
        for old in (call.operands[place] for place in places):
            if isinstance(old, Var) and (old == p or name in READ_OF or self.leads_to(old, p)):
                return call, old
        return None

    def leads_to(self, atom: Atom, p: Var) -> bool:
        while atom != p:
            step = self.before(atom, p)
            if step is None:
                return False
            atom = step[1]
        return True

    def write(self, k: int, version: int, call: Call, old: Var) -> Write:
        name = call.primitive.name
        if name in READ_OF:
            if any(stride != 1 for stride in dict(call.params).get("strides", ())):
                raise Unfit
            value, region = call.operands[1], self.chains.maker(call.operands[1], "select_region")
            terms = self.terms(value, lambda atom: self.reads(atom, call)) or ()
            kept = region if region is not None and self.reads(region.operands[1], call) else None
            return Write(k, version, call, old, value, terms, kept)
        (value,) = call.outputs
        if name == "select_region":
            return Write(k, version, call, old, value, (), call)
        return Write(k, version, call, old, value, self.terms(value, lambda atom: atom == old) or (), None)

    def reads(self, atom: Atom, write: Call) -> bool:
        """Whether a value is what a write overwrites."""
        call = self.chains.maker(atom)
        return call is not None and same_window(call, write) and call.operands[0] == write.operands[0]

    def terms(self, atom: Atom, is_old: Callable[[Atom], bool]) -> tuple[Term, ...] | None:
        """The terms that are added to old values; None if the old values have other uses."""
        if is_old(atom):
            return ()
        call = self.chains.maker(atom, "add", "sub")
        if call is None:
            return None
        first, second = call.operands
        if (found := self.terms(first, is_old)) is not None:
            return (*found, Term(call.primitive.name == "sub", second))
        if call.primitive.name == "add" and (found := self.terms(second, is_old)) is not None:
            return (*found, Term(False, first))
        return None

    def window(self, write: Write, env: Env) -> Window:
        """The window that a write changes."""
        call = write.call
        window = everything(call.outputs[0], ()) if write.whole else window_of(call, env, ())
        axes: Sequence[int] = (
            range(len(window.axes)) if write.whole and window is not None else axes_left(call)
        )
        region = write.region
        if len(write.terms) == 1:
            region, axes = self.region_added(write.terms[0].value, axes)
        found = region_of(region, env) if region is not None else None
        if window is None:
            raise Unfit
        return window if found is None else window.narrowed(found, axes)

    def region_added(self, atom: Atom, axes: Sequence[int]) -> tuple[Call | None, Sequence[int]]:
        """The `select_region` outside of which a value is zero, and what its axes are if the value has these."""
        while call := self.chains.maker(atom, "transpose"):
            axes = along(call, axes)
            atom = call.operands[0]
        found = self.chains.maker(atom, "select_region")
        # that a zero may become -0.0, or the other way round, is no change
        zero = found is not None and is_zero(found.operands[1], self.chains.made)
        return (found if zero else None), axes

    # -- their order -------------------------------------------------------------------------------------------------

    def ordered(self, writes: list[Write]) -> list[Write]:
        """The writes of a carry in an order in which they can be done, each for all iterations."""
        later = self.forms(plus(symbol(NOW), symbol(LATER), self.step))
        windows = [(self.window(w, self.now), self.window(w, later)) for w in writes]
        before: dict[int, set[int]] = {n: set() for n in range(len(writes))}
        for n, (mine, mine_later) in enumerate(windows):
            for m, (other, other_later) in enumerate(windows[:n]):
                if writes[n].terms and writes[m].terms:
                    continue
                if not (apart(other, mine, self.ranges) and apart(other, mine_later, self.ranges)):
                    before[n].add(m)
                if not apart(mine, other_later, self.ranges):
                    before[m].add(n)
        order: list[int] = []
        while len(order) < len(writes):
            ready = [n for n in before if n not in order and before[n] <= set(order)]
            if not ready:
                raise Unfit
            order.append(ready[0])
        return [writes[n] for n in order]

    # -- what each needs ---------------------------------------------------------------------------------------------

    def separate(self, write: Write) -> Separate:
        wanted, covers = list(write.needs), {}
        while True:
            calls = self.calls_for(wanted)
            reads = [c for c in calls if self.carried(c)]
            found = {c.outputs[0].name: self.covers(c, calls) for c in reads}
            more = [
                atom
                for over in found.values()
                for o in over
                for atom in (o.write.value, *o.write.starts)
                if atom not in wanted
            ]
            covers = found
            if not more:
                return Separate(write, tuple(calls), covers)
            wanted += dict.fromkeys(more)

    def is_own(self, part: Separate) -> bool:
        """Whether a loop reads no more of what is carried than what it writes."""
        return all(self.is_same_part(c, part.write) for c in part.calls if self.carried(c))

    def carried(self, call: Call) -> bool:
        """Whether a call reads what is carried."""
        return any(isinstance(o, Var) and o.name in self.versions for o in call.operands)

    def source(self, read: Call) -> Var:
        """The one version of what is carried that a call reads."""
        found = [o for o in read.operands if isinstance(o, Var) and o.name in self.versions]
        if len(found) != 1:
            raise Unfit
        return found[0]

    def calls_for(self, wanted: Iterable[Atom]) -> list[Call]:
        """The calls that compute values, in order; versions of what is carried are not computed."""
        stack, found = [a for a in wanted if isinstance(a, Var)], set()
        if any(a.name in self.versions for a in stack):
            raise Unfit  # the values depend on what other iterations have left, as a running sum does
        while stack:
            call = self.chains.maker(stack.pop())
            if call is None or id(call) in found:
                continue
            found.add(id(call))
            stack += [o for o in call.operands if isinstance(o, Var) and o.name not in self.versions]
        return [c for c in self.body.body if id(c) in found]

    def covers(self, read: Call, calls: Sequence[Call]) -> tuple[Over, ...]:
        """The writes of the same iteration that cover what a call reads; what they leave is as at first."""
        k, version = self.versions[self.source(read).name]
        windows = self.used(read, calls)
        found: list[Over] = []
        for w in reversed(self.writes[k][:version]):
            if all(apart(window, self.window(w, self.now), self.ranges) for window in windows):
                continue
            if w.whole:
                raise Unfit
            found.append(Over(w, self.is_same_part(read, w)))
            if found[-1].whole:
                return tuple(found)
        earlier = self.forms(plus(symbol(NOW), symbol(LATER), -self.step))
        for w in self.writes[k]:
            if not all(apart(window, self.window(w, earlier), self.ranges) for window in windows):
                raise Unfit
        return tuple(found)

    def used(self, read: Call, calls: Sequence[Call]) -> list[Window]:
        """The part of a call's operand that is used: all of it, or regions."""
        source = self.source(read)
        whole, axes = everything(source, ()), list(range(source.type.ndim))
        region = region_of(read, self.now) if source == read.operands[0] else None
        if region is not None:
            return [whole.narrowed(region, axes)]
        if read.primitive.name == "transpose":
            return self.used_of(read.outputs[0], whole, along(read, axes, inward=False), calls)
        window = window_of(read, self.now, ()) if read.primitive.name in READ_OF.values() else None
        return [whole] if window is None else self.used_of(read.outputs[0], window, axes_left(read), calls)

    def used_of(self, out: Var, window: Window, axes: Axes, calls: Sequence[Call]) -> list[Window]:
        """The parts used of a window from which a value is made, of which its axes are these."""
        found: list[Window] = []
        for call in calls:
            if out not in call.operands:
                continue
            region = region_of(call, self.now) if call.operands[0] == out not in call.operands[1:] else None
            if region is not None:
                known = [(axis, lo, hi) for axis, lo, hi in region.axes if axes[axis] is not None]
                places = [0 if a is None else a for a in axes]
                found.append(window.narrowed(Region(tuple(known)), places))
                continue
            inner = axes_behind(call, out, axes)
            if inner is None:
                return [window]
            found += self.used_of(call.outputs[0], window, inner, calls)
        return found or [window]

    def is_same_part(self, read: Call, write: Write) -> bool:
        if write.whole or READ_OF[write.call.primitive.name] != read.primitive.name:
            return False
        forms = [[affine(o, self.now) for o in starts] for starts in (read.operands[1:], write.starts)]
        same = [a == b for a, b in zip(read.operands[1:], write.starts)]
        return read.params == write.call.params and all(
            s or (a is not None and a == b) for s, a, b in zip(same, *forms)
        )

    # -- the loops ---------------------------------------------------------------------------------------------------

    def program(self, vectorize: Callable[[Call], Program | None]) -> Program | None:
        b, view = Builder(), self.view
        lo, hi = (Sym(b, o) for o in view.bounds)
        for o in view.bounds:
            b.parameter(o.type)
        fixed = [b.parameter(p.type, p.name) for p in view.inner_invariants]
        carries = [b.parameter(p.type, p.name) for p in view.inner_carries]
        b.site.span = self.call.span
        results = list(carries)
        for part in self.parts:
            k = part.write.carry

            def turn(inner: Builder, i: Sym, xs: Sequence[Sym], part: Separate = part) -> list[Sym]:
                return [Iteration(self, part, inner, i, fixed, carries).written(xs[0])]

            names = [view.inner_carries[k].name]
            append_for(b, lo, hi, [results[k]], turn, self.step, view.index[0].name, names)
            loop = b.body.pop()
            found = vectorize(loop)
            if found is None:
                return None
            (results[k],) = inline(b, found, [Sym(b, o) for o in loop.operands])
        return b.finish(results, "separated")


class Iteration:
    """The values of an iteration, from the arrays that the loop began with."""

    def __init__(
        self,
        loop: Fission,
        part: Separate,
        inner: Builder,
        index: Sym,
        fixed: Sequence[Sym],
        carries: Sequence[Sym],
    ):
        self.loop, self.part, self.inner = loop, part, inner
        view = loop.view
        self.known: dict[str, Sym] = {view.index[0].name: index}
        self.known.update((p.name, inner.lift(x)) for p, x in zip(view.inner_invariants, fixed))
        self.first = [inner.lift(x) for x in carries]
        for call in part.calls:
            inner.site.span = call.span
            read = part.covers.get(call.outputs[0].name)
            if read is None:
                outs = inner.bind(call.primitive, [self.value(o) for o in call.operands], dict(call.params))
            else:
                outs = self.read(call, read)
            for v, out in zip(call.outputs, outs if isinstance(outs, (tuple, list)) else (outs,)):
                self.known[v.name] = out
                inner.name(out, v.name)

    def value(self, atom: Atom) -> Sym:
        return Sym(self.inner, atom) if isinstance(atom, Const) else self.known[atom.name]

    def read(self, call: Call, covers: Sequence[Over]) -> Sym:
        """The value that a call reads: the first array's part, with the writes of this iteration put over
        it."""
        source = self.loop.source(call)
        array = self.first[self.loop.versions[source.name][0]]
        if covers and covers[-1].whole:
            found = self.value(covers[-1].write.value)
        else:
            operands = [array if o == source else self.value(o) for o in call.operands]
            found = self.inner.bind(call.primitive, operands, dict(call.params))
        for over in reversed(covers):
            found = found if over.whole else self.crossed(call, found, over.write)
        return found

    def crossed(self, read: Call, found: Sym, write: Write) -> Sym:
        """A part that is read, with the part of it that a write covers."""
        if read.primitive.name not in READ_OF.values():
            raise Unfit
        from_write: list[tuple[Atom, Atom] | None] = []
        from_read: list[tuple[Atom, Atom] | None] = []
        sizes = []
        mine, theirs = self.extents(read, read.operands[1:]), self.extents(write.call, write.starts)
        for (start, own), (other, size) in zip(mine, theirs):
            if self.within(other, size, start, own):
                from_write.append(None)
                from_read.append((other, start))
                sizes.append(size)
            elif self.within(start, own, other, size):
                from_write.append((start, other))
                from_read.append(None)
                sizes.append(own)
            else:
                raise Unfit
        full = tuple(n for _, n in mine), tuple(n for _, n in theirs)
        whole = self.shaped(found, full[0])
        piece = self.shaped(self.value(write.value), full[1])
        params = {"sizes": tuple(sizes), "drop": ()}
        piece = self.inner.bind(TABLE["dynamic_slice"], [piece, *map(self.distance, from_write)], params)
        whole = self.inner.bind(TABLE["update_slice"], [whole, piece, *map(self.distance, from_read)], params)
        return self.shaped(whole, found.shape)

    def extents(self, call: Call, starts: Sequence[Atom]) -> list[tuple[Atom, int]]:
        """The first position and the number of them along each axis."""
        if call.primitive.name in ("slice_", "put_slice"):
            if any(stride != 1 for stride in call.param("strides")):
                raise Unfit
            ends = zip(call.param("starts"), call.param("limits"))
            return [(self.inner.lift(np.asarray(first)).atom, end - first) for first, end in ends]
        return list(zip(starts, call.param("sizes")))

    def within(self, start: Atom, size: int, other: Atom, around: int) -> bool:
        """Whether the positions from one start lie among those from another, whatever the index is."""
        a, b = affine(start, self.loop.now), affine(other, self.loop.now)
        if a is None or b is None:
            return False
        ends = minus(a, b), minus(plus(b, constant(around)), plus(a, constant(size)))
        gaps = [least(gap, self.loop.ranges) for gap in ends]
        return all(gap is not None and gap >= 0 for gap in gaps)

    def distance(self, ends: tuple[Atom, Atom] | None) -> Sym:
        zero = self.inner.lift(np.zeros((), np.int64))
        return (
            zero
            if ends is None
            else self.value(ends[0]).astype(np.int64) - self.value(ends[1]).astype(np.int64)
        )

    def shaped(self, x: Sym, shape: Sequence[int]) -> Sym:
        return x if x.shape == tuple(shape) else TABLE["reshape"](x, shape=tuple(shape))

    def written(self, x: Sym) -> Sym:
        """The carried array, with the write of this iteration."""
        write, call = self.part.write, self.part.write.call
        starts, params = [self.value(o) for o in write.starts], dict(call.params)
        read = None if write.whole else TABLE[READ_OF[call.primitive.name]]
        old = x if read is None else self.inner.bind(read, [x, *starts], params)
        if write.terms:
            new = old
            for term in write.terms:
                value = self.value(term.value)
                new = new - value if term.minus else new + value
        elif write.region is not None:
            bounds = [self.value(o) for o in write.region.operands[2:]]
            inside = self.value(write.region.operands[0])
            new = self.inner.bind(TABLE["select_region"], [inside, old, *bounds], dict(write.region.params))
        else:
            new = self.value(write.value)
        return new if write.whole else self.inner.bind(call.primitive, [x, new, *starts], params)
