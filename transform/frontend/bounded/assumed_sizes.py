"""Speculation on sizes that depend on data and have no bound: compile for the size of the present call, and
check it.

    np.zeros(x.max() + 1)  =>  n = x.max() + 1; another size if n != 6; np.zeros(6)

Reading stops where such a size is met first (`NeedsSize`), with a program that computes it from the arguments. The
caller runs that, and reads again with the size. A call for which it is another one ends with `AnotherSize`, before
anything outside has changed: the function is compiled for that one too. Behind many of them it is compiled with room
for more (`AtMost`): the size is a computed length then, as others are. So is a size that depends on what a loop has
computed: there the room is a guess at first.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.errors import EXACT, LOCAL, SAYINGS, STREAM, AnotherSize, AtMost, CompileError, NeedsSize
from ...core.hosted.handles import said_before
from ...ir.builder import Sym, live_calls, rename_variables
from ...ir.printer import primitive_source
from ...ir.program import Program, Var, walk
from ...passes.simplify.inlining import inline
from ..interpreter import Interpreter
from ..outside.paths import Path
from ..state.signature import Out, Reading
from ..state.texts import Hole, Payload, Text
from ..state.values import is_stream
from .extents import note_failed


MOST_KNOWN = 32  # integers that data decide, and that have to be known
SIZE = "size "  # begins the names of registers that hold sizes
LIST = "list "  # begins the keys of those of lists that grow
GUESS = AtMost(16)  # for sizes that can't be computed first
ITEMS = AtMost(64)  # of a list whose length is not bounded


SAID, DONE = "said", "done"  # how a call has acted on the host: what it has said it need not say again


class NeedsOrder(Exception):
    """The function acts on the host: what it does has to wait for sizes to be right. `counts`: what it says has to be
    counted, since a size may turn out to be another one behind that."""

    def __init__(self, counts: bool = False):
        super().__init__()
        self.counts = counts


@dataclasses.dataclass
class Sizes:
    """The assumed sizes of a reading, by their keys; None if they can't be found out.

    assumed     whether the program is for some of them
    ordered     whether nothing is done on the host before a size is right (random numbers are drawn: if the
                call is made again, their generators get the states back that they had)
    acted       whether something has been done on the host that can't be undone
    counts      whether what is said is counted: a call that is made again, with another size, does not say it
                again
    guesses     whether lists have room for a guess
    lengthens   whether those among the arguments that are passed as arrays have
    """

    known: Mapping[str, int] | None
    assumed: bool = False
    ordered: bool = False
    acted: str = ""
    counts: bool = False
    guesses: bool = False
    lengthens: bool = False


def check_order(sizes: Sizes) -> None:
    """Nothing may be done on the host in a call that turns out to have another size."""
    if sizes.assumed and not sizes.ordered:
        raise NeedsOrder


def note_assumed(sizes: Sizes) -> None:
    """The program is for some size. Raises NeedsOrder if something has been done on the host."""
    sizes.assumed = True
    if sizes.acted:
        check_order(sizes)


def note_acted(sizes: Sizes, how: str) -> None:
    """Something is done on the host. Raises NeedsOrder if a size may turn out to be another."""
    sizes.acted = how
    check_order(sizes)


def has_acted(interp: Interpreter) -> bool:
    """Whether something has been done on the host, behind which no size may turn out to be another.

    Raises:
        NeedsOrder: it has only been said, and has to be counted.
    """
    sizes = interp.sizes
    if not sizes.ordered or not sizes.acted or not isinstance(interp.registers["world"], Sym):
        return False
    if sizes.acted == SAID:
        raise NeedsOrder(counts=True)
    return True


def count_saying(interp: Interpreter) -> Sym:
    """Whether what is said here is to be said. Not if the call was begun before, and had come to it then."""
    count = interp.sym(interp.registers[SAYINGS])
    interp.trail.write(interp.registers, SAYINGS, count + 1)
    return count >= interp.outside.number(interp, said_before(), Path(SAYINGS))


def count_from_start(interp: Interpreter) -> None:
    if interp.sizes.counts:
        interp.registers[SAYINGS] = 0


def streams_passed(interp: Interpreter, containers: list) -> list[tuple]:
    """Registers with the handles of the generators of random numbers that come from outside, and with the number of
    what has been said, if a call may turn out to have another size behind that."""
    if not interp.sizes.ordered or all(site[0] is not AnotherSize for site in interp.errors):
        return []
    counts = [SAYINGS] if SAYINGS in interp.registers else []
    streams = [*(made for _, made, _ in containers if is_stream(made)), *interp.outside.streams.values()]
    registers = [(STREAM, k) for k in range(len(streams))]
    interp.registers.update(zip(registers, [s.attributes["handle"] for s in streams]))
    return [*registers, *counts]


def assume_size(interp: Interpreter, n: Sym, error: CompileError) -> tuple[int, Any]:
    """The upper bound of a size in the calls that the program is for, and the size, which may be static.

    Raises:
        NeedsSize: it has to be computed first.
        CompileError: `error`, where that can't be done before the call, or the call has acted on the host already.
    """
    sizes = interp.sizes
    if sizes.known is None or interp.members is not None or has_acted(interp) and not is_checked(interp, n):
        raise error
    outer = hoist_to_start(n)
    key, known = assumed(interp, outer, n, "" if outer is not None else LOCAL, error)
    capacity = isinstance(known, AtMost)
    interp.note(
        f"a size depends on run-time data: the program {'has capacity' if capacity else 'is'} for {int(known)}"
    )
    check(interp, key, n, interp.compare("Gt" if capacity else "NotEq", n, int(known)))
    return int(known), n if capacity else int(known)


def assumed(
    interp: Interpreter, outer: Sym | None, n: Sym, begins: str, error: CompileError
) -> tuple[str, int]:
    """The key of a size, and what it is in the calls that the program is for; a guess where it is not computed before
    them (`outer`: there). Raises NeedsSize."""
    program, _ = computing(n if outer is None else outer)
    key = begins + hashlib.sha256(primitive_source(program).encode()).hexdigest()
    known = interp.sizes.known.get(key, GUESS if outer is None else None)
    if known is None:
        raise NeedsSize(key, reading_of(interp, outer), error.at(interp.span))
    note_assumed(interp.sizes)
    return key, known


def has_effects(program: Program) -> bool:
    """Whether it calls something with an effect, as what draws a random number."""
    return any(call.primitive.effect for call in walk(program))


def integers_known(interp: Interpreter, value: Sym, error: CompileError) -> Any:
    """The integers that a call is made with, for which the program is compiled: a shape that data decide, say.

    Raises:
        NeedsSize: one has to be computed first.
        CompileError: `error`, where these are no few integers, or can't be computed before the call.
    """
    if value.dtype.kind not in "iu" or value.size > MOST_KNOWN:
        raise error
    if not value.shape:
        return integer_known(interp, value, error)
    places = np.ndindex(value.shape)
    found = [
        integer_known(interp, interp.sym(interp.get_item(interp.array(value), at)), error) for at in places
    ]
    return np.array(found, value.dtype).reshape(value.shape)


def integer_known(interp: Interpreter, n: Sym, error: CompileError) -> int:
    """One of them."""
    outer = None if interp.sizes.known is None or interp.members is not None else hoist_to_start(n)
    if outer is None or has_acted(interp) and not is_checked(interp, n):
        raise error
    key, known = assumed(interp, outer, n, EXACT, error)
    interp.note(f"an integer that must be static depends on run-time data: the program is for {known}")
    check(interp, key, n, interp.compare("NotEq", n, known))
    return known


def is_checked(interp: Interpreter, n: Sym) -> bool:
    """Whether the call has gone on with this very size before. Then it is right behind what is done on the
    host, too."""
    return any(
        isinstance(held, Sym) and held.atom is n.atom and held.builder is n.builder
        for name, held in interp.registers.items()
        if name[0] == "payload" and str(name[1]).startswith(SIZE)
    )


def check(interp: Interpreter, key: str, n: Sym, other: Any) -> None:
    """The call ends with AnotherSize if `other` holds. What follows is computed all the same, but for what is done on
    the host."""
    register = "payload", SIZE + key, 0
    interp.trail.write(interp.registers, register, n)
    arguments, other = Payload((key, Text((Hole(0),))), (register,)), interp.builder.lift(interp.sym(other))
    if interp.sizes.ordered:
        interp.fail_if(other, AnotherSize, arguments)
        return
    note_failed(interp, other, AnotherSize, arguments, asserts=True)


def has_guessed(sizes: Mapping[str, int] | None) -> bool:
    """Whether there is a list among them whose room was a guess at first."""
    return sizes is not None and any(key.startswith(LOCAL + LIST) for key in sizes)


def has_lengthened(sizes: Mapping[str, int] | None) -> bool:
    """Whether one of these lists is among the arguments."""
    return sizes is not None and any(key.startswith(f"{LOCAL}{LIST}('argument'") for key in sizes)


def guessed_capacity(interp: Interpreter, name: str) -> int:
    """For how many items a list has room, of which nobody says how many it may have."""
    return int(interp.sizes.known.get(LOCAL + name, ITEMS))


def wants_capacity(interp: Interpreter, name: str, size: int, full: Any) -> None:
    """The call ends with AnotherSize if the list is full."""
    if has_acted(interp):
        raise CompileError(
            "a list grows after a call on the host, and the number of its items has no bound",
            "xs = recto.bound([], 1000)",
        )
    note_assumed(interp.sizes)
    interp.fail_if(interp.sym(full), AnotherSize, (LOCAL + name, size))


def hoist_to_start(value: Sym) -> Sym | None:
    """A value of a branch, a loop or a called function, computed where the whole program begins; None if it depends on
    what a loop carries, or on a call with an effect, such as a random number, which would be made a second time."""
    while value.builder.parent is not None:
        inner = value.builder
        program, free = computing(value)
        captured = {sym.atom: var for var, sym in inner.captured.items()}
        operands = []
        for var in free:
            if var in captured:
                operands.append(Sym(inner.parent, captured[var]))
            elif var in inner.stands_for:
                operands.append(inner.parent.lift(inner.stands_for[var]))
            else:
                return None
        if has_effects(program):
            return None
        value = inline(inner.parent, program, operands)[0]
    return None if has_effects(computing(value)[0]) else value


def computing(value: Sym) -> tuple[Program, list[Var]]:
    """The calls of its builder that a value takes, as a program without effects, and what its parameters are there."""
    b = value.builder
    body = live_calls(b.body, [value.atom], lambda call: False)
    made = {v for call in body for v in call.outputs}
    used = dict.fromkeys(o for call in body for o in call.operands if isinstance(o, Var) and o not in made)
    free = list(used) if body else [value.atom] if isinstance(value.atom, Var) else []
    return rename_variables(Program("size", tuple(free), tuple(body), (value.atom,)), b.site.hints), free


def reading_of(interp: Interpreter, value: Sym) -> Reading:
    """A function of the same arguments that gives this value of the whole program."""
    b, outside = value.builder, interp.outside
    captured = [outside.parameters[path] for path in outside.captures]
    parameters = (*captured, *(p for p in b.parameters if p not in captured))
    body = live_calls(b.body, [value.atom], lambda call: False)
    program = rename_variables(Program("size", parameters, tuple(body), (value.atom,)), b.site.hints)
    return Reading(
        program,
        Out(0),
        [],
        [],
        1,
        [],
        [],
        [],
        False,
        list(outside.captures),
        outside.guards,
        [],
        list(outside.functions),
        outside.decisions,
        [],
        [],
        [],
    )
