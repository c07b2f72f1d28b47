"""Comparisons that are known on a path: in the branches of a cond, and where a round of a while loop begins.

while n != 0:                     while n != 0:
    if n == 0:            ⇒           n -= 1
        x = 0.0
    n -= 1
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, MutableMapping, Sequence

import numpy as np

from ....analysis.comparisons import OPPOSITE, SWAPPED
from ....analysis.def_use import maker
from ....core.dtypes import is_inexact
from ....ir.program import Atom, Call, Const, Var
from ....primitives._rules import pointwise
from ..rewriter import Rewriter
from ..rule_table import instead, key_of

Fact = tuple[Call, bool]  # a comparison of two numbers, and its value


def facts_of(made: MutableMapping[str, Call], predicate: Atom, answer: bool) -> Iterator[Fact]:
    """The comparisons that are known if a predicate has this value: p & q is true if both are, p | q false if neither
    is, and so for `p and q`, where q is only computed if p is true.

    Args:
        made: what calls make. What branches make that are known to have been taken is added to it, under other names.
    """
    call = None if predicate.type.shape else maker(predicate, made)
    if call is None:
        return
    name = call.primitive.name
    if name in OPPOSITE:
        yield call, answer
    elif name == "not_":
        yield from facts_of(made, call.operands[0], not answer)
    elif name == ("and_" if answer else "or_"):
        for operand in call.operands:
            yield from facts_of(made, operand, answer)
    elif name == "cond":
        yield from _facts_of_choice(made, call, call.outputs.index(predicate), answer)


def _facts_of_choice(made: MutableMapping[str, Call], call: Call, k: int, answer: bool) -> Iterator[Fact]:
    """The known facts if the k-th output of a cond has this value: which branch was taken, if the other one
    never has, and the facts there."""
    results = [branch.results[k] for branch in call.param("branches")]
    never = [type(r) is Const and bool(r.value) is not answer for r in results]
    if never[0] == never[1]:
        return
    taken = 1 if never[0] else 0
    yield from facts_of(made, call.operands[0], taken == 0)
    branch = call.param("branches")[taken]
    env: dict[str, Atom] = dict(zip([p.name for p in branch.parameters], call.operands[1:]))
    for inner in branch.body:
        operands = tuple([env[o.name] if type(o) is Var else o for o in inner.operands])
        outputs = tuple([Var(f"{v.name} in {call.outputs[k].name}", v.type) for v in inner.outputs])
        env.update(zip([v.name for v in inner.outputs], outputs))
        made.update(
            (v.name, Call(outputs, inner.primitive, operands, inner.params, inner.span)) for v in outputs
        )
    result = results[taken]
    yield from facts_of(made, env[result.name] if type(result) is Var else result, answer)


def learn(
    inner: Rewriter,
    facts: Sequence[Fact],
    made: MutableMapping[str, Call],
    here: Callable[[Var], Atom | None],
) -> None:
    """Facts about values of another program hold in this one, and in those inside it.

    Args:
        made: what calls make in that program.
        here: the same value in this one, if it is there.
    """
    for call, answer in facts:
        operands = all_translated(inner, call, made, here, DEPTH)
        if operands is None:
            continue
        known = Call(call.outputs, call.primitive, operands, call.params, call.span)
        inner.facts.append((known, answer))
        for comparison, value in implied_comparisons(known, answer):
            if (key := key_of(comparison)) is not None:
                inner.seen.setdefault(key, [Const(np.asarray(value), call.outputs[0].type)])


DEPTH = 3  # of the arithmetic between the values that two programs share and what is compared


def translate_value(
    inner: Rewriter,
    atom: Atom,
    made: MutableMapping[str, Call],
    here: Callable[[Var], Atom | None],
    depth: int,
) -> Atom | None:
    """A value of another program in this one: computed anew, if it is arithmetic on a few numbers."""
    if type(atom) is Const:
        return atom
    found = here(atom)
    call = made.get(atom.name) if found is None and depth and not atom.type.shape else None
    if call is None or call.primitive.batch is not pointwise or call.primitive.effect:
        return found
    operands = all_translated(inner, call, made, here, depth - 1)
    if operands is None:
        return None
    return inner.emit(call.primitive.name, *operands, like=call, **dict(call.params))


def all_translated(
    inner: Rewriter,
    call: Call,
    made: MutableMapping[str, Call],
    here: Callable[[Var], Atom | None],
    depth: int,
) -> tuple[Atom, ...] | None:
    """The operands of a call of another program in this one, if all can be had."""
    found = [translate_value(inner, o, made, here, depth) for o in call.operands]
    present = tuple([o for o in found if o is not None])
    return present if len(present) == len(found) else None


def implied_comparisons(call: Call, answer: bool) -> Iterator[tuple[Call, bool]]:
    """n < m, m > n and, where neither is NaN or it is true, n >= m, m <= n."""
    name, (x, y) = call.primitive.name, call.operands
    certain = answer or name in ("eq", "ne") or not is_inexact(x.type.dtype)
    for known, value in ((name, answer), (OPPOSITE[name], not answer)) if certain else ((name, answer),):
        yield instead(call, known, x, y), value
        yield instead(call, SWAPPED[known], y, x), value


def learn_answer(branch: Rewriter, outer: Rewriter, predicate: Atom, answer: bool) -> None:
    """The facts that hold in a branch."""
    made = ChainMap({}, outer.made)
    facts = list(facts_of(made, predicate, answer))
    learn(branch, facts, made, lambda v: branch.inside.get(v.name))


def learn_test(body: Rewriter, test: Rewriter, result: Atom) -> None:
    """Learn the facts that the test of a loop, which has been rewritten, says of the values with which a
    round begins."""
    place: dict[str, Atom] = {}
    for there, here in zip(test.source.parameters, body.source.parameters, strict=True):
        if type(atom := test.read(there)) is Var:
            place.setdefault(atom.name, body.read(here))
    made = ChainMap({}, test.made)
    learn(body, list(facts_of(made, result, True)), made, lambda v: place.get(v.name))


def inherit(inner: Rewriter, outer: Rewriter) -> None:
    """Inherit the known facts about values of the scope around that a program gets as parameters."""
    learn(inner, outer.facts, outer.made, lambda v: inner.inside.get(v.name))
