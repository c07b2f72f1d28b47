"""Loop distribution: sums of products move out of a loop whose other iterations depend on each other.

    for t in range(n):                          for t in range(n):
        h = np.tanh(W @ h + x[t])                   h = np.tanh(W @ h + x[t])
        hs[t] = h                       =>          hs[t] = h
        S += np.outer(h, y[t])                  S += hs.T @ y

The gradient of every recurrent network has such sums, one for each matrix. What the products read is in arrays of which
each iteration reads or writes its own row; a value that is not is stored in such an array. A loop over rows is left,
which `counted_loops` makes one product of. (Allen and Kennedy, "Optimizing Compilers for Modern Architectures",
chapter 2; Appleyard, Kocisky and Blunsom, "Optimizing Performance of Recurrent Neural Networks on GPUs", 2016.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.affine import affine, follow, symbol
from ...analysis.def_use import chains_of
from ...analysis.loops import LoopView
from ...core.dtypes import settings
from ...ir.builder import Builder, Sym, live_calls
from ...ir.loop_builder import append_for, fetch, rows, store
from ...ir.program import Atom, Call, Const, Program, Var
from ..simplify.inlining import inline

INDEX = "%"  # the symbol of the index in affine forms: no variable has this name
MOVES = frozenset(["broadcast", "cast", "dot", "neg", "reshape", "slice_", "transpose"])
WORTH = 2  # so many times as large as what is stored for it must a sum be


class Row(NamedTuple):
    """The place where an iteration stores a value: in the carry of this number, by this call."""

    carry: int
    write: Call


class Sum(NamedTuple):
    """A carry to which each iteration adds a product, and what of the iteration that needs and is in no array."""

    carry: int
    added: Var
    missing: tuple[Var, ...]


def distributed_loop(call: Call, vectorize: Callable[[Call], Program | None]) -> Program | None:
    """The program, of a counted loop's operands, with such sums behind the loop; None if it has none.

    Args:
        vectorize: what makes array operations of a loop, if it can.
    """
    found = Distribution(call)
    return found.program(vectorize) if found.sums else None


class Distribution:
    """A counted loop and the sums that can be computed behind it. Its bounds are known."""

    def __init__(self, call: Call):
        self.call, self.view = call, LoopView(call)
        self.body, self.chains = self.view.body, chains_of(self.view.body)
        first, end = (int(o.value) if isinstance(o, Const) else 0 for o in self.view.bounds)
        self.indices = range(first, end, call.param("step"))
        self.fixed = {p.name: k for k, p in enumerate(self.view.inner_invariants)}
        self.forms = {self.view.index[0].name: symbol(INDEX)}
        for inner in self.body.body:
            follow(inner, self.forms)
        self.stored = self.rows()
        self.sums = self.found_sums()

    def rows(self) -> dict[str, Row]:
        """The values that each iteration writes into its own row of an array, which it does nothing else with."""
        found: dict[str, Row] = {}
        for k, (p, result) in enumerate(zip(self.view.inner_carries, self.body.results)):
            write = self.chains.maker(result, "update_slice")
            if write is None or write.operands[0] != p or not self.chains.used_once(p):
                continue
            value, first, *others = write.operands[1:]
            form = affine(first, self.forms)
            if form is None or form.terms not in (((INDEX, 1),), ((INDEX, -1),)):
                continue
            whole = write.param("sizes") == (1, *p.type.shape[1:]) and write.param("drop") == (0,)
            at_zero = all(isinstance(o, Const) and not o.value for o in others)
            only_kept = isinstance(result, Var) and self.chains.only_returned(result)
            if whole and at_zero and only_kept and isinstance(value, Var):
                within = [form.const + form.terms[0][1] * i for i in (self.indices[0], self.indices[-1])]
                if 0 <= min(within) and max(within) < p.type.shape[0]:
                    found[value.name] = Row(k, write)
        return found

    def found_sums(self) -> list[Sum]:
        found: list[Sum] = []
        for k, (p, result) in enumerate(zip(self.view.inner_carries, self.body.results)):
            add = self.chains.maker(result, "add")
            if add is None or p.type.dtype.kind not in "fc" or not self.chains.used_once(p):
                continue
            others = [o for o in add.operands if o != p]
            if len(others) != 1 or not isinstance(others[0], Var) or others[0].type.shape != p.type.shape:
                continue
            kept = isinstance(result, Var) and self.chains.only_returned(result)
            product = self.chains.maker(others[0], "dot", "transpose")
            if not kept or product is None or self.chains.maker(self.untransposed(others[0]), "dot") is None:
                continue
            missing: dict[str, Var] = {}
            self.collect(others[0], missing)
            found.append(Sum(k, others[0], tuple(missing.values())))
        return [s for s in found if self.pays(s)]

    def untransposed(self, atom: Atom) -> Atom:
        while call := self.chains.maker(atom, "transpose"):
            atom = call.operands[0]
        return atom

    def collect(self, atom: Atom, missing: dict[str, Var]) -> None:
        """The variables that a value needs and that are in no array behind the loop."""
        if isinstance(atom, Const) or atom.name in self.fixed or atom.name in self.stored:
            return
        call = self.chains.maker(atom)
        if self.is_computed_again(atom, call):
            for operand in call.operands if call is not None else ():
                self.collect(operand, missing)
        else:
            missing[atom.name] = atom

    def is_computed_again(self, atom: Var, call: Call | None) -> bool:
        """Whether it is the index, or made of a few moves, or a row of an array that the loop only reads."""
        if atom == self.view.index[0]:
            return True
        if call is None or call.primitive.multiple:
            return False
        if call.primitive.name == "dynamic_slice":
            source = call.operands[0]
            return isinstance(source, Var) and source.name in self.fixed
        small = not atom.type.shape and atom.type.dtype.kind in "iu" and atom.name in self.forms
        return small or call.primitive.name in MOVES

    def pays(self, found: Sum) -> bool:
        """Whether the sum is larger than what is stored for it, and there is room for that."""
        size = sum(v.type.size * v.type.dtype.itemsize for v in found.missing)
        own = found.added.type.size * found.added.type.dtype.itemsize
        around = sum(o.type.size * o.type.dtype.itemsize for o in self.call.operands)
        room = max(settings.tape_limit, around)
        return size * WORTH <= own and size * len(self.indices) <= room

    # -- the two loops -----------------------------------------------------------------------------------------------

    def program(self, vectorize: Callable[[Call], Program | None]) -> Program | None:
        b, view = Builder(), self.view
        for o in view.bounds:
            b.parameter(o.type)
        lo, hi = (Sym(b, o) for o in view.bounds)
        fixed = [b.parameter(p.type, p.name) for p in view.inner_invariants]
        carries = [b.parameter(p.type, p.name) for p in view.inner_carries]
        b.site.span = self.call.span
        moved = {s.carry for s in self.sums}
        stay = [k for k in range(len(carries)) if k not in moved]
        missing = list({v.name: v for s in self.sums for v in s.missing}.values())
        sequential = self.sequential(stay, missing)
        low = min(self.indices)

        def turn(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            results = inline(inner, sequential, [i, *fixed, *xs[: len(stay)]])
            place = i - np.asarray(low, i.dtype) if low else i
            stacks = [store(x, v, place) for x, v in zip(xs[len(stay) :], results[len(stay) :])]
            return [*results[: len(stay)], *stacks]

        blank = [rows(b, len(self.indices), v.type.update(weak=False)) for v in missing]
        names = [p.name for p in view.inner_carries]
        step, index = self.call.param("step"), view.index[0].name
        outs = append_for(
            b,
            lo,
            hi,
            [*(carries[k] for k in stay), *blank],
            turn,
            step,
            index,
            [*(names[k] for k in stay), *(v.name for v in missing)],
        )
        results = dict(zip(stay, outs))
        stacks = {v.name: out for v, out in zip(missing, outs[len(stay) :])}

        def add(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            again = Again(self, inner, i, fixed, results, stacks, low)
            return [x + again.value(s.added) for x, s in zip(xs, self.sums)]

        append_for(b, lo, hi, [carries[s.carry] for s in self.sums], add, step, index)
        loop = b.body.pop()
        product = vectorize(loop)
        if product is None:
            return None
        totals = inline(b, product, [Sym(b, o) for o in loop.operands])
        results.update({s.carry: x for s, x in zip(self.sums, totals)})
        return b.finish([results[k] for k in range(len(carries))], "distributed")

    def sequential(self, stay: Sequence[int], missing: Sequence[Var]) -> Program:
        """The body without the sums, and what they need besides."""
        first = self.view.first + self.view.shift
        parameters = [*self.body.parameters[:first], *(self.body.parameters[first + k] for k in stay)]
        results = (*(self.body.results[k] for k in stay), *missing)
        return Program(self.body.name, tuple(parameters), tuple(live_calls(self.body.body, results)), results)


class Again:
    """Values of an iteration, computed from the arrays that the loop has left."""

    def __init__(
        self,
        loop: Distribution,
        inner: Builder,
        index: Sym,
        fixed: Sequence[Sym],
        results: dict[int, Sym],
        stacks: dict[str, Sym],
        low: int,
    ):
        self.loop, self.inner, self.results, self.stacks, self.low = loop, inner, results, stacks, low
        self.index = index
        self.known: dict[str, Sym] = {loop.view.index[0].name: index}
        self.known.update((name, inner.lift(fixed[k])) for name, k in loop.fixed.items())

    def value(self, atom: Atom) -> Sym:
        if isinstance(atom, Const):
            return Sym(self.inner, atom)
        if atom.name not in self.known:
            self.known[atom.name] = self.made(atom)
        return self.known[atom.name]

    def made(self, var: Var) -> Sym:
        row = self.loop.stored.get(var.name)
        if row is not None:
            place = self.value(row.write.operands[2])
            return fetch(self.inner.lift(self.results[row.carry]), place)
        if var.name in self.stacks:
            place = self.index - np.asarray(self.low, self.index.dtype) if self.low else self.index
            return fetch(self.inner.lift(self.stacks[var.name]), place)
        call = self.loop.chains.made[var.name]
        self.inner.site.span = call.span
        return self.inner.bind(call.primitive, [self.value(o) for o in call.operands], dict(call.params))
