"""Regions of arrays are printed as the slices that they stand for.

    t = select_region(A[i], 0, 0, j) * select_region(b, 0, 0, j)        =>      np.sum(A[i, :j] * b[:j])
    reduce_sum(select_region(t, 0, 0, j))

    select_region(u, x, 0, j)                                           =>      x[:j] = u

The program works on whole axes; where only a region is wanted, the text works on that part. In the types of the
program that this makes the length of such a part is a `Length`: text that mentions one is not used (`mentions_length`).
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...analysis.affine import constant, plus
from ...analysis.constants import uniform
from ...analysis.def_use import in_order
from ...ir.builder import TABLE, has_effects, live_calls
from ...ir.dims import Length
from ...ir.program import Atom, Call, Const, Program, Type, Var, with_programs
from .lower_bounds import Least
from .partial_tapes import Read, row_read, saving_loops
from .shown import text_call
from .slice_demand import EXTREMES, FILLS, FULL, Later, Bounds, DemandAnalysis, end_of, number


def sliced(program: Program, least: Least) -> Program:
    """The program with slices for masks, here and in the programs it holds."""
    done: dict[int, Program] = {}
    bodies: dict[int, Body] = {}
    reads: dict[int, dict[str, list[Read]]] = {}

    def read_by(loop: Call, array: Var) -> Read | None:
        body = bodies.get(id(loop.param("body")))
        return body and row_read(body, array)

    def visit(p: Program) -> Program:
        if id(p) not in done:
            tapes = list(saving_loops(p))
            body: list[Call] = []
            for call in reversed(p.body):  # loops that read come before those that saved for them
                for parameter, readers in [
                    (array, found) for saving, array, found in tapes if saving is call
                ]:
                    found = [read_by(loop, array) for loop, array in readers]
                    if None not in found:
                        reads.setdefault(id(call.param("body")), {})[parameter.name] = found
                body.append(with_programs(call, visit))
            body.reverse()
            p_ = (
                dataclasses.replace(p, body=tuple(body))
                if any(a is not b for a, b in zip(body, p.body))
                else p
            )
            if any(c.primitive.name in ("select_region", "shift") for c in body):
                bodies[id(p)] = Body(p_, least, reads.get(id(p), {}))
                done[id(p)] = bodies[id(p)].rewritten()
            else:
                done[id(p)] = p_
        return done[id(p)]

    return visit(program)


def number_of(name: str) -> int:
    """The number that a name ends in."""
    digits = name.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0


def mentions_length(functions: Iterable[Sequence[ast.stmt]]) -> bool:
    """Whether the length of a part is among the numbers of these functions."""
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, Length)
        for f in functions
        for s in f
        for node in ast.walk(s)
    )


class Body(DemandAnalysis):
    """The calls of one program, made anew."""

    def __init__(self, program: Program, least: Least, reads: dict[str, list[Read]]):
        super().__init__(program, least, reads)
        self.calls: list[Call] = []
        self.read: dict[Any, Var] = {}
        self.numbers = itertools.count(1 + max(map(number_of, self.names()), default=0))

    def rewritten(self) -> Program:
        for r in self.program.results:
            self.want(r, FULL)
        for call in reversed(self.program.body):
            self.decide(call)
        for call in self.program.body:
            self.emit(call)
        results = tuple(self.env.get(r.name, r) if isinstance(r, Var) else r for r in self.program.results)
        return dataclasses.replace(
            self.program, results=results, body=tuple(live_calls(in_order(self.calls), results, has_effects))
        )

    # -- the calls -----------------------------------------------------------------------------------------------------

    def emit(self, call: Call) -> None:
        spec = self.parts.get(call.outputs[0].name) if len(call.outputs) == 1 else None
        if id(call) in self.writes:
            return self.emit_write(call, *self.writes[id(call)])
        if spec is None:
            rule = {
                "dot": self.before_dot,
                "scatter_add": self.before_scatter,
                "shift": self.moved_to_front,
                **dict.fromkeys([*FILLS, *EXTREMES], self.before_reduction),
            }.get(call.primitive.name)
            found = rule(call, None) if rule else None
            if isinstance(found, Call):
                return self.put(found)
            if found is not None:
                specs = (found,) if rule == self.before_reduction else found
                operands = [self.get(o, s) for o, s in zip(call.operands, specs)]
                reduction = self.from_nothing(call, found, call.outputs[0].type)
                return self.put(dataclasses.replace(reduction, operands=tuple(operands)))
            operands = tuple(self.get(o, FULL) for o in call.operands)
            return self.put(
                call if operands == call.operands else dataclasses.replace(call, operands=operands)
            )
        name = call.primitive.name
        if name == "select_region":
            return self.put_region(call, spec)
        if name in ("dynamic_slice", "slice_"):
            return self.put(self.window(call, self.through(call, spec), call.outputs[0], spec))
        if name == "broadcast":
            return self.put_part(call, spec, [self.get(call.operands[0], self.before_broadcast(call, spec))])
        if name == "gather":
            indices = [self.get(o, spec) for o in call.operands[1:]]
            return self.put_part(call, spec, [self.get(call.operands[0], FULL), *indices])
        if name in FILLS or name in EXTREMES:
            before = self.before_reduction(call, spec)
            part = self.from_nothing(call, before, self.part_type(call.outputs[0].type, spec))
            return self.put_part(part, spec, [self.get(call.operands[0], before)])
        if name == "dot":
            wanted = zip(call.operands, self.before_dot(call, spec))
            return self.put_part(call, spec, [self.get(o, s) for o, s in wanted])
        if name in ("flip", "shift"):
            value = self.get(call.operands[0], self.before_move(call, spec))
            if name == "shift" and call.param("axis") in [a for a, _, _ in spec]:
                self.env[call.outputs[0].name] = value
                return None
            return self.put_part(call, spec, [value, *map(self.env_of, call.operands[1:])])
        return self.put_part(call, spec, [self.get(o, spec) for o in call.operands])

    def moved_to_front(self, call: Call, spec: Bounds | None) -> Call | None:
        """x[n:] with n zeros behind it, where n is surely not negative."""
        x, by = call.operands
        if call.param("axis") or call.param("size") != x.type.shape[0] or not self.never_negative(by):
            return None
        text = "np.concatenate((_0[_1:], np.zeros_like(_0[:_1])))"
        return text_call(call.outputs[0], "shift", text, (self.get(x, FULL), self.env_of(by)), call.span)

    def from_nothing(self, call: Call, spec: Bounds, result: Type) -> Call:
        """A maximum or minimum of parts that may be empty has to say where it begins; `result` is its type."""
        name = call.primitive.name
        parts = [part for part in spec if name in EXTREMES and part[0] in call.param("axes")]
        if not parts or self.surely_not_empty(parts):
            return call
        end, axes = end_of(name, call.outputs[0].type.dtype), call.param("axes")
        where = (
            "" if len(axes) == call.operands[0].type.ndim else f", axis={axes[0] if len(axes) == 1 else axes}"
        )
        first = f"{'-' if end < 0 else ''}np.inf" if isinstance(end, float) else end
        text = f"np.{name.removeprefix('reduce_')}(_0{where}, initial={first})"
        return text_call(Var(call.outputs[0].name, result), "extreme", text, call.operands, call.span)

    def put_region(self, call: Call, spec: Bounds) -> None:
        """The part of a value that is wanted, which is a region itself: as it is, or along the other axes a region."""
        rest = self.rest_of(call, spec)
        if not rest:
            self.env[call.outputs[0].name] = self.get(call.operands[0], spec)
            return
        bounds = [self.env_of(end) for _, *ends in rest for end in ends]
        left = dataclasses.replace(call, params=(("axes", tuple(axis for axis, *_ in rest)),))
        self.put_part(
            left, spec, [self.get(call.operands[0], spec), self.cut(call.operands[1], spec), *bounds]
        )

    def put(self, call: Call) -> None:
        self.calls.append(call)

    def fresh(self, primitive: str) -> str:
        """A name for a value that the text has and the program has not."""
        return f"{primitive.rstrip('_')}_{next(self.numbers)}"

    def names(self) -> Iterable[str]:
        return (
            v.name for v in (*self.program.parameters, *(v for c in self.program.body for v in c.outputs))
        )

    def put_part(self, call: Call, spec: Bounds, operands: Iterable[Atom]) -> None:
        """The call with a part for its result."""
        out = call.outputs[0]
        new = Var(out.name, self.part_type(out.type, spec))
        params = call.params
        if call.primitive.name == "broadcast":
            params = tuple((k, new.type.shape if k == "shape" else v) for k, v in params)
        self.env[out.name] = new
        self.put(dataclasses.replace(call, outputs=(new,), operands=tuple(operands), params=params))

    def get(self, atom: Atom, spec: Bounds | None) -> Atom:
        """A value as it is wanted."""
        if not isinstance(atom, Var) or not atom.type.shape:
            return self.env.get(atom.name, atom) if isinstance(atom, Var) else self.cut(atom, spec)
        if not spec:
            return self.env.get(atom.name, atom)
        if atom.name in self.parts and self.key(self.parts[atom.name]) == self.key(spec):
            return self.env.get(atom.name, atom)
        key = atom.name, self.key(spec)
        if key not in self.read:
            out = Var(self.fresh("dynamic_slice"), self.part_type(atom.type, spec))
            self.put(self.whole_window(atom, spec, out))
            self.read[key] = out
        return self.read[key]

    def cut(self, atom: Atom, spec: Bounds | None) -> Atom:
        """A part of a constant, or of what is one number everywhere."""
        if not spec or not atom.type.shape:
            return atom
        same = uniform(atom, self.made)
        if same is not None:
            out = Var(self.fresh("broadcast"), self.part_type(atom.type, spec))
            one = Const(np.asarray(same, atom.type.dtype), Type(atom.type.dtype, (), atom.type.weak))
            self.put(Call((out,), TABLE["broadcast"], (one,), (("shape", out.type.shape), ("axes", ()))))
            return out
        out = Var(self.fresh("dynamic_slice"), self.part_type(atom.type, spec))
        self.put(self.whole_window(atom, spec, out))
        return out

    def whole_window(self, atom: Atom, spec: Bounds, out: Var) -> Call:
        """x[lo:hi] of all of an array."""
        items = self.items(atom.type.shape, spec, {}, 1)
        return text_call(out, "part", f"_0[{items[0]}]", (self.env_of(atom), *items[1]))

    def env_of(self, atom: Atom) -> Atom:
        return self.env.get(atom.name, atom) if isinstance(atom, Var) else atom

    def window(self, call: Call, spec: Bounds, out: Var, own: Bounds) -> Call:
        """A[i, lo:hi]"""
        new = Var(out.name, self.part_type(out.type, own))
        self.env[out.name] = new
        text, atoms = self.items(call.operands[0].type.shape, spec, self.others(call), 1)
        return text_call(new, "part", f"_0[{text}]", (self.env_of(call.operands[0]), *atoms), call.span)

    def others(self, call: Call) -> dict[int, Any]:
        """The items of a window: axis -> a start, or (start, end)."""
        params = dict(call.params)
        if "sizes" not in params:
            return {
                a: s if a in params["drop"] else slice(s, e, k)
                for a, (s, e, k) in enumerate(zip(params["starts"], params["limits"], params["strides"]))
            }
        first = 1 if call.primitive.name == "dynamic_slice" else 2
        return {
            a: (o,) if a in params["drop"] else (o, n)
            for a, (o, n) in enumerate(zip(call.operands[first:], params["sizes"]))
        }

    def items(
        self, shape: Sequence[int], spec: Bounds, others: dict[int, Any], first: int
    ) -> tuple[str, list[Atom]]:
        """The text between brackets, and the atoms that its holes from `first` on are for."""
        atoms: list[Atom] = []

        def hole(atom: Atom) -> str:
            atom = self.settled(atom)
            if isinstance(atom, Const):
                return str(int(atom.value))
            atoms.append(self.env_of(atom))
            return f"_{first + len(atoms) - 1}"

        parts = {a: (lo, hi) for a, lo, hi in spec}
        texts = []
        for a, n in enumerate(shape):
            other = others.get(a)
            if a in parts:
                lo, hi = map(hole, self.as_given(*parts[a], n))
                texts.append(f"{'' if lo == '0' else lo}:{'' if hi == str(n) else hi}")
            elif isinstance(other, int):
                texts.append(str(other))
            elif isinstance(other, slice):
                whole = other == slice(0, n, 1)
                texts.append(
                    ":" if whole else f"{other.start}:{other.stop}" + f":{other.step}" * (other.step > 1)
                )
            elif other is None or len(other) == 2 and other[1] == n:
                texts.append(":")
            elif len(other) == 1:
                texts.append(hole(other[0]))
            else:
                start = hole(other[0])
                texts.append(f"{start}:{start} + {other[1]}")
        while len(texts) > 1 and texts[-1] == ":":
            texts.pop()
        return ", ".join(texts), atoms

    def as_given(self, lo: Atom, hi: Atom, n: int) -> tuple[Atom, Atom]:
        """The bounds as they were before they were cut to an axis of n positions: NumPy does that itself.

        An end that may be negative has to stay cut: NumPy would count it from behind.
        """
        lo, hi = self.settled(lo), self.settled(hi)
        for a in self.operands_of("maximum", hi):
            others = [b for b in self.operands_of("maximum", hi) if b is not a]
            if self.never_negative(a) and any(self.form(b) == self.form(lo) for b in others):
                hi = a
                break
        return self.uncut(lo, n), self.uncut(hi, n)

    def never_negative(self, atom: Atom) -> bool:
        return self.least.get(atom.name, -1) >= 0 if isinstance(atom, Var) else np.all(atom.value >= 0)

    def operands_of(self, name: str, atom: Atom | None) -> tuple[Atom, ...]:
        call = self.maker(atom)
        return call.operands if call is not None and call.primitive.name == name else ()

    def uncut(self, bound: Atom, n: int) -> Atom:
        """b for min(b, n), and for max(b + n if b < 0 else b, 0)."""
        bound = self.beside("minimum", bound, n) or bound
        chosen = self.operands_of("select", self.beside("maximum", bound, 0))
        if len(chosen) != 3:
            return bound
        test, wrapped, given = chosen
        below = [self.form(a) for a in self.operands_of("lt", test)] == [self.form(given), constant(0)]
        return given if below and self.form(wrapped) == plus(self.form(given), constant(n)) else bound

    def beside(self, name: str, atom: Atom, end: int) -> Atom | None:
        """The other operand of a minimum or maximum with a number."""
        others = [a for a in self.operands_of(name, atom) if self.form(a) != constant(end)]
        return others[0] if len(others) == 1 else None

    def settled(self, atom: Atom) -> Atom:
        """An integer that is there: one of which only the form is known is computed now."""
        if not isinstance(atom, Later):
            return atom
        total: Atom | None = None
        for name, n in atom.form.terms:
            term: Atom = self.env_of(self.variable(name))
            if term.type.dtype != atom.kind.dtype:
                term = self.scalar("cast", atom.kind, term, dtype=atom.kind.dtype, weak=atom.kind.weak)
            if n != 1 and (n != -1 or total is None):
                term = self.scalar("mul", atom.kind, term, number(n, atom.kind))
            total = (
                term if total is None else self.scalar("sub" if n == -1 else "add", atom.kind, total, term)
            )
        if atom.form.const:
            sign = "add" if atom.form.const > 0 else "sub"
            total = self.scalar(sign, atom.kind, total, number(abs(atom.form.const), atom.kind))
        return total

    def scalar(self, name: str, kind: Type, *operands: Atom, **params: Any) -> Var:
        out = Var(self.fresh(name), kind)
        self.put(Call((out,), TABLE[name], operands, tuple(sorted(params.items()))))
        return out

    def emit_write(self, call: Call, how: str, spec: Bounds, *rest: Any) -> None:
        """x[lo:hi] = u, with the row that it is of where it is one."""
        out = call.outputs[0]
        if how == "region":
            base, value, rows = call.operands[1], self.get(call.operands[0], spec), spec
        elif how == "sum":
            base, change, rows = *rest, spec
            value = self.changed(call, self.get(base, spec), self.get(change, spec), spec)
        else:
            rows, change = rest
            base, value = call.operands[0], self.get(change[0], spec)
            if len(change) == 2:
                old = Var(self.fresh("dynamic_slice"), self.part_type(call.operands[1].type, spec))
                self.put(self.window(call, rows, old, ()))
                value = self.changed(change[1], self.env.pop(old.name), value, spec)
        text, atoms = self.items(out.type.shape, rows, self.others(call) if how == "row" else {}, 2)
        operands = self.env_of(base), value, *atoms
        self.put(text_call(out, "put_part", f"_0[{text}] = _1", operands, call.span, access="write"))

    def changed(self, call: Call, old: Atom, change: Atom, spec: Bounds) -> Var:
        """old + change, or old - change."""
        like = change.type if change.type.shape else old.type
        out = Var(self.fresh(call.primitive.name), Type(like.dtype, old.type.shape))
        self.put(dataclasses.replace(call, outputs=(out,), operands=(old, change)))
        return out
