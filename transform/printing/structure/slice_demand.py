"""Demand analysis for slices: the part of each variable that is needed, so that it is printed as a slice.

    y = sin(x);  z = select_region(y, 0, lo, hi)        =>      y = np.sin(x[lo:hi])

Backwards through the calls: where only a region of a value is wanted, that is passed on to what it is made from. A
`Bounds` says which part: for some axes, from where to where. (Compare the bounds inference of Ragan-Kelley and others,
"Halide", 2013.)
"""

from __future__ import annotations

import dataclasses
import operator
from typing import Any

import numpy as np

from ...analysis.affine import Affine, affine, constant, follow, minus, plus, symbol
from ...analysis.constants import constant as constant_of, everywhere, is_zero, uniform
from ...analysis.def_use import DefUse
from ...analysis.regions import region
from ...core.dtypes import highest, lowest
from ...ir.dims import Length
from ...ir.builder import has_effects
from ...ir.program import Atom, Call, Const, Program, Type, Var
from ...primitives._rules import pointwise
from .lower_bounds import Least, surely_positive
from .partial_tapes import Read, part_saved
from .shown import Shown

FILLS = {"reduce_sum": 0, "exact_sum": 0, "reduce_prod": 1, "reduce_any": 0, "reduce_all": 1}
EXTREMES = ("reduce_max", "reduce_min")
ALL_ZERO = ("add", "sub", "mul", "neg", "select", "select_region")  # 0 where all operands are
CHOICES = {"select": operator.itemgetter(slice(1, 3)), "select_region": operator.itemgetter(slice(0, 2))}
WHOLE = Type(np.dtype(np.int64), (), True)
Bounds = tuple[tuple[int, Atom, Atom], ...]  # (axis, first position, one behind the last)
FULL = None


class DemandAnalysis(DefUse):
    """One program: which of its variables are printed as parts, and of what their makers' operands."""

    def __init__(self, program: Program, least: Least, reads: dict[str, list[Read]]):
        self.program, self.least, self.reads = program, least, reads
        super().__init__(program.body, program.results)
        self.forms: dict[str, Any] = {
            p.name: symbol(p.name)
            for p in program.parameters
            if not p.type.shape and p.type.dtype.kind in "iu"
        }
        for call in program.body:
            follow(call, self.forms)
            for v in call.outputs:
                if not v.type.shape and v.type.dtype.kind in "iu":
                    self.forms.setdefault(v.name, symbol(v.name))
        self.demands: dict[str, list[Bounds | None]] = {}
        self.parts: dict[str, Bounds] = {}  # variables that are printed as parts
        self.writes: dict[int, tuple] = {}  # calls that become writes of parts
        self.env: dict[str, Atom] = {}

    # -- comparing specs -----------------------------------------------------------------------------------------------

    def form(self, atom: Any) -> Affine:
        if isinstance(atom, Later):
            return atom.form
        return affine(atom, self.forms) or symbol(getattr(atom, "name", str(atom)))

    def key(self, spec: Bounds | None) -> Any:
        return spec and tuple((a, self.form(lo), self.form(hi)) for a, lo, hi in spec)

    def part_type(self, t: Type, spec: Bounds) -> Type:
        shape = list(t.shape)
        for a, lo, hi in spec:
            shape[a] = Length(minus(self.form(hi), self.form(lo)))
        return Type(t.dtype, tuple(shape), t.weak)

    def variable(self, name: str) -> Var:
        """The variable of the program that has this name."""
        outputs = self.made[name].outputs if name in self.made else self.program.parameters
        return next(v for v in outputs if v.name == name)

    def atom(self, form: Affine, like: Atom) -> Atom:
        """An integer of this form: a constant, a variable that has it, or a call that computes it."""
        kind = like.type if like.type.dtype.itemsize == 8 else WHOLE  # others may not hold all positions
        if not form.terms:
            return number(form.const, kind)
        for name, known in self.forms.items():
            if known == form and not self.variable(name).type.shape:
                return self.env.get(name) or self.variable(name)
        return Later(form, kind)

    # -- what is wanted of each variable -------------------------------------------------------------------------------

    def want(self, atom: Atom, spec: Bounds | None) -> None:
        if isinstance(atom, Var) and atom.type.shape:
            self.demands.setdefault(atom.name, []).append(spec or FULL)

    def decide(self, call: Call) -> None:
        """Whether the result is printed as a part, and the demand on the operands then."""
        spec: Bounds | None = FULL
        if len(call.outputs) == 1 and call.outputs[0].name in self.demands:
            keys = {self.key(s) for s in self.demands[call.outputs[0].name]}
            if len(keys) == 1 and None not in keys:
                spec = self.demands[call.outputs[0].name][0]
        elif (
            not any(v.name in self.demands for v in call.outputs)
            and not has_effects(call)
            and call.outputs
            and all(v.type.shape for v in call.outputs)
        ):
            return  # nobody wants it any more
        rule = getattr(self, f"want_{call.primitive.name}", None)
        if rule is None and call.primitive.batch is pointwise:
            rule = self.want_elementwise
        done = rule(call, spec) if rule is not None and (spec or rule != self.want_elementwise) else False
        if done and spec:
            self.parts[call.outputs[0].name] = spec
        if not done:
            for o in call.operands:
                self.want(o, FULL)

    def is_fill(self, atom: Atom) -> bool:
        return constant_of(atom, self.made) is not None

    def is_zero(self, atom: Atom) -> bool:
        """Whether it is 0 or -0 everywhere."""
        return is_zero(atom, self.made)

    def zeroed(self, atom: Atom) -> dict[int, tuple[Affine, Affine]]:
        """The region in which a value may be other than 0, along its axes: forms of the first position and of
        one behind the last."""
        call = self.maker(atom)
        found = self.chosen(atom)
        if found and self.is_zero(found[1].operands[1]):
            return {a: (self.form(lo), self.form(hi)) for a, lo, hi in found[0]}
        if call is not None and call.primitive.name == "triangle_of":
            return self.zeroed(call.operands[0])
        if call is not None and call.primitive.name in ALL_ZERO and not isinstance(call.primitive, Shown):
            both = [self.zeroed(o) for o in CHOICES.get(call.primitive.name, tuple)(call.operands)]
            return {a: ends for a, ends in both[0].items() if all(other.get(a) == ends for other in both)}
        if call is None or call.primitive.name not in ("shift", "flip"):
            return {}
        ends = self.zeroed(call.operands[0])
        for a, (lo, hi) in ends.items():
            if call.primitive.name == "flip" and a in call.param("axes"):
                n = constant(call.outputs[0].type.shape[a])
                ends[a] = minus(n, hi), minus(n, lo)
            elif call.primitive.name == "shift" and a == call.param("axis"):
                by = self.form(call.operands[1])
                ends[a] = minus(lo, by), minus(hi, by)
        return ends

    def chosen(self, atom: Atom) -> tuple[Bounds, Call] | None:
        """The region that a value takes of another, if it is a constant elsewhere; and the call that takes
        it."""
        call = self.maker(atom, "select_region")
        return (spec_of_region(call), call) if call is not None and self.is_fill(call.operands[1]) else None

    def want_select_region(self, call: Call, spec: Bounds | None) -> bool:
        own = spec_of_region(call)
        new, old, *_ = call.operands
        if spec and self.key(own) == self.key(spec):
            self.want(new, own)
            return True
        if spec and self.is_fill(old) and self.rest_of(call, spec):
            self.want(new, spec)
            return True
        if spec or self.is_fill(old) and not (self.is_zero(old) and call.outputs[0] in self.program.results):
            return False
        self.writes[id(call)] = "region", own
        self.want(new, own)
        self.want(old, FULL)
        return True

    def rest_of(self, call: Call, spec: Bounds) -> Bounds:
        """The ends of a region along the axes along which no part is demanded."""
        own, wanted = spec_of_region(call), dict_of(self.key(spec))
        if not wanted.items() <= dict_of(self.key(own)).items():
            return ()
        return tuple(part for part in own if part[0] not in wanted)

    def want_elementwise(self, call: Call, spec: Bounds | None) -> bool:
        if not spec:
            return False
        for o in call.operands:
            self.want(o, spec)
        return True

    def want_add(self, call: Call, spec: Bounds | None) -> bool:
        return self.want_elementwise(call, spec) if spec else self.want_sum(call)

    want_sub = want_add

    def want_sum(self, call: Call) -> bool:
        """x + select_region(t, 0, …): x[lo:hi] += t"""
        found = self.change_of(call)
        if found is None or not call.outputs[0].type.shape:
            return False
        old, spec, change = found
        if (
            not isinstance(old, Var)
            or self.chosen(old)
            or old not in self.program.parameters
            and self.made[old.name].primitive.name
            not in (
                "update_slice",
                "put_slice",
                "broadcast",
                "select_region",
                "fori_loop",
                "while_loop",
                "add",
                "sub",
            )
        ):
            return False
        self.writes[id(call)] = "sum", spec, old, change
        self.want(old, FULL)
        self.want(change, spec)
        return True

    def change_of(self, call: Call) -> tuple[Atom, Bounds, Atom] | None:
        """For x + select_region(t, 0, …) or x - …: x, where, t; the region, perhaps moved since, is used once."""
        pairs = [(0, 1), (1, 0)] if call.primitive.name == "add" else [(0, 1)]
        for k, j in pairs:
            other = call.operands[j]
            if not isinstance(other, Var) or not self.used_once(other):
                continue
            found = self.chosen(other)
            if found and self.is_zero(found[1].operands[1]):
                return call.operands[k], found[0], found[1].operands[0]
            if found is None and (ends := self.zeroed(other)):
                return call.operands[k], self.spec_of(ends), other
        return None

    def spec_of(self, ends: dict[int, tuple[Affine, Affine]]) -> Bounds:
        like = number(0, WHOLE)
        return tuple((a, *(self.atom(form, like) for form in ends[a])) for a in sorted(ends))

    def want_update_slice(self, call: Call, spec: Bounds | None) -> bool:
        """A row of which only a part is changed."""
        if spec:
            return False
        array, new = call.operands[:2]
        if part := part_saved(self, call):
            self.writes[id(call)] = "row", part, self.through(call, part), (new,)
            self.want(array, FULL)
            self.want(new, part)
            return True
        made = self.maker(new)
        if made is None or not self.used_once(new):
            return False
        own = spec_of_region(made) if made.primitive.name == "select_region" else None
        if own and (
            self.is_row(made.operands[1], call, own) or self.is_zero(made.operands[1]) and self.is_zero(array)
        ):
            change = (made.operands[0],)
        elif (
            made.primitive.name in ("add", "sub")
            and (found := self.change_of(made))
            and self.is_row(found[0], call)
        ):
            own, change = found[1], (found[2], made)
        else:
            return False
        rows = self.through(call, own)
        if rows is None:
            return False
        self.writes[id(call)] = "row", own, rows, change
        self.want(array, FULL)
        self.want(change[0], own)
        return True

    def is_row(self, atom: Atom, write: Call, own: Bounds | None = None) -> bool:
        """Whether it is the window that is written, as it was before. Or before the same part `own` was
        written last time."""
        read = self.maker(atom, "dynamic_slice")
        if read is None or not self.same_place(read.operands[1:], read, write):
            return False
        if read.operands[0] == write.operands[0]:
            return True
        last = self.maker(write.operands[0], "update_slice")
        if (
            not own
            or last is None
            or read.operands[0] != last.operands[0]
            or not self.same_place(last.operands[2:], last, write)
        ):
            return False
        new = self.maker(last.operands[1], "select_region")
        return new is not None and new.operands[1] == atom and self.key(spec_of_region(new)) == self.key(own)

    def same_place(self, starts: tuple[Atom, ...], call: Call, write: Call) -> bool:
        return call.params == write.params and list(map(self.form, starts)) == list(
            map(self.form, write.operands[2:])
        )

    def through(self, call: Call, spec: Bounds) -> Bounds | None:
        """The spec of a window as one of the array's axes; None where the window takes steps along these axes."""
        shape, params = call.operands[0].type.shape, dict(call.params)
        kept = [a for a in range(len(shape)) if a not in params["drop"]]
        dynamic = "sizes" in params
        starts = call.operands[-len(shape) :] if dynamic else params["starts"]
        if not dynamic and any(params["strides"][kept[a]] != 1 for a, _, _ in spec):
            return None
        found = []
        for a, lo, hi in spec:
            start = self.form(starts[kept[a]]) if dynamic else constant(starts[kept[a]])
            if start != constant(0):
                lo, hi = (self.atom(plus(self.form(bound), start), bound) for bound in (lo, hi))
            found.append((kept[a], lo, hi))
        return tuple(found)

    def want_dynamic_slice(self, call: Call, spec: Bounds | None) -> bool:
        if not spec or self.through(call, spec) is None:
            return False
        self.want(call.operands[0], FULL)
        return True

    def want_slice_(self, call: Call, spec: Bounds | None) -> bool:
        return self.want_dynamic_slice(call, spec)

    def want_broadcast(self, call: Call, spec: Bounds | None) -> bool:
        if not spec:
            return False
        self.want(call.operands[0], self.before_broadcast(call, spec))
        return True

    def before_broadcast(self, call: Call, spec: Bounds) -> Bounds | None:
        axes, x = call.param("axes"), call.operands[0].type.shape
        shape = call.outputs[0].type.shape
        kept = tuple(
            (axes.index(a), lo, hi) for a, lo, hi in spec if a in axes and x[axes.index(a)] == shape[a]
        )
        return kept or FULL

    def want_reduce_sum(self, call: Call, spec: Bounds | None) -> bool:
        found = self.before_reduction(call, spec)
        if found is None:
            return False
        self.want(call.operands[0], found)
        return True

    want_exact_sum = want_reduce_prod = want_reduce_any = want_reduce_all = want_reduce_max = (
        want_reduce_min
    ) = want_reduce_sum

    def before_reduction(self, call: Call, spec: Bounds | None) -> Bounds | None:
        """The demand on the operand of a reduction: along the axes that go its region, along the others the
        same."""
        axes = call.param("axes")
        left = [a for a in range(call.operands[0].type.ndim) if a not in axes]
        rest = tuple((left[a], lo, hi) for a, lo, hi in spec or ())
        found = self.chosen(call.operands[0])
        name, gone = call.primitive.name, ()
        if found and self.fits(name, found[1]):
            gone = tuple(part for part in found[0] if part[0] in axes)
        both = tuple(sorted((*rest, *gone), key=lambda part: part[0]))
        return both or None

    def fits(self, name: str, taken: Call) -> bool:
        """Whether the constant outside of a region changes nothing in this reduction."""
        if name in FILLS:
            return everywhere(taken.operands[1], FILLS[name], self.made)
        rest = uniform(taken.operands[1], self.made)
        return name in EXTREMES and rest is not None and rest == end_of(name, taken.outputs[0].type.dtype)

    def surely_not_empty(self, spec: Bounds) -> bool:
        """Whether there is something in each of these parts, or else the program fails."""
        lengths = [minus(self.form(hi), self.form(lo)) for _, lo, hi in spec]
        checked = [
            self.form(c.operands[0])
            for c in self.program.body
            if c.primitive.name == "lt"
            and not c.outputs[0].type.shape
            and self.form(c.operands[1]) == constant(1)
            and self.fails(c.outputs[0])
        ]
        return all(n in checked or surely_positive(n, self.least) for n in lengths)

    def fails(self, condition: Var) -> bool:
        """Whether the program sets an error code by this condition."""
        for user, _ in self.uses.get(condition.name, ()):
            name = user.primitive.name if user is not None else None
            if (
                name == "and_"
                and self.fails(user.outputs[0])
                or name == "select"
                and user.outputs[0].type.dtype == np.int32
                and isinstance(user.operands[1], Const)
            ):
                return True
        return False

    def want_dot(self, call: Call, spec: Bounds | None) -> bool:
        found = self.before_dot(call, spec)
        if found is None:
            return False
        for o, s in zip(call.operands, found):
            self.want(o, s)
        return True

    def before_dot(self, call: Call, spec: Bounds | None) -> tuple[Bounds | None, Bounds | None] | None:
        (first, second), batch = call.param("contract"), call.param("batch")
        if any(batch):
            return None
        wanted: list[dict[int, tuple[Atom, Atom]]] = [{}, {}]
        kept = [[a for a in range(o.type.ndim) if a not in c] for o, c in zip(call.operands, (first, second))]
        for a, lo, hi in spec or ():
            side = a >= len(kept[0])
            wanted[side][kept[side][a - len(kept[0]) * side]] = lo, hi
        own = [self.zeroed(o) for o in call.operands]
        for a, b in zip(first, second):
            if a in own[0] and own[0][a] == own[1].get(b):
                ((_, *bounds),) = self.spec_of({a: own[0][a]})
                wanted[0][a] = wanted[1][b] = tuple(bounds)
        if not any(wanted):
            return None
        return tuple(tuple((a, *w[a]) for a in sorted(w)) or FULL for w in wanted)

    def want_gather(self, call: Call, spec: Bounds | None) -> bool:
        """x[indices[lo:hi]]"""
        if not spec or not leading(call) or any(a >= call.operands[1].type.ndim for a, _, _ in spec):
            return False
        self.want(call.operands[0], FULL)
        for index in call.operands[1:]:
            self.want(index, spec)
        return True

    def want_scatter_add(self, call: Call, spec: Bounds | None) -> bool:
        found = None if spec else self.before_scatter(call, None)
        if found is None:
            return False
        for o, s in zip(call.operands, found):
            self.want(o, s)
        return True

    def before_scatter(self, call: Call, _: None) -> tuple[Bounds | None, ...] | None:
        """The demand on the added values, and on their places: none where the values are 0."""
        if not leading(call):
            return None
        ends = {a: e for a, e in self.zeroed(call.operands[1]).items() if a < call.operands[2].type.ndim}
        return (FULL, *[self.spec_of(ends)] * (len(call.operands) - 1)) if ends else None

    def want_flip(self, call: Call, spec: Bounds | None) -> bool:
        if not spec:
            return False
        self.want(call.operands[0], self.before_move(call, spec))
        return True

    want_shift = want_flip

    def before_move(self, call: Call, spec: Bounds) -> Bounds:
        """The part of the operand in which the wanted part of the result lies."""
        x = call.operands[0].type
        found = []
        for a, lo, hi in spec:
            first, last = self.form(lo), self.form(hi)
            if call.primitive.name == "shift" and a == call.param("axis"):
                by = self.form(call.operands[1])
                first, last = plus(first, by), plus(last, by)
            elif call.primitive.name == "flip" and a in call.param("axes"):
                first, last = minus(constant(x.shape[a]), last), minus(constant(x.shape[a]), first)
            found.append((a, self.atom(first, lo), self.atom(last, hi)))
        return tuple(found)


def spec_of_region(call: Call) -> Bounds:
    return tuple((axis, *ends) for axis, ends in region(call).items())


def end_of(name: str, dtype: np.dtype) -> Any:
    """The neutral element of a maximum or a minimum."""
    return (lowest if name == "reduce_max" else highest)(dtype)


def leading(call: Call) -> bool:
    """Whether the axes of the indices are the first of those that a gather or scatter reads or writes."""
    params = dict(call.params)
    return not params.get("batch") and not params.get("at")


def dict_of(key: Any) -> dict[int, tuple[Affine, Affine]]:
    return {a: (lo, hi) for a, lo, hi in key or ()}


@dataclasses.dataclass(frozen=True)
class Later:
    """An integer of which only the form is known so far."""

    form: Affine
    kind: Type

    type = property(lambda self: self.kind)
    name = property(lambda self: f"later {self.form}")


def number(n: int, kind: Type) -> Const:
    return Const(np.asarray(n, kind.dtype), kind)
