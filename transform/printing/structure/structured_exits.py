"""Recover structured exits: flags that end loops => break and return.

The front end has no jumps: a loop that is left early carries a flag; its test asks for it, and what follows too.

    left = 0; result = 0.0                                      for i in range(5):
    while left == 0 and i < 5:                                      total += x[i]
        total += x[i]                                               if total > limit:
        left = 3 if total > limit else 0                 =>             return total * i
        result = total * i if total > limit else 0.0            return -total
        i += 1
    result = -total if left == 0 else result

The calls of a loop's body are followed up to the first choice that decides about a flag. Where it is set on one
side, what is left of the body on that side becomes a `leave` call, and the other side is followed on. A loop with
a path that can't be told stays as it is. (Compare Baker, "An algorithm for structuring flowgraphs", 1977.)
"""

from __future__ import annotations

import dataclasses
from functools import partial
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...analysis.counters import counting
from ...analysis.def_use import maker, makers
from ...analysis.loop_exits import codes, conjuncts, integer
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Type, Var, walk, with_programs
from ..statements.raising import Errors
from .early_returns import (
    Fate,
    Paths,
    agree,
    are_few,
    decides_failure,
    early_returns,
    is_choice,
    leaving,
    that_matter,
    with_params,
    with_returns,
)
from .open_scopes import MARK, Block, close_block, open_scopes
from .partial_evaluation import (
    Alias,
    Cases,
    Env,
    assume,
    changed_blocks,
    needed_calls,
    substitute,
    residual,
    step,
    used_variables,
)

BROKEN = 1  # the front end's code for a break of the user

Rest = Callable[[Env], Any]
Follow = Callable[[Sequence[Atom]], "tuple[list[Call], tuple[Atom, ...]] | None"]


def with_exits(program: Program, errors: Errors | None = None) -> Program:
    """The program with its flags replaced where that is possible, and the programs that it calls.

    errors: the result that is the code of what the program raises.
    """
    done: dict[int, Program] = {}

    def visit(p: Program) -> Program:
        if id(p) not in done:
            done[id(p)] = structured(calling(p, visit), None)
        return done[id(p)]

    return structured(calling(with_plain_code(program, errors), visit), errors)


def with_plain_code(program: Program, errors: Errors | None) -> Program:
    """The program, whose error code is the integer itself, not one of the type in which compiled code returns it."""
    made = errors and maker(program.results[errors.code], makers(program.body), "cast")
    if not made:
        return program
    results = list(program.results)
    results[errors.code] = made.operands[0]
    return dataclasses.replace(program, results=tuple(results))


def calling(program: Program, visit: Callable[[Program], Program]) -> Program:
    """The program with other programs in its calls, at any depth."""

    def change(call: Call) -> Call:
        return with_programs(call, visit if call.primitive.name == "call" else lambda p: calling(p, visit))

    return dataclasses.replace(program, body=tuple(map(change, program.body)))


def structured(program: Program, errors: Errors | None) -> Program:
    """One function without its flags."""
    plain = not any(c.primitive.name in ("while_loop", "cond") for c in own_calls(program))
    if plain and errors is None and not any(decides_failure(program, c) for c in program.body):
        return program
    block = open_scopes(program)
    cases: Cases = {}
    whole = processed(block, lambda results: ([], tuple(results)), cases, matter=partial(that_matter, errors))
    made = with_returns(whole, cases, errors)
    return close_block(early_returns(made), block.parameters)


def own_calls(program: Program) -> list[Call]:
    """The calls of a program, and those in its branches and bodies."""
    own = [call for call in program.body if call.primitive.name != "call"]
    return [*program.body, *(c for call in own for p in call.programs() for c in walk(p))]


# -- what happens after a call -------------------------------------------------------------------------------


def following(
    calls: Sequence[Call],
    results: Sequence[Atom],
    env: Env,
    outputs: Sequence[Var],
    follow: Follow,
    matter: Callable[[Sequence[Atom]], tuple[Atom, ...]] = tuple,
) -> Follow:
    """Given the outputs of the call before these: the function's results, and the few calls they need. `matter`: the
    results of this block, as far as they matter."""

    def after(values: Sequence[Atom]) -> tuple[list[Call], tuple[Atom, ...]] | None:
        inner = {**env, **dict(zip(outputs, values))}
        left = residual(calls, inner)
        ends = matter(substitute(results, inner))
        left = needed_calls(left, ends)
        found = follow(ends) if are_few(left) else None
        return None if found is None else ([*left, *found[0]], found[1])

    return after


def processed(
    block: Block,
    follow: Follow,
    cases: Cases,
    known: Env | None = None,
    matter: Callable[[Sequence[Atom]], tuple[Atom, ...]] = tuple,
) -> Block:
    """The block with the flags of its loops replaced; `follow`: what the function returns, given the results."""
    env, body, calls = dict(known or {}), [], list(block.body)
    while calls:
        now, *later = step(calls.pop(0), env) or [None]
        if later:  # the calls of a branch that is known to be taken
            calls = [now, *later, *calls]
        elif now is not None:
            after = following(calls, block.results, env, now.outputs, follow, matter)
            rest_with = lambda e: continuation(calls, block.results, {**env, **e})
            left = processed_call(now, body, env, after, cases, rest_with)
            body += left
            if len(left) > 1 and len(left[1].operands) > 1:
                calls = [moved_back(call, left[1]) for call in calls]
            elif len(left) > 1:  # the loop, and what it has counted up to
                env[left[1].outputs[0]], body = left[1].operands[0], body[:-1]
    return dataclasses.replace(block, body=tuple(body), results=substitute(block.results, env))


def processed_call(
    call: Call, before: Sequence[Call], env: Env, after: Follow, cases: Cases, rest_with: Rest
) -> list[Call]:
    """`rest_with`: what is left of the block after the call, if some variables are known."""
    match call.primitive.name:
        case "cond":
            branches = []
            for side, branch in zip((True, False), call.param("branches")):
                known: Env = {}
                assume(known, call.operands[0], side, before, cases)
                branches.append(processed(branch, after, cases, known))
            agree(call, branches, env)
            return [with_params(call, branches=tuple(branches))]
        case "fori_loop":
            return [with_params(call, body=processed(call.param("body"), lambda results: None, cases))]
        case "while_loop":
            calls, flags = Loop(call, after, cases).replaced(rest_with)
            env.update(flags)
            return calls
    return [call]


def continuation(calls: Sequence[Call], results: Sequence[Atom], env: Env) -> tuple:
    """A key of the rest of a block after a call: equal for equal behaviour."""
    left = tuple(residual(calls, env))
    return left, substitute(results, env)


# -- a loop that is left by a flag ---------------------------------------------------------------------------


class Loop(Paths):
    """A while loop, in open form; `after` tells what the function returns, given the loop's outputs."""

    def __init__(self, call: Call, after: Follow, cases: Cases):
        super().__init__(cases)
        self.call, self.after = call, after
        self.test, self.body = call.param("test"), call.param("body")
        self.flags = codes(self.test, call.operands)
        self.codes: set[tuple] = set()  # the flags with which it may end

    def replaced(self, rest_with: Rest) -> tuple[list[Call], Env]:
        """The loop without its flags, and what they are after it; or the loop as it is.

        `rest_with` tells what happens next if the flags are known.
        """
        follow = lambda results: self.after(results) if self.ended(results) else None
        body = processed(self.body, follow, self.cases)
        unchanged = [with_params(self.call, body=body)], {}
        if not self.flags:
            return unchanged
        self.ends = body.results
        flags = [body.parameters[k] for k in self.flags]
        zero = {p: Const(np.asarray(0, p.type.dtype), p.type) for p in flags}
        made = self.split(body.body, body.results, (), zero)
        if made is None or not made[2]:
            return unchanged
        outcomes = [self.known_flags(code) for code in ((0,) * len(self.flags), *sorted(self.codes))]
        first, *others = [rest_with(dict(o)) for o in outcomes]
        told = any(o != first for o in others)  # whether what follows asks how the loop ended
        call = self.without_flags(*made[:2], told)
        if told:
            for k, column in zip(self.flags, zip((0,) * len(self.flags), *self.codes)):
                self.cases[self.call.outputs[k]] = set(column)
        return counted(call, lambda v: used_after(rest_with, v)), {} if told else outcomes[0]

    def known_flags(self, code: tuple) -> Env:
        outputs = [self.call.outputs[k] for k in self.flags]
        return {v: Const(np.asarray(n, v.type.dtype), v.type) for v, n in zip(outputs, code)}

    def code_of(self, results: Sequence[Atom]) -> tuple | None:
        """The flags at the end of an iteration; None if one is not known."""
        flags = [results[k] for k in self.flags]
        return tuple(int(f.value) for f in flags) if all(isinstance(f, Const) for f in flags) else None

    def leaves(self, fate: Fate) -> bool:
        return self.ended(fate.ends)

    def ended(self, results: Sequence[Atom]) -> bool:
        """Whether these results end the loop."""
        return any(isinstance(results[k], Const) and bool(results[k].value) for k in self.flags)

    def stays(self, ends: Sequence[Atom]) -> bool:
        return all(integer(ends[k]) == 0 for k in self.flags)

    def without_flags(self, calls: list[Call], results: Sequence[Atom], told: bool) -> Call:
        """The loop with another test; `told`: its flags are carried nevertheless, for what follows."""
        keep = lambda items: tuple(item for k, item in enumerate(items) if told or k not in self.flags)
        results = [p if k in self.flags else r for k, (p, r) in enumerate(zip(self.body.parameters, results))]
        if not told:
            for k in sorted(self.flags, reverse=True):
                calls = without_place(calls, k)
        body = Block(self.body.name, keep(self.body.parameters), tuple(calls), keep(results))
        flags = [self.test.parameters[k] for k in self.flags]
        zero = {p: Const(np.asarray(0, p.type.dtype), p.type) for p in flags}
        parts = [p for p in conjuncts(self.test) if p not in self.flags.values()]
        tested = residual(self.test.body, zero)  # whoever comes to the test has not left
        added, condition = conjunction(list(substitute(parts, zero)))
        test = Block(self.test.name, keep(self.test.parameters), (*tested, *added), (condition,))
        test = dataclasses.replace(test, body=tuple(needed_calls(test.body, test.results)))
        outputs, operands = keep(self.call.outputs), keep(self.call.operands)
        call = dataclasses.replace(self.call, outputs=outputs, operands=operands)
        return with_params(call, body=body, test=test)

    # -- following the body

    def asks(self, call: Call) -> bool:
        return is_choice(call)

    def is_lost(self, ends: Sequence[Sequence[Atom]]) -> bool:
        """A choice on both sides of which the loop is left, or with a flag that is not known."""
        return len(ends) == 2 or any(self.code_of(results) is None for results in ends)

    def leave(self, p: Var, side: bool, fate: Fate, choice: Call) -> Call:
        """if p: … break, or return."""
        calls, ends = fate.calls, fate.ends
        by_break = all(integer(ends[k]) in (BROKEN, 0) for k in self.flags)
        returned = None if by_break and len(self.flags) == 1 else self.after(ends)
        if returned is None:
            self.codes.add(self.code_of(ends) or ())
            how, values, places = "break", ends, range(len(ends))
        else:
            made, env = makers([*self.body.body, *calls]), {}
            calls = residual([*calls, *(undone(c, made) for c in returned[0])], env)
            how, values, places = "return", substitute(returned[1], env), range(0)
            if not any(c.primitive.name == "recall" for c in calls):  # nobody asks any more for what is saved
                calls = [c for c in calls if c.primitive.name != "record"]
        branch = Block("leave", (), tuple(needed_calls(calls, values)), values)
        return leaving(p, side, branch, choice.span, how, places)


def conjunction(parts: Sequence[Atom]) -> tuple[list[Call], Atom]:
    """a and b and c."""
    if not parts:
        return [], Const(np.asarray(True), Type(np.dtype(bool)))
    calls, whole = [], parts[0]
    for k, part in enumerate(parts[1:]):
        out = Var(f"and_{MARK}{k}{MARK}", Type(np.dtype(bool)))
        calls.append(Call((out,), TABLE["and_"], (whole, part)))
        whole = out
    return calls, whole


# -- while => for --------------------------------------------------------------------------------------------


def used_after(rest_with: Rest, v: Var) -> bool:
    calls, results = rest_with({})
    return v in results or any(v in used_variables(c) for c in calls)


def counted(call: Call, is_used: Callable[[Var], bool]) -> list[Call]:
    """A loop whose test compares a counter with a bound, as a counted one. Where the counter is asked for behind the
    loop, that carries its index."""
    body, test = call.param("body"), call.param("test")
    compare = test.body[0] if len(test.body) == 1 and test.body[0].outputs == test.results else None
    if compare is None or compare.primitive.name not in ("lt", "gt"):
        return [call]
    if compare.operands[0] not in test.parameters:
        return [call]
    k, bound = test.parameters.index(compare.operands[0]), compare.operands[1]
    by = counting(body, k)
    if not by or (by > 0) != (compare.primitive.name == "lt") or bound in test.parameters:
        return [call]
    end = last_count(call, k, bound, by) if is_used(call.outputs[k]) else None
    if end is None and is_used(call.outputs[k]):
        return indexed(call, k, bound, by)
    drop = lambda items: (*items[:k], *items[k + 1 :])
    parameters = body.parameters[k], *drop(body.parameters)
    inner = Block(body.name, parameters, without_place(body.body, k), drop(body.results))
    operands = call.operands[k], bound, *drop(call.operands)
    params = ("body", inner), ("step", by)
    loop = dataclasses.replace(
        call, primitive=TABLE["fori_loop"], outputs=drop(call.outputs), operands=operands, params=params
    )
    return [loop] if end is None else [loop, Call((call.outputs[k],), Alias(), (end,), (), call.span)]


def last_count(call: Call, k: int, bound: Atom, by: int) -> Const | None:
    """The last count of a loop, the k-th of its carries, if that is known: no round ends it before."""
    start, end = integer(call.operands[k]), integer(bound)
    if start is None or end is None or leaves_by_break(call.param("body").body):
        return None
    counted = range(start, end, by)
    return Const(np.asarray(start + len(counted) * by, call.outputs[k].type.dtype), call.outputs[k].type)


def leaves_by_break(calls: Sequence[Call]) -> bool:
    """Whether a loop is left by a break, here or in a branch."""
    return any(
        c.primitive.name == "leave"
        and c.param("how") == "break"
        or c.primitive.name == "cond"
        and any(leaves_by_break(b.body) for b in c.param("branches"))
        for c in calls
    )


def indexed(call: Call, k: int, bound: Atom, by: int) -> list[Call]:
    """A counted loop that carries its last index, and the counter behind it."""
    body, start = call.param("body"), integer(call.operands[k])
    index = body.parameters[k]
    calls = None if start is None else last_index(body.body, body.body, k, index)
    if calls is None:
        return [call]
    known = lambda n: Const(np.asarray(n, index.type.dtype), index.type)
    place = lambda items, item: (*items[:k], item, *items[k + 1 :])
    hidden = [
        Var(f"{name.split(MARK)[0]}{MARK}last{MARK}", index.type)
        for name in (index.name, call.outputs[k].name)
    ]
    inner = Block(
        body.name, (index, *place(body.parameters, hidden[0])), tuple(calls), place(body.results, index)
    )
    operands = call.operands[k], bound, *place(call.operands, known(start - by))
    loop = dataclasses.replace(
        call,
        primitive=TABLE["fori_loop"],
        outputs=place(call.outputs, hidden[1]),
        operands=operands,
        params=(("body", inner), ("step", by)),
    )
    return [loop, Call((call.outputs[k],), TABLE["add"], (hidden[1], known(by)), (), call.span)]


def undone(call: Call, made: dict[str, Call]) -> Call:
    """i for (i + 1) - 1."""
    added = maker(call.operands[0], made, "add") if call.primitive.name == "sub" else None
    same = (
        added is not None
        and added.operands[1:] == call.operands[1:]
        and integer(call.operands[1]) is not None
    )
    return Call(call.outputs, Alias(), added.operands[:1]) if same else call


def moved_back(call: Call, moved: Call) -> Call:
    """The call with the loop's index for the counter less what was added to it."""
    if call.primitive.name == "sub" and call.operands == (moved.outputs[0], moved.operands[1]):
        return Call(call.outputs, Alias(), moved.operands[:1])
    inner = lambda b: dataclasses.replace(b, body=tuple([moved_back(c, moved) for c in b.body]))
    return changed_blocks(call, inner)


def last_index(calls: Sequence[Call], around: Sequence[Call], k: int, index: Var) -> list[Call] | None:
    """The calls of a loop's body where `break` gives the index instead of the counter, its k-th value; None where that
    is not the next index."""
    found = []
    for call in calls:
        if call.primitive.name == "cond":
            sides = [last_index(b.body, [*around, *b.body], k, index) for b in call.param("branches")]
            if None in sides:
                return None
            branches = [dataclasses.replace(b, body=tuple(c)) for b, c in zip(call.param("branches"), sides)]
            call = with_params(call, branches=tuple(branches))
        elif call.primitive.name == "leave" and call.param("how") == "break":
            branch, places = call.param("branch"), call.param("places")
            here = Block(
                "",
                (index,),
                (*around, *branch.body),
                tuple(branch.results[places.index(p)] for p in places if p == k),
            )
            if here.results and not counting(here, 0):
                return None
            results = tuple(index if p == k else r for r, p in zip(branch.results, places))
            branch = dataclasses.replace(
                branch, results=results, body=tuple(needed_calls(branch.body, results))
            )
            call = with_params(call, branch=branch)
        found.append(call)
    return found


def without_place(calls: Sequence[Call], k: int) -> tuple[Call, ...]:
    """The calls of a loop's body where `break` says nothing of its k-th value."""

    def change(call: Call) -> Call:
        if call.primitive.name == "cond":
            inner = lambda b: dataclasses.replace(b, body=without_place(b.body, k))
            return with_params(call, branches=tuple(map(inner, call.param("branches"))))
        if call.primitive.name != "leave" or call.param("how") == "return":
            return call
        branch, places = call.param("branch"), call.param("places")
        results = tuple(r for r, p in zip(branch.results, places) if p != k)
        branch = dataclasses.replace(branch, results=results, body=tuple(needed_calls(branch.body, results)))
        return with_params(call, branch=branch, places=tuple(p - (p > k) for p in places if p != k))

    return tuple(map(change, calls))
