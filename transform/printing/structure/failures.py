"""Removal of failure checks that Python makes by itself, before a program is printed.

    failed = note_failure(failed, isnan(x), failure=1);  i = to_int(x);  …  if failed == 1: raise …    =>  i = int(x)

An unused conversion is kept because it may raise: int(x). A used one is computed at its place, even if only
some paths read it. A loop that does nothing else is kept for it.

    failed = note_failure(failed, n != 4, failure=1, asserts=True)  =>  assert n == 4
    failed = note_failure(failed, k > 4 (of each lane), failure=1)  =>  assert not np.any(k > 4)

A factorisation that raises in NumPy gives NaN in a program. If the program tests for it, as a handler
of LinAlgError does, it gives NaN in the printed source as well.

    x = solve(a, b);  lost = not all(isfinite(x))                   =>  x = or_nan(np.linalg.solve, a, b)

So does one of a stack of matrices of which some results are not selected: those of lanes that take another branch.

    x = solve(A, B);  y = select(taken, x, …)                       =>  x = or_nan(np.linalg.solve, A, B)

Printed source does not repeat a call with a larger capacity of a list, so every print is unconditional.

    if said >= before: print(x);  said += 1                         =>  print(x)
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...analysis.constants import everywhere
from ...analysis.def_use import maker, makers
from ...core.dtypes import is_integer
from ...core.errors import Span
from ...ir.callee import Once
from ...ir.program import Atom, Call, Program, Type, walk, with_programs
from ...passes import dead_code, simplify
from .shown import Guarded, Owed, Raising, Tried


def with_plain_prints(program: Program) -> Program:
    """The program, which prints whatever it comes to."""
    if not any(
        isinstance(call.param("callee"), Once) for call in walk(program) if call.primitive.name == "host_call"
    ):
        return program
    body = tuple([plain(with_programs(call, with_plain_prints)) for call in program.body])
    return dataclasses.replace(program, body=body)


def plain(call: Call) -> Call:
    callee = call.param("callee") if call.primitive.name == "host_call" else None
    if not isinstance(callee, Once):
        return call
    world, _, *values = call.operands
    return dataclasses.replace(call, operands=(world, *values), params=(("callee", callee.callee),))


def without_failures(program: Program) -> Program:
    """The program that notes no failure, here or in the programs it holds."""
    if not any(call.primitive.name == "note_failure" for call in walk(program)):
        return program
    owed = dead_code(simplify(_unnoted(program, {})))
    return dead_code(simplify(_settled(owed, False, {})))


INTEGER = Tried("integer", "int(_0)", Type(np.dtype(np.int64), (), True))


def tested_numbers(program: Program) -> dict[Atom, Atom]:
    """isnan(x) -> x, for the numbers x of which a program notes that they are nan."""
    noted = {call.operands[1] for call in program.body if call.primitive.name == "note_failure"}
    return {
        call.outputs[0]: call.operands[0]
        for call in program.body
        if call.primitive.name == "isnan" and not call.operands[0].type.shape and call.outputs[0] in noted
    }


def makes_integer(call: Call) -> bool:
    return call.primitive.name in ("to_int", "cast") and is_integer(call.outputs[0].type.dtype)


OPPOSITE = {"ne": "==", "gt": "<="}


Choices = tuple[tuple[Atom, bool], ...]  # conditions of selections, and the sides that were taken


def choices_of_codes(program: Program) -> dict[Atom, Choices]:
    """The selections that a code passes on its way out of a program, in which lanes take their branches."""
    found: dict[Atom, Choices] = dict.fromkeys(program.results, ())

    def note(atom: Atom, choices: Choices) -> None:
        found[atom] = tuple(c for c in found[atom] if c in choices) if atom in found else choices

    for call in reversed(program.body):
        behind = found.get(call.outputs[0], ()) if call.outputs else ()
        code = behind if call.primitive.name == "note_failure" else ()
        if call.primitive.name == "select":
            condition, taken, other = call.operands
            note(condition, ())
            note(taken, ((condition, True), *behind))
            note(other, ((condition, False), *behind))
            continue
        for k, atom in enumerate(call.operands):
            note(atom, code if k == 0 else ())
    return found


def assertions(program: Program) -> dict[int, list[Call]]:
    """The assertions behind the call at each place: where the conditions of the sides are known."""
    found: dict[int, list[Call]] = {}
    made = makers(program.body)
    noted = [
        (k, call)
        for k, call in enumerate(program.body)
        if call.primitive.name == "note_failure" and is_asserted(call, made)
    ]
    choices = choices_of_codes(program) if noted else {}
    places = {v: k for k, call in enumerate(program.body) for v in call.outputs} if noted else {}
    for k, call in noted:
        failed = call.operands[1]
        sides = tuple(c for c in choices.get(call.outputs[0], ()) if c[0].type.shape == failed.type.shape)
        made = guarded_assertion(failed, sides, call.span) if sides else assertion(failed, program, call.span)
        found.setdefault(max(k, *(places.get(c, 0) for c, _ in sides), 0), []).append(made)
    return found


def is_asserted(call: Call, made: dict[str, Call]) -> bool:
    """Whether there is nothing that raises by itself. In a batch, whose indices of lists are clamped for all
    lanes at once, all but conversions of NaN."""
    failed = call.operands[1]
    return ("asserts", True) in call.params or bool(failed.type.shape) and not maker(failed, made, "isnan")


def guarded_assertion(failed: Atom, choices: Choices, span: Span | None) -> Call:
    """assert that a condition does not hold where these sides were taken."""
    if failed.type.shape:
        sides = [f" & {'' if side else '~'}_{k}" for k, (_, side) in enumerate(choices, 1)]
        text = f"assert not np.any(_0{''.join(sides)})"
    else:
        sides = [f" and {'' if side else 'not '}_{k}" for k, (_, side) in enumerate(choices, 1)]
        text = f"assert not (_0{''.join(sides)})"
    operands = (failed, *(condition for condition, _ in choices))
    return Call((), Tried("assertion", text, Type(np.dtype(bool), ())), operands, (), span)


def assertion(failed: Atom, program: Program, span: Span | None) -> Call:
    """assert that a condition of a program does not hold."""
    made = next(
        (call for call in program.body if failed in call.outputs and call.primitive.name in OPPOSITE), None
    )
    if failed.type.shape:  # of the lanes of a batch
        text, operands = "assert not np.any(_0)", (failed,)
    elif made is not None:
        text, operands = f"assert _0 {OPPOSITE[made.primitive.name]} _1", made.operands
    else:
        text, operands = "assert not _0", (failed,)
    return Call((), Tried("assertion", text, Type(np.dtype(bool), ())), operands, (), span)


def _unnoted(program: Program, done: dict[int, tuple[Program, Program]]) -> Program:
    if id(program) not in done:
        codes: dict[Atom, Atom] = {}
        read = lambda atom: codes.get(atom, atom)
        body, tests, asserted = [], tested_numbers(program), assertions(program)
        converted = {call.operands[0] for call in program.body if makes_integer(call)}
        for k, call in enumerate(program.body):
            operands = tuple(map(read, call.operands))
            if call.primitive.name == "note_failure":
                codes[call.outputs[0]] = operands[0]
                number = tests.get(operands[1])
                if ("asserts", True) not in call.params and number is not None and number not in converted:
                    body.append(Call((), INTEGER, (number,), (), call.span))
            else:
                raises = makes_integer(call) and operands[0] in tests.values()
                primitive = Owed(call.primitive) if raises else call.primitive
                call = dataclasses.replace(call, primitive=primitive, operands=operands)
                body.append(with_programs(call, lambda p: _unnoted(p, done)))
            body += asserted.get(k, ())
        results = tuple(map(read, program.results))
        done[id(program)] = program, dataclasses.replace(program, body=tuple(body), results=results)
    return done[id(program)][1]


def _settled(
    program: Program, unread: bool, done: dict[tuple[int, bool], tuple[Program, Program]]
) -> Program:
    """The program in which an owed value is read, or is only tried. `unread`: nobody reads what this program
    gives."""
    if (key := (id(program), unread)) not in done:
        read = {atom for call in program.body for atom in call.operands} | set(program.results)
        body, made = [], makers(program.body)
        for call in program.body:
            if call.primitive.name == "assertion" and everywhere(call.operands[0], 0, made):
                continue  # it never fails
            vain = read.isdisjoint(call.outputs)
            if isinstance(call.primitive, Owed):
                if vain:
                    call = Call((), INTEGER, call.operands[:1], (), call.span)
                elif not unread:
                    call = dataclasses.replace(call, primitive=Raising(call.primitive.primitive))
            body.append(with_programs(call, lambda p, vain=vain: _settled(p, unread or vain, done)))
        done[key] = program, dataclasses.replace(program, body=tuple(body))
    return done[key][1]


# -- factorisations ----------------------------------------------------------------------------------------------------

FACTORISATIONS = frozenset(["solve", "inv", "triangular_solve", "cholesky"])
MOVED = frozenset(["reshape", "transpose", "slice_", "cast", "conj", "broadcast", "select"])


def with_guards(program: Program) -> Program:
    """The program in which factorisations whose results are tested, or not all selected, do not raise where it is
    printed."""
    if not any(call.primitive.name in FACTORISATIONS for call in walk(program)):
        return program
    done: dict[int, Program] = {}

    def visit(p: Program) -> Program:
        if id(p) not in done:
            tested = [*factorisations_tested(p), *factorisations_selected(p)]
            body = [
                dataclasses.replace(call, primitive=Guarded(call.primitive)) if call in tested else call
                for call in p.body
            ]
            done[id(p)] = dataclasses.replace(p, body=tuple(with_programs(call, visit) for call in body))
        return done[id(p)]

    return visit(program)


def factorisations_tested(program: Program) -> list[Call]:
    """The factorisations of which a program tests whether all that they give is finite."""
    made = makers(program.body)
    found = []
    for call in program.body:
        finite = maker(call.operands[0], made, "isfinite") if call.primitive.name == "reduce_all" else None
        found += sources(finite.operands[0], made) if finite else []
    return found


def factorisations_selected(program: Program) -> list[Call]:
    """The factorisations of stacks of matrices that operands of select depend on."""
    made = makers(program.body)
    left = [o for call in program.body if call.primitive.name == "select" for o in call.operands[1:]]
    found, seen = [], set()
    while left:
        atom = left.pop()
        call = maker(atom, made)
        if call is None or id(call) in seen:
            continue
        seen.add(id(call))
        left += call.operands
        if call.primitive.name in FACTORISATIONS and call.operands[0].type.ndim > 2:
            found.append(call)
    return found


def sources(atom: Atom, made: dict[str, Call]) -> list[Call]:
    """The factorisations whose results a value consists of."""
    call = maker(atom, made)
    if call is None or call.primitive.name in FACTORISATIONS:
        return [call] if call else []
    return [c for o in call.operands if call.primitive.name in MOVED for c in sources(o, made)]
