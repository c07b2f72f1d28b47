"""Simplify branches, loops and calls with the facts of the enclosing scope: known predicates, invariant
carries, constant operands.

    y = f(x) if True else g(x)                          =>      y = f(x)
    for i in range(n): y *= sin(c); z = z               =>      s = sin(c);  for i in range(n): y *= s

>>> from ....reader import read
>>> from ..driver import simplify
>>> print(simplify(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[]", n: "i64[]"):
...     def body(i: "i64[]", c: "f64[]", y: "f64[]", z: "f64[]"):
...         sin_c = prim.sin(c)
...         y_1 = prim.mul(y, sin_c)
...         return y_1, z
...     y, z = prim.fori_loop(0, n, x, x, 1.0, body=body, invariant=1, step=1)
...     w = prim.add(y, z)
...     return w
... ''')))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[]", n: "i64[]"):
    sin_c = prim.sin(x)  # f64[]
<BLANKLINE>
    def body(i: "i64[]", c: "f64[]", sin_c: "f64[]", y: "f64[]"):
        y_1 = prim.mul(y, sin_c)  # f64[]
        return y_1
<BLANKLINE>
    (y,) = prim.fori_loop(0, n, x, sin_c, x, body=body, invariant=2, step=1)  # f64[]
    w = prim.add(y, 1.0)  # f64[]
    return w
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ....analysis.equal_carries import congruent_carries
from ....analysis.def_use import maker
from ....analysis.loop_exits import final, integer
from ....core.dtypes import is_bool
from ....ir.builder import has_effects
from ....ir.program import Atom, Call, Const, Program, Var
from ....primitives._rules import pointwise
from .algebraic import opposite, same_atom
from .path_facts import inherit, learn_answer, learn_test
from ..rewriter import Rewriter
from ..rule_table import instead, rule
from .while_to_for import counted_outputs, counting


# -- what programs get from the scope around ---------------------------------------------------------------------------


def needed_operands(values: Sequence[Atom]) -> list[int]:
    """The operands that a program needs as parameters: no constants, and nothing twice."""
    names: set[str] = set()
    kept = []
    for k, value in enumerate(values):
        if type(value) is Var and value.name not in names:
            names.add(value.name)
            kept.append(k)
    return kept


def enter(
    scope: Rewriter,
    program: Program,
    parameters: Sequence[Var],
    values: Sequence[Atom],
    turns: str | None = None,
    known: dict[str, Const] | None = None,
) -> Rewriter:
    """A scope for a program whose `parameters` are `values` of the scope around, of which some are `known` in it."""
    inner = Rewriter(program, scope.programs, scope, turns)
    inner.inside.update(known or {})
    for parameter, value in zip(parameters, values, strict=True):
        inner.enter(parameter, value)
    inherit(inner, scope)
    return inner


def share(scopes: Sequence[Rewriter]) -> tuple[list[Var], list[list[Var]]]:
    """The captures of sibling scopes: the values from around, and the parameters of each scope for all of
    them."""
    values = {name: value for s in scopes for name, (value, _) in s.captured.items()}
    return list(values.values()), [[s.parameter(v) for v in values.values()] for s in scopes]


def origin(scope: Rewriter, atom: Atom) -> Atom | None:
    """The same value in the scope around, if it is known there."""
    return scope.outside.get(atom.name) if type(atom) is Var else atom


# -- call --------------------------------------------------------------------------------------------------------------

IDIOMS = ("sigmoid",)  # primitives that people have functions for
FORMULA = 3  # operations on elements: y_bar * (1 - y) * y


@rule("call")
def call(scope: Rewriter, call: Call) -> list[Atom] | Call | None:
    """A function of one short call or none is put in its place, as is what pulls such a function back; results that it
    only hands through are known."""
    program = scope.programs(call.param("program"))
    plain = all(c.primitive.batch is pointwise for c in program.body)
    short = FORMULA if plain and program.name.endswith("_vjp") else 1
    stays = any(c.primitive.name in IDIOMS or c.primitive.kind == "control" for c in program.body)
    if len(program.body) <= short and not stays:
        return scope.inline(program, call.operands, call.outputs)
    given = dict(zip([p.name for p in program.parameters], call.operands))
    outputs = scope.append(instead(call, "call", *call.operands, program=program))
    return [given.get(r.name, o) if type(r) is Var else r for r, o in zip(program.results, outputs)]


# -- cond --------------------------------------------------------------------------------------------------------------


@rule("cond")
def cond(scope: Rewriter, call: Call) -> list[Atom]:
    """One branch where the predicate is known; only the results that are not the same in both."""
    predicate, *values = call.operands
    branches = call.param("branches")
    if type(predicate) is Const:
        return scope.inline(branches[0 if predicate.value else 1], values, call.outputs)
    if (other := opposite(scope, predicate, "ne", "lt", "le")) is not None:
        predicate, branches = other, swap_branches(branches)
        call = instead(call, "cond", predicate, *values, branches=branches)
    known = [
        facts | decide_by_truth(scope, values, facts)
        for facts in (implied_facts(scope, predicate, answer) for answer in (True, False))
    ]
    scopes = [enter(scope, b, b.parameters, values, known=k) for b, k in zip(branches, known)]
    for inner, answer in zip(scopes, (True, False)):
        learn_answer(inner, scope, predicate, answer)
    continue_branches(scope, predicate, values, scopes)
    results = [s.run() for s in scopes]
    pairs = [tuple(map(atom_key, pair)) for pair in zip(*results)]
    choices = [select_result(scope, call, scopes, *pair) for pair in zip(*results)]
    kept = first_of_equals([None if c is not None else pair for c, pair in zip(choices, pairs)])
    new = branch_outputs(scope, call, scopes, results, kept) if kept or has_effects(call) else {}
    return [c if c is not None else new[pair] for c, pair in zip(choices, pairs)]


def continue_branches(
    scope: Rewriter, predicate: Atom, values: Sequence[Atom], scopes: Sequence[Rewriter]
) -> None:
    """y = f(x) if p else 0; z = g(y) if p else h  ⇒  z = g(f(x)) if p else h: where only the second asks for what the
    first gives, its branches begin with those of the first."""
    for first in {id(c): c for v in values if (c := maker(v, scope.made, "cond")) is not None}.values():
        handed = [v for v in first.outputs if values.count(v) == 1]
        alone = all(scope.times_used(v) == (v in handed) for v in first.outputs)
        if first.operands[0] != predicate or not alone or has_effects(first):
            continue
        for inner, branch in zip(scopes, first.param("branches")):
            given = [inner.bring(o) for o in first.operands[1:]]
            outputs = [Var(inner.names.fresh(v.name), v.type) for v in first.outputs]
            results = dict(zip(first.outputs, inner.inline(branch, given, outputs)))
            for value in handed:
                parameter = inner.source.parameters[values.index(value)]
                inner.leave(parameter, value)
                inner.env[parameter.name] = results[value]


def decide_by_truth(scope: Rewriter, values: Sequence[Atom], known: dict[str, Const]) -> dict[str, Const]:
    """The constants that values are where some truth values are known: select(p, 0.0, x), not_(p), and_(p, q)."""
    found = {v.name: constant_where(scope, v, known, DEPTH) for v in values if type(v) is Var}
    return {name: value for name, value in found.items() if value is not None}


DEPTH = 4  # of the truth values that a choice is looked for in


def constant_where(scope: Rewriter, atom: Atom, known: dict[str, Const], depth: int) -> Const | None:
    """The constant that a value is where some truth values are known."""
    if type(atom) is Const:
        return atom
    made = maker(atom, scope.made, "select", *CONNECTIVES) if depth and atom.name not in known else None
    if made is None:
        return known.get(atom.name)
    inside = [constant_where(scope, o, known, depth - 1) for o in made.operands]
    truth = [None if c is None or c.type.shape else bool(c.value) for c in inside]
    if made.primitive.name == "select":
        side = None if truth[0] is None else inside[1 if truth[0] else 2]
        return side if side is not None and side.type == atom.type else None
    if atom.type.shape or not is_bool(atom.type.dtype):
        return None
    answer = CONNECTIVES[made.primitive.name](truth)
    return None if answer is None else Const(np.asarray(answer), atom.type)


def all_of(truth: Sequence[bool | None]) -> bool | None:
    return False if False in truth else None if None in truth else True


def opposite_of(truth: Sequence[bool | None]) -> bool | None:
    return None if truth[0] is None else not truth[0]


def any_of(truth: Sequence[bool | None]) -> bool | None:
    return True if True in truth else None if None in truth else False


CONNECTIVES: dict[str, Callable[[Sequence[bool | None]], bool | None]] = {
    "and_": all_of,
    "or_": any_of,
    "not_": opposite_of,
}


def swap_branches(branches: Sequence[Program]) -> tuple[Program, ...]:
    """The branches the other way round; each keeps the name of its place."""
    return tuple(Program(b.name, a.parameters, a.body, a.results) for a, b in zip(branches[::-1], branches))


def implied_facts(scope: Rewriter, predicate: Atom, answer: bool) -> dict[str, Const]:
    """The facts that follow if a predicate has this value: p & q implies p and q; not (p | q) implies
    neither."""
    if type(predicate) is Const:
        return {}
    known = {predicate.name: Const(np.asarray(answer), predicate.type)}
    inner = scope.maker(predicate, "and_" if answer else "or_")
    for operand in inner.operands if inner else ():
        known |= implied_facts(scope, operand, answer)
    if (other := opposite(scope, predicate)) is not None:
        known[other.name] = Const(np.asarray(not answer), other.type)
    inner = scope.maker(predicate, "not_")
    return known | implied_facts(scope, inner.operands[0], not answer) if inner else known


def select_result(
    scope: Rewriter, call: Call, scopes: Sequence[Rewriter], then: Atom, orelse: Atom
) -> Atom | None:
    """A result of both branches without the cond: one value in both, or a choice of two numbers."""
    one, other = (origin(s, r) for s, r in zip(scopes, (then, orelse)))
    if one is None or other is None:
        return None
    if same_atom(one, other):
        return one
    if type(one) is type(other) is Const and not one.type.shape:
        return scope.emit("select", call.operands[0], one, other, like=call)
    return None


def atom_key(atom: Atom) -> object:
    return atom.name if type(atom) is Var else atom


def first_of_equals(keys: Iterable[object]) -> list[int]:
    """The positions at which a key other than None stands for the first time."""
    seen: dict[object, int] = {}
    for k, key in enumerate(keys):
        if key is not None:
            seen.setdefault(key, k)
    return list(seen.values())


def branch_outputs(
    scope: Rewriter,
    call: Call,
    scopes: Sequence[Rewriter],
    results: Sequence[Sequence[Atom]],
    kept: Sequence[int],
) -> dict[object, Atom]:
    """Append the cond with the results that are kept; what it gives for each pair of results (a value of the scope
    around, if the cond moves there)."""
    predicate, *values = call.operands
    positions = [
        k for k, v in enumerate(values) if any(s.source.parameters[k].name in s.outside for s in scopes)
    ]
    extra, added = share(scopes)
    branches = tuple(
        s.close([*(s.source.parameters[k] for k in positions), *new], [r[k] for k in kept])
        for s, new, r in zip(scopes, added, results)
    )
    outputs = tuple(call.outputs[k] for k in kept)
    operands = (predicate, *(values[k] for k in positions), *extra)
    given = scope.append(Call(outputs, call.primitive, operands, (("branches", branches),), call.span))
    return {tuple(atom_key(r[k]) for r in results): v for k, v in zip(kept, given)}


# -- loops -------------------------------------------------------------------------------------------------------------


@rule("fori_loop")
def fori_loop(scope: Rewriter, call: Call) -> list[Atom]:
    """No loop of no turns or one; carries that stay what they were are operands that the loop only reads."""
    lo, hi, *values = call.operands
    body, step, invariant = call.param("body"), call.param("step"), call.param("invariant")
    if type(lo) is type(hi) is Const:
        turns = len(range(int(lo.value), int(hi.value), step))
        if turns < 2:
            return scope.inline(body, (lo, *values), call.outputs) if turns else values[invariant:]
    loop = Loop(
        scope, call, values, invariant, (body,), ("always" if type(lo) is type(hi) is Const else "perhaps",)
    )
    return loop.rewrite((lo, hi), {"step": step}, ("body",))


@rule("while_loop")
def while_loop(scope: Rewriter, call: Call) -> list[Atom]:
    """As `fori_loop`; and a loop that counts becomes one (see `counted_outputs`)."""
    programs = call.param("body"), call.param("test")
    found = counted_outputs(scope, call)
    if found is not None:
        return found
    loop = Loop(scope, call, list(call.operands), call.param("invariant"), programs, ("perhaps", "always"))
    return loop.rewrite((), {}, ("body", "test"))


@rule("eq", "ne")
def exit_code(scope: Rewriter, call: Call) -> Const | Call | None:
    """left == 2 ⇒ False, where a loop ends with `left` 0 or 3; left == 3 ⇒ left != 0 beside left == 0"""
    for left, number in (call.operands, call.operands[::-1]):
        code = integer(number)
        if code is None or type(left) is not Var or left.type.shape:
            continue
        codes = codes_of(*made_around(scope, left))
        equal = call.primitive.name == "eq"
        if codes and code not in codes:
            return Const(np.asarray(not equal), call.outputs[0].type)
        for other in codes - {code} if len(codes) == 2 else ():
            twin = instead(
                call, call.primitive.name, left, Const(np.asarray(other, number.type.dtype), number.type)
            )
            if scope.find(twin):
                return instead(call, "ne" if equal else "eq", *twin.operands)
    return None


def codes_of(left: Var, scope: Rewriter) -> set[int]:
    """The integers with which a loop ends that gives this, if they are few and known."""
    loop = maker(left, scope.made, "while_loop")
    return loop and final(left, loop, scope.made) or set()


def made_around(scope: Rewriter, var: Var) -> tuple[Var, Rewriter]:
    """A variable in the scope that makes it."""
    while scope.outer is not None and type(value := scope.outside.get(var.name)) is Var:
        var, scope = value, scope.outer
    return var, scope


class Loop:
    """A loop being rewritten. `programs` are its body and, if it has one, its test; `lead` parameters of the body come
    before the operands."""

    def __init__(
        self,
        scope: Rewriter,
        call: Call,
        values: list[Atom],
        invariant: int,
        programs: tuple[Program, ...],
        turns: tuple[str, ...],
    ):
        self.scope, self.call, self.values = scope, call, values
        self.lead = len(programs[0].parameters) - len(values)
        same = [r == p for r, p in zip(programs[0].results, programs[0].parameters[self.lead + invariant :])]
        self.equal_carries = congruent_carries(programs[0], values, invariant, self.lead)
        self.carried = [
            invariant + k for k, s in enumerate(same) if not s and invariant + k not in self.equal_carries
        ]
        self.fixed = [*range(invariant), *(invariant + k for k, s in enumerate(same) if s)]
        self.first = invariant  # the operand whose result is the first output
        self.certain = turns[0] == "always"  # is there at least one turn?
        self.leads = (self.lead, 0)
        self.scopes = [self._enter(*each) for each in zip(programs, self.leads, turns)]
        behind = [s.run() for s in self.scopes[1:]]
        for result in behind:
            learn_test(self.scopes[0], self.scopes[1], result[0])
        self.results = [self.scopes[0].run(), *behind]

    def _enter(self, program: Program, lead: int, turns: str) -> Rewriter:
        parameters = [program.parameters[lead + k] for k in self.fixed]
        inner = enter(self.scope, program, parameters, [self.values[k] for k in self.fixed], turns)
        inner.env.update(
            {
                program.parameters[lead + k].name: program.parameters[lead + first]
                for k, first in self.equal_carries.items()
            }
        )
        return inner

    def rewrite(self, bounds: tuple[Atom, ...], params: dict[str, Any], names: tuple[str, ...]) -> list[Atom]:
        """Append what is left of the loop; its outputs."""
        results = {k: self.results[0][k - self.first] for k in self.carried}
        still = [k for k in self.carried if self._stays(k, results[k])]
        carried = [k for k in self.carried if k not in still]
        known = {k: self.values[k] for k in (*self.fixed, *still)}
        never = len(names) == 2 and type(self.results[1][0]) is Const and not self.results[1][0].value
        if never or not carried and not has_effects(self.call):
            return self.values[self.first :]
        kept = [self.fixed[k] for k in needed_operands([self.values[k] for k in self.fixed])] + still
        extra, added = share(self.scopes)
        programs = [
            self._close(s, lead, kept, new, carried, r)
            for s, lead, new, r in zip(
                self.scopes, self.leads, added, ([results[k] for k in carried], *self.results[1:])
            )
        ]
        operands = (*bounds, *(self.values[k] for k in kept), *extra, *(self.values[k] for k in carried))
        params = {**params, **dict(zip(names, programs)), "invariant": len(kept) + len(extra)}
        outputs = tuple(self.call.outputs[k - self.first] for k in carried)
        call = Call(outputs, self.call.primitive, operands, tuple(sorted(params.items())), self.call.span)
        more = still or len(names) == 2 and counting(call)  # what is known now may simplify the body
        given = self.scope.add(call) if more else self.scope.append(call)
        for k, new in zip(carried, given):
            last = origin(self.scopes[0], results[k]) if self.certain else None
            known[k] = new if last is None else last
        known |= {k: known[first] for k, first in self.equal_carries.items()}
        return [known[self.first + k] for k in range(len(self.call.outputs))]

    def _stays(self, k: int, result: Atom) -> bool:
        """Whether a carry has the value in every turn with which it begins."""
        body = self.scopes[0]
        if same_atom(result, body.source.parameters[self.lead + k]):
            return True
        before = origin(body, result)
        return before is not None and same_atom(before, self.values[k])

    def _close(
        self,
        scope: Rewriter,
        lead: int,
        kept: Sequence[int],
        new: Sequence[Var],
        carried: Sequence[int],
        results: Sequence[Atom],
    ) -> Program:
        old = scope.source.parameters
        parameters = [*old[:lead], *(old[lead + k] for k in kept), *new, *(old[lead + k] for k in carried)]
        return scope.close(parameters, results)
