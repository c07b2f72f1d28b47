"""Array dependence analysis across iterations (for tape elision): find the values that an iteration reads or
writes and that all later code leaves unchanged.

    for i in range(1, n):
        y[i] = np.sin(y[i - 1])         iteration i reads y[i - 1] and writes y[i]; later ones write y[i + 1] …

If nothing later overwrites a value, the array still holds it after the loop, and the backward sweep reads it
from there. A value that no iteration has written when it is read, as in `y[i] += y[i + 1]`, is found in the
array that the loop began with. Indices are affine forms of loop indices (`affine`); two windows are disjoint
if along some axis one begins at or after the end of the other, for all values of the indices. (Dependence of
subscripts: Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 3.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..ir.program import Atom, Call, Const, Program, Var
from .affine import (
    Affine,
    Counter,
    Env,
    Ranges,
    Region,
    Window,
    affine,
    apart,
    axes_left,
    constant,
    enter_loop,
    everything,
    follow,
    inner_programs,
    plus,
    region_of,
    same_window,
    symbol,
    window_of,
)
from .constants import constant as constant_of
from .def_use import maker
from .loops import is_loop
from .regions import same_region

LATER = "later"  # how many iterations after the present one, or before it


class AvailableIn(NamedTuple):
    """The place of a value: in the array of this carry, at the loop's end or as it was at its start."""

    carry: int
    begins: bool = False


# -- writes --------------------------------------------------------------------------------------------------------


class History:
    """The history of one array in a program: its versions by variable, and the windows that make each of
    them."""

    def __init__(self, program: Program, k: int, env: Env, ranges: Ranges = (), names: Counter | None = None):
        self.versions = {program.parameters[k].name: 0}
        self.writes: list[tuple[int, Window]] = []  # (the version it makes, what it writes)
        self.made: dict[str, Call] = {}
        self.known = True  # are these all the writes?
        self.names = names or Counter("w")
        for call in program.body:
            follow(call, env)
            self.made.update((v.name, call) for v in call.outputs)
            held = [n for n, o in enumerate(call.operands) if isinstance(o, Var) and o.name in self.versions]
            if held:
                self.step(call, held, env, ranges)

    @property
    def last(self) -> int:
        return max(self.versions.values())

    def step(self, call: Call, held: list[int], env: Env, ranges: Ranges) -> None:
        newest = max(self.versions[o.name] for n in held if isinstance(o := call.operands[n], Var))
        region, old = changed_region(call, env, self.made)
        if region is not None and held == [old] and newest == self.last:  # x[lo:hi] = …, x[lo:hi] += …
            self.versions[call.outputs[0].name] = newest + 1
            whole = everything(call.outputs[0], ranges)
            self.writes.append((newest + 1, whole.narrowed(region, range(len(whole.axes)))))
        elif call.primitive.name in ("update_slice", "put_slice"):
            window = self.narrow(call, window_of(call, env, ranges), newest, env)
            if held != [0] or newest != self.last or window is None:
                self.known = False
                return
            self.versions[call.outputs[0].name] = newest + 1
            self.writes.append((newest + 1, window))
        elif call.primitive.access == "write":
            self.known = self.known and 0 not in held
        elif call.primitive.kind == "control":
            self.control(call, held, env, ranges, newest)

    def narrow(self, call: Call, window: Window | None, newest: int, env: Env) -> Window | None:
        """The part of a window that is really written: outside of a region, the old values may be put back."""
        made = maker(call.operands[1], self.made)
        region, place = changed_region(made, env, self.made) if made is not None else (None, 0)
        old = maker(made.operands[place], self.made) if made is not None and region is not None else None
        if window is None or region is None or old is None or not same_window(old, call):
            return window
        source = old.operands[0]
        if not isinstance(source, Var) or self.versions.get(source.name) != newest:
            return window
        return window.narrowed(region, axes_left(call))

    def control(self, call: Call, held: list[int], env: Env, ranges: Ranges, newest: int) -> None:
        """A loop, branch or function that gets the array: it reads it, or gives its next version."""
        forms = [affine(o, env) for o in call.operands]
        places: list[list[int]] = []  # of the array among the results of each program
        windows: list[Window] = []
        for program, skip in inner_programs(call):
            index, inside = self.names.inner(call, env, ranges)
            for n in held:
                k = n - skip + len(index)
                if is_loop(call):
                    given = [
                        *index,
                        *(
                            f if m < skip + call.param("invariant") else None
                            for m, f in enumerate(forms[skip:], skip)
                        ),
                    ]
                else:
                    given = forms[skip:]
                history = History(program, k, enter_loop(program, given), inside, self.names)
                self.known = self.known and history.known
                windows += [w for _, w in history.writes]
                if program is not dict(call.params).get("test"):
                    places.append(self.returned(call, program, history, n, skip))
        if not windows and not any(places):
            return  # only read
        if (
            len(held) != 1
            or newest != self.last
            or len(places[0]) != 1
            or any(p != places[0] for p in places)
        ):
            self.known = False
            return
        self.versions[call.outputs[places[0][0]].name] = newest + bool(windows)
        self.writes += [(newest + 1, w) for w in windows]

    def returned(self, call: Call, program: Program, history: "History", n: int, skip: int) -> list[int]:
        """The outputs of the call that are versions of the array."""
        places = [
            k for k, r in enumerate(program.results) if isinstance(r, Var) and r.name in history.versions
        ]
        if is_loop(call):
            own = n - skip - call.param("invariant")
            if places and places != [own]:
                self.known = False
        return places


def changed_region(call: Call, env: Env, made: dict[str, Call]) -> tuple[Region | None, int]:
    """The region that a call changes in an operand, and the operand: select_region(t, x, …), x +
    select_region(t, -0.0, …), x - select_region(t, 0.0, …)."""
    name = call.primitive.name
    if name not in ("add", "sub"):
        return region_of(call, env), 1
    for k in (0, 1) if name == "add" else (0,):
        other = maker(call.operands[1 - k], made, "select_region")
        if other is not None and is_neutral(other.operands[1], name, made):
            return region_of(other, env), k
    return None, 0


# -- reads ---------------------------------------------------------------------------------------------------------


def reads(
    calls: Sequence[Call], array: str, env: Env, ranges: Ranges, names: Counter
) -> Iterator[Window | None]:
    """The windows of an array that calls read; None for anything else that they do with it."""
    for call in calls:  # all of them first: bounds may be computed behind the read that they are for
        follow(call, env)
    for call in calls:
        held = [n for n, o in enumerate(call.operands) if isinstance(o, Var) and o.name == array]
        if not held:
            continue
        if call.primitive.access == "read" and held == [0]:
            yield from read_windows(call, calls, env, ranges)
            continue
        region = region_of(call, env)
        if region is not None and held == [0]:
            yield everything(call.operands[0], ranges).narrowed(region, range(call.operands[0].type.ndim))
            continue
        if not inner_programs(call):
            yield None
        forms = [affine(o, env) for o in call.operands]
        for program, skip in inner_programs(call):
            index, inside = names.inner(call, env, ranges)
            fixed = dict(call.params).get("invariant", len(call.operands))
            for n in held:
                if n < skip or n - skip >= fixed:
                    yield None
                    continue
                given = [*index, *(f if m < fixed else None for m, f in enumerate(forms[skip:]))]
                parameter = program.parameters[n - skip + len(index)]
                yield from reads(program.body, parameter.name, enter_loop(program, given), inside, names)
                if any(r == parameter for r in program.results):
                    yield None


def read_windows(call: Call, calls: Sequence[Call], env: Env, ranges: Ranges) -> Iterator[Window | None]:
    """The part of a read window that is used: all of it, or regions."""
    window, (out,) = window_of(call, env, ranges), call.outputs
    users = [c for c in calls if out in c.operands]
    regions = [
        region_of(c, env) if c.operands[0] == out and c.operands[1] != out else None
        for c in users
        if c.primitive.name == "select_region"
    ]
    known = [r for r in regions if r is not None]
    if window is None or not known or len(known) < len(users):
        yield window
    else:
        yield from (window.narrowed(r, axes_left(call)) for r in known)


# -- loops ---------------------------------------------------------------------------------------------------------


class TapeElision:
    """The values of an iteration that the arrays which a counted loop carries still hold when it ends.

    The index is called p0, the invariants p1, p2 …

    Args:
        body: of the loop: (index, invariants…, carries…).
        bounds: the least and the greatest index, where known.
        around: the ranges of those invariants that are indices of loops around it.
    """

    def __init__(
        self,
        body: Program,
        invariant: int,
        step: int,
        bounds: tuple[Affine | None, Affine | None],
        around: Ranges = (),
    ):
        self.body, self.first, self.step = body, 1 + invariant, step
        self.ranges: Ranges = (*around, ("p0", *bounds), (LATER, constant(1), None))
        self.now: dict[int, History] = {}
        self.later: dict[int, History] = {}
        self.earlier: dict[int, History] = {}
        for k in range(len(body.parameters) - self.first):
            if body.parameters[self.first + k].type.shape and self.is_version(k):
                self.now[k] = self.history(k, symbol("p0"))
                self.later[k] = self.history(k, plus(symbol("p0"), symbol(LATER), step))
                self.earlier[k] = self.history(k, plus(symbol("p0"), symbol(LATER), -step))

    def is_version(self, k: int) -> bool:
        return isinstance(self.body.results[k], Var)

    def history(self, k: int, index: Affine) -> History:
        return History(self.body, self.first + k, self.env(index))

    def env(self, index: Affine) -> Env:
        """Forms of the parameters: the index, and invariants as symbols."""
        fixed = {
            p.name: symbol(f"p{n}")
            for n, p in enumerate(self.body.parameters[: self.first])
            if n and not p.type.shape and p.type.dtype.kind in "iu"
        }
        return {self.body.parameters[0].name: index, **fixed}

    def usable(self, k: int) -> bool:
        """Whether all writes to a carry are known, and it is the same array at the end of an iteration."""
        history, result = self.now.get(k), self.body.results[k]
        return (
            history is not None
            and history.known
            and self.later[k].known
            and isinstance(result, Var)
            and history.versions.get(result.name) == history.last
        )

    def held(self, k: int, version: int, windows: Sequence[Window]) -> AvailableIn | None:
        """Whether no write behind this version, in the present round or later, touches the windows, or none
        before it."""
        behind = [w for made, w in self.now[k].writes if made > version] + [
            w for _, w in self.later[k].writes
        ]
        if self.are_apart(windows, behind):
            return AvailableIn(k)
        return AvailableIn(k, begins=True) if self.is_as_at_first(k, version, windows) else None

    def is_as_at_first(self, k: int, version: int, windows: Sequence[Window]) -> bool:
        """Whether no write before this version, in the present round or earlier, touches the windows."""
        before = [w for made, w in self.now[k].writes if made <= version]
        return self.are_apart(windows, before + [w for _, w in self.earlier[k].writes])

    def are_apart(self, windows: Sequence[Window], writes: Sequence[Window]) -> bool:
        return all(apart(window, w, self.ranges) for w in writes for window in windows)

    def candidates(self) -> list[str]:
        """Values that are read from arrays or written into them."""
        found: dict[str, None] = {}
        for call in self.body.body:
            value = (
                call.outputs[0]
                if call.primitive.name in ("dynamic_slice", "select_region")
                else call.operands[1]
                if call.primitive.name == "update_slice"
                else None
            )
            if isinstance(value, Var):
                found[value.name] = None
        return list(found)

    def place(self, name: str) -> tuple[AvailableIn, Call, Call | None] | None:
        """For a value of the body: where it is held, the call that reads or writes it there (or takes a region of it),
        and the call that takes a region of what was read."""
        for k, history in self.now.items():
            if not self.usable(k):
                continue
            for call, version in self.accesses(name, history):
                window = (
                    window_of(call, self.env_at(), ())
                    if call.primitive.name != "select_region"
                    else self.selected(call, None)
                )
                held = self.held(k, version, [window]) if window is not None else None
                if held:
                    return held, call, None
            masked = self.masked_read(name, history)
            taken = [] if masked is None else [masked]
            taken += [
                (write, history.versions[write.outputs[0].name], select)
                for write, select in self.masked_writes(name, history)
            ]
            for call, version, select in taken:
                window = self.selected(select, call)
                held = self.held(k, version, [window]) if window is not None else None
                if held:
                    return held, call, select
        return None

    def selected(self, select: Call, read: Call | None) -> Window | None:
        """The region of an array that is taken, of all of it or of a window that is read."""
        env = self.env_at()
        region = region_of(select, env)
        if region is None:
            return None
        if read is None:
            return everything(select.operands[0], ()).narrowed(region, range(select.operands[0].type.ndim))
        window = window_of(read, env, ())
        return None if window is None else window.narrowed(region, axes_left(read))

    def masked_read(self, name: str, history: History) -> tuple[Call, int, Call] | None:
        """The window of a version of an array that a value is a region of, if that is how it is made."""
        select = region_call(name, history)
        if select is None:
            return None
        read = maker(select.operands[0], history.made, "dynamic_slice")
        source = read.operands[0] if read is not None else None
        if read is None or not isinstance(source, Var) or source.name not in history.versions:
            return None
        return read, history.versions[source.name], select

    def masked_writes(self, name: str, history: History) -> Iterator[tuple[Call, Call]]:
        """For a region of t, and 0 elsewhere, the writes of that region of t into a window of the array; and the call
        that takes it."""
        select = region_call(name, history)
        if select is None:
            return
        for call in self.body.body:
            if call.primitive.name == "update_slice" and call.outputs[0].name in history.versions:
                stored = maker(call.operands[1], history.made, "select_region")
                if (
                    stored is not None
                    and same_region(stored, select)
                    and stored.operands[0] == select.operands[0]
                ):
                    yield call, select

    def accesses(self, name: str, history: History) -> Iterator[tuple[Call, int]]:
        """Calls that read a value from a version of an array, or make one by writing it."""
        read = history.made.get(name)
        if read is not None and (read.primitive.name == "dynamic_slice" or region_call(name, history)):
            source = read.operands[0]
            if isinstance(source, Var) and source.name in history.versions:
                yield read, history.versions[source.name]
        for call in self.body.body:
            if call.primitive.name == "update_slice" and call.outputs[0].name in history.versions:
                stored = call.operands[1]
                if isinstance(stored, Var) and stored.name == name:
                    yield call, history.versions[call.outputs[0].name]

    def env_at(self) -> Env:
        env = self.env(symbol("p0"))
        for call in self.body.body:
            follow(call, env)
        return env

    def version(self, name: str, windows: Sequence[Window | None]) -> AvailableIn | None:
        """For a version of an array: where these windows of it are held."""
        known = [w for w in windows if w is not None]
        for k, history in self.now.items():
            if name in history.versions and self.usable(k) and len(known) == len(windows):
                held = self.held(k, history.versions[name], known)
                if held:
                    return held
        return None


def region_call(name: str, history: History) -> Call | None:
    """The call that makes a variable, if it takes a region of a value, and a constant elsewhere."""
    call = history.made.get(name)
    if call is None or call.primitive.name != "select_region" or call.operands[0] == call.operands[1]:
        return None
    return call if constant_of(call.operands[1], history.made) is not None else None


def is_neutral(atom: Atom, name: str, made: dict[str, Call]) -> bool:
    """Whether a value may be added (subtracted) without any change. 0.0 may not be added to -0.0."""
    call = maker(atom, made)
    atom = call.operands[0] if call is not None and call.primitive.name == "broadcast" else atom
    if not isinstance(atom, Const) or atom.value.any():
        return False
    parts = (atom.value.real, atom.value.imag) if atom.type.dtype.kind == "c" else (atom.value,)
    return atom.type.dtype.kind not in "fc" or all(np.all(np.signbit(x) == (name == "add")) for x in parts)


def starts_of(call: Call) -> tuple[Atom, ...]:
    """The starts of a dynamic read or write."""
    match call.primitive.name:
        case "select_region":
            return ()
        case "dynamic_slice":
            return call.operands[1:]
    return call.operands[2:]
